"""Carousels. Everything is worked out the long way round: a loop is a row that is written down several times, a place
to rest is found by looking at all of them."""
from oracle.cells import lowest, pickup_photos
from oracle.geometry import frame, size

MIRRORS_ITSELF = True

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


def layout(items, **options):
    return Carousel(items, options).answer()


def cell(made, text_size):
    return pickup_photos(text_size, lowest(made))[0]


def asked(ask):
    items = [{**item, "width": ask.some(100, ask.whole(20, 900), ask.real(20, 500, 3)),
              "height": ask.some(100, ask.whole(20, 300))} for item in ask.ids(14)]
    return items, ask.options(
        **ask.lengths("spacing"), leading_inset=[ask.whole(0, 40)], trailing_inset=[ask.whole(0, 40)],
        align=["start", "center", "end", 0.25], contain=["trim", "keep", "none"], short_content=["start", "center"],
        group=[1, 2, 3, "auto"], loop=[True], item_height=[60, 99.5], direction=["ltr", "rtl"],
        scroll_padding=[0, 8, 20])
