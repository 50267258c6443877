"""Editors write while as many readers read; then the server is killed, at a write that the seed chooses. No reader has
seen a mixture of two revisions, or an older revision after a newer one, and no acknowledged write is lost."""

import random

from harness import eventually
from harness.load import KIND, Editors

PAIRS = 20
ROUNDS = 5  # the least writes and reads of each editor and reader
MORE_WRITES = 40  # how many more the kill waits for at most


def test_no_reader_sees_a_mixture_and_a_kill_loses_nothing(serve, seed, size, figure):
    people = size("editors", 40, soak=200)
    server, load = serve(), Editors()
    editor = server.client(server.token)
    for pair in range(PAIRS):
        while load.acknowledged() <= pair:  # a store may be busy
            load.edit(editor, pair)
    server.wait_for_revision(load.writes[-1].revision)
    before = len(load.writes)
    goal = before + ROUNDS * people + random.Random(seed).randrange(MORE_WRITES)
    load.complete = set(range(PAIRS))
    with load:
        with load.together():
            for number in range(people):
                load.add(load.edit, server.client(server.token), number % PAIRS)
                load.add(load.reader(server))
        eventually(lambda: load.faults or load.acknowledged() >= goal and load.counts["reads"] >= ROUNDS * people
                   and load.newest >= 2 * PAIRS, f"{goal} writes and {ROUNDS * people} reads")
        server.kill()
    load.check()
    server.start()
    found = load.check_pairs(server.must("GET", f"/v1/content/{KIND}?limit=1000")["result"], "after the kill, the list")
    for pair, number in found.items():
        writes = [write for write in load.writes if write.pair == pair]
        newest = max(write.revision or 0 for write in writes)
        expected = {write.number for write in writes if write.outcome == "unknown" or write.revision == newest}
        assert number in expected, f"pair {pair} is {number}, expected one of {expected}"
    _, text = load.check_writes(server.store.rows)
    figure(f"consistency: {people} editors and {people} readers, killed: {text} (seed {seed})")
