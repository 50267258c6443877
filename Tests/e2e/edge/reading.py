"""Readers who read the same documents again and again, and the moments of changes."""

import time

from harness import PATIENCE, Client
from harness.load import People

CODINGS = ["br", "gzip", "identity"]


def encoded(coding):
    return {"Accept-Encoding": coding}


class Readers(People):
    """Read documents in all codings from ports in turn, and note every revision that they see."""

    def __init__(self, ports, documents, count, codings=CODINGS, pause=0.0):
        super().__init__()
        self.ports, self.addresses, self.pause = ports, [(path, coding) for coding in codings for path in documents], pause
        self.reads = self.steps_back = 0
        self.examples, self.times = [], []
        self.tags = set()
        for number in range(count):
            self.add(self.reader(number))

    def reader(self, number):
        clients, seen, turn = [Client(port) for port in self.ports], {}, number

        def read():
            nonlocal turn
            turn += 1
            address = self.addresses[turn % len(self.addresses)]
            began = time.monotonic()
            try:
                answer = clients[turn % len(clients)].get(address[0], headers=encoded(address[1]))
                fault = answer.status != 200 and answer
            except OSError as error:
                fault = error
            with self.lock:
                self.reads += 1
                self.times.append(time.monotonic() - began)
                if fault:
                    self.faults.append(f"{address}: {fault}")
                    return
                # Every revision of a document has bytes, and so a tag, of its own in each coding.
                tag, known = answer.headers["ETag"], seen.setdefault(address, [])
                self.tags.add((address[0], tag))
                if tag in known[:-1]:
                    self.steps_back += 1
                    self.examples.append((address, answer.headers.items()))
                elif tag not in known:
                    known.append(tag)
            time.sleep(self.pause)

        return read


class Probe(People):
    def __init__(self, port, document, coding):
        super().__init__()
        self.client, self.document, self.headers = Client(port), document, encoded(coding)
        self.former, self.changed = self.tag(), None
        self.add(self.read)

    def tag(self):
        return self.client.get(self.document, headers=self.headers).headers["ETag"]

    def read(self):
        if self.tag() != self.former:
            self.changed = time.monotonic()
            self.is_over.set()

    def end(self):
        self.threads[0].join(PATIENCE)
        super().end()
        return self.changed
