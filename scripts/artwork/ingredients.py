"""Eggs, meat, fish, rice and bread, seen from above, around the origin and about 40 units wide."""

import math

from .canvas import darker, lighter, polar

YOLK = "#f6a821"
RICE = "#fdfaf1"
NORI = "#25302b"


def sesame(c, count=26, radius=60, colour="#f4e4bd", size=1.0):
    for x, y in c.scattered(count * 2 // 3, radius, 8):
        c.ellipse(x, y, 2.2 * size, 1.3 * size, colour, turn=c.random.uniform(0, 180))


def crumbs(c, colours, count=40, radius=60, size=2.0):
    for x, y in c.scattered(count * 2 // 3, radius, size * 2):
        shade = c.random.choice(colours)
        c.box(x, y, size * 1.9, size, shade, corner=0.4, turn=c.random.uniform(0, 180))


def half_egg(c, white="#fffaf0", yolk=YOLK):
    c.ellipse(0, 0, 22, 17.5, white, shadow=3)
    c.ellipse(0, 0, 20.5, 16, c.radial("#ffffff", darker(white, 0.06)))
    c.circle(1.5, 0.5, 10.6, darker(yolk, 0.12))
    c.circle(1.2, 0.2, 9.8, c.radial(lighter(yolk, 0.35), yolk, darker(yolk, 0.08)))
    c.ellipse(-2, -3.6, 3, 1.8, "#fff", turn=-25, opacity=0.6)


def fried_egg(c, radius=32):
    c.blob(0, 0, radius, radius * 0.92, "#fffaf0", wobble=0.13, shadow=3)
    c.blob(0, 0, radius * 0.9, radius * 0.82, "#ffffff", wobble=0.08)
    c.circle(2, 1, radius * 0.40, c.radial("#fdd25a", YOLK, darker(YOLK, 0.08)), shadow=1.5)
    c.ellipse(-2, -5, radius * 0.12, radius * 0.07, "#fff", turn=-35, opacity=0.8)


def chashu(c, radius=25):
    """A slice of rolled pork."""
    c.blob(0, 0, radius, radius * 0.95, "#9c5a3a", wobble=0.05, shadow=3)
    c.blob(0, 0, radius * 0.92, radius * 0.87, "#d99b7c", wobble=0.05)
    spiral = [polar(t * 30, radius * (0.14 + 0.058 * t * 30 / 52)) for t in range(21)]
    c.line(spiral, "#f7dfcb", radius * 0.19)
    spiral = [polar(t * 30 + 40, radius * (0.12 + 0.058 * t * 30 / 52)) for t in range(18)]
    c.line(spiral, "#b9704f", radius * 0.07)


def naruto(c, radius=16):
    """A slice of fish cake with its pink whirl."""
    points = [polar(i * 15, radius * (1.0 if i % 2 else 0.88)) for i in range(24)]
    c.curve(points, "#fffdf8", shadow=2.5)
    spiral = [polar(t * 40, radius * (0.10 + 0.052 * t)) for t in range(12)]
    c.line(spiral, "#ec7e93", radius * 0.17)


def nori(c, width=34, height=46):
    c.box(0, 0, width, height, c.linear("#38453c", NORI, turn=60), corner=1.5, shadow=3)
    for place in range(-2, 3):
        c.box(0, place * height / 5.5, width - 5, 0.8, "#4b5a4f", opacity=0.6)


def shrimp(c, colour="#f08a5d", radius=20):
    """A cooked shrimp, bent around the origin."""
    for side in (-18, 12):
        with c.at(*polar(248, radius * 1.02), turn=258 + side):
            c.ellipse(7, 0, 9.5, 4, darker(colour, 0.14), shadow=1.5)
    for index in range(9):
        angle = 240 - index * 27
        size = radius * (0.30 + 0.022 * index)
        shade = colour if index % 2 else lighter(colour, 0.42)
        c.circle(*polar(angle, radius * 0.86), size, shade, shadow=2)
    c.arc(0, 0, radius * 0.80, 40, 225, lighter(colour, 0.75), 1.6, opacity=0.8)


def fried_shrimp(c, length=84):
    """Breaded, along the x axis, with its tail to the right."""
    half = length / 2
    for turn in (-24, 24):
        with c.at(half - 2, 0, turn=turn):
            c.ellipse(10, 0, 12, 5, "#e2613a", shadow=2)
    points = [
        (-half, 0),
        (-half + 8, -10),
        (0, -12),
        (half - 4, -6),
        (half, 0),
        (half - 4, 6),
        (0, 12),
        (-half + 8, 10),
    ]
    c.curve(points, c.linear("#efbe6b", "#d4923e", "#b9742c"), shadow=4)
    for _ in range(14):
        x = c.random.uniform(-half + 6, half - 8)
        y = c.random.uniform(-9, 9)
        c.circle(
            x, y, c.random.uniform(1.4, 2.4), c.random.choice(("#f8d692", "#c98636", "#e9b25c"))
        )


def croquette(c, radius_x=22, radius_y=16):
    """Something breaded and fried."""
    c.blob(
        0, 0, radius_x, radius_y, c.linear("#edbb68", "#cf8c3a", "#b06c27"), wobble=0.07, shadow=4
    )
    for x, y in c.scattered(13, 1, 0.3):
        shade = c.random.choice(("#f8d692", "#c98636", "#efc477"))
        c.circle(x * radius_x * 0.85, y * radius_y * 0.82, c.random.uniform(1.4, 2.4), shade)


def clam(c, colour="#c9a98a", radius=22):
    """An open clam with its meat."""
    for turn, shade in ((180, darker(colour, 0.10)), (0, colour)):
        with c.at(turn=turn):
            c.path(
                f"M{-radius} 2C{-radius} {-radius * 1.4} {radius} {-radius * 1.4} {radius} 2Z",
                c.linear(shade, lighter(shade, 0.3)),
                shadow=3,
            )
            for place in (-0.55, -0.2, 0.2, 0.55):
                c.line(
                    [(place * radius * 0.5, 0), (place * radius * 1.1, -radius * 0.75)],
                    darker(shade, 0.14),
                    1,
                )
    c.ellipse(0, 0, radius * 0.82, radius * 0.62, "#f3e7d8")
    c.blob(0, 0, radius * 0.58, radius * 0.40, "#f0b873", wobble=0.1, shadow=1.5)
    c.ellipse(-3, -3, radius * 0.2, radius * 0.09, "#fde9c8", turn=-15)


def mussel(c, length=40):
    """Along the x axis."""
    half = length / 2
    shell = f"M{-half} 0C{-half * 0.5} {-half * 0.9} {half} {-half * 0.7} {half} 0C{half} {half * 0.7} {-half * 0.5} {half * 0.9} {-half} 0Z"
    c.path(shell, "#2c3145", shadow=3)
    with c.at(1, 0, scale=0.84):
        c.path(shell, "#7f89a6")
    with c.at(2, 0, scale=0.62):
        c.path(shell, "#f1a04c")
    c.line([(-half * 0.3, 2), (half * 0.4, 1)], "#c9772b", 1.6)


def steak(c, width=110, height=74, colour="#8a4630"):
    """Grilled beef, with the marks of the grill."""
    points = [
        (-0.5, 0.02),
        (-0.40, -0.38),
        (-0.1, -0.5),
        (0.28, -0.44),
        (0.5, -0.12),
        (0.44, 0.3),
        (0.12, 0.46),
        (-0.3, 0.42),
    ]
    outline = [(x * width, y * height) for x, y in points]
    c.curve(outline, c.radial(lighter(colour, 0.16), colour, darker(colour, 0.25)), shadow=6)
    for place in range(-3, 4):
        x = place * width * 0.13
        reach = height * 0.30 * math.sqrt(1 - (place / 4.4) ** 2)
        c.line([(x - 9, reach), (x + 9, -reach)], darker(colour, 0.5), 3.6, opacity=0.75)
    c.line(
        [
            (-0.36 * width, -0.28 * height),
            (-0.1 * width, -0.40 * height),
            (0.2 * width, -0.36 * height),
        ],
        lighter(colour, 0.4),
        2.2,
        opacity=0.5,
    )


def rice(c, radius=80):
    """A field of cooked rice."""
    c.circle(0, 0, radius, c.radial("#ffffff", RICE, "#e9e0cc"))
    for x, y in c.scattered(int(radius * 0.6), radius * 0.92, radius * 0.14):
        shade = c.random.choice(("#ffffff", "#f1e9d7", "#f7f1e3"))
        c.ellipse(x, y, radius * 0.055, radius * 0.028, shade, turn=c.random.uniform(0, 180))


def nigiri(c, kind):
    """A piece of sushi along the x axis, 66 units long."""
    if kind == "roe":
        c.box(0, 0, 52, 32, NORI, corner=15, shadow=4)
        c.box(0, 0, 46, 26, "#c9461f", corner=13)
        for x, y in c.scattered(20, 1, 0.30):
            with c.at(x * 19, y * 9.5):
                c.circle(0, 0, 4.2, c.radial("#ffc27a", "#f0702a", "#cf4a18"))
                c.circle(-1.2, -1.3, 1.0, "#ffe9c9")
        return
    c.box(0, 0, 62, 30, c.linear("#ffffff", "#e8dfcb"), corner=13, shadow=4)
    top = {
        "salmon": ("#f58b54", "#ffd9bd"),
        "tuna": ("#c0323f", "#da6467"),
        "egg": ("#f6c64a", "#fbe08c"),
        "shrimp": ("#f6a27b", "#fff0e6"),
        "squid": ("#fbf4ea", "#e6dccd"),
        "bream": ("#f9d5cd", "#fdf3ee"),
    }[kind]
    outline = "M-34 2C-33 -10 -24 -13 0 -13C24 -13 33 -9 34 1C33 10 24 12 0 12C-24 12 -33 10 -34 2Z"
    if kind == "shrimp":
        for turn in (-20, 20):
            with c.at(34, 0, turn=turn):
                c.ellipse(7, 0, 9, 4, "#e2663f", shadow=2)
    c.path(outline, c.linear(lighter(top[0], 0.22), top[0]), shadow=2)
    with c.inside(outline):
        if kind != "egg":
            for x in range(-30, 40, 12):
                c.line([(x - 5, -14), (x + 2, 0), (x - 5, 14)], top[1], 2.6, opacity=0.8)
        c.line([(-26, -8.5), (0, -10.5), (24, -8.5)], "#ffffff", 1.8, opacity=0.6)
    if kind == "egg":
        c.box(2, 0, 9, 31, NORI, corner=2)


def maki(c, *fillings, radius=19):
    """A slice of a roll: nori, rice and fillings of these colours."""
    c.circle(0, 0, radius, NORI, shadow=4)
    c.circle(0, 0, radius * 0.90, c.radial("#ffffff", "#efe7d6"))
    for _ in range(12):
        x, y = polar(c.random.uniform(0, 360), radius * c.random.uniform(0.55, 0.8))
        c.ellipse(x, y, radius * 0.1, radius * 0.05, "#ffffff", turn=c.random.uniform(0, 180))
    if len(fillings) == 1:
        c.circle(0, 0, radius * 0.42, fillings[0])
        c.circle(-radius * 0.08, -radius * 0.08, radius * 0.22, lighter(fillings[0], 0.3))
        return
    for index, colour in enumerate(fillings):
        x, y = polar(index * 360 / len(fillings) - 90, radius * 0.27)
        c.box(
            x,
            y,
            radius * 0.48,
            radius * 0.48,
            colour,
            corner=radius * 0.12,
            turn=index * 360 / len(fillings),
        )


def toast(c, colour="#e2b06a", size=1.0):
    with c.at(scale=size):
        shape = "M-34 40V-14C-46 -20 -42 -42 -24 -40H24C42 -42 46 -20 34 -14V40Q34 44 30 44H-30Q-34 44 -34 40Z"
        c.path(shape, darker(colour, 0.22), shadow=5)
        with c.at(0, 0.6, scale=0.90):
            c.path(shape, c.radial(lighter(colour, 0.55), lighter(colour, 0.2), colour))


def croissant(c, colour="#d8924a", size=1.0):
    """Bent around a point below."""
    widths = (8, 15, 20, 23, 20, 15, 8)
    outer = [polar(190 + index * 160 / 6, 40 + width, 0, 34) for index, width in enumerate(widths)]
    inner = [
        polar(190 + index * 160 / 6, 40 - width * 0.55, 0, 34) for index, width in enumerate(widths)
    ]
    outline = outer + inner[::-1]
    with c.at(scale=size):
        c.curve(outline, c.linear(lighter(colour, 0.35), colour, darker(colour, 0.2)), shadow=6)
        for index in range(1, 6):
            start, end = outer[index], inner[index]
            middle = polar(
                190 + index * 160 / 6 + (5 if index < 3 else -5 if index > 3 else 0), 42, 0, 34
            )
            c.line([start, middle, end], darker(colour, 0.28), 2.6, opacity=0.8)
        for index in range(6):
            angle = 203 + index * 160 / 6
            c.line(
                [polar(angle - 5, 54, 0, 34), polar(angle + 4, 54, 0, 34)],
                lighter(colour, 0.6),
                3,
                opacity=0.8,
            )


def cheese_wedge(c, colour="#f4c95a", size=1.0):
    with c.at(scale=size):
        c.path("M-36 18L30 -22Q42 -4 36 22Z", colour, shadow=5)
        c.path("M-36 18L36 22L36 30L-36 24Z", darker(colour, 0.14))
        for x, y, radius in ((12, 2, 6), (24, 12, 4), (-6, 14, 4), (22, -8, 3.4)):
            c.circle(x, y, radius, darker(colour, 0.16))
