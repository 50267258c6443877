#!/usr/bin/env python3
"""Writes the cases of paging effects as data: `transform` with options of its own, and keyframes.

Effects are described here once more, from the published formulas alone and by the published names of
their options. Keyframes are those of motions that are straight between their kinks: with a tolerance
below every bend, the frames are the kinks and the ends of the range, each of them, and the error is
what rounding is allowed to do: 2^-36 of the largest values.
"""
import math
import sys

sys.dont_write_bytecode = True
import transforms as published
from cases import write

W, H = published.W, published.H


def size_text():
    return f"{W}x{H}"


def transform(name, description, effect, progress, sample, **options):
    write("transform", name, description,
          {"effect": effect, "size": size_text(), "progress": progress, **options},
          {"effect": effect, "progress": progress, **sample})


def samples():
    """A sample of each kind; the tables in `transforms` have all effects at several progresses."""
    def case(name, description, effect, progress):
        family, preset = effect.split(".")
        presets, sample, _ = published.FAMILIES[family]
        options = presets[preset]
        if family == "snapshot":
            columns, rows = options[0], options[1]
            options = options[:-1] + ([(r, c) for r in range(rows) for c in range(columns)],)
        transform(name, description, effect, progress, sample(progress, options))

    case("scale", "A scale effect: scale, displacement and shadow, on the way out to the left.",
         "scale.default", -1.25)
    case("scale-in-space", "A scale effect in space: also the four corners as drawn.", "scale.cover_flow",
         0.5)
    case("stack", "A stack effect: the card in the pile that fades in.", "stack.default", 2.5)
    case("snapshot", "A snapshot effect: every piece of a card, mirrored in rows and columns.",
         "snapshot.space", 0.5)
    case("snapshot-at-rest", "A card in the middle is in one piece.", "snapshot.space", 0)


def stack(name, description, changes, progress, **described):
    options = {**published.STACKS["default"], **described}
    transform(name, description, "stack.default", progress,
              published.stack_sample(progress, options), effect_options=changes)


def stacks_with_options():
    stack("stack-options-growing", "Cards that grow with depth, without an upper bound.",
          {"scale_factor": -0.25, "min_scale": None, "max_scale": None}, 2.5,
          factor=-0.25, bounds=(None, None))
    stack("stack-options-deep", "A pile of ten, widely spaced to the lower right.",
          {"max_stack_size": 10, "spacing_factor": 0.1, "stack_position": [0.5, 1]}, 6.25,
          N=10, spacing=0.1, lean=(0.5, 1))
    stack("stack-options-fades", "Slow fades: half faded as soon as it is swiped.",
          {"top_stack_alpha_speed_factor": 2, "bottom_stack_alpha_speed_factor": 2}, -0.25,
          fades=(2, 2))
    stack("stack-options-dim", "Each card in the pile fainter by a tenth.",
          {"alpha_factor": 0.1}, 1.5, dim=0.1)
    stack("stack-options-turned", "Cards to either side in turn.",
          {"stack_rotate_angle": 0.25}, 2.25, turn=0.25)
    stack("stack-options-pop", "Swiped straight up, by half a turn.",
          {"pop_angle": 3, "pop_offset_ratio": [0, -1]}, -0.5, pop=3, out=(0, -1))
    stack("stack-options-reverse", "Run through backwards.", {"reverse": True}, -1.25, reverse=True)
    stack("stack-options-blur", "Blurred with depth, in a perspective.",
          {"blur_effect_enabled": True, "max_blur_effect_radius": 0.6, "perspective_ratio": 0.2},
          1.75, blur=0.6, perspective=0.2)


def scale(name, description, changes, progress, **described):
    options = {**published.SCALES["default"], **described}
    transform(name, description, "scale.default", progress,
              published.scale_sample(progress, options), effect_options=changes)


def scales_with_options():
    scale("scale-options-curves", "Scale and displacement along curves.",
          {"scale_curve": "ease_in", "translation_curve": "ease_out"}, 0.4,
          curves=(published.ease_in, published.ease_out))
    scale("scale-options-large", "Cards that grow to the sides.",
          {"scale_ratio": -0.5, "max_scale": 1.4}, -0.6, ratio=-0.5, scale=(0.75, 1.4))
    scale("scale-options-bounds", "Displacement within bounds.",
          {"min_translation_ratio": [-0.5, 0], "max_translation_ratio": [0.5, 0.1]}, 1.5,
          move_bounds=((-0.5, 0), (0.5, 0.1)))
    scale("scale-options-no-shadow", "Without a shadow, and blurred.",
          {"shadow_enabled": False, "blur_effect_enabled": True, "blur_effect_radius_ratio": 0.3},
          1.25, shadow=False, blur=0.3)
    scale("scale-options-in-space", "Turned about a slanted axis, drawn back, both sides visible.",
          {"rotation_3d": {"angle": 0.5, "min_angle": -1, "max_angle": 1, "axis": [1, 2, 0],
                           "m34": -0.001, "is_double_sided": True},
           "translation_3d": {"ratios": [0.1, 0.2, -0.5], "min_ratios": [-1, -1, -1],
                              "max_ratios": [1, 1, 0]}}, 0.75,
          turn=(0.5, -1, 1, (1, 2, 0), -0.001),
          shift=((0.1, 0.2, -0.5), (-1, -1, -1), (1, 1, 0)))


def snapshot(name, description, changes, progress, columns, rows, corner, alpha, move, size,
             shrink=0.1, out=(1, 0)):
    pieces = [(r, c) for r in range(rows) for c in range(columns)]
    options = (columns, rows, corner, alpha, move, size, shrink, out, pieces)
    transform(name, description, "snapshot.tiles", progress,
              published.snapshot_sample(progress, options),
              effect_options={"piece_size_ratio": [1 / columns, 1 / rows], **changes})


def snapshots_with_options():
    p = published
    still = {"pieces_alpha_ratio": 0, "pieces_scale_ratio": [0, 0],
             "pieces_translation_ratio": [0, 0]}
    none = dict(corner=p.same(0), alpha=p.same(0), move=p.same(0, 0), size=p.same(0, 0))
    cases = {
        "uniform": ([0.25, -0.5], p.same(0.25, -0.5)),
        "by-row": ({"by_row": [0.25, 0.5]}, p.row_based(0.25, 0.5)),
        "by-row-reversed": ({"by_row": {"value": [0.25, 0], "reversed": True}},
                            lambda row, column, rows, columns: (0.25 * (rows - 1 - row), 0)),
        "by-column": ({"by_column": [0.25, 0.5]},
                      lambda row, column, rows, columns: (0.25 * column, 0.5 * column)),
        "by-column-reversed": (
            {"by_column": {"value": [0.25, 0.5], "reversed": True}},
            lambda row, column, rows, columns:
                (0.25 * (columns - 1 - column), 0.5 * (columns - 1 - column))),
        "row-mirror": ({"row_mirror": [0, 0.5]}, p.row_mirror(0, 0.5)),
        "column-mirror": ({"column_mirror": [0.5, 0]}, p.column_mirror(0.5, 0)),
        "row-odd-even": ({"row_odd_even": {"odd": [0, -1], "even": [-1, -1]}},
                         p.row_odd_even((0, -1), (-1, -1))),
        "column-odd-even-increasing": (
            {"column_odd_even": {"odd": [0, 1], "even": [1, 0], "increasing": True}},
            lambda row, column, rows, columns: (0, column) if column % 2 else (column, 0)),
        "rows": ({"rows": [[0, 1], [1, 0], [2, 2]]},
                 lambda row, column, rows, columns: [(0, 1), (1, 0), (2, 2)][row % 3]),
        "columns": ({"columns": [[0, 1], [1, 0]]},
                    lambda row, column, rows, columns: [(0, 1), (1, 0)][column % 2]),
        "by-index": ({"by_index": [[0, 1], [1, 0], [2, 2], [3, 1]]},
                     lambda row, column, rows, columns:
                         [(0, 1), (1, 0), (2, 2), (3, 1)][(row * columns + column) % 4]),
        "sum": ({"sum": [{"row_mirror": [0, 0.5]}, {"column_mirror": [0.5, 0]}]},
                p.added(p.row_mirror(0, 0.5), p.column_mirror(0.5, 0))),
        "product": ({"product": [{"by_row": [1, 2]}, [0.5, 0.25]]},
                    p.multiplied(p.row_based(1, 2), p.same(0.5, 0.25))),
    }
    for name, (value, move) in cases.items():
        snapshot(f"snapshot-options-moved-{name}",
                 f"A value of the form {name.replace('-', ' ')}: pieces moved by it.",
                 {**still, "pieces_translation_ratio": value}, 0.5, 3, 4,
                 **{**none, "move": move})
    snapshot("snapshot-options-faded-by-row", "A value of one number: pieces faded by row.",
             {**still, "pieces_alpha_ratio": {"by_row": 0.2}}, -0.75, 2, 4,
             **{**none, "alpha": p.row_based(0.2)})
    snapshot("snapshot-options-container", "A container that shrinks and leaves to the lower left.",
             {**still, "container_scale_ratio": 0.4, "container_translation_ratio": [-0.5, 0.5]},
             1.5, 2, 2, **none, shrink=0.4, out=(-0.5, 0.5))


ROUNDING = 2.0 ** -36


def stack_keyframes(options, start, end, kinks, card=(W, H)):
    """The keyframes of a pile with these `kinks`, and no perspective: straight between them."""
    samples = [published.stack_sample(p, options) for p in [start] + kinks + [end]]
    names = ["scale", "tx", "ty", "alpha", "rotation"]
    frames = [{"progress": p, "values": [s[n] for n in names]}
              for p, s in zip([start] + kinks + [end], samples)]
    most = [max(abs(s[n]) for s in samples) for n in names]
    reach = math.hypot(*card) / 2
    corner = math.hypot(most[1], most[2]) + reach * most[0] + reach * most[0] * most[4]
    steps = []
    edge = math.floor(start) + 0.5
    if edge <= start:
        edge += 1
    at = start
    while at < end:
        stop = min(edge, end)
        z = published.stack_sample((at + stop) / 2, options)["z_index"]
        if not steps or steps[-1]["values"] != [z]:
            steps.append({"progress": at, "values": [z]})
        at, edge = stop, edge + 1
    return {
        "tolerance": 0.01, "max_error": max(corner, 255 * most[3]) * ROUNDING,
        "interpolation": "linear", "range": [start, end], "channels": names, "frames": frames,
        "step_channels": ["z_index"], "steps": steps,
    }


def keyframes():
    for name, effect, kinks, start, end, purpose in [
        ("default", "stack.default", [-0.7, 0, 2, 2.9], -1, 4,
         "A motion that is straight between its kinks has one frame at each."),
        ("part", "stack.default", [-0.7, 0], -0.9, 1.25,
         "Keyframes of a part of the motion begin and end within it."),
        ("reverse", "stack.reverse", [0, 0.7, 1], -1, 4, "A motion that is run through backwards."),
        ("rotary", "stack.rotary", [-0.7, 0, 1], -1, 1.9, "A motion that turns the card."),
    ]:
        options = published.STACKS[effect.split(".")[1]]
        limits = {"from": start, "to": end} if (start, end) != (-1, 4) else {}
        write("transform", f"keyframes-{name}", purpose,
              {"effect": effect, "size": size_text(), "keyframes": 0.01, **limits},
              {"effect": effect, "keyframes": stack_keyframes(options, start, end, kinks)})


def layouts():
    """A ring that is straight between its kinks, as it has no width; and the pile of another effect."""
    width, count = 375, 5
    card = {"width": width - 32, "height": (width - 32) * 156 / 375}
    half = count / 2

    def placed(distance):
        d = abs(distance)
        return [max(0, 1 - d * 0.2), max(0, 1 - d * 0.3), 1 - d * 0.1, 0]

    states = []
    for step in range(count):
        offset = math.remainder(step, count)
        items = []
        for slot in range(1, count + 1):
            distance = math.remainder(offset - slot, count)
            s, o, z, x = placed(distance)
            items.append({"id": slot, "slot": slot, "distance": distance, "scale": s, "opacity": o,
                          "z_index": z, "x": x})
        states.append({"offset": offset, "items": items})
    frames = [{"distance": d, "values": placed(d)} for d in [-half, 0, half]]
    reach = math.hypot(card["width"], card["height"]) / 2
    write("circular_carousel", "keyframes-of-no-radius",
          "The keyframes of a ring without a radius: straight to both sides of the front.",
          {"width": width, "radius": 0, "keyframes": 0.5},
          {"type": "circular_carousel", "viewport": {"width": width},
           "content_size": {"width": width, "height": card["height"]}, "card_size": card,
           "radius": 0, "points_per_step": 250, "states": states,
           "keyframes": {"tolerance": 0.5, "max_error": max(reach, 255) * ROUNDING,
                         "interpolation": "linear", "range": [-half, half],
                         "channels": ["scale", "opacity", "z_index", "x"], "frames": frames},
           "frames": [
               {"id": p["id"], "x": width / 2 - card["width"] * p["scale"] / 2,
                "y": card["height"] / 2 - card["height"] * p["scale"] / 2,
                "width": card["width"] * p["scale"], "height": card["height"] * p["scale"]}
               for p in states[0]["items"]]},
          items=[{"id": slot} for slot in range(1, count + 1)])

    page_width, page_height = 390 - 120, (390 - 120) * 4 / 3
    published.W, published.H = page_width, page_height
    face = 390 - 72
    options = {**published.STACKS["transparent"], "pop": 0.5}
    progress = [-1 + step / 4 for step in range(21)]
    height = page_height + 120
    write("card_stack", "keyframes-transparent",
          "The effect of a pile, an option of it, and its keyframes.",
          {"width": 390, "effect": "stack.transparent", "effect_options": {"pop_angle": 0.5},
           "keyframes": 0.01},
          {"type": "card_stack", "viewport": {"width": 390},
           "content_size": {"width": 390, "height": 0},
           "card_size": {"width": face, "height": face * 1120 / 840},
           "page_size": {"width": page_width, "height": page_height},
           "effect": "stack.transparent",
           "states": [{"progress": p, **published.stack_sample(p, options)} for p in progress],
           "keyframes": stack_keyframes(options, -1, 4, [-0.9, 0, 3],
                                        card=(face, face * 1120 / 840)),
           "frames": []}, items=[])


def main():
    samples()
    stacks_with_options()
    scales_with_options()
    snapshots_with_options()
    keyframes()
    layouts()


if __name__ == "__main__":
    main()
