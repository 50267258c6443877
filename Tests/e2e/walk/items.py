"""Writes of items: one by one, in quick succession, by two servers at once, in batches and as files."""

import concurrent.futures
import json
from dataclasses import replace

from walk.kinds import references
from walk.locales import changed, some_changes, some_texts
from walk.state import Item, Window, some_when
from walk.values import cell, date_text, is_nullable, missing_value, now, some_value

IDS = range(1, 13)
# The sides of pictures, of which each goes with each: the longer one has at most 100 times the shorter one.
SIDES = (40, 4000)
COUNTS = ("inserted", "updated", "unchanged")


def item_path(kind, id):
    return f"/v1/content/{kind}/{id}"


def some_window(pick):
    """Windows often open or close while the walk goes on; some are for some clients only."""
    def near():
        return now() + pick.choice([-5000, pick.randint(-2000, 9000), pick.randint(-2000, 9000), 3_600_000])
    chance, window = pick.random(), Window()
    if chance < 0.15:
        window = Window(draft=True)
    elif chance < 0.3:
        window = Window(publish_at=near())
    elif chance < 0.4:
        window = Window(unpublish_at=near())
    elif chance < 0.5:
        start = near()
        window = Window(publish_at=start, unpublish_at=start + pick.randint(1, 6000))
    return replace(window, when=some_when(pick)) if pick.random() < 0.12 else window


def window_members(window):
    made = {"draft": window.draft, "publish_at": date_text(window.publish_at),
            "unpublish_at": date_text(window.unpublish_at)}
    return {**made, "when": json.loads(window.when)} if window.when else made


def members(item):
    return {**item.fields, **window_members(item.window)}


def whole(item):
    return {**members(item), **item.texts}


def of_some_item(operation):
    """Does something with an item; a kind without items gets one."""
    def operate(walk):
        target = walk.some_item()
        return operation(walk, *target) if target else walk.put()
    return operate


class Items:
    def some_kind(self):
        return self.pick.choice(sorted(self.state.kinds))

    def some_item(self):
        """A kind and the id of one of its items; None where there are none."""
        kind = self.some_kind()
        ids = self.state.ids(kind)
        return (kind, self.pick.choice(ids)) if ids else None

    def some_fields(self, kind, id):
        photos, definition = sorted(self.state.photos), self.state.kinds[kind]
        sides = {definition["roles"].get(role) for role in ("image_width", "image_height")}
        return {"id": id} | {
            field["name"]: self.pick.randint(*SIDES) if field["name"] in sides
            else some_value(self.pick, field, self.state.ids, photos) for field in definition["fields"]}

    def written(self, kind, id):
        """A body for some item, and what becomes of it: what has a default is sometimes left out."""
        fields, window = self.some_fields(kind, id), some_window(self.pick)
        body = dict(fields)
        for field in self.state.kinds[kind]["fields"]:
            if ("default" in field or is_nullable(field)) and self.pick.random() < 0.2:
                del body[field["name"]]
                fields[field["name"]] = missing_value(field)
        if window != Window() or self.pick.random() < 0.5:
            body |= window_members(window)
        texts = some_texts(self.pick, self.state.kinds[kind])
        return {**body, **texts}, Item(fields, window, texts)

    def some_change(self, kind, id):
        """Members of a patch, and the item that it makes."""
        item, definition = self.state.item(kind, id), self.state.kinds[kind]
        fields, window = self.some_fields(kind, id), item.window
        names = self.pick.sample(sorted(fields), self.pick.randint(1, min(3, len(fields))))
        change = {name: fields[name] for name in names if name != "id"}
        made = {**item.fields, **change}
        if self.pick.random() < 0.4:
            before, window = window, some_window(self.pick)
            change |= {"when": None, **window_members(window)}
            if before.when and window.when:
                # A patch merges the members of conditions.
                change["when"] |= dict.fromkeys(json.loads(before.when).keys() - json.loads(window.when).keys())
        change |= some_changes(self.pick, definition, item.texts)
        for field in definition["fields"]:
            # null removes a member, and what is missing has its default.
            if change.get(field["name"], 0) is None:
                made[field["name"]] = missing_value(field)
        return change, Item(made, window, changed(item.texts, change))

    def put_item(self, kind, id, body, item, server=None):
        status, state = 200 if self.state.item(kind, id) else 201, self.state.with_item(kind, id, item)
        answer = self.write("PUT", item_path(kind, id), body, status, state, server=server)
        self.same("the answer of a PUT", answer.json["result"], [whole(item)])

    def patch_item(self, kind, id, server=None, has_tag=False):
        (change, item), path, headers = self.some_change(kind, id), item_path(kind, id), {}
        if has_tag and self.pick.random() < 0.3:
            headers["If-Match"] = self.read(path + "?locale=*", token=True).headers["ETag"]
        state = self.state.with_item(kind, id, item)
        answer = self.write("PATCH", path, change, 200, state, headers=headers, server=server)
        self.same("the answer of a PATCH", answer.json["result"], [whole(item)])

    def put(self):
        kind, id = self.some_kind(), self.pick.choice(IDS)
        self.put_item(kind, id, *self.written(kind, id))

    @of_some_item
    def patch(self, kind, id):
        self.patch_item(kind, id, has_tag=True)

    def post(self):
        kind = self.some_kind()
        path, (body, item) = f"/v1/content/{kind}", self.written(kind, 0)
        del body["id"]
        key = {"Idempotency-Key": f'"{self.pick.random()}"'} if self.pick.random() < 0.4 else {}
        server = self.some_server()
        answer = self.send(server, "POST", path, body, headers=key, status=201)
        id = answer.json["result"][0]["id"]
        self.same("an id that was never used", id in self.used[kind], False)
        item = replace(item, fields={**item.fields, "id": id})
        self.committed(answer.revision, self.state.with_item(kind, id, item))
        self.same("the answer of a POST", answer.json["result"], [whole(item)])
        if key:
            if self.pick.random() < (0.05 if self.near else 0.3):
                self.kill(server)
            again = self.send(self.some_server(), "POST", path, body, headers=key)
            self.same("a POST that is repeated", (again.status, again.bytes, again.headers["Idempotency-Replayed"]),
                      (201, answer.bytes, "true"))

    @of_some_item
    def delete(self, kind, id):
        if self.state.is_referred_to(kind, id):
            self.refused("DELETE", item_path(kind, id), None, 409, "item_referred_to")
        else:
            self.write("DELETE", item_path(kind, id), None, 204, self.state.with_item(kind, id, None))

    @of_some_item
    def undo(self, kind, id):
        """Writes and puts it back at once."""
        before = self.state.item(kind, id)
        self.patch_item(kind, id)
        self.put_item(kind, id, whole(before), before, self.pick.choice([self.last_server, *self.servers]))

    def twice(self):
        """Two edits in quick succession, at different servers."""
        for server in self.servers:
            if target := self.some_item():
                self.patch_item(*target, server)

    @of_some_item
    def refusals(self, kind, id):
        """Writes that break a rule change nothing."""
        change, _ = self.some_change(kind, id)
        path, body, wrong = item_path(kind, id), whole(self.state.item(kind, id)), "precondition_failed"
        self.refused("PATCH", path, change, 412, wrong, headers={"If-Match": '"0123"'})
        self.refused("PUT", path, body, 412, wrong, headers={"If-None-Match": "*"})
        self.refused("POST", f"/v1/content/{kind}", body, 409, "id_exists")
        missing = [{reference["name"]: 999_999} for reference in references(self.state.kinds[kind])]
        for body in [{"unknown": 1}, *missing]:
            self.refused("PATCH", path, body, 422, "invalid_body")

    def at_once(self):
        targets = [self.some_item(), self.some_item()]
        if None in targets or targets[0] == targets[1]:
            return self.twice()
        edits, state = [(target, *self.some_change(*target)) for target in targets], self.state

        def write(server, edit):
            target, change, _ = edit
            return self.send(server, "PATCH", item_path(*target), change)

        with concurrent.futures.ThreadPoolExecutor() as pool:
            answers = list(pool.map(write, self.servers, edits))
        self.same("the statuses of two writes", [answer.status for answer in answers], [200, 200])
        for answer, (target, _, item) in sorted(zip(answers, edits), key=lambda pair: pair[0].revision):
            state = state.with_item(*target, item)
            self.committed(answer.revision, state)

    def batch(self):
        state, operations, statuses, touched = self.state, [], [], set()
        for _ in range(self.pick.randint(2, 5)):
            kind, id = target = self.some_kind(), self.pick.choice(IDS)
            if target in touched:
                continue
            touched.add(target)
            before = self.state.item(kind, id)
            # References are made to what was there before the batch, so nothing is deleted that has any.
            is_put = not before or self.pick.random() < 0.5
            body, item = self.written(kind, id) if is_put else self.some_change(kind, id)
            operations.append({"op": "replace" if is_put else "patch", "kind": kind, "id": id, "body": body})
            statuses.append(200 if before else 201)
            state = state.with_item(kind, id, item)
        answer = self.write("POST", "/v1/batch", {"operations": operations}, 200, state)
        self.same("the statuses of a batch", [one["status"] for one in answer.json["results"]], statuses)

    @of_some_item
    def failed_batch(self, kind, id):
        """Of a batch with an operation that fails, nothing is done."""
        change, _ = self.some_change(kind, id)
        operations = [{"op": "patch", "id": id, "body": change}, {"op": "delete", "id": 999_999}]
        body = {"operations": [{"kind": kind, **operation} for operation in operations]}
        self.refused("POST", "/v1/batch", body, 404, "batch_failed")

    def load(self):
        kind, state, format = self.some_kind(), self.state, self.pick.choice(["json", "ndjson", "csv"])
        definition, rows, counts = state.kinds[kind], [], dict.fromkeys(COUNTS, 0)
        for id in sorted(self.pick.sample(IDS, self.pick.randint(1, 6))):
            before = state.item(kind, id)
            fields = before.fields if before and self.pick.random() < 0.3 else self.some_fields(kind, id)
            window = some_window(self.pick) if self.pick.random() < 0.4 else None
            former = before or Item({})
            # What a row does not mention stays; a table has a column for every field alone.
            texts = {} if format == "csv" else some_changes(self.pick, definition, former.texts)
            item = Item(fields, window or former.window, changed(former.texts, texts))
            rows.append(({**fields, **texts}, window))
            counts["unchanged" if item == before else "updated" if before else "inserted"] += 1
            state = state.with_item(kind, id, item)
        if format == "csv":
            # Every row of a table has the columns of the windows, or none.
            if any(window for _, window in rows):
                return self.put()
            columns = ["id", *(field["name"] for field in definition["fields"])]
            lines = [columns] + [[cell(fields[name]) for name in columns] for fields, _ in rows]
            body = "".join(",".join(line) + "\r\n" for line in lines)
        else:
            made = [fields | ({"when": None, **window_members(window)} if window else {}) for fields, window in rows]
            texts = [json.dumps(row, ensure_ascii=False) for row in made]
            body = "\n".join(texts) + "\n" if format == "ndjson" else f'{{"result":[{",".join(texts)}]}}'
        self.committed(self.imported(kind, format, body.encode(), counts), state)

    def again(self):
        """An export is imported, which changes nothing."""
        kind, format = self.some_kind(), self.pick.choice(["json", "ndjson", "csv"])
        body = self.get(f"/v1/export/{kind}?format={format}", True).bytes
        self.imported(kind, format, body, dict.fromkeys(COUNTS, 0) | {"unchanged": len(self.state.of(kind))})

    def imported(self, kind, format, body, counts):
        media, path = "text/csv" if format == "csv" else "application/json", f"/v1/import/{kind}?format={format}"
        found = self.send(self.some_server(), "POST", path, body, media=media, status=200).json
        self.same("what an import counts", {name: found[name] for name in counts}, counts, path)
        return found["revision"]
