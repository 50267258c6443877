"""Restorations of items, compositions and whole feeds."""

import json
from dataclasses import replace

from walk.feeds import used_fields
from walk.kinds import names, references
from walk.screens import screen
from walk.state import Item, Window
from walk.values import has_text, missing_value, moment


def restored_item(state, former, kind, id):
    """An item as it was, with the fields that its kind has now; None where it did not exist.

    KeyError if a field that is required has no value."""
    item = former.item(kind, id)
    if item is None:
        return None
    known = {identity: name for name, identity in former.identities[kind].items()}
    fields, texts = {"id": id}, {}
    for field in state.kinds[kind]["fields"]:
        name = known.get(state.identities[kind][field["name"]])
        fields[field["name"]] = missing_value(field) if name is None else item.fields[name]
        texts |= {field["name"] + member[len(name):]: value for member, value in item.texts.items()
                  if name and member.startswith(f"{name}@")}
    return Item(fields, item.window, texts)


def is_same_kind(state, former, kind):
    """Whether a kind is the one that had the name then, however it has changed since."""
    then, now = (side.identities.get(kind, {}).values() for side in (former, state))
    return bool(set(then) & set(now))


def is_allowed(state, kind, item):
    for field in references(state.kinds[kind]):
        value = item.fields[field["name"]]
        if value is not None and state.item(field["kind"], value) is None:
            return field["kind"] == kind and value == item.fields["id"]
    return True


def is_valid(state, composition):
    return composition.get("is_default") or all(is_valid_section(state, one) for one in composition["sections"])


def is_valid_section(state, section):
    kind = state.kinds.get(section["kind"])
    if kind is None or not used_fields(section) <= names(kind) | {"id", "kind", ""}:
        return False
    # Images have sizes of fields, or of photos in the library.
    has_sizes = "image_width" in kind["roles"] or any(
        field["name"] == kind["roles"].get("image") and field["type"] == "photo" for field in kind["fields"])
    if (section["layout"] or kind["layout"])["type"] == "staggered_grid" and not has_sizes:
        return False
    return not section["source"].get("query", {}).get("q") or any(map(has_text, kind["fields"]))


def read_item(members):
    fields = dict(members)
    draft, *times = (fields.pop(name) for name in ("draft", "publish_at", "unpublish_at"))
    when = fields.pop("when", None)
    window = Window(draft, *(time and moment(time) for time in times), when and json.dumps(when, sort_keys=True))
    texts = {member: fields.pop(member) for member in list(fields) if "@" in member}
    return Item(fields, window, texts)


class Restoring:
    def some_revision(self):
        return self.history[self.pick.randint(self.history.first_kept, self.history.newest.number)]

    def restore(self, revision, subject, is_possible=True):
        body = {"revision": revision.number, "subjects": [subject]}
        if not is_possible:
            return self.refused("POST", "/v1/restore", body, 409, "restore_conflicts")
        return self.send(self.some_server(), "POST", "/v1/restore", body)

    def restored(self, answer, state):
        self.same("the status of a restoration", answer.status, 200, answer)
        self.committed(answer.json["revision"], state)

    def restore_item(self):
        target, state = self.some_item(), self.state
        if not target:
            return
        (kind, id), revision = target, self.some_revision()
        if not is_same_kind(state, revision.state, kind):
            # Another kind had this name, or none.
            return
        try:
            item = restored_item(state, revision.state, kind, id)
            is_possible = is_allowed(state, kind, item) if item else not state.is_referred_to(kind, id)
        except KeyError:
            is_possible = False
        if answer := self.restore(revision, f"content/{kind}/{id}", is_possible):
            changes = [] if item == state.item(kind, id) else ["deleted" if item is None else "updated"]
            self.restored(answer, state.with_item(kind, id, item))
            self.same("the changes of a restoration", [one["change"] for one in answer.json["changes"]], changes)

    def restore_composition(self):
        feed, revision, state = self.pick.choice(["home", "side", "town"]), self.some_revision(), self.state
        before, after = state.feeds.get(feed), revision.state.feeds.get(feed)
        is_possible = is_valid(state, after) if after else before is not None
        if answer := self.restore(revision, f"feeds/{feed}/composition", is_possible):
            self.restored(answer, state.with_feed(feed, after))

    def restore_feed(self):
        """A whole feed: what its sections showed is back, and nothing else is shown in them."""
        feed, revision, state = self.pick.choice(["home", "side"]), self.some_revision(), self.state
        former, composition = revision.state, revision.state.feeds.get(feed)
        if composition is None or not is_valid(state, composition) or not all(
                is_same_kind(state, former, section["kind"]) for section in composition["sections"]):
            return
        answer, made = self.restore(revision, f"feeds/{feed}"), state.with_feed(feed, composition)
        if answer.status == 409:
            # An item may refer to one that is gone.
            self.same("the refusal of a restored feed", answer.code, "restore_conflicts", answer)
            return
        self.same("the status of a restored feed", answer.status, 200, answer)
        changes = [(change["subject"].split("/"), change["after"]) for change in answer.json["changes"]]
        for (_, kind, id), after in (change for change in changes if change[0][0] == "content"):
            before, item = state.item(kind, int(id)), after and read_item(after)
            expected = restored_item(state, former, kind, int(id))
            if before and former.item(kind, int(id)) is None:
                expected = replace(before, window=replace(before.window, draft=True))
            self.same("an item of a restored feed", item, expected, (kind, id))
            made = made.with_item(kind, int(id), item)
        self.same("whether a restored feed has changed", bool(changes), made != state, answer)
        self.committed(answer.json["revision"], made)
        self.shown_again = (feed, revision, answer.json["revision"] or self.newest_number())

    def check_feed(self):
        """With the restoration of a feed, its sections show what they showed, as far as that is not over."""
        if not self.shown_again:
            return
        (feed, revision, number), self.shown_again = self.shown_again, None
        while number > self.history.newest.number:
            # The restoration changed nothing, and names a revision that a server has made for an item that was due.
            self.comparer.follow()
        # Other writes of the step may have changed the items since.
        again, former = self.history[number], revision.state
        if again.state.feeds.get(feed) != former.feeds[feed]:
            return
        now = {section.id: section for section in again.feeds[feed].sections}
        for section in screen(former, feed, revision.at):
            kind, query = section.spec["kind"], section.spec["source"].get("query", {})
            if section.id not in now or "q" in query and again.state.kinds[kind] != former.kinds[kind]:
                # What was found by a field that the kind has no more is not found again.
                continue
            found, shown = now[section.id].ids, section.ids
            # Items that were to appear later may have appeared since.
            later = [id for id in found if (item := former.item(kind, id)) and not item.window.is_open(revision.at)]
            expected = [id for id in shown if again.state.item(kind, id).window.is_open(again.at)]
            if len(shown) == section.spec["limit"]:
                # In place of items that are over now there is room for others of that time.
                later += [id for id in found if id not in shown and id not in later
                          and former.item(kind, id)][:len(shown) - len(expected)]
            self.same("the items of a restored feed", [id for id in found if id not in later],
                      expected[:len(found) - len(later)] if later else expected, (feed, revision.number, section.id))
