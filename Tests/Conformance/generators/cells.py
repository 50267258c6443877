"""Writes the cases of cells: what is inside the frames of the six kinds, larger text, and screens that
read from right to left.

Sizes are those of the existing screens at text size 1. Nothing here looks at the Swift sources.
"""
import math

import carousel
import rows
import sections
from cases import write

BOLD, REGULAR = ("AvenirNext-Bold", 700), ("AvenirNext-Regular", 400)
FALLBACKS = ["Avenir Next", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "sans-serif"]
PIXEL = 1 / 3
SEPARATOR = {"color": "#76767cff", "dark": "#7c7c81ff"}
PRIMARY = {"color": "#000000ff", "dark": "#ffffffff"}
SECONDARY = {"color": "#3c3c4399", "dark": "#ebebf599"}
WHITE = {"color": "#ffffffff"}
SHADE = "#0000005c"
EDGE = {"width": 1, "color": "#3c3c434d", "dark": "#ebebf54d"}


def L(s, n=1, g=0):
    """The height of n lines of s points, g apart, rounded up to a third of a point."""
    return math.ceil((n * 1.366 * s + (n - 1) * g) * 3 - 1e-9) / 3


def grown(n, t):
    """The lines of a text that is designed for n."""
    return max(n, math.ceil(n * t - 1e-9))


def slot(type, role, offset, height, left=0, right=0, anchor="top", **more):
    made = {"type": type, "role": role, "anchor": anchor, "offset": offset, "left": left,
            "right": right, "height": height, **more}
    return {k: v for k, v in made.items() if v is not None}


def text(role, font, s, t, color, offset, n=1, g=0, left=8, right=8, align="left", type="text",
         height=None, **more):
    return slot(
        type, role, offset, L(s * t, n, g) if height is None else height, left, right,
        font={"families": [font[0]] + FALLBACKS, "size": s * t, "weight": font[1]},
        line_height=L(s * t), line_pitch=1.366 * s * t + g, lines=n, align=align, **color, **more)


def line(offset, side):
    return slot("line", "line", offset, PIXEL, side, side, **SEPARATOR)


def image(height, mode="fit", radius=0, **more):
    return slot("image", "image", 0, height, content_mode=mode, corner_radius=radius, **more)


def cell(name, radius, border, slots):
    return {"name": name, "corner_radius": radius, "border": border, "background": None,
            "slots": slots}


def mirrored_cell(cell):
    other = {"left": "right", "right": "left", "center": "center"}
    for slot in cell["slots"]:
        left, right = slot.pop("left", None), slot.pop("right", None)
        slot |= {k: v for k, v in [("left", right), ("right", left)] if v is not None}
        if "align" in slot:
            slot["align"] = other[slot["align"]]
    return cell


# --- The six cells. Each returns the cell, and by how much its frame is higher than as designed.


def featured_topics(t, P=200 * 960 / 720):
    side = (88 + 28) * t + 8 <= 184
    words = L(18 * t) if side else L(14 * t, math.ceil(88 * t / 184)) + L(18 * t)
    above = 0.366 * 18 * t + 4
    media = max(P, words + above + 26 + 16) if t != 1 else P
    top = media - 8 - words
    stars = slot("stars", "stars", top - above - 26, 26, None, None, width=150, star_size=26,
                 spacing=5, color="#ffcc00ff", dark="#ffd60aff", outline="#ffcc00ff",
                 outline_dark="#ffd60aff")
    red = {"color": "#ff5145ff"}
    if side:
        gap = (200 - 8 + (88 - 28) * t) / 2
        rating = [
            text("fixed", BOLD, 14, t, WHITE, top + (L(18 * t) - L(14 * t)) / 2, right=200 - gap,
                 align="right", text="user rating:"),
            text("rating", BOLD, 18, t, red, top, left=gap + 8),
        ]
    else:
        n = math.ceil(88 * t / 184)
        rating = [
            text("fixed", BOLD, 14, t, WHITE, top, n, align="center", text="user rating:"),
            text("rating", BOLD, 18, t, red, top + L(14 * t, n), align="center"),
        ]
    # Below the picture.
    title, caption, date = grown(1, t), grown(2, t), max(1, math.ceil(62 * t / 184))
    below = media + 10
    after = {"after": "headline"} if title > 1 else {}
    gap = 0.658 * 12 * t + 4 - 6
    words = [
        text("headline", BOLD, 12, t, PRIMARY, below, title),
        text("summary", REGULAR, 12, t, SECONDARY,
             8 if title > 1 else below + L(12 * t) + 8, caption, 2, **after),
        text("date", BOLD, 11, t, SECONDARY, gap, date, align="right", after="summary"),
    ]

    def height(t, title, caption, date):
        return (L(12 * t, title) + 8 + L(12 * t, caption, 2) + 0.658 * 12 * t - 2
                + L(11 * t, date))

    more = height(t, title, caption, date) - height(1, 1, 2, 1)
    slots = [image(media, "fill", 8), slot("shade", "shade", 0, media, color=SHADE, corner_radius=8)]
    return cell("featured_topics", 8, EDGE, slots + [stars] + rating + words), media - P + more


def recent_news(t, row_height=74):
    n = grown(1, t)
    words = L(11 * t) + 6 + 0.366 * 13 * t + 4 + L(13 * t)
    wider = max(0, words - (L(11) + 6 + 0.366 * 13 + 4 + L(13)))
    more = L(13 * t, n) - L(13) + wider
    content = 6 + L(13 * t, n) - 10 + 8 + 8 + 48 + wider + 8 + PIXEL
    top = (row_height + more - content) / 2
    picture = top + 6 + L(13 * t, n) - 10 + 16
    slots = [
        text("headline", BOLD, 13, t, PRIMARY, top + 6, n),
        slot("image", "image", picture, 48, 8, None, width=48, content_mode="fit", corner_radius=0,
             border={**EDGE, "corner_radius": 4}),
        text("label", BOLD, 11, t, WHITE, picture - 0.046, left=64, type="badge",
             height=L(11 * t) + 6, padding={"top": 3, "left": 3, "bottom": 3, "right": 3},
             background="#ff9900ff", corner_radius=0),
        text("date", BOLD, 13, t, SECONDARY,
             picture - 0.046 + L(11 * t) + 6 + 0.366 * 13 * t + 4, left=64),
        line(picture + 48 + wider + 8, 8),
    ]
    return cell("recent_news", 0, None, slots), more


def campaign_banners(t, height):
    return cell("campaign_banners", 0, None, [image(height, radius=12)])


def trend_articles(t, T):
    n, lines = grown(2, t), grown(4, t)
    media = max(T, L(14 * t, n) + 16) if t != 1 else T
    more = L(12 * t, lines, 2) - L(12, 4, 2)
    slots = [
        image(media),
        slot("shade", "shade", 0, media, color=SHADE, corner_radius=0),
        text("headline", BOLD, 14, t, WHITE, 94 + more + 8, n, anchor="bottom"),
        text("summary", REGULAR, 12, t, PRIMARY, media + 10, lines, 2),
    ]
    return cell("trend_articles", 8, EDGE, slots), media, more


def pickup_photos(t, lowest=math.inf):
    """Without the caption, and with fewer lines, where the lowest frame has no room for all of it."""
    n = grown(1, t)
    title, caption = L(14 * t, n), L(12 * t, n)
    band = 16 + title + caption
    if band > lowest:
        n = max(n for n in range(1, n + 1) if 16 + L(14 * t, n) <= lowest)
        slots = [
            image(None, bottom=0),
            slot("shade", "shade", 0, 16 + L(14 * t, n), anchor="bottom", color=SHADE,
                 corner_radius=0),
            text("headline", BOLD, 14, t, WHITE, 8, n, anchor="bottom", align="center"),
        ]
        return cell("pickup_photos", 4, EDGE, slots), None
    slots = [
        image(None, bottom=0),
        slot("shade", "shade", 0, band, anchor="bottom", color=SHADE, corner_radius=0),
        text("headline", BOLD, 14, t, WHITE, 8 + caption, n, anchor="bottom", align="center"),
        text("summary", REGULAR, 12, t, WHITE, 8, n, anchor="bottom", align="center"),
    ]
    return cell("pickup_photos", 4, EDGE, slots), band + 8


def favorite_scenes(t, c, h):
    half = (c - 20) / 2
    date = max(1, math.ceil(100 * t / (half - 24)))
    row = 36 + L(10 * t, date) - L(10)
    d1 = 28 + L(16 * t)
    d2 = d1 + PIXEL + row
    shop = d2 + PIXEL + 8
    d3 = shop + L(13 * t) + 8
    comment = d3 + PIXEL + 8
    n = grown(8, t)
    while n and comment + L(11 * t, n) + 8 + L(11 * t) + 4 > h:
        n -= 1
    middle = d1 + PIXEL + row / 2
    after = {"after": "summary"} if n > 1 else {}
    # A date of two lines is followed by nothing that counts from its end.
    slots = [
        image(h),
        slot("shade", "shade", 0, h, color="#00000075", corner_radius=0),
        text("headline", BOLD, 16, t, WHITE, 16, left=12, right=12),
        line(d1, 12),
        text("date", BOLD, 10, t, WHITE, middle - L(10 * t, date) / 2, date, left=12,
             right=c - half + 12, prefix="posted:"),
        text("label", BOLD, 10, t, WHITE, middle - (L(10 * t) + 8) / 2, left=c - 12 - half, right=12,
             align="right", type="badge", height=L(10 * t) + 8,
             padding={"top": 4, "left": 8, "bottom": 4, "right": 8}, background="#ffaa00ff",
             corner_radius=12),
        line(d2, 12),
        text("place", BOLD, 13, t, WHITE, shop, left=12, right=12),
        line(d3, 12),
        text("summary", REGULAR, 11, t, WHITE, comment, n, left=12, right=12),
        text("author", REGULAR, 11, t, WHITE,
             8 if n > 1 else comment + L(11 * t, n) + 8, left=12, right=12, align="right",
             prefix="text & editing:", **after),
    ]
    border = {"width": 1, "color": "#3c3c4337", "dark": "#ebebf537"}
    return cell("favorite_scenes", 8, border, slots)


# --- Layouts with a cell.


def taller(layout, more):
    """Every frame of a section of one row of cells is higher."""
    for frame in layout["frames"]:
        frame["height"] += more
    layout["content_size"]["height"] += more
    return layout


def shelf(items, W, t):
    made, more = featured_topics(t)
    return taller(sections.shelf(items, W, None), more), made


def snap_carousel(items, W, t):
    made, more = recent_news(t)
    layout = sections.snap_carousel(items, W, None)
    layout["content_size"]["height"] += 3 * more
    for page in layout["pages"]:
        for i, id in enumerate(page["item_ids"]):
            frame = next(f for f in layout["frames"] if f["id"] == id)
            k = len(page["item_ids"])
            frame["height"] += more
            frame["y"] = i * (74 + more + (260 + 3 * more - (74 + more) * k) / min(k, 2))
    return layout, made


def circular_carousel(items, W, t):
    layout = sections.circular_carousel(items, W, None)
    return layout, campaign_banners(t, layout["card_size"]["height"])


def uniform_grid(items, W, t):
    width = (W - 24) / 2
    made, media, more = trend_articles(t, width / 1.5)
    options = {"width": W, "aspect_ratio": width / media, "caption_height": 94 + more}
    return rows.uniform_grid(items, options), made


def staggered_grid(items, W, t):
    made, lowest = pickup_photos(t)
    cw = (W - 24) / 2
    sized = []
    for item in items:
        w, h = item["photo_width"], item["photo_height"]
        if t != 1 and cw / w * h < lowest:
            w, h = cw, lowest
        sized.append({"id": item["id"], "photo_width": w, "photo_height": h})
    return sections.staggered_grid(sized, W, None), made


def card_stack(items, W, t):
    layout = sections.card_stack(items, W, None)
    card = layout["card_size"]
    return layout, favorite_scenes(t, card["width"], card["height"])


def mirrored(layout, W):
    for frame in layout["frames"]:
        frame["x"] = W - frame["x"] - frame["width"]
    for page in layout.get("pages", []):
        page["x"] = W - page["x"] - page["width"]
    for state in layout.get("states", []):
        for card in state.get("items", [state]):
            for name in ["x", "tx", "rotation"]:
                if name in card:
                    card[name] = -card[name]
    return layout


def case(type, name, purpose, items, layout, kind, W=390, t=1, direction="ltr"):
    options = {"width": W, "cell": kind}
    if t != 1:
        options["text_size"] = t
    made, drawn = layout(items, W, t)
    if direction == "rtl":
        options["direction"] = "rtl"
        made, drawn = mirrored(made, W), mirrored_cell(drawn)
    expected = {"type": type, "viewport": {"width": W}, **made, "cell": drawn}
    write(type, name, purpose, options, expected, items)


def main():
    photos = [sections.photo(4, 600, 800), sections.photo(9, 1600, 400), sections.photo(2, 1, 1)]
    plain = [{"id": id} for id in [4, 9, 2, 7]]
    known = [
        ("shelf", shelf, "featured_topics", plain),
        ("snap_carousel", snap_carousel, "recent_news", plain),
        ("circular_carousel", circular_carousel, "campaign_banners", plain),
        ("uniform_grid", uniform_grid, "trend_articles", plain),
        ("staggered_grid", staggered_grid, "pickup_photos", photos),
        ("card_stack", card_stack, "favorite_scenes", plain),
    ]
    for type, layout, kind, items in known:
        case(type, "cell", f"The cell of {kind.replace('_', ' ')} as it is designed.", items, layout,
             kind)
        case(type, "cell-larger-text", "Text of twice the size, and the room that it needs.", items,
             layout, kind, t=2)
        case(type, "cell-rtl", "A screen that reads from right to left.", items, layout, kind,
             t=1.25, direction="rtl")
    write("shelf", "caption-height", "More room for the text below the pictures.",
          {"width": 390, "caption_height": 140},
          {"type": "shelf", "viewport": {"width": 390},
           **taller(sections.shelf(plain, 390, None), 40)}, plain)
    row = snap_carousel(plain, 390, 1)[0]
    for frame in row["frames"]:
        frame["height"] += 10
    for i, frame in enumerate(row["frames"][:3]):
        frame["y"] = i * (84 + (290 - 84 * 3) / 2)
    row["content_size"]["height"] += 30
    write("snap_carousel", "row-height", "Higher rows: pages are higher by as much as their rows.",
          {"width": 390, "row_height": 84},
          {"type": "snap_carousel", "viewport": {"width": 390}, **row}, plain)
    # Layouts whose frames do not grow.
    options = {"width": 390, "cell": "pickup_photos", "text_size": 1.5, "direction": "rtl"}
    layout = mirrored(rows.justified_rows(photos, options), 390)
    made, _ = pickup_photos(1.5, min(frame["height"] for frame in layout["frames"]))
    write("justified_rows", "cell-rtl", "Larger text from right to left; rows keep their heights, and have as much text as fits.",
          options, {"type": "justified_rows", "viewport": {"width": 390}, **layout,
                    "cell": mirrored_cell(made)}, photos)
    items = carousel.items([120, 200, 90, 310])
    answer = carousel.Carousel(items, {"width": 390, "direction": "rtl"}).answer()
    made, _ = pickup_photos(1.5, min(frame["height"] for frame in answer["frames"]))
    write("carousel", "cell-rtl", "Larger text from right to left; items keep their sizes, and have as much text as fits.",
          options, {**answer, "cell": mirrored_cell(made)}, items)


if __name__ == "__main__":
    main()
