"""One HTTP/1.1 connection on a raw socket, which reads only when it is told to."""

import asyncio
import socket
from dataclasses import dataclass

HOST = "127.0.0.1"
PIECE = 1 << 18  # the most bytes that are received at once


class Closed(ConnectionError):
    """The server has closed the connection."""


@dataclass
class Head:
    status: int
    fields: dict

    @property
    def lacks_retry(self):
        """Whether it asks to try again without saying when."""
        return self.status in (429, 503) and not self.fields.get("retry-after", "").isdecimal()

    @property
    def closes(self):
        return self.fields.get("connection", "").lower() == "close"


def request(method, path, body=b"", fields=(), length=None):
    """The bytes of a request. `length` is the Content-Length if it is not that of `body`."""
    lines = [f"{method} {path} HTTP/1.1", "Host: tanada", *fields]
    if body or length is not None:
        lines += ["Content-Type: application/json"] * (method == "POST")
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Connection:
    def __init__(self, handle):
        self.handle = handle
        self.received = bytearray()

    @classmethod
    async def open(cls, port, source=HOST, receive_buffer=None):
        """Connects from the address `source`.

        With a small `receive_buffer`, bytes that are not received stay with the server.
        """
        handle = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            handle.setblocking(False)
            handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if receive_buffer is not None:
                handle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            handle.bind((source, 0))
            await asyncio.get_running_loop().sock_connect(handle, (HOST, port))
        except BaseException:
            handle.close()
            raise
        return cls(handle)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.close()

    def close(self):
        self.handle.close()

    async def send(self, data):
        await asyncio.get_running_loop().sock_sendall(self.handle, data)

    async def receive(self, count=PIECE):
        """Receives some bytes, at most `count`."""
        data = await asyncio.get_running_loop().sock_recv(self.handle, count)
        if not data:
            raise Closed("closed by the server")
        self.received += data

    async def answer(self):
        """Reads an answer to its end: its head, and the beginning of its body."""
        head = await self.head()
        return head, await self.body(head)

    async def head(self):
        lines = (await self.until(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.split(":", 1) for line in lines[1:] if ":" in line)
        fields = {name.lower(): value.strip() for name, value in fields.items()}
        return Head(int(lines[0].split(" ", 2)[1]), fields)

    async def body(self, head):
        if head.fields.get("transfer-encoding", "").lower() != "chunked":
            return await self.take(int(head.fields.get("content-length", 0)))
        beginning = b""
        while size := int((await self.until(b"\r\n")).split(b";")[0], 16):
            data = await self.take(size)
            beginning = beginning or data
            await self.take(2)
        await self.until(b"\r\n")
        return beginning

    async def until(self, end):
        """The bytes before `end`. `end` is removed from the buffer as well."""
        while (place := self.received.find(end)) < 0:
            await self.receive()
        data = bytes(self.received[:place])
        del self.received[: place + len(end)]
        return data

    async def take_all(self, count):
        """Takes `count` bytes, and returns them."""
        while len(self.received) < count:
            await self.receive()
        data = bytes(self.received[:count])
        del self.received[:count]
        return data

    async def take(self, count):
        """Takes `count` bytes; returns the first 500 of them."""
        while not self.received and count:
            await self.receive()
        beginning = bytes(self.received[: min(count, 500)])
        while count > len(self.received):
            count -= len(self.received)
            self.received.clear()
            await self.receive()
        del self.received[:count]
        return beginning
