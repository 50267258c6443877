"""The pictures of the photos."""

from . import bowls, boxes, drinks, japanese, landscapes, produce, sweets, table, western
from . import ingredients as food
from .canvas import put


def pickup_photo1(c):
    table.wood(c, "#8a5b41")
    put(c, bowls.ramen, -4, -6, 0.84)
    put(c, table.chopsticks, 4, 87, 0.98, -4)
    put(c, table.saucer, 84, -80, 0.20, sauce="#3b1d14")
    put(c, drinks.green_tea, -86, -84, 0.24)


def pickup_photo2(c):
    table.plain(c, "#f3b9b4")
    c.circle(0, -10, 84, "#e88f95")
    c.box(0, c.bottom - 22, 210, 60, c.linear("#fbe7da", "#f3d3c4"))
    put(c, sweets.parfait, 0, 4, 1.02)
    put(c, produce.strawberry, -62, 92, 1.0, -50)
    put(c, produce.strawberry, 64, 96, 0.85, 60)
    put(c, produce.blueberry, 46, 106, 1.0)
    put(c, produce.blueberry, -42, 104, 0.9)


def pickup_photo3(c):
    table.wood(c, "#3e3a40", turn=90, width=40)
    put(c, boxes.sushi_board, -10, -12, 1.06, -6)
    put(c, table.chopsticks, -20, 82, 1.0, -6)
    put(c, table.saucer, 122, 66, 0.26, sauce="#3b1d14")
    put(c, drinks.green_tea, 124, -70, 0.26)
    put(c, produce.leaf, -134, -80, 1.0, 40, colour="#6f9f4a")


def pickup_photo4(c):
    table.plain(c, "#c3d9d7")
    c.box(0, 62, c.right * 2 + 2, 90, "#b4cdcb")
    put(c, western.breakfast, -42, -4, 0.86)
    put(c, drinks.latte, 94, -36, 0.50, under="#e9b07a", colour="#fff8ee")
    put(c, table.fork, -138, 10, 0.9)
    put(c, table.saucer, 82, 62, 0.26, sauce="#b5283a", colour="#fff4ea")
    put(c, produce.strawberry, 122, 66, 0.7, 30)


def pickup_photo5(c):
    table.gingham(c, "#c9443c", size=36)
    put(c, western.pizza, -20, -2, 0.82)
    put(c, drinks.lemonade, 108, -52, 0.30)
    put(c, produce.tomato_slice, 106, 38, 1.0)
    put(c, produce.basil, 126, 66, 1.3, 30)
    put(c, produce.cherry_tomato, 88, 74, 1.0)
    put(c, produce.basil, -132, -74, 1.4, 120)


def pickup_photo6(c):
    table.terrazzo(c, "#bfe0d8", "#f2a0b5", "#f6d26a", "#7fb5aa", "#ffffff")
    put(c, sweets.donuts, 0, -2, 1.10)


def pickup_photo7(c):
    table.plain(c, "#d9a48a")
    with c.at(turn=-12):
        c.box(-8, 24, 130, 190, "#f3e2cf", corner=2, shadow=3)
        c.box(-8, 24, 116, 176, "none", stroke="#e0b79c", thickness=1.6)
    put(c, drinks.latte, 10, -38, 0.68, under="#fff6ea")
    put(c, table.plate, -14, 74, 0.56, colour="#f8efe2", rim="#8fb0a8")
    put(c, food.croissant, -14, 70, 0.82, -14)
    put(c, table.spoon, 78, 30, 0.6, 16)
    twigs(c, (72, 104, 0.9, -130), (-84, -106, 1.0, 40), colour="#7c9a70")


def pickup_photo8(c):
    table.plain(c, "#2f5d62")
    with c.at(turn=-5):
        c.box(0, 0, 250, 168, "#e8d9b9", corner=3, shadow=3)
    put(c, boxes.bento, -4, -6, 1.0, -5)
    put(c, table.chopsticks, -4, 82, 1.05, -8)
    put(c, drinks.green_tea, 130, -70, 0.22)


def pickup_photo9(c):
    table.plain(c, "#7d93b8")
    put(c, sweets.fruit_tart, 2, -2, 0.84)
    put(c, produce.strawberry, -86, 78, 0.9, 30)
    put(c, produce.blueberry, -66, 90, 1.0)
    put(c, produce.blueberry, 88, -84, 1.2)
    put(c, produce.blueberry, 74, -92, 0.9)
    put(c, produce.basil, 86, 84, 1.2, 20, colour="#6aa84f")


def pickup_photo10(c):
    c.fill("#f3b13c")
    for index in range(16):
        c.sector(0, 12, 260, index * 22.5, index * 22.5 + 11.25, "#f6be57")
    c.circle(0, 6, 86, "#fbd98c", opacity=0.7)
    c.box(0, c.bottom - 12, 210, 60, c.linear("#c9503a", "#a93d2c"))
    put(c, sweets.burger, 0, 22, 0.86)


def pickup_photo11(c):
    table.tiles(c, "#eef1ea", "#dfe7dc", size=40)
    put(c, western.salad, 0, -4, 0.88)
    put(c, table.fork, -92, 56, 0.8, -20)
    put(c, produce.lemon_wedge, 82, 80, 1.0, 20)
    put(c, produce.tomato_slice, 88, -86, 0.9)


def pickup_photo12(c):
    table.wood(c, "#b98258", width=40)
    put(c, japanese.gyoza, -14, -6, 0.86)
    put(c, table.chopsticks, -6, 86, 1.05, -3)
    put(c, table.saucer, 100, 28, 0.28, sauce="#6b2a1c")
    put(c, drinks.green_tea, 102, -56, 0.26)


def pickup_photo13(c):
    table.wood(c, "#5a3f35", turn=90, width=44)
    put(c, western.steak_plate, -12, -4, 0.88)
    put(c, table.fork, -116, 0, 0.95)
    put(c, table.knife, 94, 0, 0.95)
    put(c, drinks.coffee, 124, -92, 0.30, colour="#e9dfcf")


def pickup_photo14(c):
    table.plain(c, "#b9c79a")
    with c.at(turn=8):
        c.box(4, 6, 150, 218, "#f2ead8", corner=2, shadow=3)
    put(c, sweets.dango, -4, -44, 0.68, 8)
    put(c, drinks.matcha, 14, 66, 0.50)
    put(c, landscapes.cherry_twig, -70, 108, 0.9, -20)


def pickup_photo15(c):
    table.plain(c, "#86abbb")
    c.box(-40, 0, 60, 202, "#93b6c5")
    c.box(48, 0, 30, 202, "#93b6c5")
    put(c, sweets.pancakes, 0, -4, 0.86)
    put(c, drinks.coffee, 86, -88, 0.34)
    put(c, table.fork, -88, 60, 0.75, -14)


def pickup_photo16(c):
    table.tiles(c, "#2d6f8f", "#347b9b", size=50)
    put(c, western.paella, -8, -2, 0.84)
    put(c, drinks.lemonade, 128, -58, 0.28)
    put(c, produce.citrus, 124, 44, 1.1, colour="#f3c92e")
    put(c, produce.citrus, 148, 70, 0.8, colour="#f3c92e")
    put(c, table.spoon, -138, 16, 0.9, -8)
    put(c, food.shrimp, -150, -70, 1.1, 30)


def pickup_photo17(c):
    table.plain(c, "#c9433a")
    table_rays(c, "#d4564a")
    put(c, japanese.takoyaki, 0, 2, 0.92, -4)
    put(c, produce.leaf, -126, 78, 0.8, 30)


def pickup_photo18(c):
    c.fill(c.linear("#5b3050", "#7a3f5c"))
    c.circle(0, -20, 88, "#8f4f68")
    c.box(0, c.bottom - 24, 210, 64, c.linear("#b98252", "#94633a"))
    c.box(0, c.bottom - 55, 210, 3, "#d2a272")
    put(c, drinks.wine_bottle, -30, -10, 1.06)
    put(c, drinks.wine_glass, 40, 16, 0.86)
    put(c, food.cheese_wedge, 28, 98, 0.9, -4)
    put(c, produce.grapes, -64, 94, 0.86, 72)


def pickup_photo19(c):
    table.plain(c, "#a8c6b9")
    put(c, sweets.strawberry_cake, 0, -3, 0.90)
    for x, y, turn in ((-86, -84, -30), (88, 86, 40)):
        put(c, produce.strawberry, x, y, 0.85, turn)
    put(c, produce.basil, 84, -86, 1.1, 60, colour="#6aa84f")


def pickup_photo20(c):
    table.wood(c, "#42505c", width=36)
    put(c, japanese.tempura, -18, -4, 0.86)
    put(c, table.saucer, 92, 40, 0.32, sauce="#a5703a")
    put(c, bowls.rice_bowl, 94, -52, 0.38, topping=None)
    put(c, table.chopsticks, 84, 88, 0.62, -6)


def table_rays(c, colour):
    """Rays behind something that is in the centre."""
    for index in range(18):
        c.sector(0, 0, 320, index * 20, index * 20 + 10, colour)


def twigs(c, *places, colour=produce.LEAF):
    """Twigs for the corners: x, y, scale, turn."""
    for x, y, scale, turn in places:
        put(c, produce.sprig, x, y, scale, turn, colour=colour)
