"""Primaries of PostgreSQL are killed under load; see `run`."""

import os
import random
import signal
import statistics
import subprocess
import sys
import time

from checks import check_documents, check_writes
from cluster import Cluster, wait_until
from load import Load, Server

# Every so often, a server of tanada is killed as well.
SERVER_KILLS = 5
# The writes of each failover that are acknowledged before and after it.
WRITES = 40
# The longest time without writes, in seconds, that is not a fault: other programs may keep the machine busy.
LONGEST_GAP = 10


def main():
    tanada, work, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    source = random.Random(seed)
    cluster = Cluster(os.path.join(work, "cluster"))
    log = open(os.path.join(work, "log"), "w")
    servers = []
    try:
        os.environ |= {"TANADA_STORE": cluster.address, "TANADA_PHOTOS": os.path.join(work, "photos"),
                       "TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0"}
        run(tanada, "migrate")
        run(tanada, "seed", "Seeds")
        token = run(tanada, "token", "create", "--role", "editor", "--name", "editors").strip()
        servers = [Server(tanada, log) for _ in range(2)]
        load = Load(servers, token)
        load.begin(editors=4, readers=1, command=tanada)
        gaps, promotions = [], []
        for number in range(count):
            wait_for_writes(load)
            time.sleep(source.random() * 0.3)
            began = time.monotonic()
            if number % SERVER_KILLS == SERVER_KILLS - 1:
                servers[1].end(signal.SIGKILL)
            killed, promotion = cluster.fail_over()
            if servers[1].process.poll() is not None:
                servers[1].start()
            wait_for_writes(load)
            gaps.append(load.gap(began, time.monotonic()))
            promotions.append(promotion)
            cluster.rejoin(killed)
        restart, faults = maintain(cluster, servers, load)
        load.end()
        more, happened, newest = check_writes(cluster, load)
        faults += more
        faults += check_documents(tanada, servers, log, newest)
        if max(gaps) > LONGEST_GAP:
            faults.append(f"{max(gaps):.1f} s without writes")
        report(load, faults, happened, newest, gaps, promotions, restart, work, seed)
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.end()
        cluster.stop()


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout


def wait_for_writes(load):
    moment = time.monotonic()
    wait_until(lambda: load.faults or load.acknowledged_after(moment) >= WRITES, "nothing is written any more")


def maintain(cluster, servers, load):
    """Restarts the primary for maintenance: it is away for a while, and servers say so, but serve.

    Returns the seconds without writes, and the faults."""
    wait_for_writes(load)
    began, faults = time.monotonic(), []
    cluster.primary.stop()
    for server in servers:
        wait_until(lambda: b'"storage":"failing"' in server.get("/readyz")[1], "nobody notices the loss")
        asked = time.monotonic()
        status, body = server.get("/readyz")
        took = time.monotonic() - asked
        if status != 200 or b'"degraded"' not in body or took > 2:
            faults.append(f"/readyz is {status} {body[:200]} after {took:.1f} s while the database is away")
        if b"\ntanada_store_available 0" not in server.get("/metrics")[1]:
            faults.append("metrics do not say that the database is away")
    cluster.primary.start()
    wait_for_writes(load)
    ended = time.monotonic()
    for server in servers:
        wait_until(lambda: b'"ready"' in server.get("/readyz")[1], "a server does not become ready again")
    return load.gap(began, ended), faults


def report(load, faults, happened, newest, gaps, promotions, restart, work, seed):
    for fault in faults[:20]:
        print(f"error: failover: {fault}", file=sys.stderr)
    if faults:
        with open(os.path.join(work, "log")) as file:
            print(file.read()[-4000:], file=sys.stderr)
        sys.exit(f"error: failover: {len(faults)} faults (seed {seed})")
    counts = {outcome: sum(write.outcome == outcome for write in load.writes) for outcome in happened}
    print(
        f"✔ failover: {len(gaps)} primaries killed, {counts['acknowledged']} writes acknowledged, none lost; "
        f"{counts['unknown']} unknown, {happened['unknown']} of them had happened, entirely; "
        f"{counts['refused']} refused ({load.refused_commands} commands), none had happened; revision {newest} without gaps; "
        f"{load.reads} reads, slowest {load.slowest_read * 1000:.0f} ms; documents equal; "
        f"promoted in {statistics.median(promotions):.2f} s; without writes "
        f"{min(gaps):.2f} / {statistics.median(gaps):.2f} / {max(gaps):.2f} s (min, median, max), "
        f"{restart:.2f} s during a restart (seed {seed})")


if __name__ == "__main__":
    main()
