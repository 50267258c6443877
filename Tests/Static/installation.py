"""A database with feeds, a running server, and exports of it."""

import http.client
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path[:0] = ["Tests/Objects", "Tests/Photos", "Tests/PostgreSQL"]
import service
import stores
from server import Client, Server, tanada
from targets import object_name

WIDTHS = [390] if "--brief" in sys.argv else [390, 834]
LOCALES, PAGES = ["ja", "en"], 2
KINDS = {
    "kind": "pictures", "fields": [{"name": "photo", "type": "photo"}], "roles": {"image": "photo"},
    "layout": {"type": "staggered_grid"},
}
FEEDS = {
    "home": {"sections": [
        {"id": "banners", "kind": "campaign_banners", "title": "Banners"},
        {"id": "news", "kind": "recent_news", "title": "ニュース", "title@en": "News", "limit": 3},
        {"id": "photos", "kind": "pickup_photos", "title": "Photos", "limit": 4},
        {"id": "pictures", "kind": "pictures", "title": "Pictures"},
        {
            "id": "members", "kind": "featured_topics", "title": "For members", "limit": 2,
            "when": {"audiences": ["members"]},
        },
        {
            "id": "later", "kind": "trend_articles", "title": "A draft", "window": {"draft": True},
        },
    ]},
    "summer": {"sections": [{"id": "scenes", "kind": "favorite_scenes", "title": "Summer", "limit": 5}]},
}
CODINGS = {None: "", "gzip": ".gz", "br": ".br"}


class Installation:
    def __init__(self, program, folder, endpoint):
        self.program, self.folder, self.widths = program, folder, WIDTHS
        os.environ.update(
            TANADA_PHOTO_ENDPOINT=endpoint, TANADA_LOCALES=",".join(LOCALES),
            TANADA_PHOTO_ACCESS_KEY_ID=service.KEY, TANADA_PHOTO_SECRET_ACCESS_KEY=service.SECRET,
        )
        root = pathlib.Path(folder)
        (root / "pictures.json").write_text(json.dumps(KINDS))
        (root / "feeds").mkdir()
        for name, feed in FEEDS.items():
            (root / f"feeds/{name}.json").write_text(json.dumps(feed))
        tanada(program, folder, "seed", os.path.abspath("Seeds"))
        tanada(program, folder, "kind", "apply", "pictures.json")
        tanada(program, folder, "seed", "feeds")
        self.token = tanada(program, folder, "token", "create", "--role", "admin", "--name", "static")
        self.server = Server(program, folder)
        self.client = Client(self.server.port, self.token)
        self.reader = http.client.HTTPConnection("127.0.0.1", self.server.port)
        sample = pathlib.Path("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg").read_bytes()
        status, body = self.client.send("POST", "/v1/photos", sample)
        assert status == 201, body
        self.edit("PUT", "/v1/content/pictures/1", {"id": 1, "photo": json.loads(body)["id"]})

    def edit(self, method, path, value):
        """Writes, and returns when that is served."""
        revision = self.revision()
        status, body = self.client.send_json(method, path, value)
        assert status in (200, 201, 204), body
        end = time.monotonic() + 20
        while self.revision() == revision:
            assert time.monotonic() < end, "a write is not served"
            time.sleep(0.01)

    def rename(self, text):
        """An edit of one item, which the feed home shows, with pages behind it, and the feed summer does not."""
        self.edit("PATCH", "/v1/content/pickup_photos/1", {"title": text})

    def revision(self):
        return int(self.get("/v1/feeds/home")[2]["x-tanada-revision"])

    def get(self, address, coding=None):
        """What everybody is answered."""
        self.reader.request("GET", address, headers={"Accept-Encoding": coding or "identity"})
        response = self.reader.getresponse()
        return response.status, response.read(), {k.lower(): v for k, v in response.headers.items()}

    def variants(self, client):
        """The feeds, with the name of the variant that a client gets of each."""
        names = []
        for feed in FEEDS:
            answer = json.loads(self.get(f"/v1/feeds/{feed}/variant?{client}")[1])
            names.append((feed, answer["variant"]))
        return names

    def screens(self, variants=()):
        for feed in json.loads(self.client.send("GET", "/v1/feeds")[1])["feeds"]:
            name = feed["feed"]
            for variant in (None, *(v for f, v in variants if f == name)):
                for width, locale in itertools.product([*self.widths, None], [*LOCALES, None]):
                    query = [("width", width), ("locale", locale), ("variant", variant)]
                    text = "&".join(f"{key}={value}" for key, value in query if value)
                    yield f"/v1/feeds/{name}" + (f"?{text}" if text else "")

    def documents(self, variants=()):
        """What the server answers at all addresses that are exported, by the names of the objects."""
        found, pictures = {}, set()
        self.answers = {}

        def add(address):
            for coding, ending in CODINGS.items():
                status, body, fields = self.get(address, coding)
                assert status == 200, (address, status, body)
                assert fields.get("content-encoding") == coding, (address, fields)
                found[object_name(address) + ending] = body, fields
                self.answers[address, coding] = body, fields
                if not coding:
                    document = json.loads(body)
                    pictures.update(re.findall(r'"(/v1/photos/[^"]*)"', body.decode()))
            return document

        for address in self.screens(variants):
            for section in add(address)["sections"]:
                following = section["next"]
                for _ in range(PAGES):
                    if following:
                        following = add(following)["next"]
        for address in pictures:
            status, body, fields = self.get(address)
            assert status == 200, (address, body)
            found[object_name(address)] = body, fields
            self.answers[address, None] = body, fields
        return found

    def command(self, target, *options):
        return [
            self.program, "export-static", target, "--widths", ",".join(map(str, self.widths)), *options,
        ]

    def start(self, target, *options):
        return subprocess.Popen(
            self.command(target, *options), cwd=self.folder, env=stores.environment(self.folder), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )

    def export(self, target, *options, status=0):
        """Exports, and returns what it says: the counts of what was written, unchanged and removed."""
        process = self.start(target, *options)
        output, messages = process.communicate(timeout=120)
        assert process.returncode == status, (process.returncode, output, messages)
        if status:
            return messages
        return tuple(
            int(re.search(rf"(\d+) {name}", output)[1]) for name in ("written", "unchanged", "removed")
        )
