"""The snap carousel: pages of three rows, and where a drag of them ends."""
import math

from oracle.cells import recent_news
from oracle.geometry import frame, next_place, size


def layout(items, width=390, row_height=74, flick_velocity=None, **_):
    """Pages of three rows; higher rows make pages higher by as much."""
    W, row = width, row_height
    height, sw = 260 + 3 * (row - 74), W - 16
    groups = [items[i:i + 3] for i in range(0, len(items), 3)]
    c = len(groups) * sw + (len(groups) - 1) * 16
    pages, frames = [], []
    for p, group in enumerate(groups):
        x, k = (W - sw) / 2 + p * (sw + 16), len(group)
        pages.append({"index": p, "item_ids": [item["id"] for item in group], "x": x, "width": sw,
                      "snap_offset": c / 2 - sw / 2 - p * (sw + 16)})
        frames += [frame(item, x, i * (row + (height - row * k) / min(k, 2)), sw, row) for i, item in enumerate(group)]
    made = {"content_size": size((W - sw) + c, height) if items else size(W, 0), "page_width": sw, "page_spacing": 16,
            "initial_offset": pages[0]["snap_offset"] if pages else 0, "pages": pages, "frames": frames,
            "settle": {"duration": 0.12, "curve": "linear"}, "drag": {"minimum": 0}}
    return made | ({} if flick_velocity is None else {"flick_velocity": flick_velocity})


def room(items, text_size, width):
    return items, {"row_height": 74 + recent_news(text_size)[1]}


def cell(made, text_size):
    return recent_news(text_size)[0]


def asked(ask):
    return ask.ids(40), {}


def settle(width, pages, offset, translation, velocity=0, flick_velocity=400):
    page = width - 16
    content = pages * page + (pages - 1) * 16
    dragged = offset + translation
    index = math.trunc(((dragged + width / 2 + content / 2) - width / 2) / (page + 16))
    release = (dragged + content / 2 - page / 2) / (page + 16)
    index = next_place(release, index, velocity, flick_velocity, 1 / (page + 16))
    index = min(max(index, 0), pages - 1)
    end = index * page + (index - 1) * 16 - content / 2 + width / 2 - (width - page) / 2 + 16
    return {"page": pages - 1 - index, "offset": end}
