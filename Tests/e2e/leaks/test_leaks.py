"""Descriptors, threads, children and memory of a server are the same after many rounds of each kind of request as after
few.

The allocator keeps what is free in pieces, more of them the more streams have ended at once: so a library in the server
says how much of the heap is in use.
"""

import collections
import concurrent.futures
import functools
import os
import random
import socket
import time

import pytest

from faults.writes import FIRST, KIND, body
from harness import Failure, eventually, library
from harness.files import picture
from harness.load import NO_ANSWER
from harness.processes import children_of

STREAMS = 200  # how many event streams are left at once by their clients
CONTENT = f"/v1/content/{KIND}"
COMPOSITION = "/v1/feeds/home/composition"
# Kinds that read addresses, one of several in place of a list; with a star, without the token.
READS = {
    "screens": [[f"*/v1/feeds/home?width={width}&text_size={size}"
                 for width in range(320, 420, 20) for size in (1, 1.5)]],
    "sections": [[f"*/v1/feeds/home/sections/{KIND}?width={width}" for width in (360, 390)]],
    "lists": [[f"{CONTENT}?limit={limit}&sort=-published_at,id&count=true" for limit in (5, 20)], f"{CONTENT}?q=title"],
    "items": [f"*{CONTENT}/1"],
    "pages": ["/", "/studio", "/openapi.json", "/metrics", "/readyz", "/v1/kinds", "/v1/layouts"],
    "histories": [f"{CONTENT}/1/history", "/v1/revisions?limit=20", "/v1/feeds/home?width=390&revision=1"],
    "audits": ["/v1/audit?limit=20"],
    "exports": [[f"/v1/export/{KIND}?format={form}" for form in ("json", "csv", "ndjson")]],
    "feeds": ["*/v1/feeds", "*/v1/feeds/home.jsonfeed", "/v1/feeds/home?width=390&at=2026-12-24T09:00:00Z"],
    "differences": ["/v1/feeds/home/diff?from=1&width=390"],
    "definitions": [f"/v1/kinds/{KIND}"],
    "pictures": [f"/v1/photos/PHOTO{end}" for end in ("", ".jpg", "/320x320.webp", "/320x320.auto", "/uses")]
                + ["/v1/photos?limit=5"],
    "cards": ["/v1/photos/PHOTO/card", "/v1/photos/PHOTO/card.jpg"],
    "viewers": ["/v1/photos/PHOTO/viewer?width=390&height=763"],
}
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


def replacement(id, title):
    return {"operations": [{"op": "replace", "kind": KIND, "id": id, "body": body(id, title)}]}


RELEASE, RELEASES = "/v1/releases/{id}", ("POST", "/v1/releases", {"name": "leaks"})
# Kinds of several requests, one after the other. In an address, {…} is of the answers before, or one of their inputs; what
# is sent may be a function of them.
WRITES = {
    "writes": [("PUT", f"{CONTENT}/{FIRST}", lambda known: body(FIRST, known["title"]))],
    "batches": [("POST", "/v1/batch", lambda known: replacement(FIRST + 1, known["title"]))],
    "imports": [("POST", f"/v1/import/{KIND}?format=json", lambda known: {
        "result": [body(FIRST + id, known["title"]) for id in range(2, 12)]})],
    "uploads": [("POST", "/v1/photos", lambda known: picture(known["title"]), "image/jpeg"),
                ("GET", "/v1/photos/{id}/320x320.jpg"), ("DELETE", "/v1/photos/{id}")],
    "previews": [("GET", COMPOSITION), ("POST", "/v1/feeds/home/preview?width=390", lambda known: {
        "operations": [{"op": "compose", "feed": "home", "body": {"sections": known["sections"]}}]})],
    "layouts": [("POST", "*/v1/layouts/uniform_grid?width=390", [{"id": id} for id in range(1, 21)])],
    "variants": [("GET", "*/v1/feeds/home/variant?platform=ios&key={number}"),
                 ("GET", "*/v1/feeds/home?width=390&variant={variant}")],
    "releases": [RELEASES, ("DELETE", RELEASE)],
    "cursors": [("GET", f"{CONTENT}?limit=2"), ("GET", "{next}")],
    "presences": [("POST", "/v1/presence", lambda known, subjects=subjects: {
        "studio": f"window{known['number']}", "subjects": subjects}) for subjects in ([f"content/{KIND}/1"], [])],
    "items of their own": [
        ("POST", CONTENT, lambda known: dict(list(body(0, known["title"]).items())[1:])),  # without an id
        ("PATCH", "{location}", {"title": "other"}), ("DELETE", "{location}")],
    "compositions": [
        ("GET", COMPOSITION), ("PUT", "/v1/feeds/leaks/composition", lambda known: {"sections": known["sections"]}),
        ("DELETE", "/v1/feeds/leaks")],
    "restorations": [("POST", f"/v1/restore{query}", {"revision": 1, "subjects": [f"content/{KIND}/1"]})
                     for query in ("?dry_run=true", "")],
    "publications": [
        RELEASES, ("PUT", f"{RELEASE}/operations", lambda known: replacement(FIRST + 20, known["title"])),
        ("GET", "/v1/feeds/home?width=390&release={id}"),
        ("POST", f"{RELEASE}/links", {"feed": "home", "expires_at": "7d"}), ("POST", f"{RELEASE}/publish"), ("GET", RELEASE),
        ("DELETE", RELEASE)],
}


class Requests:
    """Their inputs are from small sets, so that caches are soon full of them."""

    def __init__(self, server, seed):
        self.server, self.pick = server, random.Random(f"leaks {seed}")
        self.number = self.streams = 0
        self.least = 0  # descriptors without a client
        self.photo = self.ok("POST", "/v1/photos", picture("kept"), "image/jpeg").json["id"]
        self.kinds = {name: functools.partial(self.read, addresses) for name, addresses in READS.items()}
        self.kinds |= {name: functools.partial(self.play, steps) for name, steps in WRITES.items()}
        self.kinds |= {step.__name__: step for step in (
            self.events, self.tokens, self.sessions, self.refused, self.aborted)}

    def ok(self, method, path, *arguments, **named):
        try:
            answer = self.server.send(method, path, *arguments, **named)
        except NO_ANSWER as error:
            raise Failure(f"{method} {path}: {error!r}, {self.server.process.poll()}: {self.server.log()}") from None
        assert answer.status < 400, f"{method} {path}: {answer}"
        return answer

    def play(self, steps):
        self.number += 1
        known = {"title": f"title {self.number}", "number": self.pick.randrange(20)}
        for method, path, *more in steps:
            sent = [part(known) if callable(part) else part for part in more]
            path = path.format(**known)
            answer = self.ok(method, path.lstrip("*"), *sent, **({"token": None} if path.startswith("*") else {}))
            if "json" in answer.headers.get("Content-Type", ""):
                known = {"location": answer.headers["Location"]} | answer.json | known

    def read(self, addresses):
        for address in addresses:
            address = (self.pick.choice(address) if isinstance(address, list) else address).replace("PHOTO", self.photo)
            self.ok("GET", address.lstrip("*"), **({"token": None} if address.startswith("*") else {}))

    def connect(self, text):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
        connection.sendall(text)
        return connection

    def events(self):
        connection = self.connect(b"GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.recv(2000)
        connection.close()
        # The server holds the stream until a heartbeat finds that its client is gone.
        self.streams += 1
        if self.streams % STREAMS == 0:
            self.settle()

    def settle(self):
        descriptors = f"/proc/{self.server.pid}/fd"
        eventually(lambda: len(os.listdir(descriptors)) < self.least + 10, "streams end with their clients")

    def tokens(self):
        token = self.ok("POST", "/v1/tokens", {"name": "leaks", "role": "viewer", "expires_at": "1h"}).json
        self.ok("GET", "/v1/session", token=token["secret"])
        self.ok("DELETE", f"/v1/tokens/{token['id']}")

    def sessions(self):
        path = self.ok("POST", "/v1/invitations", {"name": "Anna", "role": "editor"}).json["path"]
        cookie = self.ok("GET", path, token=None).headers["Set-Cookie"].split(";")[0]
        self.ok("DELETE", "/v1/session", token=None,
                headers={"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.server.port}"})

    def refused(self):
        for method, path, sent in (("GET", "/v1/feeds/home?width=9", None), ("GET", "/nowhere", None),
                                   ("PUT", f"{CONTENT}/1", {"id": 1}), ("POST", "/v1/photos", b"no picture")):
            assert 400 <= self.server.send(method, path, sent).status < 500, f"{method} {path} is not refused"

    def aborted(self):
        for text in (b"GET /v1/feeds/home?width=390 HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"POST /v1/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + self.server.token.encode()
                     + b"\r\nContent-Length: 100000\r\n\r\nhalf", b"GET /v1/ex"):
            self.connect(text).close()


class Heap:
    """Asks `heap.c` in the server how much of its heap is in use."""

    def __init__(self, folder):
        self.library, self.path = library("leaks/heap.c", folder), folder / "heap"
        for end in (".ask", ".told"):
            os.mkfifo(f"{self.path}{end}")

    def used(self):
        with open(f"{self.path}.ask", "wb") as pipe:
            pipe.write(b"?")
        with open(f"{self.path}.told", "rb") as pipe:
            return int(pipe.readline()) / 2**20


def state(pid, heap):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        # Pages of files that are mapped are no memory of the server's own.
        pages = sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty:")) / 1024
    return State(heap.used(), pages, len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task")),
                 len(children_of(pid)))


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
        with concurrent.futures.ThreadPoolExecutor(2 * READERS) as reads:
            for _ in range(2 * READERS):
                reads.submit(requests.aborted)
        return sum(map(is_store, os.listdir(f"/proc/{pid}/fd"))) > READERS

    eventually(fill, "the store has all its connections for reads")


def growth_of(kind, requests, rounds, heap):
    """What the heap in use grows by in MB for 1,000 requests of a kind. A cache that fills grows less each time."""
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
