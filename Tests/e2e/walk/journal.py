"""What a walk has done and compared: the count, the first difference, and the requests before it."""

import json

from harness import Failure

KEPT = 400


class Journal:
    def __init__(self):
        self.count, self.step, self.lines = 0, 0, []
        # Whether documents that are the same are one comparison.
        self.is_brief = False

    def log(self, line):
        self.lines.append(f"{self.step}: {line}")
        del self.lines[:-KEPT]

    def same(self, label, found, expected, context=None):
        self.count += 1
        if found != expected:
            where = f"\n  at {short(context)}" if context else ""
            raise Failure(f"step {self.step}, {label}: found {short(found)}, expected {short(expected)}{where}")

    def same_tree(self, label, found, expected, place=""):
        if self.is_brief and found == expected:
            self.count += 1
        elif isinstance(expected, dict) and isinstance(found, dict):
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


class Part:
    """A part of a walk, which reads, compares and chooses as the walk does: it has all that the walk has."""

    def __init__(self, walk):
        self.walk = walk

    def __getattr__(self, name):
        return getattr(self.walk, name)


def short(value):
    if hasattr(value, "bytes"):
        value = f"{value.status} {value.bytes[:600]!r}"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) < 1500 else text[:1500] + "…"
