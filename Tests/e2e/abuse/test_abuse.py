"""A server with its default limits beside clients that abuse it: it answers a well-behaved reader, stays within its memory,
takes a write, and stops when it is told to.

In a soak, attacks go on for seconds, and how long things take is checked. Otherwise they go on until enough has been seen,
however long that takes. The attackers and the reader run on the same machine and take processor time from the server. A
server need not give back the memory of one attack before the next: the peak of each attack is at least what was left by
those before.
"""

import asyncio
import json
import math
import os
import random
import resource
import types
from collections import Counter

import pytest
from harness import Server, completed, eventually
from harness.program import SANITIZER
from harness.raw import AsyncRawConnection, request

from abuse import attacks
from abuse.reader import Reader

IS_BRIEF = "TANADA_SOAK_SEED" not in os.environ
DURATION = 5  # seconds of an attack
STATUSES = {200, 206, 304, 400, 408, 409, 413, 422, 429, 431, 503}
ENOUGH = 100  # answers to the reader during an attack, if it is brief
PATIENCE = 120  # seconds for that
LARGEST_MEMORY = math.inf if SANITIZER else 700_000_000  # bytes; a sanitizer has memory of its own
LARGEST_HELD = 256 << 20  # bytes, the default of max_client_memory
LONGEST_WRITE = 10  # seconds
STOP_TIMEOUT = 5  # seconds
LONGEST_STOP = STOP_TIMEOUT + 3  # seconds
SECTIONS, PHOTOS_OF_SECTION = 10, 250
LATIN = "coffee sunset lake street night garden harbor kitchen Premium Gourmet".split()


def photos(count, seed):
    pick = random.Random(seed)
    for number in range(1, count + 1):
        yield {
            "id": number, "photo_url": f"https://images.example.com/photos/{number}.jpg",
            "photo_width": 3000 + number % 900, "photo_height": 2000 + number % 700,
            "title": " ".join([*pick.choices(attacks.WORDS, k=2), pick.choice(LATIN)]),
            "caption": " ".join(pick.choices(attacks.WORDS + LATIN, k=8)),
            "published_at": f"2025-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}T{pick.randint(0, 23):02}:04:05.000+0900",
        }


@pytest.fixture(scope="module")
def target(make_store, size, seed):
    """A server with many photos and a large feed: only its time to stop is not the default."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    count = size("photos", 2500, soak=50_000)
    store = make_store(samples=False, with_defaults=True, environment={"TANADA_STOP_TIMEOUT": str(STOP_TIMEOUT)})
    (store.folder / "pickup_photos.json").write_text(json.dumps({"result": list(photos(count, seed))}))
    store.run("seed", "pickup_photos.json", "--quiet")
    with Server(store) as server:
        server.compose("large", *[
            {"id": f"photos{index}", "kind": "pickup_photos", "title": "Photos", "limit": PHOTOS_OF_SECTION,
             "source": {"pinned": list(range(index * PHOTOS_OF_SECTION + 1, (index + 1) * PHOTOS_OF_SECTION + 1))}}
            for index in range(SECTIONS)])
        yield types.SimpleNamespace(server=server, port=server.port, token=store.token("editor", "editor"), count=count,
                                    seed=seed, is_brief=IS_BRIEF)


class Phase:
    """The observations during one attack, or all of them."""

    def __init__(self, target, *kinds):
        self.server, self.name = target.server, " and ".join(kind.__name__ for kind in kinds) or "alone"
        self.attacks = [kind(target) for kind in kinds]
        self.reader, self.busy = Reader(), 0.0

    async def begin(self, duration):
        """Reader and attacks at the same time, for `duration` seconds; without one, until enough has been seen."""
        self.server.forget_peak()
        await self.reader.start(self.server.port)
        self.running = [asyncio.create_task(attack.run()) for attack in self.attacks]
        if duration is not None:
            return await asyncio.sleep(duration)
        try:
            async with asyncio.timeout(PATIENCE):
                await self.reader.until(ENOUGH)
                while not all(attack.has_shown for attack in self.attacks):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            pass  # the checks say what is missing

    async def end(self):
        for attack in self.attacks:
            attack.is_over.set()
        await asyncio.gather(*self.running)

    async def look(self):
        """Whether the server answers within ten seconds, and what it took."""
        async with asyncio.timeout(10), await AsyncRawConnection.open(self.server.port) as connection:
            await connection.send(request("GET", "/healthz"))
            assert (await connection.answer()).status == 200, f"{self.name}: no answer afterwards"
        self.memory = self.server.peak_memory
        assert 10_000_000 < self.memory < LARGEST_MEMORY, f"{self.name}: {self.memory / 1e6:.0f} MB"

    async def calm(self):
        for _ in range(20):
            before = self.server.processor_seconds
            await asyncio.sleep(0.25)
            if self.server.processor_seconds - before < 0.05:
                break
            self.busy += 0.25

    def find(self, kind):
        return next((attack for attack in self.attacks if isinstance(attack, kind)), None)

    def total(self, name):
        return dict(sorted(sum((getattr(attack, name) for attack in self.attacks), start=Counter()).items()))

    def check(self):
        name, reader = self.name, self.reader
        assert set(reader.answers) == {"200"} and not reader.failures and not reader.unanswered, (
            f"{name}: the reader got {reader.answers}, failures {reader.failures}, {reader.unanswered} unanswered")
        assert self.total("statuses").keys() <= STATUSES, f"{name}: {self.total('statuses')}"
        assert not self.total("without_retry"), f"{name}: without a Retry-After: {self.total('without_retry')}"
        if those := [attack for attack in self.attacks if attack.must_be_answered]:
            assert self.total("statuses"), f"{name}: no answers at all"
            failures = {type(attack).__name__: attack.failures for attack in those if attack.failures}
            assert not failures, f"{name}: not every request that was sent and read is answered whole: {failures}"
        if searches := self.find(attacks.Searches):
            assert searches.edits and all(
                status == 200 and (IS_BRIEF or seconds <= LONGEST_WRITE) for status, seconds in searches.edits), (
                f"{name}: writes behind abandoned searches: {searches.edits}")
        if held := self.find(attacks.Held):
            assert 0 < held.held <= LARGEST_HELD, f"{name}: {held.held / 1e6:.0f} MB of answers that nobody reads"
        exports = self.find(attacks.Exports)
        # Among all attacks together, the editor is within the rate limit of the attackers' address.
        if exports and len(self.attacks) == 1:
            assert exports.edits and all(status == 200 for status, _ in exports.edits), f"{name}: {exports.edits}"

    def figures(self):
        times = ", ".join(f"{what} {self.reader.time(share):.1f}" for what, share in [("p50", 0.5), ("p99", 0.99), ("most", 1)])
        edits = sorted(seconds for attack in self.attacks for _, seconds in attack.edits)
        text = f", an editor waited {edits[len(edits) // 2]:.2f} s, at most {edits[-1]:.2f} s" if edits else ""
        statuses = ", ".join(f"{count} × {status}" for status, count in self.total("statuses").items())
        return (f"abuse, {self.name}: {len(self.reader.times)} reads, {times} ms; peak {self.memory / 1e6:.0f} MB, busy for "
                f"{self.busy:.1f} s; attackers got {statuses or 'nothing'}{text}")


@pytest.mark.parametrize("kind", [None, *attacks.ALL] if not IS_BRIEF else [attacks.Exports, attacks.Held],
                         ids=lambda kind: kind.__name__ if kind else "alone")
def test_attack(target, figure, kind):
    phase = Phase(target, *filter(None, [kind]))

    async def run():
        await phase.begin(None if IS_BRIEF else DURATION)
        await phase.end()
        await phase.reader.finish()
        await phase.look()
        if not IS_BRIEF:
            await phase.calm()

    completed(run())
    phase.check()
    figure(phase.figures())
    assert not target.server.errors()


def test_all_attacks_together(target, figure):
    """The server is stopped while they go on."""
    phase, stop = Phase(target, *attacks.ALL), []

    async def run():
        await phase.begin(None if IS_BRIEF else DURATION + 3)
        await phase.reader.finish()
        await phase.look()
        # What fails from here on is due to the stop of the server.
        before = [(attack.failures.copy(), list(attack.edits)) for attack in phase.attacks]
        begun = asyncio.get_running_loop().time()
        target.server.terminate()
        await asyncio.to_thread(eventually, lambda: not target.server.is_running, "the server ends", PATIENCE)
        stop.append(asyncio.get_running_loop().time() - begun)
        for attack in phase.attacks:
            attack.is_over.set()
        await asyncio.gather(*phase.running, return_exceptions=True)
        for attack, (attack.failures, attack.edits) in zip(phase.attacks, before):
            pass

    try:
        completed(run())
        phase.check()
        assert target.server.process.poll() == 0
        assert IS_BRIEF or stop[0] <= LONGEST_STOP, f"the server ends {stop[0]:.1f} s after SIGTERM, under attack"
        figure(f"{phase.figures()}; the server ended within {stop[0]:.1f} s")
        assert not target.server.errors()
    finally:
        if not target.server.is_running:
            target.server.start()  # for the other tests, in whatever order
