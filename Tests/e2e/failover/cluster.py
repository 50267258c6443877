"""A primary and two standbys of PostgreSQL, of which one has to confirm each commit."""

import contextlib
import time

from harness import Server, Store, eventually, postgresql
from harness.load import KIND, SCREEN, Editors

PATHS = [SCREEN, "/v1/feeds/home?width=1024", "/v1/feeds/home/sections/campaign_banners?width=390",
         f"/v1/content/{KIND}?limit=1000", "/v1/content/pickup_photos?limit=1000"]
EDITORS = 4
NAMES = ("one", "two", "three")
DATABASE = "feeds"
SETTINGS = {
    # The processes are killed, and not the machine.
    "fsync": "off",
    "synchronous_standby_names": f"ANY 1 ({', '.join(NAMES)})",
    "synchronous_commit": "remote_apply",
    "max_standby_streaming_delay": "200ms",
    # By default, a standby waits five seconds before it looks for its primary again.
    "wal_retrieve_retry_interval": "100ms",
    "wal_keep_size": "256MB",
    "shared_buffers": "32MB",
}


def start_again(server):
    """Without a database it ends, and is started again, as by a service manager."""
    def is_listening():
        server.end()
        return server.launch().is_listening

    eventually(is_listening, "a server starts")


def wait_for_writes(load, count=40):
    now = time.monotonic()
    eventually(lambda: load.faults or load.acknowledged(now) >= count, "something is written")


@contextlib.contextmanager
def under_load(cluster, folder):
    """The servers and the load; afterwards, what must be true of it is checked. The text of it is in `load.text`."""
    store = Store(folder / "store", address=cluster.address)
    store.run("migrate")
    store.seed()
    token, load, pairs = store.token("editor"), Editors(), iter(range(100))
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Server(store, token=token)) for _ in range(2)]
        with load:
            for server in servers:
                for _ in range(EDITORS):
                    load.add(load.edit, server.client(token), next(pairs))
                load.add(load.reader(server))
            load.add(load.command, store, next(pairs))
            yield servers, load
        newest, load.text = load.check_writes(cluster.rows)
        # The documents of all servers, and of one that was just started, are equal to the byte.
        servers.append(stack.enter_context(Server(store, token=token)))
        for server in servers:
            eventually(lambda: server.get("/readyz", token=None).json["revision"] == newest,
                       f"all servers serve revision {newest}")
        for path in PATHS:
            answers = [server.get(path, token=None) for server in servers]
            assert {answer.status for answer in answers} == {200}, f"{path}: {answers}"
            assert len({answer.bytes for answer in answers}) == 1, f"{path} differs between servers"


class Node(postgresql.Server):
    def __init__(self, folder, name, primary=None):
        self.name = name
        if primary:
            self.copy(primary, folder)
        super().__init__(folder, SETTINGS)
        if not primary:
            self.set({"cluster_name": name})

    def copy(self, primary, folder):
        data = primary.copy_to(folder)
        open(f"{data}/standby.signal", "w").close()
        with open(f"{data}/postgresql.conf", "a") as file:
            file.write(f"cluster_name = '{self.name}'\nprimary_conninfo = '{self.address_of(primary)}'\n")

    def address_of(self, primary):
        return f"host=127.0.0.1 port={primary.port} user=tanada application_name={self.name}"

    def follow(self, primary):
        self.set({"primary_conninfo": self.address_of(primary)})
        self.psql("SELECT pg_reload_conf()")

    @property
    def received(self):
        return int(self.psql("SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn")[0])

    @property
    def is_receiving(self):
        return self.psql("SELECT count(*) FROM pg_stat_wal_receiver") != ["0"]


class Nodes:
    """What a cluster has, whoever watches it: a database, whose primary is one of its nodes."""

    @property
    def address(self):
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in sorted(self.nodes, key=lambda node: node.name))
        return f"postgresql://tanada@{hosts}/{DATABASE}"

    def rows(self, sql):
        return [tuple(line.split("|")) for line in self.primary.psql(sql, DATABASE)]


class Cluster(Nodes):
    def __init__(self, folder):
        self.primary = Node(f"{folder}/{NAMES[0]}", NAMES[0]).start()
        self.standbys = []
        # Nobody confirms commits before there are standbys.
        self.primary.psql("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.primary.psql("SELECT pg_reload_conf()")
        self.primary.psql(f"CREATE DATABASE {DATABASE} TEMPLATE template0")
        for name in NAMES[1:]:
            self.standbys.append(Node(f"{folder}/{name}", name, self.primary).start())
        for node in self.nodes:
            open(f"{node.data}/postgresql.auto.conf", "w").close()
            node.psql("SELECT pg_reload_conf()")
        self.wait_for_standbys()

    @property
    def nodes(self):
        return [self.primary, *self.standbys]

    def wait_for_standbys(self):
        eventually(lambda: self.primary.psql(
            "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'") == ["2"],
            "the standbys follow")

    def fail_over(self):
        """Kills the primary, and makes the most advanced standby the primary.

        Returns the killed node, and the seconds until the new one takes writes."""
        killed, began = self.primary, time.monotonic()
        killed.kill()
        # What is on its way arrives before positions are compared.
        for standby in self.standbys:
            eventually(lambda: not standby.is_receiving, f"{standby.name} notices the loss")
        self.primary = max(self.standbys, key=lambda standby: standby.received)
        self.primary.psql("SELECT pg_promote()")
        self.standbys.remove(self.primary)
        for standby in self.standbys:
            standby.follow(self.primary)
        return killed, time.monotonic() - began

    def rejoin(self, node):
        node.copy(self.primary, node.folder)
        self.standbys.append(node.start())
        self.wait_for_standbys()

    def stop(self):
        for node in self.nodes:
            node.kill()
