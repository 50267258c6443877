"""The shelf."""
from oracle.cells import featured_topics
from oracle.geometry import frame, size


def layout(items, width=390, caption_height=100, **_):
    n, media = len(items), 200 * 960 / 720
    height, length = media + caption_height, 16 + n * 200 + (n - 1) * 8 if n else width
    return {"content_size": size(length, height if n else 0), "media_size": size(200, media),
            "max_scroll_offset": max(0, length - width),
            "frames": [frame(item, 8 + i * 208, 0, 200, height) for i, item in enumerate(items)]}


def room(items, text_size, width):
    return items, {"caption_height": 100 + featured_topics(text_size)[1]}


def cell(made, text_size):
    return featured_topics(text_size)[0]


def asked(ask):
    return ask.ids(40), {}
