"""Writes items of the kinds of kinds.json, and a feed that shows all kinds, into a folder.

    hostile.py FOLDER
"""
import json
import os
import sys

folder = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
with open(f"{here}/kinds.json", encoding="utf-8") as file:
    kinds = json.load(file)["kinds"]
values = {"text": "text", "integer": 7, "number": 1.5, "boolean": True, "url": "https://example.com/"}


def value(field):
    if field["type"] == "choice":
        return field["choices"][-1]
    if field["type"] == "list":
        return [values[field["of"]]]
    return values[field["type"]]


os.makedirs(f"{folder}/feeds")
for kind in kinds:
    full = {"id": 1} | {field["name"]: value(field) for field in kind["fields"]}
    if "name" in full:
        full["name"] = kind["kind"]
    empty = {"id": 2} | {
        field["name"]: None if field.get("required") is False else value(field) for field in kind["fields"]
    }
    with open(f"{folder}/{kind['kind']}.json", "w", encoding="utf-8") as file:
        json.dump({"result": [full, empty]}, file, ensure_ascii=False)
sections = [
    {"id": f"s{index}", "kind": kind["kind"], "title": kind["title"], "layout": {"type": "uniform_grid"}}
    for index, kind in enumerate(kinds)
]
with open(f"{folder}/feeds/all.json", "w", encoding="utf-8") as file:
    json.dump({"feed": "all", "sections": sections}, file)
