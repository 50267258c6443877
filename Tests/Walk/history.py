"""The model of all revisions, and the rule for the revision of each document."""

from dataclasses import dataclass, field

from screens import expiry, look, screen
from state import State
from values import moment


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
    expires_at: int | None
    sections: list
    revisions: dict
    spacing: float


class History:
    """Revisions in their order; those that somebody else commits are found by `add`."""

    def __init__(self):
        self.revisions = []
        # States that have been written under a number, and are not seen in the list yet.
        self.written = {}
        self.first_kept = 1

    @property
    def newest(self):
        return self.revisions[-1]

    def __getitem__(self, number):
        return self.revisions[number - 1]

    @property
    def state(self):
        """The content as all acknowledged writes have left it."""
        return self.written[max(self.written)] if self.written else self.newest.state

    def add(self, row):
        """Takes a row of the server's list of revisions, which comes after the newest one here."""
        number = row["number"]
        assert number == len(self.revisions) + 1, f"revision {number} after {len(self.revisions)}"
        state = self.written.pop(number, None)
        is_written = state is not None
        if state is None:
            state = self.newest.state
        made = Revision(number, row["id"], moment(row["committed_at"]), row["actor"], state,
                        keys=row["keys"])
        former = self.revisions[-1] if self.revisions else None
        made.feeds = {feed: self.shown(feed, made, former) for feed in state.feeds}
        self.revisions.append(made)
        return is_written

    def shown(self, feed, revision, former):
        """A feed at a revision: what it shows, and since when."""
        sections = screen(revision.state, feed, revision.at)
        before = former.feeds.get(feed) if former else None
        if before:
            looks = {section.id: look(section) for section in before.sections}
            revisions = {
                section.id: before.revisions[section.id] if looks.get(section.id) == look(section)
                else revision.number for section in sections}
        else:
            revisions = {section.id: revision.number for section in sections}
        expires_at = expiry(revision.state, feed, revision.at)
        spacing = revision.state.feeds[feed]["spacing"]
        is_same = before and (before.expires_at, before.spacing) == (expires_at, spacing) and (
            list(before.revisions.items()) == list(revisions.items()))
        return Feed(before.revision if is_same else revision.number, expires_at, sections, revisions,
                    spacing)

    def expected_keys(self, number):
        """The keys that the event of a revision has at least, and those that it may have."""
        revision, former = self[number], self[number - 1] if number > 1 else None
        keys, may = set(), set()
        old, new = former.state.kinds if former else {}, revision.state.kinds
        for kind in set(old) | set(new):
            if former and old.get(kind) != new.get(kind):
                keys |= {f"kind:{kind}", f"items:{kind}"}
            for id in changed_items(kind, former, revision):
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
            may |= {f"section:{feed}/{id}" for id in sections} | {f"feed:{feed}"}
            if not one or not two or two.revision == number:
                keys.add(f"feed:{feed}")
            if two:
                keys |= {f"section:{feed}/{id}" for id, last in two.revisions.items() if last == number}
        return keys, may


def changed_items(kind, former, revision):
    """The items that a revision changes for the public."""
    old = former.state.items.get(kind, {}) if former else {}
    new = revision.state.items.get(kind, {})
    for id in set(old) | set(new):
        before, after = old.get(id), new.get(id)
        was = before is not None and before.window.is_open(former.at)
        isnt = after is None or not after.window.is_open(revision.at)
        if (before != after or was == isnt) and (was or not isnt):
            yield id


def changed_photos(former, revision):
    """The photos of which a revision says something else, or that come to an address; False for those that leave one,
    of which nothing else is said."""
    old, new = former.state, revision.state
    moved = [(old.assigned.get(address), id) for address, id in new.assigned.items()
             if old.assigned.get(address) != id]
    made = {before: False for before, _ in moved if before}
    made |= {id: True for _, id in moved}
    return made | {id: True for id, photo in new.photos.items() if old.photos.get(id) not in (None, photo)}
