"""Every section, item and slot is where the document says, and no text is cut that has room."""

import itertools

import pytest
from browser.expected import TOLERANCE, cells, misplaced
from browser.watched import SOAK_SEED
from oracle.drawing import Rect, rect, slot_rects, text_of

SCREENS = list(itertools.product((320, 390, 430, 768, 1024), (1, 2), ("ltr", "rtl")))
if SOAK_SEED is None:
    # Each width, and each size of texts in each direction.
    SCREENS = [
        (320, 2, "rtl"), (390, 1, "ltr"), (390, 2, "ltr"), (430, 1, "rtl"), (768, 2, "rtl"), (1024, 1, "ltr")]


@pytest.fixture(scope="module")
def page(lasting, server):
    return lasting(server)


@pytest.fixture(scope="module", params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def screen(request, page, server):
    """The drawn boxes of a screen, and its document, in a window as high as the screen."""
    width, size, direction = request.param
    document = server.document(width=width, text_size=size, direction=direction)
    page.page.set_viewport_size({"width": width, "height": int(document["content_size"]["height"]) + 300})
    page.open(f"/?width=full&text_size={size}&direction={direction}")
    return page.page.evaluate("look.drawn"), document


def test_sections_and_items_are_at_their_places(screen):
    drawn, document = screen
    assert drawn["feed"]["width"] == document["viewport"]["width"]
    wrong, count = misplaced(drawn, document)
    assert not wrong
    assert count > 30


def test_slots_are_at_their_places(screen):
    wrong, count = [], 0
    for section, item, frame, scale, slots in cells(*screen):
        cell = section["cell"]
        lines = {slot["role"]: len(slot["lines"]) for slot in slots if slot}
        counts = {slot["role"]: min(lines.get(slot["role"], 0), slot["lines"])
                  for slot in cell["slots"] if slot["type"] == "text"}
        rects = slot_rects(cell, frame.width / scale, frame.height / scale, counts)
        for slot, place, found in zip(cell["slots"], rects, slots):
            count += 1
            place = Rect(frame.x + place.x * scale, frame.y + place.y * scale, place.width * scale, place.height * scale)
            shown = found and rect(found["rect"])
            if shown and any(other.get("after") == slot["role"] for other in cell["slots"]):
                # A text that others follow is as high as its lines.
                assert shown.height <= place.height + TOLERANCE
                place = Rect(place.x, place.y, place.width, shown.height)
            if not shown or shown.distance(place) > TOLERANCE:
                wrong.append((section["id"], item["id"], slot["role"], shown, place))
            elif slot["type"] in ("text", "badge"):
                assert found["text"].strip() == text_of(slot, item, section["roles"]).strip()
    assert not wrong[:5], f"{len(wrong)} of {count}"
    assert count > 100


def test_no_text_is_cut_that_its_slot_has_lines_for(screen):
    wrong, count = [], 0
    for section, item, frame, scale, slots in cells(*screen):
        for slot, found in zip(section["cell"]["slots"], slots):
            is_text = slot["type"] in ("text", "badge") and found and found["lines"]
            if not is_text or len(found["lines"]) > slot.get("lines", 1):
                continue
            count += 1
            room, padding = rect(found["rect"]), slot.get("padding", {"left": 0, "right": 0})
            free = room.width - (padding["left"] + padding["right"]) * scale
            # The letters are within the slot, and within a cell that clips.
            end = room.y + room.height
            if section["cell"]["corner_radius"] > 0:
                end = min(end, frame.y + frame.height)
            half = slot["font"]["size"] * scale / 2
            for line in found["lines"]:
                # Lines that are not broken may be longer than the slot: they end in an ellipsis.
                is_whole = line["right"] - line["left"] <= free + TOLERANCE
                beyond = [room.y - line["middle"] + half, line["middle"] + half - end]
                if is_whole:
                    beyond += [room.x - line["left"], line["right"] - room.x - room.width]
                if max(beyond) > TOLERANCE:
                    wrong.append((section["id"], item["id"], slot["role"], line, room, frame))
    assert not wrong[:5], f"{len(wrong)} of {count}"
    assert count > 40
