"""Layouts over HTTP against the oracle of the conformance cases, which is written from the formulas alone: numbers are the
same to the last bit, but for rounding in justified rows, carousels and explanations."""

import json
import math
import urllib.parse

import oracle
from comparisons.support import fail, first_difference, picked
from harness import smallest
from oracle.asking import Asking

# The order of the terms decides the last bit. Where no screen was there before, the oracle may have another one.
ROUNDING = {"justified_rows": 1e-12, "carousel": 1e-12}


def some_request(asking, layout):
    items, options = oracle.LAYOUTS[layout].asked(asking)
    # A height matters to piles alone.
    options = {"width": asking.width(), **options} | asking.options(
        height=[asking.whole(200, 1200)], device_scale=[1, 2, 3, 4],
        y_range=[lambda: f"{asking.pick.randint(-100, 400)},{asking.pick.randint(400, 900)}"])
    if layout not in ROUNDING and asking.pick.random() < 0.25:
        # They are drawn elsewhere, or where the layout puts them anew.
        options["changes"] = True
        drawn = expected(layout, items, {**options, "changes": False})
        for index, frame in enumerate(drawn["frames"] if drawn else []):
            if asking.pick.random() < 0.6:
                box = {name: frame[name] for name in ("x", "y", "width", "height")}
                items[index] = {**items[index], "frame": box | ({"x": 1} if asking.pick.random() < 0.3 else {})}
    return items, options


def expected(layout, items, options):
    """What the oracle answers; None where two ways are equally good for it."""
    try:
        return oracle.answer(layout, items, options)
    except AssertionError:
        return None


def path_of(layout, options):
    texts = {name: json.dumps(value) if isinstance(value, (bool, float, int)) else value
             for name, value in options.items() if value is not False}
    return f"/v1/layouts/{layout}?{urllib.parse.urlencode(texts, quote_via=urllib.parse.quote)}"


def end_difference(found, options):
    """The last picture of a filled row ends at the inset to the last bit."""
    end, frames = options["width"] - options.get("inset", 8), {frame["id"]: frame for frame in found["frames"]}
    for row in found["rows"]:
        last = frames[row["item_ids"][-1]]
        if not row["widow"] and last["x"] + last["width"] != end:
            return f"row {row['index']}: ends at {last['x'] + last['width']}, expected {end}"
    return None


def difference(client, layout, items, options):
    answer = client.send("POST", path_of(layout, options), items)
    made = expected(layout, items, options)
    if made is None:
        return None
    columns = options.get("columns", {"mosaic": 3}.get(layout, 2))
    # Whether columns would be narrower than a point.
    if layout in ("uniform_grid", "staggered_grid", "mosaic") and options["width"] < (
            2 * options.get("inset", 8) + (columns - 1) * options.get("spacing", 8) + columns):
        is_refused = answer.status == 400 and answer.code == "invalid_options"
        return None if is_refused else f"found {answer}, expected a refusal: columns have no room"
    if answer.status != 200:
        return f"found {answer}"
    # An explanation has sums over all cells.
    rounding = 1e-12 if options.get("explain") else ROUNDING.get(layout, 0)
    # The last width of a filled row is what is left of the viewport, so its error is that of the places before it.
    least = 8 * math.ulp(options["width"]) if layout == "justified_rows" else 0
    return (first_difference(answer.json, made, rounding=rounding, least=least)
            or (end_difference(answer.json, options) if layout == "justified_rows" else None))


def test_layouts(serve, make_store, size, seed, figure):
    client = serve(make_store(samples=False)).client()
    asking, rounds = Asking(picked("layouts", seed)), size("rounds", 60, soak=600)
    for _ in range(rounds):
        for layout in oracle.LAYOUTS:
            items, options = some_request(asking, layout)
            if difference(client, layout, items, options):
                items = smallest(items, lambda fewer: difference(client, layout, fewer, options))
                names = smallest([name for name in options if name != "width"], lambda fewer: difference(
                    client, layout, items, {name: options[name] for name in ["width", *fewer]}))
                options = {name: options[name] for name in ["width", *names]}
                fail(f"POST {path_of(layout, options)} {json.dumps(items)}: {difference(client, layout, items, options)}")
    figure(f"{rounds * len(oracle.LAYOUTS)} layouts as the oracle of the conformance cases has them (seed {seed})")
