"""Editors and readers of one server, all at once; see `run`.

Editors write pairs of banners: both of a pair get the same new number in one batch, so a screen in
which they differ is a mixture of two revisions.
"""

import asyncio
import itertools
import json
import os
import random
import signal
import subprocess
import sys

PAIRS = 20
# The least writes and reads of each editor and reader, and how many more writes a kill waits for at most.
ROUNDS = 5
MORE_WRITES = 40
# The longest that anything may take that is not a fault, in seconds: a busy machine needs long.
PATIENCE = 300
FIRST_ID = 1001


def pair_ids(pair):
    return FIRST_ID + 2 * pair, FIRST_ID + 2 * pair + 1


class Server:
    """`tanada serve` on a free port."""

    def __init__(self, tanada):
        self.process = subprocess.Popen(
            [tanada, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Client:
    """One connection that is kept open."""

    def __init__(self, port):
        self.port = port
        self.reader = self.writer = None

    async def send(self, method, path, headers=None, body=b""):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", "Host: tanada", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split(" ", 2)[1])
        fields = dict(
            line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line
        )
        length = int(fields.get("content-length", 0))
        return status, fields, await self.reader.readexactly(length)


class Log:
    """The attempted writes, and those that the server acknowledged."""

    def __init__(self, goal_writes, goal_reads):
        self.goal_writes, self.goal_reads = goal_writes, goal_reads
        self.is_enough = asyncio.Event()
        self.numbers = itertools.count(1)
        self.acknowledged = {pair: (0, 0) for pair in range(PAIRS)}
        self.pending = {pair: set() for pair in range(PAIRS)}
        self.writes = self.reads = self.newest = 0
        self.faults = []

    def note(self, writes=0, reads=0):
        """Counts, and says when it is time for the kill: enough was written and read, and readers have
        seen two edits of each pair."""
        self.writes += writes
        self.reads += reads
        if self.faults or (
            self.writes >= self.goal_writes and self.reads >= self.goal_reads
            and self.newest >= 2 * PAIRS
        ):
            self.is_enough.set()


async def edit(server, token, pair, log, once=False):
    client = Client(server.port)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    while True:
        number = next(log.numbers)
        operations = [
            {
                "op": "replace",
                "kind": "campaign_banners",
                "id": id,
                "body": {
                    "banner_contents_id": number,
                    "banner_url": "https://example.com/banner.jpg",
                },
            }
            for id in pair_ids(pair)
        ]
        log.pending[pair].add(number)
        body = json.dumps({"operations": operations}).encode()
        status, _, answer = await client.send("POST", "/v1/batch", headers, body)
        if status == 503:
            # The store was busy: nothing was written.
            log.pending[pair].discard(number)
            continue
        if status != 200:
            log.faults.append(f"a write was answered with {status}: {answer[:200]}")
            log.note()
            return
        revision = json.loads(answer)["revision"]
        log.acknowledged[pair] = max(log.acknowledged[pair], (revision, number))
        log.pending[pair].discard(number)
        log.note(writes=1)
        if once:
            return


def numbers_by_id(items):
    return {item["id"]: item["banner_contents_id"] for item in items}


async def read(server, log):
    client = Client(server.port)
    newest, tag = 0, None
    while True:
        headers = {"If-None-Match": tag} if tag else {}
        status, fields, body = await client.send("GET", "/v1/feeds/home?width=390", headers)
        log.note(reads=1)
        if status == 304:
            continue
        if status != 200:
            log.faults.append(f"a screen was answered with {status}: {body[:200]}")
            log.note()
            return
        tag = fields["etag"]
        screen = json.loads(body)
        revision = screen["revision"]
        if revision < newest:
            log.faults.append(f"revision {revision} after {newest}")
        newest = revision
        log.newest = max(log.newest, newest)
        banners = next(s for s in screen["sections"] if s["kind"] == "campaign_banners")
        numbers = numbers_by_id(banners["items"])
        for pair in range(PAIRS):
            first, second = (numbers.get(id) for id in pair_ids(pair))
            if first is None or first != second:
                log.faults.append(f"revision {revision} mixes {first} and {second}")


async def until_killed(work):
    try:
        await work
    except (ConnectionError, asyncio.IncompleteReadError):
        pass


async def until_shown(server, revision):
    """Waits until a screen of the revision, or of a newer one, is announced."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /v1/events HTTP/1.1\r\nHost: tanada\r\n\r\n")
    # The stream begins with a comment; what is announced later is not missed.
    await reader.readuntil(b"\r\n\r\n")
    _, _, body = await Client(server.port).send("GET", "/v1/feeds/home")
    shown = json.loads(body)["revision"]
    while shown < revision:
        line = await reader.readline()
        if line.startswith(b"data: "):
            shown = json.loads(line[6:])["revision"]
    writer.close()


async def run(tanada, token, people, seed):
    source = random.Random(seed)
    log = Log(ROUNDS * people + source.randrange(MORE_WRITES), ROUNDS * people)
    server = Server(tanada)
    for pair in range(PAIRS):
        await edit(server, token, pair, log, once=True)
    await until_shown(server, PAIRS + 1)
    log.writes = 0
    tasks = [
        asyncio.create_task(until_killed(edit(server, token, number % PAIRS, log)))
        for number in range(people)
    ] + [asyncio.create_task(until_killed(read(server, log))) for _ in range(people)]
    try:
        await asyncio.wait_for(log.is_enough.wait(), PATIENCE)
    except TimeoutError:
        log.faults.append(
            f"after {PATIENCE} s, {log.writes} of {log.goal_writes} writes and {log.reads} of "
            f"{log.goal_reads} reads"
        )
    server.kill()
    await asyncio.gather(*tasks)

    server = Server(tanada)
    _, _, body = await Client(server.port).send("GET", "/v1/content/campaign_banners?limit=1000")
    numbers = numbers_by_id(json.loads(body)["result"])
    for pair in range(PAIRS):
        first, second = (numbers.get(id) for id in pair_ids(pair))
        possible = {log.acknowledged[pair][1]} | log.pending[pair]
        if first != second or first not in possible:
            log.faults.append(f"pair {pair} is {first} and {second}, expected one of {possible}")
    server.kill()
    return log


def main():
    tanada, token, people, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    log = asyncio.run(run(tanada, token, people, seed))
    for fault in log.faults[:20]:
        print(f"error: consistency: {fault}", file=sys.stderr)
    if log.faults:
        sys.exit(
            f"error: consistency: {len(log.faults)} faults, {log.writes} writes, {log.reads} reads "
            f"(seed {seed})"
        )
    print(
        f"✔ consistency: {people} editors and {people} readers, {log.writes} writes, {log.reads} reads, "
        f"revision {log.newest}, then killed and nothing lost (seed {seed})"
    )


main()
