"""Random writes of every sort at two servers of one store, which are killed and restarted, beside a model in Python
that shares no code with them. After each step both servers have what the model says.

    Tests/e2e/run walk --seed 7                             the usual walks, with this seed and the next ones
    Tests/e2e/run walk --soak --seed 7 --size minutes=60    three at once: short steps, everything after each 2000th

Sizes of a soak are `steps` and `comparisons` (at least so many), `minutes` (at most), `whole_every`, `processes`,
`shrink` (how often a shorter walk is tried that finds the same) and `only` (steps alone, such as 3-3,8-11).
"""

import collections
import concurrent.futures
import multiprocessing

from walk.running import Plan, numbers, report

# The seeds of walks that run at once are so far apart.
DISTANCE = 1_000_003


def pytest_generate_tests(metafunc):
    """Usual walks: how far their seeds are from that of the run, their steps, and which of these are whole."""
    cases = {"whole": (0, 20, 1), "whole again": (1, 20, 1), "short": (3, 300, 150)}
    if metafunc.config.getoption("soak"):
        cases = {"soak": (0, 1_000_000, 2000)}
    elif metafunc.config.getoption("store") == "postgresql":
        cases = {"whole": (2, 20, 1)}
    metafunc.parametrize("distance, steps, whole_every", cases.values(), ids=cases)


def test_servers_have_what_a_model_says(request, distance, steps, whole_every, seed, size, folder, figure):
    given = dict(one.split("=") for one in request.config.getoption("size"))
    processes, steps = size("processes", 1, soak=3), size("steps", steps)
    plans = [Plan(seed + distance + index * DISTANCE, -(-steps // processes), size("whole_every", whole_every),
                  size("comparisons", 0), float(given.get("minutes", "inf")), tuple(numbers(given.get("only", ""))),
                  size("shrink", 0, soak=12)) for index in range(processes)]
    total = collections.Counter()
    for plan, figures in zip(plans, reports(plans, folder)):
        total.update(figures)
        figure(f"walk: {text(figures)}, no difference (seed {plan.seed})")
    if processes > 1:
        figure(f"walk: {text(total)}, no difference in {processes} walks at once (from seed {plans[0].seed})")


def text(figures):
    return ", ".join(f"{number} {name}" for name, number in figures.items())


def reports(plans, folder):
    """The figures of walks in processes of their own; the first that fails ends the others."""
    if len(plans) == 1:
        return [report(plans[0], folder)]
    going = folder / "going"
    going.touch()
    with concurrent.futures.ProcessPoolExecutor(len(plans), multiprocessing.get_context("spawn")) as pool:
        try:
            walks = [pool.submit(report, plan, folder, going) for plan in plans]
            for walk in concurrent.futures.as_completed(walks):
                walk.result()
            return [walk.result() for walk in walks]
        finally:
            going.unlink(missing_ok=True)
