"""`tanada mcp` with the official client: it lists and calls every tool, checks each answer against the schema that the tool
publishes, and that nothing is published by it."""

import asyncio
import base64
import json
import os
import pathlib
import struct

import mcp
import mcp.client
import pytest
from mcp.client.stdio import StdioServerParameters

from assistant.test_wire import MODERN
from harness import PATIENCE, PROGRAM, completed

READING = {
    "list_kinds", "get_kind", "list_designs", "get_design", "list_content", "get_item", "list_feeds", "get_composition", "list_layouts",
    "get_screen", "preview_screen", "list_revisions", "compare_revisions", "list_releases", "get_release",
    "compare_release",
}
WRITING = {"create_release", "add_to_release", "remove_from_release"}
DELETE = [{"op": "delete", "kind": "recent_news", "id": 6}]


def public(server):
    paths = ["/v1/revisions?limit=1", "/v1/feeds", "/v1/feeds/home", "/v1/kinds", "/v1/tokens"]
    found = {path: server.must("GET", path) for path in paths}
    for token in found["/v1/tokens"]["result"]:
        token.pop("last_used_at")
    return found


class Assistant:
    def __init__(self, store, *options, mode="auto"):
        parameters = StdioServerParameters(
            command=PROGRAM, args=["mcp", "--author", "Anna", *options], cwd=store.folder, env=store.environment)
        self.client, self.called = mcp.client.Client(parameters, mode=mode, read_timeout_seconds=PATIENCE), set()

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *error):
        return await self.client.__aexit__(*error)

    async def result(self, name, arguments, is_error=False):
        """The result and its structure, of which the text is the same; or the text of an error."""
        self.called.add(name)
        result = await self.client.call_tool(name, arguments)
        assert bool(result.is_error) == is_error, result
        text = result.content[0].text
        if not is_error:
            assert json.loads(text) == result.structured_content
        return result, text if is_error else result.structured_content

    async def call(self, name, /, **arguments):
        return (await self.result(name, arguments))[1]

    async def refused(self, name, /, **arguments):
        return (await self.result(name, arguments, True))[1]

    async def preview(self, keep=None, **arguments):
        result, said = await self.result("preview_screen", arguments)
        images = [content for content in result.content if content.type == "image"]
        assert len(images) == 1 and images[0].mime_type == "image/png", result
        png = base64.b64decode(images[0].data, validate=True)
        assert png.startswith(b"\x89PNG\r\n\x1a\n") and png[-8:-4] == b"IEND", png[:30]
        if keep and (folder := os.environ.get("TANADA_PICTURES")):
            pathlib.Path(folder, f"{keep}.png").write_bytes(png)
        return said, struct.unpack(">II", png[16:24]), png


# What each tool answers to is in AssistantToolTests; here its answer is checked against its schema.
READ = {
    "list_kinds": {}, "get_kind": {"kind": "shops"}, "list_designs": {"type": "cell"},
    "get_design": {"type": "theme", "name": "default"}, "list_feeds": {}, "list_layouts": {"layout": "shelf"},
    "list_content": {"kind": "shops", "filter": {"rating.gte": 4.4}, "count": True, "sort": "-id", "fields": ["name"]},
    "get_item": {"kind": "recent_news", "id": 3, "locale": "*", "history": True}}


async def read_screens(ben, assistant):
    call = assistant.call
    composed = {s["id"] for s in (await call("get_composition"))["composition"]["sections"]}
    screen = await call("get_screen", width=320)
    served = ben.document(width=320)
    sections = [s["id"] for s in served["sections"]]
    assert [s["id"] for s in screen["sections"]] == sections and set(sections) <= composed, screen
    assert screen["height"] == served["content_size"]["height"] and screen["width"] == 320
    assert [s["item_ids"] for s in screen["sections"]] == [[i["id"] for i in s["items"]] for s in served["sections"]]
    one = await call("get_screen", width=320, section="shops", document=True)
    assert one["document"] == next(s for s in served["sections"] if s["id"] == "shops"), one
    whole = await call("get_screen", document=True)
    assert whole["document"]["feed"] == "home" and len(whole["sections"]) == len(sections)

    # Pictures: of the size that is said, and different where they should be.
    said, size, _ = await assistant.preview("section", section="shops", width=320, photos=False)
    assert (said["picture_width"], said["picture_height"]) == size and said["sections"] == ["shops"], (said, size)
    assert size[0] > 320 and said["width"] == 320, size
    _, double, _ = await assistant.preview(section="shops", width=320, scale=2)
    assert all(abs(a - 2 * b) <= 2 for a, b in zip(double, size)), (double, size)
    _, sheet, _ = await assistant.preview("sheet", section="recent_news", sheet=True)
    _, device, _ = await assistant.preview(section="recent_news")
    assert sheet[0] > 1.5 * device[0]


async def write_release(assistant):
    """Writes, all of them into a release. Returns its id."""
    call, refused = assistant.call, assistant.refused
    composition = (await call("get_composition"))["composition"]
    newest = (await call("list_revisions", limit=1))["revisions"][0]["number"]
    made = await call("create_release", name="Winter", note="Two\nlines")
    release = made["release"]["id"]
    composition["sections"][0]["title"] = "WINTER"
    added = await call("add_to_release", release=release, operations=[
        {"op": "patch", "kind": "recent_news", "id": 3, "body": {"title": "Snow"}},
        {"op": "create", "kind": "trend_articles", "body": {
            "title": "Ice", "introduction": "Cold", "thumbnail_url": "https://example.com/ice.jpg",
            "published_at": "2022-12-01T07:30:00.000+0000"}},
        {"op": "compose", "feed": "home", "body": {k: v for k, v in composition.items() if k != "feed"}},
        {"op": "delete", "kind": "recent_news", "id": 5},
        {"op": "compose", "feed": "winter", "body": {"sections": [{"id": "news", "kind": "recent_news", "title": "News"}]}},
    ])
    assert await call("get_release", release=release) == added

    difference = await call("compare_release", release=release)
    feeds = {feed["feed"]: feed for feed in difference["feeds"]}
    assert set(feeds) == {"home", "winter"} and feeds["winter"]["is_new"] and not feeds["home"]["is_new"], difference
    first = (await call("get_screen"))["sections"][0]["id"]
    assert {s["id"]: s["change"] for s in feeds["home"]["sections"]}[first] == "changed", difference
    shown = await call("get_screen", release=release, section="recent_news", document=True)
    assert "Snow" in [i["title"] for i in shown["document"]["items"]]
    _, _, drawn = await assistant.preview("release", release=release, section="recent_news")
    assert drawn != (await assistant.preview(section="recent_news"))[2]

    outdated = await refused("remove_from_release", release=release, etag=made["etag"], operations=[0])
    assert "/etag" in outdated, outdated
    rest = await call("remove_from_release", release=release, etag=added["etag"], operations=[2, 4])
    assert [o["op"] for o in rest["release"]["operations"]] == ["patch", "create", "delete"], rest
    assert (await call("list_releases", limit=1))["releases"][0]["id"] == release
    difference = await call("compare_revisions", **{"from": newest})
    assert difference["sections"] == [] and difference["to"] == newest, difference
    return release


async def converse(ben, mode):
    before = public(ben)
    async with Assistant(ben.store, mode=mode) as assistant:
        client = assistant.client
        assert client.server_info.name == "tanada" and client.server_capabilities.tools is not None
        assert "publish nothing" in client.instructions
        assert client.protocol_version == (MODERN if mode == "auto" else "2025-11-25")
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == READING | WRITING
        for tool in tools:
            assert tool.output_schema["type"] == "object" and tool.input_schema["additionalProperties"] is False, tool
            hints = tool.annotations
            assert hints.read_only_hint == (tool.name in READING) and hints.open_world_hint is False
            assert hints.destructive_hint == (tool.name == "remove_from_release")
        for name, arguments in READ.items():
            await assistant.call(name, **arguments)
        await read_screens(ben, assistant)
        release = await write_release(assistant)
        assert assistant.called == READING | WRITING
        resources = (await client.list_resources()).resources
        assert "tanada://kinds/shops" in {str(r.uri) for r in resources}
        for resource in resources:
            json.loads((await client.read_resource(str(resource.uri))).contents[0].text)
        assert len((await client.list_resource_templates()).resource_templates) == 4
        read = await client.read_resource(f"tanada://releases/{release}")
        assert json.loads(read.contents[0].text)["id"] == release
        assert public(ben) == before, "an assistant has published something"
        seen = ben.must("GET", f"/v1/releases/{release}")
        assert seen["state"] == "prepared" and seen["actor"] == "assistant Anna", seen
        ben.must("POST", f"/v1/releases/{release}/publish", {})
        async with asyncio.timeout(PATIENCE):
            while 5 in (await assistant.call("get_screen", section="recent_news"))["sections"][0]["item_ids"]:
                pass
        refused = await assistant.refused("add_to_release", release=release, operations=DELETE)
        assert "role_too_low (403)" in refused, refused
        entries = ben.must("GET", f"/v1/audit?subject=releases/{release}")["result"]
        assert {e["actor"] for e in entries} == {"assistant Anna", "token:1 tests"}, entries
        scheduled = ben.must("POST", "/v1/releases", {"name": "Later", "publish_at": "2099-01-01T00:00:00Z"})
        refused = await assistant.refused("add_to_release", release=scheduled["id"], operations=DELETE)
        assert "role_too_low (403)" in refused, refused


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_all_tools_and_nothing_is_published(serve, mode):
    completed(converse(serve(), mode))
