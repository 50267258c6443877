"""Photos, tokens of all roles, and what happens to servers and to the history."""

import json
import re
import struct
import urllib.parse
import zlib
from dataclasses import replace

from harness import JSON
from walk.items import item_path
from walk.state import Photo
from walk.values import URLS, date_text, now, some_text

ROLES = ["viewer", "contributor", "editor", "admin"]
# Requests that change nothing, with the lowest role that may do them, and how they are answered then.
REQUESTS = [
    ("GET", "/v1/revisions?limit=1", None, "viewer", 200),
    ("GET", "/v1/releases", None, "viewer", 200),
    ("PUT", "/v1/releases/999999/operations", {"operations": []}, "contributor", 404),
    ("POST", "/v1/releases/999999/publish", {}, "editor", 404),
    ("DELETE", "/v1/feeds/home", None, "admin", 409),
    ("GET", "/v1/audit?limit=1", None, "admin", 200),
    ("GET", "/v1/tokens", None, "admin", 200),
]


def png(width, height, colour):
    rows = (b"\0" + colour * width) * height
    chunks = [b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT" + zlib.compress(rows), b"IEND"]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks)


class Others:
    def photo(self):
        """Uploads a picture, or says something else of one."""
        pick, photos = self.pick, self.state.photos
        if len(photos) < 4 or len(photos) < 12 and pick.random() < 0.2:
            width, height = size = pick.randint(8, 60), pick.randint(8, 60)
            file, address = png(width, height, bytes(pick.randbytes(3))), pick.choice([None, *URLS])
            path = "/v1/photos" + ("?" + urllib.parse.urlencode({"address": address}) if address else "")
            answer = self.send(self.some_server(), "POST", path, file, media="image/png", status=201)
            id, made = answer.json["id"], Photo(width, height)
            self.same("the size of a picture", (answer.json["width"], answer.json["height"]), size)
            if address:
                self.assigned.add(id)
                self.committed_photo(answer, self.state.with_photo(id, made, address))
            else:
                # It makes no revision: nothing shows the picture yet.
                self.changed_silently(lambda state: state.with_photo(id, made))
        else:
            id, alt = pick.choice(sorted(photos)), pick.choice([None, some_text(pick)])
            answer = self.write("PATCH", f"/v1/photos/{id}", {"alt": alt}, 200, None)
            self.committed_photo(answer, self.state.with_photo(id, replace(photos[id], alt=alt)))

    def committed_photo(self, answer, state):
        """A write of a photo names the newest revision, which may be one after its own."""
        if state != self.state:
            rows = self.read("/v1/revisions?limit=5", token=True).json["result"]
            number = max(row["number"] for row in rows if row["actor"])
            self.same("the revision of a write of a photo", answer.revision >= number, True, answer)
            self.committed(number, state)

    def remove_photo(self):
        """Removes a picture that nothing shows; one that something has shown at a kept revision stays."""
        # Those that have stood for an address may have been shown by any item that has it.
        photos = sorted(self.state.photos.keys() - self.assigned)
        if len(photos) < 3:
            return self.photo()
        id, versions = self.pick.choice(photos), self.history.versions
        path, operations = f"/v1/photos/{id}", [one.body for release in self.releases for one in release.operations]
        if id in json.dumps(operations) or versions.has(id):
            self.refused("DELETE", path, None, 409, "photo_in_use")
        elif id not in versions.texts:
            self.write("DELETE", path, None, 204, None)
            self.changed_silently(lambda state: state.with_photo(id, None))
            self.get(path, status=404)

    def tokens(self):
        role = self.pick.choice(ROLES)
        expires_at = self.pick.choice([None, "30d", date_text(now() + 400 * 86_400_000)])
        body = {"name": "walk", "role": role, "expires_at": expires_at}
        made = self.write("POST", "/v1/tokens", body, 201, None).json
        path, secret = f"/v1/tokens/{made['id']}", made["secret"]
        self.check_token(secret, role)
        if self.pick.random() < 0.5:
            role = self.pick.choice(ROLES)
            self.write("PATCH", path, {"role": role}, 200, None, media=JSON)
            self.check_token(secret, role)
        self.write("DELETE", path, None, 204, None)
        self.check_token(secret, None)

    def check_token(self, secret, role):
        """What a token of a role may do, or one that is revoked; and what may be done without one."""
        for server in self.servers:
            requests = list(REQUESTS)
            if target := self.some_item():
                requests += [("GET", item_path(*target) + "/history?limit=1", None, "viewer", 200),
                             ("PATCH", item_path(*target), {}, "editor", 200)]
            method, path, body, lowest, status = self.pick.choice(requests)
            expected = (status, None)
            if role is None:
                expected = (401, "invalid_token")
            elif ROLES.index(role) < ROLES.index(lowest):
                expected = (403, "role_too_low")
            for token, outcome in [(secret, expected), (False, (401, "token_required"))]:
                answer = server.connection.send(method, path, body, token=token)
                bearer = (role or "a revoked token") if token else "nobody"
                self.same(f"what {bearer} may do with {method} {path.split('?')[0]}",
                          (answer.status, answer.code if outcome[1] else None), outcome, answer)

    def restart(self):
        server = self.some_server()
        server.stop()
        self.log(f"{server.name} is stopped and started again")
        server.start()

    def kill_after_write(self):
        """An acknowledged write is there after a kill."""
        self.patch()
        self.kill(self.last_server)

    def prune(self):
        """Removes what is older than one of the last revisions."""
        history = self.history
        if history.newest.number < history.first_kept + 20:
            return
        revision = history[history.newest.number - self.pick.randint(5, 15)]
        text = self.store.run("history", "prune", "--before", date_text(revision.at))
        first = int(re.search(r"begins with revision (\d+)", text)[1])
        at = [other.number for other in history.revisions if other.at <= revision.at]
        self.same("the first revision that is kept", first, max(at), text)
        self.log(f"the history is pruned: {text}")
        history.prune(first)
        self.documents.forget(history.base)
        self.pages.kept = [cursor for cursor in self.pages.kept if cursor.revision >= history.base]
