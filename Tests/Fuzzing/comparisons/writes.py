"""Random requests: writes of items, kinds, compositions and releases, refusals, and what is read after them."""

import json
import random
import urllib.parse
from typing import Any, NamedTuple

FAR_PAST, FAR_FUTURE = "2001-02-03T04:05:06.000Z", "2095-02-03T04:05:06.000Z"
KIND = {"kind": "places", "title": "Places", "fields": [
    {"name": "name", "type": "text", "localized": True, "max_length": 40},
    {"name": "about", "type": "text", "required": False, "localized": True},
    {"name": "score", "type": "number", "required": False, "minimum": 0, "maximum": 5},
    {"name": "seats", "type": "integer", "default": 4},
    {"name": "open", "type": "boolean", "required": False},
    {"name": "size", "type": "choice", "choices": ["S", "M", "L"], "required": False},
    {"name": "opened_at", "type": "date", "required": False},
    {"name": "tags", "type": "list", "of": "text", "required": False},
    {"name": "near", "type": "reference", "kind": "places", "required": False},
    {"name": "picture", "type": "url", "required": False},
    {"name": "picture_width", "type": "integer", "minimum": 1, "required": False},
    {"name": "picture_height", "type": "integer", "minimum": 1, "required": False}],
    "roles": {"headline": "name", "summary": "about", "rating": "score", "date": "opened_at", "image": "picture",
              "image_width": "picture_width", "image_height": "picture_height"}}
FIELDS = [field["name"] for field in KIND["fields"]]
WORDS = ["寿司", "駅", "カレー", "lunch", "Box", "ÉCLAIR", "éclair", "e\u0301clair", "the", "お知らせ", "🍣", "x-ray", "50%",
         "100_", "a'b", 'say "hi"', "<b>", "Ω", "ß", "SS", "\u200b", "z", "Z", "\\", "NULL", "", " ", "\n", "%", "*",
         "１",
         # Letters with more than two forms, or with one that Unicode has had since later versions.
         "I", "i", "İ", "ı", "İstanbul", "ISTANBUL", "ẞ", "Σ", "ς", "ΟΔΟΣ", "οδος", "ᾼ", "ᾳ", "\u0390", "\u1fd3", "ﬅ",
         "ﬆ", "\u212a", "kelvin", "ſ", "ǅ", "ᎠᎡᎢ", "ꭰꭱꭲ", "Თბილისი", "თბილისი"]
LAYOUTS = [{"type": "list"}, {"type": "uniform_grid", "options": {"columns": "3"}}, {"type": "staggered_grid"},
           {"type": "shelf"}, {"type": "mosaic"}, {"type": "snap_carousel"}, {"type": "card_stack"},
           {"type": "justified_rows"}, {"type": "circular_carousel"}, {"type": "carousel"}]
PATCH = "application/merge-patch+json"


class Request(NamedTuple):
    method: str
    path: str
    body: Any = None
    headers: dict = {}
    has_token: bool = True

    @property
    def bytes(self) -> bytes | None:
        if self.body is None or isinstance(self.body, str):
            return self.body if self.body is None else self.body.encode()
        return json.dumps(self.body, ensure_ascii=False).encode()

    def text(self) -> str:
        body = "" if self.body is None else " " + (self.bytes or b"").decode()
        headers = "".join(f" {name}: {value}" for name, value in self.headers.items())
        return f"{self.method} {self.path}{headers}{body}" + ("" if self.has_token else " (without a token)")


def some_text(pick: random.Random) -> str:
    return " ".join(pick.choice(WORDS) for _ in range(pick.randint(1, 4)))[:40]


def some_date(pick: random.Random) -> str:
    zone = pick.choice(["Z", "+09:00", "-0330", "+0000"])
    day = f"{pick.randint(1950, 2040)}-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"
    return f"{day}T{pick.randint(0, 23):02}:30:00{zone}"


def some_value(pick: random.Random, name: str) -> Any:
    base = name.split("@")[0]
    return {
        "name": lambda: some_text(pick), "about": lambda: some_text(pick) * pick.choice([1, 1, 20]),
        "score": lambda: pick.choice([0, 5, 0.1, 3.5, 4.25, round(pick.uniform(0, 5), 3)]),
        "seats": lambda: pick.choice([0, -1, 2**63 - 1, -2**63, 2**53 + 1, pick.randint(1, 99)]),
        "open": lambda: pick.random() < 0.5, "size": lambda: pick.choice("SML"), "opened_at": lambda: some_date(pick),
        "tags": lambda: [some_text(pick) for _ in range(pick.randint(0, 3))], "near": lambda: pick.randint(1, 12),
        "picture": lambda: f"https://example.com/{pick.randint(1, 9)}.jpg",
        "picture_width": lambda: pick.randint(1, 2000), "picture_height": lambda: pick.randint(1, 2000),
    }[base]()


def some_item(pick: random.Random) -> dict:
    item = {"name": some_text(pick)}
    for name in [*FIELDS[1:], "name@en", "about@en", "about@zh-Hant"]:
        if pick.random() < 0.4:
            item[name] = some_value(pick, name)
    if "near" in item and pick.random() < 0.6:
        del item["near"]
    # Sizes of pictures have both sides or none.
    if len({"picture_width", "picture_height"} & item.keys()) == 1:
        item |= {"picture_width": 40, "picture_height": 30}
    if pick.random() < 0.3:
        item |= pick.choice([{"draft": True}, {"publish_at": FAR_PAST}, {"publish_at": FAR_FUTURE},
                             {"unpublish_at": FAR_PAST}, {"unpublish_at": FAR_FUTURE},
                             {"when": {"platforms": ["ios"], "app_version": ">=3.2"}}])
    if pick.random() < 0.06:
        item |= pick.choice([{"score": 6}, {"size": "XL"}, {"unknown": 1}, {"name": None}, {"opened_at": "today"},
                             {"tags": [1]}, {"name@xx-yy-zz-1": "a"}])
    return item


def some_composition(pick: random.Random) -> dict:
    sections = []
    for index in range(pick.randint(0, 4)):
        section: dict[str, Any] = {"id": f"part{index}", "kind": "places", "title": some_text(pick).strip() or "T",
                                   "layout": pick.choice(LAYOUTS), "limit": pick.randint(1, 8)}
        query = {"sort": pick.choice(["-score,id", "name", "-opened_at", "id"])}
        if pick.random() < 0.3:
            query["filter"] = pick.choice([{"size": "S"}, {"open": "true"}, {"score.gte": "3"}])
        section["source"] = {"query": query} if pick.random() < 0.7 else {"pinned": pick.sample(range(1, 13), 3)}
        if pick.random() < 0.2:
            section["title@en"] = "Part"
        if pick.random() < 0.2:
            section["when"] = {"platforms": ["ios"]}
        sections.append(section)
    return {"sections": sections} | ({"spacing": pick.randint(0, 20)} if pick.random() < 0.3 else {})


def some_write(pick: random.Random) -> Request:
    id = pick.randint(1, 12)
    path = f"/v1/content/places/{id}"
    chance = pick.random()
    if chance < 0.3:
        return Request("PUT", path, some_item(pick))
    if chance < 0.38:
        return Request("POST", "/v1/content/places", some_item(pick))
    if chance < 0.54:
        names = pick.sample([*FIELDS, "name@en", "about@en"], pick.randint(1, 3))
        change = {name: None if pick.random() < 0.15 else some_value(pick, name) for name in names}
        return Request("PATCH", path, change, {"Content-Type": PATCH})
    if chance < 0.6:
        return Request("DELETE", path)
    if chance < 0.68:
        return Request("POST", "/v1/batch", {"operations": [some_operation(pick) for _ in range(pick.randint(1, 5))]})
    if chance < 0.76:
        items = [{"id": id, **some_item(pick)} for id in sorted(pick.sample(range(1, 13), pick.randint(1, 4)))]
        query = pick.choice(["", "&dry_run=true"])
        if pick.random() < 0.5:
            lines = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
            return Request("POST", f"/v1/import/places?format=ndjson{query}", lines)
        return Request("POST", f"/v1/import/places?format=json{query}", {"result": items})
    if chance < 0.86:
        feed = pick.choice(["home", "side", "other"])
        return Request("PUT", f"/v1/feeds/{feed}/composition", some_composition(pick))
    if chance < 0.88:
        return Request("DELETE", f"/v1/feeds/{pick.choice(['side', 'other', 'home'])}")
    if chance < 0.9:
        return Request("PUT", path, some_item(pick), pick.choice([{"If-Match": '"0123"'}, {"If-None-Match": "*"},
                                                                  {"If-Match": "*"}]))
    if chance < 0.93:
        return some_release(pick)
    if chance < 0.95:
        return some_restoration(pick)
    if chance < 0.96:
        return Request("POST", "/v1/content/places", {"name": "once"}, {"Idempotency-Key": f'"{pick.randint(1, 3)}"'})
    if chance < 0.98:
        wider = {**KIND, "title": some_text(pick).strip() or "Places"}
        wider["fields"] = [{**field, "max_length": pick.choice([3, 40, 60])} if field["name"] == "name" else field
                           for field in KIND["fields"]]
        return Request("PUT", "/v1/kinds/places", wider)
    return Request(pick.choice(["PUT", "DELETE"]), path, {"name": "x"}, has_token=False)


def some_release(pick: random.Random) -> Request:
    path, chance = f"/v1/releases/{pick.randint(1, 4)}", pick.random()
    if chance < 0.3:
        return Request("POST", "/v1/releases", {"name": some_text(pick).strip() or "R"})
    if chance < 0.7:
        return Request("PUT", f"{path}/operations", {"operations": [some_operation(pick) for _ in range(2)]})
    if chance < 0.9:
        return Request("POST", f"{path}/publish")
    return Request("DELETE", path)


def some_restoration(pick: random.Random) -> Request:
    subjects = [f"content/places/{id}" for id in pick.sample(range(1, 13), 2)]
    subjects += pick.choice([[], ["feeds/home"], ["feeds/side/composition"]])
    query = pick.choice(["", "?dry_run=true"])
    return Request("POST", f"/v1/restore{query}", {"revision": pick.randint(1, 60), "subjects": subjects})


def some_operation(pick: random.Random) -> dict:
    op = pick.choice(["create", "replace", "patch", "delete", "compose"])
    if op == "compose":
        return {"op": op, "feed": "home", "body": some_composition(pick)}
    made: dict[str, Any] = {"op": op, "kind": "places"}
    if op != "create":
        made["id"] = pick.randint(1, 12)
    if op != "delete":
        made["body"] = {"name": some_text(pick)} if op == "patch" else some_item(pick)
    return made


def some_list(pick: random.Random, route: str = "/v1/content/places") -> str:
    names: dict[str, str] = {}
    for name, values in {
        "score.gte": ["3", "0.1", "4.25"], "size": ["S", "XL"], "size.ne": ["M"], "tags": WORDS, "open": ["true"],
        "name.lt": WORDS, "name.gte": WORDS, "opened_at.lt": ["1990-01-01T00:00:00Z"], "seats": ["9223372036854775807"],
        "q": WORDS, "locale": ["en", "en-GB", "zh-Hant", "*", "ja"],
        "visibility": ["draft", "scheduled", "shown", "ended"],
        "untranslated": ["en"], "near": ["3"], "about.ne": WORDS,
    }.items():
        if pick.random() < 0.12:
            names[name] = pick.choice(values)
    if pick.random() < 0.6:
        keys = pick.sample(FIELDS[:9], pick.randint(1, 2))
        names["sort"] = ",".join(pick.choice(["", "-"]) + key for key in keys if key != "tags") or "id"
    if route.startswith("/v1/content"):
        names["limit"] = pick.choice(["1", "2", "5", "100"])
        if pick.random() < 0.2:
            names["count"] = "true"
    else:
        names["format"] = pick.choice(["json", "ndjson", "csv"])
    return f"{route}?{urllib.parse.urlencode(names, quote_via=urllib.parse.quote)}"


def some_read(pick: random.Random) -> Request:
    has_token = pick.random() < 0.6
    chance = pick.random()
    if chance < 0.35:
        path = some_list(pick)
    elif chance < 0.45:
        path = some_list(pick, "/v1/export/places")
    elif chance < 0.6:
        path = f"/v1/content/places/{pick.randint(1, 12)}{pick.choice(['', '?locale=en', '?locale=*', '/history'])}"
    elif chance < 0.8:
        path = some_document(pick)
    elif chance < 0.87:
        first, last = sorted([pick.randint(1, 60), pick.randint(1, 60)])
        path = pick.choice([f"/v1/feeds/home?width=390&revision={first}", f"/v1/feeds/home/diff?from={first}&to={last}",
                            f"/v1/releases/{pick.randint(1, 4)}", f"/v1/export/places?revision={first}",
                            f"/v1/feeds/home?width=390&release={pick.randint(1, 4)}"])
    else:
        path = pick.choice(["/v1/revisions?limit=7", "/v1/audit?limit=9", "/v1/audit?subject=content/places",
                            "/v1/feeds", "/v1/kinds/places", "/v1/feeds/home/composition",
                            "/v1/feeds/side/composition", "/v1/photos",
                            "/v1/releases", "/v1/feeds/home.jsonfeed"])
    return Request("GET", path, has_token=has_token)


def some_document(pick: random.Random) -> str:
    feed = pick.choice(["home", "side"])
    width = pick.choice([320, 390, 834, 360.5])
    more = pick.choice(["", "&locale=en", "&text_size=1.5", "&direction=rtl", "&locale=zh-Hant&text_size=2"])
    if pick.random() < 0.3:
        return f"/v1/feeds/{feed}/sections/part{pick.randint(0, 3)}?width={width}&limit={pick.randint(1, 5)}{more}"
    return f"/v1/feeds/{feed}?width={width}{more}"
