"""Layouts in columns of equal widths: uniform grids, mosaics and lists, by the formulas in the order in which they are
written, and their cases. Nothing here looks at the Swift sources."""
import math

from generators.cases import (
    bottom, changes_case, column_edges, common_cases, frame, layout, layout_cases, numbered, page_cases, size)

# --- Uniform grids.


def cells(items, columns):
    """The row and the column of each item, and of what is next. An item that does not fit begins a row."""
    places, row, column = [], 0, 0
    for item in items:
        span = item.get("column_span", 1)
        if column + span > columns:
            row, column = row + 1, 0
        places.append((row, column))
        column += span
    return places + [(row, column)]


@layout("uniform_grid")
def uniform_grid(items, width=390, columns=2, spacing=8, inset=8, aspect_ratio=1.5, caption_height=94, **_):
    cell, edges = column_edges(width, columns, spacing, inset)
    media = cell / aspect_ratio
    height, frames = media + caption_height, []
    for item, (row, column) in zip(items, cells(items, columns)):
        span = item.get("column_span", 1)
        wide = cell if span == 1 else span * cell + (span - 1) * spacing
        spans = {"column_span": span} if span > 1 else {}
        frames.append(frame(item, edges[column], row * (height + spacing), wide, height, **spans))
    return {"content_size": size(width, bottom(frames)), "columns": columns, "media_size": size(cell, media),
            "frames": frames}


def grid_state(items, width=390, columns=2, spacing=8, inset=8, aspect_ratio=1.5, caption_height=94, **_):
    """The state that the next page of a uniform grid needs."""
    row, column = cells(items, columns)[-1]
    return {"viewport_width": width, "columns": columns, "spacing": spacing, "inset": inset,
            "aspect_ratio": aspect_ratio, "caption_height": caption_height, "row": row, "column": column,
            "item_count": len(items)}


def spanning(spans):
    return [item | ({"column_span": span} if span > 1 else {}) for item, span in zip(numbered(len(spans)), spans)]


GRIDS = [
    ("columns-1", "One column, the fewest.", [1] * 4, dict(columns=1)),
    ("columns-16", "Sixteen columns, the most, and a second row.", [1] * 18, dict(columns=16)),
    ("spans", "An item that does not fit into the rest of its row begins the next one.",
     [1, 2, 1, 3, 1, 1, 4, 2, 4, 1, 4, 1], dict(columns=4, width=768)),
    ("wide-span", "Items across all columns, at the beginning and after a full row.", [3, 1, 1, 3],
     dict(columns=3, caption_height=20.5)),
    ("given-height", None, [1] * 3, dict(height=844)),
    ("gaps", "Spacing and inset of other sizes, fractions included.", [1] * 5, dict(spacing=12.5, inset=20, columns=3)),
    ("no-gaps", "Cells without spacing and inset.", [1] * 5, dict(spacing=0, inset=0, columns=3)),
    ("square", "Square pictures without a text below.", [1] * 3, dict(aspect_ratio=1, caption_height=0)),
    ("pixels-1x", "Frames with gaps on whole points.", [1, 2, 1, 1, 1], dict(columns=3, width=361.7, device_scale=1)),
    ("pixels-2x-no-gaps", "Seven cells without gaps share their edges on device pixels: 2 in a point.", [1] * 8,
     dict(columns=7, spacing=0, inset=0, device_scale=2)),
    ("pixels-3x", "Cells of several columns on device pixels: 3 in a point.", [1, 2, 1, 1, 1],
     dict(columns=3, width=361.7, device_scale=3)),
]


def grid_cases():
    layout_cases("uniform_grid", GRIDS + [
        (f"in-view-{name}", f"{text}.", [1] * 7, dict(y_range=f"{low},{high}")) for name, low, high, text in [
            ("top", 0, 10, "A range in the first row"),
            ("gap", 216, 224, "A range that is the gap between two rows has no items"),
            ("two-rows", 200, 300, "A range that begins in one row and ends in the next has both"),
            ("point", 224, 224, "A range without height has the row that begins there"),
            ("below", 5000, 6000, "A range below the content has no items"),
            ("above", -50, 0, "A range that ends where the first row begins has no items"),
        ]
    ], spanning)
    items = spanning([1, 2, 1, 3, 1, 1, 2])
    page_cases("uniform_grid", "spans", items, grid_state, 2, {
        1: "The first page: the state has the row and the column that are next.",
        2: "A page after a full row begins a new one.",
        4: "A page whose item does not fit into the open row begins a new one.",
    }, columns=3, spacing=5, width=375)
    page_cases("uniform_grid", "in-view", items[4:6], grid_state, 1, {
        2: "The second item of a row on a page of its own; a range is that of the whole grid.",
    }, y_range="0,50", caption_height=20, aspect_ratio=1)


# --- Mosaics.


@layout("mosaic")
def mosaic(items, width=390, columns=3, spacing=8, inset=8, aspect_ratio=1, max_height=math.inf, min_tile_height=1,
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


MOSAICS = [
    ("groups", "Groups of three whose large tile is at one side and then at the other.", 9),
    ("rest-1", "A rest of one item takes the whole width.", 4),
    ("rest-2", "A rest of two items has halves of the width.", 8),
    ("starts-trailing", "The first large tile is at the trailing side.", 6, dict(starts="trailing")),
    ("aspect-ratio", "A large tile that is wider than high.", 5, dict(aspect_ratio=1.5)),
    ("max-height", "A group that is not as high as its aspect ratio says.", 5, dict(width=1280, max_height=420)),
    ("min-tile-height", "A least height of tiles comes before the greatest of groups.", 5,
     dict(aspect_ratio=4, max_height=90, min_tile_height=64)),
    ("columns-1", "One column: what is beside a tile elsewhere is below it.", 5, dict(columns=1)),
    ("columns-2", "Two columns: all tiles are equally wide.", 7, dict(columns=2)),
    ("columns-4", "Four columns, the most: a large tile takes three.", 5, dict(columns=4)),
    ("gaps", "Spacing and inset of other sizes, fractions included.", 5, dict(spacing=12.5, inset=20)),
    ("no-gaps", "Tiles without spacing and inset.", 7, dict(spacing=0, inset=0)),
    ("wide-spacing", "A gap that is higher than the aspect ratio leaves room for.", 3, dict(columns=2, spacing=300)),
    ("pixels-3x", None, 8, dict(width=361.7, device_scale=3)),
    ("in-view", None, 8, dict(y_range="120,130")),
]


def mosaic_cases():
    common_cases("mosaic", numbered(5), {"narrowest": 5, "widest": 5, "fractional-width": 5, "given-height": 3})
    changes_case("mosaic", [{"id": id} for id in [4, 2, 9, 7]], {"id": 11})
    layout_cases("mosaic", MOSAICS, numbered)


# --- Lists.


@layout("list")
def rows(items, width=390, row_height=88, min_row_width=320, spacing=0, inset=0, max_columns=16, **_):
    n, high = max(1, math.floor((width - 2 * inset + spacing) / (min_row_width + spacing))), row_height
    n = min(n, max_columns)
    wide, edges = column_edges(width, n, spacing, inset)
    frames = [frame(item, edges[i % n], i // n * (high + spacing), wide, high) for i, item in enumerate(items)]
    return {"content_size": size(width, bottom(frames)), "columns": n, "row_height": high, "frames": frames}


def list_state(items, width=390, row_height=88, min_row_width=320, spacing=0, inset=0, **_):
    """The state that the next page of a list needs."""
    return {"viewport_width": width, "row_height": row_height, "min_row_width": min_row_width, "spacing": spacing,
            "inset": inset, "item_count": len(items)}


LISTS = [
    ("two-columns", "The narrowest viewport in which two rows are beside each other.", 5, dict(width=640)),
    ("one-column", "A viewport that is a quarter of a point too narrow for two rows beside each other.", 3,
     dict(width=639.75)),
    ("row-height", "Rows of another height.", 3, dict(row_height=96.5)),
    ("min-row-width", "Narrower rows are in more columns.", 7, dict(min_row_width=120)),
    ("max-columns", "No more columns than are wanted, however wide the viewport is.", 5,
     dict(width=1376, max_columns=2)),
    ("gaps", "Spacing and inset, which take their part of the width before rows are counted.", 5,
     dict(width=834, spacing=12.5, inset=20)),
    ("wide-insets", "Insets that leave less than a row's least width: one column all the same.", 2, dict(inset=120)),
    ("pixels-3x", None, 6, dict(width=761.7, spacing=5, device_scale=3)),
    ("in-view", None, 9, dict(y_range="90,170", width=744)),
]


def list_cases():
    common_cases("list", numbered(14), {"narrowest": 3, "widest": 14, "fractional-width": 3, "given-height": 3})
    changes_case("list", numbered(4), {"id": 11})
    layout_cases("list", LISTS, numbered)
    page_cases("list", "columns", numbered(7), list_state, 3, {
        1: "The first page ends in the middle of a row.",
        2: "A page begins in the middle of a row.",
    }, width=744, spacing=4, inset=16)


def main():
    grid_cases()
    mosaic_cases()
    list_cases()
