"""Documents of a server that has followed random writes against those of a server that is started on a copy of its
file: the same bytes and tags, however the first one came to them."""

import contextlib
import random
import re
import sqlite3

import writes
from support import Answer, Difference, Run, Server
from two_stores import Pair

WIDTHS = [320, 390, 393.5, 834, 1440]
FORMS = ["", "&locale=en", "&locale=zh-Hant", "&text_size=1.5", "&direction=rtl",
         "&locale=en&text_size=2&direction=rtl", "&max_version=1"]
CLIENTS = ["", "platform=ios&app_version=3.2", "platform=ios&app_version=2", "platform=android&app_version=9"]
CODINGS = ["identity", "gzip", "br"]
# A cursor is sealed anew for each answer.
CURSOR = re.compile(rb"cursor=[^\"&]*")


def copy_of(run: Run, store: dict[str, str], number: int) -> dict[str, str]:
    """The file as it is now."""
    other = run.file_store(f"copy{number}")
    with contextlib.closing(sqlite3.connect(store["TANADA_DATABASE"])) as source, \
            contextlib.closing(sqlite3.connect(other["TANADA_DATABASE"])) as target:
        source.backup(target)
    return other


def addresses(server: Server, pick: random.Random) -> list[str]:
    """Screens of every feed in several forms, their variants, sections and other forms."""
    found = ["/v1/feeds", "/v1/kinds", "/v1/content/places?sort=-score,id&limit=3", "/v1/export/places?format=csv"]
    for feed in [row["feed"] for row in server.send("GET", "/v1/feeds").json["feeds"]]:
        base = f"/v1/feeds/{feed}"
        found.append(f"{base}.jsonfeed")
        for form in [FORMS[0], *pick.sample(FORMS[1:], 3)]:
            found.append(f"{base}?width={pick.choice(WIDTHS)}{form}")
        for client in CLIENTS:
            variant = server.send("GET", f"{base}/variant?{client}", has_token=False).json.get("variant")
            if variant:
                found.append(f"{base}?width=390&variant={variant}")
        for section in server.send("GET", f"{base}?width=390", has_token=False).json["sections"]:
            found.append(f"{base}/sections/{section['id']}?width={pick.choice(WIDTHS)}&limit={pick.randint(1, 4)}")
    return found


def shown(answer: Answer) -> dict:
    is_packed = "Content-Encoding" in answer.headers
    has_cursor = not is_packed and CURSOR.search(answer.body)
    return {"status": answer.status, "body": answer.body if is_packed else CURSOR.sub(b"cursor=", answer.body),
            # A tag is that of the bytes, with the cursor.
            "tag": None if has_cursor else answer.headers["ETag"], "revision": answer.headers["X-Tanada-Revision"],
            "keys": answer.headers["xkey"], "coding": answer.headers["Content-Encoding"]}


def first_difference(warm: dict, fresh: dict) -> str | None:
    for name, value in warm.items():
        other = fresh[name]
        if value == other:
            continue
        if name == "body":
            at = next((index for index, (one, two) in enumerate(zip(value, other)) if one != two), 0)
            value, other = (part[max(0, at - 80):at + 120].decode(errors="replace") for part in (value, other))
        return f"{name}: warm {value}, fresh {other}"
    return None


def compare(run: Run) -> str:
    store = run.file_store()
    warm = run.server(store)
    warm.must("PUT", "/v1/kinds/places", writes.KIND)
    history: list[writes.Request] = []
    documents = pages = starts = 0
    for number in range(max(1, run.rounds // 12)):
        for _ in range(12):
            request = writes.some_write(run.pick)
            warm.send(request.method, request.path, request.bytes, request.headers, request.has_token)
            history.append(request)
            # Whatever is asked for between writes may be kept.
            warm.send("GET", writes.some_document(run.pick), has_token=False)
        Pair([warm]).settle()
        fresh = run.server(copy_of(run, store, number), token=warm.token)
        starts += 1
        Pair([fresh]).settle()
        for path in addresses(warm, run.pick):
            headers = {"Accept-Encoding": run.pick.choice(CODINGS)}
            following: list[str | None] = [path, path]
            while all(following):
                answers = [server.send("GET", address, None, headers, has_token=False)
                           for server, address in zip([warm, fresh], following)]
                if text := first_difference(*map(shown, answers)):
                    lines = "\n".join(f"  {request.text()}" for request in history[-24:])
                    raise Difference(f"documents: GET {following[0]} ({headers['Accept-Encoding']}): {text}\n"
                                     f"after these and {max(0, len(history) - 24)} writes before:\n{lines}")
                documents += 1
                is_page = answers[0].status == 200 and headers["Accept-Encoding"] == "identity" and "?" in path
                following = [answer.json.get("next") if is_page and answer.body[:1] == b"{" else None
                             for answer in answers]
                pages += all(following)
        run.ends.remove(fresh.stop)
        fresh.stop()
    return (f"documents of a warm server with those of a fresh one: {documents} documents, {pages} of them further "
            f"pages, after {len(history)} writes and {starts} starts")
