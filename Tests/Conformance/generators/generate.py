#!/usr/bin/env python3
"""Writes all cases and the tables of paging effects anew; files that no script writes any more go.

`git diff` then shows whether a formula has changed.
"""
import pathlib
import runpy
import shutil
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ["sections", "staggered", "rows", "mosaic", "list", "carousel", "cells", "settle", "photo", "motion", "transforms"]


def main():
    for folder in ["cases", "transforms"]:
        shutil.rmtree(HERE.parent / folder, ignore_errors=True)
    for script in SCRIPTS:
        runpy.run_path(str(HERE / f"{script}.py"), run_name="__main__")


if __name__ == "__main__":
    main()
