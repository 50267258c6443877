"""nginx, HAProxy and Caddy as packaging/proxies has them, with TLS and HTTP/2 in front of a server: the same bytes and tags, the
real address of clients, events at once, uploads, tanada's own limits, a restart, and no metrics for strangers."""

import json
import os
import subprocess
import threading
import time
import zlib

import pytest

from harness import JSON, Server, eventually, need
from harness.load import People
from proxies.machines import FILES, HOST, PROXY, Curl, Proxy, make_certificate

RATE = 60
SCREEN = "/v1/feeds/home?width=390"
DOCUMENTS = [SCREEN, "/v1/content/pickup_photos", "/v1/kinds", "/", "/openapi.json"]
# A client that asks for no coding gets what it gets from the server, too.
CODINGS = ["br", "gzip", "identity", None]
SAME = ["etag", "content-encoding", "content-type", "vary", "cache-control", "content-length", "link", "xkey",
        "x-tanada-revision", "x-content-type-options", "content-security-policy"]
# Spellings of a path which a server answers like it. The first are others that it does not know.
METRICS = ["/Metrics", "/./metrics", "/%2Fmetrics", "/metrics", "/metrics?x=1", "/metrics/", "//metrics",
           "///metrics", "/%6Detrics", "/%6d%65trics//", "/metri%63s?"]
PATCH = {"Content-Type": "application/merge-patch+json"}


class Site:
    def __init__(self, name, folder, server):
        self.name, self.folder, self.server, self.proxy = name, folder, server, Proxy(name, folder, server)
        self.bearer = {"Authorization": f"Bearer {server.token}"}

    @property
    def base(self):
        return f"https://{HOST}:{self.proxy.port}"

    def client(self, last, *options):
        return Curl(self.folder, self.base, f"127.0.0.{last}", *options)

    def direct(self):
        return Curl(self.folder, f"http://{HOST}:{self.server.port}", PROXY, "--http1.1")

    def entry(self, identity):
        """The line of the access log for the request with this id."""
        return eventually(lambda: next((entry for entry in self.server.log_entries()
                                        if entry.get("request_id") == identity), None), f"the access log has {identity}")

    def until_logged(self, text):
        eventually(lambda: self.proxy.has_logged(text), f"the log of the proxy has {text}")


@pytest.fixture(scope="module", params=FILES)
def site(request, make_store, make_folder):
    need(request.param)
    folder = make_folder(request.param)
    make_certificate(folder)
    with Server(make_store(), environment={
            "TANADA_ACCESS_LOG": "on", "TANADA_TRUSTED_PROXIES": PROXY, "TANADA_READ_RATE": str(RATE),
            "TANADA_EVENT_HEARTBEAT": "5", "TANADA_STOP_TIMEOUT": "5"}) as server:
        server.wait_until_ready()
        site = Site(request.param, folder, server)
        with site.proxy.start():
            yield site


def test_the_same_bytes_and_tags(site):
    direct, through = site.direct(), site.client(2)
    for path in DOCUMENTS:
        for coding in CODINGS:
            headers = {"Accept-Encoding": coding} if coding else {}
            expected, answer = direct.send(path, headers=headers), through.send(path, headers=headers)
            place = f"{path} as {coding}"
            assert answer is not None and answer.version == "HTTP/2", (place, through.error)
            assert answer.status == expected.status == 200, (place, answer)
            assert answer.bytes == expected.bytes, f"{place}: other bytes"
            for name in SAME:
                assert answer.headers.get_all(name) == expected.headers.get_all(name), (place, name)
            tag = answer.headers["ETag"]
            if tag is None:
                continue
            assert not tag.startswith("W/"), place
            known = through.send(path, headers=headers | {"If-None-Match": tag})
            assert (known.status, known.headers["ETag"], known.bytes) == (304, tag, b""), (place, known)
            head = through.send(path, "HEAD", headers)
            assert (head.status, head.headers["Content-Length"]) == (200, expected.headers["Content-Length"]), place
    export = "/v1/export/pickup_photos?format=ndjson"
    assert through.send(export).bytes == direct.send(export).bytes
    old = site.client(2, "--http1.1").send(SCREEN)
    assert old.status == 200 and old.version == "HTTP/1.1"
    missing = through.send("/v1/feeds/nobody")
    assert missing.status == 404 and missing.headers["Content-Type"] == "application/problem+json"
    long = through.send("/v1/feeds", headers={"X-Long": "x" * 20_000})
    assert long is not None and long.status == 200, f"20 kB of headers: {long}"


def test_http_is_redirected(site):
    answer = Curl(site.folder, f"http://{HOST}:{site.proxy.plain}", "127.0.0.2", "--http1.1").send("/v1/feeds?x=1")
    location = answer.headers["Location"]
    assert answer.status == 308 and location.startswith(f"https://{HOST}") and location.endswith("/v1/feeds?x=1"), location


def test_metrics_are_for_nobody(site):
    answered = []
    for path in METRICS:
        direct = site.direct().send(path)
        if direct.status == 200 and b"tanada_revision" in direct.bytes:
            answered.append(path)
        for version in ["--http2", "--http1.1"]:
            answer = site.client(10, version).send(path)
            assert b"tanada_revision" not in answer.bytes, f"{path} is answered through the proxy"
            assert path not in answered or answer.status in (403, 404), (path, answer)
    assert "/metrics" in answered and len(answered) >= 5, answered


@pytest.mark.parametrize("forwarded", [None, "203.0.113.9", PROXY])
def test_both_logs_have_the_id_and_the_true_address_of_a_request(site, forwarded):
    """Whatever a client says of its address, even if it names the proxy, which makes an id for a request without one."""
    said = {"X-Request-ID": f"{site.name}-{time.monotonic_ns()}", "X-Forwarded-For": forwarded,
            "X-Forwarded-Proto": "http"} if forwarded else {}
    identity = site.client(3).send(SCREEN, headers=said).headers["X-Request-ID"]
    assert identity == said.get("X-Request-ID", identity)
    assert site.entry(identity)["remote_address"] == "127.0.0.3"
    site.until_logged(identity)


def test_each_client_has_a_limit_of_its_own(site):
    statuses = site.client(5).statuses(SCREEN, 4 * RATE)
    assert len(statuses) == 4 * RATE and set(statuses) == {200, 429}, {s: statuses.count(s) for s in statuses}
    assert statuses.count(429) >= RATE / 2
    other = site.client(6).send(SCREEN)
    assert other.status == 200 and other.headers["RateLimit"].startswith(f'"reads";r={RATE - 1}'), other.headers["RateLimit"]


def test_a_session_of_the_studio(site):
    """A cookie is for TLS alone, and writes have the Origin of this host."""
    client, base = site.client(7), site.base
    invitation = site.server.store.run("studio", "invite", "--name", "Proxy", "--role", "admin", "--address", base)
    path = invitation.removeprefix(base)
    answer = client.send(path)
    if answer.headers["Set-Cookie"] is None:
        # A page asks first, and a POST signs in.
        answer = client.send(path, "POST", {"Origin": base}, "")
    cookie = answer.headers["Set-Cookie"]
    assert cookie and cookie.startswith("__Host-tanada_session=") and "Secure" in cookie, (answer, cookie)

    def write(origin):
        return client.send("/v1/content/recent_news/2", "PATCH", PATCH | {"Cookie": cookie.split(";")[0], "Origin": origin},
                           json.dumps({"title": f"Written through {site.name}"}))
    good = write(base)
    assert good.status == 200, good
    assert write("https://example.org").status == 403
    # By now, the proxy has logged the invitation, which comes before.
    site.until_logged(good.headers["X-Request-ID"])
    assert not site.proxy.has_logged("tanada_"), "the log of the proxy has a secret"


class Events:
    def __init__(self, client):
        self.moments, self.beats, self.is_over = {}, 0, False
        self.process = subprocess.Popen(
            [*client.command("/v1/events"), "--no-buffer", "--max-time", "600"], stdout=subprocess.PIPE)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        for line in self.process.stdout:
            if line.startswith(b"data: "):
                self.moments[json.loads(line[6:])["revision"]] = time.monotonic()
            self.beats += line.startswith(b":")
        self.is_over = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def until_followed(site, count):
    eventually(lambda: site.server.metric("tanada_sse_clients") == count, f"the server has {count} clients of events")


@pytest.mark.parametrize("version", ["--http2", "--http1.1"])
def test_events_arrive_at_once(site, version, figure):
    until_followed(site, 0)
    with Events(site.client(8, version)) as events:
        until_followed(site, 1)
        lags = []
        for number in range(5):
            began = time.monotonic()
            title = {"title": f"Event {number} of {site.name} {version}"}
            revision = site.server.send("PATCH", "/v1/content/recent_news/1", title).revision
            lags.append(eventually(lambda: events.moments.get(revision), f"the event of revision {revision}") - began)
        assert max(lags) < 1, f"the events took {lags} s"
        # Nothing is sent but heartbeats, and each arrives.
        count = events.beats
        eventually(lambda: events.beats > count, "a heartbeat")
    until_followed(site, 0)
    figure(f"{site.name}: events arrived at most {max(lags) * 1000:.0f} ms after the edit began, over {version[2:]}")


def test_a_photo_of_20_megabytes_is_taken(site):
    """A small one with chunks that say nothing, and that no other run has."""
    size, file = 20_000_000, site.folder / "photo.png"
    site.server.store.run("photo", "pattern", "640x480", "--output", file)
    picture, chunks = file.read_bytes(), b""
    end = picture.rindex(b"IDAT") - 4
    assert picture[:4] == b"\x89PNG", "the pattern is no PNG"
    while (length := min(1_000_000, size - len(picture) - len(chunks) - 12)) > 0:
        chunk = b"prVt" + os.urandom(length)
        chunks += length.to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    file.write_bytes(picture[:end] + chunks + picture[end:])
    answer = site.client(9).send("/v1/photos", "POST", site.bearer, f"@{file}")
    assert answer is not None and answer.status == 201, answer
    assert answer.json["byte_count"] == file.stat().st_size >= 19_999_000, answer


def test_what_is_too_large_gets_the_answer_of_the_server(site, figure):
    file, outcomes = site.folder / "large", []
    for path, size, headers in [("/v1/photos", 60_000_000, {}), ("/v1/batch", 9_000_000, {"Content-Type": JSON})]:
        file.write_bytes(b"[" + b" " * (size - 1))
        for version in ["--http2", "--http1.1"] * 3:
            client = site.client(9, version)
            answer = client.send(path, "POST", site.bearer | headers, f"@{file}")
            is_whole = answer is not None and answer.status == 413 and answer.code == "content_too_large"
            # Caddy may drop the answer when the server ends the connection, but says nothing else.
            assert is_whole or site.name == "caddy" and (answer is None or answer.status == 100), (path, version, answer)
            outcomes.append(is_whole)
    assert any(outcomes), "no answer says that a body is too large"
    if not all(outcomes):
        figure(f"{site.name}: {outcomes.count(False)} of {len(outcomes)} answers to what is too large were lost")


def test_a_restart_of_the_server(site, figure):
    """While it is away, 502 or 503; nothing else, and nothing afterwards."""
    results, client = [], site.client(11)

    def read():
        began = time.monotonic()
        answer = client.send("/v1/kinds")
        results.append((began, time.monotonic(), answer.status if answer else client.error))
        time.sleep(0.05)

    until_followed(site, 0)
    with People() as people, Events(site.client(12)) as events:
        people.add(read)
        until_followed(site, 1)
        eventually(lambda: len(results) > 3, "the reader reads")
        stopping = time.monotonic()
        site.server.stop()
        eventually(lambda: events.is_over, "the event stream ends with the server")
        eventually(lambda: [r for r in results if r[2] in (502, 503)], "a reader hears that the server is away")
        site.server.start().wait_until_ready()
        ready = time.monotonic()
        again = eventually(lambda: next((r for r in results if r[0] > ready and r[2] == 200), None), "the server is reached")
        count = len(results)
        eventually(lambda: len(results) > count + 20, "more reads")
    people.check()
    statuses = {status: [r[2] for r in results].count(status) for status in {r[2] for r in results}}
    assert set(statuses) <= {200, 502, 503}, statuses
    assert not [r for r in results if (r[0] > again[0] or r[1] < stopping) and r[2] != 200], results
    figure(f"{site.name}: a restart: {statuses}; reached again {(again[1] - ready) * 1000:.0f} ms after it was ready")
