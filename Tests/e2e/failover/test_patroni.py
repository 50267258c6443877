"""The primary of a PostgreSQL that Patroni watches fails under load: its process is killed, its whole node is killed,
or it is frozen until a watchdog restarts it. The checks are those of primaries that are killed."""

import statistics
import time

from failover.cluster import under_load, wait_for_writes
from failover.patroni import Cluster
from harness import need

GOALS = {"process": 10, "node": 30}  # seconds without writes


def gap_of(cluster, load, how):
    wait_for_writes(load)
    cluster.wait_for_standbys()
    began = time.monotonic()
    come_back = cluster.fail(how)
    time.sleep(0.3)  # what was on its way is answered
    wait_for_writes(load, 5)
    gap = load.gap(began, time.monotonic())
    come_back()
    cluster.wait_for_standbys()
    return gap


def test_patroni_loses_nothing(soak_alone, folder, seed, size, figure):
    need("patroni", "etcd")
    count, cluster = size("times", 1, soak=5), Cluster(folder)
    try:
        with under_load(cluster, folder) as (_, load):
            gaps = {how: [gap_of(cluster, load, how) for _ in range(count)] for how in ("process", "node", "frozen")}
    finally:
        cluster.stop()
    for how, goal in GOALS.items():
        assert max(gaps[how]) <= goal, f"{max(gaps[how]):.1f} s without writes after a killed {how}"
    spans = "; ".join(f"{how} " + " / ".join(f"{f(times):.1f}" for f in (min, statistics.median, max)) + " s"
                      + (f" (at most {GOALS[how]} s)" if how in GOALS else "") for how, times in gaps.items())
    figure(f"patroni: each {count} times, without writes: {spans}; {load.text}; documents equal (seed {seed})")
