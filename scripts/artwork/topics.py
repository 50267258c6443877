"""The pictures of the topics. Each shows what the title says."""

from . import bowls, boxes, drinks, japanese, produce, table, western
from .canvas import put


def featured_topic1(c):
    table.gingham(c, "#d98a5f", size=34)
    put(c, japanese.western_set, 0, -8, 0.88)
    put(c, bowls.rice_bowl, 66, 100, 0.40, topping=None)
    put(c, table.fork, -82, 96, 0.8, -30)
    put(c, western.potage, -70, -108, 0.32)


def featured_topic2(c):
    table.wood(c, "#6f4a3c", turn=90, width=38)
    put(c, boxes.sushi_set, 0, -14, 0.90)
    put(c, bowls.miso_soup, -52, 100, 0.36)
    put(c, table.saucer, 36, 104, 0.22, sauce="#3b1d14")
    put(c, drinks.green_tea, 74, -108, 0.25)


def featured_topic3(c):
    table.wood(c, "#9fb6b8", width=40)
    put(c, japanese.fried_oysters, 0, -12, 0.90)
    put(c, table.saucer, 58, 98, 0.28, sauce="#f3e3b0")
    put(c, produce.lemon_wedge, -62, 102, 1.1, -20)


def featured_topic4(c):
    table.plain(c, "#b8483c")
    put(c, western_board, 0, -6, 1.0)
    put(c, japanese.hamburg_set, -6, -10, 0.80)
    put(c, bowls.rice_bowl, -58, 106, 0.38, topping=None)
    put(c, table.fork, 66, 96, 0.75, 24)


def western_board(c):
    with c.at(turn=20):
        table.board(c, 214, 178, "#b98252", corner=26)


def featured_topic5(c):
    table.split(c, "#e9d5c0", "#dcb8a0", turn=24, place=10)
    put(c, boxes.meat_rolls, -4, -14, 0.92, 10)
    put(c, table.saucer, 76, 92, 0.24, sauce="#4a2318")
    put(c, table.chopsticks, -20, 116, 0.80, -8)


def featured_topic6(c):
    table.stripes(c, "#4d7a64", "#5b8a73", gap=36)
    put(c, japanese.baked_curry, -10, -16, 0.82)
    put(c, western.salad, 60, 104, 0.36)
    put(c, table.spoon, -66, 100, 0.75, -36)


def featured_topic7(c):
    table.plain(c, "#3c4a44")
    with c.at(turn=-8):
        c.box(0, -4, 176, 226, "#5c6f62", corner=2, shadow=3)
    put(c, boxes.eel_box, 0, -14, 0.90, -8)
    put(c, bowls.miso_soup, 62, 106, 0.32)
    put(c, table.chopsticks, -34, 114, 0.66, -10)


def featured_topic8(c):
    table.wood(c, "#a87a55", width=40)
    put(c, bowls.sukiyaki, 0, -16, 0.88)
    put(c, bowls.beaten_egg, 60, 102, 0.32)
    put(c, table.chopsticks, -30, 108, 0.72, -14)
