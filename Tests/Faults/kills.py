"""Servers are killed at any moment, under writes of every sort: the only one, one of two with one store, and the
database of two."""

import http.client
import json
import os
import random
import signal
import tempfile
import time

import postgresql
import stores
from crowd import SCREEN, WRITERS, Crowd
from server import PATIENCE, Fault, Server, eventually
from writes import FIRST, Model, check, check_files, check_history


def events_since(server, revision, newest):
    """The revisions of the events after one."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", f"/v1/events?last_event_id={revision}")
    answer, found = connection.getresponse(), []
    while not found or found[-1] < newest:
        line = answer.readline().decode()
        if not line or line.startswith("event: reset"):
            break
        if line.startswith("data: "):
            found.append(json.loads(line[6:])["revision"])
    connection.close()
    return found


class Kills:
    """Servers with one store, and what was acknowledged by any of them."""

    def __init__(self, servers, source, database=None):
        self.servers, self.source, self.database = servers, source, database
        self.model = Model()
        self.newest, self.kills = 1, 0

    def crowd(self, server, turn, is_killed=False):
        return Crowd(server, self.model, FIRST + 400 * self.servers.index(server), turn, is_killed)

    def wait(self):
        # The moment of the kill; nothing is expected to have happened by then.
        time.sleep(self.source.uniform(0.05, 0.8))

    def kill_server(self, turn):
        """Kills one of the servers. The others go on meanwhile."""
        victim = self.source.choice(self.servers)
        killed = self.crowd(victim, turn, is_killed=True)
        left = [self.crowd(server, turn) for server in self.servers if server is not victim]
        self.wait()
        victim.end()
        self.kills += 1
        killed.join()
        forget(victim)
        for crowd in left:
            crowd.go_on()
        victim.start()
        for crowd in left:
            crowd.go_on()
            crowd.end()

    def kill_database(self, turn):
        """Ends the database at once. The servers say so, serve what they have in memory, and go on afterwards."""
        crowds = [self.crowd(server, turn) for server in self.servers]
        self.wait()
        self.database.end(self.source.choice([signal.SIGQUIT, signal.SIGKILL]))
        self.wait()
        self.database.start()
        for crowd in crowds:
            crowd.go_on()
            crowd.end()

    def check(self):
        last = self.newest
        for server in self.servers:
            check(server, self.model)
            self.newest = check_history(server, self.model)
            # More than 100 are a reset.
            first = max(last, self.newest - 90)
            if self.newest > first and \
                    (seen := events_since(server, first, self.newest)) != list(range(first + 1, self.newest + 1)):
                raise Fault(f"events from {first} to {self.newest}: {seen}")
        check_files(self.servers[0], self.model.photos, is_swept=False, interrupted=self.kills)
        screens = {eventually("the newest revision is in service", lambda server=server: self.screen(server))
                   for server in self.servers}
        if len(screens) > 1:
            raise Fault(f"the servers have {len(screens)} screens of revision {self.newest}")

    def screen(self, server):
        """What a server has of the newest revision; None until it is in service."""
        if server.get("/readyz", is_public=True).json["revision"] != self.newest:
            return None
        return server.get(SCREEN, is_public=True).bytes

    def end(self):
        first = self.servers[0]
        first.command("photo", "sweep", "--older-than", "0")
        photos = {photo["id"] for photo in first.get("/v1/photos?limit=1000").json["result"]}
        check_files(first, photos, interrupted=self.kills)
        for server in self.servers:
            server.end()
        return f"{self.model.counts.get('acknowledged', 0)} writes acknowledged and none lost, " \
               f"{self.newest} revisions without a gap"


def forget(server):
    """Waits until PostgreSQL knows that a killed server is gone: until then it may commit what it was told to."""
    if stores.SERVER:
        store, name = server.env["TANADA_STORE"].split("?application_name=")
        count = f"SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '{name}%'"
        eventually("connections of a killed server end", lambda: postgresql.query(store, count) == ["0"])


def servers(program, folder, count, store=None):
    """Servers with one store, whose connections PostgreSQL tells apart."""
    os.makedirs(folder)
    found = []
    for number in range(count):
        env = {}
        if address := store or stores.address(folder):
            env = {"TANADA_STORE": f"{address}?application_name=kills_{number}",
                   "TANADA_PHOTOS": os.path.join(folder, "tanada.sqlite-photos")}
        found.append(Server(program, folder, env=env))
    token = found[0].prepare().token
    for server in found:
        server.token = token
        server.start()
    return found


def run(program, folder, shim, rounds, seed, is_soak):
    figures = []
    for count, part, what in [(1, rounds, "servers killed"),
                              (2, max(2, rounds // 4), "of two servers killed, one at a time,")]:
        kills = Kills(servers(program, f"{folder}/{count}", count), random.Random(f"kills {count} {seed}"))
        for turn in range(part):
            kills.kill_server(turn)
            kills.check()
        figures.append(f"{part} {what} under {WRITERS} writers each: {kills.end()}")
    if stores.SERVER:
        figures.append(run_database(program, f"{folder}/database", max(2, rounds // 4), seed))
    return figures


def run_database(program, folder, rounds, seed):
    # The user of the database may not be allowed to look into the folder of the test.
    with tempfile.TemporaryDirectory() as data:
        os.chmod(data, 0o755)
        database = postgresql.Server(f"{data}/postgresql", {"fsync": "off"}).start()
        try:
            store = database.make_database(program)
            kills = Kills(servers(program, folder, 2, store), random.Random(f"database {seed}"), database)
            for turn in range(rounds):
                kills.kill_database(turn)
                kills.check()
            return f"{rounds} kills of the database of two servers under {WRITERS} writers each: {kills.end()}; " \
                   "the screens in memory were served meanwhile"
        finally:
            database.stop()
