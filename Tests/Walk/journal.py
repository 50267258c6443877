"""What a walk has done and compared: the count, the first difference, and the requests before it."""

import json

# The requests that are printed before a difference.
SHOWN = 12
KEPT = 400


class Difference(Exception):
    """Something is not as the model says."""


class Journal:
    """Counts comparisons, and remembers the last requests."""

    def __init__(self):
        # Whether documents that are the same are one comparison.
        self.is_brief = False
        self.count = 0
        self.lines = []
        self.step = 0

    def log(self, line):
        self.lines.append(f"{self.step}: {line}")
        del self.lines[:-KEPT]

    def same(self, label, found, expected, context=None):
        """One comparison."""
        self.count += 1
        if found != expected:
            self.differ(label, found, expected, context)

    def same_tree(self, label, found, expected, place=""):
        """A comparison of each value of two documents."""
        if self.is_brief and found == expected:
            self.count += 1
            return
        if isinstance(expected, dict) and isinstance(found, dict):
            for name in expected.keys() | found.keys():
                if name in expected and name in found:
                    self.same_tree(label, found[name], expected[name], f"{place}/{name}")
                else:
                    self.same(label, name in found, name in expected, f"{place}/{name}")
        elif isinstance(expected, (list, tuple)) and isinstance(found, list):
            self.same(label, len(found), len(expected), place)
            for index, (one, other) in enumerate(zip(found, expected)):
                self.same_tree(label, one, other, f"{place}/{index}")
        else:
            self.same(label, found, expected, place)

    def differ(self, label, found, expected, context):
        if hasattr(context, "bytes"):
            context = f"{context.status} {context.bytes[:600]!r}"
        raise Difference(f"step {self.step}, {label}: found {short(found)}, expected {short(expected)}"
                         + (f"\n  at {short(context)}" if context else ""))


def short(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) < 1500 else text[:1500] + "…"
