"""Five servers whose clocks differ by up to ten seconds share a PostgreSQL. Banners that are scheduled at twenty
moments appear in twenty revisions, none of them early by the clock of the database. Then one server writes, and another
one serves it."""

import contextlib
import os
import time
from datetime import datetime, timezone

from harness import PROGRAM, Clock, Server, Store, eventually, postgresql
from harness.load import KIND, Moments, item, percentile

OFFSETS = (-5, -2, 0, 2, 5)  # seconds, one for each server
BOUNDARIES = 20
SPACING = 1.5  # seconds between two boundaries: a busy machine would take two at once
GOAL = 0.050  # seconds from a commit until another server serves it, p99; release builds only
FIRST_ID = 5001


def text(values):
    return "p50 {:.0f} ms, p99 {:.0f} ms".format(*(percentile(values, share) * 1000 for share in (0.5, 0.99)))


def committed(store, before):
    return [(int(number), int(milliseconds) / 1000) for number, milliseconds in store.rows(
        "SELECT number, (extract(epoch FROM committed_at::timestamptz) * 1000)::bigint FROM revisions "
        f"WHERE number > {before} ORDER BY number")]


def newest(store):
    return int(store.rows("SELECT max(number) FROM revisions")[0][0])


def boundaries(store, servers, streams):
    """Banners become visible at moments. Returns how late the revisions and the servers are."""
    begin = float(store.rows("SELECT extract(epoch FROM clock_timestamp())")[0][0]) + 8
    moments = [begin + number * SPACING for number in range(BOUNDARIES)]
    servers[2].must("POST", "/v1/batch", {"operations": [
        {"op": "replace", "kind": KIND, "id": FIRST_ID + number, "body": item(number) | {
            "publish_at": datetime.fromtimestamp(moment, timezone.utc).isoformat(timespec="milliseconds")}}
        for number, moment in enumerate(moments)]})
    before = newest(store)
    # Nothing may come after the last one, either.
    eventually(lambda: time.time() > moments[-1] + 5, "time goes on")
    rows = committed(store, before)
    assert len(rows) == BOUNDARIES, f"{len(rows)} revisions for {BOUNDARIES} boundaries"
    for number, _ in rows:
        assert all(number in stream.moments for stream in streams), f"an event of revision {number} is missing"
    # Moments are of whole milliseconds.
    late = [commit - int(moment * 1000) / 1000 for (_, commit), moment in zip(rows, moments)]
    served = [stream.moments[number] - moment for (number, _), moment in zip(rows, moments) for stream in streams]
    assert min(late) >= 0, f"a revision was committed {-min(late):.3f} s early"
    assert min(served) >= -0.001, f"a banner was served {-min(served):.3f} s early"
    return late, served


def commits(store, writer, stream, count):
    before = newest(store)
    for number in range(count):
        answer = writer.send("PUT", f"/v1/content/{KIND}/1001", item(number))
        assert answer.status in (200, 201), answer
        eventually(lambda: answer.revision in stream.moments, f"revision {answer.revision} is served")
    return [stream.moments[number] - commit for number, commit in committed(store, before)]


def test_scheduled_banners_appear_once_and_never_early(soak_alone, folder, make_folder, size, figure):
    database = postgresql.Server(folder / "postgresql", {"fsync": "off"}).start()
    with contextlib.ExitStack() as stack:
        stack.callback(database.stop)
        store = Store(folder / "store", address=database.make_database(PROGRAM)).seed()
        token, began = store.token("editor"), time.monotonic()
        servers = [stack.enter_context(Server(store, token=token, clock=Clock(make_folder("clock"), offset)))
                   for offset in OFFSETS]
        streams = [Moments(server.port, time.time) for server in servers]
        late, served = boundaries(store, servers, streams)
        for server, offset in zip(servers, OFFSETS):
            seen, uptime = server.metric("tanada_store_clock_offset_seconds"), server.metric("tanada_uptime_seconds")
            assert abs(seen + offset) <= 0.5, f"the clock that is {offset} s off is said to be {seen} s off"
            assert 0 < uptime <= time.monotonic() - began, f"a server says that it has run for {uptime} s"
        delays = commits(store, servers[1], streams[2], size("writes", 50, soak=300))
        assert not os.environ.get("TANADA_IS_RELEASE") or percentile(delays, 0.99) <= GOAL, text(delays)
        figure(f"clocks: {BOUNDARIES} boundaries, {len(OFFSETS)} servers with clocks {min(OFFSETS)} to {max(OFFSETS)} "
               f"s off: {BOUNDARIES} revisions, none early; committed {text(late)} late, served {text(served)} late; "
               f"{len(delays)} commits served by another server after {text(delays)} (goal: 50 ms)")
