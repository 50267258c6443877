"""System calls fail once, at each place in turn, or from a place on; or each sync takes a second.

Nothing that was acknowledged is lost, nothing that was refused happens, each answer is a success or a clear problem,
and what is in memory is served.
"""

import errno
import random

import pytest
from faults.control import ALWAYS
from faults.writes import Model, Writer, check, check_after_sweep, check_history, is_well, screen
from harness import Failure, eventually

# The kinds of calls, and with what they fail.
FAILURES = [("write", errno.EIO), ("write", errno.ENOSPC), ("sync", errno.EIO), ("open", errno.EIO),
            ("open", errno.EROFS), ("open", errno.EACCES), ("rename", errno.EIO), ("rename", errno.ENOSPC),
            ("mkdir", errno.ENOSPC), ("unlink", errno.EIO), ("truncate", errno.EIO), ("stat", errno.EIO),
            ("read", errno.EIO), ("lock", errno.ENOLCK), ("lock", errno.EIO)]
# Calls of a start.
OF_START = [("open", errno.EACCES), ("read", errno.EIO), ("lock", errno.EIO), ("mmap", errno.ENOMEM)]
NAMES = dict(ids=lambda value: errno.errorcode[value] if isinstance(value, int) else value)


@pytest.fixture
def writer(make_server):
    server = make_server(is_controlled=True).start()
    writer = Writer(server, Model())
    writer.failed_unlinks = 0
    yield writer
    server.control.disarm()
    server.restart()
    check(server, writer.model)
    check_history(server, writer.model)
    check_after_sweep(server, interrupted=writer.failed_unlinks)


def once(writer, call, error, first):
    writer.server.control.arm(call, first, error=error)
    writer.run_all()
    failed = writer.server.control.disarm()
    check(writer.server, writer.model)
    writer.expect_all(f"{call} {first}")
    return failed


def settled(server):
    return server.get("/readyz").json["revision"] == server.newest() and screen(server)


def always(writer, call, error):
    server, model = writer.server, writer.model
    served = eventually(lambda: settled(server), "the screen")
    server.control.arm(call, 1, ALWAYS, error)
    before, revision = model.refused, model.revision
    if call == "lock":  # for each write, SQLite waits for a while
        writer.put()
    else:
        writer.run_all()
        writer.run_all()
    refused = model.refused - before
    shown = screen(server)
    is_possible = model.revision > revision or refused <= 10 and model.unknown
    assert shown == served or is_possible, "the screen has changed without a write"
    ready = server.get("/readyz", token=None)
    # A lock that cannot be had is one that others have: `store_busy`.
    if refused > 10 and call != "lock" and ready.status == 200 and ready.json["storage"] == "ok":
        raise Failure(f"{refused} writes were refused, and /readyz says {ready}")
    failed = server.control.disarm()
    eventually(lambda: is_well(server), "/readyz recovers")
    check(server, model)
    once(writer, "sync", errno.EIO, 10_000)
    return failed


@pytest.mark.parametrize("call, error", FAILURES, **NAMES)
def test_a_call_that_fails_costs_one_write(writer, call, error, is_soak, seed, size, figure):
    model = writer.model
    writer.run_all()
    writer.server.control.calls()
    writer.run_all()
    count = writer.server.control.calls()[call]
    # The log of the database is not always truncated.
    if not count:
        assert call == "truncate", f"there was no call of {call}: the test does not see them"
        return
    places = range(1, count + 1)
    chosen = size("calls", 2, soak=count)
    if chosen < count:
        places = sorted(random.Random(f"{call} {error} {seed}").sample(places, chosen))
    failed = sum(once(writer, call, error, first) for first in places)
    # Each waits for some locks, which takes seconds.
    if is_soak or (call, error) != ("lock", errno.EIO):
        failed += always(writer, call, error)
    writer.failed_unlinks = failed if call == "unlink" else 0
    figure(f"faults, {call} {errno.errorcode[error]}: {len(places)} of {count} places, {failed} calls failed; "
           f"{model.refused} writes refused, {model.acknowledged} acknowledged and none lost (seed {seed})")


@pytest.mark.parametrize("call, error", OF_START, **NAMES)
def test_a_server_that_cannot_start_says_why(writer, call, error):
    server = writer.server
    writer.run_all()
    server.kill()
    server.control.arm(call, 1, ALWAYS, error)
    server.launch()
    failed = server.control.disarm()
    assert not server.is_listening and failed, f"the server has started, {failed} calls failed"
    assert server.process.wait(60) == 1, server.log()
    assert server.log().splitlines()[-1].startswith("error: ")
    server.start()
    check(server, writer.model)


def test_connections_that_cannot_be_accepted_do_not_end_the_server(writer):
    server = writer.server
    server.control.arm("accept", 1, 4, errno.EMFILE)
    for _ in range(8):
        try:
            server.get("/healthz", timeout=5)
        except OSError:
            pass
    assert server.control.disarm() == 4
    eventually(lambda: server.get("/healthz").status == 200, "connections are accepted")


def test_readers_do_not_wait_for_slow_syncs(writer):
    eventually(lambda: settled(writer.server), "the screen")
    writer.server.control.arm("sync", delay=1000)
    writer.put()
    writer.batch()
    writer.upload()
    assert is_well(writer.server)
    screen(writer.server, "on a slow disk")
    assert not writer.model.refused
    writer.server.control.disarm()
    check(writer.server, writer.model)
