"""The attacks. Each goes on until it is stopped, and notes what the server has answered."""

import asyncio
import itertools
import json
import random
import urllib.parse
from collections import Counter

from connection import HOST, Closed, Connection, request
from server import WORDS

PATIENCE = 15  # seconds in which a request that was sent before the end is to be answered
# The editor writes from an address of its own: all attacks together have nearly as many connections as one
# address may, and what is beyond is closed at once.
EDITOR = "127.0.0.3"
SMALL = 4096  # bytes of the receive buffer of a client that does not read


def layout(type, count):
    """A request for the layout of many items."""
    items = [{"id": number, "width": 4, "height": 3} for number in range(1, count + 1)]
    if type == "circular_carousel":
        items = [{"id": item["id"]} for item in items]
    return request("POST", f"/v1/layouts/{type}?width=390", json.dumps(items).encode())


def content(**parameters):
    return request("GET", f"/v1/content/pickup_photos?{urllib.parse.urlencode(parameters)}")


class Attack:
    """Some clients at the same time, from one address."""

    name = ""
    clients = 1
    # If the attack is brief: a busy server counts connections for a while that were abandoned, and one address may
    # not have many more.
    brief_clients = None
    # Whether every request has to be answered to its end. A client that does not read its answer,
    # or does not finish its request, may be disconnected.
    must_be_answered = False

    def __init__(self, server):
        self.server = server
        if server.is_brief and self.brief_clients:
            self.clients = self.brief_clients
        self.is_over = asyncio.Event()
        self.statuses = Counter()  # of all answers
        self.without_retry = Counter()  # answers that lack their Retry-After, by status
        self.failures = Counter()  # requests without a whole answer, by what happened

    async def run(self):
        clients = [asyncio.create_task(self.client(number)) for number in range(self.clients)]
        await self.is_over.wait()
        _, unfinished = await asyncio.wait(clients, timeout=PATIENCE)
        for client in unfinished:
            client.cancel()
            self.failures[f"no answer {PATIENCE} s after the end of the attack"] += 1
        for result in await asyncio.gather(*clients, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def client(self, number):
        raise NotImplementedError

    @property
    def has_shown(self):
        """Whether what the checks need has been seen."""
        return not self.must_be_answered or bool(self.statuses)

    async def pause(self, seconds):
        """Waits, but not longer than the attack goes on."""
        try:
            await asyncio.wait_for(self.is_over.wait(), seconds)
        except TimeoutError:
            pass

    def open(self, **options):
        return Connection.open(self.server.port, **options)

    def note(self, head):
        self.statuses[head.status] += 1
        if head.lacks_retry:
            self.without_retry[head.status] += 1

    async def ask_repeatedly(self, messages, pause):
        """Sends one message after the other, and reads the whole answers."""
        connection = None
        for message in messages:
            if self.is_over.is_set():
                break
            try:
                connection = connection or await self.open()
                await connection.send(message)
                head, _ = await connection.answer()
                self.note(head)
                is_broken = head.closes
            except OSError as error:
                self.failures[str(error)] += 1
                is_broken = True
            if is_broken and connection:
                connection.close()
                connection = None
            await self.pause(pause)
        if connection:
            connection.close()

    async def send_without_reading(self, message, source=HOST):
        """Sends what the server takes of the message; reads only when the attack is over."""
        try:
            connection = await self.open(receive_buffer=SMALL, source=source)
        except OSError as error:
            self.failures[str(error)] += 1
            return
        async with connection:
            sending = asyncio.create_task(connection.send(message))
            await self.is_over.wait()
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            await self.look(connection)

    async def look(self, connection):
        """Notes the answers that are there."""
        try:
            async with asyncio.timeout(0.3):
                while True:
                    head = await connection.head()
                    self.note(head)
                    await connection.body(head)
        except (TimeoutError, OSError):
            pass


class Rings(Attack):
    """Small requests for the layout with the largest answers."""

    name = "rings"
    clients = 2
    must_be_answered = True

    async def client(self, number):
        message = layout("circular_carousel", 1000)
        await self.ask_repeatedly(itertools.repeat(message), pause=0.01)


class Searches(Attack):
    """Searches without an index, abandoned before they are done; an editor writes behind them."""

    name = "searches"
    clients = 3
    must_be_answered = True
    crowd = 30
    numbers = itertools.count(1)

    def __init__(self, server):
        super().__init__(server)
        self.writes = []  # status and seconds of each

    @property
    def has_shown(self):
        return bool(self.statuses and self.writes)

    def search(self):
        """A search that no other is equal to."""
        number = next(self.numbers)
        return content(**{
            "q": WORDS[number % len(WORDS)], "sort": "-title", "count": "true",
            "photo_width.gte": number})

    async def client(self, number):
        if number == 0:
            await self.abandon_repeatedly()
        else:
            await self.ask_repeatedly((self.search() for _ in itertools.count()), pause=0.05)

    async def abandon_repeatedly(self):
        while not self.is_over.is_set():
            await asyncio.gather(*(self.abandon() for _ in range(self.crowd)))
            await self.write()
            await self.pause(0.5)

    async def abandon(self):
        try:
            async with await self.open() as connection:
                await connection.send(self.search())
                await asyncio.sleep(0.05)
        except OSError as error:
            self.failures[str(error)] += 1

    async def write(self):
        now = asyncio.get_running_loop().time
        begun = now()
        body = json.dumps({"title": f"{WORDS[0]} {next(self.numbers)}"}).encode()
        fields = [f"Authorization: Bearer {self.server.token}",
                  "Content-Type: application/merge-patch+json"]
        try:
            async with asyncio.timeout(PATIENCE), await self.open(source=EDITOR) as connection:
                await connection.send(request(
                    "PATCH", f"/v1/content/pickup_photos/{self.server.count}", body, fields))
                head, _ = await connection.answer()
                self.note(head)
                status = head.status
        except (TimeoutError, OSError) as error:
            status = str(error) or f"no answer within {PATIENCE} s"
        self.writes.append((status, now() - begun))


class Bodies(Attack):
    """Large bodies that stall shortly before their end."""

    name = "bodies"
    clients = 80
    brief_clients = 40
    length = 8_000_000
    missing = 100_000

    def __init__(self, server):
        super().__init__(server)
        items = b'{"id":1234567},' * (self.length // 15)
        self.message = request("POST", "/v1/layouts/shelf?width=390",
                               b"[" + items[: self.length - self.missing], length=self.length)

    async def client(self, number):
        is_over = asyncio.create_task(self.is_over.wait())
        while not self.is_over.is_set():
            try:
                async with await self.open() as connection:
                    sending = asyncio.create_task(connection.send(self.message))
                    reading = asyncio.create_task(connection.answer())
                    await asyncio.wait([reading, is_over], return_when=asyncio.FIRST_COMPLETED)
                    if reading.done() and not reading.exception():
                        self.note(reading.result()[0])
                    sending.cancel()
                    reading.cancel()
                    await asyncio.gather(sending, reading, return_exceptions=True)
            except OSError as error:
                self.failures[str(error)] += 1
            # A client that was refused comes again.
            await self.pause(1)


class Unread(Attack):
    """Large answers that nobody reads."""

    name = "unread"
    clients = 30

    async def client(self, number):
        messages = [
            lambda: request("GET", "/v1/export/pickup_photos"),
            lambda: layout("circular_carousel", 1000),
            lambda: layout("justified_rows", 20_000),
        ]
        await self.send_without_reading(messages[number % len(messages)]())


class Held(Attack):
    """Many connections from two addresses that send a few requests each, and read nothing."""

    name = "held"
    clients = 700
    brief_clients = 100
    sources = ["127.0.0.4", "127.0.0.5"]

    def __init__(self, server):
        super().__init__(server)
        self.held = 0  # bytes, the most that the server has counted

    @property
    def has_shown(self):
        return self.held > 0

    async def client(self, number):
        if number == 0:
            await self.watch()
            return
        # No two connections send the same bytes.
        fields = [f"X-Number: {number}"]
        messages = [
            lambda: request("GET", "/v1/feeds/large?width=390", fields=fields),
            lambda: request("GET", "/v1/feeds/home", fields=fields) * 80,
            lambda: request("GET", "/v1/content/pickup_photos?limit=100", fields=fields) * 80,
        ]
        await self.send_without_reading(
            messages[number % len(messages)](), source=self.sources[number % 2])

    async def watch(self):
        """Reads what the server says it holds."""
        while not self.is_over.is_set():
            try:
                async with asyncio.timeout(PATIENCE), await self.open() as connection:
                    await connection.send(request("GET", "/metrics"))
                    head = await connection.head()
                    text = await connection.take_all(int(head.fields["content-length"]))
                    self.held = max(self.held, gauge(text, b"tanada_client_memory_bytes"))
            except (TimeoutError, OSError):
                pass
            await self.pause(0.2)


def gauge(metrics, name):
    """The value of a metric without labels."""
    for line in metrics.splitlines():
        if line.startswith(name + b" "):
            return float(line.split()[1])
    return 0


class Widths(Attack):
    """A large feed at widths that nobody has asked for before."""

    name = "widths"
    clients = 4
    must_be_answered = True

    async def client(self, number):
        pick = random.Random(f"{self.server.seed}-{number}")
        paths = (f"/v1/feeds/large?width={pick.uniform(300, 500):.6f}" for _ in itertools.count())
        await self.ask_repeatedly((request("GET", path) for path in paths), pause=0.01)


class Pipelined(Attack):
    """Thousands of requests on each connection, whose answers nobody reads."""

    name = "pipelined"
    clients = 20

    async def client(self, number):
        await self.send_without_reading(content(limit=100) * 5000)


class SlowHeads(Attack):
    """Connections with the first byte of a head."""

    name = "slow heads"
    clients = 300
    brief_clients = 100

    async def client(self, number):
        await self.send_without_reading(b"G")


class Exports(Attack):
    """Exports that are read very slowly; an editor wants one as well."""

    name = "exports"
    clients = 21
    step = 1000  # bytes a second

    def __init__(self, server):
        super().__init__(server)
        self.editors = []  # status and seconds of an editor's exports
        self.begun = 0

    @property
    def has_shown(self):
        return bool(self.editors)

    async def client(self, number):
        if number == 0:
            await self.export_as_editor()
        else:
            await self.read_slowly()

    async def read_slowly(self):
        try:
            async with await self.open(receive_buffer=SMALL) as connection:
                await connection.send(request("GET", "/v1/export/pickup_photos"))
                head = await connection.head()
                self.note(head)
                self.begun += 1
                while not self.is_over.is_set():
                    await self.pause(1)
                    if head.status == 200:
                        await asyncio.wait_for(connection.receive(self.step), 5)
        except (TimeoutError, Closed, ConnectionResetError):
            pass
        except OSError as error:
            self.failures[str(error)] += 1

    async def export_as_editor(self):
        now = asyncio.get_running_loop().time
        for _ in range(20):
            if self.begun < self.clients - 1:
                await self.pause(0.1)
        begun = now()
        try:
            async with asyncio.timeout(PATIENCE), await self.open() as connection:
                fields = [f"Authorization: Bearer {self.server.token}"]
                await connection.send(request("GET", "/v1/export/pickup_photos", fields=fields))
                head, _ = await connection.answer()
                self.note(head)
                status = head.status
        except (TimeoutError, OSError) as error:
            status = str(error) or f"no answer within {PATIENCE} s"
        self.editors.append((status, now() - begun))


ALL = [Rings, Searches, Bodies, Unread, Held, Widths, Pipelined, SlowHeads, Exports]
