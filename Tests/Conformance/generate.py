#!/usr/bin/env python3
"""Computes what every case expects, and the tables of paging effects, anew. `git diff` then shows whether a formula has
changed. A new case is a file with its type, description, options and items: this adds what is expected."""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from oracle import effects, expected


def lines(value, depth=0):
    """JSON with one member or element per line, and everything small on a line of its own."""
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    text = json.dumps(value, ensure_ascii=False)
    if not any(isinstance(member, (dict, list)) for member in members) or depth > 0 and len(json.dumps(value)) <= 96:
        return text
    parts = [lines(member, depth + 1) for member in members]
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {part}" for name, part in zip(value, parts)]
    inner = "\n" + " " * (depth + 1)
    return text[0] + ",".join(inner + part for part in parts) + "\n" + " " * depth + text[-1]


def plain(value):
    """Whole numbers without a fraction, and no negative zero: 390.0 and -0.0 are 390 and 0."""
    if isinstance(value, float) and value == int(value) and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    return [plain(member) for member in value] if isinstance(value, list) else value


def main():
    for file in sorted(HERE.glob("cases/*/*.json")):
        case = json.loads(file.read_text())
        file.write_text(lines(plain(case | {"expected": expected(case)})) + "\n")
    for family, (presets, *_) in effects.FAMILIES.items():
        for preset in presets:
            file = HERE / f"transforms/{family}.{preset}.json"
            file.write_text(lines(plain(effects.table(f"{family}.{preset}"))) + "\n")


if __name__ == "__main__":
    main()
