"""The pictures of the campaigns."""

from . import bowls, boxes, drinks, landscapes, scenery, table, western
from .canvas import put


def campaign_banner1(c):
    scenery.street(c)


def campaign_banner2(c):
    landscapes.harbour(c)


def campaign_banner3(c):
    landscapes.fuji(c)


def campaign_banner4(c):
    landscapes.vineyard(c)


def campaign_banner5(c):
    table.wood(c, "#b07a52", turn=0, width=40)
    c.box(0, 0, 520, 84, "#2f6660", shadow=3)
    for y in (-36, 36):
        c.box(0, y, 520, 2.4, "#e9c98a")
    put(c, bowls.ramen, -176, -8, 0.66)
    put(c, western.pizza, -14, 6, 0.70)
    put(c, boxes.sushi_board, 158, -34, 0.66, -4)
    put(c, western.salad, 112, 60, 0.42)
    put(c, drinks.coffee, 196, 64, 0.34, under="#e9b07a")
    put(c, drinks.latte, -92, -74, 0.30)
    put(c, drinks.lemonade, 62, -82, 0.24)
    put(c, table.chopsticks, -168, 84, 0.62, -3)


def campaign_banner6(c):
    scenery.cafe(c)
