"""Plays the hostile requests to a server. Each answer is compared with what its request should get, and then with the
access log and the metrics: each request that is answered is logged and counted once, and each that is malformed is
counted once."""

import json
import os
import re

from harness import Failure, Server, eventually
from harness.raw import HOST, RawConnection

from comparisons.support import first_difference
from hostile.cases import CLOSED, PROXY
from hostile.subjects import Message

PLAIN_ID = re.compile(r"[0-9A-Za-z._-]{1,64}")
DATE = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Ledger:
    """The answers that were received, to be compared with those that the server has logged and counted."""

    def __init__(self, server):
        self.server, self.log = server, open(server.messages, "rb")
        self.begin(self.counts())

    def begin(self, counts):
        self.before, self.expected, self.counted = counts, {}, {}

    def give_up(self):
        """Begins again after a failure, when it is not known what was answered."""
        before, after = None, self.counts()
        while before != after:
            before, after = after, self.counts()
        for _ in self.entries():
            pass
        self.begin(after)

    def entries(self):
        """The lines of the access log since the last call, but for those of metrics, and all others that are errors."""
        for line in iter(self.log.readline, b""):
            if not line.endswith(b"\n"):
                self.log.seek(-len(line), os.SEEK_CUR)
                return
            if line.startswith(b'{"time"'):
                if (entry := json.loads(line))["path"] != "/metrics":
                    yield entry
            elif re.search(rb" (error|critical) |^error:|Fatal error|^\*\*\* ", line):
                raise Failure(f"the log of the server has an error: {line!r}")

    def counts(self):
        """The counters of requests and of malformed requests, without those of the metrics themselves."""
        text = self.server.get("/metrics", token=None).text
        found = {}
        for labels, value in re.findall(r"^tanada_http_(?:malformed_)?requests_total\{(.*)\} (\d+)$", text, re.M):
            labels = dict(re.findall(r'(\w+)="([^"]*)"', labels))
            if labels.get("route") != "/metrics":
                names = ("reason",) if "reason" in labels else ("method", "route", "status")
                found[tuple(labels[name] for name in names)] = int(value)
        return found

    def note(self, answer, *, method, path, route, address, token):
        """An answer to a request that the server took for one."""
        id = answer.headers["x-request-id"]
        self.expected.setdefault(id, []).append(
            {"request_id": id, "method": method, "path": path, "status": answer.status, "bytes": len(answer.bytes),
             "remote_address": address} | ({"token": token} if token else {}))
        self.count((method if method in METHODS else "other", route, str(answer.status)))

    def count(self, key):
        self.counted[key] = self.counted.get(key, 0) + 1

    def settle(self):
        """Waits until the log and the metrics have what was noted, and fails if they have anything else."""
        found, wanted = {}, sum(map(len, self.expected.values()))

        def is_logged():
            for entry in self.entries():
                del entry["time"], entry["duration_ms"]
                found.setdefault(entry["request_id"], []).append(entry)
            return sum(map(len, found.values())) >= wanted

        now, moved = {}, {}

        def is_counted():
            nonlocal now, moved
            now = self.counts()
            moved = {key: value - self.before.get(key, 0) for key, value in now.items()
                     if value != self.before.get(key, 0)}
            return sum(moved.values()) >= sum(self.counted.values())

        eventually(is_logged, "each answer is in the access log")
        assert found == self.expected, f"the access log: {first_difference(found, self.expected)}"
        eventually(is_counted, "each answer is counted")
        assert moved == self.counted, f"the metrics moved by {moved}, expected {self.counted}"
        self.begin(now)


class Run:
    """A server, and what the case that is played has sent and received."""

    def __init__(self, store, subjects):
        # Limits of rates have suites in Swift.
        options = "--access-log", "--trusted-proxies", PROXY, "--read-rate", 1_000_000, "--write-rate", 1_000_000
        self.server, self.subjects = Server(store, *options), subjects
        self.wires, self.ids = [], set()

    def __enter__(self):
        self.server.start()
        self.ledger = Ledger(self.server)
        return self

    def __exit__(self, *_):
        self.server.kill()
        self.ledger.log.close()

    @property
    def wire(self):
        return self.wires[-1]

    def play(self, case, subject):
        """Plays `case` to `subject`, and returns why it fails; `None` if it does not."""
        try:
            subject.prepare(self)
            case.play(self, subject)
            self.hang_up()
            self.ledger.settle()
        except (AssertionError, OSError, ValueError, KeyError) as failure:
            text = f"{subject.name}: {type(failure).__name__}: {failure}"
            if self.wires:
                text += f"\n    sent: {short(self.wire.sent)}\n    came back: {short(self.wire.all_received)}"
            self.hang_up()
            self.ledger.give_up()
            return text

    def connect(self, source=HOST):
        self.wires.append(RawConnection(self.server.port, source))
        return self.wire

    def hang_up(self):
        while self.wires:
            self.wires.pop().handle.close()

    def exchange(self, messages, half_close=False):
        """Sends messages in one write, and returns their answers."""
        messages = list(messages)
        self.wire.send(b"".join(message.data for message in messages))
        if half_close:
            self.wire.half_close()
        return [self.take(message) for message in messages if message.outcome != "none"]

    def ask(self, message, is_own=True):
        """The answer to a request on a connection of its own."""
        self.connect().send(message.data)
        answer = self.take(message, is_own)
        self.wires.pop().handle.close()
        return answer

    def wait_for_revision(self, subject, revision):
        """Waits until `subject` is answered with `revision` or a later one."""
        subject.reference = None
        eventually(lambda: int(self.ask(subject.message()).headers["x-tanada-revision"]) >= revision,
                   f"revision {revision} is served")

    def take(self, message, is_own=True):
        """Receives the answer to `message`, and checks and notes it. Without `is_own`, it may have any status and body."""
        for _ in range(message.interim):
            interim = self.wire.answer()
            assert (interim.status, interim.headers) == (100, {}), f"no interim answer: {interim}"
        answer = self.wire.answer("GET" if message.outcome == "malformed" else message.method)
        try:
            self.check(answer, message, is_own)
        except AssertionError as failure:
            raise Failure(f"{failure}; the answer: {answer.headers} {answer}") from None
        return answer

    def check(self, answer, message, is_own):
        fields, subject = answer.headers, message.subject
        if answer.status in message.alternatives:
            message.refused(answer.status, message.alternatives[answer.status])
            if answer.status == 400 and "ratelimit" not in fields:  # it was not taken for a request
                message.malformed()
        status = message.status or (subject.status if subject else 200)
        assert not is_own or answer.status == status, f"status {answer.status}, expected {status}"
        assert fields.get("server") == "tanada", "no Server"
        assert DATE.fullmatch(fields.get("date", "")), "no Date"
        assert fields.get("x-content-type-options") == "nosniff", "no X-Content-Type-Options"
        id = fields.get("x-request-id", "")
        assert PLAIN_ID.fullmatch(id), "no X-Request-ID"
        assert id == message.id if message.id else id not in self.ids, "another request id, or that of another answer"
        self.ids.add(id if not message.id else None)
        assert answer.status in (204, 304) or "content-length" in fields, "no Content-Length"
        assert answer.status == 204 or "cache-control" in fields, "no Cache-Control"
        for name, value in message.fields.items():
            assert fields.get(name) == value, f"{name} is not {value!r}"
        if answer.status >= 400:
            assert fields.get("content-type") == "application/problem+json", "no problem document"
            assert fields["cache-control"] == "no-store", "a problem may be cached"
            if message.method != "HEAD" or message.outcome == "malformed":
                document = answer.json
                assert document["status"] == answer.status, "the document has another status"
                assert document["request_id"] == fields["x-request-id"], "the document has another request id"
                assert message.code in (None, document["code"]), f"the code is not {message.code}"
        if message.outcome == "malformed":
            assert fields.get("connection") == "close", "no Connection: close"
            return self.ledger.count((message.reason,))
        if subject and answer.status != 204:
            # The answer of its subject has a tag.
            has_tag = message.outcome == "own" and (not subject.is_write or message.method == subject.method)
            for name in subject.own_fields:
                assert name in fields or name == "etag" and not has_tag, f"no {name}"
        if is_own and message.outcome == "own" and subject and answer.status == subject.status:
            subject.check(answer, message)
        self.ledger.note(answer, method=message.method, path=message.path, route=message.route, token=message.token,
                         address=message.address or self.wire.ends[1][0])

    def end(self, end):
        """Checks how the connection goes on after the last answer."""
        if end == CLOSED:
            return self.wire.expect_end()
        self.wire.expect_nothing()
        probe = Message(b"GET /healthz HTTP/1.1\r\nHost: tanada\r\n\r\n", None, "GET", "/healthz")
        self.exchange([probe.expecting(route="/healthz")])
        self.wire.expect_nothing()


def short(data):
    data = bytes(data)
    return repr(data) if len(data) <= 1500 else f"{data[:900]!r} … {data[-400:]!r} ({len(data)} bytes)"
