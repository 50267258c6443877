"""What layouts, motion and photos have to be, written from the published formulas alone.

`answer(type, items, options)` is the whole answer of a layout, as `tanada layout` and /v1/layouts give it, and
`LAYOUTS[type](items, options)` only its own numbers. The modules have the drags, effects, pagers and photos.
"""
import importlib

from generators.cases import LAYOUTS, answer

NAMES = ["home", "grids", "justified", "staggered", "carousel", "cells", "effects", "paging", "photo"]
MODULES = {name: importlib.import_module(f"generators.{name}") for name in NAMES}
__all__ = ["LAYOUTS", "MODULES", "answer"]
