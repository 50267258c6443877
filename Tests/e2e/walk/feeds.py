"""Compositions of several feeds, and definitions of kinds."""

import unicodedata

from walk.items import some_window, window_members
from walk.kinds import (OWN, changed_definition, changed_fields, changed_texts, field_named, former_name, names,
                        some_definition, stored)
from walk.locales import WRITTEN
from walk.state import Item, Window
from walk.values import has_text, parameter, some_text, some_value

FEEDS = ["home", "side", "town"]
ORDERED = {"integer", "number", "text", "url", "choice", "date", "reference"}
LAYOUTS = ["shelf", "snap_carousel", "circular_carousel", "uniform_grid", "uniform_grid", "card_stack", "list"]
MEMBERS = ["title", "limit", "window", "source", "order", "removed", "header", "category", "texts"]


def some_heads(pick, header):
    """Translations of what stands above a section, mostly none."""
    names = ["title"] + ["subtitle"] * bool(header and header["subtitle"])
    return {f"{pick.choice(names)}@{pick.choice(WRITTEN)}": some_text(pick)
            for _ in range(pick.choice([0, 0, 0, 1, 2]))}


def composition_body(composition):
    return {"spacing": composition["spacing"], "sections": [section_body(one) for one in composition["sections"]]}


def section_body(section):
    def given(members, start):
        texts = {member: text for member, text in section["texts"].items() if member.startswith(start)}
        return {name: value for name, value in members.items() if value is not None and name != "texts"} | texts
    body, window = given(section, "title@"), window_members(section["window"])
    body |= {"when": window.pop("when")} if "when" in window else {}
    body |= {"header": given(section["header"], "subtitle@")} if section["header"] else {}
    query = section["source"].get("query", {})
    if "filter" in query:
        filters = {name: parameter(value) for name, value in query["filter"].items()}
        body["source"] = {"query": {**query, "filter": filters}}
    return {**body, "window": window}


def used_fields(section):
    """The names of fields in the filters, the order and the action of a section."""
    query = section["source"].get("query", {})
    used = {name.split(".")[0] for name in query.get("filter", {})}
    used |= {key.lstrip("-") for key in query.get("sort", "").split(",")}
    parts = [part for template in (section["action"] or {}).values() for part in template.split("{")[1:]]
    return used | {part.split("}")[0] for part in parts}


class Feeds:
    def some_filter(self, kind):
        """A condition of a list: its name, and the value of the field that it compares with."""
        definition = self.state.kinds[kind]
        field = self.pick.choice([field_named(definition, "id"), *definition["fields"]])
        is_list = field["type"] == "list"
        # Values that items have are found more often.
        values = [item.fields[field["name"]] for item in self.state.of(kind).values()]
        values = [one for value in values for one in (value or [] if is_list else [value]) if one is not None]
        if values and self.pick.random() < 0.7:
            value = self.pick.choice(values)
        else:
            compared = {**field, "type": field["of"] if is_list else field["type"], "required": True}
            value = some_value(self.pick, compared, lambda kind: [1, 2, 3], ["0" * 32])
        comparison = self.pick.choice(["", ".ne"] + [".lt", ".lte", ".gt", ".gte"] * (field["type"] in ORDERED))
        if has_text(field) and self.pick.random() < 0.3:
            value = unicodedata.normalize("NFKD", value).upper()
        return field["name"] + comparison, value

    def some_query(self, kind):
        """Filters, an order and a search, each of which may be missing."""
        pick, fields = self.pick, self.state.kinds[kind]["fields"]
        filters = dict([self.some_filter(kind)]) if pick.random() < 0.4 else {}
        sortable = ["id"] + [field["name"] for field in fields if field["type"] != "list"]
        keys = pick.sample(sortable, pick.randint(1, min(2, len(sortable)))) if pick.random() < 0.6 else []
        sort = ",".join(pick.choice(["", "-"]) + key for key in keys)
        words = ["寿司", "カレー", "ｶﾚｰ", "lunch", "BOX", "ｂｏｘ", "éclair", "E\u0301CLAIR", "o", "の", "the of", "❤"]
        return filters, sort, pick.choice(words) if any(map(has_text, fields)) and pick.random() < 0.2 else ""

    def some_source(self, kind):
        if self.pick.random() < 0.25:
            return {"pinned": self.pick.sample(range(1, 15), self.pick.randint(1, 6))}
        query = zip(("filter", "sort", "q"), self.some_query(kind))
        return {"query": {name: value for name, value in query if value}}

    def some_section(self, id):
        pick, layout, header, action = self.pick, None, None, None
        kind = pick.choice(sorted(self.state.kinds))
        definition = self.state.kinds[kind]
        if pick.random() < 0.5:
            types = LAYOUTS + ["staggered_grid"] * 3 * ("image_width" in definition["roles"])
            layout = {"type": pick.choice(types), "options": {}}
        if pick.random() < 0.3:
            header = {"height": pick.choice([56, 72.5]), "subtitle": pick.choice([None, some_text(pick)]),
                      "action": None}
        if pick.random() < 0.3:
            web = f"https://example.com/?t={{{pick.choice(definition['fields'])['name']}}}"
            action = pick.choice([{"deep_link": "app://{kind}/{id}"}, {"web_url": web}])
        return {"id": id, "kind": kind, "title": some_text(pick), "limit": pick.randint(1, 9), "layout": layout,
                "header": header, "action": action, "source": self.some_source(kind),
                "window": some_window(pick) if pick.random() < 0.3 else Window(), "min_schema_version": 1,
                "category": pick.choice([None, None, "walk"]), "texts": some_heads(pick, header)}

    def some_composition(self):
        ids = self.pick.sample(["one", "two", "three", "four", "five", "six"], self.pick.randint(1, 5))
        return {"spacing": self.pick.choice([0, 0, 16, 7.5]), "sections": [self.some_section(id) for id in ids]}

    def changed_composition(self, composition):
        pick, sections = self.pick, [dict(section) for section in composition["sections"]]
        if not sections or pick.random() < 0.15:
            return {"spacing": pick.choice([0, 8, 16]), "sections": sections}
        section = sections[pick.randrange(len(sections))]
        other, member = self.some_section(section["id"]), pick.choice(MEMBERS)
        if member == "order":
            pick.shuffle(sections)
        elif member == "removed":
            sections.remove(section)
        elif member == "source":
            section["source"] = self.some_source(section["kind"])
        else:
            # Translations of a subtitle need one.
            both = ("header", "texts")
            section |= {name: other[name] for name in (both if member in both else (member,))}
        return {"spacing": composition["spacing"], "sections": sections}

    def compose(self):
        feed = self.pick.choice(FEEDS)
        before = self.state.feeds.get(feed)
        is_change = before and self.pick.random() < 0.6
        composition = self.changed_composition(before) if is_change else self.some_composition()
        # The default composition of home is one that was never written.
        status, state = 200 if before and not before.get("is_default") else 201, self.state.with_feed(feed, composition)
        self.write("PUT", f"/v1/feeds/{feed}/composition", composition_body(composition), status, state)

    def remove_feed(self):
        feed = self.pick.choice(FEEDS)
        if feed == "home":
            self.refused("DELETE", "/v1/feeds/home", None, 409, "feed_permanent")
        elif feed in self.state.feeds:
            self.write("DELETE", f"/v1/feeds/{feed}", None, 204, self.state.with_feed(feed, None))

    def define(self):
        """A new kind, a changed one, or one kind less."""
        name, number, state = self.pick.choice(OWN), next(self.numbers), self.state
        if name not in state.kinds:
            definition = some_definition(self.pick, name, number, state.kinds)
            identities = {field: f"{name}{number}.{field}" for field in names(definition)}
            self.write("PUT", f"/v1/kinds/{name}", definition, 201, state.with_kind(name, definition, identities, {}))
        elif self.pick.random() < 0.2:
            self.remove_kind(name)
        else:
            self.change_kind(self.pick.choice([name, name, name, "recent_news", "pickup_photos"]), number)

    def change_kind(self, name, number):
        if self.prepares(name):
            return
        state, path = self.state, f"/v1/kinds/{name}"
        old, items, identities = state.kinds[name], state.of(name), state.identities[name]
        definition, gone = changed_definition(self.pick, old, number, state.kinds)
        renamed = [field["renamed_from"] for field in definition["fields"] if "renamed_from" in field]
        discarding = f"{path}?discard={','.join(gone)}" if gone else path
        used = {field for section in state.sections() if section["kind"] == name for field in used_fields(section)}
        if used & {*gone, *renamed}:
            return self.refused("PUT", discarding, definition, 409, "kind_in_use")
        has_values = any(item.fields[field] is not None for field in gone for item in items.values())
        if has_values and self.pick.random() < 0.3:
            self.refused("PUT", path, definition, 409, "kind_in_use")
        items = {id: Item(changed_fields(old, definition, item.fields), item.window,
                          changed_texts(old, definition, item.texts)) for id, item in items.items()}
        identities = {field["name"]: identities.get(former_name(field), f"{name}{number}.{field['name']}")
                      for field in definition["fields"]}
        self.write("PUT", discarding, definition, 200, state.with_kind(name, stored(definition), identities, items))

    def remove_kind(self, name):
        state, path = self.state, f"/v1/kinds/{name}?discard=items"
        is_used = name in [section["kind"] for section in state.sections()] or any(
            field.get("kind") == name for other, definition in state.kinds.items()
            for field in definition["fields"] if other != name)
        if is_used:
            self.refused("DELETE", path, None, 409, "kind_in_use")
        elif not self.prepares(name):
            self.write("DELETE", path, None, 204, state.with_kind(name, None, None, None))
