"""The rate limits: every subject gets the same number of answers, and then 429 until more are available."""

import copy
import re
import time

from server import Server
from wire import PROXY, Failure

RATE = 3  # requests in a second
COUNT = 9


def check_rates(make_run, tanada, folder, command, subjects):
    """Returns how many requests were answered."""
    server = Server(tanada, folder, "--read-rate", str(RATE), "--write-rate", str(RATE))
    run = make_run(server)
    try:
        for number, subject in enumerate(subjects):
            # Reads are counted by address, writes by token.
            subject = copy.copy(subject)
            if subject.is_write:
                subject.token_name = f"rates {number}"
                token = command("token", "create", "--role", "editor", "--name", subject.token_name)
                subject.fields = [f"Authorization: Bearer {token}", *subject.fields[1:]]
            elif not subject.is_cold:
                for index in range(3):  # so that memory answers
                    run.ask(subject.message(), source=f"127.0.{3 + number}.{1 + index}")
            subject.reference = None
            exhaust(run, subject, f"127.0.2.{1 + number}")
            if subject.is_write:
                exhaust_without_token(run, subject, f"127.0.20.{1 + number}")
            else:
                exhaust_one_behind_proxy(run, subject, number)
        server.ledger.settle()
        return server.ledger.total
    finally:
        server.stop()


def exhaust(run, subject, source):
    """Asks for more than is allowed in a second."""
    messages = [subject.message() for _ in range(COUNT)]
    if not subject.is_write:
        messages[1] = subject.message(method="HEAD")  # which counts, too
    answers, seconds = send(run, messages, source)
    judge(subject, answers, seconds, "writes" if subject.is_write else "reads")


def exhaust_without_token(run, subject, source):
    """Writes without a token are counted by address."""
    fields = [field for field in subject.fields if not field.startswith("Authorization")]
    messages = [subject.message(fields, own=False).refused(401, "token_required") for _ in range(COUNT)]
    answers, seconds = send(run, messages, source)
    judge(subject, answers, seconds, "writes", allowed=401)


def exhaust_one_behind_proxy(run, subject, number):
    """Each address behind a proxy has a rate of its own."""
    first, second = f"203.0.113.{1 + number}", f"198.51.100.{1 + number}"
    messages = [
        subject.message([f"X-Forwarded-For: {address}"]).with_answer(address=address)
        for address in [first] * COUNT + [second]]
    answers, seconds = send(run, messages, PROXY)
    judge(subject, answers[:-1], seconds, "reads")
    if answers[-1].status != 200:
        raise Failure(f"{subject.name}: another address behind the proxy got {answers[-1]}")


def send(run, messages, source):
    """The answers to requests in one write, and the time they took."""
    for message in messages:
        message.alternatives[429] = "rate_limited"
    start = time.monotonic()
    with run.connect(source) as wire:
        wire.send(b"".join(message.data for message in messages))
        answers = [run.take(message) for message in messages]
        wire.expect_nothing()
    return answers, time.monotonic() - start


def judge(subject, answers, seconds, policy, allowed=200):
    statuses = [answer.status for answer in answers]
    # Meanwhile more become available, one after the other.
    most = RATE + int(seconds * RATE)
    count = statuses.count(allowed)
    if statuses[:RATE] != [allowed] * RATE or not RATE <= count <= most:
        raise Failure(
            f"{subject.name}: {statuses} in {seconds:.2f} s, expected {RATE} to {most} times {allowed}")
    for index, answer in enumerate(answers):
        fields = answer.fields
        if fields["ratelimit-policy"] != f'"{policy}";q={RATE};w=1':
            raise Failure(f"{subject.name}: another policy: {answer}")
        left = r"\d" if answer.status == allowed else "0"
        if not re.fullmatch(rf'"{policy}";r={left};t=1', fields["ratelimit"]):
            raise Failure(f"{subject.name}: the answer does not say what is left: {answer}")
        if (answer.status == 429) != ("retry-after" in fields) or fields.get("retry-after", "1") != "1":
            raise Failure(f"{subject.name}: the answer does not say when to try again: {answer}")
        if index < RATE and seconds < 1 / RATE and f"r={RATE - 1 - index};" not in fields["ratelimit"]:
            raise Failure(f"{subject.name}: answer {index} says that another number is left: {answer}")
