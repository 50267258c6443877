"""An edge whose servers are all dead: Varnish with edge/tanada.vcl answers from an export what it has not kept."""

import json
import os
import random
import sys

sys.path.append("Tests/Edge")
import stores
from machines import Client, Edge, Origin, free_port, wait_until
from targets import Bucket, object_name

FIELDS = ["content-type", "content-encoding", "vary", "x-content-type-options"]
FIELDS_OF_BUCKETS = ["etag", "link"]
CLIENT = "audience=members"
# The edge has this one, of a later revision than the export.
KEPT = "/v1/feeds/home?width=834", "br"
CODINGS = {None: "identity", "gzip": "gzip, deflate", "br": "gzip, deflate, br, zstd"}


class Site:
    """Three servers of the installation, and an edge in front of them that knows an export."""

    def __init__(self, installation, target, folder):
        work = f"{folder}/edge-{type(target).__name__.lower()}"
        os.mkdir(work)
        # Varnish drops its privileges, and still has to reach its folder.
        for path in (folder, work):
            os.chmod(path, 0o755)
        self.port = free_port()
        self.origins = [Origin(installation.program, work, number, [self.port]) for number in (1, 2, 3)]
        for origin in self.origins:
            origin.environment |= stores.environment(installation.folder) | {
                "TANADA_DATABASE": f"{installation.folder}/tanada.sqlite", "TANADA_READ_RATE": "0"}
        self.edge = Edge(work, self.origins, target, self.port)

    def start(self):
        self.start_origins()
        self.edge.start()

    def start_origins(self):
        for origin in self.origins:
            origin.start()
        for origin in self.origins:
            origin.wait()

    def get(self, address, coding=None, method="GET", **fields):
        status, others, body = Client(self.port).send(
            method, address, {"Accept-Encoding": CODINGS[coding], **fields})
        return status, body, {name.lower(): value for name, value in others.items()}

    def kill_origins(self):
        for origin in self.origins:
            if origin.process:
                origin.kill()

    def stop(self):
        self.kill_origins()
        if self.edge.process:
            self.edge.stop()


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


def check_exported(site, target, answers, revision):
    """Each document and picture that was exported is answered as it was by a server; returns how many."""
    def check(address, coding, expected):
        body, fields = expected
        status, found, others = site.get(address, coding)
        place = address, coding, others
        assert (status, others.get("x-cache")) == (200, "fallback"), (status, *place)
        assert found == body, place
        for name in [*FIELDS, *(FIELDS_OF_BUCKETS if isinstance(target, Bucket) else [])]:
            assert others.get(name) == fields.get(name), (name, *place)
        assert "xkey" not in others and not any(name.startswith("x-amz-meta-") for name in others), place
        if isinstance(target, Bucket) and coding:
            # The edge does not say that an export is of the revision that it was purged up to.
            assert int(others["x-tanada-revision"]) <= revision, place

    source = random.Random(1)
    for (address, coding), expected in answers.items():
        if (address, coding) != KEPT:
            check(address, coding, expected)
        if coding == "br" or "/photos/" in address:
            for other in other_forms(address, source):
                check(other, coding, expected)
    return len(answers) - 1


def check_requests(site, target, answers):
    """Clients ask for the head, with a tag that they know, and for what a coding would make larger."""
    address = "/v1/feeds/home?width=390&locale=en"
    body, fields = answers[address, "gzip"]
    status, found, others = site.get(address, "gzip", method="HEAD")
    assert (status, found, others["content-length"]) == (200, b"", str(len(body))), others
    if isinstance(target, Bucket):
        assert site.get(address, "gzip", **{"If-None-Match": fields["etag"]})[0] == 304
    plain = "/v1/feeds/summer"
    target.remove(object_name(plain) + ".br")
    # It has been asked for already, and the edge forgets it.
    wait_until(lambda: "content-encoding" not in site.get(plain, "br")[2], "a document without a coding")
    status, found, others = site.get(plain, "br")
    assert (status, found) == (200, answers[plain, None][0]), others


def check_others(site):
    """What was not exported is answered with 503."""
    picture = "/v1/photos/00000000000000000000000000000000/320x240.webp?signature=none"
    for address in (
        "/v1/feeds/home?width=391", "/v1/feeds/home?locale=fr&width=390", "/v1/feeds/winter",
        "/v1/feeds/home.jsonfeed", f"/v1/feeds/home/variant?{CLIENT}",
        "/v1/feeds/home/sections/photos?width=390&cursor=" + "a" * 60, picture, "/v1/content/recent_news",
        "/export.json",
    ):
        for coding in CODINGS:
            status, body, fields = site.get(address, coding)
            assert status == 503 and json.loads(body)["code"] == "not_ready", (address, status, body)
            assert fields["content-type"] == "application/problem+json", (address, fields)
            assert (fields["cache-control"], fields["retry-after"]) == ("no-store", "1"), (address, fields)


def fall_back(installation, target, folder):
    """Everything that was exported is answered while no server is there; says how much."""
    installation.widths = [390, 834]
    installation.export(target.target, "--variants", CLIENT, "--keep", "0")
    installation.documents(installation.variants(CLIENT))
    answers, revision = installation.answers, installation.revision()
    assert {name for name in target.names() if name != "export.json"} == {
        object_name(address) + {None: "", "gzip": ".gz", "br": ".br"}[coding] for address, coding in answers}
    for part in (
        "/home?", "/summer?", "width=390", "width=834", "locale=en", "variant=", "cursor=", ".jpg", ".webp?", ".avif?",
    ):
        assert any(part in address for address, _ in answers), part
    site = Site(installation, target, folder)
    try:
        site.start()
        # The export is older than the floor of the edge.
        installation.rename(f"after the export to {target.target}")
        wait_until(lambda: int(site.get(*KEPT)[2]["x-tanada-revision"]) > revision, "a later revision")
        later = site.get(*KEPT)[1]
        assert later != answers[KEPT][0]
        site.kill_origins()
        count = check_exported(site, target, answers, revision)
        status, body, fields = site.get(*KEPT)
        assert (status, body) == (200, later) and fields["x-cache"] in ("hit", "stale"), fields
        check_requests(site, target, answers)
        check_others(site)
        # Servers that are back are asked.
        site.start_origins()
        wait_until(lambda: site.get("/v1/feeds/home?width=391")[0] == 200, "a server is asked again")
        installation.documents(installation.variants(CLIENT))
        for (address, coding), (body, _) in installation.answers.items():
            def is_served():
                _, found, fields = site.get(address, coding)
                return found == body and fields["x-cache"] != "fallback"
            wait_until(is_served, f"a server's answer to {address}")
    finally:
        site.stop()
    return f"with all servers dead, an edge answered {count} of {count} from the export"
