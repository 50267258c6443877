"""Japanese dishes on plates and in pans, seen from above, with a radius of about 100."""

from . import produce, table
from . import ingredients as food
from .canvas import polar


def curry(c):
    """Curry and rice, with vegetables."""
    table.plate(c, "#e9eef0", "#5f8aa0", well=0.84)
    with c.inside_circle(0, 0, 82):
        c.circle(0, 0, 82, c.radial("#ffffff", food.RICE, "#e9e0cc"))
        for x, y in c.scattered(34, 78, 13):
            c.ellipse(
                x, y, 4, 2, c.random.choice(("#ffffff", "#f0e8d6")), turn=c.random.uniform(0, 180)
            )
        c.curve(
            [(-8, -90), (-16, -44), (2, -8), (-14, 30), (4, 90), (120, 90), (120, -90)],
            c.radial("#c27a34", "#9c5722", "#84451a"),
            shadow=3,
        )
    for x, y in ((34, -36), (54, 12), (24, 44)):
        c.blob(x, y, 15, 12, c.radial("#f3cf7a", "#e0ac4a"), wobble=0.16, shadow=3)
    for x, y in ((58, -22), (30, 4), (48, 42)):
        with c.at(x, y):
            produce.carrot_flower(c)
    for x, y in ((14, -60), (22, 22)):
        c.blob(x, y, 14, 11, "#6d3a24", wobble=0.18, shadow=3)
    for x, y in c.scattered(7, 20, 8):
        c.circle(x + 52, y + 52 - 60, 3.6, "#86b24c", shadow=1)
    with c.at(-46, 46):
        c.blob(0, 0, 17, 14, "#c3302f", wobble=0.15, shadow=2)
        food.crumbs(c, ("#e2574e", "#9c2024"), 14, 12, 2.2)
    with c.at(-44, -6):
        produce.basil(c)


def baked_curry(c):
    """With vegetables under browned cheese, in an iron pan."""
    table.skillet(c, 38)
    c.circle(0, 0, 86, c.radial("#b56a2c", "#8f4c1e"))
    c.blob(0, 0, 78, 76, c.radial("#f9d376", "#efb84c", "#dc9436"), wobble=0.05, corners=14)
    for x, y in c.scattered(12, 70, 22):
        c.blob(
            x,
            y,
            c.random.uniform(4, 9),
            c.random.uniform(3, 6),
            "#b9651f",
            wobble=0.3,
            opacity=0.75,
        )
    for x, y, turn in ((-40, -30, 30), (-50, 14, -10), (-22, 50, 60)):
        with c.at(x, y, turn=turn):
            produce.broccoli(c, radius=19)
    for x, y in ((34, -46), (58, -8), (8, -58)):
        with c.at(x, y):
            produce.tomato_slice(c, radius=16)
    for x, y, turn in ((44, 34, 20), (20, 56, -30)):
        with c.at(x, y, turn=turn):
            c.ellipse(0, 0, 20, 12, "#5d3b6b", shadow=3)
            c.ellipse(0, 0, 18, 10, "#efe0b8")
            food.crumbs(c, ("#d9c48c",), 8, 9, 1.4)
    for x, y, turn in ((-14, -34, 10), (-4, -50, -40)):
        with c.at(x, y, turn=turn):
            c.arc(0, 0, 13, 150, 330, "#e0542f", 7, shadow=3)
    with c.at(4, 4, scale=1.0):
        food.fried_egg(c, 32)


def hamburg_set(c):
    table.skillet(c, 20)
    _hamburg(c, -6, 8)
    for x, y in ((-46, -42), (-24, -58), (-60, -18)):
        with c.at(x, y):
            produce.broccoli(c, radius=18)
    for index in range(3):
        with c.at(16 + index * 20, -58 + index * 12, turn=index * 30):
            produce.carrot_flower(c, radius=15)
    for index in range(6):
        c.box(
            60 - index * 3,
            2 + index * 10,
            40,
            9,
            c.linear("#f6d37c", "#e2ab48"),
            corner=2,
            turn=62 + index * 7,
            shadow=2.5,
        )


def _hamburg(c, x, y):
    """A patty in its sauce."""
    with c.at(x, y):
        c.blob(0, 4, 62, 50, "#5a2616", wobble=0.10)
        c.blob(0, 0, 52, 40, c.radial("#a5613d", "#7d4228", "#64301b"), wobble=0.05, shadow=5)
        for dx, dy in c.scattered(10, 34, 12):
            c.circle(dx * 1.2, dy, 1.6, "#5e2d1a", opacity=0.6)
        shape = [
            (-44, -10),
            (-20, -28),
            (12, -30),
            (40, -16),
            (44, 8),
            (26, 16),
            (18, 36),
            (8, 18),
            (-14, 24),
            (-20, 40),
            (-30, 18),
        ]
        c.curve(shape, c.radial("#8a3d22", "#5f2413", "#4a190d"))
        c.line([(-30, -12), (-10, -22), (14, -23)], "#c07a55", 3, opacity=0.7)


def western_set(c):
    """An omelette, fried shrimp and a patty on one plate."""
    table.plate(c, table.WHITE, "#d8a24a", well=0.86)
    for x, y in ((-40, -48), (-8, -58), (-62, -18)):
        with c.at(x, y):
            produce.lettuce(c, radius=26)
    with c.at(-34, -40):
        produce.tomato_slice(c, radius=17)
    with c.at(-6, -56):
        produce.tomato_slice(c, radius=15)
    with c.at(30, -34, turn=-32):
        food.fried_shrimp(c, 84)
    with c.at(44, -8, turn=-24):
        food.fried_shrimp(c, 80)
    with c.at(22, 42, scale=0.74):
        _hamburg(c, 0, 0)
    with c.at(-38, 20, turn=-28):
        c.path(
            "M-38 4C-34 -22 34 -26 40 0C34 24 -32 26 -38 4Z",
            c.linear("#fddc74", "#f3b93c", "#e09d28"),
            shadow=5,
        )
        c.line([(-26, 4), (-8, -5), (8, 5), (26, -4)], "#cf3a26", 6)
    for x, y in ((66, 22), (-12, 66)):
        with c.at(x, y):
            produce.broccoli(c, radius=13)


def omelette_rice(c):
    table.plate(c, "#f3e6d4", "#b9573d", well=0.84)
    with c.at(0, 4, turn=-16):
        c.path(
            "M-72 6C-66 -44 60 -52 74 -2C66 46 -60 52 -72 6Z",
            c.radial("#fde48c", "#f8c645", "#e5a12a"),
            shadow=8,
        )
        c.path("M-52 -10C-30 -32 20 -34 48 -20", stroke="#fff3c2", thickness=4, opacity=0.7)
        points = [(-54, 10), (-38, -8), (-22, 12), (-6, -8), (10, 12), (26, -8), (42, 10), (56, -4)]
        c.line(points, "#c9341f", 9)
        c.line([(x - 1, y - 2) for x, y in points], "#ea6a4a", 2)
    with c.at(-44, 54, turn=20):
        produce.sprig(c, "#5a9a44", 2)
    for x, y in ((50, 50), (32, 62)):
        with c.at(x, y):
            produce.cherry_tomato(c, radius=11)


def fried_oysters(c):
    """With grilled clams, lemon and cabbage."""
    table.plate(c, "#e7edf0", "#34607d", well=0.84)
    for _ in range(30):
        x, y = polar(c.random.uniform(150, 290), c.random.uniform(18, 74))
        turn = c.random.uniform(-0.9, 0.9)
        c.line(
            [(x - 13, y - 8 * turn), (x, y - 5), (x + 13, y + 8 * turn)],
            c.random.choice(("#d9e8a8", "#bcd67c", "#eef4cf")),
            3,
        )
    for x, y, turn in ((4, -40, -20), (38, -22, 25), (10, -4, 10), (52, 14, -30)):
        with c.at(x, y, turn=turn):
            food.croquette(c, 24, 17)
    for x, y, turn in ((-42, 34, -30), (2, 46, 5), (44, 50, 35)):
        with c.at(x, y, turn=turn):
            food.clam(c, radius=23)
    with c.at(-10, 10, turn=150):
        produce.lemon_wedge(c)
    with c.at(-54, -14):
        produce.cherry_tomato(c)


def grilled_fish(c):
    """On a long plate, with radish and lemon."""
    c.box(0, 0, 230, 96, c.linear("#5c7f92", "#3f6275"), corner=18, shadow=9)
    c.box(0, 0, 216, 82, "none", corner=13, stroke="#86a6b6", thickness=1.8)
    with c.at(-6, -4, turn=-3):
        c.path("M66 0L98 -25Q92 0 100 24Z", "#8c7a64", shadow=4)
        c.path(
            "M-92 2C-70 -32 20 -36 72 -5L72 6C20 36 -66 32 -92 2Z",
            c.linear("#8f8273", "#d8c9ae", "#efe3cb"),
            shadow=6,
        )
        c.path("M-50 -22C-10 -33 30 -26 66 -6C30 -16 -10 -18 -50 -22Z", "#5f564b")
        for x in (-34, -8, 18, 42):
            c.line([(x - 6, -17), (x + 5, 14)], "#a2622e", 4.2, opacity=0.75)
        c.path("M-70 -15Q-58 2 -68 18", stroke="#7b6f61", thickness=2.2)
        c.circle(-78, -4, 4.6, "#fdf6e3")
        c.circle(-78, -4, 2.4, "#2b2723")
    with c.at(66, 28):
        c.blob(0, 0, 16, 12, "#fffaf0", wobble=0.16, shadow=3)
        c.blob(-2, -2, 8, 5, "#b5763f", wobble=0.2, opacity=0.8)
    with c.at(88, -18, turn=-40):
        produce.lemon_wedge(c)


def gyoza(c, count=6):
    """Dumplings with a browned side, in a fan."""
    table.plate(c, "#eceff0", "#2f4d68", well=0.82)
    for index in range(count):
        with c.at(-52 + index * 104 / (count - 1), 6, turn=-10):
            c.path(
                "M-12 50C-25 20 -22 -32 0 -52C20 -30 22 24 12 50Q0 58 -12 50Z",
                c.linear("#fbf0d4", "#ecd3a2"),
                shadow=5,
            )
            c.path("M-9 46C-20 20 -17 -22 -2 -42C6 -20 4 26 0 49Z", c.linear("#e6a552", "#b96a26"))
            for step in range(5):
                y = -32 + step * 17
                c.line([(4 + step % 2, y), (14, y + 5)], "#d3b67e", 1.8)
    produce.scallions(c, 12, 60)


def takoyaki(c):
    """Balls of dough and octopus in a paper boat."""
    c.path(
        "M-144 -62Q0 -72 144 -62Q152 -60 148 -50L122 62Q120 68 112 68Q0 74 -112 68Q-120 68 -122 62L-148 -50Q-152 -60 -144 -62Z",
        c.linear("#e7c68c", "#cda05c"),
        shadow=9,
    )
    c.path("M-136 -54Q0 -62 136 -54L113 59Q0 64 -113 59Z", "#c49a58")
    for row in range(2):
        for column in range(4):
            x, y = (column - 1.5) * (61 - row * 3), -25 + row * 54
            with c.at(x, y, scale=1.08):
                c.circle(0, 0, 26, c.radial("#e8b26a", "#c27a34", "#9a5722"), shadow=6)
                c.blob(0, -3, 19, 16, c.radial("#7a3616", "#531f0b"), wobble=0.12)
                for turn in range(-16, 17, 8):
                    c.line([(turn - 5, -15), (turn, -3), (turn - 3, 9)], "#fdf3d4", 2.2)
                for _ in range(4):
                    dx, dy = c.random.uniform(-12, 12), c.random.uniform(-12, 8)
                    c.ellipse(dx, dy, 2.8, 1.6, "#5b8f3f", turn=c.random.uniform(0, 180))
                with c.at(c.random.uniform(-6, 6), -9, turn=c.random.uniform(-40, 40)):
                    c.ellipse(0, 0, 10, 4.4, "#f0c6a4", opacity=0.9)
                    c.ellipse(3, 0, 5, 2.4, "#e3a27c", opacity=0.9)


def tempura(c):
    """Shrimp and vegetables in batter, on paper in a basket."""
    c.circle(0, 0, 100, c.radial("#b88650", "#8d5f32"), shadow=10)
    for turn in range(0, 360, 18):
        c.line([polar(turn, 96), polar(turn + 8, 82)], "#cf9d60", 5)
    c.circle(0, 0, 80, "#7d5228")
    with c.at(turn=14):
        c.box(0, 0, 128, 128, "#fffaf0", corner=2, shadow=4)
        c.polygon([(-64, 64), (-64, 20), (-20, 64)], "#e8dfcd")
    for index, turn in enumerate((-66, -52, -38)):
        with c.at(-26 + index * 22, -2 + index * 6, turn=turn):
            food.fried_shrimp(c, 96)
    with c.at(36, -42, turn=20):
        c.blob(0, 0, 28, 22, c.linear("#f3cf82", "#e0a84a"), wobble=0.12, shadow=4)
        c.blob(0, 0, 18, 13, "#e88a2c", wobble=0.08)
        c.blob(-1, -1, 9, 5, "#f7d08a", wobble=0.1)
    with c.at(48, 14, turn=-20):
        c.blob(0, 0, 26, 20, c.linear("#f3cf82", "#dca344"), wobble=0.14, shadow=4)
        with c.at(0, 0, turn=-30):
            produce.leaf(c, "#5f8f3f", 40, 20)
    with c.at(-44, 48, turn=30):
        produce.lemon_wedge(c)


def skewers(c, count=4):
    """Grilled chicken and leek on a long plate."""
    c.box(0, 0, 160, 220, c.linear("#474a57", "#2f323d"), corner=12, shadow=10)
    c.box(0, 0, 148, 208, "none", corner=8, stroke="#6d7080", thickness=1.6)
    for index in range(count):
        x = (index - (count - 1) / 2) * 34
        with c.at(x, 2, turn=-5):
            c.box(0, 18, 3.4, 190, "#d9b27a", corner=1.5, shadow=3)
            for piece in range(5):
                y = -66 + piece * 25
                if (piece + index) % 2:
                    with c.at(0, y, turn=2):
                        produce.negi(c, 27)
                else:
                    c.blob(
                        0,
                        y,
                        16,
                        13,
                        c.radial("#c9793c", "#96491d", "#733311"),
                        wobble=0.12,
                        shadow=4,
                    )
                    c.line([(-8, y - 5), (0, y - 8), (8, y - 5)], "#efb878", 2.2, opacity=0.8)
                    c.line([(-7, y + 5), (7, y + 4)], "#57250c", 2.2, opacity=0.6)
    food.sesame(c, 20, 60, "#f4e4bd", 1.1)
