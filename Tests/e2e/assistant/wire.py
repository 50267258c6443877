"""`tanada mcp` as a process whose lines a test writes and reads by hand."""

import json
import queue
import signal
import subprocess
import threading

from harness import PATIENCE, PROGRAM

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
