"""The whole answer of a layout: its numbers, and what every layout can be asked for beside them."""
import math

# The modules of `layouts` by the types of their layouts.
LAYOUTS = {}


def answer(type, items, options):
    """As `tanada layout` and /v1/layouts give it."""
    layout, room = LAYOUTS[type], options
    t, width = options.get("text_size", 1), options.get("width", 390)
    viewport = {"width": 390} | {name: options[name] for name in ("width", "height") if name in options}
    if "cell" in options and hasattr(layout, "room"):
        items, more = layout.room(items, t, width)
        room = options | more
    made = {"type": type, "viewport": viewport, **layout.layout(items, **room)}
    if options.get("changes"):
        made["changes"] = changes(items, made["frames"])
    made |= extras(options, made["frames"], made.get("hidden_item_ids", ()))
    if options.get("with_state"):
        made["state"] = layout.state(items, **options)
    return with_cell(layout, made, options) if "cell" in options else made


def with_cell(layout, made, options):
    """With what is inside its frames, which may read from right to left."""
    drawn = layout.cell(made, options.get("text_size", 1))
    if "direction" in options:
        if not getattr(layout, "MIRRORS_ITSELF", False):
            mirror(made, options["width"])
        drawn["slots"] = [mirrored(slot) for slot in drawn["slots"]]
    return made | {"cell": drawn}


def mirrored(slot):
    left, right = slot.pop("left", None), slot.pop("right", None)
    slot |= {name: value for name, value in [("left", right), ("right", left)] if value is not None}
    if "align" in slot:
        slot["align"] = {"left": "right", "right": "left", "center": "center"}[slot["align"]]
    return slot


def mirror(layout, W):
    for box in layout["frames"] + layout.get("pages", []):
        box["x"] = W - box["x"] - box["width"]
    if "shadow" in layout:
        layout["shadow"]["offset"]["width"] *= -1
    for state in layout.get("states", []):
        for card in state.get("items", [state]):
            card |= {name: -card[name] for name in ["x", "tx", "rotation"] if name in card}


def changes(items, frames):
    old = {item["id"]: item["frame"] for item in items if "frame" in item}
    moved = [f for f in frames
             if f["id"] in old and any(f[side] != old[f["id"]][side] for side in ["x", "y", "width", "height"])]
    inserted = [f for f in frames if f["id"] not in old]
    return {"moved": moved, "inserted": inserted, "unmoved": len(frames) - len(moved) - len(inserted)}


def extras(options, frames, hidden=()):
    """The members that device_scale and y_range add; hidden items are never in view."""
    more = {}
    if "device_scale" in options:
        scale = options["device_scale"]

        def edge(value):
            # The nearest pixel; halves, found with a millionth of a pixel to spare, go up.
            return math.floor(value * scale + 0.5 + 1e-6) / scale

        def aligned(f):
            x, y, right, bottom = edge(f["x"]), edge(f["y"]), edge(f["x"] + f["width"]), edge(f["y"] + f["height"])
            return {**f, "x": x, "y": y, "width": right - x, "height": bottom - y}

        more |= {"device_scale": scale, "pixel_frames": [aligned(f) for f in frames]}
    if "y_range" in options:
        low, high = map(float, options["y_range"].split(","))

        def contains(start, end, place):
            return place == start if start == end else start <= place < end

        def meets(f):
            # If two ranges have a place in common, the later of their starts is one.
            later = max(f["y"], low)
            return contains(f["y"], f["y"] + f["height"], later) and contains(low, high, later)

        seen = [f["id"] for f in frames if meets(f) and f["id"] not in hidden]
        more["visible"] = {"from": low, "to": high, "item_ids": seen}
    return more
