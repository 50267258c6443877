"""The primary of a PostgreSQL that Patroni watches fails under load: its process is killed, its whole node is killed,
or it is frozen until a watchdog restarts it. The checks are those of primaries that are killed."""

import contextlib
import json
import os
import signal
import statistics
import time
import urllib.request

from failover.cluster import DATABASE, NAMES, Nodes, under_load, wait_for_writes
from harness import Process, eventually, free_ports, need, postgresql
from harness.processes import children_of, until_listening

GOALS = {"process": 10, "node": 30}  # seconds without writes
# Seconds; 20 is the least `ttl`. With the defaults (30, 10, 10) all takes longer.
TTL, LOOP_WAIT, RETRY_TIMEOUT = 20, 2, 3
CONFIGURATION = """
scope: feeds
name: {name}
restapi: {{listen: 127.0.0.1:{api}, connect_address: 127.0.0.1:{api}}}
etcd3: {{host: 127.0.0.1:{etcd}}}
bootstrap:
  dcs:
    ttl: {ttl}
    loop_wait: {loop_wait}
    retry_timeout: {retry_timeout}
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    synchronous_node_count: 1
    postgresql:
      use_pg_rewind: true
      parameters:
        synchronous_commit: remote_apply
        max_standby_streaming_delay: 200ms
        wal_retrieve_retry_interval: 100ms
        wal_log_hints: 'on'
        fsync: 'off'
        shared_buffers: 32MB
  initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, {{auth: trust}}, {{username: tanada}}, no-sync]
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {folder}/data
  bin_dir: {programs}
  pgpass: {folder}/pgpass
  authentication:
    superuser: {{username: tanada, password: none}}
    replication: {{username: tanada, password: none}}
  parameters: {{unix_socket_directories: ''}}
"""


def etcd(folder):
    """The store of the leader: one process, since it is not what is tested. Returns it and its port."""
    port, peer = free_ports(2)
    address = f"http://127.0.0.1:{port}"
    process = Process(["etcd", "--data-dir", folder / "etcd", "--listen-client-urls", address,
                       "--advertise-client-urls", address, "--listen-peer-urls", f"http://127.0.0.1:{peer}",
                       "--unsafe-no-fsync"],
                      folder / "etcd.log").launch()
    until_listening(port, process)
    return process, port


class Node(Process):
    programs = postgresql.programs()
    psql, address = postgresql.Server.psql, postgresql.Server.address

    def __init__(self, folder, name, etcd):
        self.name = name
        self.port, api = free_ports(2)
        self.cluster_address = f"http://127.0.0.1:{api}/cluster"
        postgresql.make_folder(folder)
        configuration = folder / "patroni.yml"
        configuration.write_text(CONFIGURATION.format(
            name=name, api=api, etcd=etcd, ttl=TTL, loop_wait=LOOP_WAIT, retry_timeout=RETRY_TIMEOUT, port=self.port,
            folder=folder, programs=self.programs))
        super().__init__(postgresql.as_server(["patroni", configuration]), folder / "log", folder)
        self.launch()

    @property
    def is_primary(self):
        try:
            return self.psql("SELECT pg_is_in_recovery()") == ["f"]
        except RuntimeError:
            return False

    @property
    def postgres(self):
        """The processes of PostgreSQL, the leader first."""
        try:
            leader = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        except FileNotFoundError:
            return []
        return [leader, *children_of(leader)]

    def send(self, how, is_all=True):
        for process in [self.pid] * is_all + self.postgres:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, how)

    def kill_all(self):
        self.send(signal.SIGKILL)
        self.process.wait()


class Cluster(Nodes):
    def __init__(self, folder):
        self.etcd, port = etcd(folder)
        self.nodes = [Node(folder / name, name, port) for name in NAMES]
        eventually(lambda: self.primary, "there is a primary")
        self.wait_for_standbys()
        self.primary.psql(f"CREATE DATABASE {DATABASE} TEMPLATE template0")

    @property
    def primary(self):
        return next((node for node in self.nodes if node.is_primary), None)

    def wait_for_standbys(self):
        def follow():
            primary = self.primary
            try:
                return primary and primary.psql(
                    "SELECT count(*) FILTER (WHERE state = 'streaming'), count(*) FILTER (WHERE "
                    "sync_state IN ('sync', 'quorum')) > 0 FROM pg_stat_replication") == ["2|t"]
            except RuntimeError:
                return False

        eventually(follow, "the standbys follow")
        # Nobody may take over before the leader has written down who has everything.
        eventually(lambda: "sync_standby" in self.roles().values(), "Patroni chooses a synchronous standby")

    def roles(self):
        """The roles of the nodes, as Patroni has them in its store."""
        for node in self.nodes:
            with contextlib.suppress(OSError, ValueError):
                with urllib.request.urlopen(node.cluster_address, timeout=5) as answer:
                    return {member["name"]: member["role"] for member in json.load(answer)["members"]}
        return {}

    def fail(self, how):
        """Has the primary fail. Returns what brings it back."""
        primary = self.primary
        if how == "process":
            primary.send(signal.SIGKILL, is_all=False)
            return lambda: None
        if how == "node":
            primary.kill_all()
            return primary.launch
        primary.send(signal.SIGSTOP)  # it answers nothing any more, and does not know

        def come_back():
            primary.kill_all()  # as a watchdog does
            primary.launch()

        return come_back

    def stop(self):
        for node in self.nodes:
            node.kill_all()
        self.etcd.kill()


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
