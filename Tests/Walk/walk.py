"""A random walk over everything that can be written, compared with a model after each step; see `run`."""

import argparse
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import comparisons
import feeds
import items
import kinds
import many
import others
import releases
import restoring
import rights
import tables
from clock import CLOCK
from history import History
from journal import SHOWN, Difference, Journal
from parallel import walks
from servers import Server, tanada
from short import TURN, Short
from shrinking import numbers, ranges, shortened
from state import Item, State, Window

# Operations, and how often they are done.
OPERATIONS = [
    (items.put, 10), (items.post, 6), (items.patch, 16), (items.delete, 5), (items.undo, 6),
    (items.twice, 5), (many.at_once, 4), (many.batch, 5), (many.failed_batch, 1), (many.load, 6),
    (many.refusals, 1), (feeds.compose, 10), (feeds.remove_feed, 1), (feeds.define, 5),
    (releases.prepare, 5), (releases.publish, 4), (restoring.restore_item, 4),
    (restoring.restore_composition, 2), (restoring.restore_feed, 2), (others.photo, 4),
    (others.remove_photo, 1), (rights.tokens, 1), (tables.again, 1),
    (others.restart, 2), (others.kill_after_write, 3), (others.prune, 1),
]


class Walk:
    """Two servers of one file, the model, and the ways to write and compare."""

    def __init__(self, program, seed, journal, log):
        self.seed, self.journal = seed, journal
        self.history = History()
        self.used, self.releases, self.count = {}, [], 0
        self.shown_again = None
        # The photos that stand for an address, or have.
        self.assigned = set()
        self.same, self.same_tree, self.log = journal.same, journal.same_tree, journal.log
        self.token = tanada("token", "create", "--role", "admin", "--name", "walk").strip()
        self.servers = [Server(program, name, log) for name in ("first", "second")]
        self.last_server = self.servers[0]
        self.comparer = comparisons.Comparer(self)
        # The server that gets most requests of short steps.
        self.near = None
        self.short = Short(self)
        self.pick = random.Random(seed)
        self.begin()

    def begin(self):
        """The seeds are in the database; its composition is the default one."""
        made = {}
        for kind, definition in kinds.STANDARD.items():
            with open(f"Seeds/{kind}.json") as file:
                made[kind] = {fields["id"]: Item(fields) for fields in json.load(file)["result"]}
            self.used[kind] = set(made[kind])
        identities = {kind: {field["name"]: field["name"] for field in definition["fields"]}
                      for kind, definition in kinds.STANDARD.items()}
        for kind in kinds.OWN:
            self.used[kind] = set()
        answer = self.read("/v1/feeds/home/composition").json
        sections = [
            {"id": section["id"], "kind": section["kind"], "title": section["title"], "limit": 100,
             "layout": None, "header": None, "action": None, "source": {"query": {}}, "window": Window(),
             "category": None, "min_schema_version": 1, "texts": {}} for section in answer["sections"]]
        home = {"spacing": 0, "sections": sections, "is_default": True}
        self.history.written[1] = State(kinds.STANDARD, identities, made, {"home": home})

    # For operations

    @property
    def state(self):
        return self.history.state

    def number(self):
        self.count += 1
        return self.count

    def some_server(self):
        """Mostly the near one, where there is one."""
        if self.near and self.pick.random() < 0.98:
            return self.near
        return self.pick.choice(self.servers)

    def newest_number(self):
        """The number of the newest revision that was acknowledged."""
        return max([self.comparer.last_number, *self.history.written])

    def pruned(self, first):
        """The history begins with revision `first`."""
        self.history.prune(first)
        self.comparer.documents.forget(self.history.base)
        pages = self.comparer.pages
        pages.kept = [cursor for cursor in pages.kept if cursor.revision >= self.history.base]

    def prepares(self, kind):
        """Whether a release uses a kind."""
        return any(release.uses(kind) for release in self.releases)

    def read(self, path, token=False, server=None, headers=None):
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {self.token}"
        answer = (server or self.some_server()).send("GET", path, headers)
        self.same(f"an answer to GET {path}", answer.status < 500, True, answer)
        return answer

    def send(self, server, method, path, body=None, *, headers=None, media="application/json"):
        headers = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        if body is not None:
            headers["Content-Type"] = media
            if not isinstance(body, bytes):
                body = json.dumps(body, ensure_ascii=False).encode()
        answer = server.send(method, path, headers, body)
        text = "" if body is None else "(a picture)" if media == "image/png" else body.decode()[:300]
        self.log(f"{server.name} {method} {path} {text} → {answer.status} revision {answer.revision}")
        self.last_server = server
        return answer

    def write(self, method, path, body, expected, state, *, server=None, headers=None,
              media="application/json"):
        """A write that makes `state` of the content; None for one that makes no revision."""
        answer = self.send(server or self.some_server(), method, path, body,
                           headers=headers, media=media)
        self.same(f"the status of {method} {generic(path)}", answer.status, expected, answer)
        if state is not None and answer.status < 300:
            self.committed(answer.revision, state)
        return answer

    def refused(self, method, path, body, status, code, *, headers=None, media="application/json"):
        """A write that is refused and changes nothing."""
        answer = self.send(self.some_server(), method, path, body, headers=headers,
                           media=media)
        self.same(f"the refusal of {method} {generic(path)}", (answer.status, answer.code),
                  (status, code), answer)

    def committed(self, number, state):
        """An acknowledged write has made `state`, in the revision with this number."""
        if state == self.state:
            return
        self.same("a write has a new revision", number > self.comparer.last_number, True, number)
        self.history.written[number] = state
        for kind, found in state.items.items():
            self.used[kind] |= found.keys()

    def uploaded(self, id, photo):
        """A photo is there that nothing shows yet."""
        if self.history.written:
            number = max(self.history.written)
            self.history.written[number] = self.history.written[number].with_photo(id, photo)
        else:
            self.history.newest.state = self.history.newest.state.with_photo(id, photo)

    def removed(self, id):
        """A photo is gone that nothing has shown."""
        for number in self.history.written:
            self.history.written[number] = self.history.written[number].without_photo(id)
        self.history.newest.state = self.history.newest.state.without_photo(id)

    def kill(self, server):
        server.kill()
        self.log(f"{server.name} is killed and started again")
        server.start()

    # Steps

    def go(self, number, whole_every=1):
        """One step; its choices follow from the seed and its number alone, so that others can be left out."""
        self.pick = random.Random(f"{self.seed}/{number}")
        self.journal.step = number
        is_short = number % whole_every != 0
        self.journal.is_brief = is_short
        self.near = self.servers[number // TURN % 2] if is_short else None
        if is_short:
            self.short.go()
            return
        for operation in self.pick.choices(*zip(*OPERATIONS), k=self.pick.choice([1, 1, 2, 3])):
            releases.settle(self)
            operation(self)
        self.comparer.check()

    def end(self):
        for server in self.servers:
            server.stop()


def generic(path):
    return path.split("?")[0].rsplit("/", 1)[0] if path.count("/") > 2 else path


def run(arguments, journal, steps):
    """A walk of these steps on a new database; more of them until there are enough comparisons."""
    folder = os.path.dirname(os.environ["TANADA_DATABASE"])
    # PostgreSQL has a clock of its own.
    if not os.environ.get("TANADA_POSTGRESQL"):
        CLOCK.begin(arguments.work)
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    if server := os.environ.get("TANADA_POSTGRESQL"):
        name = f"walk_{arguments.seed}_{time.monotonic_ns()}"
        subprocess.run(["psql", "-q", server + "postgres", "-c", f"CREATE DATABASE {name} TEMPLATE template0"],
                       check=True)
        os.environ["TANADA_STORE"] = server + name
        tanada("migrate")
    # The model begins with the six kinds and the composition that is shown without one.
    tanada("seed", *(f"Seeds/{kind}.json" for kind in kinds.STANDARD))
    end = time.monotonic() + 60 * arguments.minutes
    with open(os.path.join(arguments.work, "servers.log"), "w") as log:
        walk = Walk(os.environ["TANADA"], arguments.seed, journal, log)
        try:
            walk.comparer.check()
            for number in steps:
                if not isinstance(steps, list) and (
                        time.monotonic() > end
                        or number > arguments.steps and journal.count >= arguments.comparisons):
                    break
                walk.go(number, arguments.whole_every)
        finally:
            walk.end()
    return walk


def find_shorter(arguments, steps):
    """The steps of a shorter walk that finds a difference as well."""
    def fails(fewer):
        try:
            run(arguments, Journal(), fewer)
        except Difference:
            return True
        return False
    return shortened(steps, fails, arguments.shrink)


def kept(arguments, journal):
    """The folder with the database, the log and all writes of a walk that has found a difference."""
    folder = os.path.abspath(f".build/walk/{arguments.seed}")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(arguments.work, folder)
    with open(os.path.join(folder, "writes.log"), "w") as log:
        log.write("\n".join(journal.lines))
    return folder


def main():
    options = argparse.ArgumentParser()
    options.add_argument("work")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--steps", type=int, default=20, help="at least so many steps")
    options.add_argument("--whole-every", type=int, default=1,
                         help="everything is compared after each of so many steps; the others are short")
    options.add_argument("--comparisons", type=int, default=0, help="at least so many comparisons")
    options.add_argument("--minutes", type=float, default=float("inf"), help="no step begins after so many minutes")
    options.add_argument("--only-steps", help="these steps alone, such as 3,8-11")
    options.add_argument("--processes", type=int, default=1, help="so many walks at once, which share the steps")
    options.add_argument("--shrink", type=int, default=0, help="how often a shorter walk is tried")
    arguments = options.parse_args()
    if arguments.processes > 1:
        options = ["--whole-every", str(arguments.whole_every), "--shrink", str(arguments.shrink),
                   "--minutes", str(arguments.minutes)]
        sys.exit(walks(arguments, options))
    # The servers are ended when this process is told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    chosen = numbers(arguments.only_steps or "")
    journal = Journal()
    try:
        walk = run(arguments, journal, chosen or itertools.count(1))
    except Difference as difference:
        print("\n".join(journal.lines[-SHOWN:]), file=sys.stderr)
        print(f"error: walk: {difference} (seed {arguments.seed})", file=sys.stderr)
        print(f"kept: {kept(arguments, journal)}", file=sys.stderr)
        whole_every = f" --whole-every {arguments.whole_every}" if arguments.whole_every > 1 else ""
        steps = chosen or list(range(1, journal.step + 1))
        if arguments.shrink:
            steps = find_shorter(arguments, steps)
        sys.exit(f"again: Tests/Walk/run --seed {arguments.seed} --only-steps "
                 f"{ranges(steps)}{whole_every}")
    print(f"✔ walk: {journal.step} steps, {walk.history.newest.number} revisions, {journal.count} "
          f"comparisons, {sum(server.starts for server in walk.servers)} starts of two servers, "
          f"{CLOCK.jumps} moves of the clock, no difference (seed {arguments.seed})")


if __name__ == "__main__":
    main()
