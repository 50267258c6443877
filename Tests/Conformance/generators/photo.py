"""Image fit, zoom, stars and scrolls from the published formulas alone, and their cases."""
import math

from generators.cases import away, clamp, size, write

# --- Images.


def fit(image, viewport, mode="fit", tap=None, orientation=None):
    (iw, ih), (vw, vh) = image, viewport
    aspect = iw / ih
    sides = {True: (vw, vw / aspect), False: (vh * aspect, vh)}
    w, h = (iw, ih) if mode == "actual" else sides[(aspect >= vw / vh) == (mode == "fit")]
    x, y = (vw - w) * 0.5, (vh - h) * 0.5
    hit = None
    if tap is not None:
        px, py = max(x, min(tap[0], x + w - 1)), max(y, min(tap[1], y + h - 1))
        pixel = {"x": clamp(away((px - x) * (iw / w)), 0, iw - 1), "y": clamp(away((py - y) * (ih / h)), 0, ih - 1)}
        inside = x <= tap[0] < x + w and y <= tap[1] < y + h
        hit = {"inside": inside, "point": {"x": px, "y": py}, "pixel": pixel}
        if orientation is not None:
            hit["stored_pixel"] = stored(pixel, orientation, image)
    return {"mode": mode, "rect": {"x": x, "y": y, "width": w, "height": h}, "tap": hit}


def stored(pixel, orientation, shown):
    """The pixel of the file that EXIF orientation shows at `pixel` of an image shown as `shown`."""
    u, v = pixel["x"], pixel["y"]
    w, h = shown if orientation < 5 else (shown[1], shown[0])
    x, y = {
        1: (u, v), 2: (w - 1 - u, v), 3: (w - 1 - u, h - 1 - v), 4: (u, h - 1 - v),
        5: (v, u), 6: (v, h - 1 - u), 7: (w - 1 - v, h - 1 - u), 8: (w - 1 - v, u),
    }[orientation]
    return {"x": x, "y": y}


def zoom(image, viewport, **gesture):
    (iw, ih), (vw, vh), scale = image, viewport, gesture.get("scale")
    low = min(vw / iw, vh / ih)
    high = max(1, low)
    at = low if scale is None else clamp(scale, low, high)
    w, h = iw * at, ih * at
    pinch = 1 if scale is None else clamp(clamp(scale, 0.1, 5), 0.2, 5)
    answer = {
        "minimum_scale": low, "maximum_scale": high, "scale": at, "size": size(w, h),
        "center": {"x": vw / 2 if w < vw else w / 2, "y": vh / 2 if h < vh else h / 2},
        "pinch_size": size(iw * pinch, ih * pinch)}
    # Only a gesture has a place to keep or an offset.
    has_place = {"from", "offset", "about", "double_tap"} & set(gesture)
    return answer | ({"rest": rest(image, viewport, gesture, low, high)} if has_place else {})


def rest(image, viewport, gesture, low, high):
    """Where a scroll view's image is after a gesture, and the limits of its offset there."""
    def limits(scale):
        lengths = [(i * scale, v) for i, v in zip(image, viewport)]
        return [(0, length - v) if length > v else (-(v - length) / 2,) * 2 for length, v in lengths]

    def settled(scale, offset):
        scale = clamp(scale, low, high)
        return scale, [clamp(o, *pair) for o, pair in zip(offset, limits(scale))]

    scale, offset = settled(gesture.get("from", low), gesture.get("offset") or [pair[0] for pair in limits(low)])
    if "double_tap" in gesture:
        big = min(1, 3 * low)
        if big * image[0] > 4000:
            big = 4000 / image[0]
        target, about = clamp(big, low, high) if scale == low else low, gesture["double_tap"]
    else:
        target, about = clamp(gesture.get("scale", scale), low, high), gesture.get("about", [v / 2 for v in viewport])
    scale, offset = settled(target, [(o + p) * (target / scale) - p for o, p in zip(offset, about)])
    x, y = limits(scale)
    return {"scale": scale, "offset": {"x": offset[0], "y": offset[1]}, "offset_limits": {"x": list(x), "y": list(y)}}


# --- Stars.


def fills(rating, count, mode):
    parts = [clamp(clamp(rating, 0, count) - star, 0, 1) for star in range(count)]
    return [{"full": away(part), "half": away(part * 2) / 2, "precise": part}[mode] for part in parts]


def shown(rating, count, mode):
    """The displayed rating: what is whole, and the rest by the mode."""
    rest = rating - math.floor(rating)
    rest = {"full": away(rest), "half": away(2 * rest) / 2, "precise": rest}[mode]
    return clamp(math.floor(rating) + rest, 0, count)


def strip(rating, count, mode, side, spacing, direction):
    """Where stars are, and how much of each and of all together is covered."""
    width = count * side + (count - 1) * spacing
    positions = [i * (side + spacing) for i in range(count)]
    filled = [{"x": x, "y": 0, "width": side * fill, "height": side}
              for x, fill in zip(positions, fills(rating, count, mode))]
    part, whole = math.modf(shown(rating, count, mode))
    covered = {"x": 0, "y": 0, "width": min(whole * (side + spacing) + part * side, width), "height": side}
    if direction == "rtl":
        # Mirrored.
        positions = [width - x - side for x in positions]
        for rect in [*filled, covered]:
            rect["x"] = width - rect["x"] - rect["width"]
    hit = [max(44, width), max(44, side)]
    return {"size": size(width, side), "positions": positions, "filled": filled, "clip": covered, "hit_area": {
        "x": (width - hit[0]) / 2, "y": (side - hit[1]) / 2, "width": hit[0], "height": hit[1]}}


def touched(x, mode, low, count, side, spacing, direction):
    if direction == "rtl":
        x = count * side + (count - 1) * spacing - x
    k = min(int(x / (side + spacing)), count)
    rest = x - k * (side + spacing)
    rating = 0 if x < 0 else k + (1 if rest > side else rest / side)
    return max(low, shown(rating + {"full": 0.45, "half": 0.2, "precise": 0}[mode], count, mode))


def spoken(rating, count, mode, low):
    step = 1 if mode == "full" else 0.5
    up = math.ceil(rating / step) * step - rating or step
    down = rating - math.floor(rating / step) * step or step
    tenths = away(shown(rating, count, mode) * 10) / 10
    return {
        "value": str(int(tenths)) if tenths == int(tenths) else f"{tenths:.1f}",
        "increment": 0 if rating >= count else away(up * 10) / 10,
        "decrement": 0 if rating <= low else away(down * 10) / 10}


def stars(rating, mode="precise", count=5, minimum_touch_rating=1, touch=None, accessibility=False, **shape):
    """The answer; a strip of a given shape has the places of stars as well."""
    side, spacing, direction = shape.get("star_size", 20), shape.get("spacing", 5), shape.get("direction", "ltr")
    answer = {"stars": fills(rating, count, mode)}
    if shape:
        answer["strip"] = strip(rating, count, mode, side, spacing, direction)
    if touch is not None:
        answer["touched_rating"] = touched(touch, mode, minimum_touch_rating, count, side, spacing, direction)
    if accessibility:
        answer |= {"displayed_rating": shown(rating, count, mode),
                   "accessibility": spoken(rating, count, mode, minimum_touch_rating)}
    return answer


# --- Scrolls.


def scroll(length, content, offset, translation=0, velocity=0, deceleration="normal"):
    rate = {"normal": 0.998, "fast": 0.99}[deceleration]
    last = max(0, content - length)
    asked = offset - translation
    inside = clamp(asked, 0, last)
    band = (1 - 1 / (abs(asked - inside) * 0.55 / length + 1)) * length
    dragged = inside + math.copysign(band, asked - inside)
    projected = dragged + velocity / 1000 * rate / (1 - rate)
    decay = 1000 * math.log(rate)
    share = -decay * 0.5 / abs(velocity) if velocity else 1
    return {"dragged": dragged, "projected": projected, "offset": clamp(projected, 0, last),
            "duration": max(0, math.log(share) / decay)}


# --- The cases.

TALL, WIDE, SMALL, PHONE = (256, 1024), (4032, 3024), (100, 50), (390, 763)
FITS = [
    ("fit-height", "All of an image that is limited by the viewport's height.", TALL),
    ("fit-width", "All of an image that is limited by the viewport's width.", WIDE),
    ("fit-small", "An image smaller than the viewport is enlarged.", SMALL),
    ("fill-width", "An image that covers the viewport's width is cut off above and below.", TALL, dict(mode="fill")),
    ("fill-height", "A tap on an image that begins left of the viewport.", WIDE, dict(mode="fill", tap=(195, 381.5))),
    ("actual-tall", "A point per pixel: as wide as the image, not as the viewport.", TALL, dict(mode="actual")),
    ("actual-wide", "A tap on an image that is larger than the viewport on all sides.", WIDE,
     dict(mode="actual", tap=(195, 381.5))),
    ("tap-inside", "A tap on the image names a pixel, rounded half up.", TALL, dict(tap=(195, 381.5))),
    ("tap-left", "A tap left of the image is the nearest one on it.", TALL, dict(tap=(-5, 10))),
    ("tap-below", "A tap below the image is limited to its last whole point.", TALL, dict(tap=(200, 5000))),
    ("tap-corner", "The left and the upper edge are on the image.", TALL, dict(tap=(99.625, 0))),
    ("tap-right-edge", "The right edge is not on the image.", TALL, dict(tap=(290.375, 0))),
    ("aspect-first", "A side follows from the aspect of the image, not from a scale.", (333, 1000),
     dict(viewport=(375, 647))),
    ("pixels-per-point", "The pixels of a point are computed before the place is multiplied: a half, rounded up.",
     (3024, 4032), dict(viewport=(320, 548), tap=(27, 244))),
] + [
    (f"orientation-{number}", f"The stored pixel under a tap for EXIF orientation {number}: {shown_as}.", WIDE,
     dict(tap=(100, 300), orientation=number)) for number, shown_as in enumerate([
        "shown as stored", "mirrored left to right", "turned by 180 degrees", "mirrored top to bottom",
        "transposed along the main diagonal", "turned clockwise", "transposed along the other diagonal",
        "turned counterclockwise"], 1)
]
ZOOMS = [
    ("minimum", "Without a scale the whole image is shown, and there is no pinch.", WIDE),
    ("scale", "A scale between the limits.", WIDE, dict(scale=0.125)),
    ("below-the-minimum", "A scale below the minimum is limited to it; a pinch at least to 0.2.", WIDE,
     dict(scale=0.05)),
    ("above-the-maximum", "A scale above 1 is limited to 1; a pinch is not.", WIDE, dict(scale=3)),
    ("above-a-pinch", "A pinch is limited to 5 times the image.", WIDE, dict(scale=9)),
    ("one-axis", "An image that fits on one axis is centred on that one only.", TALL, dict(scale=0.8)),
    ("small", "An image smaller than the viewport has one scale.", SMALL, dict(scale=0.8)),
    ("about-a-corner", "The corner of the viewport stays where it is while the scale changes.", WIDE,
     dict(scale=0.5, about=(0, 0))),
    ("from-a-scale", "A gesture that begins at another scale and offset.", WIDE, {"from": 0.4, "offset": (500, 100),
     "scale": 0.8, "about": (195, 200)}),
    ("back-out", "Zoomed out below the minimum the image rests in the middle.", WIDE, {"from": 0.8,
     "offset": (1500, 900), "scale": 0.01, "about": (10, 700)}),
    ("past-the-end", "An offset is limited to the image.", WIDE, {"from": 0.5, "offset": (90000, -50)}),
    ("double-tap-in", "A double tap at the minimum zooms to three times that.", WIDE, dict(double_tap=(300, 400))),
    ("double-tap-in-one-axis", "A double tap zooms to 1 at most.", TALL, dict(double_tap=(300, 400))),
    ("double-tap-small", "A double tap on an image with one scale changes nothing.", SMALL,
     dict(double_tap=(300, 400))),
    ("double-tap-out", "A double tap on a zoomed image shows all of it.", WIDE, {"from": 0.6, "offset": (700, 300),
     "double_tap": (20, 30)}),
]
STARS = [
    ("precise", "Precise stars show every fraction.", dict(rating=3.7, mode="precise")),
    ("half", "Half stars round to halves.", dict(rating=3.7, mode="half")),
    ("full", "Full stars round to whole ones.", dict(rating=3.7, mode="full")),
    ("full-tie", "A half is rounded up to a whole star.", dict(rating=2.5, mode="full")),
    ("half-tie", "A quarter is rounded up to half a star.", dict(rating=0.25, mode="half")),
    ("half-below", "Less than three quarters is half a star.", dict(rating=4.74, mode="half")),
    ("above", "A rating above the number of stars is all stars.", dict(rating=7, mode="precise")),
    ("below", "A rating below 0 is no star.", dict(rating=-1, mode="precise")),
    ("of-ten", "Another number of stars.", dict(rating=6.5, count=10)),
    ("strip-one", "One small star: the area that can be touched is larger than it.",
     dict(rating=2.3, mode="precise", direction="ltr", count=1, star_size=12)),
    ("strip-half", "Half stars of another size.", dict(rating=2.3, mode="half", direction="ltr", star_size=26)),
    ("strip-full-touching", "Stars without spacing that are as large as the area that can be touched.",
     dict(rating=2.3, mode="full", direction="ltr", spacing=0, star_size=44)),
    ("strip-rtl", "Stars that fill from the right, spacing with a fraction.",
     dict(rating=2.3, mode="precise", direction="rtl", count=3, spacing=30.5)),
    ("touch-rtl", "A touch of stars that fill from the right.",
     dict(rating=3, mode="half", touch=100, count=4, star_size=30, spacing=10, direction="rtl")),
    ("touch-minimum", "A touch gives one star at least.", dict(rating=3, touch=5)),
] + [
    (f"touch-{name}", purpose, dict(rating=3, mode=mode, touch=x, minimum_touch_rating=0))
    for name, purpose, mode, x in [
        ("inside", "A touch within a star gives a fraction of it.", "precise", 30),
        ("gap", "A touch between two stars gives the whole star before it.", "precise", 23),
        ("after", "A touch after the last star gives all stars.", "precise", 300),
        ("before", "A touch before the first star gives no star.", "precise", -50),
        ("full-edge", "A touch at the edge of a star does not give it, in whole stars.", "full", 50),
        ("full-inside", "A touch within a star gives it, in whole stars.", "full", 60),
        ("half-below", "A touch before two thirds of a star gives half of it.", "half", 10),
        ("half-above", "A touch at three quarters of a star gives all of it.", "half", 15)]
] + [
    (f"accessibility-{name}", purpose, dict(rating=rating, mode=mode, accessibility=True) | more)
    for name, purpose, rating, mode, more in [
        ("precise", "A screen reader says tenths and steps to the next half.", 2.3, "precise", {}),
        ("full", "A screen reader says whole stars and steps by them.", 4.6, "full", {}),
        ("half", "A screen reader says halves.", 4.6, "half", {}),
        ("at-the-end", "At the highest rating there is no step up.", 5, "precise", {}),
        ("at-the-minimum", "At the lowest rating a touch gives there is no step down.", 1, "precise", {}),
        ("zero", "Another lowest rating, at which there is no step down.", 0, "half", dict(minimum_touch_rating=0))]
]
SCROLLS = [
    ("still", "A view within its content stays where it is.", 3000, dict(offset=100)),
    ("inside", "A drag within the content goes on by its velocity.", 3000,
     dict(offset=100, translation=-50, velocity=400)),
    ("pulled-down", "Beyond the start a view follows less and less, and returns.", 3000,
     dict(offset=0, translation=200)),
    ("pulled-up", "Beyond the end a view follows less and less, and returns.", 3000,
     dict(offset=2100, translation=-400, velocity=100)),
    ("flick", "How far a flick goes, and how long, at the normal rate.", 3000, dict(offset=100, velocity=2500)),
    ("flick-fast", "How far a flick goes, and how long, at the fast rate.", 3000,
     dict(offset=100, velocity=2500, deceleration="fast")),
    ("flick-back", "A flick back ends at the start.", 3000, dict(offset=900, velocity=-2500, deceleration="normal")),
    ("too-far", "A flick beyond the end ends at it, and is projected further.", 3000,
     dict(offset=1800, velocity=90000)),
    ("short", "Content shorter than the view rests at the start.", 300, dict(offset=100)),
]


def text(pair, mark=","):
    return mark.join(repr(n).removesuffix(".0") for n in pair)


def main():
    for type, calculate, table in [("image_fit", fit, FITS), ("zoom", zoom, ZOOMS)]:
        for name, purpose, image, *given in table:
            gesture = dict(*given)
            viewport = gesture.pop("viewport", PHONE)
            options = {"image": text(image, "x"), "viewport": text(viewport, "x")} | {
                key: text(value) if isinstance(value, tuple) else value for key, value in gesture.items()}
            write(type, name, purpose, options, calculate(image, viewport, **gesture))
    for name, purpose, options in STARS:
        write("stars", name, purpose, options, stars(**options))
    for name, purpose, content, drag in SCROLLS:
        options = {"length": 844, "content": content, **drag}
        write("settle_scroll", name, purpose, options, scroll(**options))
