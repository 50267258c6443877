"""The hostile requests, each with the answer that it should get.

A case sends messages to a subject in one write, on a connection of its own: those of a table, here or in cases.toml, or
those of a function that also decides how they are sent. A connection that goes on is asked once more behind them. In a
table, what is sent is

- a text: a request line, with {m} for the method and {t} for the target of the subject
- a list: further fields
- a dictionary: options of `Subject.message`
- bytes: what is no request, and gets no answer of its own
- a function of the subject: one of these, a message, or a list of messages
"""

import itertools
import pathlib
import tomllib

from harness.raw import HOST

from hostile.subjects import Message, logged

PROXY = "127.0.0.2"  # its X-Forwarded-For is believed
OPEN, CLOSED = "goes on", "ends"
SMUGGLED = b"GET /v1/smuggled HTTP/1.1\r\nHost: tanada\r\n\r\n"
CHUNKED = ["Transfer-Encoding: chunked"]
TLS = b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + bytes(32)
TOO_LARGE = 431, "header_too_large", "header_too_large"
CASES = []
# The subjects that a case suits.
SUITS = {None: lambda s: True, "write": lambda s: s.name == "write", "writes": lambda s: s.is_write,
         "reads": lambda s: not s.is_write, "tagged": lambda s: not s.is_write and s.name != "cold screen"}


class Case:
    """`play` sends the messages of `build`, and takes their answers; or it is `build` that does."""

    def __init__(self, name, build, end=OPEN, suits=None, half_close=False, source=HOST, is_played=False):
        self.name, self.build, self.end, self.suits = name, build, end, SUITS.get(suits, suits)
        self.half_close, self.source, self.is_played = half_close, source, is_played
        assert all(name != other.name for other in CASES), name
        CASES.append(self)

    def __str__(self):
        return self.name

    def play(self, run, subject):
        wire = run.connect(self.source)
        if self.is_played:
            self.build(run, subject, wire)
        else:
            run.exchange(self.build(subject), self.half_close)
        run.end(self.end)


def played(name, end=OPEN, **options):
    return lambda function: Case(name, function, end, is_played=True, **options)


def made(s, value):
    """The messages of what stands in a table."""
    if isinstance(value, str):
        target = s.next_target()
        return [s.message(target=target, line=value.format(m=s.method, l=s.method.lower(), t=target))]
    if isinstance(value, bytes):
        return [Message(value).unanswered()]
    if isinstance(value, dict):
        return [s.message(**value)]
    if isinstance(value, Message):
        return [value]
    if callable(value):
        return made(s, value(s))
    if value and not isinstance(value[0], str):
        return [message for part in value for message in made(s, part)]
    return [s.message(value)]


def taken(table, end=OPEN, expect=lambda message: message, behind=None, name="{}", **options):
    """Requests whose first answer is their subject's own, or what `expect` says. Behind them is another one, if the
    connection goes on, or what `behind` says."""
    def build(s, value):
        first, *others = made(s, value)
        return [expect(first), *others, *([s.message()] if end == OPEN else made(s, behind) if behind else [])]

    for key, value in table.items():
        Case(name.format(key), lambda s, value=value: build(s, value), end, **options)


def malformed(table, *answer, **options):
    taken(table, CLOSED, lambda message: message.malformed(*answer), **options)


def refused(table, status, code=None, changes={}, **options):
    taken(table, OPEN, lambda message: message.refused(status, code, **changes), **options)


def by_value(*values, of=lambda value: value):
    """A table of what says for itself what it is."""
    def label(value):
        if isinstance(value, dict):
            return ", ".join(f"{name} {text!r}" for name, text in value.items())
        return repr(value if isinstance(value, str) else " | ".join(value))

    return {label(value): of(value) for value in values}


def unread(s):
    """A request behind one that ends the connection."""
    return s.message().unanswered()


def content(s):
    """Content for any subject: a read has no use for it, and must not take it for a request."""
    return s.content or SMUGGLED


def chunked(data, *, size=None, head="{:x}\r\n", tail="\r\n", last="0\r\n\r\n"):
    """`data` in chunks of `size`."""
    size = size or len(data)
    pieces = [data[start:start + size] for start in range(0, len(data), size)]
    return b"".join(head.format(len(piece)).encode() + piece + tail.encode() for piece in pieces) + last.encode()


# MARK: Request lines

malformed({"the hello of TLS": TLS})
taken({
    "1 empty lines before the request": [b"\r\n", {}],
    "2 empty lines before the request": [b"\r\n" * 2, {}],
    "3 empty lines before the request": [b"\r\n" * 3, {}],
    "an empty line between requests": [{}, b"\r\n"],
    "2 requests at once": [{}],
    "50 requests at once": [{}] * 49,
})
taken({"a request behind one of HTTP/1.0": [{"version": "HTTP/1.0"}, unread]}, CLOSED)
# What is no request, behind requests.
for name, count, first, answer, following in [
    ("the preface of HTTP/2 behind a request", 1, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (), ()),
    ("the hello of TLS behind a request", 1, TLS, (), ()),
    ("garbage behind a request", 1, b"\xff\xfe{}\r\n\r\n", (), ()),
    ("a malformed request behind two", 2, b"NONSENSE\r\n\r\n", (), (unread,)),
    ("a head that is too large behind two requests", 2, ["X-A: " + "a" * 40_000], TOO_LARGE, (unread,)),
    ("both lengths behind a request", 1, lambda s: framed(s, ["Content-Length: {n}", *CHUNKED]), (), ()),
]:
    taken({name: lambda s, count=count, first=first, answer=answer, following=following: [
        *[s.message() for _ in range(count)], made(s, first)[0].malformed(*answer), *following]}, CLOSED)

# MARK: Fields

taken({
    "200 fields": [f"X-{number}: a" for number in range(200)],
    "a field of 30,000 bytes": ["X-A: " + "a" * 30_000],
})
malformed({
    "300 fields": [f"X-{number}: a" for number in range(300)],
    "a head of 40,000 bytes in one field": ["X-A: " + "a" * 40_000],
    "a head of 40,000 bytes in 80 fields": [f"X-{number}: " + "a" * 490 for number in range(80)],
    "a name of 40,000 bytes": ["X" * 40_000 + ": a"],
    "a target of 40,000 bytes": "{m} {t}" + "a" * 40_000 + " HTTP/1.1",
}, *TOO_LARGE)
LONG = "/v1/" + "a" * 20_000
refused({"a path of 20,000 bytes": {"target": LONG}}, 404, "not_found", {"route": "none", "path": LONG[:1024] + "…"})

# MARK: Lengths


def framed(s, framing):
    n = len(content(s))
    fields = [field.format(n=n, m=n + 1) for field in framing]
    is_chunked = any(field.startswith("Transfer-Encoding") for field in fields)
    return s.message(framing=fields, content=chunked(content(s)) if is_chunked else content(s))


def in_chunks(fields=(), coding="chunked", version="HTTP/1.1", **options):
    return lambda s: s.message(fields, framing=[f"Transfer-Encoding: {coding}"], content=chunked(content(s), **options),
                               version=version)


# MARK: Content of reads

taken({
    "content of a read": {"framing": [f"Content-Length: {len(SMUGGLED)}"], "content": SMUGGLED},
    "chunked content of a read": {"framing": CHUNKED, "content": chunked(SMUGGLED)},
    "content of 100 kB of a read": {"framing": [f"Content-Length: {len(SMUGGLED) * 2400}"], "content": SMUGGLED * 2400},
    "HEAD between requests": [{}, lambda s: s.message(method="HEAD", target=s.next_target())],
}, suits="reads")
taken({"HEAD in HTTP/1.0": {"method": "HEAD", "version": "HTTP/1.0"}}, CLOSED, suits="reads")
taken({
    "less content than its length": lambda s: s.message(
        framing=[f"Content-Length: {len(content(s)) + 1}"], content=content(s)),
    "no end of chunked content": in_chunks(last=""),
}, CLOSED, lambda message: message.refused(400, "malformed_request"), suits="writes", half_close=True)

# MARK: Pipelining

Case("no request at all", lambda s: [], CLOSED, half_close=True)


@played("all subjects at once")
def all_subjects_at_once(run, s, wire):
    others = [other for other in run.subjects if other.name != "cold item" or other is s]
    for other in others:
        if other is not s:
            other.prepare(run)
    # Each of them comes before and behind the subject.
    run.exchange(itertools.chain.from_iterable((other.message(), s.message()) for other in others))


@played("half a request, and the client leaves", CLOSED)
def half_a_request(run, s, wire):
    wire.send(s.message().data[:30])
    wire.half_close()
    run.take(Message(b"").malformed(reason="incomplete"))


@played("half a request behind one, and the client leaves", CLOSED)
def half_a_request_behind_one(run, s, wire):
    first = s.message()
    wire.send(first.data + s.message().data[:30])
    wire.half_close()
    if run.take(first.unless_left()).status == 499:
        # It is counted, although nothing follows an answer that ends the connection.
        run.ledger.count(("incomplete",))
    else:
        run.take(Message(b"").malformed(reason="incomplete"))


for number in 1, 2, 50:
    @played(f"the client ends its side behind {number} request{'s' * (number > 1)}", CLOSED)
    def client_ends_its_side(run, s, wire, count=number):
        messages = [s.message().unless_left() for _ in range(count)]
        wire.send(b"".join(message.data for message in messages))
        wire.half_close()
        for message in messages:
            if run.take(message).status == 499:
                break  # it has Connection: close


# MARK: Segments


def end_of_head(message):
    return message.data.index(b"\r\n\r\n") + 4


def send_in_steps(wire, data, step):
    for place in range(0, len(data), step):
        wire.send_apart(data[place:place + step])


@played("byte by byte")
def byte_by_byte(run, s, wire):
    message = s.message()
    head = end_of_head(message)
    send_in_steps(wire, message.data[:head], 1)
    send_in_steps(wire, message.data[head:], max(1, len(message.data) // 50))
    run.take(message)


@played("chunked content, byte by byte")
def chunks_byte_by_byte(run, s, wire):
    is_short = len(content(s)) < 100
    message = in_chunks(size=None if is_short else 4_000)(s)
    head = end_of_head(message)
    wire.send_apart(message.data[:head])
    send_in_steps(wire, message.data[head:], 1 if is_short else max(1, len(message.data) // 100))
    run.take(message)
    run.exchange([s.message()])


# MARK: Connections

taken({
    "Connection: keep-alive and another one: close": [["Connection: keep-alive", "Connection: close"], unread],
    "garbage behind Connection: close": [["Connection: close"], b"NONSENSE\r\n\r\n"],
}, CLOSED)
# The protocol stays, and the connection ends with the answer: the decoder reads nothing behind such a request.
taken({f"Upgrade: {protocol}": [
    "Connection: Upgrade, HTTP2-Settings", f"Upgrade: {protocol}", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
] for protocol in ["websocket", "h2c", "TLS/1.0", "nonsense"]}, CLOSED, behind=unread)

# MARK: Expectations and methods


@played("Expect: 100-continue, and then the content", suits="writes")
def expectation(run, s, wire):
    is_chunked = {"framing": CHUNKED, "content": chunked(content(s))}
    for name, options in [("100-continue", {}), ("100-Continue", {}), ("100-continue", is_chunked)]:
        message = s.message([f"Expect: {name}"], **options).expecting(interim=1)
        wire.send(message.data[:end_of_head(message)])
        wire.receive()  # the server answers before it has the content
        wire.send(message.data[end_of_head(message):])
        run.take(message)


@played("HEAD")
def head_like_get(run, s, wire):
    get = s.message(method="GET", target=s.next_target())
    wire.send(get.data)
    whole = run.take(get, is_own=not s.is_write)
    messages = [s.message(method="HEAD", target=get.target).expecting(status=whole.status) for _ in range(2)]
    for answer in run.exchange(messages):
        for name in (whole.headers.keys() | answer.headers.keys()) - {"date", "x-request-id", "ratelimit"}:
            assert answer.headers.get(name) == whole.headers.get(name), f"HEAD has another {name}: {answer}"


taken({
    "OPTIONS": {"method": "OPTIONS", "own": False},
    "OPTIONS *": lambda s: s.message(method="OPTIONS", target="*", own=False).expecting(route="none"),
}, expect=lambda message: message.expecting(status=204))
refused({"POST without content": {"method": "POST", "framing": ["Content-Length: 0"]}}, 405, "method_not_allowed",
        suits=lambda s: not s.is_write and s.name != "list")
# The log has the part that is taken for a path.
taken({"CONNECT": {"method": "CONNECT", "target": "tanada:80"}}, CLOSED,
      lambda message: message.refused(404, "not_found", route="none", path="80"), unread)

# MARK: Conditions, ranges and codings

taken({
    "1,000 ranges": ["Range: bytes=" + ",".join(f"{number}-{number}" for number in range(1_000))],
    "1,000 codings": ["Accept-Encoding: " + ", ".join(["gzip;q=0.1", "x", "br;q=0"] * 333)],
    "Accept-Encoding: 5,000 letters": ["Accept-Encoding: " + "x" * 5_000],
})


def tagged(*forms, **options):
    return lambda s: s.message([f"If-None-Match: {form.replace('TAG', s.tag or '')}" for form in forms], **options)


def unmodified(message):
    return message.expecting(status=304)


taken({"If-None-Match with HEAD": tagged("TAG", method="HEAD")}, expect=unmodified, suits="tagged")

# MARK: Paths and queries


def spelt(spell, read=lambda target, spelling: spelling):
    """The subject's target with its path in another spelling. The log has what was `read`."""
    def build(s):
        target = s.next_target()
        path, mark, query = target.partition("?")
        spelling = spell(path) + mark + query
        return s.message(target=spelling).expecting(path=logged(read(target, spelling)))

    return build


taken({
    "a path with an encoded letter": spelt(lambda path: path.replace("v", "%76", 1), lambda target, _: target),
    "a path with all of its letters encoded": spelt(
        lambda path: "".join(c if c == "/" else f"%{ord(c):02x}" for c in path), lambda target, _: target),
    "two slashes": spelt(lambda path: "/" + path),
    "two slashes within": spelt(lambda path: path.replace("v1/", "v1//")),
    "a slash behind the path": spelt(lambda path: path + "/"),
})


def with_query(query):
    def build(s):
        target = s.next_target()
        return s.message(target=target + ("&" if "?" in target else "?") + query)

    return build


refused({"a repeated parameter": lambda s: s.message(target=f"{(target := s.next_target())}&{target.split('?')[1]}")},
        400, "repeated_parameter", suits=lambda s: "?" in s.target)

# MARK: Tokens, request ids and addresses


taken({
    "a request id: a plain one": lambda s: s.message(["X-Request-ID: a-B_c.1"]).expecting(id="a-B_c.1"),
    "a request id: one of 64 letters": lambda s: s.message(["X-Request-ID: " + "a" * 64]).expecting(id="a" * 64),
    "another request id than one of 65 letters": ["X-Request-ID: " + "a" * 65],
})
for addresses, address in [
    (["203.0.113.7"], "203.0.113.7"), (["203.0.113.7:1234"], "203.0.113.7"),
    (["2001:db8::1"], "2001:db8::1"), (["[2001:db8::1]:80"], "2001:db8::1"),
    # Forged addresses before the last, the proxy itself behind it, no address, and nonsense.
    (["198.51.100.1, 203.0.113.7"], "203.0.113.7"), (["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
    ([f"203.0.113.7, {PROXY}"], "203.0.113.7"), (["unknown"], PROXY), ([""], PROXY),
    (["\x22<script>, 203.0.113.7"], "203.0.113.7"),
    ([", ".join(["198.51.100.1"] * 1_000 + ["203.0.113.7"])], "203.0.113.7"),
]:
    taken({f"a proxy forwards {str(addresses):.80}": [f"X-Forwarded-For: {field}" for field in addresses]},
          expect=lambda message, address=address: message.expecting(address=address), source=PROXY)

# MARK: Those of cases.toml

FORMS = {
    "framing": lambda framing: lambda s: framed(s, framing), "chunks": lambda options: in_chunks(**options),
    "tags": lambda forms: tagged(*forms), "query": with_query,
    "beginning": lambda text: spelt(
        lambda path: path.replace("/v1/", text, 1), lambda _, spelling: spelling.replace("%2e", ".")),
    "secret query": with_query,
    "authorization": lambda fields: lambda s: s.message([*s.public_fields, *fields], own=False),
}
ANSWERS = {
    "taken": lambda message: message, "malformed": lambda message: message.malformed(), "unmodified": unmodified,
    "closed": lambda message: message.expecting(fields={"connection": "close"}),
    "refused or read": lambda message: (
        message.refused(400, "malformed_request") if message.subject.is_write
        else message.expecting(alternatives={400: "malformed_request"})),  # answered as if nothing were wrong, or refused
}


def load(answer, plain=(), named={}, form=None, status=None, code=None, changes={}, suits=None, end=None):
    changes = changes | ({"token": None} if form == "secret query" else {})
    is_closed = end == CLOSED or answer in ("malformed", "closed", "refused or read")
    taken(by_value(*plain, of=FORMS.get(form, lambda value: value)) | named, CLOSED if is_closed else OPEN,
          ANSWERS.get(answer, lambda message: message.refused(status, code, **changes)),
          unread if answer == "closed" else None, f"{form}: {{}}" if form else "{}",
          suits=suits)


for group in tomllib.loads((pathlib.Path(__file__).parent / "cases.toml").read_text())["requests"]:
    load(**group)
