"""Layouts over HTTP against the generators of the conformance cases, which are written from the formulas alone: numbers are
the same to the last bit, but for rounding in justified rows, carousels and explanations."""

import functools
import json
import math
import sys
import urllib.parse

from harness import ROOT, smallest

from comparisons.support import fail, first_difference, picked

sys.path.insert(0, str(ROOT / "Tests/Conformance"))
import generators  # noqa: E402

# The order of the terms decides the last bit. Where no screen was there before, the generator may have another one.
ROUNDING = {"justified_rows": 1e-12, "carousel": 1e-12}


class Asking:
    """What each layout is asked for: a method is a layout, and makes items and options."""

    def __init__(self, pick):
        self.pick = pick

    def some(self, *values):
        """One of the values, or of what functions make."""
        value = self.pick.choice(values)
        return value() if callable(value) else value

    def whole(self, least, most):
        return lambda: self.pick.randint(least, most)

    def real(self, least, most, digits):
        return lambda: round(self.pick.uniform(least, most), digits)

    def width(self):
        return self.some(200, 320, 375, 390, 393, 430, 834, 1440, 4096, self.whole(200, 4096),
                         self.real(200, 1500, self.pick.randint(1, 12)))

    def ids(self, most):
        return [{"id": id} for id in self.pick.sample(range(1, 1000), self.pick.randint(0, most))]

    def pictures(self, most):
        def side():
            return self.some(self.whole(1, 20), self.whole(100, 6000), 960, 720, self.real(0.5, 900, 3))
        return [{**item, "photo_width": side(), "photo_height": side()} for item in self.ids(most)]

    def options(self, **values):
        """Some of the options: each is one of its values."""
        return {name: self.some(*several) for name, several in values.items() if self.pick.random() < 0.35}

    def lengths(self, *names):
        several = (0, 4, 8, 12.5, self.whole(0, 40), self.real(0, 30, 4))
        return {name: several for name in names or ("spacing", "inset")}

    def spanning(self, items, columns):
        if self.pick.random() < 0.5:
            return items
        return [{**item, "column_span": self.pick.randint(2, columns)} if columns > 1 and self.pick.random() < 0.3
                else item for item in items]

    def shelf(self, most=40):
        return self.ids(most), {}

    snap_carousel = shelf
    circular_carousel = functools.partialmethod(shelf, 30)
    card_stack = functools.partialmethod(shelf, 20)

    def uniform_grid(self):
        options = self.options(columns=[self.whole(1, 16)], aspect_ratio=[self.real(0.01, 5, 3)],
                               caption_height=[0, 20, 94.25, self.whole(0, 300)], **self.lengths())
        return self.spanning(self.ids(30), options.get("columns", 2)), options

    def staggered_grid(self):
        options = self.options(columns=[self.whole(1, 16)], **self.lengths(), explain=[True],
                               placement=["sample", "shortest", "source_order", "forward", "balanced"])
        if options.get("placement") == "forward":
            options |= self.options(tolerance=[0, 1, 20.5, 1000])
        if options.get("placement") == "balanced":
            options.pop("columns", None)
        # All splits are tried: of two columns, and where the optimum is explained.
        is_split = options.get("placement") == "balanced" or "explain" in options
        if is_split and "spacing" in options:
            # The optimum is exact for half points.
            options["spacing"] = round(options["spacing"] * 2) / 2
        return self.spanning(self.pictures(9 if is_split else 40), options.get("columns", 2)), options

    def justified_rows(self):
        options = self.options(
            row_height=[80, 120.5, 200], tolerance=[self.real(0, 1, 2)], widows=["left", "justify", "center", "hide"],
            **self.lengths(), full_width_cadence=[self.whole(0, 5)], max_rows=[self.whole(1, 6)],
            min_row_height=[16, 60.25], max_row_height=[240, 400], breaks=["greedy", "optimal"])
        return self.pictures(9 if options.get("breaks") == "optimal" else 40), options

    def mosaic(self):
        return self.ids(30), self.options(
            columns=[self.whole(1, 4)], aspect_ratio=[0.5, 1.25, 16 / 9], max_height=[100, 250.5],
            starts=["leading", "trailing"], min_tile_height=[10, 60.5], **self.lengths())

    def list(self):
        return self.ids(40), self.options(row_height=[44, 88.5, 100], min_row_width=[120, 200.5],
                                          max_columns=[self.whole(1, 6)], **self.lengths())

    def carousel(self):
        items = [{**item, "width": self.some(100, self.whole(20, 900), self.real(20, 500, 3)),
                  "height": self.some(100, self.whole(20, 300))} for item in self.ids(14)]
        return items, self.options(
            **self.lengths("spacing"), leading_inset=[self.whole(0, 40)], trailing_inset=[self.whole(0, 40)],
            align=["start", "center", "end", 0.25], contain=["trim", "keep", "none"], short_content=["start", "center"],
            group=[1, 2, 3, "auto"], loop=[True], item_height=[60, 99.5], direction=["ltr", "rtl"],
            scroll_padding=[0, 8, 20])


LAYOUTS = ["shelf", "snap_carousel", "circular_carousel", "card_stack", "uniform_grid", "staggered_grid", "justified_rows",
           "mosaic", "list", "carousel"]


def some_request(asking, layout):
    items, options = getattr(asking, layout)()
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
    """What the generator answers; None where two ways are equally good for it."""
    try:
        return generators.answer(layout, items, options)
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
        for layout in LAYOUTS:
            items, options = some_request(asking, layout)
            if difference(client, layout, items, options):
                items = smallest(items, lambda fewer: difference(client, layout, fewer, options))
                names = smallest([name for name in options if name != "width"], lambda fewer: difference(
                    client, layout, items, {name: options[name] for name in ["width", *fewer]}))
                options = {name: options[name] for name in ["width", *names]}
                fail(f"POST {path_of(layout, options)} {json.dumps(items)}: {difference(client, layout, items, options)}")
    figure(f"{rounds * len(LAYOUTS)} layouts as the generators of the conformance cases have them (seed {seed})")
