"""The content at one revision, as values: every change makes another state."""

import hashlib
import json
from dataclasses import dataclass, field, replace

from walk.kinds import references

PLATFORMS = ["android", "ios", "web"]
AUDIENCES = ["beta", "members"]


def some_when(pick):
    """A condition on clients in its stored form, as JSON."""
    when = {}
    while not when:
        if pick.random() < 0.5:
            when["platforms"] = sorted(pick.sample(PLATFORMS, pick.randint(1, 2)))
        if pick.random() < 0.3:
            when["app_version"] = pick.choice([">=3.2", "<4", ">=3.1 <4", "=3.10", ">3.2", "<=3.2"])
        if pick.random() < 0.3:
            when["audiences"] = sorted(pick.sample(AUDIENCES, pick.randint(1, 2)))
        if pick.random() < 0.2:
            low, high = sorted(pick.sample([0, 0.25, 0.5, 0.75, 1], 2))
            when["share"] = {"from": low, "to": high, "salt": pick.choice(["autumn", "spring"])}
    return json.dumps(when, sort_keys=True)


def some_facts(pick):
    facts = {"platform": pick.choice(PLATFORMS), "app_version": pick.choice(["2", "3.1", "3.2", "3.10", "4"]),
             "audience": pick.choice([["beta"], ["members"], ["beta", "members"]]),
             "key": f"device-{pick.randint(1, 40)}"}
    return {name: value for name, value in facts.items() if pick.random() < 0.75}


def holds(comparison, version):
    operator = comparison.rstrip("0123456789.")
    one, other = (([int(part) for part in text.split(".")] + [0] * 4)[:4]
                  for text in (version, comparison[len(operator):]))
    return {">=": one >= other, ">": one > other, "<=": one <= other, "<": one < other, "=": one == other}[operator]


def is_met(when, facts):
    """Whether a client meets a condition; what it does not say meets none."""
    when, version = json.loads(when), facts.get("app_version")
    if "platforms" in when and facts.get("platform") not in when["platforms"]:
        return False
    if "app_version" in when and not (version and all(holds(part, version) for part in when["app_version"].split())):
        return False
    if "audiences" in when and not set(when["audiences"]) & set(facts.get("audience", [])):
        return False
    if share := when.get("share"):
        # The place of a client between 0 and 1.
        digest = hashlib.sha256(f"{share['salt']}:{facts.get('key')}".encode()).digest()
        return "key" in facts and share["from"] <= int.from_bytes(digest[:8], "big") / 2**64 < share["to"]
    return True


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
        return [time for time in (self.publish_at, self.unpublish_at)
                if time is not None and time > after and not self.draft]


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


def without(values, *keys):
    return {key: value for key, value in values.items() if key not in keys}


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

    def of(self, kind):
        return self.items.get(kind, {})

    def item(self, kind, id):
        return self.of(kind).get(id)

    def ids(self, kind):
        return sorted(self.of(kind))

    def with_item(self, kind, id, item):
        items = without(self.of(kind), id) | ({} if item is None else {id: item})
        return replace(self, items={**self.items, kind: items})

    def with_feed(self, name, composition):
        """With a composition, whose sections have the layouts of their kinds by default; without it if it is None."""
        if composition and not composition.get("is_default"):
            composition = {**composition, "sections": [
                {**section, "layout": section["layout"] or self.kinds[section["kind"]]["layout"]}
                for section in composition["sections"]]}
        return replace(self, feeds=without(self.feeds, name) | ({name: composition} if composition else {}))

    def with_photo(self, id, photo, address=None):
        photos = without(self.photos, id) | ({id: photo} if photo else {})
        return replace(self, photos=photos, assigned=self.assigned | ({address: id} if address else {}))

    def with_kind(self, name, definition, identities, items):
        """With a definition and the items that it has then, or without the kind if there is no definition."""
        parts = {"kinds": definition, "identities": identities, "items": items}
        return replace(self, **{part: without(getattr(self, part), name) | ({} if definition is None else {name: made})
                                for part, made in parts.items()})

    def is_referred_to(self, kind, id):
        return any(item.fields[reference["name"]] == id and (name, item.fields["id"]) != (kind, id)
                   for name, definition in self.kinds.items()
                   for reference in references(definition) if reference["kind"] == kind
                   for item in self.of(name).values())

    def sections(self):
        return [section for composition in self.feeds.values() for section in composition["sections"]]

    def windows(self):
        return [item.window for items in self.items.values() for item in items.values()] + [
            section["window"] for section in self.sections()]
