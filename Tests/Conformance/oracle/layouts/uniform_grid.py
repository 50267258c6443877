"""The uniform grid: cells of equal sizes, some across several columns."""
from oracle.cells import trend_articles
from oracle.geometry import bottom, column_edges, frame, size


def cells(items, columns, state):
    """The row and the column of each item, and of what is next. An item that does not fit begins a row."""
    places, row, column = [], state.get("row", 0), state.get("column", 0)
    for item in items:
        span = item.get("column_span", 1)
        if column + span > columns:
            row, column = row + 1, 0
        places.append((row, column))
        column += span
    return places + [(row, column)]


def layout(items, width=390, columns=2, spacing=8, inset=8, aspect_ratio=1.5, caption_height=94, state={},
           **_):
    cell, edges = column_edges(width, columns, spacing, inset)
    media = cell / aspect_ratio
    height, frames = media + caption_height, []
    for item, (row, column) in zip(items, cells(items, columns, state)):
        span = item.get("column_span", 1)
        wide = cell if span == 1 else span * cell + (span - 1) * spacing
        spans = {"column_span": span} if span > 1 else {}
        frames.append(frame(item, edges[column], row * (height + spacing), wide, height, **spans))
    return {"content_size": size(width, bottom(frames)), "columns": columns, "media_size": size(cell, media),
            "frames": frames}


def state(items, width=390, columns=2, spacing=8, inset=8, aspect_ratio=1.5, caption_height=94, state={}, **_):
    row, column = cells(items, columns, state)[-1]
    return {"viewport_width": width, "columns": columns, "spacing": spacing, "inset": inset,
            "aspect_ratio": aspect_ratio, "caption_height": caption_height, "row": row, "column": column,
            "item_count": state.get("item_count", 0) + len(items)}


def room(items, text_size, width):
    cell_width = (width - 24) / 2
    _, media, more = trend_articles(text_size, cell_width / 1.5)
    return items, {"aspect_ratio": cell_width / media, "caption_height": 94 + more}


def cell(made, text_size):
    return trend_articles(text_size, (made["viewport"]["width"] - 24) / 2 / 1.5)[0]


def asked(ask):
    options = ask.options(columns=[ask.whole(1, 16)], aspect_ratio=[ask.real(0.01, 5, 3)],
                          caption_height=[0, 20, 94.25, ask.whole(0, 300)], **ask.lengths())
    return ask.spanning(ask.ids(30), options.get("columns", 2)), options
