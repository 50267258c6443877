"""Screens, as everybody has them, readers of a locale and clients of a condition: both servers beside the model, and
what they served of the same revision before."""

import hashlib
import json
import urllib.parse

from walk import locales
from walk.items import item_path, members, whole
from walk.journal import Part
from walk.screens import ids, screen
from walk.state import some_facts, without
from walk.values import date_text, now

# What is due so soon may come while an answer is read, in milliseconds.
QUIET = 1_500
MOST_IMPRESSIONS = 200_000
WIDTHS = [320, 390, 393.5, 412, 834]


def digest(bytes):
    return hashlib.sha256(bytes).hexdigest()


def content(item):
    """An item without what depends on where it is drawn: its impression, and the sizes of its files."""
    made = without(item, "impression_id")
    if "image" in made:
        made["image"] = without(made["image"], "sources")
    return json.dumps(made, sort_keys=True)


class Documents(Part):
    """The screens that were served, and the impressions on them."""

    def __init__(self, walk):
        super().__init__(walk)
        # By revision, feed and width, or address and coding: the digest of the bytes, and the tag.
        self.served = {}
        self.impressions, self.places = {}, {}

    def check(self):
        for feed in sorted(set(self.history.newest.state.feeds) | {"side"}):
            for width in {390, self.pick.choice(WIDTHS)}:
                for server in self.servers:
                    self.answered(self.read(f"/v1/feeds/{feed}?width={width}", server=server), feed, width)
            self.other(feed, self.servers)

    def other(self, feed, servers):
        """Another form of the same content, which is compared with what was served of the same revision."""
        screen = f"/v1/feeds/{feed}?width=390"
        address = self.pick.choice([
            screen, f"/v1/feeds/{feed}.jsonfeed", f"{screen}&text_size=1.5", f"{screen}&direction=rtl",
            f"{screen}&max_version=1", f"{screen}&locale=en-GB", f"{screen}&locale=en&text_size=2&direction=rtl"])
        headers = {"Accept-Encoding": self.pick.choice(["gzip", "br", "identity"])}
        answers = [self.read(address, server=server, headers=headers) for server in servers]
        if len({answer.revision for answer in answers}) > 1 or answers[0].status != 200:
            return
        for answer in answers:
            self.remember(answer, (answer.revision, address, headers["Accept-Encoding"]))
        self.readers.told(answers[0], (address, headers["Accept-Encoding"]))
        if len(answers) > 1:
            self.unchanged(answers[0], address, servers[1], headers)

    def unchanged(self, answer, address, server, headers=None):
        """A tag says that a document is the same, as long as a server has that revision in service."""
        again = self.read(address, server=server, headers={**(headers or {}), "If-None-Match": answer.headers["ETag"]})
        if again.revision == answer.revision:
            self.same("a tag of a document", again.status, 304, address)

    def present(self, address, server=None):
        """The answer for the newest revision; None if something was due meanwhile, or the server is behind."""
        answer = self.read(address, server=server)
        if answer.revision != self.history.newest.number:
            return None
        self.same("the status of a present document", answer.status, 200, answer)
        return answer

    def forget(self, first):
        """Forgets screens of revisions before `first`, and impressions when there are many."""
        self.served = {place: made for place, made in self.served.items() if place[0] >= first}
        if len(self.places) > MOST_IMPRESSIONS:
            self.impressions, self.places = {}, {}

    def remember(self, answer, place):
        """Whether a document is new; otherwise it is compared with what was served before."""
        made = (digest(answer.bytes), answer.headers["ETag"])
        if place not in self.served:
            self.served[place] = made
            return True
        self.same("the bytes of a screen, as before or at the other server", made[0], self.served[place][0], place)
        self.same("the tag of a screen, as before or at the other server", made[1], self.served[place][1], place)
        return False

    def answered(self, answer, feed, width):
        while answer.revision > self.history.newest.number:
            self.comparer.follow()
        # A problem names no revision.
        revision = self.history[answer.revision] if answer.revision else self.history.newest
        if feed not in revision.feeds:
            self.same("a feed that is not there", answer.status, 404, answer)
            return
        self.same("the status of a screen", answer.status, 200, answer)
        if self.remember(answer, (answer.revision, feed, width)):
            self.screen(answer.json, revision.feeds[feed], feed, width, f"{feed} at revision {revision.number}")

    def screen(self, found, model, feed, width, where):
        self.same("the revision of a screen", found["revision"], model.revision, where)
        self.same("the time of a screen", found["generated_at"], date_text(model.at), where)
        self.same("the expiry of a screen", found["expires_at"], date_text(model.expires_at), where)
        self.same("the sections of a screen", ids(found["sections"]), [one.id for one in model.sections], where)
        top, bottom = 0, 0
        for section, expected in zip(found["sections"], model.sections):
            height, said = expected.height(width), f"{where}, {expected.id}"
            # An empty section takes no spacing.
            top = top if height else bottom
            frame = {"x": 0, "y": top, "width": width, "height": height}
            self.same_tree("the frame of a section", section["frame"], frame, where)
            bottom = top + height
            top = bottom + model.spacing if bottom > 0 else 0
            self.section(section, expected, feed, width, said)
            self.same("the revision of a section", section["revision"], model.revisions[expected.id], said)
            self.same("whether a section goes on", section["next"] is not None, expected.goes_on, said)
        self.same_tree("the size of a screen", found["content_size"], {"width": width, "height": bottom})

    def section(self, found, expected, feed, width, where, items=None, frames=None):
        spec = expected.spec
        head = {name: spec[name] for name in ("id", "kind", "title")}
        self.same_tree("the head of a section", {name: found[name] for name in head}, head, where)
        self.same("the category of a section", found.get("category"), spec["category"], where)
        self.same_tree("the roles of a section", found["roles"], expected.kind["roles"], where)
        self.same("the layout of a section", found["layout"]["type"], expected.layout, where)
        header = found["header"] and {name: found["header"][name] for name in ("height", "subtitle", "action")}
        self.same_tree("the header of a section", header, spec["header"], where)
        items = expected.items if items is None else items
        frames = expected.frames(width)[0] if frames is None else frames
        self.same("the items of a section", ids(found["items"]), ids(items), where)
        self.same_tree("the frames of a section", found["layout"]["frames"], frames, where)
        for item, made in zip(found["items"], items):
            said = f"{where}, {made['id']} "
            self.impression(item, feed, expected)
            self.same_tree("an item of a section", *self.pictured(without(item, "impression_id"), made, said), said)

    def pictured(self, item, made, where):
        """An item and the model's as they have to be the same. The files of a picture are compared by the bytes of two
        servers; here, whose they are."""
        expected, image = made.get("image", {}), item.get("image")
        if "photo" not in expected or image is None:
            return item, made
        said, left = json.dumps(image.get("sources")), {"focus", "placeholder", "url"} - {*expected}
        self.same("the photo of an item", expected["photo"] in said, True, f"{where} {expected['photo']} {said}")
        self.same("what else is said of a photo", left - {*image}, set(), where)
        return {**item, "image": without(image, "sources", *left)}, {**made, "image": without(expected, "photo")}

    def impression(self, item, feed, section):
        """An item as it is has one id in a section, wherever it is drawn, and no other has it."""
        place, id = (feed, section.id, section.spec["kind"], item["id"], content(item)), item["impression_id"]
        self.same("the impression of a place", id, self.impressions.setdefault(place, id), place)
        self.same("the place of an impression", self.places.setdefault(id, place), place)

    def alike(self, what, found, sections, where, width=None, locale=None):
        """The sections of a document have the heads and items of the model's, and their frames if there is a width."""
        self.same(f"the sections of {what}", ids(found), [section.id for section in sections], where)
        for section, model in zip(found, sections):
            spec, header, said = model.spec, model.spec["header"], f"{where}, {model.id} "
            title = locales.text(spec["texts"], "title", locale, spec["title"])
            self.same(f"the title of a section of {what}", section["title"], title, said)
            if header:
                subtitle = locales.text(spec["texts"], "subtitle", locale, header["subtitle"])
                self.same(f"the subtitle of a section of {what}", section["header"]["subtitle"], subtitle, said)
            self.same(f"the items of a section of {what}", ids(section["items"]), model.ids, said)
            if width:
                frames = section["layout"]["frames"]
                self.same_tree(f"the frames of a section of {what}", frames, model.frames(width)[0], said)
            for item, made in zip(section["items"], model.items):
                made = without(made, "image")
                self.same_tree(f"an item of {what}", {name: item[name] for name in made}, made, said)


class Readers(Part):
    """Screens in other locales with the keys by which a cache that keeps them is told of changes, and variants."""

    def __init__(self, walk):
        super().__init__(walk)
        # By feed, locale and width: the revision, the bytes and the keys of the last screen.
        self.served = {}

    def edition(self, feed, server):
        revision, asked = self.history.newest, self.pick.choice(sorted(locales.READERS))
        width, locale = self.pick.choice(WIDTHS[:2]), locales.READERS[asked]
        address = f"/v1/feeds/{feed}?width={width}&locale={asked}"
        if answer := self.documents.present(address, server):
            where, found = f"{address} at revision {revision.number}", answer.json
            self.same("the locale of a screen", found["locale"] in (*locales.LOOKUP[locale], "ja"), True, where)
            sections = screen(revision.state, feed, revision.at, locale=locale)
            self.documents.alike("a screen in a locale", found["sections"], sections, where, width, locale)
            self.told(answer, (feed, asked, width))
            self.documents.unchanged(answer, address, server)

    def told(self, answer, place):
        """Whoever keeps a screen is told by one of its keys when it is another one."""
        made = answer.revision, digest(answer.bytes), set(answer.headers["xkey"].split())
        number, bytes, keys = self.served.get(place, made)
        self.served[place] = made
        if bytes == made[1] or not self.history.base <= number + 1 <= answer.revision:
            return
        said = {key for other in range(number + 1, answer.revision + 1) for key in self.history[other].keys}
        self.same("that who keeps a screen is told of another one", bool(said & keys), True,
                  (place, number, answer.revision, sorted(keys)))

    def item(self):
        """An item in a locale, or with all its translations."""
        server = self.pick.choice(self.servers)
        if target := self.some_item():
            asked, item = self.pick.choice(["*", *sorted(locales.READERS)]), self.state.item(*target)
            answer = self.get(f"{item_path(*target)}?locale={asked}", True, server)
            expected = whole(item) if asked == "*" else members(
                locales.read(self.state.kinds[target[0]], item, locales.READERS[asked]))
            self.same_tree("an item in a locale", answer.json["result"], [expected], (target, asked))

    def untranslated(self):
        kind, server, tag = self.some_kind(), self.pick.choice(self.servers), self.pick.choice(["en", "fr", "de"])
        answer = self.get(f"/v1/content/{kind}?untranslated={tag}&limit=1000&fields=id", True, server)
        state, definition = self.state, self.state.kinds[kind]
        expected = [id for id in state.ids(kind) if locales.is_untranslated(definition, state.item(kind, id), tag)]
        self.same("the items that lack a text", ids(answer.json["result"]), expected, (kind, tag))

    def variant(self, feed, server):
        """The screen of a client, by the variant that it is told."""
        history, facts, width = self.history, some_facts(self.pick), self.pick.choice(WIDTHS)
        revision, soon = history.newest, now() + QUIET
        specs = revision.state.feeds[feed]["sections"]
        if not all(history.is_quiet(spec["kind"], soon) for spec in specs) or any(
                time < soon for spec in specs for time in spec["window"].boundaries(revision.at)):
            return
        query = {name: ",".join(value) if name == "audience" else value for name, value in facts.items()}
        named = self.get(f"/v1/feeds/{feed}/variant?{urllib.parse.urlencode(query)}", server=server)
        self.same("that it is for the client alone", "private" in named.headers["Cache-Control"], True, named)
        address = f"/v1/feeds/{feed}?width={width}&variant={named.json['variant']}"
        if answer := self.documents.present(address, server):
            sections, found = screen(revision.state, feed, revision.at, facts), answer.json["sections"]
            where = f"{feed} at revision {revision.number} for {facts}"
            self.documents.alike("a variant", found, sections, where, width)
            for section, expected in zip(found, sections):
                for item in section["items"]:
                    self.documents.impression(item, feed, expected)
            self.documents.unchanged(answer, address, server)
