"""The screens of clients, which get variants."""

import urllib.parse

from conditions import some_facts
from documents import WIDTHS, content
from screens import visible
from values import now

# The moment of a condition or item that is due so soon may come while a variant is read, in milliseconds.
QUIET = 1_500


def check(walk, feed, server):
    """The screen of a client, by the variant that it is told."""
    history, facts, width = walk.history, some_facts(walk.pick), walk.pick.choice(WIDTHS)
    revision = history.newest
    specs = revision.state.feeds[feed]["sections"]
    soon = now() + QUIET
    if not all(history.is_quiet(spec["kind"], soon) and not [
            time for time in spec["window"].boundaries(revision.at) if time < soon] for spec in specs):
        return
    query = {name: ",".join(value) if name == "audience" else value for name, value in facts.items()}
    named = walk.read(f"/v1/feeds/{feed}/variant?{urllib.parse.urlencode(query)}", server=server)
    walk.same("the status of the name of a variant", named.status, 200, named)
    walk.same("that it is for the client alone", "private" in named.headers["Cache-Control"], True, named)
    address = f"/v1/feeds/{feed}?width={width}&variant={named.json['variant']}"
    answer = walk.read(address, server=server)
    if answer.revision != revision.number:
        # Something was due meanwhile.
        return
    walk.same("the status of a variant", answer.status, 200, answer)
    sections = [section for spec in specs if (section := visible(revision.state, spec, revision.at, facts))]
    where = f"{feed} at revision {revision.number} for {facts}"
    found = answer.json["sections"]
    walk.same("the sections of a variant", [section["id"] for section in found],
              [section.id for section in sections], where)
    for section, expected in zip(found, sections):
        walk.same("the items of a section of a variant", [item["id"] for item in section["items"]],
                  [item["id"] for item in expected.items], f"{where}, {expected.id}")
        walk.same_tree("the frames of a section of a variant", section["layout"]["frames"],
                       expected.frames(width)[0], where)
        for item, made in zip(section["items"], expected.items):
            names = made.keys() - {"image"}
            walk.same_tree("an item of a variant", {name: item[name] for name in names},
                           {name: made[name] for name in names}, where)
            walk.comparer.documents.impression(
                item["impression_id"], (feed, expected.id, expected.spec["kind"], made["id"], content(item)))
    again = walk.read(address, server=server, headers={"If-None-Match": answer.headers["ETag"]})
    if again.revision == answer.revision:
        walk.same("a tag of a variant", again.status, 304, where)
