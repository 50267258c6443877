"""The card stack, whose states are those of a paging effect."""
from oracle.cells import favorite_scenes
from oracle.effects import STACKS, stack_keyframes, stack_sample, stack_shadow
from oracle.geometry import frame, size


def layout(items, width=390, height=None, effect=None, effect_options={}, keyframes=None, **_):
    W, H = width, (width - 120) * 4 / 3 + 120 if height is None else height
    page, card = (W - 120, H - 120), size(W - 72, (W - 72) * 1120 / 840)
    described, to_the_bit = STACKS[(effect or "stack.default").removeprefix("stack.")] | effect_options, effect is None
    return {
        "content_size": size(W, H if items else 0), "card_size": card, "page_size": size(*page),
        "effect": effect or "stack.default", **stack_shadow(described),
        "states": [{"progress": q / 4, **stack_sample(q / 4, described, page, to_the_bit)} for q in range(-4, 17)],
        **({"keyframes": stack_keyframes(described, -1, 4, keyframes, page, [*card.values()])} if keyframes else {}),
        "frames": [frame(item, W / 2 - card["width"] / 2, H / 2 - card["height"] / 2, card["width"], card["height"])
                   for item in items]}


def cell(made, text_size):
    return favorite_scenes(text_size, made["card_size"]["width"], made["card_size"]["height"])


def asked(ask):
    return ask.ids(20), {}
