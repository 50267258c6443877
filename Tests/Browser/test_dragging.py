"""A drag ends where `tanada settle` says, and what is drawn then is what the document says of it."""

import json

import pytest

from drags import RECORD, drag, number, offset, section
from expected import Rect, rect
from server import tanada

# Milliseconds, and whether the finger is held before it lets go.
SLOW, FAST, FASTEST = (300, True), (400, False), (90, False)
# The distances of drags in the reading direction on a screen 390 wide, and their speed.
DRAGS = [
    (-340, *SLOW), (-130, *FASTEST), (60, *SLOW), (-250, *FAST), (-130, *SLOW), (180, *FASTEST),
    (-60, *FASTEST), (320, *FAST),
]
SCREENS = [(390, "ltr"), (390, "rtl"), (1024, "ltr")]


def drags(width, side):
    """The drags on a screen: as far as its width lets them be."""
    return [(round(distance * width / 390) * side, *speed) for distance, *speed in DRAGS]


@pytest.fixture(params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def screen(request, watch, server):
    """A page, its document, its width and the sign of drags in the reading direction."""
    width, direction = request.param
    watched = watch(
        f"/?width=full&direction={direction}", script=RECORD,
        viewport={"width": width, "height": 844},
    )
    document = server.document(width=width, direction=direction)
    return watched.page, document, width, -1 if direction == "rtl" else 1


def of_type(document, layout):
    return next(s for s in document["sections"] if s["layout"]["type"] == layout)


def drawn(element):
    """The rectangles of a section's items, relative to its layout, by their ids."""
    boxes = element.evaluate(
        """(section) => {
          const { x, y } = section.getBoundingClientRect();
          return [...section.querySelectorAll("[data-item]")]
            .filter((item) => getComputedStyle(item).visibility !== "hidden")
            .map((item) => {
              const box = item.getBoundingClientRect();
              return [Number(item.dataset.item),
                { x: box.x - x, y: box.y - y, width: box.width, height: box.height }];
            });
        }"""
    )
    return {identifier: rect(box) for identifier, box in boxes}


def test_news_snap_as_settle_says(screen, server):
    page, document, width, side = screen
    news = of_type(document, "snap_carousel")
    layout, element = news["layout"], section(page, news["id"])
    frames = {i["id"]: rect(f) for i, f in zip(news["items"], layout["frames"])}
    seen = set()
    for distance, time, holds in drags(width, side):
        before = offset(element)
        translation, _ = drag(element, distance, time, holds)
        settled = server.settle(
            "snap-carousel", "--width", str(width), "--pages", str(len(layout["pages"])),
            "--offset", number(before), "--translation", number(translation * side),
        )
        assert offset(element) == settled["offset"], (before, distance)
        assert settled["offset"] == layout["pages"][settled["page"]]["snap_offset"]
        seen.add(settled["page"])
        shift = (settled["offset"] - layout["initial_offset"]) * side
        shown = drawn(element)
        for identifier in layout["pages"][settled["page"]]["item_ids"]:
            frame = frames[identifier]
            place = Rect(
                frame.x + shift, frame.y + news["layout_origin"]["y"], frame.width, frame.height
            )
            assert shown[identifier].distance(place) <= 0.5
    assert len(seen) >= 2


def test_the_ring_turns_as_settle_says(screen, server):
    page, document, width, side = screen
    banners = of_type(document, "circular_carousel")
    layout, element = banners["layout"], section(page, banners["id"])
    states = {state["offset"]: state["items"] for state in layout["states"]}
    card = layout["card_size"]
    seen = set()
    for distance, time, holds in drags(width, side):
        before = offset(element)
        translation, _ = drag(element, distance, time, holds)
        settled = server.settle(
            "circular-carousel", "--count", str(len(banners["items"])),
            "--offset", number(before), "--translation", number(translation * side),
            "--points-per-step", number(layout["points_per_step"]),
        )
        assert offset(element) == settled["offset"], (before, distance)
        seen.add(settled["offset"])
        shown = drawn(element)
        # Half way round, both ways lead to the same place.
        for placed in states.get(settled["offset"]) or states[-settled["offset"]]:
            scaled = card["width"] * placed["scale"], card["height"] * placed["scale"]
            place = Rect(
                width / 2 + placed["x"] - scaled[0] / 2,
                banners["layout_origin"]["y"] + (card["height"] - scaled[1]) / 2, *scaled,
            )
            assert shown[placed["id"]].distance(place) <= 0.5
    assert len(seen) >= 3


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
    short = [(-90 * side, 48, False), (-90 * side, 300, True), (90 * side, 48, False)]
    for distance, time, holds in drags(width, side) + short:
        before = offset(element)
        translation, velocity = drag(element, distance, time, holds)
        answer = tanada(
            server.program, server.folder, "layout", "carousel", "-", "--width", str(width),
            "--spacing", "0", "--leading-inset", "0", "--trailing-inset", "0", "--one-step",
            "--deceleration", "fast", "--offset", number(before * width),
            "--translation", number(translation * side), "--velocity", number(velocity * side),
            text=pages,
        )
        settled = json.loads(answer)["settled"]
        assert offset(element) == settled["snap"], (before, distance, translation, velocity)
        seen.add(settled["snap"])
        shown = drawn(element)
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
            assert shown[item["id"]].distance(place) <= 0.5
    assert len(seen) >= 3


def test_a_shelf_slows_down_as_settle_says(screen, server):
    page, document, width, side = screen
    topics = of_type(document, "shelf")
    layout, element = topics["layout"], section(page, topics["id"])
    seen = set()
    for distance, time, holds in drags(width, side):
        before = offset(element)
        translation, velocity = drag(element, distance, time, holds)
        settled = server.settle(
            "scroll", "--length", str(width), "--content", number(layout["content_size"]["width"]),
            "--offset", number(before), "--translation", number(translation * side),
            "--velocity", number(-velocity * side),
        )
        assert offset(element) == pytest.approx(settled["offset"], abs=1e-6), (before, distance)
        seen.add(round(settled["offset"]))
    assert len(seen) >= 3


@pytest.fixture(scope="module", params=[{}, {"loop": True}, {"one_step": True, "align": "center"}])
def strip(request, server):
    """A feed with one carousel, and the options of it."""
    options = {"item_height": 160, **request.param}
    feed = "_".join(["strip", *request.param])
    carousel = {"type": "carousel", "options": options}
    section = {"id": "strip", "kind": "pickup_photos", "title": "写真", "layout": carousel}
    server.send("PUT", f"/v1/feeds/{feed}/composition", {"sections": [section]})
    server.wait_for(feed)
    yield feed, options
    # Each feed that there is makes an edit later for all.
    server.send("DELETE", f"/v1/feeds/{feed}")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_carousel_rests_as_its_layout_says(watch, server, strip, direction):
    feed, options = strip
    width, side = 390, -1 if direction == "rtl" else 1
    page = watch(
        f"/?feed={feed}&width=full&direction={direction}", script=RECORD,
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
    for distance, time, holds in drags(width, side):
        before = offset(element)
        translation, velocity = drag(element, distance, time, holds)
        answer = tanada(
            server.program, server.folder, "layout", "carousel", "-", *flags,
            "--offset", number(before), "--translation", number(translation),
            "--velocity", number(velocity), text=items,
        )
        settled = json.loads(answer)["settled"]
        assert offset(element) == settled["offset"], (before, translation, velocity)
        assert settled["offset"] == published["layout"]["snaps"][settled["snap"]]["offset"]
        seen.add(settled["snap"])
    assert len(seen) >= 3
