"""Editors, readers and servers of one database, while its primary is killed."""

import http.client
import itertools
import json
import re
import signal
import subprocess
import threading
import time

PATIENCE = 120  # seconds: a busy machine needs long
KIND = "campaign_banners"
FIRST_ID = 1001


class Server:
    """`tanada serve` on a port that it keeps when it is started again."""

    def __init__(self, tanada, log, environment=None, port=0):
        self.tanada, self.log, self.environment, self.port = tanada, log, environment, port
        self.start()

    def start(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            self.process = subprocess.Popen(
                [self.tanada, "serve", "--port", str(self.port)], stdout=subprocess.PIPE, stderr=self.log,
                env=self.environment, text=True)
            line = self.process.stdout.readline().strip()
            if line:
                self.port = int(line.rsplit(":", 1)[1])
                return
            # Without a database it ends, and is started again, as by a service manager.
            self.process.wait()
            if time.monotonic() > deadline:
                raise SystemExit("error: failover: a server does not start")
            time.sleep(0.2)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


class Write:
    """A write of a number to a pair of items: when it was answered, and how."""

    def __init__(self, number, pair, outcome, revision=None, detail=""):
        self.number, self.pair, self.outcome, self.revision = number, pair, outcome, revision
        self.detail, self.at = detail, time.monotonic()


class Load:
    """Editors with pairs of items of their own, and readers, until they are told to end."""

    def __init__(self, servers, token):
        self.servers, self.token = servers, token
        self.numbers = itertools.count(1)
        self.pairs = itertools.count(0)
        self.writes, self.reads, self.faults = [], 0, []
        self.slowest_read = 0.0
        # Commands that could not connect.
        self.refused_commands = 0
        self.is_over = threading.Event()
        self.threads = []

    def begin(self, editors, readers, command=None):
        for server in self.servers:
            for _ in range(editors):
                self.run(self.edit, server, next(self.pairs))
            for _ in range(readers):
                self.run(self.read, server)
        if command:
            self.run(self.command, command, next(self.pairs))

    def run(self, body, *arguments):
        def catching():
            try:
                body(*arguments)
            except Exception as error:  # a fault of the test ends it
                self.faults.append(f"{body.__name__}: {error!r}")
        thread = threading.Thread(target=catching, daemon=True)
        thread.start()
        self.threads.append(thread)

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def edit(self, server, pair):
        """Writes new numbers to a pair of items, both in one revision."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        connection = None
        while not self.is_over.is_set():
            number = next(self.numbers)
            body = json.dumps({"operations": [
                {"op": "replace", "kind": KIND, "id": id, "body": item(number)} for id in ids(pair)
            ]})
            try:
                connection = connection or http.client.HTTPConnection(
                    "127.0.0.1", server.port, timeout=PATIENCE)
                connection.request("POST", "/v1/batch", body, headers)
                answer = connection.getresponse()
                bytes = answer.read()
            except ConnectionRefusedError:
                connection = None
                self.writes.append(Write(number, pair, "refused", detail="no server"))
                time.sleep(0.05)
                continue
            except (OSError, http.client.HTTPException) as error:
                connection = None
                self.writes.append(Write(number, pair, "unknown", detail=repr(error)))
                continue
            self.writes.append(self.outcome(number, pair, answer.status, bytes))

    def outcome(self, number, pair, status, bytes):
        if status == 200:
            return Write(number, pair, "acknowledged", json.loads(bytes)["revision"])
        code = json.loads(bytes).get("code") if bytes.startswith(b"{") else None
        if status == 503:
            return Write(number, pair, "unknown" if code == "write_unknown" else "refused", detail=code)
        self.faults.append(f"a write was answered with {status}: {bytes[:200]}")
        return Write(number, pair, "unknown")

    def command(self, tanada, pair):
        """Imports a pair of items with the command line, directly into the database."""
        while not self.is_over.is_set():
            number = next(self.numbers)
            done = subprocess.run(
                [tanada, "import", KIND, "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                input=json.dumps({"result": [{"id": id} | item(number) for id in ids(pair)]}))
            revision = re.search(r"^revision (\d+)$", done.stdout, re.M)
            if done.returncode == 0 and revision:
                write = Write(number, pair, "acknowledged", int(revision[1]))
            elif "unknown" in done.stderr:
                write = Write(number, pair, "unknown", detail=done.stderr.strip())
            else:
                self.refused_commands += 1
                write = Write(number, pair, "refused", detail=done.stderr.strip())
            self.writes.append(write)

    def read(self, server):
        """Reads the screen: it is always there, and never older than before."""
        newest, connection, port = 0, None, None
        while not self.is_over.is_set():
            began = time.monotonic()
            try:
                if connection is None or port != server.port:
                    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
                    port = server.port
                connection.request("GET", "/v1/feeds/home?width=390")
                answer = connection.getresponse()
                bytes = answer.read()
            except (OSError, http.client.HTTPException):
                # The server itself was killed.
                connection, newest = None, 0
                time.sleep(0.05)
                continue
            self.reads += 1
            self.slowest_read = max(self.slowest_read, time.monotonic() - began)
            if answer.status != 200:
                self.faults.append(f"a screen was answered with {answer.status}: {bytes[:200]}")
                continue
            screen = json.loads(bytes)
            if screen["revision"] < newest:
                self.faults.append(f"revision {screen['revision']} after {newest}")
            newest = screen["revision"]
            for section in screen["sections"]:
                if not section["items"]:
                    self.faults.append(f"the section {section['id']} of revision {newest} is empty")
            time.sleep(0.01)

    def gap(self, began, ended):
        """The longest time within the span that no write was acknowledged, in seconds."""
        moments = sorted(write.at for write in self.writes
                         if write.outcome == "acknowledged" and began - 1 <= write.at <= ended)
        moments = [max(began - 1, min(moments, default=began))] + moments + [ended]
        return max(later - earlier for earlier, later in zip(moments, moments[1:]))

    def acknowledged_after(self, moment):
        return sum(write.outcome == "acknowledged" and write.at > moment for write in self.writes[-500:])


def ids(pair):
    return FIRST_ID + 2 * pair, FIRST_ID + 2 * pair + 1


def item(number):
    return {"banner_contents_id": number, "banner_url": "https://example.com/banner.jpg"}
