"""Servers of one database that write, are killed and start again, and readers who keep what they were answered.

A document follows from the store alone. Whatever any server has answered of a revision, every other one answers of it
to the byte: at once, after it was killed at any moment, and as a former revision ever after.
"""

import random
import subprocess
import threading
import time

from consistency.archive import Archive, difference
from consistency.content import FEEDS, PICTURES, Content, date_text
from harness import PROGRAM, SEEDS, Client, Server, eventually
from harness.files import picture
from harness.load import NO_ANSWER, People

WIDTHS = [320, 390, 834]
FORMS = ["", "&locale=en", "&locale=en-GB", "&locale=zh-Hant", "&max_version=1", "&text_size=1.5", "&direction=rtl",
         "&locale=en&text_size=2&direction=rtl"]
CLIENTS = ["platform=ios&key=device-1", "platform=android&audience=members&key=device-2"]
PATCH = "application/merge-patch+json"


class Person:
    """Somebody with connections to all servers that are kept open."""

    def __init__(self, test, seed):
        self.test, self.archive, self.pick, self.clients = test, test.archive, random.Random(seed), {}

    def send(self, server, method, path, body=None, token=True, **options):
        client = self.clients.setdefault(server.port, Client(server.port, self.test.token))
        return client.send(method, path, body, token=token, **options)

    def read(self, server, path, token=False):
        return self.send(server, "GET", path, token=token)


class Writer(Person):
    """Writes over connections, or with a command, which another process runs."""

    def __init__(self, test, seed):
        super().__init__(test, seed)
        self.content = Content(self.pick)

    def step(self):
        server, chance = self.pick.choice(self.test.servers), self.pick.random()
        try:
            if chance < 0.05:
                self.describe(server)
            elif chance < 0.08:
                self.define(server)
            elif chance < 0.12:
                self.command()
            else:
                answer = self.send(server, "POST", "/v1/batch", {"operations": self.content.operations()})
                self.written(answer, lambda: answer.json["revision"])
        except NO_ANSWER:
            return
        # Moments come while nothing is written.
        time.sleep(self.pick.choice([0, 0, 0.01, 0.05, 0.2]))

    def written(self, answer, revision=None):
        if answer.status == 200:
            self.test.wrote(revision() if revision else answer.revision)
        elif answer.status not in (404, 409, 422, 503):
            self.archive.fault(f"a write was answered with {answer}")

    def describe(self, server):
        """Says something else of a photo."""
        self.content.number += 1
        self.written(self.send(server, "PATCH", f"/v1/photos/{self.pick.choice(self.test.photos)}",
                               {"alt": f"photo {self.content.number}"}, media_type=PATCH))

    def define(self, server):
        """Gives a kind another cell."""
        definition = self.read(server, "/v1/kinds/shops").json
        definition["cell"] = self.pick.choice(["card", "shops", "tile"])
        self.written(self.send(server, "PUT", "/v1/kinds/shops", definition))

    def command(self):
        """Another process writes, which is killed at times."""
        store, file = self.test.store, self.test.store.folder / f"import-{threading.get_ident()}.json"
        file.write_text(self.content.file(range(1, self.pick.randint(2, 9))))
        process = subprocess.Popen([PROGRAM, "import", "recent_news", file], cwd=store.folder, env=store.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if self.pick.random() < 0.3:
            time.sleep(self.pick.random() * 0.1)
            process.kill()
        process.wait()


class Reader(Person):
    """Reads documents of every sort from every server."""

    def step(self):
        pick = self.pick
        server, feed, chance = pick.choice(self.test.servers), pick.choice(FEEDS), pick.random()
        try:
            if chance < 0.7:
                answer = self.keep(server, f"/v1/feeds/{feed}?width={pick.choice(WIDTHS)}{pick.choice(FORMS)}")
                if answer.status == 200 and pick.random() < 0.3:
                    self.follow(server, answer)
            elif chance < 0.8:
                self.keep(server, f"/v1/feeds/{feed}.jsonfeed?" + pick.choice(["", "locale=en"]))
            else:
                answer = self.read(server, f"/v1/feeds/{feed}/variant?{pick.choice(CLIENTS)}")
                if answer.status == 200 and (name := answer.json["variant"]):
                    # There may be other conditions by now.
                    self.keep(server, f"/v1/feeds/{feed}?width=390&variant={name}", ignored=410)
        except NO_ANSWER:
            time.sleep(0.01)

    def keep(self, server, path, ignored=None):
        answer = self.read(server, path)
        if answer.status != ignored:
            self.archive.keep(path, answer, "while it is in service")
        return answer

    def follow(self, server, screen):
        """The pages behind a section: the first one has what is in service, those that follow are pinned."""
        section = self.pick.choice(screen.json["sections"] or [None])
        path = section and section.get("next")
        for number in range(3):
            if not path or (answer := self.read(server, path)).status != 200:
                return
            self.archive.keep(path, answer, "as a page", revision=0 if number else None)
            path = answer.json.get("next")


class SameBytes:
    def __init__(self, store, seed):
        self.store, self.seed, self.pick, self.archive = store, seed, random.Random(str(seed)), Archive()
        self.lock = threading.Lock()
        self.writes = self.kills = self.acknowledged = self.losses = self.compared = 0
        self.first_kept = 1
        self.token = store.token()
        self.servers = [Server(store, token=self.token).start() for _ in range(2)]
        self.person = Person(self, seed)
        self.read = self.person.read

    def wrote(self, revision):
        with self.lock:
            self.writes += 1
            self.acknowledged = max(self.acknowledged, revision or 0)

    def begin(self):
        """Before the first write, and the first content, which a command writes while the servers run."""
        self.compare(["/v1/feeds/home?width=390", "/v1/feeds/home.jsonfeed?"], "before the first write")
        self.store.run("seed", SEEDS)
        self.photos = [self.servers[0].must(
            "POST", "/v1/photos" + (f"?address={address}" if address else ""), picture(address),
            media_type="image/jpeg")["id"] for address in [None, *PICTURES[:4]]]
        content = Content(self.pick)
        for feed in FEEDS:
            self.servers[0].must("POST", "/v1/batch", {"operations": [
                {"op": "compose", "feed": feed, "body": content.composition()}]})

    def round(self, number):
        """Writers and readers, until servers are killed at a random moment; then they start again."""
        people = [Writer(self, f"{self.seed} writer {number} {n}") for n in range(2)]
        people += [Reader(self, f"{self.seed} reader {number} {n}") for n in range(3)]
        with People() as load:
            for person in people:
                load.add(person.step)
            time.sleep(self.pick.choice([0.1, 0.4, 0.8, 1.5, 2.5]))  # the moment of the kill
            killed = self.pick.choice([[0], [1], [0, 1], [0, 1]])
            self.kill([self.servers[index] for index in killed])
        load.check()
        self.kills += len(killed)
        if len(killed) == 2 and self.pick.random() < 0.5:
            self.lose_notes()
        for index in killed:
            self.servers[index].start()
        if self.pick.random() < 0.25:
            self.compare_former(self.pick.choice(self.servers), 0.3)
            self.store.run("history", "prune", "--before", date_text(-6_000))
            # What is compared from now on is kept still.
            self.keep_revisions()
        if self.pick.random() < 0.5:
            self.keep_revisions()

    def kill(self, servers):
        for server in servers:
            server.kill()
        self.person.clients = {}  # connections to them

    def lose_notes(self):
        """What servers have noted of documents is a cache: without a part of it they answer the same."""
        first, last = (int(self.store.rows(sql)[0][0]) for sql in (
            "SELECT first_revision FROM tanada_history", "SELECT last_revision FROM tanada_known_documents"))
        if last > first:
            noted = self.pick.randint(first, last)
            if self.pick.random() < 0.7:
                self.store.rows(f"DELETE FROM tanada_document_revisions WHERE revision > {noted}")
            self.store.rows(f"UPDATE tanada_known_documents SET last_revision = {noted}")
            self.losses += 1

    # Comparisons

    def keep_revisions(self):
        """What both servers say of every revision, and said of it before."""
        for server in self.servers:
            path, numbers = "/v1/revisions?limit=100", []
            while path:
                answer = self.read(server, path, token=True).json
                for row in answer["result"]:
                    numbers.append(row["number"])
                    self.archive.keep_revision(row)
                path = answer["next"]
            self.first_kept = min(numbers)

    def catch_up(self):
        for server in self.servers:
            eventually(lambda: self.read(server, "/v1/feeds/home").revision >= self.acknowledged,
                       f"revision {self.acknowledged}")

    def compare(self, paths, how):
        """Compares documents in service at both servers."""
        for path in paths:
            for _ in range(20):
                answers = [self.read(server, path) for server in self.servers]
                if answers[0].revision == answers[1].revision:
                    break
            for answer in answers:
                self.archive.keep(path, answer, how)

    def compare_former(self, server, share):
        """Compares what was served with the former revision at a server, and pages with what they were."""
        for (path, revision), made in sorted(self.archive.answers.items()):
            is_page, is_screen = "cursor=" in path, "width=" in path and "variant=" not in path
            is_kept = revision == 0 if is_page else revision >= self.first_kept
            if not is_screen or self.pick.random() > share or not is_kept:
                continue
            self.compared += 1
            answer = self.read(server, path if is_page else f"{path}&revision={revision}", token=not is_page)
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

    def run(self, rounds):
        self.begin()
        for number in range(rounds):
            self.round(number)
        self.catch_up()
        self.keep_revisions()
        self.compare_former(self.servers[0], 0.5)
        # Nothing is left in memory.
        self.kill(self.servers)
        self.lose_notes()
        for server in self.servers:
            server.start()
        self.catch_up()
        self.compare(sorted({path for path, _ in self.archive.answers if "variant=" not in path
                             and "cursor=" not in path}), "at the other server")
        self.keep_revisions()
        # Differences. What was pruned last may be newer than what was written last: moments make revisions as well.
        last = max(self.first_kept, self.acknowledged)
        for feed in FEEDS:
            one, two = (self.pick.randint(self.first_kept, last) for _ in range(2))
            path = f"/v1/feeds/{feed}/diff?from={one}&to={two}"
            found = [self.read(server, path, token=True) for server in self.servers]
            if found[0].status == 200 and found[0].bytes != found[1].bytes:
                self.archive.fault(f"{path} differs at the other server")
        self.compare_former(self.servers[1], 0.5)


def test_every_server_answers_the_same_bytes(make_store, seed, size, figure):
    test = SameBytes(make_store(samples=False), seed)
    try:
        test.run(size("rounds", 5, soak=20))
    finally:
        test.kill(test.servers)
    archive = test.archive
    figures = (f"{test.writes} writes, {test.kills} kills, {test.losses} losses of notes, {archive.reads} reads of "
               f"{len(archive.answers)} documents, {test.compared} former ones, revision "
               f"{test.acknowledged} (seed {seed})")
    assert not archive.faults, "\n".join([figures, *archive.faults[:20]])
    figure(f"same-bytes: {figures}")
