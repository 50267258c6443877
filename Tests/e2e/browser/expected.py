"""Where everything is, computed from a document alone: independent of tanada.js."""

from dataclasses import dataclass

# In points: half of a pixel.
TOLERANCE = 0.5


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


def misplaced(drawn, document):
    """Sections, and items in the view, that are not where the document says; and how many items were looked for."""
    assert [section["id"] for section in drawn["sections"]] == [section["id"] for section in document["sections"]]
    view = Rect(0, 0, document["viewport"]["width"], document["content_size"]["height"])
    wrong, count = [], 0
    for section, box in zip(document["sections"], drawn["sections"]):
        if rect(box["rect"]).distance(rect(section["frame"])) > TOLERANCE:
            wrong.append((section["id"], box["rect"], section["frame"]))
        items = {item["id"]: item for item in box["items"]}
        frames = {item["id"]: frame for item, frame in zip(section["items"], section["layout"]["frames"])}
        for identifier, item in items.items():
            assert item["frame"] == [frames[identifier][name] for name in ("x", "y", "width", "height")]
        for identifier, (place, _) in drawn_items(section).items():
            if place.intersects(view):
                count += 1
                found = items.get(identifier)
                if not found or rect(found["rect"]).distance(place) > TOLERANCE:
                    wrong.append((section["id"], identifier, found and found["rect"], place))
    return wrong, count


def cells(drawn, document):
    """Each item that is drawn at rest: its section, itself, its box, its scale and its slots as drawn,
    one for each slot of its cell, or None where it is missing."""
    for section, box in zip(document["sections"], drawn["sections"]):
        boxes, places = {item["id"]: item for item in box["items"]}, drawn_items(section)
        for item in section["items"]:
            if item["id"] in boxes and item["id"] in places and section["cell"]:
                # Slots of one role are drawn in their order.
                rest, slots = list(boxes[item["id"]]["slots"]), []
                for slot in section["cell"]["slots"]:
                    slots.append(next((each for each in rest if each["role"] == slot["role"]), None))
                    if slots[-1]:
                        rest.remove(slots[-1])
                yield section, item, rect(boxes[item["id"]]["rect"]), places[item["id"]][1], slots


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
        slot_height = height - slot["bottom"] - offset if "bottom" in slot else slot["height"]
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
