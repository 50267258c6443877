"""Rounding, limits and frames, as the formulas use them."""
import math
import re


def size(width, height):
    return {"width": width, "height": height}


def frame(item, x, y, width, height, **more):
    return {"id": item["id"], "x": x, "y": y, "width": width, "height": height, **more}


def bottom(frames):
    return max((frame["y"] + frame["height"] for frame in frames), default=0)


def column_edges(width, columns, spacing, inset):
    """The width of each of several columns with gaps between them, and where they begin."""
    wide = (width - (2 * inset + spacing * (columns - 1))) / columns
    edges = [inset]
    while len(edges) < columns:
        edges.append(edges[-1] + wide + spacing)
    return wide, edges


def numbers(text):
    """Those of an option such as 390x763 or 195,381.5."""
    return [float(number) for number in re.split("[x,]", text)]


def away(value):
    """Rounded, halves away from zero."""
    return math.copysign(math.floor(abs(value) + 0.5), value)


def clamp(value, low, high):
    """The low bound first, then the high one; None bounds nothing."""
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def next_place(release, settled, velocity, flick_velocity, edge):
    """Where a flick goes: to the next place beyond where the finger let go, which counts as at a place within a point
    of it; or further, if a slow drag would. Places are 1 apart."""
    if not velocity or abs(velocity) < flick_velocity:
        return settled
    if velocity > 0:
        return max(settled, math.floor(release + edge) + 1)
    return min(settled, math.floor(release - edge))
