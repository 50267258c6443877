#!/usr/bin/env python3
"""Checks that every test which docs/threat-model.md names is there.

  threats.py [PAGE]   by default docs/threat-model.md

Every row of a table whose last column is called "Test" names at least one there, in back quotes: `Suite.function` of a
Swift suite, `Tests/…` for a script or a program, or `Tests/….py:function`.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Rows of threats that the page has at least: fewer are a table that is not read.
ROWS = 60


def suites():
    """The text of each Swift suite, by its name."""
    found = {}
    for file in sorted(ROOT.glob("Tests/**/*.swift")):
        text = file.read_text()
        for name in re.findall(r"(?m)^\s*(?:@Suite\S* )?(?:package |final )*(?:struct|class|enum|extension) (\w+)", text):
            found[name] = found.get(name, "") + text
    return found


def problem(name, swift):
    """What is wrong with the name of a test; None if there is such a test."""
    if name.startswith("Tests/"):
        path, _, function = name.partition(":")
        file = ROOT / path.split(" ")[0]
        if not file.is_file():
            return "there is no such file"
        if function and not re.search(rf"(?m)^def {re.escape(function)}\(", file.read_text()):
            return f"{path} has no function {function}"
        return None
    suite, _, function = name.partition(".")
    if suite not in swift:
        return f"there is no suite {suite}"
    if not re.search(rf"func {re.escape(function)}\b", swift[suite]):
        return f"{suite} has no test {function}"
    return None


def rows(page):
    """The lines and tests of the rows of tables with tests."""
    is_table = False
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            is_table = False
        elif cells[-1] == "Test":
            is_table = True
        elif is_table and not set(line) <= set("|- "):
            yield number, re.findall(r"`([^`]+)`", cells[-1])


def main():
    page = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/threat-model.md"
    swift, problems, tests = suites(), [], set()
    found = list(rows(page.read_text()))
    for number, names in found:
        if not names:
            problems.append(f"{page}:{number}: the row names no test")
        for name in names:
            tests.add(name)
            if what := problem(name, swift):
                problems.append(f"{page}:{number}: {name}: {what}")
    if len(found) < ROWS:
        problems.append(f"{page}: {len(found)} rows with tests, expected at least {ROWS}")
    for each in problems:
        print(f"error: {each}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"✔ threats: {len(found)} threats, {len(tests)} tests, each of them is there")


if __name__ == "__main__":
    main()
