"""Streets and rooms. They cover the whole picture."""

from . import produce
from . import ingredients as food
from .canvas import darker, lighter, mix, polar


def tree(c, x, y, size, colour, trunk="#7a5638"):
    """A round tree whose foot is at a point."""
    with c.at(x, y, scale=size):
        c.box(0, -9, 5, 24, trunk, corner=2)
        for dx, dy, radius in ((-9, -26, 13), (9, -25, 13), (0, -36, 15)):
            c.circle(dx, dy, radius, colour)
        for dx, dy, radius in ((-12, -30, 6), (-3, -42, 7), (6, -31, 5)):
            c.circle(dx, dy, radius, lighter(colour, 0.22))


def lantern(c, x, y, size=1.0, colour="#e2452f"):
    """A paper lantern that hangs from a point."""
    with c.at(x, y, scale=size):
        c.circle(0, 17, 26, "#ffd98a", opacity=0.22)
        c.line([(0, -12), (0, 2)], "#3a2a2a", 1.4)
        c.ellipse(0, 17, 12, 15, c.radial("#ffd27a", lighter(colour, 0.15), colour, x=0.5, y=0.5))
        for step in (9, 17, 25):
            reach = 11.4 if step == 17 else 9.6
            c.line([(-reach, step), (0, step + 1.2), (reach, step)], darker(colour, 0.22), 0.9)
        c.box(0, 2.4, 11, 3.4, "#33262c", corner=1)
        c.box(0, 31.6, 11, 3.4, "#33262c", corner=1)


def restaurant(c, x, width, height, wall, awning, ground, kind=0):
    """A house with lit windows whose foot is on the ground."""
    with c.at(x, ground):
        c.box(0, -height / 2, width, height, c.linear(lighter(wall, 0.10), wall))
        if kind % 3 == 0:
            c.polygon(
                [
                    (-width / 2 - 5, -height),
                    (width / 2 + 5, -height),
                    (width / 2 - 8, -height - 17),
                    (-width / 2 + 8, -height - 17),
                ],
                darker(wall, 0.45),
            )
        elif kind % 3 == 1:
            c.box(0, -height - 2, width + 8, 7, darker(wall, 0.4), corner=1)
        else:
            c.polygon(
                [(-width / 2 - 4, -height), (width / 2 + 4, -height), (0, -height - 26)],
                darker(wall, 0.42),
            )
        light = "#ffd98c"
        floors = int((height - 48) / 34)
        columns = max(2, int(width / 26))
        for floor in range(floors):
            for column in range(columns):
                wx = (column - (columns - 1) / 2) * (width - 14) / columns
                wy = -height + 20 + floor * 34
                lit = c.random.random() < 0.7
                c.box(
                    wx,
                    wy,
                    14,
                    20,
                    light if lit else darker(wall, 0.35),
                    corner=2 if kind % 2 else 7,
                )
                c.box(wx, wy, 14, 1.4, darker(wall, 0.3))
                c.box(wx, wy, 1.4, 20, darker(wall, 0.3))
        c.box(-width * 0.12, -18, width * 0.56, 28, c.linear("#fff0c4", "#ffc76a"), corner=2)
        c.box(-width * 0.12, -6, width * 0.56, 3, darker(wall, 0.4))
        for index in range(3):
            c.circle(-width * 0.30 + index * width * 0.18, -11, 3.6, darker(wall, 0.55))
            c.box(-width * 0.30 + index * width * 0.18, -6, 8, 8, darker(wall, 0.55), corner=3)
        c.box(width * 0.33, -17, width * 0.2, 34, darker(awning, 0.35), corner=2)
        c.box(width * 0.33, -23, width * 0.12, 14, "#ffdf9a", corner=1)
        steps = max(4, int(width / 11))
        for index in range(steps):
            sx = -width / 2 + (index + 0.5) * width / steps
            shade = awning if index % 2 else "#fff3e0"
            c.path(
                f"M{sx - width / steps / 2:.2f} -46h{width / steps:.2f}v13a{width / steps / 2:.2f} {width / steps / 2:.2f} 0 0 1 {-width / steps:.2f} 0Z",
                shade,
            )
        c.box(0, -47, width + 6, 5, darker(awning, 0.2), corner=1)


def street(c):
    """A row of restaurants at dusk."""
    c.fill(c.linear("#2b2f5e", "#6a4c86", "#d9788a", "#f6b27a"))
    for _ in range(26):
        c.circle(
            c.random.uniform(c.left, c.right),
            c.random.uniform(c.top, c.top + 60),
            c.random.uniform(0.4, 1.0),
            "#fff6dc",
        )
    c.circle(c.left * 0.62, c.top + 34, 13, "#fff1cc")
    c.circle(c.left * 0.62 + 5, c.top + 31, 12, "#534079")
    ground = c.bottom - 26
    x = c.left - 10
    while x < c.right + 40:
        width, height = c.random.uniform(34, 60), c.random.uniform(80, 140)
        c.box(x, ground - height / 2, width, height, "#4a3e74", opacity=0.75)
        for _ in range(4):
            c.box(
                x + c.random.uniform(-12, 12),
                ground - height + c.random.uniform(10, 50),
                4,
                5,
                "#f6c98c",
                opacity=0.7,
            )
        x += width * 0.86
    walls = ("#c9705a", "#e3b27c", "#5f7f8c", "#b5566a", "#d9a05f", "#74698f")
    awnings = ("#2f6f6d", "#b5383a", "#e0a63c", "#31507a", "#7a3f5f", "#c9503a")
    x, index = c.left + 26, 0
    while x < c.right + 30:
        width = c.random.uniform(72, 92)
        height = c.random.uniform(84, 128)
        restaurant(
            c,
            x + width / 2 - 30,
            width,
            height,
            walls[index % 6],
            awnings[index % 6],
            ground,
            index,
        )
        x += width + 3
        index += 1
    c.box(0, ground + 15, c.right * 2 + 4, 30, c.linear("#55476b", "#38304f"))
    c.box(0, ground + 2.5, c.right * 2 + 4, 5, "#8a7391")
    for x in range(int(c.left) + 8, int(c.right), 52):
        c.ellipse(x + 20, ground + 15, 21, 3.4, "#ffc877", opacity=0.25)
    points = [(c.left - 10, c.top + 54)]
    steps = 6
    for index in range(1, steps * 2 + 1):
        points.append(
            (c.left + c.right * 2 * index / (steps * 2), c.top + (66 if index % 2 else 54))
        )
    c.line(points, "#2c2542", 1.2)
    for index in range(1, steps * 2, 2):
        lantern(
            c,
            points[index][0],
            points[index][1] + 8,
            0.74,
            "#e2452f" if index % 4 == 1 else "#f0a23c",
        )
    for x in (c.left + 62, 14, c.right - 70):
        with c.at(x, ground + 2):
            _walker(c, c.random.choice(("#2b2440", "#3a2a48")))
    for x in (c.left + 130, c.right - 130):
        c.box(x, ground - 4, 16, 12, "#8a5a44", corner=2)
        tree(c, x, ground - 8, 0.55, "#4f7a5c")


def _walker(c, colour):
    """Two people seen from afar, standing on y = 0."""
    for x, size in ((-5, 1.0), (6, 0.92)):
        with c.at(x, 0, scale=size):
            c.path("M-4.5 0L-3.8 -17Q-4 -24 0 -24Q4 -24 3.8 -17L4.5 0H1L0 -9L-1 0Z", colour)
            c.circle(0, -28, 3.6, colour)


def cafe(c):
    """A counter with cakes, cups and lamps."""
    c.fill("#2f6660")
    for x in range(int(c.left) - 20, int(c.right) + 40, 26):
        for row in range(3):
            y = c.top + 92 + row * 17
            c.box(
                x + (row % 2) * 13,
                y,
                24.6,
                15.6,
                mix("#e9dcc6", "#f8f0e0", c.random.random()),
                corner=1,
            )
    c.box(0, c.top + 82, c.right * 2 + 4, 4, "#7a5236")
    c.box(0, c.top + 62, c.right * 2 - 80, 5, "#a87448", corner=1)
    colours = ("#e9b44c", "#d9664f", "#f3e6cf", "#5f9ea0", "#c98aa0", "#f3e6cf", "#8fae6a")
    x = c.left + 62
    while x < c.right - 60:
        kind = c.random.randrange(3)
        colour = c.random.choice(colours)
        if kind == 0:
            c.box(x, c.top + 48, 15, 23, colour, corner=3)
            c.box(x, c.top + 36, 11, 4, "#7a5236", corner=1)
            c.box(x, c.top + 50, 10, 7, "#fffaf0", corner=1)
        elif kind == 1:
            c.path(f"M{x - 9} {c.top + 44}h18v7q0 9 -9 9q-9 0 -9 -9Z", colour)
            c.path(f"M{x + 9} {c.top + 47}q8 0 6 6q-2 4 -7 4", stroke=colour, thickness=2.4)
        else:
            c.box(x, c.top + 54, 12, 12, "#c9744e", corner=2)
            for turn in (-130, -90, -50):
                with c.at(*polar(turn, 9, x, c.top + 46), turn=turn):
                    produce.leaf(c, "#6da05a", 20, 8)
        x += c.random.uniform(23, 31)
    for x in (c.left * 0.66, c.left * 0.22, c.right * 0.22, c.right * 0.66):
        c.circle(x, c.top + 34, 34, "#ffe2a0", opacity=0.20)
        c.line([(x, c.top - 4), (x, c.top + 16)], "#23332f", 1.6)
        c.path(
            f"M{x - 19} {c.top + 32}Q{x - 16} {c.top + 14} {x} {c.top + 14}Q{x + 16} {c.top + 14} {x + 19} {c.top + 32}Z",
            "#e0a63c",
        )
        c.ellipse(x, c.top + 32, 19, 3.6, "#fff4cf")
    top = c.bottom - 46
    c.box(0, c.bottom - 16, c.right * 2 + 4, 60, c.linear("#c98f5e", "#a56f44"))
    for x in range(int(c.left), int(c.right) + 40, 36):
        c.box(x, c.bottom - 14, 1.6, 56, "#93603a")
    c.box(0, top, c.right * 2 + 4, 9, "#f3e6cf")
    with c.at(c.left * 0.66, top - 5):
        _coffee_machine(c)
    with c.at(c.left * 0.24, top - 4):
        _cake_stand(c, "#f6d0d4", "#d9303a")
    with c.at(c.right * 0.16, top - 4):
        _cake_stand(c, "#7a4a34", "#f3d9a4")
    with c.at(c.right * 0.52, top - 4):
        c.path("M-40 0V-38Q-40 -46 -32 -46H32Q40 -46 40 -38V0Z", "#dcebe6", opacity=0.35)
        for row in range(2):
            c.box(0, -2 - row * 22, 76, 2.4, "#7a5236")
            for index in range(3):
                with c.at(-24 + index * 24, -9 - row * 22, scale=0.26):
                    food.croissant(c, size=1.0) if (index + row) % 2 else food.toast(c, size=0.7)
        c.path(
            "M-40 0V-38Q-40 -46 -32 -46H32Q40 -46 40 -38V0",
            stroke="#ffffff",
            thickness=2,
            opacity=0.8,
        )
    for x, colour in ((c.right * 0.76, "#fffaf0"), (c.right * 0.86, "#e9b44c")):
        with c.at(x, top - 4):
            c.ellipse(0, -1, 17, 2.6, "#efe6d6")
            c.path("M-12 -17h24v5q0 10 -12 10q-12 0 -12 -10Z", colour)
            c.path("M12 -14q9 0 7 6q-2 4 -8 4", stroke=colour, thickness=2.6)
            c.line([(-3, -22), (-6, -28), (-2, -34)], "#ffffff", 1.8, opacity=0.6)
            c.line([(4, -22), (1, -28), (5, -34)], "#ffffff", 1.8, opacity=0.6)


def _coffee_machine(c):
    """Standing on y = 0."""
    c.box(0, -24, 92, 48, c.linear("#dfe5e6", "#aeb9bc"), corner=5)
    c.box(0, -44, 96, 9, "#c9503f", corner=3)
    c.box(0, -20, 80, 20, "#3a4144", corner=2)
    c.box(0, -4, 92, 8, "#8a9598", corner=2)
    for x in (-24, 8):
        c.box(x, -28, 16, 7, "#23282a", corner=2)
        c.box(x + 11, -26, 12, 3.4, "#6d4a34", corner=1.6)
        c.box(x, -12, 11, 9, "#fffaf0", corner=2)
    c.circle(32, -35, 5, "#fffaf0")
    c.line([(32, -35), (35, -38)], "#c9503f", 1.2)
    for x in (-34, -20, -6, 8):
        c.box(x, -54, 11, 9, "#fffaf0", corner=2)


def _cake_stand(c, cake, decoration):
    """Under a dome of glass, standing on y = 0."""
    c.box(0, -1, 26, 3, "#e9e2d4", corner=1)
    c.box(0, -8, 5, 14, "#e9e2d4")
    c.box(0, -16, 66, 4, "#fffaf0", corner=2)
    c.box(0, -29, 50, 22, c.linear(lighter(cake, 0.2), cake), corner=3)
    c.path("M-25 -38h50v5q-5 7 -10 0q-5 7 -10 0q-5 8 -10 0q-5 6 -10 0q-5 6 -10 0Z", "#fff6ea")
    for x in (-18, -6, 6, 18):
        c.circle(x, -42, 4.4, decoration)
    c.path("M-31 -18V-36Q-31 -62 0 -62Q31 -62 31 -36V-18Z", "#ffffff", opacity=0.20)
    c.path(
        "M-31 -18V-36Q-31 -62 0 -62Q31 -62 31 -36V-18",
        stroke="#ffffff",
        thickness=1.5,
        opacity=0.75,
    )
    c.circle(0, -65, 3.6, "#e0a63c")


def bistro(c):
    """The front of a small restaurant, for a tall picture."""
    c.fill(c.linear("#e9d8bd", "#dcc3a0"))
    for _ in range(12):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(c.top, c.bottom)
        c.box(x, y, 20, 8, "#cfb28c", corner=1, opacity=0.5)
    ground = c.bottom - 30
    for x in (-52, 52):
        c.box(x, c.top + 42, 44, 62, "#8f6f58", corner=2)
        c.box(x, c.top + 42, 38, 56, c.linear("#bfe0e2", "#8fbcc6"), corner=1)
        c.box(x, c.top + 42, 2.4, 56, "#f6ecda")
        c.box(x, c.top + 38, 38, 2.4, "#f6ecda")
        for side in (-1, 1):
            c.box(x + side * 30, c.top + 42, 15, 64, "#3f7a72", corner=1)
            for y in range(-26, 30, 7):
                c.box(x + side * 30, c.top + 42 + y, 11, 2, "#32635d")
        c.box(x, c.top + 78, 56, 10, "#a5623f", corner=2)
        for index in range(9):
            colour = ("#d9483f", "#f6a8b4", "#f3c14a")[index % 3]
            c.circle(x - 25 + index * 6.2, c.top + 71 - index % 2 * 4, 5, "#5f9150")
            c.circle(x - 25 + index * 6.2, c.top + 68 - index % 2 * 4, 3.4, colour)
    c.box(0, ground - 62, 184, 124, c.linear("#2f5f5a", "#244b48"), corner=2)
    c.box(-34, ground - 58, 96, 80, "#1d3b39", corner=2)
    c.box(-34, ground - 58, 90, 74, c.linear("#ffdf9a", "#f6b45c"), corner=1)
    c.box(-34, ground - 58, 2.6, 74, "#1d3b39")
    for x in (-58, -12):
        c.line([(x, ground - 95), (x, ground - 80)], "#3a2a20", 1.2)
        c.path(f"M{x - 9} {ground - 73}Q{x} {ground - 90} {x + 9} {ground - 73}Z", "#b5473a")
        c.circle(x, ground - 44, 6.5, "#7a4a34")
        c.path(
            f"M{x - 12} {ground - 21}Q{x - 11} {ground - 38} {x} {ground - 38}Q{x + 11} {ground - 38} {x + 12} {ground - 21}Z",
            "#7a4a34" if x < -40 else "#8f5a3c",
        )
    c.box(-34, ground - 26, 66, 4, "#5d3a26", corner=2)
    for x in (-46, -34, -22):
        c.box(x, ground - 31, 5, 7, "#fff6e4", corner=1)
    c.box(56, ground - 46, 44, 92, "#8f2f2c", corner=2)
    c.box(56, ground - 56, 32, 58, c.linear("#ffe2a4", "#f3b863"), corner=2)
    c.circle(40, ground - 40, 2.6, "#f0c45c")
    c.box(56, ground - 3, 52, 6, "#b9a58c")
    width = 196
    steps = 14
    for index in range(steps):
        x = -width / 2 + (index + 0.5) * width / steps
        shade = "#c9433a" if index % 2 else "#fff6e6"
        half = width / steps / 2
        c.path(
            f"M{x * 0.93 - half * 0.93:.2f} {ground - 134}h{half * 1.86:.2f}L{x + half:.2f} {ground - 106}a{half:.2f} {half:.2f} 0 0 1 {-half * 2:.2f} 0Z",
            shade,
        )
    c.box(0, ground - 106, width, 2, "#1a1020", opacity=0.14)
    c.box(0, ground - 136, width * 0.94, 5, "#7a2a26", corner=1)
    c.box(0, c.bottom - 14, c.right * 2 + 4, 36, c.linear("#b9a896", "#9c8b7c"))
    for x in range(int(c.left), int(c.right) + 20, 22):
        c.box(x, c.bottom - 14, 1.2, 34, "#8f7e70")
    c.box(0, c.bottom - 16, c.right * 2 + 4, 1.2, "#8f7e70")
    for x in (-92, 94):
        c.polygon(
            [
                (x - 10, ground + 10),
                (x + 10, ground + 10),
                (x + 7, ground + 28),
                (x - 7, ground + 28),
            ],
            "#b5623f",
        )
        tree(c, x, ground + 8, 0.95, "#568a55")
    with c.at(-30, c.bottom - 12):
        c.ellipse(0, 2, 30, 4, "#1a1020", opacity=0.2)
        c.box(0, -14, 3, 30, "#3a3a40")
        c.ellipse(0, -30, 26, 5, "#f6ecda")
        c.ellipse(0, -31.5, 26, 5, "#fffaf0")
        c.path("M-10 -46h13v5q0 7 -6.5 7q-6.5 0 -6.5 -7Z", "#d9503f")
        c.path("M8 -52q5 8 1 14h-4q-4 -6 1 -14Z", "#b5d6c6")
        for side in (-1, 1):
            c.line([(side * 38, 0), (side * 36, -20)], "#3a3a40", 2.4)
            c.line([(side * 52, 0), (side * 54, -44)], "#3a3a40", 2.4)
            c.box(side * 45, -20, 20, 4, "#c98f5e", corner=2)


def night_stall(c):
    """A stall with a curtain and lanterns at night, for a tall picture."""
    c.fill(c.linear("#161a38", "#272a56", "#4a3a6d"))
    for _ in range(44):
        c.circle(
            c.random.uniform(c.left, c.right),
            c.random.uniform(c.top, 0),
            c.random.uniform(0.4, 1.1),
            "#fff4d8",
        )
    c.circle(58, c.top + 38, 17, "#fff1cc")
    c.circle(58, c.top + 38, 26, "#fff1cc", opacity=0.12)
    for x, width, height in (
        (-92, 44, 150),
        (-52, 36, 118),
        (-12, 42, 136),
        (34, 40, 110),
        (76, 48, 146),
    ):
        c.box(x, c.bottom - height / 2 - 20, width, height, "#1f2146")
        for _ in range(7):
            c.box(
                x + c.random.uniform(-15, 15),
                c.bottom - height + c.random.uniform(-10, 50),
                4.4,
                5.4,
                "#f6c46c",
                opacity=0.75,
            )
    ground = c.bottom - 24
    c.box(0, c.bottom - 8, c.right * 2 + 4, 36, c.linear("#3a3358", "#292444"))
    c.ellipse(0, ground + 4, 110, 16, "#ffc66e", opacity=0.30)
    c.box(0, ground - 62, 164, 96, c.linear("#ffd98a", "#f6a94e"))
    for x in (-84, 84):
        c.box(x, ground - 62, 7, 128, "#5d3626")
    c.polygon(
        [(-104, ground - 118), (104, ground - 118), (88, ground - 150), (-88, ground - 150)],
        c.linear("#8f3430", "#6d2422"),
    )
    for x in range(-96, 104, 16):
        c.line([(x, ground - 119), (x * 0.86, ground - 149)], "#5a1c1c", 1.4)
    for index in range(4):
        x = -60 + index * 40
        c.path(f"M{x - 19} {ground - 116}h38v34q-19 5 -38 0Z", c.linear("#2f4f86", "#243e6d"))
        c.circle(x, ground - 98, 8.5, "#fff6e4")
        c.circle(x, ground - 98, 5.2, "#2b487c")
        c.circle(x, ground - 98, 2.2, "#fff6e4")
    c.circle(18, ground - 62, 10, "#e9b48c")
    c.path(f"M6 {ground - 66}q12 -14 24 0Z", "#fffaf0")
    c.path(f"M0 {ground - 30}q2 -22 18 -22q16 0 18 22Z", "#fffaf0")
    for x in (-52, -30):
        c.path(f"M{x - 9} {ground - 44}h18v10h-18Z", "#8f8a90")
        for dx in (-3, 3):
            c.line(
                [(x + dx, ground - 47), (x + dx - 3, ground - 55), (x + dx + 1, ground - 63)],
                "#ffffff",
                1.8,
                opacity=0.6,
            )
    c.box(0, ground - 28, 176, 9, "#b5764a", corner=2)
    c.box(0, ground - 8, 164, 34, c.linear("#8a5236", "#6d3d28"))
    for x in range(-72, 80, 24):
        c.box(x, ground - 8, 1.6, 32, "#5a3020")
    for x, colour in ((-62, "#b23a34"), (-22, "#355c7d"), (54, "#b23a34")):
        c.path(f"M{x - 13} {ground - 42}h26q-2 12 -9 12h-8q-7 0 -9 -12Z", colour)
        c.ellipse(x, ground - 42, 13, 2.6, "#f6dca0")
    for x in (-46, 8, 46):
        c.box(x, ground + 4, 4, 26, "#4a2a1e")
        c.ellipse(x, ground - 9, 13, 4, "#a5623f")
    for x, colour in ((-20, "#3a3a5c"), (36, "#5c3a4c")):
        c.path(
            f"M{x - 17} {ground - 12}Q{x - 18} {ground - 44} {x} {ground - 46}Q{x + 18} {ground - 44} {x + 17} {ground - 12}Z",
            colour,
        )
        c.circle(x, ground - 55, 10, "#2b1f26")
    for x in (-96, 96):
        lantern(c, x, ground - 104, 1.35)
    for x in (-96, 96):
        lantern(c, x, ground - 54, 1.1, "#f0a23c")
