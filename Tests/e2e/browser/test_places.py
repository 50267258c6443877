"""Every section, item and slot is where the document says, and no text is cut that has room."""

import itertools
import pathlib

import pytest
from browser.watched import SOAK_SEED

from browser.expected import Rect, drawn_items, rect, slot_rects, text_of

WIDTHS = (320, 390, 430, 768, 1024)
SCREENS = list(itertools.product(WIDTHS, (1, 2), ("ltr", "rtl")))
if SOAK_SEED is None:
    # Each width, and each size of texts in each direction.
    SCREENS = [
        (320, 2, "rtl"), (390, 1, "ltr"), (390, 2, "ltr"), (430, 1, "rtl"), (768, 2, "rtl"),
        (1024, 1, "ltr"),
    ]
DRAWN = (pathlib.Path(__file__).parent / "drawn.js").read_text()
# In points: half of a pixel.
TOLERANCE = 0.5


@pytest.fixture(scope="module")
def screens(browser, server):
    """The drawn boxes of a screen, and its document, in a window as high as the screen."""
    from browser.watched import Watched

    watched = Watched(browser, server, viewport={"width": 320, "height": 800})
    known = {}

    def screen(width, size, direction):
        key = width, size, direction
        if key not in known:
            document = server.document(width=width, text_size=size, direction=direction)
            height = int(document["content_size"]["height"]) + 300
            watched.page.set_viewport_size({"width": width, "height": height})
            watched.open(f"/?width=full&text_size={size}&direction={direction}")
            known[key] = watched.page.evaluate(DRAWN), document
        return known[key]

    yield screen
    watched.context.close()
    assert not watched.errors and not watched.foreign_requests()


@pytest.mark.parametrize("width,size,direction", SCREENS)
def test_sections_and_items_are_at_their_places(screens, width, size, direction):
    drawn, document = screens(width, size, direction)
    assert drawn["feed"]["width"] == width
    sections = {section["id"]: section for section in drawn["sections"]}
    view = Rect(0, 0, width, document["content_size"]["height"])
    wrong, count = [], 0
    for section in document["sections"]:
        box = sections[section["id"]]
        if rect(box["rect"]).distance(rect(section["frame"])) > TOLERANCE:
            wrong.append((section["id"], box["rect"], section["frame"]))
        items = {item["id"]: item for item in box["items"]}
        frames = {i["id"]: f for i, f in zip(section["items"], section["layout"]["frames"])}
        for identifier, item in items.items():
            frame = frames[identifier]
            assert item["frame"] == [frame[name] for name in ("x", "y", "width", "height")]
        for identifier, (place, _) in drawn_items(section).items():
            if not place.intersects(view):
                continue
            count += 1
            found = items.get(identifier)
            if not found or rect(found["rect"]).distance(place) > TOLERANCE:
                wrong.append((section["id"], identifier, found and found["rect"], place))
    assert not wrong
    assert count > 30


@pytest.mark.parametrize("width,size,direction", SCREENS)
def test_slots_are_at_their_places(screens, width, size, direction):
    drawn, document = screens(width, size, direction)
    wrong, count = [], 0
    for section, item, box, scale, slots in cells(drawn, document):
        cell = section["cell"]
        frame = rect(box["rect"])
        lines = {slot["role"]: len(slot["lines"]) for slot in slots if slot}
        limits = {slot["role"]: slot["lines"] for slot in cell["slots"] if slot["type"] == "text"}
        counts = {role: min(lines.get(role, 0), limits[role]) for role in limits}
        rects = slot_rects(cell, frame.width / scale, frame.height / scale, counts)
        for slot, place, found in zip(cell["slots"], rects, slots):
            count += 1
            place = place.scaled_into(frame, scale)
            shown = found and rect(found["rect"])
            followed = any(other.get("after") == slot["role"] for other in cell["slots"])
            if shown and followed:
                # A text that others follow is as high as its lines.
                assert shown.height <= place.height + TOLERANCE
                place = Rect(place.x, place.y, place.width, shown.height)
            if not shown or shown.distance(place) > TOLERANCE:
                wrong.append((section["id"], item["id"], slot["role"], shown, place))
            elif slot["type"] in ("text", "badge"):
                assert found["text"].strip() == text_of(slot, item, section["roles"]).strip()
    assert not wrong[:5], f"{len(wrong)} of {count}"
    assert count > 100


@pytest.mark.parametrize("width,size,direction", SCREENS)
def test_no_text_is_cut_that_its_slot_has_lines_for(screens, width, size, direction):
    drawn, document = screens(width, size, direction)
    wrong, count = [], 0
    for section, item, box, scale, slots in cells(drawn, document):
        frame = rect(box["rect"])
        for slot, found in zip(section["cell"]["slots"], slots):
            if slot["type"] not in ("text", "badge") or not found or not found["lines"]:
                continue
            if len(found["lines"]) > slot.get("lines", 1):
                continue
            count += 1
            room = rect(found["rect"])
            padding = slot.get("padding", {"left": 0, "right": 0})
            free = room.width - (padding["left"] + padding["right"]) * scale
            for line in found["lines"]:
                # 1. Lines that are not broken may be longer than the slot: they end in an ellipsis.
                is_whole = line["right"] - line["left"] <= free + TOLERANCE
                if is_whole and (
                    line["left"] < room.x - TOLERANCE
                    or line["right"] > room.x + room.width + TOLERANCE
                ):
                    wrong.append((section["id"], item["id"], slot["role"], line, room))
                # 2. The letters are within the slot, and within a cell that clips.
                half = slot["font"]["size"] * scale / 2
                top, bottom = line["middle"] - half, line["middle"] + half
                clips = section["cell"]["corner_radius"] > 0
                if top < room.y - TOLERANCE or bottom > room.y + room.height + TOLERANCE or (
                    clips and bottom > frame.y + frame.height + TOLERANCE
                ):
                    wrong.append((section["id"], item["id"], slot["role"], line, room, frame))
    assert not wrong[:5], f"{len(wrong)} of {count}"
    assert count > 40


def cells(drawn, document):
    """Each item that is drawn at rest: its section, itself, its box, its scale and its slots as drawn,
    one for each slot of its cell, or None where it is missing."""
    sections = {section["id"]: section for section in drawn["sections"]}
    for section in document["sections"]:
        boxes = {item["id"]: item for item in sections[section["id"]]["items"]}
        places = drawn_items(section)
        for item in section["items"]:
            if item["id"] not in boxes or item["id"] not in places or not section["cell"]:
                continue
            box = boxes[item["id"]]
            # Slots of one role are drawn in their order.
            rest = list(box["slots"])
            slots = []
            for slot in section["cell"]["slots"]:
                found = next((each for each in rest if each["role"] == slot["role"]), None)
                if found:
                    rest.remove(found)
                slots.append(found)
            yield section, item, box, places[item["id"]][1], slots
