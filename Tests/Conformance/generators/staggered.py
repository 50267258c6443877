#!/usr/bin/env python3
"""Writes the cases of the staggered grid's options, and of changes, from their description alone.

Balanced grids are found by trying every split. Run it without arguments; `git diff` then shows
whether a formula has changed.
"""
import itertools
import math

import rows
from cases import COMMON, write
from sections import LAYOUTS, size

DEFAULTS = {
    "width": 390, "columns": 2, "spacing": 8, "inset": 8, "placement": "sample", "tolerance": 0,
}


class Grid:
    def __init__(self, items, options):
        settings = {**DEFAULTS, **options}
        self.items = items
        self.placement = settings["placement"]
        self.W, self.n, self.gap = settings["width"], settings["columns"], settings["spacing"]
        self.inset, self.tolerance = settings["inset"], settings["tolerance"]
        self.viewport = {k: settings[k] for k in ("width", "height") if k in settings}
        self.explains = settings.get("explain", False)
        self.cw = (self.W - (2 * self.inset + self.gap * (self.n - 1))) / self.n
        self.xs = [self.inset]
        while len(self.xs) < self.n:
            self.xs.append(self.xs[-1] + self.cw + self.gap)
        self.bottoms = [0] * self.n
        self.sums = [0] * self.n
        self.ids = [[] for _ in range(self.n)]
        self.cursor = 0
        self.frames, self.choices = [], []
        self.certain = None

    # An item by itself.
    def media(self, item):
        if "photo_width" in item:
            return item["photo_width"], item["photo_height"]
        return item["width"], item["height"]

    def span(self, item):
        return item.get("column_span", 1)

    def width(self, span):
        return self.cw if span == 1 else span * self.cw + (span - 1) * self.gap

    def height(self, item):
        w, h = self.media(item)
        return math.ceil(self.width(self.span(item)) / w * h)

    def kept(self, item):
        column = item.get("frame", {}).get("column") if item.get("seen") else None
        if column is not None and 0 <= column <= self.n - self.span(item):
            return column
        return None

    # A place: the columns an item would take.
    def top(self, start, span):
        return max(self.bottoms[c] + self.gap if self.ids[c] else 0 for c in range(start, start + span))

    def heights(self, span):
        starts = range(self.n - span + 1)
        if self.placement == "forward":
            return [self.top(s, span) for s in starts]
        if self.placement == "sample":
            return [max(self.sums[s : s + span]) for s in starts]
        return self.drawn(span)

    # The heights of the columns of each place, without the gap that follows.
    def drawn(self, span):
        return [max(self.bottoms[s : s + span]) for s in range(self.n - span + 1)]

    def choose(self, item):
        span = self.span(item)
        heights = self.heights(span)
        lowest = min(heights)
        if self.placement in ("sample", "shortest"):
            return heights.index(lowest)
        if self.placement == "source_order":
            return self.cursor if self.cursor + span <= self.n else 0
        near = [s for s, h in enumerate(heights) if h <= lowest + self.tolerance]
        onward = [s for s in near if s >= self.cursor]
        return (onward or near)[0]

    def explain(self, item, start):
        heights = self.heights(self.span(item))
        kept = self.kept(item) is not None
        near = min(heights) + (self.tolerance if self.placement == "forward" else 0)
        compared = not kept and self.placement != "source_order"
        choice = {
            "id": item["id"],
            "column": start,
            "rule": "kept_column" if kept else self.placement,
            "heights": self.drawn(self.span(item)) if self.placement == "forward" else heights,
            "tie": compared and sum(h <= near for h in heights) > 1,
        }
        if self.placement in ("source_order", "forward"):
            choice["cursor"] = self.cursor
        self.choices.append(choice)

    def put(self, item, start):
        self.explain(item, start)
        span = self.span(item)
        w, h = self.media(item)
        y, height = self.top(start, span), self.height(item)
        balance = max(self.sums[start : start + span]) + math.ceil(self.W / self.n * span / w * h)
        frame = {
            "id": item["id"], "x": self.xs[start], "y": y, "width": self.width(span),
            "height": height, "column": start,
        }
        if span > 1:
            frame["column_span"] = span
        self.frames.append(frame)
        for c in range(start, start + span):
            self.bottoms[c] = y + height
            self.sums[c] = balance
            self.ids[c].append(item["id"])
        self.cursor = (start + span) % self.n

    # Every split of the items between two that take both columns.
    def split(self, items):
        best = None
        for columns in itertools.product([0, 1], repeat=len(items)):
            bottoms, taste, allowed = [-self.gap, -self.gap], [], True
            for item, column in zip(items, columns):
                kept = self.kept(item)
                allowed = allowed and kept in (None, column)
                shorter = 0 if bottoms[0] <= bottoms[1] else 1
                taste.append(column != shorter)
                bottoms[column] += self.gap + self.height(item)
            if allowed and (best is None or (max(bottoms), taste) < best[0]):
                best = ((max(bottoms), taste), columns)
        return best[1], best[0][0]

    def place(self):
        if self.placement != "balanced":
            for item in self.items:
                kept = self.kept(item)
                self.put(item, self.choose(item) if kept is None else kept)
            return
        run = []
        for item in self.items + [None]:
            if item is not None and self.span(item) == 1:
                run.append(item)
                continue
            for one, column in zip(run, self.split(run)[0] if run else []):
                self.put(one, column)
            run = []
            if item is not None:
                self.put(item, 0)

    def quality(self):
        bottom = max(self.bottoms)
        white = 0
        for c in range(self.n):
            cells = [f["height"] for f in self.frames if c in self.columns(f)]
            white += self.cw * (bottom - sum(cells) - self.gap * max(0, len(cells) - 1))
        area = (self.W - 2 * self.inset) * bottom
        tops = [f["y"] for f in self.frames]
        quality = {
            "white_space": white,
            "white_space_share": white / area if area else 0,
            "bottom_raggedness": max(self.bottoms) - min(self.bottoms),
            "order_inversions": sum(a > b for a, b in itertools.combinations(tops, 2)),
        }
        if self.n == 2 and all(self.span(item) == 1 for item in self.items):
            free = [{k: v for k, v in item.items() if k != "seen"} for item in self.items]
            lowest = self.split(free)[1] if free else 0
            quality["optimum"] = {"height": lowest, "exact": True, "lower_bound": lowest}
            quality["distance_from_optimum"] = bottom - lowest
        return quality

    def columns(self, frame):
        return range(frame["column"], frame["column"] + frame.get("column_span", 1))

    def answer(self):
        self.place()
        answer = {
            "type": "staggered_grid",
            "viewport": self.viewport,
            "content_size": size(self.W, max(self.bottoms)),
            "columns": [
                {"item_ids": ids, "balance_height": balance, "height": bottom}
                for ids, balance, bottom in zip(self.ids, self.sums, self.bottoms)
            ],
        }
        if self.placement == "balanced":
            answer.update({"exact": True, "lower_bound": max(self.bottoms)})
        if self.explains:
            answer["explanation"] = {"choices": self.choices, "quality": self.quality()}
        answer["frames"] = self.frames
        return answer


def changes(items, frames):
    old = {item["id"]: item["frame"] for item in items if "frame" in item}
    sides = ["x", "y", "width", "height"]
    moved = [f for f in frames if f["id"] in old and any(f[s] != old[f["id"]][s] for s in sides)]
    inserted = [f for f in frames if f["id"] not in old]
    return {
        "moved": moved, "inserted": inserted, "unmoved": len(frames) - len(moved) - len(inserted),
    }


def case(name, about, items, **options):
    answer = Grid(items, options).answer()
    if options.get("changes"):
        answer["changes"] = changes(items, answer["frames"])
    answer |= rows.extras(options, answer["frames"])
    write("staggered_grid", name, about, options, answer, items)


def photo(id, width, height, **more):
    return {"id": id, "width": width, "height": height, **more}


MIXED = [
    photo(31, 4032, 3024), photo(12, 3, 4), photo(40, 1000, 1000), photo(5, 640, 480),
    photo(9, 1080, 1920), photo(22, 16, 9), photo(17, 2, 3), photo(28, 5, 4), photo(3, 21, 9),
]
EQUAL = [photo(id, 100, 100) for id in [8, 6, 7, 5, 3, 9, 1]]


def spanning(spans, items=MIXED):
    return [
        {**item, "column_span": span} if span > 1 else item for item, span in zip(items, spans)
    ]


def ordered(*ids):
    return [next(item for item in MIXED if item["id"] == id) for id in ids]


def drawn(items, **options):
    """The items with the frames they have under `options`."""
    return [
        {**item, "frame": frame}
        for item, frame in zip(items, Grid(items, options).answer()["frames"])
    ]


# --- pages: what goes on from a state


def outline(grid):
    """One edge of a grid, as a state describes it."""
    edge = {
        "columns": [
            {"balance_height": balance, "height": bottom, "item_count": len(ids)}
            for balance, bottom, ids in zip(grid.sums, grid.bottoms, grid.ids)
        ],
        "item_count": len(grid.items),
    }
    if grid.placement in ("source_order", "forward") and grid.cursor != 0:
        edge["cursor"] = grid.cursor
    return edge


def state(below, above):
    """The state of a grid whose upper edge is the lower one of the mirrored grid `above`."""
    found = {"viewport_width": below.W, "spacing": below.gap, "inset": below.inset}
    if below.placement != "sample":
        found["placement"] = below.placement
    if below.tolerance != 0:
        found["tolerance"] = below.tolerance
    found["end"] = outline(below)
    if above.items:
        found["start"] = outline(above)
    return found


def placed(items, options):
    grid = Grid(items, options)
    grid.place()
    return grid


def turned(grid):
    """The frames of the mirrored grid as they are above another one, from top to bottom."""
    frames = []
    for f in reversed(grid.frames):
        column = grid.n - f["column"] - f.get("column_span", 1)
        y = -(grid.gap + f["y"] + f["height"])
        frames.append({**f, "x": grid.xs[column], "y": y, "column": column})
    return frames


def page_case(name, about, above, below, new, goes_up=False, **options):
    """`new` after `below`, or before `above`, in a grid that holds both."""
    def edges(above, below):
        # Items above were placed from the last one upwards.
        return placed(list(reversed(above)), options), placed(below, options)

    old_above, old_below = edges(above, below)
    up, down = edges(new + above, below) if goes_up else edges(above, below + new)
    if goes_up:
        frames, edge = turned(up)[: len(new)], list(zip(up.sums, up.bottoms))[::-1]
    else:
        frames, edge = down.frames[len(below) :], list(zip(down.sums, down.bottoms))
    top = -(up.gap + max(up.bottoms)) if up.items else 0
    answer = {
        "type": "staggered_grid",
        "viewport": down.viewport,
        "content_size": size(down.W, max(down.bottoms) - top),
        "content_top": top,
        "columns": [
            {
                "item_ids": [f["id"] for f in frames if c in down.columns(f)],
                "balance_height": balance, "height": height,
            }
            for c, (balance, height) in enumerate(edge)
        ],
        "frames": frames,
        "state": state(down, up),
    }
    given = {**options, "state": state(old_below, old_above), "with_state": True}
    if goes_up:
        given["prepend"] = True
    write("staggered_grid", name, about, given, answer, new)


def first_page(name, about, items, **options):
    grid = Grid(items, options)
    answer = grid.answer()
    answer["state"] = state(grid, placed([], options))
    write("staggered_grid", name, about, {**options, "with_state": True}, answer, items)


def pages():
    def rule(placement):
        options = {"placement": placement, "columns": 3}
        return {**options, "tolerance": 20} if placement == "forward" else options

    items = spanning([1, 1, 2, 1, 1, 2, 1, 3])
    first_page(
        "page-1-sample", "The first page: the answer has the state that the next one is asked for with.",
        items[:2], **rule("sample"))
    page_case(
        "page-3-sample", "A later page goes on from the heights and balance heights of its state.", [],
        items[:4], items[4:6], **rule("sample"))
    page_case(
        "page-4-sample", "A page whose last item takes all columns, and so levels them.", [], items[:6],
        items[6:8], **rule("sample"))
    page_case(
        "page-3-shortest", "Placement shortest goes on from the heights of its state.", [],
        items[:4], items[4:6], **rule("shortest"))
    page_case(
        "page-3-source-order", "The state has the column that is next in source order.", [], items[:4],
        items[4:6], **rule("source_order"))
    page_case(
        "page-3-forward", "The state has the column that placement forward goes on from.", [],
        items[:4], items[4:6], **rule("forward"))
    page_case(
        "prepend-sample", "Items above a grid: at negative heights, placed from the last to the first.",
        [], items[4:], items[2:4], goes_up=True, **rule("sample"))
    page_case(
        "prepend-again-sample", "More items above: the state has an upper edge of its own.", items[2:4],
        items[4:], items[:2], goes_up=True, **rule("sample"))
    page_case(
        "append-after-prepend-sample", "Items below a grid that has grown upwards.", items[:3],
        items[3:6], items[6:], **rule("sample"))
    page_case(
        "prepend-again-source-order", "Upwards, source order runs from right to left.", items[2:4],
        items[4:], items[:2], goes_up=True, **rule("source_order"))
    page_case(
        "append-after-prepend-forward", "Each edge has a column of its own that forward goes on from.",
        items[:3], items[3:6], items[6:], **rule("forward"))
    page_case("page-of-nothing", "A page without items leaves the state as it is.", [], MIXED[:3], [])
    page_case(
        "prepend-to-nothing", "Items above a grid without items have no gap to anything below.", [], [],
        MIXED[:4], goes_up=True)


def placement_cases():
    case("one-column", "One column, the fewest: every placement is the same.", MIXED, columns=1)
    case("sixteen-columns", "Sixteen columns, the most: more than items.", MIXED, columns=16)
    chosen = {
        "sample": "the least balance height, which is summed without gaps and with wider cells",
        "shortest": "the least height",
        "source_order": "the next one, whatever its height",
        "forward": "the next one that is no higher than the lowest",
    }
    # Orders in which no two placements have the same answer.
    two = ordered(40, 9, 3, 22, 5, 12, 28, 17, 31)
    across = spanning([1, 2, 1, 1, 1, 1, 2, 2, 1], ordered(9, 12, 22, 3, 31, 28, 17, 5, 40))
    for rule, text in chosen.items():
        slug = rule.replace("_", "-")
        # With all items in one column each, forward without a tolerance is shortest.
        if rule != "forward":
            case(
                f"{slug}-2-columns", f"The column chosen of two is {text}.", two, placement=rule,
                columns=2)
            case(
                f"{slug}-5-columns", f"The column chosen of five is {text}.", MIXED, placement=rule,
                columns=5)
        case(
            f"{slug}-spans",
            f"Items across several columns begin where they fit; the columns chosen are {text}.",
            across, placement=rule, columns=4)
    case(
        "ties", "Among equal columns, more than two of them, the leftmost is chosen.", EQUAL, columns=3)
    case(
        "sample-spans-2-columns", "Items across both of two columns level them.",
        spanning([1, 2, 1, 1, 1, 2, 1, 1, 1]), columns=2)
    case(
        "gaps", "Spacing, inset and width of other sizes, fractions included.",
        spanning([1, 2, 1, 1, 2, 1, 1]), columns=3, spacing=12.5, inset=20, width=700)
    kept = [
        {**item, "seen": bool(seen), "frame": {**item["frame"], "column": column}}
        for item, seen, column in zip(
            drawn(MIXED, columns=3), [1, 0, 1, 1, 0, 1, 1], [2, 2, 2, 0, 1, 3, 1])
    ]
    case(
        "sample-kept", "Seen items keep their columns, but for one whose column does not exist.", kept,
        placement="sample", columns=3)
    case(
        "source-order-kept", "Source order goes on after the column of an item that keeps its own.",
        [
            {**item, "seen": i in (1, 3, 5), "frame": {**item["frame"], "column": 2 - i // 2}}
            for i, item in enumerate(drawn(MIXED, columns=3)[:6])
        ],
        placement="source_order", columns=3)
    explained = kept[:4] + spanning([2, 1, 3], MIXED[7:] + [photo(99, 1, 1)])
    for rule, text in {
        "sample": "The explanation compares balance heights, and names columns that were kept.",
        "shortest": "The explanation compares heights.",
        "source_order": "The explanation compares nothing, and names the next column.",
    }.items():
        case(f"{rule.replace('_', '-')}-explained", text, explained, placement=rule, columns=3,
             explain=True)
    case(
        "explained-two-columns", "How far a grid of two columns is from the lowest one.", MIXED[:6],
        explain=True)


def tolerances():
    # Columns 140, 139, 138, … high: neighbours are near each other, the first and the last are not.
    stairs = [photo(i + 1, 100, 140 - i) for i in range(6)]
    for tolerance, text in {
        0: "Without a tolerance only the lowest columns are equal",
        1: "A column that is higher by exactly the tolerance counts as equal",
        2.5: "A tolerance is compared with the lowest column, not from neighbour to neighbour",
        1000: "With a large tolerance every column is equal, as in source order",
    }.items():
        case(
            f"staircase-{str(tolerance).replace('.', '-')}", f"{text}.",
            stairs + [photo(7, 100, 50), photo(8, 100, 20), photo(9, 100, 30)], width=600,
            columns=6, spacing=0, inset=0, placement="forward", tolerance=tolerance)
    case(
        "forward-explained", "Items across two columns go forward within a tolerance, explained.",
        spanning([1, 2, 1, 2, 1, 1, 2, 1]), columns=4, placement="forward", tolerance=30,
        explain=True)


def balanced():
    case("balanced-nothing", "The lowest split of no items.", [], placement="balanced")
    case("balanced-1", "The lowest split of one item: it is in the left column.", MIXED[:1],
         placement="balanced")
    case("balanced-9", "The lowest of all splits of nine items.", MIXED, placement="balanced")
    case(
        "balanced-ties", "Of equally low splits the one that takes the shorter column first.",
        EQUAL, placement="balanced")
    late = [photo(i + 1, 10, 5 + i) for i in range(8)] + [photo(20, 1, 4)]
    case(
        "balanced-late-tower", "A high last item stands alone, which no greedy choice finds.", late,
        placement="balanced")
    case(
        "balanced-storeys", "An item across both columns ends a split; the next one starts below it.",
        spanning([1, 1, 1, 2, 1, 1, 1, 1, 2]), placement="balanced")
    case(
        "balanced-half-points", "The split is exact for a spacing of half points.", MIXED,
        placement="balanced", spacing=7.5)
    case(
        "balanced-no-gap", "The lowest split without spacing and inset.", MIXED, placement="balanced",
        spacing=0, inset=0, width=320)
    kept = drawn(MIXED[:7])
    kept = [
        {**item, "seen": True, "frame": {**item["frame"], "column": 1}} if i in (0, 1, 4) else item
        for i, item in enumerate(kept)
    ]
    case(
        "balanced-kept", "The lowest split that keeps seen items in their columns, and its distance "
        "from the lowest of all.", kept, placement="balanced", explain=True)


def updates():
    new = photo(77, 2, 1)
    before = [{**item, "seen": True} for item in drawn(MIXED, columns=3)]
    common = {"columns": 3, "changes": True}
    case(
        "insert", "An item is inserted between seen ones: only its column moves.",
        before[:3] + [new] + before[3:], **common)
    case(
        "remove", "A seen item is removed: only its column moves.", before[:2] + before[3:], **common)
    resized = {**before[1], "height": 6}
    case(
        "resize", "A seen item becomes higher: only its column moves.",
        before[:1] + [resized] + before[2:], **common)
    unseen = drawn(MIXED)
    case("unseen-insert", "Items that nobody has seen may change their columns.", [new] + unseen,
         changes=True)
    case("pixels-spans", "Items across several columns end on the pixels where their columns end.",
         spanning([2, 1, 1, 3, 1, 2]), columns=3, width=361.7, device_scale=3)
    case("given-height", COMMON["given-height"], MIXED[:3], height=700)
    case("unchanged", "The same items again: all are unmoved.", unseen, changes=True)
    for layout in ["shelf", "snap_carousel", "circular_carousel", "uniform_grid", "card_stack"]:
        plain = [{"id": id} for id in [4, 2, 9, 7]]
        before = LAYOUTS[layout](plain, 390, None)["frames"]
        items = [{**item, "frame": frame} for item, frame in zip(plain, before)]
        items = items[1:] + [{"id": 11}]
        answer = {
            "type": layout, "viewport": {"width": 390}, **LAYOUTS[layout](items, 390, None),
        }
        answer["changes"] = changes(items, answer["frames"])
        write(
            layout, "changes", COMMON["changes"], {"width": 390, "changes": True}, answer, items)
    plain = [{"id": i, "photo_width": w, "photo_height": 100} for i, w in enumerate([90, 150, 70, 200], 1)]
    before = rows.justified_rows(plain, {})["frames"]
    items = [{**item, "frame": frame} for item, frame in zip(plain, before)][1:]
    items.append({"id": 11, "photo_width": 120, "photo_height": 100})
    answer = {
        "type": "justified_rows", "viewport": {"width": 390}, **rows.justified_rows(items, {}),
    }
    answer["changes"] = changes(items, answer["frames"])
    write("justified_rows", "changes", COMMON["changes"], {"changes": True}, answer, items)


def main():
    placement_cases()
    tolerances()
    balanced()
    updates()
    pages()


if __name__ == "__main__":
    main()
