"""The frames of simple layouts, by the formulas of the documentation, in the order in which they are written. An item
is its id, and the width and height of its picture."""

import math

STACK_PADDING = 120
GAP = 8


def frames(type, items, width, options):
    return LAYOUTS[type](items, width, options) if items else ([], 0)


def frame(item, x, y, width, height):
    return {"id": item[0], "x": x, "y": y, "width": width, "height": height}


def shelf(items, width, options):
    height = 200 * 960 / 720 + 100
    return [frame(item, 8 + index * (200 + GAP), 0, 200, height) for index, item in enumerate(items)], height


def snap_carousel(items, width, options):
    page, made = width - 16, []
    for index, item in enumerate(items):
        number, row = divmod(index, 3)
        count = min(3, len(items) - number * 3)
        step = 74 + (260 - 74 * count) / min(count, 2)
        made.append(frame(item, (width - page) / 2 + number * (page + 16), row * step, page, 74))
    return made, 260


def circular_carousel(items, width, options):
    card_width, count, made = width - 32, len(items), []
    card_height = card_width * 156 / 375
    for index, item in enumerate(items):
        distance = math.remainder(0 - (index + 1), count)
        scale = max(0, 1 - abs(distance) * 0.2)
        x = math.sin(2 * math.pi / count * distance) * 200
        wide, high = card_width * scale, card_height * scale
        made.append(frame(item, width / 2 + x - wide / 2, (card_height - high) / 2, wide, high))
    return made, card_height


def uniform_grid(items, width, options):
    columns = int(options.get("columns", 2))
    wide = (width - 16 - GAP * (columns - 1)) / columns
    high = wide / 1.5 + 94
    made = [frame(item, 8 + index % columns * (wide + GAP), index // columns * (high + GAP), wide, high)
            for index, item in enumerate(items)]
    return made, made[-1]["y"] + high


def staggered_grid(items, width, options):
    balances, bottoms, made = [0, 0], [0, 0], []
    wide = (width - 24) / 2
    for item in items:
        _, picture_width, picture_height = item
        column = 1 if balances[0] > balances[1] else 0
        balances[column] += float(math.ceil((width / 2) / picture_width * picture_height))
        high = float(math.ceil(wide / picture_width * picture_height))
        top = bottoms[column] + GAP if bottoms[column] else 0
        made.append({**frame(item, 8 + column * (wide + GAP), top, wide, high), "column": column})
        bottoms[column] = top + high
    return made, max(bottoms)


def rows(items, width, options):
    columns = max(1, int(width // 320))
    wide = width / columns
    made = [frame(item, index % columns * wide, index // columns * 88, wide, 88) for index, item in enumerate(items)]
    return made, made[-1]["y"] + 88


def card_stack(items, width, options):
    wide, height = width - 72, (width - STACK_PADDING) * 4 / 3 + STACK_PADDING
    high = wide * 1120 / 840
    return [frame(item, (width - wide) / 2, (height - high) / 2, wide, high) for item in items], height


LAYOUTS = {"shelf": shelf, "snap_carousel": snap_carousel, "circular_carousel": circular_carousel,
           "uniform_grid": uniform_grid, "staggered_grid": staggered_grid, "card_stack": card_stack, "list": rows}
