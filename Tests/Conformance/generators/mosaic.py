#!/usr/bin/env python3
"""Writes the cases of mosaics from their description. Nothing here looks at the Swift sources."""
import cells
import rows
import staggered
from cases import COMMON, write


def mosaic(items, options):
    """The layout of items, by the formulas in the order in which they are written."""
    W = options.get("width", 390)
    n = options.get("columns", 3)
    spacing, inset = options.get("spacing", 8), options.get("inset", 8)
    c = (W - (2 * inset + (n - 1) * spacing)) / n
    l = c if n < 3 else c * (n - 1) + spacing * (n - 2)
    h = max(min(l / options.get("aspect_ratio", 1), options.get("max_height", float("inf"))),
            2 * options.get("min_tile_height", 1) + spacing)
    t = (h - spacing) / 2
    edges = [inset]
    while len(edges) < n:
        edges.append(edges[-1] + c + spacing)
    frames, groups, top = [], [], 0
    side = options.get("starts", "leading")
    for first in range(0, len(items), 3):
        ids = [item["id"] for item in items[first:first + 3]]
        if len(ids) == 3 and n == 1:
            boxes = [(inset, 0, l, h), (inset, h + spacing, c, t),
                     (inset, (h + spacing) + (t + spacing), c, t)]
        elif len(ids) == 3:
            big, little = (edges[0], edges[-1]) if side == "leading" else (edges[1], edges[0])
            boxes = [(big, 0, l, h), (little, 0, c, t), (little, t + spacing, c, t)]
        elif len(ids) == 1:
            boxes = [(inset, 0, c * n + spacing * (n - 1), h)]
        elif n == 1:
            boxes = [(inset, 0, c, h), (inset, h + spacing, c, h)]
        else:
            half = (W - (2 * inset + spacing)) / 2
            boxes = [(inset, 0, half, h), (inset + half + spacing, 0, half, h)]
        made = [{"id": id, "x": x, "y": top + y, "width": w, "height": high}
                for id, (x, y, w, high) in zip(ids, boxes)]
        bottom = max(frame["y"] + frame["height"] for frame in made)
        groups.append({"index": len(groups), "item_ids": ids, "y": top, "height": bottom - top,
                       "large_side": side if len(ids) == 3 else None})
        frames += made
        top = bottom + spacing
        side = "trailing" if side == "leading" else "leading"
    return {
        "content_size": {"width": W, "height": max((f["y"] + f["height"] for f in frames), default=0)},
        "columns": n, "large_size": {"width": l, "height": h}, "small_size": {"width": c, "height": t},
        "groups": groups, "frames": frames,
    }


def case(name, about, count, **options):
    rows.case("mosaic", name, about, options, [{"id": 40 - i} for i in range(count)], mosaic)


def cell_case(name, about, count, t, direction, **room):
    """A layout that has the room for the cell of the overlay at text size t."""
    items = [{"id": 40 - i} for i in range(count)]
    made = mosaic(items, room)
    drawn, lowest = overlay(t, min(f["height"] for f in made["frames"]))
    if t > 1:
        made = mosaic(items, {**room, "min_tile_height": lowest})
        drawn, _ = overlay(t, min(f["height"] for f in made["frames"]))
    if direction == "rtl":
        made, drawn = cells.mirrored(made, 390), cells.mirrored_cell(drawn)
    options = {"width": 390, "cell": "pickup_photos", **room}
    if t != 1:
        options["text_size"] = t
    if direction == "rtl":
        options["direction"] = "rtl"
    write("mosaic", name, about, options,
          {"type": "mosaic", "viewport": {"width": 390}, **made, "cell": drawn}, items)


def overlay(t, height):
    """The cell of pickup photos in frames at least `height` high, and how high it makes frames."""
    _, lowest = cells.pickup_photos(t)
    return cells.pickup_photos(t, height)[0], lowest


def main():
    for name, count in [("no-items", 0), ("one-item", 1), ("two-items", 2)]:
        case(name, COMMON[name], count)
    case("groups", "Groups of three whose large tile is at one side and then at the other.", 9)
    case("rest-1", "A rest of one item takes the whole width.", 4)
    case("rest-2", "A rest of two items has halves of the width.", 8)
    case("starts-trailing", "The first large tile is at the trailing side.", 6, starts="trailing")
    case("narrowest", COMMON["narrowest"], 5, width=200)
    case("widest", COMMON["widest"], 5, width=4096)
    case("fractional-width", COMMON["fractional-width"], 5, width=360.5)
    case("given-height", COMMON["given-height"], 3, height=844)
    case("aspect-ratio", "A large tile that is wider than high.", 5, aspect_ratio=1.5)
    case("max-height", "A group that is not as high as its aspect ratio says.", 5, width=1280, max_height=420)
    case("min-tile-height", "A least height of tiles comes before the greatest of groups.", 5,
         aspect_ratio=4, max_height=90, min_tile_height=64)
    case("columns-1", "One column: what is beside a tile elsewhere is below it.", 5, columns=1)
    case("columns-2", "Two columns: all tiles are equally wide.", 7, columns=2)
    case("columns-4", "Four columns, the most: a large tile takes three.", 5, columns=4)
    case("gaps", "Spacing and inset of other sizes, fractions included.", 5, spacing=12.5, inset=20)
    case("no-gaps", "Tiles without spacing and inset.", 7, spacing=0, inset=0)
    case("wide-spacing", "A gap that is higher than the aspect ratio leaves room for.", 3, columns=2,
         spacing=300)
    case("pixels-3x", COMMON["pixels-3x"], 8, width=361.7, device_scale=3)
    case("in-view", COMMON["in-view"], 8, y_range="120,130")
    plain = [{"id": i} for i in [4, 2, 9, 7]]
    before = mosaic(plain, {})["frames"]
    items = [{**item, "frame": frame} for item, frame in zip(plain, before)][1:] + [{"id": 11}]
    answer = {"type": "mosaic", "viewport": {"width": 390}, **mosaic(items, {})}
    answer["changes"] = staggered.changes(items, answer["frames"])
    write("mosaic", "changes", COMMON["changes"], {"changes": True}, answer, items)
    cell_case("cell", "Tiles at the standard text size.", 3, 1, "ltr")
    cell_case("cell-low", "Tiles that are lower than their text have as much of it as fits.", 3, 1, "ltr",
              aspect_ratio=2.5)
    cell_case("cell-larger-text", "Low tiles are as high as their larger text needs.", 5, 2, "ltr",
              aspect_ratio=2)
    cell_case("cell-rtl", "A screen that reads from right to left.", 5, 1.25, "rtl")


if __name__ == "__main__":
    main()
