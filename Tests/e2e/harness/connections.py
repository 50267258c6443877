"""Requests and answers: on connections that are kept open, and on streams of events."""

import http.client
import json
import time

from .program import JSON, PATCH, PATIENCE
from .waiting import Failure


class Answer:
    """An answer with its whole body. `headers` compares names without case."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.bytes = status, headers, body

    @property
    def text(self):
        return self.bytes.decode()

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def revision(self):
        return int(self.headers["X-Tanada-Revision"] or 0)

    @property
    def code(self):
        if self.status < 400:
            return None
        try:
            return self.json["code"]
        except (ValueError, KeyError):
            raise Failure(f"status {self.status} without a problem: {self.bytes[:200]}") from None

    def __repr__(self):
        return f"{self.status} {self.bytes[:500]!r}"


class Client:
    """One connection that is kept open, of the bearer of a token or of a stranger."""

    def __init__(self, port, token=None, timeout=PATIENCE, source=None, host="127.0.0.1"):
        self.token = token
        self.connection = http.client.HTTPConnection(
            host, port, timeout=timeout, source_address=source and (source, 0))

    def send(self, method, path, body=None, media_type=None, headers=(), token=True):
        """The answer. A body that is neither bytes nor a generator of them, which has its length in `headers`, is sent as
        JSON. `token` is another one, or false for none."""
        fields = {"Authorization": f"Bearer {self.token if token is True else token}"} if token and (
            token is not True or self.token) else {}
        if body is not None:
            body = body if isinstance(body, bytes) or hasattr(body, "__next__") else json.dumps(body).encode()
            fields["Content-Type"] = (PATCH if method == "PATCH" else JSON) if media_type is None else media_type
        try:
            self.connection.request(method, path, body, fields | dict(headers))
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException):
            self.connection.close()  # the next request gets a connection of its own
            raise

    def get(self, path, **options):
        return self.send("GET", path, **options)

    def close(self):
        self.connection.close()


class Events:
    """The stream of `/v1/events`, from the newest event on, or from the one after another."""

    def __init__(self, port, after=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", "/v1/events" + (f"?last_event_id={after}" if after else ""))
        self.response = self.connection.getresponse()
        self.seen = {}
        self.id = None
        while not self.id:  # the stream begins with the event that it continues
            self.id = self._identity(self._line())
        self.since = int(self.id.split(".")[0])

    def _line(self):
        line = self.response.readline()
        if not line:
            raise Failure(f"a stream of events has ended, the last one is {self.id}")
        return line.decode().rstrip("\n")

    def _identity(self, line):
        return line[4:] if line.startswith("id: ") else None

    def next(self):
        """The next event; comments keep the stream alive for `PATIENCE` at most."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            line = self._line()
            self.id = self._identity(line) or self.id
            if line.startswith("data: "):
                event = json.loads(line[6:])
                self.since = event["revision"]
                return event
        raise Failure(f"no event within {PATIENCE} s, the last one is {self.since}")

    def until(self, revision):
        """Reads the events up to a revision, and returns all that were seen by their revisions."""
        while not self.seen or max(self.seen) < revision:
            event = self.next()
            self.seen[event["revision"]] = {**event, "event_id": self.id}
        return self.seen

    def take(self, revision):
        made = []
        while self.since < revision:
            event = self.next()
            if "keys" in event:
                made.append(event)
        return made

    def close(self):
        self.response.close()
        self.connection.close()
