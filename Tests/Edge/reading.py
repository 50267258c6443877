"""Readers who read the same documents again and again, and events of servers."""

import http.client
import json
import threading
import time

from machines import Client


class Events:
    """When revisions go into service at one server."""

    def __init__(self, port):
        self.moments = {}
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.connection.request("GET", "/v1/events")
        self.response = self.connection.getresponse()
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        try:
            for line in self.response:
                if line.startswith(b"data: "):
                    self.moments[json.loads(line[6:])["revision"]] = time.monotonic()
        except (OSError, AttributeError, ValueError):
            # The server has ended.
            pass


class Readers:
    """Threads that read documents in codings from ports in turn, and note every revision that they see."""

    def __init__(self, ports, documents, codings, count, pause=0.0):
        self.ports, self.documents, self.codings, self.pause = ports, documents, codings, pause
        self.is_ended = False
        self.reads = self.steps_back = 0
        self.failures, self.examples = [], []
        self.times = []
        # When a tag was first seen.
        self.first = {}
        self.lock = threading.Lock()
        self.threads = [
            threading.Thread(target=self.read, args=(number,), daemon=True) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def read(self, number):
        clients = [Client(port) for port in self.ports]
        seen, turn = {}, number
        while not self.is_ended:
            turn += 1
            document = self.documents[turn % len(self.documents)]
            coding = self.codings[turn // len(self.documents) % len(self.codings)]
            began = time.monotonic()
            try:
                status, headers, body = clients[turn % len(clients)].send(
                    "GET", document, {"Accept-Encoding": coding})
            except OSError as error:
                status, headers, body = 0, {}, str(error).encode()
            ended = time.monotonic()
            with self.lock:
                self.reads += 1
                self.times.append(ended - began)
                if status != 200:
                    self.failures.append((document, coding, status, body[:200]))
                    continue
                # Every revision of a document has bytes, and so a tag, of its own in each coding.
                tag, known = headers["ETag"], seen.setdefault((document, coding), [])
                self.first.setdefault((document, coding, tag), ended)
                if tag in known[:-1]:
                    self.steps_back += 1
                    self.examples.append((document, coding, headers.items()))
                elif tag not in known:
                    known.append(tag)
            if self.pause:
                time.sleep(self.pause)

    def end(self):
        self.is_ended = True
        for thread in self.threads:
            thread.join()
        return self


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else 0.0
