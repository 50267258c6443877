"""Requests of every route: paths with ids of the samples, parameters that change what is answered, and four roles; and what
the program says without a server."""

import itertools
import json
import urllib.parse

from harness import ROOT, program
from record.recording import digest, settled

ANSWERS = [
    "unheard", "feed", "feed list", "feed show home --width 390", "feed show home --width 768 --locale en",
    "feed show home --width 39", "feed show none", "feed publish", "feed restore home --revision 1", "kind list",
    "kind show recent_news", "kind show unheard", "kind remove unheard", "preview home --width 390", "preview home --format svg",
    "preview home --section shops --format html", "layout uniform-grid --width 390 --items 7", "layout unheard",
    "layout image-fit --image 3024x4032 --viewport 320x548 --tap 27,244", "layout image-fit --image 0x1 --viewport 3x5",
    "settle scroll --offset 10 --velocity 300 --viewport 390 --content 2000", "export recent_news --format csv",
    "export --format ndjson recent_news", "export unheard", "seed SEEDS", "seed SEEDS --dry-run", "seed none.json",
    "import recent_news none.csv", "photo inspect SEEDS/artwork", "photo sweep --dry-run", "token list", "token revoke 77",
    "audit prune --before 2020-01-01T00:00:00Z", "history prune --before 2020-01-01T00:00:00Z", "check", "config --json",
    "migrate --dry-run", "health", "types typescript", "types swift", "types kotlin", "types cobol",
]
ROLES = ("stranger", "viewer", "editor", "admin")
WIDTHS = (320, 375, 390, 393.5, 430, 600, 768, 1024)
LOCALES = ("ja", "en", "fr-CA")
# Of one kind everything is asked for, of the others what their definitions change.
KIND = "recent_news"
PLACES = {"cell": "card", "theme": "default", "feed": "home", "id": "1", "kind": "recent_news", "asset": "none.js", "file": "index.html", "secret": "none"}
# Streams, and what varies: measured times and the state of the machine.
APART = {"/v1/events", "/metrics"}


def helped():
    for words, _, _ in program.commands():
        yield f"tanada {' '.join(words)}: {digest(program.run(*words, '--help'))}"


def answered(store):
    for line in ANSWERS:
        words = line.replace("SEEDS", str(program.SEEDS)).split()
        done = store.run(*words, check=False)
        yield f"$ tanada {line}\nstatus {done.returncode}"
        for text in (done.stdout, done.stderr):
            text = settled(text.replace(str(program.SEEDS), "SEEDS").replace(str(store.folder), "FOLDER"))
            if text:
                yield text.rstrip() if len(text) < 500 else digest(text)


def calculated(server):
    """The answer to each conformance case, by its type and name."""
    for file in sorted((ROOT / "Tests/Conformance/cases").glob("*/*.json")):
        case = json.loads(file.read_text())
        options = urllib.parse.urlencode({name: str(value).lower() if isinstance(value, bool) else value
                                          for name, value in case.get("options", {}).items()})
        answer = server.send("POST", f"/v1/layouts/{case['type']}?{options}", case.get("items", []), token=None)
        yield f"{file.parent.name}/{file.stem} {answer.status} {digest(answer.bytes)}"


def described(api):
    def line(name, value):
        return f"{name}: {digest(json.dumps(value, indent=1, ensure_ascii=False))}"
    for path, operations in api["paths"].items():
        yield from (line(f"{method.upper()} {path}", operation) for method, operation in operations.items())
    for sort, components in api["components"].items():
        yield from (line(f"{sort} {name}", component) for name, component in components.items())
    yield line("apart from these", {name: value for name, value in api.items() if name not in ("paths", "components")})


def of_every_route(api, photo):
    """Each path of the description that is read, with its parameters."""
    for path, operations in api["paths"].items():
        if "get" not in operations or path in APART:
            continue
        named = {one["name"] for one in operations["get"].get("parameters", []) if one["in"] == "query"}
        places = PLACES | ({"id": photo, "picture": "240x180.webp"} if "/photos/" in path else {})
        if path.startswith("/v1/feeds/{feed}/sections/"):
            places["id"] = KIND
        filled = path.format(**places)
        for varied in variations(named, path):
            yield filled + ("?" + "&".join(f"{name}={value}" for name, value in varied.items()) if varied else "")


def variations(named, path):
    """Parameters that belong together, not the product of all."""
    needed = {"from": 1} if "from" in named else {}
    yield needed
    if "width" in named and "/photos/" not in path:
        for width, locale in itertools.product(WIDTHS, LOCALES):
            yield needed | {"width": width, "locale": locale}
        yield needed | {"text_size": 1.6}
        yield needed | {"direction": "rtl", "width": 390}
    elif "locale" in named:
        yield from ({"locale": locale} for locale in LOCALES)
    if "drafts" in named:
        yield {"drafts": "true"}
        yield {"at": "2026-12-24T00:00:00Z"}
        yield {"platform": "ios", "app_version": "3.1"}
        yield {"revision": 1}
    if "width" in named and "/photos/" in path:
        yield {"width": 1170, "height": 800} if "height" in named else {"width": 1170}
    if "limit" in named:
        yield {"limit": 2}
        yield {"limit": 0}
    if "q" in named:
        yield {"q": "a"}
    if "visibility" in named:
        yield from ({"visibility": which} for which in ("draft", "scheduled", "shown", "ended"))
        yield {"sort": "-id", "fields": "id", "count": "true"}
        yield {"id.gt": 2}
    if "format" in named:
        yield {"format": "csv"}
    yield {"width": "wide", "limit": "many", "locale": "?"}


# A request as rules see it, on paths of each sort: an answer from memory, a route, a page, an asset, nothing.
RULED = ["/v1/feeds/home?width=390", "/v1/content/recent_news/1", "/", "/tanada.js", "/v1/none", "/v1/photos", "/healthz"]


def of_rules():
    """Method, path and header fields: what holds for every request, whatever it asks for."""
    fields = [
        {}, {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "br"}, {"Accept-Encoding": "br;q=0.5, gzip"},
        {"Accept-Encoding": "identity;q=0, *;q=0"}, {"Accept-Encoding": "zstd"}, {"Accept-Encoding": ""},
        {"If-None-Match": "*"}, {"If-None-Match": '"none"'}, {"If-None-Match": "none"}, {"If-Match": '"none"'},
        {"If-Modified-Since": "Thu, 01 Jan 2026 00:00:00 GMT"}, {"Range": "bytes=0-9"},
        {"Origin": "https://app.example"}, {"Origin": "null"}, {"Origin": "https://other.example"},
        {"Accept": "text/html"}, {"Accept": "application/json;q=0"}, {"Accept": "image/webp"},
        {"X-Request-ID": "0123456789-recorded"}, {"X-Request-ID": "no\tid"}, {"X-Request-ID": "x" * 300},
        {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
        {"Authorization": "Bearer none"}, {"Authorization": "Basic bm9uZQ=="}, {"Authorization": "Bearer"},
        {"Cookie": "tanada_session=none"}, {"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"},
        {"Expect": "100-continue"}, {"Expect": "other"}, {"Upgrade": "websocket", "Connection": "Upgrade"},
        {"Sec-Fetch-Site": "cross-site"}, {"Cache-Control": "no-cache"}, {"TE": "trailers"}, {"X-Large": "x" * 20_000},
    ]
    for path in RULED:
        for one in fields:
            yield "GET", path, one
        for method in ("HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "MADE-UP"):
            yield method, path, {}
        for method in ("GET", "PUT", "MADE-UP"):
            yield "OPTIONS", path, {"Origin": "https://app.example", "Access-Control-Request-Method": method,
                                    "Access-Control-Request-Headers": "authorization, if-match, x-other"}
        yield "HEAD", path, {"Accept-Encoding": "gzip"}
        name, _, query = path.partition("?")
        for other in (f"{name}/", f"/{name}", f"{name}?", f"{name}?{query}&{query}", f"{name}?other=1", f"{name}?%zz=1",
                      f"{name}?utm_source=x&{query}", f"{name}?access_token=x", f"{name}%2e", f"{name}%00",
                      f"{name}/%E3%81%82", f"{name}?{query}&locale=", f"{name}?x={'y' * 5000}"):
            yield "GET", other, {}


def of_writes(api):
    """Each write without a body, with one that is not JSON, and of a type that is not taken: for every role."""
    for path, operations in api["paths"].items():
        for method in operations:
            if method in ("post", "put", "patch", "delete"):
                filled = path.format(**PLACES | {"id": "2031"} | ({"feed": "none"} if "{feed}" in path else {}))
                filled = filled.replace("/v1/kinds/recent_news", "/v1/kinds/unheard")
                yield method.upper(), filled, None, {}
                if method != "delete":
                    yield method.upper(), filled, b"{", {"Content-Type": "application/json"}
                    yield method.upper(), filled, b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}
                    yield method.upper(), filled, b"{}", {"Content-Type": "application/json", "If-Match": '"none"'}
