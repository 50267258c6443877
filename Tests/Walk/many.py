"""Writes of many items at once: by two servers, batches and imports; and writes that are refused."""

import json
import threading

from items import (IDS, PATCH, item_path, put, some_change, some_fields, some_item, some_kind,
                   some_window, twice, whole, window_members, written)
from kinds import references
from locales import changed, some_changes
from state import Item, Window
from values import cell


def at_once(walk):
    """Two edits of different items at the same time, at different servers."""
    targets = [some_item(walk), some_item(walk)]
    if None in targets or targets[0] == targets[1]:
        return twice(walk)
    edits = [(target, *some_change(walk, *target)) for target in targets]
    answers = [None, None]

    def write(index):
        (kind, id), change, _ = edits[index]
        answers[index] = walk.send(walk.servers[index], "PATCH", item_path(kind, id), change, media=PATCH)

    threads = [threading.Thread(target=write, args=[index]) for index in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = walk.state
    for answer, (target, _, item) in sorted(zip(answers, edits), key=lambda pair: pair[0].revision):
        walk.same("the status of a PATCH beside another one", answer.status, 200)
        state = state.with_item(*target, item)
        walk.committed(answer.revision, state)


def batch(walk):
    """Operations on different items, in one revision."""
    state, operations, statuses, touched = walk.state, [], [], set()
    for _ in range(walk.pick.randint(2, 5)):
        kind, id = some_kind(walk), walk.pick.choice(IDS)
        if (kind, id) in touched:
            continue
        touched.add((kind, id))
        # References are made to what was there before the batch, so nothing is deleted that has any.
        if not walk.state.item(kind, id) or walk.pick.random() < 0.5:
            body, item = written(walk, kind, some_fields(walk, kind, id), some_window(walk.pick))
            operations.append({"op": "replace", "kind": kind, "id": id, "body": body})
            statuses.append(200 if walk.state.item(kind, id) else 201)
        else:
            body, item = some_change(walk, kind, id)
            operations.append({"op": "patch", "kind": kind, "id": id, "body": body})
            statuses.append(200)
        state = state.with_item(kind, id, item)
    answer = walk.write("POST", "/v1/batch", {"operations": operations}, 200, state)
    walk.same("the statuses of a batch", [one["status"] for one in answer.json["results"]], statuses)


def failed_batch(walk):
    """Of a batch with an operation that fails, nothing is done."""
    target = some_item(walk)
    if not target:
        return put(walk)
    change, _ = some_change(walk, *target)
    operations = [{"op": "patch", "kind": target[0], "id": target[1], "body": change},
                  {"op": "delete", "kind": target[0], "id": 999_999}]
    walk.refused("POST", "/v1/batch", {"operations": operations}, 404, "batch_failed")


def load(walk):
    """An import in one of the three forms."""
    kind, state = some_kind(walk), walk.state
    format = walk.pick.choice(["json", "ndjson", "csv"])
    definition, rows, counts = state.kinds[kind], [], {"inserted": 0, "updated": 0, "unchanged": 0}
    for id in sorted(walk.pick.sample(IDS, walk.pick.randint(1, 6))):
        before = state.item(kind, id)
        fields = before.fields if before and walk.pick.random() < 0.3 else some_fields(walk, kind, id)
        window = some_window(walk.pick) if walk.pick.random() < 0.4 else None
        former = before or Item({})
        # What a row does not mention stays; a table has a column for every field alone.
        texts = {} if format == "csv" else some_changes(walk.pick, definition, former.texts)
        item = Item(fields, former.window if window is None else window, changed(former.texts, texts))
        rows.append(({**fields, **texts}, window))
        counts["unchanged" if item == before else "updated" if before else "inserted"] += 1
        state = state.with_item(kind, id, item)
    if format == "csv":
        # Every row of a table has the columns of the windows, or none.
        if any(window for _, window in rows):
            return put(walk)
        columns = ["id", *(field["name"] for field in definition["fields"])]
        lines = [",".join(columns)] + [",".join(cell(fields[name]) for name in columns)
                                       for fields, _ in rows]
        body = "\r\n".join(lines) + "\r\n"
    else:
        made = [{**fields, **({"when": None, **window_members(window)} if window else {})} for fields, window in rows]
        texts = [json.dumps(row, ensure_ascii=False) for row in made]
        body = "\n".join(texts) + "\n" if format == "ndjson" else f'{{"result":[{",".join(texts)}]}}'
    answer = walk.send(walk.some_server(), "POST", f"/v1/import/{kind}?format={format}",
                       body.encode(), media="text/csv" if format == "csv" else "application/json")
    walk.same("the status of an import", answer.status, 200, answer)
    walk.same("what an import counts", {name: answer.json[name] for name in counts}, counts)
    walk.committed(answer.json["revision"], state)


def refusals(walk):
    """Writes that break a rule change nothing."""
    target = some_item(walk)
    if not target:
        return put(walk)
    kind, id = target
    change, _ = some_change(walk, kind, id)
    walk.refused("PATCH", item_path(kind, id), change, 412, "precondition_failed", media=PATCH,
                 headers={"If-Match": '"0123"'})
    walk.refused("PUT", item_path(kind, id), whole(walk.state.item(kind, id)), 412,
                 "precondition_failed", headers={"If-None-Match": "*"})
    walk.refused("POST", f"/v1/content/{kind}", whole(walk.state.item(kind, id)), 409, "id_exists")
    walk.refused("PATCH", item_path(kind, id), {"unknown": 1}, 422, "invalid_body", media=PATCH)
    for reference in references(walk.state.kinds[kind]):
        walk.refused("PATCH", item_path(kind, id), {reference["name"]: 999_999}, 422, "invalid_body",
                     media=PATCH)
