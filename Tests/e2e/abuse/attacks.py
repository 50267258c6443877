"""The attacks. Each goes on until it is stopped, and notes what the server has answered."""

import asyncio
import contextlib
import functools
import itertools
import json
import random
import urllib.parse
from collections import Counter

from harness.raw import HOST, AsyncRawConnection, Reopened, request

PATIENCE = 15  # seconds in which a request that was sent before the end is to be answered
# The editor writes from an address of its own: all attacks together have nearly as many connections as one address may,
# and what is beyond is closed at once.
EDITOR = "127.0.0.3"
SMALL = 4096  # bytes of the receive buffer of a client that does not read
WORDS = (
    "写真 料理 東京 夕焼 海辺 山道 花火 紅葉 珈琲 朝食 夜景 公園 神社 温泉 市場 散歩 電車 青空 星空 雪国 "
    "子猫 小鳥 和食 洋食 甘味 器具 店内 屋台 川辺 港町 祭り 旅行 京都 大阪 名物 手紙 音楽 図書 季節 窓辺"
).split()
EXPORT = "/v1/export/pickup_photos"
NUMBERS = itertools.count(1)


def layout(type, count):
    sizes = {} if type == "circular_carousel" else {"width": 4, "height": 3}
    items = [{"id": number} | sizes for number in range(1, count + 1)]
    return request("POST", f"/v1/layouts/{type}?width=390", json.dumps(items).encode())


def content(**parameters):
    return request("GET", f"/v1/content/pickup_photos?{urllib.parse.urlencode(parameters)}")


def search():
    """A search without an index that no other is equal to."""
    number = next(NUMBERS)
    return content(**{"q": WORDS[number % len(WORDS)], "sort": "-title", "count": "true", "photo_width.gte": number})


class Attack:
    """Some clients at the same time, from one address."""

    clients = 1
    # If the attack is brief: a busy server counts connections for a while that were abandoned, and one address may not
    # have many more.
    brief_clients = None
    # Whether every request has to be answered to its end. A client that does not read its answer, or does not finish its
    # request, may be disconnected.
    must_be_answered = False

    def __init__(self, target):
        self.target = target
        self.count = self.brief_clients if target.is_brief and self.brief_clients else self.clients
        self.is_over = asyncio.Event()
        self.statuses = Counter()  # of all answers
        self.without_retry = Counter()  # answers that lack their Retry-After, by status
        self.failures = Counter()  # requests without a whole answer, by what happened
        self.edits = []  # status and seconds of what an editor does beside it

    async def run(self):
        clients = [asyncio.create_task(self.client(number)) for number in range(self.count)]
        await self.is_over.wait()
        _, unfinished = await asyncio.wait(clients, timeout=PATIENCE)
        for client in unfinished:
            client.cancel()
            self.failures[f"no answer {PATIENCE} s after the end of the attack"] += 1
        for result in await asyncio.gather(*clients, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    @property
    def has_shown(self):
        return not self.must_be_answered or bool(self.statuses)

    async def pause(self, seconds):
        """Waits, but not longer than the attack goes on."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.is_over.wait(), seconds)

    def open(self, **options):
        return AsyncRawConnection.open(self.target.port, **options)

    def note(self, answer):
        self.statuses[answer.status] += 1
        if answer.status in (429, 503) and not answer.headers.get("retry-after", "").isdecimal():
            self.without_retry[answer.status] += 1
        return answer

    @contextlib.contextmanager
    def noting(self):
        try:
            yield
        except OSError as error:
            self.failures[str(error)] += 1

    async def ask_repeatedly(self, messages, pause):
        with contextlib.closing(Reopened(self.target.port)) as connection:
            for message in messages:
                if self.is_over.is_set():
                    break
                with self.noting():
                    self.note(await connection.ask(message))
                await self.pause(pause)

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
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(0.3):
                    while True:
                        await connection.answer(self.noted(connection))

    def noted(self, connection):
        """Reads an answer whose head counts even if its body is cut."""
        head = self.note((yield from connection.received.head()))
        yield from connection.received.body(head)

    async def edit(self, method, path, body=b"", fields=(), **options):
        now = asyncio.get_running_loop().time
        begun = now()
        try:
            async with asyncio.timeout(PATIENCE), await self.open(**options) as connection:
                await connection.send(request(
                    method, path, body, [f"Authorization: Bearer {self.target.token}", *fields]))
                status = self.note(await connection.answer()).status
        except (TimeoutError, OSError) as error:
            status = str(error) or f"no answer within {PATIENCE} s"
        self.edits.append((status, now() - begun))


def attack(clients, **members):
    """An attack whose clients do what a function says."""
    return lambda client: type(client.__name__, (Attack,), members | {"client": client, "clients": clients})


@attack(clients=2, must_be_answered=True)
async def rings(self, number):
    """Small requests for the layout with the largest answers."""
    await self.ask_repeatedly(itertools.repeat(layout("circular_carousel", 1000)), pause=0.01)


class Searches(Attack):
    """Searches without an index, abandoned before they are done; an editor writes behind them."""

    clients = 3
    must_be_answered = True

    @property
    def has_shown(self):
        return bool(self.statuses and self.edits)

    async def client(self, number):
        if number:
            return await self.ask_repeatedly((search() for _ in itertools.count()), pause=0.05)
        while not self.is_over.is_set():
            await asyncio.gather(*(self.abandon() for _ in range(30)))
            await self.edit(
                "PATCH", f"/v1/content/pickup_photos/{self.target.count}",
                json.dumps({"title": f"{WORDS[0]} {next(NUMBERS)}"}).encode(),
                ["Content-Type: application/merge-patch+json"], source=EDITOR)
            await self.pause(0.5)

    async def abandon(self):
        with self.noting():
            async with await self.open() as connection:
                await connection.send(search())
                await asyncio.sleep(0.05)


class Bodies(Attack):
    """Large bodies that stall shortly before their end."""

    clients = 80
    brief_clients = 40
    length = 8_000_000
    missing = 100_000

    @functools.cached_property
    def message(self):
        items = b'{"id":1234567},' * (self.length // 15)
        return request("POST", "/v1/layouts/shelf?width=390", b"[" + items[:self.length - self.missing], length=self.length)

    async def client(self, number):
        is_over = asyncio.create_task(self.is_over.wait())
        while not self.is_over.is_set():
            with self.noting():
                async with await self.open() as connection:
                    sending = asyncio.create_task(connection.send(self.message))
                    reading = asyncio.create_task(connection.answer())
                    await asyncio.wait([reading, is_over], return_when=asyncio.FIRST_COMPLETED)
                    if reading.done() and not reading.exception():
                        self.note(reading.result())
                    sending.cancel()
                    reading.cancel()
                    await asyncio.gather(sending, reading, return_exceptions=True)
            await self.pause(1)


@attack(clients=30)
async def unread(self, number):
    """Large answers that nobody reads."""
    await self.send_without_reading([
        lambda: request("GET", EXPORT), lambda: layout("circular_carousel", 1000),
        lambda: layout("justified_rows", 20_000)][number % 3]())


class Held(Attack):
    """Many connections from two addresses that send a few requests each, and read nothing."""

    clients = 700
    brief_clients = 100
    sources = ["127.0.0.4", "127.0.0.5"]
    held = 0  # bytes, the most that the server has counted

    @property
    def has_shown(self):
        return self.held > 0

    async def client(self, number):
        if number == 0:
            return await self.watch()
        path, count = [("/v1/feeds/large?width=390", 1), ("/v1/feeds/home", 80),
                       ("/v1/content/pickup_photos?limit=100", 80)][number % 3]
        # No two connections send the same bytes.
        message = request("GET", path, fields=[f"X-Number: {number}"])
        await self.send_without_reading(message * count, source=self.sources[number % 2])

    async def watch(self):
        while not self.is_over.is_set():
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(PATIENCE), await self.open() as connection:
                    await connection.send(request("GET", "/metrics"))
                    for line in (await connection.answer()).text.splitlines():
                        if line.startswith("tanada_client_memory_bytes "):
                            self.held = max(self.held, float(line.split()[1]))
            await self.pause(0.2)


@attack(clients=4, must_be_answered=True)
async def widths(self, number):
    """A large feed at widths that nobody has asked for before."""
    pick = random.Random(f"{self.target.seed}-{number}")
    paths = (f"/v1/feeds/large?width={pick.uniform(300, 500):.6f}" for _ in itertools.count())
    await self.ask_repeatedly((request("GET", path) for path in paths), pause=0.01)


@attack(clients=20)
async def pipelined(self, number):
    """Thousands of requests on each connection, whose answers nobody reads."""
    await self.send_without_reading(content(limit=100) * 5000)


@attack(clients=300, brief_clients=100)
async def slow_heads(self, number):
    """Connections with the first byte of a head."""
    await self.send_without_reading(b"G")


class Exports(Attack):
    """Exports that are read very slowly; an editor wants one as well."""

    clients = 21
    step = 1000  # bytes a second
    begun = 0

    @property
    def has_shown(self):
        return bool(self.edits)

    async def client(self, number):
        if number == 0:
            for _ in range(20):
                if self.begun < self.count - 1:
                    await self.pause(0.1)
            return await self.edit("GET", EXPORT)
        with self.noting(), contextlib.suppress(TimeoutError, ConnectionAbortedError, ConnectionResetError):
            async with await self.open(receive_buffer=SMALL) as connection:
                await connection.send(request("GET", EXPORT))
                head = self.note(await connection.head())
                self.begun += 1
                while not self.is_over.is_set():
                    await self.pause(1)
                    if head.status == 200:
                        await asyncio.wait_for(connection.receive(self.step), 5)


ALL = [rings, Searches, Bodies, unread, Held, widths, pipelined, slow_heads, Exports]
