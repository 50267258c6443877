"""The list: rows in as many columns as have room."""
import math

from oracle.cells import recent_news
from oracle.geometry import bottom, column_edges, frame, size


def layout(items, width=390, row_height=88, min_row_width=320, spacing=0, inset=0, max_columns=16, state={},
           **_):
    n, high = max(1, math.floor((width - 2 * inset + spacing) / (min_row_width + spacing))), row_height
    n = min(n, max_columns)
    wide, edges = column_edges(width, n, spacing, inset)
    frames = [frame(item, edges[i % n], i // n * (high + spacing), wide, high)
              for i, item in enumerate(items, state.get("item_count", 0))]
    return {"content_size": size(width, bottom(frames)), "columns": n, "row_height": high, "frames": frames}


def state(items, width=390, row_height=88, min_row_width=320, spacing=0, inset=0, state={}, **_):
    return {"viewport_width": width, "row_height": row_height, "min_row_width": min_row_width, "spacing": spacing,
            "inset": inset, "item_count": state.get("item_count", 0) + len(items)}


def room(items, text_size, width):
    return items, {"row_height": 88 + recent_news(text_size, 88)[1]}


def cell(made, text_size):
    return recent_news(text_size, 88)[0]


def asked(ask):
    return ask.ids(40), ask.options(row_height=[44, 88.5, 100], min_row_width=[120, 200.5],
                                    max_columns=[ask.whole(1, 6)], **ask.lengths())
