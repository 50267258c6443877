"""Landscapes. They cover the whole picture."""

from . import drinks, produce
from . import ingredients as food
from .canvas import darker, lighter, mix, polar


def sun(c, x, y, radius, colour="#fff1c4"):
    c.circle(x, y, radius * 2.1, colour, opacity=0.20)
    c.circle(x, y, radius * 1.5, colour, opacity=0.28)
    c.circle(x, y, radius, colour)


def cloud(c, x, y, size, colour="#ffffff", opacity=0.8):
    with c.at(x, y, scale=size):
        c.path(
            "M-34 8a12 12 0 0 1 4 -22a18 18 0 0 1 33 -6a15 15 0 0 1 24 11a10 10 0 0 1 3 17Z",
            colour,
            opacity=opacity,
        )


def hills(c, y, colour, height, steps=5):
    """A ridge across the picture, from its height down to the lower edge."""
    points = [(c.left - 30, c.bottom + 20), (c.left - 30, y)]
    width = c.right * 2 + 40
    for index in range(steps + 1):
        swing = height if index % 2 else -height * 0.4
        points.append((c.left - 20 + width * index / steps, y - swing * c.random.uniform(0.6, 1.0)))
    points += [(c.right + 40, y), (c.right + 40, c.bottom + 20)]
    c.curve(points, c.linear(lighter(colour, 0.12), colour, darker(colour, 0.06)))


def cherry_tree(c, x, y, size):
    with c.at(x, y, scale=size):
        c.line([(0, 4), (-3, -22), (4, -44), (22, -66)], "#6d4a3c", 8)
        c.line([(-2, -24), (-22, -48), (-40, -58)], "#6d4a3c", 5)
        for dx, dy in c.scattered(26, 46, 11):
            shade = mix("#f6b8c6", "#fbdde2", c.random.random())
            c.circle(dx - 4, dy * 0.62 - 72, c.random.uniform(9, 17), shade)
        for dx, dy in c.scattered(26, 50, 9):
            c.circle(dx - 4, dy * 0.66 - 72, 2.6, "#fff3f4")


def harbour(c):
    """A fishing port in the morning."""
    c.fill(c.linear("#8fd0dc", "#cfeae4", "#fdeccb"))
    sun(c, c.right * 0.52, -22, 20, "#fff3c8")
    cloud(c, c.left * 0.62, -62, 1.15)
    cloud(c, c.left * 0.08, -74, 0.8)
    cloud(c, c.right * 0.78, -66, 0.9)
    hills(c, 2, "#7fb1ae", 26, 6)
    hills(c, 10, "#5b9691", 15, 7)
    c.box(0, 64, c.right * 2 + 4, 110, c.linear("#58b0bd", "#2f86a0", "#23688a"))
    for _ in range(30):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(24, c.bottom)
        length = c.random.uniform(8, 26)
        c.box(x, y, length, 1.5, "#bfe6e4", corner=0.7, opacity=0.55)
    for index in range(6):
        c.box(
            c.right * 0.52,
            16 + index * 7,
            34 - index % 3 * 9,
            2.4,
            "#fff1c4",
            corner=1.2,
            opacity=0.75,
        )
    with c.at(c.left * 0.62, 4):
        c.box(0, -4, 24, 8, "#8a8f94", corner=2)
        c.polygon([(-7, -6), (7, -6), (5, -52), (-5, -52)], "#fff8ee")
        for y in (-18, -38):
            c.polygon([(-6.3, y + 4), (6.3, y + 4), (5.8, y - 5), (-5.8, y - 5)], "#d9483a")
        c.box(0, -57, 9, 10, "#ffe28a")
        c.polygon([(-8, -62), (8, -62), (0, -71)], "#b5332c")
    _boat(c, c.left * 0.28, 34, 1.15, "#d9503c")
    _boat(c, c.right * 0.30, 20, 0.72, "#f0b73f")
    _boat(c, c.right * 0.70, 50, 1.35, "#2f5f8a")
    for x, y in ((-30, -40), (-12, -48), (20, -34), (c.left * 0.45, -36)):
        c.path(
            f"M{x - 8} {y - 3}Q{x - 3} {y - 7} {x} {y}Q{x + 3} {y - 7} {x + 8} {y - 3}",
            stroke="#ffffff",
            thickness=1.8,
        )
    c.box(0, c.bottom - 3, c.right * 2 + 4, 16, c.linear("#b98a5e", "#8f6440"))
    for x in range(int(c.left), int(c.right) + 40, 34):
        c.box(x, c.bottom - 4, 1.2, 14, "#7a5334")
    for x, colours in (
        (c.left + 42, ("#f58b54", "#d9503c")),
        (c.left + 88, ("#8fb4c9", "#6d94ad")),
        (c.right - 60, ("#f0c04c", "#e0a030")),
    ):
        with c.at(x, c.bottom - 17):
            for index in range(5):
                c.ellipse(
                    -14 + index * 7,
                    -8 - index % 2 * 3,
                    8,
                    4,
                    colours[index % 2],
                    turn=-20 + index * 9,
                )
            c.box(0, 0, 42, 17, "#d2a272", corner=1.5)
            c.box(0, -3, 42, 1.2, "#a87a4c")
            c.box(0, 3, 42, 1.2, "#a87a4c")


def _boat(c, x, y, size, colour):
    with c.at(x, y, scale=size):
        c.ellipse(0, 12, 44, 3.6, "#173f5c", opacity=0.35)
        c.box(6, -14, 24, 18, "#fff8ee", corner=2)
        for wx in (0, 12):
            c.box(wx, -15, 8, 7, "#5f93a8", corner=1)
        c.box(6, -24, 28, 3, darker(colour, 0.15), corner=1)
        c.box(-16, -22, 2.2, 36, "#6d4a34")
        c.polygon([(-15, -38), (-15, -28), (-2, -33)], "#f6d04d")
        c.path(
            "M-44 -7H44Q40 10 26 12H-28Q-40 9 -44 -7Z",
            c.linear(lighter(colour, 0.2), darker(colour, 0.1)),
        )
        c.path("M-42 -2H42", stroke="#fff8ee", thickness=2)


def fuji(c):
    """A mountain with snow, cherry trees and a picnic."""
    c.fill(c.linear("#a9d8ea", "#dcefee", "#fdeee2"))
    sun(c, c.left * 0.56, -52, 15, "#fff0cf")
    cloud(c, c.right * 0.62, -66, 1.0)
    cloud(c, c.left * 0.16, -76, 0.8)
    peak = "M-150 44Q-62 14 -26 -62Q-14 -70 0 -66Q14 -71 27 -61Q62 14 152 44Z"
    c.path(peak, c.linear("#6d8fc0", "#86a7cf", "#a9c2dc"))
    c.path(
        "M-26 -62Q-14 -70 0 -66Q14 -71 27 -61Q36 -38 47 -20L34 -28L26 -8L12 -26L2 -4L-10 -24L-22 -8L-30 -28L-46 -18Q-34 -40 -26 -62Z",
        "#ffffff",
    )
    cloud(c, -96, 10, 1.2, "#ffffff", 0.7)
    cloud(c, 100, 16, 1.4, "#ffffff", 0.7)
    hills(c, 40, "#9cc07c", 14, 7)
    c.ellipse(10, 64, c.right * 0.8, 14, c.linear("#a9d9e6", "#79b9d2"))
    hills(c, 74, "#86b560", 8, 5)
    hills(c, 92, "#73a650", 6, 4)
    cherry_tree(c, c.left + 40, c.bottom - 6, 1.35)
    cherry_tree(c, c.right - 44, c.bottom - 4, 1.5)
    cherry_tree(c, c.left + 108, c.bottom - 16, 0.85)
    with c.at(10, c.bottom - 20):
        c.polygon([(-68, 16), (-46, -10), (46, -10), (68, 16)], "#e0584f")
        for index in range(4):
            x = -44 + index * 26
            c.polygon([(x, 16), (x + 7, -10), (x + 15, -10), (x + 12, 16)], "#fff6ea", opacity=0.6)
        c.box(-28, -4, 34, 17, c.linear("#33303c", "#221f29"), corner=2)
        c.box(-28, -9, 31, 5, "#fff8ec", corner=2)
        for index, colour in enumerate(("#d9303a", "#f6c64a", "#7fae4c", "#f58b54")):
            c.circle(-39 + index * 7.4, -10, 3.6, colour)
        for index, x in enumerate((10, 26, 42)):
            with c.at(x, -3 + index % 2 * 4):
                c.path("M-9 7Q-10 4 -3 -8Q0 -11 3 -8Q10 4 9 7Q8 9 0 9Q-8 9 -9 7Z", "#fffaf0")
                c.box(0, 5, 8, 8, food.NORI, corner=1)
    for _ in range(34):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(c.top, c.bottom)
        c.ellipse(x, y, 2.2, 1.3, "#f8c3cf", turn=c.random.uniform(0, 180), opacity=0.9)


def vineyard(c):
    """Rows of vines in the evening, with a bottle and a glass in front."""
    c.fill(c.linear("#f6c98a", "#fbe0ac", "#fdf0d2"))
    sun(c, c.right * 0.08, -24, 26, "#fff6d6")
    hills(c, -6, "#b99bb0", 24, 6)
    hills(c, 10, "#9d86a3", 16, 5)
    hills(c, 24, "#a9b06a", 12, 4)
    with c.at(c.left * 0.52, 12):
        c.box(0, -10, 34, 24, "#f6ead4")
        c.polygon([(-21, -21), (21, -21), (13, -36), (-13, -36)], "#c9604a")
        c.box(22, -18, 12, 40, "#f0e0c6")
        c.polygon([(14, -37), (30, -37), (22, -52)], "#b5523f")
        for x in (-9, 3):
            c.box(x, -11, 6, 8, "#7f6a5c", corner=3)
    for x in (c.left * 0.70, c.left * 0.63, c.left * 0.40):
        with c.at(x, 18):
            c.path("M-4 0Q-8 -24 0 -46Q8 -24 4 0Z", "#5f7a4c")
    c.polygon(
        [
            (c.left - 5, 38),
            (c.right + 5, 30),
            (c.right + 5, c.bottom + 5),
            (c.left - 5, c.bottom + 5),
        ],
        "#8f9a4e",
    )
    for row in range(-9, 10):
        x1, x2 = row * 26, row * 88
        c.line([(x1, 36), ((x1 + x2) / 2, 62), (x2, c.bottom + 20)], "#6d7f3c", 7)
        c.line([(x1 - 2, 35), ((x1 + x2) / 2 - 3, 60), (x2 - 5, c.bottom + 18)], "#93a552", 3)
    with c.at(c.right * 0.58, c.bottom - 66, scale=0.66):
        drinks.wine_bottle(c, mark="#7a2a4a")
    with c.at(c.right * 0.58 + 40, c.bottom - 48, scale=0.5):
        drinks.wine_glass(c)
    with c.at(c.right * 0.58 - 42, c.bottom - 22, scale=0.9, turn=70):
        produce.grapes(c, rows=5)
    c.box(0, c.bottom + 2, c.right * 2 + 4, 10, "#7a5638")


def rice_field(c):
    """Terraces before the harvest, with the sun."""
    c.fill(c.linear("#9ed3e2", "#d9efe6", "#fdf2d4"))
    sun(c, 34, -46, 20)
    cloud(c, -46, -54, 0.9)
    hills(c, -4, "#7fb39a", 30, 4)
    hills(c, 14, "#5f9a78", 18, 5)
    for index, colour in enumerate(("#e9c65a", "#dcb548", "#f0d06c", "#d3a83c", "#e6bf52")):
        y = 26 + index * 17
        c.curve(
            [
                (c.left - 30, c.bottom + 40),
                (c.left - 30, y + 6),
                (-40, y - 5),
                (30, y + 5),
                (c.right + 30, y - 6),
                (c.right + 30, c.bottom + 40),
            ],
            colour,
        )
        c.line(
            [(c.left - 10, y + 6), (-40, y - 4), (30, y + 6), (c.right + 10, y - 5)], "#7fa04a", 3
        )
    for _ in range(60):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(40, c.bottom)
        c.line([(x, y + 5), (x + 1, y), (x + 3, y - 4)], "#b98f2c", 1.4)


def cherry_twig(c):
    """Blossoms along the x axis."""
    c.line([(-44, 4), (-10, -2), (40, -14)], "#6d4a3c", 4, shadow=2)
    for x, y, size in ((-28, -6, 1.0), (-6, 8, 0.8), (10, -14, 1.1), (34, -4, 0.9), (46, -22, 0.7)):
        for turn in range(0, 360, 72):
            c.circle(
                *polar(turn - 90, 9 * size, x, y),
                8 * size,
                c.radial("#fff0f2", "#f6b8c6"),
                shadow=1,
            )
        c.circle(x, y, 3.4 * size, "#e2748c")
