"""The pictures of the shops: one front each, with all that matters above the lower third."""

import math

from . import landscapes, scenery
from . import ingredients as food
from .canvas import darker, lighter, polar, put

GROUND = 66


def pavement(c, colour="#c2b3a3", joint="#a99a8b"):
    """The ground in front of a shop."""
    c.box(0, 88, 204, 46, c.linear(lighter(colour, 0.12), colour))
    for x in range(-90, 110, 30):
        c.line([(x, GROUND + 12), (x * 1.16, 112)], joint, 1.2)
    c.box(0, GROUND + 11, 204, 1.4, joint)
    c.box(0, GROUND + 1, 204, 3, darker(colour, 0.25), opacity=0.5)


def bricks(c, first, second, height=9, width=22):
    """A wall of bricks over the whole picture."""
    c.fill(first)
    for row in range(-12, 12):
        for column in range(-6, 7):
            if c.random.random() < 0.34:
                x = column * width + (row % 2) * width / 2
                c.box(x, row * height, width - 1.6, height - 1.6, second, corner=1, opacity=0.6)


def awning(c, y, width, first, second, steps=12, depth=24):
    """Stripes that come down towards the viewer from a height."""
    step = width / steps
    for index in range(steps):
        x = -width / 2 + (index + 0.5) * step
        colour = (first, second)[index % 2]
        c.path(
            f"M{x * 0.92 - step * 0.46:.2f} {y}h{step * 0.92:.2f}L{x + step / 2:.2f} {y + depth}"
            f"a{step / 2:.2f} {step / 2:.2f} 0 0 1 {-step:.2f} 0Z",
            colour,
        )
    c.box(0, y + depth, width, 1.6, "#1a1020", opacity=0.16)
    c.box(0, y - 1, width * 0.93, 5, darker(first, 0.3), corner=1)


def window(c, x, y, width, height, frame, light=("#ffe7b0", "#f9bf6c"), panes=2):
    """A window with the light on; what it shows is drawn inside."""
    c.box(x, y, width + 8, height + 8, frame, corner=2, shadow=1.5)
    c.box(x, y, width, height, c.linear(*light), corner=1)
    for index in range(1, panes):
        c.box(x - width / 2 + width * index / panes, y, 2.2, height, frame)


def door(c, x, height, colour, light="#ffdf9a", width=38):
    """A door with a pane, on the ground."""
    c.box(x, GROUND - height / 2 + 1, width, height, colour, corner=2, shadow=1.5)
    c.box(x, GROUND - height * 0.60, width - 14, height * 0.52, c.linear("#fff0c4", light), corner=2)
    c.circle(x - width / 2 + 5, GROUND - height * 0.42, 2, "#f0c45c")
    c.box(x, GROUND + 1, width + 8, 4, "#a08c78", corner=1)


def planter(c, x, size=1.0, green="#568a55", pot="#b5623f"):
    """A small tree in a pot, on the ground."""
    with c.at(x, GROUND + 10, scale=size):
        c.polygon([(-10, -16), (10, -16), (7, 2), (-7, 2)], pot)
        c.box(0, -16, 23, 4, lighter(pot, 0.15), corner=1)
        scenery.tree(c, 0, -17, 0.85, green)


def curtain(c, x, y, width, height, colour, parts=4, mark=None):
    """A noren: parts of cloth on a rod, with a mark on each."""
    part = width / parts
    c.box(x, y, width + 10, 2.6, "#4a3426", corner=1)
    for index in range(parts):
        left = x - width / 2 + index * part
        c.path(
            f"M{left + 0.7:.2f} {y}h{part - 1.4:.2f}v{height}q{-part / 2 + 0.7:.2f} 4 "
            f"{-part + 1.4:.2f} 0Z",
            c.linear(lighter(colour, 0.08), darker(colour, 0.10)),
        )
        if mark:
            with c.at(left + part / 2, y + height * 0.52):
                mark(c)


def night(c, *colours, stars=30):
    """A sky with stars."""
    c.fill(c.linear(*colours))
    for _ in range(stars):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(c.top, 0)
        c.circle(x, y, c.random.uniform(0.4, 0.9), "#fff4d8")


def shop1(c):
    """A coffee house of wood under trees, with sunlight through the leaves."""
    c.fill(c.linear("#dcebc9", "#f6ecd0"))
    for x, y, radius in ((-84, -84, 40), (-40, -98, 34), (20, -100, 38), (76, -88, 42), (104, -56, 26)):
        c.circle(x, y, radius, "#8fb673")
        c.circle(x - 8, y - 6, radius * 0.72, "#a6c886")
    c.box(0, 6, 172, 124, c.linear("#8a5a3c", "#74482f"))
    for x in range(-78, 86, 13):
        c.box(x, 6, 1.2, 124, "#66402a", opacity=0.7)
    c.polygon([(-96, -54), (96, -54), (82, -74), (-82, -74)], c.linear("#4f6b5c", "#3f584c"))
    for x in range(-84, 90, 14):
        c.line([(x, -56), (x * 0.88, -73)], "#37503f", 1)
    c.box(0, -43, 92, 15, "#f3e6cf", corner=3, shadow=1.5)
    _cup(c, 0, -43, 0.9)
    for x in (-30, -20, 20, 30):
        c.circle(x, -43, 2.6, "#8a5a3c")
    window(c, -28, 10, 92, 62, "#4a3022", panes=3)
    for x in (-58, -28, 2):
        c.line([(x, -21), (x, -8)], "#3a2a20", 1.1)
        c.path(f"M{x - 9} 0Q{x} -16 {x + 9} 0Z", "#3f7a6a")
        c.ellipse(x, 0, 9, 1.8, "#fff4cf")
    for x, colour in ((-58, "#7a4a34"), (-4, "#8f5a3c")):
        c.circle(x, 22, 6.4, colour)
        c.path(f"M{x - 11} 41Q{x - 11} 29 {x} 29Q{x + 11} 29 {x + 11} 41Z", colour)
    c.box(-30, 33, 30, 3, "#5d3a26", corner=1)
    for x in (-38, -24):
        _cup(c, x, 28, 0.55)
    door(c, 56, 88, "#3f6a5c")
    pavement(c, "#cdbfa6", "#b3a58d")
    planter(c, -86, 1.05, "#6f9f5a")
    planter(c, 90, 0.85, "#6f9f5a", "#8a6a52")
    for x, width in ((-70, 26), (-20, 34), (44, 30)):
        c.ellipse(x, GROUND + 18, width, 4.4, "#fff6cf", opacity=0.30)


def _cup(c, x, y, size):
    """A cup of coffee that steams, from the side."""
    with c.at(x, y, scale=size):
        c.path("M-7 -4h14v3q0 7 -7 7q-7 0 -7 -7Z", "#c9503f")
        c.path("M7 -3q5 0 4 4q-1 3 -5 3", stroke="#c9503f", thickness=1.6)


def shop2(c):
    """A bakery of bricks with a yellow awning and loaves in its window."""
    bricks(c, "#c97f5f", "#b56a4c")
    c.box(0, -84, 204, 34, c.linear("#b56a4c", "#c07354"))
    for x in (-56, 56):
        c.box(x, -86, 34, 34, "#f6ecda", corner=2)
        c.box(x, -86, 28, 30, c.linear("#bfe0e2", "#8fbcc6"))
        c.box(x, -86, 2, 30, "#f6ecda")
        for index in range(6):
            c.circle(x - 17 + index * 7, -69 - index % 2 * 2, 4, "#5f9150")
            c.circle(x - 17 + index * 7, -71 - index % 2 * 3, 2.6, ("#d9483f", "#f6d26a")[index % 2])
    c.box(0, 4, 178, 124, c.linear("#fbf1dd", "#efdfc2"), corner=2)
    c.circle(0, -84, 21, "#3f5d4f", shadow=2)
    c.circle(0, -84, 17.5, "none", stroke="#f3d9a4", thickness=1.2)
    with c.at(0, -84, scale=0.30):
        food.croissant(c)
    window(c, -30, 12, 96, 58, "#7a4a34", light=("#fff3cf", "#ffd591"), panes=1)
    for row, y in enumerate((6, 26, 40)):
        c.box(-30, y + 2, 94, 2.4, "#a5623f")
        for index in range(5):
            with c.at(-68 + index * 19, y - 5, scale=0.20):
                if (index + row) % 3 == 0:
                    food.croissant(c)
                elif (index + row) % 3 == 1:
                    _loaf(c)
                else:
                    _bun(c)
    door(c, 58, 92, "#3f5d4f")
    awning(c, -58, 190, "#f0b23c", "#fff6e6", 12, 26)
    pavement(c)
    planter(c, 92, 0.8)
    with c.at(-80, GROUND + 6):
        c.polygon([(-13, 4), (13, 4), (9, -26), (-9, -26)], "#6b4630")
        c.polygon([(-9.5, 1), (9.5, 1), (6.6, -23), (-6.6, -23)], "#33443c")
        with c.at(0, -11, scale=0.15):
            _loaf(c)


def _loaf(c):
    """A loaf with cuts."""
    c.box(0, 0, 84, 44, c.linear("#e9b066", "#c98843"), corner=21, shadow=3)
    for x in (-22, 0, 22):
        c.line([(x - 6, 12), (x + 6, -14)], "#f9dca4", 5)


def _bun(c):
    """A round bun with a shine."""
    c.circle(0, 4, 28, c.radial("#f6cf8c", "#d9924a"), shadow=3)
    c.ellipse(-8, -8, 9, 5, "#fff0c8", turn=-30, opacity=0.7)


def shop3(c):
    """A tavern at night: lattice, curtain and a row of lanterns."""
    night(c, "#1b1f42", "#2f2a58", "#5a3f6b")
    c.polygon([(-104, -40), (104, -40), (88, -70), (-88, -70)], c.linear("#4a4a5c", "#34344a"))
    for x in range(-96, 104, 12):
        c.line([(x, -41), (x * 0.86, -69)], "#2a2a3c", 1.6)
    c.box(0, -70, 180, 5, "#5a5a6d", corner=2)
    c.box(0, 14, 180, 108, c.linear("#6d4630", "#523222"))
    for x in range(-84, 90, 12):
        c.box(x, 14, 1.4, 108, "#42281a")
    window(c, -50, 14, 62, 58, "#3a2418", panes=1)
    for x in range(-78, -20, 7):
        c.box(x, 14, 2.2, 58, "#4a2e1e")
    for y in (0, 28):
        c.box(-50, y, 62, 2, "#4a2e1e")
    c.box(34, 18, 82, 96, "#3a2418", corner=1)
    c.box(34, 20, 74, 92, c.linear("#ffe0a0", "#f6a94e"))
    c.box(34, 22, 2.4, 92, "#4a2e1e")
    curtain(c, 34, -24, 78, 36, "#2f4f86", 4, lambda c: c.circle(0, 0, 5.6, "#fff6e4"))
    for x, colour in ((20, "#4a3050"), (50, "#33405c")):
        c.circle(x, 38, 8, "#2b1f26")
        c.path(f"M{x - 13} 67Q{x - 13} 47 {x} 47Q{x + 13} 47 {x + 13} 67Z", colour)
    pavement(c, "#5d5068", "#493e54")
    for x in (-62, -26, 10, 46, 82):
        scenery.lantern(c, x - 10, -42, 0.72, "#e2452f" if x % 8 else "#f0a23c")
    scenery.lantern(c, -88, 0, 1.25)
    c.ellipse(34, GROUND + 8, 58, 7, "#ffc66e", opacity=0.26)
    with c.at(-50, GROUND + 4):
        c.box(0, -10, 46, 20, "#8a5a3c", corner=2)
        for x in (-13, 0, 13):
            c.path(f"M{x - 4} -20v-9q0 -3 2 -4v-4h4v4q2 1 2 4v9Z", "#3f6a5a")
            c.box(x, -24, 7, 4, "#f3e6cc")


def shop4(c):
    """A house of sweets: a red parasol, a bench and cherry blossoms."""
    c.fill(c.linear("#f9dfe0", "#fdf1e6"))
    put(c, landscapes.cherry_twig, -62, -76, 1.25, 20)
    c.box(14, 12, 168, 112, c.linear("#f6ecda", "#e9d8bd"))
    for x in (-68, -14, 42, 96):
        c.box(x, 12, 5, 112, "#8a5f44")
    c.polygon([(-84, -40), (110, -40), (98, -68), (-70, -68)], c.linear("#5f7078", "#4a5a63"))
    for x in range(-76, 112, 12):
        c.line([(x, -41), (x * 0.88, -67)], "#41505a", 1.4)
    c.box(14, -38, 190, 4, "#8a5f44")
    c.circle(70, 8, 25, "#8a5f44")
    c.circle(70, 8, 21.5, c.radial("#fff3cf", "#ffd591", x=0.5, y=0.5))
    for turn in (0, 90):
        with c.at(70, 8, turn=turn):
            c.box(0, 0, 2, 43, "#8a5f44")
    c.box(14, 18, 48, 96, "#7a5238")
    c.box(14, 20, 42, 92, c.linear("#fff0c4", "#ffd28a"))
    curtain(c, 14, -26, 52, 34, "#d9788a", 3, _blossom)
    pavement(c, "#d6c7b5", "#bcab98")
    c.line([(-52, GROUND + 8), (-52, -18)], "#7a4a34", 3)
    c.path("M-100 -4Q-94 -34 -52 -38Q-10 -34 -4 -4Q-52 -14 -100 -4Z", c.linear("#d9483f", "#b5302f"))
    for x in (-76, -52, -28):
        c.line([(-52, -38), (x, -9)], "#9c2626", 1.2)
    c.circle(-52, -39, 2.6, "#f0c45c")
    c.box(-50, GROUND - 12, 78, 8, "#c9343a", corner=1, shadow=2)
    for x in (-82, -20):
        c.box(x, GROUND, 5, 20, "#7a5238")
    c.box(-64, GROUND - 17.5, 34, 3, "#3a3a48", corner=1)
    put(c, _dango, -64, GROUND - 24, 1.0)
    put(c, _tea, -32, GROUND - 21, 0.9)
    for _ in range(26):
        x, y = c.random.uniform(-98, 98), c.random.uniform(-90, 96)
        c.ellipse(x, y, 2.6, 1.7, "#f6a8b4", turn=c.random.uniform(0, 180), opacity=0.9)


def _blossom(c):
    for turn in range(0, 360, 72):
        c.circle(*polar(turn - 90, 3.6), 3, "#fff4ee")
    c.circle(0, 0, 1.6, "#f6d26a")


def _dango(c):
    """Three sticks of dumplings, from the side."""
    for row in range(2):
        y = 3 - row * 7.4
        c.line([(-18, y), (17, y)], "#b98a50", 1.6)
        for index, colour in enumerate(("#f6a8b4", "#fffaf0", "#a9c46c")):
            c.circle(-9 + index * 8.6, y, 4.6, c.radial(lighter(colour, 0.4), colour))


def _tea(c):
    """A cup of green tea, from the side."""
    c.path("M-6 -4h12l-1.4 10h-9.2Z", "#5f7f6d")
    c.ellipse(0, -4, 6, 1.6, "#a9c46c")


def shop5(c):
    """A bar in the moonlight: bottles in its window and a crescent in neon."""
    night(c, "#15132e", "#241d47", "#35265c", stars=22)
    c.box(0, 2, 184, 136, c.linear("#3a2f5e", "#2a2146"))
    for x in (-88, -44, 0, 44, 88):
        c.box(x, 2, 3, 136, "#453a6d")
    c.box(0, -64, 196, 8, "#53467d", corner=1)
    for radius, opacity in ((34, 0.10), (27, 0.14)):
        c.circle(52, -34, radius, "#7fe0ea", opacity=opacity)
    with c.at(52, -34):
        c.path("M6 -17A18 18 0 1 0 16 9A14 14 0 1 1 6 -17Z", stroke="#9ff0f4", thickness=2.6)
    c.line([(70, -48), (70, -41)], "#ffd6ea", 1.8)
    c.line([(66.5, -44.5), (73.5, -44.5)], "#ffd6ea", 1.8)
    window(c, -34, 0, 92, 78, "#1f1838", light=("#ffcf86", "#e98a4e"), panes=1)
    for row, y in enumerate((-10, 16)):
        c.box(-34, y + 2, 90, 2.6, "#7a4230")
        for index in range(9):
            colour = ("#3f6a5a", "#8c2f45", "#d9a441", "#4f6fa0", "#6d4a8c", "#b5623f")
            _bottle(c, -74 + index * 10, y + 1, colour[(index * 5 + row * 2) % 6], index % 3)
    c.circle(-34, 20, 6.6, "#2a1c28")
    c.path("M-46 39Q-46 27 -34 27Q-22 27 -22 39Z", "#f6ecda")
    c.polygon([(-36, 29), (-32, 29), (-34, 34)], "#8c2f45")
    c.box(-34, 36, 92, 6, "#8a4f34")
    for x in (-64, -4):
        put(c, _martini, x, 28, 0.8)
    door(c, 56, 80, "#6d2f52", light="#f6a94e", width=40)
    pavement(c, "#3f3658", "#322a48")
    c.ellipse(-34, GROUND + 9, 56, 7, "#f6a860", opacity=0.28)
    c.ellipse(56, GROUND + 9, 30, 5, "#7fe0ea", opacity=0.18)
    planter(c, 90, 0.8, "#3f6a5c", "#53467d")


def _bottle(c, x, y, colour, kind):
    """A bottle that stands on a point."""
    with c.at(x, y):
        height = (17, 14, 19)[kind]
        c.box(0, -height / 2 + 2, 6, height - 4, colour, corner=1.6)
        c.box(0, -height + 1, 2.4, 5, colour)
        c.box(0, -height / 2 + 3, 6, 3.6, "#fff0d4", opacity=0.8)


def _martini(c):
    c.path("M-7 -8h14l-7 8Z", "#d9f0ea", opacity=0.9)
    c.line([(0, 0), (0, 9)], "#fff6ea", 1.2)
    c.circle(2, -6, 1.8, "#6f9f4a")


def shop6(c):
    """A white diner by the sea on a bright day."""
    c.fill(c.linear("#8fd0e6", "#c9ecf2", "#e9f7f2"))
    for x, y, size in ((-70, -76, 0.9), (64, -86, 0.7)):
        landscapes.cloud(c, x, y, size, "#ffffff", 0.95)
    c.box(0, 22, 204, 60, c.linear("#4fa8c4", "#3f92b4"))
    for _ in range(18):
        x, y = c.random.uniform(-100, 100), c.random.uniform(-4, 40)
        c.box(x, y, c.random.uniform(6, 16), 1.2, "#bfe6ee", corner=0.6, opacity=0.8)
    c.box(0, 70, 204, 62, c.linear("#f3e0b4", "#e6cc96"))
    c.box(6, 10, 152, 114, c.linear("#fdfaf2", "#ece6d8"))
    for y in range(-40, 66, 9):
        c.box(6, y, 152, 1, "#ddd4c2")
    c.polygon([(-82, -46), (94, -46), (74, -72), (-62, -72)], c.linear("#3f7fa8", "#33698e"))
    c.box(6, -58, 74, 19, "#fff6e4", corner=9, shadow=2)
    put(c, _fish, 6, -58, 1.0)
    window(c, -24, 14, 74, 50, "#3f7fa8", light=("#dff2f4", "#f6e6c0"), panes=2)
    for x, colour in ((-40, "#d9724a"), (-8, "#5f7f8c")):
        c.circle(x, 20, 6, "#5a3a2e")
        c.path(f"M{x - 10} 39Q{x - 10} 27 {x} 27Q{x + 10} 27 {x + 10} 39Z", colour)
    c.box(-24, 36, 74, 5, "#c9a56d")
    for x in (-32, -16):
        c.path(f"M{x - 7} 26h14q-1 8 -5 8h-4q-4 0 -5 -8Z", "#3f7fa8")
        c.ellipse(x, 26, 7, 2, "#f59a62")
    door(c, 54, 84, "#3f7fa8", light="#f6e6c0", width=36)
    awning(c, -32, 160, "#3f8fb8", "#ffffff", 12, 20)
    c.box(0, 92, 204, 40, c.linear("#f3e0b4", "#e0c68e"))
    for index in range(5):
        c.box(54, GROUND + 5 + index * 7, 44 + index * 5, 4, "#c9a56d", corner=1)
    for x, y in ((-88, -34), (92, -28), (84, -56)):
        c.path(f"M{x - 9} {y}q5 -6 9 0q4 -6 9 0", stroke="#ffffff", thickness=2)
    with c.at(-86, GROUND + 10):
        c.circle(0, -14, 13, "none", stroke="#fff6ea", thickness=7)
        for turn in range(0, 360, 90):
            c.arc(0, -14, 13, turn + 25, turn + 65, "#d9483f", 7)
    planter(c, 92, 0.85, "#5fa06a", "#3f7fa8")


def _fish(c):
    """A fish that looks to the left."""
    c.path("M-22 0Q-8 -12 10 -2L20 -8Q18 0 20 8L10 2Q-8 12 -22 0Z", "#e07a52")
    c.circle(-13, -1.6, 1.6, "#33262c")
    c.arc(-8, 0, 6, -50, 50, "#c25c3c", 1.2)


def shop7(c):
    """A shop of flowers and tea, with buckets in front of it."""
    c.fill(c.linear("#cfe6da", "#bcdccd"))
    c.box(0, 4, 180, 128, c.linear("#7fb09c", "#6a9a87"), corner=2)
    for x in (-84, 84):
        c.box(x, 4, 8, 128, "#5f8f7c")
    c.box(0, -52, 164, 22, "#fdf6ea", corner=3, shadow=1.5)
    for index in range(11):
        x = -70 + index * 14
        _flower(c, x, -52, 4.4, ("#e88f95", "#f3c14e", "#b58ac4", "#f6a8b4")[index % 4])
    window(c, 22, 8, 106, 66, "#4f7f6d", light=("#fff4d8", "#ffe0a6"), panes=2)
    for x in (-12, 6, 40, 58):
        c.box(x, 24, 14, 34, "#8fb673", corner=5, opacity=0.45)
    put(c, _teapot, 0, 26, 0.95)
    put(c, _cake, 46, 30, 0.9)
    c.box(22, 38, 104, 4, "#a5764a")
    for index in range(17):
        x = -28 + index * 6.2
        c.line([(x, -28), (x + 1, -20 + index % 3 * 4)], "#5f9150", 1.4)
        c.circle(x, -26 + index % 3 * 4, 3.6, ("#f6a8b4", "#fff4ee", "#e88f95")[index % 3])
    door(c, -60, 92, "#fdf6ea", light="#ffd98c", width=40)
    pavement(c, "#d0c4b4", "#b6aa9a")
    for x, size, colours in (
        (-12, 1.0, ("#d9483f", "#f6a8b4")),
        (16, 1.15, ("#f3c14e", "#fff4ee")),
        (46, 1.05, ("#b58ac4", "#f6d3e6")),
        (74, 1.2, ("#f08a5d", "#f6d26a")),
    ):
        _bucket(c, x, size, colours)


def _flower(c, x, y, radius, colour):
    for turn in range(0, 360, 72):
        c.circle(*polar(turn - 90, radius * 0.62, x, y), radius * 0.52, colour)
    c.circle(x, y, radius * 0.3, "#fff6cf")


def _bucket(c, x, size, colours):
    """A bucket of flowers on the ground."""
    with c.at(x, GROUND + 14, scale=size):
        for index in range(9):
            px, py = (index % 5 - 2) * 4.6 + index // 5 * 2.3, -26 - index // 5 * 8 - index % 2 * 3
            c.line([(px * 0.4, -12), (px, py)], "#5f9150", 1.6)
        for index in range(9):
            px, py = (index % 5 - 2) * 4.6 + index // 5 * 2.3, -26 - index // 5 * 8 - index % 2 * 3
            _flower(c, px, py, 4.8, colours[index % 2])
        c.polygon([(-10, -16), (10, -16), (7.5, 2), (-7.5, 2)], c.linear("#c9d3d4", "#9aa8ab"))
        c.box(0, -16, 22, 3, "#dfe7e8", corner=1)


def _teapot(c):
    c.ellipse(0, 2, 13, 10, c.radial("#fff6ea", "#e6cfc0"))
    c.line([(11, 2), (18, -2), (20, -7)], "#e6cfc0", 4)
    c.arc(-12, 1, 7, 100, 260, "#e6cfc0", 2.6)
    c.ellipse(0, -7, 7, 2.4, "#d9788a")
    c.circle(0, -10, 2, "#d9788a")


def _cake(c):
    c.box(0, 6, 34, 3, "#fffaf0", corner=1)
    c.box(0, -2, 26, 13, c.linear("#f9dfe0", "#f0b8be"), corner=2)
    c.path("M-13 -8h26v3q-3 4 -6 0q-3 5 -7 0q-3 4 -7 0q-3 3 -6 0Z", "#fffaf0")
    for x in (-7, 0, 7):
        c.circle(x, -10, 2.6, "#d9303a")


def shop8(c):
    """A sushi house in the evening: white walls, dark wood, bamboo."""
    c.fill(c.linear("#4f5f86", "#a0809a", "#e6b48c"))
    c.circle(66, -76, 12, "#fff1cc")
    c.polygon([(-100, -44), (100, -44), (84, -66), (-84, -66)], c.linear("#3f4450", "#2c303a"))
    for x in range(-92, 100, 10):
        c.line([(x, -45), (x * 0.86, -65)], "#22262e", 1.3)
    c.box(0, 12, 176, 112, c.linear("#f6f0e2", "#e3d8c2"))
    for x in (-86, -30, 62, 86):
        c.box(x, 12, 5, 112, "#4a3426")
    c.box(0, -42, 184, 5, "#4a3426")
    c.box(16, 16, 84, 100, "#3a281c")
    c.box(16, 18, 78, 96, c.linear("#fff0c4", "#ffc878"))
    for x in range(-20, 56, 8):
        c.box(x, 18, 1.8, 96, "#6b4a34")
    curtain(c, 16, -28, 88, 34, "#fbf6ea", 4, _wave)
    window(c, -58, 0, 38, 38, "#4a3426", panes=1)
    for x in range(-72, -42, 6):
        c.box(x, 0, 1.6, 38, "#6b4a34")
    for y in (-8, 6):
        c.box(-58, y, 38, 1.4, "#6b4a34")
    pavement(c, "#8a8288", "#736c74")
    for x, height in ((-90, 92), (-80, 112), (-70, 84)):
        for index in range(int(height / 14)):
            c.box(x, GROUND - 7 - index * 14, 4.4, 13, c.linear("#8fb65a", "#6f9a48"), corner=1)
        for index in range(5):
            with c.at(x, GROUND - height + index * 11, turn=(-150, -30, 160, 20, -90)[index]):
                c.ellipse(9, 0, 9, 2.2, "#5f9150")
    c.box(-80, GROUND + 6, 36, 10, "#8f8a86", corner=4)
    with c.at(78, GROUND + 6):
        c.box(0, -22, 20, 42, c.radial("#fff3cf", "#ffd08a", x=0.5, y=0.5), corner=2)
        for x in (-10, 0, 10):
            c.box(x, -22, 1.8, 44, "#4a3426")
        for y in (-43, -22, -1):
            c.box(0, y, 22, 1.8, "#4a3426")
    c.ellipse(74, GROUND + 9, 34, 6, "#ffd08a", opacity=0.35)
    with c.at(14, 40, scale=0.34):
        for x, kind in ((-58, 0), (0, 1), (58, 2)):
            _plate(c, x, kind)


def _wave(c):
    for index, radius in enumerate((7, 4.6, 2.2)):
        c.arc(0, 4, radius, 180, 360, ("#33507c", "#4f6fa0", "#7f9fc4")[index], 1.6)


def _plate(c, x, kind):
    """Two pieces of sushi on a stand."""
    with c.at(x, 0):
        c.box(0, 14, 50, 7, "#a5623f", corner=2)
        for side in (-10, 12):
            c.box(side, 4, 18, 10, "#fffaf0", corner=5)
            c.path(
                f"M{side - 11} 1q2 -9 11 -9q9 0 11 9Z", ("#e2553f", "#f59a62", "#f6cf5a")[kind]
            )


def shop9(c):
    """A noodle house whose sign is a bowl that steams."""
    night(c, "#22304f", "#34426b", "#5d5a80", stars=24)
    for x, height in ((-88, 92), (88, 106)):
        c.box(x, GROUND - height / 2, 44, height, "#2a3556")
        for index in range(4):
            c.box(x - 7 + index % 2 * 14, GROUND + 14 - height + index // 2 * 16, 6, 8, "#f6c98c")
    c.box(0, 18, 152, 100, c.linear("#b5383a", "#93292c"))
    for x in range(-68, 76, 17):
        c.box(x, 18, 1.4, 100, "#7d2024")
    c.box(0, -34, 168, 10, "#7a2226", corner=2)
    with c.at(0, -54):
        for x in (-14, 0, 14):
            c.line(
                [(x, -22), (x - 4, -29), (x + 3, -36), (x - 1, -43)], "#fff6ea", 2.6, opacity=0.75
            )
        c.line([(8, -8), (34, -34)], "#e9c98c", 2.6)
        c.line([(14, -7), (40, -31)], "#e9c98c", 2.6)
        c.ellipse(0, -8, 35, 9, "#f6dca0")
        for index in range(6):
            y = -9 + math.sin(index) * 2
            c.arc(-20 + index * 8, y, 7, 180, 340, "#e9b85c", 1.8)
        c.circle(-12, -10, 6.6, "#fff6ea")
        c.circle(-12, -10, 3.2, "#f3a93c")
        c.ellipse(10, -9, 8, 4.4, "#c9785c")
        c.path("M-36 -8Q-34 18 -12 20h24Q34 18 36 -8Q0 8 -36 -8Z", c.linear("#f6ecda", "#dcc9ae"))
        for x in (-18, -6, 6, 18):
            c.box(x, 7, 7, 3, "#b5383a", corner=1)
    window(c, -26, 14, 78, 44, "#5d1a1e", panes=1)
    for x, colour in ((-46, "#33405c"), (-8, "#4a5a46")):
        c.circle(x, 17, 6.6, "#2b1f26")
        c.path(f"M{x - 11} 36Q{x - 11} 24 {x} 24Q{x + 11} 24 {x + 11} 36Z", colour)
    c.box(-26, 34, 78, 4, "#8a5236")
    for x in (-30, -20):
        c.path(f"M{x - 6} 27h12q-1 6 -4 6h-4q-3 0 -4 -6Z", "#fff0d4")
    c.box(48, 26, 40, 84, "#5d1a1e")
    c.box(48, 28, 34, 80, c.linear("#ffe7b0", "#f6a94e"))
    curtain(c, 48, -14, 42, 32, "#f3e6cc", 3, lambda c: c.circle(0, 0, 3.4, "#b5383a"))
    curtain(c, -26, -22, 82, 12, "#2a3556", 6)
    pavement(c, "#6a6580", "#56516c")
    c.ellipse(48, GROUND + 8, 34, 6, "#ffc66e", opacity=0.32)
    for x in (-82, 84):
        scenery.lantern(c, x, -20, 1.15)
        scenery.lantern(c, x, 22, 1.0, "#f0a23c")
