"""Releases: prepared, published by hand and at their moments, in spite of conflicts, previewed and deleted."""

import json
from dataclasses import dataclass, replace

from harness import eventually
from walk.feeds import composition_body
from walk.items import IDS, some_window, whole
from walk.kinds import references
from walk.locales import changed, some_texts
from walk.screens import screen
from walk.state import Item
from walk.values import CLOCK, date_text, now


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
        composition = state.feeds.get(*self.subject)
        return None if composition and composition.get("is_default") else composition

    def done(self, state):
        with_subject = state.with_item if len(self.subject) == 2 else state.with_feed
        return with_subject(*self.subject, self.after(self.found(state)))


@dataclass
class Release:
    id: int
    publish_at: int | None
    operations: list

    @property
    def path(self):
        return f"/v1/releases/{self.id}"

    @property
    def is_near(self):
        return self.publish_at is not None and self.publish_at - now() <= rest()

    def conflicts(self, state):
        return [index for index, operation in enumerate(self.operations) if operation.found(state) != operation.base]

    def is_lost(self, state):
        """Whether it changes an item that is gone."""
        return any(one.body["op"] == "patch" and one.found(state) is None for one in self.operations)

    def done(self, state):
        for operation in self.operations:
            state = operation.done(state)
        return state

    def uses(self, kind):
        sections = [section for operation in self.operations if operation.body["op"] == "compose"
                    for section in operation.body["body"]["sections"]]
        return kind in [operation.subject[0] for operation in self.operations] + [one["kind"] for one in sections]


def rest():
    """How long before a moment nothing is written any more, so that it is known what a release is published on. Where
    the clock can be moved, nobody has to wait."""
    return 60_000 if CLOCK.servers else 4_000


def patched(found, change, item):
    """An item after the members of a patch; `item` is one that has them."""
    fields = {name: item.fields[name] if name in change else value for name, value in found.fields.items()}
    window = found.window
    if "draft" in change:
        when = None
        if change["when"] is not None:
            # The members of conditions are merged.
            members = json.loads(window.when or "{}") | change["when"]
            when = json.dumps({name: value for name, value in members.items() if value is not None}, sort_keys=True)
        window = replace(item.window, when=when)
    return Item(fields, window, changed(found.texts, change))


class Releases:
    def some_operation(self, taken):
        """An operation, which refers to nothing: what it refers to may be gone when the release is published."""
        pick, state = self.pick, self.state
        if pick.random() < 0.2:
            feed = pick.choice(["side", "town"])
            if (feed,) not in taken:
                composition = self.some_composition()
                body = {"op": "compose", "feed": feed, "body": composition_body(composition)}
                return Operation(body, (feed,), state.feeds.get(feed), lambda before: composition)
        kind, id = target = self.some_kind(), pick.choice(IDS)
        if target in taken:
            return None
        before, names = state.item(kind, id), {field["name"] for field in references(state.kinds[kind])}
        body = {"op": "replace", "kind": kind, "id": id}
        if before and pick.random() < 0.6:
            change, item = self.some_change(kind, id)
            change = {name: value for name, value in change.items() if name not in names}
            body |= {"op": "patch", "body": change}
            return Operation(body, target, before, lambda found: patched(found, change, item))
        fields = {name: None if name in names else value for name, value in self.some_fields(kind, id).items()}
        item = Item(fields, some_window(pick), some_texts(pick, state.kinds[kind]))
        return Operation({**body, "body": whole(item)}, target, before, lambda found: item)

    def prepares(self, kind):
        return any(release.uses(kind) for release in self.releases)

    def remove_release(self, release):
        self.write("DELETE", release.path, None, 204, None)
        self.releases = [other for other in self.releases if other is not release]

    def prepare(self):
        if len(self.releases) > 3:
            return self.publish()
        moments = (120_000, 400_000) if CLOCK.servers else (5_000, 12_000)
        moment = now() + self.pick.randint(*moments) if self.pick.random() < 0.4 else None
        answer = self.write("POST", "/v1/releases", {"name": "walk", "publish_at": date_text(moment)}, 201, None)
        release = Release(answer.json["id"], moment, [])
        for _ in range(self.pick.randint(1, 4)):
            if operation := self.some_operation([operation.subject for operation in release.operations]):
                release.operations.append(operation)
        if not release.operations:
            return self.remove_release(release)
        body = {"operations": [operation.body for operation in release.operations]}
        self.write("PUT", f"{release.path}/operations", body, 200, None)
        self.releases.append(release)

    def publish(self):
        """Publishes a release by hand; one with conflicts is refused, and forced or deleted."""
        known = [release for release in self.releases if release.publish_at is None]
        if not known:
            return self.prepare() if len(self.releases) <= 3 else None
        release = self.pick.choice(known)
        conflicts, path = release.conflicts(self.state), f"{release.path}/publish"
        if self.pick.random() < 0.2:
            return self.remove_release(release)
        if conflicts:
            self.refused("POST", path, {}, 409, "release_conflicts")
            if release.is_lost(self.state):
                return self.remove_release(release)
        self.write("POST", path, {"force": True} if conflicts else {}, 200, release.done(self.state))
        self.releases.remove(release)

    def settle(self):
        """Waits for releases whose moments are near, before anything else is written."""
        # While some are waited for, the moments of others come near.
        while near := [release for release in self.releases if release.is_near]:
            # Their moments come at once where the clock can be moved.
            CLOCK.forward(max(release.publish_at for release in near) - now() + 1)
            outcomes = [(self.handled(release), release) for release in near]
            # In the order in which they were published, those with conflicts at the end.
            for found, release in sorted(outcomes, key=lambda pair: pair[0]["published_revision"] or float("inf")):
                state = "failed" if release.conflicts(self.state) else "published"
                self.same("the state of a release after its moment", found["state"], state, found)
                if state == "failed":
                    # It may still be published by force, so no kind that it uses can be changed.
                    self.remove_release(release)
                else:
                    self.releases.remove(release)
                    self.committed(found["published_revision"], release.done(self.state))

    def handled(self, release):
        server = self.some_server()

        def found():
            made = self.read(release.path, token=True, server=server).json
            return made["state"] != "prepared" and made
        return eventually(found, "a release whose moment has come", process=server.process)

    def check_release(self, release):
        """The conflicts of a release, and the screens as if it were published, at its moment or now."""
        for server in self.servers:
            if release.is_near:
                return
            found = self.read(release.path, token=True, server=server).json
            self.same("the state of a release", found["state"], "prepared", found)
            conflicts = [conflict["operation"] for conflict in found["conflicts"]]
            self.same("the conflicts of a release", conflicts, release.conflicts(self.state), found)
        if release.is_lost(self.state):
            return
        state = release.done(self.state)
        for feed in state.feeds:
            if release.is_near:  # on a busy machine, its moment has come meanwhile
                return
            began = max(now(), release.publish_at or 0)
            found = self.get(f"/v1/feeds/{feed}?release={release.id}", token=True)
            expected, later = (screen(state, feed, at) for at in (began, max(now(), release.publish_at or 0)))
            if [(one.id, one.ids) for one in expected] == [(one.id, one.ids) for one in later]:
                # Otherwise something was due meanwhile.
                self.documents.alike("a preview", found.json["sections"], expected, f"{feed} {release}")
