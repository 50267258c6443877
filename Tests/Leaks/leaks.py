"""Measures a server after rounds of each kind of request; see `run`."""

import os
import sys
import threading

from kinds import Requests
from server import Server, eventually
from state import Heap, rest

# What the heap that is in use may grow by in the second half of the rounds, in MB for each 1,000 requests of a kind; or
# in one of so many halves more, if caches still fill.
LIMIT = 1
TIMES = 6
# What the memory may grow by from 10 rounds of all kinds to the end, in MB: caches and pools fill within their bounds.
PAGES = 64
# How many connections the store has for reads, at most (`maximumReaderCount`); there is one for writes.
READERS = 12
# Streams whose clients are gone are found by heartbeats.
ENVIRONMENT = {"MALLOC_ARENA_MAX": "2", "TANADA_EVENT_HEARTBEAT": "1"}


def fill_pool(requests, pid):
    """Makes the store open as many connections for reads as it ever has: each has a cache of pages."""
    def fill():
        reads = [threading.Thread(target=requests.aborted) for _ in range(2 * READERS)]
        for read in reads:
            read.start()
        for read in reads:
            read.join()
        return len([name for name in os.listdir(f"/proc/{pid}/fd") if is_store(f"/proc/{pid}/fd/{name}")]) > READERS
    eventually("the store has all its connections for reads", fill, seconds=120)


def is_store(descriptor):
    try:
        return os.readlink(descriptor).endswith("/tanada.sqlite")
    except OSError:  # closed in between
        return False


def growth_of(kind, requests, rounds, heap):
    """What the heap in use grows by in MB for 1,000 requests of a kind, and the state afterwards.

    A cache that fills grows less each time; a leak does not."""
    pid, half = requests.server.process.pid, rounds // 2

    def state():
        for _ in range(half):
            kind()
        requests.settle()
        return rest(pid, heap, 0.2)
    before = state()
    for _ in range(TIMES if rounds >= 1000 else 1):
        after = state()
        growth = round((after.heap - before.heap) * 1000 / half, 2)
        if growth <= LIMIT:
            break
        before = after
    return growth, after


def main():
    folder, rounds, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    seconds = 60 if rounds >= 1000 else 0.5
    heap = Heap(os.path.join(folder, "heap.so"), folder)
    server = Server(os.environ["TANADA"], folder, env=ENVIRONMENT | heap.environment).prepare().start()
    pid = server.process.pid
    requests = Requests(server, seed)
    faults, growths = [], []
    kinds = requests.kinds()
    if chosen := os.environ.get("LEAKS_KINDS"):
        kinds = [kind for kind in kinds if kind.__name__ in chosen.split(",")]
    for _ in range(10):  # workers, connections and pools are there
        for kind in requests.kinds():
            kind()
    fill_pool(requests, pid)
    first = rest(pid, heap, seconds)
    requests.least = first.descriptors
    for kind in kinds:
        growth, after = growth_of(kind, requests, rounds, heap)
        growths.append((growth, kind.__name__))
        if os.environ.get("FAULTS_VERBOSE"):
            print(growths[-1], after.counts(), round(after.heap, 1), round(after.pages, 1), flush=True)
    last = rest(pid, heap, seconds)
    # Pools grow to as many threads as were needed at once: within their bounds.
    if last.descriptors > first.descriptors + 8:
        faults.append(f"{last.descriptors} descriptors, and {first.descriptors} after 10 rounds")
    if last.threads > first.threads + 8:
        faults.append(f"{last.threads} threads, and {first.threads} after 10 rounds")
    if last.children > max(first.children, 2):
        faults.append(f"{last.children} children, and {first.children} after 10 rounds")
    if last.pages > first.pages + PAGES:
        faults.append(f"{last.pages:.0f} MB, and {first.pages:.0f} after 10 rounds")
    if rounds >= 1000:
        faults += [f"{kind}: {growth} MB for 1,000 requests" for growth, kind in growths if growth > LIMIT]
    server.end(15)
    for fault in faults:
        print(f"✘ leaks: {fault}")
    most = ", ".join(f"{kind} {growth}" for growth, kind in sorted(growths, reverse=True)[:4])
    print(f"{'✘' if faults else '✔'} leaks: {rounds} rounds of {len(kinds)} kinds of requests: descriptors, threads "
          f"and children {first.counts()} → {last.counts()}, heap in use {first.heap:.1f} → {last.heap:.1f} MB, "
          f"memory {first.pages:.0f} → {last.pages:.0f} MB; the heap grows most, in MB for 1,000 requests: {most}")
    sys.exit(1 if faults else 0)


main()
