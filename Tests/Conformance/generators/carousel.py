"""Carousels, and their cases. Everything is worked out the long way round: a loop is a row that is written down several
times, a place to rest is found by looking at all of them. Nothing here looks at the Swift sources."""
from generators.cases import frame, layout, layout_cases, size

DEFAULTS = {
    "width": 390, "spacing": 8, "leading_inset": 8, "trailing_inset": 8, "align": "start", "contain": "trim",
    "short_content": "start", "group": 1, "scroll_padding": 0, "loop": False, "direction": "ltr", "mode": "mandatory",
    "proximity": 0.5, "one_step": False, "deceleration": "normal", "commit_threshold": 0.5, "flick_velocity": 400,
    "in_view_threshold": 0,
}
# A snap this near an end is at the end; a group may be this much longer than the view.
EDGE, FIT = 1, 2


class Carousel:
    def __init__(self, items, options):
        self.o = o = DEFAULTS | options
        self.items, self.ids, self.n, self.W = items, [item["id"] for item in items], len(items), o["width"]
        scale = o.get("item_height")
        self.w = [i["width"] / i["height"] * scale if scale else i["width"] for i in items]
        self.h = [scale if scale else i["height"] for i in items]
        n, W, gap = self.n, self.W, o["spacing"]
        # A loop: without any one item the others cover the view.
        turn = sum(self.w) + n * gap
        self.loop = o["loop"] and n > 1 and all(turn - w >= W for w in self.w)
        before, after = (0, 0) if self.loop else (o["leading_inset"], o["trailing_inset"])
        self.x = [before + sum(self.w[:i]) + gap * i for i in range(n)]
        self.end = turn if self.loop else before + sum(self.w) + gap * max(0, n - 1) + after
        self.contained = o["contain"] != "none" and not self.loop
        if self.contained and o["short_content"] == "center" and self.end < W:
            self.x = [x + (W - self.end) / 2 for x in self.x]
        self.snaps = self.make_snaps(self.make_groups(before, after)) if n else []
        self.start = self.snaps[0][0] if n else 0
        furthest = self.end - W if self.end - W > EDGE else 0
        offsets = [offset for offset, _ in self.snaps] or [0]
        self.limits = None if self.loop else (min(0, offsets[0]), max(furthest, offsets[-1]))

    def limited(self, offset):
        return min(max(offset, self.limits[0]), self.limits[1]) if self.limits else offset

    def make_groups(self, before, after):
        k, pad = self.o["group"], self.o["scroll_padding"]
        if k != "auto":
            return [list(range(i, min(i + k, self.n))) for i in range(0, self.n, k)]
        groups = [[0]]
        for i in range(1, self.n):
            first = groups[-1][0]
            space = max(before, pad) if first == 0 else pad
            space += max(after, pad) if i == self.n - 1 else pad
            if self.x[i] + self.w[i] - self.x[first] + space <= self.W + FIT:
                groups[-1].append(i)
            else:
                groups.append([i])
        return groups

    def aligned(self, group):
        """The offset that shows a group where it is aligned."""
        left, right = self.x[group[0]], self.x[group[-1]] + self.w[group[-1]]
        pad, align = self.o["scroll_padding"], self.o["align"]
        if align == "start":
            return left - pad
        if align == "end":
            return right - (self.W - pad)
        if align == "center":
            return (left + right) / 2 - self.W / 2
        return left - (pad + align * (self.W - 2 * pad - (right - left)))

    def make_snaps(self, groups):
        snaps = [(self.aligned(group), group) for group in groups]
        if not self.contained:
            return snaps
        last = self.end - self.W
        if last <= EDGE:
            return [(0, list(range(self.n)))]
        moved = []
        for i, (offset, group) in enumerate(snaps):
            if i == 0 or (i < len(snaps) - 1 and offset <= EDGE):
                offset = 0
            elif i == len(snaps) - 1 or offset >= last - EDGE:
                offset = last
            if self.o["contain"] != "keep" and moved and moved[-1][0] == offset and offset in (0, last):
                moved[-1] = (offset, moved[-1][1] + group)
            else:
                moved.append((offset, group))
        return moved

    def progress(self, offset):
        if self.loop:
            return ((offset - self.start) % self.end) / self.end
        low, high = self.limits
        return 0 if high <= low else min(max((offset - low) / (high - low), 0), 1)

    def wrap(self, offset):
        low = min(0, self.start)
        return low + (offset - low) % self.end if self.loop else offset

    def rests(self):
        """Every place to rest at: (offset, snap), of several at one place the first, at the end the last."""
        places = {}
        for turn in range(-60, 61) if self.loop else [0]:
            for k, (offset, _) in enumerate(self.snaps):
                places.setdefault(offset + turn * self.end, k)
        rests = sorted(places.items())
        if not self.loop and len(rests) > 1:
            rests[-1] = (rests[-1][0], len(self.snaps) - 1)
        return rests

    def settle(self, offset, translation, velocity):
        o = self.o
        if not self.n:
            return {"snap": None, "offset": 0, "unwrapped_offset": 0, "at_snap": False}
        sign = 1 if o["direction"] == "rtl" else -1
        d = {"normal": 0.998, "fast": 0.99}.get(o["deceleration"], o["deceleration"])
        origin = self.wrap(offset)
        release, momentum = origin + sign * translation, sign * velocity / 1000 * d / (1 - d)
        target = self.limited(release + momentum)
        rests = self.rests()
        places = [place for place, _ in rests]

        def nearest(x):
            return min(range(len(places)), key=lambda i: (abs(places[i] - x), i))

        current = nearest(origin)
        # A slow drag: enough of the way between two places, seen in its direction.
        before = max((i for i, p in enumerate(places) if p <= target), default=0)
        after = min(before + 1, len(places) - 1)
        gap, covered = places[after] - places[before], target - places[before]
        way = covered if target >= places[current] else gap - covered
        goes_on = way >= gap * o["commit_threshold"] - 1e-6
        chosen = after if goes_on == (target >= places[current]) else before
        # A flick: beyond where the finger let go.
        distance, direction = min(max(0.2 * self.W, 50), 225), sign * velocity
        if abs(velocity) >= o["flick_velocity"] or abs(momentum) >= distance:
            if direction > 0:
                chosen = max(chosen, next((i for i, p in enumerate(places) if p > release + 1), len(places) - 1))
            elif direction < 0:
                chosen = min(chosen, max((i for i, p in enumerate(places) if p <= release - 1), default=0))
        if o["one_step"]:
            low, high = max(current - 1, 0), min(current + 1, len(places) - 1)
            chosen = min(max(chosen, low), high)
            target = max(target, places[low]) if low < current else target
            target = min(target, places[high]) if high > current else target
        near = abs(places[chosen] - target) <= o["proximity"] * self.W
        at_snap = o["mode"] == "mandatory" or (o["mode"] == "proximity" and near)
        if not at_snap:
            chosen = nearest(target)
        end = places[chosen] if at_snap else target
        return {"snap": rests[chosen][1], "offset": self.wrap(end), "unwrapped_offset": offset - origin + end,
                "at_snap": at_snap}

    def in_view(self, offset):
        seen, offset = [], self.wrap(offset)
        for turn in [-1, 0, 1] if self.loop else [0]:
            for i in range(self.n):
                left = self.x[i] + turn * self.end - offset
                visible = min(left + self.w[i], self.W) - max(left, 0)
                enough = self.o["in_view_threshold"] * min(self.w[i], self.W)
                if visible > 1e-6 and visible >= enough - 1e-6:
                    seen.append(self.ids[i])
        return seen

    def marks(self):
        """Where each item begins and ends, and where the row does."""
        inner = [mark for x, w in zip(self.x, self.w) for mark in (x, x + w)]
        return [0] + inner + [max(self.end, inner[-1])]

    def resized(self, old, offset):
        """The offset that shows what `old` shows at `offset`."""
        offset = old.wrap(offset)
        where = [group for at, group in old.snaps if abs(at - offset) < 1e-6]
        if where and self.o["mode"] != "free":
            return next(at for at, group in self.snaps if where[0][0] in group)
        if old.loop and offset < 0:
            offset += old.end
        a, b = old.marks(), self.marks()
        k = max(i for i in range(len(a) - 1) if a[i] <= offset and a[i] < a[i + 1])
        place = b[k] + (b[k + 1] - b[k]) * ((offset - a[k]) / (a[k + 1] - a[k]))
        return self.limited(place) if self.limits else self.wrap(place)

    def shifts(self):
        low, high = min(0, self.start), min(0, self.start) + self.end
        shifts = []
        for i in range(self.n):
            before, after = self.x[i] + self.w[i] - self.end, self.x[i] + self.end - self.W
            if before > low or after < high:
                shifts.append({"id": self.ids[i], "before": before if before > low else None,
                               "after": after if after < high else None})
        return shifts

    def answer(self):
        o, frames = self.o, []
        for item, x, w, h in zip(self.items, self.x, self.w, self.h):
            x -= self.start
            frames.append(frame(item, self.W - x - w if o["direction"] == "rtl" else x, 0, w, h))
        content = size(self.end, max(self.h)) if self.n else size(self.W, 0)
        loop = {"period": self.end, "start": min(0, self.start), "shifts": self.shifts()} if self.loop else None
        answer = {
            "content_size": content, "initial_offset": self.start,
            "max_scroll_offset": max(0, content["width"] - self.W),
            "scroll_limits": {"lower": self.limits[0], "upper": self.limits[1]} if self.limits else None,
            "snaps": [{"index": k, "offset": offset, "progress": self.progress(offset),
                       "item_ids": [self.ids[i] for i in group]} for k, (offset, group) in enumerate(self.snaps)],
            "snap_of_item": [next(k for k, (_, group) in enumerate(self.snaps) if i in group) for i in range(self.n)],
            "loop": loop, "frames": frames}
        if {"offset", "translation", "velocity", "from_width"} & set(o):
            shown = o.get("offset", self.start)
            if "from_width" in o:
                items = [item | {"width": w, "height": h} for item, w, h in zip(self.items, self.w, self.h)]
                old = Carousel(items, {**o, "width": o["from_width"]})
                answer["resized_offset"] = shown = self.resized(old, o.get("offset", old.start))
            answer |= {"in_view": self.in_view(shown), "progress": self.progress(shown),
                       "settled": self.settle(shown, o.get("translation", 0), o.get("velocity", 0))}
        return answer


@layout("carousel")
def carousel(items, **options):
    return Carousel(items, options).answer()


def sized(widths):
    return [{"id": 11 + 4 * i, "width": w, "height": 100 + 10 * (i % 3)} for i, w in enumerate(widths)]


TEN = [100] * 10
MIXED = [120, 200, 90, 310, 150, 60, 240]
SHORT = [90, 120]
PAGES = [374] * 5
FIVE = [200] * 5
ROWS = [
    ("no-items", "An empty section has no height and no snaps.", []),
    ("one-item", "A single item has no neighbour and no gap.", [250]),
    ("two-items", "The first gap between two items.", [250, 180]),
    ("narrowest", "The narrowest viewport that is accepted, 200 points.", MIXED, dict(width=200)),
    ("widest", "The widest viewport that is accepted: all items are one snap.", MIXED, dict(width=4096)),
    ("fractional-width", "A viewport's width need not be a whole number of points.", MIXED, dict(width=390.5)),
    ("pixels-3x", "Frames on device pixels share their rounded edges: 3 pixels in a point.", [100.3, 61.7, 233.4],
     dict(width=361.7, device_scale=3)),
    ("in-view-y", "The items whose frames meet a range of heights.", MIXED[:4], dict(y_range="50,105")),
    ("changes", "Items without a former frame are inserted.", MIXED[:3], dict(changes=True)),
    ("given-height", "A height that is given as well changes nothing.", MIXED[:4], dict(height=700)),
    ("one-long-item", "An item longer than the view.", [900]),
    ("gaps", "Spacing and insets of other sizes, fractions included.", MIXED,
     dict(spacing=12.5, leading_inset=20, trailing_inset=31)),
    ("no-gaps", "Items without spacing and insets.", [130] * 6, dict(spacing=0, leading_inset=0, trailing_inset=0)),
    ("item-height", "Items scaled to one height keep their aspect ratios.", MIXED, dict(item_height=60)),
    ("contain-trim", "Snaps that become the same at an end are one.", TEN, dict(align="center", contain="trim")),
    ("contain-keep", "Every group keeps its snap, several at each end.", TEN, dict(align="center", contain="keep")),
    ("group-3-center", "Groups of three, the last one smaller.", MIXED, dict(group=3, align="center")),
    ("group-7-start", "A group longer than the view.", MIXED, dict(group=7)),
    ("group-auto", "As many items in a group as fit in the view.", MIXED, dict(group="auto")),
    ("group-auto-uncontained", "Groups of as many as fit, not contained.", TEN,
     dict(group="auto", contain="none", align="center")),
    ("scroll-padding", "Groups rest inside the view's edges by the scroll padding.", MIXED, dict(scroll_padding=40)),
    ("scroll-padding-end", "The scroll padding leaves a group less room, and counts at the end too.", MIXED,
     dict(scroll_padding=40, align="end", group="auto")),
    ("short-start-ltr", "A row shorter than the view rests at the start and does not move.", SHORT,
     dict(short_content="start", direction="ltr", offset=0, velocity=-900)),
    ("short-center-rtl", "A row shorter than the view, in the middle, right to left.", SHORT,
     dict(short_content="center", direction="rtl", offset=0, velocity=-900)),
    ("short-uncontained", "The place of short rows is for contained ones only.", SHORT,
     dict(contain="none", align="center", short_content="center")),
    ("barely-long", "A row half a point longer than the view has one snap.", [182, 184.5]),
    ("a-little-long", "A row two points longer than the view scrolls.", [182, 186]),
    ("near-the-end", "A snap within a point of the end is at the end.", [92, 290, 84.5], dict(leading_inset=0)),
    ("rtl", "Right to left the frames are mirrored, and offsets are the same.", MIXED, dict(direction="rtl")),
    ("rtl-uncontained", "Right to left from a first snap that is not at 0.", MIXED,
     dict(direction="rtl", align="center", contain="none", group=2)),
    ("loop", "A loop has no insets and no ends, and says which items are drawn again.", FIVE, dict(loop=True)),
    ("loop-center-group-2", "A loop whose last group has fewer items, in the middle.", FIVE,
     dict(loop=True, align="center", group=2)),
    ("loop-end-group-3", "A loop whose first snap is before its first item.", FIVE,
     dict(loop=True, align="end", group=3)),
    ("loop-group-auto", "A loop of groups of as many items as fit.", MIXED, dict(loop=True, group="auto")),
    ("loop-mixed", "A loop of items of several widths.", MIXED, dict(loop=True, align="center")),
    ("loop-rtl", "A loop from right to left.", MIXED, dict(loop=True, direction="rtl")),
    ("loop-padding", "A loop with a scroll padding.", FIVE, dict(loop=True, scroll_padding=20)),
    ("loop-just", "The other items just cover the view: a loop.", [195, 195, 195], dict(loop=True, spacing=0)),
    ("loop-not", "The other items do not cover the view: no loop.", [195, 195, 194], dict(loop=True, spacing=0)),
    ("loop-free", "A free loop rests anywhere.", FIVE,
     dict(loop=True, mode="free", offset=1000, translation=-77, velocity=-100)),
    ("loop-one-step", "One step at most in a loop, back over its start.", FIVE,
     dict(loop=True, one_step=True, offset=0, translation=20, velocity=9000)),
    ("loop-in-view", "The first items are in view after the last ones.", FIVE, dict(loop=True, offset=732)),
    ("settle-kept", "Kept snaps at the end count as one step.", TEN,
     dict(contain="keep", align="center", one_step=True, offset=698, translation=60)),
    ("settle-kept-rest", "At the end of a row the last of its kept snaps is named.", TEN,
     dict(contain="keep", align="center", offset=698)),
    ("settle-mixed", "A drag from the first snap over items of several widths.", MIXED,
     dict(align="center", translation=-260, velocity=-120)),
    ("in-view-long", "An item longer than the view is all in view if it fills it.", [100, 900, 100],
     dict(offset=200, in_view_threshold=1)),
    ("in-view-rtl", "In view from right to left.", MIXED, dict(direction="rtl", offset=150)),
    ("in-view-beyond", "Nothing is in view beyond the end.", TEN, dict(offset=5000)),
]
DRAGS = [
    ("slow-short", "A slow drag of less than half the way goes back.", (382, -190)),
    ("slow-long", "A slow drag of half the way goes on.", (382, -192)),
    ("slow-back", "A slow drag back.", (764, 200)),
    ("far", "A slow drag over several pages.", (0, -1000)),
    ("huge", "A drag of any length ends within the limits.", (0, -1e300)),
    ("pulled", "A pull beyond the start returns.", (0, 400)),
    ("flick", "A flick goes on however short its way.", (382, -5, -450)),
    ("flick-back", "A flick back.", (382, 5, 450)),
    ("flick-returns", "The direction of a flick counts, not that of the drag before it.", (382, -150, 500),
     dict(deceleration="fast")),
    ("flick-beyond", "A flick goes on from where the finger lets go.", (382, -420, -420), dict(deceleration="fast")),
    ("momentum", "A drag is a flick, too, if its momentum is longer than a fifth of the view.", (382, -5, -170),
     dict(flick_velocity=1000)),
    ("no-momentum", "A drag slower than a flick, with less momentum, goes back.", (382, -5, -150),
     dict(flick_velocity=1000)),
    ("normal-rate", "How far a fast drag goes at the normal rate.", (0, -50, -1200)),
    ("fast-rate", "How far a fast drag goes at the fast rate.", (0, -50, -3000), dict(deceleration="fast")),
    ("own-rate", "How far a fast drag goes at a rate in numbers.", (0, -50, -3000), dict(deceleration=0.995)),
    ("one-step", "One step at most, however fast.", (382, -300, -5000), dict(one_step=True)),
    ("one-step-back", "One step back at most.", (1146, 300, 5000), dict(one_step=True)),
    ("one-step-free", "One step at most limits where a free row rests, too.", (382, -300, -5000),
     dict(one_step=True, mode="free")),
    ("commit-early", "A third of the way is enough at a low threshold.", (382, -120), dict(commit_threshold=0.3)),
    ("commit-early-back", "The threshold is seen in the direction of the drag.", (382, 120),
     dict(commit_threshold=0.3)),
    ("proximity-near", "A row rests at a snap that is near enough.", (0, -350), dict(mode="proximity", proximity=0.1)),
    ("proximity-far", "A row rests where it is if no snap is near enough.", (0, -300),
     dict(mode="proximity", proximity=0.1)),
    ("proximity-default", "Half a view is near enough by default.", (0, -190), dict(mode="proximity")),
    ("free", "A free row rests where its momentum ends.", (100, -20, -100), dict(mode="free")),
    ("free-end", "A free row rests within the limits.", (1000, -900), dict(mode="free")),
    ("rtl", "Right to left a drag to the right goes on.", (382, 192), dict(direction="rtl")),
    ("between", "At rest between two snaps the nearer one is taken.", (500,)),
]
MOTION = ["offset", "translation", "velocity"]
LOOP_DRAGS = [
    ("past-the-end", "A drag past the last snap goes on to the first.", 832, -150, 0),
    ("past-the-start", "A drag back past the first snap goes on to the last.", 0, 150, 0),
    ("in-a-later-turn", "An offset of a later turn is wrapped, and the unwrapped one keeps the turn.",
     7280, -220, 0),
    ("in-an-earlier-turn", "An offset below 0 is of an earlier turn.", -2080, 60, 300),
    ("flick-over-turns", "A flick goes on over several turns.", 0, 0, -6000),
    ("back-over-turns", "A flick back goes over several turns, further than to the snap before.", 208, 30, 9000),
]
RESIZED = [
    ("snap", "A row at a snap is at the snap of the same item at the new width.", 844, 390, dict(offset=332)),
    ("trimmed", "Of a snap of several groups the first item counts.", 844, 390, dict(offset=0, align="center")),
    ("groups", "The new group is the one that has the first item of the old.", 600, 390,
     dict(offset=224, group="auto")),
    ("between", "Between two snaps the same share of the same item is at the edge.", 844, 390,
     dict(offset=290, mode="free")),
    ("gap", "In a gap the same share of the gap is at the edge.", 500, 390, dict(offset=112, mode="free", spacing=10)),
    ("initial", "Without an offset the row was at its first snap.", 300, 844, dict(align="center", contain="none")),
    ("drag", "A drag begins at the offset of the new width.", 300, 390, dict(offset=332, translation=-80)),
    ("loop", "The offset of a loop is wrapped at the new width.", 300, 390, dict(offset=1100, loop=True, mode="free")),
]


def main():
    layout_cases("carousel", ROWS, sized)
    layout_cases("carousel", [
        (f"align-{align}", f"Groups rest in the view {text}; none contained, also beyond the ends.", MIXED,
         dict(align=align, contain="none")) for align, text in {
            "start": "at its leading edge", "center": "in its middle", "end": "at its trailing edge",
            0.25: "with a quarter of the free space before them"}.items()
    ] + [
        (f"in-view-{share}", f"An item is in view if {text} it is.", MIXED, dict(offset=150, in_view_threshold=share))
        for share, text in {0: "any part of", 0.5: "half of", 1: "all of"}.items()
    ] + [
        (f"loop-settle-{name}", purpose, FIVE, dict(loop=True, group=2) | dict(zip(MOTION, moved)))
        for name, purpose, *moved in LOOP_DRAGS
    ] + [
        (f"resize-{name}", purpose, TEN, dict(width=width, from_width=old) | options)
        for name, purpose, width, old, options in RESIZED
    ] + [
        (f"settle-{name}", purpose, PAGES, dict(zip(MOTION, moved)) | dict(*options))
        for name, purpose, moved, *options in DRAGS
    ], sized)
