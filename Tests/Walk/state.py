"""The content at one revision, as values: every change makes another state."""

from dataclasses import dataclass, field, replace

from conditions import is_met
from kinds import references


@dataclass(frozen=True)
class Window:
    """When something is visible; times are in milliseconds."""

    draft: bool = False
    publish_at: int | None = None
    unpublish_at: int | None = None
    # The clients that it is visible to, as JSON in one form; None for everybody.
    when: str | None = None

    def is_open(self, at, facts=None):
        """Whether it is visible at a time to a client that says `facts`; without facts, to everybody."""
        return self.is_on(at) and (self.when is None or facts is not None and is_met(self.when, facts))

    def is_on(self, at):
        """Whether it is visible at a time to somebody."""
        return (not self.draft and (self.publish_at is None or self.publish_at <= at)
                and (self.unpublish_at is None or at < self.unpublish_at))

    def boundaries(self, after):
        """The times at which it opens or closes."""
        times = [time for time in (self.publish_at, self.unpublish_at) if time is not None]
        return [time for time in times if time > after and not self.draft]


@dataclass(frozen=True)
class Item:
    fields: dict
    window: Window = Window()
    # Its translations by their members, such as `title@en`.
    texts: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Photo:
    width: int
    height: int
    alt: str | None = None


@dataclass(frozen=True)
class State:
    kinds: dict
    # The fields of all kinds by names that survive renaming.
    identities: dict
    items: dict = field(default_factory=dict)
    feeds: dict = field(default_factory=dict)
    photos: dict = field(default_factory=dict)
    # The photos that stand for pictures elsewhere, by the addresses of these.
    assigned: dict = field(default_factory=dict)

    def item(self, kind, id):
        return self.items.get(kind, {}).get(id)

    def ids(self, kind):
        return sorted(self.items.get(kind, {}))

    def with_item(self, kind, id, item):
        """With an item, or without it if that is None."""
        items = {key: value for key, value in self.items.get(kind, {}).items() if key != id}
        if item is not None:
            items[id] = item
        return replace(self, items={**self.items, kind: items})

    def with_feed(self, name, composition):
        """With a composition, whose sections have the layouts that their kinds have now if they choose none; or
        without it if that is None."""
        feeds = {key: value for key, value in self.feeds.items() if key != name}
        if composition is not None and not composition.get("is_default"):
            composition = {**composition, "sections": [
                {**section, "layout": section["layout"] or self.kinds[section["kind"]]["layout"]}
                for section in composition["sections"]]}
        if composition is not None:
            feeds[name] = composition
        return replace(self, feeds=feeds)

    def with_photo(self, id, photo, address=None):
        assigned = {**self.assigned, address: id} if address else self.assigned
        return replace(self, photos={**self.photos, id: photo}, assigned=assigned)

    def without_photo(self, id):
        return replace(self, photos={key: photo for key, photo in self.photos.items() if key != id})

    def with_kind(self, name, definition, identities, items):
        """With a definition and the items that it has then, or without the kind if there is no definition."""
        def others(values):
            return {key: value for key, value in values.items() if key != name}
        if definition is None:
            return replace(self, kinds=others(self.kinds), identities=others(self.identities),
                           items=others(self.items))
        return replace(self, kinds={**self.kinds, name: definition},
                       identities={**self.identities, name: identities},
                       items={**self.items, name: items})

    def referring(self, kind, id):
        """The items that refer to an item, itself left out."""
        return [
            (name, item.fields["id"]) for name, definition in self.kinds.items()
            for reference in references(definition) if reference["kind"] == kind
            for item in self.items.get(name, {}).values()
            if item.fields[reference["name"]] == id and (name, item.fields["id"]) != (kind, id)]

    def windows(self):
        """The windows of all items and sections."""
        for items in self.items.values():
            for item in items.values():
                yield item.window
        for composition in self.feeds.values():
            for section in composition["sections"]:
                yield section["window"]
