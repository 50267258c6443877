"""HTTP/1.1 connections on raw sockets: the test says what is sent, and when something is read. Answers are read strictly."""

import asyncio
import re
import socket
import struct

from .connections import Answer
from .program import PATIENCE
from .waiting import Failure, eventually

HOST = "127.0.0.1"
PIECE = 1 << 18  # the most bytes that are received at once


def request(method, path, body=b"", fields=(), length=None):
    """The bytes of a request. `length` is the Content-Length if it is not that of `body`."""
    lines = [f"{method} {path} HTTP/1.1", "Host: tanada", *fields]
    if body or length is not None:
        lines += ["Content-Type: application/json"] * (method == "POST")
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Received(bytearray):
    """Bytes that have arrived and are not taken yet. What takes them is a generator, which yields while it needs more."""

    def take(self, count):
        while len(self) < count:
            yield
        data = bytes(self[:count])
        del self[:count]
        return data

    def line(self, end=b"\r\n"):
        while (place := self.find(end)) < 0:
            yield
        return (yield from self.take(place + len(end)))[:-len(end)]

    def head(self):
        """The next answer without its body; `headers` has lowercase names."""
        first, *lines = (yield from self.line(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, fields = re.fullmatch(r"HTTP/1\.[01] (\d{3}) [ -~]*", first), {}
        if status is None:
            raise Failure(f"no status line: {first!r}")
        for line in lines:
            field = re.fullmatch(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?(.*)", line)
            if field is None or field[1].lower() in fields:
                raise Failure(f"no field, or one that is there already: {line!r}")
            fields[field[1].lower()] = field[2]
        return Answer(int(status[1]), fields, b"")

    def answer(self, method="GET"):
        """The next answer, to a request with `method`, or the next interim one."""
        answer = yield from self.head()
        if method != "HEAD" and answer.status >= 200 and answer.status not in (204, 304):
            answer.bytes = yield from self.body(answer)
        return answer

    def body(self, head):
        if head.headers.get("transfer-encoding") != "chunked":
            return (yield from self.take(int(head.headers["content-length"])))
        pieces = []
        while size := int((yield from self.line()), 16):
            pieces.append((yield from self.take(size)))
            yield from self.take(2)
        yield from self.take(2)
        return b"".join(pieces)


def opened(source, receive_buffer=None):
    handle = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if receive_buffer:
        handle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    handle.bind((source, 0))
    return handle


class RawConnection:
    """A connection from the address `source`, which remembers what was sent and what came back."""

    def __init__(self, port, source=HOST, timeout=PATIENCE):
        self.handle = opened(source)
        self.handle.settimeout(timeout)
        self.handle.connect((HOST, port))
        self.ends = (HOST, port), self.handle.getsockname()
        self.received, self.sent, self.all_received = Received(), bytearray(), bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.handle.close()

    def send(self, data):
        self.sent += data
        try:
            self.handle.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has closed the connection, and may have answered before

    def send_apart(self, data):
        """Sends `data`, and returns when the server has read it: what follows is a segment of its own."""
        self.send(data)
        eventually(lambda: is_read(*self.ends), "the server reads what was sent")

    def half_close(self):
        self.handle.shutdown(socket.SHUT_WR)

    def receive(self):
        try:
            data = self.handle.recv(PIECE)
        except TimeoutError:
            raise Failure("nothing more arrives, and the connection stays open") from None
        except ConnectionResetError:
            raise Failure("the connection is reset") from None
        self.received += data
        self.all_received += data
        return bool(data)

    def answer(self, method="GET"):
        reading = self.received.answer(method)
        while True:
            try:
                next(reading)
            except StopIteration as end:
                return end.value
            if not self.receive():
                raise Failure(f"the connection ends where an answer is expected, after {self.received[-200:]!r}")

    def expect_end(self):
        while self.receive():
            pass
        self.expect_nothing()

    def expect_nothing(self):
        if self.received:
            raise Failure(f"more than the expected answers: {bytes(self.received[:500])!r}")


def is_read(server, client):
    """Whether the process of `server` has taken all that has arrived from `client` (sock_diag(7))."""
    addresses = struct.pack(
        "!HH16s16s", server[1], client[1], socket.inet_aton(server[0]), socket.inet_aton(client[0]))
    # About one TCP socket, in whatever state, on any interface, with any cookie.
    question = struct.pack("=BBBxI", socket.AF_INET, socket.IPPROTO_TCP, 0, 0xFFFFFFFF)
    question += addresses + struct.pack("=III", 0, 0xFFFFFFFF, 0xFFFFFFFF)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4) as diagnosis:
        diagnosis.send(struct.pack("=IHHII", 16 + len(question), 20, 1, 0, 0) + question)
        answer = diagnosis.recv(4096)
    if struct.unpack_from("=H", answer, 4)[0] != 20:
        return True  # there is no such socket: the server has closed it
    return struct.unpack_from("=I", answer, 16 + 4 + 48 + 4)[0] == 0


class AsyncRawConnection:
    """One of many at once. With a small `receive_buffer`, what is not received stays with the server."""

    @classmethod
    async def open(cls, port, source=HOST, receive_buffer=None):
        self = cls()
        self.handle, self.received, self.loop = opened(source, receive_buffer), Received(), asyncio.get_running_loop()
        try:
            self.handle.setblocking(False)
            await self.loop.sock_connect(self.handle, (HOST, port))
        except BaseException:
            self.close()
            raise
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.close()

    def close(self):
        self.handle.close()

    async def send(self, data):
        await self.loop.sock_sendall(self.handle, data)

    async def receive(self, count=PIECE):
        data = await self.loop.sock_recv(self.handle, count)
        if not data:
            raise ConnectionAbortedError("closed by the server")
        self.received += data

    async def answer(self, reading=None):
        """The next answer, or what another method of `Received` reads."""
        reading = reading or self.received.answer()
        while True:
            try:
                next(reading)
            except StopIteration as end:
                return end.value
            await self.receive()

    async def head(self):
        return await self.answer(self.received.head())


class Reopened:
    """A connection that is opened again, with these options, when it has ended."""

    def __init__(self, port, **options):
        self.port, self.options, self.connection = port, options, None

    async def ask(self, message):
        """The answer. After an `OSError`, the next message has a connection of its own."""
        answer = None
        try:
            self.connection = self.connection or await AsyncRawConnection.open(self.port, **self.options)
            await self.connection.send(message)
            answer = await self.connection.answer()
            return answer
        finally:
            if answer is None or answer.headers.get("connection") == "close":
                self.close()

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None
