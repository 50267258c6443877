"""A drag ends where `tanada settle` says, and what is drawn then is what the document says of it."""

import itertools
import json
import random
from dataclasses import dataclass

import pytest
from browser.expected import TOLERANCE
from browser.watched import SOAK_SEED, Watched
from oracle.drawing import Rect, rect

# How far a pointer moves before it drags where the layout does not say it, in points; and the time that a velocity is measured over, in milliseconds.
THRESHOLD, VELOCITY_TIME = 6, 100
# How long a pointer moves, and how long it is still before it lets go, in milliseconds; or with the mouse of the
# browser, as fast as it goes.
MOUSE, SLOW, FAST, FASTEST = None, (300, 3 * VELOCITY_TIME), (400, 0), (90, 0)
# The distances of drags in the reading direction on a screen 390 wide, and their speeds.
DRAGS = [
    (-340, MOUSE), (-130, FASTEST), (60, SLOW), (-250, FAST), (-130, SLOW), (180, FASTEST), (-60, FASTEST), (320, FAST)]
SCREENS = [(390, "ltr"), (1024, "rtl")]
STRIPS = list(itertools.product([{}, {"loop": True}, {"one_step": True, "align": "center"}], ["ltr", "rtl"]))
SCRIPT = "look.recordPointers();"
if SOAK_SEED is None:
    SCRIPT += "look.setPace(20);"
    DRAGS, STRIPS = DRAGS[:6], [STRIPS[0], STRIPS[3], STRIPS[4]]
else:
    SCREENS += [(390, "rtl"), (1024, "ltr")]
    source = random.Random(SOAK_SEED)
    DRAGS += [
        (source.choice([-1, 1]) * source.randint(10, 350), (source.randint(40, 500), 0)) for _ in range(12)]


@dataclass(frozen=True)
class Drag:
    before: float
    offset: float
    translation: float  # at the release, in points
    velocity: float  # in points per second
    drawn: dict  # where items are drawn then, relative to the section, by their ids

    def options(self, side=1, unit=1):
        """Those of the command line, with numbers to the last bit."""
        values = self.before * unit, self.translation * side, self.velocity * side
        names = "--offset", "--translation", "--velocity"
        return [text for name, value in zip(names, values) for text in (name, json.dumps(value))]


def drag_all(page, element, drags, minimum=THRESHOLD):
    rest = element.evaluate("look.atRest")
    for distance, speed in drags:
        box, before = rest["box"], rest["offset"]
        # Below the bars of the page, also in a section that is higher than the view.
        y = max(box["y"] + min(box["height"] / 2, 200), 150)
        # A shelf is cut at its insets.
        start = box["x"] + (box["width"] - 20 if distance < 0 else 20)
        if speed is MOUSE:
            page.mouse.move(start, y)
            page.mouse.down()
            page.mouse.move(start + distance, y, steps=6)
            page.mouse.up()
        else:
            element.evaluate("look.drag", [start, y, distance, *speed])
        rest = element.evaluate("look.atRest")
        drawn = {identifier: rect(place) for identifier, place in rest["items"]}
        yield Drag(before, rest["offset"], *release(rest["pointers"], minimum), drawn)


def release(events, minimum):
    down, *moves, up = events
    ways = [abs(move["x"] - down["x"]) for move in moves]
    begun = next((n for n, way in enumerate(ways) if way and way >= minimum), len(moves))
    samples = [down, *moves[begun:]]
    first = next((s for s in samples if up["time"] - s["time"] <= VELOCITY_TIME), None)
    time = up["time"] - first["time"] if first else 0
    return up["x"] - down["x"], (up["x"] - first["x"]) / time * 1000 if time > 0 else 0


class Screen:
    def __init__(self, watched, width, direction, feed="home"):
        self.page, self.width, self.side = watched.page, width, -1 if direction == "rtl" else 1
        self.document = watched.server.document(feed, width=width, direction=direction)

    def drag(self, element, more=(), minimum=THRESHOLD):
        drags = [(round(distance * self.width / 390) * self.side, speed) for distance, speed in DRAGS]
        return drag_all(self.page, element, drags + [(distance * self.side, speed) for distance, speed in more], minimum)

    def of_type(self, layout):
        found = next(s for s in self.document["sections"] if s["layout"]["type"] == layout)
        element = self.page.query_selector(f'tanada-feed [data-section="{found["id"]}"]')
        element.evaluate("(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
        return found, element


@pytest.fixture(scope="module", params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def screen(request, browser, server):
    width, direction = request.param
    watched = Watched(browser, server, script=SCRIPT, viewport={"width": width, "height": 844})
    watched.open(f"/?width=full&direction={direction}")
    yield Screen(watched, width, direction)
    watched.close()


def dots(element):
    marks = element.evaluate("(section) => [...section.querySelectorAll('.dots i')].map((dot) => dot.className)")
    return marks.index("on"), len(marks)


def test_news_snap_as_settle_says(screen, server):
    news, element = screen.of_type("snap_carousel")
    layout, seen = news["layout"], set()
    frames = {item["id"]: rect(frame) for item, frame in zip(news["items"], layout["frames"])}
    for drag in screen.drag(element, minimum=layout["drag"]["minimum"]):
        settled = server.settle(
            "snap-carousel", "--width", screen.width, "--pages", len(layout["pages"]), *drag.options(screen.side),
            "--flick-velocity", layout["flick_velocity"])
        assert drag.offset == settled["offset"], drag
        assert dots(element) == (settled["page"], len(layout["pages"]))
        assert settled["offset"] == layout["pages"][settled["page"]]["snap_offset"]
        seen.add(settled["page"])
        shift = (settled["offset"] - layout["initial_offset"]) * screen.side
        for identifier in layout["pages"][settled["page"]]["item_ids"]:
            frame = frames[identifier]
            place = Rect(frame.x + shift, frame.y + news["layout_origin"]["y"], frame.width, frame.height)
            assert drag.drawn[identifier].distance(place) <= TOLERANCE
    assert len(seen) >= 2


def test_the_ring_turns_as_settle_says(screen, server):
    banners, element = screen.of_type("circular_carousel")
    layout, count, seen = banners["layout"], len(banners["items"]), set()
    states = {state["offset"]: state["items"] for state in layout["states"]}
    card = Rect(0, banners["layout_origin"]["y"], layout["card_size"]["width"], layout["card_size"]["height"])
    for drag in screen.drag(element, minimum=layout["drag"]["minimum"]):
        settled = server.settle(
            "circular-carousel", "--count", count, *drag.options(screen.side),
            "--points-per-step", layout["points_per_step"], "--flick-velocity", layout["flick_velocity"])
        assert drag.offset == settled["offset"], drag
        # The next dots, from the first one on, are at the end of the reading direction.
        assert dots(element) == (-round(settled["offset"]) % count, count)
        seen.add(settled["offset"])
        # Half way round, both ways lead to the same place.
        for placed in states.get(settled["offset"]) or states[-settled["offset"]]:
            place = card.scaled(placed["scale"], screen.width / 2 - card.width / 2 + placed["x"])
            assert drag.drawn[placed["id"]].distance(place) <= TOLERANCE
    assert len(seen) >= 3


# Ways that are too short for drags: how far and how long, in points and milliseconds.
@pytest.mark.parametrize("layout,distance,milliseconds", [("snap_carousel", 150, 60), ("circular_carousel", 100, 32)])
def test_a_flick_goes_on_and_back(screen, layout, distance, milliseconds):
    _, element = screen.of_type(layout)
    element.query_selector("[aria-roledescription]").press("Home")
    element.evaluate("look.atRest")
    first, count = dots(element)
    # 1. As slowly as an article's rule has it, the way is too short. 2. As a flick it goes on by one place, and back.
    slow, flick = (milliseconds, 3 * VELOCITY_TIME), (milliseconds, 0)
    next_one = (first + 1) % count
    for way, speed, place in ((-distance, slow, first), (-distance, flick, next_one), (distance, flick, first)):
        list(drag_all(screen.page, element, [(way * screen.side, speed)]))
        assert dots(element)[0] == place


def test_cards_are_swiped_as_settle_says(screen, server):
    scenes, element = screen.of_type("card_stack")
    layout, seen = scenes["layout"], set()
    # A pile turns as a carousel whose items are as wide as the screen.
    pages = json.dumps([{"id": i + 1, "width": screen.width, "height": 10} for i in range(len(scenes["items"]))])
    states = {state["progress"]: state for state in layout["states"]}
    frame, top = rect(layout["frames"][0]), scenes["layout_origin"]["y"]
    for drag in screen.drag(element, [(-90, (48, 0)), (-90, SLOW), (90, (48, 0))]):
        settled = json.loads(server.store.run(
            "layout", "carousel", "-", "--width", screen.width, "--spacing", 0, "--leading-inset", 0,
            "--trailing-inset", 0, "--one-step", "--deceleration", "fast", *drag.options(screen.side, screen.width),
            input=pages))["settled"]
        assert drag.offset == settled["snap"], drag
        seen.add(settled["snap"])
        for index, item in enumerate(scenes["items"]):
            state = states.get(index - settled["snap"])
            if state and state["alpha"] != 0 and not state["rotation"]:
                place = frame.scaled(state["scale"], state["tx"], state["ty"] + top)
                assert drag.drawn[item["id"]].distance(place) <= TOLERANCE
    assert len(seen) >= 3


def test_a_shelf_slows_down_as_settle_says(screen, server):
    topics, element = screen.of_type("shelf")
    width, seen = topics["layout"]["content_size"]["width"], set()
    for drag in screen.drag(element):
        options = drag.options(screen.side)
        options[-1] = json.dumps(-drag.velocity * screen.side)
        settled = server.settle("scroll", "--length", screen.width, "--content", width, *options)
        assert drag.offset == pytest.approx(settled["offset"], abs=1e-6), drag
        seen.add(round(settled["offset"]))
    assert len(seen) >= 3


@pytest.fixture(scope="module")
def strips(server):
    """Feeds with one carousel each, by their names: the options of them."""
    feeds = {"_".join(["strip", *options]): {"item_height": 160, **options} for options, _ in STRIPS}
    for name, options in feeds.items():
        layout = {"type": "carousel", "options": options}
        server.compose(name, {"id": "strip", "kind": "pickup_photos", "title": "写真", "layout": layout})
    yield feeds
    # Each feed that there is makes an edit later for all.
    for name in feeds:
        server.must("DELETE", f"/v1/feeds/{name}")


@pytest.mark.parametrize("changed,direction", STRIPS, ids=lambda value: "-".join(value) if value else "plain")
def test_a_carousel_rests_as_its_layout_says(watch, server, strips, changed, direction):
    feed = "_".join(["strip", *changed])
    screen = Screen(watch(f"/?feed={feed}&width=full&direction={direction}", script=SCRIPT), 390, direction, feed)
    published, element = screen.of_type("carousel")
    items = json.dumps([
        {"id": one["id"], "width": one["photo_width"], "height": one["photo_height"]} for one in published["items"]])
    flags, seen = ["--width", 390, "--direction", direction], set()
    for name, value in strips[feed].items():
        flags += [f"--{name.replace('_', '-')}", *([] if value is True else [value])]
    for drag in screen.drag(element):
        settled = json.loads(
            server.store.run("layout", "carousel", "-", *flags, *drag.options(), input=items))["settled"]
        assert drag.offset == settled["offset"], drag
        assert settled["offset"] == published["layout"]["snaps"][settled["snap"]]["offset"]
        seen.add(settled["snap"])
    assert len(seen) >= 3
