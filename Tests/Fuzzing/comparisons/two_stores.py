"""The same requests to a server with a SQLite file and to one with PostgreSQL: the same answers, but for times and what
is random."""

import json
import os
import re
import sys
import time
import urllib.parse

import postgresql
import writes
from support import PATIENCE, Difference, Run, Server, smallest
from writes import Request

# What is made by chance. Cursors are sealed by the secret of each database.
MASKS = [
    (re.compile(r'"request_id":"[^"]*"'), '"request_id":"…"'), (re.compile(r"cursor=[^\"&]*"), "cursor=…"),
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "…"), (re.compile(r"signature=[^\"&]*"), "signature=…"),
]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
BEGIN = time.gmtime()
HEADERS = ["Content-Type", "ETag", "X-Tanada-Revision", "Location", "Cache-Control", "Idempotency-Replayed", "xkey",
           "Allow"]


def masked(text: str) -> str:
    for pattern, stand_in in MASKS:
        text = pattern.sub(stand_in, text)
    # Times since the beginning are of the clock; all others have been written.
    begin, end = (time.strftime("%Y-%m-%dT%H:%M:%S", moment) for moment in (BEGIN, time.gmtime()))
    return TIME.sub(lambda match: "…" if begin <= match[0][:19] <= end else match[0], text)


class Pair:
    """Both servers."""

    def __init__(self, servers: list[Server]):
        self.servers = servers
        self.pages = 0

    def settle(self) -> None:
        """Waits until what is written is in service at both."""
        for server in self.servers:
            rows = server.send("GET", "/v1/revisions?limit=1").json["result"]
            newest = rows[0]["number"] if rows else 0
            end = time.monotonic() + PATIENCE
            while int(server.send("GET", "/v1/feeds/home").headers["X-Tanada-Revision"] or 0) < newest:
                if time.monotonic() > end:
                    raise Difference(f"stores: revision {newest} does not go into service")
                time.sleep(0.01)

    def difference(self, request: Request) -> str | None:
        """How the answers to a request differ, and those to the pages after it."""
        paths = [request.path] * 2
        for _ in range(40):
            answers = [server.send(request.method, path, request.bytes, request.headers, request.has_token)
                       for server, path in zip(self.servers, paths)]
            one, other = (self.shown(answer, request) for answer in answers)
            if one != other:
                return first_line(one, other)
            following = [json.loads(answer.body).get("next") if answer.status == 200 and request.method == "GET"
                         and answer.body[:1] == b"{" and b'"next":' in answer.body else None for answer in answers]
            if not all(following):
                return None
            self.pages += 1
            paths = following
        return None

    def shown(self, answer, request: Request) -> list[str]:
        names = HEADERS
        # Tags of documents are of their bytes, which have the time of their revision; so is their freshness.
        if "/v1/feeds" in request.path or "next" in answer.body.decode():
            names = [name for name in HEADERS if name not in ("ETag", "Cache-Control")]
        headers = [f"{name}: {answer.headers[name]}" for name in names]
        return [str(answer.status), *headers, *masked(answer.body.decode()).replace(',"', ',\n"').split("\n")]


def first_line(one: list[str], other: list[str]) -> str:
    for mine, theirs in zip(one, other):
        if mine != theirs:
            return f"SQLite {mine[:300]}, PostgreSQL {theirs[:300]} (status {one[0]} and {other[0]})"
    return f"SQLite {len(one)} lines, PostgreSQL {len(other)}"


class Stores:
    """Makes a pair of servers with empty stores, as often as is asked for."""

    def __init__(self, run: Run, database: postgresql.Server):
        self.run, self.database, self.count = run, database, 0

    def pair(self) -> Pair:
        self.count += 1
        file = self.run.file_store(f"file{self.count}")
        photos = self.run.folder / f"photos{self.count}"
        address = self.database.make_database(os.environ["TANADA"])
        servers = [self.run.server(file), self.run.server({"TANADA_STORE": address, "TANADA_PHOTOS": str(photos)})]
        for server in servers:
            server.must("PUT", "/v1/kinds/places", writes.KIND)
        return Pair(servers)

    def differ(self, requests: list[Request]) -> bool:
        """Whether the answers of new servers to some requests differ."""
        pair = self.pair()
        found = played(pair, requests)
        for server in pair.servers:
            self.run.ends.remove(server.stop)
            server.stop()
        return found is not None


def played(pair: Pair, requests: list[Request]) -> tuple[int, str] | None:
    """The number of the first request whose answers differ, and how; None if there is none."""
    for number, request in enumerate(requests):
        if request.method == "GET":
            pair.settle()
        if text := pair.difference(request):
            return number, text
    return None


def compare(run: Run) -> str:
    if not postgresql.programs():
        return "⚠ PostgreSQL is not available here: not compared: stores"
    run.folder.chmod(0o755)
    database = postgresql.Server(str(run.folder / "postgresql"), {"fsync": "off"}).start()
    run.ends.append(database.stop)
    stores = Stores(run, database)
    requests = []
    for _ in range(run.rounds):
        requests += [writes.some_write(run.pick) for _ in range(3)]
        requests += [writes.some_read(run.pick) for _ in range(3)]
    pair = stores.pair()
    found = played(pair, requests)
    if found:
        number, text = found
        print(f"stores: {text}\n  {requests[number].text()}\nshorter …", file=sys.stderr)
        before = [request for request in requests[:number] if request.method != "GET"]
        if not stores.differ([*before, requests[number]]):
            before = requests[:number]
        before = smallest(before, lambda fewer: stores.differ([*fewer, requests[number]]), attempts=30)
        shown = "\n".join(f"  {urllib.parse.unquote(request.text())}" for request in [*before, requests[number]])
        raise Difference(f"stores: {text}\n{shown}")
    return (f"SQLite with PostgreSQL: {len(requests)} requests and {pair.pages} further pages with the same answers")
