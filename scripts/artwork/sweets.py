"""Cakes, fruit and sweets: first those seen from above, with a radius of about 100."""

from . import produce, table
from . import ingredients as food
from .canvas import darker, lighter, polar


def _cream(c, x, y, radius, colour="#fffaf0"):
    """A rosette of whipped cream."""
    points = [polar(index * 36, radius * (1.0 if index % 2 else 0.82), x, y) for index in range(10)]
    c.curve(points, c.radial("#ffffff", colour, darker(colour, 0.12)), shadow=2)
    c.arc(x, y, radius * 0.45, 30, 250, darker(colour, 0.10), radius * 0.14)


def strawberry_cake(c):
    """A whole cake with cream."""
    table.plate(c, "#f3d9d6", "#d98c92", well=0.90)
    c.circle(0, 0, 82, c.radial("#ffffff", "#fff6ea", "#efdfcd"), shadow=8)
    c.circle(0, 0, 70, "none", stroke="#f0e2d0", thickness=2)
    for index in range(10):
        x, y = polar(index * 36, 63)
        _cream(c, x, y, 16)
    for index in range(10):
        with c.at(*polar(index * 36, 63), turn=index * 36 - 90, scale=0.62):
            produce.strawberry(c, cap=False)
    for index in range(6):
        with c.at(*polar(index * 60 + 30, 28), turn=index * 60 - 60, scale=0.92):
            produce.half_strawberry(c)
    with c.at(0, 0, scale=0.85):
        produce.strawberry(c, cap=False)
    for x, y in ((-16, 42), (38, -20), (-42, -12)):
        with c.at(x, y):
            produce.blueberry(c, 6.5)
    with c.at(14, -8, turn=-30, scale=0.7):
        produce.basil(c, "#6aa84f")


def fruit_tart(c):
    c.circle(0, 0, 100, c.radial("#efe6d8", "#dfd2be"), shadow=8)
    points = [polar(i * 10, 92 if i % 2 else 86) for i in range(36)]
    c.curve(points, c.radial("#e9b566", "#cf9040", "#b0712a"), shadow=6)
    c.circle(0, 0, 80, c.radial("#fff0bd", "#f9da84"))
    for index in range(11):
        with c.at(*polar(index * 360 / 11, 65), turn=index * 360 / 11 + 90, scale=1.1):
            produce.half_strawberry(c)
    for index in range(6):
        with c.at(*polar(index * 60 + 10, 36), turn=index * 60):
            produce.kiwi(c, 18)
    for x, y in c.scattered(6, 70, 40):
        with c.at(x, y):
            produce.blueberry(c, 6)
    with c.at(0, 0):
        produce.raspberry(c, 11)
    c.arc(0, 0, 70, 200, 250, "#ffffff", 4, opacity=0.35)


def donuts(c, colours=("#f2a0b5", "#6d4230", "#f6e3bd", "#9ed0c6", "#f2c14e", "#c99bd1")):
    """Six rings with icing in two rows, about 240 by 150 units."""
    for index, colour in enumerate(colours):
        with c.at((index % 3 - 1) * 82, (index // 3 - 0.5) * 80):
            donut(c, colour, index)


def donut(c, colour, kind=0):
    c.circle(0, 0, 36, c.radial("#e9b66c", "#cf8f42", "#b47530"), shadow=7)
    points = [polar(i * 24, 32 * (1.0 + c.random.uniform(-0.05, 0.05))) for i in range(15)]
    c.curve(points, c.radial(lighter(colour, 0.35), colour, darker(colour, 0.08)), shadow=1.5)
    if kind % 3 == 0:
        for x, y in c.scattered(17, 28, 8):
            shade = c.random.choice(("#ffffff", "#f6d04d", "#5fb0c9", "#e2574e", "#7fbf6a"))
            c.box(x, y, 6, 2.4, shade, corner=0.9, turn=c.random.uniform(0, 180))
    elif kind % 3 == 1:
        for y, reach in ((-20, 18), (-8, 25), (6, 25), (19, 19)):
            c.line(
                [(-reach, y + 4), (-reach / 3, y - 4), (reach / 3, y + 4), (reach, y - 4)],
                lighter(colour, 0.75),
                3,
            )
    else:
        food.crumbs(c, (darker(colour, 0.45), darker(colour, 0.3), "#ffffff"), 30, 29, 2.4)
    c.circle(0, 0, 11.5, "#a9692a")
    c.circle(1.2, 1.2, 10, darker("#8f5a28", 0.35))
    c.arc(0, 0, 27, 200, 250, "#ffffff", 3, opacity=0.5)


def pancakes(c):
    """A pile with butter, syrup and berries."""
    table.plate(c, "#dfe8ea", "#6f9aa8", well=0.84)
    for index, (x, y) in enumerate(((4, 5), (-2, 2), (2, -1), (0, -4))):
        c.circle(
            x,
            y,
            66 - index * 1.5,
            c.radial("#e9b062", "#d4903f", "#f2cf92", x=0.5, y=0.5, radius=0.52),
            shadow=5,
        )
    c.circle(0, -4, 54, c.radial("#d9964a", "#c57f35"))
    shape = [
        (-40, -16),
        (-22, -38),
        (10, -40),
        (38, -22),
        (46, 8),
        (34, 22),
        (32, 52),
        (22, 54),
        (18, 28),
        (-6, 32),
        (-12, 62),
        (-24, 60),
        (-24, 26),
        (-44, 12),
    ]
    c.curve(shape, c.radial("#b55f1c", "#8f420e"), opacity=0.88)
    c.line([(-28, -16), (-8, -30), (16, -30)], "#f2b878", 3, opacity=0.7)
    c.box(-2, -6, 30, 28, c.linear("#fff4c4", "#f8dc82"), corner=5, turn=16, shadow=5)
    for x, y in ((30, -34), (44, -18), (-44, 30), (56, 36), (-52, -34)):
        with c.at(x, y):
            produce.blueberry(c, 8)
    for x, y in ((42, -40), (-56, 12), (52, 54)):
        with c.at(x, y):
            produce.raspberry(c, 11)
    with c.at(-46, -40, turn=-30, scale=0.9):
        produce.half_strawberry(c)
    with c.at(30, 6, scale=0.6):
        produce.basil(c, "#6aa84f")


def christmas_cake(c):
    """A log of chocolate with berries, along the x axis."""
    table.board(c, 220, 104, "#e7d3b4", corner=12)
    c.box(0, 0, 176, 64, c.linear("#8a5538", "#6a3b24", "#4c2817"), corner=18, shadow=8)
    for index in range(7):
        y = -25 + index * 8.4
        points = [(x, y + c.random.uniform(-2.4, 2.4)) for x in range(-82, 90, 20)]
        c.line(points, ("#9d6644", "#54301c")[index % 2], 2.6)
    c.ellipse(-84, 0, 14, 32, "#f3dcb4", shadow=2)
    c.line(
        [(-84 + x * 0.42, y) for x, y in (polar(t * 36, 3 + t * 1.35) for t in range(20))],
        "#7d4a2c",
        4,
    )
    for x in (-34, 18, 62):
        with c.at(x, -8 + (x % 7)):
            c.blob(0, 0, 22, 11, "#fffaf3", wobble=0.2, opacity=0.95)
    for x, y in ((-34, -6), (20, -8), (64, 0)):
        with c.at(x, y, scale=0.72, turn=x * 0.6):
            produce.strawberry(c, cap=False)
    for x, y in ((-10, -14), (44, -14), (-54, 10)):
        c.circle(x, y, 6, c.radial("#ee5a54", "#c4262e"), shadow=2)
    for x, y, turn in ((-8, 8, 16), (42, 8, -20)):
        with c.at(x, y, turn=turn):
            _holly(c)
    food.sesame(c, 26, 62, "#ffffff", 0.8)


def _holly(c, colour="#3f7d4a"):
    """Two leaves and berries."""
    for turn in (-24, 204):
        with c.at(turn=turn):
            points = []
            for index in range(12):
                reach = 11 if index % 2 else 7.5
                x, y = polar(index * 30, reach)
                points.append((14 + x * 1.25, y * 0.7))
            c.curve(points, c.linear(lighter(colour, 0.2), colour), shadow=2)
            c.line([(2, 0), (24, 0)], lighter(colour, 0.4), 1)
    for x, y in ((-3, 2), (4, 3), (0, -4)):
        c.circle(x, y, 4, c.radial("#ee5a54", "#c4262e"), shadow=1.5)


def dango(c):
    """Three skewers of coloured dumplings on a leaf of bamboo."""
    with c.at(turn=-24):
        c.path(
            "M-118 0C-60 -66 60 -66 118 0C60 66 -60 66 -118 0Z",
            c.linear("#7fae5c", "#5a8f44"),
            shadow=7,
        )
        for side in (-3, -2, -1, 1, 2, 3):
            c.line([(-100, 0), (0, side * 13), (100, 0)], "#93bd70", 1.2)
        c.line([(-112, 0), (112, 0)], "#a9cc86", 2)
    for index in range(3):
        with c.at((index - 1) * 8, (index - 1) * 46, turn=-16):
            c.box(18, 0, 150, 4, "#d9b27a", corner=2, shadow=3)
            for place, colour in enumerate(("#f4a9b8", "#fff8ec", "#a9c46c")):
                x = -44 + place * 38
                c.circle(
                    x,
                    0,
                    20.5,
                    c.radial(lighter(colour, 0.5), colour, darker(colour, 0.12)),
                    shadow=5,
                )
                c.ellipse(x - 7, -8, 5, 3, "#fff", turn=-35, opacity=0.7)


def pear_dessert(c):
    """Poached pears with cream and a sauce."""
    table.plate(c, "#3f5a52", "#5d7d72", well=0.84)
    c.line([polar(t * 24 + 100, 14 + t * 3.2) for t in range(17)], "#a64b2a", 6)
    for x, y, turn in ((-28, -6, -24), (28, 10, 22)):
        with c.at(x, y, turn=turn, scale=1.15):
            shape = "M0 -46C14 -44 14 -18 20 -4C34 22 24 46 0 46C-24 46 -34 22 -20 -4C-14 -18 -14 -44 0 -46Z"
            c.path(shape, c.radial("#fdf3cf", "#f3dd96", "#dcbb62"), shadow=6)
            c.ellipse(0, 18, 11, 14, "#e6cb7c")
            for side in (-1, 1):
                c.ellipse(side * 4, 18, 2, 4.6, "#5c3a22", turn=side * 12)
            c.line([(0, -46), (3, -60)], "#6b4a2c", 3)
    _cream(c, 2, -50, 17)
    with c.at(16, -60, turn=-30):
        produce.leaf(c, "#7fb06a", 26, 12)
    for x, y in ((-4, 58), (58, -34), (-60, 34)):
        with c.at(x, y):
            produce.raspberry(c, 10)


# Seen from the side, standing on y = 100.


def _glass_shine(c, points, width=4):
    c.line(points, "#ffffff", width, opacity=0.55)


def parfait(c, base="#f2a0b5"):
    """Layers of fruit and cream in a tall glass."""
    c.ellipse(0, 98, 34, 7, "#1a1020", opacity=0.2, blur=2)
    c.ellipse(0, 96, 32, 6, "#e7f1f4")
    c.box(0, 82, 9, 28, "#dcebf0", corner=4)
    shape = "M-42 -46L42 -46C40 10 30 70 8 74L-8 74C-30 70 -40 10 -42 -46Z"
    with c.inside(shape):
        c.box(0, 10, 100, 140, "#fff4ec")
        for y, colour in (
            (74, "#b3304f"),
            (54, base),
            (36, "#fff4ec"),
            (18, "#e9b566"),
            (2, "#f7cdb8"),
            (-14, "#fff4ec"),
            (-32, "#e2506a"),
        ):
            c.curve(
                [
                    (-60, y - 15),
                    (-30, y - 19),
                    (0, y - 13),
                    (30, y - 19),
                    (60, y - 15),
                    (60, y + 30),
                    (-60, y + 30),
                ],
                colour,
            )
        for index in range(6):
            with c.at(-34 + index * 14, -12, scale=0.52, turn=index * 9):
                produce.half_strawberry(c)
        food_band = ((-26, 22), (-12, 26), (4, 21), (18, 26), (30, 22))
        for x, y in food_band:
            c.box(x, y, 12, 7, "#c98a3c", corner=2, turn=x * 3)
    c.path(shape, "#ffffff", opacity=0.12)
    c.path("M-42 -46L42 -46", stroke="#ffffff", thickness=2.4, opacity=0.7)
    _glass_shine(c, [(-33, -34), (-30, 10), (-22, 50)])
    for x, y, colour in ((-19, -60, "#fff3e2"), (19, -60, "#f6b7c4"), (0, -78, "#fff9ee")):
        c.circle(x, y, 22, c.radial("#ffffff", colour, darker(colour, 0.12)), shadow=2)
    with c.at(30, -84, turn=24):
        c.box(0, 0, 11, 62, c.linear("#e9b566", "#c98a3c"), corner=2, shadow=2)
        c.line([(-2, -26), (-2, 26)], "#f6d9a0", 2)
    with c.at(-24, -84, turn=-18, scale=1.0):
        produce.strawberry(c)
    with c.at(0, -102, scale=0.95):
        produce.strawberry(c)
    with c.at(18, -80, scale=0.9):
        produce.blueberry(c, 8)
    with c.at(-4, -74, scale=0.8):
        produce.raspberry(c, 10)
    with c.at(12, -104, turn=-40):
        produce.leaf(c, "#6aa84f", 24, 10)


def melon_soda(c, drink="#3fb97a"):
    """With ice cream and a cherry."""
    c.ellipse(0, 98, 40, 7, "#1a1020", opacity=0.22, blur=2)
    shape = "M-40 -44L40 -44L31 88Q30 97 20 97H-20Q-30 97 -31 88Z"
    with c.inside(shape):
        c.box(0, 26, 100, 150, c.linear(lighter(drink, 0.35), drink, darker(drink, 0.12)))
        for x, y, turn in ((-16, -12, 18), (17, 6, 50), (-8, 34, 70), (16, 50, 20)):
            c.box(x, y, 25, 25, "#ffffff", corner=5, turn=turn, opacity=0.28)
            c.box(x - 2, y - 2, 13, 13, "#ffffff", corner=4, turn=turn, opacity=0.25)
        for x, y in c.scattered(30, 80, 9):
            c.circle(x * 0.5, y + 10, c.random.uniform(1.2, 2.6), "#ffffff", opacity=0.6)
        c.ellipse(0, -36, 44, 9, "#eafbe9")
    c.path(shape, "#ffffff", opacity=0.10)
    _glass_shine(c, [(-31, -34), (-27, 30), (-24, 74)], 4.5)
    c.circle(0, -52, 31, c.radial("#ffffff", "#fff2d6", "#ecd6ac"), shadow=3)
    c.blob(0, -34, 34, 12, "#fff6e2", wobble=0.10)
    for x, y in c.scattered(12, 24, 9):
        c.circle(x, y - 54, 1.6, "#eedcb6")
    with c.at(24, -86, turn=17):
        c.box(0, 0, 8, 104, c.linear("#ffffff", "#e0e5e8", turn=0), corner=3)
        for y in range(-46, 50, 16):
            c.box(0, y, 8, 7, "#e2574e")
    c.line([(-8, -82), (-6, -100), (4, -110)], "#5d7a35", 2.2)
    c.circle(-9, -78, 10, c.radial("#f2716b", "#cf2333", "#9c1626"), shadow=2)
    c.ellipse(-12, -82, 3, 2, "#fff", turn=-40, opacity=0.8)


def cake_slice(c, sponge="#f6d68e", cream="#fffaf0"):
    """A piece of layer cake with a strawberry."""
    c.ellipse(4, 96, 96, 13, "#1a1020", opacity=0.2, blur=3)
    c.ellipse(0, 92, 96, 14, c.linear("#ffffff", "#e3ded4"))
    c.ellipse(0, 90, 78, 9, "#efe9de")
    c.polygon([(-70, 12), (62, -14), (74, 4), (74, 88), (-70, 88)], cream)
    c.polygon([(-70, 12), (74, 4), (74, 88), (-70, 88)], c.linear(sponge, darker(sponge, 0.10)))
    for y in (32, 60):
        c.polygon([(-70, y), (74, y - 4), (74, y + 9), (-70, y + 10)], cream)
        for index in range(5):
            c.ellipse(-52 + index * 28, y + 4, 9, 4.6, "#e0474f")
            c.ellipse(-52 + index * 28, y + 4, 4, 2.2, "#f6b9a8")
    for _ in range(34):
        c.circle(
            c.random.uniform(-66, 70),
            c.random.choice((22, 48, 52, 76, 82)) + c.random.uniform(-4, 4),
            1.1,
            darker(sponge, 0.18),
        )
    c.path(
        "M-76 14C-66 2 52 -26 64 -16Q80 -10 76 10C72 18 64 10 54 14C44 22 36 12 24 16C12 24 2 14 -10 18C-22 26 -34 16 -46 20C-58 28 -78 24 -76 14Z",
        c.linear("#ffffff", cream),
        shadow=2,
    )
    for x, y in ((46, -18), (30, -14)):
        _cream(c, x, y, 15, cream)
    with c.at(16, -30, scale=1.35):
        produce.strawberry(c)
    with c.at(52, -30, scale=1.0):
        produce.blueberry(c, 9)
    with c.at(-8, -4, turn=-30):
        produce.leaf(c, "#6aa84f", 26, 11)


def burger(c):
    """A hamburger, about 200 units wide."""
    c.ellipse(4, 98, 100, 12, "#1a1020", opacity=0.25, blur=3)
    c.path("M-84 66H84Q88 96 62 97H-62Q-88 96 -84 66Z", c.linear("#e9b163", "#c98338"))
    c.path(
        "M-90 58Q-86 44 0 44Q86 44 90 58Q94 78 70 76H-70Q-94 78 -90 58Z",
        c.linear("#8a4a2c", "#5d2c18"),
        shadow=3,
    )
    for x, y in c.scattered(22, 1, 0.16):
        c.circle(x * 76, 60 + y * 10, 2.2, "#4a2010", opacity=0.7)
    c.polygon(
        [
            (-92, 42),
            (92, 42),
            (80, 52),
            (58, 48),
            (38, 70),
            (14, 49),
            (-40, 50),
            (-62, 68),
            (-80, 50),
        ],
        c.linear("#fbd058", "#f0ae2c"),
        shadow=2,
    )
    for x in (-56, 2, 56):
        c.box(x, 34, 62, 13, c.linear("#e8604a", "#c43a28"), corner=6, shadow=2)
        c.box(x, 31, 50, 2.4, "#f6a08c", corner=1)
    for x in (-62, -20, 24, 64):
        c.box(x, 24, 50, 6, "#f3e4ef", corner=3)
        c.box(x, 25.5, 50, 2.4, "#b56aa3", corner=1)
    points = [(-98, 12)]
    for index in range(14):
        points.append((-96 + index * 14.8, 24 if index % 2 else 12))
    points += [(98, 10), (92, 2), (-92, 2)]
    c.curve(points, c.linear("#b9d96c", "#7fb040"), shadow=3)
    c.path(
        "M-90 6C-94 -62 -50 -88 0 -88C50 -88 94 -62 90 6Q46 14 0 13Q-46 14 -90 6Z",
        c.radial("#f7c980", "#e2a04c", "#bf7a2e"),
        shadow=3,
    )
    c.path("M-68 -30C-58 -62 -34 -74 -10 -76", stroke="#fde7bd", thickness=6, opacity=0.7)
    for index in range(24):
        x, y = c.random.uniform(-62, 66), c.random.uniform(-74, -22)
        if (x / 78) ** 2 + ((y + 10) / 74) ** 2 < 0.85:
            c.ellipse(x, y, 4.2, 2.4, "#fff3d2", turn=c.random.uniform(-50, 50))
