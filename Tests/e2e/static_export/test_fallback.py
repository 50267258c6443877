"""An edge whose servers are all dead: Varnish with edge/tanada.vcl answers from an export what it has not kept."""

import random

import pytest

from edge.machines import IS_AVAILABLE, Site
from harness import eventually
from static_export.installation import ENDINGS, Bucket, object_name

pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="Varnish is not available here")
FIELDS = ["content-type", "content-encoding", "vary", "x-content-type-options"]
FIELDS_OF_BUCKETS = ["etag", "link"]
MEMBERS = "audience=members"
# The edge has this one, of a later revision than the export.
KEPT = "/v1/feeds/home?width=834", "br"
CODINGS = {None: "identity", "gzip": "gzip, deflate", "br": "gzip, deflate, br, zstd"}
PARTS = ["/home?", "/summer?", "width=390", "width=834", "locale=en", "variant=", "cursor=", ".jpg", ".webp?", ".avif?"]
OTHERS = [
    "/v1/feeds/home?width=391", "/v1/feeds/home?locale=fr&width=390", "/v1/feeds/winter", "/v1/feeds/home.jsonfeed",
    f"/v1/feeds/home/variant?{MEMBERS}", "/v1/feeds/home/sections/photos?width=390&cursor=" + "a" * 60,
    "/v1/photos/00000000000000000000000000000000/320x240.webp?signature=none", "/v1/content/recent_news", "/export.json",
]


def other_forms(address, source):
    """The same request in other words: parameters that are in no name, and other orders."""
    path, _, query = address.partition("?")
    parameters = query.split("&") if query else []
    if len(parameters) > 1:
        yield f"{path}?{'&'.join(reversed(parameters))}"
    if "/photos/" in path:
        return
    for more in (["max_version=2"], ["text_size=1.5"], ["text_size=1.5", "max_version=1"]):
        order = parameters + more
        source.shuffle(order)
        yield f"{path}?{'&'.join(order)}"
    if not query:
        yield f"{path}?"


def ask(site, address, coding=None, method="GET", **fields):
    """The answer of the edge, on a connection of its own: one that is idle for too long is closed."""
    client = site.client()
    answer = client.send(method, address, headers={"Accept-Encoding": CODINGS[coding], **fields})
    client.close()
    return answer


def check_exported(site, target, answers, revision):
    source = random.Random(1)
    for (address, coding), (body, fields) in answers.items():
        addresses = [address] if (address, coding) != KEPT else []
        if coding == "br" or "/photos/" in address:
            addresses += other_forms(address, source)
        for each in addresses:
            answer = ask(site, each, coding)
            others, place = answer.headers, (each, coding, answer.headers.items())
            assert (answer.status, others["X-Cache"]) == (200, "fallback"), place
            assert answer.bytes == body, place
            for name in [*FIELDS, *(FIELDS_OF_BUCKETS if isinstance(target, Bucket) else [])]:
                assert others[name] == fields[name], (name, *place)
            assert not [name for name in others if name.lower().startswith(("xkey", "x-amz-meta-"))], place
            if isinstance(target, Bucket) and coding:
                # The edge does not say that an export is of the revision that it was purged up to.
                assert answer.revision <= revision, place


def check_requests(site, target, answers):
    address = "/v1/feeds/home?width=390&locale=en"
    body, fields = answers[address, "gzip"]
    answer = ask(site, address, "gzip", "HEAD")
    assert (answer.status, answer.bytes, answer.headers["Content-Length"]) == (200, b"", str(len(body))), answer.headers
    if isinstance(target, Bucket):
        assert ask(site, address, "gzip", **{"If-None-Match": fields["etag"]}).status == 304
    plain = "/v1/feeds/summer"
    target.remove(object_name(plain) + ".br")
    # It has been asked for already, and the edge forgets it.
    answer = eventually(lambda: (answer := ask(site, plain, "br")).headers["Content-Encoding"] is None and answer,
                        "a document without a coding")
    assert (answer.status, answer.bytes) == (200, answers[plain, None][0]), answer


def check_others(site):
    for address in OTHERS:
        for coding in CODINGS:
            answer = ask(site, address, coding)
            assert (answer.status, answer.code) == (503, "not_ready"), (address, answer)
            fields = [answer.headers[name] for name in ("Content-Type", "Cache-Control", "Retry-After")]
            assert fields == ["application/problem+json", "no-store", "1"], (address, fields)


def test_an_edge_without_servers_answers_what_was_exported(installation, target, make_folder, figure):
    installation.widths = [390, 834]
    installation.export(target, "--variants", MEMBERS)
    answers, revision = installation.answers(MEMBERS), installation.revision()
    assert target.names() - {"export.json"} == {object_name(address) + ENDINGS[coding] for address, coding in answers}
    for part in PARTS:
        assert any(part in address for address, _ in answers), part
    with Site(installation.store, target, make_folder("edge")) as site:
        # The export is older than the floor of the edge.
        installation.rename(f"after the export to {target.name}")
        eventually(lambda: ask(site, *KEPT).revision > revision, "a later revision")
        later = ask(site, *KEPT).bytes
        assert later != answers[KEPT][0]
        site.kill_origins()
        check_exported(site, target, answers, revision)
        kept = ask(site, *KEPT)
        assert (kept.status, kept.bytes) == (200, later) and kept.headers["X-Cache"] in ("hit", "stale"), kept.headers
        check_requests(site, target, answers)
        check_others(site)
        site.start_origins()
        eventually(lambda: ask(site, "/v1/feeds/home?width=391").status == 200, "a server is asked again")
        for (address, coding), (body, _) in installation.answers(MEMBERS).items():
            def is_served():
                answer = ask(site, address, coding)
                return answer.bytes == body and answer.headers["X-Cache"] != "fallback"
            eventually(is_served, f"a server's answer to {address}")
    figure(f"static, {type(target).__name__.lower()}: with all servers dead, an edge answered {len(answers) - 1} of "
           f"{len(answers) - 1} from the export")
