"""What all generators share: the whole answer of a layout, and a file for each case, ../cases/<type>/<name>.json."""
import json
import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEEDS = ROOT.parent.parent / "Seeds"

# The purposes of the cases that every layout has, and their options.
COMMON = {
    "no-items": ("An empty section has no height.", {}),
    "one-item": ("A single item has no neighbour and no gap.", {}),
    "two-items": ("The first gap, column or page between two items.", {}),
    "narrowest": ("The narrowest viewport that is accepted, 200 points.", {"width": 200}),
    "widest": ("The widest viewport that is accepted, 4096 points.", {"width": 4096}),
    "fractional-width": ("A viewport's width need not be a whole number of points.", {"width": 360.5}),
    "given-height": ("A height that is given as well changes only what depends on it.", {"height": 844}),
    "changes": ("What is inserted, moved or unmoved since each item was drawn: the first item left, a new one came "
                "last.", {"changes": True}),
    "pixels-3x": ("Frames on device pixels share their rounded edges: 3 pixels in a point.",
                  {"width": 361.7, "device_scale": 3}),
    "in-view": ("The items whose frames meet a range of heights.", {}),
}

# --- Files.


def lines(value, depth=0):
    """JSON with one member or element per line, and everything small on a line of its own."""
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    text = json.dumps(value, ensure_ascii=False)
    if not any(isinstance(member, (dict, list)) for member in members) or depth > 0 and len(json.dumps(value)) <= 96:
        return text
    parts = [lines(member, depth + 1) for member in members]
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {part}" for name, part in zip(value, parts)]
    inner = "\n" + " " * (depth + 1)
    return text[0] + ",".join(inner + part for part in parts) + "\n" + " " * depth + text[-1]


def plain(value):
    """Whole numbers without a fraction, and no negative zero: 390.0 and -0.0 are 390 and 0."""
    if isinstance(value, float) and value == int(value) and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    return [plain(member) for member in value] if isinstance(value, list) else value


def write_file(folder, name, content):
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    (ROOT / folder / f"{name}.json").write_text(lines(plain(content)) + "\n")


def write(type, name, purpose, options, expected, items=None):
    """Writes the case `name` of `type`, which says what it is for. `items` only for what takes items."""
    case = {"type": type, "description": purpose, "options": options}
    write_file(f"cases/{type}", name, case | ({} if items is None else {"items": items}) | {"expected": expected})


# --- Layouts.

# Of each type, a function of items and of options by their published names, which returns the layout's own numbers.
LAYOUTS = {}


def layout(type):
    return lambda oracle: LAYOUTS.setdefault(type, oracle)


def answer(type, items, options):
    """The whole answer of a layout: its numbers, and what every layout can be asked for beside them."""
    viewport = {"width": 390} | {name: options[name] for name in ("width", "height") if name in options}
    made = {"type": type, "viewport": viewport, **LAYOUTS[type](items, **options)}
    if options.get("changes"):
        made["changes"] = changes(items, made["frames"])
    return made | extras(options, made["frames"], made.get("hidden_item_ids", ()))


def size(width, height):
    return {"width": width, "height": height}


def frame(item, x, y, width, height, **more):
    return {"id": item["id"], "x": x, "y": y, "width": width, "height": height, **more}


def bottom(frames):
    return max((frame["y"] + frame["height"] for frame in frames), default=0)


def column_edges(width, columns, spacing, inset):
    """The width of each of several columns with gaps between them, and where they begin."""
    wide = (width - (2 * inset + spacing * (columns - 1))) / columns
    edges = [inset]
    while len(edges) < columns:
        edges.append(edges[-1] + wide + spacing)
    return wide, edges


def away(value):
    """Rounded, halves away from zero."""
    return math.copysign(math.floor(abs(value) + 0.5), value)


def clamp(value, low, high):
    """The low bound first, then the high one; None bounds nothing."""
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


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


# --- Cases of layouts.


def numbered(count, first=40):
    """Items of nothing but their ids."""
    return [{"id": first - i} for i in range(count)]


def pictures(sizes):
    return [{"id": 3 * i + 2, "photo_width": w, "photo_height": h} for i, (w, h) in enumerate(sizes)]


def drawn(type, items, options):
    """The items with the frames they have under `options`."""
    return [{**item, "frame": frame} for item, frame in zip(items, LAYOUTS[type](items, **options)["frames"])]


def layout_cases(type, table, make=list):
    """Writes the cases of a table: their names, what they are for, what `make` makes items of, and maybe their options.
    A purpose of None is that of COMMON."""
    for name, purpose, content, *given in table:
        items, options = make(content), dict(*given)
        write(type, name, purpose or COMMON[name][0], options, answer(type, items, options), items)


def common_cases(type, items, counts, **options):
    """Writes the cases that every layout has, with the first of the items."""
    counts = {"no-items": 0, "one-item": 1, "two-items": 2, **counts}
    layout_cases(type, [(name, None, items[:count], options | COMMON[name][1]) for name, count in counts.items()])


def changes_case(type, items, new, **options):
    """Writes the case of items of which the first one left, and after which a new one came."""
    layout_cases(type, [("changes", None, drawn(type, items, options)[1:] + [new], options | COMMON["changes"][1])])


def page_cases(type, slug, items, state, page_size, purposes, **options):
    """A case for each page that `purposes` has by its number; all pages are checked to be the whole. `state` is a
    function of the items before a page, and of the options: what the page is asked for with."""
    whole = {}
    for number, start in enumerate(range(0, len(items), page_size), 1):
        shown, page, before = items[:start + page_size], items[start:start + page_size], state(items[:start], **options)
        expected = answer(type, shown, options)
        ids = [item["id"] for item in before.get("open", []) + page]
        expected["frames"] = [f for f in expected["frames"] if f["id"] in ids]
        if "rows" in expected:
            expected["rows"] = [row for row in expected["rows"] if row["item_ids"][0] in ids]
            expected["hidden_item_ids"] = [id for id in expected["hidden_item_ids"] if id in ids]
        expected |= extras(options, expected["frames"], expected.get("hidden_item_ids", ()))
        expected["state"] = state(shown, **options)
        if number in purposes:
            given = {**options, "with_state": True} | ({"state": before} if start > 0 else {})
            write(type, f"page-{number}-{slug}", purposes[number], given, expected, page)
        whole |= {f["id"]: f for f in expected["frames"]}
    assert list(whole.values()) == LAYOUTS[type](items, **options)["frames"], "pages are not the whole"
