"""A drag ends where `tanada settle` says, and what is drawn then is what the document says of it."""

import itertools
import json
import random

import pytest

from browser.watched import SOAK_SEED, Watched
from browser.drags import (
    AT_REST, FAST, FASTEST, MOUSE, QUICK, RECORD, SLOW, VELOCITY_TIME, Speed, drag_all, number, section,
)
from browser.expected import Rect, rect
from server import tanada

# The distances of drags in the reading direction on a screen 390 wide, and their speeds.
DRAGS = [
    (-340, MOUSE), (-130, FASTEST), (60, SLOW), (-250, FAST), (-130, SLOW), (180, FASTEST),
    (-60, FASTEST), (320, FAST),
]
SCREENS = [(390, "ltr"), (1024, "rtl")]
SCRIPT = RECORD
if SOAK_SEED is None:
    SCRIPT += QUICK
    DRAGS = DRAGS[:6]
else:
    SCREENS += [(390, "rtl"), (1024, "ltr")]
    source = random.Random(SOAK_SEED)
    DRAGS += [
        (source.choice([-1, 1]) * source.randint(10, 350), Speed(source.randint(40, 500)))
        for _ in range(12)
    ]


def drags(width, side):
    """The drags on a screen: as far as its width lets them be."""
    return [(round(distance * width / 390) * side, speed) for distance, speed in DRAGS]


@pytest.fixture(scope="module", params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def screen(request, browser, server):
    """A page, its document, its width and the sign of drags in the reading direction."""
    width, direction = request.param
    watched = Watched(browser, server, viewport={"width": width, "height": 844})
    watched.page.add_init_script(SCRIPT)
    watched.open(f"/?width=full&direction={direction}")
    document = server.document(width=width, direction=direction)
    yield watched.page, document, width, -1 if direction == "rtl" else 1
    watched.context.close()
    assert not watched.errors and not watched.foreign_requests()


# Flicks whose ways are too short for drags: how far and how long, in points and milliseconds.
FLICKS = [("snap_carousel", 150, 60), ("circular_carousel", 100, 32)]


def dots(element):
    """Which of how many dots of a section is on."""
    marks = element.evaluate(
        "(section) => [...section.querySelectorAll('.dots i')].map((dot) => dot.className)"
    )
    return marks.index("on"), len(marks)


def of_type(document, layout):
    return next(s for s in document["sections"] if s["layout"]["type"] == layout)


def test_news_snap_as_settle_says(screen, server):
    page, document, width, side = screen
    news = of_type(document, "snap_carousel")
    layout, element = news["layout"], section(page, news["id"])
    frames = {i["id"]: rect(f) for i, f in zip(news["items"], layout["frames"])}
    seen = set()
    for drag in drag_all(page, element, drags(width, side)):
        settled = server.settle(
            "snap-carousel", "--width", str(width), "--pages", str(len(layout["pages"])),
            "--offset", number(drag.before), "--translation", number(drag.translation * side),
            "--velocity", number(drag.velocity * side),
            "--flick-velocity", number(layout["flick_velocity"]),
        )
        assert drag.offset == settled["offset"], drag
        assert dots(element) == (settled["page"], len(layout["pages"]))
        assert settled["offset"] == layout["pages"][settled["page"]]["snap_offset"]
        seen.add(settled["page"])
        shift = (settled["offset"] - layout["initial_offset"]) * side
        for identifier in layout["pages"][settled["page"]]["item_ids"]:
            frame = frames[identifier]
            place = Rect(
                frame.x + shift, frame.y + news["layout_origin"]["y"], frame.width, frame.height
            )
            assert drag.drawn[identifier].distance(place) <= 0.5
    assert len(seen) >= 2


def test_the_ring_turns_as_settle_says(screen, server):
    page, document, width, side = screen
    banners = of_type(document, "circular_carousel")
    layout, element = banners["layout"], section(page, banners["id"])
    states = {state["offset"]: state["items"] for state in layout["states"]}
    card = layout["card_size"]
    seen = set()
    for drag in drag_all(page, element, drags(width, side)):
        settled = server.settle(
            "circular-carousel", "--count", str(len(banners["items"])),
            "--offset", number(drag.before), "--translation", number(drag.translation * side),
            "--points-per-step", number(layout["points_per_step"]),
            "--velocity", number(drag.velocity * side),
            "--flick-velocity", number(layout["flick_velocity"]),
        )
        assert drag.offset == settled["offset"], drag
        # The next dots, from the first one on, are at the end of the reading direction.
        count = len(banners["items"])
        assert dots(element) == (-round(settled["offset"]) % count, count)
        seen.add(settled["offset"])
        # Half way round, both ways lead to the same place.
        for placed in states.get(settled["offset"]) or states[-settled["offset"]]:
            scaled = card["width"] * placed["scale"], card["height"] * placed["scale"]
            place = Rect(
                width / 2 + placed["x"] - scaled[0] / 2,
                banners["layout_origin"]["y"] + (card["height"] - scaled[1]) / 2, *scaled,
            )
            assert drag.drawn[placed["id"]].distance(place) <= 0.5
    assert len(seen) >= 3


@pytest.mark.parametrize("layout,distance,milliseconds", FLICKS)
def test_a_flick_goes_on_and_back(screen, layout, distance, milliseconds):
    page, document, _, side = screen
    identifier = of_type(document, layout)["id"]
    element = section(page, identifier)
    element.query_selector("[aria-roledescription]").press("Home")
    element.evaluate(AT_REST)
    first, _ = dots(element)
    flick, slow = Speed(milliseconds), Speed(milliseconds, 3 * VELOCITY_TIME)
    # 1. As slowly as an article's rule has it, the way is too short.
    list(drag_all(page, element, [(-distance * side, slow)]))
    assert dots(element)[0] == first
    # 2. As a flick it goes on by one place, and back.
    list(drag_all(page, element, [(-distance * side, flick)]))
    assert dots(element)[0] == (first + 1) % dots(element)[1]
    list(drag_all(page, element, [(distance * side, flick)]))
    assert dots(element)[0] == first


def test_cards_are_swiped_as_settle_says(screen, server):
    page, document, width, side = screen
    scenes = of_type(document, "card_stack")
    layout, element = scenes["layout"], section(page, scenes["id"])
    count = len(scenes["items"])
    # A pile turns as a carousel whose items are as wide as the screen.
    pages = json.dumps([{"id": i + 1, "width": width, "height": 10} for i in range(count)])
    states = {state["progress"]: state for state in layout["states"]}
    frame = rect(layout["frames"][0])
    seen = set()
    short = [(-90 * side, Speed(48)), (-90 * side, SLOW), (90 * side, Speed(48))]
    for drag in drag_all(page, element, drags(width, side) + short):
        answer = tanada(
            server.program, server.folder, "layout", "carousel", "-", "--width", str(width),
            "--spacing", "0", "--leading-inset", "0", "--trailing-inset", "0", "--one-step",
            "--deceleration", "fast", "--offset", number(drag.before * width),
            "--translation", number(drag.translation * side), "--velocity", number(drag.velocity * side),
            text=pages,
        )
        settled = json.loads(answer)["settled"]
        assert drag.offset == settled["snap"], drag
        seen.add(settled["snap"])
        for index, item in enumerate(scenes["items"]):
            state = states.get(index - settled["snap"])
            if not state or state["alpha"] == 0 or state["rotation"]:
                continue
            scaled = frame.width * state["scale"], frame.height * state["scale"]
            place = Rect(
                frame.x + (frame.width - scaled[0]) / 2 + state["tx"],
                frame.y + (frame.height - scaled[1]) / 2 + state["ty"]
                + scenes["layout_origin"]["y"], *scaled,
            )
            assert drag.drawn[item["id"]].distance(place) <= 0.5
    assert len(seen) >= 3


def test_a_shelf_slows_down_as_settle_says(screen, server):
    page, document, width, side = screen
    topics = of_type(document, "shelf")
    layout, element = topics["layout"], section(page, topics["id"])
    seen = set()
    for drag in drag_all(page, element, drags(width, side)):
        settled = server.settle(
            "scroll", "--length", str(width), "--content", number(layout["content_size"]["width"]),
            "--offset", number(drag.before), "--translation", number(drag.translation * side),
            "--velocity", number(-drag.velocity * side),
        )
        assert drag.offset == pytest.approx(settled["offset"], abs=1e-6), drag
        seen.add(round(settled["offset"]))
    assert len(seen) >= 3


STRIPS = list(itertools.product(
    [{}, {"loop": True}, {"one_step": True, "align": "center"}], ["ltr", "rtl"]))
if SOAK_SEED is None:
    STRIPS = [STRIPS[0], STRIPS[3], STRIPS[4]]


@pytest.fixture(scope="module")
def strips(server):
    """Feeds with one carousel each, by their names: the options of them."""
    feeds = {}
    for options, _ in STRIPS:
        name = "_".join(["strip", *options])
        feeds[name] = {"item_height": 160, **options}
        carousel = {"type": "carousel", "options": feeds[name]}
        section = {"id": "strip", "kind": "pickup_photos", "title": "写真", "layout": carousel}
        server.must("PUT", f"/v1/feeds/{name}/composition", {"sections": [section]})
    for name in feeds:
        server.wait_for(name)
    yield feeds
    # Each feed that there is makes an edit later for all.
    for name in feeds:
        server.must("DELETE", f"/v1/feeds/{name}")


@pytest.mark.parametrize(
    "changed,direction", STRIPS, ids=lambda value: "-".join(value) if value else "plain")
def test_a_carousel_rests_as_its_layout_says(watch, server, strips, changed, direction):
    feed = "_".join(["strip", *changed])
    options = strips[feed]
    width, side = 390, -1 if direction == "rtl" else 1
    page = watch(
        f"/?feed={feed}&width=full&direction={direction}", script=SCRIPT,
        viewport={"width": width, "height": 844},
    ).page
    published = server.document(feed, width=width, direction=direction)["sections"][0]
    element = section(page, "strip")
    items = json.dumps([
        {"id": item["id"], "width": item["photo_width"], "height": item["photo_height"]}
        for item in published["items"]
    ])
    flags = ["--width", str(width), "--direction", direction]
    for name, value in options.items():
        flags += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    seen = set()
    for drag in drag_all(page, element, drags(width, side)):
        answer = tanada(
            server.program, server.folder, "layout", "carousel", "-", *flags,
            "--offset", number(drag.before), "--translation", number(drag.translation),
            "--velocity", number(drag.velocity), text=items,
        )
        settled = json.loads(answer)["settled"]
        assert drag.offset == settled["offset"], drag
        assert settled["offset"] == published["layout"]["snaps"][settled["snap"]]["offset"]
        seen.add(settled["snap"])
    assert len(seen) >= 3
