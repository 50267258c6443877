"""A connection on a raw socket, and the answers that arrive on it."""

import re
import socket
import struct
import time

HOST = "127.0.0.1"
PROXY = "127.0.0.2"  # its X-Forwarded-For is believed
PATIENCE = 10  # seconds


class Failure(Exception):
    """Something is not as it should be."""


class Answer:
    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        parsed = re.fullmatch(r"(HTTP/1\.[01]) (\d{3}) ([ -~]*)", lines[0])
        if parsed is None:
            raise Failure(f"no status line: {lines[0]!r}")
        self.version, self.status = parsed[1], int(parsed[2])
        self.fields = {}
        for line in lines[1:]:
            field = re.fullmatch(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?(.*)", line)
            if field is None:
                raise Failure(f"no field: {line!r}")
            name = field[1].lower()
            if name in self.fields:
                raise Failure(f"{name} twice")
            self.fields[name] = field[2]
        self.body = body

    def __repr__(self):
        fields = ", ".join(f"{name}: {value}" for name, value in self.fields.items())
        body = self.body if len(self.body) <= 300 else self.body[:300] + b"..."
        return f"{self.status} [{fields}] {body!r}"


class Wire:
    """One connection, which remembers what was sent and what came back."""

    def __init__(self, port, source=HOST):
        self.handle = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.handle.settimeout(PATIENCE)
        self.handle.bind((source, 0))
        self.handle.connect((HOST, port))
        self.ends = (HOST, port), self.handle.getsockname()
        self.sent = bytearray()
        self.received = bytearray()  # not taken yet
        self.all_received = bytearray()

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
        wait_until(lambda: is_read(*self.ends), "the server reads what was sent")

    def half_close(self):
        self.handle.shutdown(socket.SHUT_WR)

    def receive(self):
        """Whether more arrived; false at the end."""
        try:
            data = self.handle.recv(1 << 18)
        except TimeoutError:
            raise Failure("nothing more arrives, and the connection stays open") from None
        except ConnectionResetError:
            raise Failure("the connection is reset") from None
        self.received += data
        self.all_received += data
        return bool(data)

    def take(self, count):
        while len(self.received) < count:
            if not self.receive():
                raise Failure(f"the connection ends {count - len(self.received)} bytes before an answer does")
        data = bytes(self.received[:count])
        del self.received[:count]
        return data

    def take_line(self, end=b"\r\n"):
        while (place := self.received.find(end)) < 0:
            if not self.receive():
                raise Failure("the connection ends where an answer is expected")
        return self.take(place + len(end))[: -len(end)]

    def answer(self, method):
        """The next answer, to a request with `method`, or the next interim one."""
        answer = Answer(self.take_line(b"\r\n\r\n"), b"")
        if method == "HEAD" or answer.status < 200 or answer.status in (204, 304):
            return answer
        if answer.fields.get("transfer-encoding") == "chunked":
            while size := int(self.take_line(), 16):
                answer.body += self.take(size)
                self.take(2)
            self.take(2)
        elif "content-length" in answer.fields:
            answer.body = self.take(int(answer.fields["content-length"]))
        else:
            while self.receive():
                pass
            answer.body = self.take(len(self.received))
        return answer

    def expect_end(self):
        while self.receive():
            pass
        if self.received:
            raise Failure(f"more than the expected answers: {bytes(self.received[:500])!r}")

    def expect_nothing(self):
        if self.received:
            raise Failure(f"more than the expected answers: {bytes(self.received[:500])!r}")


def wait_until(condition, name):
    """Asks for a state until it is there."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"in {PATIENCE} s it is not true that {name}")


def is_read(server, client):
    """Whether the process of `server` has taken all that has arrived from `client` (sock_diag(7))."""
    addresses = struct.pack(
        "!HH16s16s", server[1], client[1], socket.inet_aton(server[0]), socket.inet_aton(client[0]))
    # About one TCP socket, in whatever state, on any interface, with any cookie.
    question = struct.pack("=BBBxI", socket.AF_INET, socket.IPPROTO_TCP, 0, 0xFFFFFFFF)
    question += addresses + struct.pack("=III", 0, 0xFFFFFFFF, 0xFFFFFFFF)
    head = struct.pack("=IHHII", 16 + len(question), 20, 1, 0, 0)
    diagnosis.send(head + question)
    answer = diagnosis.recv(4096)
    if struct.unpack_from("=H", answer, 4)[0] != 20:
        return True  # there is no such socket: the server has closed it
    return struct.unpack_from("=I", answer, 16 + 4 + 48 + 4)[0] == 0


diagnosis = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4)


def check_diagnosis():
    """Checks that `is_read` tells the two states apart."""
    with socket.create_server((HOST, 0)) as listener, Wire(listener.getsockname()[1]) as wire:
        accepted, _ = listener.accept()
        with accepted:
            wire.send(b"a")
            if is_read(*wire.ends):
                raise Failure("bytes that nobody has read seem to be read")
            accepted.recv(1)
            if not is_read(*wire.ends):
                raise Failure("bytes that were read seem not to be read")
