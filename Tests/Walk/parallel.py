"""Several walks at once, each with a seed, a database and servers of its own."""

import os
import re
import subprocess
import sys

# The seeds of walks that run at once are so far apart.
DISTANCE = 1_000_003


def walks(arguments, options):
    """Runs walks until all have ended; the status of the first that has failed, which ends the others."""
    running = []
    for index in range(arguments.processes):
        work = os.path.join(arguments.work, str(index))
        os.makedirs(os.path.join(work, "database"))
        environment = {**os.environ, "TANADA_DATABASE": os.path.join(work, "database", "tanada.sqlite"),
                       "TANADA_PHOTOS": os.path.join(work, "database", "photos")}
        command = [sys.executable, os.path.abspath(sys.argv[0]), work, *options,
                   "--seed", str(arguments.seed + index * DISTANCE),
                   "--steps", str(-(-arguments.steps // arguments.processes))]
        with open(os.path.join(work, "output"), "w") as output:
            running.append((work, subprocess.Popen(command, env=environment, stdout=output)))
    status = 0
    while running and status == 0:
        for place in list(running):
            work, process = place
            try:
                status = status or process.wait(timeout=0.2)
                running.remove(place)
            except subprocess.TimeoutExpired:
                pass
    for _, process in running:
        process.terminate()
    for _, process in running:
        process.wait()
    if status == 0:
        total(arguments)
    return status


def total(arguments):
    """The figures of all walks."""
    sums = {}
    for index in range(arguments.processes):
        with open(os.path.join(arguments.work, str(index), "output")) as file:
            text = file.read()
        print(text, end="")
        for number, name in re.findall(r"(\d+) (steps|revisions|comparisons|starts|moves)", text):
            sums[name] = sums.get(name, 0) + int(number)
    print(f"✔ walk: {sums['steps']} steps of {arguments.processes} walks at once, {sums['revisions']} revisions, "
          f"{sums['comparisons']} comparisons, {sums['starts']} starts of servers, {sums['moves']} moves of the "
          f"clock, no difference (from seed {arguments.seed})")
