"""Documents of a server that has followed random writes against those of a server that is started on a copy of its store:
the same bytes and tags, however the first one came to them."""

import contextlib
import re
import sqlite3

import pytest
from harness import Server, stores

from comparisons.support import fail, first_difference, lines, picked
from comparisons.test_stores import settle
from comparisons.writes import KIND, Requests

WIDTHS = [320, 390, 393.5, 834, 1440]
FORMS = ["&locale=en", "&locale=zh-Hant", "&text_size=1.5", "&direction=rtl", "&locale=en&text_size=2&direction=rtl",
         "&max_version=1"]
CLIENTS = ["", "platform=ios&app_version=3.2", "platform=ios&app_version=2", "platform=android&app_version=9"]
CODINGS = ["identity", "gzip", "br"]
# A cursor is sealed anew for each answer.
CURSOR = re.compile(r"cursor=[^\"&]*")


def addresses(server, pick):
    """Screens of every feed in several forms, their variants, sections and other forms."""
    found = ["/v1/feeds", "/v1/kinds", "/v1/content/places?sort=-score,id&limit=3", "/v1/export/places?format=csv"]
    for feed in [row["feed"] for row in server.must("GET", "/v1/feeds")["feeds"]]:
        base = f"/v1/feeds/{feed}"
        found.append(f"{base}.jsonfeed")
        found += [f"{base}?width={pick.choice(WIDTHS)}{form}" for form in ["", *pick.sample(FORMS, 3)]]
        variants = [server.get(f"{base}/variant?{client}", token=None).json.get("variant") for client in CLIENTS]
        found += [f"{base}?width=390&variant={variant}" for variant in variants if variant]
        for section in server.document(feed, width=390)["sections"]:
            found.append(f"{base}/sections/{section['id']}?width={pick.choice(WIDTHS)}&limit={pick.randint(1, 4)}")
    return found


def shown(answer):
    is_packed = "Content-Encoding" in answer.headers
    has_cursor = not is_packed and "cursor=" in answer.text
    return {"status": answer.status, "body": answer.bytes if is_packed else lines(CURSOR.sub("cursor=", answer.text)),
            # A tag is that of the bytes, with the cursor.
            "tag": None if has_cursor else answer.headers["ETag"],
            **{name: answer.headers[name] for name in ["X-Tanada-Revision", "xkey", "Content-Encoding"]}}


@pytest.mark.skipif(bool(stores.POSTGRESQL), reason="needs a store in a file")
def test_documents(serve, make_store, size, seed, figure):
    pick = picked("documents", seed)
    make, history, documents = Requests(pick), [], 0
    warm = serve(make_store(samples=False))
    warm.must("PUT", "/v1/kinds/places", KIND)
    rounds = max(1, size("rounds", 60, soak=600) // 12)
    for _ in range(rounds):
        for _ in range(12):
            history.append(make.write())
            history[-1].send(warm)
            # Whatever is asked for between writes may be kept.
            warm.get(make.document(), token=None)
        settle(warm)
        copy = make_store(samples=False)
        # The store as it is now, while a server has it open.
        with contextlib.closing(sqlite3.connect(warm.store.file)) as source, sqlite3.connect(copy.file) as target:
            source.backup(target)
        target.close()
        with Server(copy, token=warm.token) as fresh:
            settle(fresh)
            for path in addresses(warm, pick):
                coding, following = pick.choice(CODINGS), [path, path]
                while all(following):
                    answers = [server.get(address, headers={"Accept-Encoding": coding}, token=None)
                               for server, address in zip([warm, fresh], following)]
                    if text := first_difference(*map(shown, answers)):
                        fail("\n  ".join([f"GET {following[0]} ({coding}): {text}, after these and "
                                          f"{max(0, len(history) - 24)} writes before:", *map(str, history[-24:])]))
                    documents += 1
                    is_page = answers[0].status == 200 and coding == "identity" and "?" in path
                    following = [answer.json.get("next") if is_page and answer.bytes[:1] == b"{" else None
                                 for answer in answers]
    figure(f"{documents} documents of a warm server and of fresh ones, after {len(history)} writes (seed {seed})")
