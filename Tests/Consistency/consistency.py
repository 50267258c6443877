"""Editors and readers of one server, all at once; see `run`.

Editors write pairs of banners: both of a pair get the same new number in one batch, so a screen in
which they differ is a mixture of two revisions.
"""

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import time

EDITORS = 200
READERS = 200
PAIRS = 20
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
    """What was tried, and what the server said was done."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.acknowledged = {pair: (0, 0) for pair in range(PAIRS)}
        self.pending = {pair: set() for pair in range(PAIRS)}
        self.writes = self.reads = self.newest = 0
        self.faults = []


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
            return
        revision = json.loads(answer)["revision"]
        log.acknowledged[pair] = max(log.acknowledged[pair], (revision, number))
        log.pending[pair].discard(number)
        log.writes += 1
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
        log.reads += 1
        if status == 304:
            continue
        if status != 200:
            log.faults.append(f"a screen was answered with {status}: {body[:200]}")
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


async def run(tanada, token, seconds):
    log = Log()
    server = Server(tanada)
    for pair in range(PAIRS):
        await edit(server, token, pair, log, once=True)
    # Until the screen shows them all.
    while True:
        client = Client(server.port)
        _, _, body = await client.send("GET", "/v1/feeds/home")
        if json.loads(body)["revision"] > PAIRS:
            break
        await asyncio.sleep(0.05)
    tasks = [
        asyncio.create_task(until_killed(edit(server, token, number % PAIRS, log)))
        for number in range(EDITORS)
    ] + [asyncio.create_task(until_killed(read(server, log))) for _ in range(READERS)]
    await asyncio.sleep(seconds)
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
    tanada, token, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    log = asyncio.run(run(tanada, token, seconds))
    for fault in log.faults[:20]:
        print(f"✘ consistency: {fault}", file=sys.stderr)
    if log.faults or log.writes < 5 * PAIRS or log.reads < READERS or log.newest < 2 * PAIRS:
        sys.exit(f"✘ consistency: {len(log.faults)} faults, {log.writes} writes, {log.reads} reads")
    print(
        f"✔ consistency: {log.writes} writes, {log.reads} reads, revision {log.newest}, "
        "then killed and nothing lost"
    )


main()
