"""A store with feeds, a running server, and exports of it."""

import itertools
import json
import os
import re
import subprocess
import urllib.parse

from harness import PATIENCE, PROGRAM, Client, Server, eventually
from harness.buckets import BUCKET
from harness.files import PICTURES, picture
from harness.web import Files

LOCALES, PAGES = ["ja", "en"], 2
FEEDS = {
    "home": {"sections": [
        {"id": "banners", "kind": "campaign_banners", "title": "Banners"},
        {"id": "news", "kind": "recent_news", "title": "ニュース", "title@en": "News", "limit": 3},
        {"id": "photos", "kind": "pickup_photos", "title": "Photos", "limit": 4},
        {"id": "pictures", "kind": "pictures", "title": "Pictures"},
        {"id": "members", "kind": "featured_topics", "title": "For members", "limit": 2, "when": {"audiences": ["members"]}},
        {"id": "later", "kind": "trend_articles", "title": "A draft", "window": {"draft": True}},
    ]},
    "summer": {"sections": [{"id": "scenes", "kind": "favorite_scenes", "title": "Summer", "limit": 5}]},
}
ENDINGS = {None: "", "gzip": ".gz", "br": ".br"}  # by codings


def object_name(address):
    """The name of the object for a request, as docs/static-export.md says it."""
    path, _, query = address.partition("?")
    parts = [part for part in query.split("&") if part and not re.match("(max_version|text_size)=", part)]
    parts = sorted(re.sub("^(cursor=.{40}).*", r"\1", part) for part in parts)
    picture = re.match(r"(.*)\.(jpg|webp|avif)$", path)
    if picture and not parts:
        return path[1:]
    stem, ending = picture.groups() if picture else (path, "json")
    return f"{stem[1:]}/_/{'&'.join(parts) or 'index'}.{ending}"


class Folder:
    prefix = ""

    def __init__(self, path):
        self.path = self.name = path
        self.server, self.fields = Files(f"{path}/current"), {}
        self.port = self.server.port
        self.client = Client(self.port)

    @property
    def tree(self):
        return os.readlink(self.path / "current")

    def manifest(self):
        return json.loads((self.path / f"{self.tree}.json").read_text())

    def get(self, name):
        return self.client.get("/" + urllib.parse.quote(name))

    def read(self, name):
        """The body and the fields of an object, which are in the manifest; None if there is none."""
        file = self.path / "current" / name
        if not file.is_file():
            return None
        if self.tree not in self.fields:
            self.fields = {self.tree: {one["name"]: one["fields"] for one in self.manifest()["objects"]}}
        return file.read_bytes(), self.fields[self.tree].get(name, {})

    def identities(self):
        return {name: os.stat(self.path / "current" / name).st_ino for name in self.names()}

    def names(self):
        root = f"{self.path}/current/"
        return {os.path.join(folder, file)[len(root):] for folder, _, files in os.walk(root) for file in files}

    def remove(self, name):
        (self.path / "current" / name).unlink()

    def stop(self):
        self.server.shutdown()


class Bucket:
    def __init__(self, service, folder):
        self.service, self.folder, self.name = service, folder, f"s3://{BUCKET}/{folder}"
        statement = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::{BUCKET}/*"}
        service.client().put_bucket_policy(
            Bucket=BUCKET, Policy=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
        self.port, self.prefix, self.client = service.port, f"/{BUCKET}/{folder}", Client(service.port)

    def manifest(self):
        return self.get("export-manifest.json").json

    def get(self, name):
        return self.client.get(urllib.parse.quote(f"{self.prefix}/{name}"))

    def read(self, name):
        answer = self.get(name)
        fields = {key.lower().removeprefix("x-amz-meta-"): value
                  for key, value in answer.headers.items() if key.lower() != "etag"}
        return (answer.bytes, fields) if answer.status == 200 else None

    def names(self):
        return self.service.names(self.folder) - {"export-manifest.json"}

    def remove(self, name):
        self.service.client().delete_object(Bucket=BUCKET, Key=f"{self.folder}/{name}")

    def stop(self):
        self.client.close()


class Installation:
    def __init__(self, store, widths):
        self.store, self.widths = store, widths
        store.define(PICTURES)
        (store.folder / "feeds").mkdir()
        for name, feed in FEEDS.items():
            (store.folder / f"feeds/{name}.json").write_text(json.dumps(feed))
        store.run("seed", "feeds")
        self.server = Server(store).start()
        photo = self.server.must("POST", "/v1/photos", picture("of an item"))["id"]
        self.edit("PUT", "/v1/content/pictures/1", {"id": 1, "photo": photo})

    def edit(self, *request, **options):
        revision = self.revision()
        self.server.must(*request, **options)
        eventually(lambda: self.revision() != revision, "a write is served")

    def rename(self, text):
        """An edit of one item, which the feed home shows, with pages behind it, and the feed summer does not."""
        self.edit("PATCH", "/v1/content/pickup_photos/1", {"title": text})

    def get(self, address, coding=None):
        answer = self.server.get(address, headers={"Accept-Encoding": coding or "identity"}, token=None)
        assert answer.status == 200, (address, answer)
        return answer

    def revision(self):
        return self.get("/v1/feeds/home").revision

    def variants(self, client):
        """By feeds, the name of the variant that a client gets of each."""
        return {feed: self.get(f"/v1/feeds/{feed}/variant?{client}").json["variant"] for feed in FEEDS}

    def screens(self, variants):
        for name in (feed["feed"] for feed in self.server.must("GET", "/v1/feeds")["feeds"]):
            for variant, width, locale in itertools.product(
                    {None, variants.get(name)}, [*self.widths, None], [*LOCALES, None]):
                query = [("width", width), ("locale", locale), ("variant", variant)]
                text = "&".join(f"{key}={value}" for key, value in query if value)
                yield f"/v1/feeds/{name}" + (f"?{text}" if text else "")

    def answers(self, client=None):
        """The bodies and fields of all that is exported, by address and coding."""
        answers, pictures = {}, set()

        def add(address, codings=ENDINGS):
            for coding in codings:
                answer = self.get(address, coding)
                assert answer.headers["Content-Encoding"] == coding, (address, answer.headers)
                answers[address, coding] = answer.bytes, answer.headers
            return json.loads(answers[address, None][0])

        for address in self.screens(self.variants(client) if client else {}):
            for section in add(address)["sections"]:
                following = section["next"]
                for _ in range(PAGES):
                    following = following and add(following)["next"]
        for body, _ in [answer for (_, coding), answer in answers.items() if not coding]:
            pictures.update(re.findall(r'"(/v1/photos/[^"]*)"', body.decode()))
        for address in pictures:
            answer = self.get(address)
            answers[address, None] = answer.bytes, answer.headers
        return answers

    def documents(self, client=None):
        return {object_name(address) + ENDINGS[coding]: answer for (address, coding), answer in self.answers(client).items()}

    def start(self, target, *options):
        return subprocess.Popen(
            [PROGRAM, "export-static", target.name, "--widths", ",".join(map(str, self.widths)), *options],
            cwd=self.store.folder, env=self.store.environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def export(self, target, *options, status=0):
        """Exports, and returns the counts of what was written, unchanged and removed; or what it says of a failure."""
        process = self.start(target, *options)
        output, messages = process.communicate(timeout=PATIENCE)
        assert process.returncode == status, (process.returncode, output, messages)
        return messages if status else tuple(
            int(re.search(rf"(\d+) {name}", output)[1]) for name in ("written", "unchanged", "removed"))
