"""The layouts and the drags of the existing screens, by their formulas, as the catalogue of layouts states them, in the
order of their terms, which decides the last bit; and their cases. Nothing here looks at the Swift sources: the cases
would otherwise agree with their mistakes."""
import json
import math

from generators.cases import (
    SEEDS, answer, away, changes_case, common_cases, frame, layout, layout_cases, size, write)
from generators.effects import STACKS, stack_keyframes, stack_sample


@layout("shelf")
def shelf(items, width=390, caption_height=100, **_):
    n, media = len(items), 200 * 960 / 720
    height, length = media + caption_height, 16 + n * 200 + (n - 1) * 8 if n else width
    return {"content_size": size(length, height if n else 0), "media_size": size(200, media),
            "max_scroll_offset": max(0, length - width),
            "frames": [frame(item, 8 + i * 208, 0, 200, height) for i, item in enumerate(items)]}


def flick(published):
    return {name: value for name, value in published.items() if name == "flick_velocity"}


@layout("snap_carousel")
def snap_carousel(items, width=390, row_height=74, **published):
    """Pages of three rows; higher rows make pages higher by as much."""
    W, row = width, row_height
    height, sw = 260 + 3 * (row - 74), W - 16
    groups = [items[i:i + 3] for i in range(0, len(items), 3)]
    c = len(groups) * sw + (len(groups) - 1) * 16
    pages, frames = [], []
    for p, group in enumerate(groups):
        x, k = (W - sw) / 2 + p * (sw + 16), len(group)
        pages.append({"index": p, "item_ids": [item["id"] for item in group], "x": x, "width": sw,
                      "snap_offset": c / 2 - sw / 2 - p * (sw + 16)})
        frames += [frame(item, x, i * (row + (height - row * k) / min(k, 2)), sw, row) for i, item in enumerate(group)]
    made = {"content_size": size((W - sw) + c, height) if items else size(W, 0), "page_width": sw, "page_spacing": 16,
            "initial_offset": pages[0]["snap_offset"] if pages else 0, "pages": pages, "frames": frames}
    return made | flick(published)


@layout("circular_carousel")
def circular_carousel(items, width=390, radius=200, points_per_step=250, scale_per_step=0.2, opacity_per_step=0.3,
                      depth_per_step=0.1, **published):
    W, n = width, len(items)
    card = size(W - 32, (W - 32) * 156 / 375)

    def place(offset, slot, item):
        # The nearest of the distances that differ by whole turns; halfway the even turn wins.
        d = math.remainder(offset - slot, n)
        return {
            "id": item["id"], "slot": slot, "distance": d, "scale": max(0, 1 - abs(d) * scale_per_step),
            "opacity": min(max(0, 1 - abs(d) * opacity_per_step), 1), "z_index": 1 - abs(d) * depth_per_step,
            "x": math.sin(2 * math.pi / n * d) * radius}

    # Each rest offset is reduced first, and the distances follow from the reduced one: for an even n this decides on
    # which side the card opposite the front one is.
    states = [{"offset": offset, "items": [place(offset, slot, item) for slot, item in enumerate(items, 1)]}
              for offset in [math.remainder(step, n) for step in range(n)]]
    frames = []
    for placed in states[0]["items"] if states else []:
        w, h = card["width"] * placed["scale"], card["height"] * placed["scale"]
        frames.append(frame(placed, W / 2 + placed["x"] - w / 2, card["height"] / 2 - h / 2, w, h))
    made = {"content_size": size(W, card["height"] if n else 0), "card_size": card, "radius": radius,
            "points_per_step": points_per_step, "states": states, "frames": frames}
    return made | flick(published)


@layout("card_stack")
def card_stack(items, width=390, height=None, effect=None, effect_options={}, **_):
    W, H = width, (width - 120) * 4 / 3 + 120 if height is None else height
    page, card = (W - 120, H - 120), size(W - 72, (W - 72) * 1120 / 840)
    described, to_the_bit = STACKS[(effect or "stack.default").removeprefix("stack.")] | effect_options, effect is None
    return {
        "content_size": size(W, H if items else 0), "card_size": card, "page_size": size(*page),
        "effect": effect or "stack.default",
        "states": [{"progress": q / 4, **stack_sample(q / 4, described, page, to_the_bit)} for q in range(-4, 17)],
        "frames": [frame(item, W / 2 - card["width"] / 2, H / 2 - card["height"] / 2, card["width"], card["height"])
                   for item in items]}


# The layouts of the home screen, with their kinds of content. The two grids have options, and are in other modules.
KINDS = {
    "shelf": "featured_topics", "snap_carousel": "recent_news", "circular_carousel": "campaign_banners",
    "uniform_grid": "trend_articles", "staggered_grid": "pickup_photos", "card_stack": "favorite_scenes",
}


def photos(*sizes):
    """Items with their ids and the sizes of their pictures."""
    return [dict(zip(["id", "photo_width", "photo_height"], each)) for each in sizes]


SMALL = photos((11, 640, 480), (7, 3, 4), (12, 1000, 1000))


def items_of(type, items):
    """Grids of pictures read their sizes, the others only ids."""
    return items if type == "staggered_grid" else [{"id": item["id"]} for item in items]


def layouts():
    for type, kind in KINDS.items():
        seeds = json.loads((SEEDS / f"{kind}.json").read_text())["result"]
        seeds = [{name: item[name] for name in SMALL[0] if name in item} for item in seeds]
        small = items_of(type, SMALL)
        layout_cases(type, [
            (f"samples-{width}", f"The sample content at {width} points, as the home screen publishes it.",
             items_of(type, seeds), {"width": width}) for width in ([393] if type == "card_stack" else [375, 390])])
        common_cases(type, small, {"narrowest": 3, "widest": 3, "fractional-width": 3}, width=390)
        if type != "uniform_grid":
            layout_cases(type, [("pixels-3x", None, small, dict(width=361.7, device_scale=3)),
                                ("in-view", None, small, dict(width=390, y_range="60,130"))])
        if type != "staggered_grid":
            changes_case(type, [{"id": id} for id in [4, 2, 9, 7]], {"id": 11}, width=390)
        if type in ("shelf", "snap_carousel", "card_stack"):
            layout_cases(type, [("given-height", None, small, dict(width=393, height=852) if type == "card_stack" else
                                 dict(width=390, height=844))])
        if type in ("snap_carousel", "circular_carousel"):
            layout_cases(type, [("flick-velocity", "The velocity of a flick is published; it changes no frame.", small,
                                 dict(width=390, flick_velocity=250))])
    five, row = [{"id": id} for id in [5, 4, 3, 2, 1]], [{"id": 5 * i + 2} for i in range(5)]
    layout_cases("snap_carousel", [
        ("four-items", "A page of one row beside a full one of three.", five[:4], dict(width=390)),
        ("five-items", "A page of two rows: they share the height of the page with one gap.", five, dict(width=390)),
    ])
    layout_cases("circular_carousel", [
        ("twelve-items", "Cards so far from the front that scale and opacity are limited to 0; an even count, where "
         "the card opposite the front is at both ends.", [{"id": id * 10} for id in range(1, 13)], dict(width=320)),
        ("options-same-size", "Cards that lose nothing: every loss at its least.", row[:4],
         dict(width=390, scale_per_step=0, opacity_per_step=0, depth_per_step=0)),
        ("options-all", "Every option of a ring at another value than its default.", row,
         dict(width=600, height=500, radius=333.5, points_per_step=60, scale_per_step=0.05, opacity_per_step=0.45,
              depth_per_step=2)),
    ])
    layout_cases("staggered_grid", [
        ("extreme-ratios", "Very high, very flat and fractional pictures: heights are rounded up to whole points.",
         photos((1, 1, 10000), (2, 10000, 1), (3, 4, 3), (4, 0.5, 0.25)), dict(width=390)),
        # Equal balance heights go left; 3:1 at 195 pt is exactly 65, where ceil must not add a point.
        ("ties-go-left", "Of two columns with equal balance heights the left one is chosen.",
         photos(*((id, 300, 100) for id in range(1, 6))), dict(width=390)),
    ])


# --- Keyframes of layouts; those of effects are in `effects`.


def with_keyframes(type, name, purpose, items, options, keyframes):
    """Writes the case of a layout that is asked for keyframes, which are before the frames."""
    made = answer(type, items, options)
    frames = made.pop("frames")
    write(type, name, purpose, options, {**made, "keyframes": keyframes(made), "frames": frames}, items)


def keyframes():
    """A ring that is straight between its kinks, as it has no width; and the pile of another effect."""
    def ring(made):
        places = [-2.5, 0, 2.5]
        frames = [{"distance": d, "values": [max(0, 1 - abs(d) * 0.2), max(0, 1 - abs(d) * 0.3), 1 - abs(d) * 0.1, 0]}
                  for d in places]
        reach = math.hypot(*made["card_size"].values()) / 2
        return {"tolerance": 0.5, "max_error": max(reach, 255) * 2.0 ** -36, "interpolation": "linear",
                "range": [places[0], places[-1]], "channels": ["scale", "opacity", "z_index", "x"], "frames": frames}

    with_keyframes("circular_carousel", "keyframes-of-no-radius",
                   "The keyframes of a ring without a radius: straight to both sides of the front.",
                   [{"id": slot} for slot in range(1, 6)], dict(width=375, radius=0, keyframes=0.5), ring)
    options = {"width": 390, "effect": "stack.transparent", "effect_options": {"pop_angle": 0.5}, "keyframes": 0.01}
    with_keyframes("card_stack", "keyframes-transparent", "The effect of a pile, an option of it, and its keyframes.",
                   [], options, lambda made: stack_keyframes(
                       STACKS["transparent"] | options["effect_options"], -1, 4, [-0.9, 0, 3],
                       [*made["page_size"].values()], [*made["card_size"].values()]))


# --- Drags.


def next_place(release, settled, velocity, flick_velocity, edge):
    """Where a flick goes: to the next place beyond where the finger let go, which counts as at a place within a point
    of it; or further, if a slow drag would. Places are 1 apart."""
    if not velocity or abs(velocity) < flick_velocity:
        return settled
    if velocity > 0:
        return max(settled, math.floor(release + edge) + 1)
    return min(settled, math.floor(release - edge))


def settle_snap_carousel(width, pages, offset, translation, velocity=0, flick_velocity=400):
    page = width - 16
    content = pages * page + (pages - 1) * 16
    dragged = offset + translation
    index = math.trunc(((dragged + width / 2 + content / 2) - width / 2) / (page + 16))
    release = (dragged + content / 2 - page / 2) / (page + 16)
    index = next_place(release, index, velocity, flick_velocity, 1 / (page + 16))
    index = min(max(index, 0), pages - 1)
    end = index * page + (index - 1) * 16 - content / 2 + width / 2 - (width - page) / 2 + 16
    return {"page": pages - 1 - index, "offset": end}


def settle_circular_carousel(count, offset, translation, points_per_step=250, velocity=0, flick_velocity=400):
    release = offset + translation / points_per_step
    turned = next_place(release, away(release), velocity, flick_velocity, 1 / points_per_step)
    end = math.remainder(turned, count)
    return {"offset": end, "slot": int((end - 1) % count) + 1}


SNAPS = [
    ("still", "Without a drag a page stays in the middle.", 195, 0),
    ("short", "A drag on by less than half of a page's width goes back.", 195, -180),
    ("long", "A drag on by more than half of a page's width goes on.", 195, -190),
    ("short-back", "A drag back has to cover half of a page's width and the gap: this one does not.", -195, 190),
    ("long-back", "A drag back by half of a page's width and the gap goes back one page.", -195, 205),
    ("over-two-pages", "A drag may go over several pages.", 585, -1000),
    ("before-the-first", "A drag beyond the first page returns to it.", 585, 250),
    ("after-the-last", "A drag beyond the last page returns to it.", -585, -420),
    ("huge", "A drag of any length ends at the last page.", 195, -1e+300),
    ("odd-pages", "With an odd number of pages the middle one is at 0.", 375, -250, dict(width=375, pages=3)),
    ("one-page", "A single page always returns.", 0, -420, dict(pages=1)),
    ("flick", "A flick goes on, though its way is too short.", 195, -150, dict(velocity=-2500)),
    ("flick-back", "A flick back goes back, though its way is too short.", -195, 150, dict(velocity=2500)),
    ("flick-of-no-way", "A flick from where the page is goes on, and so does one of less than a point.", 195, 0.5,
     dict(velocity=-900)),
    ("flick-against", "A flick against the drag stays at the page before where it was let go.", 195, -300,
     dict(velocity=900)),
    ("flick-over-two-pages", "A flick that was let go beyond the next page goes on to the one after it.", 585, -400,
     dict(velocity=-900)),
    ("flick-beyond", "A flick beyond the last page returns to it.", -585, -100, dict(velocity=-900)),
    ("slow", "Just below the velocity of a flick only the way counts.", 195, -150, dict(velocity=-399.9)),
    ("flick-velocity", "Another velocity of a flick.", 195, -150, dict(velocity=-100, flick_velocity=100)),
]


RINGS = [
    ("still", "Without a drag the ring stays; the card in front is the last slot.", 6, 0, 0),
    ("short", "A drag of less than half a step goes back.", 6, 1, 124.9),
    ("half", "A drag of half a step goes on: halves are rounded away from zero.", 6, 0, 125),
    ("half-back", "A drag back by half a step goes on, too, on the other side of zero.", 6, 0, -125),
    ("half-toward-zero", "A drag that ends at a half rounds away from zero, and so goes back here.", 6, 1, -125),
    ("around", "Offsets stay within half a turn of an odd ring.", 3, 1, 125),
    ("several-turns", "A drag over several turns.", 3, 0, -2000),
    ("opposite", "On an even ring the card opposite is at half a turn.", 6, 0, 700),
    ("opposite-back", "Reached backwards, the card opposite is at minus half a turn.", 6, 0, -800),
    ("opposite-next-turn", "A turn later it is at minus half a turn: the IEEE remainder.", 6, 0, 2250),
    ("one-card", "A ring of one card always returns.", 1, 0, 700),
    ("points-per-step", "Another way for a step.", 5, 2, 1000, dict(points_per_step=40)),
    ("flick", "A flick turns the ring, though its way is too short.", 6, 0, -100, dict(velocity=-3125)),
    ("flick-back", "A flick back turns it back.", 6, -3, 100, dict(velocity=3125)),
    ("flick-against", "A flick against the drag stays at the card before where it was let go.", 6, 1, 200,
     dict(velocity=-900)),
    ("slow", "Just below the velocity of a flick only the way counts.", 6, 0, -100, dict(velocity=-399.9)),
    ("flick-velocity", "Another velocity of a flick.", 6, 0, 60, dict(velocity=100, flick_velocity=100)),
]


def drags():
    for name, purpose, offset, translation, *options in SNAPS:
        given = {"width": 390, "pages": 4, "offset": offset, "translation": translation} | dict(*options)
        write("settle_snap_carousel", name, purpose, given, settle_snap_carousel(**given))
    for name, purpose, count, offset, translation, *options in RINGS:
        given = {"count": count, "offset": offset, "translation": translation} | dict(*options)
        write("settle_circular_carousel", name, purpose, given, settle_circular_carousel(**given))


def main():
    layouts()
    keyframes()
    drags()
