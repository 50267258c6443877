"""Compositions of several feeds, and definitions of kinds."""

from items import some_window, window_members
from kinds import OWN, changed_definition, changed_fields, changed_texts, field_named, some_definition, stored
from locales import WRITTEN
from state import Item, Window
from values import parameter, some_text, some_value

FEEDS = ["home", "side", "town"]
ORDERED = {"integer", "number", "text", "url", "choice", "date", "reference"}


def some_filter(walk, kind):
    """A condition of a list: its name, and the value of the field that it compares with."""
    definition = walk.state.kinds[kind]
    field = walk.pick.choice([field_named(definition, "id"), *definition["fields"]])
    type, comparisons = field["type"], ["eq", "ne"]
    if type in ORDERED:
        comparisons += ["lt", "lte", "gt", "gte"]
    compared = {**field, "type": field["of"]} if type == "list" else field
    compared = {name: value for name, value in compared.items() if name not in ("required", "default")}
    # Values that items have are found more often.
    values = [item.fields[field["name"]] for item in walk.state.items.get(kind, {}).values()]
    if type == "list":
        values = [element for value in values for element in value or []]
    values = [value for value in values if value is not None]
    if values and walk.pick.random() < 0.7:
        value = walk.pick.choice(values)
    else:
        value = some_value(walk.pick, compared, lambda kind: [1, 2, 3], ["0" * 32])
    comparison = walk.pick.choice(comparisons)
    return field["name"] + ("" if comparison == "eq" else f".{comparison}"), value


def some_query(walk, kind):
    """Filters, an order and a search, each of which may be missing."""
    pick, definition = walk.pick, walk.state.kinds[kind]
    filters = dict([some_filter(walk, kind)]) if pick.random() < 0.4 else {}
    sortable = ["id"] + [field["name"] for field in definition["fields"] if field["type"] != "list"]
    keys = pick.sample(sortable, pick.randint(1, min(2, len(sortable)))) if pick.random() < 0.6 else []
    sort = ",".join(pick.choice(["", "-"]) + key for key in keys)
    is_searched = any(field["type"] == "text" or field.get("of") == "text"
                      for field in definition["fields"])
    words = ["寿司", "カレー", "lunch", "BOX", "éclair", "o", "の", "the of"]
    return filters, sort, pick.choice(words) if is_searched and pick.random() < 0.2 else ""


def some_source(walk, kind):
    if walk.pick.random() < 0.25:
        return {"pinned": walk.pick.sample(range(1, 15), walk.pick.randint(1, 6))}
    filters, sort, search = some_query(walk, kind)
    query = {"filter": filters, "sort": sort, "q": search}
    return {"query": {name: value for name, value in query.items() if value}}


def some_section(walk, id):
    pick = walk.pick
    kind = pick.choice(sorted(walk.state.kinds))
    definition, layout = walk.state.kinds[kind], None
    if pick.random() < 0.5:
        types = ["shelf", "snap_carousel", "circular_carousel", "uniform_grid", "uniform_grid",
                 "card_stack", "list"]
        if "image_width" in definition["roles"]:
            types += ["staggered_grid"] * 3
        layout = {"type": pick.choice(types), "options": {}}
    header = None
    if pick.random() < 0.3:
        header = {"height": pick.choice([56, 72.5]), "subtitle": pick.choice([None, some_text(pick)]),
                  "action": None}
    action = None
    if pick.random() < 0.3:
        field = pick.choice(definition["fields"])["name"]
        action = pick.choice([{"deep_link": "app://{kind}/{id}"},
                              {"web_url": f"https://example.com/?t={{{field}}}"}])
    return {"id": id, "kind": kind, "title": some_text(pick), "limit": pick.randint(1, 9),
            "layout": layout, "header": header, "action": action, "source": some_source(walk, kind),
            "window": some_window(pick) if pick.random() < 0.3 else Window(),
            "category": pick.choice([None, None, "walk"]), "min_schema_version": 1,
            "texts": some_heads(pick, header)}


def some_heads(pick, header):
    """Translations of what stands above a section, mostly none."""
    names = ["title"] + ["subtitle"] * bool(header and header["subtitle"])
    return {f"{pick.choice(names)}@{pick.choice(WRITTEN)}": some_text(pick)
            for _ in range(pick.choice([0, 0, 0, 1, 2]))}


def some_composition(walk):
    ids = walk.pick.sample(["one", "two", "three", "four", "five", "six"], walk.pick.randint(1, 5))
    return {"spacing": walk.pick.choice([0, 0, 16, 7.5]),
            "sections": [some_section(walk, id) for id in ids]}


def changed_composition(walk, composition):
    """A composition in which one thing is different."""
    pick, sections = walk.pick, [dict(section) for section in composition["sections"]]
    if not sections or pick.random() < 0.15:
        return {"spacing": pick.choice([0, 8, 16]), "sections": sections}
    index = pick.randrange(len(sections))
    section = sections[index]
    other = {**some_section(walk, section["id"]), "kind": section["kind"]}
    member = pick.choice(["title", "limit", "window", "source", "order", "removed", "header", "category", "texts"])
    if member == "order":
        pick.shuffle(sections)
    elif member == "removed":
        del sections[index]
    elif member == "source":
        section["source"] = some_source(walk, section["kind"])
    elif member in ("header", "texts"):
        section["header"], section["texts"] = other["header"], other["texts"]
    else:
        section[member] = other[member]
    return {"spacing": composition["spacing"], "sections": sections}


def composition_body(composition):
    """A composition as it is written, without what is by default."""
    def section_body(section):
        body = {name: value for name, value in section.items() if value is not None}
        body["window"] = window_members(section["window"])
        texts = body.pop("texts")
        body |= {member: value for member, value in texts.items() if member.startswith("title@")}
        if when := body["window"].pop("when", None):
            body["when"] = when
        if section["header"]:
            body["header"] = {name: value for name, value in section["header"].items()
                              if value is not None}
            body["header"] |= {member: value for member, value in texts.items() if member.startswith("subtitle@")}
        query = section["source"].get("query")
        if query and "filter" in query:
            texts = {name: parameter(value) for name, value in query["filter"].items()}
            body["source"] = {"query": {**query, "filter": texts}}
        return body
    return {"spacing": composition["spacing"],
            "sections": [section_body(section) for section in composition["sections"]]}


def compose(walk):
    feed = walk.pick.choice(FEEDS)
    before = walk.state.feeds.get(feed)
    if before and walk.pick.random() < 0.6:
        composition = changed_composition(walk, before)
    else:
        composition = some_composition(walk)
    # The default composition of home is one that was never written.
    status = 200 if before and not before.get("is_default") else 201
    walk.write("PUT", f"/v1/feeds/{feed}/composition", composition_body(composition), status,
               walk.state.with_feed(feed, composition))


def remove_feed(walk):
    feed = walk.pick.choice(FEEDS)
    if feed == "home":
        walk.refused("DELETE", "/v1/feeds/home", None, 409, "feed_permanent")
    elif feed in walk.state.feeds:
        walk.write("DELETE", f"/v1/feeds/{feed}", None, 204, walk.state.with_feed(feed, None))


# Kinds


def define(walk):
    """A new kind, a changed one, or one kind less."""
    name, number = walk.pick.choice(OWN), walk.number()
    old = walk.state.kinds.get(name)
    if old is None:
        definition = some_definition(walk.pick, name, number, walk.state.kinds)
        names = {field["name"]: f"{name}{number}.{field['name']}" for field in definition["fields"]}
        walk.write("PUT", f"/v1/kinds/{name}", definition, 201,
                   walk.state.with_kind(name, definition, names, {}))
    elif walk.pick.random() < 0.2:
        remove_kind(walk, name)
    else:
        change_kind(walk, walk.pick.choice([name, name, name, "recent_news", "pickup_photos"]), number)


def change_kind(walk, name, number):
    if name not in walk.state.kinds or walk.prepares(name):
        return
    old = walk.state.kinds[name]
    definition, change, gone = changed_definition(walk.pick, old, number, walk.state.kinds)
    renamed = [field["renamed_from"] for field in definition["fields"] if "renamed_from" in field]
    path = f"/v1/kinds/{name}"
    if any(uses_field(walk.state, name, field) for field in gone + renamed):
        walk.refused("PUT", f"{path}?discard={','.join(gone)}" if gone else path, definition, 409,
                     "kind_in_use")
        return
    has_values = any(item.fields[field] is not None for field in gone
                     for item in walk.state.items.get(name, {}).values())
    if has_values and walk.pick.random() < 0.3:
        walk.refused("PUT", path, definition, 409, "kind_in_use")
    new = stored(definition)
    items = {id: Item(changed_fields(old, definition, item.fields), item.window,
                      changed_texts(old, definition, item.texts))
             for id, item in walk.state.items.get(name, {}).items()}
    identities = {
        field["name"]: walk.state.identities[name].get(
            field.get("renamed_from", field["name"]), f"{name}{number}.{field['name']}")
        for field in definition["fields"]}
    walk.write("PUT", path + (f"?discard={','.join(gone)}" if gone else ""), definition, 200,
               walk.state.with_kind(name, new, identities, items))


def remove_kind(walk, name):
    state = walk.state
    is_shown = any(section["kind"] == name for composition in state.feeds.values()
                   for section in composition["sections"])
    is_referred_to = any(field.get("kind") == name for other, definition in state.kinds.items()
                         for field in definition["fields"] if other != name)
    if is_shown or is_referred_to:
        walk.refused("DELETE", f"/v1/kinds/{name}?discard=items", None, 409, "kind_in_use")
    elif not walk.prepares(name):
        walk.write("DELETE", f"/v1/kinds/{name}?discard=items", None, 204,
                   state.with_kind(name, None, None, None))


def uses_field(state, kind, field):
    """Whether a composition names a field in a filter, an order or an action."""
    for composition in state.feeds.values():
        for section in composition["sections"]:
            if section["kind"] != kind:
                continue
            query = section["source"].get("query", {})
            names = {name.split(".")[0] for name in query.get("filter", {})}
            names |= {key.lstrip("-") for key in query.get("sort", "").split(",")}
            if field in names or any("{" + field + "}" in template
                                     for template in (section["action"] or {}).values()):
                return True
    return False
