#!/usr/bin/env python3
"""Writes all cases and the tables of paging effects anew; files that no script writes any more go.

`git diff` then shows whether a formula has changed.
"""
import pathlib
import shutil
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import generators


def main():
    for folder in ["cases", "transforms"]:
        shutil.rmtree(HERE.parent / folder, ignore_errors=True)
    for name in (sys.argv[1:] or generators.MODULES):
        generators.MODULES[name].main()


if __name__ == "__main__":
    main()
