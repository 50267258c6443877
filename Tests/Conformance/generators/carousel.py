#!/usr/bin/env python3
"""Writes the cases of carousels, of rings with options, and of pagers; drags of those that the home
screen has are in `settle.py`.

Everything is worked out the long way round: a loop is a row that is written down several times, a
place to rest is found by looking at all of them. Nothing here looks at the Swift sources: the cases
would otherwise agree with their mistakes.
"""
import math

from cases import COMMON, write
from rows import extras
from staggered import changes

DEFAULTS = {
    "width": 390, "spacing": 8, "leading_inset": 8, "trailing_inset": 8, "align": "start",
    "contain": "trim", "short_content": "start", "group": 1, "scroll_padding": 0, "loop": False,
    "direction": "ltr", "mode": "mandatory", "proximity": 0.5, "one_step": False,
    "deceleration": "normal", "commit_threshold": 0.5, "flick_velocity": 400,
    "in_view_threshold": 0,
}
# A snap this near an end is at the end; a group may be this much longer than the view.
EDGE, FIT = 1, 2


class Carousel:
    def __init__(self, items, options):
        self.o = o = {**DEFAULTS, **options}
        self.ids = [item["id"] for item in items]
        self.n = n = len(items)
        self.W = W = o["width"]
        scale = o.get("item_height")
        self.w = [i["width"] / i["height"] * scale if scale else i["width"] for i in items]
        self.h = [scale if scale else i["height"] for i in items]
        gap = o["spacing"]
        # A loop: without any one item the others cover the view.
        turn = sum(self.w) + n * gap
        self.loop = o["loop"] and n > 1 and all(turn - w >= W for w in self.w)
        before = 0 if self.loop else o["leading_inset"]
        after = 0 if self.loop else o["trailing_inset"]
        self.x = [before + sum(self.w[:i]) + gap * i for i in range(n)]
        self.end = turn if self.loop else before + sum(self.w) + gap * max(0, n - 1) + after
        self.contained = o["contain"] != "none" and not self.loop
        if self.contained and o["short_content"] == "center" and self.end < W:
            shift = (W - self.end) / 2
            self.x = [x + shift for x in self.x]
        self.snaps = self.make_snaps(self.make_groups(before, after)) if n else []
        self.start = self.snaps[0][0] if n else 0
        furthest = self.end - W if self.end - W > EDGE else 0
        offsets = [offset for offset, _ in self.snaps] or [0]
        self.limits = None if self.loop else (min(0, offsets[0]), max(furthest, offsets[-1]))

    def make_groups(self, before, after):
        k = self.o["group"]
        if k != "auto":
            return [list(range(i, min(i + k, self.n))) for i in range(0, self.n, k)]
        pad = self.o["scroll_padding"]
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
            moved.append((offset, group))
        if self.o["contain"] == "keep":
            return moved
        merged = []
        for offset, group in moved:
            if merged and merged[-1][0] == offset and offset in (0, last):
                merged[-1] = (offset, merged[-1][1] + group)
            else:
                merged.append((offset, group))
        return merged

    def progress(self, offset):
        if self.loop:
            return ((offset - self.start) % self.end) / self.end
        low, high = self.limits
        return 0 if high <= low else min(max((offset - low) / (high - low), 0), 1)

    def wrap(self, offset):
        if not self.loop:
            return offset
        low = min(0, self.start)
        return low + (offset - low) % self.end

    def turns(self):
        return range(-60, 61) if self.loop else [0]

    def rests(self):
        """Every place to rest at: (offset, snap), of several at one place the first, at the end the
        last."""
        places = {}
        for turn in self.turns():
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
        release = origin + sign * translation
        momentum = sign * velocity / 1000 * d / (1 - d)
        target = release + momentum
        if self.limits:
            target = min(max(target, self.limits[0]), self.limits[1])
        rests = self.rests()
        places = [place for place, _ in rests]

        def nearest(x):
            return min(range(len(places)), key=lambda i: (abs(places[i] - x), i))

        current = nearest(origin)
        # A slow drag: enough of the way between two places, seen in its direction.
        before = max((i for i, p in enumerate(places) if p <= target), default=0)
        after = min(before + 1, len(places) - 1)
        gap, covered = places[after] - places[before], target - places[before]
        needed = gap * o["commit_threshold"] - 1e-6
        if target >= places[current]:
            chosen = after if covered >= needed else before
        else:
            chosen = before if gap - covered >= needed else after
        # A flick: beyond where the finger let go.
        distance = min(max(0.2 * self.W, 50), 225)
        if abs(velocity) >= o["flick_velocity"] or abs(momentum) >= distance:
            direction = sign * velocity
            if direction > 0:
                on = [i for i, p in enumerate(places) if p > release + 1]
                chosen = max(chosen, on[0] if on else len(places) - 1)
            elif direction < 0:
                on = [i for i, p in enumerate(places) if p <= release - 1]
                chosen = min(chosen, on[-1] if on else 0)
        if o["one_step"]:
            low, high = max(current - 1, 0), min(current + 1, len(places) - 1)
            chosen = min(max(chosen, low), high)
            if low < current:
                target = max(target, places[low])
            if high > current:
                target = min(target, places[high])
        near = abs(places[chosen] - target) <= o["proximity"] * self.W
        at_snap = o["mode"] == "mandatory" or (o["mode"] == "proximity" and near)
        if not at_snap:
            chosen = nearest(target)
        end = places[chosen] if at_snap else target
        return {
            "snap": rests[chosen][1], "offset": self.wrap(end),
            "unwrapped_offset": offset - origin + end, "at_snap": at_snap,
        }

    def in_view(self, offset):
        seen = []
        offset = self.wrap(offset)
        for turn in [-1, 0, 1] if self.loop else [0]:
            for i in range(self.n):
                left = self.x[i] + turn * self.end - offset
                visible = min(left + self.w[i], self.W) - max(left, 0)
                enough = self.o["in_view_threshold"] * min(self.w[i], self.W)
                if visible > 1e-6 and visible >= enough - 1e-6:
                    seen.append(self.ids[i])
        return seen

    def resized(self, old, offset):
        """The offset that shows what `old` shows at `offset`."""
        offset = old.wrap(offset)
        where = [i for i, (at, _) in enumerate(old.snaps) if abs(at - offset) < 1e-6]
        if where and self.o["mode"] != "free":
            first = old.snaps[where[0]][1][0]
            return next(at for at, group in self.snaps if first in group)
        if old.loop and offset < 0:
            offset += old.end
        # Marks along both rows: where each item begins and ends, and where the rows do.
        def marks(c):
            inner = [m for i in range(c.n) for m in (c.x[i], c.x[i] + c.w[i])]
            return [0] + inner + [max(c.end, inner[-1])]

        a, b = marks(old), marks(self)
        k = max(i for i in range(len(a) - 1) if a[i] <= offset and a[i] < a[i + 1])
        share = (offset - a[k]) / (a[k + 1] - a[k])
        place = b[k] + (b[k + 1] - b[k]) * share
        if self.limits:
            return min(max(place, self.limits[0]), self.limits[1])
        return self.wrap(place)

    def shifts(self):
        low, high = min(0, self.start), min(0, self.start) + self.end
        shifts = []
        for i in range(self.n):
            before = self.x[i] + self.w[i] - self.end
            after = self.x[i] + self.end - self.W
            if before > low or after < high:
                shifts.append({
                    "id": self.ids[i], "before": before if before > low else None,
                    "after": after if after < high else None,
                })
        return shifts

    def answer(self):
        frames = []
        for i in range(self.n):
            x = self.x[i] - self.start
            if self.o["direction"] == "rtl":
                x = self.W - x - self.w[i]
            frames.append(
                {"id": self.ids[i], "x": x, "y": 0, "width": self.w[i], "height": self.h[i]})
        viewport = {"width": self.W}
        if "height" in self.o:
            viewport["height"] = self.o["height"]
        size = {"width": self.end, "height": max(self.h)} if self.n else {"width": self.W, "height": 0}
        answer = {
            "type": "carousel", "viewport": viewport, "content_size": size,
            "initial_offset": self.start,
            "max_scroll_offset": max(0, size["width"] - self.W),
            "scroll_limits":
                {"lower": self.limits[0], "upper": self.limits[1]} if self.limits else None,
            "snaps": [
                {"index": k, "offset": offset, "progress": self.progress(offset),
                 "item_ids": [self.ids[i] for i in group]}
                for k, (offset, group) in enumerate(self.snaps)
            ],
            "snap_of_item": [
                next(k for k, (_, group) in enumerate(self.snaps) if i in group)
                for i in range(self.n)
            ],
            "loop": {
                "period": self.end, "start": min(0, self.start), "shifts": self.shifts(),
            } if self.loop else None,
            "frames": frames,
        }
        asked = ["offset", "translation", "velocity", "from_width"]
        if any(name in self.o for name in asked):
            shown = self.o.get("offset", self.start)
            if "from_width" in self.o:
                old = Carousel(
                    [{"id": i, "width": w, "height": h}
                     for i, w, h in zip(self.ids, self.w, self.h)],
                    {**self.o, "width": self.o["from_width"]})
                shown = self.resized(old, self.o.get("offset", old.start))
                answer["resized_offset"] = shown
            answer["in_view"] = self.in_view(shown)
            answer["progress"] = self.progress(shown)
            answer["settled"] = self.settle(
                shown, self.o.get("translation", 0), self.o.get("velocity", 0))
        return answer


def items(widths, height=100):
    return [{"id": 11 + 4 * i, "width": w, "height": height + 10 * (i % 3)}
            for i, w in enumerate(widths)]


def carousel(name, what, widths, **options):
    row = items(widths)
    answer = Carousel(row, options).answer()
    answer |= extras(options, answer["frames"])
    if options.get("changes"):
        answer["changes"] = changes(row, answer["frames"])
    write("carousel", name, f"{what}.", options, answer, row)


TEN = [100] * 10
MIXED = [120, 200, 90, 310, 150, 60, 240]
SHORT = [90, 120]
PAGES = [374] * 5
FIVE = [200] * 5


def write_rows():
    carousel("no-items", "An empty section has no height and no snaps", [])
    carousel("one-item", "A single item has no neighbour and no gap", [250])
    carousel("two-items", "The first gap between two items", [250, 180])
    carousel("narrowest", "The narrowest viewport that is accepted, 200 points", MIXED, width=200)
    carousel("widest", "The widest viewport that is accepted: all items are one snap", MIXED, width=4096)
    carousel("fractional-width", "A viewport's width need not be a whole number of points", MIXED,
             width=390.5)
    carousel("pixels-3x", "Frames on device pixels share their rounded edges: 3 pixels in a point",
             [100.3, 61.7, 233.4], width=361.7, device_scale=3)
    carousel("in-view-y", "The items whose frames meet a range of heights", MIXED[:4], y_range="50,105")
    carousel("changes", "Items without a former frame are inserted", MIXED[:3], changes=True)
    carousel("given-height", "A height that is given as well changes nothing", MIXED[:4], height=700)
    carousel("one-long-item", "An item longer than the view", [900])
    carousel("gaps", "Spacing and insets of other sizes, fractions included", MIXED,
             spacing=12.5, leading_inset=20, trailing_inset=31)
    carousel("no-gaps", "Items without spacing and insets", [130] * 6, spacing=0, leading_inset=0,
             trailing_inset=0)
    carousel("item-height", "Items scaled to one height keep their aspect ratios", MIXED, item_height=60)

    for align, text in {
        "start": "at its leading edge", "center": "in its middle", "end": "at its trailing edge",
        0.25: "with a quarter of the free space before them",
    }.items():
        carousel(f"align-{align}", f"Groups rest in the view {text}; none contained, also beyond the ends",
                 MIXED, align=align, contain="none")
    carousel("contain-trim", "Snaps that become the same at an end are one", TEN, align="center",
             contain="trim")
    carousel("contain-keep", "Every group keeps its snap, several at each end", TEN, align="center",
             contain="keep")
    carousel("group-3-center", "Groups of three, the last one smaller", MIXED, group=3, align="center")
    carousel("group-7-start", "A group longer than the view", MIXED, group=7)
    carousel("group-auto", "As many items in a group as fit in the view", MIXED, group="auto")
    carousel("group-auto-uncontained", "Groups of as many as fit, not contained", TEN, group="auto",
             contain="none", align="center")
    carousel("scroll-padding", "Groups rest inside the view's edges by the scroll padding", MIXED,
             scroll_padding=40)
    carousel("scroll-padding-end", "The scroll padding leaves a group less room, and counts at the end too",
             MIXED, scroll_padding=40, align="end", group="auto")
    carousel("short-start-ltr", "A row shorter than the view rests at the start and does not move", SHORT,
             short_content="start", direction="ltr", offset=0, velocity=-900)
    carousel("short-center-rtl", "A row shorter than the view, in the middle, right to left", SHORT,
             short_content="center", direction="rtl", offset=0, velocity=-900)
    carousel("short-uncontained", "The place of short rows is for contained ones only", SHORT,
             contain="none", align="center", short_content="center")
    carousel("barely-long", "A row half a point longer than the view has one snap", [182, 184.5])
    carousel("a-little-long", "A row two points longer than the view scrolls", [182, 186])
    carousel("near-the-end", "A snap within a point of the end is at the end", [92, 290, 84.5],
             leading_inset=0)
    carousel("rtl", "Right to left the frames are mirrored, and offsets are the same", MIXED,
             direction="rtl")
    carousel("rtl-uncontained", "Right to left from a first snap that is not at 0", MIXED,
             direction="rtl", align="center", contain="none", group=2)


def write_loops():
    carousel("loop", "A loop has no insets and no ends, and says which items are drawn again", FIVE,
             loop=True)
    carousel("loop-center-group-2", "A loop whose last group has fewer items, in the middle", FIVE,
             loop=True, align="center", group=2)
    carousel("loop-end-group-3", "A loop whose first snap is before its first item", FIVE, loop=True,
             align="end", group=3)
    carousel("loop-group-auto", "A loop of groups of as many items as fit", MIXED, loop=True, group="auto")
    carousel("loop-mixed", "A loop of items of several widths", MIXED, loop=True, align="center")
    carousel("loop-rtl", "A loop from right to left", MIXED, loop=True, direction="rtl")
    carousel("loop-padding", "A loop with a scroll padding", FIVE, loop=True, scroll_padding=20)
    carousel("loop-just", "The other items just cover the view: a loop", [195, 195, 195],
             loop=True, spacing=0)
    carousel("loop-not", "The other items do not cover the view: no loop", [195, 195, 194],
             loop=True, spacing=0)
    for name, what, offset, translation, velocity in [
        ("past-the-end", "A drag past the last snap goes on to the first", 832, -150, 0),
        ("past-the-start", "A drag back past the first snap goes on to the last", 0, 150, 0),
        ("in-a-later-turn", "An offset of a later turn is wrapped, and the unwrapped one keeps the turn",
         7280, -220, 0),
        ("in-an-earlier-turn", "An offset below 0 is of an earlier turn", -2080, 60, 300),
        ("flick-over-turns", "A flick goes on over several turns", 0, 0, -6000),
        ("back-over-turns", "A flick back goes over several turns, further than to the snap before", 208, 30,
         9000),
    ]:
        carousel(f"loop-settle-{name}", what, FIVE,
                 loop=True, group=2, offset=offset, translation=translation, velocity=velocity)
    carousel("loop-free", "A free loop rests anywhere", FIVE,
             loop=True, mode="free", offset=1000, translation=-77, velocity=-100)
    carousel("loop-one-step", "One step at most in a loop, back over its start", FIVE,
             loop=True, one_step=True, offset=0, translation=20, velocity=9000)
    carousel("loop-in-view", "The first items are in view after the last ones", FIVE, loop=True,
             offset=732)


def write_drags():
    def drag(name, what, offset, translation=0, velocity=0, **options):
        more = {"translation": translation} if translation else {}
        if velocity:
            more["velocity"] = velocity
        carousel(f"settle-{name}", what, PAGES, offset=offset, **more, **options)

    drag("slow-short", "A slow drag of less than half the way goes back", 382, -190)
    drag("slow-long", "A slow drag of half the way goes on", 382, -192)
    drag("slow-back", "A slow drag back", 764, 200)
    drag("far", "A slow drag over several pages", 0, -1000)
    drag("huge", "A drag of any length ends within the limits", 0, -1e300)
    drag("pulled", "A pull beyond the start returns", 0, 400)
    drag("flick", "A flick goes on however short its way", 382, -5, -450)
    drag("flick-back", "A flick back", 382, 5, 450)
    drag("flick-returns", "The direction of a flick counts, not that of the drag before it", 382, -150,
         500, deceleration="fast")
    drag("flick-beyond", "A flick goes on from where the finger lets go", 382, -420, -420,
         deceleration="fast")
    drag("momentum", "A drag is a flick, too, if its momentum is longer than a fifth of the view", 382, -5,
         -170, flick_velocity=1000)
    drag("no-momentum", "A drag slower than a flick, with less momentum, goes back", 382, -5, -150,
         flick_velocity=1000)
    drag("normal-rate", "How far a fast drag goes at the normal rate", 0, -50, -1200)
    drag("fast-rate", "How far a fast drag goes at the fast rate", 0, -50, -3000, deceleration="fast")
    drag("own-rate", "How far a fast drag goes at a rate in numbers", 0, -50, -3000, deceleration=0.995)
    drag("one-step", "One step at most, however fast", 382, -300, -5000, one_step=True)
    drag("one-step-back", "One step back at most", 1146, 300, 5000, one_step=True)
    drag("one-step-free", "One step at most limits where a free row rests, too", 382, -300, -5000,
         one_step=True, mode="free")
    drag("commit-early", "A third of the way is enough at a low threshold", 382, -120,
         commit_threshold=0.3)
    drag("commit-early-back", "The threshold is seen in the direction of the drag", 382, 120,
         commit_threshold=0.3)
    drag("proximity-near", "A row rests at a snap that is near enough", 0, -350, mode="proximity",
         proximity=0.1)
    drag("proximity-far", "A row rests where it is if no snap is near enough", 0, -300, mode="proximity",
         proximity=0.1)
    drag("proximity-default", "Half a view is near enough by default", 0, -190, mode="proximity")
    drag("free", "A free row rests where its momentum ends", 100, -20, -100, mode="free")
    drag("free-end", "A free row rests within the limits", 1000, -900, mode="free")
    drag("rtl", "Right to left a drag to the right goes on", 382, 192, direction="rtl")
    drag("between", "At rest between two snaps the nearer one is taken", 500)
    carousel("settle-kept", "Kept snaps at the end count as one step", TEN, contain="keep",
             align="center", one_step=True, offset=698, translation=60)
    carousel("settle-kept-rest", "At the end of a row the last of its kept snaps is named", TEN,
             contain="keep", align="center", offset=698)
    carousel("settle-mixed", "A drag from the first snap over items of several widths", MIXED,
             align="center", translation=-260, velocity=-120)


def write_views():
    for threshold, text in {
        0: "An item is in view if any part of it is",
        0.5: "An item is in view if half of it is",
        1: "An item is in view if all of it is",
    }.items():
        carousel(f"in-view-{threshold}", text, MIXED, offset=150, in_view_threshold=threshold)
    carousel("in-view-long", "An item longer than the view is all in view if it fills it", [100, 900, 100],
             offset=200, in_view_threshold=1)
    carousel("in-view-rtl", "In view from right to left", MIXED, direction="rtl", offset=150)
    carousel("in-view-beyond", "Nothing is in view beyond the end", TEN, offset=5000)
    for name, what, width, old, options in [
        ("snap", "A row at a snap is at the snap of the same item at the new width", 844, 390,
         {"offset": 332}),
        ("trimmed", "Of a snap of several groups the first item counts", 844, 390,
         {"offset": 0, "align": "center"}),
        ("groups", "The new group is the one that has the first item of the old", 600, 390,
         {"offset": 224, "group": "auto"}),
        ("between", "Between two snaps the same share of the same item is at the edge", 844, 390,
         {"offset": 290, "mode": "free"}),
        ("gap", "In a gap the same share of the gap is at the edge", 500, 390,
         {"offset": 112, "mode": "free", "spacing": 10}),
        ("initial", "Without an offset the row was at its first snap", 300, 844,
         {"align": "center", "contain": "none"}),
        ("drag", "A drag begins at the offset of the new width", 300, 390,
         {"offset": 332, "translation": -80}),
        ("loop", "The offset of a loop is wrapped at the new width", 300, 390,
         {"offset": 1100, "loop": True, "mode": "free"}),
    ]:
        carousel(f"resize-{name}", what, TEN, width=width, from_width=old, **options)


def write_rings():
    def ring(name, what, n, W, options):
        o = {"radius": 200, "points_per_step": 250, "scale_per_step": 0.2, "opacity_per_step": 0.3,
             "depth_per_step": 0.1, **options}
        card = {"width": W - 32, "height": (W - 32) * 156 / 375}
        row = [{"id": 5 * i + 2} for i in range(n)]

        def card_at(offset, slot):
            # The nearest of the distances that differ by whole turns; halfway the even turn wins.
            d = math.remainder(offset - slot, n)
            return {
                "id": row[slot - 1]["id"], "slot": slot, "distance": d,
                "scale": max(0, 1 - abs(d) * o["scale_per_step"]),
                "opacity": min(max(0, 1 - abs(d) * o["opacity_per_step"]), 1),
                "z_index": 1 - abs(d) * o["depth_per_step"],
                "x": math.sin(2 * math.pi / n * d) * o["radius"],
            }

        states = []
        for k in range(n):
            offset = math.remainder(k, n)
            states.append(
                {"offset": offset, "items": [card_at(offset, slot) for slot in range(1, n + 1)]})
        frames = []
        for c in states[0]["items"]:
            w, h = card["width"] * c["scale"], card["height"] * c["scale"]
            frames.append({"id": c["id"], "x": W / 2 + c["x"] - w / 2, "y": card["height"] / 2 - h / 2,
                           "width": w, "height": h})
        expected = {
            "type": "circular_carousel",
            "viewport": {"width": W, **{k: o[k] for k in ["height"] if k in o}},
            "content_size": {"width": W, "height": card["height"]}, "card_size": card,
            "radius": o["radius"], "points_per_step": o["points_per_step"], "states": states,
            "frames": frames,
        }
        write("circular_carousel", f"options-{name}", f"{what}.", {"width": W, **options}, expected, row)

    ring("same-size", "Cards that lose nothing: every loss at its least", 4, 390,
         {"scale_per_step": 0, "opacity_per_step": 0, "depth_per_step": 0})
    ring("all", "Every option of a ring at another value than its default", 5, 600, {
        "height": 500,
        "radius": 333.5, "points_per_step": 60, "scale_per_step": 0.05, "opacity_per_step": 0.45,
        "depth_per_step": 2})


def away(x):
    """Rounded, halves away from zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


def write_pagers():
    def pager(name, what, **o):
        VW, VH = (float(side) for side in o["viewport"].split("x"))
        n, axis, offset = o["pages"], o.get("axis", "horizontal"), o.get("offset", 0)
        length = max(VW if axis == "horizontal" else VH, 1)
        safe = {edge: o.get("safe_" + edge, 0) for edge in ["top", "left", "bottom", "right"]}
        content = {
            "horizontal": {"width": n * VW, "height": VH - safe["top"] - safe["bottom"]},
            "vertical": {"width": VW - safe["left"] - safe["right"], "height": n * VH},
        }[axis]

        def padding(edge):
            text = str(o.get("padding_" + edge, 0))
            if text[-1] in "wh":
                return float(text[:-1]) * (VW if text[-1] == "w" else VH)
            return float(text)

        card = {
            "x": padding("left"), "y": padding("top"),
            "width": VW - padding("left") - padding("right"),
            "height": VH - padding("top") - padding("bottom"),
        }
        # The live pages, as the library of the screens finds them.
        count = min(o.get("live", n), n)
        middle, c = count // 2, int(away(offset / length))
        a, b = c - middle, c + middle
        if count % 2:
            if c < middle:
                a -= 1
            else:
                b += 1
        so, eo = max(0, -a), max(0, b - n)
        live = range(max(0, a - eo), min(n, b + so)) if count else range(0)
        z = {"nearest": lambda p: -abs(away(p)), "pile": lambda p: -away(p),
             "reverse_pile": away}[o.get("order", "nearest")]
        pages = []
        for page in live:
            p = page - offset / length
            pages.append({"page": page, "progress": p, "z_index": z(p)})
        current = away((offset + o.get("leading_inset", 0)) / length)
        expected = {
            "page_length": length, "content_size": content, "card": card,
            "current_page": min(max(int(current), 0), n - 1) if n else None, "live_pages": pages,
        }
        if "target" in o:
            t = o.get("time", 1)
            share = {
                "linear": t, "parametric": t * t / (2 * (t * t - t) + 1),
                "ease_in_out": 2 * t * t if t < 0.5 else -2 * t * t + 4 * t - 1,
                "ease_in": t * t, "ease_out": 2 * t - t * t,
            }[o.get("curve", "linear")]
            end = min(max(o["target"] * length, 0), max(0, n - 1) * length)
            expected["scroll"] = {"target_offset": end, "offset": offset + (end - offset) * share}
        write("paging", name, f"{what}.", o, expected)

    size = "390x763"
    pager("no-pages", "Without pages none is current", viewport=size, pages=0)
    pager("start", "At the start the first page is at progress 0", viewport=size, pages=4)
    pager("halfway", "Halfway between two pages the next one is current", viewport=size, pages=4,
          offset=585)
    pager("vertical", "Pages from top to bottom are as long as the viewport is high", viewport=size,
          pages=3, axis="vertical", offset=1000)
    pager("beyond", "Beyond the end the last page is current", viewport=size, pages=3, offset=2000)
    pager("before", "Before the start the first page is current", viewport=size, pages=3, offset=-300)
    pager("inset", "An inset before the first page counts for the current page, not for the progress",
          viewport=size, pages=3, offset=150, leading_inset=50)
    pager("safe-area", "A safe area takes of the content across the axis only", viewport=size, pages=3,
          safe_top=47, safe_bottom=34, safe_left=10, safe_right=20)
    pager("safe-area-vertical", "A safe area across a vertical axis", viewport=size, pages=3,
          axis="vertical", safe_top=47, safe_bottom=34, safe_left=10, safe_right=20)
    pager("padding", "A padding of points makes the card smaller", viewport=size, pages=2,
          padding_top=60, padding_left=60, padding_bottom=60, padding_right=60)
    pager("padding-shares", "A padding of shares of either side of the viewport", viewport=size, pages=2,
          padding_top="0.1h", padding_left="0.05w", padding_bottom="0.25w", padding_right="0.1h")
    for live, text in {
        1: "One live page is that after the middle of the scroll",
        2: "An even number of live pages, halves of it to both sides",
        3: "An odd number of live pages has the additional one at the end",
    }.items():
        pager(f"live-{live}", text, viewport=size, pages=7, live=live, offset=1170)
    pager("live-start", "At the start live pages that do not exist are added at the end", viewport=size,
          pages=7, live=4)
    pager("live-end", "At the end live pages that do not exist are added at the start", viewport=size,
          pages=7, live=3, offset=2340)
    pager("live-all", "More live pages than there are: all of them", viewport=size, pages=3, live=9,
          offset=390)
    pager("order-pile", "In a pile earlier pages are nearer", viewport=size, pages=5, order="pile",
          offset=1000)
    pager("order-reverse_pile", "In a reverse pile later pages are nearer", viewport=size, pages=5,
          order="reverse_pile", offset=1000)
    for curve in ["linear", "parametric", "ease_in_out", "ease_in", "ease_out"]:
        pager(f"curve-{curve}", f"How far a scroll is after 0.3 of its time on the curve {curve}",
              viewport=size, pages=5, offset=390, target=3, curve=curve, time=0.3)
    pager("curve-ease_in_out-second-half", "The second half of the curve ease_in_out is another formula",
          viewport=size, pages=5, offset=390, target=3, curve="ease_in_out", time=0.8)
    pager("target-beyond", "A target beyond the last page is the last page", viewport=size, pages=3,
          target=9)


if __name__ == "__main__":
    write_rows()
    write_loops()
    write_drags()
    write_views()
    write_rings()
    write_pagers()
