"""The staggered grid with all its options, from its description alone, and its cases. Balanced grids are found by
trying every split. Nothing here looks at the Swift sources."""
import itertools
import math

from generators.cases import answer, column_edges, drawn, frame, layout, layout_cases, size, write


def span_of(item):
    return item.get("column_span", 1)


def columns_of(frame):
    return range(frame["column"], frame["column"] + span_of(frame))


class Grid:
    def __init__(self, items, width=390, columns=2, spacing=8, inset=8, placement="sample", tolerance=0, explain=False,
                 **_):
        self.items, self.W, self.n, self.gap, self.inset = items, width, columns, spacing, inset
        self.placement, self.tolerance, self.explains = placement, tolerance, explain
        self.cw, self.xs = column_edges(width, columns, spacing, inset)
        self.bottoms, self.sums, self.ids = [0] * columns, [0] * columns, [[] for _ in range(columns)]
        self.cursor, self.frames, self.choices = 0, [], []
        self.place()

    # An item by itself.
    def media(self, item):
        return [item[k] for k in (("photo_width", "photo_height") if "photo_width" in item else ("width", "height"))]

    def width(self, span):
        return self.cw if span == 1 else span * self.cw + (span - 1) * self.gap

    def height(self, item):
        w, h = self.media(item)
        return float(math.ceil(self.width(span_of(item)) / w * h))  # sums are those of doubles

    def kept(self, item):
        column = item.get("frame", {}).get("column") if item.get("seen") else None
        return column if column is not None and 0 <= column <= self.n - span_of(item) else None

    # A place: the columns an item would take.
    def top(self, start, span):
        return max(self.bottoms[c] + self.gap if self.ids[c] else 0 for c in range(start, start + span))

    def heights(self, span):
        starts = range(self.n - span + 1)
        if self.placement == "forward":
            return [self.top(s, span) for s in starts]
        return [max(self.sums[s:s + span]) for s in starts] if self.placement == "sample" else self.drawn(span)

    # The heights of the columns of each place, without the gap that follows.
    def drawn(self, span):
        return [max(self.bottoms[s:s + span]) for s in range(self.n - span + 1)]

    def choose(self, item):
        span = span_of(item)
        heights = self.heights(span)
        lowest = min(heights)
        if self.placement in ("sample", "shortest"):
            return heights.index(lowest)
        if self.placement == "source_order":
            return self.cursor if self.cursor + span <= self.n else 0
        near = [s for s, h in enumerate(heights) if h <= lowest + self.tolerance]
        return ([s for s in near if s >= self.cursor] or near)[0]

    def explain(self, item, start):
        heights, kept = self.heights(span_of(item)), self.kept(item) is not None
        near = min(heights) + (self.tolerance if self.placement == "forward" else 0)
        compared = not kept and self.placement != "source_order"
        cursor = {"cursor": self.cursor} if self.placement in ("source_order", "forward") else {}
        self.choices.append({
            "id": item["id"], "column": start, "rule": "kept_column" if kept else self.placement,
            "heights": self.drawn(span_of(item)) if self.placement == "forward" else heights,
            "tie": compared and sum(h <= near for h in heights) > 1, **cursor})

    def put(self, item, start):
        self.explain(item, start)
        span, (w, h) = span_of(item), self.media(item)
        taken, y, height = range(start, start + span), self.top(start, span), self.height(item)
        balance = max(self.sums[start:start + span]) + float(math.ceil(self.W / self.n * span / w * h))
        wide = {"column_span": span} if span > 1 else {}
        self.frames.append(frame(item, self.xs[start], y, self.width(span), height, column=start, **wide))
        for c in taken:
            self.bottoms[c], self.sums[c] = y + height, balance
            self.ids[c].append(item["id"])
        self.cursor = (start + span) % self.n

    # Every split of the items between two that take both columns.
    def split(self, items):
        best = None
        for columns in itertools.product([0, 1], repeat=len(items)):
            bottoms, taste, allowed = [-self.gap, -self.gap], [], True
            for item, column in zip(items, columns):
                allowed = allowed and self.kept(item) in (None, column)
                taste.append(column != (0 if bottoms[0] <= bottoms[1] else 1))
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
            if item is not None and span_of(item) == 1:
                run.append(item)
                continue
            for one, column in zip(run, self.split(run)[0] if run else []):
                self.put(one, column)
            run = []
            if item is not None:
                self.put(item, 0)

    def quality(self):
        bottom, white = max(self.bottoms), 0
        for c in range(self.n):
            cells = [f["height"] for f in self.frames if c in columns_of(f)]
            white += self.cw * (bottom - sum(cells) - self.gap * max(0, len(cells) - 1))
        area, tops = (self.W - 2 * self.inset) * bottom, [f["y"] for f in self.frames]
        quality = {"white_space": white, "white_space_share": white / area if area else 0,
                   "bottom_raggedness": bottom - min(self.bottoms),
                   "order_inversions": sum(a > b for a, b in itertools.combinations(tops, 2))}
        if self.n == 2 and all(span_of(item) == 1 for item in self.items):
            free = [{k: v for k, v in item.items() if k != "seen"} for item in self.items]
            lowest = self.split(free)[1] if free else 0
            quality |= {"optimum": {"height": lowest, "exact": True, "lower_bound": lowest},
                        "distance_from_optimum": bottom - lowest}
        return quality

    def answer(self):
        columns = [{"item_ids": ids, "balance_height": balance, "height": bottom}
                   for ids, balance, bottom in zip(self.ids, self.sums, self.bottoms)]
        exact = {"exact": True, "lower_bound": max(self.bottoms)} if self.placement == "balanced" else {}
        why = {"explanation": {"choices": self.choices, "quality": self.quality()}} if self.explains else {}
        return {"content_size": size(self.W, max(self.bottoms)), "columns": columns, **exact, **why,
                "frames": self.frames}


@layout("staggered_grid")
def staggered_grid(items, **options):
    return Grid(items, **options).answer()


# --- Items.


def photo(id, width, height):
    return {"id": id, "width": width, "height": height}


MIXED = [photo(*each) for each in [
    (31, 4032, 3024), (12, 3, 4), (40, 1000, 1000), (5, 640, 480), (9, 1080, 1920), (22, 16, 9), (17, 2, 3), (28, 5, 4),
    (3, 21, 9)]]
EQUAL = [photo(id, 100, 100) for id in [8, 6, 7, 5, 3, 9, 1]]


def spanning(spans, items=MIXED):
    return [item | ({"column_span": span} if span > 1 else {}) for item, span in zip(items, spans)]


def ordered(*ids):
    return [next(item for item in MIXED if item["id"] == id) for id in ids]


def seen(item, column=None, is_seen=True):
    """An item that is drawn, also in another column."""
    return {**item, "seen": is_seen, "frame": item["frame"] | ({} if column is None else {"column": column})}


# --- Pages: what goes on from a state.


def outline(grid):
    """One edge of a grid, as a state describes it."""
    has_cursor = grid.placement in ("source_order", "forward") and grid.cursor != 0
    return {"columns": [{"balance_height": balance, "height": bottom, "item_count": len(ids)}
                        for balance, bottom, ids in zip(grid.sums, grid.bottoms, grid.ids)],
            "item_count": len(grid.items)} | ({"cursor": grid.cursor} if has_cursor else {})


def state(below, above=None):
    """The state of a grid whose upper edge is the lower one of the mirrored grid `above`."""
    chosen = {name: value for name, value in [("placement", below.placement), ("tolerance", below.tolerance)]
              if value not in ("sample", 0)}
    start = {"start": outline(above)} if above and above.items else {}
    return {"viewport_width": below.W, "spacing": below.gap, "inset": below.inset, **chosen, "end": outline(below),
            **start}


def turned(grid):
    """The frames of the mirrored grid as they are above another one, from top to bottom."""
    columns = [grid.n - f["column"] - span_of(f) for f in grid.frames]
    return [{**f, "x": grid.xs[column], "y": -(grid.gap + f["y"] + f["height"]), "column": column}
            for f, column in zip(grid.frames, columns)][::-1]


def page_case(name, purpose, above, below, new, **options):
    """`new` after `below`, or before `above`, in a grid that holds both."""
    def edges(above, below):
        # Items above were placed from the last one upwards.
        return Grid(above[::-1], **options), Grid(below, **options)

    goes_up, (old_above, old_below) = name.startswith("prepend"), edges(above, below)
    up, down = edges(new + above, below) if goes_up else edges(above, below + new)
    if goes_up:
        frames, edge = turned(up)[:len(new)], list(zip(up.sums, up.bottoms))[::-1]
    else:
        frames, edge = down.frames[len(below):], list(zip(down.sums, down.bottoms))
    top = -(up.gap + max(up.bottoms)) if up.items else 0
    answer = {
        "type": "staggered_grid", "viewport": {"width": 390}, "content_size": size(down.W, max(down.bottoms) - top),
        "content_top": top, "columns": [
            {"item_ids": [f["id"] for f in frames if c in columns_of(f)], "balance_height": balance, "height": height}
            for c, (balance, height) in enumerate(edge)],
        "frames": frames, "state": state(down, up)}
    given = {**options, "state": state(old_below, old_above), "with_state": True}
    write("staggered_grid", name, purpose, given | ({"prepend": True} if goes_up else {}), answer, new)


def pages():
    items, options = spanning([1, 1, 2, 1, 1, 2, 1, 3]), {"placement": "sample", "columns": 3}
    first, purpose = items[:2], "The first page: the answer has the state that the next one is asked for with."
    write("staggered_grid", "page-1-sample", purpose, {**options, "with_state": True},
          answer("staggered_grid", first, options) | {"state": state(Grid(first, **options))}, first)
    # Where the parts above, below and new end, or new, above and below.
    for name, purpose, a, b, c in [
        ("page-3-sample", "A later page goes on from the heights and balance heights of its state.", 0, 4, 6),
        ("page-4-sample", "A page whose last item takes all columns, and so levels them.", 0, 6, 8),
        ("page-3-shortest", "Placement shortest goes on from the heights of its state.", 0, 4, 6),
        ("page-3-source-order", "The state has the column that is next in source order.", 0, 4, 6),
        ("page-3-forward", "The state has the column that placement forward goes on from.", 0, 4, 6),
        ("prepend-sample", "Items above a grid: at negative heights, placed from the last to the first.", 2, 4, 4),
        ("prepend-again-sample", "More items above: the state has an upper edge of its own.", 0, 2, 4),
        ("append-after-prepend-sample", "Items below a grid that has grown upwards.", 3, 6, 8),
        ("prepend-again-source-order", "Upwards, source order runs from right to left.", 0, 2, 4),
        ("append-after-prepend-forward", "Each edge has a column of its own that forward goes on from.", 3, 6, 8),
    ]:
        placement = next(rule for rule in CHOICES if name.endswith(rule.replace("_", "-")))
        parts = items[:a], items[a:b], items[b:c]
        if name.startswith("prepend"):
            parts = items[b:c], items[c:], items[a:b]
        more = {"tolerance": 20} if placement == "forward" else {}
        page_case(name, purpose, *parts, placement=placement, columns=3, **more)
    page_case("page-of-nothing", "A page without items leaves the state as it is.", [], MIXED[:3], [])
    page_case("prepend-to-nothing", "Items above a grid without items have no gap to anything below.", [], [],
              MIXED[:4])


# --- The other cases; those of the existing screen are in `home`.


CHOICES = {
    "sample": "the least balance height, which is summed without gaps and with wider cells",
    "shortest": "the least height",
    "source_order": "the next one, whatever its height",
    "forward": "the next one that is no higher than the lowest",
}


def placements():
    # Orders in which no two placements have the same answer.
    two = ordered(40, 9, 3, 22, 5, 12, 28, 17, 31)
    across = spanning([1, 2, 1, 1, 1, 1, 2, 2, 1], ordered(9, 12, 22, 3, 31, 28, 17, 5, 40))
    for rule, text in CHOICES.items():
        slug = rule.replace("_", "-")
        # With all items in one column each, forward without a tolerance is shortest.
        if rule != "forward":
            yield f"{slug}-2-columns", f"The column chosen of two is {text}.", two, dict(placement=rule, columns=2)
            yield f"{slug}-5-columns", f"The column chosen of five is {text}.", MIXED, dict(placement=rule, columns=5)
        yield (f"{slug}-spans", f"Items across several columns begin where they fit; the columns chosen are {text}.",
               across, dict(placement=rule, columns=4))
    placed = drawn("staggered_grid", MIXED, {"columns": 3})
    kept = [seen(item, column, bool(flag))
            for item, flag, column in zip(placed, [1, 0, 1, 1, 0, 1, 1], [2, 2, 2, 0, 1, 3, 1])]
    yield ("sample-kept", "Seen items keep their columns, but for one whose column does not exist.", kept,
           dict(placement="sample", columns=3))
    yield ("source-order-kept", "Source order goes on after the column of an item that keeps its own.",
           [seen(item, 2 - i // 2, i in (1, 3, 5)) for i, item in enumerate(placed[:6])],
           dict(placement="source_order", columns=3))
    explained = kept[:4] + spanning([2, 1, 3], MIXED[7:] + [photo(99, 1, 1)])
    for rule, text in {
        "sample": "The explanation compares balance heights, and names columns that were kept.",
        "shortest": "The explanation compares heights.",
        "source_order": "The explanation compares nothing, and names the next column.",
    }.items():
        yield f"{rule.replace('_', '-')}-explained", text, explained, dict(placement=rule, columns=3, explain=True)
    # Columns 140, 139, 138, … high: neighbours are near each other, the first and the last are not.
    stairs = [photo(i + 1, 100, height) for i, height in enumerate([140, 139, 138, 137, 136, 135, 50, 20, 30])]
    for tolerance, text in {
        0: "Without a tolerance only the lowest columns are equal",
        1: "A column that is higher by exactly the tolerance counts as equal",
        2.5: "A tolerance is compared with the lowest column, not from neighbour to neighbour",
        1000: "With a large tolerance every column is equal, as in source order",
    }.items():
        yield (f"staircase-{str(tolerance).replace('.', '-')}", f"{text}.", stairs,
               dict(width=600, columns=6, spacing=0, inset=0, placement="forward", tolerance=tolerance))


def others():
    late = [photo(i + 1, 10, 5 + i) for i in range(8)] + [photo(20, 1, 4)]
    unseen = drawn("staggered_grid", MIXED, {})
    before = [seen(item) for item in drawn("staggered_grid", MIXED, {"columns": 3})]
    kept = [seen(item, 1) if i in (0, 1, 4) else item for i, item in enumerate(unseen[:7])]
    new = photo(77, 2, 1)
    balanced = [
        ("nothing", "The lowest split of no items.", []),
        ("1", "The lowest split of one item: it is in the left column.", MIXED[:1]),
        ("9", "The lowest of all splits of nine items.", MIXED),
        ("ties", "Of equally low splits the one that takes the shorter column first.", EQUAL),
        ("late-tower", "A high last item stands alone, which no greedy choice finds.", late),
        ("storeys", "An item across both columns ends a split; the next one starts below it.",
         spanning([1, 1, 1, 2, 1, 1, 1, 1, 2])),
        ("half-points", "The split is exact for a spacing of half points.", MIXED, dict(spacing=7.5)),
        ("no-gap", "The lowest split without spacing and inset.", MIXED, dict(spacing=0, inset=0, width=320)),
        ("kept", "The lowest split that keeps seen items in their columns, and its distance from the lowest of all.",
         kept, dict(explain=True)),
    ]
    return [
        ("one-column", "One column, the fewest: every placement is the same.", MIXED, dict(columns=1)),
        ("sixteen-columns", "Sixteen columns, the most: more than items.", MIXED, dict(columns=16)),
        ("ties", "Among equal columns, more than two of them, the leftmost is chosen.", EQUAL, dict(columns=3)),
        ("sample-spans-2-columns", "Items across both of two columns level them.",
         spanning([1, 2, 1, 1, 1, 2, 1, 1, 1]), dict(columns=2)),
        ("gaps", "Spacing, inset and width of other sizes, fractions included.", spanning([1, 2, 1, 1, 2, 1, 1]),
         dict(columns=3, spacing=12.5, inset=20, width=700)),
        ("explained-two-columns", "How far a grid of two columns is from the lowest one.", MIXED[:6],
         dict(explain=True)),
        ("forward-explained", "Items across two columns go forward within a tolerance, explained.",
         spanning([1, 2, 1, 2, 1, 1, 2, 1]), dict(columns=4, placement="forward", tolerance=30, explain=True)),
        ("insert", "An item is inserted between seen ones: only its column moves.", before[:3] + [new] + before[3:],
         dict(columns=3, changes=True)),
        ("remove", "A seen item is removed: only its column moves.", before[:2] + before[3:],
         dict(columns=3, changes=True)),
        ("resize", "A seen item becomes higher: only its column moves.",
         before[:1] + [{**before[1], "height": 6}] + before[2:], dict(columns=3, changes=True)),
        ("unseen-insert", "Items that nobody has seen may change their columns.", [new] + unseen, dict(changes=True)),
        ("pixels-spans", "Items across several columns end on the pixels where their columns end.",
         spanning([2, 1, 1, 3, 1, 2]), dict(columns=3, width=361.7, device_scale=3)),
        ("given-height", None, MIXED[:3], dict(height=700)),
        ("unchanged", "The same items again: all are unmoved.", unseen, dict(changes=True)),
    ] + [(f"balanced-{name}", purpose, items, dict(placement="balanced") | dict(*options))
         for name, purpose, items, *options in balanced]


def main():
    layout_cases("staggered_grid", [*placements(), *others()])
    pages()
