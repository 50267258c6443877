"""Justified rows with all their options, from their description, and their cases. Greedy rows follow the published
rule; the best breaks are found by trying all of them. Nothing here looks at the Swift sources."""
import itertools
import math

from generators.cases import changes_case, common_cases, frame, layout, layout_cases, page_cases, pictures, size


class Rows:
    """The options of justified rows, with their defaults."""

    def __init__(self, width=390, row_height=150, tolerance=0.25, min_row_height=None, max_row_height=None, spacing=8,
                 inset=8, widows="left", full_width_cadence=0, max_rows=math.inf, breaks="greedy", **_):
        self.viewport, self.target, self.tolerance = width, row_height, tolerance
        self.spacing, self.inset = spacing, inset
        self.low = row_height / 2 if min_row_height is None else min_row_height
        self.high = row_height * 2 if max_row_height is None else max_row_height
        self.widows, self.cadence, self.max_rows, self.breaks = widows, full_width_cadence, max_rows, breaks
        self.width = width - 2 * inset

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

    def total(members):
        return sum(ratios[i] for i in members)

    def miss(members):
        return abs(total(members) - rows.room(len(members)) / rows.target)

    for i in range(len(ratios)):
        if row and total(row + [i]) > high and miss(row + [i]) > miss(row):
            done.append(row)
            row = []
        row = row + [i]
        if rows.is_full_width(len(done)) or total(row) >= low:
            done.append(row)
            row = []
    return (done + [row], True) if row else (done, False)


def optimal(rows, ratios):
    """The best of all ways to break the items: the fewest heights out of range, then the least deviation.

    Returns lists of positions, and whether the last one is open.
    """
    n, ways = len(ratios), []
    if n == 0:
        return [], False
    for cuts in itertools.product([False, True], repeat=n - 1):
        ends = [i + 1 for i in range(n - 1) if cuts[i]]
        way = [list(range(start, end)) for start, end in zip([0] + ends, ends + [n])]
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
    misfits, deviation, best = min(ways, key=lambda way: way[:2])
    ties = [way for m, d, way in ways if m == misfits and d - deviation < 1e-6]
    # Of equal ways the one with the fewest items at the end. With more than two rows the sums may differ in the last
    # bit, on which no case should hang.
    assert len(ties) == 1 or len(best) == 2, "two ways are equally good"
    best = min(ties, key=lambda way: [len(row) for row in reversed(way)])
    last = rows.natural([ratios[i] for i in best[-1]])
    return best, last > rows.high and not rows.is_full_width(len(best) - 1)


@layout("justified_rows")
def justified_rows(items, **options):
    rows = Rows(**options)
    ratios = [min(max(it["photo_width"] / it["photo_height"], 1e-6), 1e6) for it in items]
    lines, open_end = (optimal if rows.breaks == "optimal" else greedy)(rows, ratios)
    frames, published, bottom, previous = [], [], 0, None
    for index, line in enumerate(lines):
        is_widow, full = open_end and index == len(lines) - 1, rows.is_full_width(index)
        if index >= rows.max_rows or (is_widow and rows.widows == "hide"):
            break
        part = [ratios[i] for i in line]
        natural, x = rows.natural(part), rows.inset
        height, cropped = rows.clamp(natural), rows.clamp(natural) != natural
        widths = [natural * a for a in part]
        if is_widow and rows.widows != "justify":
            wanted = rows.clamp(rows.target if previous is None else previous)
            if wanted < natural:
                height, cropped, widths = wanted, False, [wanted * a for a in part]
                if rows.widows == "center":
                    x += (rows.room(len(part)) - sum(widths)) / 2
        y = bottom + rows.spacing if index else 0
        for i, w in zip(line, widths):
            frames.append(frame(items[i], x, y, w, height))
            x += w + rows.spacing
        published.append({"index": index, "item_ids": [items[i]["id"] for i in line], "y": y, "height": height,
                          "widow": is_widow, "full_width": full, "cropped": cropped})
        bottom = y + height
        if not full:
            previous = height
    hidden = items[len(frames):]
    frames += [frame(item, rows.inset, bottom, 0, 0) for item in hidden]
    return {"content_size": size(rows.viewport, bottom), "rows": published,
            "hidden_item_ids": [item["id"] for item in hidden], "frames": frames}


def state(items, **options):
    """The state that the next page needs: the closed rows, and the items of the open one."""
    rows, answer = Rows(**options), justified_rows(items, **{**options, "widows": "left"})
    closed = [row for row in answer["rows"] if not row["widow"]]
    widow = [id for row in answer["rows"] if row["widow"] for id in row["item_ids"]]
    found = {
        "viewport_width": rows.viewport, "row_height": rows.target, "tolerance": rows.tolerance,
        "spacing": rows.spacing, "inset": rows.inset, "widows": rows.widows,
        "full_width_cadence": rows.cadence, "row_count": len(closed), "item_count": len(items) - len(widow),
        "bottom": closed[-1]["y"] + closed[-1]["height"] if closed else 0,
        "open": [{"id": item["id"], "aspect_ratio": item["photo_width"] / item["photo_height"]}
                 for item in items if item["id"] in widow]}
    heights = [row["height"] for row in closed if not row["full_width"]]
    if heights:
        found["previous_height"] = heights[-1]
    return found | {name: options[name] for name in ["min_row_height", "max_row_height", "max_rows"] if name in options}


MIXED = [(640, 480), (3, 4), (1000, 1000), (1600, 900), (720, 960), (4, 3), (900, 1350), (21, 9), (480, 640),
         (1200, 800), (5, 4)]
PORTRAITS = [(9, 16), (3, 4), (2, 3), (720, 960), (10, 16), (4, 5), (5, 7), (600, 901)]
SQUARES = [(10, 10)] * 7
BREAKOUTS = [*MIXED[:5], (4, 5), (7, 5), (10, 9)]


CASES = [
    ("widest", "The widest viewport that is accepted: a single row that nothing fills.", MIXED, dict(width=4096)),
    ("greedy-mixed", "Greedy rows of pictures of all shapes.", MIXED, dict(width=390)),
    ("greedy-portraits", "A greedy row closes within its tolerance: one picture sooner than when it is full.",
     PORTRAITS, dict(width=768)),
    ("tolerance-0", "Without a tolerance a row closes when it is full, and not before.", PORTRAITS,
     dict(width=768, tolerance=0)),
    ("tolerance-1", "With the largest tolerance every picture closes its row.", MIXED, dict(tolerance=1)),
    ("optimal-mixed", "The best breaks of all there are, where rows of pictures mix shapes.", MIXED,
     dict(row_height=110, breaks="optimal")),
    ("optimal-portraits", "The best breaks where rows hold several pictures.", PORTRAITS,
     dict(row_height=200, breaks="optimal")),
    ("optimal-tie", "Of equally good breaks those with the fewest items at the end.", SQUARES[:5],
     dict(row_height=150, breaks="optimal")),
    ("optimal-panorama", "A panorama that no breaks can keep within the bounds.", [*MIXED[:2], (1000, 90), *MIXED[3:6]],
     dict(breaks="optimal")),
    ("optimal-bounds", "The best breaks keep rows between bounds where they can.", MIXED[:9],
     dict(min_row_height=130, max_row_height=180, breaks="optimal")),
    ("narrow-bounds", "Rows whose height is bounded are cropped.", MIXED, dict(min_row_height=140, max_row_height=160)),
    ("upper-bound", "No row is higher than the row height itself.", PORTRAITS, dict(max_row_height=150)),
    ("lower-bound", "A panorama may be as low as the given bound.", [(1000, 90), *MIXED[:3]], dict(min_row_height=30)),
    ("panorama", "Without a bound no row is lower than half the row height.", [*MIXED[:1], (1000, 90), *MIXED[1:4]]),
    ("widows-left-first", "A widow without a row before it has the row height.", SQUARES[:1], dict(widows="left")),
    ("widows-hide-first", "A layout whose only row is hidden has no height.", SQUARES[:1], dict(widows="hide")),
    ("widows-left-optimal", "A last row that the best breaks leave above its bound is a widow.", [(1000, 100), (1, 2)],
     dict(widows="left", breaks="optimal")),
    ("widow-fills", "A widow that fills the width at less than the height of the row before.",
     [(10, 11), (10, 11), (19, 10)], dict(tolerance=0.05, row_height=185)),
    ("widow-after-full-width", "A widow is as high as the last row that is no breakout.", SQUARES[:4],
     dict(full_width_cadence=2, max_row_height=400)),
    ("cadence-1", "Every row is one picture across the width.", BREAKOUTS, dict(full_width_cadence=1, row_height=140)),
    ("cadence-3", "Every third greedy row is one picture across the width.", BREAKOUTS,
     dict(full_width_cadence=3, row_height=140)),
    ("cadence-2-optimal", "The best breaks with every second row across the width.", BREAKOUTS,
     dict(full_width_cadence=2, row_height=140, breaks="optimal")),
    ("max-rows", "Items after the second greedy row are hidden.", MIXED[:9],
     dict(max_rows=2, row_height=130, breaks="greedy")),
    ("max-rows-optimal", "The best breaks are those of all items, also of hidden ones.", MIXED[:9],
     dict(max_rows=2, row_height=130, breaks="optimal")),
    ("no-gaps", "Rows without spacing and inset.", MIXED, dict(spacing=0, inset=0)),
    ("wide-gaps", "Spacing and inset of other sizes, fractions included.", MIXED, dict(spacing=20.5, inset=33)),
    ("extreme-ratios", "Aspect ratios are limited to a millionth and a million.",
     [(1, 1000000.0), (1000000.0, 1), (4, 3), (1000000000.0, 1), (1, 1000000000.0), (3, 4), (1, 1)]),
    ("pixels-2x", "Frames with gaps on device pixels: 2 in a point.", MIXED[:7], dict(width=393.4, device_scale=2)),
    ("pixels-3x-no-gaps", "Frames without gaps share their edges on device pixels: 3 in a point.", MIXED[:7],
     dict(width=361.7, device_scale=3, spacing=0, inset=0)),
    ("in-view", None, MIXED, dict(y_range="150,300")),
    ("in-view-hidden", "A hidden widow is not in view where the content ends.", SQUARES[:5],
     dict(y_range="374,400", widows="hide")),
    ("in-view-max-rows", "Items of hidden rows are not in view at the place they are given.", SQUARES[:5],
     dict(y_range="183,190", max_rows=1)),
]


def main():
    common_cases("justified_rows", pictures(MIXED), {"narrowest": 11, "fractional-width": 11, "given-height": 3})
    sizes = [[90, 100], [150, 100], [70, 100], [200, 100], [120, 100]]
    photos = [{"id": id, "photo_width": w, "photo_height": h} for id, (w, h) in zip([1, 2, 3, 4, 11], sizes)]
    changes_case("justified_rows", photos[:4], photos[4])
    layout_cases("justified_rows", CASES + [
        (f"widows-{policy}", f"A last row that is not full is {text}.", SQUARES[:5], dict(widows=policy))
        for policy, text in {
            "left": "as high as the row before, from the left", "center": "in the middle",
            "justify": "stretched to the full width", "hide": "hidden, with frames of no size"}.items()
    ], pictures)
    for slug, count, page_size, options, purposes in [
        ("left", 7, 2, dict(widows="left"), {
            1: "The first page: the state has its open row.",
            2: "A page begins with the open row of the page before, whose items get new frames.",
            4: "The last page, which leaves a row open."}),
        ("hide", 7, 2, dict(widows="hide"), {4: "An open row that is hidden: the state has its items all the same."}),
        ("options", 8, 3, dict(
            width=420.5, row_height=120, tolerance=0.1, min_row_height=80, max_row_height=200, spacing=4, inset=0,
            full_width_cadence=2, y_range="150,300", device_scale=2), {
            2: "The state has every option of the rows, and the last height of a row that is no breakout."}),
    ]:
        page_cases("justified_rows", slug, pictures(MIXED[:count]), state, page_size, purposes, **options)
