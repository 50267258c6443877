"""The hostile requests, each with the answer that it should get.

A case sends messages to a subject in one write, on a connection of its own: those of a table, or those of a
function that also decides how they are sent. `marked` says how the former version answered that is not right.
"""

import itertools

from subjects import Message, logged
from wire import PROXY

OPEN, CLOSED = "goes on", "ends"
SMUGGLED = b"GET /v1/smuggled HTTP/1.1\r\nHost: tanada\r\n\r\n"
CASES = []
COUNTED = "what follows the last request was counted as malformed"


def anyone(_):
    return True


def is_read(subject):
    return not subject.is_write


def is_write(subject):
    return subject.is_write


class Case:
    def __init__(self, name, build, end=OPEN, suits=anyone, marked=None, half_close=False, source=None):
        self.name, self.build, self.end = name, build, end
        self.suits, self.marked, self.half_close, self.source = suits, marked, half_close, source
        assert all(name != other.name for other in CASES), name
        CASES.append(self)

    @property
    def note(self):
        return f" (marked: {self.marked})" if self.marked else ""

    def __str__(self):
        suits = {is_read: " (reads)", is_write: " (writes)"}.get(self.suits, "")
        return f"{self.name}{suits}: the connection {self.end}{self.note}"

    def play(self, run, subject):
        messages = self.build(subject)
        with run.connect(*([self.source] if self.source else [])) as wire:
            wire.send(b"".join(message.data for message in messages))
            if self.half_close:
                wire.half_close()
            for message in messages:
                if message.outcome != "none":
                    run.take(message)
            run.end(self.end)


class Played(Case):
    """A case that is a function of the run and the subject."""

    def play(self, run, subject):
        self.build(run, subject)


def played(name, end=OPEN, **options):
    return lambda function: Played(name, function, end, **options)


def raw(data):
    """Bytes that follow a message, and get no answer of their own."""
    return Message(data).unanswered()


def refused_bytes(data):
    """Bytes that are no request."""
    return Message(data).malformed()


def content(s):
    """Content for any subject: a read has no use for it, and must not take it for a request."""
    return s.content or SMUGGLED


# MARK: Request lines

for name, line in {
    "no version (HTTP/0.9)": "{m} {t}",
    "HTTP/2.0 in the request line": "{m} {t} HTTP/2.0",
    "HTTP/3.1 in the request line": "{m} {t} HTTP/3.1",
    "HTTP/1.10": "{m} {t} HTTP/1.10",
    "HTTP/1": "{m} {t} HTTP/1",
    "HTTP/1,1": "{m} {t} HTTP/1,1",
    "http/1.1": "{m} {t} http/1.1",
    "a space behind the version": "{m} {t} HTTP/1.1 ",
    "a tab before the target": "{m}\t{t} HTTP/1.1",
    "a space in the target": "{m} {t} x HTTP/1.1",
    "a tab in the target": "{m} {t}\tx HTTP/1.1",
    "a NUL in the target": "{m} {t}\0x HTTP/1.1",
    "a DEL in the target": "{m} {t}\x7fx HTTP/1.1",
    "a space before the method": " {m} {t} HTTP/1.1",
    "a lower-case method": "{l} {t} HTTP/1.1",
    "an unknown method": "BREW {t} HTTP/1.1",
    "a method that is not a token": "G@T {t} HTTP/1.1",
    "no target": "{m} HTTP/1.1",
    "a target without a slash": "{m} v1 HTTP/1.1",
    "a host for a target": "{m} tanada:80 HTTP/1.1",
    "a method of HTTP/2": "PRI * HTTP/2.0",
}.items():
    Case(name, lambda s, line=line: [
        s.message(line=line.format(m=s.method, l=s.method.lower(), t=s.next_target())).malformed()], CLOSED)
# The decoder takes a GET or POST of it for HTTP/1.0, and does not tell the name of the protocol.
Case("another protocol", lambda s: [
    s.message(line=f"{s.method} {s.next_target()} RTSP/1.0").malformed()], CLOSED, suits=lambda s: s.name == "write")
# RFC 9112, section 3, permits both.
for name, line in {
    "two spaces before the target": "{m}  {t} HTTP/1.1", "two spaces before the version": "{m} {t}  HTTP/1.1",
}.items():
    Case(name, lambda s, line=line: [spaced(s, line), s.message()])


def spaced(s, line):
    target = s.next_target()
    return s.message(target=target, line=line.format(m=s.method, t=target))


Case("an asterisk for a target", lambda s: [
    s.message(target="*").refused(404, "not_found", route="none"), s.message()])

for count in 1, 2, 3:
    Case(f"{count} empty lines before the request", lambda s, count=count: [
        raw(b"\r\n" * count), s.message(), s.message()])
Case("an empty line between requests", lambda s: [s.message(), raw(b"\r\n"), s.message()])
Case("the preface of HTTP/2 behind a request", lambda s: [
    s.message(), refused_bytes(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")], CLOSED)
Case("the hello of TLS", lambda s: [
    refused_bytes(b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + bytes(32))], CLOSED)
Case("the hello of TLS behind a request", lambda s: [
    s.message(), refused_bytes(b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + bytes(32))], CLOSED)
Case("garbage behind a request", lambda s: [s.message(), refused_bytes(b"\xff\xfe{}\r\n\r\n")], CLOSED)

for host in "tanada", "tanada:8080", "other.example":
    Case(f"the absolute form, with {host}", lambda s, host=host: [
        absolute(s, f"http://{host}")])


def absolute(s, origin):
    target = s.next_target()
    return s.message(target=target, line=f"{s.method} {origin}{target} HTTP/1.1")


for name, version, fields, end in [
    ("HTTP/1.0", "HTTP/1.0", [], CLOSED),
    ("HTTP/1.0 with keep-alive", "HTTP/1.0", ["Connection: keep-alive"], OPEN),
    ("HTTP/1.0 with Keep-Alive", "HTTP/1.0", ["Connection: Keep-Alive"], OPEN),
    ("HTTP/1.0 with close", "HTTP/1.0", ["Connection: close"], CLOSED),
]:
    Case(name, lambda s, version=version, fields=fields: [s.message(fields, version=version)], end)
# RFC 9110, section 2.5, would have it taken for HTTP/1.1; there is no such version.
Case("HTTP/1.2", lambda s: [s.message(version="HTTP/1.2").malformed()], CLOSED)
Case("HTTP/1.0 without a host", lambda s: [s.message(version="HTTP/1.0", hosts=[])], CLOSED)
Case("a request behind one of HTTP/1.0", lambda s: [
    s.message(version="HTTP/1.0"), s.message().unanswered()], CLOSED, marked=COUNTED)
Case("HTTP/1.0 behind HTTP/1.1", lambda s: [s.message(), s.message(version="HTTP/1.0")], CLOSED)
Case("a request behind one of HTTP/1.0 that is kept", lambda s: [
    s.message(["Connection: keep-alive"], version="HTTP/1.0"), s.message()])

# MARK: Fields

for name, fields in {
    "a bare carriage return in a value": ["X-A: a\rb"],
    "a NUL in a value": ["X-A: a\0b"],
    "a control character in a value": ["X-A: a\x01b"],
    "a DEL in a value": ["X-A: a\x7fb"],
    "a value that continues on the next line, with a space": ["X-A: a", " b"],
    "a value that continues on the next line, with a tab": ["X-A: a", "\tb"],
    "a space before the colon": ["X-A : a"],
    "a tab before the colon": ["X-A\t: a"],
    "a space in a name": ["X A: a"],
    "a field without a name": [": a"],
    "a field without a colon": ["X-A"],
    "a name with a parenthesis": ["X(A): a"],
    "a name with a letter beyond ASCII": ["X-\xc9: a"],
    "a line feed alone behind a field": ["X-A: a\nX-B: b"],
    "a carriage return alone behind a field": ["X-A: a\rX-B: b"],
    "two carriage returns behind a field": ["X-A: a\r"],
}.items():
    Case(name, lambda s, fields=fields: [s.message(fields).malformed()], CLOSED)
Case("a space before the first field", lambda s: [
    s.message(hosts=[" X-A: a", "Host: tanada"]).malformed()], CLOSED)
Case("line feeds alone", lambda s: [s.message(end="\n").malformed()], CLOSED)
Case("carriage returns alone", lambda s: [
    s.message(end="\r").malformed()], CLOSED)
for name, fields in {
    "a value beyond ASCII": ["X-A: caf\xe9"],
    "an empty value": ["X-A:"],
    "spaces and tabs around a value": ["X-A: \t a \t "],
    "a name of all the signs of a token": ["!#$%&'*+-.^_`|~9: a"],
    "a field twice": ["X-A: a", "X-A: b"],
    "200 fields": [f"X-{number}: a" for number in range(200)],
    "a field of 30,000 bytes": ["X-A: " + "a" * 30_000],
}.items():
    Case(name, lambda s, fields=fields: [s.message(fields), s.message()])
for name, fields in {
    "300 fields": [f"X-{number}: a" for number in range(300)],
    "a head of 40,000 bytes in one field": ["X-A: " + "a" * 40_000],
    "a head of 40,000 bytes in 80 fields": [f"X-{number}: " + "a" * 490 for number in range(80)],
}.items():
    Case(name, lambda s, fields=fields: [
        s.message(fields).malformed(431, "header_too_large", "header_too_large")], CLOSED)
Case("a name of 40,000 bytes", lambda s: [
    s.message(["X" * 40_000 + ": a"]).malformed(431, "header_too_large", "header_too_large")], CLOSED)
Case("a target of 40,000 bytes", lambda s: [
    s.message(target=s.next_target() + "a" * 40_000).malformed(431, "header_too_large", "header_too_large")],
    CLOSED)
Case("a path of 20,000 bytes", lambda s: [long_path(s)])


def long_path(s):
    path = "/v1/" + "a" * 20_000
    return s.message(target=path).refused(404, "not_found", route="none", path=path[:1024] + "…")


for name, hosts in {
    "no host": [],
    "two hosts that are the same": ["Host: tanada", "Host: tanada"],
    "two hosts": ["Host: tanada", "Host: other"],
    "a host with a space": ["Host: tan ada"],
    "a host with a path": ["Host: tanada/x"],
    "a list of hosts": ["Host: tanada, other"],
    "a host with a user": ["Host: me@tanada"],
    "a host beyond ASCII": ["Host: tan\xe4da"],
}.items():
    Case(name, lambda s, hosts=hosts: [s.message(hosts=hosts).malformed()], CLOSED)
for host in "", "TANADA.example:8080", "[::1]:80", "%41":
    Case(f"the host {host!r}", lambda s, host=host: [s.message(hosts=[f"Host: {host}"])])

# MARK: Lengths

for name, framing in {
    "two lengths that are the same": ["Content-Length: {n}", "Content-Length: {n}"],
    "two lengths": ["Content-Length: {n}", "Content-Length: {m}"],
    "a list of the same length": ["Content-Length: {n}, {n}"],
    "a list of lengths": ["Content-Length: {n}, {m}"],
    "a negative length": ["Content-Length: -{n}"],
    "a length with a plus": ["Content-Length: +{n}"],
    "a hexadecimal length": ["Content-Length: 0x{n}"],
    "a length with a point": ["Content-Length: {n}.0"],
    "a length with an exponent": ["Content-Length: {n}e0"],
    "a length with a letter": ["Content-Length: {n}a"],
    "a length with a space": ["Content-Length: {n} 0"],
    "an empty length": ["Content-Length:"],
    "a length beyond 64 bits": ["Content-Length: 99999999999999999999"],
    "both lengths": ["Content-Length: {n}", "Transfer-Encoding: chunked"],
    "both lengths, chunked first": ["Transfer-Encoding: chunked", "Content-Length: {n}"],
    "chunked twice": ["Transfer-Encoding: chunked, chunked"],
    "chunked twice, in two fields": ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
    "a coding behind chunked": ["Transfer-Encoding: chunked, identity"],
    "a coding behind chunked, in two fields": ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    "chunked behind a vertical tab": ["Transfer-Encoding: \x0bchunked"],
}.items():
    Case(name, lambda s, framing=framing: [framed(s, framing).malformed()], CLOSED)
# RFC 9112, section 6.3: nobody knows where such content ends.
for name, framing in {
    "an unknown transfer coding": ["Transfer-Encoding: xchunked"],
    "an unknown transfer coding before chunked": ["Transfer-Encoding: x, chunked"],
    "gzip for a transfer coding": ["Transfer-Encoding: gzip"],
    "identity for a transfer coding": ["Transfer-Encoding: identity"],
    "an empty transfer coding": ["Transfer-Encoding:"],
    "chunked with a parameter": ["Transfer-Encoding: chunked;a=b"],
}.items():
    Case(name, lambda s, framing=framing: [framed(s, framing).malformed()], CLOSED,
         marked="a read was answered with 200, a write read on or took the coding for chunked")


def framed(s, framing):
    n = len(content(s))
    fields = [field.format(n=n, m=n + 1) for field in framing]
    is_chunked = any(field.startswith("Transfer-Encoding") for field in fields)
    return s.message(framing=fields, content=chunked(content(s)) if is_chunked else content(s))


def chunked(data, *, size=None, head="{:x}\r\n", tail=b"\r\n", last=b"0\r\n\r\n"):
    """`data` in chunks of `size`."""
    size = size or len(data)
    pieces = [data[start:start + size] for start in range(0, len(data), size)]
    return b"".join(head.format(len(piece)).encode() + piece + tail for piece in pieces) + last


# RFC 9112, section 6.1: it is processed, and the connection ends.
for fields in [], ["Connection: keep-alive"]:
    Case(f"chunked in HTTP/1.0{' with keep-alive' if fields else ''}", lambda s, fields=fields: [
        s.message(
            fields, framing=["Transfer-Encoding: chunked"], content=chunked(content(s)), version="HTTP/1.0")],
        CLOSED, marked="the connection was kept" if fields else None)

CHUNKED = ["Transfer-Encoding: chunked"]
for name, options in {
    "content in one chunk": {},
    "content in chunks of 7 bytes": {"size": 7},
    "a size in capitals": {"head": "{:X}\r\n"},
    "a size with zeros before it": {"head": "000{:x}\r\n"},
    "a chunk with an extension": {"head": "{:x};a=b\r\n"},
    "a chunk with an extension in quotes": {"head": '{:x};a="b;c"\r\n'},
    "trailers": {"last": b"0\r\nX-A: a\r\nX-B: b\r\n\r\n"},
    "a last chunk of many zeros": {"last": b"0000\r\n\r\n"},
}.items():
    Case(name, lambda s, options=options: [
        s.message(framing=CHUNKED, content=chunked(content(s), **options)), s.message()])
Case("Chunked with a capital", lambda s: [
    s.message(framing=["Transfer-Encoding: Chunked"], content=chunked(content(s))), s.message()])
for name, options in {
    "a size that is no number": {"head": "zz\r\n"},
    "a negative size": {"head": "-{:x}\r\n"},
    "a size with a plus": {"head": "+{:x}\r\n"},
    "a size with 0x": {"head": "0x{:x}\r\n"},
    "a space before the size": {"head": " {:x}\r\n"},
    "a size beyond 64 bits": {"head": "fffffffffffffffff\r\n"},
    "no size": {"head": "\r\n"},
    "a line feed alone behind the size": {"head": "{:x}\n"},
    "a carriage return alone behind the size": {"head": "{:x}\r"},
    "no line end behind a chunk": {"tail": b""},
    "a line feed alone behind a chunk": {"tail": b"\n"},
    "more content than the size": {"tail": b"abc\r\n"},
    "a line feed alone behind the last chunk": {"last": b"0\n\n"},
    "a trailer that is no field": {"last": b"0\r\nX A\r\n\r\n"},
    "a trailer that would be another length": {"last": b"0\r\nContent-Length: 5\r\n\r\n"},
}.items():
    Case(f"chunked: {name}", lambda s, options=options: [
        bad_chunk(s, chunked(content(s), **options))], CLOSED,
        marked="a read was answered twice: with 200, and with 400")


def bad_chunk(s, data):
    """A write is refused. A read may be answered before its content has arrived, but only once."""
    message = s.message(framing=CHUNKED, content=data)
    return message.refused(400, "malformed_request") if s.is_write else message.answered_or_refused()


# MARK: Content of reads

for name, framing, data in [
    ("content of a read", ["Content-Length: {n}"], SMUGGLED),
    ("chunked content of a read", CHUNKED, chunked(SMUGGLED)),
    ("content of 100 kB of a read", ["Content-Length: {n}"], SMUGGLED * 2_400),
]:
    Case(name, lambda s, framing=framing, data=data: [
        s.message(framing=[field.format(n=len(data)) for field in framing], content=data), s.message()],
        suits=is_read)
Case("a length of nothing", lambda s: [s.message(["Content-Length: 0"]), s.message()], suits=is_read)
Case("less content than its length", lambda s: [
    s.message(framing=[f"Content-Length: {len(content(s)) + 1}"], content=content(s)).refused(
        400, "malformed_request")], CLOSED, suits=is_write, half_close=True)
Case("no end of chunked content", lambda s: [
    s.message(framing=CHUNKED, content=chunked(content(s), last=b"")).refused(400, "malformed_request")],
    CLOSED, suits=is_write, half_close=True)

# MARK: Pipelining

Case("one request", lambda s: [s.message()])
for count in 2, 50:
    Case(f"{count} requests at once", lambda s, count=count: [s.message() for _ in range(count)])
Case("no request at all", lambda s: [], CLOSED, half_close=True)
Case("a malformed request behind two", lambda s: [
    s.message(), s.message(), refused_bytes(b"NONSENSE\r\n\r\n"), s.message().unanswered()], CLOSED)
Case("a head that is too large behind two requests", lambda s: [
    s.message(), s.message(),
    s.message(["X-A: " + "a" * 40_000]).malformed(431, "header_too_large", "header_too_large"),
    s.message().unanswered()], CLOSED)
Case("both lengths behind a request", lambda s: [
    s.message(), framed(s, ["Content-Length: {n}", "Transfer-Encoding: chunked"]).malformed()], CLOSED)


@played("all subjects at once")
def all_subjects_at_once(run, s):
    for other in run.subjects:
        if other is not s and not (other.name == "cold item"):
            other.prepare(run)
    others = [other for other in run.subjects if other.name != "cold item" or other is s]
    # Each of them comes before and behind the subject.
    messages = list(itertools.chain.from_iterable((other.message(), s.message()) for other in others))
    with run.connect() as wire:
        wire.send(b"".join(message.data for message in messages))
        for message in messages:
            run.take(message)
        run.end(OPEN)


@played("half a request, and the client leaves", CLOSED)
def half_a_request(run, s):
    with run.connect() as wire:
        wire.send(s.message().data[:30])
        wire.half_close()
        message = refused_bytes(b"")
        message.reason = "incomplete"
        run.take(message)
        run.end(CLOSED)


@played("half a request behind one, and the client leaves", CLOSED)
def half_a_request_behind_one(run, s):
    with run.connect() as wire:
        first = s.message()
        wire.send(first.data + s.message().data[:30])
        wire.half_close()
        if run.take(first.unless_left()).status == 499:
            # It is counted, although nothing follows an answer that ends the connection.
            run.server.ledger.count(("incomplete",))
            return run.end(CLOSED)
        message = refused_bytes(b"")
        message.reason = "incomplete"
        run.take(message)
        run.end(CLOSED)


def leaving(count):
    @played(f"the client ends its side behind {count} request{'s' * (count > 1)}", CLOSED,
            marked="answers followed one with Connection: close" if count > 1 else None)
    def client_ends_its_side(run, s):
        messages = [s.message().unless_left() for _ in range(count)]
        with run.connect() as wire:
            wire.send(b"".join(message.data for message in messages))
            wire.half_close()
            for message in messages:
                if run.take(message).status == 499:
                    break  # it has Connection: close
            run.end(CLOSED)


for count in 1, 2, 50:
    leaving(count)


# MARK: Segments


@played("split at each byte of the head")
def split_at_each_byte(run, s):
    with run.connect() as wire:
        for place in range(1, s.message().data.index(b"\r\n\r\n") + 4):
            message = s.message()
            wire.send_apart(message.data[:place])
            wire.send(message.data[place:])
            run.take(message)
        run.end(OPEN)


@played("split at each byte, each on a connection of its own")
def split_on_connections(run, s):
    # Where the lines end, a decoder that has seen nothing yet stands at different places.
    data = s.message().data
    ends = [place for place in range(3, data.index(b"\r\n\r\n") + 4) if b"\r" in data[place - 2:place + 1]]
    for place in [1, 2, *ends]:
        with run.connect() as wire:
            message = s.message()
            wire.send_apart(message.data[:place])
            wire.send(message.data[place:])
            run.take(message)
            run.end(OPEN)


@played("byte by byte")
def byte_by_byte(run, s):
    with run.connect() as wire:
        message = s.message()
        head = message.data.index(b"\r\n\r\n") + 4
        for place in range(head):
            wire.send_apart(message.data[place:place + 1])
        for place in range(head, len(message.data), max(1, len(message.data) // 50)):
            wire.send_apart(message.data[place:place + max(1, len(message.data) // 50)])
        run.take(message)
        run.end(OPEN)


@played("split around the end of the first of three requests")
def split_between_requests(run, s):
    with run.connect() as wire:
        for offset in range(-6, 7):
            messages = [s.message() for _ in range(3)]
            data = b"".join(message.data for message in messages)
            place = len(messages[0].data) + offset
            wire.send_apart(data[:place])
            wire.send(data[place:])
            for message in messages:
                run.take(message)
        run.end(OPEN)


@played("chunked content, byte by byte")
def chunks_byte_by_byte(run, s):
    with run.connect() as wire:
        data = content(s) if len(content(s)) < 100 else None
        message = s.message(framing=CHUNKED, content=chunked(content(s), size=None if data else 4_000))
        head = message.data.index(b"\r\n\r\n") + 4
        wire.send_apart(message.data[:head])
        step = 1 if data else max(1, len(message.data) // 100)
        for place in range(head, len(message.data), step):
            wire.send_apart(message.data[place:place + step])
        run.take(message)
        following = s.message()
        wire.send(following.data)
        run.take(following)
        run.end(OPEN)


# MARK: Connections

for value, end in {
    "close": CLOSED, "Close": CLOSED, "CLOSE": CLOSED, "close, keep-alive": CLOSED,
    "keep-alive, close": CLOSED, "x, close": CLOSED, "x,close": CLOSED, ",close,": CLOSED,
    "keep-alive": OPEN, "Keep-Alive": OPEN,
    "KEEP-ALIVE": OPEN, "keep-alive, x": OPEN, "x": OPEN, "": OPEN, "closed": OPEN, "not-close": OPEN,
    "keep-alive, keep-alive": OPEN,
}.items():
    Case(f"Connection: {value}", lambda s, value=value, end=end: [
        s.message([f"Connection: {value}"]).with_answer(
            fields={"connection": "close"} if end == CLOSED else {}),
        s.message() if end == OPEN else s.message().unanswered()], end,
        marked=f"no Connection: close in the answer, and {COUNTED}" if end == CLOSED else None)
Case("Connection: keep-alive and another one: close", lambda s: [
    s.message(["Connection: keep-alive", "Connection: close"]), s.message().unanswered()], CLOSED,
    marked="the request behind it was answered with 400")
Case("garbage behind Connection: close", lambda s: [
    s.message(["Connection: close"]), raw(b"NONSENSE\r\n\r\n")], CLOSED, marked=COUNTED)
# The protocol stays, and the connection ends with the answer: the decoder reads nothing behind such a request.
for protocol in "websocket", "h2c", "TLS/1.0", "nonsense":
    Case(f"Upgrade: {protocol}", lambda s, protocol=protocol: [
        s.message([
            "Connection: Upgrade, HTTP2-Settings", f"Upgrade: {protocol}", 
            "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]),
        s.message().unanswered()], CLOSED, marked="it stayed open without an answer to the next request")
Case("Upgrade without Connection", lambda s: [s.message(["Upgrade: h2c"]), s.message()])

# MARK: Expectations


@played("Expect: 100-continue, and then the content", suits=is_write)
def expectation(run, s):
    with run.connect() as wire:
        for name in "Expect: 100-continue", "Expect: 100-Continue":
            message = s.message([name]).with_answer(interim=1)
            head = message.data.index(b"\r\n\r\n") + 4
            wire.send(message.data[:head])
            wire.receive()  # the server answers before it has the content
            wire.send(message.data[head:])
            run.take(message)
        run.end(OPEN)


@played("Expect: 100-continue, and then chunks", suits=is_write)
def expectation_of_chunks(run, s):
    with run.connect() as wire:
        message = s.message(["Expect: 100-continue"], framing=CHUNKED, content=chunked(content(s)))
        head = message.data.index(b"\r\n\r\n") + 4
        wire.send(message.data[:head])
        wire.receive()
        wire.send(message.data[head:])
        run.take(message.with_answer(interim=1))
        run.end(OPEN)


# No content is to come, and so no interim answer is needed (RFC 9110, section 10.1.1).
Case("Expect: 100-continue without content", lambda s: [
    s.message(["Expect: 100-continue"]), s.message()], suits=is_read, marked="there was an interim answer")
Case("Expect: 100-continue in HTTP/1.0", lambda s: [
    s.message(["Expect: 100-continue"], version="HTTP/1.0")], CLOSED)
Case("an unknown expectation", lambda s: [s.message(["Expect: a miracle"]), s.message()])

# MARK: Methods


@played("HEAD")
def head_like_get(run, s):
    get = s.message(method="GET", target=s.next_target())
    with run.connect() as wire:
        wire.send(get.data)
        whole = run.take(get, is_own=not s.is_write)
        head = s.message(method="HEAD", target=get.target)
        last = s.message(method="HEAD", target=get.target)
        wire.send(head.data + last.data)
        head.status = last.status = whole.status
        answers = [run.take(head), run.take(last)]
        for answer in answers:
            for name in (whole.fields.keys() | answer.fields.keys()) - {"date", "x-request-id", "ratelimit"}:
                is_equal = answer.fields.get(name) == whole.fields.get(name)
                run.require(is_equal, f"HEAD has another {name}: {answer}")
        run.end(OPEN)


Case("HEAD between requests", lambda s: [
    s.message(), s.message(method="HEAD", target=s.next_target()), s.message()], suits=is_read)
Case("HEAD in HTTP/1.0", lambda s: [
    s.message(method="HEAD", version="HTTP/1.0")], CLOSED, suits=is_read)
Case("OPTIONS", lambda s: [
    s.message(method="OPTIONS", own=False).with_answer(status=204), s.message()])
Case("OPTIONS *", lambda s: [options_of_all(s), s.message()])


def options_of_all(s):
    message = s.message(method="OPTIONS", target="*", own=False).with_answer(status=204)
    message.route = "none"
    return message


for method in "TRACE", "PROPFIND", "PURGE":
    Case(method, lambda s, method=method: [
        s.message(method=method).refused(405, "method_not_allowed"), s.message()])
Case("CONNECT", lambda s: [
    connect(s), s.message().unanswered()], CLOSED, marked="it stayed open without an answer to the next request")


def connect(s):
    message = s.message(method="CONNECT", target="tanada:80").refused(404, "not_found", route="none")
    # The log has the part that is taken for a path.
    message.path = "80"
    return message


Case("POST without content", lambda s: [
    s.message(method="POST", framing=["Content-Length: 0"]).refused(405, "method_not_allowed"), s.message()],
    suits=lambda s: not s.is_write and s.name != "list")

# MARK: Conditions and ranges

for name, fields in {
    "a range": ["Range: bytes=0-9"],
    "a range that is not there": ["Range: bytes=999999999-"],
    "1,000 ranges": ["Range: bytes=" + ",".join(f"{number}-{number}" for number in range(1_000))],
    "a range of something else": ["Range: lines=0-9"],
    "a range of another state": ["Range: bytes=0-9", 'If-Range: "x"'],
    "a condition of time": ["If-Modified-Since: Wed, 25 Nov 2099 00:00:00 GMT"],
    "a condition that is no tag": ["If-None-Match: x"],
    "another tag": ['If-None-Match: "x"'],
}.items():
    Case(name, lambda s, fields=fields: [s.message(fields), s.message()])


def tags(s, *forms, field="If-None-Match"):
    return [f"{field}: {form.replace('TAG', s.tag)}" for form in forms]


for name, forms in {
    "its tag": ["TAG"],
    "its tag, weak": ["W/TAG"],
    "its tag in a list": ['"x", W/"y", TAG , "z"'],
    "its tag in a list without spaces": ['"x",TAG,"z"'],
    "its tag in the second of two fields": ['"x"', "TAG"],
    "a list with empty elements and its tag": [', ,TAG,,'],
    "any tag": ["*"],
}.items():
    Case(f"If-None-Match: {name}", lambda s, forms=forms: [
        s.message(tags(s, *forms)).with_answer(status=304), s.message()],
        suits=lambda s: not s.is_write and s.name != "cold screen")
Case("If-None-Match: any tag, cold", lambda s: [
    s.message(["If-None-Match: *"]).with_answer(status=304), s.message()],
    suits=lambda s: s.name == "cold screen")
Case("If-None-Match with HEAD", lambda s: [
    s.message(tags(s, "TAG"), method="HEAD").with_answer(status=304), s.message()],
    suits=lambda s: not s.is_write and s.name != "cold screen")
Case("If-Match with another tag", lambda s: [
    s.message(['If-Match: "x"']).refused(412, "precondition_failed"), s.message()],
    suits=lambda s: s.name == "write")

# MARK: Codings

for value in [
    "", "*", "identity;q=0", "*;q=0", "gzip;q=2", "br;q=x", "deflate", ",,,", "GZIP", "gzip;q=0.5;x=y",
    "x" * 5_000,
]:
    name = value if len(value) < 50 else "5,000 letters"
    Case(f"Accept-Encoding: {name}", lambda s, value=value: [
        s.message([f"Accept-Encoding: {value}"]), s.message()])
Case("1,000 codings", lambda s: [
    s.message(["Accept-Encoding: " + ", ".join(["gzip;q=0.1", "x", "br;q=0"] * 333)]), s.message()])
Case("two fields of codings", lambda s: [
    s.message(["Accept-Encoding: x", "Accept-Encoding: gzip"]), s.message()])


for value in "application/json", "text/html", "*/*;q=0", "nonsense":
    Case(f"Accept: {value}", lambda s, value=value: [s.message([f"Accept: {value}"]), s.message()])
Case("compressed content", lambda s: [
    s.message(["Content-Encoding: gzip"]).refused(415, "unsupported_content_encoding"), s.message()],
    suits=is_write)

# MARK: Paths and queries


def spelt(s, spell):
    """The subject's target with its path in another spelling."""
    path, mark, query = s.next_target().partition("?")
    return s.message(target=spell(path) + mark + query)


def spelt_alike(s, spell):
    """The subject's target with its path in another spelling, which is not seen after it was read."""
    target = s.next_target()
    message = s.message(target=target.replace(path := target.partition("?")[0], spell(path), 1))
    message.path = logged(target)
    return message


Case("a path with an encoded letter", lambda s: [
    spelt_alike(s, lambda path: path.replace("v", "%76", 1)), s.message()])
Case("a path with all of its letters encoded", lambda s: [
    spelt_alike(s, lambda path: "".join(c if c == "/" else f"%{ord(c):02x}" for c in path)), s.message()])

for name, old, new in [
    ("an encoded slash", "/v1/", "/v1%2F"),
    ("a dot segment", "/v1/", "/v1/./"),
    ("a segment of two dots", "/v1/", "/v1/x/../"),
    ("an encoded dot segment", "/v1/", "/v1/%2e/"),
    ("a path in capitals", "/v1/", "/V1/"),
    ("a parameter of a segment", "/v1/", "/v1;a=b/"),
    ("an encoded NUL", "/v1/", "/v1%00/"),
    ("a backslash", "/v1/", "/v1\\"),
]:
    Case(name, lambda s, old=old, new=new: [not_found(s, old, new), s.message()])


def not_found(s, old, new):
    message = spelt(s, lambda path: path.replace(old, new, 1)).refused(404, "not_found", route="none")
    message.path = logged(message.target.replace("%2e", "."))
    return message


Case("two slashes", lambda s: [spelt(s, lambda path: "/" + path), s.message()])
Case("two slashes within", lambda s: [spelt(s, lambda path: path.replace("v1/", "v1//")), s.message()])
Case("a slash behind the path", lambda s: [spelt(s, lambda path: path + "/"), s.message()])


for name, new in {
    "an encoding that is no number": "/v1/%zz", "an encoding that is cut": "/v1/%4",
    "bytes that are no text": "/v1/%ff",
}.items():
    Case(name, lambda s, new=new: [
        s.message(target=new).refused(400, "malformed_path", route="none"), s.message()])
Case("a letter beyond ASCII in the path", lambda s: [
    s.message(target="/v1/\xc3\xa9").malformed()], CLOSED)
Case("a fragment", lambda s: [s.message(target=s.next_target() + "#x").malformed()], CLOSED,
     marked="it was ignored behind a query, and belonged to the path otherwise")


def with_query(s, query):
    target = s.next_target()
    return s.message(target=target + ("&" if "?" in target else "?") + query)


for name, query, code in [
    ("an unknown parameter", "hostile=1", None),
    ("a parameter without a name", "=1", None),
    ("a token in the query", "access_token=tanada_x", "token_in_query"),
    ("a token in the query beside others", "x=1&access_token=tanada_x", "token_in_query"),
]:
    Case(name, lambda s, query=query, code=code: [
        with_query(s, query).refused(400, code, **({"token": None} if code == "token_in_query" else {})),
        s.message()])
Case("a repeated parameter", lambda s: [
    repeated(s), s.message()], suits=lambda s: "?" in s.target)


def repeated(s):
    target = s.next_target()
    return s.message(target=f"{target}&{target.split('?')[1]}").refused(400, "repeated_parameter")


for name, query in {"empty parameters": "&&", "a parameter of nothing": "=", "nothing": ""}.items():
    Case(f"a query with {name}", lambda s, query=query: [with_query(s, query), s.message()])

# MARK: Tokens and request ids

for name, fields in {
    "a token that is none": ["Authorization: Bearer tanada_nonsense"],
    "no token behind Bearer": ["Authorization: Bearer"],
    "another scheme": ["Authorization: Basic YTpi"],
    "an empty Authorization": ["Authorization:"],
    "nonsense for a token": ["Authorization: \x09!"],
    "two tokens": ["Authorization: Bearer tanada_a", "Authorization: Bearer tanada_b"],
}.items():
    Case(name, lambda s, fields=fields: [unauthorised(s, fields), s.message()])


def unauthorised(s, fields):
    own = [field for field in s.fields if not field.startswith("Authorization")]
    message = s.message([*own, *fields], own=False)
    return message.refused(401)


Case("no token", lambda s: [
    s.message([field for field in s.fields if not field.startswith("Authorization")], own=False).refused(
        401, "token_required"), s.message()], suits=is_write)
for name, id, is_kept in [
    ("a plain one", "a-B_c.1", True), ("one of 64 letters", "a" * 64, True),
    ("one of 65 letters", "a" * 65, False), ("one with a space", "a b", False),
    ("one with a quote", 'a"b', False), ("one beyond ASCII", "\xe9", False), ("an empty one", "", False),
]:
    Case(f"a request id: {name}", lambda s, id=id, is_kept=is_kept: [
        s.message([f"X-Request-ID: {id}"]).with_answer(id=id if is_kept else None), s.message()])
Case("two request ids", lambda s: [s.message(["X-Request-ID: a", "X-Request-ID: b"]), s.message()])

# MARK: Addresses

for name, fields, address in [
    ("an address", ["203.0.113.7"], "203.0.113.7"),
    ("an address with a port", ["203.0.113.7:1234"], "203.0.113.7"),
    ("an IPv6 address", ["2001:db8::1"], "2001:db8::1"),
    ("an IPv6 address with a port", ["[2001:db8::1]:80"], "2001:db8::1"),
    ("a forged address before the last", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
    ("a forged address in another field", ["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
    ("the proxy itself behind an address", [f"203.0.113.7, {PROXY}"], "203.0.113.7"),
    ("no address", ["unknown"], PROXY),
    ("nothing", [""], PROXY),
    ("nonsense before an address", ["\x22<script>, 203.0.113.7"], "203.0.113.7"),
    ("1,000 addresses", [", ".join(["198.51.100.1"] * 1_000 + ["203.0.113.7"])], "203.0.113.7"),
]:
    Case(f"a proxy forwards {name}", lambda s, fields=fields, address=address: [
        s.message([f"X-Forwarded-For: {field}" for field in fields]).with_answer(address=address),
        s.message()], source=PROXY)
Case("a stranger forwards an address", lambda s: [
    s.message(["X-Forwarded-For: 203.0.113.7"]), s.message()])
