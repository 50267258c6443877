"""Releases: prepared, published by hand and at their moments, in spite of conflicts, previewed and deleted."""

import json
import time
from dataclasses import dataclass, replace

from clock import CLOCK
from feeds import composition_body, some_composition
from items import IDS, some_change, some_fields, some_kind, some_window, whole
from kinds import references
from locales import changed, some_texts
from screens import screen
from servers import PATIENCE
from state import Item
from values import date_text, now

# How long before its moment nothing is written any more, so that it is known what a release is published on; and how
# far away moments are. Where the clock can be moved, nobody has to wait for them.
REST, FAR_REST = 4_000, 60_000
MOMENTS, FAR_MOMENTS = (5_000, 12_000), (120_000, 400_000)


@dataclass
class Operation:
    body: dict
    # Of an item, its kind and id; of a composition, its feed.
    subject: tuple
    # The item or composition that was there when it was added.
    base: object
    # Makes what is there afterwards of what is there before.
    after: object

    def found(self, state):
        if len(self.subject) == 2:
            return state.item(*self.subject)
        composition = state.feeds.get(self.subject[0])
        return None if composition and composition.get("is_default") else composition

    def is_lost(self, state):
        """Whether it changes an item that is gone."""
        return self.body["op"] == "patch" and self.found(state) is None

    def done(self, state):
        made = self.after(self.found(state))
        if len(self.subject) == 2:
            return state.with_item(*self.subject, made)
        return state.with_feed(self.subject[0], made)


@dataclass
class Release:
    id: int
    publish_at: int | None
    operations: list

    def conflicts(self, state):
        return [index for index, operation in enumerate(self.operations)
                if operation.found(state) != operation.base]

    def done(self, state):
        for operation in self.operations:
            state = operation.done(state)
        return state

    def uses(self, kind):
        for operation in self.operations:
            if operation.subject[0] == kind:
                return True
            if operation.body["op"] == "compose":
                if any(section["kind"] == kind for section in operation.body["body"]["sections"]):
                    return True
        return False


def rest():
    return FAR_REST if CLOCK.map else REST


def without_references(walk, kind, fields):
    """Fields that refer to nothing, since what they refer to may be gone when the release is published."""
    names = {field["name"] for field in references(walk.state.kinds[kind])}
    return {name: None if name in names else value for name, value in fields.items()}


def some_operation(walk, taken):
    if walk.pick.random() < 0.2:
        feed = walk.pick.choice(["side", "town"])
        if (feed,) not in taken:
            composition = some_composition(walk)
            body = {"op": "compose", "feed": feed, "body": composition_body(composition)}
            return Operation(body, (feed,), walk.state.feeds.get(feed), lambda before: composition)
    kind, id = some_kind(walk), walk.pick.choice(IDS)
    before = walk.state.item(kind, id)
    if (kind, id) in taken:
        return None
    if before and walk.pick.random() < 0.6:
        change, item = some_change(walk, kind, id)
        change = {name: value for name, value in change.items()
                  if name not in {field["name"] for field in references(walk.state.kinds[kind])}}
        return Operation({"op": "patch", "kind": kind, "id": id, "body": change}, (kind, id), before,
                         lambda found: patched(walk.state, kind, found, change, item))
    fields = without_references(walk, kind, some_fields(walk, kind, id))
    item = Item(fields, some_window(walk.pick), some_texts(walk.pick, walk.state.kinds[kind]))
    return Operation({"op": "replace", "kind": kind, "id": id, "body": whole(item)}, (kind, id), before,
                     lambda found: item)


def patched(state, kind, found, change, item):
    """An item after the members of a patch; `item` is one that has them."""
    fields = {name: item.fields[name] if name in change else value for name, value in found.fields.items()}
    window = found.window
    if "draft" in change:
        window = replace(item.window, when=merged(found.window.when, change["when"]))
    return Item(fields, window, changed(found.texts, change))


def merged(when, change):
    """Conditions after a patch, which merges their members."""
    if change is None:
        return None
    made = {**json.loads(when or "{}"), **change}
    return json.dumps({name: value for name, value in made.items() if value is not None}, sort_keys=True)


def prepare(walk):
    if len(walk.releases) > 3:
        return publish(walk)
    moment = now() + walk.pick.randint(*(FAR_MOMENTS if CLOCK.map else MOMENTS)) if walk.pick.random() < 0.4 else None
    text = None if moment is None else date_text(moment)
    answer = walk.write("POST", "/v1/releases", {"name": "walk", "publish_at": text}, 201, None)
    release = Release(answer.json["id"], moment, [])
    for _ in range(walk.pick.randint(1, 4)):
        taken = [operation.subject for operation in release.operations]
        operation = some_operation(walk, taken)
        if operation:
            release.operations.append(operation)
    if not release.operations:
        return walk.write("DELETE", f"/v1/releases/{release.id}", None, 204, None)
    body = {"operations": [operation.body for operation in release.operations]}
    walk.write("PUT", f"/v1/releases/{release.id}/operations", body, 200, None)
    walk.releases.append(release)


def publish(walk):
    """Publishes a release by hand; one with conflicts is refused, and forced or deleted."""
    known = [release for release in walk.releases if release.publish_at is None]
    if not known:
        return prepare(walk) if len(walk.releases) <= 3 else None
    release = walk.pick.choice(known)
    conflicts = release.conflicts(walk.state)
    path = f"/v1/releases/{release.id}"
    if walk.pick.random() < 0.2:
        walk.write("DELETE", path, None, 204, None)
        walk.releases.remove(release)
        return
    if conflicts:
        walk.refused("POST", f"{path}/publish", {}, 409, "release_conflicts")
        if any(operation.is_lost(walk.state) for operation in release.operations):
            walk.write("DELETE", path, None, 204, None)
            walk.releases.remove(release)
            return
    walk.write("POST", f"{path}/publish", {"force": True} if conflicts else {}, 200,
               release.done(walk.state))
    walk.releases.remove(release)


def settle(walk):
    """Waits for releases whose moments are near, before anything else is written."""
    # While some are waited for, the moments of others come near.
    while near := [release for release in walk.releases
                   if release.publish_at is not None and release.publish_at - now() <= rest()]:
        settle_near(walk, near)


def settle_near(walk, near):
    """Waits for these releases, and takes over what they have published."""
    # Their moments come at once where the clock can be moved.
    CLOCK.forward(max(release.publish_at for release in near) - now() + 1)
    outcomes = [(handled(walk, release), release) for release in near]
    # In the order in which they were published, those with conflicts at the end.
    outcomes.sort(key=lambda outcome: (outcome[0]["published_revision"] is None,
                                       outcome[0]["published_revision"] or 0))
    for found, release in outcomes:
        conflicts = release.conflicts(walk.state)
        walk.same("the state of a release after its moment", found["state"],
                  "failed" if conflicts else "published", found)
        walk.releases.remove(release)
        if conflicts:
            # It may still be published by force, so no kind that it uses can be changed.
            walk.write("DELETE", f"/v1/releases/{release.id}", None, 204, None)
        else:
            walk.committed(found["published_revision"], release.done(walk.state))


def handled(walk, release):
    """A release after its moment."""
    found = None
    for _ in range(PATIENCE * 20):
        found = walk.read(f"/v1/releases/{release.id}", token=True).json
        if found["state"] != "prepared":
            break
        time.sleep(0.05)
    return found


def check(walk):
    """The conflicts of the releases, and what they would show."""
    for release in walk.releases:
        check_one(walk, release)


def check_one(walk, release):
    if release.publish_at is not None and release.publish_at - now() < rest():
        return
    for server in walk.servers:
        found = walk.read(f"/v1/releases/{release.id}", token=True, server=server).json
        walk.same("the state of a release", found["state"], "prepared", found)
        walk.same("the conflicts of a release", [conflict["operation"] for conflict in found["conflicts"]],
                  release.conflicts(walk.state), found)
    if not any(operation.is_lost(walk.state) for operation in release.operations):
        preview(walk, release)


def preview(walk, release):
    """The screens as if a release were published, at its moment or now."""
    state = release.done(walk.state)
    for feed in state.feeds:
        began = max(now(), release.publish_at or 0)
        found = walk.read(f"/v1/feeds/{feed}?release={release.id}", token=True)
        walk.same("the status of a preview", found.status, 200, found)
        expected, later = (screen(state, feed, at) for at in (began, max(now(), release.publish_at or 0)))
        if items_of(expected) != items_of(later):
            # Something was due meanwhile.
            continue
        for section, model in zip(found.json["sections"], expected):
            walk.same("the title of a section of a preview", section["title"], model.spec["title"], feed)
            for item, made in zip(section["items"], model.items):
                names = made.keys() - {"image"}
                walk.same_tree("an item of a preview", {name: item[name] for name in names},
                               {name: made[name] for name in names}, f"{feed} with {release.id} ")
        walk.same("the sections of a preview",
                  [(section["id"], [item["id"] for item in section["items"]])
                   for section in found.json["sections"]], items_of(expected), f"{feed} {release}")


def items_of(sections):
    return [(section.id, [item["id"] for item in section.items]) for section in sections]
