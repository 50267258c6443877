"""Prints what a client should find in the documents of a folder.

    expected.py FOLDER KINDS    KINDS are those that the client knows: standard, or hostile
"""
import json
import sys

folder, kinds = sys.argv[1:]
KNOWN_LAYOUTS = {"shelf", "snap_carousel", "circular_carousel", "uniform_grid", "staggered_grid", "card_stack"}
STANDARD = {
    "featured_topics": "title", "recent_news": "title", "campaign_banners": "banner_contents_id",
    "trend_articles": "title", "pickup_photos": "title", "favorite_scenes": "title",
}


def text(number):
    return str(int(number)) if number == int(number) else repr(number)


def layout(value):
    kind = value["type"]
    if kind == "shelf":
        return f"shelf {text(value['media_size']['width'])}"
    if kind == "snap_carousel" and "pages" in value:
        return f"snap_carousel {len(value['pages'])}"
    if kind == "circular_carousel":
        return f"circular_carousel {text(value['radius'])} {len(value['states'])}"
    if kind == "uniform_grid":
        return f"uniform_grid {value['columns']}"
    if kind == "staggered_grid":
        return f"staggered_grid {len(value['columns'])}"
    if kind == "card_stack":
        stack = sum("alpha" in state for state in value["states"])
        return f"card_stack {value['effect']} {stack} of {len(value['states'])}"
    return f"unknown {kind} {len(value['frames'])}"


def slot(value):
    if value["type"] == "text":
        return "text:" + value["font"]["families"][0]
    if value["type"] == "image":
        return "image:" + value["content_mode"]
    return value["type"]


def item(kind, value):
    if kind not in STANDARD or STANDARD[kind] not in value:
        return f"unknown:{value['id']}"
    return f"{kind}:{value[STANDARD[kind]]}"


for name in ["home", "later"]:
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        document = json.load(file)
    print(name, document["direction"], document["revision"])
    for section in document["sections"]:
        if section["kind"] == "shops":
            continue
        slots = " ".join(slot(value) for value in section["cell"]["slots"])
        print(name, section["id"], section["kind"], section["cell"]["name"])
        print(" ", layout(section["layout"]))
        print(" ", slots)
        print(" ", item(section["kind"], section["items"][0]))
with open(f"{folder}/page.json", encoding="utf-8") as file:
    page = json.load(file)
print("page", len(page["section"]["items"]), "more" if page["next"] else "end")
if kinds == "hostile":
    with open(f"{folder}/all.json", encoding="utf-8") as file:
        document = json.load(file)
    first = document["sections"][0]["items"][0]
    print("hostile", *(first[name] for name in ["class", "type", "self", "init", "hash_value", "x_1", "protocol"]))
    print("hostile", *(section["items"][0].get("name", "-") for section in document["sections"]))
