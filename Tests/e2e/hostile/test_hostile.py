"""Requests that no library would send, to a screen, an item, a list, a small write and an upload: they are answered,
refused, logged and counted by the same rules, whatever way through the server they take."""

import copy
import re
import socket
import time

import pytest
from harness.raw import HOST, RawConnection, is_read

from hostile import subjects
from hostile.cases import CASES, PROXY
from hostile.running import Run

RATE = 3  # requests in a second
COUNT = 9


@pytest.fixture(scope="module")
def run(make_store):
    store = make_store(with_defaults=True)
    with Run(store, subjects.subjects(store.token("editor", "editor")), 1_000_000) as run:
        write, screen = run.subjects[:2]
        write.prepare(run)
        run.wait_for_revision(screen, int(run.ask(write.message()).headers["x-tanada-revision"]))
        yield run


def test_what_is_read_is_told_from_what_is_not():
    with socket.create_server((HOST, 0)) as listener, RawConnection(listener.getsockname()[1]) as wire:
        accepted, _ = listener.accept()
        with accepted:
            wire.send(b"a")
            assert not is_read(*wire.ends)
            accepted.recv(1)
            assert is_read(*wire.ends)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(run, case):
    suited = [subject for subject in run.subjects if case.suits(subject)]
    failures = [text for subject in suited if (text := run.play(case, subject))]
    if failures:
        pytest.fail("\n".join(failures), pytrace=False)
    assert suited and run.server.is_running


def test_rates(run, figure):
    """Every subject gets the same number of answers, and then 429 until more are available."""
    for subject in run.subjects:
        subject.prepare(run)
    run.ledger.settle()
    store = run.server.store
    with Run(store, run.subjects, RATE) as limited:
        for number, subject in enumerate(run.subjects):
            # Reads are counted by address, writes by token.
            subject = copy.copy(subject)
            if subject.is_write:
                subject.token_name = f"rates {number}"
                token = store.token("editor", subject.token_name)
                subject.fields = [f"Authorization: Bearer {token}", *subject.public_fields]
            elif not subject.is_cold:
                for index in range(3):  # so that memory answers
                    limited.ask(subject.message(), source=f"127.0.{3 + number}.{1 + index}")
            subject.reference = None
            messages = [subject.message() for _ in range(COUNT)]
            if not subject.is_write:
                messages[1] = subject.message(method="HEAD")  # which counts, too
            judge(limited, subject, messages, f"127.0.2.{1 + number}")
            if subject.is_write:
                # Writes without a token are counted by address.
                messages = [subject.message(subject.public_fields, own=False).refused(401, "token_required")
                            for _ in range(COUNT)]
                judge(limited, subject, messages, f"127.0.20.{1 + number}", allowed=401)
            else:
                # Each address behind a proxy has a rate of its own.
                first, second = f"203.0.113.{1 + number}", f"198.51.100.{1 + number}"
                messages = [subject.message([f"X-Forwarded-For: {address}"]).expecting(address=address)
                            for address in [first] * COUNT + [second]]
                assert judge(limited, subject, messages, PROXY, others=1)[0].status == 200
        limited.ledger.settle()
        figure(f"hostile: {run.ledger.total + limited.ledger.total:,} requests of {len(CASES)} sorts against "
               f"{len(run.subjects)} subjects")


def judge(run, subject, messages, source, allowed=200, others=0):
    """Sends more than is allowed in a second in one write. Returns the answers to the last `others`, which have another
    rate."""
    for message in messages:
        message.alternatives[429] = "rate_limited"
    start = time.monotonic()
    run.connect(source)
    answers = run.exchange(messages)
    run.wire.expect_nothing()
    run.hang_up()
    seconds = time.monotonic() - start
    counted = answers[:COUNT]
    statuses = [answer.status for answer in counted]
    # Meanwhile more become available, one after the other.
    most = RATE + int(seconds * RATE)
    assert statuses[:RATE] == [allowed] * RATE and RATE <= statuses.count(allowed) <= most, (
        f"{subject.name}: {statuses} in {seconds:.2f} s, expected {RATE} to {most} times {allowed}")
    policy = "writes" if subject.is_write else "reads"
    for index, answer in enumerate(counted):
        fields = answer.headers
        assert fields["ratelimit-policy"] == f'"{policy}";q={RATE};w=1'
        left = r"\d" if answer.status == allowed else "0"
        assert re.fullmatch(rf'"{policy}";r={left};t=1', fields["ratelimit"])
        assert (answer.status == 429) == ("retry-after" in fields) and fields.get("retry-after", "1") == "1"
        if index < RATE and seconds < 1 / RATE:
            assert f"r={RATE - 1 - index};" in fields["ratelimit"]
    return answers[COUNT:]
