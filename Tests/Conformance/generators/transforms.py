#!/usr/bin/env python3
"""Writes the cases of paging effects in `transforms` from the published formulas alone.

Nothing here looks at the Swift sources. A snapshot case holds three of its pieces, and how
many there are; every other sample is whole, as `tanada layout transform` prints it.
"""
import math
import sys
from functools import reduce

sys.dont_write_bytecode = True
from cases import ROOT as HERE, lines, plain

W, H = 273, 320
HALF_TURN = math.pi


def clamp(value, low, high):
    """The low bound first, then the high one; None bounds nothing."""
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def linear(t):
    return t


def ease_in(t):
    return math.log10(1 + 9 * t)


def ease_out(t):
    return 1 - math.log10(10 - 9 * clamp(t, 0, 1))


# Scale


def scale_options(**changes):
    return {
        "scale": (0.75, 1),
        "ratio": 0.25,
        "move": (0.93, 0.36),
        "move_bounds": ((-5, -5), (5, 5)),
        "curves": (linear, linear),
        "shadow": True,
        "blur": None,
        "turn": None,
        "shift": None,
        **changes,
    }


USUAL = {"scale": (0.6, 1), "ratio": 0.4, "move": (0.66, 0.2), "move_bounds": ((-5, -5), (2, 0))}
WIDE = {**USUAL, "move_bounds": ((-5, -5), (5, 5))}
STILL = {"ratio": 0, "move": (0, 0), "move_bounds": ((0, 0), (0, 0))}
SCALES = {
    "default": scale_options(),
    "linear": scale_options(**USUAL),
    "ease_in": scale_options(**WIDE, curves=(ease_in, linear)),
    "ease_out": scale_options(**WIDE, curves=(linear, ease_in)),
    "blur": scale_options(**USUAL, blur=0.2),
    # turn: angle, lowest, highest, axis, m34; shift: ratios, lowest, highest.
    "rotary": scale_options(
        scale=(0, 1),
        ratio=0.4,
        move=(0.1, 0.1),
        move_bounds=((-1, 0), (1, 1)),
        turn=(HALF_TURN / 15, -HALF_TURN / 3, HALF_TURN / 3, (0, 0, 1), -0.004),
        shift=((0.9, 0.1, 0), (-3, -0.8, -0.3), (3, 0.8, -0.3)),
    ),
    "cylinder": scale_options(
        **STILL,
        scale=(0.55, 0.55),
        shadow=False,
        turn=(HALF_TURN / 4, -HALF_TURN, HALF_TURN, (0, 1, 0), -0.00056),
        shift=((0, 0, 0), (0, 0, 1.25), (0, 0, 1.25)),
    ),
    "inverted_cylinder": scale_options(
        **STILL,
        scale=(1.2, 1.2),
        shadow=False,
        turn=(HALF_TURN / 3, -HALF_TURN, HALF_TURN, (0, -1, 0), -0.002),
        shift=((0.1, 0, 0), (-0.05, 0, 0.86), (0.05, 0, -0.86)),
    ),
    "cover_flow": scale_options(
        **STILL,
        scale=(0.7, 0.7),
        turn=(HALF_TURN / 1.65, -HALF_TURN / 3, HALF_TURN / 3, (0, -1, 0), -0.0005),
        shift=((0.1, 0, -0.7), (-0.1, 0, -3), (0.1, 0, 0)),
    ),
}


def rotated(point, axis, angle):
    """Rodrigues: v cos + (k x v) sin + k (k . v)(1 - cos)."""
    length = math.sqrt(sum(a * a for a in axis))
    k = [a / length for a in axis]
    cross = [k[1] * point[2] - k[2] * point[1], k[2] * point[0] - k[0] * point[2],
             k[0] * point[1] - k[1] * point[0]]
    along = sum(a * b for a, b in zip(k, point))
    cos, sin = math.cos(angle), math.sin(angle)
    return [v * cos + c * sin + a * along * (1 - cos) for v, c, a in zip(point, cross, k)]


def scale_sample(p, o):
    far = abs(p)
    s = clamp(1 - o["curves"][0](far) * o["ratio"], *o["scale"])
    t = o["curves"][1](far)
    side = -1 if p < 0 else 1
    x_kept = (1 - s) * W / 2 * (-1 if p > 0 else 1)
    low, high = o["move_bounds"]
    tx = clamp(W * o["move"][0] * t * side - x_kept, W * low[0], W * high[0])
    ty = clamp(H * o["move"][1] * abs(t) - (1 - s) * H / 2, H * low[1], H * high[1])
    sample = {"scale": s, "tx": tx, "ty": ty}
    if o["shadow"]:
        m = 1 - far
        sample["shadow"] = {
            "offset": {"width": max(0, m * 0), "height": max(2, m * 6)},
            "radius": max(2, m * 13),
            "opacity": max(0.1, m * 0.1),
        }
    if o["blur"]:
        sample["blur"] = min(far * o["blur"], 1)
    if o["turn"]:
        angle, lowest, highest, axis, m34 = o["turn"]
        theta = clamp(angle * p, lowest, highest)
        r, low, high = o["shift"]
        X = clamp(r[0] * p * W, low[0] * W, high[0] * W)
        Y = clamp(r[1] * far * H, low[1] * H, high[1] * H)
        Z = clamp(r[2] * far * W, low[2] * W, high[2] * W)
        sample["quad"] = []
        for x, y in [(-W / 2, -H / 2), (W / 2, -H / 2), (W / 2, H / 2), (-W / 2, H / 2)]:
            u, v, w = rotated((x + X, y + Y, Z), axis, theta)
            den = 1 + m34 * w
            sample["quad"].append([(s * u + tx) / den, (s * v + ty) / den])
    return sample


# Stack


def stack_options(factor, bounds, N, spacing, dim, fades, perspective, turn, pop, out, lean, **more):
    return {**locals(), "reverse": False, "blur": None, **more}


STACKS = {
    "default": stack_options(
        0.15, (0, 1), 3, 0.03, 0, (0.9, 0.3), 0, 0, HALF_TURN / 7, (-1.3, 0.3), (0, -1)),
    "transparent": stack_options(
        0.12, (0, 1), 4, 0.03, 0.2, (10, 0.1), 0, 0, HALF_TURN / 10, (-1.45, 0.3), (0, -1)),
    "perspective": stack_options(
        0.1, (0.2, 1), 6, 0.08, 0, (0.9, 0.3), 0.3, 0, HALF_TURN / 10, (-1.45, 0.3), (1, 0)),
    "rotary": stack_options(
        -0.03, (0.2, 1), 3, 0.01, 0.1, (0.9, 0.3), 0, HALF_TURN / 16, HALF_TURN / 4,
        (-1.45, 0.4), (0, 1)),
    "vortex": stack_options(
        -0.15, (0.2, None), 4, 0, 0.4, (0.9, 1), -0.3, 0, HALF_TURN, (0, 0), (0, 1)),
    "reverse": stack_options(
        0.1, (0, None), 4, 0.08, 0, (0.9, 0.3), 0, 0, -HALF_TURN / 4, (1.45, 0.4), (-1, -0.2),
        reverse=True),
    "blur": stack_options(
        0.1, (0, None), 7, 0.06, 0, (0.9, 0.1), 0.04, 0, -HALF_TURN / 4, (1.45, 0.4), (-1, 0),
        reverse=True, blur=0.08),
}


def stack_sample(p, o):
    q = -p if o["reverse"] else p
    N, (bottom, top), a = o["N"], o["fades"], o["turn"]
    s = clamp(1 - q * o["factor"], *o["bounds"])
    g = ease_out(clamp(q, 0, N) / N) * o["perspective"]

    def move(L, P, O):
        d = L * o["spacing"] * max(q, 0) * P - ((s - 1) * L / 2 + g * L) * P
        return d - L * O * q if q < 0 else d

    A = 1
    if q >= N - 1:
        A = 1 - (clamp(q, N - 1, N - 1 + bottom) - (N - 1)) / bottom
    elif q < 0:
        A = (clamp(q, -1, -1 + top) + 1) / top
    if A > 0 and q >= 0:
        A -= q * o["dim"]
    if q <= 0:
        rotation = -min(-q, 1) * o["pop"]
    else:
        f, whole = math.modf(q)
        rotation = a * (1 - 2 * f) * (-1 if whole % 2 == 0 else 1)
        if q < 1:
            rotation += (1 - q) * abs(a)
    sample = {
        "scale": s,
        "tx": move(W, o["lean"][0], o["out"][0]),
        "ty": move(H, o["lean"][1], o["out"][1]),
        "alpha": clamp(A, 0, 1),
        "rotation": rotation,
        "z_index": -math.floor(abs(p) + 0.5),
    }
    if o["blur"]:
        sample["blur"] = clamp(q, 0, N) / N * o["blur"]
    return sample


# Snapshot: a value is a function of (row, column, rows, columns)


def same(*r):
    return lambda row, column, rows, columns: r


def row_mirror(*r):
    return lambda row, column, rows, columns: [k * (row - (rows - 1) / 2) for k in r]


def column_mirror(*r):
    return lambda row, column, rows, columns: [k * (column - (columns - 1) / 2) for k in r]


def row_based(*r):
    return lambda row, column, rows, columns: [k * row for k in r]


def row_odd_even(odd, even):
    return lambda row, column, rows, columns: odd if row % 2 else even


def column_odd_even(odd, even):
    return lambda row, column, rows, columns: odd if column % 2 else even


def added(*values):
    return lambda *at: reduce(lambda a, b: [x + y for x, y in zip(a, b)], [v(*at) for v in values])


def multiplied(*values):
    return lambda *at: reduce(lambda a, b: [x * y for x, y in zip(a, b)], [v(*at) for v in values])


# columns, rows, corner, alpha, translation, scale, container's scale and translation; the pieces.
SNAPSHOTS = {
    "grid": (4, 10, same(1), same(0), added(row_mirror(0, -1.8), column_mirror(-1.8, 0)),
             same(0.8, 0.8), 0.1, (0.7, 0), [(0, 0), (5, 2), (9, 3)]),
    "space": (3, 4, same(0.7), added(row_mirror(0.2), column_mirror(0.4)),
              multiplied(row_mirror(1, -1), column_mirror(-1, 1)),
              same(0.5, 0.5), 0.1, (0.7, 0), [(0, 0), (2, 1), (3, 2)]),
    "chess": (5, 10, same(0.5), column_mirror(0.4), column_mirror(-1, 1),
              same(0.5, 0.5), 0.1, (0.7, 0), [(0, 0), (5, 2), (9, 4)]),
    "tiles": (1, 10, same(0), same(0.4), row_odd_even((-0.4, 0), (0.4, 0)),
              same(0, 0.1), 0.1, (1, 0), [(0, 0), (5, 0), (9, 0)]),
    "lines": (1, 16, same(0), same(0.4), row_odd_even((-0.15, 0), (0.15, 0)),
              same(0.6, 0.96), 0.1, (0.8, 0), [(0, 0), (8, 0), (15, 0)]),
    "bars": (10, 1, same(1.2), same(0.4), column_odd_even((0, -0.1), (0, 0.1)),
             same(0.2, 0.6), 0.1, (1, 0), [(0, 0), (0, 5), (0, 9)]),
    "puzzle": (4, 10, same(0), added(row_odd_even([0.2], [0]), column_odd_even([0], [0.2])),
               row_odd_even((-0.15, 0), (0.15, 0)), column_odd_even((0.1, 0.4), (0.4, 0.1)),
               0.2, (1, 0), [(0, 0), (5, 2), (9, 3)]),
    "fade": (1, 10, same(0.1), row_based(0.1), row_mirror(0, 0.1), row_mirror(0.05, 0.1),
             0.7, (1.9, 0), [(0, 0), (5, 0), (9, 0)]),
}


def snapshot_sample(p, o):
    columns, rows, corner, alpha, move, size, shrink, out, chosen = o
    far, w, h = abs(p), W / columns, H / rows

    def piece(row, column):
        at = (row, column, rows, columns)
        return {
            "row": row,
            "column": column,
            "tx": move(*at)[0] * far * w,
            "ty": move(*at)[1] * far * h,
            "scale_x": max(0, 1 - far * size(*at)[0]),
            "scale_y": max(0, 1 - far * size(*at)[1]),
            "alpha": clamp(1 - alpha(*at)[0] * far, 0, 1),
            "corner_radius": corner(*at)[0] * far * min(w, h),
        }

    return {
        "container": {"scale": max(1 - far * shrink, 0), "tx": p * W * out[0], "ty": p * H * out[1]},
        "pieces": [piece(*at) for at in chosen] if p else [],
    }


FAMILIES = {
    "scale": (SCALES, scale_sample, [-1.5, -1, -0.5, 0, 0.25, 1, 2]),
    "stack": (STACKS, stack_sample, [-1, -0.6, -0.5, 0, 0.5, 1.5, 2.5, 3, 4]),
    "snapshot": (SNAPSHOTS, snapshot_sample, [-1, -0.5, 0, 0.5, 1]),
}
PURPOSES = {
    "scale": "both directions, the middle, the next page, and beyond the limits",
    "stack": "swiped away and half faded, two ties in the order, at rest, in the pile, where it ends and beyond",
    "snapshot": "both directions, and the middle, where the card is in one piece",
}


def main():
    (HERE / "transforms").mkdir(exist_ok=True)
    for family, (presets, sample, progress) in FAMILIES.items():
        for name, options in presets.items():
            effect = f"{family}.{name}"
            case = {
                "description": f"{effect}: {PURPOSES[family]}.",
                "card": {"width": W, "height": H},
                "piece_count": options[0] * options[1] if family == "snapshot" else 0,
                "samples": [
                    {"effect": effect, "progress": p, **sample(p, options)} for p in progress
                ],
            }
            path = HERE / "transforms" / f"{effect}.json"
            path.write_text(lines(plain(case)) + "\n")


if __name__ == "__main__":
    main()
