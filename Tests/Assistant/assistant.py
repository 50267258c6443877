"""`tanada mcp` with the official client, and on the wire: assistant.py FOLDER [SCHEMAS]; see `run`."""

import asyncio
import base64
import fcntl
import json
import os
import pathlib
import signal
import struct
import sys
import termios
import time

sys.path[:0] = ["Tests/Photos", "Tests/PostgreSQL"]
import stores
from server import Client as Connection
from server import Server, tanada
from schemas import Schemas
from wire import META, MODERN, Wire

import mcp
import mcp.client
from mcp.client.stdio import StdioServerParameters

PROGRAM = os.environ["TANADA"]
READING = {
    "list_kinds", "get_kind", "list_content", "get_item", "list_feeds", "get_composition", "list_layouts",
    "get_screen", "preview_screen", "list_revisions", "compare_revisions", "list_releases", "get_release",
    "compare_release",
}
WRITING = {"create_release", "add_to_release", "remove_from_release"}
REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]


class Place:
    """A database with the samples and a photo, and a server that runs beside the assistant."""

    def __init__(self, folder):
        self.folder = folder
        tanada(PROGRAM, folder, "seed", os.path.abspath("Seeds"))
        token = tanada(PROGRAM, folder, "token", "create", "--role", "admin", "--name", "Ben")
        self.server = Server(PROGRAM, folder)
        self.connection = Connection(self.server.port, token)

    def get(self, path):
        status, body = self.connection.send("GET", path)
        assert status == 200, (path, body)
        return json.loads(body)

    def send(self, method, path, value):
        status, body = self.connection.send_json(method, path, value)
        assert status in (200, 201, 204), (path, body)
        return json.loads(body or "null")

    def public(self):
        """Everything that an assistant must not change: what is published, and who has access."""
        paths = ["/v1/revisions?limit=1", "/v1/feeds", "/v1/feeds/home", "/v1/kinds", "/v1/tokens"]
        found = {path: self.get(path) for path in paths}
        for token in found["/v1/tokens"]["result"]:
            token.pop("last_used_at")
        return found

    def parameters(self, *options):
        return StdioServerParameters(
            command=PROGRAM, args=["mcp", "--author", "Anna", *options], cwd=self.folder,
            env=stores.environment(self.folder))


def structure(result, is_error=False):
    """The structured result, of which the text is the same."""
    assert bool(result.is_error) == is_error, result
    if is_error:
        return result.content[0].text
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


def picture_size(result):
    """The size of the PNG in a result."""
    images = [content for content in result.content if content.type == "image"]
    assert len(images) == 1 and images[0].mime_type == "image/png", result
    png = base64.b64decode(images[0].data, validate=True)
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and png[-8:-4] == b"IEND", png[:30]
    return struct.unpack(">II", png[16:24]), png


async def call_every_tool(place, client, pictures):
    """Calls all tools; the client checks what they answer against what they have published."""
    called = set()

    async def call(name, /, is_error=False, **arguments):
        called.add(name)
        return structure(await client.call_tool(name, arguments), is_error)

    kinds = await call("list_kinds")
    assert {"kind": "shops", "title": "Shops"}.items() <= next(
        k for k in kinds["kinds"] if k["kind"] == "shops").items(), kinds
    kind = await call("get_kind", kind="shops")
    assert kind["item_count"] == 9 and kind["definition"]["kind"] == "shops"
    first = await call("list_content", kind="pickup_photos", limit=8, count=True, sort="-id", fields=["title"])
    assert first["total"] == 20 and [i["id"] for i in first["items"]] == list(range(20, 12, -1)), first
    ids, cursor = [], None
    while True:
        page = await call("list_content", kind="pickup_photos", limit=8, **({"cursor": cursor} if cursor else {}))
        ids += [item["id"] for item in page["items"]]
        if (cursor := page["next_cursor"]) is None:
            break
    assert ids == list(range(1, 21)), ids
    found = await call("list_content", kind="shops", filter={"rating.gte": 4.4}, count=True)
    assert found["total"] == len(found["items"]) and all(i["rating"] >= 4.4 for i in found["items"]), found
    item = await call("get_item", kind="recent_news", id=3, locale="*", history=True)
    assert item["item"]["id"] == 3 and item["versions"][0]["to"] is None, item
    feeds = await call("list_feeds")
    assert [f["feed"] for f in feeds["feeds"]] == ["home"], feeds
    composition = await call("get_composition")
    composed = [s["id"] for s in composition["composition"]["sections"]]
    assert len((await call("list_layouts"))["layouts"]) > 8
    shelf = await call("list_layouts", layout="shelf")
    assert [l["type"] for l in shelf["layouts"]] == ["shelf"] and shelf["layouts"][0]["options"], shelf

    screen = await call("get_screen", width=320)
    served = place.get("/v1/feeds/home?width=320")
    sections = [s["id"] for s in served["sections"]]
    assert [s["id"] for s in screen["sections"]] == sections and set(sections) <= set(composed), screen
    assert screen["height"] == served["content_size"]["height"] and screen["width"] == 320
    assert [s["item_ids"] for s in screen["sections"]] == [[i["id"] for i in s["items"]] for s in served["sections"]]
    one = await call("get_screen", width=320, section="shops", document=True)
    assert one["document"] == next(s for s in served["sections"] if s["id"] == "shops"), one
    whole = await call("get_screen", document=True)
    assert whole["document"]["feed"] == "home" and len(whole["sections"]) == len(sections)

    # Pictures: of the size that is said, and different where they should be.
    result = await client.call_tool("preview_screen", {"section": "shops", "width": 320, "photos": False})
    said, (size, png) = structure(result), picture_size(result)
    assert (said["picture_width"], said["picture_height"]) == size and said["sections"] == ["shops"], (said, size)
    assert size[0] > 320 and said["width"] == 320, size
    (pictures / "section.png").write_bytes(png)
    double = await client.call_tool("preview_screen", {"section": "shops", "width": 320, "scale": 2})
    assert all(abs(a - 2 * b) <= 2 for a, b in zip(picture_size(double)[0], size)), (picture_size(double)[0], size)
    sheet = await client.call_tool("preview_screen", {"section": "recent_news", "sheet": True})
    device = await client.call_tool("preview_screen", {"section": "recent_news"})
    assert picture_size(sheet)[0][0] > 1.5 * picture_size(device)[0][0]
    (pictures / "sheet.png").write_bytes(picture_size(sheet)[1])
    called.add("preview_screen")

    # Writes, all of them into a release.
    revisions = await call("list_revisions", limit=1)
    newest = revisions["revisions"][0]["number"]
    made = await call("create_release", name="Winter", note="Two\nlines")
    release = made["release"]["id"]
    assert made["release"]["operation_count"] == 0 and made["release"]["note"] == "Two\nlines", made
    composition["composition"]["sections"][0]["title"] = "WINTER"
    added = await call("add_to_release", release=release, operations=[
        {"op": "patch", "kind": "recent_news", "id": 3, "body": {"title": "Snow"}},
        {"op": "create", "kind": "trend_articles", "body": {
            "title": "Ice", "introduction": "Cold", "thumbnail_url": "https://example.com/ice.jpg",
            "published_at": "2022-12-01T07:30:00.000+0000"}},
        {"op": "compose", "feed": "home", "body": {
            k: v for k, v in composition["composition"].items() if k != "feed"}},
    ])
    assert added["release"]["operation_count"] == 3 and added["release"]["conflicts"] == [], added
    added = await call("add_to_release", release=release, operations=[
        {"op": "delete", "kind": "recent_news", "id": 5},
        {"op": "compose", "feed": "winter", "body": {"sections": [
            {"id": "news", "kind": "recent_news", "title": "News"}]}},
    ])
    assert [o["op"] for o in added["release"]["operations"]] == ["patch", "create", "compose", "delete", "compose"]
    problem = await call("add_to_release", is_error=True, release=release, operations=[
        {"op": "patch", "kind": "recent_news", "id": 4, "body": {"title": "Fine"}},
        {"op": "patch", "kind": "recent_news", "id": 4, "body": {"rating": "x", "title": 7}},
    ])
    assert "/operations/1/body/title" in problem and "422" in problem, problem
    same = await call("get_release", release=release)
    assert same == added

    difference = await call("compare_release", release=release)
    feeds = {feed["feed"]: feed for feed in difference["feeds"]}
    assert set(feeds) == {"home", "winter"} and feeds["winter"]["is_new"] and not feeds["home"]["is_new"], difference
    changes = {(s["id"], i["id"]): i["change"] for s in feeds["home"]["sections"] for i in s["items"]}
    assert changes[("recent_news", 3)] == "changed" and changes[("recent_news", 5)] == "removed", changes
    assert {s["id"]: s["change"] for s in feeds["home"]["sections"]}[sections[0]] == "changed", difference
    shown = await call("get_screen", release=release, section="recent_news", document=True)
    assert "Snow" in [i["title"] for i in shown["document"]["items"]]
    drawn = await client.call_tool("preview_screen", {"release": release, "section": "recent_news"})
    plain = await client.call_tool("preview_screen", {"section": "recent_news"})
    assert picture_size(drawn)[1] != picture_size(plain)[1]
    (pictures / "release.png").write_bytes(picture_size(drawn)[1])

    outdated = await call("remove_from_release", is_error=True, release=release, etag=made["etag"], operations=[0])
    assert "/etag" in outdated, outdated
    rest = await call("remove_from_release", release=release, etag=added["etag"], operations=[2, 4])
    assert [o["op"] for o in rest["release"]["operations"]] == ["patch", "create", "delete"], rest
    listed = await call("list_releases", limit=1)
    assert listed["releases"][0]["id"] == release and listed["releases"][0]["state"] == "prepared", listed
    difference = await call("compare_revisions", **{"from": newest})
    assert difference["sections"] == [] and difference["to"] == newest, difference

    # What cannot be had is said in words, and is no fault of the protocol.
    for name, arguments, words in [
        ("get_item", {"kind": "shops", "id": 999}, "no item 999"),
        ("get_kind", {"kind": "../tokens"}, "404"),
        ("get_kind", {}, "/kind: expected a text of 1 to 200 characters, found nothing"),
        ("list_content", {"kind": "shops", "filter": {"stars": 4}}, "stars"),
        ("list_content", {"kind": "shops", "limit": 0}, "/limit: expected a whole number from 1 to 100"),
        ("list_content", {"kind": "shops", "cursor": "x"}, "cursor"),
        ("get_screen", {"at": "yesterday"}, "at: expected a time"),
        ("get_screen", {"feed": "nowhere"}, "no feed"),
        ("preview_screen", {"section": "nothing"}, "/section: expected one of"),
        ("preview_screen", {"scale": 3}, "/scale"),
        ("compare_release", {"release": 999}, "404"),
        ("create_release", {"name": "x", "publish_at": "2030-01-01T00:00:00Z"}, "/publish_at: unknown"),
        ("add_to_release", {"release": release, "operations": [{"op": "publish"}]}, "/operations/0/op"),
        ("remove_from_release", {"release": release, "etag": rest["etag"], "operations": [3]}, "none at 3"),
    ]:
        text = await call(name, is_error=True, **arguments)
        assert words in text, (name, text)
    return called, release


async def converse(place, pictures, mode):
    """The whole of it in one mode of the client."""
    before = place.public()
    async with mcp.client.Client(place.parameters(), mode=mode, read_timeout_seconds=60) as client:
        assert client.server_info.name == "tanada" and client.server_capabilities.tools is not None
        assert "publish nothing" in client.instructions
        revision = client.protocol_version
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == READING | WRITING
        for tool in tools:
            assert tool.title and tool.output_schema["type"] == "object" and len(tool.description) > 80, tool
            assert tool.input_schema["additionalProperties"] is False
            hints = tool.annotations
            assert hints.read_only_hint == (tool.name in READING) and hints.open_world_hint is False
            assert hints.destructive_hint == (tool.name == "remove_from_release")
        called, release = await call_every_tool(place, client, pictures)
        assert called == {tool.name for tool in tools}, called
        resources = (await client.list_resources()).resources
        assert "tanada://kinds/shops" in {str(r.uri) for r in resources}
        for resource in resources:
            read = await client.read_resource(str(resource.uri))
            json.loads(read.contents[0].text)
        templates = (await client.list_resource_templates()).resource_templates
        assert len(templates) == 4
        read = await client.read_resource(f"tanada://releases/{release}")
        assert json.loads(read.contents[0].text)["id"] == release
        # All tools were called, and nothing that anybody sees has changed.
        assert place.public() == before, "an assistant has published something"
        seen = place.get(f"/v1/releases/{release}")
        assert seen["state"] == "prepared" and seen["actor"] == "assistant Anna", seen
        # What people publish meanwhile is seen, without a restart.
        place.send("POST", f"/v1/releases/{release}/publish", {})
        screen = structure(await client.call_tool("get_screen", {"section": "recent_news"}))
        assert 5 not in screen["sections"][0]["item_ids"], screen
        refused = structure(await client.call_tool("add_to_release", {
            "release": release, "operations": [{"op": "delete", "kind": "recent_news", "id": 6}]}), True)
        assert "role_too_low (403)" in refused, refused
        entries = place.get(f"/v1/audit?subject=releases/{release}")["result"]
        assert {e["actor"] for e in entries} == {"assistant Anna", "token:1 Ben"}, entries
        # For the next one.
        place.send("POST", "/v1/restore", {
            "revision": before["/v1/revisions?limit=1"]["result"][0]["number"],
            "subjects": ["content/recent_news/3", "content/recent_news/5"]})
        # A scheduled release is an editor's.
        scheduled = place.send("POST", "/v1/releases", {"name": "Later", "publish_at": "2099-01-01T00:00:00Z"})
        refused = structure(await client.call_tool("add_to_release", {
            "release": scheduled["id"], "operations": [{"op": "delete", "kind": "recent_news", "id": 6}]}), True)
        assert "role_too_low (403)" in refused, refused
        place.send("DELETE", f"/v1/releases/{scheduled['id']}", None)
    return revision, len(called)


async def read_only(place):
    async with mcp.client.Client(place.parameters("--read-only"), read_timeout_seconds=60) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == READING
        try:
            await client.call_tool("create_release", {"name": "x"})
        except mcp.MCPError as error:
            assert error.code == -32602, error
        else:
            raise AssertionError("a tool that is not offered was called")


# On the wire.


def faults(place):
    """What no client should say is answered with the right code, and nothing is taken for anything else."""
    wire = Wire(place.folder)
    tool_list = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for line, code in [
        (tool_list, -32600),  # before initialize
        ({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}, -32602),
        (tool_list | {"params": {"_meta": {META + "protocolVersion": "2020-01-01"}}}, -32022),
        (tool_list | {"params": {"_meta": {META + "protocolVersion": MODERN}}}, -32602),
        (b"{\n", -32700), (b"\xff\xfe\n", -32700), (b'{"jsonrpc":"2.0","id":1,"method":"\xc3("}\n', -32700),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n', -32700), (b"[" * 100_000 + b"\n", -32700),
        (b"3\n", -32600), ([], -32600), ([tool_list], -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600),
        ({"id": 1, "method": "ping"}, -32600), ({"jsonrpc": "2.0", "id": 1}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}, -32602),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * (5 << 20) + b'"}\n', -32600),
    ]:
        wire.write(line)
        answer = wire.read()
        assert answer["error"]["code"] == code, (str(line)[:100], answer)
    wire.initialize("1999-01-01")
    for method, parameters, code in [
        ("nothing", {}, -32601), ("logging/setLevel", {"level": "debug"}, -32601), ("initialize", {}, -32600),
        ("tools/call", {}, -32602), ("tools/call", {"name": "publish_release"}, -32602),
        ("tools/call", {"name": "list_kinds", "arguments": []}, -32602), ("tools/list", {"cursor": "x"}, -32602),
        ("resources/read", {"uri": "tanada://kinds/nothing"}, -32002),
        ("resources/read", {"uri": "file:///etc/passwd"}, -32002),
    ]:
        assert wire.ask(method, parameters)["error"]["code"] == code, (method, parameters)
    # Notifications and answers are never answered, whatever is in them.
    for line in [{"method": "nothing"}, {"method": "notifications/cancelled", "params": {"requestId": 77}},
                 {"method": "tools/call", "params": [1]}, {"id": 5, "result": {}},
                 {"method": "notifications/initialized"}]:
        wire.write({"jsonrpc": "2.0"} | line)
    wire.write(b"\n  \r\n")
    assert wire.ask("ping")["result"] == {}
    code, rest, messages = wire.end()
    assert (code, rest, messages) == (0, [], ""), (code, rest, messages)


def waiting(pipe):
    """How many bytes wait to be read."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"    "))[0]


def endings(place):
    """It ends with its input, at a signal, and when nobody reads, and answers what was asked before."""
    wire = Wire(place.folder)
    wire.modern = True
    begun = wire.ask("server/discover")["result"]
    assert begun["supportedVersions"] == REVISIONS, begun
    meta = {"_meta": {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}}
    wire.write({"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": meta | {
        "notifications": {"toolsListChanged": True}}})
    acknowledged = wire.read()
    assert acknowledged["params"] == {"_meta": {META + "subscriptionId": "s"}, "notifications": {}}, acknowledged
    for number in range(10):
        wire.write({"jsonrpc": "2.0", "id": f"r{number}", "method": "tools/call",
                    "params": meta | {"name": "get_screen"}})
    code, rest, messages = wire.end()
    assert code == 0 and {m["id"] for m in rest} == {f"r{n}" for n in range(10)} | {"s"}, (code, rest)
    assert all("result" in message for message in rest) and rest[-1]["id"] == "s" and messages == "", messages

    # A cancelled request is not answered; the others are.
    wire = Wire(place.folder)
    wire.modern = True
    wire.write({"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": meta | {"name": "preview_screen"}})
    wire.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "slow"}})
    assert "result" in wire.ask("tools/call", {"name": "list_kinds"})
    code, rest, _ = wire.end()
    assert (code, rest) == (0, []), (code, rest)

    for number in (signal.SIGTERM, signal.SIGINT):
        wire = Wire(place.folder)
        wire.initialize("2025-11-25")
        wire.write({"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": {"name": "preview_screen"}})
        wire.ask("ping")
        start = time.monotonic()
        code, messages = wire.stop(number)
        assert (code, messages) == (0, ""), (number, code, messages)
        assert time.monotonic() - start < 20

    # Nobody reads any more, while the input is still open.
    wire = Wire(place.folder, reads=False)
    wire.process.stdout.close()
    wire.write({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert wire.process.wait(timeout=60) in (0, -signal.SIGPIPE), wire.process.returncode

    # Somebody has the pipe open and reads nothing, and it is asked to end.
    wire = Wire(place.folder, reads=False)
    wire.write({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}})
    for number in range(2, 6):
        wire.write({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {
            "name": "get_screen", "arguments": {"document": True}}})
    end = time.monotonic() + 60
    while waiting(wire.process.stdout) < 60_000:
        assert time.monotonic() < end, "the pipe is never full"
        time.sleep(0.01)
    assert wire.stop()[0] == 0

    # It is killed in the middle of a line.
    wire = Wire(place.folder)
    wire.initialize("2025-11-25")
    wire.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","par')
    wire.process.kill()
    wire.process.wait(timeout=60)
    tanada(PROGRAM, place.folder, "check")


def revisions(place, schemas):
    """Each revision is spoken as it is published."""
    checked = 0
    for revision in REVISIONS:
        wire = Wire(place.folder)
        wire.modern = revision == MODERN

        def ask(method, parameters=None):
            nonlocal checked
            answer = wire.initialize(revision) if method == "initialize" else wire.ask(method, parameters)
            if schemas:
                schemas.check_answer(revision, method, answer)
                checked += 1
            return answer

        if wire.modern:
            assert ask("server/discover")["result"]["resultType"] == "complete"
            assert ask("ping")["error"]["code"] == -32601
        else:
            assert ask("initialize")["result"]["protocolVersion"] == revision
            assert ask("ping")["result"] == {}
        tools = ask("tools/list")["result"]["tools"]
        assert all(("outputSchema" in tool) == (revision >= "2025-06-18") for tool in tools)
        assert all(("annotations" in tool) == (revision >= "2025-03-26") for tool in tools)
        result = ask("tools/call", {"name": "list_kinds"})["result"]
        assert ("structuredContent" in result) == (revision >= "2025-06-18"), result
        assert ("resultType" in result) == wire.modern, result
        assert ask("tools/call", {"name": "get_kind"})["result"]["isError"] is True
        ask("tools/call", {"name": "preview_screen", "arguments": {"section": "shops"}})
        ask("resources/list")
        ask("resources/templates/list")
        ask("resources/read", {"uri": "tanada://kinds/shops"})
        missing = ask("resources/read", {"uri": "tanada://kinds/nothing"})["error"]["code"]
        assert missing == (-32602 if wire.modern else -32002), missing
        ask("tools/call", {"name": "nothing"})
        if not wire.modern:
            batch = [{"jsonrpc": "2.0", "id": n, "method": "ping"} for n in ("a", "b")]
            wire.write(batch + [{"jsonrpc": "2.0", "method": "notifications/nothing"}, 7])
            answer = wire.read()
            if revision <= "2025-03-26":
                assert [m.get("id") for m in answer] == ["a", "b", None] and answer[2]["error"]["code"] == -32600
                wire.write([{"jsonrpc": "2.0", "method": "notifications/nothing"}])
            else:
                assert answer["error"]["code"] == -32600, answer
            assert wire.ask("ping")["result"] == {}
        assert wire.end()[0] == 0
    return checked


def main(folder, schemas=None):
    place = Place(folder)
    pictures = pathlib.Path(os.environ.get("TANADA_PICTURES", folder))
    try:
        for mode in ("auto", "legacy"):
            revision, count = asyncio.run(converse(place, pictures, mode))
            assert revision == (MODERN if mode == "auto" else "2025-11-25"), revision
            print(f"✔ the client in {revision}: {count} tools, nothing published")
        asyncio.run(read_only(place))
        print(f"✔ read only: {len(READING)} tools")
        faults(place)
        endings(place)
        print("✔ faults and endings")
        checked = revisions(place, Schemas(schemas) if schemas else None)
        print(f"✔ {len(REVISIONS)} revisions, {checked} messages checked against their published schemas")
    finally:
        place.server.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
