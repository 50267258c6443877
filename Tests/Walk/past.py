"""Former revisions: their bytes, the differences between them, the versions of items, and times to come."""

import json

from documents import WIDTHS, content, digest
from items import some_item
from screens import screen
from servers import tanada
from values import date_text, now


class Past:
    def __init__(self, walk):
        self.walk, self.history = walk, walk.history

    def check(self):
        for _ in range(3):
            self.bytes()
        self.difference()
        self.versions()
        self.future()
        if self.walk.pick.random() < 0.1:
            self.printed()

    def bytes(self):
        """A screen that was served is answered again, to the byte."""
        walk, served = self.walk, self.walk.comparer.documents.served
        places = [place for place in served if "/" not in place[1]]
        if not places:
            return
        number, feed, width = walk.pick.choice(places)
        answer = walk.read(f"/v1/feeds/{feed}?width={width}&revision={number}", token=True)
        if number < self.history.first_kept:
            walk.same("a pruned revision", (answer.status, answer.code), (410, "revision_pruned"), number)
            return
        walk.same("the bytes of a former revision", digest(answer.bytes), served[number, feed, width][0],
                  (number, feed, width))

    def printed(self):
        """A command is another process, and prints the same bytes as a line."""
        walk, served = self.walk, self.walk.comparer.documents.served
        number, feed, width = walk.pick.choice([
            place for place in served if "/" not in place[1] and place[0] >= self.history.first_kept])
        text = tanada("feed", "show", feed, "--revision", str(number), "--width", str(width))
        walk.same("the bytes of a former revision on the command line", digest(text.rstrip("\n").encode()),
                  served[number, feed, width][0], (number, feed, width))

    def some_revision(self):
        return self.walk.pick.randint(self.history.first_kept, self.history.newest.number)

    def document(self, feed, number, width):
        answer = self.walk.read(f"/v1/feeds/{feed}?width={width}&revision={number}", token=True)
        return answer.json if answer.status == 200 else None

    def difference(self):
        """A difference is what two documents say."""
        walk = self.walk
        feed, width = "home", walk.pick.choice(WIDTHS)
        one, two = self.some_revision(), self.some_revision()
        before, after = (self.document(feed, number, width) for number in (one, two))
        found = walk.read(f"/v1/feeds/{feed}/diff?from={one}&to={two}&width={width}", token=True)
        walk.same("the status of a difference", found.status, 200, found)
        found = {section["id"]: section for section in found.json["sections"]}
        old = {section["id"]: section for section in before["sections"]}
        new = {section["id"]: section for section in after["sections"]}
        expected = {id: made for id in old.keys() | new.keys()
                    if (made := self.section(old.get(id), new.get(id)))}
        walk.same("the sections of a difference", sorted(found), sorted(expected), (feed, one, two))
        for id in found.keys() & expected.keys():
            items = {(item["kind"], item["id"]): (item["change"], item["from"], item["to"])
                     for item in found[id]["items"]}
            walk.same("the frames of a section in a difference", (found[id]["from"], found[id]["to"]),
                      expected[id][0])
            for key in items.keys() | expected[id][1].keys():
                walk.same("an item of a difference", items.get(key), expected[id][1].get(key),
                          (feed, one, two, key))

    def section(self, old, new):
        """The frames and items that differ; None if nothing does."""
        def placed(section):
            if not section:
                return {}
            return {(section["kind"], item["id"]): (item, frame) for item, frame
                    in zip(section["items"], section["layout"]["frames"])}

        def box(place):
            return place and {name: place[1][name] for name in ("x", "y", "width", "height")}
        before, after, items = placed(old), placed(new), {}
        for key in before.keys() | after.keys():
            one, two = before.get(key), after.get(key)
            change = "added" if not one else "removed" if not two else None
            if one and two:
                change = ("changed" if content(one[0]) != content(two[0])
                          else "moved" if box(one) != box(two) else None)
            if change:
                items[key] = (change, box(one), box(two))
        frames = (old and old["frame"], new and new["frame"])
        if old and new and looks(old) == looks(new) and frames[0] == frames[1] and not items:
            return None
        return frames, items

    def versions(self):
        """The versions of an item."""
        walk = self.walk
        target = some_item(walk)
        if not target:
            return
        kind, id = target
        found = walk.read(f"/v1/content/{kind}/{id}/history?limit=20", token=True)
        walk.same("the status of a history", found.status, 200, found)
        rows = [[row["from"], row["to"], row["fields"]] for row in found.json["result"]]
        expected = self.history.versions.listed(kind, id, self.history.first_kept)
        walk.same_tree("the history of an item", rows, expected[:20], f"{kind} {id} ")

    def future(self):
        """The screen at a time to come."""
        walk = self.walk
        at, feed = now() + walk.pick.randint(2_000, 20_000), "home"
        found = walk.read(f"/v1/feeds/{feed}?at={date_text(at)}", token=True)
        walk.same("the status of a time to come", found.status, 200, found)
        sections = screen(walk.state, feed, at)
        walk.same("the items of a time to come",
                  [[section["id"], [item["id"] for item in section["items"]]]
                   for section in found.json["sections"]],
                  [[section.id, [item["id"] for item in section.items]] for section in sections], at)


def looks(section):
    names = ("title", "kind", "header", "roles", "cell", "category", "min_schema_version")
    return {name: section.get(name) for name in names} | {
        "layout": (section["layout"]["type"], section["layout"].get("columns"))}
