"""Writes of items, one by one and in quick succession."""

import json
from dataclasses import replace

from conditions import some_when
from locales import changed, some_changes, some_texts
from state import Item, Window
from values import date_text, is_nullable, missing_value, now, some_value

PATCH = "application/merge-patch+json"
IDS = range(1, 13)


def item_path(kind, id):
    return f"/v1/content/{kind}/{id}"


def some_kind(walk):
    return walk.pick.choice(sorted(walk.state.kinds))


def some_item(walk, kind=None):
    """A kind and the id of one of its items; None where there are none."""
    kind = kind or some_kind(walk)
    ids = walk.state.ids(kind)
    return (kind, walk.pick.choice(ids)) if ids else None


def some_window(pick):
    """Windows often open or close while the walk goes on; some are for some clients only."""
    window = some_times(pick)
    return replace(window, when=some_when(pick)) if pick.random() < 0.12 else window


def some_times(pick):
    def near():
        return now() + pick.choice([-5000, pick.randint(-2000, 9000), pick.randint(-2000, 9000),
                                    3_600_000])
    chance = pick.random()
    if chance < 0.15:
        return Window(draft=True)
    if chance < 0.3:
        return Window(publish_at=near())
    if chance < 0.4:
        return Window(unpublish_at=near())
    if chance < 0.5:
        start = near()
        return Window(publish_at=start, unpublish_at=start + pick.randint(1, 6000))
    return Window()


def some_fields(walk, kind, id):
    state = walk.state
    photos = sorted(state.photos)
    return {"id": id} | {
        field["name"]: some_value(walk.pick, field, state.ids, photos)
        for field in state.kinds[kind]["fields"]}


def window_members(window):
    def text(time):
        return None if time is None else date_text(time)
    made = {"draft": window.draft, "publish_at": text(window.publish_at),
            "unpublish_at": text(window.unpublish_at)}
    return {**made, "when": json.loads(window.when)} if window.when else made


def window_change(before, window):
    """The members of a patch that make one window of another; members of conditions are merged."""
    change = {"when": None, **window_members(window)}
    if before.when and window.when:
        gone = json.loads(before.when).keys() - json.loads(window.when).keys()
        change["when"] |= {name: None for name in gone}
    return change


def members(item):
    """An item as those with a token see it in the default locale."""
    return {**item.fields, **window_members(item.window)}


def whole(item):
    """An item with its translations, as it is written."""
    return {**members(item), **item.texts}


def written(walk, kind, fields, window):
    """A body for an item, and what becomes of it: what has a default is sometimes left out."""
    body = dict(fields)
    for field in walk.state.kinds[kind]["fields"]:
        if ("default" in field or is_nullable(field)) and walk.pick.random() < 0.2:
            del body[field["name"]]
            fields = {**fields, field["name"]: missing_value(field)}
    if window != Window() or walk.pick.random() < 0.5:
        body |= window_members(window)
    texts = some_texts(walk.pick, walk.state.kinds[kind])
    return {**body, **texts}, Item(fields, window, texts)


def put(walk):
    kind, id = some_kind(walk), walk.pick.choice(IDS)
    body, item = written(walk, kind, some_fields(walk, kind, id), some_window(walk.pick))
    state = walk.state
    answer = walk.write("PUT", item_path(kind, id), body, 200 if state.item(kind, id) else 201,
                        state.with_item(kind, id, item))
    walk.same("the answer of a PUT", answer.json["result"], [whole(item)])


def post(walk):
    kind = some_kind(walk)
    fields = some_fields(walk, kind, 0)
    body, item = written(walk, kind, fields, some_window(walk.pick))
    del body["id"]
    key = {"Idempotency-Key": f'"{walk.pick.random()}"'} if walk.pick.random() < 0.4 else {}
    server = walk.some_server()
    answer = walk.send(server, "POST", f"/v1/content/{kind}", body, headers=key)
    walk.same("the status of a POST", answer.status, 201)
    id = answer.json["result"][0]["id"]
    walk.same("an id that was never used", id in walk.used[kind], False)
    item = replace(item, fields={**item.fields, "id": id})
    walk.committed(answer.revision, walk.state.with_item(kind, id, item))
    walk.same("the answer of a POST", answer.json["result"], [whole(item)])
    if key:
        if walk.pick.random() < (0.05 if walk.near else 0.3):
            walk.kill(server)
        again = walk.send(walk.some_server(), "POST", f"/v1/content/{kind}", body,
                          headers=key)
        walk.same("a POST that is repeated", (again.status, again.bytes), (201, answer.bytes))
        walk.same("its header", again.headers["Idempotency-Replayed"], "true")


def some_change(walk, kind, id):
    """Members of a patch, and the item that it makes."""
    item = walk.state.item(kind, id)
    fields, window = some_fields(walk, kind, id), item.window
    names = walk.pick.sample(sorted(fields), walk.pick.randint(1, min(3, len(fields))))
    change = {name: fields[name] for name in names if name != "id"}
    made = {**item.fields, **change}
    if walk.pick.random() < 0.4:
        window = some_window(walk.pick)
        change |= window_change(item.window, window)
    change |= some_changes(walk.pick, walk.state.kinds[kind], item.texts)
    for field in walk.state.kinds[kind]["fields"]:
        # null removes a member, and what is missing has its default.
        if change.get(field["name"], 0) is None:
            made[field["name"]] = missing_value(field)
    return change, Item(made, window, changed(item.texts, change))


def patch(walk):
    target = some_item(walk)
    if not target:
        return put(walk)
    change, item = some_change(walk, *target)
    state = walk.state.with_item(*target, item)
    headers = {}
    if walk.pick.random() < 0.3:
        headers["If-Match"] = walk.read(item_path(*target) + "?locale=*", token=True).headers["ETag"]
    answer = walk.write("PATCH", item_path(*target), change, 200, state, media=PATCH, headers=headers)
    walk.same("the answer of a PATCH", answer.json["result"], [whole(item)])


def delete(walk):
    target = some_item(walk)
    if not target:
        return put(walk)
    if walk.state.referring(*target):
        walk.refused("DELETE", item_path(*target), None, 409, "item_referred_to")
    else:
        walk.write("DELETE", item_path(*target), None, 204, walk.state.with_item(*target, None))


def undo(walk):
    """Writes and puts it back at once."""
    target = some_item(walk)
    if not target:
        return put(walk)
    before = walk.state.item(*target)
    change, item = some_change(walk, *target)
    server = walk.some_server()
    walk.write("PATCH", item_path(*target), change, 200, walk.state.with_item(*target, item),
               media=PATCH, server=server)
    walk.write("PUT", item_path(*target), whole(before), 200, walk.state.with_item(*target, before),
               server=walk.pick.choice([server, *walk.servers]))


def twice(walk):
    """Two edits in quick succession, at different servers."""
    for server in walk.servers:
        target = some_item(walk)
        if target:
            change, item = some_change(walk, *target)
            walk.write("PATCH", item_path(*target), change, 200, walk.state.with_item(*target, item),
                       media=PATCH, server=server)
