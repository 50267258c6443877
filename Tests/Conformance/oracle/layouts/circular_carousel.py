"""The circular carousel: a ring of cards, and where a drag of it ends."""
import math

from oracle import cells
from oracle.geometry import away, frame, next_place, size


def layout(items, width=390, radius=200, points_per_step=250, scale_per_step=0.2, opacity_per_step=0.3,
           depth_per_step=0.1, flick_velocity=None, keyframes=None, **_):
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
            "points_per_step": points_per_step, "settle": {"duration": 0.16, "curve": "linear"}, "drag": {"minimum": 20},
            "states": states,
            **({"keyframes": straight_keyframes(n, card, keyframes)} if keyframes else {}), "frames": frames}
    return made | ({} if flick_velocity is None else {"flick_velocity": flick_velocity})


def straight_keyframes(count, card, tolerance):
    """Those of a ring without a radius, which is straight to both sides of the front."""
    frames = [{"distance": d, "values": [max(0, 1 - abs(d) * 0.2), max(0, 1 - abs(d) * 0.3), 1 - abs(d) * 0.1, 0]}
              for d in [-count / 2, 0, count / 2]]
    reach = math.hypot(*card.values()) / 2
    return {"tolerance": tolerance, "max_error": max(reach, 255) * 2.0 ** -36, "interpolation": "linear",
            "range": [-count / 2, count / 2], "channels": ["scale", "opacity", "z_index", "x"], "frames": frames}


def cell(made, text_size):
    return cells.cell("campaign_banners", 0, None, [cells.image(made["card_size"]["height"], radius=12)])


def asked(ask):
    return ask.ids(30), {}


def settle(count, offset, translation, points_per_step=250, velocity=0, flick_velocity=400):
    release = offset + translation / points_per_step
    turned = next_place(release, away(release), velocity, flick_velocity, 1 / points_per_step)
    end = math.remainder(turned, count)
    return {"offset": end, "slot": int((end - 1) % count) + 1}
