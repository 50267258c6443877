"""What a proxy in front of tanada promises; see `run`."""

import argparse
import json
import os
import subprocess
import threading
import time
import zlib

from machines import HOST, PROXY, Client, Proxy, Server, make_certificate, wait_until

NAMES = ["nginx", "haproxy", "caddy"]
RATE = 60
DOCUMENTS = ["/v1/feeds/home?width=390", "/v1/content/pickup_photos", "/v1/kinds", "/", "/openapi.json"]
CODINGS = ["br", "gzip", "identity"]
SAME = ["etag", "content-encoding", "content-type", "vary", "cache-control", "content-length", "link", "xkey",
        "x-tanada-revision", "x-content-type-options", "content-security-policy"]
# Spellings of a path which a server answers like it. The first are others that it does not know.
METRICS = ["/Metrics", "/./metrics", "/%2Fmetrics", "/metrics", "/metrics?x=1", "/metrics/", "//metrics",
           "///metrics", "/%6Detrics", "/%6d%65trics//", "/metri%63s?"]


class Site:
    def __init__(self, arguments, name):
        self.arguments, self.name, self.work = arguments, name, arguments.work
        self.server = arguments.server
        self.proxy = Proxy(name, self.work, self.server, arguments.change)
        self.bearer = {"Authorization": f"Bearer {arguments.token}"}

    def client(self, last, *options):
        return Client(self.work, self.proxy.port, f"127.0.0.{last}", options=options)

    def say(self, text):
        print(f"✔ {self.name}: {text}", flush=True)

    def edit(self, title):
        answer = self.server.client.send(
            "/v1/content/recent_news/1", "PATCH",
            self.bearer | {"Content-Type": "application/merge-patch+json"}, json.dumps({"title": title}))
        assert answer.status == 200, answer.body
        return int(answer["X-Tanada-Revision"])


def check_sameness(site):
    direct, through = site.server.client, site.client(2)
    for path in DOCUMENTS:
        # A client that asks for no coding gets what it gets from the server, too.
        for coding in [*CODINGS, None]:
            headers = {"Accept-Encoding": coding} if coding else {}
            expected, answer = direct.send(path, headers=headers), through.send(path, headers=headers)
            place = f"{path} as {coding}"
            assert answer is not None and answer.version == "HTTP/2", (place, answer and answer.version)
            assert answer.status == expected.status == 200, (place, answer.status)
            assert answer.body == expected.body, f"{place}: other bytes"
            for name in SAME:
                assert answer[name] == expected[name], (place, name, answer[name], expected[name])
            if answer["ETag"] is None:
                continue
            assert not answer["ETag"].startswith("W/"), place
            known = through.send(path, headers=headers | {"If-None-Match": answer["ETag"]})
            assert (known.status, known["ETag"], known.body) == (304, answer["ETag"], b""), (place, known.status)
            head = through.send(path, "HEAD", headers)
            assert (head.status, head["Content-Length"]) == (200, expected["Content-Length"]), place
    export = "/v1/export/pickup_photos?format=ndjson"
    assert through.send(export).body == direct.send(export).body
    old = site.client(2, "--http1.1").send(DOCUMENTS[0])
    assert old.status == 200 and old.version == "HTTP/1.1"
    missing = through.send("/v1/feeds/nobody")
    assert missing.status == 404 and missing["Content-Type"] == "application/problem+json"
    long = through.send("/v1/feeds", headers={"X-Long": "x" * 20_000})
    assert long is not None and long.status == 200, f"20 kB of headers: {long and long.status}"
    site.say(f"{len(DOCUMENTS)} documents in {len(CODINGS)} codings have the bytes and tags of the server; 304 and HEAD")


def check_plain(site):
    answer = Client(site.work, site.proxy.plain, "127.0.0.2", tls=False).send("/v1/feeds?x=1")
    location = answer["Location"]
    assert answer.status == 308 and location.startswith(f"https://{HOST}"), (answer.status, location)
    assert location.endswith("/v1/feeds?x=1"), location
    site.say("http is redirected")


def check_addresses(site):
    # What a client says of its address does not count, even if it names the proxy.
    identity = f"{site.name}-{time.monotonic_ns()}"
    for forwarded in ["203.0.113.9", PROXY]:
        name = f"{identity}-{forwarded}"
        headers = {"X-Request-ID": name, "X-Forwarded-For": forwarded, "X-Forwarded-Proto": "http"}
        answer = site.client(3).send(DOCUMENTS[0], headers=headers)
        assert answer["X-Request-ID"] == name, answer["X-Request-ID"]
        line = site.server.request(name)
        assert line["remote_address"] == "127.0.0.3", line
        # The proxy writes when it likes.
        wait_until(lambda: name in open(site.proxy.log).read(), "the log of the proxy has the request id")
    # The proxy makes an id for a request without one, and both logs have it.
    answer = site.client(4).send(DOCUMENTS[0])
    line = site.server.request(answer["X-Request-ID"])
    assert line["remote_address"] == "127.0.0.4", line
    wait_until(lambda: answer["X-Request-ID"] in open(site.proxy.log).read(), "the log of the proxy has its own id")
    site.say("the access log has the address of the client and the request id, and so has that of the proxy")


def check_rate(site):
    statuses = site.client(5).statuses(DOCUMENTS[0], 4 * RATE)
    assert len(statuses) == 4 * RATE and set(statuses) == {200, 429}, {s: statuses.count(s) for s in statuses}
    refused = statuses.count(429)
    assert refused >= RATE / 2, refused
    other = site.client(6).send(DOCUMENTS[0])
    assert other.status == 200 and other["RateLimit"].startswith(f'"reads";r={RATE - 1}'), (
        other.status, other["RateLimit"])
    site.say(f"{refused} of {4 * RATE} requests of one client were refused, and none of another one")


def check_session(site):
    """A session of the studio: a cookie for TLS alone, and writes with the Origin of this host."""
    base = site.client(7).base
    invitation = subprocess.run(
        [site.arguments.tanada, "studio", "invite", "--name", "Proxy", "--role", "admin", "--address", base],
        check=True, capture_output=True, text=True).stdout.strip()
    answer = site.client(7).send(invitation.removeprefix(base))
    cookie = answer["Set-Cookie"]
    if cookie is None:
        # A page asks first, and a POST signs in.
        answer = site.client(7).send(invitation.removeprefix(base), "POST", {"Origin": base}, "")
        cookie = answer["Set-Cookie"]
    assert cookie and "Secure" in cookie, (answer.status, cookie)
    session = {"Cookie": cookie.split(";")[0]}
    change = session | {"Content-Type": "application/merge-patch+json"}
    path = "/v1/content/recent_news/2"
    patch = json.dumps({"title": f"Written through {site.name}"})
    good = site.client(7).send(path, "PATCH", change | {"Origin": base}, patch)
    assert good.status == 200, (good.status, good.body)
    bad = site.client(7).send(path, "PATCH", change | {"Origin": "https://example.org"}, patch)
    assert bad.status == 403, bad.status
    # By now, the proxy has logged the invitation, which comes before.
    wait_until(lambda: good["X-Request-ID"] in open(site.proxy.log).read(), "the log of the proxy has the request")
    assert "tanada_" not in open(site.proxy.log).read(), "the log of the proxy has a secret"
    site.say("a session of the studio is for TLS alone, and writes with the origin of the host")


class Events:
    """The event stream over a proxy, and when each revision arrived."""

    def __init__(self, client):
        self.moments, self.beats, self.ended = {}, [], None
        self.process = subprocess.Popen(
            [*client.command("/v1/events"), "--no-buffer", "--max-time", "600"], stdout=subprocess.PIPE)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        for line in self.process.stdout:
            if line.startswith(b"data: "):
                self.moments[json.loads(line[6:])["revision"]] = time.monotonic()
            elif line.startswith(b":"):
                self.beats.append(time.monotonic())
        self.ended = time.monotonic()

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def clients_of_events(site):
    lines = site.server.client.send("/metrics").body.decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("tanada_sse_clients "))


def check_events(site, *options):
    events = Events(site.client(8, *options))
    try:
        wait_until(lambda: clients_of_events(site) == 1, "the server has a client of events")
        lags = []
        for number in range(5):
            began = time.monotonic()
            revision = site.edit(f"Event {number} of {site.name}")
            moment = wait_until(lambda: events.moments.get(revision), f"the event of revision {revision}", 30)
            lags.append(moment - began)
        assert max(lags) < 1, f"the events took {lags} s"
        # Nothing is sent but heartbeats, and each arrives.
        count = len(events.beats)
        wait_until(lambda: len(events.beats) > count, "a heartbeat")
    finally:
        events.stop()
    wait_until(lambda: clients_of_events(site) == 0, "the server knows that the client of events has left")
    version = "HTTP/1.1" if options else "HTTP/2"
    site.say(f"{len(lags)} events arrived at most {max(lags) * 1000:.0f} ms after the edit began, over {version}")


def check_events_of_old_clients(site):
    check_events(site, "--http1.1")


def photo(work, tanada, size, name):
    """A picture with this many bytes: a small one with chunks that say nothing, and that no other run has."""
    path = os.path.join(work, name)
    subprocess.run([tanada, "photo", "pattern", "640x480", "--output", path], check=True, capture_output=True)
    with open(path, "rb") as file:
        picture = file.read()
    end = picture.rindex(b"IDAT") - 4
    assert picture[:4] == b"\x89PNG", "the pattern is no PNG"
    parts = [picture[:end]]
    while (length := min(1_000_000, size - len(picture) - sum(map(len, parts[1:])) - 12)) > 0:
        chunk = b"prVt" + os.urandom(length)
        parts.append(length.to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big"))
    with open(path, "wb") as file:
        file.write(b"".join(parts) + picture[end:])
    return path


def check_uploads(site):
    picture = photo(site.work, site.arguments.tanada, 20_000_000, f"{site.name}.png")
    answer = site.client(9).send("/v1/photos", "POST", site.bearer, f"@{picture}")
    assert answer is not None and answer.status == 201, answer and (answer.status, answer.body)
    stored = json.loads(answer.body)
    assert stored["byte_count"] == os.path.getsize(picture) >= 19_999_000, stored
    outcomes = {}
    for what, path, size, headers in [
        ("a photo of 60 MB", "/v1/photos", 60_000_000, {}),
        ("JSON of 9 MB", "/v1/batch", 9_000_000, {"Content-Type": "application/json"}),
    ]:
        file = os.path.join(site.work, "large")
        with open(file, "wb") as output:
            output.write(b"[" + b" " * (size - 1))
        for version in ["--http2", "--http1.1"]:
            for again in range(3):
                answer = site.client(9, version).send(path, "POST", site.bearer | headers, f"@{file}")
                is_whole = (answer is not None and answer.status == 413
                            and json.loads(answer.body)["code"] == "content_too_large")
                # Caddy may drop the answer when the server ends the connection, but says nothing else.
                assert is_whole or site.name == "caddy" and (answer is None or answer.status == 100), (
                    what, version, again, answer and (answer.status, answer.body[:200]))
                outcomes[is_whole] = outcomes.get(is_whole, 0) + 1
    assert outcomes.get(True), "no answer says that a body is too large"
    lost = f"; {outcomes[False]} of {sum(outcomes.values())} answers were lost" if False in outcomes else ""
    site.say(f"a photo of 20 MB is taken, and what is too large gets the 413 of the server{lost}")


def check_metrics(site):
    answered = []
    for path in METRICS:
        direct = site.server.client.send(path)
        if direct.status == 200 and b"tanada_revision" in direct.body:
            answered.append(path)
        for version in ["--http2", "--http1.1"]:
            answer = site.client(10, version).send(path)
            assert b"tanada_revision" not in answer.body, f"{path} is answered through the proxy"
            if path in answered:
                assert answer.status in (403, 404), (path, answer.status)
    assert "/metrics" in answered and len(answered) >= 5, answered
    site.say(f"metrics are refused, in the {len(answered)} spellings that a server answers")


def check_restart(site):
    """While the server is away, 502 or 503; nothing else, and nothing afterwards."""
    results, is_ended = [], threading.Event()

    def read():
        client = site.client(11)
        while not is_ended.is_set():
            began = time.monotonic()
            answer = client.send("/v1/kinds")
            results.append((began, time.monotonic(), answer.status if answer else client.error))
            time.sleep(0.05)

    events = Events(site.client(12))
    reader = threading.Thread(target=read)
    reader.start()
    try:
        wait_until(lambda: clients_of_events(site) == 1 and len(results) > 3, "the readers read")
        stopping = time.monotonic()
        site.server.stop()
        wait_until(lambda: events.ended, "the event stream ends with the server")
        wait_until(lambda: [r for r in results if r[2] in (502, 503)], "a reader hears that the server is away")
        site.server.start()
        site.server.wait()
        ready = time.monotonic()
        last = wait_until(
            lambda: next((r for r in results if r[0] > ready and r[2] == 200), None), "the server is reached again")
        count = len(results)
        wait_until(lambda: len(results) > count + 20, "more reads")
    finally:
        is_ended.set()
        reader.join()
        events.stop()
    statuses = {status: [r[2] for r in results].count(status) for status in {r[2] for r in results}}
    assert set(statuses) <= {200, 502, 503}, statuses
    late = [r for r in results if r[0] > last[0] and r[2] != 200]
    assert not late, late
    assert not [r for r in results if r[1] < stopping and r[2] != 200], results
    site.say(f"a restart: {statuses}; reached again {(last[1] - ready) * 1000:.0f} ms after it was ready")


CHECKS = [check_sameness, check_plain, check_metrics, check_addresses, check_rate, check_session, check_events,
          check_events_of_old_clients, check_uploads, check_restart]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tanada")
    parser.add_argument("token")
    parser.add_argument("work")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--change", nargs=2, metavar=("BEFORE", "AFTER"))
    arguments = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    make_certificate(arguments.work)
    arguments.server = server = Server(arguments.tanada, arguments.work, RATE)
    server.start()
    server.wait()
    try:
        for name in arguments.names or NAMES:
            if not Proxy.is_installed(name):
                assert not arguments.names, f"{name} is not installed"
                print(f"⚠ {name} is not available here: not tested", flush=True)
                continue
            site = Site(arguments, name)
            site.proxy.start()
            try:
                for check in CHECKS:
                    check(site)
            except BaseException:
                print(site.proxy.tail(), flush=True)
                raise
            finally:
                site.proxy.stop()
    finally:
        server.stop()


main()
