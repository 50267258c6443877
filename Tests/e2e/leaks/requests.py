"""The kinds of requests, one method or one line of a table for each."""

import functools
import os
import random
import socket

from faults.writes import FIRST, KIND, body, picture
from harness import Failure, eventually
from harness.load import NO_ANSWER

STREAMS = 200  # how many event streams are left at once by their clients
CONTENT = f"/v1/content/{KIND}"
COMPOSITION = "/v1/feeds/home/composition"
PATCH = "application/merge-patch+json"
# Kinds that read addresses, one of several in place of a list; with a star, without the token.
READS = {
    "screens": [[f"*/v1/feeds/home?width={width}&text_size={size}"
                 for width in range(320, 420, 20) for size in (1, 1.5)]],
    "sections": [[f"*/v1/feeds/home/sections/{KIND}?width={width}" for width in (360, 390)]],
    "lists": [[f"{CONTENT}?limit={limit}&sort=-published_at,id&count=true" for limit in (5, 20)], f"{CONTENT}?q=title"],
    "items": [f"*{CONTENT}/1"],
    "pages": ["/", "/studio", "/openapi.json", "/metrics", "/readyz", "/v1/kinds", "/v1/layouts"],
    "histories": [f"{CONTENT}/1/history", "/v1/revisions?limit=20", "/v1/feeds/home?width=390&revision=1"],
    "audits": ["/v1/audit?limit=20"],
    "exports": [[f"/v1/export/{KIND}?format={form}" for form in ("json", "csv", "ndjson")]],
    "feeds": ["*/v1/feeds", "*/v1/feeds/home.jsonfeed", "/v1/feeds/home?width=390&at=2026-12-24T09:00:00Z"],
    "differences": ["/v1/feeds/home/diff?from=1&width=390"],
    "definitions": [f"/v1/kinds/{KIND}"],
    "pictures": [f"/v1/photos/PHOTO{end}" for end in ("", ".jpg", "/320x320.webp", "/320x320.auto", "/uses")]
                + ["/v1/photos?limit=5"],
    "cards": ["/v1/photos/PHOTO/card", "/v1/photos/PHOTO/card.jpg"],
    "viewers": ["/v1/photos/PHOTO/viewer?width=390&height=763"],
}


def replacement(id, title):
    return {"op": "replace", "kind": KIND, "id": id, "body": body(id, title)}


class Requests:
    """Their inputs are from small sets, so that caches are soon full of them."""

    def __init__(self, server, seed):
        self.server, self.pick = server, random.Random(f"leaks {seed}")
        self.number = self.streams = 0
        self.least = 0  # descriptors without a client
        self.photo = self.ok("POST", "/v1/photos", picture("kept"), "image/jpeg").json["id"]
        self.kinds = {name: functools.partial(self.read, addresses) for name, addresses in READS.items()}
        self.kinds |= {step.__name__: step for step in (
            self.events, self.writes, self.batches, self.imports, self.uploads, self.previews, self.layouts,
            self.variants, self.releases, self.tokens, self.sessions, self.refused, self.aborted, self.cursors,
            self.presences, self.items_of_their_own, self.compositions, self.restorations, self.publications)}

    def ok(self, method, path, *arguments, **named):
        try:
            answer = self.server.send(method, path, *arguments, **named)
        except NO_ANSWER as error:
            raise Failure(f"{method} {path}: {error!r}, {self.server.process.poll()}: {self.server.log()}") from None
        assert answer.status < 400, f"{method} {path}: {answer}"
        return answer

    def post(self, path, sent=None):
        return self.ok("POST", path, sent).json

    def title(self):
        self.number += 1
        return f"title {self.number}"

    def read(self, addresses):
        for address in addresses:
            address = (self.pick.choice(address) if isinstance(address, list) else address).replace("PHOTO", self.photo)
            self.ok("GET", address.lstrip("*"), **({"token": None} if address.startswith("*") else {}))

    def connect(self, text):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
        connection.sendall(text)
        return connection

    def events(self):
        connection = self.connect(b"GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.recv(2000)
        connection.close()
        # The server holds the stream until a heartbeat finds that its client is gone.
        self.streams += 1
        if self.streams % STREAMS == 0:
            self.settle()

    def settle(self):
        """Waits until the streams have ended."""
        descriptors = f"/proc/{self.server.pid}/fd"
        eventually(lambda: len(os.listdir(descriptors)) < self.least + 10, "streams end with their clients")

    def writes(self):
        self.ok("PUT", f"{CONTENT}/{FIRST}", body(FIRST, self.title()))

    def batches(self):
        self.post("/v1/batch", {"operations": [replacement(FIRST + 1, self.title())]})

    def imports(self):
        title = self.title()
        self.post(f"/v1/import/{KIND}?format=json", {"result": [body(FIRST + id, title) for id in range(2, 12)]})

    def uploads(self):
        photo = self.ok("POST", "/v1/photos", picture(self.title()), "image/jpeg").json["id"]
        self.ok("GET", f"/v1/photos/{photo}/320x320.jpg")
        self.ok("DELETE", f"/v1/photos/{photo}")

    def previews(self):
        sections = self.ok("GET", COMPOSITION).json["sections"]
        self.post("/v1/feeds/home/preview?width=390", {"operations": [
            {"op": "compose", "feed": "home", "body": {"sections": sections}}]})

    def layouts(self):
        self.ok("POST", "/v1/layouts/uniform_grid?width=390", [{"id": id} for id in range(1, 21)], token=None)

    def variants(self):
        name = self.ok("GET", f"/v1/feeds/home/variant?platform=ios&key={self.pick.randrange(20)}", token=None)
        self.ok("GET", f"/v1/feeds/home?width=390&variant={name.json['variant']}", token=None)

    def releases(self):
        self.ok("DELETE", f"/v1/releases/{self.post('/v1/releases', {'name': 'leaks'})['id']}")

    def tokens(self):
        token = self.post("/v1/tokens", {"name": "leaks", "role": "viewer", "expires_at": "1h"})
        self.ok("GET", "/v1/session", token=token["secret"])
        self.ok("DELETE", f"/v1/tokens/{token['id']}")

    def sessions(self):
        path = self.post("/v1/invitations", {"name": "Anna", "role": "editor"})["path"]
        cookie = self.ok("GET", path, token=None).headers["Set-Cookie"].split(";")[0]
        self.ok("DELETE", "/v1/session", token=None,
                headers={"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.server.port}"})

    def cursors(self):
        self.ok("GET", self.ok("GET", f"{CONTENT}?limit=2").json["next"])

    def presences(self):
        studio = f"window{self.pick.randrange(20)}"
        for subjects in ([f"content/{KIND}/1"], []):
            self.ok("POST", "/v1/presence", {"studio": studio, "subjects": subjects})

    def items_of_their_own(self):
        made = body(0, self.title())
        del made["id"]
        place = self.ok("POST", CONTENT, made).headers["Location"]
        self.ok("PATCH", place, {"title": "other"}, PATCH)
        self.ok("DELETE", place)

    def compositions(self):
        self.ok("PUT", "/v1/feeds/leaks/composition", {"sections": self.ok("GET", COMPOSITION).json["sections"]})
        self.ok("DELETE", "/v1/feeds/leaks")

    def restorations(self):
        for query in ("?dry_run=true", ""):
            self.ok("POST", f"/v1/restore{query}", {"revision": 1, "subjects": [f"content/{KIND}/1"]})

    def publications(self):
        id = self.post("/v1/releases", {"name": "leaks"})["id"]
        release = f"/v1/releases/{id}"
        self.ok("PUT", f"{release}/operations", {"operations": [replacement(FIRST + 20, self.title())]})
        self.ok("GET", f"/v1/feeds/home?width=390&release={id}")
        self.ok("POST", f"{release}/links", {"feed": "home", "expires_at": "7d"})
        self.ok("POST", f"{release}/publish")
        self.ok("GET", release)
        self.ok("DELETE", release)

    def refused(self):
        for method, path, sent in (("GET", "/v1/feeds/home?width=9", None), ("GET", "/nowhere", None),
                                   ("PUT", f"{CONTENT}/1", {"id": 1}), ("POST", "/v1/photos", b"no picture")):
            assert 400 <= self.server.send(method, path, sent).status < 500, f"{method} {path} is not refused"

    def aborted(self):
        for text in (b"GET /v1/feeds/home?width=390 HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"POST /v1/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + self.server.token.encode()
                     + b"\r\nContent-Length: 100000\r\n\r\nhalf", b"GET /v1/ex"):
            self.connect(text).close()
