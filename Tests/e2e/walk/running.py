"""Runs walks on stores of their own, and makes those shorter that have found a difference."""

import itertools
import shutil
import tempfile
import time
from dataclasses import dataclass, replace

from harness import ROOT, SEEDS, Clock, Failure, Store, smallest
from walk import kinds, locales
from walk.values import CLOCK
from walk.walking import Walk, WalkServer

SETTINGS = {"TANADA_LOCALES": locales.SERVED, "TANADA_IDLE_TIMEOUT": "3600"}
# The requests that are printed before a difference.
SHOWN = 12


@dataclass(frozen=True)
class Plan:
    """A walk: with everything compared after each of `whole_every` steps; the others are short."""

    seed: int
    steps: int
    whole_every: int
    # It goes on until there are so many comparisons, but no step begins after so many minutes.
    comparisons: int = 0
    minutes: float = float("inf")
    # These steps alone.
    only: tuple = ()
    # How often a shorter walk is tried that finds a difference as well.
    shrink: int = 0


def walked(plan, folder, going=None):
    """A walk on a new store, until the file `going` is gone; `failure` of it is a difference that it has found."""
    store = Store(tempfile.mkdtemp(dir=folder), environment=SETTINGS)
    # PostgreSQL has a clock of its own.
    CLOCK.begin(None if store.database else Clock(store.folder))
    store.environment |= CLOCK.servers.environment if CLOCK.servers else {}
    # The model begins with the six kinds and the composition that is shown without one.
    store.run("seed", *(SEEDS / f"{kind}.json" for kind in kinds.STANDARD))
    token, end = store.token(), time.monotonic() + 60 * plan.minutes
    with WalkServer(store, "first", token) as first, WalkServer(store, "second", token) as second:
        walk = Walk(plan.seed, store, [first, second])
        try:
            walk.begin()
            for number in plan.only or itertools.count(1):
                is_enough = time.monotonic() > end or number > plan.steps and walk.count >= plan.comparisons
                if is_enough and not plan.only or going and not going.exists():
                    break
                walk.go(number, plan.whole_every)
            first.stop()
            second.stop()
        except Exception as failure:
            walk.failure = failure
    return walk


def report(plan, folder, going=None):
    """The figures of a walk; a difference is a failure that says how it is found again, and ends others by `going`."""
    walk = walked(plan, folder, going)
    if not walk.failure:
        return {"steps": walk.step, "revisions": walk.history.newest.number, "comparisons": walk.count,
                "starts of two servers": sum(server.starts for server in walk.servers),
                "moves of the clock": CLOCK.jumps}
    if going:
        going.unlink(missing_ok=True)
    kept = ROOT / f".build/walk/{plan.seed}"
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(walk.store.folder, kept)
    (kept / "writes.log").write_text("\n".join(walk.lines))
    steps = list(plan.only or range(1, walk.step + 1))
    before, last = steps[:-1], steps[-1:]  # none if it is found before the first step
    before = smallest(before, lambda fewer: walked(replace(plan, only=(*fewer, *last)), folder).failure, plan.shrink)
    steps = [*before, *last]
    lines = [*walk.lines[-SHOWN:], f"{walk.failure} (seed {plan.seed})", f"kept: {kept}",
             f"again: Tests/e2e/run walk --soak --seed {plan.seed} --size processes=1 "
             f"--size whole_every={plan.whole_every} --size only={ranges(steps)}"]
    raise Failure("\n".join(lines)) from walk.failure


def numbers(text):
    """The numbers of `3-3,8-11`."""
    parts = [part.split("-") for part in text.split(",") if part]
    return [number for first, last in parts for number in range(int(first), int(last) + 1)]


def ranges(numbers):
    """Numbers in their order as `3-3,8-11`."""
    known = set(numbers)
    firsts, lasts = ([one for one in numbers if one + step not in known] for step in (-1, 1))
    return ",".join(f"{first}-{last}" for first, last in zip(firsts, lasts))
