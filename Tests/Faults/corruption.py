"""Pages of the database are damaged under a running server."""

import contextlib
import os
import random
import shutil
import sqlite3

from server import Fault, Server
from writes import FIRST, KIND, body

SCREEN = "/v1/feeds/home?width=390"
# Reads of every kind, which answer from the store.
READS = [f"/v1/content/{KIND}?limit=1000", f"/v1/content/{KIND}?q=title&limit=50", f"/v1/content/{KIND}/{FIRST}",
         f"/v1/content/{KIND}?sort=-published_at,id&limit=20&count=true", "/v1/content/shops?rating.gte=3",
         f"/v1/content/{KIND}/{FIRST}/history", f"/v1/export/{KIND}?format=ndjson", "/v1/revisions?limit=50",
         "/v1/audit?limit=50", "/v1/releases", "/v1/photos", "/v1/tokens", "/v1/kinds", "/v1/feeds",
         "/v1/feeds/home/composition", f"{SCREEN}&revision=2", "/v1/feeds/home/diff?from=1&to=3&width=390"]
# The problems of what cannot be read.
CLEAR = {"storage_unavailable", "item_unreadable", "composition_unreadable", "release_unreadable", "store_busy",
         "write_unknown"}


def fill(server):
    """Several hundred pages of items, history and audit."""
    for turn in range(3):
        items = [body(FIRST + number, f"title {turn} of {number} " + "text " * (number % 40)) for number in range(400)]
        answer = server.send("POST", f"/v1/import/{KIND}?format=json", {"result": items})
        if answer.code:
            raise Fault(f"{answer.json}")


def answers(server):
    found = {}
    for path in READS:
        answer = server.get(path)
        if answer.code and answer.code not in CLEAR:
            raise Fault(f"{path}: {answer.status} {answer.code}: {server.last_of_log()}")
        found[path] = answer.code or without_cursors(answer)
    return found


def without_cursors(answer):
    """What an answer says. Times of use differ, and so do cursors."""
    text = answer.bytes.decode(errors="replace")
    if answer.headers.get("Content-Type", "").startswith("application/json") and text.startswith("{"):
        value = answer.json
        value.pop("next", None)
        for entry in value.get("result", []):
            if isinstance(entry, dict):
                entry.pop("last_used_at", None)
        return value
    return text


def can_tell(path):
    """Whether SQLite finds the file damaged."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
            return [row[0] for row in database.execute("PRAGMA integrity_check(5)")] != ["ok"]
    except sqlite3.Error:
        return True


def damage(choice, source, page):
    """What is in place of a page."""
    if choice == 0:
        return bytes(len(page))
    if choice == 1:
        return source.randbytes(len(page))
    if choice == 2:  # a torn write
        return page[:512] + source.randbytes(len(page) - 512)
    changed = bytearray(page)
    for _ in range(8):
        changed[source.randrange(len(page))] ^= 1 << source.randrange(8)
    return bytes(changed)


def run(program, folder, shim, rounds, seed, is_soak):
    source = random.Random(f"corruption {seed}")
    server = Server(program, folder).prepare().start()
    fill(server)
    # A new start empties the write-ahead log, and the caches of the connections.
    server.end(15)
    server.start()
    path = os.path.join(folder, "tanada.sqlite")
    sound = answers(server)
    if errors := {path: code for path, code in sound.items() if isinstance(code, str) and code in CLEAR}:
        raise Fault(f"before any damage: {errors}")
    told = silent = 0
    faults = []
    server.end(15)
    shutil.copy(path, f"{folder}/tmp/whole")
    size = 4096
    count = os.path.getsize(path) // size
    for turn in range(rounds):
        shutil.copy(f"{folder}/tmp/whole", path)
        for end in ("-wal", "-shm"):
            if os.path.exists(path + end):
                os.remove(path + end)
        server.start()
        screen = server.get(SCREEN, is_public=True).bytes
        number = source.randrange(count)
        with open(path, "r+b") as file:
            file.seek(number * size)
            page = file.read(size)
            choice = source.randrange(4)
            changed = damage(choice, source, page)
            file.seek(number * size)
            file.write(changed)
        shutil.copy(path, f"{folder}/tmp/damaged")
        try:
            found = answers(server)
            write = server.send("PUT", f"/v1/content/{KIND}/{FIRST + turn}", body(FIRST + turn, "after the damage"))
            if write.code and write.code not in CLEAR:
                raise Fault(f"PUT: {write.status} {write.code}: {server.last_of_log()}")
            if not server.is_running():
                raise Fault("the server has ended")
            shown = server.get(SCREEN, is_public=True)
            if shown.status != 200 or (write.code and shown.bytes != screen):
                raise Fault(f"what is in memory is not served: {shown.status} {shown.bytes[:100]}")
            refused = [path for path, answer in found.items() if isinstance(answer, str) and answer in CLEAR]
            differs = [path for path, answer in found.items() if path not in refused and answer != sound[path]]
            if refused and server.get("/readyz", is_public=True).json["status"] == "ready" \
                    and "storage_unavailable" in found.values():
                raise Fault(f"{refused} were refused, and /readyz says that all is well")
            # Of a page that is lost as a whole; a few wrong bits in a text are a text.
            if differs and choice < 2 and can_tell(f"{folder}/tmp/damaged"):
                raise Fault(f"wrong content, which SQLite could tell: {differs}")
            told += bool(refused or write.code)
            silent += not refused and not write.code
        except (Fault, OSError) as fault:
            faults.append(f"page {number + 1} of {count}, round {turn}: {fault} {server.last_of_log(300)}")
        server.end()
    if faults:
        raise Fault("\n  " + "\n  ".join(faults))
    return f"{rounds} pages of {count} damaged under a server: {told} were told by clear problems, {silent} " \
           "concerned nothing that was read or cannot be told; the screen was served throughout, and no server ended"
