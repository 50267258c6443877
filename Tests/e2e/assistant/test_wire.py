"""`tanada mcp` on the wire: lines, its ends, and every revision of the protocol."""

import fcntl
import json
import os
import pathlib
import queue
import signal
import struct
import subprocess
import termios
import threading
import time

import jsonschema
import pytest

from harness import PATIENCE, PROGRAM, eventually

MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
MODERN_META = {"_meta": {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}}


class Wire:
    def __init__(self, store, modern=False, reads=True):
        """`reads`: whether what it says is read; otherwise the pipe is left to the test."""
        self.process = subprocess.Popen(
            [PROGRAM, "mcp", "--author", "Anna"], cwd=store.folder, env=store.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines, self.number, self.modern = queue.Queue(), 0, modern
        if reads:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def write(self, data):
        self.process.stdin.write(data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        """The next message; None at the end."""
        line = self.lines.get(timeout=PATIENCE)
        assert line is None or line.endswith(b"\n"), line
        return line and json.loads(line)

    def request(self, method, parameters=None, id=1):
        self.write({"jsonrpc": "2.0", "id": id, "method": method,
                    "params": (parameters or {}) | (MODERN_META if self.modern else {})})

    def notify(self, method, **parameters):
        self.write({"jsonrpc": "2.0", "method": method} | ({"params": parameters} if parameters else {}))

    def ask(self, method, parameters=None):
        """The answer to a request, which is the only one."""
        self.number += 1
        self.request(method, parameters, self.number)
        answer = self.read()
        assert answer["id"] == self.number, answer
        return answer

    def initialize(self, revision):
        """Agrees on a revision, and returns the answer."""
        answer = self.ask("initialize", {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
        self.notify("notifications/initialized")
        return answer

    def end(self):
        self.process.stdin.close()
        rest = []
        while (message := self.read()) is not None:
            rest.append(message)
        return self.process.wait(PATIENCE), rest, self.process.stderr.read().decode()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE), self.process.stderr.read().decode()


RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult", "resources/list": "ListResourcesResult", "ping": "EmptyResult",
    "resources/templates/list": "ListResourceTemplatesResult", "resources/read": "ReadResourceResult",
}
REVISIONS = [MODERN, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]


class Schemas:
    """Those of the folder `schema` of the protocol's repository."""

    def __init__(self, folder):
        self.documents = {path.parent.name: json.loads(path.read_text())
                          for path in pathlib.Path(folder).glob("20*/schema.json")}

    def check(self, revision, method, answer):
        document = self.documents[revision]
        place = "$defs" if "$defs" in document else "definitions"
        names = ["JSONRPCErrorResponse", "JSONRPCError"] if "error" in answer else ["JSONRPCResultResponse", "JSONRPCResponse"]
        values = {next(name for name in names if name in document[place]): answer}
        if "result" in answer:
            values[RESULTS[method]] = answer["result"]
        for definition, value in values.items():
            assert definition in document[place], (revision, definition)
            validator = jsonschema.validators.validator_for(document)(
                {**{k: v for k, v in document.items() if k != "$ref"}, "$ref": f"#/{place}/{definition}"})
            errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
            assert not errors, (revision, definition, errors[:5], str(value)[:300])


@pytest.fixture(scope="module")
def store(make_store):
    return make_store()


def test_a_line_that_is_no_text_or_no_end_is_a_fault(store):
    """AssistantSessionTests have the codes of all other faults."""
    wire = Wire(store)
    for line, code in [(b"\xff\xfe\n", -32700), (b'{"jsonrpc":"2.0","id":1,"method":"\xc3("}\n', -32700),
                       (b"[" * 100_000 + b"\n", -32700), (b"x" * (5 << 20) + b"\n", -32600)]:
        wire.write(line)
        answer = wire.read()
        assert answer["error"]["code"] == code, (line[:100], answer)
    wire.initialize("1999-01-01")
    for method, parameters, code in [
        ("logging/setLevel", {"level": "debug"}, -32601), ("tools/call", {"name": "publish_release"}, -32602),
        ("resources/read", {"uri": "file:///etc/passwd"}, -32002),
    ]:
        assert wire.ask(method, parameters)["error"]["code"] == code, (method, parameters)
    wire.write(b"\n  \r\n")
    assert wire.ask("ping")["result"] == {}
    assert wire.end() == (0, [], "")


def test_it_ends_with_its_input_and_answers_what_was_asked_before(store):
    wire = Wire(store, modern=True)
    begun = wire.ask("server/discover")["result"]
    assert begun["supportedVersions"] == REVISIONS, begun
    wire.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, "s")
    acknowledged = wire.read()
    assert acknowledged["params"] == {"_meta": {META + "subscriptionId": "s"}, "notifications": {}}, acknowledged
    for number in range(10):
        wire.request("tools/call", {"name": "get_screen"}, f"r{number}")
    code, rest, messages = wire.end()
    assert code == 0 and {m["id"] for m in rest} == {f"r{n}" for n in range(10)} | {"s"}, (code, rest)
    assert all("result" in message for message in rest) and rest[-1]["id"] == "s" and messages == "", messages


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_at_a_signal(store, number):
    wire = Wire(store)
    wire.initialize("2025-11-25")
    wire.request("tools/call", {"name": "preview_screen"}, "slow")
    wire.ask("ping")
    start = time.monotonic()
    assert wire.stop(number) == (0, "")
    assert time.monotonic() - start < 20


def test_it_ends_when_nobody_reads_any_more(store):
    """While the input is still open."""
    wire = Wire(store, reads=False)
    wire.process.stdout.close()
    wire.request("ping")
    assert wire.process.wait(PATIENCE) in (0, -signal.SIGPIPE), wire.process.returncode


def test_it_ends_at_a_signal_although_a_full_pipe_is_not_read(store):
    wire = Wire(store, reads=False)
    wire.request("initialize", {"protocolVersion": "2025-11-25"})
    for number in range(2, 6):
        wire.request("tools/call", {"name": "get_screen", "arguments": {"document": True}}, number)
    # So many bytes wait to be read.
    eventually(lambda: struct.unpack("i", fcntl.ioctl(wire.process.stdout, termios.FIONREAD, b"    "))[0] >= 60_000,
               "the pipe is full")
    assert wire.stop()[0] == 0


def test_it_is_killed_in_the_middle_of_a_line(store):
    wire = Wire(store)
    wire.initialize("2025-11-25")
    wire.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","par')
    wire.process.kill()
    wire.process.wait(PATIENCE)
    store.run("check")


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_revision_is_spoken_as_it_is_published(store, revision):
    """TANADA_MCP_SCHEMAS is the folder `schema` of the protocol's repository: each message is checked against it then."""
    folder = os.environ.get("TANADA_MCP_SCHEMAS")
    schemas = folder and Schemas(folder)
    wire = Wire(store, modern=revision == MODERN)

    def ask(method, parameters=None):
        answer = wire.initialize(revision) if method == "initialize" else wire.ask(method, parameters)
        if schemas:
            schemas.check(revision, method, answer)
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
    assert wire.end()[0] == 0
