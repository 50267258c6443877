"""The pictures of the articles, on Christmas and the new year."""

from . import boxes, drinks, landscapes, produce, sweets, table, western
from .canvas import darker, lighter, polar, put


def trend_article1(c):
    table.wood(c, "#7d4a3c", turn=0, width=38)
    with c.at(turn=-4):
        c.box(0, 0, 420, 74, "#b5343a", shadow=3)
        for y in (-30, 30):
            c.box(0, y, 420, 3, "#f0cf8a")
    put(c, western.roast_chicken, 0, -4, 0.74)
    put(c, drinks.wine_from_above, -112, -54, 0.26)
    put(c, candle, 112, -44, 1.0)
    for x, y, turn in ((-124, 62, 20), (122, 64, 200), (-60, -86, 160), (60, 88, -20)):
        put(c, fir, x, y, 1.1, turn)
    for x, y, colour in (
        (-96, 74, "#d9b04c"),
        (96, 76, "#c9343a"),
        (-140, 16, "#c9343a"),
        (140, 8, "#d9b04c"),
    ):
        put(c, bauble, x, y, 0.9, colour=colour)


def fir(c):
    """A twig with a pair of red berries, along the x axis."""
    c.line([(-36, 0), (36, 0)], "#5d4030", 3)
    for index in range(13):
        x = -32 + index * 5.6
        for side in (-1, 1):
            c.line(
                [(x, 0), (x + 10, side * (15 - index * 0.6))], ("#3f7a55", "#4f8f66")[index % 2], 3
            )
    for x, y in ((-20, 5), (-13, -5)):
        c.circle(x, y, 5, c.radial("#ee6a60", "#c4262e"), shadow=2)


def bauble(c, colour):
    c.circle(0, 0, 15, c.radial(lighter(colour, 0.5), colour, darker(colour, 0.2)), shadow=4)
    c.ellipse(-5, -6, 4, 2.6, "#fff", turn=-40, opacity=0.7)
    c.box(0, -16, 7, 5, "#e9d9a8", corner=1)


def candle(c):
    """Seen from above, with its light."""
    c.circle(0, 0, 46, "#ffdf9a", opacity=0.22)
    c.circle(0, 0, 22, c.radial("#e9d9b4", "#b99a5c"), shadow=4)
    c.circle(0, 0, 14, c.radial("#fff8e6", "#f3e2bd"))
    c.ellipse(0, 0, 4, 6, c.radial("#ffffff", "#ffc24a", x=0.5, y=0.5))


def trend_article2(c):
    table.plain(c, "#2f5c50")
    put(c, sweets.christmas_cake, 0, -6, 1.0, -5)
    for x, y, turn in ((-122, -70, 30), (124, 66, 210), (-116, 76, -30), (116, -78, 150)):
        put(c, fir, x, y, 1.15, turn)
    for x, y, colour in (
        (-92, -80, "#c9343a"),
        (92, 80, "#d9b04c"),
        (136, -38, "#c9343a"),
        (-140, 34, "#d9b04c"),
    ):
        put(c, bauble, x, y, 0.85, colour=colour)
    for x, y in c.scattered(16, 170, 34):
        c.circle(x, y * 0.6, 1.6, "#ffffff", opacity=0.7)


def trend_article3(c):
    table.plain(c, "#a92f34")
    for x in range(-140, 160, 40):
        for y in range(-100, 120, 40):
            c.circle(x + (y // 40 % 2) * 20, y, 16, "none", stroke="#b8444a", thickness=2)
            c.circle(x + (y // 40 % 2) * 20, y, 9, "none", stroke="#b8444a", thickness=2)
    put(c, boxes.new_year_box, 0, -2, 0.84, 0)
    put(c, table.chopsticks, 118, 0, 0.8, 90, colour="#f3e2bd", tip="#d9b04c")
    put(c, pine, -118, -40, 1.0, 60)
    put(c, plum_blossom, -112, 44, 1.2)
    put(c, plum_blossom, -134, 70, 0.8)


def pine(c):
    """Pine needles, along the x axis."""
    c.line([(-34, 0), (6, 0)], "#6d4a34", 5)
    for index in range(15):
        x, y = [(0, 0), (-14, 2), (12, 0)][index % 3]
        angle = -70 + index * 10
        end = polar(angle, 34, x, y)
        c.line([(x, y), end], ("#3f7a4c", "#5a9460")[index % 2], 2.4)


def plum_blossom(c, colour="#f6a8b4"):
    for turn in range(0, 360, 72):
        c.circle(*polar(turn - 90, 10), 9.5, c.radial(lighter(colour, 0.5), colour), shadow=1.5)
    c.circle(0, 0, 5, "#f6d26a")
    for turn in range(0, 360, 45):
        c.line([(0, 0), polar(turn, 8)], "#e9b83c", 0.9)


def trend_article4(c):
    c.fill("#f6e3c0")
    c.circle(0, -8, 72, "#d9483f")
    for x, y, scale in ((-112, -48, 1.0), (116, -60, 0.8), (90, -24, 0.7)):
        landscapes.cloud(c, x, y, scale, "#fff8ea", 0.95)
    c.box(0, c.bottom - 16, c.right * 2 + 4, 40, c.linear("#7a9a6d", "#5f8055"))
    put(c, boxes.mirror_rice_cake, 0, 28, 0.94)
    for side in (-1, 1):
        with c.at(side * 100, 76):
            for index, height in enumerate((58, 74, 50)):
                x = (index - 1) * 13
                c.polygon(
                    [(x - 6, 0), (x + 6, 0), (x + 6, -height), (x - 6, -height + 12)],
                    c.linear("#9cc46c", "#6f9f4a"),
                )
                c.ellipse(x, -height + 6, 6, 3, "#e3efc0", turn=-42)
                c.box(x, -height * 0.55, 12, 1.8, "#5a8740")
            for turn in (-150, -120, -60, -30):
                put(c, produce.leaf, turn / 9 + 10, -16, 0.9, turn, colour="#3f7a4c")
            c.box(0, 2, 48, 24, c.linear("#d9b27a", "#b98a50"), corner=3)
            c.box(0, 2, 48, 4, "#8a5f34")
            put(c, plum_blossom, 15, -14, 0.6)
            put(c, plum_blossom, -12, -12, 0.5, colour="#fff4ee")
