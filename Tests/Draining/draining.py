"""Servers that drain behind a balancer; see `run`."""

import asyncio
import itertools
import json
import os
import signal
import socket
import sys
import time

DRAIN_DELAY = 1  # seconds
CHECK_INTERVAL = 0.2  # seconds between two questions for /readyz, which is obeyed at once
PATIENCE = 120
CLIENTS = 40


class Server:
    """`tanada serve` on a port that it keeps, which tells its service manager how it is (sd_notify(3))."""

    def __init__(self, tanada, folder, number):
        self.tanada, self.port = tanada, 0
        self.is_in = False
        # When the balancer should have found out that it drains; `None` for a server that stays.
        self.deadline = None
        self.idle = []
        self.address = os.path.join(folder, f"notify-{number}")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(self.address)
        self.manager.setblocking(False)
        self.told = []
        # The queue of a socket is short.
        asyncio.get_running_loop().add_reader(self.manager, self.hear)

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            self.tanada, "serve", "--port", str(self.port), stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"TANADA_DRAIN_DELAY": str(DRAIN_DELAY), "TANADA_STOP_TIMEOUT": "10",
                              "NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": "200000"})
        line = await self.process.stdout.readline()
        self.port = int(line.decode().strip().rsplit(":", 1)[1])
        self.hear()
        assert any(message.startswith("READY=1\n") for message in self.told), self.told
        self.told = []

    def hear(self):
        """Receives what the service manager is told."""
        while True:
            try:
                self.told.append(self.manager.recv(4096).decode())
            except BlockingIOError:
                return

    @property
    def is_overdue(self):
        """Whether nothing should be sent to it any more."""
        return self.deadline is not None and time.monotonic() > self.deadline

    async def connect(self):
        return self.idle.pop() if self.idle else await asyncio.open_connection("127.0.0.1", self.port)


async def receive(reader):
    """The status, the fields and the body of an answer with a length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    return int(head.split(" ")[1]), fields, await reader.readexactly(int(fields.get("content-length", 0)))


class Late(Exception):
    """The balancer has not found out within the delay that a server drains, as on a machine with much other work. What it
    sends there then is its own fault."""


class Balancer:
    """Sends requests to servers that are ready, over connections that it keeps. It tries nothing twice."""

    def __init__(self, servers):
        self.servers, self.turns = servers, itertools.count()
        self.refusals = 0

    async def check(self):
        while True:
            for server in self.servers:
                try:
                    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                    writer.write(b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    status, _, body = await receive(reader)
                    writer.close()
                except (OSError, asyncio.IncompleteReadError):
                    status, body = 0, b""
                if status == 503 and b'"draining"' in body:
                    self.refusals += 1
                server.is_in = status == 200
                if not server.is_in:
                    server.idle = []
            await asyncio.sleep(CHECK_INTERVAL)

    def pick(self):
        ready = [server for server in self.servers if server.is_in]
        return ready[next(self.turns) % len(ready)]

    async def connect(self):
        """A server, and a connection to it."""
        server = self.pick()
        try:
            return server, *await server.connect()
        except OSError as error:
            if server.is_overdue:
                raise Late from error
            raise

    async def send(self, method, path, headers=None, parts=(), pause=0.0):
        server, reader, writer = await self.connect()
        is_overdue = server.is_overdue
        try:
            return await self.exchange(server, reader, writer, method, path, headers or {}, parts, pause)
        except (OSError, asyncio.IncompleteReadError) as error:
            if is_overdue:
                raise Late from error
            raise

    async def exchange(self, server, reader, writer, method, path, headers, parts, pause):
        lines = [f"{method} {path} HTTP/1.1", "Host: a", f"Content-Length: {sum(map(len, parts))}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
        status, fields, body = await receive(reader)
        if fields.get("connection") == "close":
            writer.close()
        elif server.is_in:
            server.idle.append((reader, writer))
        return status, body


class Load:
    def __init__(self, balancer, token):
        self.balancer = balancer
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.counts = {"reads": 0, "writes": 0, "uploads": 0, "streams": 0}
        self.faults, self.late_count, self.is_over = [], 0, False

    async def repeat(self, name, body):
        while not self.is_over:
            try:
                await body()
                self.counts[name] += 1
            except Late:
                self.late_count += 1
            except Exception as error:
                self.faults.append(f"{name}: {error!r}")

    async def read(self):
        for path in ("/v1/feeds/home?width=390", "/v1/content/recent_news?limit=3"):
            status, _ = await self.balancer.send("GET", path)
            assert status == 200, status

    async def write(self):
        body = json.dumps({"id": 1001, "banner_contents_id": 7, "banner_url": "https://example.com/a.jpg"})
        status, answer = await self.balancer.send(
            "PUT", "/v1/content/campaign_banners/1001", self.headers, [body.encode()])
        assert status in (200, 201), (status, answer)
        await asyncio.sleep(0.05)

    async def upload(self):
        """A body that takes longer than a server takes to drain."""
        parts = [b" " * 1000] * 8 + [b'{"result":[]}']
        status, answer = await self.balancer.send(
            "POST", "/v1/import/recent_news?dry_run=true", self.headers, parts, pause=DRAIN_DELAY / 4)
        assert status == 200, (status, answer)

    async def listen(self):
        """A stream of events ends with the time after which its client connects again."""
        server, reader, writer = await self.balancer.connect()
        is_overdue = server.is_overdue
        writer.write(b"GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
        reading = asyncio.ensure_future(reader.read())
        while not reading.done() and not self.is_over:
            await asyncio.sleep(0.05)
        writer.close()
        if self.is_over:
            reading.cancel()
            return
        try:
            stream = reading.result()
        except OSError as error:
            if is_overdue:
                raise Late from error
            raise
        assert stream.endswith(b"\r\n0\r\n\r\n"), stream[-200:]
        assert stream.count(b"retry: ") == 2, stream[-200:]


async def main():
    tanada, token, folder, restarts = *sys.argv[1:4], int(sys.argv[4])
    servers = [Server(tanada, folder, number) for number in (1, 2)]
    for server in servers:
        await server.start()
    balancer = Balancer(servers)
    checking = asyncio.ensure_future(balancer.check())
    while not all(server.is_in for server in servers):
        await asyncio.sleep(0.05)
    load = Load(balancer, token)
    clients = []
    clients += [load.repeat("reads", load.read) for _ in range(CLIENTS)]
    clients += [load.repeat("writes", load.write) for _ in range(2)]
    clients += [load.repeat("uploads", load.upload) for _ in range(4)]
    clients += [load.repeat("streams", load.listen) for _ in range(4)]
    running = asyncio.gather(*clients)
    times = []
    for _ in range(restarts):
        for server in servers:
            await asyncio.sleep(0.5)
            began = time.monotonic()
            server.deadline = began + DRAIN_DELAY / 2
            server.process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(server.process.wait(), PATIENCE)
            times.append(time.monotonic() - began)
            server.hear()
            if "WATCHDOG=1" not in server.told or not server.told[-1].startswith("STOPPING=1"):
                load.faults.append(f"a service manager was told {server.told[-5:]}")
            if server.process.returncode != 0:
                load.faults.append(f"a server has ended with {server.process.returncode}")
            # Until it was found to be away, its being ready is of before.
            while server.is_in:
                await asyncio.sleep(0.05)
            await server.start()
            server.deadline = None
            while not server.is_in:
                await asyncio.sleep(0.05)
    load.is_over = True
    await running
    checking.cancel()
    for server in servers:
        server.process.send_signal(signal.SIGKILL)
        await server.process.wait()
    if balancer.refusals < 2 * restarts and not load.late_count:
        load.faults.append(f"/readyz has refused {balancer.refusals} times only")
    if min(times) < DRAIN_DELAY:
        load.faults.append(f"a server has ended after {min(times):.1f} s")
    for fault in load.faults[:20]:
        print(f"error: draining: {fault}", file=sys.stderr)
    if load.faults:
        sys.exit(f"error: draining: {len(load.faults)} faults, {load.counts}")
    counts = ", ".join(f"{count} {name}" for name, count in load.counts.items())
    print(f"✔ draining: {len(times)} restarts of two servers, each in {min(times):.1f} to {max(times):.1f} s, "
          f"beside {counts}, without an error"
          + (f" ({load.late_count} requests of a balancer that was late)" if load.late_count else ""))


asyncio.run(main())
