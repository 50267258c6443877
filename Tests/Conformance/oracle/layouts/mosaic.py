"""The mosaic: groups of a large tile and two small ones."""
import math

from oracle.cells import lowest, pickup_photos
from oracle.geometry import bottom, column_edges, frame, size


def layout(items, width=390, columns=3, spacing=8, inset=8, aspect_ratio=1, max_height=math.inf, min_tile_height=1,
           starts="leading", **_):
    n, side = columns, starts
    c, edges = column_edges(width, n, spacing, inset)
    l = c if n < 3 else c * (n - 1) + spacing * (n - 2)
    h = max(min(l / aspect_ratio, max_height), 2 * min_tile_height + spacing)
    t = (h - spacing) / 2
    frames, groups, top = [], [], 0
    for first in range(0, len(items), 3):
        group = items[first:first + 3]
        if len(group) == 3 and n == 1:
            boxes = [(inset, 0, l, h), (inset, h + spacing, c, t), (inset, (h + spacing) + (t + spacing), c, t)]
        elif len(group) == 3:
            big, little = (edges[0], edges[-1]) if side == "leading" else (edges[1], edges[0])
            boxes = [(big, 0, l, h), (little, 0, c, t), (little, t + spacing, c, t)]
        elif len(group) == 1:
            boxes = [(inset, 0, c * n + spacing * (n - 1), h)]
        elif n == 1:
            boxes = [(inset, 0, c, h), (inset, h + spacing, c, h)]
        else:
            half = (width - (2 * inset + spacing)) / 2
            boxes = [(inset, 0, half, h), (inset + half + spacing, 0, half, h)]
        made = [frame(item, x, top + y, wide, high) for item, (x, y, wide, high) in zip(group, boxes)]
        groups.append({"index": len(groups), "item_ids": [item["id"] for item in group], "y": top,
                       "height": bottom(made) - top, "large_side": side if len(group) == 3 else None})
        frames += made
        top = bottom(made) + spacing
        side = "trailing" if side == "leading" else "leading"
    return {"content_size": size(width, bottom(frames)), "columns": n, "large_size": size(l, h),
            "small_size": size(c, t), "groups": groups, "frames": frames}


def room(items, text_size, width):
    return items, {"min_tile_height": pickup_photos(text_size)[1]} if text_size > 1 else {}


def cell(made, text_size):
    return pickup_photos(text_size, lowest(made))[0]


def asked(ask):
    return ask.ids(30), ask.options(
        columns=[ask.whole(1, 4)], aspect_ratio=[0.5, 1.25, 16 / 9], max_height=[100, 250.5],
        starts=["leading", "trailing"], min_tile_height=[10, 60.5], **ask.lengths())
