"""Definitions of kinds: the six of every database, random ones, and what a change means to items."""

import copy

from values import missing_value, some_text, some_value


def text(name, **rules):
    return {"name": name, "type": "text", "localized": True, **rules}


def kind(name, title, fields, roles, layout, template=None):
    made = {"kind": name, "title": title, "fields": fields, "roles": roles,
            "layout": {"type": layout, "options": {}}}
    return {**made, "headline_template": template} if template else made


def url(name):
    return {"name": name, "type": "url", "localized": True}


DATE = {"name": "published_at", "type": "date"}
SIZE = [{"name": f"photo_{side}", "type": "integer", "minimum": 1} for side in ("width", "height")]
STANDARD = {
    definition["kind"]: definition for definition in [
        kind("featured_topics", "Featured topics",
             [{"name": "rating", "type": "number", "minimum": 0, "maximum": 5}, url("thumbnail_url"),
              text("title"), text("caption"), DATE],
             {"headline": "title", "summary": "caption", "image": "thumbnail_url", "rating": "rating",
              "date": "published_at"}, "shelf"),
        kind("recent_news", "Recent news",
             [url("thumbnail_url"), text("title"), text("news_category"), DATE],
             {"headline": "title", "image": "thumbnail_url", "date": "published_at",
              "label": "news_category"}, "snap_carousel"),
        kind("campaign_banners", "Campaign banners",
             [{"name": "banner_contents_id", "type": "integer"}, url("banner_url")],
             {"image": "banner_url"}, "circular_carousel", "Campaign {banner_contents_id}"),
        kind("trend_articles", "Trend articles",
             [url("thumbnail_url"), text("title"), text("introduction"), DATE],
             {"headline": "title", "summary": "introduction", "image": "thumbnail_url",
              "date": "published_at"}, "uniform_grid"),
        kind("pickup_photos", "Pickup photos",
             [url("photo_url"), *SIZE, text("title"), text("caption"), DATE],
             {"headline": "title", "summary": "caption", "image": "photo_url",
              "image_width": "photo_width", "image_height": "photo_height", "date": "published_at"},
             "staggered_grid"),
        kind("favorite_scenes", "Favorite scenes",
             [url("photo_url"), text("author"), text("title"), text("category"), text("shop_name"),
              text("comment"), DATE],
             {"headline": "title", "summary": "comment", "image": "photo_url", "date": "published_at",
              "label": "category", "author": "author", "place": "shop_name"}, "card_stack"),
    ]
}
# The kinds of the walk, which come and go.
OWN = ["shops", "events"]


def field_named(definition, name):
    if name == "id":
        return {"name": "id", "type": "integer"}
    return next(field for field in definition["fields"] if field["name"] == name)


def some_field(pick, name, kinds):
    """A field that items can be without."""
    type = pick.choice(["integer", "number", "boolean", "text", "url", "date", "choice", "list",
                        "reference", "photo"])
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
        field["default"] = some_value(pick, field, lambda kind: [], [])
    else:
        field["required"] = False
    return field


def some_definition(pick, name, number, kinds):
    """A new kind, with fields of all sorts."""
    fields = [text(f"name{number}"), {"name": f"rated{number}", "type": "number", "minimum": 0,
                                      "maximum": 5}]
    roles = {"headline": f"name{number}", "rating": f"rated{number}"}
    layout = pick.choice(["uniform_grid", "shelf", "snap_carousel", "staggered_grid"])
    if layout == "staggered_grid" or pick.random() < 0.3:
        fields += [url(f"picture{number}"),
                   {"name": f"wide{number}", "type": "integer", "minimum": 1, "maximum": 4000},
                   {"name": f"high{number}", "type": "integer", "minimum": 1, "maximum": 4000}]
        roles |= {"image": f"picture{number}", "image_width": f"wide{number}",
                  "image_height": f"high{number}"}
    else:
        fields.append({"name": f"photo{number}", "type": "photo", "required": False})
        roles["image"] = f"photo{number}"
    fields += [some_field(pick, f"extra{number}_{index}", kinds) for index in range(pick.randint(1, 4))]
    made = kind(name, some_text(pick), fields, roles, layout)
    return {**made, "cell": "card"} if pick.random() < 0.3 else made


def changed_definition(pick, definition, number, kinds):
    """A changed definition, the name of the change, and the fields that are no longer there."""
    made = copy.deepcopy(definition)
    used = set(made["roles"].values())
    free = [field for field in made["fields"] if field["name"] not in used]
    choice = pick.choice(["add", "add", "rename", "remove", "widen", "title", "layout"])
    if choice == "add" and len(made["fields"]) < 12:
        made["fields"].insert(pick.randint(0, len(made["fields"])),
                              some_field(pick, f"added{number}", kinds))
        return made, "add", []
    if choice == "rename":
        field = pick.choice(made["fields"])
        former, field["name"] = field["name"], f"renamed{number}"
        field["renamed_from"] = former
        made["roles"] = {role: field["name"] if name == former else name
                         for role, name in made["roles"].items()}
        return made, "rename", []
    if choice == "remove" and free:
        field = pick.choice(free)
        made["fields"].remove(field)
        return made, "remove", [field["name"]]
    if choice == "widen":
        for field in made["fields"]:
            if "max_length" in field:
                field["max_length"] += 10
                return made, "widen", []
    if choice == "layout" and "image_width" in made["roles"]:
        made["layout"]["type"] = pick.choice(["staggered_grid", "uniform_grid", "shelf"])
        return made, "layout", []
    made["title"] = some_text(pick)
    return made, "title", []


def stored(definition):
    """A definition as it is kept: without the former names of fields."""
    made = copy.deepcopy(definition)
    for field in made["fields"]:
        field.pop("renamed_from", None)
    return made


def changed_fields(old, new, fields):
    """The fields of an item after its kind was changed."""
    made = {"id": fields["id"]}
    for field in new["fields"]:
        former = field.get("renamed_from", field["name"])
        if any(known["name"] == former for known in old["fields"]):
            made[field["name"]] = fields[former]
        else:
            made[field["name"]] = missing_value(field)
    return made


def changed_texts(old, new, texts):
    """The translations of an item after its kind was changed."""
    names = {field.get("renamed_from", field["name"]): field["name"] for field in new["fields"]}
    made = {}
    for member, value in texts.items():
        name, _, tag = member.partition("@")
        if name in names and any(field["name"] == name for field in old["fields"]):
            made[f"{names[name]}@{tag}"] = value
    return made


def references(definition):
    return [field for field in definition["fields"] if field["type"] == "reference"]
