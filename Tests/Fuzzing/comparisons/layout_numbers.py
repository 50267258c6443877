"""Layouts over HTTP against the generators of the conformance cases, which are written from the formulas alone: numbers
are the same to the last bit, but for rounding in justified rows, carousels and explanations."""

import json
import math
import random
import urllib.parse
from typing import Any, Callable

import generators
from support import Difference, Run, Server, first_difference, smallest

Request = tuple[str, list[dict], dict[str, Any]]


def some_width(pick: random.Random) -> float:
    return pick.choice([200, 320, 375, 390, 393, 430, 834, 1440, 4096, pick.randint(200, 4096),
                        round(pick.uniform(200, 1500), pick.randint(1, 12))])


def some_ids(pick: random.Random, most: int) -> list[dict]:
    return [{"id": id} for id in pick.sample(range(1, 1000), pick.randint(0, most))]


def some_pictures(pick: random.Random, most: int) -> list[dict]:
    def side() -> float:
        return pick.choice([pick.randint(1, 20), pick.randint(100, 6000), 960, 720, round(pick.uniform(0.5, 900), 3)])
    return [{**item, "photo_width": side(), "photo_height": side()} for item in some_ids(pick, most)]


def chosen(pick: random.Random, **values: Callable[[], Any]) -> dict[str, Any]:
    """Some of the options."""
    return {name: value() for name, value in values.items() if pick.random() < 0.35}


def spaces(pick: random.Random) -> dict[str, Callable[[], Any]]:
    def length() -> float:
        return pick.choice([0, 4, 8, 12.5, pick.randint(0, 40), round(pick.uniform(0, 30), 4)])
    return {"spacing": length, "inset": length}


def spanning(pick: random.Random, items: list[dict], columns: int) -> list[dict]:
    if pick.random() < 0.5:
        return items
    return [{**item, "column_span": pick.randint(2, columns)} if columns > 1 and pick.random() < 0.3 else item
            for item in items]


# What each layout is asked for.


def ask_fixed(layout: str, most: int) -> Callable[[random.Random], tuple[list, dict]]:
    def ask(pick: random.Random) -> tuple[list, dict]:
        if layout == "staggered_grid":
            return some_pictures(pick, most), {}
        return some_ids(pick, most), {}
    return ask


def ask_uniform_grid(pick: random.Random) -> tuple[list, dict]:
    options = chosen(pick, columns=lambda: pick.randint(1, 16), aspect_ratio=lambda: round(pick.uniform(0.01, 5), 3),
                     caption_height=lambda: pick.choice([0, 20, 94.25, pick.randint(0, 300)]), **spaces(pick))
    return spanning(pick, some_ids(pick, 30), options.get("columns", 2)), options


def ask_staggered_grid(pick: random.Random) -> tuple[list, dict]:
    options = chosen(pick, columns=lambda: pick.randint(1, 16), **spaces(pick), explain=lambda: True,
                     placement=lambda: pick.choice(["sample", "shortest", "source_order", "forward", "balanced"]))
    if options.get("placement") == "forward":
        options |= chosen(pick, tolerance=lambda: pick.choice([0, 1, 20.5, 1000]))
    if options.get("placement") == "balanced":
        options.pop("columns", None)
    # All splits are tried: of two columns, and where the optimum is explained.
    is_split = options.get("placement") == "balanced" or "explain" in options
    if is_split and "spacing" in options:
        # The optimum is exact for half points.
        options["spacing"] = round(options["spacing"] * 2) / 2
    pictures = some_pictures(pick, 9 if is_split else 40)
    return spanning(pick, pictures, options.get("columns", 2)), options


def ask_justified_rows(pick: random.Random) -> tuple[list, dict]:
    options = chosen(pick, row_height=lambda: pick.choice([80, 120.5, 200]), tolerance=lambda: round(pick.random(), 2),
                     widows=lambda: pick.choice(["left", "justify", "center", "hide"]), **spaces(pick),
                     full_width_cadence=lambda: pick.randint(0, 5), max_rows=lambda: pick.randint(1, 6),
                     min_row_height=lambda: pick.choice([16, 60.25]), max_row_height=lambda: pick.choice([240, 400]),
                     breaks=lambda: pick.choice(["greedy", "optimal"]))
    return some_pictures(pick, 9 if options.get("breaks") == "optimal" else 40), options


def ask_mosaic(pick: random.Random) -> tuple[list, dict]:
    return some_ids(pick, 30), chosen(
        pick, columns=lambda: pick.randint(1, 4), aspect_ratio=lambda: pick.choice([0.5, 1.25, 16 / 9]),
        max_height=lambda: pick.choice([100, 250.5]), starts=lambda: pick.choice(["leading", "trailing"]),
        min_tile_height=lambda: pick.choice([10, 60.5]), **spaces(pick))


def ask_list(pick: random.Random) -> tuple[list, dict]:
    return some_ids(pick, 40), chosen(
        pick, row_height=lambda: pick.choice([44, 88.5, 100]), min_row_width=lambda: pick.choice([120, 200.5]),
        max_columns=lambda: pick.randint(1, 6), **spaces(pick))


def ask_carousel(pick: random.Random) -> tuple[list, dict]:
    items = [{**item, "width": pick.choice([100, pick.randint(20, 900), round(pick.uniform(20, 500), 3)]),
              "height": pick.choice([100, pick.randint(20, 300)])} for item in some_ids(pick, 14)]
    return items, chosen(
        pick, spacing=spaces(pick)["spacing"], leading_inset=lambda: pick.randint(0, 40),
        trailing_inset=lambda: pick.randint(0, 40), align=lambda: pick.choice(["start", "center", "end", 0.25]),
        contain=lambda: pick.choice(["trim", "keep", "none"]), short_content=lambda: pick.choice(["start", "center"]),
        group=lambda: pick.choice([1, 2, 3, "auto"]), loop=lambda: True, item_height=lambda: pick.choice([60, 99.5]),
        direction=lambda: pick.choice(["ltr", "rtl"]), scroll_padding=lambda: pick.choice([0, 8, 20]))


LAYOUTS = {
    "shelf": ask_fixed("shelf", 40), "snap_carousel": ask_fixed("snap_carousel", 40),
    "circular_carousel": ask_fixed("circular_carousel", 30), "card_stack": ask_fixed("card_stack", 20),
    "uniform_grid": ask_uniform_grid, "staggered_grid": ask_staggered_grid, "justified_rows": ask_justified_rows,
    "mosaic": ask_mosaic, "list": ask_list, "carousel": ask_carousel,
}


# The order of the terms decides the last bit. Where no screen was there before, the generator may have another one.
ROUNDING = {"justified_rows": 1e-12, "carousel": 1e-12}


def some_request(pick: random.Random, layout: str) -> Request:
    items, options = LAYOUTS[layout](pick)
    options = {"width": some_width(pick), **options}
    # A height matters to piles alone.
    options |= chosen(pick, height=lambda: pick.randint(200, 1200),
                      device_scale=lambda: pick.choice([1, 2, 3, 4]),
                      y_range=lambda: f"{pick.randint(-100, 400)},{pick.randint(400, 900)}")
    if layout not in ROUNDING and pick.random() < 0.25:
        # They are drawn elsewhere, or where the layout puts them anew.
        options["changes"] = True
        drawn = expected((layout, items, {**options, "changes": False}))
        for index, frame in enumerate(drawn["frames"] if drawn else []):
            if pick.random() < 0.6:
                box = {name: frame[name] for name in ("x", "y", "width", "height")}
                items[index] = {**items[index], "frame": box | ({"x": 1} if pick.random() < 0.3 else {})}
    return layout, items, options


def expected(request: Request) -> dict | None:
    """What the generator answers; None where two ways are equally good for it."""
    try:
        return generators.answer(*request)
    except AssertionError:
        return None


def path_of(layout: str, options: dict) -> str:
    texts = {name: json.dumps(value) if isinstance(value, (bool, float, int)) else value
             for name, value in options.items() if value is not False}
    return f"/v1/layouts/{layout}?{urllib.parse.urlencode(texts, quote_via=urllib.parse.quote)}"


def end_difference(found: dict, options: dict) -> str | None:
    """The last picture of a filled row ends at the inset to the last bit."""
    end, frames = options["width"] - options.get("inset", 8), {frame["id"]: frame for frame in found["frames"]}
    for row in found["rows"]:
        last = frames[row["item_ids"][-1]]
        if not row["widow"] and last["x"] + last["width"] != end:
            return f"row {row['index']}: ends at {last['x'] + last['width']}, expected {end}"
    return None


def difference(server: Server, request: Request) -> str | None:
    layout, items, options = request
    answer = server.send("POST", path_of(layout, options), json.dumps(items).encode())
    made = expected(request)
    if made is None:
        return None
    if has_no_room(layout, options):
        is_refused = answer.status == 400 and answer.json["code"] == "invalid_options"
        return None if is_refused else f"found {answer.status}, expected a refusal: columns have no room"
    if answer.status != 200:
        return f"found {answer.status} {answer.body[:300]!r}"
    found = answer.json
    # An explanation has sums over all cells.
    rounding = 1e-12 if options.get("explain") else ROUNDING.get(layout, 0)
    # The last width of a filled row is what is left of the viewport, so its error is that of the places before it.
    least = 8 * math.ulp(options["width"]) if layout == "justified_rows" else 0
    return (first_difference(found, made, rounding=rounding, least=least)
            or (end_difference(found, options) if layout == "justified_rows" else None))


def has_no_room(layout: str, options: dict) -> bool:
    """Whether columns would be narrower than a point."""
    columns = options.get("columns", {"mosaic": 3}.get(layout, 2))
    return (layout in ("uniform_grid", "staggered_grid", "mosaic") and options["width"]
            < 2 * options.get("inset", 8) + (columns - 1) * options.get("spacing", 8) + columns)


def compare(run: Run) -> str:
    server = run.server(run.file_store())
    numbers = count = 0
    for _ in range(run.rounds):
        for layout in LAYOUTS:
            request = some_request(run.pick, layout)
            if difference(server, request):
                _, items, options = request
                items = smallest(items, lambda fewer: difference(server, (layout, fewer, options)) is not None)
                names = smallest([name for name in options if name != "width"], lambda fewer: difference(
                    server, (layout, items, {name: options[name] for name in ["width", *fewer]})) is not None)
                options = {name: options[name] for name in ["width", *names]}
                raise Difference(f"layouts: POST {path_of(layout, options)} {json.dumps(items)}: "
                                 f"{difference(server, (layout, items, options))}")
            count += 1
            numbers += len(request[1])
    return (f"layouts with the generators of the conformance cases: {count} layouts of {len(LAYOUTS)} types with "
            f"{numbers} items")
