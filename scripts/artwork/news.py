"""The pictures of the news. They are drawn small, so each shows one thing that the title names."""

from . import bowls, drinks, landscapes, produce, sweets, table, western
from . import ingredients as food
from .canvas import lighter, put


def news_thumbnail1(c):
    table.plain(c, "#7fa08a")
    for x, y, scale, turn in ((-26, 6, 1.0, -12), (36, 22, 0.82, 22)):
        put(c, onion, x, y, scale, turn)


def onion(c):
    colour = "#d99a4e"
    c.line([(-6, -52), (-8, -66), (-16, -78)], "#b98a4a", 4)
    c.line([(4, -52), (6, -68), (14, -76)], "#b98a4a", 4)
    c.path(
        "M0 -58C14 -46 58 -38 56 4C54 40 20 50 0 50C-20 50 -54 40 -56 4C-58 -38 -14 -46 0 -58Z",
        c.radial("#f6d79a", colour, "#b9762f"),
        shadow=7,
    )
    for reach in (-34, -16, 2, 20, 38):
        c.line([(reach * 0.05, -52), (reach, 0), (reach * 0.2, 48)], "#b5722f", 1.8, opacity=0.7)
    c.line([(-36, -10), (-34, 8), (-28, 24)], "#fff0cf", 5, opacity=0.6)


def news_thumbnail2(c):
    table.plain(c, "#d9c3a5")
    put(c, drinks.wine_bottle, -34, -4, 0.90, mark="#6d3a7a")
    put(c, produce.grapes, 36, 14, 1.35, 8)
    put(c, produce.leaf, 58, -56, 1.2, -30, colour="#7c9a50")


def news_thumbnail3(c):
    table.plain(c, "#2f5878")
    put(c, table.plate, 0, 0, 0.92, colour="#eaf0f2", rim="#c9a24c")
    put(c, western.lobster, -2, 8, 0.66, 24)
    put(c, produce.lemon_wedge, 48, 40, 1.0, 20)
    put(c, produce.sprig, -46, -40, 0.8, 60)


def news_thumbnail4(c):
    table.plain(c, "#f3c77a")
    put(c, drinks.juice, 26, 2, 0.86)
    put(c, produce.round_fruit, -44, 46, 1.12, colour="#f5961f")
    put(c, produce.citrus, -52, -26, 1.15)


def news_thumbnail5(c):
    table.plain(c, "#a9b78c")
    put(c, sweet_potato, -10, -24, 1.12, -26)
    put(c, sweet_potato_cut, 14, 38, 1.12, -20)


def sweet_potato(c):
    colour = "#8f3a5c"
    c.path(
        "M-76 2C-60 -34 30 -42 74 -4C84 4 78 8 70 10C24 38 -50 38 -76 2Z",
        c.radial(lighter(colour, 0.3), colour, "#6a2643"),
        shadow=7,
    )
    for x, y in ((-40, -6), (-10, 10), (22, -10), (40, 8)):
        c.line([(x - 6, y), (x + 6, y + 1)], "#6a2643", 2)
    c.line([(-52, -12), (-14, -22), (26, -20)], "#d48aa5", 4, opacity=0.6)


def sweet_potato_cut(c):
    c.path("M-50 0C-44 -30 30 -34 56 -6L50 26C10 40 -44 34 -50 0Z", "#7d3150", shadow=7)
    c.ellipse(-14, 2, 42, 26, "#8f3a5c", turn=-4)
    c.ellipse(-14, 2, 38, 23, c.radial("#fbe08a", "#f3c748", "#e0a92c"), turn=-4)
    for x, y in ((-30, -4), (-8, 8), (4, -8)):
        c.line([(x - 6, y), (x + 6, y)], "#d99f2a", 2)


def news_thumbnail6(c):
    table.plain(c, "#cfa08c")
    put(c, sweets.pear_dessert, 0, 0, 0.90)


def news_thumbnail7(c):
    table.plain(c, "#e0a24c")
    put(c, takeaway_box, 0, 4, 1.12)


def takeaway_box(c):
    for x, y, scale in ((-30, -34, 1.0), (0, -42, 1.1), (30, -34, 1.0)):
        put(c, food.croquette, x, y, scale)
    put(c, produce.broccoli, -14, -26, 0.9)
    put(c, food.fried_shrimp, 20, -40, 0.7, -60)
    put(c, produce.lettuce, 40, -26, 0.6)
    put(c, produce.lettuce, -44, -24, 0.6)
    c.polygon(
        [(-62, -26), (62, -26), (48, 62), (-48, 62)], c.linear("#fffaf0", "#e6dac6"), shadow=7
    )
    c.polygon([(-62, -26), (0, 4), (62, -26), (58, -4), (0, 22), (-58, -4)], "#efe4d2")
    c.circle(0, 36, 14, "#c9433a")
    put(c, produce.leaf, 0, 36, 0.5, -40, colour="#fff6e6")
    c.path("M-50 -24C-46 -84 46 -84 50 -24", stroke="#8a8f94", thickness=3)


def news_thumbnail8(c):
    table.plain(c, "#8fb0b8")
    put(c, vegetable_basket, 0, 10, 1.12)


def vegetable_basket(c):
    for index, turn in enumerate((-38, -24, -10)):
        with c.at(-40 + index * 13, -22, turn=turn):
            c.path(
                "M-9 -30Q0 -36 9 -30L2 42Q0 46 -2 42Z",
                c.linear("#f6a05a", produce.CARROT),
                shadow=3,
            )
            for lean in (-18, 0, 18):
                put(c, produce.leaf, lean * 0.4, -44, 0.8, -90 + lean, colour="#5f9a44")
    put(c, produce.broccoli, 4, -36, 1.5)
    put(c, produce.cherry_tomato, 34, -26, 1.5)
    put(c, produce.lettuce, 52, -8, 0.8)
    with c.at(26, -34, turn=20):
        c.box(0, 0, 19, 46, c.linear("#f4f7e6", "#cfe0b0"), corner=8, shadow=3)
        for lean in (-20, 0, 20):
            put(c, produce.leaf, lean * 0.5, -34, 0.9, -90 + lean * 1.4, colour="#4f8a45")
    c.path(
        "M-74 -2H74L60 58Q58 66 48 66H-48Q-58 66 -60 58Z", c.linear("#d9a866", "#b07c40"), shadow=7
    )
    for y in (12, 28, 44):
        for x in range(-48, 50, 24):
            c.box(x + (y // 16 % 2) * 6 - 3, y, 20, 11, "#e6bd80", corner=3, opacity=0.8)
    c.box(0, 0, 154, 12, c.linear("#e6bd80", "#c08d50"), corner=6, shadow=2)


def news_thumbnail9(c):
    table.plain(c, "#d9766a")
    put(c, western.paella, 0, 0, 0.80)


def news_thumbnail10(c):
    table.wood(c, "#d2ab78", width=50)
    put(c, bowls.miso_soup, 0, 0, 0.86)


def news_thumbnail11(c):
    landscapes.rice_field(c)
    put(c, heaped_rice, 0, 42, 1.1)


def heaped_rice(c):
    """A bowl seen from the side."""
    c.ellipse(0, 46, 50, 6, "#1a1020", opacity=0.25, blur=2)
    c.path("M-54 -12C-52 -64 52 -64 54 -12Z", c.radial("#ffffff", "#fffaf0", "#e6dcc6"))
    for x, y in c.scattered(40, 46, 8):
        if y < 0:
            c.ellipse(x, y - 8, 3.6, 1.9, "#efe6d2", turn=x * 7)
    c.path(
        "M-60 -14H60C58 20 34 38 22 40V46H-22V40C-34 38 -58 20 -60 -14Z",
        c.linear("#4f7fa8", "#2f587d"),
        shadow=3,
    )
    c.box(0, -8, 116, 4, "#e9f0f2", corner=2)
    for x in (-30, 0, 30):
        c.circle(x, 12, 8, "none", stroke="#cfe0ea", thickness=2.2)


def news_thumbnail12(c):
    table.plain(c, "#5f8f8a")
    put(c, wooden_bowl, 0, 0, 0.94)
    for x, y, scale in ((-36, 14, 1.05), (32, 22, 1.05), (-4, -34, 1.05)):
        put(c, produce.round_fruit, x, y, scale, x, colour="#f08a24")
    put(c, produce.citrus, 4, 26, 1.15)


def wooden_bowl(c):
    c.circle(0, 0, 100, c.radial("#d9a866", "#a8733c"), shadow=10)
    c.circle(0, 0, 86, c.radial("#7d5228", "#b98450", x=0.7, y=0.7))
