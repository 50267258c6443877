#!/usr/bin/env python3
"""Writes the cases of image fit and zoom from the published formulas alone."""
import math

from cases import write


def half_away(value):
    return math.copysign(math.floor(abs(value) + 0.5), value)


def fit(mode, image, viewport, tap):
    (iw, ih), (vw, vh) = image, viewport
    scale = {"fit": min(vw / iw, vh / ih), "fill": max(vw / iw, vh / ih), "actual": 1}[mode]
    w, h = iw * scale, ih * scale
    x, y = (vw - w) / 2, (vh - h) / 2
    hit = None
    if tap is not None:
        inside = x <= tap[0] < x + w and y <= tap[1] < y + h
        px = max(x, min(tap[0], x + w - 1))
        py = max(y, min(tap[1], y + h - 1))
        pixel = {
            "x": min(max(half_away((px - x) * iw / w), 0), iw - 1),
            "y": min(max(half_away((py - y) * ih / h), 0), ih - 1),
        }
        hit = {"inside": inside, "point": {"x": px, "y": py}, "pixel": pixel}
    return {"mode": mode, "rect": {"x": x, "y": y, "width": w, "height": h}, "tap": hit}


def zoom(image, viewport, scale):
    (iw, ih), (vw, vh) = image, viewport
    low = min(vw / iw, vh / ih)
    high = max(1, low)
    at = low if scale is None else min(max(scale, low), high)
    w, h = iw * at, ih * at
    pinch = 1 if scale is None else min(max(min(max(scale, 0.1), 5), 0.2), 5)
    return {
        "minimum_scale": low,
        "maximum_scale": high,
        "scale": at,
        "size": {"width": w, "height": h},
        "center": {"x": vw / 2 if w < vw else w / 2, "y": vh / 2 if h < vh else h / 2},
        "pinch_size": {"width": iw * pinch, "height": ih * pinch},
    }


def stored(pixel, orientation, shown):
    """The pixel of the file that EXIF orientation shows at `pixel` of an image shown as `shown`."""
    u, v = pixel["x"], pixel["y"]
    w, h = shown if orientation < 5 else (shown[1], shown[0])
    x, y = {
        1: (u, v), 2: (w - 1 - u, v), 3: (w - 1 - u, h - 1 - v), 4: (u, h - 1 - v),
        5: (v, u), 6: (v, h - 1 - u), 7: (w - 1 - v, h - 1 - u), 8: (w - 1 - v, u),
    }[orientation]
    return {"x": x, "y": y}


def clamp(value, low, high):
    return min(max(value, low), high)


def rest(image, viewport, options):
    """Where a scroll view's image is after a gesture, and the limits of its offset there."""
    low = min(v / i for v, i in zip(viewport, image))
    high = max(1, low)

    def limits(scale):
        pairs = []
        for i, v in zip(image, viewport):
            length = i * scale
            pairs.append((0, length - v) if length > v else (-(v - length) / 2,) * 2)
        return pairs

    def settled(scale, offset):
        scale = clamp(scale, low, high)
        return scale, [clamp(o, *pair) for o, pair in zip(offset, limits(scale))]

    start = options.get("from", low)
    given = options.get("offset")
    scale, offset = settled(start, given if given else [p[0] for p in limits(low)])
    if "double_tap" in options:
        big = min(1, 3 * low)
        if big * image[0] > 4000:
            big = 4000 / image[0]
        target = clamp(big, low, high) if scale == low else low
        about = options["double_tap"]
    else:
        target = clamp(options.get("scale", scale), low, high)
        about = options.get("about", [v / 2 for v in viewport])
    moved = [(o + p) * (target / scale) - p for o, p in zip(offset, about)]
    scale, offset = settled(target, moved)
    x, y = limits(scale)
    return {
        "scale": scale,
        "offset": {"x": offset[0], "y": offset[1]},
        "offset_limits": {"x": list(x), "y": list(y)},
    }


def stars(rating, count, mode):
    fills = []
    for star in range(count):
        raw = clamp(clamp(rating, 0, count) - star, 0, 1)
        if mode == "full":
            raw = half_away(raw)
        elif mode == "half":
            raw = half_away(raw * 2) / 2
        fills.append(raw)
    return {"stars": fills}


def shown(rating, count, mode):
    """The displayed rating: what is whole, and the rest by the mode."""
    rest = rating - math.floor(rating)
    rest = {"full": half_away(rest), "half": half_away(2 * rest) / 2, "precise": rest}[mode]
    return clamp(math.floor(rating) + rest, 0, count)


def strip(rating, count=5, mode="precise", star_size=20, spacing=5, direction="ltr"):
    """Where stars are, and how much of each and of all together is covered."""
    width = count * star_size + (count - 1) * spacing
    positions = [i * (star_size + spacing) for i in range(count)]
    filled = [
        {"x": x, "y": 0, "width": star_size * fill, "height": star_size}
        for x, fill in zip(positions, stars(rating, count, mode)["stars"])
    ]
    part, whole = math.modf(shown(rating, count, mode))
    clip = min(whole * (star_size + spacing) + part * star_size, width)
    covered = {"x": 0, "y": 0, "width": clip, "height": star_size}
    if direction == "rtl":
        # The same picture in a mirror.
        positions = [width - x - star_size for x in positions]
        for rect in [*filled, covered]:
            rect["x"] = width - rect["x"] - rect["width"]
    hit = [max(44, width), max(44, star_size)]
    return {
        "size": {"width": width, "height": star_size},
        "positions": positions,
        "filled": filled,
        "clip": covered,
        "hit_area": {
            "x": (width - hit[0]) / 2, "y": (star_size - hit[1]) / 2,
            "width": hit[0], "height": hit[1],
        },
    }


def touched(x, mode, low, count=5, star_size=20, spacing=5, direction="ltr"):
    if direction == "rtl":
        x = count * star_size + (count - 1) * spacing - x
    if x < 0:
        rating = 0
    else:
        k = min(int(x / (star_size + spacing)), count)
        rest = x - k * (star_size + spacing)
        rating = k + (1 if rest > star_size else rest / star_size)
    rating += {"full": 0.45, "half": 0.2, "precise": 0}[mode]
    return max(low, shown(rating, count, mode))


def spoken(rating, count, mode, low):
    step = 1 if mode == "full" else 0.5
    value = shown(rating, count, mode)
    up = math.ceil(rating / step) * step - rating or step
    down = rating - math.floor(rating / step) * step or step
    tenths = half_away(value * 10) / 10
    return {
        "value": str(int(tenths)) if tenths == int(tenths) else f"{tenths:.1f}",
        "increment": 0 if rating >= count else half_away(up * 10) / 10,
        "decrement": 0 if rating <= low else half_away(down * 10) / 10,
    }


def scroll(length, content, offset, translation=0, velocity=0, deceleration="normal"):
    rate = {"normal": 0.998, "fast": 0.99}[deceleration]
    last = max(0, content - length)
    asked = offset - translation
    inside = clamp(asked, 0, last)
    excess = abs(asked - inside)
    band = (1 - 1 / (excess * 0.55 / length + 1)) * length
    dragged = inside + math.copysign(band, asked - inside)
    projected = dragged + velocity / 1000 * rate / (1 - rate)
    decay = 1000 * math.log(rate)
    share = -decay * 0.5 / abs(velocity) if velocity else 1
    return {
        "dragged": dragged,
        "projected": projected,
        "offset": clamp(projected, 0, last),
        "duration": max(0, math.log(share) / decay),
    }


def text(pair, mark):
    return mark.join(repr(n).removesuffix(".0") for n in pair)


def main():
    tall, wide, phone = (256, 1024), (4032, 3024), (390, 763)
    taps = {
        "no-tap": None,
        "tap-inside": (195, 381.5),
        "tap-left": (-5, 10),
        "tap-below": (200, 5000),
        "tap-corner": (99.625, 0),
    }
    for mode in ["fit", "fill", "actual"]:
        for name, tap in taps.items():
            for shape, image in {"tall": tall, "wide": wide}.items():
                options = {"image": text(image, "x"), "viewport": text(phone, "x")}
                if mode != "fit":
                    options["mode"] = mode
                if tap is not None:
                    options["tap"] = text(tap, ",")
                about = f"A {shape} picture, {mode}, {name.replace('-', ' ')}."
                write(
                    "image_fit", f"{shape}-{mode}-{name}", about, options,
                    fit(mode, image, phone, tap))
    for shape, image in {"tall": tall, "wide": wide, "small": (100, 50)}.items():
        for scale in [None, 0.05, 0.125, 0.8, 3, -1]:
            options = {"image": text(image, "x"), "viewport": text(phone, "x")}
            if scale is not None:
                options["scale"] = scale
            name = "minimum" if scale is None else f"scale-{scale}"
            about = f"A {shape} picture at {'its minimum' if scale is None else scale}."
            write("zoom", f"{shape}-{name}", about, options, zoom(image, phone, scale))
    for orientation in range(1, 9):
        options = {
            "image": text(wide, "x"), "viewport": text(phone, "x"), "tap": "100,300",
            "orientation": orientation,
        }
        answer = fit("fit", wide, phone, (100, 300))
        answer["tap"]["stored_pixel"] = stored(answer["tap"]["pixel"], orientation, wide)
        about = f"A tap on a picture stored with EXIF orientation {orientation}."
        write("image_fit", f"orientation-{orientation}", about, options, answer)
    gestures = {
        "about-a-corner": {"scale": 0.5, "about": [0, 0]},
        "about-the-middle": {"scale": 0.25},
        "from-a-scale": {"from": 0.4, "offset": [500, 100], "scale": 0.8, "about": [195, 200]},
        "back-out": {"from": 0.8, "offset": [1500, 900], "scale": 0.01, "about": [10, 700]},
        "past-the-end": {"from": 0.5, "offset": [90000, -50]},
        "double-tap-in": {"double_tap": [300, 400]},
        "double-tap-out": {"from": 0.6, "offset": [700, 300], "double_tap": [20, 30]},
    }
    for name, gesture in gestures.items():
        for shape, image in {"tall": tall, "wide": wide, "small": (100, 50)}.items():
            options = {"image": text(image, "x"), "viewport": text(phone, "x")}
            for key, value in gesture.items():
                options[key] = text(value, ",") if isinstance(value, list) else value
            # A gesture without a place to keep or an offset is no gesture but a question.
            asks = {"from", "offset", "about", "double_tap"} & set(gesture)
            answer = zoom(image, phone, gesture.get("scale"))
            if asks:
                answer["rest"] = rest(image, phone, gesture)
            write("zoom", f"{shape}-{name}", f"A {shape} picture, {name}.", options, answer)
    for rating in [0, 0.25, 2.5, 3.7, 4.74, 5, 7, -1]:
        for mode in ["precise", "half", "full"]:
            options = {"rating": rating, "mode": mode}
            about = f"{rating} of 5 stars, {mode}."
            write("stars", f"{rating}-{mode}", about, options, stars(rating, 5, mode))
    write(
        "stars", "of-ten", "A rating of ten stars.", {"rating": 6.5, "count": 10},
        stars(6.5, 10, "precise"))
    shapes = {
        "small": {"count": 1, "star_size": 12},
        "app": {"star_size": 26},
        "wide": {"count": 3, "spacing": 30.5},
        "touching": {"spacing": 0, "star_size": 44},
    }
    for direction in ["ltr", "rtl"]:
        for name, shape in shapes.items():
            for mode in ["precise", "half", "full"]:
                options = {"rating": 2.3, "mode": mode, "direction": direction, **shape}
                answer = stars(2.3, shape.get("count", 5), mode)
                answer["strip"] = strip(**options)
                about = f"The strip of {name} stars, {mode}, {direction}."
                write("stars", f"strip-{name}-{mode}-{direction}", about, options, answer)
    for mode, places in {
        "precise": [5, 20, 23, 30, 52, 300, -50], "full": [50, 60], "half": [10, 15, 26],
    }.items():
        for x in places:
            options = {"rating": 3, "mode": mode, "touch": x, "minimum_touch_rating": 0}
            answer = stars(3, 5, mode) | {"touched_rating": touched(x, mode, 0)}
            about = f"A touch at {x}, {mode}."
            write("stars", f"touch-{x}-{mode}", about, options, answer)
    shape = {"count": 4, "star_size": 30, "spacing": 10, "direction": "rtl"}
    answer = stars(3, 4, "half")
    answer["strip"] = strip(3, mode="half", **shape)
    answer["touched_rating"] = touched(100, "half", 1, **shape)
    write(
        "stars", "touch-rtl", "A touch of stars that fill from the right.",
        {"rating": 3, "mode": "half", "touch": 100, **shape}, answer)
    write(
        "stars", "touch-minimum", "A touch gives one star at least.", {"rating": 3, "touch": 5},
        stars(3, 5, "precise") | {"touched_rating": touched(5, "precise", 1)})
    for rating in [0, 0.4, 1, 2.3, 4.6, 5]:
        for mode in ["precise", "half", "full"]:
            options = {"rating": rating, "mode": mode, "accessibility": True}
            if rating < 1:
                options["minimum_touch_rating"] = 0
            answer = stars(rating, 5, mode)
            answer["displayed_rating"] = shown(rating, 5, mode)
            low = options.get("minimum_touch_rating", 1)
            answer["accessibility"] = spoken(rating, 5, mode, low)
            about = f"What a screen reader says of {rating} of 5 stars, {mode}."
            write("stars", f"accessibility-{rating}-{mode}", about, options, answer)
    drags = {
        "still": {"offset": 100},
        "inside": {"offset": 100, "translation": -50, "velocity": 400},
        "pulled-down": {"offset": 0, "translation": 200},
        "pulled-up": {"offset": 2100, "translation": -400, "velocity": 100},
        "flick": {"offset": 100, "velocity": 2500},
        "flick-fast": {"offset": 100, "velocity": 2500, "deceleration": "fast"},
        "flick-back": {"offset": 900, "velocity": -1500, "deceleration": "normal"},
        "too-far": {"offset": 1800, "velocity": 90000},
    }
    for name, drag in drags.items():
        for size, content in {"long": 3000, "short": 300}.items():
            options = {"length": 844, "content": content, **drag}
            about = f"A {size} view: {name.replace('-', ' ')}."
            write("settle_scroll", f"{size}-{name}", about, options, scroll(**options))


if __name__ == "__main__":
    main()
