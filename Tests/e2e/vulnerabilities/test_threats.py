"""Every test that docs/threat-model.md names is there.

Every row of a table whose last column is called "Test" names at least one there, in back quotes: `Suite.function` of a
Swift suite, `Tests/…` for a file, or `Tests/….py:function`.
"""

import functools
import re

import pytest
from harness import ROOT

PAGE = ROOT / "docs/threat-model.md"
# Rows of threats that the page has at least: fewer are a table that is not read.
ROWS = 60
SUITE = re.compile(r"(?m)^\s*(?:@Suite(?:\(.*\))? )?(?:package |final )*(?:struct|class|enum|extension) (\w+)")


@functools.cache
def suites():
    found = {}
    for file in sorted(ROOT.glob("Tests/**/*.swift")):
        text = file.read_text()
        for name in SUITE.findall(text):
            found[name] = found.get(name, "") + text
    return found


def is_there(name):
    if name.startswith("Tests/"):
        path, *function = re.split("::?", name)
        file = ROOT / path.split(" ")[0]
        return file.is_file() and all(re.search(rf"(?m)^def {re.escape(one)}\(", file.read_text()) for one in function)
    suite, _, function = name.partition(".")
    return re.search(rf"func {re.escape(function)}\b", suites().get(suite, "")) is not None


def rows(page):
    is_table = False
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            is_table = False
        elif cells[-1] == "Test":
            is_table = True
        elif is_table and not set(line) <= set("|- "):
            yield number, re.findall(r"`([^`]+)`", cells[-1])


def problems(page):
    return [(number, names) for number, names in rows(page) if not names or not all(map(is_there, names))]


def test_every_threat_has_tests(figure):
    page = PAGE.read_text()
    assert problems(page) == []
    found = list(rows(page))
    assert len(found) >= ROWS
    names = {name for _, tests in found for name in tests}
    figure(f"threats: {len(found)} threats, {len(names)} tests, each of them is there")


@pytest.mark.parametrize("name", [
    "ContentTests.noSuchTest", "NoSuchTests.a", "Tests/NoSuch/run", "Tests/e2e/vulnerabilities/test_threats.py:nothing", None])
def test_a_test_that_is_not_there_is_named(name):
    page = PAGE.read_text()
    number, (former, *_) = next(iter(rows(page)))
    lines = page.splitlines()
    lines[number - 1] = lines[number - 1].replace(f"`{former}`", f"`{name}`") if name else "| A threat | nothing | none |"
    assert number in [line for line, _ in problems("\n".join(lines))]
