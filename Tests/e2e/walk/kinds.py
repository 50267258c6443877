"""Definitions of kinds: the six of every store, random ones, and what a change means to items."""

import copy

from walk.values import missing_value, some_text, some_value


def text(name):
    return {"name": name, "type": "text", "localized": True}


def url(name):
    return {"name": name, "type": "url", "localized": True}


def integer(name, **rules):
    return {"name": name, "type": "integer", **rules}


def kind(name, title, fields, roles, layout, **others):
    return {"kind": name, "title": title, "fields": fields, "roles": roles, "layout": {"type": layout, "options": {}},
            **others}


DATE = {"name": "published_at", "type": "date"}
STANDARD = {definition["kind"]: definition for definition in [
    kind("featured_topics", "Featured topics",
         [{"name": "rating", "type": "number", "minimum": 0, "maximum": 5}, url("thumbnail_url"), text("title"),
          text("caption"), DATE],
         {"headline": "title", "summary": "caption", "image": "thumbnail_url", "rating": "rating",
          "date": "published_at"}, "shelf"),
    kind("recent_news", "Recent news", [url("thumbnail_url"), text("title"), text("news_category"), DATE],
         {"headline": "title", "image": "thumbnail_url", "date": "published_at", "label": "news_category"},
         "snap_carousel"),
    kind("campaign_banners", "Campaign banners", [integer("banner_contents_id"), url("banner_url")],
         {"image": "banner_url"}, "circular_carousel", headline_template="Campaign {banner_contents_id}"),
    kind("trend_articles", "Trend articles", [url("thumbnail_url"), text("title"), text("introduction"), DATE],
         {"headline": "title", "summary": "introduction", "image": "thumbnail_url", "date": "published_at"},
         "uniform_grid"),
    kind("pickup_photos", "Pickup photos",
         [url("photo_url"), integer("photo_width", minimum=1), integer("photo_height", minimum=1), text("title"),
          text("caption"), DATE],
         {"headline": "title", "summary": "caption", "image": "photo_url", "image_width": "photo_width",
          "image_height": "photo_height", "date": "published_at"}, "staggered_grid"),
    kind("favorite_scenes", "Favorite scenes",
         [url("photo_url"), *map(text, ["author", "title", "category", "shop_name", "comment"]), DATE],
         {"headline": "title", "summary": "comment", "image": "photo_url", "date": "published_at",
          "label": "category", "author": "author", "place": "shop_name"}, "card_stack"),
]}
# The kinds of the walk, which come and go.
OWN = ["shops", "events"]


def field_named(definition, name):
    return next(field for field in [integer("id"), *definition["fields"]] if field["name"] == name)


def some_field(pick, name, kinds):
    """A field that items can be without."""
    type = pick.choice(["integer", "number", "boolean", "text", "url", "date", "choice", "list", "reference", "photo"])
    field = {"name": name, "type": type}
    if type in ("integer", "number") and pick.random() < 0.5:
        field |= {"minimum": 0, "maximum": pick.choice([5, 1000])}
    if type == "text" and pick.random() < 0.5:
        field["max_length"] = pick.choice([20, 200])
    if type == "text" and pick.random() < 0.5:
        field["localized"] = True
    if type == "choice":
        field["choices"] = ["cafe", "bar", "市場"]
    if type == "list":
        field["of"] = pick.choice(["integer", "boolean", "text", "choice", "date"])
        field["max_items"] = pick.choice([4, 8])
        if field["of"] == "text" and pick.random() < 0.5:
            field["localized"] = True
        if field["of"] == "choice":
            field["choices"] = ["wifi", "terrace"]
    if type == "reference":
        field["kind"] = pick.choice(sorted(kinds))
    if type in ("boolean", "integer", "text", "choice") and pick.random() < 0.4:
        return {**field, "default": some_value(pick, field)}
    return {**field, "required": False}


def some_definition(pick, name, number, kinds):
    fields = [text(f"name{number}"), {"name": f"rated{number}", "type": "number", "minimum": 0, "maximum": 5}]
    roles = {"headline": f"name{number}", "rating": f"rated{number}"}
    layout = pick.choice(["uniform_grid", "shelf", "snap_carousel", "staggered_grid"])
    if layout == "staggered_grid" or pick.random() < 0.3:
        picture, *sides = f"picture{number}", f"wide{number}", f"high{number}"
        fields += [url(picture), *(integer(side, minimum=1, maximum=4000) for side in sides)]
        roles |= {"image": picture, "image_width": sides[0], "image_height": sides[1]}
    else:
        fields.append({"name": f"photo{number}", "type": "photo", "required": False})
        roles["image"] = f"photo{number}"
    fields += [some_field(pick, f"extra{number}_{index}", kinds) for index in range(pick.randint(1, 4))]
    made = kind(name, some_text(pick), fields, roles, layout)
    return {**made, "cell": "card"} if pick.random() < 0.3 else made


def changed_definition(pick, definition, number, kinds):
    """A changed definition, and the fields that are no longer there."""
    made = copy.deepcopy(definition)
    free = [field for field in made["fields"] if field["name"] not in made["roles"].values()]
    limited = [field for field in made["fields"] if "max_length" in field]
    choice = pick.choice(["add", "add", "rename", "remove", "widen", "title", "layout"])
    if choice == "add" and len(made["fields"]) < 12:
        made["fields"].insert(pick.randint(0, len(made["fields"])), some_field(pick, f"added{number}", kinds))
    elif choice == "rename":
        field = pick.choice(made["fields"])
        former, field["name"] = field["name"], f"renamed{number}"
        field["renamed_from"] = former
        made["roles"] = {role: field["name"] if name == former else name for role, name in made["roles"].items()}
    elif choice == "remove" and free:
        field = pick.choice(free)
        made["fields"].remove(field)
        return made, [field["name"]]
    elif choice == "widen" and limited:
        limited[0]["max_length"] += 10
    elif choice == "layout" and "image_width" in made["roles"]:
        made["layout"]["type"] = pick.choice(["staggered_grid", "uniform_grid", "shelf"])
    else:
        made["title"] = some_text(pick)
    return made, []


def former_name(field):
    return field.get("renamed_from", field["name"])


def stored(definition):
    """A definition as it is kept: without the former names of fields."""
    return {**definition, "fields": [{name: value for name, value in field.items() if name != "renamed_from"}
                                     for field in definition["fields"]]}


def changed_fields(old, new, fields):
    return {"id": fields["id"]} | {
        field["name"]: fields[former_name(field)] if former_name(field) in names(old) else missing_value(field)
        for field in new["fields"]}


def changed_texts(old, new, texts):
    renamed = {former_name(field): field["name"] for field in new["fields"] if former_name(field) in names(old)}
    parts = [(*member.partition("@"), value) for member, value in texts.items()]
    return {f"{renamed[name]}@{tag}": value for name, _, tag, value in parts if name in renamed}


def names(definition):
    return {field["name"] for field in definition["fields"]}


def references(definition):
    return [field for field in definition["fields"] if field["type"] == "reference"]
