"""Servers are killed at any moment, under writes of every sort: the only one, one of two with one store, and the
database of two. What any of them has answered of a revision, every one answers of it to the byte ever after."""

import hashlib
import itertools
import random
import signal
import threading
import time

import pytest
from faults.writes import FIRST, Model, Writer, check, check_after_sweep, check_files, check_history, screen
from harness import PROGRAM, Events, Failure, eventually, postgresql, stores
from harness.load import NO_ANSWER, People

WRITERS = 3
PROGRESS = 3  # writes of each writer until something is said to go on
LATEST = 60  # writes that are acknowledged until a kill, at most
FORMER = 8  # documents of former revisions that are read again after each kill
FEED = "/v1/feeds/home.jsonfeed"
DOCUMENTS = [FEED, *(f"/v1/feeds/home?width={form}" for form in (
    "390", "834", "320&locale=en-GB", "390&locale=zh-Hant", "390&max_version=1", "320&locale=en&text_size=2&direction=rtl"))]


class Served:
    def __init__(self):
        self.lock, self.known = threading.Lock(), {}

    def keep(self, path, revision, answer, how):
        made = answer.headers["ETag"], hashlib.sha256(answer.bytes).hexdigest()
        with self.lock:
            known = self.known.setdefault((path, revision), made)
        if (answer.status, known) != (200, made):
            raise Failure(f"{path} of revision {revision} is not what was served before, {how}: {answer}")


class Crowd(People):
    def __init__(self, server, model, served, first, turn, is_killed):
        super().__init__(NO_ANSWER if is_killed else ())
        self.server, self.served, self.revision, self.paths = server, served, 0, itertools.cycle(DOCUMENTS)
        self.writers = [Writer(server, model, first + 100 * number, is_killed) for number in range(WRITERS)]
        self.add(self.read)
        for writer in self.writers:
            writer.step = turn * 1000
            self.add(writer.run_all)

    def read(self):
        path = next(self.paths)
        answer = self.server.get(path, token=None)
        if answer.status != 200 or answer.revision < self.revision:
            raise Failure(f"the screen has {answer.status} and revision {answer.revision} after {self.revision}")
        self.revision = answer.revision
        self.served.keep(path, self.revision, answer, "in service")
        self.is_over.wait(0.01)

    def go_on(self):
        goals = [writer.acknowledged + PROGRESS for writer in self.writers]
        eventually(lambda: self.faults or all(writer.acknowledged >= goal for writer, goal in zip(self.writers, goals)),
                   "writes are acknowledged")


class Kills:
    def __init__(self, make_server, store, count, source, database=None):
        # PostgreSQL tells their connections apart.
        self.servers = [make_server(store, token=store.token(), environment=store.address and {
            "TANADA_STORE": f"{store.address}?application_name=kills_{number}"}).start() for number in range(count)]
        self.source, self.database, self.model, self.newest, self.kills = source, database, Model(), 1, 0
        self.served = Served()

    def crowd(self, server, turn, is_killed=False):
        return Crowd(server, self.model, self.served, FIRST + 400 * self.servers.index(server), turn, is_killed)

    def wait(self, crowds):
        goal = self.model.acknowledged + self.source.randrange(LATEST)
        eventually(lambda: self.model.acknowledged >= goal or any(crowd.faults for crowd in crowds), "writes until a kill")

    def kill_server(self, turn):
        """Kills one of the servers. The others go on meanwhile."""
        victim = self.source.choice(self.servers)
        killed = self.crowd(victim, turn, is_killed=True)
        left = [self.crowd(server, turn) for server in self.servers if server is not victim]
        self.wait([killed, *left])
        victim.kill()
        self.kills += 1
        killed.join().check()
        if victim.store.address:  # until PostgreSQL knows that it is gone, it may commit what it was told to
            name = victim.environment["TANADA_STORE"].split("?application_name=")[1]
            count = f"SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '{name}%'"
            eventually(lambda: victim.store.rows(count) == [("0",)], "connections of a killed server end")
        for crowd in left:
            crowd.go_on()
        if not left and self.source.random() < 0.5:
            self.lose_notes(victim.store)
        victim.start()
        self.finish(left)

    def lose_notes(self, store):
        """What servers have noted of documents is a cache: without the end of it, they answer the same."""
        first, last = (int(store.rows(sql)[0][0]) for sql in (
            "SELECT first_revision FROM tanada_history", "SELECT last_revision FROM tanada_known_documents"))
        noted = self.source.randint(first, max(first, last))
        store.rows(f"DELETE FROM tanada_document_revisions WHERE revision > {noted}")
        store.rows(f"UPDATE tanada_known_documents SET last_revision = {noted}")

    def kill_database(self, turn):
        """Ends the database at once. The servers say so, serve what they have in memory, and go on afterwards."""
        crowds = [self.crowd(server, turn) for server in self.servers]
        self.wait(crowds)
        self.database.end(self.source.choice([signal.SIGQUIT, signal.SIGKILL]))
        time.sleep(self.source.uniform(0.05, 0.8))  # how long it is away
        self.database.start()
        self.finish(crowds)

    def finish(self, crowds):
        for crowd in crowds:
            crowd.go_on()
            crowd.end().check()

    def check(self):
        last = self.newest
        for server in self.servers:
            check(server, self.model)
            self.newest = check_history(server, self.model)
            # More than 100 are a reset.
            first = max(last, self.newest - 90)
            if self.newest > first:
                events = Events(server.port, after=first)
                seen = list(events.until(self.newest))
                events.close()
                assert seen == list(range(first + 1, self.newest + 1)), f"events from {first} to {self.newest}: {seen}"
        check_files(self.servers[0], self.model.photos, is_swept=False, interrupted=self.kills)
        screens = {eventually(lambda server=server: server.get("/readyz", token=None).json["revision"] == self.newest
                              and screen(server), "the newest revision is in service") for server in self.servers}
        assert len(screens) == 1, f"the servers have {len(screens)} screens of revision {self.newest}"
        former = sorted(place for place in self.served.known if place[0] != FEED)
        for (path, revision), server in itertools.product(
                self.source.sample(former, min(FORMER, len(former))), self.servers):
            self.served.keep(path, revision, server.get(f"{path}&revision={revision}"), "as a former revision")

    def run(self, kill, rounds):
        for turn in range(rounds):
            kill(turn)
            self.check()
        check_after_sweep(self.servers[0], interrupted=self.kills)
        return (f"{self.model.acknowledged} writes acknowledged and none lost, {self.newest} revisions without a gap, "
                f"{len(self.served.known)} documents of them the same ever after")


@pytest.mark.parametrize("count", [1, 2])
def test_killed_servers_lose_nothing(make_server, fault_store, count, seed, size, figure):
    rounds = size("kills", 4, soak=200)
    rounds = rounds if count == 1 else max(2, rounds // 4)
    kills = Kills(make_server, fault_store(), count, random.Random(f"kills {count} {seed}"))
    figure(f"faults, {rounds} kills of {count} servers: {kills.run(kills.kill_server, rounds)} (seed {seed})")


def test_a_killed_database_loses_nothing(make_server, fault_store, make_folder, seed, size, figure):
    if not stores.POSTGRESQL:
        pytest.skip("the store is a file")
    rounds = max(2, size("kills", 4, soak=200) // 4)
    database = postgresql.Server(make_folder("database") / "postgresql", {"fsync": "off"}).start()
    try:
        store = fault_store(address=database.make_database(PROGRAM)).seed()
        kills = Kills(make_server, store, 2, random.Random(f"database {seed}"), database)
        figure(f"faults, {rounds} kills of a database: {kills.run(kills.kill_database, rounds)} (seed {seed})")
    finally:
        database.stop()
