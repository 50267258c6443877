"""Where sections, items and slots of a document are drawn, computed from the document alone."""

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
            abs(self.x + self.width - other.x - other.width), abs(self.y + self.height - other.y - other.height))

    def scaled(self, scale, x=0, y=0):
        """About its middle, and then moved."""
        width, height = self.width * scale, self.height * scale
        return Rect(self.x + (self.width - width) / 2 + x, self.y + (self.height - height) / 2 + y, width, height)

    def moved(self, x, y):
        return Rect(self.x + x, self.y + y, self.width, self.height)

    def intersects(self, other):
        return (
            self.x < other.x + other.width and other.x < self.x + self.width
            and self.y < other.y + other.height and other.y < self.y + self.height)


def rect(value):
    return Rect(value["x"], value["y"], value["width"], value["height"])


def drawn_items(section):
    """By the id of each item, where it is drawn before anything was dragged, relative to the feed, and
    the scale at which its cell is drawn there. Cards in the depth of a pile are left out if no state
    says where they are."""
    layout, frame, origin = section["layout"], section["frame"], section["layout_origin"]
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
            place = place.scaled(scale, state["tx"], state["ty"])
        result[item["id"]] = place.moved(frame["x"] + origin["x"], frame["y"] + origin["y"]), scale
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
        slot_height = max(0, height - slot["bottom"] - offset) if "bottom" in slot else slot["height"]
        y = height - offset - slot_height if slot["anchor"] == "bottom" else offset + ends.get(slot.get("after"), 0)
        if slot["type"] == "text":
            count = line_counts.get(slot["role"], slot["lines"])
            ends[slot["role"]] = y + ((count - 1) * slot["line_pitch"] + slot["line_height"] if count else 0)
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
    return slot.get("prefix", "") + (f"{value:.1f}" if role == "rating" else str(value))
