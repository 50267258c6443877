"""The same requests to a server with a SQLite file and to one with PostgreSQL: the same answers, but for times and what is
random."""

import re
import time

import pytest
from harness import Server, Store, eventually, postgresql, smallest, stores
from harness.program import PROGRAM

from comparisons.support import fail, first_difference, lines, picked
from comparisons.writes import KIND, Requests

# What is made by chance. Cursors are sealed by the secret of each database.
MASKS = [
    (re.compile(r'"request_id":"[^"]*"'), '"request_id":"…"'), (re.compile(r"cursor=[^\"&]*"), "cursor=…"),
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "…"), (re.compile(r"signature=[^\"&]*"), "signature=…"),
]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
BEGIN = time.gmtime()
HEADERS = ["Content-Type", "X-Tanada-Revision", "Location", "Idempotency-Replayed", "xkey", "Allow"]
# Tags of documents are of their bytes, which have the time of their revision; so is their freshness.
OF_THEIR_BYTES = ["ETag", "Cache-Control"]


def masked(text):
    for pattern, stand_in in MASKS:
        text = pattern.sub(stand_in, text)
    # Times since the beginning are of the clock; all others have been written.
    begin, end = (time.strftime("%Y-%m-%dT%H:%M:%S", moment) for moment in (BEGIN, time.gmtime()))
    return TIME.sub(lambda match: "…" if begin <= match[0][:19] <= end else match[0], text)


def settle(server):
    """Waits until what is written is in service."""
    rows = server.must("GET", "/v1/revisions?limit=1")["result"]
    eventually(lambda: server.get("/v1/feeds/home").revision >= (rows[0]["number"] if rows else 0), "the newest revision")


def shown(answer, request):
    is_document = "/v1/feeds" in request.path or "next" in answer.text
    return {"status": answer.status, "body": lines(masked(answer.text)),
            **{name: answer.headers[name] for name in HEADERS + ([] if is_document else OF_THEIR_BYTES)}}


def following(answer):
    has_next = answer.status == 200 and answer.bytes[:1] == b"{" and b'"next":' in answer.bytes
    return answer.json.get("next") if has_next else None


class Pair:
    """Both servers, with empty stores."""

    def __init__(self, folder, database):
        address = database.make_database(PROGRAM)
        self.servers = [Server(Store(folder / "file")), Server(Store(folder / "database", address=address))]
        self.clients, self.pages = [], 0

    def __enter__(self):
        for server in self.servers:
            server.start().must("PUT", "/v1/kinds/places", KIND)
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.kill()

    def difference(self, request):
        """How the answers to a request differ, and those to the pages after it."""
        paths = [request.path] * 2
        for _ in range(40):
            answers = [request.send(server, path) for server, path in zip(self.servers, paths)]
            if text := first_difference(*(shown(answer, request) for answer in answers)):
                return text.replace("found", "SQLite").replace("expected", "PostgreSQL")
            paths = [following(answer) if request.method == "GET" else None for answer in answers]
            if not all(paths):
                return None
            self.pages += 1
        return None

    def play(self, requests):
        """The number of the first request whose answers differ, and how; None if there is none."""
        for number, request in enumerate(requests):
            if request.method == "GET":
                for server in self.servers:
                    settle(server)
            if text := self.difference(request):
                return number, text
        return None


@pytest.mark.skipif(bool(stores.POSTGRESQL), reason="needs a store in a file")
@pytest.mark.skipif(not postgresql.programs(), reason="PostgreSQL is not available here")
def test_stores(make_folder, size, seed, figure):
    database = postgresql.Server(str(make_folder("postgresql")), {"fsync": "off"}).start()
    make, requests = Requests(picked("stores", seed)), []
    for _ in range(size("rounds", 60, soak=600)):
        requests += [make.write() for _ in range(3)] + [make.read() for _ in range(3)]

    def differ(those):
        with Pair(make_folder("pair"), database) as pair:
            return pair.play(those)

    try:
        with Pair(make_folder("pair"), database) as pair:
            found = pair.play(requests)
        if found:
            number, text = found
            last, before = requests[number], [request for request in requests[:number] if request.method != "GET"]
            if not differ([*before, last]):
                before = requests[:number]
            before = smallest(before, lambda fewer: differ([*fewer, last]), attempts=30)
            fail("\n  ".join([text, *map(str, [*before, last])]))
    finally:
        database.stop()
    figure(f"{len(requests)} requests and {pair.pages} further pages are answered alike by both stores (seed {seed})")
