"""What sections show, kept as long as nothing that they show has changed."""

from bisect import bisect_right
from dataclasses import dataclass

from screens import Section, look, visible


@dataclass
class Shown:
    """A section at a time, with all that it was made of."""

    spec: dict
    sources: tuple
    # It is the same from `since` on, and before `until`.
    since: int
    until: float
    # None if it is not visible.
    section: Section | None
    # The next time at which it shows something else; None if there is none.
    changes_at: int | None


class Showing:
    """The sections of feeds, one state after the other."""

    def __init__(self):
        self.kept, self.times = {}, {}

    def boundaries(self, state, kind):
        """The times at which items of a kind appear or disappear, in order."""
        items = state.items.get(kind, {})
        known = self.times.get(kind)
        if known is None or known[0] is not items:
            times = {time for item in items.values() for time in item.window.boundaries(-1)}
            known = self.times[kind] = (items, sorted(times))
        return known[1]

    def next(self, state, kind, at):
        """The next time at which an item of a kind appears or disappears."""
        times = self.boundaries(state, kind)
        place = bisect_right(times, at)
        return times[place] if place < len(times) else None

    def screen(self, state, feed, at):
        """The sections of a feed that are visible, and the next time at which they show something else."""
        made, changes, kept = [], [], {}
        for spec in state.feeds[feed]["sections"]:
            shown = kept[spec["id"]] = self.section(state, feed, spec, at)
            if shown.section:
                made.append(shown.section)
            if shown.changes_at is not None:
                changes.append(shown.changes_at)
        self.kept[feed] = kept
        return made, min(changes, default=None)

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
        now = section and look(section)
        changes_at = next((time for time in times
                           if ((other := visible(state, spec, time)) and look(other)) != now), None)
        return Shown(spec, sources, at, times[0] if times else float("inf"), section, changes_at)
