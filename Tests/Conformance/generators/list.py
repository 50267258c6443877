#!/usr/bin/env python3
"""Writes the cases of lists from their description. Nothing here looks at the Swift sources."""
import math

import cells
import rows
import staggered
from cases import COMMON, write


def layout(items, options):
    """The layout of items, by the formulas in the order in which they are written."""
    W, high = options.get("width", 390), options.get("row_height", 88)
    gap, inset = options.get("spacing", 0), options.get("inset", 0)
    n = max(1, math.floor((W - 2 * inset + gap) / (options.get("min_row_width", 320) + gap)))
    n = min(n, options.get("max_columns", 16))
    wide = (W - (2 * inset + (n - 1) * gap)) / n
    edges = [inset]
    while len(edges) < n:
        edges.append(edges[-1] + wide + gap)
    frames = [
        {"id": item["id"], "x": edges[i % n], "y": i // n * (high + gap), "width": wide, "height": high}
        for i, item in enumerate(items)
    ]
    return {
        "content_size": {"width": W, "height": frames[-1]["y"] + high if frames else 0},
        "columns": n, "row_height": high, "frames": frames,
    }


def state(items, options):
    """The state that the next page needs."""
    return {
        "viewport_width": options.get("width", 390), "row_height": options.get("row_height", 88),
        "min_row_width": options.get("min_row_width", 320), "spacing": options.get("spacing", 0),
        "inset": options.get("inset", 0), "item_count": len(items),
    }


def some(count):
    return [{"id": 40 - i} for i in range(count)]


def case(name, about, count, **options):
    rows.case("list", name, about, options, some(count), layout)


def cell_case(name, about, count, t, direction, **options):
    """A list whose rows are as much higher as the cell of recent news needs at text size t."""
    made, more = cells.recent_news(t, 88)
    answer = layout(some(count), {**options, "row_height": 88 + more})
    if direction == "rtl":
        answer, made = cells.mirrored(answer, options["width"]), cells.mirrored_cell(made)
    given = {**options, "cell": "recent_news"}
    if t != 1:
        given["text_size"] = t
    if direction == "rtl":
        given["direction"] = "rtl"
    write("list", name, about, given,
          {"type": "list", "viewport": {"width": options["width"]}, **answer, "cell": made}, some(count))


def main():
    for name, count in [("no-items", 0), ("one-item", 1), ("two-items", 2)]:
        case(name, COMMON[name], count)
    case("narrowest", COMMON["narrowest"], 3, width=200)
    case("widest", COMMON["widest"], 14, width=4096)
    case("fractional-width", COMMON["fractional-width"], 3, width=360.5)
    case("given-height", COMMON["given-height"], 3, height=844)
    case("two-columns", "The narrowest viewport in which two rows are beside each other.", 5, width=640)
    case("one-column", "A viewport that is a quarter of a point too narrow for two rows beside each other.", 3,
         width=639.75)
    case("row-height", "Rows of another height.", 3, row_height=96.5)
    case("min-row-width", "Narrower rows are in more columns.", 7, min_row_width=120)
    case("max-columns", "No more columns than are wanted, however wide the viewport is.", 5, width=1376, max_columns=2)
    case("gaps", "Spacing and inset, which take their part of the width before rows are counted.", 5, width=834,
         spacing=12.5, inset=20)
    case("wide-insets", "Insets that leave less than a row's least width: one column all the same.", 2, inset=120)
    case("pixels-3x", COMMON["pixels-3x"], 6, width=761.7, spacing=5, device_scale=3)
    case("in-view", COMMON["in-view"], 9, y_range="90,170", width=744)
    plain = some(4)
    before = layout(plain, {})["frames"]
    items = [{**item, "frame": frame} for item, frame in zip(plain, before)][1:] + [{"id": 11}]
    answer = {"type": "list", "viewport": {"width": 390}, **layout(items, {})}
    answer["changes"] = staggered.changes(items, answer["frames"])
    write("list", "changes", COMMON["changes"], {"changes": True}, answer, items)
    rows.page_cases("list", "columns", some(7), layout, state, 3, {
        1: "The first page ends in the middle of a row.",
        2: "A page begins in the middle of a row.",
    }, width=744, spacing=4, inset=16)
    cell_case("cell", "The cell of recent news as it is designed.", 3, 1, "ltr", width=390)
    cell_case("cell-larger-text", "Text of twice the size, and the room that it needs.", 3, 2, "ltr", width=390)
    cell_case("cell-rtl", "Two columns that read from right to left.", 3, 1.25, "rtl", width=744)


if __name__ == "__main__":
    main()
