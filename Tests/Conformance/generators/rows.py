#!/usr/bin/env python3
"""Writes the cases of justified rows, uniform grids, device pixels and ranges from their descriptions.

Nothing here looks at the Swift sources. Greedy rows follow the published rule; the best breaks are
found by trying all of them. Run it without arguments.
"""
import itertools
import math

import sections
from cases import COMMON, write

# --- what every layout can be asked for beside its frames


def extras(options, frames, hidden=()):
    """The members that device_scale and y_range add; hidden items are never in view."""
    more = {}
    if "device_scale" in options:
        scale = options["device_scale"]

        def edge(value):
            # The nearest pixel; halves, found with a millionth of a pixel to spare, go up.
            return math.floor(value * scale + 0.5 + 1e-6) / scale

        def aligned(f):
            x, y = edge(f["x"]), edge(f["y"])
            right, bottom = edge(f["x"] + f["width"]), edge(f["y"] + f["height"])
            return {**f, "x": x, "y": y, "width": right - x, "height": bottom - y}

        more["device_scale"] = scale
        more["pixel_frames"] = [aligned(f) for f in frames]
    if "y_range" in options:
        low, high = map(float, options["y_range"].split(","))

        def contains(start, end, place):
            return place == start if start == end else start <= place < end

        def meets(f):
            # If two ranges have a place in common, the later of their starts is one.
            top, bottom = f["y"], f["y"] + f["height"]
            later = max(top, low)
            return contains(top, bottom, later) and contains(low, high, later)

        more["visible"] = {
            "from": low, "to": high, "item_ids": [
                f["id"] for f in frames if meets(f) and f["id"] not in hidden
            ],
        }
    return more


# --- justified rows


class Rows:
    """The options of justified rows, with their defaults."""

    def __init__(self, options):
        self.viewport = options.get("width", 390)
        self.target = options.get("row_height", 150)
        self.tolerance = options.get("tolerance", 0.25)
        self.low = options.get("min_row_height", self.target / 2)
        self.high = options.get("max_row_height", self.target * 2)
        self.spacing = options.get("spacing", 8)
        self.inset = options.get("inset", 8)
        self.widows = options.get("widows", "left")
        self.cadence = options.get("full_width_cadence", 0)
        self.max_rows = options.get("max_rows", math.inf)
        self.breaks = options.get("breaks", "greedy")
        self.width = self.viewport - 2 * self.inset

    def room(self, count):
        return self.width - (count - 1) * self.spacing

    def natural(self, ratios):
        return self.room(len(ratios)) / sum(ratios)

    def clamp(self, height):
        return min(max(height, self.low), self.high)

    def is_full_width(self, index):
        return self.cadence > 0 and (index + 1) % self.cadence == 0


def greedy(rows, ratios):
    """Lists of positions, and whether the last one is open."""
    done, row = [], []
    low = rows.width / rows.target * (1 - rows.tolerance)
    high = rows.width / rows.target * (1 + rows.tolerance)

    def miss(members):
        return abs(sum(ratios[i] for i in members) - rows.room(len(members)) / rows.target)

    for i in range(len(ratios)):
        total = sum(ratios[j] for j in row + [i])
        if row and total > high and miss(row + [i]) > miss(row):
            done.append(row)
            row = []
            total = ratios[i]
        row = row + [i]
        if rows.is_full_width(len(done)) or total >= low:
            done.append(row)
            row = []
    return (done + [row], True) if row else (done, False)


def optimal(rows, ratios):
    """The best of all ways to break the items: the fewest heights out of range, then the least deviation.

    Returns lists of positions, and whether the last one is open.
    """
    n = len(ratios)
    ways = []
    for cuts in itertools.product([False, True], repeat=max(0, n - 1)):
        way, row = [], []
        for i in range(n):
            row.append(i)
            if i == n - 1 or cuts[i]:
                way.append(row)
                row = []
        misfits, deviation, allowed = 0, [], True
        for index, row in enumerate(way):
            height = rows.natural([ratios[i] for i in row])
            if rows.is_full_width(index):
                allowed = allowed and len(row) == 1
                continue
            allowed = allowed and (len(row) == 1 or height >= rows.low)
            misfits += rows.clamp(height) != height
            deviation.append((rows.clamp(height) - rows.target) ** 2)
        if allowed:
            ways.append((misfits, math.fsum(deviation), way))
    if n == 0:
        return [], False
    misfits, deviation, best = min(ways, key=lambda way: way[:2])
    ties = [way for m, d, way in ways if m == misfits and d - deviation < 1e-6]
    # Of equal ways the one with the fewest items at the end. With more than two rows the sums may
    # differ in the last bit, on which no case should hang.
    assert len(ties) == 1 or len(best) == 2, "two ways are equally good"
    best = min(ties, key=lambda way: [len(row) for row in reversed(way)])
    last = rows.natural([ratios[i] for i in best[-1]])
    return best, last > rows.high and not rows.is_full_width(len(best) - 1)


def justified_rows(items, options):
    rows = Rows(options)
    ratios = [min(max(it["photo_width"] / it["photo_height"], 1e-6), 1e6) for it in items]
    lines, open_end = (optimal if rows.breaks == "optimal" else greedy)(rows, ratios)
    frames, published, bottom, previous = [], [], 0, None
    for index, line in enumerate(lines):
        is_widow = open_end and index == len(lines) - 1
        if index >= rows.max_rows or (is_widow and rows.widows == "hide"):
            break
        part = [ratios[i] for i in line]
        natural = rows.natural(part)
        height, cropped, x = rows.clamp(natural), rows.clamp(natural) != natural, rows.inset
        widths = [natural * a for a in part]
        if is_widow and rows.widows != "justify":
            wanted = rows.clamp(rows.target if previous is None else previous)
            if wanted < natural:
                height, cropped = wanted, False
                widths = [height * a for a in part]
                if rows.widows == "center":
                    x += (rows.room(len(part)) - sum(widths)) / 2
        y = bottom + rows.spacing if index else 0
        for i, w in zip(line, widths):
            frames.append({"id": items[i]["id"], "x": x, "y": y, "width": w, "height": height})
            x += w + rows.spacing
        full = rows.is_full_width(index)
        published.append({
            "index": index, "item_ids": [items[i]["id"] for i in line], "y": y, "height": height,
            "widow": is_widow, "full_width": full, "cropped": cropped,
        })
        bottom = y + height
        if not full:
            previous = height
    hidden = [item["id"] for item in items[len(frames):]]
    frames += [{"id": id, "x": rows.inset, "y": bottom, "width": 0, "height": 0} for id in hidden]
    return {
        "content_size": {"width": rows.viewport, "height": bottom},
        "rows": published,
        "hidden_item_ids": hidden,
        "frames": frames,
    }


# --- uniform grids


def uniform_grid(items, options):
    W, n = options.get("width", 390), options.get("columns", 2)
    gap, inset = options.get("spacing", 8), options.get("inset", 8)
    cell = (W - 2 * inset - (n - 1) * gap) / n
    media = cell / options.get("aspect_ratio", 1.5)
    height = media + options.get("caption_height", 94)
    frames, row, column = [], 0, 0
    for item in items:
        span = item.get("column_span", 1)
        if column + span > n:
            row, column = row + 1, 0
        frame = {
            "id": item["id"], "x": inset + column * (cell + gap), "y": row * (height + gap),
            "width": span * cell + (span - 1) * gap, "height": height,
        }
        frames.append(frame | ({"column_span": span} if span > 1 else {}))
        column += span
    return {
        "content_size": {"width": W, "height": (row + 1) * height + row * gap if items else 0},
        "columns": n,
        "media_size": {"width": cell, "height": media},
        "frames": frames,
    }


# --- pages: what goes on from a state


def rows_state(items, options):
    """The state that the next page of justified rows needs: the closed rows, and the items of the open one."""
    rows = Rows(options)
    answer = justified_rows(items, {**options, "widows": "left"})
    closed = [row for row in answer["rows"] if not row["widow"]]
    widow = [id for row in answer["rows"] if row["widow"] for id in row["item_ids"]]
    found = {
        "viewport_width": rows.viewport, "row_height": rows.target, "tolerance": rows.tolerance,
        "spacing": rows.spacing, "inset": rows.inset, "widows": rows.widows,
        "full_width_cadence": rows.cadence, "row_count": len(closed),
        "item_count": len(items) - len(widow),
        "bottom": closed[-1]["y"] + closed[-1]["height"] if closed else 0,
        "open": [
            {"id": item["id"], "aspect_ratio": item["photo_width"] / item["photo_height"]}
            for item in items if item["id"] in widow
        ],
    }
    heights = [row["height"] for row in closed if not row["full_width"]]
    if heights:
        found["previous_height"] = heights[-1]
    for name in ["min_row_height", "max_row_height", "max_rows"]:
        if name in options:
            found[name] = options[name]
    return found


def grid_state(items, options):
    """The state that the next page of a uniform grid needs."""
    n, row, column = options.get("columns", 2), 0, 0
    for item in items:
        span = item.get("column_span", 1)
        if column + span > n:
            row, column = row + 1, 0
        column += span
    return {
        "viewport_width": options.get("width", 390), "columns": n,
        "spacing": options.get("spacing", 8), "inset": options.get("inset", 8),
        "aspect_ratio": options.get("aspect_ratio", 1.5),
        "caption_height": options.get("caption_height", 94), "row": row, "column": column,
        "item_count": len(items),
    }


def page_cases(type, slug, items, layout, state, page_size, purposes, **options):
    """A case for each page that `purposes` has by its number; all pages are checked to be the whole."""
    drawn = {}
    for number, start in enumerate(range(0, len(items), page_size), 1):
        shown, page = items[: start + page_size], items[start : start + page_size]
        before = state(items[:start], options)
        expected = {
            "type": type, "viewport": {"width": options.get("width", 390)},
            **layout(shown, options),
        }
        ids = [item["id"] for item in before.get("open", []) + page]
        expected["frames"] = [f for f in expected["frames"] if f["id"] in ids]
        if "rows" in expected:
            expected["rows"] = [r for r in expected["rows"] if r["item_ids"][0] in ids]
            expected["hidden_item_ids"] = [i for i in expected["hidden_item_ids"] if i in ids]
        expected.update(extras(options, expected["frames"], expected.get("hidden_item_ids", ())))
        expected["state"] = state(shown, options)
        given = {**options, "with_state": True}
        if start > 0:
            given["state"] = before
        if number in purposes:
            write(type, f"page-{number}-{slug}", purposes[number], given, expected, page)
        drawn.update({f["id"]: f for f in expected["frames"]})
    assert list(drawn.values()) == layout(items, options)["frames"], "pages are not the whole"


def all_page_cases():
    def pictures(sizes):
        return [
            {"id": 3 * i + 2, "photo_width": w, "photo_height": h}
            for i, (w, h) in enumerate(sizes)
        ]

    page_cases("justified_rows", "left", pictures(MIXED[:7]), justified_rows, rows_state, 2, {
        1: "The first page: the state has its open row.",
        2: "A page begins with the open row of the page before, whose items get new frames.",
        4: "The last page, which leaves a row open.",
    }, widows="left")
    page_cases("justified_rows", "hide", pictures(MIXED[:7]), justified_rows, rows_state, 2, {
        4: "An open row that is hidden: the state has its items all the same.",
    }, widows="hide")
    page_cases("justified_rows", "options", pictures(MIXED[:8]), justified_rows, rows_state, 3, {
        2: "The state has every option of the rows, and the last height of a row that is no breakout.",
    }, width=420.5, row_height=120, tolerance=0.1, min_row_height=80, max_row_height=200, spacing=4,
        inset=0, full_width_cadence=2, y_range="150,300", device_scale=2)
    cells = [
        {"id": 40 - i, "column_span": s} if s > 1 else {"id": 40 - i}
        for i, s in enumerate([1, 2, 1, 3, 1, 1, 2])
    ]
    page_cases("uniform_grid", "spans", cells, uniform_grid, grid_state, 2, {
        1: "The first page: the state has the row and the column that are next.",
        2: "A page after a full row begins a new one.",
        4: "A page whose item does not fit into the open row begins a new one.",
    }, columns=3, spacing=5, width=375)
    page_cases("uniform_grid", "in-view", cells[4:6], uniform_grid, grid_state, 1, {
        2: "The second item of a row on a page of its own; a range is that of the whole grid.",
    }, y_range="0,50", caption_height=20, aspect_ratio=1)


# --- the cases


def case(type, name, about, options, items, layout):
    viewport = {"width": options.get("width", 390)}
    if "height" in options:
        viewport["height"] = options["height"]
    expected = {
        "type": type, "viewport": viewport,
        **layout(items, options),
    }
    expected.update(extras(options, expected["frames"], expected.get("hidden_item_ids", ())))
    write(type, name, about, options, expected, items)


def justified(name, about, sizes, **options):
    items = [
        {"id": 3 * i + 2, "photo_width": w, "photo_height": h} for i, (w, h) in enumerate(sizes)
    ]
    case("justified_rows", name, about, options, items, justified_rows)


def grid(name, about, spans, **options):
    items = [
        {"id": 40 - i, "column_span": s} if s > 1 else {"id": 40 - i} for i, s in enumerate(spans)
    ]
    case("uniform_grid", name, about, options, items, uniform_grid)


MIXED = [(640, 480), (3, 4), (1000, 1000), (1600, 900), (720, 960), (4, 3), (900, 1350), (21, 9),
         (480, 640), (1200, 800), (5, 4)]
PORTRAITS = [(9, 16), (3, 4), (2, 3), (720, 960), (10, 16), (4, 5), (5, 7), (600, 901)]
SQUARES = [(10, 10)] * 7


def justified_cases():
    for name, sizes in [("no-items", []), ("one-item", MIXED[:1]), ("two-items", MIXED[:2])]:
        justified(name, COMMON[name], sizes)
    justified("narrowest", COMMON["narrowest"], MIXED, width=200)
    justified("widest", "The widest viewport that is accepted: a single row that nothing fills.",
              MIXED, width=4096)
    justified("fractional-width", COMMON["fractional-width"], MIXED, width=360.5)
    justified("given-height", COMMON["given-height"], MIXED[:3], height=844)

    justified("greedy-mixed", "Greedy rows of pictures of all shapes.", MIXED, width=390)
    justified("greedy-portraits", "A greedy row closes within its tolerance: one picture sooner than when it is full.", PORTRAITS, width=768)
    justified("tolerance-0", "Without a tolerance a row closes when it is full, and not before.",
              PORTRAITS, width=768, tolerance=0)
    justified("tolerance-1", "With the largest tolerance every picture closes its row.", MIXED,
              tolerance=1)
    justified("optimal-mixed", "The best breaks of all there are, where rows of pictures mix shapes.",
              MIXED, row_height=110, breaks="optimal")
    justified("optimal-portraits", "The best breaks where rows hold several pictures.", PORTRAITS,
              row_height=200, breaks="optimal")
    justified("optimal-tie", "Of equally good breaks those with the fewest items at the end.",
              SQUARES[:5], row_height=150, breaks="optimal")
    justified("optimal-panorama", "A panorama that no breaks can keep within the bounds.",
              [*MIXED[:2], (1000, 90), *MIXED[3:6]], breaks="optimal")
    justified("optimal-bounds", "The best breaks keep rows between bounds where they can.", MIXED[:9],
              min_row_height=130, max_row_height=180, breaks="optimal")

    justified("narrow-bounds", "Rows whose height is bounded are cropped.", MIXED,
              min_row_height=140, max_row_height=160)
    justified("upper-bound", "No row is higher than the row height itself.", PORTRAITS,
              max_row_height=150)
    justified("lower-bound", "A panorama may be as low as the given bound.", [(1000, 90), *MIXED[:3]],
              min_row_height=30)
    justified("panorama", "Without a bound no row is lower than half the row height.",
              [*MIXED[:1], (1000, 90), *MIXED[1:4]])

    for policy, text in {
        "left": "as high as the row before, from the left", "center": "in the middle",
        "justify": "stretched to the full width", "hide": "hidden, with frames of no size",
    }.items():
        justified(f"widows-{policy}", f"A last row that is not full is {text}.", SQUARES[:5],
                  widows=policy)
    justified("widows-left-first", "A widow without a row before it has the row height.", SQUARES[:1],
              widows="left")
    justified("widows-hide-first", "A layout whose only row is hidden has no height.", SQUARES[:1],
              widows="hide")
    justified("widows-left-optimal", "A last row that the best breaks leave above its bound is a widow.",
              [(1000, 100), (1, 2)], widows="left", breaks="optimal")
    justified("widow-fills", "A widow that fills the width at less than the height of the row before.",
              [(10, 11), (10, 11), (19, 10)], tolerance=0.05, row_height=185)
    justified("widow-after-full-width", "A widow is as high as the last row that is no breakout.",
              SQUARES[:4], full_width_cadence=2, max_row_height=400)

    breakouts = [*MIXED[:5], (4, 5), (7, 5), (10, 9)]
    justified("cadence-1", "Every row is one picture across the width.", breakouts,
              full_width_cadence=1, row_height=140)
    justified("cadence-3", "Every third greedy row is one picture across the width.", breakouts,
              full_width_cadence=3, row_height=140)
    justified("cadence-2-optimal", "The best breaks with every second row across the width.", breakouts,
              full_width_cadence=2, row_height=140, breaks="optimal")
    justified("max-rows", "Items after the second greedy row are hidden.", MIXED[:9], max_rows=2,
              row_height=130, breaks="greedy")
    justified("max-rows-optimal", "The best breaks are those of all items, also of hidden ones.",
              MIXED[:9], max_rows=2, row_height=130, breaks="optimal")
    justified("no-gaps", "Rows without spacing and inset.", MIXED, spacing=0, inset=0)
    justified("wide-gaps", "Spacing and inset of other sizes, fractions included.", MIXED, spacing=20.5,
              inset=33)
    justified("extreme-ratios", "Aspect ratios are limited to a millionth and a million.",
              [(1, 1e6), (1e6, 1), (4, 3), (1e9, 1), (1, 1e9), (3, 4), (1, 1)])
    justified("pixels-2x", "Frames with gaps on device pixels: 2 in a point.", MIXED[:7], width=393.4,
              device_scale=2)
    justified("pixels-3x-no-gaps", "Frames without gaps share their edges on device pixels: 3 in a point.",
              MIXED[:7], width=361.7, device_scale=3, spacing=0, inset=0)
    justified("in-view", COMMON["in-view"], MIXED, y_range="150,300")
    justified("in-view-hidden", "A hidden widow is not in view where the content ends.", SQUARES[:5],
              y_range="374,400", widows="hide")
    justified("in-view-max-rows", "Items of hidden rows are not in view at the place they are given.",
              SQUARES[:5], y_range="183,190", max_rows=1)


def grid_cases():
    grid("columns-1", "One column, the fewest.", [1] * 4, columns=1)
    grid("columns-16", "Sixteen columns, the most, and a second row.", [1] * 18, columns=16)
    grid("spans", "An item that does not fit into the rest of its row begins the next one.",
         [1, 2, 1, 3, 1, 1, 4, 2, 4, 1, 4, 1], columns=4, width=768)
    grid("wide-span", "Items across all columns, at the beginning and after a full row.", [3, 1, 1, 3],
         columns=3, caption_height=20.5)
    grid("given-height", COMMON["given-height"], [1] * 3, height=844)
    grid("gaps", "Spacing and inset of other sizes, fractions included.", [1] * 5, spacing=12.5,
         inset=20, columns=3)
    grid("no-gaps", "Cells without spacing and inset.", [1] * 5, spacing=0, inset=0, columns=3)
    grid("square", "Square pictures without a text below.", [1] * 3, aspect_ratio=1, caption_height=0)
    grid("pixels-1x", "Frames with gaps on whole points.", [1, 2, 1, 1, 1], columns=3, width=361.7,
         device_scale=1)
    grid("pixels-2x-no-gaps", "Seven cells without gaps share their edges on device pixels: 2 in a point.",
         [1] * 8, columns=7, spacing=0, inset=0, device_scale=2)
    grid("pixels-3x", "Cells of several columns on device pixels: 3 in a point.", [1, 2, 1, 1, 1],
         columns=3, width=361.7, device_scale=3)
    for name, low, high, text in [
        ("top", 0, 10, "A range in the first row"),
        ("gap", 216, 224, "A range that is the gap between two rows has no items"),
        ("two-rows", 200, 300, "A range that begins in one row and ends in the next has both"),
        ("point", 224, 224, "A range without height has the row that begins there"),
        ("below", 5000, 6000, "A range below the content has no items"),
        ("above", -50, 0, "A range that ends where the first row begins has no items"),
    ]:
        grid(f"in-view-{name}", f"{text}.", [1] * 7, y_range=f"{low},{high}")


def other_cases():
    """Device pixels and ranges of the layouts of the existing screens."""
    for name, layout in sections.LAYOUTS.items():
        if name == "uniform_grid":
            continue
        items = sections.SMALL
        if name != "staggered_grid":
            items = [{"id": item["id"]} for item in items]

        def at(items, options, layout=layout):
            return layout(items, options["width"], None)

        case(name, "pixels-3x", COMMON["pixels-3x"], {"width": 361.7, "device_scale": 3}, items, at)
        case(name, "in-view", COMMON["in-view"], {"width": 390, "y_range": "60,130"}, items, at)


if __name__ == "__main__":
    justified_cases()
    grid_cases()
    other_cases()
    all_page_cases()
