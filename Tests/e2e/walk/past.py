"""Former revisions: their bytes, the differences between them, the versions of items, and times to come."""

from walk.documents import WIDTHS, content, digest
from walk.items import item_path
from walk.journal import Part
from walk.screens import ids, screen
from walk.state import without
from walk.values import date_text, now


class Past(Part):
    def check(self):
        for _ in range(3):
            self.bytes()
        self.difference()
        self.versions()
        self.future()
        if self.pick.random() < 0.1:
            self.printed()

    def bytes(self):
        """A screen that was served is answered again, to the byte."""
        served, first_kept = self.documents.served, self.history.first_kept
        places = [place for place in served if "/" not in place[1]]
        if not places:
            return
        place = number, feed, width = self.pick.choice(places)
        answer = self.read(f"/v1/feeds/{feed}?width={width}&revision={number}", token=True)
        if number < first_kept:
            self.same("a pruned revision", (answer.status, answer.code), (410, "revision_pruned"), number)
        else:
            self.same("the bytes of a former revision", digest(answer.bytes), served[place][0], place)

    def printed(self):
        """A command is another process, and prints the same bytes as a line."""
        served, first_kept = self.documents.served, self.history.first_kept
        place = number, feed, width = self.pick.choice([
            place for place in served if "/" not in place[1] and place[0] >= first_kept])
        text = self.store.run("feed", "show", feed, "--revision", number, "--width", width)
        self.same("the bytes of a former revision on the command line", digest(text.encode()), served[place][0], place)

    def difference(self):
        width, path = self.pick.choice(WIDTHS), "/v1/feeds/home"
        revisions = [self.pick.randint(self.history.first_kept, self.history.newest.number) for _ in range(2)]
        old, new = ({section["id"]: section for section in self.get(
            f"{path}?width={width}&revision={number}", True).json["sections"]} for number in revisions)
        answer = self.get("{}/diff?from={}&to={}&width={}".format(path, *revisions, width), True)
        found = {section["id"]: section for section in answer.json["sections"]}
        expected = {id: made for id in old.keys() | new.keys() if (made := self.section(old.get(id), new.get(id)))}
        self.same("the sections of a difference", sorted(found), sorted(expected), revisions)
        for id, (frames, changes) in expected.items():
            items = {(item["kind"], item["id"]): (item["change"], item["from"], item["to"])
                     for item in found[id]["items"]}
            self.same("the frames of a section in a difference", (found[id]["from"], found[id]["to"]), frames)
            for key in items.keys() | changes.keys():
                self.same("an item of a difference", items.get(key), changes.get(key), (revisions, key))

    def section(self, old, new):
        before, after, items = placed(old), placed(new), {}
        for key in before.keys() | after.keys():
            (one, place), (two, other) = before.get(key, (None, None)), after.get(key, (None, None))
            change = "added" if not one else "removed" if not two else "changed" if one != two else "moved"
            if change != "moved" or place != other:
                items[key] = (change, place, other)
        frames = (old and old["frame"], new and new["frame"])
        is_same = old and new and looks(old) == looks(new) and frames[0] == frames[1] and not items
        return None if is_same else (frames, items)

    def versions(self):
        if target := self.some_item():
            found = self.get(f"{item_path(*target)}/history?limit=20", True).json["result"]
            rows = [[row["from"], row["to"], row["fields"]] for row in found]
            expected = self.history.versions.listed(*target, self.history.first_kept)
            self.same_tree("the history of an item", rows, expected[:20], f"{target} ")

    def future(self):
        at = now() + self.pick.randint(2_000, 20_000)
        found = self.get(f"/v1/feeds/home?at={date_text(at)}", True).json["sections"]
        self.same("the items of a time to come", [(section["id"], ids(section["items"])) for section in found],
                  [(section.id, section.ids) for section in screen(self.state, "home", at)], at)


def placed(section):
    return {(section["kind"], item["id"]): (content(item), without(frame, "id", "column"))
            for item, frame in zip(section["items"], section["layout"]["frames"])} if section else {}


def looks(section):
    names = ("title", "kind", "header", "roles", "cell", "category", "min_schema_version")
    return [section.get(name) for name in names], section["layout"]["type"], section["layout"].get("columns")
