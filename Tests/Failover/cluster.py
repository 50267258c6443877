"""A primary and two standbys of PostgreSQL, of which one has to confirm each commit."""

import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "PostgreSQL"))
import postgresql  # noqa: E402

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


class Node(postgresql.Server):
    """A server that is a primary, or follows one."""

    def __init__(self, folder, name, primary=None):
        self.name = name
        if primary:
            os.makedirs(folder, exist_ok=True)
            if os.getuid() == 0:
                shutil.chown(folder, postgresql.USER, postgresql.USER)
            self.copy(primary, os.path.join(folder, "data"))
        super().__init__(folder, SETTINGS)
        if not primary:
            self.set({"cluster_name": name})

    def copy(self, primary, data):
        """Takes over all that the primary has."""
        shutil.rmtree(data, ignore_errors=True)
        subprocess.run(postgresql.as_server([
            os.path.join(postgresql.programs(), "pg_basebackup"), "--pgdata", data, "--checkpoint=fast",
            "--wal-method=stream", "--no-sync", "--host=127.0.0.1", f"--port={primary.port}",
            "--username=tanada",
        ]), check=True)
        with open(os.path.join(data, "standby.signal"), "w"):
            pass
        with open(os.path.join(data, "postgresql.conf"), "a") as file:
            file.write(f"cluster_name = '{self.name}'\nprimary_conninfo = '{self.address_of(primary)}'\n")

    def address_of(self, primary):
        return f"host=127.0.0.1 port={primary.port} user=tanada application_name={self.name}"

    def rejoin(self, primary):
        """Begins anew as a standby."""
        self.copy(primary, self.data)
        self.start()

    def follow(self, primary):
        self.set({"primary_conninfo": self.address_of(primary)})
        self.psql("SELECT pg_reload_conf()")

    @property
    def received(self):
        """The position up to which it has what the primary wrote, in bytes."""
        return int(self.psql("SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn")[0])

    @property
    def is_receiving(self):
        return self.psql("SELECT count(*) FROM pg_stat_wal_receiver")[0] != "0"


class Cluster:
    """The servers, and which of them is the primary."""

    def __init__(self, folder):
        self.primary = Node(os.path.join(folder, NAMES[0]), NAMES[0])
        # Nobody confirms commits before there are standbys.
        self.primary.start()
        self.primary.psql("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.primary.psql("SELECT pg_reload_conf()")
        self.primary.psql(f"CREATE DATABASE {DATABASE} TEMPLATE template0")
        self.standbys = [Node(os.path.join(folder, name), name, self.primary) for name in NAMES[1:]]
        for standby in self.standbys:
            standby.start()
        for node in self.nodes:
            with open(os.path.join(node.data, "postgresql.auto.conf"), "w"):
                pass
            node.psql("SELECT pg_reload_conf()")
        self.wait_for_standbys()

    @property
    def nodes(self):
        return [self.primary, *self.standbys]

    @property
    def address(self):
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in sorted(self.nodes, key=lambda node: node.name))
        return f"postgresql://tanada@{hosts}/{DATABASE}"

    def psql(self, sql):
        return self.primary.psql(sql, DATABASE)

    def wait_for_standbys(self, count=2):
        wait_until(lambda: int(self.primary.psql(
            "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'"
        )[0]) >= count, "the standbys do not follow")

    def fail_over(self):
        """Kills the primary, and makes the most advanced standby the primary.

        Returns the killed node, and the seconds until the new one takes writes."""
        killed, began = self.primary, time.monotonic()
        killed.kill()
        # What is on its way arrives before positions are compared.
        for standby in self.standbys:
            wait_until(lambda: not standby.is_receiving, f"{standby.name} does not notice the loss")
        self.primary = max(self.standbys, key=lambda standby: standby.received)
        self.primary.psql("SELECT pg_promote()")
        others = [standby for standby in self.standbys if standby is not self.primary]
        for standby in others:
            standby.follow(self.primary)
        self.standbys = others
        return killed, time.monotonic() - began

    def rejoin(self, node):
        node.rejoin(self.primary)
        self.standbys.append(node)
        self.wait_for_standbys()

    def stop(self):
        for node in self.nodes:
            node.kill()


def wait_until(is_so, otherwise, patience=60):
    deadline = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > deadline:
            raise SystemExit(f"error: failover: {otherwise}")
        time.sleep(0.01)
