#!/usr/bin/env python3
"""Cuts the changelog for a version, and takes the notes of a version out of it.

  changelog.py cut VERSION DATE    writes the changelog in which the entries under "Unreleased" are those of VERSION
                                   to standard output
  changelog.py notes VERSION       writes the notes of VERSION; those of a version that is not cut, such as 1.0.0-rc.1,
                                   are the entries under "Unreleased"

Reads CHANGELOG.md, or the file that TANADA_CHANGELOG names. It has sections "## VERSION — DATE", newest first, and
before them "## Unreleased" ("## 1.0.0 (unreleased)" is understood as well), with the groups of Keep a Changelog.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
VERSION = r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?"


def refuse(what):
    raise SystemExit(f"error: CHANGELOG.md: {what}")


def is_unreleased(heading):
    return re.fullmatch(rf"\[?Unreleased\]?|(?:{VERSION}) \(unreleased\)", heading, re.I) is not None


def parts(text):
    """What is before the first section, and the sections: heading and body."""
    head, *rest = re.split(r"(?m)^## ", text)
    return head, [tuple(section.split("\n", 1)) if "\n" in section else (section, "") for section in rest]


def order(version):
    """Orders versions as Semantic Versioning does."""
    numbers, _, before = version.partition("-")
    return ([int(number) for number in numbers.split(".")], not before,
            [(0, int(each), "") if each.isdigit() else (1, 0, each) for each in before.split(".")])


def check(version, sections):
    """The changelog may be cut for a version."""
    if not re.fullmatch(VERSION, version):
        refuse(f"'{version}' is not a version such as 1.2.0")
    if not sections or not is_unreleased(sections[0][0].strip()):
        refuse("its first section is not '## Unreleased'")
    heading, body = sections[0]
    if not re.search(r"(?m)^- \S", body):
        refuse(f"there are no entries under '## {heading.strip()}'")
    for group in re.findall(r"(?m)^### (.*)$", body):
        if group.strip() not in GROUPS:
            refuse(f"there is no group '{group}', expected {', '.join(GROUPS)}")
    for heading, _ in sections[1:]:
        match = re.match(rf"\[?({VERSION})\]? [—–-] \d{{4}}-\d{{2}}-\d{{2}}\s*$", heading)
        if not match:
            refuse(f"'## {heading.strip()}' is not '## VERSION — DATE'")
        if order(match[1]) >= order(version):
            refuse(f"{version} is not newer than {match[1]}")


def cut(version, date):
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", date):
        refuse(f"'{date}' is not a day such as 2026-11-26")
    text = source().read_text()
    head, sections = parts(text)
    check(version, sections)
    sections[0] = (f"{version} — {date}", sections[0][1])
    return head + "## Unreleased\n\n" + "".join(f"## {heading}\n{body}" for heading, body in sections)


def notes(version):
    _, sections = parts(source().read_text())
    found = [body for heading, body in sections if re.match(rf"\[?{re.escape(version)}\]? [—–-] ", heading)]
    if not found:
        check(version, sections)
        found = [sections[0][1]]
    # A level up, because the name of the version is the title.
    body = re.sub(r"(?m)^###", "##", found[0].strip())
    return f"# tanada {version}\n\n{body}\n"


def source():
    return pathlib.Path(os.environ.get("TANADA_CHANGELOG") or ROOT / "CHANGELOG.md")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["cut", version, date]:
            sys.stdout.write(cut(version, date))
        case ["notes", version]:
            sys.stdout.write(notes(version))
        case _:
            sys.exit(__doc__)
