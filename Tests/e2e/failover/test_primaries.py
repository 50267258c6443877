"""Primaries of a PostgreSQL with two standbys are killed while editors write through two servers and the command line.
The most advanced standby takes over. No acknowledged write is lost, every other one has happened entirely or not at
all, revisions have no gaps, screens are always there, and all servers answer the same bytes in the end."""

import random
import statistics
import time

from failover.cluster import Cluster, start_again, under_load, wait_for_writes
from harness import eventually

# Every so often, a server of tanada is killed as well.
SERVER_KILLS = 5
# The longest time without writes, in seconds, that is not a fault: other programs may keep the machine busy.
LONGEST_GAP = 10


def maintain(cluster, servers, load):
    """Restarts the primary: servers say that it is away, and serve. Returns the seconds without writes."""
    wait_for_writes(load)
    began = time.monotonic()
    cluster.primary.stop()
    for server in servers:
        eventually(lambda: server.get("/readyz", token=None).json["storage"] == "failing",
                   "a server notices the loss")
        asked = time.monotonic()
        ready = server.get("/readyz", token=None)
        took = time.monotonic() - asked
        assert ready.status == 200 and ready.json["status"] == "degraded" and took <= 2, f"{ready} after {took:.1f} s"
        assert "\ntanada_store_available 0" in server.get("/metrics", token=None).text
    cluster.primary.start()
    wait_for_writes(load)
    ended = time.monotonic()
    for server in servers:
        eventually(lambda: server.get("/readyz", token=None).json["status"] == "ready", "a server is ready again")
    return load.gap(began, ended)


def test_killed_primaries_lose_nothing(folder, seed, size, figure):
    source, cluster, gaps, promotions = random.Random(str(seed)), Cluster(folder / "cluster"), [], []
    try:
        with under_load(cluster, folder) as (servers, load):
            for number in range(size("kills", 2, soak=50)):
                wait_for_writes(load)
                time.sleep(source.random() * 0.3)  # the moment of the kill
                began = time.monotonic()
                if number % SERVER_KILLS == SERVER_KILLS - 1:
                    servers[1].kill()
                killed, promotion = cluster.fail_over()
                if not servers[1].is_running:
                    start_again(servers[1])
                wait_for_writes(load)
                gaps.append(load.gap(began, time.monotonic()))
                promotions.append(promotion)
                cluster.rejoin(killed)
            restart = maintain(cluster, servers, load)
    finally:
        cluster.stop()
    assert max(gaps) <= LONGEST_GAP, f"{max(gaps):.1f} s without writes"
    figure(f"failover: {len(gaps)} primaries killed, {load.text}; documents equal; promoted in "
           f"{statistics.median(promotions):.2f} s; without writes {min(gaps):.2f} / {statistics.median(gaps):.2f} / "
           f"{max(gaps):.2f} s (min, median, max), {restart:.2f} s during a restart (seed {seed})")
