"""Writes documents of a running server into a folder, and one that a server of a later version could send.

    documents.py ADDRESS FOLDER
"""
import json
import sys
import urllib.request

address, folder = sys.argv[1:]


def get(path):
    with urllib.request.urlopen(address + path) as answer:
        return json.load(answer)


def keep(name, document):
    with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)


home = get("/v1/feeds/home?width=390")
keep("home", home)
keep("all", get("/v1/feeds/all?width=390"))
keep("page", get("/v1/feeds/home/sections/pickup_photos?width=390&limit=3"))

# What this version does not know: a layout, a slot, a kind, a choice, an effect and members beside the known ones. What
# it knows, but is not as it was: a layout without its pages, an item without a field.
later = json.loads(json.dumps(home))
by_layout = {section["layout"]["type"]: section for section in later["sections"]}
by_layout["shelf"]["layout"]["type"] = "hologram"
by_layout["shelf"]["layout"]["depth"] = {"near": 1}
by_layout["shelf"]["cell"]["slots"][0]["type"] = "video"
by_layout["shelf"]["cell"]["name"] = "projection"
by_layout["uniform_grid"]["kind"] = "films"
by_layout["uniform_grid"]["items"][0]["length"] = 90
by_layout["card_stack"]["layout"]["effect"] = "stack.origami"
by_layout["card_stack"]["layout"]["states"][0] = {"progress": -1, "folds": 3}
del by_layout["snap_carousel"]["layout"]["pages"]
del by_layout["staggered_grid"]["items"][0]["title"]
later["direction"] = "ttb"
later["weather"] = "fine"
keep("later", later)
