"""Restorations of items, compositions and whole feeds."""

import json
from dataclasses import replace

from items import some_item
from screens import screen
from state import Item, Window
from values import missing_value, moment


def restored_item(state, former, kind, id):
    """An item as it was, with the fields that its kind has now; None where it did not exist.

    KeyError if a field that is required has no value."""
    item = former.item(kind, id)
    if item is None:
        return None
    names = {identity: name for name, identity in former.identities[kind].items()}
    fields, texts = {"id": id}, {}
    for field in state.kinds[kind]["fields"]:
        name = names.get(state.identities[kind][field["name"]])
        fields[field["name"]] = missing_value(field) if name is None else item.fields[name]
        texts |= {f"{field['name']}@{member.partition('@')[2]}": value for member, value in item.texts.items()
                  if member.partition("@")[0] == name}
    return Item(fields, item.window, texts)


def is_same_kind(state, former, kind):
    """Whether a kind is the one that had the name then, however it has changed since."""
    then, now = (side.identities.get(kind, {}).values() for side in (former, state))
    return bool(set(then) & set(now))


def is_allowed(state, kind, item):
    """Whether what an item refers to is there."""
    for field in state.kinds[kind]["fields"]:
        value = item.fields[field["name"]]
        if field["type"] == "reference" and value is not None and state.item(field["kind"], value) is None:
            return field["kind"] == kind and value == item.fields["id"]
    return True


def some_revision(walk):
    return walk.history[walk.pick.randint(walk.history.first_kept, walk.history.newest.number)]


def restore_item(walk):
    target = some_item(walk)
    if not target:
        return
    kind, id = target
    revision, state = some_revision(walk), walk.state
    if not is_same_kind(state, revision.state, kind):
        # Another kind had this name, or none.
        return
    body = {"revision": revision.number, "subjects": [f"content/{kind}/{id}"]}
    try:
        item = restored_item(state, revision.state, kind, id)
        is_possible = is_allowed(state, kind, item) if item else not state.referring(kind, id)
    except KeyError:
        is_possible = False
    if not is_possible:
        walk.refused("POST", "/v1/restore", body, 409, "restore_conflicts")
        return
    changes = [] if item == state.item(kind, id) else ["deleted" if item is None else "updated"]
    restored(walk, body, state.with_item(kind, id, item), changes)


def restored(walk, body, state, changes):
    answer = walk.send(walk.some_server(), "POST", "/v1/restore", body)
    walk.same("the status of a restoration", answer.status, 200, answer)
    walk.same("the changes of a restoration", [change["change"] for change in answer.json["changes"]],
              changes, answer)
    walk.committed(answer.json["revision"], state)


def restore_composition(walk):
    feed, revision, state = walk.pick.choice(["home", "side", "town"]), some_revision(walk), walk.state
    before, after = state.feeds.get(feed), revision.state.feeds.get(feed)
    body = {"revision": revision.number, "subjects": [f"feeds/{feed}/composition"]}
    if before is None and after is None or after and not is_valid(state, after):
        walk.refused("POST", "/v1/restore", body, 409, "restore_conflicts")
        return
    answer = walk.send(walk.some_server(), "POST", "/v1/restore", body)
    walk.same("the status of a restored composition", answer.status, 200, answer)
    walk.committed(answer.json["revision"], state.with_feed(feed, after))


def is_valid(state, composition):
    """Whether the kinds and fields that a composition names are there."""
    if composition.get("is_default"):
        return True
    for section in composition["sections"]:
        kind = state.kinds.get(section["kind"])
        if kind is None:
            return False
        known = {"id", "", *(field["name"] for field in kind["fields"])}
        query = section["source"].get("query", {})
        names = {name.split(".")[0] for name in query.get("filter", {})}
        names |= {key.lstrip("-") for key in query.get("sort", "").split(",")}
        for template in (section["action"] or {}).values():
            names |= {part.split("}")[0] for part in template.split("{")[1:]} - {"kind"}
        type = (section["layout"] or kind["layout"])["type"]
        if not names <= known or type == "staggered_grid" and not has_sizes(kind):
            return False
        if query.get("q") and not any("text" in (field["type"], field.get("of"))
                                      for field in kind["fields"]):
            return False
    return True


def has_sizes(kind):
    """Whether a kind's images have sizes: of fields, or of photos in the library."""
    roles = kind["roles"]
    types = {field["name"]: field["type"] for field in kind["fields"]}
    return "image_width" in roles or types.get(roles.get("image")) == "photo"


def restore_feed(walk):
    """A whole feed: what its sections showed is back, and nothing else is shown in them."""
    feed, revision, state = walk.pick.choice(["home", "side"]), some_revision(walk), walk.state
    former, composition = revision.state, revision.state.feeds.get(feed)
    if composition is None or not is_valid(state, composition):
        return
    if not all(is_same_kind(state, former, section["kind"]) for section in composition["sections"]):
        return
    body = {"revision": revision.number, "subjects": [f"feeds/{feed}"]}
    answer = walk.send(walk.some_server(), "POST", "/v1/restore", body)
    if answer.status == 409:
        # An item may refer to one that is gone.
        walk.same("the refusal of a restored feed", answer.code, "restore_conflicts", answer)
        return
    walk.same("the status of a restored feed", answer.status, 200, answer)
    made = state.with_feed(feed, composition)
    for change in answer.json["changes"]:
        parts = change["subject"].split("/")
        if parts[0] == "feeds":
            continue
        kind, id = parts[1], int(parts[2])
        item = change["after"] and read_item(change["after"])
        before = state.item(kind, id)
        allowed = [restored_item(state, former, kind, id)]
        if before and former.item(kind, id) is None:
            allowed = [replace(before, window=replace(before.window, draft=True))]
        walk.same("an item of a restored feed", item, allowed[0], change)
        made = made.with_item(kind, id, item)
    walk.same("whether a restored feed has changed", bool(answer.json["changes"]), made != state, answer)
    walk.committed(answer.json["revision"], made)
    walk.shown_again = (feed, revision, answer.json["revision"] or walk.newest_number())


def check_feed(walk):
    """With the restoration of a feed, its sections show what they showed, as far as that is not over."""
    if not walk.shown_again:
        return
    (feed, revision, number), walk.shown_again = walk.shown_again, None
    while number > walk.history.newest.number:
        # The restoration changed nothing, and names a revision that a server has made for an item that was due.
        walk.comparer.follow()
    # Other writes of the step may have changed the items since.
    restored = walk.history[number]
    if feed not in restored.state.feeds or restored.state.feeds[feed] != revision.state.feeds[feed]:
        return
    now = {section.id: section for section in restored.feeds[feed].sections}
    for section in screen(revision.state, feed, revision.at):
        if section.id not in now:
            continue
        kind = section.spec["kind"]
        if "q" in section.spec["source"].get("query", {}) and (
                restored.state.kinds[kind] != revision.state.kinds[kind]):
            # What was found by a field that the kind has no more is not found again.
            continue
        found = [item["id"] for item in now[section.id].items]
        # Items that were to appear later may have appeared since.
        later = [id for id in found
                 if (item := revision.state.item(kind, id)) is not None and not item.window.is_open(revision.at)]
        shown = [item["id"] for item in section.items]
        expected = [id for id in shown if restored.state.item(kind, id).window.is_open(restored.at)]
        if len(shown) == section.spec["limit"]:
            # In place of items that are over now there is room for others of that time.
            later += [id for id in found if id not in shown and id not in later
                      and revision.state.item(kind, id) is not None][:len(shown) - len(expected)]
        walk.same("the items of a restored feed", [id for id in found if id not in later],
                  expected[:len(found) - len(later)] if later else expected,
                  (feed, revision.number, section.id))


def read_item(members):
    """An item from the JSON that those with a token see."""
    fields = dict(members)
    times = [fields.pop(name) for name in ("publish_at", "unpublish_at")]
    when = fields.pop("when", None)
    window = Window(fields.pop("draft"), *(time and moment(time) for time in times),
                    when and json.dumps(when, sort_keys=True))
    texts = {member: fields.pop(member) for member in list(fields) if "@" in member}
    return Item(fields, window, texts)


