"""An hour of edits of every sort, a minute apart: what each write answers, the audit of all, and the screens after it."""

import json

from harness.program import PATCH

NEWS = {"title": "Recorded", "thumbnail_url": "https://example.com/recorded.jpg", "news_category": "Record",
        "published_at": "2026-10-01T09:00:00Z"}
TILE = {"cell": "tile", "fits": ["shelf"], "content": [{"image": "image"}]}
COUPONS = {"kind": "coupons", "title": "Coupons", "fields": [
    {"name": "title", "type": "text", "max_length": 60}, {"name": "percent", "type": "integer", "minimum": 1}]}


def writes(picture, photo):
    """Role, method, path, body and header fields; a function makes the body or the path of what was answered before."""
    json_of = lambda body: (json.dumps(body).encode(), {"Content-Type": "application/json"})
    patch_of = lambda body: (json.dumps(body).encode(), {"Content-Type": PATCH})
    yield "editor", "POST", "/v1/content/recent_news", *json_of(NEWS)
    yield "editor", "POST", "/v1/content/recent_news?dry_run=true", *json_of(NEWS)
    yield "editor", "POST", "/v1/content/recent_news", *json_of(NEWS | {"title": "", "unheard": 1, "published_at": "May"})
    body, fields = json_of(NEWS | {"title": "Once"})
    for _ in range(2):
        yield "editor", "POST", "/v1/content/recent_news", body, fields | {"Idempotency-Key": '"recorded"'}
    yield "editor", "PUT", "/v1/content/recent_news/2", *json_of(NEWS | {"draft": True})
    yield "editor", "PATCH", "/v1/content/recent_news/3", *patch_of({"title": "Patched", "publish_at": "2040-01-01T00:00:00Z"})
    yield "editor", "PATCH", "/v1/content/recent_news/3?dry_run=true", *patch_of({"title": "Not patched"})
    yield "editor", "PATCH", "/v1/content/recent_news/4", *patch_of({"title@en": "Translated"})
    yield "editor", "PATCH", "/v1/content/recent_news/9007199254740993", *patch_of({"title": "Beyond"})
    yield "editor", "DELETE", "/v1/content/recent_news/5", None, {}
    yield "editor", "DELETE", "/v1/content/recent_news/5", None, {}
    yield "contributor", "PATCH", "/v1/content/recent_news/6", *patch_of({"title": "Refused"})
    yield "editor", "POST", "/v1/batch", *json_of({"operations": [
        {"op": "create", "kind": "recent_news", "body": NEWS | {"title": "Batched"}},
        {"op": "patch", "kind": "featured_topics", "id": 1, "body": {"title": "Batched"}},
        {"op": "delete", "kind": "recent_news", "id": 6}]})
    yield "editor", "POST", "/v1/batch", *json_of({"operations": [
        {"op": "delete", "kind": "recent_news", "id": 7}, {"op": "patch", "kind": "recent_news", "id": 777, "body": {}}]})
    csv = b"id,title,thumbnail_url,news_category,published_at\n101,Imported,https://example.com/i.jpg,Record,2026-10-02T09:00:00Z\n"
    for options in ("&dry_run=true", ""):
        yield "editor", "POST", f"/v1/import/recent_news?format=csv{options}", csv, {"Content-Type": "text/csv"}
    yield "editor", "POST", "/v1/import/recent_news?format=csv", csv.replace(b"2026", b"MMXX"), {"Content-Type": "text/csv"}
    yield "admin", "PUT", "/v1/kinds/coupons", *json_of(COUPONS)
    yield "admin", "POST", "/v1/content/coupons", *json_of({"title": "Ten", "percent": 10})
    yield "admin", "PUT", "/v1/kinds/coupons?dry_run=true", *json_of(COUPONS | {"fields": COUPONS["fields"][:1]})
    yield "admin", "DELETE", "/v1/kinds/coupons", None, {}
    for name, role in (("tile", "admin"), ("tile", "editor"), ("other", "admin")):
        yield role, "PUT", f"/v1/cells/{name}", *json_of(TILE)
    yield "admin", "PUT", "/v1/themes/night?dry_run=true", *json_of({"theme": "night", "colors": {"label": "#ffffff"}})
    yield "admin", "DELETE", "/v1/cells/tile", None, {}
    yield "admin", "DELETE", "/v1/cells/card", None, {}
    yield "editor", "PUT", "/v1/feeds/recorded/composition", *json_of({"sections": [
        {"id": "news", "kind": "recent_news", "title": "News"}]})
    yield "editor", "PUT", "/v1/feeds/recorded/composition", *json_of({"sections": [{"id": "news", "kind": "unheard", "title": "News"}]})
    yield "admin", "DELETE", "/v1/feeds/recorded", None, {}
    yield "admin", "DELETE", "/v1/feeds/home", None, {}
    yield "contributor", "POST", "/v1/releases", *json_of({"name": "Recorded", "note": "Of an hour."})
    yield "contributor", "PUT", "/v1/releases/1/operations", *json_of({"operations": [
        {"op": "patch", "kind": "recent_news", "id": 8, "body": {"title": "Released"}}]})
    yield "viewer", "GET", "/v1/feeds/home?release=1&width=390", None, {}
    yield "contributor", "POST", "/v1/releases/1/links", *json_of({"feed": "home", "expires_at": "2031-03-10T00:00:00Z"})
    yield "editor", "PATCH", "/v1/content/recent_news/8", *patch_of({"title": "Between"})
    yield "editor", "POST", "/v1/releases/1/publish", None, {}
    yield "contributor", "PUT", "/v1/releases/1/operations", *json_of({"operations": [
        {"op": "patch", "kind": "recent_news", "id": 8, "body": {"title": "Released"}}]})
    yield "editor", "PATCH", "/v1/releases/1", *patch_of({"publish_at": "2040-01-01T00:00:00Z"})
    yield "editor", "POST", "/v1/releases/1/publish", None, {}
    yield "contributor", "POST", "/v1/photos", picture, {"Content-Type": "image/jpeg"}
    yield "editor", "PATCH", f"/v1/photos/{photo}", *patch_of({"alt": "Recorded"})
    yield "viewer", "POST", "/v1/feeds/home/preview?width=390", *json_of({"operations": [
        {"op": "patch", "kind": "recent_news", "id": 9, "body": {"title": "Previewed"}}]})
    yield "viewer", "POST", "/v1/presence", *json_of({"studio": "recorded", "subjects": ["content/recent_news/9"]})
    yield "editor", "POST", "/v1/restore?dry_run=true", *json_of({"revision": 2, "subjects": ["content/recent_news/3", "feeds/home"]})
    yield "editor", "POST", "/v1/restore", *json_of({"revision": 2, "subjects": ["content/recent_news/3", "feeds/home"]})
    yield "admin", "POST", "/v1/tokens", *json_of({"name": "Recorded", "role": "viewer"})
    yield "admin", "PATCH", "/v1/tokens/5", *patch_of({"role": "editor"})
    yield "admin", "DELETE", "/v1/tokens/5", None, {}
    yield "admin", "POST", "/v1/invitations", *json_of({"name": "Recorded", "role": "editor"})


# What is looked at after the hour.
AFTERWARDS = [
    "/v1/audit?limit=100", "/v1/revisions?limit=100", "/v1/feeds", "/v1/feeds/home?width=390",
    "/v1/feeds/home/diff?from=1&width=390", "/v1/feeds/home?width=390&revision=1", "/v1/feeds/home?width=390&drafts=true",
    "/v1/content/recent_news?visibility=draft&limit=100", "/v1/content/recent_news/8/history", "/v1/releases", "/v1/releases/1",
    "/v1/tokens", "/v1/kinds", "/v1/export/recent_news?format=csv", "/v1/export/recent_news?format=ndjson", "/readyz",
]
