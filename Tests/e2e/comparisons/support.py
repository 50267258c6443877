"""What the comparisons share: random numbers, and how a difference is said."""

import itertools
import json
import math
import random

import pytest


def picked(name, seed):
    """The random numbers of one comparison, so that it does alone what it does among the others."""
    return random.Random(f"{name} {seed}")


def first_difference(found, expected, place="", rounding=0, least=0):
    """Where two documents differ. Numbers may be apart by `rounding`, as a share, and by `least` in any case."""
    if isinstance(found, dict) and isinstance(expected, dict):
        pairs = [(name, found.get(name, ...), expected.get(name, ...)) for name in {**expected, **found}]
    elif isinstance(found, list) and isinstance(expected, (list, tuple)):
        pairs = [(index, *pair) for index, pair in enumerate(itertools.zip_longest(found, expected, fillvalue=...))]
    else:
        is_near = found == expected
        if rounding and isinstance(found, (int, float)) and isinstance(expected, (int, float)):
            is_near = math.isclose(found, expected, rel_tol=rounding, abs_tol=max(rounding, least))
        if is_near and isinstance(found, bool) == isinstance(expected, bool):
            return None
        return f"{place}: found {short(found)}, expected {short(expected)}"
    return next((text for name, *two in pairs
                 if (text := first_difference(*two, f"{place}/{name}", rounding, least))), None)


def short(value):
    """Its text; nothing at all is an ellipsis."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) < 400 else text[:400] + "…"


def fail(text):
    """With the smallest request that was found to show a difference, and no stack."""
    pytest.fail(text, pytrace=False)
