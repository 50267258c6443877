"""Japanese dishes in bowls and pots, seen from above, with a radius of about 100."""

from . import produce, table
from . import ingredients as food
from .canvas import darker, lighter, mix, polar


def _noodles(c, colour, radius=80, bundles=5):
    """Bundles of noodles that lie across each other."""
    with c.inside_circle(0, 0, radius):
        for index in range(bundles):
            turn = index * 360 / bundles + c.random.uniform(-20, 20)
            with c.at(*polar(turn, radius * 0.42), turn=turn + 70):
                for strand in range(-4, 5):
                    shade = (colour, lighter(colour, 0.30), darker(colour, 0.10))[strand % 3]
                    y = strand * 6.2
                    bend = c.random.uniform(9, 13)
                    c.line(
                        [
                            (-64, y + bend),
                            (-30, y - bend * 0.4),
                            (0, y - bend * 0.7),
                            (30, y - bend * 0.2),
                            (64, y + bend),
                        ],
                        shade,
                        5.4,
                    )


def _soup(c, broth, oil=None):
    c.circle(0, 0, 82, c.radial(lighter(broth, 0.25), broth, darker(broth, 0.14)))
    for x, y in c.scattered(5, 74, 30):
        size = c.random.uniform(3, 6)
        c.circle(x, y, size, oil or lighter(broth, 0.45), opacity=0.5)


def ramen(c, broth="#c98a45", outside="#b23a34", pattern="#b23a34"):
    table.bowl(c, outside, table.WHITE, pattern)
    _soup(c, broth)
    _noodles(c, "#f4d788", 72)
    with c.at(-50, -50, turn=-38):
        food.nori(c, 40, 50)
    for x, y in ((-34, 8), (-18, 40)):
        with c.at(x, y):
            food.chashu(c, 27)
    with c.at(38, 30, turn=25, scale=1.12):
        food.half_egg(c)
    with c.at(44, -14, scale=1.05):
        food.naruto(c)
    for index in range(5):
        c.box(
            6 + index * 7,
            -50 + index * 2.4,
            6,
            38,
            mix("#c9974f", "#e6bd74", index % 2),
            corner=1.5,
            turn=20,
            shadow=2,
        )
    with c.at(4, -6):
        produce.scallions(c, 24, 22)
    with c.at(24, 62):
        produce.scallions(c, 7, 12)


def white_ramen(c):
    """In a milky broth, in a dark bowl."""
    table.bowl(c, "#2b2c36", "#3a3b46")
    _soup(c, "#efdcb8", "#fff6e0")
    _noodles(c, "#f8e6ab", 70)
    for index in range(3):
        with c.at(-44 + index * 25, -34 + (index % 2) * -6):
            food.chashu(c, 23)
    for x, y, turn in ((-32, 30, -20), (-2, 48, 10)):
        with c.at(x, y, turn=turn, scale=1.05):
            food.half_egg(c)
    with c.at(50, 22, turn=70):
        food.nori(c, 34, 48)
    c.blob(22, 14, 22, 16, "#2f2a2c", wobble=0.16, corners=11)
    for _ in range(12):
        x, y = c.random.uniform(6, 38), c.random.uniform(4, 24)
        c.line([(x - 6, y), (x, y + 3), (x + 6, y - 1)], "#55484a", 1.6)
    with c.at(8, -2):
        produce.scallions(c, 16, 16)
    with c.at(50, -26):
        c.blob(0, 0, 15, 12, "#d9482f", wobble=0.2, shadow=2)
        food.crumbs(c, ("#f08a4c", "#b7301f"), 12, 11, 2.0)


def miso_soup(c):
    c.circle(0, 0, 100, c.radial("#b64239", "#8c2427"), shadow=12)
    c.circle(0, 0, 93, "#5e1418")
    c.circle(0, 0, 88, c.radial("#a52f2c", "#7a1c20", x=0.7, y=0.7))
    c.circle(0, 0, 80, c.radial("#e2b46c", "#cc9148", "#b0763a"))
    for _ in range(7):
        x, y = polar(c.random.uniform(0, 360), c.random.uniform(10, 46))
        c.blob(x, y, 24, 13, "#e9c48a", wobble=0.25)
    for x, y in c.scattered(9, 58, 31):
        c.blob(x, y, 16, 9, "#3d5a38", wobble=0.35, corners=8)
    for x, y in c.scattered(8, 56, 30):
        turn = c.random.uniform(0, 90)
        c.box(x, y, 22, 22, c.linear("#ffffff", "#efe5d2"), corner=3, turn=turn, shadow=3)
    produce.scallions(c, 24, 58)


def rice_bowl(c, topping="#d6404a"):
    """With a pickled plum."""
    table.bowl(c, "#e8e2d4", "#f6f0e4", "#6f8fae")
    food.rice(c, 82)
    if topping:
        c.circle(0, 0, 17, c.radial(lighter(topping, 0.3), topping, darker(topping, 0.2)), shadow=3)
        c.line([(-8, 2), (0, -3), (8, 1)], darker(topping, 0.2), 1.6)
        food.sesame(c, 26, 52, "#3a3434")


def seafood_bowl(c):
    """Raw fish and roe on rice."""
    table.bowl(c, "#243b53", "#37526d", "#d9b45c")
    food.rice(c, 82)
    for index, colour in enumerate(
        ("#f58b54", "#f58b54", "#f58b54", "#c0323f", "#c0323f", "#c0323f")
    ):
        side = -1 if index < 3 else 1
        step = index % 3
        with c.at(side * 30 + side * step * 3, -42 + step * 22, turn=side * -16):
            shape = "M-27 6C-24 -12 18 -16 27 -6C25 10 -16 16 -27 6Z"
            c.path(shape, c.linear(lighter(colour, 0.25), colour), shadow=3)
            with c.inside(shape):
                for x in range(-22, 26, 11):
                    c.line([(x, -14), (x + 5, 0), (x, 14)], lighter(colour, 0.62), 2, opacity=0.8)
    with c.at(-30, 44):
        for x, y in c.scattered(30, 25, 8):
            c.circle(x, y, 5, c.radial("#ffc27a", "#f0702a", "#cf4a18"))
    for index in range(4):
        c.box(
            18 + index * 11,
            46 - index * 3,
            12,
            30,
            c.linear("#fbd968", "#f0b93a"),
            corner=2,
            turn=-14,
            shadow=3,
        )
    with c.at(2, 10, scale=0.9):
        food.shrimp(c, "#f6a07a", 19)
    with c.at(0, -66, turn=-90, scale=0.9):
        produce.leaf(c, "#6f9f4a", 44, 22)
    c.circle(4, 62, 9, c.radial("#b9d17a", "#8fb04c"), shadow=2)


def sukiyaki(c):
    """Beef, tofu and vegetables in an iron pot."""
    c.arc(0, -60, 74, 200, 340, "#26272d", 7, shadow=4)
    c.circle(0, 0, 100, "#2e2f36", shadow=12)
    c.circle(0, 0, 93, "#4a4b54")
    c.circle(0, 0, 89, c.radial("#1d1e24", "#33343c", x=0.7, y=0.7))
    c.circle(0, 0, 85, c.radial("#a3622c", "#7c441c", "#653513"))
    for x, y, turn in ((-48, -30, 20), (-52, 6, -8), (-30, -54, 44)):
        with c.at(x, y, turn=turn):
            c.box(0, 0, 34, 28, c.linear("#fffdf6", "#e7dac2"), corner=3, shadow=4)
            c.box(0, 0, 34, 6, "#c58d4b", corner=2, opacity=0.7)
    for index in range(4):
        with c.at(4 + index * 17, -60 + index * 8, turn=64 + index * 8):
            produce.negi(c, 34)
    for index in range(6):
        with c.at(48 - (index % 3) * 19, 6 + (index // 3) * 26 + (index % 3) * 6, turn=index * 34):
            shape = [(-21, 2), (-12, -12), (4, -8), (16, -13), (22, 0), (12, 10), (0, 7), (-12, 13)]
            c.curve(shape, c.radial("#e08a80", "#b8504c", "#96393a"), shadow=3)
            c.line([(-14, 2), (-4, -4), (6, 2), (15, -4)], "#f6d3c6", 2.6)
            c.line([(-8, 8), (2, 2), (10, 6)], "#f6d3c6", 1.6)
    for x, y in ((-20, -12), (2, -24)):
        with c.at(x, y):
            produce.shiitake(c, 17)
    for index in range(9):
        x = -46 + index * 4
        c.line(
            [(x, 30), (x + 8, 42), (x, 54), (x + 8, 64)], mix("#cdbfae", "#f0e7da", index % 2), 2.6
        )
    with c.at(10, 66, turn=10):
        produce.sprig(c, "#4f8a3c", 3)
    with c.at(-8, 24, turn=-20):
        produce.carrot_flower(c)


def beaten_egg(c):
    """In a small bowl."""
    table.bowl(c, "#e9e3d6", "#f7f2e8", "#8fa7b8")
    c.circle(0, 0, 82, c.radial("#fff3cf", "#fbe3a0"))
    c.circle(4, 2, 44, c.radial("#ffc247", "#f59d1e", "#e2860f"), shadow=2)
    c.ellipse(-12, -16, 11, 6, "#fff", turn=-35, opacity=0.8)


def hot_pot(c):
    """Oden: radish, egg, fish cakes and tofu in broth."""
    for turn in (0, 180):
        with c.at(*polar(turn, 104)):
            c.box(0, 0, 26, 44, "#6d4233", corner=10, shadow=8)
    c.circle(0, 0, 100, c.radial("#9c6248", "#6d4233"), shadow=12)
    c.circle(0, 0, 93, "#4a2b22")
    c.circle(0, 0, 88, c.radial("#e8c27e", "#d3a052", "#bd8740"))
    for x, y in ((-42, -34), (2, 48)):
        c.circle(x, y, 27, c.radial("#fbf0d2", "#ecd7a2"), shadow=4)
        c.circle(x, y, 19, "none", stroke="#dcc282", thickness=1.6)
        c.line([(x - 10, y), (x + 10, y)], "#d9bd7a", 1.6)
        c.line([(x, y - 10), (x, y + 10)], "#d9bd7a", 1.6)
    with c.at(40, -40, turn=20, scale=1.3):
        food.half_egg(c)
    for x, y, turn in ((-50, 26, 30), (-26, 54, 10)):
        c.polygon(
            [(x + a, y + b) for a, b in (polar(turn + i * 120, 24) for i in range(3))],
            c.linear("#8d8178", "#6b6059"),
            stroke="#7c7068",
            thickness=5,
            shadow=4,
        )
    for x, y in ((58, 4), (46, 34)):
        with c.at(x, y):
            c.box(0, 0, 40, 17, c.linear("#c98a46", "#a5662a"), corner=8, turn=-34, shadow=4)
            c.circle(*polar(-34, 18), 7, "#f4e3c4")
            c.circle(*polar(-34, 18), 3, "#8a5a2c")
    for x, y in ((-8, -10), (8, 2)):
        with c.at(x, y):
            food.naruto(c, 17)
    with c.at(-4, -60, turn=5):
        c.box(0, 0, 46, 26, "#37502f", corner=8, shadow=3)
        c.box(0, 0, 16, 30, "#4d6b3f", corner=6, shadow=2)
