"""What an edge promises, with three servers behind it; see `run`."""

import argparse
import gzip
import os
import random
import shutil
import threading
import time

from machines import TOKEN, Client, Edge, ExportedFiles, Origin, free_port, wait_until
from reading import Events, Readers, percentile

CODINGS = ["br", "gzip", "identity"]
PURGE = "/tanada/purge"
DOCUMENTS = [
    "/v1/feeds/home?width=390", "/v1/feeds/home?width=320", "/v1/feeds/home.jsonfeed",
    "/v1/feeds/home/sections/pickup_photos?limit=2&width=390", "/v1/content/pickup_photos",
]
# Nothing of these is the same for two clients.
PRIVATE = ["RateLimit", "RateLimit-Policy", "X-Request-ID", "Set-Cookie", "xkey"]


class Site:
    """Three servers, an edge, and an editor at any of the servers."""

    def __init__(self, arguments):
        self.arguments, self.pick = arguments, random.Random(arguments.seed)
        self.port = free_port()
        self.origins = [
            Origin(arguments.tanada, arguments.work, number, [self.port]) for number in [1, 2, 3]]
        self.files = ExportedFiles()
        change = None
        if arguments.without_floor:
            change = ("if (bereq.retries < 3) {\n        return (retry);",
                      "if (true) {\n        return (deliver);")
        self.edge = Edge(arguments.work, self.origins, self.files, self.port, change)
        self.number = 0

    def start(self):
        for origin in self.origins:
            origin.start()
        for origin in self.origins:
            origin.wait()
        self.edge.start()
        # The edge was not there when the servers had their first purges for it.
        self.wait_for_purges()

    def wait_for_purges(self):
        for origin in self.origins:
            wait_until(origin.has_purged, "a server has told the edge what it knows")

    def stop(self):
        for process in [self.edge.process, *[origin.process for origin in self.origins]]:
            if process and process.poll() is None:
                process.kill()
                process.wait()

    def edit(self, origin):
        """Changes what the home screen, its section and the list show. Returns the revision."""
        self.number += 1
        photo = f"/v1/content/pickup_photos/{self.pick.randint(1, 2)}"
        headers = {"Authorization": f"Bearer {self.arguments.token}",
                   "Content-Type": "application/merge-patch+json"}
        moment = f"2022-05-05T{self.number // 3600:02}:{self.number // 60 % 60:02}:{self.number % 60:02}.000+0000"
        status, fields, body = Client(origin.port).send("PATCH", photo, headers, {"published_at": moment})
        assert status == 200, body
        return int(fields["X-Tanada-Revision"])

    def settle(self, revision):
        """Waits until every server has a revision in service, and the edge was purged up to it."""
        def is_settled(port):
            return int(Client(port).send("GET", DOCUMENTS[0])[1]["X-Tanada-Revision"]) >= revision
        for port in [*[origin.port for origin in self.origins], self.port]:
            wait_until(lambda: is_settled(port), f"revision {revision} is everywhere")

    def requests(self):
        """The requests at all servers since the last call."""
        # A line is written behind the end of its response.
        time.sleep(0.05)
        return [entry for origin in self.origins for entry in origin.requests()]


def say(text):
    print(f"✔ edge: {text}", flush=True)


def check_sameness(site):
    """Documents are those of a server, to the byte, in every coding."""
    origin, edge = Client(site.origins[0].port), Client(site.port)
    for document in DOCUMENTS:
        for coding in CODINGS:
            headers = {"Accept-Encoding": coding}
            at_origin = origin.send("GET", document, headers)
            assert at_origin[0] == 200, at_origin
            assert len(at_origin[1]["xkey"]) <= 2048, document
            for round in ["first", "second"]:
                status, fields, body = edge.send("GET", document, headers)
                place = f"{document} as {coding}, {round}"
                assert (status, body) == (200, at_origin[2]), place
                for name in ["ETag", "Content-Encoding", "Content-Type", "Vary", "Content-Length",
                             "Link", "X-Content-Type-Options"]:
                    assert fields[name] == at_origin[1][name], (place, name, fields[name])
                assert not fields["ETag"].startswith("W/"), place
                assert not [name for name in PRIVATE if name in fields], (place, fields.items())
                assert round == "first" or fields["X-Cache"] == "hit", (place, fields.items())
            site.requests()
            known = edge.send("GET", document, headers | {"If-None-Match": fields["ETag"]})
            assert known[0] == 304 and known[1]["ETag"] == fields["ETag"], place
            head = edge.send("HEAD", document, headers)
            assert head[0] == 200 and head[1]["Content-Length"] == fields["Content-Length"], place
            assert not site.requests(), place
    # What a client accepts as well does not make another object, and neither do the order of parameters and cookies.
    accepted = {"Accept-Encoding": "gzip, deflate, br;q=0.9, zstd", "Cookie": "a=b", "Accept-Language": "ja"}
    status, fields, _ = edge.send("GET", "/v1/feeds/home/sections/pickup_photos?width=390&limit=2", accepted)
    assert (status, fields["X-Cache"], fields["Content-Encoding"]) == (200, "hit", "br")
    refused = edge.send("GET", DOCUMENTS[0], {"Accept-Encoding": "br;q=0, gzip"})
    assert refused[1]["Content-Encoding"] == "gzip"
    # What is for one client goes through.
    bearer = {"Authorization": f"Bearer {site.arguments.token}"}
    for headers in [bearer, {"Cookie": "tanada_session=none"}]:
        first, second = [edge.send("GET", "/v1/feeds", headers)[1]["X-Request-ID"] for _ in range(2)]
        assert first and first != second
    assert edge.send("DELETE", "/v1/content/pickup_photos/1")[0] == 401
    Events(site.port)
    say(f"{len(DOCUMENTS)} documents in {len(CODINGS)} codings are those of the servers, to the byte, with strong tags")


def check_purges_are_refused(site):
    """Nobody but servers purges."""
    fields = {"X-Tanada-Revision": "1000000", "X-Tanada-Revision-ID": "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
              "X-Tanada-After": "0", "X-Tanada-Scope": "reset"}
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for name, client, headers in [
        ("without a token", Client(site.port), {}),
        ("with another token", Client(site.port), {"Authorization": f"Bearer {TOKEN}x"}),
        ("from another address", Client(site.port, ("127.0.0.2", 0)), bearer),
    ]:
        assert client.send("POST", PURGE, fields | headers)[0] == 403, name
    assert Client(site.port).send("PURGE", DOCUMENTS[0], {"xkey-purge": "feed:home"})[0] == 405
    status, headers, _ = Client(site.port).send("GET", DOCUMENTS[0], {"Accept-Encoding": "br"})
    assert (status, headers["X-Cache"]) == (200, "hit"), "a stranger has purged"
    say("purges of strangers are refused: without the token, with another one, from another address")


def check_cold(site, count):
    """Many requests at once for a document that is not there are one at the servers."""
    site.requests()
    barrier, statuses = threading.Barrier(count), []

    def read():
        client = Client(site.port)
        client.connection.connect()
        barrier.wait()
        statuses.append(client.send("GET", "/v1/feeds/home?width=777", {"Accept-Encoding": "br"})[0])

    threads = [threading.Thread(target=read) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    requests = site.requests()
    assert statuses == [200] * count, statuses
    assert len(requests) == 1, requests
    say(f"{count} cold requests at once: 1 request at the servers")


def check_counts(site, edits):
    """One request at a server for a document, coding and revision, however many read it."""
    changed = 0
    for _ in range(edits):
        site.settle(site.edit(site.pick.choice(site.origins)))
        site.requests()
        readers = Readers([site.port], DOCUMENTS, CODINGS, 20)
        wait_until(lambda: readers.reads > 600, "readers have read")
        readers.end()
        assert not readers.failures, readers.failures[0]
        requests = [path for path, _ in site.requests()]
        # Lists have one coding. The first width in one coding was read while the edge settled.
        known = len({(document, tag) for document, _, tag in readers.first})
        assert known - 1 <= len(requests) <= known, (len(requests), sorted(requests))
        changed += len(requests)
    say(f"{edits} revisions of {len(DOCUMENTS)} documents in {len(CODINGS)} codings: {changed} requests at the "
        "servers, at most one for each")


class Probe:
    """Reads one document as fast as it can, and notes when it is another one."""

    def __init__(self, port, document, coding):
        self.client, self.document, self.headers = Client(port), document, {"Accept-Encoding": coding}
        self.former = self.tag()
        self.changed = None
        self.is_ended = False
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def tag(self):
        return self.client.send("GET", self.document, self.headers)[1]["ETag"]

    def read(self):
        while not self.changed and not self.is_ended:
            if self.tag() != self.former:
                self.changed = time.monotonic()

    def end(self):
        self.thread.join(10)
        self.is_ended = True
        return self.changed


def check_lag(site, edits):
    """An edit at one server is at the edge at once, although other servers are behind, and nothing older follows."""
    events = [Events(origin.port) for origin in site.origins]
    readers = Readers([site.port], DOCUMENTS, CODINGS, 4, pause=0.005)
    direct = Readers([origin.port for origin in site.origins], DOCUMENTS[:1], ["identity"], 1, pause=0.01)
    delays, stuck, compared = [], 0, 0
    for number in range(edits):
        origin = site.pick.choice(site.origins)
        probe = Probe(site.port, DOCUMENTS[number % len(DOCUMENTS)], site.pick.choice(CODINGS))
        revision = site.edit(origin)
        changed = probe.end()
        stuck += changed is None
        wait_until(lambda: revision in events[origin.number - 1].moments, "an event")
        began = min(one.moments[revision] for one in events if revision in one.moments)
        # The event and the purge are sent at once.
        delays.append(max(0, changed - began) if changed else 10)
        at_origin, at_edge = Client(origin.port), Client(site.port)
        for document in DOCUMENTS:
            for coding in CODINGS:
                headers = {"Accept-Encoding": coding}
                wanted = at_origin.send("GET", document, headers)[1]["ETag"]
                compared += 1
                stuck += at_edge.send("GET", document, headers)[1]["ETag"] != wanted
        time.sleep(site.pick.uniform(0.05, 0.4))
    wait_until(lambda: all(revision in one.moments for one in events), "the last event everywhere")
    readers.end()
    direct.end()
    lags = [max(moments) - min(moments) for moments in
            [[one.moments[revision] for one in events] for revision in
             set.intersection(*[set(one.moments) for one in events])]]
    figures = (f"purge to fresh p50 {percentile(delays, 0.5) * 1000:.0f} ms, p99 {percentile(delays, 0.99) * 1000:.0f} "
               f"ms, at most {max(delays) * 1000:.0f} ms; other servers were behind by up to {max(lags) * 1000:.0f} ms; "
               f"{stuck} of {compared} documents stuck; {readers.steps_back} steps back in {readers.reads} reads "
               f"({direct.steps_back} in {direct.reads} directly at the servers)")
    if readers.failures or stuck or readers.steps_back:
        print(f"figures: {figures}", readers.failures[:3], readers.examples[:3])
    assert not readers.failures, readers.failures[0]
    assert not stuck, "documents at the edge are older than at the servers"
    assert not readers.steps_back, "readers saw older documents after newer ones"
    assert percentile(delays, 0.99) < site.arguments.goal, figures
    say(f"{edits} edits: {figures}")


def check_outage(site):
    """When every server is gone, everything that the edge has is answered, and exported files for the rest."""
    revision = site.edit(site.origins[0])
    site.settle(revision)
    edge = Client(site.port)
    for document in DOCUMENTS:
        for coding in CODINGS:
            assert edge.send("GET", document, {"Accept-Encoding": coding})[0] == 200
    readers = Readers([site.port], DOCUMENTS, CODINGS, 8)
    time.sleep(0.2)
    for origin in site.origins:
        origin.kill()
    time.sleep(site.arguments.outage)
    readers.end()
    assert not readers.failures, (len(readers.failures), readers.failures[:3])
    assert not readers.steps_back
    edge = Client(site.port) # the former connection was idle for too long
    for suffix, coding in [(".br", "br"), (".gz", "gzip"), ("", "identity")]:
        exported = gzip.compress(b"{}") if coding == "gzip" else coding.encode()
        site.files.files[f"/export/v1/feeds/home/_/locale=ja&width=414.json{suffix}"] = exported
        status, fields, body = edge.send(
            "GET", "/v1/feeds/home?width=414&locale=ja", {"Accept-Encoding": coding})
        assert (status, body) == (200, exported), (status, body, site.files.asked)
        assert fields["Content-Encoding"] == (None if coding == "identity" else coding)
        assert fields["Content-Type"] == "application/json"
    assert edge.send("GET", "/v1/feeds/home?width=415")[0] == 503
    say(f"all servers killed: {readers.reads} of {readers.reads} answered, p99 "
        f"{percentile(readers.times, 0.99) * 1000:.1f} ms; what the edge does not have is read from exported files")
    for origin in site.origins:
        origin.start()
    for origin in site.origins:
        origin.wait()
    site.settle(site.edit(site.origins[1]))


def check_late_edge(site):
    """An edge that was away while servers published is purged of what it missed: it begins anew."""
    site.edge.stop()
    revision = site.edit(site.origins[2])
    site.edge.start()
    site.settle(revision)
    metrics = Client(site.origins[2].port).send("GET", "/metrics")[2].decode()
    assert 'tanada_purges_total{result="failed"}' in metrics, "no purge has failed"
    say("an edge that was away is told what it has missed")


def check_restored(site, backup):
    """Servers on a restored backup have older revisions, and others of the same numbers; the edge follows them."""
    for origin in site.origins:
        wait_until(lambda: origin.pending_purges() == 0, "a server has told the edge everything")
        origin.kill()
    shutil.copyfile(backup, site.arguments.database)
    for name in ["-wal", "-shm"]:
        if os.path.exists(site.arguments.database + name):
            os.remove(site.arguments.database + name)
    for origin in site.origins:
        origin.start()
    for origin in site.origins:
        origin.wait()
    site.wait_for_purges()
    edge, origin = Client(site.port), Client(site.origins[0].port)
    wanted = origin.send("GET", DOCUMENTS[0])[1]["ETag"]
    wait_until(lambda: edge.send("GET", DOCUMENTS[0])[1]["ETag"] == wanted, "the edge has the backup's screen")
    revision = site.edit(site.origins[1])
    wait_until(lambda: edge.send("GET", DOCUMENTS[0])[1]["X-Tanada-Revision"] == str(revision), "an edit of it")
    wait_until(lambda: edge.send("GET", DOCUMENTS[0])[1]["X-Cache"] == "hit", "a document is kept again")
    # Somebody who was not heard before still tells of revisions that are gone.
    late = {"Authorization": f"Bearer {TOKEN}", "X-Tanada-Revision": "999", "X-Tanada-After": "998", "X-Tanada-Scope": "part",
            "X-Tanada-Revision-ID": "1b4e28ba-2fa1-4d2b-883f-0016d3cca427"}
    begun = time.monotonic()
    assert edge.send("POST", PURGE, late)[1]["X-Tanada-Floor"] == "999"
    wait_until(lambda: edge.send("GET", "/v1/feeds/home?width=777")[1]["X-Cache"] == "hit", "servers reset the edge")
    say("servers on a restored backup: the edge follows them to older revisions, and again "
        f"{time.monotonic() - begun:.1f} s after a late notice of the revisions that are gone")


def main():
    parser = argparse.ArgumentParser()
    for name in ["tanada", "token", "work", "database"]:
        parser.add_argument(name)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", type=int, default=12)
    parser.add_argument("--cold", type=int, default=300)
    parser.add_argument("--outage", type=float, default=3)
    parser.add_argument("--goal", type=float, default=0.1)
    parser.add_argument("--backup")
    parser.add_argument("--without-floor", action="store_true")
    site = Site(parser.parse_args())
    try:
        site.start()
        check_sameness(site)
        check_purges_are_refused(site)
        check_cold(site, site.arguments.cold)
        check_counts(site, 2)
        check_lag(site, site.arguments.edits)
        check_outage(site)
        check_late_edge(site)
        if site.arguments.backup:
            check_restored(site, site.arguments.backup)
    finally:
        site.stop()


main()
