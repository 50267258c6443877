"""The model of all revisions, and the rule for the revision of each document."""

from dataclasses import dataclass, field

from screens import look
from showing import Showing
from state import State
from values import moment
from versions import Versions

# So many revisions are remembered behind the first one that is kept.
REMEMBERED = 300


@dataclass
class Revision:
    number: int
    id: str
    at: int
    actor: str | None
    state: State
    # By feed: the screen's revision, its expiry, its sections by id with their revisions.
    feeds: dict = field(default_factory=dict)
    keys: list = field(default_factory=list)


@dataclass
class Feed:
    revision: int
    # When that revision was committed, which may not be kept any more.
    at: int
    expires_at: int | None
    sections: list
    revisions: dict
    spacing: float


class History:
    """Revisions in their order; those that somebody else commits are found by `add`."""

    def __init__(self):
        self.revisions, self.base = [], 1
        self.showing, self.versions = Showing(), Versions()
        # States that have been written under a number, and are not seen in the list yet.
        self.written = {}
        self.first_kept = 1

    @property
    def newest(self):
        return self.revisions[-1]

    def __getitem__(self, number):
        """A revision that is kept, or was until recently."""
        if number < self.base:
            raise IndexError(f"revision {number}, the first one is {self.base}")
        return self.revisions[number - self.base]

    @property
    def state(self):
        """The content as all acknowledged writes have left it."""
        return self.written[max(self.written)] if self.written else self.newest.state

    def add(self, row):
        """Takes a row of the server's list of revisions, which comes after the newest one here."""
        number = row["number"]
        expected = self.base + len(self.revisions)
        assert number == expected, f"revision {number} where {expected} was expected"
        state = self.written.pop(number, None)
        is_written = state is not None
        if state is None:
            state = self.newest.state
        made = Revision(number, row["id"], moment(row["committed_at"]), row["actor"], state,
                        keys=row["keys"])
        former = self.revisions[-1] if self.revisions else None
        made.feeds = {feed: self.shown(feed, made, former) for feed in state.feeds}
        self.versions.add(number, former.state if former else None, state)
        self.revisions.append(made)
        return is_written

    def prune(self, first):
        """The revisions before `first` are no longer kept."""
        self.first_kept = first
        self.versions.forget(first)
        gone = max(0, first - REMEMBERED - self.base)
        del self.revisions[:gone]
        self.base += gone

    def is_quiet(self, kind, until):
        """Whether no item of a kind appears or disappears up to a time."""
        time = self.showing.next(self.newest.state, kind, self.newest.at)
        return time is None or time > until

    def shown(self, feed, revision, former):
        """A feed at a revision: what it shows, and since when."""
        sections, expires_at = self.showing.screen(revision.state, feed, revision.at)
        before = former.feeds.get(feed) if former else None
        if before:
            if before.expires_at == expires_at and before.spacing == revision.state.feeds[feed]["spacing"] and (
                    len(before.sections) == len(sections)
                    and all(one is other for one, other in zip(before.sections, sections))):
                return before
            known = {section.id: section for section in before.sections}
            revisions = {
                section.id: before.revisions[section.id] if looks_same(known.get(section.id), section)
                else revision.number for section in sections}
        else:
            revisions = {section.id: revision.number for section in sections}
        spacing = revision.state.feeds[feed]["spacing"]
        is_same = before and (before.expires_at, before.spacing) == (expires_at, spacing) and (
            list(before.revisions.items()) == list(revisions.items()))
        since = before if is_same else revision
        return Feed(before.revision if is_same else revision.number, since.at, expires_at, sections, revisions,
                    spacing)

    def expected_keys(self, number):
        """The keys that the event of a revision has at least, and those that it may have."""
        revision, former = self[number], self[number - 1] if number > 1 else None
        keys, may = set(), set()
        old, new = former.state.kinds if former else {}, revision.state.kinds
        for kind in set(old) | set(new):
            if former and old.get(kind) != new.get(kind):
                keys |= {f"kind:{kind}", f"items:{kind}"}
            for id in self.changed_items(kind, former, revision):
                # A definition that is changed names all items at once.
                named = may if f"items:{kind}" in keys else keys
                named |= {f"kind:{kind}", f"{kind}:{id}"}
        may |= keys
        for id, is_said in changed_photos(former, revision).items() if former else []:
            named = {"photos", f"photo:{id}"}
            may |= named
            if is_said and any(id == item.get("image", {}).get("photo") for feed in revision.feeds.values()
                   for section in feed.sections for item in section.found):
                keys |= named
        before = former.feeds if former else {}
        for feed in set(before) | set(revision.feeds):
            one, two = before.get(feed), revision.feeds.get(feed)
            sections = {s.id for side in (one, two) if side for s in side.sections}
            may |= {f"section:{feed}/{id}" for id in sections} | {f"feed:{feed}", f"variants:{feed}"}
            if not one or not two or two.revision == number:
                keys.add(f"feed:{feed}")
            if two:
                keys |= {f"section:{feed}/{id}" for id, last in two.revisions.items() if last == number}
        return keys, may

    def changed_items(self, kind, former, revision):
        """The items that a revision changes for the public."""
        old = former.state.items.get(kind, {}) if former else {}
        new = revision.state.items.get(kind, {})
        if old is new and former:
            due = self.showing.next(revision.state, kind, former.at)
            if due is None or due > revision.at:
                return
        for id in old.keys() | new.keys():
            before, after = old.get(id), new.get(id)
            was = before is not None and before.window.is_open(former.at)
            isnt = after is None or not after.window.is_open(revision.at)
            if (was == isnt or before is not after and before != after) and (was or not isnt):
                yield id


def looks_same(one, other):
    return one is other or one is not None and look(one) == look(other)


def changed_photos(former, revision):
    """The photos of which a revision says something else, or that come to an address; False for those that leave one,
    of which nothing else is said."""
    old, new = former.state, revision.state
    if old.photos is new.photos and old.assigned is new.assigned:
        return {}
    moved = [(old.assigned.get(address), id) for address, id in new.assigned.items()
             if old.assigned.get(address) != id]
    made = {before: False for before, _ in moved if before}
    made |= {id: True for _, id in moved}
    return made | {id: True for id, photo in new.photos.items() if old.photos.get(id) not in (None, photo)}
