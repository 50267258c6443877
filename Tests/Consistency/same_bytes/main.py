"""Servers of one database that write, are killed and start again, and readers who keep what they were answered; see
`same-bytes`.

A document follows from the store alone. Whatever any server has answered of a revision, every other one answers of it
to the byte: at once, after it was killed at any moment, and as a former revision ever after.
"""

import contextlib
import http.client
import json
import os
import random
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../PostgreSQL"))
import postgresql
from archive import Archive, difference
from content import FEEDS, PICTURES, Content, date_text
from servers import PATIENCE, Client, Server

STORE = os.environ.get("TANADA_STORE")  # a PostgreSQL in place of the file
WIDTHS = [320, 390, 834]
FORMS = ["", "&locale=en", "&locale=en-GB", "&max_version=1", "&text_size=1.5", "&direction=rtl"]
CLIENTS = ["platform=ios&key=device-1", "platform=android&audience=members&key=device-2"]
PATCH = "application/merge-patch+json"


def query(sql):
    """A value of the database of the servers."""
    if STORE:
        return postgresql.query(STORE, sql)[0]
    with contextlib.closing(sqlite3.connect(os.environ["TANADA_DATABASE"], timeout=PATIENCE)) as database:
        return database.execute(sql).fetchone()[0]


def change(statements):
    """Runs statements in one transaction."""
    if STORE:
        postgresql.query(STORE, "; ".join(statements))
        return
    with contextlib.closing(sqlite3.connect(os.environ["TANADA_DATABASE"], timeout=PATIENCE)) as database:
        with database:
            for sql in statements:
                database.execute(sql)


def png(color):
    """A picture of one colour, as a file."""
    def chunk(name, data):
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check
    row = b"\0" + bytes([color, 40, 80]) * 24
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 24, 16, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * 16)) + chunk(b"IEND", b""))


class Writer:
    """Writes over connections, or with a command, which another process runs."""

    def __init__(self, test, seed):
        self.test, self.pick = test, random.Random(seed)
        self.content, self.client = Content(self.pick), Client(test.token)

    def run(self, is_over):
        while not is_over.is_set():
            server, chance = self.pick.choice(self.test.servers), self.pick.random()
            try:
                if chance < 0.05:
                    self.describe(server)
                elif chance < 0.08:
                    self.define(server)
                elif chance < 0.12:
                    self.command()
                else:
                    self.batch(server)
            except (OSError, http.client.HTTPException):
                continue
            # Moments come while nothing is written.
            time.sleep(self.pick.choice([0, 0, 0.01, 0.05, 0.2]))

    def written(self, answer, revision):
        if answer.status == 200:
            self.test.wrote(revision(answer))
        elif answer.status not in (404, 409, 422, 503):
            self.test.archive.fault(f"a write was answered with {answer.status}: {answer.bytes[:300]}")

    def batch(self, server):
        operations = {"operations": self.content.operations()}
        self.written(self.client.send(server, "POST", "/v1/batch", operations),
                     lambda answer: answer.json["revision"])

    def describe(self, server):
        """Says something else of a photo."""
        self.content.number += 1
        path = f"/v1/photos/{self.pick.choice(self.test.photos)}"
        self.written(self.client.send(server, "PATCH", path, {"alt": f"photo {self.content.number}"},
                                      headers={"Content-Type": PATCH}), lambda answer: answer.revision)

    def define(self, server):
        """Gives a kind another cell."""
        kind = self.client.read(server, "/v1/kinds/shops")
        definition = kind.json
        definition["cell"] = self.pick.choice(["card", "shops", "tile"])
        self.written(self.client.send(server, "PUT", "/v1/kinds/shops", definition),
                     lambda answer: answer.revision)

    def command(self):
        """Another process writes, which is killed at times."""
        items = [self.content.item("recent_news", id) for id in range(1, self.pick.randint(2, 9))]
        for item in items:
            item.pop("when", None)
        process = subprocess.Popen([self.test.tanada, "import", "recent_news", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write(json.dumps({"result": items}).encode())
        process.stdin.close()
        if self.pick.random() < 0.3:
            time.sleep(self.pick.random() * 0.1)
            process.kill()
        process.wait()


class Reader:
    """Reads documents of every sort from every server."""

    def __init__(self, test, seed):
        self.test, self.pick = test, random.Random(seed)
        self.archive, self.client = test.archive, Client(test.token)

    def run(self, is_over):
        while not is_over.is_set():
            try:
                self.read(self.pick.choice(self.test.servers))
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)

    def read(self, server):
        pick = self.pick
        feed, chance = pick.choice(FEEDS), pick.random()
        if chance < 0.7:
            path = f"/v1/feeds/{feed}?width={pick.choice(WIDTHS)}{pick.choice(FORMS)}"
            answer = self.keep(server, path)
            if answer.status == 200 and pick.random() < 0.3:
                self.follow(server, answer)
        elif chance < 0.8:
            self.keep(server, f"/v1/feeds/{feed}.jsonfeed?" + pick.choice(["", "locale=en"]))
        else:
            facts = pick.choice(CLIENTS)
            answer = self.client.read(server, f"/v1/feeds/{feed}/variant?{facts}")
            if answer.status == 200 and (name := answer.json["variant"]):
                path = f"/v1/feeds/{feed}?width=390&variant={name}"
                answer = self.client.read(server, path)
                # There may be other conditions by now.
                if answer.status != 410:
                    self.archive.keep(path, answer, "while it is in service")

    def keep(self, server, path):
        answer = self.client.read(server, path)
        self.archive.keep(path, answer, "while it is in service")
        return answer

    def follow(self, server, screen):
        """The pages behind a section: the first one has what is in service, those that follow are pinned."""
        section = self.pick.choice(screen.json["sections"] or [None])
        path = section and section.get("next")
        for number in range(3):
            if not path:
                return
            answer = self.client.read(server, path)
            if answer.status != 200:
                return
            self.archive.keep(path, answer, "as a page", revision=0 if number else None)
            path = answer.json.get("next")


class Test:
    def __init__(self, tanada, seed, log):
        self.tanada, self.seed, self.pick = tanada, seed, random.Random(seed)
        self.archive, self.lock = Archive(), threading.Lock()
        self.writes = self.kills = self.acknowledged = self.losses = self.compared = 0
        self.first_kept = 1
        self.servers = [Server(tanada, log), Server(tanada, log)]
        token = self.run_command("token", "create", "--role", "admin", "--name", "editors").strip()
        self.token, self.client = token, Client(token)

    def run_command(self, *arguments):
        return subprocess.run([self.tanada, *arguments], check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout

    def wrote(self, revision):
        with self.lock:
            self.writes += 1
            self.acknowledged = max(self.acknowledged, revision or 0)

    def begin(self):
        """Before the first write, and the first content, which a command writes while the servers run."""
        self.compare(["/v1/feeds/home?width=390", "/v1/feeds/home.jsonfeed?"], "before the first write")
        self.run_command("seed", "Seeds")
        self.photos = []
        for color, address in enumerate([None, *PICTURES[:4]]):
            path = "/v1/photos" + (f"?address={address}" if address else "")
            answer = self.client.send_file(self.servers[0], path, png(color), "image/png")
            self.photos.append(answer.json["id"])
        content = Content(self.pick)
        for feed in FEEDS:
            self.client.send(self.servers[0], "POST", "/v1/batch", {"operations": [
                {"op": "compose", "feed": feed, "body": content.composition()}]})

    def round(self, number):
        """Writers and readers, until servers are killed at a random moment; then they start again."""
        is_over = threading.Event()
        people = [Writer(self, f"{self.seed} writer {number} {n}") for n in range(2)]
        people += [Reader(self, f"{self.seed} reader {number} {n}") for n in range(3)]
        threads = [threading.Thread(target=person.run, args=(is_over,)) for person in people]
        for thread in threads:
            thread.start()
        time.sleep(self.pick.choice([0.1, 0.4, 0.8, 1.5, 2.5]))
        killed = self.pick.choice([[0], [1], [0, 1], [0, 1]])
        for index in killed:
            self.servers[index].kill()
        self.kills += len(killed)
        is_over.set()
        for thread in threads:
            thread.join()
        if len(killed) == 2 and self.pick.random() < 0.5:
            self.lose_notes()
        for index in killed:
            self.servers[index].start()
        if self.pick.random() < 0.25:
            self.compared += self.compare_former(self.pick.choice(self.servers), 0.3)
            self.run_command("history", "prune", "--before", date_text(-6_000))
            # What is compared from now on is kept still.
            self.keep_revisions()
        if self.pick.random() < 0.5:
            self.keep_revisions()

    def lose_notes(self):
        """What servers have noted of documents is a cache: without a part of it they answer the same."""
        first = int(query("SELECT first_revision FROM tanada_history"))
        last = int(query("SELECT last_revision FROM tanada_known_documents"))
        if last > first:
            noted = self.pick.randint(first, last)
            changes = [f"UPDATE tanada_known_documents SET last_revision = {noted}"]
            if self.pick.random() < 0.7:
                changes.insert(0, f"DELETE FROM tanada_document_revisions WHERE revision > {noted}")
            change(changes)
            self.losses += 1

    # Comparisons

    def keep_revisions(self):
        """What both servers say of every revision, and said of it before."""
        for server in self.servers:
            path, numbers = "/v1/revisions?limit=100", []
            while path:
                answer = self.client.read(server, path, has_token=True).json
                for row in answer["result"]:
                    numbers.append(row["number"])
                    self.archive.keep_revision(row)
                path = answer["next"]
            self.first_kept = min(numbers)

    def catch_up(self):
        """Waits until both servers have the newest write in service."""
        deadline = time.monotonic() + PATIENCE
        for server in self.servers:
            while self.client.read(server, "/v1/feeds/home").revision < self.acknowledged:
                if time.monotonic() > deadline:
                    raise SystemExit(f"error: same-bytes: revision {self.acknowledged} is not served")
                time.sleep(0.02)

    def compare(self, paths, how):
        """Compares documents in service at both servers."""
        for path in paths:
            for _ in range(20):
                answers = [self.client.read(server, path) for server in self.servers]
                if answers[0].revision == answers[1].revision:
                    break
            for answer in answers:
                self.archive.keep(path, answer, how)

    def compare_former(self, server, share):
        """Compares what was served with the former revision at a server, and pages with what they were.

        Returns how many documents it has compared."""
        compared = 0
        for (path, revision), made in sorted(self.archive.answers.items()):
            is_page, is_screen = "cursor=" in path, "width=" in path and "variant=" not in path
            if not is_screen or self.pick.random() > share or is_page and revision > 0:
                continue
            if not is_page and (revision == 0 or revision < self.first_kept):
                continue
            compared += 1
            answer = self.client.read(server, path if is_page else f"{path}&revision={revision}",
                                      has_token=not is_page)
            if is_page and answer.status == 410:
                continue  # its content is not kept
            if made[0] != 200:
                if answer.status != made[0]:
                    self.archive.fault(f"{path} was answered with {made[0]} at revision {revision}, "
                                       f"and later with {answer.status}")
            elif answer.bytes != made[2]:
                again = (answer.status, answer.headers["ETag"], answer.bytes)
                self.archive.fault(f"{path[:120]} of revision {revision} is not what was served: "
                                   + difference(made, again))
        return compared

    def compare_differences(self):
        """Compares differences between revisions at both servers."""
        for feed in FEEDS:
            one, two = (self.pick.randint(self.first_kept, self.acknowledged) for _ in range(2))
            path = f"/v1/feeds/{feed}/diff?from={one}&to={two}"
            found = [self.client.read(server, path, has_token=True) for server in self.servers]
            if found[0].status == 200 and found[0].bytes != found[1].bytes:
                self.archive.fault(f"{path} differs at the other server")

    def run(self, rounds):
        self.begin()
        for number in range(rounds):
            self.round(number)
        self.catch_up()
        self.keep_revisions()
        self.compared += self.compare_former(self.servers[0], 0.5)
        # Nothing is left in memory.
        for server in self.servers:
            server.kill()
        self.lose_notes()
        for server in self.servers:
            server.start()
        self.catch_up()
        self.compare(sorted({path for path, _ in self.archive.answers if "variant=" not in path
                             and "cursor=" not in path}), "at the other server")
        self.keep_revisions()
        self.compare_differences()
        self.compared += self.compare_former(self.servers[1], 0.5)


def main():
    tanada, rounds, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(os.environ.get("SAME_BYTES_LOG", os.devnull), "a") as log:
        test = Test(tanada, seed, log)
        try:
            test.run(rounds)
        finally:
            for server in test.servers:
                server.kill()
    archive = test.archive
    for fault in archive.faults[:20]:
        print(f"error: same-bytes: {fault}", file=sys.stderr)
    figures = (f"{test.writes} writes, {test.kills} kills, {test.losses} losses of notes, {archive.reads} reads "
               f"of {len(archive.answers)} documents, {test.compared} former ones, revision {test.acknowledged} "
               f"(seed {seed})")
    if archive.faults:
        sys.exit(f"error: same-bytes: {len(archive.faults)} faults, {figures}")
    print(f"✔ same-bytes: {figures}")


main()
