"""Varnish that is purged by the keys of events alone: after every edit it has each document as the server has it, and has
kept those that did not change."""

import random

import pytest

from harness import Client, Events, varnish
from harness.files import replaced

pytestmark = pytest.mark.skipif(not varnish.IS_AVAILABLE, reason="Varnish is not available here")
CODINGS = ["br", "gzip", "identity"]
KINDS = ["recent_news", "campaign_banners", "featured_topics", "trend_articles", "pickup_photos", "favorite_scenes"]


class Documents:
    """Every address that is watched, in every coding, at the server and behind the cache."""

    def __init__(self, origin, edge):
        self.origin, self.edge = origin, edge
        self.known = {}

    def addresses(self):
        for feed in ["home", "side"]:
            yield from (f"/v1/feeds/{feed}{ending}" for ending in ["?width=320", "?width=390", ".jsonfeed"])
            composition = self.origin.get(f"/v1/feeds/{feed}/composition")
            for section in composition.json["sections"] if composition.status == 200 else []:
                yield f"/v1/feeds/{feed}/sections/{section['id']}?width=390&limit=2"
        for kind in KINDS:
            other = "?limit=3" if kind == "campaign_banners" else "?sort=-published_at"
            yield from (f"/v1/content/{kind}{ending}" for ending in ["?limit=2", other, "/1", "/2"])

    def check(self, edit):
        """Every document is what the server has; it was kept if it is what it was. How many were kept and changed."""
        kept = changed = 0
        former, self.known = self.known, {}
        for address in self.addresses():
            for coding in CODINGS:
                fresh, cached = [each.get(address, headers={"Accept-Encoding": coding}) for each in (self.origin, self.edge)]
                place = f"{address} as {coding} after {edit}"
                assert cached.status == fresh.status, place
                if fresh.status != 200:
                    continue
                assert len(fresh.headers["xkey"]) <= 2048, f"{place}: too many keys"
                assert cached.bytes == fresh.bytes, f"{place}: the cache has an older document"
                tag = fresh.headers["ETag"]
                assert cached.headers["ETag"] == tag, place
                if (address, coding) in former:
                    is_same, is_kept = former[address, coding] == tag, cached.headers["X-Cache"] == "hit"
                    # Lists are purged with every edit of their kind.
                    if is_same and "/content/" not in address:
                        assert is_kept, f"{place}: purged although it is the same"
                    kept += is_kept
                    changed += not is_same
                self.known[address, coding] = tag
        return kept, changed


class Editor:
    """Random edits, each of which says what it was."""

    def __init__(self, server, seed):
        self.server, self.pick = server, random.Random(seed)
        self.number = 5000

    def item(self):
        kind = self.pick.choice(KINDS)
        return kind, self.pick.choice(self.server.must("GET", f"/v1/content/{kind}?limit=50")["result"])

    def patch(self):
        kind, item = self.item()
        if kind == "campaign_banners":
            change = {"banner_url": f"https://example.com/{self.pick.random()}.jpg"}
        else:
            change = {"published_at": f"20{self.pick.randint(10, 30)}-05-05T00:00:00.000+0000"}
        self.server.patch(kind, item["id"], change)
        return f"a change of {kind} {item['id']}"

    def add(self):
        kind, item = self.item()
        self.number += 1
        kept = {name: value for name, value in item.items() if name not in ("draft", "publish_at", "unpublish_at")}
        self.server.must("PUT", f"/v1/content/{kind}/{self.number}", kept | {"id": self.number})
        return f"a new item of {kind}"

    def remove(self):
        kind, item = self.item()
        if item["id"] < 1000:
            return self.draft()
        self.server.must("DELETE", f"/v1/content/{kind}/{item['id']}")
        return f"the removal of {kind} {item['id']}"

    def draft(self):
        kind, item = self.item()
        self.number += 1
        self.server.must("PUT", f"/v1/content/{kind}/{self.number}", item | {"id": self.number, "draft": True})
        return f"a draft of {kind}"

    def compose(self):
        kinds = self.pick.sample(KINDS, 3)
        sections = [{"id": kind, "kind": kind, "title": kind, "limit": self.pick.randint(1, 4)} for kind in kinds]
        self.server.must("PUT", "/v1/feeds/side/composition", {"feed": "side", "sections": sections})
        return f"the composition {', '.join(kinds)}"

    def edit(self):
        return self.pick.choice([self.patch, self.patch, self.add, self.remove, self.draft, self.compose])()


def test_a_cache_that_is_purged_by_the_keys_of_events(serve, folder, seed, size, figure):
    server = serve()
    configuration = folder / "purging.vcl"
    configuration.write_text(replaced("Tests/e2e/purging/purging.vcl", [("ORIGIN", str(server.port))]))
    events, editor = Events(server.port), Editor(server, seed)
    editor.compose()
    events.until(2)
    with varnish.Varnish(folder, configuration) as cache:
        edge = Client(cache.port)
        documents, count = Documents(server.client(), edge), size("edits", 12, soak=60)
        documents.check("the start")
        kept = changed = 0
        last = 2
        for _ in range(count):
            edit = editor.edit()
            revision = server.must("GET", "/v1/revisions?limit=1")["result"][0]["number"]
            # An edit that changes nothing makes no revision.
            seen = events.until(revision) if revision > last else {}
            for keys in [" ".join(event["keys"]) for number, event in seen.items() if number > last]:
                assert edge.send("PURGE", "/", headers={"X-Keys": keys}).status == 200
            last = revision
            new_kept, new_changed = documents.check(edit)
            kept, changed = kept + new_kept, changed + new_changed
    assert changed > 0, "no edit has changed a document"
    figure(f"purging: {count} edits: {changed} changed documents were fresh, {kept} others were kept (seed {seed})")
