"""Dishes of other cuisines, seen from above, with a radius of about 100."""

from . import produce, table
from . import ingredients as food
from .canvas import darker, lighter, polar


def pizza(c):
    table.board(c, 216, 216, "#c8925a", corner=106)
    c.blob(
        0, 0, 92, 92, c.radial("#e9b76a", "#d0924a", "#b5742f"), wobble=0.025, corners=18, shadow=7
    )
    c.blob(0, 0, 81, 81, "#c9482a", wobble=0.03, corners=16)
    c.blob(0, 0, 74, 74, c.radial("#fbe3a0", "#f6cd72", "#e9ad4c"), wobble=0.06, corners=16)
    for x, y in c.scattered(9, 62, 36):
        c.blob(x, y, 15, 11, "#fff1cb", wobble=0.2)
    for x, y in c.scattered(7, 66, 40):
        c.blob(x, y, 9, 7, "#d9603a", wobble=0.3, opacity=0.7)
    for x, y in c.scattered(10, 64, 38):
        with c.at(x, y):
            c.circle(0, 0, 15, c.radial("#d8553b", "#b53325"), shadow=2)
            for dx, dy in c.scattered(5, 9, 5):
                c.circle(dx, dy, 1.4, "#ee9c7c")
    for x, y in c.scattered(6, 60, 44):
        with c.at(x, y, turn=c.random.uniform(0, 360), scale=0.9):
            produce.basil(c)
    for turn in range(0, 180, 45):
        c.line([polar(turn + 12, 92), polar(turn + 192, 92)], "#7d3a1c", 1.8, opacity=0.5)


def napolitan(c):
    """Spaghetti with ketchup, sausages and green pepper, in an iron pan."""
    table.skillet(c, 145)
    c.circle(0, 0, 86, c.radial("#fbd66c", "#f3bb42"))
    c.blob(0, 0, 70, 66, "#c9542a", wobble=0.07, shadow=3)
    for ring in range(12):
        radius = 66 - ring * 5.3
        start = c.random.uniform(0, 360)
        points = [
            polar(start + turn, radius + c.random.uniform(-4, 4)) for turn in range(0, 300, 20)
        ]
        c.line(points, ("#e9793c", "#d9622e", "#f2935a")[ring % 3], 6.2)
    for x, y in c.scattered(8, 54, 30):
        c.box(
            x,
            y,
            22,
            12,
            c.linear("#e0685a", "#b23c34"),
            corner=6,
            turn=c.random.uniform(0, 180),
            shadow=3,
        )
    for x, y in c.scattered(7, 52, 32):
        c.arc(x, y, 9, c.random.uniform(0, 180), c.random.uniform(300, 420), "#5f9a3c", 4, shadow=2)
    with c.at(6, -4):
        food.fried_egg(c, 30)
    food.crumbs(c, ("#fff6d8",), 20, 60, 1.8)


def salad(c):
    table.bowl(c, "#d9b98c", "#efe2cb", "#a9783f")
    with c.inside_circle(0, 0, 83):
        c.circle(0, 0, 84, "#6d9440")
        for x, y in c.scattered(13, 78, 30):
            with c.at(x, y, turn=c.random.uniform(0, 360)):
                produce.lettuce(c, c.random.choice(("#93bf5a", "#a9cc6a", "#7fae4c")), 30)
    for x, y in ((-42, -22), (-30, 34), (30, -46)):
        with c.at(x, y, turn=x):
            food.half_egg(c)
    for x, y in ((2, -52), (50, -8), (-58, 8), (14, 54)):
        with c.at(x, y):
            produce.cherry_tomato(c, radius=13)
    for x, y in ((36, 30), (52, 24), (44, 44), (-10, -28), (-16, 8)):
        with c.at(x, y):
            produce.cucumber_slice(c, 14)
    for x, y in ((16, -14), (22, 8), (0, 30)):
        with c.at(x, y):
            produce.onion_ring(c, 14)
    with c.at(4, -2):
        food.shrimp(c, radius=17)
    with c.at(-38, 58, turn=30):
        food.shrimp(c, radius=14)
    food.crumbs(c, ("#f0cf8e", "#d9a95a"), 12, 64, 5)


def steak_plate(c):
    table.plate(c, "#333844", "#555c6c", well=0.84)
    with c.at(-12, 14, turn=-14):
        food.steak(c, 116, 80)
    for index in range(4):
        with c.at(-6 + index * 5, -58 + index * 9, turn=-8):
            produce.asparagus(c, 100)
    for x, y in ((56, 26), (46, 50)):
        with c.at(x, y):
            produce.cherry_tomato(c)
    with c.at(60, -4):
        c.box(0, 0, 22, 22, c.linear("#fff2bd", "#f6d878"), corner=3, turn=20, shadow=4)
    with c.at(-14, 4, turn=20):
        c.box(0, 0, 24, 22, c.linear("#fff2bd", "#f6d878"), corner=4, shadow=4)
        food.crumbs(c, ("#5f9a3c",), 6, 8, 1.6)
    with c.at(-6, 62, turn=8):
        produce.sprig(c, "#5f8f5a", 3)
    for x, y, turn in ((22, 62, 20), (-46, 56, -30)):
        with c.at(x, y, turn=turn):
            c.blob(0, 0, 16, 12, c.linear("#f3cf7a", "#d9a044"), wobble=0.12, shadow=3)


def paella(c):
    """Rice with mussels, shrimp and lemon in a flat pan."""
    for turn in (0, 180):
        with c.at(*polar(turn, 102)):
            c.box(0, 0, 30, 58, "none", corner=14, stroke="#33353d", thickness=7, shadow=6)
    c.circle(0, 0, 100, "#33353d", shadow=10)
    c.circle(0, 0, 93, c.radial("#f6c250", "#e9a52f", "#d18a22"))
    food.crumbs(c, ("#fbe08c", "#d18a22", "#fff0bd", "#dc9a2a"), 120, 86, 3.4)
    for index in range(6):
        with c.at(*polar(index * 60 + 12, 62), turn=index * 60 + 100):
            food.mussel(c, 42)
    for index in range(6):
        with c.at(*polar(index * 60 + 42, 54), turn=index * 60 + 30, scale=0.95):
            food.shrimp(c, "#ee7a4a", 19)
    for index in range(3):
        with c.at(*polar(index * 120 + 70, 20), turn=index * 120 + 70, scale=0.95):
            produce.lemon_wedge(c)
    for x, y in c.scattered(13, 82, 22):
        c.circle(x, y, 4.6, c.radial("#b4d36e", "#7fa83f"), shadow=1)
    for x, y in c.scattered(5, 76, 36):
        c.arc(
            x,
            y,
            9,
            c.random.uniform(0, 180),
            c.random.uniform(250, 330),
            "#cf3a26",
            4.4,
            shadow=1.5,
        )


def breakfast(c):
    """Toast with avocado and an egg."""
    table.plate(c, "#f6f0e4", "#7fa0a6", well=0.84)
    with c.at(-18, -4, turn=-12, scale=1.05):
        food.toast(c)
        for index in range(6):
            with c.at(-22 + index * 9, -10, turn=14):
                c.path(
                    "M0 -22C12 -16 12 20 0 40C-12 20 -12 -16 0 -22Z",
                    c.linear("#c6d975", "#93b84e"),
                    shadow=2,
                )
        with c.at(2, 14, scale=0.86):
            food.fried_egg(c, 30)
    for x, y in ((50, -32), (62, -10), (42, -12)):
        with c.at(x, y):
            produce.cherry_tomato(c, radius=12)
    for x, y, turn in ((44, 34, 20), (58, 22, -30)):
        c.box(x, y, 46, 15, c.linear("#d9755a", "#a94434"), corner=7, turn=turn, shadow=4)
        c.line([polar(turn, -14, x, y - 3), polar(turn, 14, x, y - 3)], "#f2b69c", 2)
    with c.at(10, 64, turn=12):
        produce.sprig(c, "#5f9a44", 2)


def potage(c):
    """Pumpkin soup with cream."""
    table.bowl(c, "#d7dfe0", "#f4f1ea", "#c98a3c")
    c.circle(0, 0, 82, c.radial("#fbc15c", "#f2a033", "#de8620"))
    spiral = [polar(t * 32 - 40, 10 + t * 2.5) for t in range(19)]
    c.line(spiral, "#fff3d8", 7.5)
    for index in range(6):
        x, y = polar(index * 60 + 20, c.random.uniform(12, 44))
        c.ellipse(x, y, 7, 3.8, "#6f8f4a", turn=index * 47, shadow=1.5)
        c.ellipse(x - 1, y - 1, 4, 1.6, "#a9c27c", turn=index * 47)
    with c.at(2, 0, scale=0.75):
        produce.basil(c)


def roast_chicken(c):
    """On a plate, with vegetables around it."""
    c.ellipse(0, 0, 126, 92, c.radial("#ffffff", table.WHITE), shadow=10)
    c.ellipse(0, 0, 119, 85, "none", stroke="#b5343a", thickness=3.4)
    for index in range(14):
        turn = index * 360 / 14
        x, y = polar(turn, 1)
        with c.at(x * 88, y * 60, turn=turn):
            if index % 3 == 0:
                produce.broccoli(c, radius=16)
            elif index % 3 == 1:
                produce.cherry_tomato(c, radius=12)
            else:
                c.blob(0, 0, 17, 13, c.linear("#f3cf7a", "#d59a40"), wobble=0.12, shadow=3)
    c.blob(
        0, 0, 62, 46, c.radial("#e2a052", "#bf7029", "#94501a"), wobble=0.04, corners=12, shadow=8
    )
    c.line([(-44, -4), (0, -10), (46, -4)], "#8b4716", 3, opacity=0.6)
    for side in (-1, 1):
        with c.at(36, side * 30, turn=side * 24):
            c.path(
                "M-34 -14C-10 -26 16 -16 30 -5L50 -4A7 7 0 1 1 54 6L30 7C14 20 -16 24 -34 12Z",
                c.radial("#ecb063", "#c9792f", "#9d5a1e"),
                shadow=5,
            )
            c.circle(53, -3, 6, "#fdf6e6")
            c.circle(54, 5, 6, "#fdf6e6")
        with c.at(-22, side * 32, turn=side * 12):
            c.ellipse(0, 0, 26, 12, c.radial("#e2a052", "#b9692a"), shadow=4)
    c.line([(-40, -22), (-10, -32), (20, -28)], "#f7d9a0", 4, opacity=0.65)


def lobster(c):
    """Seen from above, with its head upwards; about 200 units long."""
    red = "#d3392b"
    for side in (-1, 1):
        c.line([(side * 8, -48), (side * 30, -84), (side * 64, -104)], red, 3, shadow=2)
        c.line([(side * 5, -50), (side * 12, -92), (side * 26, -124)], red, 2.4, shadow=2)
        for index in range(4):
            y = -22 + index * 14
            c.line(
                [(side * 20, y), (side * 42, y - 6 + index * 6), (side * 54, y + 8 + index * 8)],
                darker(red, 0.12),
                5,
                shadow=2,
            )
        c.line([(side * 18, -36), (side * 44, -44), (side * 56, -66)], red, 10, shadow=4)
        with c.at(side * 60, -80, turn=side * 16):
            c.path(
                "M-12 18C-22 -6 -14 -28 -4 -40L-2 -14L6 -38C18 -22 18 4 8 20Z",
                c.radial(lighter(red, 0.3), red),
                shadow=5,
            )
    for turn in (-40, -20, 0, 20, 40):
        with c.at(0, 88, turn=turn):
            c.ellipse(0, 18, 10, 20, c.linear(lighter(red, 0.2), darker(red, 0.1)), shadow=3)
    for index in range(6):
        y = 84 - index * 14
        c.ellipse(
            0,
            y,
            19 + index * 2.2,
            12,
            c.radial(lighter(red, 0.28), red, darker(red, 0.15)),
            shadow=3,
        )
    c.path(
        "M0 -62C16 -56 32 -30 30 2C26 22 -26 22 -30 2C-32 -30 -16 -56 0 -62Z",
        c.radial(lighter(red, 0.35), red, darker(red, 0.18)),
        shadow=5,
    )
    c.line([(0, -50), (0, 10)], darker(red, 0.2), 2)
    c.line([(-26, -8), (0, 0), (26, -8)], darker(red, 0.2), 2)
    for side in (-1, 1):
        c.circle(side * 11, -50, 4.6, "#1f1720", shadow=1)
        c.circle(side * 10, -51.5, 1.3, "#fff")
