"""Drinks: cups seen from above, and bottles and pots that stand on y = 100."""

from . import produce, table
from .canvas import darker, lighter


def latte(c, colour=table.WHITE, under=None, handle=35):
    """Coffee with a leaf of milk."""
    table.cup(c, "#a8683a", colour, handle, under)
    c.circle(0, 1.5, 50, "#b9783f", opacity=0.8)
    with c.at(0, 2, turn=-24):
        for step in range(5):
            y = 26 - step * 12
            reach = 31 - step * 4.6
            c.path(
                f"M0 {y + 10}C{-reach * 0.9:.1f} {y + 8} {-reach:.1f} {y - 9} {-reach * 0.72:.1f} {y - 12}"
                f"Q{-reach * 0.2:.1f} {y} 0 {y + 2}Q{reach * 0.2:.1f} {y} {reach * 0.72:.1f} {y - 12}"
                f"C{reach:.1f} {y - 9} {reach * 0.9:.1f} {y + 8} 0 {y + 10}Z",
                "#fdf0dc",
            )
        c.path("M0 -26C-9 -38 -8 -44 0 -40C8 -44 9 -38 0 -26Z", "#fdf0dc")
        c.line([(0, 40), (0, -26)], "#b9783f", 1.8)


def coffee(c, colour=table.WHITE, under=None, handle=35):
    table.cup(c, "#4f2c1c", colour, handle, under)
    c.arc(0, 1.5, 44, 196, 268, "#a06a44", 5, opacity=0.7)


def green_tea(c):
    """A cup without a handle."""
    c.circle(0, 0, 100, c.radial("#8f8a78", "#5f5c50"), shadow=13)
    c.circle(0, 0, 86, "#43423a")
    c.circle(0, 2, 82, c.radial("#c6cf6a", "#9fb045", "#869a38"))
    c.arc(0, 2, 62, 190, 262, "#eef0b4", 7, opacity=0.6)


def matcha(c):
    """Whisked tea in a bowl."""
    c.circle(0, 0, 100, c.radial("#5b5348", "#332d28"), shadow=13)
    c.circle(0, 0, 88, c.radial("#2a2522", "#4a433b", x=0.7, y=0.7))
    c.circle(0, 2, 78, c.radial("#b4cc5c", "#8fb03e", "#769a30"))
    for x, y in c.scattered(26, 68, 15):
        c.circle(x, y + 2, c.random.uniform(2, 5), "#c3d678", opacity=0.75)
    c.arc(0, 0, 94, 196, 256, "#a39a8a", 3.4, opacity=0.7)


def juice(c, colour="#f59b22", slice_colour="#f6a52a"):
    """A glass of juice with a slice of its fruit; stands on y = 100."""
    c.ellipse(2, 98, 42, 7, "#1a1020", opacity=0.2, blur=2)
    shape = "M-40 -62L40 -62L32 88Q31 97 20 97H-20Q-31 97 -32 88Z"
    c.path(shape, "#ffffff", opacity=0.45)
    with c.inside(shape):
        c.box(0, 34, 100, 160, c.linear(lighter(colour, 0.28), colour, darker(colour, 0.06)))
        c.ellipse(0, -45, 44, 6, lighter(colour, 0.55))
        for x, y, turn in ((-14, -20, 20), (15, 2, 52)):
            c.box(x, y, 26, 26, "#ffffff", corner=5, turn=turn, opacity=0.25)
    c.line([(-30, -48), (-26, 30), (-23, 76)], "#ffffff", 4.5, opacity=0.6)
    with c.at(12, -96, turn=14):
        c.box(0, 14, 8, 120, c.linear("#ffffff", "#dfe6df", turn=0), corner=3)
        for y in range(-40, 70, 16):
            c.box(0, y, 8, 7, "#5fae8c")
    with c.at(-34, -64):
        produce.citrus(c, slice_colour, 25)


def wine_bottle(c, colour="#2f4a36", label="#f3e6cc", mark="#8c2f45"):
    c.ellipse(2, 98, 34, 6, "#1a1020", opacity=0.22, blur=2)
    c.path(
        "M-11 -96H11V-50C11 -34 30 -32 30 -8V88Q30 97 20 97H-20Q-30 97 -30 88V-8C-30 -32 -11 -34 -11 -50Z",
        c.linear(lighter(colour, 0.30), colour, darker(colour, 0.3), turn=0),
    )
    c.path("M-12 -98H12V-66H-12Z", c.linear(lighter(mark, 0.2), darker(mark, 0.2), turn=0))
    c.box(0, 40, 60, 56, c.linear(lighter(label, 0.4), darker(label, 0.06), turn=0), corner=2)
    with c.at(0, 36, scale=0.55):
        produce.grapes(c, mark, rows=4, radius=9)
    c.box(0, 61, 40, 2.4, mark)
    c.line([(-21, -2), (-22, 8)], "#ffffff", 4, opacity=0.4)
    c.line([(-5, -60), (-5, -48)], "#ffffff", 3, opacity=0.4)


def wine_glass(c, wine="#8c2440"):
    c.ellipse(2, 98, 32, 5, "#1a1020", opacity=0.2, blur=2)
    c.ellipse(0, 96, 28, 4.6, "#eef3f2", opacity=0.85)
    c.box(0, 64, 4.6, 64, "#e6eeee", corner=2, opacity=0.85)
    shape = "M-31 -50C-40 -4 -24 34 0 36C24 34 40 -4 31 -50Z"
    c.path(shape, "#ffffff", opacity=0.32)
    with c.inside(shape):
        c.box(0, 32, 90, 80, c.linear(lighter(wine, 0.25), wine))
        c.ellipse(0, -8, 38, 5.5, lighter(wine, 0.4))
    c.path(shape, stroke="#ffffff", thickness=1.8, opacity=0.7)
    c.line([(-24, -38), (-26, -12), (-20, 12)], "#ffffff", 3.4, opacity=0.55)


def teapot(c, colour="#c9584b"):
    c.ellipse(0, 98, 80, 9, "#1a1020", opacity=0.2, blur=3)
    c.path("M62 20C92 14 88 -26 112 -34L118 -24C104 -10 112 44 62 58Z", darker(colour, 0.10))
    c.path("M-66 6C-116 -10 -116 66 -60 60", stroke=darker(colour, 0.08), thickness=11)
    c.ellipse(0, 38, 74, 60, c.radial(lighter(colour, 0.4), colour, darker(colour, 0.22)))
    c.ellipse(0, -16, 44, 10, darker(colour, 0.2))
    c.path("M-44 -18C-36 -42 36 -42 44 -18Z", c.linear(lighter(colour, 0.3), colour))
    c.circle(0, -42, 9, c.radial(lighter(colour, 0.4), colour))
    c.ellipse(-26, 14, 15, 9, lighter(colour, 0.6), turn=-36, opacity=0.6)


def lemonade(c):
    """A glass seen from above."""
    table.glass(c, "#f3d45a")
    with c.at(20, 26):
        produce.citrus(c, "#f3c92e", 34)
    with c.at(-34, -20, scale=1.6):
        produce.basil(c, "#5fa85a")


def wine_from_above(c):
    """A glass of red wine."""
    c.circle(0, 0, 100, "#ffffff", opacity=0.40, shadow=12)
    c.circle(0, 0, 78, c.radial("#a83a58", "#7a1c38"))
    c.circle(0, 0, 96, "none", stroke="#ffffff", thickness=5, opacity=0.7)
    c.arc(0, 0, 60, 190, 260, "#f3c9d2", 7, opacity=0.6)
