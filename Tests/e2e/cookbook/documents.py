"""What holds of every document of a screen: no section is empty, nothing is outside its section, and none overlap."""

import math

from oracle.drawing import slot_rects

SLACK = 0.01  # points, for sums of doubles
SLOT_SLACK = 0.2  # the title of recent_news begins 0.17 points above a row of 74, as on the existing screens
SIDEWAYS = {"shelf", "snap_carousel", "circular_carousel", "carousel"}  # they scroll beyond the edge


def inside(inner, outer, sideways=False, slack=SLACK):
    left, top, right, bottom = inner
    x = sideways or (left >= outer[0] - slack and right <= outer[2] + slack)
    return x and top >= outer[1] - slack and bottom <= outer[3] + slack


def card_rectangles(layout):
    """The cards of a pile that can be seen while the first one is in front."""
    frame = layout["frames"][0]
    for state in layout["states"]:
        progress = state["progress"]
        if not 0 <= progress < len(layout["frames"]) or progress != int(progress) or not state.get("alpha", 1):
            continue
        width, height = (frame[side] * state.get("scale", 1) for side in ("width", "height"))
        turn = state.get("rotation") or 0
        half_width = (abs(width * math.cos(turn)) + abs(height * math.sin(turn))) / 2
        half_height = (abs(width * math.sin(turn)) + abs(height * math.cos(turn))) / 2
        x = frame["x"] + frame["width"] / 2 + state.get("tx", 0)
        y = frame["y"] + frame["height"] / 2 + state.get("ty", 0)
        yield x - half_width, y - half_height, x + half_width, y + half_height


def check_section(section, where):
    layout, frames = section["layout"], section["layout"]["frames"]
    assert section["items"] and section["title"] and section["cell"], f"{where} is empty, or has no title or no cell"
    assert len(frames) == len(section["items"]), f"{where} has items without a place"
    box = (0, 0, section["frame"]["width"], section["frame"]["height"] - section["layout_origin"]["y"])
    for frame in frames:
        place = frame["x"], frame["y"], frame["x"] + frame["width"], frame["y"] + frame["height"]
        assert inside(place, box, layout["type"] in SIDEWAYS), f"{where}: item {frame['id']} is outside its section"
    for card in card_rectangles(layout) if layout["type"] == "card_stack" else ():
        assert inside(card, box, sideways=True), f"{where}: a card behind, {card}, is outside {box}"
    size = layout.get("card_size") or min(frames, key=lambda frame: frame["width"] * frame["height"])
    card = (0, 0, size["width"], size["height"])
    for slot, rect in zip(section["cell"]["slots"], slot_rects(section["cell"], size["width"], size["height"], {})):
        # The line of recent_news is 6 points below a row of a snap carousel, as on the existing screens.
        if not slot.get("after") and not (slot["type"] == "line" and layout["type"] == "snap_carousel"):
            place = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
            assert inside(place, card, slack=SLOT_SLACK), f"{where}: slot {slot['role']} {place} is outside {card}"
    for item in section["items"]:
        assert (item.get("image") or {}).get("sources"), f"{where}: item {item['id']} has no picture"


def check_document(document, width, where):
    bottom = 0
    for section in document["sections"]:
        check_section(section, f"{where}: {section['id']}")
        frame = section["frame"]
        assert frame["x"] == 0 and frame["width"] == width, f"{where}: {section['id']} is not as wide as the screen"
        assert frame["y"] >= bottom - SLACK, f"{where}: {section['id']} is above the end of the one before"
        bottom = frame["y"] + frame["height"]
    assert abs(document["content_size"]["height"] - bottom) < SLACK, where
