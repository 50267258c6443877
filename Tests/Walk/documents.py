"""Screens: both servers beside the model, and what they served of the same revision before."""

import hashlib
import json

from values import date_text

MOST_IMPRESSIONS = 200_000
WIDTHS = [320, 390, 393.5, 412, 834]


def digest(bytes):
    return hashlib.sha256(bytes).hexdigest()


def content(item):
    """An item without what depends on where it is drawn: its impression, and the sizes of its files."""
    made = {name: value for name, value in item.items() if name != "impression_id"}
    if "image" in made:
        made["image"] = {name: value for name, value in made["image"].items() if name != "sources"}
    return json.dumps(made, sort_keys=True)


class Documents:
    """The screens that were served, and the impressions on them."""

    def __init__(self, walk):
        self.walk, self.history = walk, walk.history
        # By revision, feed and width, or address and coding: the digest of the bytes, and the tag.
        self.served = {}
        self.impressions, self.places = {}, {}

    def check(self):
        walk = self.walk
        for feed in sorted(set(self.history.newest.state.feeds) | {"side"}):
            for width in {390, walk.pick.choice(WIDTHS)}:
                address = f"/v1/feeds/{feed}?width={width}"
                for server in walk.servers:
                    self.answered(walk.read(address, server=server), feed, width)
            self.other(feed)

    def forms(self, feed):
        """The addresses of other forms of the same content."""
        return [f"/v1/feeds/{feed}.jsonfeed", f"/v1/feeds/{feed}?width=390&text_size=1.5",
                f"/v1/feeds/{feed}?width=390&direction=rtl", f"/v1/feeds/{feed}?width=390",
                f"/v1/feeds/{feed}?width=390&max_version=1"]

    def other_at(self, feed, server):
        """Another form, which is compared with what was served of the same revision."""
        address, coding = self.walk.pick.choice(self.forms(feed)), self.walk.pick.choice(["gzip", "br", "identity"])
        answer = self.walk.read(address, server=server, headers={"Accept-Encoding": coding})
        if answer.status == 200:
            self.remember(answer, (answer.revision, address, coding))

    def forget(self, first):
        """Forgets screens of revisions before `first`, and impressions when there are many."""
        self.served = {place: made for place, made in self.served.items() if place[0] >= first}
        if len(self.places) > MOST_IMPRESSIONS:
            self.impressions, self.places = {}, {}

    def other(self, feed):
        """Documents that are compared with those of the other server alone: other forms of the same content."""
        walk = self.walk
        address = walk.pick.choice(self.forms(feed))
        headers = {"Accept-Encoding": walk.pick.choice(["gzip", "br", "identity"])}
        first, second = (walk.read(address, server=server, headers=headers) for server in walk.servers)
        if first.revision != second.revision or first.status != 200:
            return
        self.remember(second, (second.revision, address, headers["Accept-Encoding"]))
        self.remember(first, (first.revision, address, headers["Accept-Encoding"]))
        tag = {**headers, "If-None-Match": first.headers["ETag"]}
        again = walk.read(address, server=walk.servers[1], headers=tag)
        if again.revision == first.revision:
            walk.same("a tag at the other server", again.status, 304, address)

    def remember(self, answer, place):
        """Whether a document is new; otherwise it is compared with what was served before."""
        made = (digest(answer.bytes), answer.headers["ETag"])
        if place not in self.served:
            self.served[place] = made
            return True
        known = self.served[place]
        self.walk.same("the bytes of a screen, as before or at the other server", made[0], known[0], place)
        self.walk.same("the tag of a screen, as before or at the other server", made[1], known[1], place)
        return made != known

    def answered(self, answer, feed, width):
        """One screen as a server has it in service."""
        walk = self.walk
        while answer.revision > self.history.newest.number:
            walk.comparer.follow()
        # A problem names no revision.
        revision = self.history[answer.revision] if answer.revision else self.history.newest
        if feed not in revision.feeds:
            walk.same("a feed that is not there", answer.status, 404, answer)
            return
        walk.same("the status of a screen", answer.status, 200, answer)
        if self.remember(answer, (answer.revision, feed, width)):
            self.screen(json.loads(answer.bytes), revision, feed, width)

    def screen(self, found, revision, feed, width):
        """A screen and the model's."""
        walk, model = self.walk, revision.feeds[feed]
        where = f"{feed} at revision {revision.number}"
        walk.same("the revision of a screen", found["revision"], model.revision, where)
        if found["revision"] == model.revision:
            walk.same("the time of a screen", found["generated_at"], date_text(model.at), where)
        expiry = None if model.expires_at is None else date_text(model.expires_at)
        walk.same("the expiry of a screen", found["expires_at"], expiry, where)
        walk.same("the sections of a screen", [section["id"] for section in found["sections"]],
                  [section.id for section in model.sections], where)
        top, bottom = 0, 0
        for section, expected in zip(found["sections"], model.sections):
            height = expected.height(width)
            if height == 0:
                # An empty section takes no spacing.
                top = bottom
            walk.same_tree("the frame of a section", section["frame"],
                           {"x": 0, "y": top, "width": width, "height": height}, where)
            bottom = top + height
            top = bottom + model.spacing if bottom > 0 else 0
            self.section(section, expected, feed, width, f"{where}, {expected.id}")
            walk.same("the revision of a section", section["revision"], model.revisions[expected.id],
                      f"{where}, {expected.id}")
            walk.same("whether a section goes on", section["next"] is not None, expected.goes_on,
                      f"{where}, {expected.id}")
        walk.same_tree("the size of a screen", found["content_size"], {"width": width, "height": bottom})

    def section(self, found, expected, feed, width, where, items=None, frames=None):
        """A section, or a page of it, and the model's."""
        walk, spec = self.walk, expected.spec
        head = {name: spec[name] for name in ("id", "kind", "title")}
        walk.same_tree("the head of a section", {name: found[name] for name in head}, head, where)
        walk.same("the category of a section", found.get("category"), spec["category"], where)
        walk.same_tree("the roles of a section", found["roles"], expected.kind["roles"], where)
        walk.same("the layout of a section", found["layout"]["type"], expected.layout, where)
        if spec["header"]:
            header = {name: found["header"][name] for name in ("height", "subtitle", "action")}
            walk.same_tree("the header of a section", header, spec["header"], where)
        else:
            walk.same("no header", found["header"], None, where)
        items = expected.items if items is None else items
        frames = expected.frames(width)[0] if frames is None else frames
        walk.same("the items of a section", [item["id"] for item in found["items"]],
                  [item["id"] for item in items], where)
        walk.same_tree("the frames of a section", found["layout"]["frames"], frames, where)
        for item, made in zip(found["items"], items):
            place, item = (feed, spec["id"], spec["kind"], made["id"], content(item)), dict(item)
            impression = item.pop("impression_id")
            said = f"{where}, {made['id']} "
            walk.same_tree("an item of a section", item, self.picture(item, made, said), said)
            self.impression(impression, place)

    def picture(self, item, made, where):
        """The files of a picture are compared by the bytes of two servers; here, whose they are."""
        expected = made.get("image", {})
        if "photo" not in expected or "image" not in item:
            return made
        image = item["image"] = dict(item["image"])
        sources = json.dumps(image.pop("sources", None))
        self.walk.same("the photo of an item", expected["photo"] in sources, True,
                       f"{where} {expected['photo']} {sources}")
        for name in ("focus", "placeholder"):
            image.pop(name)
        if "url" not in expected:
            image.pop("url")
        return {**made, "image": {name: value for name, value in expected.items() if name != "photo"}}

    def impression(self, id, place):
        """An item as it is has one id in a section, wherever it is drawn, and no other has it."""
        known = self.impressions.setdefault(place, id)
        self.walk.same("the impression of a place", id, known, place)
        self.walk.same("the place of an impression", self.places.setdefault(id, place), place)
