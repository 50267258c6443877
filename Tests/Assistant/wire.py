"""`tanada mcp` as a process whose lines a test writes and reads by hand."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading

sys.path[:0] = ["Tests/PostgreSQL"]
import stores

MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


class Wire:
    def __init__(self, folder, *options, reads=True):
        """`reads`: whether what it says is read; otherwise the pipe is left to the test."""
        self.process = subprocess.Popen(
            [os.environ["TANADA"], "mcp", "--author", "Anna", *options], cwd=folder,
            env=stores.environment(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines, self.number, self.modern = queue.Queue(), 0, False
        if reads:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def write(self, data):
        self.process.stdin.write(data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n")
        self.process.stdin.flush()

    def read(self, timeout=60):
        """The next message; None at the end."""
        line = self.lines.get(timeout=timeout)
        if line is None:
            return None
        assert line.endswith(b"\n"), line
        return json.loads(line)

    def ask(self, method, parameters=None):
        """The answer to a request, which is the only one."""
        self.number += 1
        parameters = dict(parameters or {})
        if self.modern:
            parameters["_meta"] = {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}
        self.write(request)
        answer = self.read()
        assert answer["id"] == self.number, answer
        return answer

    def call(self, tool, /, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def initialize(self, revision):
        """Agrees on a revision, and returns the answer."""
        answer = self.ask("initialize", {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
        })
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def end(self):
        """Ends the input, and returns the exit code, what was still said, and the messages for people."""
        self.process.stdin.close()
        rest = []
        while (message := self.read()) is not None:
            rest.append(message)
        return self.process.wait(timeout=60), rest, self.process.stderr.read().decode()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(timeout=60)
        return code, self.process.stderr.read().decode()
