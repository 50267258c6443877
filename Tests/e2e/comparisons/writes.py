"""Random requests: writes of items, kinds, compositions and releases, refusals, and what is read after them."""

import json
import pathlib
import urllib.parse
from typing import Any, NamedTuple

from harness import JSON

FAR_PAST, FAR_FUTURE = "2001-02-03T04:05:06.000Z", "2095-02-03T04:05:06.000Z"
KIND = json.loads((pathlib.Path(__file__).parent / "places.json").read_text())
FIELDS = [field["name"] for field in KIND["fields"]]
WORDS = ["寿司", "駅", "カレー", "lunch", "Box", "ÉCLAIR", "éclair", "e\u0301clair", "the", "お知らせ", "🍣", "x-ray", "50%",
         "100_", "a'b", 'say "hi"', "<b>", "Ω", "ß", "SS", "\u200b", "z", "Z", "\\", "NULL", "", " ", "\n", "%", "*", "１",
         # Letters with more than two forms, or with one that Unicode has had since later versions.
         "I", "i", "İ", "ı", "İstanbul", "ISTANBUL", "ẞ", "Σ", "ς", "ΟΔΟΣ", "οδος", "ᾼ", "ᾳ", "\u0390", "\u1fd3", "ﬅ",
         "ﬆ", "\u212a", "kelvin", "ſ", "ǅ", "ᎠᎡᎢ", "ꭰꭱꭲ", "Თბილისი", "თბილისი"]
LAYOUTS = [{"type": type} for type in [
    "list", "staggered_grid", "shelf", "mosaic", "snap_carousel", "card_stack", "justified_rows", "circular_carousel",
    "carousel"]] + [{"type": "uniform_grid", "options": {"columns": "3"}}]
FILTERS = {
    "score.gte": ["3", "0.1", "4.25"], "size": ["S", "XL"], "size.ne": ["M"], "tags": WORDS, "open": ["true"],
    "name.lt": WORDS, "name.gte": WORDS, "opened_at.lt": ["1990-01-01T00:00:00Z"], "seats": ["9007199254740991"],
    "q": WORDS, "locale": ["en", "en-GB", "zh-Hant", "*", "ja"], "visibility": ["draft", "scheduled", "shown", "ended"],
    "untranslated": ["en"], "near": ["3"], "about.ne": WORDS,
}
STATES = [{"draft": True}, {"publish_at": FAR_PAST}, {"publish_at": FAR_FUTURE}, {"unpublish_at": FAR_PAST},
          {"unpublish_at": FAR_FUTURE}, {"when": {"platforms": ["ios"], "app_version": ">=3.2"}}]
WRONG = [{"score": 6}, {"size": "XL"}, {"unknown": 1}, {"name": None}, {"opened_at": "today"}, {"tags": [1]},
         {"name@xx-yy-zz-1": "a"}]
PLACES = "/v1/content/places"


class Request(NamedTuple):
    method: str
    path: str
    body: Any = None
    headers: dict = {}
    has_token: bool = True
    media_type: str = JSON

    @property
    def text(self):
        is_text = self.body is None or isinstance(self.body, str)
        return (self.body or "") if is_text else json.dumps(self.body, ensure_ascii=False)

    def send(self, server, path=None):
        return server.send(
            self.method, path or self.path, None if self.body is None else self.text.encode(), media_type=self.media_type,
            headers=self.headers, token=self.has_token or None)

    def __str__(self):
        headers = "".join(f" {name}: {value}" for name, value in self.headers.items())
        stranger = "" if self.has_token else " (without a token)"
        return f"{self.method} {urllib.parse.unquote(self.path)}{headers} {self.text}{stranger}"


def encoded(path, names):
    return f"{path}?{urllib.parse.urlencode(names, quote_via=urllib.parse.quote)}"


class Requests:
    """Makes them with the random numbers of `pick`."""

    def __init__(self, pick):
        self.pick, self.chance, self.choice, self.whole = pick, pick.random, pick.choice, pick.randint

    def some(self, *shares):
        """What one of several functions makes, each with a share."""
        return self.pick.choices([make for _, make in shares], [share for share, _ in shares])[0]()

    def id(self):
        return self.whole(1, 12)

    def text(self):
        return " ".join(self.choice(WORDS) for _ in range(self.whole(1, 4)))[:40]

    def title(self, otherwise):
        return self.text().strip() or otherwise

    def date(self):
        day = f"{self.whole(1950, 2040)}-{self.whole(1, 12):02}-{self.whole(1, 28):02}"
        return f"{day}T{self.whole(0, 23):02}:30:00{self.choice(['Z', '+09:00', '-0330', '+0000'])}"

    def value(self, name):
        return {
            "name": self.text, "about": lambda: self.text() * self.choice([1, 1, 20]),
            "score": lambda: self.choice([0, 5, 0.1, 3.5, 4.25, round(self.pick.uniform(0, 5), 3)]),
            "seats": lambda: self.choice([0, -1, 2**53 - 1, 1 - 2**53, self.whole(1, 99)]),
            "open": lambda: self.chance() < 0.5, "size": lambda: self.choice("SML"), "opened_at": self.date,
            "tags": lambda: [self.text() for _ in range(self.whole(0, 3))], "near": self.id,
            "picture": lambda: f"https://example.com/{self.whole(1, 9)}.jpg",
            "picture_width": lambda: self.whole(1, 2000), "picture_height": lambda: self.whole(1, 2000),
        }[name.split("@")[0]]()

    def item(self):
        item = {"name": self.text()}
        for name in [*FIELDS[1:], "name@en", "about@en", "about@zh-Hant"]:
            if self.chance() < (0.16 if name == "near" else 0.4):
                item[name] = self.value(name)
        # Sizes of pictures have both sides or none.
        if len({"picture_width", "picture_height"} & item.keys()) == 1:
            item |= {"picture_width": 40, "picture_height": 30}
        if self.chance() < 0.3:
            item |= self.choice(STATES)
        return item | (self.choice(WRONG) if self.chance() < 0.06 else {})

    def composition(self):
        sections = []
        for index in range(self.whole(0, 4)):
            section = {"id": f"part{index}", "kind": "places", "title": self.title("T"), "layout": self.choice(LAYOUTS),
                       "limit": self.whole(1, 8)}
            query = {"sort": self.choice(["-score,id", "name", "-opened_at", "id"])}
            if self.chance() < 0.3:
                query["filter"] = self.choice([{"size": "S"}, {"open": "true"}, {"score.gte": "3"}])
            section["source"] = {"query": query} if self.chance() < 0.7 else {"pinned": self.pick.sample(range(1, 13), 3)}
            for share, more in [(0.2, {"title@en": "Part"}), (0.2, {"when": {"platforms": ["ios"]}})]:
                section |= more if self.chance() < share else {}
            sections.append(section)
        return {"sections": sections} | ({"spacing": self.whole(0, 20)} if self.chance() < 0.3 else {})

    def operation(self):
        op = self.choice(["create", "replace", "patch", "delete", "compose"])
        if op == "compose":
            return {"op": op, "feed": "home", "body": self.composition()}
        made = {"op": op, "kind": "places"} | ({} if op == "create" else {"id": self.id()})
        return made | ({} if op == "delete" else {"body": {"name": self.text()} if op == "patch" else self.item()})

    def operations(self, count):
        return {"operations": [self.operation() for _ in range(count)]}

    def write(self):
        path = f"{PLACES}/{self.id()}"
        conditions = [{"If-Match": '"0123"'}, {"If-None-Match": "*"}, {"If-Match": "*"}]
        return self.some(
            (30, lambda: Request("PUT", path, self.item())),
            (8, lambda: Request("POST", PLACES, self.item())),
            (16, lambda: Request("PATCH", path, self.changes(), media_type="application/merge-patch+json")),
            (6, lambda: Request("DELETE", path)),
            (8, lambda: Request("POST", "/v1/batch", self.operations(self.whole(1, 5)))),
            (8, self.import_of_items),
            (10, lambda: Request("PUT", f"/v1/feeds/{self.choice(['home', 'side', 'other'])}/composition",
                                 self.composition())),
            (2, lambda: Request("DELETE", f"/v1/feeds/{self.choice(['side', 'other', 'home'])}")),
            (2, lambda: Request("PUT", path, self.item(), self.choice(conditions))),
            (3, self.release),
            (2, self.restoration),
            (1, lambda: Request("POST", PLACES, {"name": "once"}, {"Idempotency-Key": f'"{self.whole(1, 3)}"'})),
            (2, self.kind),
            (2, lambda: Request(self.choice(["PUT", "DELETE"]), path, {"name": "x"}, has_token=False)))

    def changes(self):
        names = self.pick.sample([*FIELDS, "name@en", "about@en"], self.whole(1, 3))
        return {name: None if self.chance() < 0.15 else self.value(name) for name in names}

    def import_of_items(self):
        items = [{"id": id, **self.item()} for id in sorted(self.pick.sample(range(1, 13), self.whole(1, 4)))]
        query, form = self.choice(["", "&dry_run=true"]), self.choice(["ndjson", "json"])
        lines = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
        return Request("POST", f"/v1/import/places?format={form}{query}", lines if form == "ndjson" else {"result": items})

    def kind(self):
        fields = [{**field, "max_length": self.choice([3, 40, 60])} if field["name"] == "name" else field
                  for field in KIND["fields"]]
        return Request("PUT", "/v1/kinds/places", {**KIND, "title": self.title("Places"), "fields": fields})

    def release(self):
        path = f"/v1/releases/{self.whole(1, 4)}"
        return self.some(
            (3, lambda: Request("POST", "/v1/releases", {"name": self.title("R")})),
            (4, lambda: Request("PUT", f"{path}/operations", self.operations(2))),
            (2, lambda: Request("POST", f"{path}/publish")), (1, lambda: Request("DELETE", path)))

    def restoration(self):
        subjects = [f"content/places/{id}" for id in self.pick.sample(range(1, 13), 2)]
        subjects += self.choice([[], ["feeds/home"], ["feeds/side/composition"]])
        return Request("POST", f"/v1/restore{self.choice(['', '?dry_run=true'])}",
                       {"revision": self.whole(1, 60), "subjects": subjects})

    def list(self, path, more):
        names = {name: self.choice(values) for name, values in FILTERS.items() if self.chance() < 0.12}
        if self.chance() < 0.6:
            keys = self.pick.sample(FIELDS[:9], self.whole(1, 2))
            names["sort"] = ",".join(self.choice(["", "-"]) + key for key in keys if key != "tags") or "id"
        return encoded(path, names | more)

    def pages(self):
        return self.list(PLACES, {"limit": self.choice(["1", "2", "5", "100"])}
                         | ({"count": "true"} if self.chance() < 0.2 else {}))

    def past(self):
        first, last = sorted([self.whole(1, 60), self.whole(1, 60)])
        return self.choice([f"/v1/feeds/home?width=390&revision={first}", f"/v1/feeds/home/diff?from={first}&to={last}",
                            f"/v1/releases/{self.whole(1, 4)}", f"/v1/export/places?revision={first}",
                            f"/v1/feeds/home?width=390&release={self.whole(1, 4)}"])

    def read(self):
        path = self.some(
            (35, self.pages),
            (10, lambda: self.list("/v1/export/places", {"format": self.choice(["json", "ndjson", "csv"])})),
            (15, lambda: f"{PLACES}/{self.id()}{self.choice(['', '?locale=en', '?locale=*', '/history'])}"),
            (20, self.document),
            (7, self.past),
            (13, lambda: "/v1/" + self.choice([
                "revisions?limit=7", "audit?limit=9", "audit?subject=content/places", "feeds", "kinds/places",
                "feeds/home/composition", "feeds/side/composition", "photos", "releases", "feeds/home.jsonfeed"])))
        return Request("GET", path, has_token=self.chance() < 0.6)

    def document(self):
        more = self.choice(["", "&locale=en", "&text_size=1.5", "&direction=rtl", "&locale=zh-Hant&text_size=2"])
        more = f"width={self.choice([320, 390, 834, 360.5])}{more}"
        feed = f"/v1/feeds/{self.choice(['home', 'side'])}"
        if self.chance() < 0.3:
            return f"{feed}/sections/part{self.whole(0, 3)}?limit={self.whole(1, 5)}&{more}"
        return f"{feed}?{more}"
