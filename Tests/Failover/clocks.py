"""Servers whose clocks differ, on one PostgreSQL; see `run-clocks`."""

import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from datetime import datetime, timezone

from cluster import postgresql, wait_until
from failover import run
from load import KIND, PATIENCE, Server

sys.path.append("Tests/Support")
from preloading import preloaded  # noqa: E402

OFFSETS = (-5, -2, 0, 2, 5)  # seconds, one for each server
BOUNDARIES = 20
SPACING = 1.5  # seconds between two boundaries: a busy machine would take two at once
GOAL = 0.050  # seconds from a commit until another server serves it, p99; release builds only
FIRST_ID = 5001


class Events(threading.Thread):
    """When a server has put revisions into service, by the clock of this machine."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", "/v1/events")
        self.answer = self.connection.getresponse()
        self.moments = {}
        self.start()

    def run(self):
        try:
            while line := self.answer.fp.readline():
                if b'"revision":' in line:
                    number = int(re.search(rb'"revision":(\d+)', line)[1])
                    self.moments.setdefault(number, time.time())
        except (OSError, ValueError, AttributeError):
            pass


def make_clock(work):
    """The library that moves the clock of a program; the compiler is that of Swift."""
    library = os.path.join(work, "clock.so")
    source = os.path.join(os.path.dirname(__file__), "clock.c")
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


def faked(offset, library):
    return os.environ | {"LD_PRELOAD": preloaded(library), "CLOCK_OFFSET": str(offset)}


def metric(server, name):
    found = re.search(rf"^{name} (\S+)$", server.get("/metrics")[1].decode(), re.M)
    return float(found[1]) if found else None


def send(server, token, method, path, body):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, json.dumps(body), {
        "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status not in (200, 201):
        raise SystemExit(f"error: clocks: {answer.status} {text[:300]}")
    return answer


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def boundaries(servers, streams, token, psql):
    """Banners become visible at moments; returns the faults, and how late the revisions and the servers are."""
    begin = float(psql("SELECT extract(epoch FROM clock_timestamp())")[0]) + 8
    moments = [begin + number * SPACING for number in range(BOUNDARIES)]
    operations = [{"op": "replace", "kind": KIND, "id": FIRST_ID + number, "body": {
        "banner_contents_id": number, "banner_url": "https://example.com/a.jpg",
        "publish_at": datetime.fromtimestamp(moment, timezone.utc).isoformat(timespec="milliseconds"),
    }} for number, moment in enumerate(moments)]
    send(servers[2], token, "POST", "/v1/batch", {"operations": operations})
    before = int(psql("SELECT max(number) FROM revisions")[0])
    last = before + BOUNDARIES
    # Nothing may come after the last one, either.
    wait_until(lambda: time.time() > moments[-1] + 5, "time stands still", 120)
    rows = [line.split("|") for line in psql(
        f"SELECT number, (extract(epoch FROM committed_at::timestamptz) * 1000)::bigint FROM revisions "
        f"WHERE number > {before} ORDER BY number")]
    faults = []
    if len(rows) != BOUNDARIES:
        faults.append(f"{len(rows)} revisions for {BOUNDARIES} boundaries")
    missing = sum(int(number) not in stream.moments for number, _ in rows for stream in streams)
    if missing:
        faults.append(f"{missing} events of boundaries are missing")
    if faults:
        return faults, [0], [0]
    commits, served = [], []
    for (number, committed), moment in zip(rows, moments):
        # Moments are of whole milliseconds.
        commits.append(int(committed) / 1000 - int(moment * 1000) / 1000)
        served += [stream.moments[int(number)] - moment for stream in streams]
    if min(commits) < 0:
        faults.append(f"a revision was committed {-min(commits):.3f} s early")
    if min(served) < -0.001:
        faults.append(f"a banner was served {-min(served):.3f} s early")
    return faults, commits, served


def commits(writer, stream, token, psql, count):
    """The times from a commit until another server serves it."""
    before = int(psql("SELECT max(number) FROM revisions")[0])
    for number in range(count):
        answer = send(writer, token, "PUT", f"/v1/content/{KIND}/1001", {
            "banner_contents_id": number, "banner_url": "https://example.com/a.jpg"})
        revision = int(answer.headers["X-Tanada-Revision"])
        wait_until(lambda: revision in stream.moments, f"revision {revision} is not served")
    return [stream.moments[int(number)] - int(committed) / 1000 for number, committed in (
        line.split("|") for line in psql(
            f"SELECT number, (extract(epoch FROM committed_at::timestamptz) * 1000)::bigint FROM revisions "
            f"WHERE number > {before}"))]


def main():
    tanada, work, writes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    database = postgresql.Server(os.path.join(work, "postgresql"), {"fsync": "off"}).start()
    log, servers = open(os.path.join(work, "log"), "w"), []
    try:
        address = database.make_database(tanada)
        name = address.rsplit("/", 1)[1]
        os.environ |= {"TANADA_STORE": address, "TANADA_PHOTOS": os.path.join(work, "photos"),
                       "TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0"}
        run(tanada, "seed", "Seeds")
        token = run(tanada, "token", "create", "--role", "editor", "--name", "editors").strip()
        began = time.monotonic()
        library = make_clock(work)
        servers = [Server(tanada, log, faked(offset, library)) for offset in OFFSETS]
        streams = [Events(server) for server in servers]
        psql = lambda sql: database.psql(sql, name)  # noqa: E731
        faults, late, served = boundaries(servers, streams, token, psql)
        for server, offset in zip(servers, OFFSETS):
            seen, uptime = metric(server, "tanada_store_clock_offset_seconds"), metric(server, "tanada_uptime_seconds")
            if abs(seen + offset) > 0.5:
                faults.append(f"the clock that is {offset} s off is said to be {seen} s off")
            if not 0 < uptime <= time.monotonic() - began:
                faults.append(f"a server says that it has run for {uptime} s")
        delays = commits(servers[1], streams[2], token, psql, writes)
        if os.environ.get("TANADA_IS_RELEASE") and percentile(delays, 0.99) > GOAL:
            faults.append(f"commit until served: p99 {percentile(delays, 0.99) * 1000:.0f} ms")
        for fault in faults:
            print(f"error: clocks: {fault}", file=sys.stderr)
        if faults:
            sys.exit(f"error: clocks: {len(faults)} faults")
        print(
            f"✔ clocks: {BOUNDARIES} boundaries, {len(OFFSETS)} servers with clocks {min(OFFSETS)} to {max(OFFSETS)} s off: "
            f"{BOUNDARIES} revisions, none early; committed p50 {percentile(late, 0.5) * 1000:.0f} ms, "
            f"p99 {percentile(late, 0.99) * 1000:.0f} ms late, served p50 {percentile(served, 0.5) * 1000:.0f} ms, p99 "
            f"{percentile(served, 0.99) * 1000:.0f} ms late; {len(delays)} commits served by another server after p50 "
            f"{percentile(delays, 0.5) * 1000:.0f} ms, p99 {percentile(delays, 0.99) * 1000:.0f} ms (goal: 50 ms)")
    finally:
        for server in servers:
            server.end()
        database.stop()


if __name__ == "__main__":
    main()
