"""Descriptors, threads, children and memory of a server are the same after many rounds of each kind of request as after
few.

The allocator keeps what is free in pieces, more of them the more streams have ended at once: so a library in the server
says how much of the heap is in use.
"""

import collections
import os
import shutil
import subprocess
import threading
import time

import pytest
from harness import ROOT, eventually
from leaks.requests import Requests

# What the heap that is in use may grow by in the second half of the rounds, in MB for each 1,000 requests of a kind; or
# in one of so many halves more, if caches still fill. It is measured from so many rounds on.
LIMIT, TIMES, MEASURED = 1, 6, 1000
# What the memory may grow by from 10 rounds of all kinds to the end, in MB: caches and pools fill within their bounds.
PAGES = 64
POOL = 8  # by how many descriptors or threads pools grow, which have as many as were needed at once
READERS = 12  # connections of the store for reads, at most (`maximumReaderCount`); there is one for writes
# Streams whose clients are gone are found by heartbeats.
ENVIRONMENT = {"MALLOC_ARENA_MAX": "2", "TANADA_EVENT_HEARTBEAT": "1"}
State = collections.namedtuple("State", "heap pages descriptors threads children")


class Heap:
    """Asks `heap.c` in the server how much of its heap is in use."""

    def __init__(self, folder):
        self.library, self.path = folder / "heap.so", folder / "heap"
        subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o",
                        self.library, ROOT / "Tests/e2e/leaks/heap.c"], check=True)
        for end in (".ask", ".told"):
            os.mkfifo(f"{self.path}{end}")

    def used(self):
        """The bytes that are in use, in MB. What is free is given back before."""
        with open(f"{self.path}.ask", "wb") as pipe:
            pipe.write(b"?")
        with open(f"{self.path}.told", "rb") as pipe:
            return int(pipe.readline()) / 2**20


def state(pid, heap):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        # Pages of files that are mapped are no memory of the server's own.
        pages = sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty:")) / 1024
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        children = len(file.read().split())
    return State(heap.used(), pages, len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task")), children)


def rest(pid, heap, seconds):
    """The state when it does not change any more: the least of some measurements."""
    time.sleep(seconds)
    found = []
    for _ in range(9):
        found.append(state(pid, heap))
        time.sleep(0.1)
    return State(*map(min, zip(*found)))._replace(children=found[0].children)


def fill_pool(requests, pid):
    """Makes the store open as many connections for reads as it ever has: each has a cache of pages."""
    def is_store(descriptor):
        try:
            return os.readlink(f"/proc/{pid}/fd/{descriptor}").endswith("/tanada.sqlite")
        except OSError:  # closed in between
            return False

    def fill():
        reads = [threading.Thread(target=requests.aborted) for _ in range(2 * READERS)]
        for read in reads:
            read.start()
        for read in reads:
            read.join()
        return sum(map(is_store, os.listdir(f"/proc/{pid}/fd"))) > READERS

    eventually(fill, "the store has all its connections for reads")


def growth_of(kind, requests, rounds, heap):
    """What the heap in use grows by in MB for 1,000 requests of a kind. A cache that fills grows less each time; a leak
    does not."""
    half = rounds // 2

    def used():
        for _ in range(half):
            kind()
        requests.settle()
        return rest(requests.server.pid, heap, 0.2).heap

    before = used()
    for _ in range(TIMES if rounds >= MEASURED else 1):
        after = used()
        growth = round((after - before) * 1000 / half, 2)
        if growth <= LIMIT:
            break
        before = after
    return growth


def test_a_server_keeps_nothing_of_requests(serve, make_store, folder, seed, size, figure, request):
    if request.config.getoption("store") != "sqlite":
        pytest.skip("connections of a store in a file are counted")
    rounds, heap = size("rounds", 60, soak=1000), Heap(folder)
    seconds = 60 if rounds >= MEASURED else 0.5  # caches forget what was not used for a while
    server = serve(make_store(), library=heap.library,
                   environment=ENVIRONMENT | {"LEAKS_HEAP": str(heap.path)}).wait_until_ready()
    requests = Requests(server, seed)
    for _ in range(10):  # workers, connections and pools are there
        for kind in requests.kinds.values():
            kind()
    fill_pool(requests, server.pid)
    first = rest(server.pid, heap, seconds)
    requests.least = first.descriptors
    growths = [(growth_of(kind, requests, rounds, heap), name) for name, kind in requests.kinds.items()]
    growths.sort(reverse=True)
    last = rest(server.pid, heap, seconds)
    most = ", ".join(f"{name} {growth}" for growth, name in growths[:4])
    text = (f"leaks: {rounds} rounds of {len(growths)} kinds of requests: descriptors, threads and children "
            f"{first[2:]} → {last[2:]}, heap in use {first.heap:.1f} → {last.heap:.1f} MB, memory {first.pages:.0f} → "
            f"{last.pages:.0f} MB; the heap grows most, in MB for 1,000 requests: {most} (seed {seed})")
    assert last.descriptors <= first.descriptors + POOL, text
    assert last.threads <= first.threads + POOL, text
    assert last.children <= max(first.children, 2), text
    assert last.pages <= first.pages + PAGES, text
    assert rounds < MEASURED or growths[0][0] <= LIMIT, text
    figure(text)
