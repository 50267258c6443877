"""The kinds of requests, one method or one line of a table for each."""

import functools
import os
import random
import socket

from faults.writes import FIRST, KIND, body
from harness import Failure, eventually
from harness.files import picture
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
    return {"operations": [{"op": "replace", "kind": KIND, "id": id, "body": body(id, title)}]}


RELEASE, RELEASES = "/v1/releases/{id}", ("POST", "/v1/releases", {"name": "leaks"})
# Kinds of several requests, one after the other. In an address, {…} is of the answers before, or one of their inputs; what
# is sent may be a function of them.
WRITES = {
    "writes": [("PUT", f"{CONTENT}/{FIRST}", lambda known: body(FIRST, known["title"]))],
    "batches": [("POST", "/v1/batch", lambda known: replacement(FIRST + 1, known["title"]))],
    "imports": [("POST", f"/v1/import/{KIND}?format=json", lambda known: {
        "result": [body(FIRST + id, known["title"]) for id in range(2, 12)]})],
    "uploads": [("POST", "/v1/photos", lambda known: picture(known["title"]), "image/jpeg"),
                ("GET", "/v1/photos/{id}/320x320.jpg"), ("DELETE", "/v1/photos/{id}")],
    "previews": [("GET", COMPOSITION), ("POST", "/v1/feeds/home/preview?width=390", lambda known: {
        "operations": [{"op": "compose", "feed": "home", "body": {"sections": known["sections"]}}]})],
    "layouts": [("POST", "*/v1/layouts/uniform_grid?width=390", [{"id": id} for id in range(1, 21)])],
    "variants": [("GET", "*/v1/feeds/home/variant?platform=ios&key={number}"),
                 ("GET", "*/v1/feeds/home?width=390&variant={variant}")],
    "releases": [RELEASES, ("DELETE", RELEASE)],
    "cursors": [("GET", f"{CONTENT}?limit=2"), ("GET", "{next}")],
    "presences": [("POST", "/v1/presence", lambda known, subjects=subjects: {
        "studio": f"window{known['number']}", "subjects": subjects}) for subjects in ([f"content/{KIND}/1"], [])],
    "items of their own": [
        ("POST", CONTENT, lambda known: dict(list(body(0, known["title"]).items())[1:])),  # without an id
        ("PATCH", "{location}", {"title": "other"}, PATCH), ("DELETE", "{location}")],
    "compositions": [
        ("GET", COMPOSITION), ("PUT", "/v1/feeds/leaks/composition", lambda known: {"sections": known["sections"]}),
        ("DELETE", "/v1/feeds/leaks")],
    "restorations": [("POST", f"/v1/restore{query}", {"revision": 1, "subjects": [f"content/{KIND}/1"]})
                     for query in ("?dry_run=true", "")],
    "publications": [
        RELEASES, ("PUT", f"{RELEASE}/operations", lambda known: replacement(FIRST + 20, known["title"])),
        ("GET", "/v1/feeds/home?width=390&release={id}"),
        ("POST", f"{RELEASE}/links", {"feed": "home", "expires_at": "7d"}), ("POST", f"{RELEASE}/publish"), ("GET", RELEASE),
        ("DELETE", RELEASE)],
}


class Requests:
    """Their inputs are from small sets, so that caches are soon full of them."""

    def __init__(self, server, seed):
        self.server, self.pick = server, random.Random(f"leaks {seed}")
        self.number = self.streams = 0
        self.least = 0  # descriptors without a client
        self.photo = self.ok("POST", "/v1/photos", picture("kept"), "image/jpeg").json["id"]
        self.kinds = {name: functools.partial(self.read, addresses) for name, addresses in READS.items()}
        self.kinds |= {name: functools.partial(self.play, steps) for name, steps in WRITES.items()}
        self.kinds |= {step.__name__: step for step in (
            self.events, self.tokens, self.sessions, self.refused, self.aborted)}

    def ok(self, method, path, *arguments, **named):
        try:
            answer = self.server.send(method, path, *arguments, **named)
        except NO_ANSWER as error:
            raise Failure(f"{method} {path}: {error!r}, {self.server.process.poll()}: {self.server.log()}") from None
        assert answer.status < 400, f"{method} {path}: {answer}"
        return answer

    def play(self, steps):
        self.number += 1
        known = {"title": f"title {self.number}", "number": self.pick.randrange(20)}
        for method, path, *more in steps:
            sent = [part(known) if callable(part) else part for part in more]
            path = path.format(**known)
            answer = self.ok(method, path.lstrip("*"), *sent, **({"token": None} if path.startswith("*") else {}))
            if "json" in answer.headers.get("Content-Type", ""):
                known = {"location": answer.headers["Location"]} | answer.json | known

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

    def tokens(self):
        token = self.ok("POST", "/v1/tokens", {"name": "leaks", "role": "viewer", "expires_at": "1h"}).json
        self.ok("GET", "/v1/session", token=token["secret"])
        self.ok("DELETE", f"/v1/tokens/{token['id']}")

    def sessions(self):
        path = self.ok("POST", "/v1/invitations", {"name": "Anna", "role": "editor"}).json["path"]
        cookie = self.ok("GET", path, token=None).headers["Set-Cookie"].split(";")[0]
        self.ok("DELETE", "/v1/session", token=None,
                headers={"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.server.port}"})

    def refused(self):
        for method, path, sent in (("GET", "/v1/feeds/home?width=9", None), ("GET", "/nowhere", None),
                                   ("PUT", f"{CONTENT}/1", {"id": 1}), ("POST", "/v1/photos", b"no picture")):
            assert 400 <= self.server.send(method, path, sent).status < 500, f"{method} {path} is not refused"

    def aborted(self):
        for text in (b"GET /v1/feeds/home?width=390 HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"POST /v1/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + self.server.token.encode()
                     + b"\r\nContent-Length: 100000\r\n\r\nhalf", b"GET /v1/ex"):
            self.connect(text).close()
