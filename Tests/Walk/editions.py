"""Screens, items and lists as readers of a locale see them."""

import urllib.parse

import locales
from documents import WIDTHS, digest
from items import members, some_item, whole
from screens import visible
from values import now

# What is due so soon may come while an answer is read, in milliseconds.
QUIET = 1_500


class Editions:
    """Screens in other locales, and the keys by which a cache that keeps them is told of changes."""

    def __init__(self, walk):
        self.walk, self.history = walk, walk.history
        # By feed, locale and width: the revision, the bytes and the keys of the last screen.
        self.served = {}

    def screen(self, feed, server):
        walk, revision = self.walk, self.history.newest
        asked, width = walk.pick.choice(sorted(locales.READERS)), walk.pick.choice(WIDTHS[:2])
        locale = locales.READERS[asked]
        address = f"/v1/feeds/{feed}?width={width}&locale={asked}"
        answer = walk.read(address, server=server)
        if answer.revision != revision.number:
            # Something was due meanwhile, or the server is behind.
            return
        walk.same("the status of a screen in a locale", answer.status, 200, answer)
        self.sections(answer.json, revision, feed, locale, width, f"{address} at revision {revision.number}")
        self.told(answer, (feed, asked, width))
        again = walk.read(address, server=server, headers={"If-None-Match": answer.headers["ETag"]})
        if again.revision == answer.revision:
            walk.same("a tag of a screen in a locale", again.status, 304, address)

    def sections(self, found, revision, feed, locale, width, where):
        walk, state = self.walk, revision.state
        walk.same("the locale of a screen", found["locale"] in (*locales.LOOKUP[locale], "ja"), True,
                  f"{where}: {found['locale']}")
        expected = [section for spec in state.feeds[feed]["sections"]
                    if (section := visible(state, spec, revision.at, locale=locale))]
        walk.same("the sections of a screen in a locale", [section["id"] for section in found["sections"]],
                  [section.id for section in expected], where)
        for section, model in zip(found["sections"], expected):
            spec, said = model.spec, f"{where}, {model.id} "
            title = locales.text(spec["texts"], "title", locale, spec["title"])
            walk.same("the title of a section in a locale", section["title"], title, said)
            if spec["header"]:
                subtitle = locales.text(spec["texts"], "subtitle", locale, spec["header"]["subtitle"])
                walk.same("the subtitle of a section in a locale", section["header"]["subtitle"], subtitle, said)
            walk.same("the items of a section in a locale", [item["id"] for item in section["items"]],
                      [item["id"] for item in model.items], said)
            walk.same_tree("the frames of a section in a locale", section["layout"]["frames"],
                           model.frames(width)[0], said)
            for item, made in zip(section["items"], model.items):
                names = made.keys() - {"image"}
                walk.same_tree("an item in a locale", {name: item[name] for name in names},
                               {name: made[name] for name in names}, said)

    def told(self, answer, place):
        """Whoever keeps a screen is told by one of its keys when it is another one."""
        made = answer.revision, digest(answer.bytes), set(answer.headers["xkey"].split())
        number, bytes, keys = self.served.get(place, made)
        self.served[place] = made
        if bytes == made[1] or not self.history.base <= number + 1 <= answer.revision:
            return
        said = {key for other in range(number + 1, answer.revision + 1) for key in self.history[other].keys}
        self.walk.same("that who keeps a screen is told of another one", bool(said & keys), True,
                       (place, number, answer.revision, sorted(keys)))

    def item(self, server):
        """An item in a locale, or with all its translations."""
        walk, target = self.walk, some_item(self.walk)
        if not target:
            return
        kind, id = target
        asked = walk.pick.choice(["*", *sorted(locales.READERS)])
        answer = walk.read(f"/v1/content/{kind}/{id}?locale={asked}", True, server)
        item = walk.state.item(kind, id)
        expected = whole(item) if asked == "*" else members(
            locales.read(walk.state.kinds[kind], item, locales.READERS[asked]))
        walk.same_tree("an item in a locale", answer.json["result"], [expected], (target, asked))

    def untranslated(self, kind, server):
        """The items that lack a text."""
        walk, tag = self.walk, self.walk.pick.choice(["en", "fr", "de"])
        answer = walk.read(f"/v1/content/{kind}?untranslated={tag}&limit=1000&fields=id", True, server)
        walk.same("the status of what lacks a text", answer.status, 200, answer)
        state = walk.state
        walk.same("the items that lack a text", [item["id"] for item in answer.json["result"]],
                  [id for id in state.ids(kind)
                   if locales.is_untranslated(state.kinds[kind], state.item(kind, id), tag)], (kind, tag))
