#!/usr/bin/env python3
"""Compares the program with second implementations of what it does; see `comparisons`."""

import argparse
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
for folder in [HERE.parent / "Conformance", HERE.parent / "PostgreSQL", HERE / "comparisons"]:
    sys.path.insert(0, str(folder))

import camera_data  # noqa: E402
import damaged_data  # noqa: E402
import json_items  # noqa: E402
import layout_numbers  # noqa: E402
import two_stores  # noqa: E402
import warm_documents  # noqa: E402
from support import Difference, Run  # noqa: E402

PARTS = {"json": json_items.compare, "cameras": camera_data.compare, "damaged": damaged_data.compare,
         "layouts": layout_numbers.compare, "stores": two_stores.compare, "documents": warm_documents.compare}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("work", type=pathlib.Path)
    options.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    options.add_argument("--rounds", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--list", action="store_true")
    arguments = options.parse_intermixed_args()
    if arguments.list:
        print("\n".join(PARTS))
        return
    if unknown := set(arguments.parts) - PARTS.keys():
        sys.exit(f"error: expected {', '.join(PARTS)}, found {', '.join(sorted(unknown))}")
    failed = False
    for name in arguments.parts or PARTS:
        folder = arguments.work / name
        folder.mkdir(mode=0o755)
        # Each part has numbers of its own, so that it does alone what it does among the others.
        run = Run(folder, arguments.rounds, random.Random(f"{name} {arguments.seed}"))
        try:
            said = PARTS[name](run)
        except Difference as difference:
            print(f"✘ comparison of {difference}\n"
                  f"again: Tests/Fuzzing/differential {name} --rounds {arguments.rounds} --seed {arguments.seed}",
                  file=sys.stderr)
            failed = True
        else:
            print(said if said.startswith("⚠") else f"✔ comparison of {said} (seed {arguments.seed})", flush=True)
        finally:
            run.end()
    sys.exit(failed)


if __name__ == "__main__":
    main()
