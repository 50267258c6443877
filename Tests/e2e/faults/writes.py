"""Writes of every sort, and what must be in the store after them."""

import collections
import hashlib
import threading

from harness import Failure, eventually
from harness.files import picture
from harness.load import NO_ANSWER

SCREEN = "/v1/feeds/home?width=390"
KIND = "recent_news"
FIRST = 1000  # the first id of ours; the samples have others
# The problems that say what is wrong with a storage.
CLEAR = {"storage_unavailable", "storage_full", "store_busy", "write_unknown", "photo_storage_unavailable",
         "no_picture_worker"}
GONE = object()


def body(id, title):
    return {"id": id, "title": title, "thumbnail_url": "https://example.com/news_thumbnail1.jpg",
            "news_category": "faults", "published_at": "2026-01-01T00:00:00.000+0000"}


class Model:
    def __init__(self):
        self.lock = threading.Lock()
        self.items, self.photos, self.releases = {}, set(), set()
        self.revision = 0
        # Effects of writes whose answer did not come, or was that it is not known whether they happened.
        self.unknown = []
        self.counts = collections.Counter()  # writes that were acknowledged, and problems of the others

    @property
    def acknowledged(self):
        return self.counts["acknowledged"]

    @property
    def refused(self):
        return self.counts.total() - self.acknowledged

    def acknowledge(self, effect, answer):
        with self.lock:
            self.counts["acknowledged"] += 1
            self.items |= effect.get("items", {})
            self.photos |= effect.get("photos", set())
            if effect.get("release"):
                self.releases.add(answer.json["id"])
            self.revision = max(self.revision, answer.revision)


class Writer:
    """One who writes items from `first` on, in a fixed order."""

    def __init__(self, server, model, first=FIRST, is_killed=False):
        self.server, self.model, self.first, self.is_killed = server, model, first, is_killed
        self.step = 0
        self.acknowledged = 0
        self.release = None
        self.restorable = None  # a revision at which `first` was something, and what

    def write(self, method, path, sent, effect, media_type=None):
        try:
            answer = self.server.send(method, path, sent, media_type)
        except NO_ANSWER as error:
            self.model.unknown.append(effect)
            if not self.is_killed:
                raise Failure(f"{method} {path}: no answer, {error!r}; {self.server.log()}") from None
            raise ConnectionError from None
        if answer.code is None:
            self.model.acknowledge(effect, answer)
            self.acknowledged += 1
            return answer
        if answer.code == "write_unknown":
            self.model.unknown.append(effect)
        assert answer.code in CLEAR, f"{method} {path}: {answer.status} {answer.code}: {self.server.log()}"
        with self.model.lock:
            self.model.counts[answer.code] += 1
        return answer

    @property
    def steps(self):
        return [self.put, self.batch, self.import_items, self.upload, self.prepare, self.add_operations, self.publish,
                self.restore, self.delete]

    def run_all(self):
        for step in self.steps:
            step()

    def try_all(self):
        for step in self.steps:
            try:
                step()
            except ConnectionError:
                pass

    def expect_all(self, what):
        before = self.model.acknowledged
        self.run_all()
        made = self.model.acknowledged - before
        assert made >= len(self.steps) - 1, f"{what}: writes do not go on: {self.model.counts}"
        check(self.server, self.model)

    def title(self):
        self.step += 1
        return f"title {self.first}.{self.step}"

    def put(self):
        title = self.title()
        answer = self.write("PUT", f"/v1/content/{KIND}/{self.first}", body(self.first, title),
                            {"items": {self.first: title}})
        if answer.code is None and answer.revision:
            self.restorable = answer.revision, title
        return answer

    def batch(self):
        ids, title = [self.first + 1, self.first + 2], self.title()
        self.write("POST", "/v1/batch", {"operations": [
            {"op": "replace", "kind": KIND, "id": id, "body": body(id, title)} for id in ids]},
            {"items": {id: title for id in ids}})

    def import_items(self):
        ids, title = range(self.first + 3, self.first + 13), self.title()
        self.write("POST", f"/v1/import/{KIND}?format=json", {"result": [body(id, title) for id in ids]},
                   {"items": {id: title for id in ids}})

    def upload(self):
        data = picture(self.title())
        self.write("POST", "/v1/photos", data, {"photos": {hashlib.sha256(data).hexdigest()[:32]}}, "image/jpeg")

    def prepare(self):
        self.release = None
        answer = self.write("POST", "/v1/releases", {"name": self.title()}, {"release": True})
        self.release = answer.json["id"] if answer.code is None else None
        self.is_filled = None

    def add_operations(self):
        if not self.release:
            return
        self.is_filled = None
        title, id = self.title(), self.first + 13
        answer = self.write("PUT", f"/v1/releases/{self.release}/operations", {"operations": [
            {"op": "replace", "kind": KIND, "id": id, "body": body(id, title)}]}, {})
        if answer.code is None:
            self.is_filled = {id: title}

    def publish(self):
        if self.release and self.is_filled:
            self.write("POST", f"/v1/releases/{self.release}/publish", None, {"items": self.is_filled})

    def restore(self):
        if self.restorable:
            revision, title = self.restorable
            self.write("POST", "/v1/restore", {"revision": revision, "subjects": [f"content/{KIND}/{self.first}"]},
                       {"items": {self.first: title}})

    def delete(self):
        if self.model.items.get(self.first + 13, GONE) is not GONE and not self.is_killed:
            self.write("DELETE", f"/v1/content/{KIND}/{self.first + 13}", None, {"items": {self.first + 13: GONE}})


def listed(server, path):
    """All pages of a list. One that takes longer than `work_timeout` is asked for again, as its problem says: after a
    storm of writes up to 128 revisions are not in service yet, for which a program of a debug build needs seconds."""
    def page():
        answer = server.get(path)
        if answer.code == "work_timeout" and answer.headers.get("Retry-After"):
            return None
        assert not answer.code, f"{path}: {answer.status} {answer.json}"
        return answer.json

    found = []
    while path:
        answer = eventually(page, f"a page of {path}")
        found += answer["result"]
        path = answer["next"]
    return found


def check(server, model):
    """Compares what the server has with what it has acknowledged, and takes over what it has of what is in doubt."""
    found = {item["id"]: item["title"] for item in listed(server, f"/v1/content/{KIND}?limit=1000")
             if item["id"] >= FIRST}
    expected = {id: title for id, title in model.items.items() if title is not GONE}
    photos = {photo["id"] for photo in listed(server, "/v1/photos?limit=100")}
    releases = {release["id"] for release in listed(server, "/v1/releases?limit=100")}
    for items in [effect.get("items", {}) for effect in model.unknown]:
        # All of it, or nothing.
        happened = [found.get(id, GONE) == title for id, title in items.items()]
        assert all(happened) or not any(happened), f"a part has happened of {items}: {[found.get(id) for id in items]}"
        if items and all(happened):
            expected = {id: title for id, title in (expected | items).items() if title is not GONE}
    for id in sorted(expected.keys() | found.keys()):
        assert expected.get(id) == found.get(id), f"item {id} is {found.get(id)!r}, and not {expected.get(id)!r}"
    assert photos >= model.photos, f"lost photos: {model.photos - photos}"
    strange = photos.difference(model.photos, *(effect.get("photos", ()) for effect in model.unknown))
    assert not strange, f"photos of refused uploads: {strange}"
    assert releases >= model.releases, f"lost releases: {model.releases - releases}"
    strange = releases - model.releases
    assert not strange or any("release" in effect for effect in model.unknown), f"refused releases: {strange}"
    model.items, model.photos, model.releases, model.unknown = expected, photos, releases, []


def check_history(server, model):
    """The revisions have no gap, are as new as what was acknowledged, and have their events. Returns the newest."""
    numbers = sorted(revision["number"] for revision in listed(server, "/v1/revisions?limit=200"))
    gaps = sorted(set(range(1, numbers[-1])) - set(numbers))[:10]
    assert numbers == list(range(1, len(numbers) + 1)), f"the revisions have gaps: {gaps}"
    assert numbers[-1] >= model.revision, f"revision {model.revision} was acknowledged, and the newest is {numbers[-1]}"
    for id, title in model.items.items():
        versions = listed(server, f"/v1/content/{KIND}/{id}/history?limit=100")
        if versions[0]["to"] is not None or any(
                older["to"] != newer["from"] and older["to"] is None for newer, older in zip(versions, versions[1:])):
            raise Failure(f"the history of {id} has a gap: {versions[:3]}")
        assert versions[0]["fields"]["title"] == title, f"the history of {id} begins with {versions[0]}"
    return numbers[-1]


def check_files(server, photos, is_swept=True, interrupted=0):
    """There is nothing in the folders of the server that nobody needs.

    SQLite opens its temporary files and removes them at once: one stays if the removal fails, or if the server is
    killed in between. So many may be there as were `interrupted`."""
    folder = server.store.folder
    temporary = [file.name for file in (folder / "tmp").iterdir()]
    of_sqlite = [name for name in temporary if name.startswith("etilqs_")]
    faults = [f"the temporary file {name}" for name in temporary if name not in of_sqlite[:interrupted]]
    photo_folder = folder / "tanada.sqlite-photos"
    faults += [f"{file.name} of an interrupted upload" for file in (photo_folder / "incoming").iterdir()]
    files = {file.name for file in (photo_folder / "photos").rglob("*") if file.is_file()}
    faults += [f"the photo {id} has no file" for id in photos - files]
    if is_swept:
        faults += [f"nothing knows the file {name}" for name in files - photos]
    known = {"tanada.sqlite", "tanada.sqlite-wal", "tanada.sqlite-shm", "tanada.sqlite-photos", "tanada.sqlite-secret",
             "tmp", "control", "lost+found"}
    faults += [f"the file {file.name}" for file in folder.iterdir()
               if file.name not in known and not (file.name.startswith("server-") and file.suffix == ".log")]
    assert not faults, f"left behind: {', '.join(faults[:10])}"


def check_after_sweep(server, interrupted=0):
    server.store.run("photo", "sweep", "--older-than", "0")
    check_files(server, {photo["id"] for photo in listed(server, "/v1/photos?limit=1000")}, interrupted=interrupted)


def is_well(server):
    return server.get("/readyz", token=None).json.get("storage") == "ok"


def screen(server, what="now"):
    answer = server.get(SCREEN, token=None)
    assert answer.status == 200, f"{what}: what is in memory is not served: {answer}"
    return answer.bytes
