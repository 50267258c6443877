"""What an edge promises, with three servers behind it: the same bytes, purges that race with servers which are behind, one
request for a document however many read it, and what is answered when every server is killed."""

import concurrent.futures
import gzip
import random
import shutil
import threading
import time

import pytest

from edge.machines import IS_AVAILABLE, TOKEN, Site
from edge.reading import CODINGS, Probe, Readers, encoded
from harness import Events, eventually
from harness.load import Moments, percentile
from harness.web import Files

pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="Varnish is not available here")
SCREEN = "/v1/feeds/home?width=390"
DOCUMENTS = [
    SCREEN, "/v1/feeds/home?width=320", "/v1/feeds/home.jsonfeed",
    "/v1/feeds/home/sections/pickup_photos?limit=2&width=390", "/v1/content/pickup_photos",
]
ITEM = "/v1/content/pickup_photos/1"
# Nothing of these is the same for two clients.
PRIVATE = ["RateLimit", "RateLimit-Policy", "X-Request-ID", "Set-Cookie", "xkey"]
BEARER = {"Authorization": f"Bearer {TOKEN}"}
REVISION_ID = {"X-Tanada-Revision-ID": "1b4e28ba-2fa1-4d2b-883f-0016d3cca427"}


class EditedSite(Site):
    def __init__(self, store, folder, seed):
        (folder / "files").mkdir()
        super().__init__(store, Files(folder / "files", "/export"), folder)
        self.pick, self.number = random.Random(seed), 0

    def __enter__(self):
        super().__enter__()
        # The edge was not there when the servers had their first purges for it.
        self.wait_for_purges()
        return self

    def __exit__(self, *_):
        super().__exit__()
        self.files.shutdown()

    def wait_for_purges(self):
        for origin in self.origins:
            eventually(lambda: origin.metric(r'tanada_purges_total\{result="done"\}'), "a server has told the edge something")

    def edit(self, origin):
        """Changes what the home screen, its section and the list show. Returns the revision."""
        self.number += 1
        moment = f"2022-05-05T{self.number // 3600:02}:{self.number // 60 % 60:02}:{self.number % 60:02}.000+0000"
        answer = origin.send("PATCH", f"/v1/content/pickup_photos/{self.pick.randint(1, 2)}", {"published_at": moment})
        assert answer.status == 200, answer
        return answer.revision

    def settle(self, revision):
        """Waits until every server has a revision in service, and the edge was purged up to it."""
        for client in [*(origin.client() for origin in self.origins), self.client()]:
            eventually(lambda: client.get(SCREEN).revision >= revision, f"revision {revision} is everywhere")

    def requests(self):
        return [entry for origin in self.origins for entry in origin.requests()]


@pytest.fixture(scope="module")
def site(make_store, make_folder, seed):
    store = make_store()
    if not store.address:
        store.run("backup", store.folder / "backup.sqlite")
    with EditedSite(store, make_folder("edge"), seed) as site:
        yield site


def test_documents_are_those_of_a_server_to_the_byte(site):
    """In every coding, with strong tags."""
    origin, edge = site.origins[0].client(), site.client()
    for document in DOCUMENTS:
        for coding in CODINGS:
            at_origin = origin.get(document, headers=encoded(coding))
            assert at_origin.status == 200 and len(at_origin.headers["xkey"]) <= 2048, (document, at_origin)
            for turn in ["first", "second"]:
                answer = edge.get(document, headers=encoded(coding))
                fields, place = answer.headers, f"{document} as {coding}, {turn}"
                assert (answer.status, answer.bytes) == (200, at_origin.bytes), place
                for name in ["ETag", "Content-Encoding", "Content-Type", "Vary", "Content-Length", "Link",
                             "X-Content-Type-Options"]:
                    assert fields[name] == at_origin.headers[name], (place, name, fields[name])
                assert not fields["ETag"].startswith("W/"), place
                assert not [name for name in PRIVATE if name in fields], (place, fields.items())
                assert turn == "first" or fields["X-Cache"] == "hit", (place, fields.items())
            site.requests()
            known = edge.get(document, headers=encoded(coding) | {"If-None-Match": fields["ETag"]})
            assert known.status == 304 and known.headers["ETag"] == fields["ETag"], place
            head = edge.send("HEAD", document, headers=encoded(coding))
            assert head.status == 200 and head.headers["Content-Length"] == fields["Content-Length"], place
            assert not site.requests(), place
    # What a client accepts as well does not make another object, and neither do the order of parameters and cookies.
    answer = edge.get("/v1/feeds/home/sections/pickup_photos?width=390&limit=2", headers={
        "Accept-Encoding": "gzip, deflate, br;q=0.9, zstd", "Cookie": "a=b", "Accept-Language": "ja"})
    assert (answer.status, answer.headers["X-Cache"], answer.headers["Content-Encoding"]) == (200, "hit", "br")
    assert edge.get(SCREEN, headers=encoded("br;q=0, gzip")).headers["Content-Encoding"] == "gzip"
    # Nor do the parameters of links that people share, which servers ignore.
    assert edge.get(ITEM, headers=encoded("br")).status == 200
    for document, added in [(SCREEN, "&utm_source=a&fbclid=b"), ("/v1/feeds/home.jsonfeed", "?gclid=1&v=2"),
                            (ITEM, "?fbclid=a&utm_source=b")]:
        answer = edge.get(document + added, headers=encoded("br"))
        assert (answer.status, answer.headers["X-Cache"]) == (200, "hit"), (document, answer)
    # A token is refused by a server, wherever it is.
    for added in ["?access_token=a", "?v=1&token", "?access%5Ftoken=a", "?v=tanada_a"]:
        answer = edge.get("/v1/feeds/home.jsonfeed" + added, headers=encoded("br"))
        assert (answer.status, answer.code) == (400, "token_in_query"), (added, answer)
    # What is for one client goes through.
    for headers in [{"Authorization": f"Bearer {site.origins[0].token}"}, {"Cookie": "tanada_session=none"},
                    {"Cookie": "a=b; __Host-tanada_session=none"}]:
        first, second = [edge.get("/v1/feeds", headers=headers).headers["X-Request-ID"] for _ in range(2)]
        assert first and first != second
    assert edge.send("DELETE", "/v1/content/pickup_photos/1").status == 401
    Events(site.port).close()


def test_nobody_but_servers_purges(site):
    """Not without the token, with another one, or from another address."""
    eventually(lambda: site.client().get(SCREEN, headers=encoded("br")).headers["X-Cache"] == "hit", "a hit")
    fields = REVISION_ID | {"X-Tanada-Revision": "1000000", "X-Tanada-After": "0", "X-Tanada-Scope": "reset"}
    for source, headers in [(None, {}), (None, {"Authorization": f"Bearer {TOKEN}x"}), ("127.0.0.2", BEARER)]:
        assert site.client(source=source).send("POST", "/tanada/purge", headers=fields | headers).status == 403, headers
    assert site.client().send("PURGE", SCREEN, headers={"xkey-purge": "feed:home"}).status == 405
    answer = site.client().get(SCREEN, headers=encoded("br"))
    assert (answer.status, answer.headers["X-Cache"]) == (200, "hit"), "a stranger has purged"


def test_many_requests_at_once_for_what_is_not_there_are_one(site, size, figure):
    site.requests()
    count = size("cold", 300)
    barrier = threading.Barrier(count)

    def read(_):
        client = site.client()
        client.connection.connect()
        barrier.wait()
        return client.get("/v1/feeds/home?width=776", headers=encoded("br")).status

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        statuses = list(pool.map(read, range(count)))
    requests = site.requests()
    assert statuses == [200] * count, statuses
    assert len(requests) == 1, requests
    figure(f"edge: {count} cold requests at once: 1 request at the servers")


def test_one_request_for_a_document_coding_and_revision(site, figure):
    changed, edits = 0, 2
    for _ in range(edits):
        site.settle(site.edit(site.pick.choice(site.origins)))
        site.requests()
        with Readers([site.port], DOCUMENTS, 20) as readers:
            eventually(lambda: readers.reads > 600, "readers have read")
        readers.check()
        requests = [path for path, _ in site.requests()]
        # Lists have one coding. The first width in one coding was read while the edge settled.
        known = len(readers.tags)
        assert known - 1 <= len(requests) <= known, (len(requests), sorted(requests))
        changed += len(requests)
    figure(f"edge: {edits} revisions of {len(DOCUMENTS)} documents in {len(CODINGS)} codings: {changed} requests at the "
           "servers, at most one for each")


def test_an_edit_is_at_the_edge_at_once(site, size, figure):
    """Although other servers are behind, and nothing older follows."""
    events = [Moments(origin.port) for origin in site.origins]
    delays, stuck, compared = [], 0, 0
    edits, goal = size("edits", 12, soak=200), size("goal", 1000, soak=100)
    with Readers([site.port], DOCUMENTS, 4, pause=0.005) as readers, Readers(
            [origin.port for origin in site.origins], DOCUMENTS[:1], 1, codings=["identity"], pause=0.01) as direct:
        for number in range(edits):
            turn = site.pick.randrange(len(site.origins))
            probe = Probe(site.port, DOCUMENTS[number % len(DOCUMENTS)], site.pick.choice(CODINGS))
            revision = site.edit(site.origins[turn])
            changed = probe.end()
            stuck += changed is None
            eventually(lambda: revision in events[turn].moments, "an event")
            began = min(one.moments[revision] for one in events if revision in one.moments)
            # The event and the purge are sent at once.
            delays.append(max(0, changed - began) if changed else 10)
            at_origin, at_edge = site.origins[turn].client(), site.client()
            for document in DOCUMENTS:
                for coding in CODINGS:
                    wanted, found = [client.get(document, headers=encoded(coding)).headers["ETag"]
                                     for client in (at_origin, at_edge)]
                    compared += 1
                    stuck += found != wanted
            time.sleep(site.pick.uniform(0.05, 0.4))
        eventually(lambda: all(revision in one.moments for one in events), "the last event everywhere")
    seen = set.intersection(*[set(one.moments) for one in events])
    lags = [max(moments) - min(moments) for moments in ([one.moments[number] for one in events] for number in seen)]
    p50, p99, worst = (percentile(delays, part) * 1000 for part in (0.5, 0.99, 1))
    figures = (f"purge to fresh p50 {p50:.0f} ms, p99 {p99:.0f} ms, at most {worst:.0f} ms; other servers were behind by up "
               f"to {max(lags) * 1000:.0f} ms; {stuck} of {compared} documents stuck; {readers.steps_back} steps back in "
               f"{readers.reads} reads ({direct.steps_back} in {direct.reads} directly at the servers)")
    readers.check()
    assert not stuck, f"documents at the edge are older than at the servers: {figures}"
    assert not readers.steps_back, f"readers saw older documents after newer ones: {figures}, {readers.examples[:3]}"
    assert p99 < goal, figures
    figure(f"edge: {edits} edits: {figures}")


def test_without_servers_everything_is_answered_that_is_kept(site, size, figure):
    """And exported files for the rest."""
    site.settle(site.edit(site.origins[0]))
    edge = site.client()
    for document in DOCUMENTS:
        for coding in CODINGS:
            assert edge.get(document, headers=encoded(coding)).status == 200
    with Readers([site.port], DOCUMENTS, 8) as readers:
        eventually(lambda: readers.reads > 100, "readers have read")
        site.kill_origins()
        time.sleep(size("outage", 3, soak=10))  # the length of the outage
    readers.check()
    assert not readers.steps_back
    edge = site.client()  # the former connection was idle for too long
    exports = site.files.folder / "v1/feeds/home/_"
    exports.mkdir(parents=True)
    for suffix, coding in [(".br", "br"), (".gz", "gzip"), ("", "identity")]:
        exported = gzip.compress(b"{}") if coding == "gzip" else coding.encode()
        (exports / f"locale=ja&width=414.json{suffix}").write_bytes(exported)
        answer = edge.get("/v1/feeds/home?width=414&locale=ja", headers=encoded(coding))
        assert (answer.status, answer.bytes) == (200, exported), (answer, site.files.asked)
        assert answer.headers["Content-Encoding"] == (None if coding == "identity" else coding)
        assert answer.headers["Content-Type"] == "application/json"
    assert edge.get("/v1/feeds/home?width=415").status == 503
    figure(f"edge: all servers killed: {readers.reads} of {readers.reads} answered, p99 "
           f"{percentile(readers.times, 0.99) * 1000:.1f} ms; what the edge does not have is read from exported files")
    site.start_origins()
    site.settle(site.edit(site.origins[1]))


def test_an_edge_that_was_away_is_told_what_it_has_missed(site):
    site.edge.stop()
    revision = site.edit(site.origins[2])
    eventually(lambda: site.origins[2].metric(r'tanada_purges_total\{result="failed"\}'), "a purge has failed")
    site.edge.start()
    site.settle(revision)


def test_servers_on_a_restored_backup(site, figure):
    """They have older revisions, and others of the same numbers; the edge follows them."""
    if site.store.address:
        pytest.skip("a backup is of a file")
    for origin in site.origins:
        eventually(lambda: origin.metric(r"tanada_purges_pending\{.*\}") == 0, "a server has told the edge everything")
        origin.kill()
    for ending in ["-wal", "-shm"]:
        (site.store.folder / f"tanada.sqlite{ending}").unlink(missing_ok=True)
    shutil.copyfile(site.store.folder / "backup.sqlite", site.store.file)
    for origin in site.origins:
        vars(origin).pop("token", None)  # the backup has none
    site.start_origins()
    site.wait_for_purges()
    edge = site.client()
    wanted = site.origins[0].get(SCREEN, token=None).headers["ETag"]
    eventually(lambda: edge.get(SCREEN).headers["ETag"] == wanted, "the edge has the backup's screen")
    revision = site.edit(site.origins[1])
    eventually(lambda: edge.get(SCREEN).revision == revision, "an edit of it")
    eventually(lambda: edge.get(SCREEN).headers["X-Cache"] == "hit", "a document is kept again")
    # Somebody who was not heard before still tells of revisions that are gone.
    late = BEARER | REVISION_ID | {"X-Tanada-Revision": "999", "X-Tanada-After": "998", "X-Tanada-Scope": "part"}
    begun = time.monotonic()
    assert edge.send("POST", "/tanada/purge", headers=late).headers["X-Tanada-Floor"] == "999"
    eventually(lambda: edge.get("/v1/feeds/home?width=777").headers["X-Cache"] == "hit", "servers reset the edge")
    figure("edge: servers on a restored backup: the edge follows them to older revisions, and again "
           f"{time.monotonic() - begun:.1f} s after a late notice of the revisions that are gone")
