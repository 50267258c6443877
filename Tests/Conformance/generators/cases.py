"""Writes conformance cases: one small file each, under ../cases/<type>/<name>.json."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEEDS = ROOT.parent.parent / "Seeds"


# The purposes of the cases that every layout has.
COMMON = {
    "no-items": "An empty section has no height.",
    "one-item": "A single item has no neighbour and no gap.",
    "two-items": "The first gap, column or page between two items.",
    "narrowest": "The narrowest viewport that is accepted, 200 points.",
    "widest": "The widest viewport that is accepted, 4096 points.",
    "fractional-width": "A viewport's width need not be a whole number of points.",
    "given-height": "A height that is given as well changes only what depends on it.",
    "changes": "What is inserted, moved or unmoved since each item was drawn: the first item left, a new one "
    "came last.",
    "pixels-3x": "Frames on device pixels share their rounded edges: 3 pixels in a point.",
    "in-view": "The items whose frames meet a range of heights.",
}


def members(value):
    return value.values() if isinstance(value, dict) else value


def lines(value, depth=0):
    """JSON with one member or element per line, and everything small on a line of its own."""
    nested = isinstance(value, (dict, list))
    if not nested or not any(isinstance(v, (dict, list)) for v in members(value)):
        return json.dumps(value, ensure_ascii=False)
    if depth > 0 and len(json.dumps(value)) <= 96:
        return json.dumps(value, ensure_ascii=False)
    inner = " " * (depth + 1)
    if isinstance(value, dict):
        parts = [json.dumps(k) + ": " + lines(v, depth + 1) for k, v in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * depth + "}"
    parts = [lines(v, depth + 1) for v in value]
    return "[\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * depth + "]"


def plain(value):
    """Whole numbers without a fraction, and no negative zero: 390.0 and -0.0 are 390 and 0."""
    if isinstance(value, float) and value == int(value) and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value


def write(type, name, purpose, options, expected, items=None):
    """Writes the case `name` of `type`, which says what it is for. `items` only for what takes items."""
    description = purpose[0].upper() + purpose[1:]
    case = {"type": type, "description": description, "options": options}
    if items is not None:
        case["items"] = items
    case["expected"] = expected
    folder = ROOT / "cases" / type
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(lines(plain(case)) + "\n")
