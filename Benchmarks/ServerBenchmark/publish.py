"""How long a write takes to be served, alone and beside readers; see `scripts/bench publish`."""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

WRITES = 100
PAUSE = 0.1  # seconds between two writes
WIDTHS = [320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768]


class Connection:
    """One connection that is kept open."""

    async def open(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    async def send(self, method, path, headers=(), body=b""):
        lines = [f"{method} {path} HTTP/1.1", "Host: tanada", f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join([*lines, *headers]).encode() + b"\r\n\r\n" + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        length = 0 if method == "HEAD" else int(fields.get("content-length", 0))
        return int(head.split(" ", 2)[1]), fields, await self.reader.readexactly(length)


async def read(port, counts):
    connection = await Connection().open(port)
    while True:
        width = random.choice(WIDTHS)
        status, _, _ = await connection.send("GET", f"/v1/feeds/home?width={width}")
        assert status == 200, status
        counts["reads"] += 1


async def write(port, token, number):
    """Writes an item; returns the seconds from the answer until the revision is served."""
    connection = await Connection().open(port)
    operation = {
        "op": "patch", "kind": "recent_news", "id": 1, "body": {"title": f"News {number}"},
    }
    headers = [f"Authorization: Bearer {token}", "Content-Type: application/json"]
    body = json.dumps({"operations": [operation]}).encode()
    status, _, answer = await connection.send("POST", "/v1/batch", headers, body)
    assert status == 200, answer
    revision = json.loads(answer)["revision"]
    answered = time.perf_counter()
    while True:
        _, fields, _ = await connection.send("HEAD", "/v1/feeds/home")
        if int(fields["x-tanada-revision"]) >= revision:
            connection.writer.close()
            return time.perf_counter() - answered


async def measure(port, token, readers):
    """Prints what a client sees, and how many reads were answered a second."""
    counts = {"reads": 0}
    tasks = [asyncio.create_task(read(port, counts)) for _ in range(readers)]
    start = time.perf_counter()
    delays = []
    for number in range(WRITES):
        delays.append(await write(port, token, f"{readers}/{number}"))
        await asyncio.sleep(PAUSE)
    rate = counts["reads"] / (time.perf_counter() - start)
    for task in tasks:
        task.cancel()
        assert not task.done() or task.cancelled() or task.exception() is None
    delays.sort()
    print(
        f"{readers:3} readers, {rate:6.0f} reads/s: served {statistics.median(delays) * 1e3:6.1f} ms "
        f"after the answer to the write (median of {WRITES}), {delays[-5] * 1e3:6.1f} ms in 19 of 20"
    )


async def own_figure(port):
    """The server's own measure, from the commit on: the mean of all of the run."""
    connection = await Connection().open(port)
    _, _, body = await connection.send("GET", "/metrics")
    values = dict(
        line.rsplit(" ", 1) for line in body.decode().splitlines() if line and line[0] != "#"
    )
    name = "tanada_commit_to_served_seconds"
    total, count = float(values[f"{name}_sum"]), float(values[f"{name}_count"])
    print(f"from the commit, as /metrics has it: {total / count * 1e3:.1f} ms (mean of {count:.0f})")


def main(tanada, seeds):
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([tanada, "seed", seeds], check=True, stdout=subprocess.DEVNULL)
        token = subprocess.run(
            [tanada, "token", "create", "--role", "editor", "--name", "bench"],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout.strip()
        environment = os.environ | {"TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0"}
        server = subprocess.Popen(
            [tanada, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            port = int(server.stdout.readline().strip().rsplit(":", 1)[1])
            for readers in [0, 8, 64]:
                asyncio.run(measure(port, token, readers))
            asyncio.run(own_figure(port))
        finally:
            server.terminate()
            server.wait()


main(*sys.argv[1:])
