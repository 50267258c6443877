"""Image fit, zoom, stars, scrolls and pagers."""
import math

from oracle.geometry import away, clamp, numbers, size

# --- Images.


def fit(image, viewport, mode="fit", tap=None, orientation=None):
    image, (vw, vh), tap = numbers(image), numbers(viewport), tap and numbers(tap)
    iw, ih = image
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
    image, viewport = numbers(image), numbers(viewport)
    gesture = {name: numbers(value) if isinstance(value, str) else value for name, value in gesture.items()}
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


# --- Pagers, as the library of the screens has them.


def paging(viewport, **o):
    VW, VH = numbers(viewport)
    n, offset, is_vertical = o["pages"], o.get("offset", 0), o.get("axis") == "vertical"
    length = max(VH if is_vertical else VW, 1)
    top, left, bottom, right = (o.get(f"safe_{edge}", 0) for edge in ["top", "left", "bottom", "right"])
    content = size(VW - left - right, n * VH) if is_vertical else size(n * VW, VH - top - bottom)

    def padding(edge):
        text = str(o.get("padding_" + edge, 0))
        share = {"w": VW, "h": VH}.get(text[-1])
        return float(text[:-1]) * share if share else float(text)

    card = {"x": padding("left"), "y": padding("top"), "width": VW - padding("left") - padding("right"),
            "height": VH - padding("top") - padding("bottom")}
    # The live pages, as the library of the screens finds them.
    count = min(o.get("live", n), n)
    middle, c = count // 2, int(away(offset / length))
    a, b = c - middle, c + middle
    if count % 2:
        a, b = (a - 1, b) if c < middle else (a, b + 1)
    live = range(max(0, a - max(0, b - n)), min(n, b + max(0, -a))) if count else range(0)
    orders = {"nearest": lambda p: -abs(away(p)), "pile": lambda p: -away(p), "reverse_pile": away}
    z = orders[o.get("order", "nearest")]
    pages = [{"page": page, "progress": page - offset / length, "z_index": z(page - offset / length)} for page in live]
    current = away((offset + o.get("leading_inset", 0)) / length)
    answer = {"page_length": length, "content_size": content, "card": card,
              "current_page": min(max(int(current), 0), n - 1) if n else None, "live_pages": pages}
    if "target" in o:
        t = o.get("time", 1)
        share = {"linear": t, "parametric": t * t / (2 * (t * t - t) + 1),
                 "ease_in_out": 2 * t * t if t < 0.5 else -2 * t * t + 4 * t - 1, "ease_in": t * t,
                 "ease_out": 2 * t - t * t}[o.get("curve", "linear")]
        end = min(max(o["target"] * length, 0), max(0, n - 1) * length)
        answer["scroll"] = {"target_offset": end, "offset": offset + (end - offset) * share}
    return answer
