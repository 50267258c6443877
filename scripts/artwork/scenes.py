"""The pictures of the favourite scenes: a dish on its table, or where it is eaten."""

from . import bowls, drinks, japanese, produce, scenery, sweets, table, western
from .canvas import put


def favorite_scene1(c):
    table.gingham(c, "#4f8a6b", size=36)
    put(c, western.napolitan, -4, 26, 0.76)
    put(c, drinks.lemonade, 64, -88, 0.32)
    put(c, table.fork, -86, -66, 0.8, 8)
    put(c, produce.basil, -66, 108, 1.2, 20)


def favorite_scene2(c):
    table.wood(c, "#6d4636", turn=90, width=40)
    put(c, bowls.white_ramen, 0, 20, 0.88)
    put(c, table.chopsticks, 0, 114, 0.96, -4)
    put(c, japanese.gyoza, -52, -102, 0.42)
    put(c, table.saucer, 54, -92, 0.26, sauce="#6b2a1c")


def favorite_scene3(c):
    table.plain(c, "#7f9fb0")
    table.mat(c, "#f0e2c8", 150, 190, -8)
    put(c, japanese.omelette_rice, -2, 18, 0.86)
    put(c, table.spoon, 86, 64, 0.85, 10)
    put(c, western.potage, -48, -92, 0.34)
    put(c, drinks.lemonade, 58, -96, 0.30)


def favorite_scene4(c):
    table.wood(c, "#c39a6b", width=38)
    with c.at(0, 6):
        table.tray(c, 188, 232, "#7a3a34", corner=6)
    put(c, japanese.grilled_fish, 0, -46, 0.74)
    put(c, bowls.rice_bowl, -44, 58, 0.42)
    put(c, bowls.miso_soup, 46, 58, 0.40)
    put(c, table.saucer, 2, 8, 0.20, sauce="#7a9a3c")
    put(c, table.chopsticks, 0, 108, 0.90, 0)


def favorite_scene5(c):
    scenery.night_stall(c)


def favorite_scene6(c):
    table.plain(c, "#d9d2c2")
    with c.at(turn=-8):
        c.box(0, 10, 164, 210, "#3f6a86", corner=2, shadow=3)
        for x in range(-70, 80, 20):
            c.box(x, 10, 2, 210, "#5383a0")
    put(c, bowls.seafood_bowl, 0, 20, 0.84)
    put(c, bowls.miso_soup, -56, -92, 0.36)
    put(c, drinks.green_tea, 62, -92, 0.28)
    put(c, table.chopsticks, 0, 114, 0.95, -5)


def favorite_scene7(c):
    c.fill(c.linear("#f0c8bd", "#f6dccd"))
    c.circle(0, -14, 82, "#fae9dc")
    c.box(0, c.bottom - 18, 210, 74, c.linear("#8fb0a8", "#7a9d95"))
    put(c, drinks.teapot, 10, -30, 0.60)
    put(c, sweets.cake_slice, -6, 42, 0.80)


def favorite_scene8(c):
    table.wood(c, "#8f5f44", width=42)
    put(c, bowls.hot_pot, 0, 14, 0.84)
    put(c, bowls.beaten_egg, -62, -98, 0.28)
    put(c, drinks.green_tea, 64, -96, 0.28)
    put(c, table.chopsticks, 2, 116, 0.95, -3)


def favorite_scene9(c):
    table.plain(c, "#a9573f")
    table.mat(c, "#e6cfa4", 168, 236, 6, border="#c9a56d")
    put(c, japanese.skewers, -8, 14, 0.82, 6)
    put(c, table.saucer, 72, -98, 0.24, sauce="#4a2318")
    put(c, produce.lemon_wedge, 78, 92, 1.0, 30)


def favorite_scene10(c):
    table.tiles(c, "#e9c9a0", "#e3bd8d", size=50)
    put(c, japanese.curry, 0, 24, 0.88)
    put(c, table.spoon, -80, -72, 0.8, -14)
    put(c, western.salad, 54, -90, 0.38)


def favorite_scene11(c):
    scenery.bistro(c)


def favorite_scene12(c):
    c.fill(c.linear("#f6d9a0", "#f9e6bf"))
    for index in range(20):
        c.sector(0, -10, 260, index * 18, index * 18 + 9, "#fbeccb")
    c.box(0, c.bottom - 12, 210, 66, c.linear("#d9725f", "#c25c4c"))
    put(c, sweets.melon_soda, 0, 2, 1.04)
