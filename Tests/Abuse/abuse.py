"""A server beside clients that abuse it: checks, or figures; see `run`.

    abuse.py BINARY WORKDIR [--figures | --brief] [--photos N] [--seed S]

Without `--brief`, attacks go on for seconds, and how long things take is checked. With it, they go on until
enough has been seen, however long that takes.

The attackers and the reader run on the same machine and take processor time from the server. A
server need not give back the memory of one attack before the next: the peak of each attack is at
least what was left by those before.
"""

import argparse
import asyncio
import math
import os
import re
import resource
import statistics
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field

import attacks
from connection import Connection, request
from reader import Reader, Reading
from server import STOP_TIMEOUT, Server

ALONE = 3  # seconds of the reader alone
DURATION = 5  # seconds of an attack
TOGETHER = 8  # seconds of all attacks together
STATUSES = {200, 206, 304, 400, 408, 409, 413, 422, 429, 431, 503}
ENOUGH = 100  # answers to the reader during an attack, if it is brief
PATIENCE = 120  # seconds for that
LARGEST_MEMORY = 700_000_000  # bytes
LARGEST_HELD = 256 << 20  # bytes, the default of max_client_memory
LONGEST_WRITE = 10  # seconds
LONGEST_STOP = STOP_TIMEOUT + 3  # seconds

# Errors that the server may log: none.
EXPECTED_ERRORS = []


@dataclass
class Phase:
    """The observations during one attack, or all of them."""

    name: str
    attacks: list
    reading: Reading = None
    memory: int = 0
    is_alive: bool = False
    busy: float = 0  # seconds for which the server was busy after the end

    @property
    def statuses(self):
        """How many answers the attackers got, by status."""
        total = sum((attack.statuses for attack in self.attacks), start=Counter())
        return dict(sorted(total.items()))

    def find(self, kind):
        return next((attack for attack in self.attacks if isinstance(attack, kind)), None)

    @property
    def held(self):
        held = self.find(attacks.Held)
        return held.held if held else None

    @property
    def writes(self):
        searches = self.find(attacks.Searches)
        return searches.writes if searches else []

    @property
    def exports(self):
        exports = self.find(attacks.Exports)
        return exports.editors if exports else []


@dataclass
class Results:
    phases: list = field(default_factory=list)
    stop: float = None  # seconds
    exit_status: int = None
    errors: list = field(default_factory=list)


# Running the attacks.


async def is_alive(server):
    """Whether the server answers within ten seconds."""
    try:
        async with asyncio.timeout(10), await Connection.open(server.port) as connection:
            await connection.send(request("GET", "/healthz"))
            head, _ = await connection.answer()
            return head.status == 200 and server.is_running
    except (TimeoutError, OSError):
        return False


async def calm(server):
    """Waits until the server is idle, at most five seconds; returns how long that took."""
    for step in range(20):
        before = server.processor_seconds
        await asyncio.sleep(0.25)
        if server.processor_seconds - before < 0.05:
            return step * 0.25
    return 5


async def go_on(phase, reader, duration):
    """Lets the attacks go on for `duration` seconds; without one, until enough has been seen."""
    if duration is not None:
        await asyncio.sleep(duration)
        return
    try:
        async with asyncio.timeout(PATIENCE):
            await reader.until(ENOUGH)
            while not all(attack.has_shown for attack in phase.attacks):
                await asyncio.sleep(0.05)
    except TimeoutError:
        # The checks say what is missing.
        pass


async def run_phase(server, name, kinds, duration):
    """Reader and attacks at the same time, and an end."""
    phase = Phase(name, [kind(server) for kind in kinds])
    server.forget_peak()
    reader = await Reader().start(server.port)
    running = [asyncio.create_task(attack.run()) for attack in phase.attacks]
    await go_on(phase, reader, duration)
    for attack in phase.attacks:
        attack.is_over.set()
    await asyncio.gather(*running)
    phase.reading = await reader.finish()
    phase.is_alive = await is_alive(server)
    if server.is_running:
        phase.memory = server.peak_memory
        phase.busy = await calm(server) if duration is not None else 0
    return phase


async def run_together(server, duration, results):
    """All attacks; the server is stopped while they go on."""
    phase = Phase("together", [kind(server) for kind in attacks.ALL])
    results.phases.append(phase)
    server.forget_peak()
    reader = await Reader().start(server.port)
    running = [asyncio.create_task(attack.run()) for attack in phase.attacks]
    await go_on(phase, reader, duration)
    phase.reading = await reader.finish()
    phase.is_alive = await is_alive(server)
    # It is stopped even if it does not answer any more.
    has_ended = not server.is_running
    if not has_ended:
        phase.memory = server.peak_memory
        # Failures from here on are due to the stop of the server.
        failures = [attack.failures.copy() for attack in phase.attacks]
        writes, exports = list(phase.writes), list(phase.exports)
        await stop(server, results)
    for attack in phase.attacks:
        attack.is_over.set()
    await asyncio.gather(*running, return_exceptions=True)
    if not has_ended:
        for attack, before in zip(phase.attacks, failures):
            attack.failures = before
        phase.find(attacks.Searches).writes = writes
        phase.find(attacks.Exports).editors = exports


async def stop(server, results):
    now = asyncio.get_running_loop().time
    begun = now()
    server.terminate()
    while server.is_running and now() - begun < PATIENCE:
        await asyncio.sleep(0.02)
    results.stop = now() - begun
    results.exit_status = server.process.poll()


async def run_all(server, is_brief):
    results = Results()
    if is_brief:
        # These have checks that all attacks together do not have.
        for kind in [attacks.Exports, attacks.Held]:
            if server.is_running or not results.phases:
                results.phases.append(await run_phase(server, kind.name, [kind], None))
        if server.is_running:
            await run_together(server, None, results)
        return results
    await calm(server)
    results.phases.append(await run_phase(server, "alone", [], ALONE))
    for kind in attacks.ALL:
        results.phases.append(await run_phase(server, kind.name, [kind], DURATION))
        if not server.is_running:
            return results
    await run_together(server, TOGETHER, results)
    return results


# Checks.


class Checks:
    """Prints what is as expected, and what is not."""

    def __init__(self, is_brief):
        self.failed = self.met = 0
        self.is_brief = is_brief

    def check(self, name, is_met, expected, found):
        if is_met:
            self.met += 1
            if not self.is_brief:
                print(f"✔ {name}: {expected} ({found})", flush=True)
        else:
            self.failed += 1
            print(f"error: {name}: expected {expected}, found {found}", file=sys.stderr, flush=True)

    def check_phase(self, phase):
        name = phase.name
        self.check(name, phase.is_alive, "the server answers afterwards",
                   "answered" if phase.is_alive else "no answer")
        reading = phase.reading
        self.check(
            name,
            set(reading.answers) == {"200"} and not reading.failures and not reading.unanswered,
            "all requests of the reader are answered with 200", describe_reading(reading))
        if not phase.attacks:
            return
        statuses = phase.statuses
        self.check(name, set(statuses) <= STATUSES, "attackers get documented statuses only",
                   describe(statuses))
        silent = sum((attack.without_retry for attack in phase.attacks), start=Counter())
        self.check(name, not silent, "every 429 and 503 has a Retry-After",
                   f"without one: {describe(silent)}")
        failures = {
            f"{attack.name}: {reason}": count for attack in phase.attacks
            if attack.must_be_answered for reason, count in attack.failures.items()}
        if any(attack.must_be_answered for attack in phase.attacks):
            self.check(name, statuses and not failures,
                       "every request that was sent and read is answered whole",
                       f"others: {describe(failures)}" if statuses else "no answers at all")
        if phase.find(attacks.Searches):
            self.check(
                name,
                phase.writes and all(
                    status == 200 and (self.is_brief or seconds <= LONGEST_WRITE)
                    for status, seconds in phase.writes),
                f"a write behind abandoned searches is answered with 200 within {LONGEST_WRITE} s",
                describe_timed(phase.writes))
        if phase.held is not None:
            self.check(name, 0 < phase.held <= LARGEST_HELD,
                       f"answers that nobody reads count, up to {LARGEST_HELD / 1e6:.0f} MB",
                       f"{phase.held / 1e6:.0f} MB")
        # Among all attacks together, the editor is within the rate limit of the attackers' address.
        if phase.find(attacks.Exports) and phase.name != "together":
            self.check(
                name, phase.exports and all(status == 200 for status, _ in phase.exports),
                "an editor beside slow exports gets one as well", describe_timed(phase.exports))

    def check_end(self, results):
        peak = max(phase.memory for phase in results.phases)
        largest = max(results.phases, key=lambda phase: phase.memory)
        # A sanitizer has memory of its own.
        largest_memory = math.inf if "TANADA_SANITIZER" in os.environ else LARGEST_MEMORY
        self.check("memory", 10_000_000 < peak < largest_memory,
                   f"at most {largest_memory / 1e6:.0f} MB",
                   f"{peak / 1e6:.0f} MB at {largest.name}")
        if results.stop is None:
            self.check("stop", False, "all attacks are made, and the server is stopped",
                       f"that {results.phases[-1].name} was the last one")
            self.check("log", not results.errors, "no errors in the log",
                       describe_errors(results.errors))
            return
        self.check(
            "stop",
            results.exit_status == 0 and (self.is_brief or results.stop <= LONGEST_STOP),
            f"the server ends with status 0 within {LONGEST_STOP} s of SIGTERM, under attack",
            f"status {results.exit_status} after {results.stop:.1f} s")
        self.check("log", not results.errors, "no errors in the log",
                   describe_errors(results.errors))


def describe(counts):
    return ", ".join(f"{count} × {name}" for name, count in counts.items()) or "none"


def describe_reading(reading):
    text = describe(reading.answers)
    if reading.failures:
        text += f"; failed: {describe(reading.failures)}"
    if reading.unanswered:
        text += f"; {reading.unanswered} unanswered"
    return text


def describe_timed(requests):
    texts = [f"{status} after {seconds:.2f} s" for status, seconds in requests]
    return ", ".join(texts) or "no answer"


def describe_errors(lines):
    """The number of error messages by their problem, each with its first line."""
    kinds = {}
    for line in lines:
        code = re.search(r'code: "(\w+)"', line)
        kinds.setdefault(code[1] if code else line, []).append(line)
    return "; ".join(f"{len(found)} × {found[0][:300]}" for found in kinds.values()) or "none"


# Figures.


def print_figures(results):
    print(f"{'':12}{'reads':>7}{'p50 ms':>9}{'p99 ms':>9}{'longest':>9}{'peak MB':>9}{'busy s':>8}"
          "  answers to attackers")
    for phase in results.phases:
        reading = phase.reading
        count = sum(reading.answers.values())
        times = "".join(f"{reading.time(share):9.1f}" for share in (0.5, 0.99, 1))
        problems = describe_reading(reading) if set(reading.answers) != {"200"} else ""
        print(f"{phase.name:12}{count:7}{times}{phase.memory / 1e6:9.0f}{phase.busy:8.1f}  "
              f"{describe(phase.statuses) if phase.attacks else ''}"
              + (f" (reader: {problems})" if problems else ""))
    for phase in results.phases:
        if phase.writes:
            seconds = [seconds for _, seconds in phase.writes]
            print(f"writes behind abandoned searches, {phase.name}: "
                  f"median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s "
                  f"of {len(seconds)}")
        if phase.exports:
            print(f"export of an editor, {phase.name}: {describe_timed(phase.exports)}")
    if results.stop is not None:
        print(f"stop: status {results.exit_status} after {results.stop:.1f} s")
    print(f"errors in the log: {describe_errors(results.errors)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tanada")
    parser.add_argument("work")
    parser.add_argument("--figures", action="store_true", help="print a table, and check nothing")
    parser.add_argument("--brief", action="store_true", help="until enough has been seen")
    parser.add_argument("--photos", type=int, default=50_000, help="at least 2,500")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # As many connections as the system permits.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        server = Server(options.tanada, folder, options.photos, options.seed, options.brief)
        try:
            results = asyncio.run(run_all(server, options.brief))
        finally:
            server.kill()
        results.errors = [
            line for line in server.errors()
            if not any(expected in line for expected in EXPECTED_ERRORS)]
    if options.figures:
        print_figures(results)
        return
    checks = Checks(options.brief)
    for phase in results.phases:
        checks.check_phase(phase)
    checks.check_end(results)
    if checks.failed:
        raise SystemExit(f"error: {checks.failed} checks have failed (seed {options.seed})")
    print(f"✔ abuse: {checks.met} checks of {len(results.phases)} attacks (seed {options.seed})")


if __name__ == "__main__":
    main()
