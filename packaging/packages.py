#!/usr/bin/env python3
"""Keeps the versions of the packages that a release is built on: packaging/packages.txt, a name and a version a line.

  packages.py check    fails if Package.resolved, which says what a build takes, has other versions
  packages.py pin      makes Package.resolved have these versions
  packages.py write    writes those of Package.resolved into packaging/packages.txt

Package.resolved itself is not in the repository: it has the commits of the place that the packages were fetched from,
which those of a mirror may differ from.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "packaging/packages.txt"


def resolved():
    """The versions of Package.resolved, which is made if it is not there."""
    file = ROOT / "Package.resolved"
    if not file.exists():
        subprocess.run(["swift", "package", "resolve"], cwd=ROOT, stdout=sys.stderr, check=True)
    return {pin["identity"]: pin["state"].get("version") or pin["state"]["revision"]
            for pin in json.loads(file.read_text())["pins"]}


def wanted():
    return dict(line.split() for line in LIST.read_text().splitlines())


def difference():
    """What differs, one a line."""
    have, want = resolved(), wanted()
    return [f"{name}: {have.get(name, 'not there')}, expected {want.get(name, 'none')}"
            for name in sorted(have.keys() | want.keys()) if have.get(name) != want.get(name)]


def check():
    lines = difference()
    if lines:
        sys.exit("error: Package.resolved has other versions than packaging/packages.txt; "
                 "run packaging/packages.py pin (or write):\n  " + "\n  ".join(lines))


def pin():
    # A version of one package may keep another from being resolved until that is pinned, too.
    for _ in range(3):
        have = resolved()
        for name, version in wanted().items():
            if have.get(name) not in (None, version):
                subprocess.run(["swift", "package", "resolve", name, "--version", version], cwd=ROOT, stdout=sys.stderr)
        if not difference():
            return
    check()


def write():
    LIST.write_text("".join(f"{name} {version}\n" for name, version in sorted(resolved().items())))


if __name__ == "__main__":
    commands = {"check": check, "pin": pin, "write": write}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
