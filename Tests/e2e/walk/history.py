"""The model of all revisions: what each shows, and the rule for the revision of each document."""

from bisect import bisect_right
from collections import namedtuple
from dataclasses import dataclass, field

from walk.items import whole
from walk.kinds import names
from walk.screens import visible
from walk.state import State
from walk.values import moment

# So many revisions are remembered behind the first one that is kept.
REMEMBERED = 300


@dataclass
class Revision:
    number: int
    id: str
    at: int
    state: State
    keys: list
    # By feed: what it shows.
    feeds: dict = field(default_factory=dict)


# A feed at a revision: which one its document has, with the time of that, which may not be kept any more, and the
# sections with their revisions.
Feed = namedtuple("Feed", "revision at expires_at sections revisions spacing")
# A section, or None while it is not visible, with all that it was made of. It is the same from `since` on and before
# `until`; `changes_at` is the next time at which it shows something else.
Shown = namedtuple("Shown", "spec sources since until section changes_at")


class Showing:
    """What sections show, kept as long as nothing that they show has changed."""

    def __init__(self):
        self.kept, self.times = {}, {}

    def boundaries(self, state, kind):
        """The times at which items of a kind appear or disappear, in order."""
        items = state.of(kind)
        if kind not in self.times or self.times[kind][0] is not items:
            times = {time for item in items.values() for time in item.window.boundaries(-1)}
            self.times[kind] = (items, sorted(times))
        return self.times[kind][1]

    def next(self, state, kind, at):
        """The next time at which an item of a kind appears or disappears."""
        times = self.boundaries(state, kind)
        return next(iter(times[bisect_right(times, at):]), None)

    def screen(self, state, feed, at):
        specs = state.feeds[feed]["sections"]
        kept = self.kept[feed] = {spec["id"]: self.section(state, feed, spec, at) for spec in specs}
        return ([shown.section for shown in kept.values() if shown.section],
                min((shown.changes_at for shown in kept.values() if shown.changes_at is not None), default=None))

    def section(self, state, feed, spec, at):
        kind = spec["kind"]
        sources = (state.kinds[kind], state.items.get(kind), state.photos, state.assigned)
        known = self.kept.get(feed, {}).get(spec["id"])
        if known and known.spec is spec and known.since <= at < known.until and all(
                one is other for one, other in zip(known.sources, sources)):
            return known
        times = sorted({*spec["window"].boundaries(at), *self.boundaries(state, kind)})
        times = times[bisect_right(times, at):]
        section = visible(state, spec, at)
        changes_at = next((time for time in times if not looks_same(section, visible(state, spec, time))), None)
        return Shown(spec, sources, at, times[0] if times else float("inf"), section, changes_at)


class Versions:
    def __init__(self):
        self.of = {}
        # Texts of which some may be the ids of photos, of all items that there ever were.
        self.texts = set()

    def add(self, number, former, state):
        kinds, items = (former.kinds, former.items) if former else ({}, {})
        for kind in kinds.keys() | state.kinds.keys():
            before, after = kinds.get(kind), state.kinds.get(kind)
            if after is None:
                # A kind that is defined again is another one.
                self.of.pop(kind, None)
            elif items.get(kind) is not state.items.get(kind) or before is not after:
                # A definition that adds fields makes no version of items.
                is_longer = before and before != after and names(before) <= names(after)
                self.changed(kind, number, items.get(kind, {}), state.of(kind), is_longer,
                             before != after and not is_longer)

    def changed(self, kind, number, old, new, is_longer, is_redefined):
        known = self.of.setdefault(kind, {})
        for id in old.keys() | new.keys():
            former, item = old.get(id), new.get(id)
            if (former is item or item == former) and not (is_redefined and item):
                continue
            versions = known.setdefault(id, [])
            self.texts |= texts(item)
            if is_longer and item and former:
                versions[-1][2] = item
                continue
            if versions and versions[-1][1] is None:
                versions[-1][1] = number
            if item:
                versions.append([number, None, item])

    def has(self, photo):
        """Whether an item shows a photo, or did at a revision that is kept."""
        return any(photo in texts(version[2]) for known in self.of.values() for versions in known.values()
                   for version in versions)

    def listed(self, kind, id, first_kept):
        # One that ended with the first revision that is kept was valid before it only.
        return [[since, to, whole(item)] for since, to, item in reversed(self.of.get(kind, {}).get(id, []))
                if to is None or to > first_kept]

    def forget(self, first_kept):
        for kind, known in self.of.items():
            kept = {id: [row for row in versions if row[1] is None or row[1] > first_kept]
                    for id, versions in known.items()}
            self.of[kind] = {id: versions for id, versions in kept.items() if versions}


class History:
    """Revisions in their order; those that somebody else commits are found by `add`."""

    def __init__(self):
        self.revisions, self.base, self.first_kept = [], 1, 1
        self.showing, self.versions = Showing(), Versions()
        # States that have been written under a number, and are not seen in the list yet.
        self.written = {}

    @property
    def newest(self):
        return self.revisions[-1]

    @property
    def last_number(self):
        return self.newest.number if self.revisions else 0

    def __getitem__(self, number):
        """A revision that is kept, or was until recently."""
        if number < self.base:
            raise IndexError(f"revision {number}, the first one is {self.base}")
        return self.revisions[number - self.base]

    @property
    def state(self):
        """The content as all acknowledged writes have left it."""
        return self.written[max(self.written)] if self.written else self.newest.state

    def add(self, number, id, committed_at, keys):
        """Takes the revision of a server that comes after the newest one here; whether it was written."""
        expected = self.base + len(self.revisions)
        assert number == expected, f"revision {number} where {expected} was expected"
        former, is_written = self.revisions[-1] if self.revisions else None, number in self.written
        state = self.written.pop(number) if is_written else former.state
        made = Revision(number, id, moment(committed_at), state, keys)
        made.feeds = {feed: self.shown(feed, made, former) for feed in state.feeds}
        self.versions.add(number, former.state if former else None, state)
        self.revisions.append(made)
        return is_written

    def prune(self, first):
        self.first_kept = first
        self.versions.forget(first)
        gone = max(0, first - REMEMBERED - self.base)
        del self.revisions[:gone]
        self.base += gone

    def is_quiet(self, kind, until):
        time = self.showing.next(self.newest.state, kind, self.newest.at)
        return time is None or time > until

    def shown(self, feed, revision, former):
        """A feed at a revision: what it shows, and since when."""
        sections, expires_at = self.showing.screen(revision.state, feed, revision.at)
        spacing = revision.state.feeds[feed]["spacing"]
        before = former.feeds.get(feed) if former else None
        known = {section.id: section for section in before.sections} if before else {}
        revisions = {section.id: before.revisions[section.id] if looks_same(known.get(section.id), section)
                     else revision.number for section in sections}
        is_same = before and (before.expires_at, before.spacing, [*before.revisions.items()]) == (
            expires_at, spacing, [*revisions.items()])
        number, at = (before.revision, before.at) if is_same else (revision.number, revision.at)
        return Feed(number, at, expires_at, sections, revisions, spacing)

    def expected_keys(self, number):
        """The keys that the event of a revision has at least, and those that it may have."""
        revision, former = self[number], self[number - 1] if number > 1 else None
        keys, may, new = set(), set(), revision.state.kinds
        old, before = (former.state.kinds, former.feeds) if former else ({}, {})
        for kind in old.keys() | new.keys():
            if former and old.get(kind) != new.get(kind):
                keys |= {f"kind:{kind}", f"items:{kind}"}
            # A definition that is changed names all items at once.
            named = may if f"items:{kind}" in keys else keys
            for id in self.changed_items(kind, former, revision):
                named |= {f"kind:{kind}", f"{kind}:{id}"}
        may |= keys
        for id, is_said in changed_photos(former, revision).items() if former else []:
            may |= {"photos", f"photo:{id}"}
            if is_said and any(id == item.get("image", {}).get("photo") for feed in revision.feeds.values()
                               for section in feed.sections for item in section.found):
                keys |= {"photos", f"photo:{id}"}
        for feed in before.keys() | revision.feeds.keys():
            one, two = before.get(feed), revision.feeds.get(feed)
            may |= {f"section:{feed}/{section.id}" for side in (one, two) if side for section in side.sections}
            may |= {f"feed:{feed}", f"variants:{feed}"}
            if not one or not two or two.revision == number:
                keys.add(f"feed:{feed}")
            if two:
                keys |= {f"section:{feed}/{id}" for id, last in two.revisions.items() if last == number}
        return keys, may

    def changed_items(self, kind, former, revision):
        """The items that a revision changes for the public."""
        old, new = former.state.of(kind) if former else {}, revision.state.of(kind)
        if former and former.state.items.get(kind) is revision.state.items.get(kind):
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
    return one is other or one is not None and other is not None and one.look == other.look


def texts(item):
    return {value for value in item.fields.values() if isinstance(value, str) and len(value) == 32} if item else set()


def changed_photos(former, revision):
    """The photos of which a revision says something else, or that come to an address; False for those that leave one,
    of which nothing else is said."""
    old, new = former.state, revision.state
    moved = [(old.assigned.get(address), id) for address, id in new.assigned.items() if old.assigned.get(address) != id]
    made = {before: False for before, _ in moved if before} | {id: True for _, id in moved}
    return made | {id: True for id, photo in new.photos.items() if old.photos.get(id) not in (None, photo)}
