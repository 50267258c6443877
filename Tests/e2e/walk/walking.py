"""A random walk over everything that can be written, compared with a model after each step; see test_walk.py."""

import json
import random
from itertools import count

from harness import SEEDS, Server
from walk import kinds
from walk.comparing import Comparer
from walk.documents import Documents, Readers
from walk.feeds import Feeds
from walk.history import History
from walk.items import Items
from walk.journal import Journal
from walk.others import Others
from walk.pages import Pages
from walk.past import Past
from walk.releases import Releases, rest
from walk.restoring import Restoring
from walk.state import Item, State, Window
from walk.values import CLOCK, now

# For so many short steps one server is the near one, which gets most requests.
TURN = 100
# How far the clock moves at once, in milliseconds: mostly within the windows of items, seldom over all of them.
JUMPS = [300, 1_000, 1_000, 3_000, 3_000, 10_000, 4_000_000, 100_000_000]


class WalkServer(Server):
    connection, starts = None, 0

    def __init__(self, store, name, token):
        super().__init__(store, token=token)
        self.name = name

    def launch(self):
        super().launch()
        self.connection = self.client(self.token)
        self.starts += 1
        return self

    def end(self, *how):
        if self.connection:
            self.connection.close()
        return super().end(*how)


class Walk(Items, Feeds, Releases, Restoring, Others, Journal):
    """Two servers of one store, the model, and the ways to write and compare."""

    def __init__(self, seed, store, servers):
        super().__init__()
        self.seed, self.store, self.servers = seed, store, servers
        self.history, self.used, self.releases, self.numbers = History(), {}, [], count(1)
        # A feed that was restored, and what is to be compared of it.
        self.shown_again = None
        # The photos that stand for an address, or have.
        self.assigned = set()
        self.last_server = servers[0]
        # The server that gets most requests of short steps.
        self.near = None
        self.documents, self.readers, self.pages, self.past = Documents(self), Readers(self), Pages(self), Past(self)
        self.comparer, self.pick, self.failure = Comparer(self), random.Random(seed), None
        # How often operations are done in whole steps and in short ones.
        self.operations = [
            (self.put, 10, 140), (self.patch, 16, 300), (self.post, 6, 80), (self.delete, 5, 90), (self.undo, 6, 30),
            (self.twice, 5, 10), (self.at_once, 4, 10), (self.batch, 5, 40), (self.failed_batch, 1, 8),
            (self.load, 6, 40), (self.refusals, 1, 8), (self.compose, 10, 40), (self.remove_feed, 1, 4),
            (self.define, 5, 8), (self.prepare, 5, 25), (self.publish, 4, 25), (self.restore_item, 4, 40),
            (self.restore_composition, 2, 10), (self.restore_feed, 2, 4), (self.photo, 4, 4), (self.remove_photo, 1, 3),
            (self.tokens, 1, 4), (self.again, 1, 4), (self.kill_after_write, 3, 0.7), (self.restart, 2, 0.5),
            (self.prune, 1, 1.5)]

    def begin(self):
        """The seeds are in the store; its composition is the default one."""
        made, identities = {}, {}
        for kind, definition in kinds.STANDARD.items():
            rows = json.loads((SEEDS / f"{kind}.json").read_text())["result"]
            made[kind] = {fields["id"]: Item(fields) for fields in rows}
            identities[kind] = {name: name for name in kinds.names(definition)}
        self.used = {kind: set(made.get(kind, ())) for kind in [*kinds.STANDARD, *kinds.OWN]}
        default = {"limit": 100, "layout": None, "header": None, "action": None, "source": {"query": {}},
                   "window": Window(), "category": None, "min_schema_version": 1, "texts": {}}
        sections = [default | {name: section[name] for name in ("id", "kind", "title")}
                    for section in self.read("/v1/feeds/home/composition").json["sections"]]
        home = {"spacing": 0, "sections": sections, "is_default": True}
        self.history.written[1] = State(kinds.STANDARD, identities, made, {"home": home})
        self.comparer.check()

    @property
    def state(self):
        return self.history.state

    def some_server(self):
        """Mostly the near one, where there is one."""
        if self.near and self.pick.random() < 0.98:
            return self.near
        return self.pick.choice(self.servers)

    def newest_number(self):
        """The number of the newest revision that was acknowledged."""
        return max([self.history.last_number, *self.history.written])

    def read(self, path, token=False, server=None, headers=()):
        answer = (server or self.some_server()).connection.get(path, token=token, headers=headers)
        self.same(f"an answer to GET {path}", answer.status < 500, True, answer)
        return answer

    def get(self, path, token=False, server=None, headers=(), status=200):
        answer = self.read(path, token, server, headers)
        self.same(f"the status of GET {path}", answer.status, status, answer)
        return answer

    def send(self, server, method, path, body=None, *, headers=(), media=None, status=None):
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
        answer = server.connection.send(method, path, body, media, headers)
        text = "(a picture)" if media == "image/png" else (body or b"").decode()[:300]
        self.log(f"{server.name} {method} {path} {text} → {answer.status} revision {answer.revision}")
        self.last_server = server
        if status:
            self.same(f"the status of {method} {path}", answer.status, status, answer)
        return answer

    def write(self, method, path, body, status, state, *, server=None, headers=(), media=None):
        """A write that makes `state` of the content; None for one that makes no revision."""
        server = server or self.some_server()
        answer = self.send(server, method, path, body, headers=headers, media=media, status=status)
        if state is not None:
            self.committed(answer.revision, state)
        return answer

    def refused(self, method, path, body, status, code, *, headers=()):
        answer = self.send(self.some_server(), method, path, body, headers=headers)
        self.same(f"the refusal of {method} {path}", (answer.status, answer.code), (status, code), answer)

    def committed(self, number, state):
        if state == self.state:
            return
        self.same("a write has a new revision", number > self.history.last_number, True, number)
        self.history.written[number] = state
        for kind, found in state.items.items():
            self.used[kind] |= found.keys()

    def changed_silently(self, change):
        """The content has a photo more, or less, that nothing has shown."""
        written, newest = self.history.written, self.history.newest
        written.update({number: change(state) for number, state in written.items()})
        newest.state = change(newest.state)

    def kill(self, server):
        server.kill()
        self.log(f"{server.name} is killed and started again")
        server.start()

    def go(self, number, whole_every):
        """One step; its choices follow from the seed and its number alone, so that others can be left out."""
        self.step, self.pick = number, random.Random(f"{self.seed}/{number}")
        self.is_brief = number % whole_every != 0
        self.near = self.servers[number // TURN % 2] if self.is_brief else None
        operations, whole, short = zip(*self.operations)
        if not self.is_brief:
            for operation in self.pick.choices(operations, whole, k=self.pick.choice([1, 1, 2, 3])):
                self.settle()
                operation()
            self.comparer.check()
            return
        if self.pick.random() < 0.04:
            self.move()
        self.settle()
        self.pick.choices(operations, short)[0]()
        if self.shown_again:
            self.comparer.follow_near()
            self.check_feed()
        self.comparer.check_some()

    def move(self):
        """The clock moves, but not over the moment of a release."""
        moments = [release.publish_at for release in self.releases if release.publish_at is not None]
        jump = min(self.pick.choice(JUMPS), min(moments, default=1 << 60) - now() - rest() - 500)
        if jump > 0:
            CLOCK.forward(jump)
            self.log(f"the clock moves by {jump} ms")
