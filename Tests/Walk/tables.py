"""Tables: what an export has, and that its import changes nothing."""

import csv
import io
import json

from items import some_kind, whole
from screens import listed


def cells(item, columns):
    """The cells of an item in a table, as its editors get it."""
    made = whole(item)
    for name in ("publish_at", "unpublish_at"):
        made[name] = made[name] and made[name].replace("Z", "+0000")
    made.setdefault("when", None)
    if item.window.when:
        made["when"] = json.loads(item.window.when)
    return [made.get(name) for name in columns]


def is_cell(text, value):
    """Whether a cell has a value."""
    if value is None:
        return text == ""
    if isinstance(value, bool):
        return text == ("true" if value else "false")
    if isinstance(value, (int, float)):
        return text != "" and float(text) == float(value)
    if isinstance(value, (list, dict)):
        return text != "" and json.loads(text) == value
    return text == value


def check(walk, server):
    """An export as a table, cell by cell."""
    kind = some_kind(walk)
    answer = walk.read(f"/v1/export/{kind}?format=csv", True, server)
    walk.same("the status of a table", answer.status, 200, answer)
    rows = list(csv.reader(io.StringIO(answer.bytes.decode(), newline="")))
    columns, found = rows[0], listed(walk.state, kind, {}, "", "", None)
    names = {"id", *(field["name"] for field in walk.state.kinds[kind]["fields"])}
    walk.same("the columns of a table", sorted(names - set(columns)), [], columns)
    walk.same("the rows of a table", len(rows) - 1, len(found), kind)
    for row, item in zip(rows[1:], found):
        for name, text, value in zip(columns, row, cells(item, columns)):
            walk.same(f"a cell of {name} in a table", is_cell(text, value), True, (kind, text, value))


def again(walk):
    """An export is imported, which changes nothing."""
    kind, format = some_kind(walk), walk.pick.choice(["json", "ndjson", "csv"])
    answer = walk.read(f"/v1/export/{kind}?format={format}", True)
    answer = walk.send(walk.some_server(), "POST", f"/v1/import/{kind}?format={format}", answer.bytes,
                       media="text/csv" if format == "csv" else "application/json")
    walk.same("the status of the import of an export", answer.status, 200, answer)
    counts = {name: answer.json[name] for name in ("inserted", "updated", "unchanged")}
    walk.same("what the import of an export counts", counts,
              {"inserted": 0, "updated": 0, "unchanged": len(walk.state.items.get(kind, {}))}, answer)
