"""Vegetables, herbs and fruit, seen from above, around the origin and about 40 units wide."""

from .canvas import darker, lighter, mix, polar

LEAF = "#4f8a45"
TOMATO = "#d9472f"
CARROT = "#ee8a36"


def leaf(c, colour=LEAF, length=40, width=18):
    """A pointed leaf along the x axis."""
    half = length / 2
    c.path(
        f"M{-half} 0Q{-half * 0.3:.1f} {-width:.1f} {half} 0Q{-half * 0.3:.1f} {width:.1f} {-half} 0Z",
        c.linear(lighter(colour, 0.22), colour),
        shadow=2,
    )
    c.line([(-half, 0), (half * 0.8, 0)], lighter(colour, 0.35), 1.1)


def sprig(c, colour=LEAF, pairs=3):
    """A twig with pairs of leaves along the x axis."""
    c.line([(-30, 0), (30, 0)], darker(colour, 0.2), 1.8)
    for pair in range(pairs):
        x = -18 + pair * 40 / pairs
        for side in (-1, 1):
            with c.at(x + 8, side * 7, turn=side * 38):
                leaf(c, colour, 24, 10)
    with c.at(36, 0):
        leaf(c, colour, 22, 9)


def basil(c, colour="#3f8f45"):
    for turn, size in ((-150, 0.9), (-30, 1.0), (90, 0.8)):
        with c.at(*polar(turn, 11), scale=size, turn=turn):
            leaf(c, colour, 28, 15)


def lettuce(c, colour="#93bf5a", radius=34):
    """A crumpled leaf."""
    points = []
    for index in range(18):
        reach = radius * (1.0 if index % 2 else 0.84) * c.random.uniform(0.94, 1.06)
        points.append(polar(index * 20, reach))
    c.curve(points, c.radial(lighter(colour, 0.55), colour), shadow=3)
    for turn in range(0, 360, 90):
        c.line(
            [polar(turn, radius * 0.1), polar(turn + 8, radius * 0.45), polar(turn, radius * 0.75)],
            lighter(colour, 0.45),
            1.4,
        )


def broccoli(c, colour="#4e8c3f", radius=20):
    c.circle(0, 0, radius * 0.9, darker(colour, 0.2), shadow=3)
    for x, y in c.scattered(10, radius * 0.78, radius * 0.46):
        shade = mix(colour, lighter(colour, 0.35), c.random.random())
        c.circle(x, y, radius * 0.36, c.radial(lighter(shade, 0.25), shade))


def carrot_flower(c, colour=CARROT, radius=13):
    points = [polar(i * 36, radius * (1.0 if i % 2 else 0.68)) for i in range(10)]
    c.curve(points, c.radial(lighter(colour, 0.25), colour), shadow=2.5)
    for index in range(5):
        end = polar(index * 72, radius * 0.55)
        c.line([(0, 0), end], darker(colour, 0.12), 1.2)
    c.circle(0, 0, radius * 0.2, lighter(colour, 0.4))


def tomato_slice(c, colour=TOMATO, radius=20):
    c.circle(0, 0, radius, colour, shadow=2)
    c.circle(0, 0, radius * 0.86, lighter(colour, 0.16))
    for turn in range(0, 360, 60):
        with c.at(*polar(turn + 10, radius * 0.48), turn=turn + 10):
            c.ellipse(0, 0, radius * 0.27, radius * 0.2, mix(colour, "#f3b25a", 0.45))
            c.circle(1, -1, 0.9, "#fbe3a8")
            c.circle(-2, 1.6, 0.9, "#fbe3a8")


def cherry_tomato(c, colour=TOMATO, radius=13):
    c.circle(0, 0, radius, c.radial(lighter(colour, 0.35), colour, darker(colour, 0.15)), shadow=3)
    c.ellipse(
        -radius * 0.35, -radius * 0.4, radius * 0.2, radius * 0.13, "#fff", turn=-40, opacity=0.7
    )
    for turn in range(0, 360, 72):
        with c.at(*polar(turn, radius * 0.2), turn=turn):
            c.ellipse(0, 0, radius * 0.26, radius * 0.09, LEAF)


def cucumber_slice(c, radius=15):
    c.circle(0, 0, radius, "#4c8744", shadow=2)
    c.circle(0, 0, radius * 0.88, "#dcebb6")
    c.circle(0, 0, radius * 0.55, "#c7df99")
    for turn in range(0, 360, 45):
        with c.at(*polar(turn, radius * 0.4), turn=turn):
            c.ellipse(0, 0, radius * 0.13, radius * 0.06, "#f4f7dc")


def onion_ring(c, radius=16, colour="#b56aa3"):
    c.circle(0, 0, radius, "none", stroke=colour, thickness=2.6, shadow=1.5)
    c.circle(0, 0, radius - 2.6, "none", stroke="#f4e6f0", thickness=2.6)


def asparagus(c, length=90, colour="#7da24c"):
    """Along the x axis."""
    half = length / 2
    c.line([(-half, 0), (half - 12, 0)], colour, 7, shadow=3)
    c.line([(-half, -1.5), (half - 16, -1.5)], lighter(colour, 0.3), 1.8)
    for step in range(4):
        for side in (-1, 1):
            c.ellipse(
                half - 22 + step * 7,
                side * 2,
                7,
                3.4 - step * 0.4,
                darker(colour, 0.25),
                turn=side * 14,
            )


def shiitake(c, radius=17, colour="#7a4f34"):
    c.circle(0, 0, radius, c.radial(lighter(colour, 0.25), colour, darker(colour, 0.2)), shadow=3)
    for turn in (15, 75, 135):
        with c.at(turn=turn):
            c.box(0, 0, radius * 1.3, 3.6, "#f0dfc2", corner=1.8)


def negi(c, length=34, colour="#e9efd2"):
    """A piece of leek along the x axis."""
    c.box(0, 0, length, 14, c.linear(colour, darker(colour, 0.16)), corner=3, shadow=2.5)
    for place in (-0.35, 0.35):
        c.box(place * length, 0, 2.2, 14, "#a9c27a")
    c.box(0, -3, length - 4, 1.6, "#ffffff", opacity=0.7)


def scallions(c, count=18, radius=40, colour="#69a045"):
    for x, y in c.scattered(count * 2 // 3, radius, 7):
        shade = mix(colour, "#a9cf6a", c.random.random())
        c.circle(x, y, 3.1, "none", stroke=shade, thickness=2.3)


def citrus(c, colour="#f6a52a", radius=22):
    """A slice of an orange or a lemon."""
    c.circle(0, 0, radius, colour, shadow=3)
    c.circle(0, 0, radius * 0.88, lighter(colour, 0.78))
    for index in range(9):
        start = index * 40
        inner = polar(start + 20, radius * 0.09)
        outer = (
            polar(start + 4, radius * 0.78),
            polar(start + 20, radius * 0.84),
            polar(start + 36, radius * 0.78),
        )
        fill = mix(colour, lighter(colour, 0.35), 0.2 + 0.5 * (index % 2))
        c.path(
            f"M{inner[0]:.2f} {inner[1]:.2f}L{outer[0][0]:.2f} {outer[0][1]:.2f}"
            f"Q{outer[1][0]:.2f} {outer[1][1]:.2f} {outer[2][0]:.2f} {outer[2][1]:.2f}Z",
            fill,
            stroke=fill,
            thickness=radius * 0.05,
        )


def lemon_wedge(c, colour="#f7d23e"):
    c.path("M-20 0A20 20 0 0 0 20 0Z", colour, shadow=3)
    c.path("M-17 0A17 17 0 0 0 17 0Z", "#fdf3c4")
    for start in (8, 66, 124):
        c.sector(0, 1, 15, start, start + 48, mix(colour, "#fbe88f", 0.4))


def strawberry(c, colour="#d9303a", size=1.0, cap=True):
    """With its tip downwards."""
    with c.at(scale=size):
        c.path(
            "M0 22C-10 18 -20 2 -17 -8C-14 -17 -5 -16 0 -13C5 -16 14 -17 17 -8C20 2 10 18 0 22Z",
            c.radial(lighter(colour, 0.30), colour, darker(colour, 0.12)),
            shadow=3,
        )
        for x, y in ((-9, -4), (0, -6), (9, -4), (-5, 4), (5, 4), (0, 12)):
            c.ellipse(x, y, 1.2, 1.9, "#fbe29a")
        if cap:
            for turn in (-160, -125, -90, -55, -20):
                with c.at(*polar(turn, 6, 0, -12), turn=turn):
                    leaf(c, "#5d9a3c", 15, 6)


def half_strawberry(c, colour="#d9303a", size=1.0):
    with c.at(scale=size):
        shape = "M0 20C-9 16 -18 2 -15 -7C-12 -15 -5 -14 0 -12C5 -14 12 -15 15 -7C18 2 9 16 0 20Z"
        c.path(shape, colour, shadow=2)
        with c.at(0, 0.5, scale=0.80):
            c.path(shape, lighter(colour, 0.30))
        with c.at(0, 0, scale=0.42):
            c.path(shape, "#fdeadd")


def blueberry(c, radius=7, colour="#41518f"):
    c.circle(0, 0, radius, c.radial(lighter(colour, 0.35), colour, darker(colour, 0.3)), shadow=2)
    points = [polar(i * 36, radius * (0.42 if i % 2 else 0.22)) for i in range(10)]
    c.polygon(points, darker(colour, 0.4))


def raspberry(c, radius=10, colour="#cf3560"):
    c.circle(0, 0, radius, darker(colour, 0.15), shadow=2)
    for x, y in c.scattered(9, radius * 0.8, radius * 0.45):
        c.circle(x, y, radius * 0.33, mix(colour, lighter(colour, 0.4), c.random.random()))
    c.circle(0, 0, radius * 0.16, darker(colour, 0.45))


def kiwi(c, radius=20):
    c.circle(0, 0, radius, "#8a6a3c", shadow=2.5)
    c.circle(
        0, 0, radius * 0.94, c.radial("#f2f3c3", "#a9cc4f", "#7fb03c", x=0.5, y=0.5, radius=0.55)
    )
    for turn in range(0, 360, 40):
        with c.at(*polar(turn, radius * 0.42), turn=turn):
            c.ellipse(0, 0, radius * 0.12, radius * 0.06, "#2b2b22")
    c.ellipse(0, 0, radius * 0.2, radius * 0.2, "#f6f4d6")


def grapes(c, colour="#6d4a8c", rows=6, radius=9):
    """A bunch that hangs down."""
    with c.at(0, -rows * radius * 0.85):
        c.line([(0, -radius * 2.6), (1, -radius)], "#7a5a35", 3)
        for row in range(rows):
            count = max(1, rows - row - (row == 0))
            for index in range(count):
                x = (index - (count - 1) / 2) * radius * 1.72
                y = row * radius * 1.5
                shade = mix(colour, lighter(colour, 0.22), c.random.random())
                c.circle(
                    x, y, radius, c.radial(lighter(shade, 0.4), shade, darker(shade, 0.2)), shadow=2
                )
                c.circle(x - radius * 0.32, y - radius * 0.36, radius * 0.16, "#fff", opacity=0.6)


def round_fruit(c, colour, radius=30, stem=True):
    """An apple, a pear of Japan, a mandarin or an orange."""
    c.circle(
        0,
        0,
        radius,
        c.radial(lighter(colour, 0.4), colour, darker(colour, 0.18)),
        shadow=radius * 0.16,
    )
    c.ellipse(
        -radius * 0.38, -radius * 0.42, radius * 0.22, radius * 0.12, "#fff", turn=-42, opacity=0.45
    )
    if stem:
        c.circle(radius * 0.08, -radius * 0.1, radius * 0.13, darker(colour, 0.25))
        with c.at(radius * 0.30, -radius * 0.28, turn=-32):
            leaf(c, "#5c8f45", radius * 0.8, radius * 0.32)
        c.line(
            [(radius * 0.08, -radius * 0.1), (radius * 0.0, -radius * 0.3)],
            "#6b4a2c",
            radius * 0.09,
        )
