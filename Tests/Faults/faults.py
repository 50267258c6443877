"""Runs the parts of the test; see `run`."""

import argparse
import importlib
import os
import pathlib
import sys
import tempfile
import time

from server import Fault

PARTS = ["calls", "kills", "disks", "corruption", "clocks", "exhaustion"]
# Rounds of each part, in the short form and in a soak.
ROUNDS = {"calls": (40, 0), "kills": (4, 200), "disks": (1, 3), "corruption": (12, 100), "clocks": (1, 5),
          "exhaustion": (1, 5)}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--parts", default=",".join(PARTS))
    options.add_argument("--rounds", type=int)
    options.add_argument("--soak", action="store_true")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("work")
    chosen = options.parse_args()
    failed = False
    for part in chosen.parts.split(","):
        if part not in PARTS:
            sys.exit(f"error: there is no part '{part}', expected some of: {', '.join(PARTS)}")
        rounds = chosen.rounds if chosen.rounds is not None else ROUNDS[part][chosen.soak]
        folder = tempfile.mkdtemp(prefix=part + "-", dir=chosen.work)
        began = time.monotonic()
        try:
            figures = importlib.import_module(part).run(
                os.environ["TANADA"], folder, str(pathlib.Path(chosen.work, "shim.so")), rounds, chosen.seed,
                chosen.soak)
        except Fault as fault:
            print(f"✘ faults, {part}: {fault} (seed {chosen.seed})", flush=True)
            failed = True
            continue
        for line in figures if isinstance(figures, list) else [figures]:
            print(line if line.startswith("⚠") else f"✔ faults, {part}: {line}", flush=True)
        print(f"{part}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    sys.exit(1 if failed else 0)


main()
