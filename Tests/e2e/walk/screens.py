"""What a screen shows of a state at a time, by the documentation: sections, items and their derived members."""

import json
import re
import urllib.parse

from oracle import LAYOUTS
from oracle.photo import fills
from walk import locales
from walk.kinds import field_named
from walk.values import day, folded, has_text, holds, sort_key

PAGED = {"uniform_grid", "staggered_grid", "list"}


class Section:
    """A section that is visible, with the items that it shows and those that its pages go on with."""

    def __init__(self, spec, kind, found):
        self.spec, self.kind, self.found, self.items = spec, kind, found, found[:spec["limit"]]
        self.id, self.ids = spec["id"], ids(self.items)
        # Its layout and the options of that are by default those of its kind.
        self.choice = spec["layout"] or kind["layout"]
        self.layout = self.choice["type"]
        self.goes_on = self.layout in PAGED and len(found) > len(self.items)
        # All that it shows, apart from its place and revision.
        names = ("id", "kind", "title", "category", "min_schema_version", "header")
        # Of items that are pinned, those count that are shown.
        source = {"pinned": ids(found)} if "pinned" in spec["source"] else spec["source"]
        self.look = ([spec[name] for name in names], self.choice, kind["roles"], kind.get("cell"), self.items,
                     (spec["limit"], source) if self.goes_on else None)

    def height(self, width):
        return (self.spec["header"] or {"height": 0})["height"] + self.frames(width)[1]

    def frames(self, width, items=None):
        """The frames of its items, or of some others, and the height of the layout."""
        sized = [picture_size(item) for item in (self.items if items is None else items)]
        made = LAYOUTS[self.layout].layout(sized, width=width, **self.choice["options"])
        return made["frames"], made["content_size"]["height"]


def ids(items):
    return [item["id"] for item in items]


def picture_size(item):
    image = item.get("image", {})
    return {"id": item["id"], "photo_width": image.get("width", 200), "photo_height": image.get("height", 200)}


def found_items(state, section, at, facts=None):
    """The items that a section finds for a client or, without facts, for everybody, in its order."""
    kind, source = section["kind"], section["source"]
    if "pinned" in source:
        items = [state.item(kind, id) for id in source["pinned"]]
        return [item for item in items if item and item.window.is_open(at, facts)]
    query = source["query"]
    return listed(state, kind, (query.get("filter", {}), query.get("sort", ""), query.get("q", "")), at, facts)


def listed(state, kind, query, at, facts=None, locale=None):
    """The items of a list as readers of a locale see and find them; `at` is the time at which they have to be visible,
    None for all items. A query is filters, with values of fields in place of their texts, an order and a search."""
    definition, (filters, sort, search) = state.kinds[kind], query
    items = [locales.read(definition, item, locale) for item in state.of(kind).values()
             if at is None or item.window.is_open(at, facts)]
    for name, value in filters.items():
        name, _, comparison = name.partition(".")
        field = field_named(definition, name)
        items = [item for item in items if holds(field, comparison or "eq", item.fields[name], value)]
    words = [folded(word) for word in search.split()]
    items = [item for item in items if all(word in searched(definition, item) for word in words)]
    items.sort(key=lambda item: item.fields["id"])
    for key in reversed([key for key in sort.split(",") if key]):
        field = field_named(definition, key.lstrip("-"))
        items.sort(key=lambda item: sort_key(field, item.fields[field["name"]]), reverse=key.startswith("-"))
    return items


def searched(definition, item):
    values = [item.fields[field["name"]] or [] for field in definition["fields"] if has_text(field)]
    return folded("\n".join(text for value in values for text in ([value] if isinstance(value, str) else value)))


def screen(state, feed, at, facts=None, locale=None):
    sections = (visible(state, spec, at, facts, locale) for spec in state.feeds[feed]["sections"])
    return [section for section in sections if section]


def visible(state, spec, at, facts=None, locale=None):
    if not spec["window"].is_open(at, facts):
        return None
    kind = state.kinds[spec["kind"]]
    # Readers of all locales get the same items, in the same order.
    found = tuple(shown(state, kind, spec, locales.read(kind, item, locale), locale)
                  for item in found_items(state, spec, at, facts))
    return Section(spec, kind, found)


def shown(state, kind, spec, item, locale=None):
    """An item as it is published in a locale, without what only servers know: its impression, and files of pictures."""
    fields, made = item.fields, dict(item.fields)

    def role(name):
        return fields[kind["roles"][name]] if name in kind["roles"] else None

    rating, stars = role("rating"), None
    if role("date") is not None:
        made["date_label"] = day(role("date"))
    if rating is not None:
        made["stars"] = fills(rating, 5, "precise")
        stars = locales.rating(plain(rating), locale)
    if image := picture(state, role):
        made["image"] = image
    if spec["action"]:
        made["action"] = {name: expanded(template, kind["kind"], fields) for name, template in spec["action"].items()}
    texts = [headline(kind, fields, role), role("label"), stars, role("summary"), role("place"), role("author"),
             made.get("date_label")]
    made["accessibility_label"] = ", ".join(text for text in map(one_line, texts) if text)
    return made


def one_line(text):
    return " ".join(line.strip() for line in (text or "").splitlines() if line.strip())


def headline(kind, fields, role):
    if role("headline") is not None:
        return role("headline")
    if "headline_template" in kind:
        return kind["headline_template"].replace("{banner_contents_id}", plain(fields["banner_contents_id"]))
    return f"{kind['title']} {fields['id']}"


def picture(state, role):
    """What is said of a picture; `photo` is the photo of the store that it is, or that stands for it."""
    source, width, height = role("image"), role("image_width"), role("image_height")
    if source is None:
        return None
    id = source if source in state.photos else state.assigned.get(source)
    made = {} if source in state.photos else {"url": source}
    if id:
        photo = state.photos[id]
        made |= {"photo": id, "alt": photo.alt}
        if width is None or height is None:
            width, height = photo.width, photo.height
    if width is None or height is None:
        return made
    # Of doubles: Python divides large integers as they are.
    return {**made, "width": width, "height": height, "aspect": float(width) / float(height)}


def expanded(template, kind, fields):
    for name, value in {"kind": kind, **fields}.items():
        template = template.replace("{" + name + "}", urllib.parse.quote(plain(value), safe=""))
    return template


def plain(value):
    if value is None:
        return ""
    if isinstance(value, float):
        # 1e-06 and 1e+20 of Python are 1e-6 and 1e20.
        return str(int(value)) if value == int(value) else re.sub(r"e\+?(-?)0*", r"e\1", repr(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
