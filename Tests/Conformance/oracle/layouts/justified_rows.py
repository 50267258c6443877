"""Justified rows. Greedy ones follow the published rule; the best breaks are found by trying all of them."""
import itertools
import math

from oracle.cells import lowest, pickup_photos
from oracle.geometry import frame, size


class Rows:
    """The options of justified rows, with their defaults."""

    def __init__(self, width=390, row_height=150, tolerance=0.25, min_row_height=None, max_row_height=None, spacing=8,
                 inset=8, widows="left", full_width_cadence=0, max_rows=math.inf, breaks="greedy", state={}, **_):
        self.viewport, self.target, self.tolerance = width, row_height, tolerance
        self.spacing, self.inset = spacing, inset
        self.low = row_height / 2 if min_row_height is None else min_row_height
        self.high = row_height * 2 if max_row_height is None else max_row_height
        self.widows, self.cadence, self.max_rows, self.breaks = widows, full_width_cadence, max_rows, breaks
        self.width = width - 2 * inset
        # The closed rows of pages before.
        self.first, self.bottom = state.get("row_count", 0), state.get("bottom", 0)

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
        if rows.is_full_width(rows.first + len(done)) or total(row) >= low:
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


def ratio(item):
    return item["aspect_ratio"] if "aspect_ratio" in item else item["photo_width"] / item["photo_height"]


def layout(items, **options):
    rows, before = Rows(**options), options.get("state", {})
    items = before.get("open", []) + items
    ratios = [min(max(ratio(item), 1e-6), 1e6) for item in items]
    lines, open_end = (optimal if rows.breaks == "optimal" else greedy)(rows, ratios)
    frames, published, bottom, previous = [], [], rows.bottom, before.get("previous_height")
    for index, line in enumerate(lines, rows.first):
        is_widow, full = open_end and line is lines[-1], rows.is_full_width(index)
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


def cell(made, text_size):
    return pickup_photos(text_size, lowest(made))[0]


def asked(ask):
    options = ask.options(
        row_height=[80, 120.5, 200], tolerance=[ask.real(0, 1, 2)], widows=["left", "justify", "center", "hide"],
        **ask.lengths(), full_width_cadence=[ask.whole(0, 5)], max_rows=[ask.whole(1, 6)],
        min_row_height=[16, 60.25], max_row_height=[240, 400], breaks=["greedy", "optimal"])
    return ask.pictures(9 if options.get("breaks") == "optimal" else 40), options


def state(items, **options):
    """What the next page needs: the closed rows, and the items of the open one."""
    rows, answer, before = Rows(**options), layout(items, **{**options, "widows": "left"}), options.get("state", {})
    items = before.get("open", []) + items
    closed = [row for row in answer["rows"] if not row["widow"]]
    widow = [id for row in answer["rows"] if row["widow"] for id in row["item_ids"]]
    found = {
        "viewport_width": rows.viewport, "row_height": rows.target, "tolerance": rows.tolerance,
        "spacing": rows.spacing, "inset": rows.inset, "widows": rows.widows,
        "full_width_cadence": rows.cadence, "row_count": rows.first + len(closed),
        "item_count": before.get("item_count", 0) + len(items) - len(widow),
        "bottom": closed[-1]["y"] + closed[-1]["height"] if closed else rows.bottom,
        "open": [{"id": item["id"], "aspect_ratio": ratio(item)}
                 for item in items if item["id"] in widow]}
    heights = [before.get("previous_height")] + [row["height"] for row in closed if not row["full_width"]]
    if heights[-1]:
        found["previous_height"] = heights[-1]
    return found | {name: options[name] for name in ["min_row_height", "max_row_height", "max_rows"] if name in options}
