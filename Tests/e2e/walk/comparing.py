"""What is compared after a step: both servers with the model, and with what was served before."""

import csv
import io
import json
import re
import urllib.parse

from harness import Events, eventually
from walk.documents import QUIET, WIDTHS
from walk.feeds import FEEDS
from walk.items import item_path, members, whole
from walk.journal import Part
from walk.kinds import names
from walk.locales import READERS
from walk.screens import listed
from walk.state import Window
from walk.values import date_text, now, parameter

# How much later than its moment something may appear, in milliseconds.
LATENESS = 10_000
EVERYTHING = ({}, "", "")


class Comparer(Part):
    def check(self):
        self.follow()
        self.in_service()
        self.documents.check()
        self.pages.check()
        for _ in range(3):
            self.list(self.servers, self.pick.random() < 0.5)
        self.item(self.servers, [True, False])
        self.export(self.servers, self.pick.random() < 0.7)
        self.table(self.some_server())
        self.past.check()
        self.follow()
        self.in_service()
        for feed in sorted(self.history.newest.feeds):
            for server in self.servers:
                self.readers.variant(feed, server)
        self.events()
        for release in self.releases:
            self.check_release(release)
        self.check_feed()

    def check_some(self):
        """A few things after a short step, which it may have changed, and others."""
        pages, past, readers, near = self.pages, self.past, self.readers, self.near
        one, far = [self.pick.choice(self.servers)], next(server for server in self.servers if server is not near)

        def some_feed():
            return self.pick.choice(sorted(self.history.newest.feeds))
        # Comparisons, how often they are done, and whether new revisions are taken before.
        checks = [
            (lambda: self.item(one, [True]), 30, False), (lambda: self.list(one, True), 20, False),
            (lambda: self.screen(near), 30, True), (lambda: self.item([near], [False]), 10, True),
            (lambda: self.list([near], False), 8, True), (lambda: self.screen(far), 5, True),
            (pages.check_one, 8, True), (past.bytes, 6, False), (past.difference, 2, True), (self.replay, 1, True),
            (past.versions, 4, True), (past.future, 1, False), (lambda: self.export(one, True), 3, False),
            (lambda: self.documents.other(some_feed(), [near]), 3, True),
            (lambda: self.releases and self.check_release(self.pick.choice(self.releases)), 3, False),
            (lambda: readers.variant(some_feed(), near), 8, True), (lambda: self.table(*one), 2, False),
            (lambda: readers.edition(some_feed(), near), 15, True), (readers.item, 6, False),
            (readers.untranslated, 2, False)]
        for check, _, follows in self.pick.choices(checks, [chance for _, chance, _ in checks], k=2):
            if follows:
                self.follow_near()
            check()

    def follow(self):
        """Takes the new revisions from both servers, until there is one for everything that is due."""
        def is_up_to_date():
            self.take_revisions()
            newest, then = self.history.newest, now() - LATENESS
            # What has opened and closed again meanwhile is shown as before.
            return then <= newest.at or not any(
                window.is_on(then) != window.is_on(newest.at) for window in newest.state.windows())
        # The clock may have moved just now.
        eventually(is_up_to_date, "what is due has a revision", seconds=LATENESS / 1000)

    def take_revisions(self):
        known = self.history.last_number
        rows = self.rows(self.servers[0], max(known, 1))
        self.same("the newest revision has all writes", max(rows, default=0) >= self.newest_number(), True,
                  f"revision {self.newest_number()} among {sorted(rows)}, after {known}")
        for number, row in sorted(rows.items()):
            if number <= known:
                continue
            if row["actor"] is not None and number not in self.history.written:
                # A release whose moment came while a busy machine compared.
                self.settle()
            is_written = self.history.add(number, row["id"], row["committed_at"], row["keys"])
            self.same("the actor of a revision", row["actor"] is not None, is_written, row)
            self.keys(number)
        self.same("revisions for all writes", list(self.history.written), [])
        others = self.rows(self.servers[1], max(known, 1))
        for number in rows.keys() & others.keys():
            self.same_tree("revisions of two servers", others[number], rows[number])

    def keys(self, number):
        least, most = self.history.expected_keys(number)
        keys = set(self.history[number].keys)
        self.same("the keys that a revision lacks", sorted(least - keys), [], number)
        # Readers of other locales may see changes that others do not.
        keys = {re.sub(r"^((?:feed|section):[^@/]+)@[A-Za-z-]+", r"\1", key) for key in keys}
        self.same("the keys that a revision has by mistake", sorted(keys - most), [], number)

    def rows(self, server, known):
        """The revisions from the one `known` on, by number."""
        rows = {}
        for answer in self.pages_of("/v1/revisions?limit=100", True, server):
            rows |= {row["number"]: row for row in answer.json["result"]}
            if min(rows) <= known:
                break
        return {number: row for number, row in rows.items() if number >= known}

    def in_service(self):
        number = self.history.last_number
        for server in self.servers:
            eventually(lambda: server.connection.get("/v1/feeds/home", token=False).revision >= number,
                       "a revision goes into service", process=server.process)

    def follow_near(self):
        """Takes the new revisions from the events of the near server, which then has them in service."""
        history, stream, goal = self.history, self.near.events, self.newest_number()
        if stream.since > history.last_number:
            # The stream has begun after them.
            self.follow()
        for event in stream.take(goal):
            number = event["revision"]
            if number > history.last_number + 1:
                # The stream was reset.
                self.follow()
            if number > history.last_number:
                history.add(number, event["revision_id"], event["committed_at"], event["keys"])
                self.keys(number)
            else:
                self.announced({number: event}, "while it was followed", number)
        if history.last_number < goal:
            self.follow()

    def present(self, kind, check, has_token):
        """What a check of the present content finds. If something of the kind was due meanwhile, it is done again after
        a whole step, and nothing is found after a short one."""
        while not self.near:
            number, found = self.history.last_number, check()
            self.follow()
            if self.history.last_number == number:
                return found
            self.in_service()
        if has_token:
            return check()
        is_quiet = self.history.is_quiet(kind, now() + QUIET)
        found = check() if is_quiet else []
        # On a busy machine an answer takes longer than expected.
        return found if self.history.is_quiet(kind, now()) else []

    # Items, lists and exports, at some servers, as editors or the public see them

    def item(self, servers, tokens):
        if not (target := self.some_item()):
            return
        path, tags = item_path(*target), set()
        for has_token, server, answer in self.present(
                target[0], lambda: [(has_token, server, self.read(path, has_token, server)) for server in servers
                                    for has_token in tokens], all(tokens)):
            item = self.state.item(*target)
            if not has_token and not item.window.is_open(self.history.newest.at):
                self.same("an item that is not public", answer.status, 404, answer)
                continue
            self.same_tree("an item", answer.json["result"], [members(item) if has_token else item.fields], target)
            tags.add(answer.headers["ETag"])
            if has_token:
                self.get(path, True, server, {"If-None-Match": answer.headers["ETag"]}, status=304)
            else:
                self.has_keys(answer, "{}:{}".format(*target), f"items:{target[0]}")
        self.same("that an item has one tag", len(tags) < 2, True, path)

    def has_keys(self, answer, *keys):
        self.same("the keys that an answer lacks", set(keys) - set(answer.headers["xkey"].split()), set(), answer)

    def list(self, servers, has_token):
        kind = self.some_kind()
        filters, sort, search = query = self.some_query(kind)
        asked = self.pick.choice(sorted(READERS)) if self.pick.random() < 0.4 else "ja"
        others = {"sort": sort, "q": search, "locale": "" if asked == "ja" else asked,
                  "limit": self.pick.choice(["1", "4", "100", "100"])}
        names = {name: parameter(value) for name, value in filters.items()} | {
            name: value for name, value in others.items() if value}
        address = f"/v1/content/{kind}?" + urllib.parse.urlencode(names, quote_via=urllib.parse.quote)
        found = self.present(
            kind, lambda: [[*self.pages_of(address, has_token, server)] for server in servers], has_token)
        at = None if has_token else self.history.newest.at
        items = listed(self.state, kind, query, at, locale=READERS[asked]) if found else []
        for answers in found:
            rows = [row for answer in answers for row in answer.json["result"]]
            self.same_tree("a list", rows, [members(item) if has_token else item.fields for item in items], address)
            self.same("the tags of lists", *([one.headers["ETag"] for one in side] for side in (answers, found[0])))
            if not has_token:
                self.has_keys(answers[-1], f"kind:{kind}")

    def pages_of(self, address, has_token, server):
        while address:
            yield (answer := self.get(address, has_token, server))
            address = answer.json["next"]

    def export(self, servers, has_token):
        """The items of a kind as a file, those of the present or of a former revision."""
        kind, state = self.some_kind(), self.state
        path = f"/v1/export/{kind}?format=json"
        if has_token and not self.near:
            revision = self.some_revision()
            state, path = revision.state, f"{path}&revision={revision.number}"
            if kind not in state.kinds:
                return

        def row(item):
            """An item with its window as far as that is not open for ever."""
            made, window = {**item.fields, **item.texts}, item.window
            if not has_token or window == Window():
                return made
            times = {"publish_at": window.publish_at, "unpublish_at": window.unpublish_at}
            times = {name: date_text(time, "+0000") for name, time in times.items() if time is not None}
            when = {"when": json.loads(window.when)} if window.when else {}
            return made | {"draft": window.draft} | times | when
        answers = self.present(kind, lambda: [self.get(path, has_token, server) for server in servers], has_token)
        at = None if has_token else self.history.newest.at
        rows = [row(item) for item in listed(state, kind, EVERYTHING, at)]
        self.same_tree("an export", answers[0].json["result"], rows, path)
        self.same("the exports of servers", len({answer.bytes for answer in answers}), 1, path)

    def table(self, server):
        kind = self.some_kind()
        answer = self.get(f"/v1/export/{kind}?format=csv", True, server)
        columns, *rows = csv.reader(io.StringIO(answer.text, newline=""))
        items = listed(self.state, kind, EVERYTHING, None)
        self.same("the columns of a table", {"id", *names(self.state.kinds[kind])} - set(columns), set(), columns)
        self.same("the rows of a table", len(rows), len(items), kind)
        for row, item in zip(rows, items):
            made = whole(item)
            for name in ("publish_at", "unpublish_at"):
                made[name] = made[name] and made[name].replace("Z", "+0000")
            for name, text in zip(columns, row):
                self.same(f"a cell of {name} in a table", is_cell(text, made.get(name)), True, (kind, text, made))

    def screen(self, server):
        feed, width = self.pick.choice(FEEDS), self.pick.choice(WIDTHS)
        address = f"/v1/feeds/{feed}?width={width}"
        answer = self.read(address, server=server)
        if answer.status == 404:
            if server is self.near:
                self.same("a feed that is not there", feed in self.history.newest.feeds, False, answer)
        elif answer.revision >= self.history.base:
            self.documents.answered(answer, feed, width)
            self.documents.unchanged(answer, address, server)
            self.has_keys(answer, f"feed:{feed}")

    def events(self):
        """What both servers announced, and what one of them sends again."""
        newest = self.history.last_number
        for server in self.servers:
            stream = server.events
            since, stream.seen = stream.since, {}
            # A stream that begins now has nothing to say before the next revision.
            if since < newest:
                self.announced(stream.until(newest), f"live at {server.name}", since)
        self.replay()

    def replay(self):
        """The events after one of the last revisions."""
        newest = self.history.last_number
        number = self.pick.randint(max(self.history.first_kept, newest - 30), newest)
        if number < newest:
            stream = Events((self.near or self.some_server()).port, f"{number}.{self.history[number].id}")
            seen = stream.until(newest)
            stream.close()
            self.same("the events that were missed", [other for other in sorted(seen) if other <= newest],
                      [*range(number + 1, newest + 1)])
            self.announced(seen, f"after {number}", number)

    def announced(self, events, how, since):
        history = self.history
        for number, event in events.items():
            if number > history.last_number or number < history.first_kept:
                continue
            if "keys" in event:
                self.same("the id of a revision in its event", event["revision_id"], history[number].id)
                # Viewers are told of compositions that have changed in nothing that anybody sees, too.
                keys = [key for key in history[number].keys if key in event["keys"] or not re.match("feed:[^@]+$", key)]
                self.same(f"the keys of an event {how}", sorted(event["keys"]), sorted(keys), number)
            else:
                # A `reset`: what a stream would have to say next is pruned.
                self.same("a reset is behind a prune", since + 1 < history.first_kept, True, f"{number} {how}: {since}")


def is_cell(text, value):
    if value is None or isinstance(value, (str, bool)):
        return text == ("" if value is None else parameter(value))
    if isinstance(value, (int, float)):
        return text != "" and float(text) == float(value)
    return text != "" and json.loads(text) == value
