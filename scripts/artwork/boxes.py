"""Japanese dishes in boxes and on trays, seen from above and about 200 units wide."""

from . import produce, table
from . import ingredients as food
from .canvas import box_path, mix, polar


def sushi_board(c, width=230, height=120):
    """Nigiri in two rows, rolls and ginger on a wooden stand."""
    table.board(c, width, height, "#cf9f6a", corner=5)
    kinds = ("tuna", "salmon", "shrimp", "egg", "squid", "roe", "bream", "salmon")
    columns = max(2, int(width // 74))
    for row in range(2):
        for column in range(columns):
            kind = kinds[(row * columns + column) % len(kinds)]
            x = (column - (columns - 1) / 2) * 72 - 4
            with c.at(x, -height * 0.23 + row * height * 0.43, turn=-18):
                food.nigiri(c, kind)


def sushi_set(c):
    """Nigiri and rolls on a round tray."""
    c.circle(0, 0, 100, c.radial("#3a2630", "#1f151c"), shadow=10)
    c.circle(0, 0, 94, "#b23a3a")
    c.circle(0, 0, 90, c.radial("#2b1c24", "#1a1218", x=0.7, y=0.7))
    places = (
        ("tuna", -32, -46),
        ("salmon", 34, -48),
        ("shrimp", -46, -6),
        ("egg", 22, -10),
        ("roe", -28, 32),
    )
    for kind, x, y in places:
        with c.at(x, y, turn=-20, scale=0.86):
            food.nigiri(c, kind)
    for index, filling in enumerate(("#c0323f", "#7fae4c", "#c0323f", "#7fae4c", "#f6c64a")):
        with c.at(24 + (index % 3) * 25 - (index // 3) * 10, 28 + (index // 3) * 28):
            food.maki(c, filling, radius=13)
    with c.at(-22, 64):
        for index in range(4):
            c.blob(
                index * 8 - 12,
                -index % 2 * 4,
                9,
                6,
                mix("#f7c3b4", "#fbe0d4", index % 2),
                wobble=0.2,
                shadow=1,
            )
    c.circle(72, 8, 9, c.radial("#b9d17a", "#8fb04c"), shadow=2)


def meat_rolls(c):
    """Rolls of cucumber and rice in meat instead of nori, on a long plate."""
    c.box(0, 0, 150, 210, c.linear("#3d4a55", "#2b353f"), corner=14, shadow=9)
    c.box(0, 0, 138, 198, "none", corner=10, stroke="#5b6b78", thickness=1.6)
    for row in range(4):
        for column in range(2):
            x, y = (column - 0.5) * 62 + (row % 2) * 6 - 3, -72 + row * 48
            with c.at(x, y, turn=row * 40 + column * 70):
                c.circle(0, 0, 26, c.radial("#b8694a", "#8f4630"), shadow=5)
                c.arc(0, 0, 23, 200, 320, "#e2a17c", 3, opacity=0.8)
                c.circle(0, 0, 20, c.radial("#ffffff", "#f0e8d6"))
                c.circle(0, 0, 9.5, "#5d9a4a")
                c.circle(0, 0, 7.8, "#d9ebae")
                c.box(0, 0, 3, 11, "#f2a65a", corner=1)
    food.sesame(c, 26, 70, "#f4e4bd", 1.2)
    with c.at(56, -84, turn=130):
        produce.leaf(c, "#6f9f4a", 40, 18)


def eel_box(c):
    """Grilled eel on rice in a lacquered box."""
    table.tray(c, 150, 190, "#8f2a2c")
    with c.inside(box_path(0, 0, 136, 176, 4)):
        c.box(0, 0, 136, 176, food.RICE)
        for x, y in c.scattered(60, 110, 13):
            c.ellipse(
                x, y, 4, 2, c.random.choice(("#ffffff", "#efe6d2")), turn=c.random.uniform(0, 180)
            )
        for y in (-42, 42):
            with c.at(0, y, turn=-4):
                points = [
                    (-58, -30),
                    (0, -35),
                    (58, -30),
                    (62, 0),
                    (58, 30),
                    (0, 34),
                    (-58, 30),
                    (-62, 0),
                ]
                c.curve(points, c.linear("#b5652a", "#8a4318", "#6d300f"), shadow=6)
                for x in range(-50, 60, 20):
                    c.line([(x - 4, -28), (x + 4, 0), (x - 4, 28)], "#5c260c", 2.6, opacity=0.55)
                c.line([(-50, 0), (0, -3), (52, 0)], "#4c1e0a", 2.4, opacity=0.7)
                c.line([(-50, -20), (-10, -25), (30, -23)], "#eab06a", 3.4, opacity=0.75)
                c.line([(-42, 13), (0, 11), (44, 13)], "#d9934c", 2.4, opacity=0.55)
    with c.at(8, 2, turn=-30):
        produce.sprig(c, "#6d9c3e", 3)


def bento(c):
    """A box with rice, an omelette, fried shrimp and vegetables."""
    table.tray(c, 226, 146, "#2d2a35")
    c.box(-54, 0, 98, 130, food.RICE, corner=3)
    with c.inside(box_path(-54, 0, 98, 130, 3)):
        for _ in range(40):
            c.ellipse(
                c.random.uniform(-102, -6),
                c.random.uniform(-62, 62),
                4.4,
                2.2,
                "#efe6d2",
                turn=c.random.uniform(0, 180),
            )
        for _ in range(22):
            c.ellipse(
                -54 + c.random.uniform(-40, 40),
                c.random.uniform(-54, 54),
                2.2,
                1.3,
                "#2c2728",
                turn=c.random.uniform(0, 180),
            )
    c.circle(-54, 0, 15, c.radial("#ec6a66", "#cf2f3c", "#a8202f"), shadow=3)
    c.box(53, -34, 106, 62, "#b5423c", corner=3)
    c.box(53, 34, 106, 62, "#e6d9bd", corner=3)
    for index in range(3):
        with c.at(18 + index * 23, -34, turn=6):
            c.box(0, 0, 21, 42, c.linear("#fbd968", "#eeb63a"), corner=5, shadow=3)
            c.arc(0, 0, 6, 0, 270, "#dba02c", 2.4)
    for x, y in ((88, -48), (90, -22)):
        with c.at(x, y):
            produce.broccoli(c, radius=14)
    for x, y in ((16, 34), (40, 44), (70, 26), (92, 44)):
        with c.at(x, y):
            produce.lettuce(c, radius=20)
    for x, turn in ((26, -58), (48, -58)):
        with c.at(x, 34, turn=turn, scale=0.74):
            food.fried_shrimp(c, 70)
    for x, y in ((80, 24), (94, 44)):
        with c.at(x, y):
            produce.cherry_tomato(c, radius=11)
    with c.at(70, 48):
        produce.carrot_flower(c, radius=12)


def new_year_box(c):
    """Nine compartments of food for the first days of the year."""
    table.tray(c, 196, 196, "#1f1a20", corner=6)
    c.box(0, 0, 186, 186, "#b02a2e", corner=3)
    fills = (
        "#f4d9a0",
        "#e9e2cf",
        "#f2c9b4",
        "#dfe6c6",
        "#fbf3e0",
        "#ecd2a4",
        "#f1dfc8",
        "#e4d9ee",
        "#f6e4b4",
    )
    for index, fill in enumerate(fills):
        x, y = (index % 3 - 1) * 61, (index // 3 - 1) * 61
        with c.at(x, y):
            c.box(0, 0, 56, 56, fill, corner=2)
            _new_year_dish(c, index)


def _new_year_dish(c, index):
    """One of nine dishes in a square of 56 units."""
    if index == 0:  # a rolled omelette
        for x in (-14, 12):
            c.circle(x, 0, 13, c.radial("#fbd968", "#eeb63a"), shadow=3)
            c.line(
                (
                    [polar(t * 40, 2 + t * 0.95) for t in range(10)]
                    if x < 0
                    else [polar(t * 40, 2 + t * 0.95, x, 0) for t in range(10)]
                ),
                "#c98a2c",
                1.8,
            )
    elif index == 1:  # red and white fish cake
        for row in range(3):
            with c.at(0, -17 + row * 16):
                c.path(
                    "M-20 8A20 17 0 0 1 20 8Z", "#e8637a" if row % 2 == 0 else "#fffdf8", shadow=2
                )
                c.path("M-15 8A15 12 0 0 1 15 8Z", "#fffdf8")
    elif index == 2:  # a shrimp
        with c.at(2, 2, scale=1.12):
            food.shrimp(c, "#e2522f", 18)
    elif index == 3:  # black beans
        for x, y in c.scattered(13, 22, 11):
            c.circle(x, y, 6, c.radial("#5a4a5c", "#2a2029", "#1d151c"), shadow=2)
            c.circle(x - 2, y - 2, 1.3, "#fff", opacity=0.7)
    elif index == 4:  # flowers of carrot and lotus
        for x, y in ((-12, -12), (12, 12)):
            with c.at(x, y):
                produce.carrot_flower(c, radius=13)
        for x, y in ((12, -12), (-12, 12)):
            c.circle(x, y, 12, c.radial("#fdf4dc", "#ecd9ae"), shadow=2)
            for turn in range(0, 360, 60):
                c.circle(*polar(turn, 7, x, y), 1.9, "#c2a56d")
    elif index == 5:  # sweet chestnuts
        for x, y in c.scattered(8, 18, 14):
            c.blob(x, y, 10, 8, c.radial("#ffdf6b", "#f0b429", "#d8951a"), wobble=0.12, shadow=2)
    elif index == 6:  # salmon rolls with kelp
        for x, y in ((-12, -12), (12, -12), (-12, 12), (12, 12)):
            c.box(x, y, 20, 20, "#35462f", corner=4, shadow=2)
            c.box(x, y, 20, 6, "#e9c98a", corner=2)
    elif index == 7:  # pickled radish as chrysanthemums
        for x, y, colour in ((-11, -9, "#f3a6b8"), (12, 2, "#fffaf0"), (-8, 14, "#f9d65c")):
            for turn in range(0, 360, 30):
                with c.at(*polar(turn, 6, x, y), turn=turn):
                    c.ellipse(0, 0, 6, 2.6, colour, shadow=0.8)
            c.circle(x, y, 3, "#e9a83a")
    else:  # roe
        for x, y in c.scattered(26, 20, 8):
            c.circle(x, y, 4.8, c.radial("#ffc27a", "#f0702a", "#cf4a18"))


def mirror_rice_cake(c):
    """Two rice cakes with a mandarin for the new year, seen from the side; its foot is at y = 60."""
    c.polygon([(-50, 20), (50, 20), (44, 60), (-44, 60)], c.linear("#e9c48c", "#c99a5c"), shadow=6)
    c.circle(0, 41, 9, "#a9783c")
    c.box(0, 16, 124, 12, c.linear("#f3d6a4", "#d8ab6c"), corner=3, shadow=4)
    c.polygon([(-52, 12), (52, 12), (20, 52), (0, 30), (-20, 52)], "#fffdf6", shadow=2)
    c.polygon([(-52, 12), (-46, 12), (-17, 47), (-20, 52)], "#d6404a")
    c.polygon([(52, 12), (46, 12), (17, 47), (20, 52)], "#d6404a")
    c.ellipse(0, -6, 52, 21, c.linear("#ffffff", "#e9e1d2"), shadow=4)
    c.ellipse(0, -36, 38, 17, c.linear("#ffffff", "#e9e1d2"), shadow=3)
    with c.at(0, -62):
        produce.round_fruit(c, "#f08a24", 20)
