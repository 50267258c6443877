"""A module for each layout, by the name of its type; adding one adds a layout. It has

- `layout`: its own numbers by the formulas, in the order of their terms, which decides the last bit
- `cell`: the cell of a frame, and maybe `room`: how it makes room for larger text
- `asked`: items and options of a random request
- maybe `state`: what the next page needs; and `settle`: where a drag ends
"""
import importlib
import pkgutil

from oracle.answers import LAYOUTS

for found in pkgutil.iter_modules(__path__):
    LAYOUTS[found.name] = importlib.import_module(f"{__name__}.{found.name}")
