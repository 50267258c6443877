"""What is compared after each step: both servers with the model, and with what was served before."""

import json
import re
import time
import urllib.parse

import releases
import restoring
import tables
import targeting
from documents import Documents
from feeds import some_query
from items import members, some_item, some_kind
from pages import Pages
from past import Past
from screens import listed
from servers import PATIENCE, Events
from state import Window
from values import date_text, now, parameter

# How much later than its moment something may appear, in milliseconds.
LATENESS = 10_000


class Comparer:
    """Compares the servers of a walk with its model."""

    def __init__(self, walk):
        self.walk, self.history = walk, walk.history
        self.documents, self.pages, self.past = Documents(walk), Pages(walk), Past(walk)

    @property
    def last_number(self):
        return self.history.newest.number if self.history.revisions else 0

    def check(self):
        self.follow()
        self.in_service()
        self.documents.check()
        self.pages.check()
        for _ in range(3):
            self.list(some_kind(self.walk))
        self.item()
        self.export(some_kind(self.walk))
        tables.check(self.walk, self.walk.some_server())
        self.past.check()
        self.variants()
        self.events()
        releases.check(self.walk)
        restoring.check_feed(self.walk)

    def variants(self):
        """What clients get, at both servers."""
        self.follow()
        self.in_service()
        for feed in sorted(self.history.newest.feeds):
            for server in self.walk.servers:
                targeting.check(self.walk, feed, server)

    # Revisions

    def follow(self):
        """Takes the new revisions from both servers, until there is one for everything that is due."""
        # The clock may have moved just now.
        end = time.monotonic() + LATENESS / 1000
        while True:
            self.take_revisions()
            newest, then = self.history.newest, now() - LATENESS
            # What has opened and closed again meanwhile is shown as before.
            late = [window for window in newest.state.windows()
                    if then > newest.at and window.is_on(then) != window.is_on(newest.at)]
            if not late or time.monotonic() > end:
                break
            time.sleep(0.05)
        self.walk.same("what is due has a revision", late, [])

    def take_revisions(self):
        walk, known = self.walk, self.last_number
        goal = walk.newest_number()
        rows = self.rows(walk.servers[0], max(known, 1))
        walk.same("the newest revision has all writes", max(rows, default=0) >= goal, True,
                  f"revision {goal} among {sorted(rows)}, after {known}")
        for number in sorted(number for number in rows if number > known):
            if rows[number]["actor"] is not None and number not in self.history.written:
                # A release whose moment came while a busy machine compared.
                releases.settle(walk)
            is_written = self.history.add(rows[number])
            walk.same("the actor of a revision", rows[number]["actor"] is not None,
                      is_written, rows[number])
            self.keys(number)
        walk.same("revisions for all writes", list(self.history.written), [])
        others = self.rows(walk.servers[1], max(known, 1))
        for number in rows.keys() & others.keys():
            walk.same_tree("revisions of two servers", others[number], rows[number])

    def keys(self, number):
        """The keys of a revision."""
        least, most = self.history.expected_keys(number)
        keys = set(self.history[number].keys)
        self.walk.same("the keys that a revision lacks", sorted(least - keys), [], number)
        # Readers of other locales may see changes that others do not.
        keys = {re.sub(r"^((?:feed|section):[^@/]+)@[A-Za-z-]+", r"\1", key) for key in keys}
        self.walk.same("the keys that a revision has by mistake", sorted(keys - most), [], number)

    def rows(self, server, known):
        """The revisions from the one `known` on, by number."""
        rows, address = {}, "/v1/revisions?limit=100"
        while address:
            answer = self.walk.read(address, token=True, server=server).json
            rows |= {row["number"]: row for row in answer["result"] if row["number"] >= known}
            address = answer["next"] if answer["result"][-1]["number"] > known else None
        return rows

    def in_service(self):
        """Waits until both servers have the newest revision in service."""
        for server in self.walk.servers:
            for _ in range(PATIENCE * 20):
                if server.send("GET", "/v1/feeds/home").revision >= self.last_number:
                    break
                time.sleep(0.05)
            else:
                self.walk.same("a revision goes into service", False, True, self.last_number)

    # Lists and items

    def unless_due(self, check):
        """Runs a check of the present content again if something was due meanwhile."""
        while True:
            number = self.last_number
            answer = check()
            self.follow()
            if self.last_number == number:
                return answer
            self.in_service()

    def list(self, kind):
        walk = self.walk
        filters, sort, search = some_query(walk, kind)
        has_token = walk.pick.random() < 0.5
        limit = walk.pick.choice([1, 3, 100])
        names = {name: parameter(value) for name, value in filters.items()} | {"limit": str(limit)}
        names |= {name: value for name, value in {"sort": sort, "q": search}.items() if value}
        address = f"/v1/content/{kind}?" + urllib.parse.urlencode(names, quote_via=urllib.parse.quote)

        def read():
            found = []
            for server in walk.servers:
                rows, tags, following = [], [], address
                while following:
                    answer = walk.read(following, has_token, server)
                    walk.same("the status of a list", answer.status, 200, answer)
                    rows += answer.json["result"]
                    tags.append(answer.headers["ETag"])
                    following = answer.json["next"]
                found.append((rows, tags))
            return found
        first, second = self.unless_due(read)
        at = None if has_token else self.history.newest.at
        expected = listed(walk.state, kind, filters, sort, search, at)
        texts = [members(item) if has_token else item.fields for item in expected]
        walk.same_tree("a list", first[0], texts, address)
        walk.same_tree("the list of another server", second[0], first[0], address)
        walk.same("the tags of lists", second[1], first[1], address)

    def item(self):
        walk = self.walk
        target = some_item(walk)
        if not target:
            return
        path = "/v1/content/{}/{}".format(*target)
        answers = self.unless_due(
            lambda: [walk.read(path, has_token, server) for server in walk.servers
                     for has_token in (True, False)])
        item = walk.state.item(*target)
        is_open = item.window.is_open(self.history.newest.at)
        for answer, has_token in zip(answers, [True, False, True, False]):
            if has_token:
                walk.same_tree("an item", answer.json["result"], [members(item)])
            elif is_open:
                walk.same_tree("a public item", answer.json["result"], [item.fields])
                walk.same("the tag of an item", answer.headers["ETag"], answers[0].headers["ETag"])
            else:
                walk.same("an item that is not public", answer.status, 404, answer)

    def export(self, kind):
        """The items of a kind as a file, those of the present or of a former revision."""
        walk = self.walk
        has_token = walk.pick.random() < 0.7
        revision = self.history[self.past.some_revision()] if has_token else None
        if revision and kind not in revision.state.kinds:
            return
        path = f"/v1/export/{kind}?format=json" + (f"&revision={revision.number}" if revision else "")
        answers = self.unless_due(
            lambda: [walk.read(path, has_token, server) for server in walk.servers])
        state, at = (revision.state, None) if revision else (walk.state, self.history.newest.at)
        found = listed(state, kind, {}, "", "", at)
        texts = [self.exported(item) if has_token else {**item.fields, **item.texts} for item in found]
        walk.same_tree("an export", answers[0].json["result"], texts, path)
        walk.same("the export of another server", answers[1].bytes, answers[0].bytes, path)

    def exported(self, item):
        """An item in an export: with its window, as far as that is not open for ever."""
        window = item.window
        if window == Window():
            return {**item.fields, **item.texts}
        made = {**item.fields, **item.texts, "draft": window.draft}
        if window.when:
            made["when"] = json.loads(window.when)
        for name, time in [("publish_at", window.publish_at), ("unpublish_at", window.unpublish_at)]:
            if time is not None:
                made[name] = date_text(time, "+0000")
        return made

    # Events

    def events(self):
        """What both servers announced, and what one of them sends again."""
        walk, newest = self.walk, self.last_number
        for server in walk.servers:
            stream = server.listen()
            if newest <= stream.since:
                # A stream that begins now has nothing to say before the next revision.
                continue
            seen = stream.until(newest)
            stream.seen = {}
            walk.same("the newest event of a stream", max(seen, default=0) >= newest, True,
                      f"{server.name}: {sorted(seen)[-3:]} of {newest}, {stream.since} before")
            self.announced(seen, f"live at {server.name}", stream.since)
            stream.since = newest
        number = walk.pick.randint(max(self.history.first_kept, newest - 30), newest)
        if number < newest:
            stream = Events(walk.some_server().port, f"{number}.{self.history[number].id}")
            seen = stream.until(newest)
            stream.close()
            walk.same("the events that were missed", [n for n in sorted(seen) if n <= newest],
                      list(range(number + 1, newest + 1)))
            self.announced(seen, f"after {number}", number)

    def announced(self, events, how, since):
        for number, event in events.items():
            if number > self.last_number or number < self.history.first_kept:
                continue
            if "keys" not in event:
                # A `reset`: what a stream would have to say next is pruned.
                self.walk.same("a reset is behind a prune", since + 1 < self.history.first_kept, True,
                               f"{number} {how}: {since} before")
                continue
            revision = self.history[number]
            self.walk.same("the id of a revision in its event", event["revision_id"], revision.id)
            self.walk.same(f"the keys of an event {how.split()[0]}", sorted(event["keys"]),
                           sorted(revision.keys), number)
