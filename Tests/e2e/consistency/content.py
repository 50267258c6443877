"""Random content: items with windows, conditions and translations, and compositions of them."""

import json
import time

FEEDS = ["home", "side", "town"]
KINDS = ["campaign_banners", "recent_news", "featured_topics", "trend_articles", "pickup_photos",
         "favorite_scenes", "shops"]
LAYOUTS = ["shelf", "snap_carousel", "uniform_grid", "staggered_grid", "list", "card_stack", "justified_rows"]
ID_COUNT = 12
# Some of them are assigned to photos.
PICTURES = [f"https://example.com/{number}.jpg" for number in range(9)]


def date_text(offset):
    """The moment in so many milliseconds, as RFC 3339."""
    milliseconds = time.time_ns() // 1_000_000 + offset
    return (time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000))
            + f".{milliseconds % 1000:03d}Z")


class Content:
    """What writers write, the same for the same source of random numbers; moments apart."""

    def __init__(self, pick):
        self.pick, self.number = pick, 0

    def window(self):
        chance, pick = self.pick.random(), self.pick
        if chance < 0.08:
            return {"draft": True}
        if chance < 0.2:
            return {"publish_at": date_text(pick.randint(-500, 2500))}
        if chance < 0.32:
            return {"unpublish_at": date_text(pick.randint(-500, 3000))}
        return {}

    def condition(self):
        chance = self.pick.random()
        if chance < 0.15:
            return {"when": self.pick.choice([
                {"platforms": ["ios"]}, {"audiences": ["members"]},
                {"share": {"from": 0, "to": 0.5, "salt": "bytes"}}])}
        return {}

    def item(self, kind, id):
        self.number += 1
        text, url = f"{kind} {id} {self.number}", PICTURES[self.number % len(PICTURES)]
        date = f"2022-12-{self.pick.randint(1, 28):02d}T07:30:00.000+0000"
        rating = self.pick.choice([1.5, 3, 4.3])
        size = {"photo_width": self.pick.choice([300, 640]), "photo_height": self.pick.choice([200, 480])}
        fields = {
            "campaign_banners": {"banner_contents_id": self.number, "banner_url": url},
            "recent_news": {"thumbnail_url": url, "title": text, "news_category": self.pick.choice("ab"),
                            "published_at": date},
            "featured_topics": {"rating": rating, "thumbnail_url": url, "title": text, "caption": text,
                                "published_at": date},
            "trend_articles": {"thumbnail_url": url, "title": text, "introduction": text,
                               "published_at": date},
            "pickup_photos": {"photo_url": url, "title": text, "caption": text, "published_at": date} | size,
            "favorite_scenes": {"photo_url": url, "author": "a", "title": text, "category": "b",
                                "shop_name": "c", "comment": text, "published_at": date},
            "shops": {"name": text, "caption": text, "photo_url": url, "rating": rating,
                      "opened_at": date, "category": "cafe"} | size,
        }[kind]
        if kind == "shops":
            for locale in self.pick.sample(["en", "en-GB", "de"], self.pick.randint(0, 2)):
                fields[f"name@{locale}"] = f"{text} {locale}"
        return {"id": id} | fields | self.window() | self.condition()

    def section(self, id):
        pick = self.pick
        kind = pick.choice(KINDS)
        section = {"id": id, "kind": kind, "title": f"{id} {self.number}", "limit": pick.randint(1, 6),
                   **self.condition()}
        if pick.random() < 0.7:
            type = pick.choice(LAYOUTS)
            if type not in ("staggered_grid", "justified_rows") or kind in ("pickup_photos", "shops"):
                section["layout"] = {"type": type, "options": {}}
        if pick.random() < 0.3:
            section["title@en"] = section["title"] + " en"
        if pick.random() < 0.25:
            section["source"] = {"pinned": pick.sample(range(1, ID_COUNT), 4)}
        elif pick.random() < 0.7:
            query = {"sort": pick.choice(["id", "-id"])}
            if kind == "recent_news":
                query["filter"] = {"news_category": pick.choice("ab")}
            if kind in ("featured_topics", "shops"):
                query["filter"] = {"rating.gte": "2"}
            section["source"] = {"query": query}
        if window := self.window():
            section["window"] = window
        return section

    def composition(self):
        ids = self.pick.sample(["one", "two", "three", "four", "five"], self.pick.randint(2, 5))
        return {"spacing": self.pick.choice([0, 16]), "sections": [self.section(id) for id in ids]}

    def operation(self):
        kind, id, chance = self.pick.choice(KINDS), self.pick.randint(1, ID_COUNT), self.pick.random()
        if chance < 0.06:
            self.number += 1
            return {"op": "compose", "feed": self.pick.choice(FEEDS), "body": self.composition()}
        if chance < 0.14:
            return {"op": "delete", "kind": kind, "id": id}
        return {"op": "replace", "kind": kind, "id": id, "body": self.item(kind, id)}

    def file(self, ids):
        """A file of news to import, without conditions."""
        items = [self.item("recent_news", id) for id in ids]
        for item in items:
            item.pop("when", None)
        return json.dumps({"result": items})

    def operations(self):
        return [self.operation() for _ in range(self.pick.choice([1, 1, 1, 2, 5]))]
