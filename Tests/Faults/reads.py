"""Reads of every kind, and a write, of a server whose file is damaged."""

import http.client
import os
import shutil

from server import Fault
from writes import FIRST, KIND, Model, Writer, body

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
# An export that has begun, and comes to what cannot be read, ends without its end.
CUT_OFF = "cut off"


def fill(server):
    """Several hundred pages of items, history and audit."""
    for turn in range(3):
        items = [body(FIRST + number, f"title {turn} of {number} " + "text " * (number % 40)) for number in range(400)]
        answer = server.send("POST", f"/v1/import/{KIND}?format=json", {"result": items})
        if answer.code:
            raise Fault(f"{answer.json}")
    # Photos, releases, and what else there is to write.
    Writer(server, Model(), FIRST + 500).run_all()
    for number, window in enumerate([{"draft": True}, {"draft": False, "publish_at": "2026-01-01T00:00:00Z",
                                                       "unpublish_at": "9000-01-01T00:00:00Z"}]):
        answer = server.send("PATCH", f"/v1/content/{KIND}/{FIRST + number}", window, "application/merge-patch+json")
        if answer.code:
            raise Fault(f"{answer.json}")


def answers(server):
    found = {}
    for path in READS:
        try:
            answer = server.get(path)
        except http.client.IncompleteRead:
            if not path.startswith("/v1/export/"):
                raise Fault(f"{path}: the answer has no end: {server.last_of_log()}") from None
            found[path] = CUT_OFF
            continue
        if answer.code and answer.code not in CLEAR:
            raise Fault(f"{path}: {answer.status} {answer.code}: {server.last_of_log()}")
        found[path] = answer.code or without_cursors(answer)
    return found


def refused(found):
    """The paths that were answered with a problem, or only with a part."""
    return [path for path, answer in found.items() if isinstance(answer, str) and answer in CLEAR | {CUT_OFF}]


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


def put_back(whole, path):
    """The file as it was, which no server has open."""
    shutil.copy(whole, path)
    for end in ("-wal", "-shm"):
        if os.path.exists(path + end):
            os.remove(path + end)


def write(server, turn):
    """The code of the problem of a write; None for a success."""
    answer = server.send("PUT", f"/v1/content/{KIND}/{FIRST + turn}", body(FIRST + turn, "after the damage"))
    if answer.code and answer.code not in CLEAR:
        raise Fault(f"PUT: {answer.status} {answer.code}: {server.last_of_log()}")
    if not server.is_running():
        raise Fault("the server has ended")
    return answer.code
