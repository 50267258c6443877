"""How long a write takes to be served, alone and beside readers; see `scripts/bench publish`."""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import translations

PAUSE = 0.05  # seconds between two writes
WIDTHS = [320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768]
SECTIONS = 10
PINNED = 20  # items of a section


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


# The measurements.


def feed_name(number):
    return "home" if number == 0 else f"feed{number}"


def composition(number):
    """Ten sections: photos that no other section shows, the newest photos, and the other kinds."""

    def pinned(index):
        first = (number * SECTIONS + index) * PINNED + 1
        return {"pinned": list(range(first, first + PINNED))}

    newest = {"query": {"sort": "-published_at", "filter": {"photo_width.gte": "500"}}}
    sections = [
        {"id": f"pinned{index}", "kind": "pickup_photos", "title": "Photos", "source": pinned(index)}
        for index in range(4)
    ] + [
        {"id": f"newest{index}", "kind": "pickup_photos", "title": "New", "limit": PINNED,
         "source": newest}
        for index in range(2)
    ] + [
        {"id": kind, "kind": kind, "title": kind, "limit": PINNED}
        for kind in ["recent_news", "featured_topics", "trend_articles", "campaign_banners"]
    ]
    assert len(sections) == SECTIONS
    return {"feed": feed_name(number), "sections": sections}


def photos(count, is_translated):
    for number in range(1, count + 1):
        photo = {
            "id": number, "photo_url": f"https://example.com/{number}.jpg",
            "photo_width": 400 + number % 1000, "photo_height": 300 + number * 7 % 900,
            "title": f"Photo {number}", "caption": f"Number {number} of {count}",
            "published_at": f"20{number % 20 + 5:02}-{number % 12 + 1:02}-{number % 28 + 1:02}"
            "T12:00:00.000+0000",
        }
        fields = translations.FIELDS["pickup_photos"]
        yield translations.translated(photo, fields) if is_translated else photo


class Server:
    """A server with the sample content, photos and feeds in a folder of its own."""

    def __init__(self, tanada, seeds, photo_count, feed_count, locale):
        self.folder = tempfile.TemporaryDirectory()
        self.tanada = tanada
        self.run("seed", seeds)
        with open(os.path.join(self.folder.name, "photos.ndjson"), "w") as file:
            for photo in photos(photo_count, locale is not None):
                file.write(json.dumps(photo) + "\n")
        self.run("import", "pickup_photos", "photos.ndjson", "--format", "ndjson")
        self.token = self.run("token", "create", "--role", "admin", "--name", "bench").strip()
        environment = os.environ | {"TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0"}
        if locale:
            environment |= translations.ENVIRONMENT
        self.process = subprocess.Popen(
            [tanada, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment,
            cwd=self.folder.name, stderr=subprocess.DEVNULL,
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        asyncio.run(self.compose(feed_count))

    def run(self, *arguments):
        return subprocess.run(
            [self.tanada, *arguments], check=True, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL, cwd=self.folder.name,
        ).stdout

    async def compose(self, count):
        connection = await Connection().open(self.port)
        for number in range(count):
            path = f"/v1/feeds/{feed_name(number)}/composition"
            status, _, answer = await connection.send(
                "PUT", path, self.headers, json.dumps(composition(number)).encode())
            assert status in (200, 201), answer
            revision = json.loads(answer).get("revision", 0)
        await served(connection, revision)

    @property
    def headers(self):
        return [f"Authorization: Bearer {self.token}", "Content-Type: application/json"]

    @property
    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self):
        """The resident memory of its own, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(next(line for line in file if line.startswith("RssAnon")).split()[1]) * 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


async def served(connection, revision):
    while True:
        _, fields, _ = await connection.send("HEAD", "/v1/feeds/home")
        if int(fields["x-tanada-revision"]) >= revision:
            return


async def write(connection, server, number):
    """Writes a photo that one section shows; returns the seconds until that is served."""
    identifier = number % PINNED + 1
    operation = {
        "op": "patch", "kind": "pickup_photos", "id": identifier,
        "body": {"title": f"Photo {time.time_ns()}"},
    }
    body = json.dumps({"operations": [operation]}).encode()
    status, _, answer = await connection.send("POST", "/v1/batch", server.headers, body)
    assert status == 200, answer
    answered = time.perf_counter()
    await served(connection, json.loads(answer)["revision"])
    return time.perf_counter() - answered


async def measure(server, writes):
    connection = await Connection().open(server.port)
    delays = []
    for number in range(writes):
        delays.append(await write(connection, server, number))
        await asyncio.sleep(PAUSE)
    return delays


def milliseconds(seconds):
    return f"{seconds * 1e3:6.1f} ms"


def bench(tanada, seeds, photo_count, feed_count, writes, locale=None):
    """Prints what a client sees."""
    server = Server(tanada, seeds, photo_count, feed_count, locale)
    try:
        for readers in [0, 8, 64]:
            crowd = subprocess.Popen(
                [sys.executable, __file__, "--readers", str(readers), str(server.port),
                 *(["--locale", locale] if locale else [])],
                stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
            before = server.processor_seconds
            delays = sorted(asyncio.run(measure(server, writes)))
            spent = server.processor_seconds - before
            rate = float(crowd.communicate()[0])
            print(
                f"  {readers:3} readers, {rate:6.0f} reads/s: served {milliseconds(statistics.median(delays))} "
                f"after the answer to the write (median of {writes}), "
                f"{milliseconds(delays[-max(1, writes // 100) - 1])} in 99 of 100"
                + ("" if readers else f", {milliseconds(spent / writes)} of processor time each"))
        asyncio.run(own_figure(server.port))
        print(f"  memory: {server.memory / 1e6:.1f} MB of its own", flush=True)
    finally:
        server.stop()


async def own_figure(port):
    """The server's own measure, from the commit on: the mean of all of the run."""
    connection = await Connection().open(port)
    _, _, body = await connection.send("GET", "/metrics")
    values = dict(
        line.rsplit(" ", 1) for line in body.decode().splitlines() if line and line[0] != "#"
    )
    name = "tanada_commit_to_served_seconds"
    total, count = float(values[f"{name}_sum"]), float(values[f"{name}_count"])
    print(f"  from the commit, as /metrics has it: {total / count * 1e3:.1f} ms (mean of {count:.0f})")


# Readers, in a process of their own.


async def read(port, counts, locale):
    connection = await Connection().open(port)
    while True:
        width = random.choice(WIDTHS)
        status, _, _ = await connection.send(
            "GET", f"/v1/feeds/home?width={width}" + (f"&locale={locale}" if locale else ""),
            ["Accept-Encoding: br"])
        assert status == 200, status
        counts["reads"] += 1


async def read_until_input_ends(port, readers, locale):
    counts = {"reads": 0}
    tasks = [asyncio.create_task(read(port, counts, locale)) for _ in range(readers)]
    start = time.perf_counter()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    rate = counts["reads"] / (time.perf_counter() - start)
    for task in tasks:
        task.cancel()
        assert not task.done() or task.cancelled() or task.exception() is None
    print(rate)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tanada")
    parser.add_argument("seeds", nargs="?")
    parser.add_argument("--beside", help="another version's binary")
    parser.add_argument(
        "--locale", choices=translations.LOCALES[1:],
        help="translated photos, read in this locale, one of five; the other version has one locale")
    parser.add_argument("--readers", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--photos", type=int, default=100_000)
    parser.add_argument("--feeds", type=int, default=50)
    parser.add_argument("--writes", type=int, default=200)
    options = parser.parse_args()
    if options.readers is not None:
        asyncio.run(read_until_input_ends(
            int(options.tanada), options.readers, options.locale))
        return
    for name, tanada, locale in [
        ("this version", options.tanada, options.locale), ("beside it", options.beside, None),
    ]:
        if not tanada:
            continue
        for feeds in [1, options.feeds]:
            print(f"{name}, {options.photos} photos, {feeds} feeds of {SECTIONS} sections:")
            bench(tanada, options.seeds, options.photos, feeds, options.writes, locale)


if __name__ == "__main__":
    main()
