"""What a page has drawn beside what its document says."""

from oracle.drawing import Rect, drawn_items, rect

# In points: half of a pixel.
TOLERANCE = 0.5


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
