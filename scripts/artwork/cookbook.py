"""The pictures of the cookbook: a motif in the colours of a palette. A picture's name says both."""

import math
from collections import namedtuple

from . import articles, landscapes, photos, scenes, topics
from .canvas import box_path, circle_path, darker, lighter, mix, polar

Palette = namedtuple("Palette", "back floor main accent dark pale")

PALETTES = {
    "teal": Palette("#bfe0da", "#8cc4bb", "#1f7a78", "#f2a65a", "#123c46", "#f4faf6"),
    "coral": Palette("#fbd9c9", "#f0b49c", "#e4644b", "#2f6f7e", "#5a2433", "#fff6ef"),
    "ochre": Palette("#f6e2b3", "#e3c07a", "#cf8a1e", "#8f3b2e", "#4b3420", "#fffaea"),
    "indigo": Palette("#c9cfee", "#9aa5da", "#3c4aa0", "#f4b860", "#1d2152", "#f5f6ff"),
    "sage": Palette("#dde6d2", "#b6c8a4", "#6d8b5c", "#d98a5b", "#33452f", "#fafcf4"),
    "plum": Palette("#e6cfe3", "#c79cc4", "#7f3f83", "#f0a35e", "#3b1a43", "#fdf5fc"),
    "sky": Palette("#cfe7f7", "#9ecbe9", "#2f80b8", "#f7c65d", "#173f63", "#f6fbff"),
    "sand": Palette("#f1e6d6", "#d9c3a5", "#b3855b", "#3f7f86", "#54402e", "#fffbf4"),
    "rose": Palette("#fadbe1", "#efaebb", "#cf4a6e", "#44618f", "#5b1f38", "#fff5f7"),
    "night": Palette("#26305c", "#1a2145", "#5f74c9", "#ffd37a", "#0f1430", "#e9ecff"),
    "moss": Palette("#c8d8b4", "#90ad78", "#3f6b3c", "#e8b34b", "#1f3a24", "#f7fbef"),
    "brick": Palette("#efd2c4", "#d39b86", "#a8452f", "#e7b04a", "#4a2019", "#fff6f0"),
    "slate": Palette("#d6dde4", "#a9b6c3", "#50667c", "#e5794a", "#25323f", "#f8fafc"),
    "mint": Palette("#d3f0e0", "#9fd9bd", "#2f9b74", "#f27f6a", "#14503f", "#f5fdf8"),
}
INK = "#20242c"


def _room(c, p, horizon=46):
    """A wall and a table, with light from the left, unless the thing stands in another picture."""
    if getattr(c, "furnished", False):
        return
    c.fill(c.linear(lighter(p.back, 0.25), p.back, turn=60))
    c.box(0, c.bottom + horizon - 42, c.right * 2 + 4, 180, c.linear(p.floor, darker(p.floor, 0.12)))


def _below(c, y, paint):
    c.box(0, (y + c.bottom) / 2 + 5, c.right * 2 + 4, c.bottom - y + 10, paint)


def _anywhere(c):
    return c.random.uniform(c.left, c.right), c.random.uniform(c.top, c.bottom)


def _sky(c, *colours):
    c.fill(c.linear(*colours))


# Things on a table.


def vase(c, p):
    _room(c, p)
    for _ in range(7):
        angle, reach = c.random.uniform(-125, -55), c.random.uniform(60, 88)
        x, y = polar(angle, reach, 0, 0)
        c.line([(0, 10), (x * 0.4, y * 0.55), (x, y)], p.dark, 2)
        if c.random.random() < 0.5:
            c.circle(x, y, 9, p.accent, shadow=2)
            c.circle(x - 2, y - 2, 4, lighter(p.accent, 0.5))
        else:
            c.ellipse(x, y, 14, 6, p.main, turn=angle, shadow=2)
    w = c.random.uniform(30, 40)
    c.curve([(-11, 0), (-9, 14), (-w, 46), (-w * 0.7, 84), (w * 0.7, 84), (w, 46), (9, 14), (11, 0)],
            c.linear(lighter(p.main, 0.35), p.main, darker(p.main, 0.25), turn=0), shadow=5)
    c.ellipse(0, 1, 12, 3.5, p.dark)


def mug(c, p):
    _room(c, p)
    c.ellipse(6, 78, 74, 13, p.pale, shadow=4)
    c.arc(46, 26, 24, -80, 90, p.main, 9, shadow=3)
    c.path("M-50 -22h96v64a34 34 0 0 1 -34 34h-28a34 34 0 0 1 -34 -34Z",
           c.linear(lighter(p.main, 0.3), p.main, darker(p.main, 0.2), turn=0), shadow=5)
    c.box(-2, 18, 96, 12, p.accent, opacity=0.9)
    c.ellipse(-2, -22, 48, 11, lighter(p.main, 0.5))
    c.ellipse(-2, -21, 42, 8, "#4a2a1c")
    for x in (-18, 2, 20):
        c.line([(x, -40), (x + 6, -54), (x - 4, -68), (x + 3, -84)], p.pale, 4, opacity=0.7)


def lamp(c, p):
    _room(c, p)
    c.circle(0, -24, 88, p.accent, opacity=0.25, blur=8)
    c.line([(0, -30), (0, 84)], p.dark, 5)
    c.ellipse(0, 84, 32, 7, p.dark, shadow=4)
    c.path("M-26 -78h52l30 66h-112Z", c.linear(lighter(p.main, 0.4), p.main, turn=0), shadow=5)
    c.ellipse(0, -12, 56, 8, lighter(p.accent, 0.5))


def chair(c, p):
    _room(c, p)
    for x, y in ((-44, 92), (44, 92), (-34, 76), (34, 76)):
        c.line([(x * 0.8, 30), (x, y)], darker(p.accent, 0.25), 6)
    c.path(box_path(0, -22, 92, 88, 26), c.linear(lighter(p.main, 0.2), p.main), shadow=4)
    c.path(box_path(0, 34, 116, 28, 14), c.linear(lighter(p.main, 0.35), darker(p.main, 0.1)), shadow=4)
    c.box(-56, 16, 16, 46, darker(p.main, 0.12), corner=8)
    c.box(56, 16, 16, 46, darker(p.main, 0.12), corner=8)


def plates(c, p):
    c.fill(c.linear(p.back, p.floor, turn=50))
    for index, (x, y, r) in enumerate(((-20, 14, 86), (-20, 14, 66), (58, -52, 40))):
        tone = (p.pale, p.main, p.accent)[index]
        c.circle(x, y, r, c.radial(lighter(tone, 0.3), tone), shadow=5)
        c.circle(x, y, r * 0.72, c.radial(tone, darker(tone, 0.1)))
        for turn in range(0, 360, 30):
            dx, dy = polar(turn, r * 0.86, x, y)
            c.circle(dx, dy, r * 0.03, p.dark, opacity=0.5)


def cushion(c, p):
    _room(c, p)
    c.path("M-78 -60q78 18 156 0q-14 70 0 140q-78 -16 -156 0q14 -70 0 -140Z",
           c.radial(lighter(p.main, 0.25), p.main), shadow=6)
    with c.inside("M-78 -60q78 18 156 0q-14 70 0 140q-78 -16 -156 0q14 -70 0 -140Z"):
        style = c.random.choice((0, 1, 2))
        for i in range(-8, 9):
            if style == 0:
                c.box(i * 20, 10, 8, 190, p.pale, opacity=0.75)
            elif style == 1:
                c.line([(-90, i * 22), (-45, i * 22 - 14), (0, i * 22), (45, i * 22 - 14), (90, i * 22)], p.pale, 5)
            else:
                for j in range(-5, 6):
                    c.circle(i * 22 + (j % 2) * 11, j * 20 + 8, 5, p.accent)


def basket(c, p):
    _room(c, p)
    c.arc(0, 0, 52, 180, 360, darker(p.accent, 0.1), 8, shadow=3)
    body = "M-72 0h144l-18 86h-108Z"
    c.path(body, p.main, shadow=5)
    with c.inside(body):
        for j in range(6):
            for i in range(-6, 7):
                tone = lighter(p.main, 0.3) if (i + j) % 2 else darker(p.main, 0.1)
                c.box(i * 14, 8 + j * 15, 13, 13, tone, corner=3)
    c.box(0, 0, 150, 12, darker(p.main, 0.2), corner=6)


def teapot(c, p):
    c.fill(p.back)
    c.circle(0, -6, 84, lighter(p.back, 0.45))
    _below(c, 62, c.linear(p.floor, darker(p.floor, 0.1)))
    with c.at(0, 8, scale=0.92):
        _pot(c, p)


def _pot(c, p):
    c.arc(58, 20, 28, -100, 100, p.main, 9, shadow=3)
    c.path("M-50 14q-34 -6 -44 -40l12 -4q10 20 40 20Z", p.main, shadow=3)
    c.ellipse(0, 22, 64, 48, c.radial(lighter(p.main, 0.35), p.main, darker(p.main, 0.2)), shadow=5)
    c.ellipse(0, -22, 34, 9, darker(p.main, 0.15))
    c.ellipse(0, -27, 30, 9, lighter(p.main, 0.15))
    c.circle(0, -38, 8, p.accent)


# Landscapes.


def mountains(c, p):
    _sky(c, lighter(p.back, 0.45), p.back, p.pale)
    landscapes.sun(c, c.random.uniform(-50, 50), c.top + 60, 20, lighter(p.accent, 0.3))
    for layer in range(4):
        y = -18 + layer * 30
        tone = mix(mix(p.back, p.main, 0.35), p.dark, layer / 3.4)
        points = [(c.left - 20, c.bottom + 20), (c.left - 20, y + 20)]
        x = c.left - 20
        while x < c.right + 30:
            x += c.random.uniform(26, 50)
            points.append((x, y - c.random.uniform(14, 58 - layer * 9)))
            x += c.random.uniform(22, 42)
            points.append((x, y + c.random.uniform(0, 16)))
        points += [(c.right + 40, c.bottom + 20)]
        c.polygon(points, c.linear(tone, mix(tone, p.back, 0.35)))


def sea(c, p):
    _sky(c, p.main, p.back, lighter(p.accent, 0.45))
    x = c.random.uniform(-40, 40)
    landscapes.sun(c, x, 6, 26, lighter(p.accent, 0.35))
    for layer in range(6):
        y = 18 + layer * 15 * (c.bottom / 100)
        tone = mix(p.main, p.dark, layer / 6)
        points = [(c.left - 30, c.bottom + 30), (c.left - 30, y)]
        points += [(c.left + i * 18, y + 3 * math.sin(i * 1.3 + layer)) for i in range(int(c.right * 2 / 18) + 4)]
        points += [(c.right + 30, c.bottom + 30)]
        c.curve(points, tone)
        c.box(x + c.random.uniform(-10, 10), y + 9, 46 - layer * 4, 2.4, lighter(p.accent, 0.5), corner=1, opacity=0.7)


def dunes(c, p):
    _sky(c, p.back, lighter(p.accent, 0.35))
    landscapes.sun(c, c.random.uniform(-60, 60), -48, 22, p.pale)
    for layer in range(5):
        y = -10 + layer * 26
        tone = mix(p.floor, p.dark, layer / 7)
        swing = c.random.uniform(18, 34) * (1 if layer % 2 else -1)
        c.path(f"M{c.left - 10} {y}C{c.left / 2} {y - swing} 0 {y + swing} {c.right / 2} {y - 6}"
               f"S{c.right + 10} {y - swing / 2} {c.right + 10} {y}V{c.bottom + 10}H{c.left - 10}Z",
               c.linear(lighter(tone, 0.2), tone, turn=20))


def skyline(c, p):
    _sky(c, p.dark if p is PALETTES["night"] else p.main, p.back, lighter(p.accent, 0.35))
    landscapes.sun(c, c.random.uniform(-50, 50), -8, 24, lighter(p.accent, 0.3))
    for layer, tone in enumerate((mix(p.main, p.back, 0.45), mix(p.main, p.dark, 0.45), p.dark)):
        x = c.left - 10
        while x < c.right + 10:
            w, h = c.random.uniform(16, 30), c.random.uniform(36, 118 - layer * 26) + 10
            base = 62 + layer * 14
            c.box(x + w / 2, base - h / 2 + 30, w, h + 60, tone)
            if layer == 2:
                for wy in range(int(base - h + 8), int(base + 30), 9):
                    for wx in range(int(x + 4), int(x + w - 4), 7):
                        if c.random.random() < 0.45:
                            c.box(wx + 1.5, wy, 3, 4.5, lighter(p.accent, 0.25))
            x += w + c.random.choice((0, 2, 7))
    _below(c, 92, darker(p.dark, 0.2))


def forest(c, p):
    _sky(c, p.pale, p.back)
    landscapes.sun(c, c.random.uniform(-50, 50), -44, 20, lighter(p.accent, 0.4))
    for layer in range(4):
        tone = mix(mix(p.back, p.main, 0.5), p.dark, layer / 3.2)
        base = 20 + layer * 28
        x = c.left - 10
        while x < c.right + 20:
            size = c.random.uniform(0.7, 1.15) * (44 + layer * 10)
            for step in range(3):
                y = base - size * (0.25 + step * 0.3)
                w = size * (0.34 - step * 0.08)
                c.polygon([(x - w, y + size * 0.2), (x, y - size * 0.3), (x + w, y + size * 0.2)], tone)
            c.box(x, base, 4, size * 0.3, darker(tone, 0.2))
            x += size * c.random.uniform(0.42, 0.62)
        _below(c, base + 2, tone)


def lake(c, p):
    _sky(c, p.back, p.pale)
    peaks = [(c.left - 20, 6)]
    x = c.left
    while x < c.right + 30:
        peaks.append((x, -c.random.uniform(24, 72)))
        x += c.random.uniform(26, 40)
        peaks.append((x, -c.random.uniform(0, 16)))
        x += c.random.uniform(18, 30)
    peaks.append((c.right + 40, 6))
    c.polygon(peaks + [(c.right + 40, 12), (c.left - 20, 12)], c.linear(p.main, mix(p.main, p.back, 0.4)))
    _below(c, 10, c.linear(p.floor, p.main))
    c.polygon([(x, 14 - (y - 12) * 0.7) for x, y in peaks], mix(p.main, p.dark, 0.2), opacity=0.35)
    for _ in range(9):
        c.box(c.random.uniform(c.left, c.right), c.random.uniform(26, c.bottom), 50, 1.6, p.pale, corner=1, opacity=0.5)
    c.path("M-30 60h52q-6 14 -20 14h-14q-12 0 -18 -14Z", p.accent, shadow=3)
    c.line([(-4, 60), (-4, 26)], p.dark, 2)
    c.polygon([(-1, 26), (-1, 56), (22, 56)], p.pale)


def island(c, p):
    _sky(c, p.back, p.pale)
    landscapes.sun(c, 44, c.top + 52, 20, lighter(p.accent, 0.2))
    landscapes.cloud(c, -50, c.top + 54, 0.8)
    _below(c, 24, c.linear(lighter(p.main, 0.25), p.main, p.dark))
    c.ellipse(0, 50, 88, 22, "#f2dcae", shadow=4)
    c.ellipse(-10, 40, 60, 16, "#7fae6a")
    for x, lean, size in ((-30, -12, 0.9), (4, 10, 1.15)):
        c.line([(x, 44), (x + lean * 0.4, 6), (x + lean, -34 * size)], "#8b5f3c", 6)
        for turn in (-160, -120, -70, -20, 15, 165):
            dx, dy = polar(turn, 36 * size, x + lean, -30 * size)
            green = c.random.choice(("#3f7d4f", "#56945d"))
            c.ellipse((x + lean + dx) / 2, (-34 * size + dy) / 2, 20 * size, 5.5, green, turn=turn)


def fields(c, p):
    _sky(c, p.back, p.pale)
    landscapes.cloud(c, -36, c.top + 44, 0.9)
    landscapes.cloud(c, 60, c.top + 66, 0.6)
    for layer in range(5):
        tone = (p.main, mix(p.main, p.accent, 0.5), p.accent, mix(p.main, p.floor, 0.5), p.dark)[layer]
        landscapes.hills(c, -4 + layer * 26, tone, 12, 4)
    for _ in range(7):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(-4, 60)
        c.box(x, y, 3, 12, "#6b4a30")
        c.circle(x, y - 12, 9, darker(p.main, 0.15), shadow=2)


def moonlight(c, p):
    _sky(c, p.dark, mix(p.dark, p.main, 0.6), p.main)
    for _ in range(46):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(c.top, 20)
        c.circle(x, y, c.random.uniform(0.5, 1.5), "#ffffff", opacity=0.8)
    landscapes.sun(c, c.random.uniform(-40, 40), -30, 26, lighter(p.accent, 0.5))
    landscapes.hills(c, 44, mix(p.main, p.dark, 0.55), 26)
    landscapes.hills(c, 72, p.dark, 18)


def snow(c, p):
    _sky(c, p.main, p.back, p.pale)
    landscapes.hills(c, 20, lighter(p.floor, 0.4), 40)
    landscapes.hills(c, 54, "#f4f8fc", 20)
    for x, s in ((-56, 1.0), (38, 1.3), (74, 0.8), (-20, 0.7)):
        for step in range(3):
            w = (24 - step * 6) * s
            y = 58 - step * 16 * s
            c.polygon([(x - w, y), (x, y - 26 * s), (x + w, y)], mix(p.dark, p.main, 0.3), shadow=2)
            c.polygon([(x - w * 0.5, y - 13 * s), (x, y - 26 * s), (x + w * 0.5, y - 13 * s)], "#ffffff")
    for _ in range(40):
        c.circle(*_anywhere(c), 1.8, "#ffffff", opacity=0.85)


def hut(c, p):
    """A house by itself, with a light."""
    _sky(c, p.main, p.back, p.pale)
    landscapes.hills(c, 26, mix(p.main, p.floor, 0.5), 30)
    landscapes.hills(c, 66, p.dark, 10)
    c.box(0, 40, 74, 54, c.linear(lighter(p.accent, 0.2), p.accent), shadow=5)
    c.polygon([(-50, 16), (0, -28), (50, 16)], p.dark, shadow=4)
    c.box(-16, 44, 20, 22, "#fff0b8", corner=2)
    c.box(18, 48, 20, 38, darker(p.accent, 0.4), corner=2)
    c.box(28, -16, 10, 26, p.dark)


# Compositions without a subject, as on covers.


def rings(c, p):
    c.fill(c.linear(p.main, p.dark, turn=60))
    x, y = c.random.uniform(-50, 50), c.random.uniform(-40, 40)
    for index, r in enumerate(range(112, 8, -14)):
        c.circle(x, y, r, (p.accent, p.back, p.main, p.pale)[index % 4], shadow=3)


def waves(c, p):
    c.fill(c.linear(p.pale, p.back))
    count = 9
    for index in range(count):
        y = c.top + 24 + index * (c.bottom * 2 / count)
        phase, swing = c.random.uniform(0, 6), c.random.uniform(6, 16)
        points = [(c.left - 20, c.bottom + 30)]
        points += [(c.left - 20 + i * 16, y + swing * math.sin(i * 0.55 + phase)) for i in range(int(c.right / 8) + 4)]
        points += [(c.right + 30, c.bottom + 30)]
        c.curve(points, mix(p.accent, p.dark, index / count) if index % 2 else mix(p.back, p.main, index / count))


def stripes(c, p):
    c.fill(p.pale)
    x, turn = -190, c.random.choice((-35, 25, 55))
    while x < 190:
        w = c.random.uniform(5, 26)
        with c.at(turn=turn):
            c.box(x, 0, w, 420, c.random.choice((p.main, p.accent, p.back, p.dark, p.floor)))
        x += w + c.random.uniform(0, 8)


def orbits(c, p):
    c.fill(c.radial(mix(p.main, p.dark, 0.5), p.dark, radius=0.9))
    c.circle(0, 0, 26, c.radial(lighter(p.accent, 0.5), p.accent), shadow=4)
    for r in (46, 66, 86):
        c.circle(0, 0, r, "none", stroke=p.back, thickness=1.2, opacity=0.6)
        x, y = polar(c.random.uniform(0, 360), r)
        c.circle(x, y, c.random.uniform(5, 11), c.random.choice((p.main, p.pale, p.floor)), shadow=3)


def tiles(c, p):
    c.fill(p.dark)
    size = 40
    for i in range(int(c.left // size) - 1, int(c.right // size) + 2):
        for j in range(int(c.top // size) - 1, int(c.bottom // size) + 2):
            x, y = i * size + 20, j * size + 20
            a, b = c.random.sample((p.main, p.accent, p.back, p.pale, p.floor), 2)
            c.box(x, y, size, size, a)
            kind = c.random.randrange(3)
            corner = c.random.choice((0, 90, 180, 270))
            if kind == 0:
                dx, dy = polar(corner + 45, size * 0.7071, x, y)
                c.sector(dx, dy, size, corner + 180, corner + 270, b)
            elif kind == 1:
                c.circle(x, y, size * 0.36, b)
            else:
                with c.at(x, y, turn=corner):
                    c.polygon([(-20, -20), (20, -20), (-20, 20)], b)


def arches(c, p):
    c.fill(c.linear(p.back, p.floor))
    for x, size, tones in ((-46, 0.9, (p.main, p.accent, p.pale)), (34, 1.25, (p.accent, p.pale, p.dark))):
        for index, tone in enumerate(tones):
            w = (92 - index * 28) * size
            h = (130 - index * 18) * size
            y = c.bottom - h / 2 + 2
            c.path(f"M{x - w / 2} {c.bottom + 4}v{-h + w / 2}a{w / 2} {w / 2} 0 0 1 {w} 0v{h - w / 2}Z", tone, shadow=4)
    landscapes.sun(c, -20, c.top + 40, 14, p.pale)


def bars(c, p):
    """A sound, as bars."""
    c.fill(c.linear(p.dark, mix(p.dark, p.main, 0.5), turn=40))
    count = 15
    for index in range(count):
        x = -91 + index * 13
        h = 24 + 104 * abs(math.sin(index * 0.5 + c.random.uniform(0, 0.9)))
        c.box(x, 0, 7.5, h, c.linear(lighter(p.accent, 0.3), p.accent, p.main), corner=3.7)


def record(c, p):
    c.fill(c.linear(p.back, p.floor, turn=45))
    c.circle(14, 4, 82, c.radial("#3a3a42", "#121217"), shadow=6)
    for r in (74, 66, 58, 50, 42):
        c.circle(14, 4, r, "none", stroke="#4a4a55", thickness=0.8)
    c.circle(14, 4, 30, p.main)
    c.circle(14, 4, 19, p.accent)
    c.circle(14, 4, 4, p.pale)
    c.line([(-84, -70), (-60, -30), (-26, 14)], p.pale, 5, shadow=4)
    c.circle(-84, -70, 9, p.dark, shadow=3)


def leaves(c, p):
    c.fill(c.linear(p.dark, mix(p.dark, p.main, 0.6), turn=60))
    for index in range(13):
        x, y = _anywhere(c)
        turn, size = c.random.uniform(0, 360), c.random.uniform(0.7, 1.5)
        tone = c.random.choice((p.main, p.floor, lighter(p.main, 0.25), p.accent if index % 4 == 0 else p.back))
        with c.at(x, y, scale=size, turn=turn):
            c.path("M-40 0Q-10 -24 40 0Q-10 24 -40 0Z", c.linear(tone, darker(tone, 0.2)), shadow=4)
            c.line([(-36, 0), (36, 0)], darker(tone, 0.3), 1.2)


def prism(c, p):
    c.fill(c.linear(p.pale, p.back, turn=70))
    for index in range(9):
        x, y = c.random.uniform(-80, 80), c.random.uniform(-80, 80)
        tone = (p.main, p.accent, p.dark, p.floor)[index % 4]
        points = [polar(c.random.uniform(0, 40) + k * 120, c.random.uniform(34, 78), x, y) for k in range(3)]
        c.polygon(points, tone, opacity=0.72)


# People and places.


def portrait(c, p):
    skin = c.random.choice(("#f4cfae", "#e3ab7e", "#b87a4b", "#8a5636", "#f8d9bf"))
    hair = c.random.choice(("#2a2026", "#5b3a24", "#8c5a2b", "#3a3a44", "#b9b4ae"))
    c.fill(c.linear(lighter(p.back, 0.3), p.floor, turn=60))
    c.circle(0, -4, 84, lighter(p.back, 0.45), opacity=0.7)
    style = c.random.randrange(4)
    if style in (1, 3):
        c.path("M-42 -30q0 -50 42 -50t42 50v64q-42 20 -84 0Z", hair, shadow=3)
    c.path(f"M-84 {c.bottom + 8}q2 -62 62 -66h44q60 4 62 66Z", c.linear(lighter(p.main, 0.15), p.main), shadow=4)
    c.path("M-16 16h32v26q-16 16 -32 0Z", darker(skin, 0.12))
    c.ellipse(0, -8, 33, 40, c.radial(lighter(skin, 0.2), skin), shadow=2)
    if style == 0:
        c.path("M-37 -8q-4 -48 37 -48t37 48q-6 -24 -20 -28q-30 6 -54 28Z", hair)
    elif style == 1:
        c.path("M-36 -2q0 -48 36 -48t36 48q-14 -30 -36 -32q-22 2 -36 32Z", hair)
    elif style == 2:
        c.path("M-35 -18q0 -36 35 -36t35 36q-34 -14 -70 0Z", hair)
        c.path("M-27 6q27 14 54 0q-2 30 -27 32q-25 -2 -27 -32Z", hair)
    else:
        c.path("M-36 -10q2 -42 36 -42t36 42q-34 -2 -50 -26q-4 20 -22 26Z", hair)
    for x in (-12, 12):
        c.circle(x, -8, 2.8, INK)
    if c.random.random() < 0.4:
        for x in (-12, 12):
            c.circle(x, -8, 10, "none", stroke=p.dark, thickness=2)
        c.line([(-3, -8), (3, -8)], p.dark, 2)
    c.line([(-8, 13), (0, 17), (8, 13)], "#8a3b3b", 2.4)


def facade(c, p):
    """A building with columns."""
    _sky(c, p.back, p.pale)
    landscapes.cloud(c, 50, c.top + 44, 0.7)
    _below(c, 66, c.linear(p.floor, darker(p.floor, 0.15)))
    wall = mix(p.pale, p.floor, 0.3)
    c.box(0, 26, 156, 90, darker(wall, 0.15), shadow=4)
    for x in range(-62, 63, 25):
        c.box(x, 26, 13, 88, c.linear(lighter(wall, 0.4), wall, darker(wall, 0.15), turn=0), shadow=2)
    c.polygon([(-92, -22), (0, -66), (92, -22)], p.main, shadow=4)
    c.polygon([(-66, -27), (0, -57), (66, -27)], lighter(p.main, 0.25))
    c.box(0, -18, 178, 9, wall)
    for step in range(3):
        c.box(0, 74 + step * 7, 172 + step * 16, 7, darker(wall, 0.05 * step), shadow=1)


def street(c, p):
    _sky(c, p.back, p.pale)
    x = c.left - 4
    while x < c.right:
        w, h = c.random.uniform(34, 48), c.random.uniform(84, 128)
        tone = c.random.choice((p.main, p.accent, p.floor, lighter(p.main, 0.4), p.pale))
        c.box(x + w / 2, 70 - h / 2, w, h, tone, shadow=2)
        c.polygon([(x, 70 - h), (x + w / 2, 70 - h - 16), (x + w, 70 - h)], p.dark)
        for wy in range(int(76 - h), 30, 24):
            for wx in (x + w * 0.3, x + w * 0.7):
                c.box(wx, wy + 6, 9, 13, "#fdf3d2" if c.random.random() < 0.5 else p.dark, corner=1)
        c.box(x + w / 2, 58, 12, 24, darker(tone, 0.45), corner=2)
        x += w + 1
    _below(c, 70, c.linear(p.dark, darker(p.dark, 0.3)))
    for x in (-70, -20, 30, 80):
        c.box(x, 84, 24, 3, p.pale, opacity=0.7)


def bridge(c, p):
    _sky(c, p.main, p.back, lighter(p.accent, 0.4))
    landscapes.hills(c, 20, mix(p.main, p.back, 0.4), 14)
    _below(c, 42, c.linear(p.main, p.dark))
    for x in (-62, 62):
        c.box(x, -2, 12, 110, p.accent, shadow=3)
        for k in range(1, 9):
            reach = k * 13
            for side in (-1, 1):
                c.line([(x, -52), (x + side * reach * 0.5, -52 + 42), (x + side * reach, 26)][::2], p.pale, 0.9)
    c.box(0, 28, c.right * 2 + 10, 8, p.dark, shadow=3)
    for _ in range(8):
        c.box(c.random.uniform(c.left, c.right), c.random.uniform(54, c.bottom), 30, 1.6, p.pale, opacity=0.5)


def train(c, p):
    _sky(c, p.back, p.pale)
    landscapes.hills(c, 12, mix(p.main, p.back, 0.5), 26)
    _below(c, 52, c.linear(p.floor, darker(p.floor, 0.2)))
    c.path(f"M{c.left - 10} -6H26q44 4 58 52H{c.left - 10}Z", c.linear("#ffffff", p.pale, p.back), shadow=5)
    c.path("M22 2q30 2 42 24H22Z", p.dark)
    c.box(c.left / 2 + 6, 30, c.right + 126, 7, p.main)
    x = c.left + 8
    while x < 10:
        c.box(x, 10, 16, 13, p.dark, corner=3)
        x += 23
    c.box(0, 52, c.right * 2 + 10, 4, p.dark)
    for x in range(int(c.left), int(c.right), 14):
        c.box(x, 58, 6, 6, darker(p.dark, 0.2))


def turbines(c, p):
    _sky(c, p.main, p.back, p.pale)
    landscapes.cloud(c, -50, c.top + 40, 0.8)
    for x, y, size in ((-62, 4, 0.75), (6, -16, 1.15), (70, 0, 0.85)):
        c.polygon([(x - 2.4 * size, y), (x + 2.4 * size, y), (x + 4, 80), (x - 4, 80)], "#f6f8fa", shadow=2)
        start = c.random.uniform(0, 120)
        for k in range(3):
            with c.at(x, y, scale=size, turn=start + k * 120):
                c.path("M0 -3Q30 -8 54 0Q30 3 0 3Z", "#ffffff", shadow=2)
        c.circle(x, y, 4 * size, p.floor)
    landscapes.hills(c, 62, p.main, 10)
    landscapes.hills(c, 82, darker(p.main, 0.3), 8)


def lighthouse(c, p):
    _sky(c, p.main, p.back, lighter(p.accent, 0.4))
    _below(c, 44, c.linear(p.main, p.dark))
    c.polygon([(8, -62), (c.right + 40, -96), (c.right + 40, -26)], "#fff2bf", opacity=0.4)
    c.curve([(-90, 110), (-70, 66), (-20, 50), (40, 58), (70, 84), (80, 112)], p.dark, shadow=4)
    body = "M-16 -50h32l10 108h-52Z"
    c.path(body, "#fbfbf8", shadow=4)
    with c.inside(body):
        for y in (-30, 14):
            c.box(0, y, 70, 22, p.accent)
    c.box(0, -54, 44, 6, p.dark)
    c.box(0, -66, 24, 20, "#fff2bf", corner=2)
    c.polygon([(-18, -76), (0, -94), (18, -76)], p.accent)


def market(c, p):
    c.fill(c.linear(p.pale, p.back))
    _below(c, 74, darker(p.floor, 0.25))
    for x in (-1, 1):
        with c.at(x * 50, 0):
            c.box(0, 54, 92, 44, mix(p.floor, "#8b5f3c", 0.5), shadow=4)
            for i in range(6):
                for j in range(2):
                    tone = c.random.choice((p.accent, p.main, "#c9443a", "#e9b33f"))
                    c.circle(-38 + i * 15, 30 + j * 9, 8, tone, shadow=2)
            c.box(-42, 0, 4, 90, p.dark)
            c.box(42, 0, 4, 90, p.dark)
            for i in range(6):
                c.path(f"M{-50 + i * 16.7} -50h16.7v26a8.3 8.3 0 0 1 -16.7 0Z", p.main if i % 2 else p.pale, shadow=2)
    for i in range(9):
        c.circle(-96 + i * 24, c.top + 18 + 9 * math.sin(i), 4, lighter(p.accent, 0.3), shadow=2)


def tram(c, p):
    _sky(c, p.back, p.pale)
    x = c.left
    while x < c.right:
        w, h = c.random.uniform(30, 46), c.random.uniform(60, 110)
        c.box(x + w / 2, 60 - h / 2, w, h, mix(p.floor, p.back, c.random.random()))
        x += w
    _below(c, 64, darker(p.floor, 0.3))
    c.line([(c.left, -62), (c.right, -62)], p.dark, 1.5)
    c.line([(-14, -34), (4, -48), (-8, -62)], p.dark, 2.5)
    c.box(0, 18, 148, 96, c.linear(lighter(p.main, 0.1), p.main), corner=16, shadow=5)
    c.box(0, 34, 148, 12, p.accent)
    for x in (-54, -18, 18, 54):
        c.box(x, 0, 28, 32, c.linear("#eaf6fb", "#b9dbe8"), corner=4)
    c.box(0, 70, 110, 10, INK, corner=5)


def cafe(c, p):
    c.fill(c.linear(p.main, darker(p.main, 0.2)))
    _below(c, 76, darker(p.floor, 0.3))
    c.box(-26, 24, 112, 96, "#fbe6b4", corner=4, shadow=2)
    c.box(-26, 24, 3, 96, p.dark)
    c.box(62, 28, 42, 98, p.accent, corner=3, shadow=3)
    c.circle(76, 32, 3, p.pale)
    for i in range(8):
        c.path(f"M{-100 + i * 25} -46h25v22a12.5 12.5 0 0 1 -25 0Z", p.pale if i % 2 else p.accent, shadow=3)
    c.box(0, -66, 130, 26, p.dark, corner=5, shadow=3)
    for i in range(5):
        c.box(-40 + i * 20, -66, 11, 4, p.pale, corner=2)
    c.box(-60, 68, 34, 5, p.dark)
    c.box(-60, 82, 4, 26, p.dark)
    c.path("M-68 54h16v6a8 8 0 0 1 -16 0Z", p.pale, shadow=2)
    c.circle(90, 72, 15, "#4f8a55", shadow=3)


def park(c, p):
    _sky(c, p.back, p.pale)
    landscapes.hills(c, 20, p.main, 14)
    landscapes.hills(c, 52, lighter(p.main, 0.2), 8)
    c.path(f"M-10 40Q40 60 -30 {c.bottom + 8}H50Q90 70 6 40Z", lighter(p.floor, 0.4))
    for _ in range(8):
        x, y = c.random.uniform(c.left, c.right), c.random.uniform(12, 56)
        c.box(x, y + 8, 5, 26, "#6b4a30")
        tone = c.random.choice((p.main, p.accent, darker(p.main, 0.2)))
        c.circle(x, y - 14, c.random.uniform(16, 24), c.radial(lighter(tone, 0.25), tone), shadow=3)


# Sport.


def pitch(c, p):
    c.fill("#3f8f4f")
    for i in range(-6, 7):
        if i % 2:
            c.box(i * 30, 0, 30, c.bottom * 2 + 4, "#48a05a")
    for data in (circle_path(0, 0, 34), box_path(0, 0, c.right * 2 - 20, c.bottom * 2 - 20)):
        c.path(data, stroke="#ffffff", thickness=2.6)
    c.box(0, 0, 2.6, c.bottom * 2 - 20, "#ffffff")
    for _ in range(6):
        x, y = c.random.uniform(c.left + 20, c.right - 20), c.random.uniform(-70, 70)
        c.circle(x, y, 7, c.random.choice((p.main, p.accent)), shadow=3)


def ball(c, p):
    c.fill(c.linear(p.main, p.dark, turn=50))
    c.circle(0, 90, 60, "#000000", opacity=0.18, blur=6)
    c.circle(0, 0, 70, c.radial("#ffffff", "#e6e9ee", "#b9c0ca"), shadow=6)
    with c.inside_circle(0, 0, 70):
        turn = c.random.uniform(0, 72)
        c.polygon([polar(turn + k * 72, 22) for k in range(5)], p.dark)
        for k in range(5):
            x, y = polar(turn + k * 72, 22)
            x2, y2 = polar(turn + k * 72, 46)
            c.line([(x, y), (x2, y2)], p.dark, 3)
            middle = polar(turn + 36 + k * 72, 66)
            c.polygon([polar(turn + 180 + (k + m) * 72, 22, *middle) for m in range(5)], p.dark)


def jersey(c, p):
    c.fill(c.linear(lighter(p.back, 0.3), p.floor, turn=60))
    body = "M-34 -72q34 18 68 0l48 26l-16 40l-22 -8v92h-88v-92l-22 8l-16 -40Z"
    c.path(body, p.main, shadow=6)
    with c.inside(body):
        if c.random.random() < 0.6:
            for x in (-44, -14, 16, 46):
                c.box(x, 0, 14, 200, p.accent)
        else:
            c.box(0, -6, 220, 24, p.accent)
    c.path("M-34 -72q34 18 68 0q-34 34 -68 0Z", p.pale)
    c.circle(26, -24, 9, p.pale, shadow=1)


def stadium(c, p):
    _sky(c, p.dark, p.main, p.back)
    for x in (-80, 80):
        c.box(x, -32, 5, 90, p.floor)
        light = [(x - 14, -78), (x + 14, -78), (60 - x * 0.2, 70), (-60 - x * 0.2, 70)]
        c.polygon(light, "#ffffff", opacity=0.10)
        c.box(x, -78, 34, 16, p.pale, corner=3, shadow=2)
    c.ellipse(0, 46, c.right + 30, 56, mix(p.dark, p.main, 0.3))
    for _ in range(330):
        x, y = polar(c.random.uniform(180, 360), 1)
        r = c.random.uniform(0.72, 0.98)
        c.circle(x * (c.right + 26) * r, 46 + y * 52 * r, 1.8, c.random.choice((p.accent, p.pale, p.back, p.main)))
    c.ellipse(0, 66, c.right * 0.95, 40, "#48a05a")
    c.ellipse(0, 66, 26, 11, "none", stroke="#ffffff", thickness=1.8)
    c.box(0, 66, 1.8, 80, "#ffffff")


def trophy(c, p):
    c.fill(c.radial(lighter(p.main, 0.25), p.main, p.dark, x=0.5, y=0.4))
    for turn in range(0, 360, 30):
        c.sector(0, -10, 190, turn, turn + 12, p.accent, opacity=0.10)
    gold = c.linear("#fff0b8", "#f0bf4c", "#b47a1c", turn=0)
    for side in (-1, 1):
        c.arc(side * 42, -32, 20, 90 if side < 0 else -90, 270 if side < 0 else 90, "#e3ac3c", 7, shadow=3)
    c.path("M-44 -66h88q2 68 -34 82h-20q-36 -14 -34 -82Z", gold, shadow=5)
    c.box(0, 32, 14, 40, gold)
    c.box(0, 60, 66, 14, gold, corner=4, shadow=4)
    c.box(0, 76, 88, 18, p.dark, corner=3, shadow=4)


def runner(c, p):
    """A player in front of the pitch."""
    c.fill(c.linear(p.main, p.dark, turn=70))
    _below(c, 70, c.linear("#48a05a", "#2f7a42"))
    for i in range(6):
        c.box(-90 + i * 6, -60 + i * 26, 70, 3, p.accent, opacity=0.45)
    skin = c.random.choice(("#f0c29a", "#c98d5f", "#8a5636"))
    c.line([(4, 16), (30, 40), (20, 78)], skin, 12)
    c.line([(-4, 16), (-26, 44), (-60, 42)], skin, 12)
    c.line([(20, 78), (32, 80)], INK, 10)
    c.line([(-60, 42), (-64, 34)], INK, 10)
    c.line([(8, -36), (40, -20), (54, -42)], skin, 9)
    c.line([(-6, -36), (-34, -14), (-26, 8)], skin, 9)
    c.curve([(-16, -44), (18, -46), (18, 6), (20, 26), (-22, 26), (-16, 0)], c.linear(p.pale, p.accent), shadow=4)
    c.circle(8, -64, 16, skin, shadow=3)
    c.path("M-8 -66q2 -20 18 -18q16 2 14 14q-18 -6 -32 4Z", INK)
    c.circle(62, 78, 11, "#ffffff", shadow=3)


def crest(c, p):
    c.fill(c.linear(lighter(p.back, 0.3), p.back, turn=60))
    shield = "M-58 -66q58 -22 116 0v64q0 52 -58 82q-58 -30 -58 -82Z"
    c.path(shield, p.main, shadow=6)
    with c.inside(shield):
        c.box(0, -50, 200, 34, p.dark)
        if c.random.random() < 0.5:
            for x in (-36, 0, 36):
                c.box(x, 30, 17, 160, p.accent)
        else:
            c.box(0, 24, 260, 30, p.accent, turn=-38)
    c.path(shield, stroke=p.pale, thickness=5)
    c.circle(0, 8, 24, p.pale, shadow=3)
    c.polygon([polar(-90 + k * 36, 18 if k % 2 == 0 else 8, 0, 8) for k in range(10)], p.dark)


# Films.


def road(c, p):
    _sky(c, p.dark, p.main, p.accent)
    landscapes.sun(c, 0, 4, 30, lighter(p.accent, 0.45))
    landscapes.hills(c, 14, mix(p.main, p.dark, 0.6), 20)
    _below(c, 20, c.linear(p.dark, darker(p.dark, 0.5)))
    c.polygon([(-7, 20), (7, 20), (90, c.bottom + 4), (-90, c.bottom + 4)], "#2b2f3a")
    y = 26
    while y < c.bottom:
        s = (y - 18) / 80
        c.box(0, y, 2 + 7 * s, 5 + 16 * s, p.pale)
        y += 12 + 30 * s
    c.box(-20, 62, 46, 20, p.accent, corner=6, shadow=4)
    c.box(-20, 50, 32, 16, darker(p.accent, 0.3), corner=6)
    for x in (-38, -2):
        c.circle(x, 62, 3.4, "#ffe9b0")


def rocket(c, p):
    _sky(c, p.dark, mix(p.dark, p.main, 0.6))
    for _ in range(60):
        c.circle(*_anywhere(c), c.random.uniform(0.5, 1.6), "#ffffff", opacity=0.8)
    c.circle(c.right - 20, c.bottom - 10, 84, c.radial(p.accent, p.main, p.dark), shadow=4)
    c.ellipse(-44, -60, 22, 22, c.radial(lighter(p.floor, 0.4), p.floor))
    c.ellipse(-44, -60, 40, 7, "none", stroke=p.pale, thickness=2.5, turn=-18)
    with c.at(-10, 0, turn=32):
        c.path("M-11 46q11 44 22 0Z", "#ffb347")
        c.path("M-24 48q-6 -34 12 -40v34ZM24 48q6 -34 -12 -40v34Z", p.accent)
        c.path("M-17 44q-10 -72 17 -104q27 32 17 104Z", c.linear("#ffffff", "#cfd6e2", turn=0), shadow=4)
        c.circle(0, -12, 10, p.main)
        c.circle(0, -12, 6, "#dff1fb")


def eye(c, p):
    c.fill(c.radial(p.main, p.dark, x=0.5, y=0.5))
    for turn in range(0, 360, 20):
        c.sector(0, 0, 260, turn, turn + 8, p.accent, opacity=0.16)
    c.path("M-86 0Q0 -72 86 0Q0 72 -86 0Z", p.pale, shadow=5)
    c.circle(0, 0, 36, c.radial(p.accent, darker(p.accent, 0.4), x=0.5, y=0.5))
    c.circle(0, 0, 16, INK)
    c.circle(-9, -10, 6, "#ffffff")


def whale(c, p):
    _sky(c, p.back, p.main, p.dark)
    for x in (-60, -20, 30, 70):
        c.polygon([(x, c.top), (x + 18, c.top), (x + 60, c.bottom), (x - 20, c.bottom)], "#ffffff", opacity=0.08)
    back = "M-86 6Q-70 -40 0 -36Q60 -34 84 -6Q92 -34 104 -40Q104 -14 92 4"
    c.path(
        f"{back}Q104 16 104 34Q88 26 80 12Q50 44 -16 44Q-76 44 -86 6Z",
        c.linear(lighter(p.dark, 0.2), p.dark),
        shadow=5,
    )
    c.path("M-84 12Q-50 32 10 30Q-10 46 -30 43Q-76 40 -84 12Z", p.pale, opacity=0.9)
    c.circle(-58, 0, 3.6, p.pale)
    for _ in range(14):
        c.circle(*_anywhere(c), c.random.uniform(1.5, 4), p.pale, opacity=0.5)


def door(c, p):
    c.fill(c.linear(p.dark, darker(p.dark, 0.4)))
    c.polygon([(-32, 70), (32, 70), (c.right + 10, c.bottom + 4), (c.left - 10, c.bottom + 4)], p.accent, opacity=0.6)
    c.box(0, 0, 76, 142, p.main, shadow=3)
    c.box(0, 3, 62, 134, c.linear(lighter(p.accent, 0.65), p.accent))
    c.path("M-7 70v-40h-5v-22q12 -10 24 0v22h-5v40Z", INK)
    c.circle(0, -4, 9, INK)


def mask(c, p):
    c.fill(c.linear(p.main, p.dark, turn=45))
    c.path("M-56 -50Q0 -80 56 -50Q66 30 0 84Q-66 30 -56 -50Z", c.linear(p.pale, p.accent), shadow=6)
    for x in (-24, 24):
        c.ellipse(x, -14, 13, 7, INK, turn=8 if x < 0 else -8)
        c.arc(x, -16, 20, 205, 335, p.dark, 4)
    c.path("M0 -6L-8 22H8Z", darker(p.accent, 0.15))
    c.path("M-22 38Q0 54 22 38Q0 46 -22 38Z", "#a33b3b")
    c.circle(0, -48, 6, p.main)


# The museum.


def grid_painting(c, p):
    c.fill("#f7f4ea")
    xs = [c.left, c.left * 0.35, c.right * 0.1, c.right * 0.66, c.right]
    ys = [c.top, c.top * 0.3, c.bottom * 0.25, c.bottom * 0.7, c.bottom]
    for i in range(4):
        for j in range(4):
            tone = c.random.choice(("#f7f4ea", "#f7f4ea", p.main, p.accent, p.dark, p.back))
            c.box((xs[i] + xs[i + 1]) / 2, (ys[j] + ys[j + 1]) / 2, xs[i + 1] - xs[i], ys[j + 1] - ys[j], tone)
    for x in xs[1:4]:
        c.box(x, 0, 5, c.bottom * 2 + 4, INK)
    for y in ys[1:4]:
        c.box(0, y, c.right * 2 + 4, 5, INK)


def scales(c, p):
    """A pattern of overlapping circles."""
    c.fill(p.dark)
    for row in range(-1, int(c.bottom * 2 / 16) + 3):
        for i in range(-1, int(c.right * 2 / 40) + 3):
            x, y = c.left + i * 40 + (row % 2) * 20, c.top + row * 16
            for r, tone in ((20, p.pale), (17, p.main), (12, p.back), (7, p.accent)):
                c.circle(x, y, r, tone)


def amphora(c, p):
    c.fill(c.radial(lighter(p.back, 0.35), p.floor, x=0.5, y=0.4))
    _below(c, 70, c.linear(p.pale, p.floor))
    for side in (-1, 1):
        c.line([(side * 13, -66), (side * 46, -56), (side * 34, -20)], p.dark, 6, shadow=3)
    body = "M-14 -78h28v22q34 14 34 52q0 48 -30 78h-36q-30 -30 -30 -78q0 -38 34 -52Z"
    c.path(body, c.linear(lighter(p.main, 0.25), p.main, darker(p.main, 0.3), turn=0), shadow=6)
    with c.inside(body):
        c.box(0, -30, 140, 7, p.dark)
        c.box(0, 42, 140, 7, p.dark)
        for x in range(-60, 61, 20):
            c.polygon([(x - 10, 32), (x, -20), (x + 10, 32)], p.dark, opacity=0.85)
            c.circle(x, 0, 4, p.accent)


def bust(c, p):
    c.fill(c.linear(p.main, p.dark, turn=50))
    c.circle(0, -14, 78, lighter(p.main, 0.2), opacity=0.6)
    stone, shade = "#efece4", "#c9c4b6"
    c.box(0, 92, 70, 40, c.linear(p.floor, darker(p.floor, 0.3)), shadow=4)
    c.path("M-46 74q-4 -40 32 -44v-20h28v20q36 4 32 44Z", c.linear(stone, shade, turn=0), shadow=5)
    c.ellipse(0, -24, 30, 38, c.linear(stone, shade, turn=0), shadow=3)
    for x, y, r in ((-24, -48, 13), (-8, -60, 14), (10, -60, 14), (25, -46, 13), (-30, -30, 9), (31, -28, 9)):
        c.circle(x, y, r, c.radial(stone, shade), shadow=1)
    c.path("M-2 -28l-6 20h9Z", shade)
    for x in (-11, 11):
        c.ellipse(x, -26, 5, 2.4, shade)
    c.box(0, 0, 16, 3, shade, corner=1.5)


def skeleton(c, p):
    """A large animal of long ago."""
    c.fill(c.linear(p.back, p.floor))
    c.circle(20, -10, 74, p.pale, opacity=0.5)
    _below(c, 72, darker(p.floor, 0.25))
    bone = "#fdf8e8"
    c.line([(-92, 30), (-56, 10), (-10, -8), (28, -30), (48, -56)], bone, 7, shadow=4)
    for i in range(7):
        x = -40 + i * 10
        c.line([(x, 2 - i * 3.2), (x - 4, 22 - i * 2), (x + 4, 34 - i * 2)], bone, 3.4, shadow=2)
    c.path("M40 -66q22 -18 50 0l4 12l-26 6l-24 -2Z", bone, shadow=3)
    c.circle(58, -60, 4, p.dark)
    c.line([(52, -46), (72, -40), (88, -46)], bone, 4)
    for x, lean in ((-22, -6), (16, 6)):
        c.line([(x, 4), (x + lean, 38), (x - 2, 72), (x + 12, 74)], bone, 6, shadow=3)
    c.line([(34, -14), (46, 0), (42, 10)], bone, 4)


# Learning.


def book(c, p):
    c.fill(c.linear(lighter(p.back, 0.3), p.back, turn=60))
    c.circle(0, -6, 78, p.floor, opacity=0.5)
    for side in (-1, 1):
        c.path(f"M0 44Q{side * 40} 20 {side * 82} 40V-38Q{side * 40} -58 0 -34Z", p.main, shadow=5)
        c.path(f"M0 36Q{side * 38} 14 {side * 74} 32V-42Q{side * 38} -60 0 -38Z", "#fffdf6", shadow=2)
        for i in range(5):
            c.line([(side * 12, -22 + i * 11), (side * 40, -32 + i * 11), (side * 64, -26 + i * 11)], p.floor, 2.4)
    c.path("M44 -58v40l9 -8l9 8v-34Z", p.accent)


def planet(c, p):
    _sky(c, p.dark, mix(p.dark, p.main, 0.7))
    for _ in range(50):
        c.circle(*_anywhere(c), c.random.uniform(0.5, 1.5), "#ffffff", opacity=0.8)
    c.circle(0, 0, 52, c.radial(lighter(p.accent, 0.45), p.accent, darker(p.accent, 0.45)), shadow=5)
    with c.inside_circle(0, 0, 52):
        for y in (-26, -4, 16, 32):
            c.box(0, y, 130, 7, darker(p.accent, 0.2), opacity=0.5, turn=-14)
    with c.at(turn=-14):
        c.path("M-58 0A84 20 0 0 0 58 0", stroke=p.pale, thickness=6, opacity=0.9)
    c.circle(-66, -54, 9, c.radial(p.pale, p.floor), shadow=2)


def code(c, p):
    c.fill(c.linear(p.main, p.dark, turn=45))
    c.box(0, 0, 164, 120, "#171b26", corner=10, shadow=6)
    for i, tone in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        c.circle(-68 + i * 13, -46, 4, tone)
    y = -26
    for indent in (0, 1, 2, 2, 1, 0):
        x = -66 + indent * 16
        for _ in range(c.random.randrange(2, 4)):
            w = c.random.uniform(14, 34)
            c.box(x + w / 2, y, w, 6, c.random.choice((p.accent, p.back, p.floor, "#8fd3a8")), corner=3)
            x += w + 6
        y += 14


def chart(c, p):
    c.fill(c.linear(lighter(p.back, 0.3), p.back, turn=60))
    c.box(0, 0, 168, 128, "#ffffff", corner=10, shadow=5)
    last = None
    for i in range(6):
        h = 22 + i * 9 + c.random.uniform(-8, 14)
        x = -62 + i * 25
        c.box(x, 48 - h / 2, 15, h, p.main if i < 5 else p.accent, corner=3)
        point = (x, 38 - h - 12)
        if last:
            c.line([last, point], p.dark, 2.4)
        c.circle(*point, 3.6, p.dark)
        last = point
    c.box(0, 50, 150, 2, p.floor)


def atom(c, p):
    c.fill(c.radial(mix(p.main, p.back, 0.3), p.main, p.dark, x=0.5, y=0.5))
    for turn in (0, 60, 120):
        c.ellipse(0, 0, 82, 30, "none", stroke=p.pale, thickness=3.4, turn=turn)
        x, y = polar(turn, 82)
        c.circle(x, y, 7, p.accent, shadow=3)
    c.circle(0, 0, 15, c.radial(lighter(p.accent, 0.4), p.accent), shadow=4)


def globe(c, p):
    c.fill(c.linear(lighter(p.back, 0.3), p.floor, turn=60))
    c.arc(0, -10, 74, -60, 120, p.accent, 6, shadow=3)
    c.circle(0, -10, 62, c.radial(lighter(p.main, 0.35), p.main, darker(p.main, 0.25)), shadow=5)
    with c.inside_circle(0, -10, 62):
        for _ in range(6):
            x, y = c.random.uniform(-50, 50), c.random.uniform(-60, 40)
            c.blob(x, y, c.random.uniform(12, 26), c.random.uniform(10, 20), "#8fc27a", wobble=0.3)
    c.box(0, 74, 10, 24, p.dark)
    c.ellipse(0, 86, 40, 8, p.dark, shadow=3)


def brush(c, p):
    c.fill(c.linear(p.pale, p.back, turn=50))
    for i, tone in enumerate((p.main, p.accent, p.floor)):
        y = -52 + i * 42
        c.line([(-78, y + 8), (-30, y - 8), (20, y + 10), (66, y - 4)], tone, 26, shadow=2)
    with c.at(26, 22, turn=-42):
        c.box(0, 40, 12, 84, "#8b5f3c", corner=5, shadow=4)
        c.box(0, -6, 14, 18, "#c9ccd2")
        c.path("M-8 -14Q-12 -36 0 -52Q12 -36 8 -14Z", p.dark)


def notes(c, p):
    c.fill(c.linear(p.main, p.dark, turn=50))
    c.circle(0, 0, 80, lighter(p.main, 0.15), opacity=0.5)
    c.line([(-30, 44), (-30, -46)], p.pale, 7, shadow=4)
    c.line([(44, 32), (44, -58)], p.pale, 7, shadow=4)
    c.polygon([(-33, -50), (47, -64), (47, -42), (-33, -28)], p.pale, shadow=4)
    c.ellipse(-44, 48, 20, 14, p.accent, turn=-20, shadow=4)
    c.ellipse(30, 36, 20, 14, p.accent, turn=-20, shadow=4)


def chess(c, p):
    c.fill(p.back)
    size = 50
    for i in range(int(c.left // size) - 1, int(c.right // size) + 2):
        for j in range(int(c.top // size) - 1, int(c.bottom // size) + 2):
            if (i + j) % 2:
                c.box(i * size + 25, j * size + 25, size, size, p.floor)
    for x, y, tone in ((-38, 14, p.dark), (40, -6, p.pale)):
        with c.at(x, y):
            c.path("M-26 58h52l-8 -16q-10 -34 -8 -52h-20q2 18 -8 52Z", tone, shadow=5)
            c.circle(0, -26, 20, tone, shadow=4)
            c.box(0, -6, 36, 8, tone, corner=4)


# A picture across a screen with room for nothing but itself.


def banner(c, p):
    c.fill(c.linear(lighter(p.back, 0.1), p.floor, turn=20))
    for _ in range(5):
        x, y = _anywhere(c)
        c.circle(x, y, c.random.uniform(30, 80), lighter(p.back, 0.4), opacity=0.5)
    c.furnished = True
    things = [vase, mug, lamp, chair, basket, cushion]
    c.random.shuffle(things)
    others = [p, p._replace(main=p.accent, accent=p.main), p._replace(main=p.dark, accent=p.accent)]
    for index, thing in enumerate(things[:5]):
        with c.at(c.left + 62 + index * (c.right * 2 - 124) / 4, -8, scale=0.62):
            thing(c, others[index % 3])


MOTIFS = {
    name: drawing
    for name, drawing in list(globals().items())
    if callable(drawing) and getattr(drawing, "__module__", "") == __name__ and not name.startswith("_")
}


def draw(c, name):
    """Draws a picture by its name: motif-palette-number, or dish-NAME for one of the sample content's."""
    motif, colours, *_ = name.split("-")
    if motif == "dish":
        for module in (photos, topics, scenes, articles):
            if hasattr(module, colours):
                return getattr(module, colours)(c)
    MOTIFS[motif](c, PALETTES[colours])
