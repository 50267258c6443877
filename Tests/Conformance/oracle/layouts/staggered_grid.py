"""The staggered grid. Balanced ones are found by trying every split."""
import itertools
import math

from oracle.cells import pickup_photos
from oracle.geometry import column_edges, frame, size


def span_of(item):
    return item.get("column_span", 1)


def columns_of(frame):
    return range(frame["column"], frame["column"] + span_of(frame))


class Grid:
    """Items behind an edge of a grid, which a state describes."""

    def __init__(self, items, edge=None, width=390, columns=2, spacing=8, inset=8, placement="sample", tolerance=0,
                 explain=False, **_):
        self.items, self.W, self.n, self.gap, self.inset = items, width, columns, spacing, inset
        self.placement, self.tolerance, self.explains = placement, tolerance, explain
        self.cw, self.xs = column_edges(width, columns, spacing, inset)
        before = edge["columns"] if edge else [{"height": 0, "balance_height": 0, "item_count": 0}] * columns
        self.bottoms, self.sums, self.counts = (
            [column[name] for column in before] for name in ("height", "balance_height", "item_count"))
        self.count, self.cursor = (edge["item_count"], edge.get("cursor", 0)) if edge else (0, 0)
        self.frames, self.choices = [], []
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
        return max(self.bottoms[c] + self.gap if self.counts[c] else 0 for c in range(start, start + span))

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
            self.counts[c] += 1
        self.count, self.cursor = self.count + 1, (start + span) % self.n

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
        exact = {"exact": True, "lower_bound": max(self.bottoms)} if self.placement == "balanced" else {}
        why = {"explanation": {"choices": self.choices, "quality": self.quality()}} if self.explains else {}
        return {"content_size": size(self.W, max(self.bottoms)),
                "columns": columns(self.frames, self.sums, self.bottoms), **exact, **why, "frames": self.frames}


def columns(frames, sums, bottoms):
    return [{"item_ids": [f["id"] for f in frames if c in columns_of(f)], "balance_height": balance, "height": bottom}
            for c, (balance, bottom) in enumerate(zip(sums, bottoms))]


def layout(items, **options):
    if "state" not in options:
        return Grid(items, **options).answer()
    up, down = grids(items, **options)
    frames, edge = down.frames, (down.sums, down.bottoms)
    if up.items:
        frames, edge = turned(up), (up.sums[::-1], up.bottoms[::-1])
    top = -(up.gap + max(up.bottoms)) if up.count else 0
    return {"content_size": size(down.W, max(down.bottoms) - top), "content_top": top,
            "columns": columns(frames, *edge), "frames": frames}


# A grid that goes on from a state: downwards, or upwards as the mirrored grid of its upper edge.


def grids(items, state={}, prepend=False, **options):
    """The grids above and below. Items above are placed from the last one upwards."""
    above, below = (items[::-1], []) if prepend else ([], items)
    return Grid(above, state.get("start"), **options), Grid(below, state.get("end"), **options)


def turned(grid):
    """The frames of the mirrored grid as they are above another one, from top to bottom."""
    places = [grid.n - f["column"] - span_of(f) for f in grid.frames]
    return [{**f, "x": grid.xs[column], "y": -(grid.gap + f["y"] + f["height"]), "column": column}
            for f, column in zip(grid.frames, places)][::-1]


def outline(grid):
    """One edge of a grid, as a state describes it."""
    has_cursor = grid.placement in ("source_order", "forward") and grid.cursor != 0
    return {"columns": [{"balance_height": balance, "height": bottom, "item_count": count}
                        for balance, bottom, count in zip(grid.sums, grid.bottoms, grid.counts)],
            "item_count": grid.count} | ({"cursor": grid.cursor} if has_cursor else {})


def state(items, **options):
    """What the next page needs, in either direction."""
    above, below = grids(items, **options)
    chosen = {name: value for name, value in [("placement", below.placement), ("tolerance", below.tolerance)]
              if value not in ("sample", 0)}
    return {"viewport_width": below.W, "spacing": below.gap, "inset": below.inset, **chosen, "end": outline(below),
            **({"start": outline(above)} if above.count else {})}


def room(items, text_size, width):
    """Pictures that are too flat for larger text are cropped to frames of the least height."""
    if text_size == 1:
        return items, {}
    wide, least = (width - 24) / 2, pickup_photos(text_size)[1]
    return [item if wide / item["photo_width"] * item["photo_height"] >= least else
            item | {"photo_width": wide, "photo_height": least} for item in items], {}


def cell(made, text_size):
    return pickup_photos(text_size)[0]


def asked(ask):
    options = ask.options(columns=[ask.whole(1, 16)], **ask.lengths(), explain=[True],
                          placement=["sample", "shortest", "source_order", "forward", "balanced"])
    if options.get("placement") == "forward":
        options |= ask.options(tolerance=[0, 1, 20.5, 1000])
    if options.get("placement") == "balanced":
        options.pop("columns", None)
    # All splits are tried: of two columns, and where the optimum is explained.
    is_split = options.get("placement") == "balanced" or "explain" in options
    if is_split and "spacing" in options:
        # The optimum is exact for half points.
        options["spacing"] = round(options["spacing"] * 2) / 2
    return ask.spanning(ask.pictures(9 if is_split else 40), options.get("columns", 2)), options
