#!/usr/bin/env python3
"""Writes the cases of the six layouts of the contract from the published formulas alone.

Nothing here looks at the Swift sources: the cases would otherwise agree with their mistakes.
Run it without arguments; `git diff` then shows whether a formula has changed.
"""
import json
import math

from cases import COMMON, SEEDS, write


def size(width, height):
    return {"width": width, "height": height}


def frame(item, x, y, width, height, **more):
    return {"id": item["id"], "x": x, "y": y, "width": width, "height": height, **more}


def shelf(items, W, H):
    media = 200 * 960 / 720
    n = len(items)
    width = 16 + n * 200 + (n - 1) * 8 if n else W
    return {
        "content_size": size(width, media + 100 if n else 0),
        "media_size": size(200, media),
        "max_scroll_offset": max(0, width - W),
        "frames": [frame(item, 8 + i * 208, 0, 200, media + 100) for i, item in enumerate(items)],
    }


def snap_carousel(items, W, H):
    sw = W - 16
    groups = [items[i : i + 3] for i in range(0, len(items), 3)]
    c = len(groups) * sw + (len(groups) - 1) * 16
    pages, frames = [], []
    for p, group in enumerate(groups):
        x = (W - sw) / 2 + p * (sw + 16)
        pages.append(
            {
                "index": p,
                "item_ids": [item["id"] for item in group],
                "x": x,
                "width": sw,
                "snap_offset": c / 2 - sw / 2 - p * (sw + 16),
            }
        )
        k = len(group)
        for i, item in enumerate(group):
            frames.append(frame(item, x, i * (74 + (260 - 74 * k) / min(k, 2)), sw, 74))
    return {
        "content_size": size((W - sw) + c, 260) if items else size(W, 0),
        "page_width": sw,
        "page_spacing": 16,
        "initial_offset": pages[0]["snap_offset"] if pages else 0,
        "pages": pages,
        "frames": frames,
    }


def circular_carousel(items, W, H):
    n = len(items)
    card = size(W - 32, (W - 32) * 156 / 375)

    def place(o, k, item):
        d = math.remainder(o - k, n)
        return {
            "id": item["id"],
            "slot": k,
            "distance": d,
            "scale": max(0, 1 - abs(d) * 0.2),
            "opacity": min(max(0, 1 - abs(d) * 0.3), 1),
            "z_index": 1 - abs(d) * 0.1,
            "x": math.sin(2 * math.pi / n * d) * 200,
        }

    # Each rest offset is reduced first, and the distances follow from the reduced one: for an even n
    # this decides on which side the card opposite the front one is.
    states = [
        {"offset": o, "items": [place(o, k, item) for k, item in enumerate(items, 1)]}
        for o in [math.remainder(step, n) for step in range(n)]
    ]
    frames = []
    for placed in states[0]["items"] if states else []:
        w, h = card["width"] * placed["scale"], card["height"] * placed["scale"]
        frames.append(frame(placed, W / 2 + placed["x"] - w / 2, card["height"] / 2 - h / 2, w, h))
    return {
        "content_size": size(W, card["height"] if n else 0),
        "card_size": card,
        "radius": 200,
        "points_per_step": 250,
        "states": states,
        "frames": frames,
    }


def uniform_grid(items, W, H):
    width = (W - 24) / 2
    media = width / 1.5
    height = media + 94
    xs = [8, 8 + width + 8]
    frames = [
        frame(item, xs[i % 2], (i // 2) * (height + 8), width, height)
        for i, item in enumerate(items)
    ]
    return {
        "content_size": size(W, max((f["y"] + f["height"] for f in frames), default=0)),
        "columns": 2,
        "media_size": size(width, media),
        "frames": frames,
    }


def staggered_grid(items, W, H):
    cw = (W - 24) / 2
    xs = [8, 8 + cw + 8]
    columns = [{"item_ids": [], "balance_height": 0, "height": 0} for _ in xs]
    frames = []
    for item in items:
        w, h = item["photo_width"], item["photo_height"]
        side = 1 if columns[0]["balance_height"] > columns[1]["balance_height"] else 0
        column = columns[side]
        y = column["height"] + 8 if column["item_ids"] else 0
        height = math.ceil(cw / w * h)
        frames.append(frame(item, xs[side], y, cw, height, column=side))
        column["item_ids"].append(item["id"])
        column["balance_height"] += math.ceil((W / 2) / w * h)
        column["height"] = y + height
    return {
        "content_size": size(W, max(column["height"] for column in columns)),
        "columns": columns,
        "frames": frames,
    }


def stack_default(p, W, H):
    """The Stack default of CollectionViewPagingLayout for a page of W x H."""
    scale = min(max(1 - p * 0.15, 0), 1)

    def move(extent, lean, pop):
        d = extent * 0.03 * max(p, 0) * lean - ((scale - 1) * extent / 2) * lean
        return d - extent * pop * p if p < 0 else d

    alpha = 1
    if p >= 2:
        alpha = 1 - (min(max(p, 2), 2.9) - 2) / (2.9 - 2)
    elif p < 0:
        alpha = (min(max(p, -1), -0.7) + 1) / (-0.7 + 1)
    return {
        "scale": scale,
        "tx": move(W, 0, -1.3),
        "ty": move(H, -1, 0.3),
        "alpha": min(max(alpha, 0), 1),
        "rotation": -min(abs(p), 1) * math.pi / 7 if p <= 0 else 0,
        "z_index": -math.floor(abs(p) + 0.5),
    }


def card_stack(items, W, H):
    H = H if H is not None else (W - 120) * 4 / 3 + 120
    page = size(W - 120, H - 120)
    card = size(W - 72, (W - 72) * 1120 / 840)
    x, y = W / 2 - card["width"] / 2, H / 2 - card["height"] / 2
    return {
        "content_size": size(W, H if items else 0),
        "card_size": card,
        "page_size": page,
        "effect": "stack.default",
        "states": [
            {"progress": q / 4, **stack_default(q / 4, page["width"], page["height"])}
            for q in range(-4, 17)
        ],
        "frames": [frame(item, x, y, card["width"], card["height"]) for item in items],
    }


LAYOUTS = {
    f.__name__: f
    for f in [shelf, snap_carousel, circular_carousel, uniform_grid, staggered_grid, card_stack]
}
KINDS = {
    "shelf": "featured_topics",
    "snap_carousel": "recent_news",
    "circular_carousel": "campaign_banners",
    "uniform_grid": "trend_articles",
    "staggered_grid": "pickup_photos",
    "card_stack": "favorite_scenes",
}


def case(layout, name, items, W, H=None, purpose=None, **published):
    viewport = {"width": W} if H is None else {"width": W, "height": H}
    if layout != "staggered_grid":
        items = [{"id": item["id"]} for item in items]
    expected = {"type": layout, "viewport": viewport, **LAYOUTS[layout](items, W, H), **published}
    write(layout, name, purpose or COMMON[name], {**viewport, **published}, expected, items)


def photo(id, width, height):
    return {"id": id, "photo_width": width, "photo_height": height}


SMALL = [photo(11, 640, 480), photo(7, 3, 4), photo(12, 1000, 1000)]


def main():
    for layout, kind in KINDS.items():
        seeds = json.loads((SEEDS / f"{kind}.json").read_text())["result"]
        fields = ["id", "photo_width", "photo_height"]
        seeds = [{k: item[k] for k in fields if k in item} for item in seeds]
        for width in [393] if layout == "card_stack" else [375, 390]:
            case(layout, f"samples-{width}", seeds, width,
                 purpose=f"The sample content at {width} points, as the home screen publishes it.")
        for count, name in enumerate(["no-items", "one-item", "two-items"]):
            case(layout, name, SMALL[:count], 390)
        case(layout, "narrowest", SMALL, 200)
        case(layout, "widest", SMALL, 4096)
        case(layout, "fractional-width", SMALL, 360.5)

    many = [photo(id, 1, 1) for id in [5, 4, 3, 2, 1]]
    case("snap_carousel", "four-items", many[:4], 390,
         purpose="A page of one row beside a full one of three.")
    case("snap_carousel", "five-items", many, 390,
         purpose="A page of two rows: they share the height of the page with one gap.")
    case("circular_carousel", "twelve-items", [photo(id * 10, 1, 1) for id in range(1, 13)], 320,
         purpose="Cards so far from the front that scale and opacity are limited to 0; an even count, "
         "where the card opposite the front is at both ends.")
    for layout in ["snap_carousel", "circular_carousel"]:
        case(layout, "flick-velocity", SMALL, 390, flick_velocity=250,
             purpose="The velocity of a flick is published; it changes no frame.")
    for layout in ["shelf", "snap_carousel"]:
        case(layout, "given-height", SMALL, 390, 844)
    case("card_stack", "given-height", SMALL, 393, 852)
    extreme = [photo(1, 1, 10000), photo(2, 10000, 1), photo(3, 4, 3), photo(4, 0.5, 0.25)]
    case("staggered_grid", "extreme-ratios", extreme, 390,
         purpose="Very high, very flat and fractional pictures: heights are rounded up to whole points.")
    # Equal balance heights go left; 3:1 at 195 pt is exactly 65, where ceil must not add a point.
    case("staggered_grid", "ties-go-left", [photo(id, 300, 100) for id in range(1, 6)], 390,
         purpose="Of two columns with equal balance heights the left one is chosen.")


if __name__ == "__main__":
    main()
