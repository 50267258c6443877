"""Servers of one database, connections to them, and streams of their events."""

import http.client
import json
import os
import signal
import subprocess
import time

from journal import Difference

PATIENCE = 120  # seconds: a busy machine needs long


class Server:
    """`tanada serve`, which can be killed and started again on the same file."""

    def __init__(self, tanada, name, log):
        self.tanada, self.name, self.log = tanada, name, log
        self.starts = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.tanada, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        line = self.process.stdout.readline().strip()
        if not line:
            raise SystemExit(f"error: server {self.name} has ended")
        self.port = int(line.rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.events = None
        self.starts += 1

    def kill(self):
        self.end(signal.SIGKILL)

    def stop(self):
        self.end(signal.SIGTERM)

    def end(self, how):
        if self.events:
            self.events.close()
        self.connection.close()
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()

    def send(self, method, path, headers=None, body=None):
        """The status, the headers and the bytes of the answer."""
        self.connection.request(method, path, body, headers or {})
        answer = self.connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())

    def listen(self):
        """The stream of events from now on."""
        if not self.events:
            self.events = Events(self.port)
        return self.events


class Answer:
    def __init__(self, status, headers, bytes):
        self.status, self.headers, self.bytes = status, headers, bytes

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def revision(self):
        return int(self.headers["X-Tanada-Revision"] or 0)

    @property
    def code(self):
        return self.json.get("code") if self.status >= 400 else None


class Events:
    """The stream of `/v1/events`, from the newest event on, or from the one after another."""

    def __init__(self, port, after=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", "/v1/events" + (f"?last_event_id={after}" if after else ""))
        self.response = self.connection.getresponse()
        self.seen = {}
        # It begins with the event that it continues.
        self.id = None
        while not self.id:
            self.id = self.identity(self.line())
        self.since = int(self.id.split(".")[0])

    def line(self):
        line = self.response.readline()
        if not line:
            raise Difference(f"a stream of events has ended, the last one is {self.id}")
        return line.decode().rstrip("\n")

    def identity(self, line):
        return line[4:] if line.startswith("id: ") else None

    def until(self, revision):
        """Reads the events up to a revision, if they come in time; comments keep the stream alive."""
        end = time.monotonic() + PATIENCE
        while (not self.seen or max(self.seen) < revision) and time.monotonic() < end:
            line = self.line()
            self.id = self.identity(line) or self.id
            if line.startswith("data: "):
                event = json.loads(line[6:])
                self.seen[event["revision"]] = {**event, "event_id": self.id}
        return self.seen

    def take(self, revision):
        """The events up to a revision, each once; nothing is remembered, nor what is before a `reset`."""
        end = time.monotonic() + PATIENCE
        made = []
        while self.since < revision:
            if time.monotonic() > end:
                raise Difference(f"no event of revision {revision}, the last one is {self.since}")
            line = self.line()
            self.id = self.identity(line) or self.id
            if line.startswith("data: "):
                event = json.loads(line[6:])
                self.since = event["revision"]
                if "keys" in event:
                    made.append(event)
        return made

    def close(self):
        self.response.close()
        self.connection.close()


def tanada(*command):
    """Runs a command of the program of the environment."""
    return subprocess.run([os.environ["TANADA"], *command], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True).stdout
