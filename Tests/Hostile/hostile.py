"""The hostile requests of `cases.py`, to every subject of `subjects.py`; see `run`.

Each answer is compared with what its request should get, and then with the access log and the metrics: each
request that is answered is logged and counted once, and each that is malformed is counted once.
"""

import argparse
import contextlib
import json
import os
import re
import sys
import time

import subjects as all_subjects
from cases import CASES, CLOSED
from rates import check_rates
from server import Server, run_tanada
from subjects import Message
from wire import HOST, PATIENCE, Failure, Wire, check_diagnosis

SEEDS = "Seeds"
PLAIN_ID = re.compile(r"[0-9A-Za-z._-]{1,64}")
DATE = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT")


class Run:
    """The case that is run, and what it has sent and received."""

    def __init__(self, server, subjects, is_former):
        self.server, self.subjects, self.is_former = server, subjects, is_former
        self.wire = None
        self.ids = set()

    def require(self, condition, text):
        if not condition:
            raise Failure(text)

    def connect(self, source=HOST):
        self.wire = Wire(self.server.port, source)
        return self.wire

    def ask(self, message, is_own=True, source=HOST):
        """The answer to a request on a connection of its own."""
        with self.connect(source) as wire:
            wire.send(message.data)
            return self.take(message, is_own=is_own)

    def wait_for_revision(self, subject, revision):
        """Waits until `subject` is answered with `revision` or a later one."""
        subject.reference = None
        end = time.monotonic() + PATIENCE
        while int(self.ask(subject.message()).fields["x-tanada-revision"]) < revision:
            self.require(time.monotonic() < end, f"revision {revision} is not served")

    def take(self, message, is_own=True):
        """Receives the answer to `message`, and checks and notes it.

        Without `is_own`, it may have any status and body.
        """
        for _ in range(message.interim):
            interim = self.wire.answer("GET")
            self.require((interim.status, interim.fields) == (100, {}), f"no interim answer: {interim}")
        answer = self.wire.answer("GET" if message.outcome == "malformed" else message.method)
        try:
            self.check(answer, message, is_own)
        except Failure as failure:
            raise Failure(f"{failure}; the answer: {answer}") from None
        return answer

    def check(self, answer, message, is_own):
        fields = answer.fields
        if answer.status in message.alternatives:
            message.refused(answer.status, message.alternatives[answer.status])
            if answer.status == 400 and "ratelimit" not in fields:  # it was not taken for a request
                message.malformed()
        status = message.status or (message.subject.status if message.subject else 200)
        self.require(not is_own or answer.status == status, f"status {answer.status}, expected {status}")
        if not (self.is_former and message.outcome == "malformed"):  # marked: they had neither
            self.require(fields.get("server") == "tanada", "no Server")
            self.require(DATE.fullmatch(fields.get("date", "")), "no Date")
        self.require(fields.get("x-content-type-options") == "nosniff", "no X-Content-Type-Options")
        id = fields.get("x-request-id", "")
        self.require(PLAIN_ID.fullmatch(id), "no X-Request-ID")
        if message.id:
            self.require(id == message.id, f"the request id is not {message.id}")
        else:
            self.require(id not in self.ids, "the request id of another answer")
            self.ids.add(id)
        if answer.status not in (204, 304):
            self.require("content-length" in fields, "no Content-Length")
        if answer.status != 204:
            self.require("cache-control" in fields, "no Cache-Control")
        for name, value in message.fields.items():
            self.require(fields.get(name) == value, f"{name} is not {value!r}")
        if answer.status >= 400:
            self.check_problem(answer, message)
        if message.outcome == "malformed":
            self.require(fields.get("connection") == "close", "no Connection: close")
            return self.server.ledger.note_malformed(message.reason)
        if message.subject and answer.status != 204:
            for name in message.subject.own_fields:
                if name != "etag" or self.is_of(message):
                    self.require(name in fields, f"no {name}")
        is_whole = message.outcome == "own" and message.subject and answer.status == message.subject.status
        if is_own and is_whole:
            problem = message.subject.check(answer, message)
            self.require(problem is None, problem)
        self.server.ledger.note(
            answer, method=message.method, path=message.path, route=message.route, token=message.token,
            address=message.address or self.wire.ends[1][0])

    def is_of(self, message):
        """Whether `message` gets the answer of its subject, which has a tag."""
        subject = message.subject
        return message.outcome == "own" and (not subject.is_write or message.method == subject.method)

    def check_problem(self, answer, message):
        fields = answer.fields
        self.require(fields.get("content-type") == "application/problem+json", "no problem document")
        self.require(fields["cache-control"] == "no-store", "a problem may be cached")
        if message.method == "HEAD" and message.outcome != "malformed":
            return
        document = json.loads(answer.body)
        self.require(document["status"] == answer.status, "the document has another status")
        self.require(document["request_id"] == fields["x-request-id"], "the document has another request id")
        self.require(message.code in (None, document["code"]), f"the code is not {message.code}")

    def end(self, end):
        """Checks how the connection goes on after the last answer."""
        if end == CLOSED:
            return self.wire.expect_end()
        self.wire.expect_nothing()
        probe = Message(b"GET /healthz HTTP/1.1\r\nHost: tanada\r\n\r\n", None, "GET", "/healthz")
        probe.route = "/healthz"
        self.wire.send(probe.data)
        probe.address = None
        self.take(probe)
        self.wire.expect_nothing()


def play(run, case, subject):
    """Plays `case` to `subject`, and returns why it fails; `None` if it does not."""
    run.wire = None
    try:
        subject.prepare(run)
        case.play(run, subject)
        if run.wire:
            run.wire.handle.close()
        run.server.ledger.settle()
        return None
    except (Failure, OSError, ValueError, KeyError) as failure:
        wire = run.wire
        text = f"{type(failure).__name__ + ': ' if not isinstance(failure, Failure) else ''}{failure}"
        if wire:
            wire.handle.close()
            text += f"\n    sent: {shortened(bytes(wire.sent))}"
            text += f"\n    came back: {shortened(bytes(wire.all_received))}"
        run.server.ledger.give_up()
        return text


def shortened(data):
    return repr(data) if len(data) <= 1500 else f"{data[:900]!r} … {data[-400:]!r} ({len(data)} bytes)"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tanada")
    parser.add_argument("work")
    parser.add_argument("--only", help="a part of the names of cases or subjects")
    parser.add_argument("--former", action="store_true", help="without what the former version did wrong")
    parser.add_argument("--list", action="store_true", help="the cases, and how their connections end")
    options = parser.parse_args()
    if options.list:
        return print("\n".join(str(case) for case in CASES))
    check_diagnosis()
    tanada = os.path.abspath(options.tanada)

    def command(*arguments):
        return run_tanada(tanada, options.work, *arguments)

    command("seed", os.path.abspath(SEEDS))
    token = command("token", "create", "--role", "editor", "--name", "editor")
    subjects = all_subjects.subjects(SEEDS, token)
    failures, played, requests = [], set(), 0
    with contextlib.ExitStack() as stack:
        server = Server(tanada, options.work, "--read-rate", "1000000", "--write-rate", "1000000")
        stack.callback(server.stop)
        run = Run(server, subjects, options.former)
        for subject in subjects:
            for case in CASES:
                if options.only and options.only not in f"{subject.name}: {case.name}":
                    continue
                if not case.suits(subject) or options.former and case.marked:
                    continue
                played.add((case.name, subject.name))
                text = play(run, case, subject)
                if text:
                    failures.append((case, subject, text))
        requests += server.ledger.total
        if not server.is_running:
            failures.append((None, None, "the server has ended"))
        if not options.only:
            try:
                requests += check_rates(
                    lambda other: Run(other, subjects, options.former), tanada, options.work, command,
                    subjects)
            except Failure as failure:
                failures.append((None, None, f"rates: {failure}"))
    # A failure of several subjects in one way is printed once.
    groups = {}
    for case, subject, text in failures:
        name = f"{case.name}{case.note}" if case else "the server"
        groups.setdefault((name, re.split(r"; the answer|\n|[{\[]|b'", text)[0]), []).append((subject, text))
    for (name, _), found in groups.items():
        first = ", ".join(subject.name for subject, _ in found if subject)
        print(f"✘ {name}: {first}: {found[0][1]}\n", file=sys.stderr)
    if failures:
        unmarked = sum(case is None or not case.marked for case, *_ in failures)
        sys.exit(f"✘ hostile: {len(failures)} of {len(played)} failed, {unmarked} of them not marked")
    sorts, names = {case for case, _ in played}, {subject for _, subject in played}
    if not played:
        sys.exit("✘ hostile: there is no such case")
    print(f"✔ hostile: {requests:,} requests of {len(sorts)} sorts against {len(names)} subjects")


if __name__ == "__main__":
    main()
