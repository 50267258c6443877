"""What is inside the frames of the six kinds, at any size of text; at size 1 as on the existing screens."""
import math

BOLD, REGULAR = ("AvenirNext-Bold", 700), ("AvenirNext-Regular", 400)
FALLBACKS = ["Avenir Next", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "sans-serif"]
PIXEL = 1 / 3
SEPARATOR = {"color": "#76767cff", "dark": "#7c7c81ff"}
PRIMARY = {"color": "#000000ff", "dark": "#ffffffff"}
SECONDARY = {"color": "#3c3c4399", "dark": "#ebebf599"}
WHITE, RED = {"color": "#ffffffff"}, {"color": "#ff5145ff"}
EDGE = {"width": 1, "color": "#3c3c434d", "dark": "#ebebf54d"}


def L(s, n=1, g=0):
    """The height of n lines of s points, g apart, rounded up to a third of a point."""
    return math.ceil((n * 1.366 * s + (n - 1) * g) * 3 - 1e-9) / 3


def grown(n, t):
    """The lines of a text that is designed for n."""
    return max(n, math.ceil(n * t - 1e-9))


def slot(type, role, offset, height, left=0, right=0, anchor="top", **more):
    made = {"type": type, "role": role, "anchor": anchor, "offset": offset, "left": left, "right": right,
            "height": height, **more}
    return {name: value for name, value in made.items() if value is not None}


def text(role, font, s, t, color, offset, n=1, g=0, left=8, right=8, align="left", type="text", height=None, **more):
    return slot(
        type, role, offset, L(s * t, n, g) if height is None else height, left, right,
        font={"families": [font[0]] + FALLBACKS, "size": s * t, "weight": font[1]}, line_height=L(s * t),
        line_pitch=1.366 * s * t + g, lines=n, align=align, **color, **more)


def badge(font, s, t, color, offset, padding, **more):
    (down, aside) = padding
    return text("label", font, s, t, color, offset, type="badge", height=L(s * t) + 2 * down,
                padding={"top": down, "left": aside, "bottom": down, "right": aside}, **more)


def line(offset, side):
    return slot("line", "line", offset, PIXEL, side, side, **SEPARATOR)


def shade(offset, height, color="#0000005c", radius=0, **more):
    return slot("shade", "shade", offset, height, color=color, corner_radius=radius, **more)


def image(height, mode="fit", radius=0, **more):
    return slot("image", "image", 0, height, content_mode=mode, corner_radius=radius, **more)


def cell(name, radius, border, slots):
    return {"name": name, "corner_radius": radius, "border": border, "background": None, "slots": slots}


# --- Five of the six cells. Each returns the cell, and what its frame has to have beyond what is designed.


def featured_topics(t, P=200 * 960 / 720):
    side = (88 + 28) * t + 8 <= 184
    n = math.ceil(88 * t / 184)
    words = L(18 * t) if side else L(14 * t, n) + L(18 * t)
    above = 0.366 * 18 * t + 4
    media = max(P, words + above + 26 + 16) if t != 1 else P
    top = media - 8 - words
    stars = slot("stars", "stars", top - above - 26, 26, None, None, width=150, star_size=26, spacing=5,
                 color="#ffcc00ff", dark="#ffd60aff", outline="#ffcc00ff", outline_dark="#ffd60aff",
                 outline_width=1)
    if side:
        gap = (200 - 8 + (88 - 28) * t) / 2
        rating = [text("fixed", BOLD, 14, t, WHITE, top + (L(18 * t) - L(14 * t)) / 2, right=200 - gap, align="right",
                       text="user rating:"),
                  text("rating", BOLD, 18, t, RED, top, left=gap + 8)]
    else:
        rating = [text("fixed", BOLD, 14, t, WHITE, top, n, align="center", text="user rating:"),
                  text("rating", BOLD, 18, t, RED, top + L(14 * t, n), align="center")]
    # Below the picture.
    title, caption, date = grown(1, t), grown(2, t), max(1, math.ceil(62 * t / 184))
    below, after = media + 10, {"after": "headline"} if title > 1 else {}
    words = [
        text("headline", BOLD, 12, t, PRIMARY, below, title),
        text("summary", REGULAR, 12, t, SECONDARY, 8 if title > 1 else below + L(12 * t) + 8, caption, 2, **after),
        text("date", BOLD, 11, t, SECONDARY, 0.658 * 12 * t + 4 - 6, date, align="right", after="summary")]

    def height(t, title, caption, date):
        return L(12 * t, title) + 8 + L(12 * t, caption, 2) + 0.658 * 12 * t - 2 + L(11 * t, date)

    slots = [image(media, "fill", 8), shade(0, media, radius=8), stars] + rating + words
    return cell("featured_topics", 8, EDGE, slots), media - P + (height(t, title, caption, date) - height(1, 1, 2, 1))


def recent_news(t, row_height=74):
    n = grown(1, t)
    words = L(11 * t) + 6 + 0.366 * 13 * t + 4 + L(13 * t)
    wider = max(0, words - (L(11) + 6 + 0.366 * 13 + 4 + L(13)))
    more = L(13 * t, n) - L(13) + wider
    content = 6 + L(13 * t, n) - 10 + 8 + 8 + 48 + wider + 8 + PIXEL
    top = (row_height + more - content) / 2
    picture = top + 6 + L(13 * t, n) - 10 + 16
    return cell("recent_news", 0, None, [
        text("headline", BOLD, 13, t, PRIMARY, top + 6, n),
        slot("image", "image", picture, 48, 8, None, width=48, content_mode="fit", corner_radius=0,
             border={**EDGE, "corner_radius": 4}),
        badge(BOLD, 11, t, WHITE, picture - 0.046, (3, 3), left=64, background="#ff9900ff", corner_radius=0),
        text("date", BOLD, 13, t, SECONDARY, picture - 0.046 + L(11 * t) + 6 + 0.366 * 13 * t + 4, left=64),
        line(picture + 48 + wider + 8, 8),
    ]), more


def trend_articles(t, T):
    n, lines = grown(2, t), grown(4, t)
    media = max(T, L(14 * t, n) + 16) if t != 1 else T
    more = L(12 * t, lines, 2) - L(12, 4, 2)
    return cell("trend_articles", 8, EDGE, [
        image(media), shade(0, media), text("headline", BOLD, 14, t, WHITE, 94 + more + 8, n, anchor="bottom"),
        text("summary", REGULAR, 12, t, PRIMARY, media + 10, lines, 2)]), media, more


def pickup_photos(t, lowest=math.inf):
    """Without the caption, and with fewer lines, where the lowest frame has no room for all of it. Returns also how
    high frames have to be for all."""
    n = grown(1, t)
    caption = L(12 * t, n)
    all_of_it = 16 + L(14 * t, n) + caption
    band, under = all_of_it, [text("summary", REGULAR, 12, t, WHITE, 8, n, anchor="bottom", align="center")]
    if all_of_it > lowest:
        n = max(n for n in range(1, n + 1) if 16 + L(14 * t, n) <= lowest)
        caption, band, under = 0, 16 + L(14 * t, n), []
    headline = text("headline", BOLD, 14, t, WHITE, 8 + caption, n, anchor="bottom", align="center")
    return cell("pickup_photos", 4, EDGE, [image(None, bottom=0), shade(0, band, anchor="bottom"), headline] + under), (
        all_of_it + 8)


def favorite_scenes(t, c, h):
    half = (c - 20) / 2
    date = max(1, math.ceil(100 * t / (half - 24)))
    row = 36 + L(10 * t, date) - L(10)
    d1 = 28 + L(16 * t)
    d2 = d1 + PIXEL + row
    shop = d2 + PIXEL + 8
    d3 = shop + L(13 * t) + 8
    comment, n = d3 + PIXEL + 8, grown(8, t)
    while n and comment + L(11 * t, n) + 8 + L(11 * t) + 4 > h:
        n -= 1
    middle, sides = d1 + PIXEL + row / 2, {"left": 12, "right": 12}
    # A comment of one line is followed by nothing that counts from its end.
    after = {"after": "summary"} if n > 1 else {}
    return cell("favorite_scenes", 8, {"width": 1, "color": "#3c3c4337", "dark": "#ebebf537"}, [
        image(h), shade(0, h, "#00000075"), text("headline", BOLD, 16, t, WHITE, 16, **sides), line(d1, 12),
        text("date", BOLD, 10, t, WHITE, middle - L(10 * t, date) / 2, date, left=12, right=c - half + 12,
             prefix="posted: "),
        badge(BOLD, 10, t, WHITE, middle - (L(10 * t) + 8) / 2, (4, 8), left=c - 12 - half, right=12, align="right",
              background="#ffaa00ff", corner_radius=12),
        line(d2, 12), text("place", BOLD, 13, t, WHITE, shop, **sides), line(d3, 12),
        text("summary", REGULAR, 11, t, WHITE, comment, n, **sides),
        text("author", REGULAR, 11, t, WHITE, 8 if n > 1 else comment + L(11 * t, n) + 8, align="right", **sides,
             prefix="text & editing: ", **after)])


def lowest(made):
    return min(frame["height"] for frame in made["frames"])
