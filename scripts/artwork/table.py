"""The settings of a table: tables, tableware and cutlery, seen from above.

Round things have a radius of 100 and their centre in the origin, if nothing else is said.
"""

from .canvas import box_path, darker, lighter, mix, polar

WHITE = "#fbf6ec"
INK = "#2a3142"
WALNUT = "#7a4e36"
OAK = "#d2a272"
IRON = "#34353c"
LACQUER = "#8f2a2c"


# Tables. They cover the whole picture.


def plain(c, colour):
    """A painted table or a cloth."""
    c.fill(colour)


def split(c, first, second, turn=28, place=0.0):
    """Two colours side by side."""
    plain(c, first)
    with c.at(turn=turn):
        c.box(place + 300, 0, 600, 900, second)


def wood(c, colour, turn=0, width=34):
    """Planks."""
    c.fill(colour)
    reach = c.right + c.bottom
    with c.at(turn=turn):
        y = -reach
        while y < reach:
            plank = mix(darker(colour, 0.10), lighter(colour, 0.10), c.random.random())
            c.box(0, y + width / 2, reach * 2, width, plank)
            height = y + c.random.uniform(0.25, 0.75) * width
            points = [
                (x, height + c.random.uniform(-2, 2)) for x in range(int(-reach), int(reach), 70)
            ]
            c.line(points, darker(plank, 0.06), 1.6)
            c.box(0, y, reach * 2, 0.9, darker(colour, 0.30))
            y += width


def tiles(c, first, second, size=50):
    """A chequered floor of tiles."""
    plain(c, first)
    for column in range(int(c.left // size) - 1, int(c.right // size) + 2):
        for row in range(int(c.top // size) - 1, int(c.bottom // size) + 2):
            if (column + row) % 2:
                c.box((column + 0.5) * size, (row + 0.5) * size, size, size, second)


def gingham(c, colour, light=WHITE, size=26, turn=0):
    """A chequered cloth."""
    c.fill(light)
    reach = int(c.right + c.bottom)
    with c.at(turn=turn):
        for place in range(-reach, reach, size * 2):
            c.box(place, 0, size, reach * 2, colour, opacity=0.55)
            c.box(0, place, reach * 2, size, colour, opacity=0.55)


def stripes(c, colour, stripe, width=9, gap=46, turn=0):
    """A cloth with stripes."""
    plain(c, colour)
    reach = int(c.right + c.bottom)
    with c.at(turn=turn):
        for x in range(-reach, reach, gap):
            c.box(x, 0, width, reach * 2, stripe, opacity=0.8)


def terrazzo(c, colour, *chips):
    """Stone with chips of other colours."""
    plain(c, colour)
    reach = max(c.right, c.bottom) * 1.5
    for x, y in c.scattered(60, reach, 24):
        size = c.random.uniform(2.6, 5.6)
        c.blob(x, y, size, size * 0.7, c.random.choice(chips), wobble=0.3, corners=6)


def mat(c, colour, width=230, height=150, turn=0, border=None):
    """A place mat or a napkin."""
    c.box(0, 0, width, height, colour, corner=3, turn=turn, shadow=2)
    c.box(
        0,
        0,
        width - 12,
        height - 12,
        "none",
        corner=2,
        turn=turn,
        stroke=border or lighter(colour, 0.35),
        thickness=1.6,
    )


# Tableware.


def plate(c, colour=WHITE, rim=None, well=0.70):
    """A flat plate."""
    c.circle(0, 0, 100, c.radial(lighter(colour, 0.5), colour), shadow=9)
    if rim:
        c.circle(0, 0, 94, "none", stroke=rim, thickness=4)
    c.circle(0, 0, well * 100, darker(colour, 0.06))


def bowl(c, outside=INK, inside=WHITE, pattern=None):
    """A deep bowl; its content has a radius of 82."""
    c.circle(0, 0, 100, c.radial(lighter(outside, 0.2), outside), shadow=12)
    c.circle(0, 0, 93, c.radial(darker(inside, 0.28), inside, x=0.7, y=0.75, radius=0.9))
    if pattern:
        for index in range(16):
            with c.at(*polar(index * 22.5, 87.5), turn=index * 22.5):
                c.box(0, 0, 2.6, 12, pattern, corner=1.3)
    c.circle(0, 0, 83.5, darker(inside, 0.35))


def skillet(c, handle=40):
    """An iron pan; its content has a radius of 86."""
    c.box(*polar(handle, 135), 90, 24, IRON, corner=11, turn=handle, shadow=6)
    c.circle(*polar(handle, 168), 5, darker(IRON, 0.6))
    c.circle(0, 0, 100, IRON, shadow=10)
    c.circle(0, 0, 94, lighter(IRON, 0.16))
    c.circle(0, 0, 91, c.radial(darker(IRON, 0.4), IRON, x=0.7, y=0.7))


def board(c, width, height, colour=OAK, corner=8):
    """A wooden board."""
    c.box(0, 0, width, height, colour, corner=corner, shadow=6)
    with c.inside(box_path(0, 0, width, height, corner)):
        for index in range(int(height / 24)):
            y = -height / 2 + 14 + index * 24
            points = [
                (x, y + c.random.uniform(-2.5, 2.5))
                for x in range(int(-width / 2) - 20, int(width / 2) + 60, 40)
            ]
            c.line(points, darker(colour, 0.07), 1.6)
    c.box(0, -height / 2 + 1.5, width - corner * 2, 1.6, lighter(colour, 0.4), corner=0.8)


def tray(c, width, height, colour=LACQUER, corner=7):
    """A lacquered tray or box."""
    c.box(0, 0, width, height, c.linear(lighter(colour, 0.18), colour), corner=corner, shadow=8)
    c.box(0, 0, width - 9, height - 9, darker(colour, 0.35), corner=corner - 2)
    c.box(1, 1, width - 11, height - 11, darker(colour, 0.18), corner=corner - 2)


def chopsticks(c, colour=WALNUT, tip="#e7c48f", length=170):
    """A pair that points to the left."""
    for side in (-1, 1):
        with c.at(0, side * 5, turn=side * 1.3):
            half = length / 2
            c.polygon([(-half, -1.0), (half, -2.6), (half, 2.6), (-half, 1.0)], colour, shadow=3)
            c.polygon([(half - 26, -2.3), (half, -2.6), (half, 2.6), (half - 26, 2.3)], tip)


def spoon(c, colour="#c9c6bf", length=120):
    """It points upwards."""
    light = lighter(colour, 0.55)
    c.path(f"M-2 -10L-3.4 {length - 34}a3.4 3.4 0 0 0 6.8 0L2 -10Z", colour, shadow=3)
    c.ellipse(0, -28, 13, 20, c.radial(darker(colour, 0.12), light, x=0.6, y=0.7), shadow=3)


def fork(c, colour="#c9c6bf", length=120):
    """It points upwards."""
    c.path(
        f"M-2 0L-3.4 {length - 34}a3.4 3.4 0 0 0 6.8 0L2 0C10 -6 11 -14 11 -46h-3.4v26h-3.8v-26h-3.4v26"
        f"h-0.8v-26h-3.4v26h-3.8v-26h-3.4C-11 -14 -10 -6 -2 0Z",
        colour,
        shadow=3,
    )


def knife(c, colour="#c9c6bf", length=120):
    """It points upwards."""
    c.path(
        f"M-4 4L-3.4 {length - 34}a3.4 3.4 0 0 0 6.8 0L4 4V-44C-2 -40 -6 -22 -4 4Z",
        c.linear(lighter(colour, 0.5), colour, turn=0),
        shadow=3,
    )


def saucer(c, colour=WHITE, sauce="#4a2318"):
    """A small dish with a sauce."""
    c.circle(0, 0, 100, c.radial(lighter(colour, 0.4), colour), shadow=12)
    c.circle(0, 0, 82, darker(colour, 0.16))
    c.circle(0, 3, 78, c.radial(lighter(sauce, 0.28), sauce))
    c.arc(0, 3, 62, 195, 262, lighter(sauce, 0.5), 6, opacity=0.5)


def cup(c, drink, colour=WHITE, handle=35, under=None):
    """A cup on its saucer."""
    under = under or colour
    c.circle(0, 0, 100, c.radial(lighter(under, 0.45), under), shadow=9)
    c.circle(0, 0, 74, darker(under, 0.10))
    with c.at(*polar(handle, 70), turn=handle):
        c.box(0, 0, 34, 20, "none", corner=9, stroke=colour, thickness=8, shadow=4)
    c.circle(0, 0, 66, c.radial(lighter(colour, 0.5), darker(colour, 0.05)), shadow=7)
    c.circle(0, 0, 58, darker(colour, 0.22))
    c.circle(0, 1.5, 56, c.radial(lighter(drink, 0.16), drink))


def glass(c, drink):
    """A tumbler with ice."""
    c.circle(0, 0, 100, "#ffffff", opacity=0.45, shadow=14)
    c.circle(0, 0, 88, c.radial(lighter(drink, 0.35), drink))
    for x, y, turn in ((-26, -20, 20), (28, -8, 55), (-4, 34, 75)):
        c.box(x, y, 46, 46, "#ffffff", corner=10, turn=turn, opacity=0.38)
        c.box(x - 4, y - 4, 22, 22, "#ffffff", corner=6, turn=turn, opacity=0.35)
    c.circle(0, 0, 96, "none", stroke="#ffffff", thickness=5, opacity=0.7)
