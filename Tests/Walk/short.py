"""Short steps: one write, and a comparison of a few things that it may have changed and of a few others."""

import urllib.parse

import feeds
import items
import locales
import many
import others
import releases
import restoring
import rights
import tables
import targeting
from clock import CLOCK, JUMPS
from documents import WIDTHS
from editions import Editions
from items import item_path, members, some_item, some_kind
from screens import listed
from servers import Events
from values import now, parameter

# Operations, and how often they are done.
OPERATIONS = [
    (items.put, 140), (items.patch, 300), (items.post, 80), (items.delete, 90), (items.undo, 30),
    (items.twice, 10), (many.at_once, 10), (many.batch, 40), (many.failed_batch, 8), (many.load, 40),
    (many.refusals, 8), (feeds.compose, 40), (feeds.remove_feed, 4), (feeds.define, 8),
    (releases.prepare, 25), (releases.publish, 25), (restoring.restore_item, 40),
    (restoring.restore_composition, 10), (restoring.restore_feed, 4), (others.photo, 4),
    (others.remove_photo, 3), (rights.tokens, 4), (tables.again, 4),
    (others.kill_after_write, 0.7), (others.restart, 0.5), (others.prune, 1.5),
]
# For so many steps one server is the near one, which gets most requests.
TURN = 100
# A list or item is compared if nothing of it is due so soon, in milliseconds.
QUIET = 1_500


class Short:
    """What a short step does and compares."""

    def __init__(self, walk):
        self.walk, self.history, self.comparer = walk, walk.history, walk.comparer
        self.editions = Editions(walk)
        self.operations, self.weights = zip(*OPERATIONS)
        self.checks, self.chances = zip(
            (self.item, 30), (self.list, 20), (self.screen, 30), (self.public_item, 10), (self.public_list, 8),
            (self.far_screen, 5), (self.page, 8), (self.former, 6), (self.difference, 2), (self.replay, 1),
            (self.versions, 4), (self.future, 1), (self.export, 3), (self.other_form, 3), (self.release, 3),
            (self.variant, 8), (self.table, 2),
            (self.edition, 15), (self.translated, 6), (self.untranslated, 2))

    def go(self):
        walk = self.walk
        if walk.pick.random() < 0.04:
            self.move()
        releases.settle(walk)
        walk.pick.choices(self.operations, self.weights)[0](walk)
        if walk.shown_again:
            self.follow()
            restoring.check_feed(walk)
        for check in walk.pick.choices(self.checks, self.chances, k=2):
            check()

    def move(self):
        """The clock moves, but not over the moment of a release."""
        moments = [release.publish_at for release in self.walk.releases if release.publish_at is not None]
        rest = min(moments, default=1 << 60) - now() - releases.rest()
        jump = min(self.walk.pick.choice(JUMPS), rest - 500)
        if jump > 0:
            CLOCK.forward(jump)
            self.walk.log(f"the clock moves by {jump} ms")

    def follow(self):
        """Takes the new revisions from the events of the near server, which then has them in service."""
        walk, history, server = self.walk, self.history, self.walk.near
        stream, goal = server.listen(), walk.newest_number()
        if stream.since > self.comparer.last_number:
            # The stream has begun after them.
            self.comparer.follow()
        for event in stream.take(goal):
            number = event["revision"]
            if number > self.comparer.last_number + 1:
                # The stream was reset.
                self.comparer.follow()
            if number > self.comparer.last_number:
                history.add({"number": number, "id": event["revision_id"], "keys": event["keys"],
                             "committed_at": event["committed_at"], "actor": None})
                self.comparer.keys(number)
            elif number >= history.first_kept:
                walk.same("the id of a revision in its event", event["revision_id"], history[number].id)
                walk.same("the keys of an event", sorted(event["keys"]), sorted(history[number].keys), number)
        if self.comparer.last_number < goal:
            self.comparer.follow()

    # Checks

    def item(self):
        """An item as editors see it, at one server or the other, and its tag."""
        walk = self.walk
        target = some_item(walk)
        if not target:
            return
        server = walk.pick.choice(walk.servers)
        answer = walk.read(item_path(*target), True, server)
        walk.same_tree("an item", answer.json["result"], [members(walk.state.item(*target))], target)
        again = walk.read(item_path(*target), True, server, {"If-None-Match": answer.headers["ETag"]})
        walk.same("a tag of an item", again.status, 304, target)

    def public_item(self):
        walk = self.walk
        target = some_item(walk)
        if not target:
            return
        self.follow()
        if not self.history.is_quiet(target[0], now() + QUIET):
            return
        answer = walk.read(item_path(*target), server=walk.near)
        if not self.history.is_quiet(target[0], now()):
            # On a busy machine an answer takes longer than expected.
            return
        item = walk.state.item(*target)
        if item.window.is_open(self.history.newest.at):
            walk.same_tree("a public item", answer.json["result"], [item.fields], target)
            keys = set(answer.headers["xkey"].split())
            walk.same("the keys of an item", {"{}:{}".format(*target), f"items:{target[0]}"} - keys, set(), answer)
        else:
            walk.same("an item that is not public", answer.status, 404, answer)

    def list(self):
        walk = self.walk
        self.listed(some_kind(walk), walk.pick.choice(walk.servers), True)

    def public_list(self):
        self.follow()
        kind = some_kind(self.walk)
        if self.history.is_quiet(kind, now() + QUIET):
            self.listed(kind, self.walk.near, False)

    def listed(self, kind, server, has_token):
        """A list, page by page."""
        walk = self.walk
        filters, sort, search = feeds.some_query(walk, kind)
        names = {name: parameter(value) for name, value in filters.items()}
        names |= {name: value for name, value in {"sort": sort, "q": search}.items() if value}
        names["limit"] = walk.pick.choice(["4", "100", "100"])
        asked = walk.pick.choice(sorted(locales.READERS)) if walk.pick.random() < 0.4 else "ja"
        if asked != "ja":
            names["locale"] = asked
        address = f"/v1/content/{kind}?" + urllib.parse.urlencode(names, quote_via=urllib.parse.quote)
        following, found = address, []
        while following:
            answer = walk.read(following, has_token, server)
            walk.same("the status of a list", answer.status, 200, answer)
            found += answer.json["result"]
            following = answer.json["next"]
        if not has_token and not self.history.is_quiet(kind, now()):
            # Something was due meanwhile.
            return
        expected = listed(walk.state, kind, filters, sort, search,
                          None if has_token else self.history.newest.at, locale=locales.READERS[asked])
        texts = [members(item) if has_token else item.fields for item in expected]
        walk.same_tree("a list", found, texts, address)
        if not has_token:
            keys = set(answer.headers["xkey"].split())
            walk.same("the keys of a list", f"kind:{kind}" in keys, True, answer)

    def screen(self):
        self.follow()
        self.screen_of(self.walk.near)

    def far_screen(self):
        """What the other server has in service, which may be behind."""
        self.follow()
        self.screen_of(next(server for server in self.walk.servers if server is not self.walk.near))

    def screen_of(self, server):
        walk = self.walk
        feed, width = walk.pick.choice(feeds.FEEDS), walk.pick.choice(WIDTHS)
        answer = walk.read(f"/v1/feeds/{feed}?width={width}", server=server)
        if answer.status == 404:
            if server is walk.near:
                walk.same("a feed that is not there", feed in self.history.newest.feeds, False, answer)
            return
        if answer.revision < self.history.base:
            return
        self.comparer.documents.answered(answer, feed, width)
        if answer.status == 200:
            tag = {"If-None-Match": answer.headers["ETag"]}
            again = walk.read(f"/v1/feeds/{feed}?width={width}", server=server, headers=tag)
            if again.revision == answer.revision:
                walk.same("a tag of a screen", again.status, 304, answer)
            keys = set(answer.headers["xkey"].split())
            walk.same("the keys of a screen", f"feed:{feed}" in keys, True, answer)

    def page(self):
        self.follow()
        pages = self.comparer.pages
        if pages.kept and self.walk.pick.random() < 0.5:
            pages.follow(pages.kept.pop(self.walk.pick.randrange(len(pages.kept))))
        else:
            pages.section(self.walk.pick.choice(sorted(self.history.newest.feeds)))

    def variant(self):
        self.follow()
        targeting.check(self.walk, self.walk.pick.choice(sorted(self.history.newest.feeds)), self.walk.near)

    def edition(self):
        self.follow()
        self.editions.screen(self.walk.pick.choice(sorted(self.history.newest.feeds)), self.walk.near)

    def translated(self):
        self.editions.item(self.walk.pick.choice(self.walk.servers))

    def untranslated(self):
        self.editions.untranslated(some_kind(self.walk), self.walk.pick.choice(self.walk.servers))

    def former(self):
        if self.comparer.documents.served:
            self.comparer.past.bytes()

    def difference(self):
        self.follow()
        self.comparer.past.difference()

    def versions(self):
        self.follow()
        self.comparer.past.versions()

    def future(self):
        self.comparer.past.future()

    def release(self):
        if self.walk.releases:
            releases.check_one(self.walk, self.walk.pick.choice(self.walk.releases))

    def other_form(self):
        self.follow()
        self.comparer.documents.other_at(self.walk.pick.choice(sorted(self.history.newest.feeds)), self.walk.near)

    def replay(self):
        """The events after one of the last revisions."""
        walk, history = self.walk, self.history
        self.follow()
        newest = self.comparer.last_number
        number = walk.pick.randint(max(history.first_kept, newest - 30), newest)
        if number < newest:
            stream = Events(walk.near.port, f"{number}.{history[number].id}")
            seen = stream.until(newest)
            stream.close()
            walk.same("the events that were missed", [n for n in sorted(seen) if n <= newest],
                      list(range(number + 1, newest + 1)))
            self.comparer.announced(seen, f"after {number}", number)

    def table(self):
        tables.check(self.walk, self.walk.pick.choice(self.walk.servers))

    def export(self):
        """The items of a kind as a file, as editors see them."""
        walk = self.walk
        kind = some_kind(walk)
        answer = walk.read(f"/v1/export/{kind}?format=json", True, walk.pick.choice(walk.servers))
        found = listed(walk.state, kind, {}, "", "", None)
        walk.same_tree("an export", answer.json["result"], [self.comparer.exported(item) for item in found], kind)
