"""Where everything is, computed from a document alone: independent of tanada.js."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float

    def distance(self, other):
        """How far the edge that differs most is from that of `other`, in points."""
        return max(
            abs(self.x - other.x), abs(self.y - other.y),
            abs(self.x + self.width - other.x - other.width),
            abs(self.y + self.height - other.y - other.height),
        )

    def scaled_into(self, box, scale):
        """The rectangle of a part, in the coordinates in which the whole is drawn at `box`."""
        return Rect(
            box.x + self.x * scale, box.y + self.y * scale, self.width * scale, self.height * scale
        )

    def intersects(self, other):
        return (
            self.x < other.x + other.width and other.x < self.x + self.width
            and self.y < other.y + other.height and other.y < self.y + self.height
        )


def rect(value):
    return Rect(value["x"], value["y"], value["width"], value["height"])


def drawn_items(section):
    """By the id of each item, where it is drawn before anything was dragged, relative to the feed, and
    the scale at which its cell is drawn there. Cards in the depth of a pile are left out if no state
    says where they are."""
    layout, frame = section["layout"], section["frame"]
    x0 = frame["x"] + section["layout_origin"]["x"]
    y0 = frame["y"] + section["layout_origin"]["y"]
    states = {state["progress"]: state for state in layout.get("states", []) if "progress" in state}
    result = {}
    for index, (item, box) in enumerate(zip(section["items"], layout["frames"])):
        place, scale = rect(box), 1
        if layout["type"] == "circular_carousel":
            scale = box["width"] / layout["card_size"]["width"]
        if layout["type"] == "card_stack":
            state = states.get(index)
            if not state or "pieces" in state or state.get("rotation", 0) or state.get("quad"):
                continue
            scale = state["scale"]
            place = Rect(
                place.x + place.width * (1 - scale) / 2 + state["tx"],
                place.y + place.height * (1 - scale) / 2 + state["ty"],
                place.width * scale, place.height * scale,
            )
        result[item["id"]] = Rect(x0 + place.x, y0 + place.y, place.width, place.height), scale
    return result


def slot_rects(cell, width, height, line_counts):
    """Where the slots of a cell are in a box, in their order. `line_counts` says how many lines the
    texts have that other slots follow, by their roles."""
    ends, rects = {}, []
    for slot in cell["slots"]:
        left, right, offset = slot.get("left"), slot.get("right"), slot["offset"]
        slot_width = slot.get("width", width - (left or 0) - (right or 0))
        if left is not None:
            x = left
        elif right is not None:
            x = width - right - slot_width
        else:
            x = (width - slot_width) / 2
        if "bottom" in slot:
            slot_height = height - slot["bottom"] - offset
        else:
            slot_height = slot["height"]
        if slot["anchor"] == "bottom":
            y = height - offset - slot_height
        else:
            y = offset + ends.get(slot.get("after"), 0)
        if slot["type"] == "text":
            count = line_counts.get(slot["role"], slot["lines"])
            ends[slot["role"]] = y + (
                (count - 1) * slot["line_pitch"] + slot["line_height"] if count else 0
            )
        rects.append(Rect(x, y, slot_width, slot_height))
    return rects


def text_of(slot, item, roles):
    """The text of a slot for an item; empty if the item has no value for it."""
    role = slot["role"]
    if role == "fixed":
        return slot["text"]
    value = item.get("date_label") if role == "date" else item.get(roles.get(role))
    if value in (None, ""):
        return ""
    if role == "rating":
        value = f"{value:.1f}"
    return slot.get("prefix", "") + str(value)
