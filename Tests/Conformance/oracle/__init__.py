"""What layouts, motion, cells and photos have to be, written from the published formulas alone: nothing here looks at
the Swift sources, whose mistakes it would repeat.

`answer(type, items, options)` is the whole answer of a layout, as `tanada layout` and /v1/layouts give it, and
`LAYOUTS[type].layout(items, **options)` only its own numbers. `cells` has the cells, `drawing` where a document is
drawn, `effects` and `photo` what is no layout.
"""
import oracle.layouts  # the layouts register themselves
from oracle import effects, photo
from oracle.answers import LAYOUTS, answer

__all__ = ["LAYOUTS", "answer", "expected"]
OTHERS = {"transform": effects.transform, "paging": photo.paging, "image_fit": photo.fit, "zoom": photo.zoom,
          "stars": photo.stars, "settle_scroll": photo.scroll}


def expected(case):
    """The answer to a conformance case."""
    type, options = case["type"], case["options"]
    if type in LAYOUTS:
        return answer(type, case["items"], options)
    settled = LAYOUTS.get(type.removeprefix("settle_"))
    return (settled.settle if settled else OTHERS[type])(**options)
