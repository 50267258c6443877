"""Paging effects, with their options by the published names.

Keyframes are those of motions that are straight between their kinks: with a tolerance below every bend, the frames are
the kinks and the ends of the range, each of them, and the error is what rounding is allowed to do: 2^-36 of the largest
values.
"""
import math

from oracle.geometry import clamp, numbers

CARD = W, H = 273, 320
PI = math.pi
ROUNDING = 2.0 ** -36

# --- Scale.

CURVES = {"linear": lambda t: t, "ease_in": lambda t: math.log10(1 + 9 * t),
          "ease_out": lambda t: 1 - math.log10(10 - 9 * clamp(t, 0, 1))}
SCALE = {
    "min_scale": 0.75, "max_scale": 1, "scale_ratio": 0.25, "scale_curve": "linear", "translation_ratio": (0.93, 0.36),
    "min_translation_ratio": (-5, -5), "max_translation_ratio": (5, 5), "translation_curve": "linear",
    "blur_effect_enabled": False, "blur_effect_radius_ratio": 0.2, "rotation_3d": None, "translation_3d": None,
    "shadow_enabled": True, "shadow_color": {}, "shadow_radius_min": 2, "shadow_radius_max": 13,
    "shadow_offset_min": {"width": 0, "height": 2}, "shadow_offset_max": {"width": 0, "height": 6},
    "shadow_opacity_min": 0.1, "shadow_opacity_max": 0.1,
}
USUAL = {"min_scale": 0.6, "scale_ratio": 0.4, "translation_ratio": (0.66, 0.2), "max_translation_ratio": (2, 0)}
WIDE = {**USUAL, "max_translation_ratio": (5, 5)}
STILL = {"scale_ratio": 0, "translation_ratio": (0, 0), "min_translation_ratio": (0, 0),
         "max_translation_ratio": (0, 0)}


def in_space(angle, least, most, axis, m34, ratios, min_ratios, max_ratios, **more):
    turn = {"angle": angle, "min_angle": least, "max_angle": most, "axis": axis, "m34": m34, **more}
    return {"rotation_3d": turn,
            "translation_3d": {"ratios": ratios, "min_ratios": min_ratios, "max_ratios": max_ratios}}


SCALES = {
    "default": {},
    "linear": USUAL,
    "ease_in": {**WIDE, "scale_curve": "ease_in"},
    "ease_out": {**WIDE, "translation_curve": "ease_in"},
    "blur": {**USUAL, "blur_effect_enabled": True},
    "rotary": dict(min_scale=0, scale_ratio=0.4, translation_ratio=(0.1, 0.1), min_translation_ratio=(-1, 0),
        max_translation_ratio=(1, 1), **in_space(PI / 15, -PI / 3, PI / 3, (0, 0, 1), -0.004, (0.9, 0.1, 0),
        (-3, -0.8, -0.3), (3, 0.8, -0.3))),
    "cylinder": {**STILL, "min_scale": 0.55, "max_scale": 0.55, "shadow_enabled": False, **in_space(PI / 4, -PI, PI,
        (0, 1, 0), -0.00056, (0, 0, 0), (0, 0, 1.25), (0, 0, 1.25))},
    "inverted_cylinder": {**STILL, "min_scale": 1.2, "max_scale": 1.2, "shadow_enabled": False, **in_space(PI / 3, -PI,
        PI, (0, -1, 0), -0.002, (0.1, 0, 0), (-0.05, 0, 0.86), (0.05, 0, -0.86))},
    "cover_flow": {**STILL, "min_scale": 0.7, "max_scale": 0.7, **in_space(PI / 1.65, -PI / 3, PI / 3, (0, -1, 0),
        -0.0005, (0.1, 0, -0.7), (-0.1, 0, -3), (0.1, 0, 0))},
}


def color(parts):
    """As `#rrggbbaa`: each part in the nearest level of 255."""
    levels = [math.floor(parts.get(name, 0) * 255 + 0.5) for name in ("red", "green", "blue")]
    return "#" + "".join(f"{level:02x}" for level in levels) + "ff"


def rotated(point, axis, angle):
    """Rodrigues: v cos + (k x v) sin + k (k . v)(1 - cos)."""
    length = math.sqrt(sum(a * a for a in axis))
    k = [a / length for a in axis]
    cross = [k[1] * point[2] - k[2] * point[1], k[2] * point[0] - k[0] * point[2], k[0] * point[1] - k[1] * point[0]]
    along = sum(a * b for a, b in zip(k, point))
    cos, sin = math.cos(angle), math.sin(angle)
    return [v * cos + c * sin + a * along * (1 - cos) for v, c, a in zip(point, cross, k)]


def scale_sample(p, changes, card=CARD):
    o, (W, H), far = SCALE | changes, card, abs(p)
    s = clamp(1 - CURVES[o["scale_curve"]](far) * o["scale_ratio"], o["min_scale"], o["max_scale"])
    t = CURVES[o["translation_curve"]](far)
    side = -1 if p < 0 else 1
    x_kept = (1 - s) * W / 2 * (-1 if p > 0 else 1)
    ratio, low, high = o["translation_ratio"], o["min_translation_ratio"], o["max_translation_ratio"]
    tx = clamp(W * ratio[0] * t * side - x_kept, W * low[0], W * high[0])
    ty = clamp(H * ratio[1] * abs(t) - (1 - s) * H / 2, H * low[1], H * high[1])
    sample = {"scale": s, "tx": tx, "ty": ty}
    if o["shadow_enabled"]:
        low, high, m = o["shadow_offset_min"], o["shadow_offset_max"], 1 - far
        sample["shadow"] = {
            "offset": {side: max(low[side], m * high[side]) for side in ("width", "height")},
            "radius": max(o["shadow_radius_min"], m * o["shadow_radius_max"]),
            "opacity": max(o["shadow_opacity_min"], m * o["shadow_opacity_max"]), "color": color(o["shadow_color"])}
    if o["blur_effect_enabled"]:
        sample["blur"] = min(far * o["blur_effect_radius_ratio"], 1)
    if o["rotation_3d"]:
        r, sample["quad"] = o["rotation_3d"], []
        theta = clamp(r["angle"] * p, r["min_angle"], r["max_angle"])
        X, Y, Z = (clamp(ratio * way * length, low * length, high * length) for ratio, low, high, way, length in
                   zip(*o["translation_3d"].values(), (p, far, far), (W, H, W)))
        for x, y in [(-W / 2, -H / 2), (W / 2, -H / 2), (W / 2, H / 2), (-W / 2, H / 2)]:
            u, v, w = rotated((x + X, y + Y, Z), r["axis"], theta)
            den = 1 + r["m34"] * w
            sample["quad"].append([(s * u + tx) / den, (s * v + ty) / den])
    return sample


# --- Stack.

STACK = {
    "scale_factor": 0.15, "min_scale": 0, "max_scale": 1, "max_stack_size": 3, "spacing_factor": 0.03,
    "alpha_factor": 0, "bottom_stack_alpha_speed_factor": 0.9, "top_stack_alpha_speed_factor": 0.3,
    "perspective_ratio": 0, "stack_rotate_angle": 0, "pop_angle": PI / 7, "pop_offset_ratio": (-1.3, 0.3),
    "stack_position": (0, -1), "reverse": False, "blur_effect_enabled": False, "max_blur_effect_radius": 0,
    "shadow_enabled": True, "shadow_color": {}, "shadow_opacity": 0.1, "shadow_offset": {"width": 0, "height": 0},
    "shadow_radius": 10,
}
STACKS = {
    "default": {},
    "transparent": dict(scale_factor=0.12, max_stack_size=4, alpha_factor=0.2, bottom_stack_alpha_speed_factor=10,
        top_stack_alpha_speed_factor=0.1, pop_angle=PI / 10, pop_offset_ratio=(-1.45, 0.3)),
    "perspective": dict(scale_factor=0.1, min_scale=0.2, max_stack_size=6, spacing_factor=0.08, perspective_ratio=0.3,
        shadow_radius=5, pop_angle=PI / 10, pop_offset_ratio=(-1.45, 0.3), stack_position=(1, 0)),
    "rotary": dict(scale_factor=-0.03, min_scale=0.2, spacing_factor=0.01, alpha_factor=0.1, stack_rotate_angle=PI / 16,
        shadow_radius=8, pop_angle=PI / 4, pop_offset_ratio=(-1.45, 0.4), stack_position=(0, 1)),
    "vortex": dict(scale_factor=-0.15, min_scale=0.2, max_scale=None, max_stack_size=4, spacing_factor=0,
        alpha_factor=0.4, top_stack_alpha_speed_factor=1, perspective_ratio=-0.3, pop_angle=PI, pop_offset_ratio=(0, 0),
        stack_position=(0, 1), shadow_enabled=False),
    "reverse": dict(scale_factor=0.1, max_scale=None, max_stack_size=4, spacing_factor=0.08, pop_angle=-PI / 4,
        pop_offset_ratio=(1.45, 0.4), stack_position=(-1, -0.2), reverse=True, shadow_radius=8),
    "blur": dict(scale_factor=0.1, max_scale=None, max_stack_size=7, spacing_factor=0.06,
        top_stack_alpha_speed_factor=0.1, perspective_ratio=0.04, pop_angle=-PI / 4, pop_offset_ratio=(1.45, 0.4),
        stack_position=(-1, 0), reverse=True, blur_effect_enabled=True, max_blur_effect_radius=0.08, shadow_radius=8),
}


def stack_sample(p, changes, card=CARD, is_to_the_bit=False):
    """`is_to_the_bit`: fades are as long as what is between their rounded ends, as the program has them."""
    o = STACK | changes
    q = -p if o["reverse"] else p
    N, bottom, top = o["max_stack_size"], o["bottom_stack_alpha_speed_factor"], o["top_stack_alpha_speed_factor"]
    s = clamp(1 - q * o["scale_factor"], o["min_scale"], o["max_scale"])
    g = CURVES["ease_out"](clamp(q, 0, N) / N) * o["perspective_ratio"]

    def move(L, P, O):
        d = L * o["spacing_factor"] * max(q, 0) * P - ((s - 1) * L / 2 + g * L) * P
        return d - L * O * q if q < 0 else d

    A, last, faded = 1, N - 1, -1 + top
    if q >= last:
        A = 1 - (clamp(q, last, last + bottom) - last) / (last + bottom - last if is_to_the_bit else bottom)
    elif q < 0:
        A = (clamp(q, -1, faded) + 1) / (faded + 1 if is_to_the_bit else top)
    if A > 0 and q >= 0:
        A -= q * o["alpha_factor"]
    if q <= 0:
        rotation = -min(-q, 1) * o["pop_angle"]
    else:
        (f, whole), a = math.modf(q), o["stack_rotate_angle"]
        rotation = a * (1 - 2 * f) * (-1 if whole % 2 == 0 else 1) + ((1 - q) * abs(a) if q < 1 else 0)
    (x, y), (pop_x, pop_y) = o["stack_position"], o["pop_offset_ratio"]
    sample = {"scale": s, "tx": move(card[0], x, pop_x), "ty": move(card[1], y, pop_y), "alpha": clamp(A, 0, 1),
              "rotation": rotation, "z_index": -math.floor(abs(p) + 0.5)}
    if o["blur_effect_enabled"]:
        sample["blur"] = clamp(q, 0, N) / N * o["max_blur_effect_radius"]
    return sample


def stack_shadow(changes):
    """The member `shadow` of a pile, which is the same at any progress; none for one without a shadow."""
    o = STACK | changes
    shadow = {"offset": {"width": 0, "height": 0} | o["shadow_offset"], "radius": o["shadow_radius"],
              "opacity": o["shadow_opacity"], "color": color(o["shadow_color"])}
    return {"shadow": shadow} if o["shadow_enabled"] else {}


# --- Snapshot.


def value(form, row, column, rows, columns):
    """The numbers that a value of one of the published forms has for a piece."""
    if not isinstance(form, dict):
        return form if isinstance(form, (list, tuple)) else [form]
    (name, of), = form.items()
    if name in ("sum", "product"):
        combined = math.fsum if name == "sum" else math.prod
        return [combined(each) for each in zip(*(value(one, row, column, rows, columns) for one in of))]
    if name in ("rows", "columns", "by_index"):
        return of[{"rows": row, "columns": column, "by_index": row * columns + column}[name] % len(of)]
    place, count = (row, rows) if "row" in name else (column, columns)
    if name.endswith("odd_even"):
        times = place if of.get("increasing") else 1
        return [times * k for k in value(of["odd" if place % 2 else "even"], row, column, rows, columns)]
    if name.endswith("mirror"):
        place -= (count - 1) / 2
    elif isinstance(of, dict):  # by_row or by_column, from the end
        of, place = of["value"], count - 1 - place if of["reversed"] else place
    return [k * place for k in value(of, row, column, rows, columns)]


SNAPSHOT = {"pieces_corner_radius_ratio": 0, "pieces_alpha_ratio": 0.4, "pieces_scale_ratio": (0.5, 0.5),
            "container_scale_ratio": 0.1, "container_translation_ratio": (0.7, 0)}
SNAPSHOTS = {
    "grid": dict(piece_size_ratio=(1 / 4, 1 / 10), pieces_corner_radius_ratio=1, pieces_alpha_ratio=0,
        pieces_translation_ratio=dict(sum=[dict(row_mirror=(0, -1.8)), dict(column_mirror=(-1.8, 0))]),
        pieces_scale_ratio=(0.8, 0.8)),
    "space": dict(piece_size_ratio=(1 / 3, 1 / 4), pieces_corner_radius_ratio=0.7,
        pieces_alpha_ratio=dict(sum=[dict(row_mirror=0.2), dict(column_mirror=0.4)]),
        pieces_translation_ratio=dict(product=[dict(row_mirror=(1, -1)), dict(column_mirror=(-1, 1))])),
    "chess": dict(piece_size_ratio=(1 / 5, 1 / 10), pieces_corner_radius_ratio=0.5,
        pieces_alpha_ratio=dict(column_mirror=0.4), pieces_translation_ratio=dict(column_mirror=(-1, 1))),
    "tiles": dict(piece_size_ratio=(1, 1 / 10), pieces_scale_ratio=(0, 0.1), container_translation_ratio=(1, 0),
        pieces_translation_ratio=dict(row_odd_even=dict(odd=(-0.4, 0), even=(0.4, 0)))),
    "lines": dict(piece_size_ratio=(1, 1 / 16), pieces_scale_ratio=(0.6, 0.96), container_translation_ratio=(0.8, 0),
        pieces_translation_ratio=dict(row_odd_even=dict(odd=(-0.15, 0), even=(0.15, 0)))),
    "bars": dict(piece_size_ratio=(1 / 10, 1), pieces_corner_radius_ratio=1.2, pieces_scale_ratio=(0.2, 0.6),
        pieces_translation_ratio=dict(column_odd_even=dict(odd=(0, -0.1), even=(0, 0.1))),
        container_translation_ratio=(1, 0)),
    "puzzle": dict(piece_size_ratio=(1 / 4, 1 / 10), container_scale_ratio=0.2, container_translation_ratio=(1, 0),
        pieces_alpha_ratio=dict(sum=[dict(row_odd_even=dict(odd=0.2, even=0)),
                                     dict(column_odd_even=dict(odd=0, even=0.2))]),
        pieces_translation_ratio=dict(row_odd_even=dict(odd=(-0.15, 0), even=(0.15, 0))),
        pieces_scale_ratio=dict(column_odd_even=dict(odd=(0.1, 0.4), even=(0.4, 0.1)))),
    "fade": dict(piece_size_ratio=(1, 1 / 10), pieces_corner_radius_ratio=0.1, pieces_alpha_ratio=dict(by_row=0.1),
        pieces_translation_ratio=dict(row_mirror=(0, 0.1)), pieces_scale_ratio=dict(row_mirror=(0.05, 0.1)),
        container_scale_ratio=0.7, container_translation_ratio=(1.9, 0)),
}


def piece_counts(changes):
    """The columns and the rows."""
    return [round(1 / share) for share in changes["piece_size_ratio"]]


def snapshot_sample(p, changes, card=CARD):
    o, (W, H), (columns, rows), far = SNAPSHOT | changes, card, piece_counts(changes), abs(p)
    w, h, out = W / columns, H / rows, o["container_translation_ratio"]

    def piece(row, column):
        corner, alpha, move, size = (value(o[f"pieces_{name}_ratio"], row, column, rows, columns)
                                     for name in ["corner_radius", "alpha", "translation", "scale"])
        return {
            "row": row, "column": column, "tx": move[0] * far * w, "ty": move[1] * far * h,
            "scale_x": max(0, 1 - far * size[0]), "scale_y": max(0, 1 - far * size[1]),
            "alpha": clamp(1 - alpha[0] * far, 0, 1), "corner_radius": corner[0] * far * min(w, h)}

    container = {"scale": max(1 - far * o["container_scale_ratio"], 0), "tx": p * W * out[0], "ty": p * H * out[1]}
    return {"container": container, "pieces": [piece(r, c) for r in range(rows) for c in range(columns)] if p else []}


# --- Answers.

FAMILIES = {
    "scale": (SCALES, scale_sample, [-1.5, -1, -0.5, 0, 0.25, 1, 2],
              "both directions, the middle, the next page, and beyond the limits"),
    "stack": (STACKS, stack_sample, [-1, -0.6, -0.5, 0, 0.5, 1.5, 2.5, 3, 4],
              "swiped away and half faded, two ties in the order, at rest, in the pile, where it ends and beyond"),
    "snapshot": (SNAPSHOTS, snapshot_sample, [-1, -0.5, 0, 0.5, 1],
                 "both directions, and the middle, where the card is in one piece"),
}


def transform(effect, size, progress=None, effect_options={}, keyframes=None, **limits):
    family, preset = effect.split(".")
    presets, sample, *_ = FAMILIES[family]
    options, card = presets[preset] | effect_options, numbers(size)
    shadow = stack_shadow(options) if family == "stack" else {}
    if keyframes:
        return {"effect": effect, **shadow, "keyframes": stack_keyframes(
            options, limits.get("from", -1), limits.get("to", 4), keyframes, card)}
    return {"effect": effect, "progress": progress, **sample(progress, options, card), **shadow}


def table(effect):
    """Samples of an effect at several progresses. Of a snapshot's pieces the first, one in the middle, and the last."""
    family, preset = effect.split(".")
    presets, sample, progress, purpose = FAMILIES[family]
    options, count = presets[preset], 0
    shadow = stack_shadow(options) if family == "stack" else {}
    samples = [{"effect": effect, "progress": p, **sample(p, options), **shadow} for p in progress]
    if family == "snapshot":
        columns, rows = piece_counts(options)
        count, chosen = columns * rows, [(0, 0), (rows // 2, columns // 2), (rows - 1, columns - 1)]
        for one in samples:
            one["pieces"] = [piece for piece in one["pieces"] if (piece["row"], piece["column"]) in chosen]
    return {"description": f"{effect}: {purpose}.", "card": {"width": W, "height": H}, "piece_count": count,
            "samples": samples}


# --- Keyframes.


def kinks(options):
    """Where the motion of a pile without a perspective bends."""
    o = STACK | options
    faded, last = -1 + o["top_stack_alpha_speed_factor"], o["max_stack_size"] - 1
    whole = range(1, last) if o["stack_rotate_angle"] else []
    places = [-1, faded, 0, *whole, last, last + o["bottom_stack_alpha_speed_factor"]]
    return sorted(-place for place in places) if o["reverse"] else places


def stack_keyframes(options, start, end, tolerance, card=CARD, drawn=None):
    """The keyframes of a pile without a perspective, straight between its kinks. Cards may be `drawn` larger."""
    places = [start, *(place for place in kinks(options) if start < place < end), end]
    names = ["scale", "tx", "ty", "alpha", "rotation"]
    samples = [stack_sample(p, options, card) for p in places]
    frames = [{"progress": p, "values": [sample[name] for name in names]} for p, sample in zip(places, samples)]
    most = [max(abs(sample[name]) for sample in samples) for name in names]
    reach = math.hypot(*(drawn or card)) / 2
    corner = math.hypot(most[1], most[2]) + reach * most[0] + reach * most[0] * most[4]
    # The order changes halfway between two places of the pile.
    steps, at = [], start
    while at < end:
        stop = min(math.floor(at - 0.5) + 1.5, end)
        z = stack_sample((at + stop) / 2, options, card)["z_index"]
        if not steps or steps[-1]["values"] != [z]:
            steps.append({"progress": at, "values": [z]})
        at = stop
    return {"tolerance": tolerance, "max_error": max(corner, 255 * most[3]) * ROUNDING, "interpolation": "linear",
            "range": [start, end], "channels": names, "frames": frames, "step_channels": ["z_index"], "steps": steps}
