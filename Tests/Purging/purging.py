"""A cache that is purged by the keys of events; see `run`."""

import http.client
import json
import os
import random
import socket
import subprocess
import sys
import time

CODINGS = ["br", "gzip", "identity"]
KINDS = ["recent_news", "campaign_banners", "featured_topics", "trend_articles", "pickup_photos",
         "favorite_scenes"]


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Client:
    """Requests on one connection that is kept open."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def send(self, method, path, headers=None, body=None):
        if body is not None:
            body = json.dumps(body)
        self.connection.request(method, path, body, headers or {})
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()


class Events:
    """The stream of `/v1/events`, from now on."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.connection.request("GET", "/v1/events")
        self.response = self.connection.getresponse()
        # The comment and the time to connect again are sent at once.
        while self.line() != "":
            pass

    def line(self):
        return self.response.readline().decode().rstrip("\n")

    def until(self, revision):
        """The events up to `revision`."""
        events = []
        while not events or events[-1]["revision"] < revision:
            line = self.line()
            if line.startswith("data: "):
                events.append(json.loads(line[6:]))
        return events


class Documents:
    """Every address that is watched, in every coding, at the server and behind the cache."""

    def __init__(self, origin, edge):
        self.origin, self.edge = origin, edge
        self.known = {}

    def addresses(self):
        for feed in ["home", "side"]:
            for width in [320, 390]:
                yield f"/v1/feeds/{feed}?width={width}"
            yield f"/v1/feeds/{feed}.jsonfeed"
            status, _, body = self.origin.send("GET", f"/v1/feeds/{feed}/composition")
            for section in json.loads(body)["sections"] if status == 200 else []:
                yield f"/v1/feeds/{feed}/sections/{section['id']}?width=390&limit=2"
        for kind in KINDS:
            yield f"/v1/content/{kind}?limit=2"
            yield f"/v1/content/{kind}?sort=-published_at" if kind != "campaign_banners" else (
                f"/v1/content/{kind}?limit=3")
            for number in [1, 2]:
                yield f"/v1/content/{kind}/{number}"

    def check(self, edit):
        """Every document is what the server has; it was kept if it is what it was."""
        kept = changed = 0
        former, self.known = self.known, {}
        for address in self.addresses():
            for coding in CODINGS:
                headers = {"Accept-Encoding": coding}
                fresh = self.origin.send("GET", address, headers)
                cached = self.edge.send("GET", address, headers)
                place = f"{address} as {coding} after {edit}"
                assert cached[0] == fresh[0], f"{place}: {cached[0]} instead of {fresh[0]}"
                if fresh[0] != 200:
                    continue
                assert len(fresh[1]["xkey"]) <= 2048, f"{place}: too many keys"
                assert cached[2] == fresh[2], f"{place}: the cache has an older document"
                assert cached[1]["ETag"] == fresh[1]["ETag"], place
                tag = fresh[1]["ETag"]
                if (address, coding) in former:
                    is_same = former[address, coding] == tag
                    is_kept = cached[1]["X-Cache"] == "hit"
                    # Lists are purged with every edit of their kind.
                    if is_same and "/content/" not in address:
                        assert is_kept, f"{place}: purged although it is the same"
                    kept += is_kept
                    changed += not is_same
                self.known[address, coding] = tag
        return kept, changed


class Editor:
    """Random edits."""

    def __init__(self, client, token, seed):
        self.client, self.token, self.pick = client, token, random.Random(seed)
        self.number = 5000

    def send(self, method, path, body=None, kind="application/json"):
        headers = {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            headers["Content-Type"] = kind
        status, _, answer = self.client.send(method, path, headers, body)
        assert status < 300, (method, path, answer)
        return json.loads(answer) if answer else {}

    def item(self, kind):
        result = self.send("GET", f"/v1/content/{kind}?limit=50")["result"]
        return self.pick.choice(result)

    def patch(self):
        kind = self.pick.choice(KINDS)
        item = self.item(kind)
        if kind == "campaign_banners":
            change = {"banner_url": f"https://example.com/{self.pick.random()}.jpg"}
        else:
            change = {"published_at": f"20{self.pick.randint(10, 30)}-05-05T00:00:00.000+0000"}
        self.send("PATCH", f"/v1/content/{kind}/{item['id']}", change,
                  "application/merge-patch+json")
        return f"a change of {kind} {item['id']}"

    def add(self):
        kind = self.pick.choice(KINDS)
        item = dict(self.item(kind))
        self.number += 1
        for name in ["draft", "publish_at", "unpublish_at"]:
            item.pop(name, None)
        item["id"] = self.number
        self.send("PUT", f"/v1/content/{kind}/{self.number}", item)
        return f"a new item of {kind}"

    def remove(self):
        kind = self.pick.choice(KINDS)
        item = self.item(kind)
        if item["id"] < 1000:
            return self.draft()
        self.send("DELETE", f"/v1/content/{kind}/{item['id']}")
        return f"the removal of {kind} {item['id']}"

    def draft(self):
        kind = self.pick.choice(KINDS)
        item = dict(self.item(kind))
        self.number += 1
        item |= {"id": self.number, "draft": True}
        self.send("PUT", f"/v1/content/{kind}/{self.number}", item)
        return f"a draft of {kind}"

    def compose(self):
        kinds = self.pick.sample(KINDS, 3)
        sections = [{"id": kind, "kind": kind, "title": kind, "limit": self.pick.randint(1, 4)}
                    for kind in kinds]
        self.send("PUT", "/v1/feeds/side/composition", {"feed": "side", "sections": sections})
        return f"the composition {', '.join(kinds)}"

    def edit(self):
        return self.pick.choice([self.patch, self.patch, self.add, self.remove, self.draft,
                                 self.compose])()


def start(tanada, work, template):
    server = subprocess.Popen([tanada, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    origin = int(server.stdout.readline().strip().rsplit(":", 1)[1])
    configuration = os.path.join(work, "purging.vcl")
    with open(template) as file, open(configuration, "w") as made:
        made.write(file.read().replace("ORIGIN", str(origin)))
    edge = free_port()
    varnish = subprocess.Popen(
        ["varnishd", "-F", "-n", os.path.join(work, "varnish"), "-f", configuration,
         # Brotli stays, and tags stay strong.
         "-p", "http_gzip_support=off", "-a", f"127.0.0.1:{edge}", "-s", "malloc,64m"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while varnish.poll() is None:
        try:
            if Client(edge).send("GET", "/healthz")[0] == 200:
                return server, varnish, origin, edge
        except OSError:
            # It does not listen yet.
            time.sleep(0.05)
    server.kill()
    raise SystemExit("error: Varnish has ended")


def main(tanada, token, template, work, count, seed):
    server, varnish, origin_port, edge_port = start(tanada, work, template)
    try:
        origin, edge = Client(origin_port), Client(edge_port)
        editor = Editor(Client(origin_port), token, seed)
        events = Events(origin_port)
        editor.compose()
        events.until(2)
        documents = Documents(origin, edge)
        documents.check("the start")
        kept, changed = 0, 0
        last = 2
        for _ in range(int(count)):
            edit = editor.edit()
            revision = editor.send("GET", "/v1/revisions?limit=1")["result"][0]["number"]
            # An edit that changes nothing makes no revision.
            for event in events.until(revision) if revision > last else []:
                keys = " ".join(event["keys"])
                assert edge.send("PURGE", "/", {"X-Keys": keys})[0] == 200
            last = revision
            new_kept, new_changed = documents.check(edit)
            kept, changed = kept + new_kept, changed + new_changed
        assert changed > 0, "no edit has changed a document"
        print(
            f"✔ purging: {count} edits: {changed} changed documents were fresh, {kept} others were kept "
            f"(seed {seed})"
        )
    finally:
        for process in [varnish, server]:
            process.terminate()
            process.wait()


main(*sys.argv[1:])
