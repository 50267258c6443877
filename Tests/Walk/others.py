"""Photos, and what happens to servers and to the history."""

import json
import re
import struct
import urllib.parse
import zlib

import items
from servers import tanada
from state import Photo
from values import URLS, date_text, some_text

# Photos


def png(pick):
    """A picture of one colour, as a file."""
    width, height = pick.randint(8, 60), pick.randint(8, 60)
    row = b"\0" + bytes(pick.randbytes(3)) * width

    def chunk(name, data):
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    file = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * height))
    return file + chunk(b"IEND", b""), width, height


def photo(walk):
    """Uploads a picture, or says something else of one."""
    if len(walk.state.photos) < 4 or len(walk.state.photos) < 12 and walk.pick.random() < 0.2:
        file, width, height = png(walk.pick)
        address = walk.pick.choice([None, *URLS])
        query = "?" + urllib.parse.urlencode({"address": address}) if address else ""
        answer = walk.send(walk.some_server(), "POST", f"/v1/photos{query}", file,
                           media="image/png")
        walk.same("the status of an upload", answer.status, 201, answer)
        found = answer.json
        walk.same("the size of a picture", (found["width"], found["height"]), (width, height))
        if address:
            walk.assigned.add(found["id"])
            committed(walk, answer, walk.state.with_photo(found["id"], Photo(width, height), address))
        else:
            # It makes no revision: nothing shows the picture yet.
            walk.uploaded(found["id"], Photo(width, height))
    else:
        id = walk.pick.choice(sorted(walk.state.photos))
        alt = walk.pick.choice([None, some_text(walk.pick)])
        before = walk.state.photos[id]
        answer = walk.write("PATCH", f"/v1/photos/{id}", {"alt": alt}, 200, None, media=items.PATCH)
        committed(walk, answer, walk.state.with_photo(id, Photo(before.width, before.height, alt)))


def committed(walk, answer, state):
    """A write of a photo names the newest revision, which may be one after its own."""
    if state == walk.state:
        return
    rows = walk.read("/v1/revisions?limit=5", token=True).json["result"]
    number = max(row["number"] for row in rows if row["actor"])
    walk.same("the revision of a write of a photo", answer.revision >= number, True, answer)
    walk.committed(number, state)


def remove_photo(walk):
    """Removes a picture that nothing shows; one that something has shown at a kept revision stays."""
    state = walk.state
    # Those that have stood for an address may have been shown by any item that has it.
    photos = sorted(state.photos.keys() - walk.assigned)
    if len(photos) < 3:
        return photo(walk)
    id = walk.pick.choice(photos)
    prepared = any(id in json.dumps(operation.body) for release in walk.releases for operation in release.operations)
    if prepared or walk.history.versions.has(id):
        walk.refused("DELETE", f"/v1/photos/{id}", None, 409, "photo_in_use")
    elif id not in walk.history.versions.texts:
        walk.write("DELETE", f"/v1/photos/{id}", None, 204, None)
        walk.removed(id)
        walk.same("a photo that was removed", walk.read(f"/v1/photos/{id}").status, 404, id)


# Servers


def restart(walk):
    server = walk.some_server()
    server.stop()
    walk.log(f"{server.name} is stopped and started again")
    server.start()


def kill_after_write(walk):
    """An acknowledged write is there after a kill."""
    items.patch(walk)
    walk.kill(walk.last_server)


def prune(walk):
    """Removes what is older than one of the last revisions."""
    history = walk.history
    if history.newest.number < history.first_kept + 20:
        return
    revision = history[history.newest.number - walk.pick.randint(5, 15)]
    text = tanada("history", "prune", "--before", date_text(revision.at))
    first = int(re.search(r"begins with revision (\d+)", text)[1])
    at = [other.number for other in history.revisions if other.at <= revision.at]
    walk.same("the first revision that is kept", first, max(at), text)
    walk.log(f"the history is pruned: {text.strip()}")
    walk.pruned(first)
