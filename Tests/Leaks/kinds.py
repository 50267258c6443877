"""The kinds of requests, one method for each."""

import random
import socket

from server import Fault, eventually
from state import descriptors
from writes import FIRST, KIND, body, picture

# How many event streams are left at once by their clients.
STREAMS = 200


class Requests:
    """One method for each kind of request. Their inputs are from small sets, so that caches are soon full of them."""

    def __init__(self, server, seed):
        self.server, self.pick = server, random.Random(f"leaks {seed}")
        self.number = self.streams = 0
        self.photo = None  # one that stays
        self.least = 0  # descriptors without a client

    def ok(self, method, path, *arguments, **named):
        answer = self.server.send(method, path, *arguments, **named)
        if answer.status >= 400:
            raise Fault(f"{method} {path}: {answer.status} {answer.bytes[:200]}")
        return answer

    def kinds(self):
        return [self.screens, self.sections, self.lists, self.items, self.pages, self.histories, self.audits,
                self.exports, self.events, self.writes, self.batches, self.imports, self.uploads, self.previews,
                self.layouts, self.variants, self.releases, self.tokens, self.sessions, self.refused, self.aborted,
                self.feeds, self.differences, self.cursors, self.definitions, self.pictures, self.cards, self.viewers,
                self.presences, self.items_of_their_own, self.compositions, self.restorations, self.publications]

    def screens(self):
        width = self.pick.choice(range(320, 420, 20))
        self.ok("GET", f"/v1/feeds/home?width={width}&text_size={self.pick.choice([1, 1.5])}", is_public=True)

    def sections(self):
        self.ok("GET", f"/v1/feeds/home/sections/{KIND}?width={self.pick.choice([360, 390])}", is_public=True)

    def lists(self):
        self.ok("GET", f"/v1/content/{KIND}?limit={self.pick.choice([5, 20])}&sort=-published_at,id&count=true")
        self.ok("GET", f"/v1/content/{KIND}?q=title")

    def items(self):
        self.ok("GET", f"/v1/content/{KIND}/1", is_public=True)

    def pages(self):
        for path in ("/", "/studio", "/openapi.json", "/metrics", "/readyz", "/v1/kinds", "/v1/layouts"):
            self.ok("GET", path)

    def histories(self):
        self.ok("GET", f"/v1/content/{KIND}/1/history")
        self.ok("GET", "/v1/revisions?limit=20")
        self.ok("GET", "/v1/feeds/home?width=390&revision=1")

    def audits(self):
        self.ok("GET", "/v1/audit?limit=20")

    def exports(self):
        self.ok("GET", f"/v1/export/{KIND}?format={self.pick.choice(['json', 'csv', 'ndjson'])}")

    def events(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
        connection.sendall(b"GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.recv(2000)
        connection.close()
        # The server holds the stream until a heartbeat finds that its client is gone.
        self.streams += 1
        if self.streams % STREAMS == 0:
            self.settle()

    def settle(self):
        """Waits until the streams have ended."""
        eventually("streams end with their clients",
                   lambda: descriptors(self.server.process.pid) < self.least + 10)

    def writes(self):
        self.number += 1
        self.ok("PUT", f"/v1/content/{KIND}/{FIRST}", body(FIRST, f"title {self.number}"))

    def batches(self):
        self.number += 1
        self.ok("POST", "/v1/batch", {"operations": [
            {"op": "replace", "kind": KIND, "id": FIRST + 1, "body": body(FIRST + 1, f"title {self.number}")}]})

    def imports(self):
        self.number += 1
        self.ok("POST", f"/v1/import/{KIND}?format=json", {"result": [
            body(FIRST + id, f"title {self.number}") for id in range(2, 12)]})

    def uploads(self):
        self.number += 1
        photo = self.ok("POST", "/v1/photos", picture(self.number), "image/jpeg").json["id"]
        self.ok("GET", f"/v1/photos/{photo}/320x320.jpg")
        self.ok("DELETE", f"/v1/photos/{photo}")

    def previews(self):
        composition = self.ok("GET", "/v1/feeds/home/composition").json
        self.ok("POST", "/v1/feeds/home/preview?width=390", {"operations": [
            {"op": "compose", "feed": "home", "body": {"sections": composition["sections"]}}]})

    def layouts(self):
        self.ok("POST", "/v1/layouts/uniform_grid?width=390", [{"id": id} for id in range(1, 21)], is_public=True)

    def variants(self):
        name = self.ok("GET", f"/v1/feeds/home/variant?platform=ios&key={self.pick.randrange(20)}", is_public=True)
        self.ok("GET", f"/v1/feeds/home?width=390&variant={name.json['variant']}", is_public=True)

    def releases(self):
        release = self.ok("POST", "/v1/releases", {"name": "leaks"}).json["id"]
        self.ok("DELETE", f"/v1/releases/{release}")

    def tokens(self):
        token = self.ok("POST", "/v1/tokens", {"name": "leaks", "role": "viewer", "expires_at": "1h"}).json
        self.ok("GET", "/v1/session", is_public=True, headers=[("Authorization", f"Bearer {token['secret']}")])
        self.ok("DELETE", f"/v1/tokens/{token['id']}")

    def sessions(self):
        path = self.ok("POST", "/v1/invitations", {"name": "Anna", "role": "editor"}).json["path"]
        cookie = self.ok("GET", path, is_public=True).headers["Set-Cookie"].split(";")[0]
        origin = f"http://127.0.0.1:{self.server.port}"
        self.ok("DELETE", "/v1/session", is_public=True, headers=[("Cookie", cookie), ("Origin", origin)])

    def feeds(self):
        self.ok("GET", "/v1/feeds", is_public=True)
        self.ok("GET", "/v1/feeds/home.jsonfeed", is_public=True)
        self.ok("GET", "/v1/feeds/home?width=390&at=2026-12-24T09:00:00Z")

    def differences(self):
        self.ok("GET", "/v1/feeds/home/diff?from=1&width=390")

    def cursors(self):
        page = self.ok("GET", f"/v1/content/{KIND}?limit=2").json
        self.ok("GET", page["next"])

    def definitions(self):
        self.ok("GET", f"/v1/kinds/{KIND}")

    def kept_photo(self):
        if not self.photo:
            self.photo = self.ok("POST", "/v1/photos", picture("kept"), "image/jpeg").json["id"]
        return self.photo

    def pictures(self):
        photo = self.kept_photo()
        for path in ("", ".jpg", "/320x320.webp", "/320x320.auto", "/uses"):
            self.ok("GET", f"/v1/photos/{photo}{path}")
        self.ok("GET", "/v1/photos?limit=5")

    def cards(self):
        photo = self.kept_photo()
        for path in ("card", "card.jpg"):
            self.ok("GET", f"/v1/photos/{photo}/{path}")

    def viewers(self):
        self.ok("GET", f"/v1/photos/{self.kept_photo()}/viewer?width=390&height=763")

    def presences(self):
        studio = f"window{self.pick.randrange(20)}"
        self.ok("POST", "/v1/presence", {"studio": studio, "subjects": [f"content/{KIND}/1"]})
        self.ok("POST", "/v1/presence", {"studio": studio, "subjects": []})

    def items_of_their_own(self):
        self.number += 1
        made = body(0, f"title {self.number}")
        del made["id"]
        place = self.ok("POST", f"/v1/content/{KIND}", made).headers["Location"]
        self.ok("PATCH", place, {"title": "other"}, "application/merge-patch+json")
        self.ok("DELETE", place)

    def compositions(self):
        sections = self.ok("GET", "/v1/feeds/home/composition").json["sections"]
        self.ok("PUT", "/v1/feeds/leaks/composition", {"sections": sections})
        self.ok("DELETE", "/v1/feeds/leaks")

    def restorations(self):
        for query in ("?dry_run=true", ""):
            self.ok("POST", f"/v1/restore{query}", {"revision": 1, "subjects": [f"content/{KIND}/1"]})

    def publications(self):
        self.number += 1
        release = f"/v1/releases/{self.ok('POST', '/v1/releases', {'name': 'leaks'}).json['id']}"
        self.ok("PUT", f"{release}/operations", {"operations": [
            {"op": "replace", "kind": KIND, "id": FIRST + 20, "body": body(FIRST + 20, f"title {self.number}")}]})
        self.ok("GET", f"/v1/feeds/home?width=390&release={release.rsplit('/', 1)[1]}")
        self.ok("POST", f"{release}/links", {"feed": "home", "expires_at": "7d"})
        self.ok("POST", f"{release}/publish")
        self.ok("GET", release)
        self.ok("DELETE", release)

    def refused(self):
        for method, path, sent in (("GET", "/v1/feeds/home?width=9", None), ("GET", "/nowhere", None),
                                   ("PUT", f"/v1/content/{KIND}/1", {"id": 1}), ("POST", "/v1/photos", b"no picture")):
            if not 400 <= self.server.send(method, path, sent).status < 500:
                raise Fault(f"{method} {path} is not refused")

    def aborted(self):
        for text in (b"GET /v1/feeds/home?width=390 HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"POST /v1/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + self.server.token.encode()
                     + b"\r\nContent-Length: 100000\r\n\r\nhalf", b"GET /v1/ex"):
            connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
            connection.sendall(text)
            connection.close()
