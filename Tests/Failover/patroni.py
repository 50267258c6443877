"""Nodes of Patroni with etcd are killed or frozen under load; see `run-patroni`."""

import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request

from checks import check_documents, check_writes
from cluster import DATABASE, NAMES, postgresql, wait_until
from failover import run, wait_for_writes
from load import Load, Server

# Seconds; 20 is the least `ttl`. With the defaults (30, 10, 10) all takes longer.
TTL, LOOP_WAIT, RETRY_TIMEOUT = 20, 2, 3
GOALS = {"process": 10, "node": 30}  # seconds
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


class Etcd:
    """The store of the leader: one process, since it is not what is tested."""

    def __init__(self, folder):
        self.port, peer = postgresql.free_port(), postgresql.free_port()
        address = f"http://127.0.0.1:{self.port}"
        with open(os.path.join(folder, "etcd.log"), "w") as log:
            self.process = subprocess.Popen(
                ["etcd", "--data-dir", os.path.join(folder, "etcd"), "--listen-client-urls", address,
                 "--advertise-client-urls", address, "--listen-peer-urls", f"http://127.0.0.1:{peer}",
                 "--unsafe-no-fsync"], stdout=log, stderr=log)
        wait_until(lambda: is_open(self.port), "etcd does not start")


class Node:
    """Patroni and its PostgreSQL."""

    def __init__(self, folder, name, etcd):
        self.folder, self.name = os.path.join(folder, name), name
        self.port, self.api = postgresql.free_port(), postgresql.free_port()
        os.makedirs(self.folder)
        with open(os.path.join(self.folder, "patroni.yml"), "w") as file:
            file.write(CONFIGURATION.format(
                name=name, api=self.api, etcd=etcd.port, ttl=TTL, loop_wait=LOOP_WAIT,
                retry_timeout=RETRY_TIMEOUT, port=self.port, folder=self.folder,
                programs=postgresql.programs()))
        if os.getuid() == 0:
            shutil.chown(self.folder, postgresql.USER, postgresql.USER)
        self.process = None
        self.start()

    def start(self):
        with open(os.path.join(self.folder, "log"), "a") as log:
            self.process = subprocess.Popen(
                postgresql.as_server(["patroni", os.path.join(self.folder, "patroni.yml")]), stdout=log,
                stderr=log, cwd=self.folder)

    def psql(self, sql, database="postgres"):
        return postgresql.Server.psql(self, sql, database)

    programs = postgresql.programs()

    @property
    def is_primary(self):
        try:
            return self.psql("SELECT pg_is_in_recovery()")[0] == "f"
        except RuntimeError:
            return False

    @property
    def postgres(self):
        """The processes of PostgreSQL, the leader first."""
        try:
            with open(os.path.join(self.folder, "data", "postmaster.pid")) as file:
                leader = int(file.readline())
        except FileNotFoundError:
            return []
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(leader)], stdout=subprocess.PIPE,
                                  text=True).stdout.split()
        return [leader, *map(int, children)]

    def send(self, how, processes):
        for process in processes:
            try:
                os.kill(process, how)
            except ProcessLookupError:
                pass

    def kill_postgres(self):
        self.send(signal.SIGKILL, self.postgres)

    def kill_all(self):
        """The node has lost its power."""
        processes = [self.process.pid, *self.postgres]
        self.send(signal.SIGKILL, processes)
        self.process.wait()

    def freeze(self):
        """The node answers nothing any more, and does not know."""
        self.send(signal.SIGSTOP, [self.process.pid, *self.postgres])


def is_open(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


class Cluster:
    def __init__(self, folder):
        self.etcd = Etcd(folder)
        self.nodes = [Node(folder, name, self.etcd) for name in NAMES]
        wait_until(lambda: self.primary, "there is no primary", 120)
        self.wait_for_standbys()
        self.primary.psql(f"CREATE DATABASE {DATABASE} TEMPLATE template0")

    @property
    def primary(self):
        return next((node for node in self.nodes if node.is_primary), None)

    @property
    def address(self):
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://tanada@{hosts}/{DATABASE}"

    def psql(self, sql):
        return self.primary.psql(sql, DATABASE)

    def wait_for_standbys(self):
        def follow():
            primary = self.primary
            try:
                return primary and primary.psql(
                    "SELECT count(*) FILTER (WHERE state = 'streaming'), count(*) FILTER (WHERE "
                    "sync_state IN ('sync', 'quorum')) > 0 FROM pg_stat_replication")[0] == "2|t"
            except RuntimeError:
                return False
        wait_until(follow, "the standbys do not follow", 180)
        # Nobody may take over before the leader has written down who has everything.
        try:
            wait_until(self.has_synchronous_standby, "Patroni chooses no synchronous standby", 60)
        except SystemExit:
            print(f"roles: {self.roles}", file=sys.stderr)
            raise

    def has_synchronous_standby(self):
        time.sleep(0.2)  # Patroni asks its store for each answer
        return "sync_standby" in self.roles.values()

    @property
    def roles(self):
        """The roles of the nodes, as Patroni has them in its store."""
        for node in self.nodes:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{node.api}/cluster", timeout=5) as answer:
                    return {member["name"]: member["role"] for member in json.load(answer)["members"]}
            except (OSError, ValueError):
                pass
        return {}

    def stop(self):
        for node in self.nodes:
            node.kill_all()
        self.etcd.process.kill()


def fail(cluster, load, how):
    """Has the primary fail; returns the seconds until a write is acknowledged again."""
    wait_for_writes(load)
    cluster.wait_for_standbys()
    primary = cluster.primary
    began = time.monotonic()
    if how == "process":
        primary.kill_postgres()
    elif how == "node":
        primary.kill_all()
    else:
        primary.freeze()
    time.sleep(0.3)
    moment = time.monotonic()
    wait_until(lambda: load.faults or load.acknowledged_after(moment) >= 5, "nothing is written any more", 90)
    gap = load.gap(began, time.monotonic())
    if how == "frozen":
        primary.kill_all()  # as a watchdog does
    if how != "process":
        primary.start()
    cluster.wait_for_standbys()
    return gap


def main():
    tanada, work, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    random.seed(seed)
    log = open(os.path.join(work, "log"), "w")
    cluster, servers = Cluster(work), []
    try:
        os.environ |= {"TANADA_STORE": cluster.address, "TANADA_PHOTOS": os.path.join(work, "photos"),
                       "TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0"}
        run(tanada, "migrate")
        run(tanada, "seed", "Seeds")
        token = run(tanada, "token", "create", "--role", "editor", "--name", "editors").strip()
        servers = [Server(tanada, log) for _ in range(2)]
        load = Load(servers, token)
        load.begin(editors=4, readers=1, command=tanada)
        gaps = {how: [fail(cluster, load, how) for _ in range(count)] for how in ("process", "node", "frozen")}
        load.end()
        faults, happened, newest = check_writes(cluster, load)
        faults += check_documents(tanada, servers, log, newest)
        for how, goal in GOALS.items():
            if max(gaps[how]) > goal:
                faults.append(f"{max(gaps[how]):.1f} s without writes after a killed {how}, at most {goal} s")
        for fault in faults[:20]:
            print(f"error: patroni: {fault}", file=sys.stderr)
        if faults:
            sys.exit(f"error: patroni: {len(faults)} faults (seed {seed})")
        counts = {outcome: sum(write.outcome == outcome for write in load.writes) for outcome in happened}
        spans = "; ".join(
            f"{how} " + " / ".join(f"{f(times):.1f}" for f in (min, statistics.median, max)) + " s"
            + (f" (at most {GOALS[how]} s)" if how in GOALS else "") for how, times in gaps.items())
        print(
            f"✔ patroni: each {count} times, without writes: {spans}; {counts['acknowledged']} writes acknowledged, "
            f"none lost; {counts['unknown']} unknown, {happened['unknown']} of them had happened, entirely; "
            f"{counts['refused']} refused ({load.refused_commands} commands), none had happened; revision {newest} without gaps; {load.reads} reads, "
            f"slowest {load.slowest_read * 1000:.0f} ms; documents equal (seed {seed})")
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.end()
        cluster.stop()


if __name__ == "__main__":
    main()
