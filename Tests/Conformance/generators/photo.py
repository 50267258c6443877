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
        # Mirrored.
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


TALL, WIDE, SMALL, PHONE = (256, 1024), (4032, 3024), (100, 50), (390, 763)


def image_fits():
    def case(name, purpose, image, mode="fit", tap=None, orientation=None):
        options = {"image": text(image, "x"), "viewport": text(PHONE, "x")}
        if mode != "fit":
            options["mode"] = mode
        if tap is not None:
            options["tap"] = text(tap, ",")
        answer = fit(mode, image, PHONE, tap)
        if orientation is not None:
            options["orientation"] = orientation
            answer["tap"]["stored_pixel"] = stored(answer["tap"]["pixel"], orientation, image)
        write("image_fit", name, f"{purpose}.", options, answer)

    case("fit-height", "All of an image that is limited by the viewport's height", TALL)
    case("fit-width", "All of an image that is limited by the viewport's width", WIDE)
    case("fit-small", "An image smaller than the viewport is enlarged", SMALL)
    case("fill-width", "An image that covers the viewport's width is cut off above and below", TALL, "fill")
    case("fill-height", "A tap on an image that begins left of the viewport", WIDE, "fill", (195, 381.5))
    case("actual-tall", "A point per pixel: as wide as the image, not as the viewport", TALL, "actual")
    case("actual-wide", "A tap on an image that is larger than the viewport on all sides", WIDE, "actual",
         (195, 381.5))
    case("tap-inside", "A tap on the image names a pixel, rounded half up", TALL, tap=(195, 381.5))
    case("tap-left", "A tap left of the image is the nearest one on it", TALL, tap=(-5, 10))
    case("tap-below", "A tap below the image is limited to its last whole point", TALL, tap=(200, 5000))
    case("tap-corner", "The left and the upper edge are on the image", TALL, tap=(99.625, 0))
    case("tap-right-edge", "The right edge is not on the image", TALL, tap=(290.375, 0))
    for orientation, shown_as in {
        1: "shown as stored", 2: "mirrored left to right", 3: "turned by 180 degrees",
        4: "mirrored top to bottom", 5: "transposed along the main diagonal", 6: "turned clockwise",
        7: "transposed along the other diagonal", 8: "turned counterclockwise",
    }.items():
        case(f"orientation-{orientation}",
             f"The stored pixel under a tap for EXIF orientation {orientation}: {shown_as}", WIDE,
             tap=(100, 300), orientation=orientation)


def zooms():
    def case(name, purpose, image, **gesture):
        options = {"image": text(image, "x"), "viewport": text(PHONE, "x")}
        for key, value in gesture.items():
            options[key] = text(value, ",") if isinstance(value, list) else value
        answer = zoom(image, PHONE, gesture.get("scale"))
        # Only a gesture has a place to keep or an offset.
        if {"from", "offset", "about", "double_tap"} & set(gesture):
            answer["rest"] = rest(image, PHONE, gesture)
        write("zoom", name, f"{purpose}.", options, answer)

    case("minimum", "Without a scale the whole image is shown, and there is no pinch", WIDE)
    case("scale", "A scale between the limits", WIDE, scale=0.125)
    case("below-the-minimum", "A scale below the minimum is limited to it; a pinch at least to 0.2", WIDE,
         scale=0.05)
    case("above-the-maximum", "A scale above 1 is limited to 1; a pinch is not", WIDE, scale=3)
    case("above-a-pinch", "A pinch is limited to 5 times the image", WIDE, scale=9)
    case("one-axis", "An image that fits on one axis is centred on that one only", TALL, scale=0.8)
    case("small", "An image smaller than the viewport has one scale", SMALL, scale=0.8)
    case("about-a-corner", "The corner of the viewport stays where it is while the scale changes", WIDE,
         scale=0.5, about=[0, 0])
    case("from-a-scale", "A gesture that begins at another scale and offset", WIDE,
         **{"from": 0.4, "offset": [500, 100], "scale": 0.8, "about": [195, 200]})
    case("back-out", "Zoomed out below the minimum the image rests in the middle", WIDE,
         **{"from": 0.8, "offset": [1500, 900], "scale": 0.01, "about": [10, 700]})
    case("past-the-end", "An offset is limited to the image", WIDE,
         **{"from": 0.5, "offset": [90000, -50]})
    case("double-tap-in", "A double tap at the minimum zooms to three times that", WIDE,
         double_tap=[300, 400])
    case("double-tap-in-one-axis", "A double tap zooms to 1 at most", TALL, double_tap=[300, 400])
    case("double-tap-small", "A double tap on an image with one scale changes nothing", SMALL,
         double_tap=[300, 400])
    case("double-tap-out", "A double tap on a zoomed image shows all of it", WIDE,
         **{"from": 0.6, "offset": [700, 300], "double_tap": [20, 30]})


def ratings():
    def case(name, purpose, options, more=()):
        rating, count = options["rating"], options.get("count", 5)
        answer = stars(rating, count, options.get("mode", "precise")) | dict(more)
        write("stars", name, f"{purpose}.", options, answer)

    for name, purpose, rating, mode in [
        ("precise", "Precise stars show every fraction", 3.7, "precise"),
        ("half", "Half stars round to halves", 3.7, "half"),
        ("full", "Full stars round to whole ones", 3.7, "full"),
        ("full-tie", "A half is rounded up to a whole star", 2.5, "full"),
        ("half-tie", "A quarter is rounded up to half a star", 0.25, "half"),
        ("half-below", "Less than three quarters is half a star", 4.74, "half"),
        ("above", "A rating above the number of stars is all stars", 7, "precise"),
        ("below", "A rating below 0 is no star", -1, "precise"),
    ]:
        case(name, purpose, {"rating": rating, "mode": mode})
    case("of-ten", "Another number of stars", {"rating": 6.5, "count": 10})

    for name, purpose, options in [
        ("one", "One small star: the area that can be touched is larger than it",
         {"count": 1, "star_size": 12}),
        ("half", "Half stars of another size", {"mode": "half", "star_size": 26}),
        ("full-touching", "Stars without spacing that are as large as the area that can be touched",
         {"mode": "full", "spacing": 0, "star_size": 44}),
        ("rtl", "Stars that fill from the right, spacing with a fraction",
         {"direction": "rtl", "count": 3, "spacing": 30.5}),
    ]:
        options = {"rating": 2.3, "mode": "precise", "direction": "ltr", **options}
        case(f"strip-{name}", purpose, options, {"strip": strip(**options)})

    for name, purpose, mode, x in [
        ("inside", "A touch within a star gives a fraction of it", "precise", 30),
        ("gap", "A touch between two stars gives the whole star before it", "precise", 23),
        ("after", "A touch after the last star gives all stars", "precise", 300),
        ("before", "A touch before the first star gives no star", "precise", -50),
        ("full-edge", "A touch at the edge of a star does not give it, in whole stars", "full", 50),
        ("full-inside", "A touch within a star gives it, in whole stars", "full", 60),
        ("half-below", "A touch before two thirds of a star gives half of it", "half", 10),
        ("half-above", "A touch at three quarters of a star gives all of it", "half", 15),
    ]:
        case(f"touch-{name}", purpose,
             {"rating": 3, "mode": mode, "touch": x, "minimum_touch_rating": 0},
             {"touched_rating": touched(x, mode, 0)})
    shape = {"count": 4, "star_size": 30, "spacing": 10, "direction": "rtl"}
    case("touch-rtl", "A touch of stars that fill from the right",
         {"rating": 3, "mode": "half", "touch": 100, **shape},
         {"strip": strip(3, mode="half", **shape), "touched_rating": touched(100, "half", 1, **shape)})
    case("touch-minimum", "A touch gives one star at least", {"rating": 3, "touch": 5},
         {"touched_rating": touched(5, "precise", 1)})

    for name, purpose, rating, mode, more in [
        ("precise", "A screen reader says tenths and steps to the next half", 2.3, "precise", {}),
        ("full", "A screen reader says whole stars and steps by them", 4.6, "full", {}),
        ("half", "A screen reader says halves", 4.6, "half", {}),
        ("at-the-end", "At the highest rating there is no step up", 5, "precise", {}),
        ("at-the-minimum", "At the lowest rating a touch gives there is no step down", 1, "precise", {}),
        ("zero", "Another lowest rating, at which there is no step down", 0, "half",
         {"minimum_touch_rating": 0}),
    ]:
        options = {"rating": rating, "mode": mode, "accessibility": True, **more}
        low = options.get("minimum_touch_rating", 1)
        case(f"accessibility-{name}", purpose, options, {
            "displayed_rating": shown(rating, 5, mode),
            "accessibility": spoken(rating, 5, mode, low),
        })


def scrolls():
    for name, purpose, content, drag in [
        ("still", "A view within its content stays where it is", 3000, {"offset": 100}),
        ("inside", "A drag within the content goes on by its velocity", 3000,
         {"offset": 100, "translation": -50, "velocity": 400}),
        ("pulled-down", "Beyond the start a view follows less and less, and returns", 3000,
         {"offset": 0, "translation": 200}),
        ("pulled-up", "Beyond the end a view follows less and less, and returns", 3000,
         {"offset": 2100, "translation": -400, "velocity": 100}),
        ("flick", "How far a flick goes, and how long, at the normal rate", 3000,
         {"offset": 100, "velocity": 2500}),
        ("flick-fast", "How far a flick goes, and how long, at the fast rate", 3000,
         {"offset": 100, "velocity": 2500, "deceleration": "fast"}),
        ("flick-back", "A flick back ends at the start", 3000,
         {"offset": 900, "velocity": -2500, "deceleration": "normal"}),
        ("too-far", "A flick beyond the end ends at it, and is projected further", 3000,
         {"offset": 1800, "velocity": 90000}),
        ("short", "Content shorter than the view rests at the start", 300, {"offset": 100}),
    ]:
        options = {"length": 844, "content": content, **drag}
        write("settle_scroll", name, f"{purpose}.", options, scroll(**options))


def main():
    image_fits()
    zooms()
    ratings()
    scrolls()


if __name__ == "__main__":
    main()
