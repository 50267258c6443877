"""`tanada serve`."""

import functools
import json
import re
import signal
import urllib.parse

from .connections import Client, Events
from .processes import Process, preloaded
from .program import PATIENCE, PROGRAM
from .waiting import Failure, eventually


class Server(Process):
    """A server of a store, with the token of an administrator.

    It listens on a free port of this machine, which it keeps when it is started again; `options` are those of
    `tanada serve`. `clock` is a `Clock`, `library` another one that is preloaded, and `wrapper` a command in front.
    """

    numbers = {}

    def __init__(self, store, *options, environment=None, clock=None, library=None, wrapper=(), token=None, port=0):
        number = Server.numbers[store.folder] = Server.numbers.get(store.folder, 0) + 1
        variables = store.environment | (environment or {}) | (clock.environment if clock else {})
        if library:
            variables["LD_PRELOAD"] = preloaded(library)
        super().__init__([], store.folder / f"server-{number}.log", store.folder, variables, piped=True)
        self.store, self.options, self.wrapper, self.port = store, options, wrapper, port
        if token:
            self.token = token

    @functools.cached_property
    def token(self):
        """That of an administrator, made when it is first used; deleted, another one is made."""
        return self.store.token()

    def launch(self):
        """Starts it, and waits for its address; it may end without one, and `is_listening` is false then."""
        self.command = [*map(str, self.wrapper), PROGRAM, "serve", "--port", str(self.port), *map(str, self.options)]
        super().launch()
        self.address = self.process.stdout.readline().strip()
        self.is_listening = bool(self.address)
        if self.address:
            self.port = int(self.address.rsplit(":", 1)[1])
        return self

    def start(self):
        self.launch()
        if not self.is_listening:
            raise Failure(f"the server has ended: {self.log()}")
        return self

    def wait(self, condition, what):
        """Waits as long as it runs; see `eventually`."""
        return eventually(condition, what, process=self.process)

    def wait_until_ready(self):
        self.wait(lambda: self.get("/readyz", token=None).status == 200, "the server is ready")
        return self

    def end(self, how=signal.SIGTERM):
        if events := vars(self).pop("events", None):
            events.close()
        return super().end(how)

    def restart(self, how=signal.SIGKILL):
        self.end(how)
        return self.start()

    def client(self, token=None, **options):
        """A connection that is kept open, of a stranger unless there is a token."""
        return Client(self.port, token, **options)

    def send(self, method, path, body=None, media_type=None, headers=(), token=True, timeout=PATIENCE):
        """The answer to the administrator, to the bearer of another token, or to a stranger if `token` is None."""
        client = Client(self.port, self.token if token is True else token, timeout)
        try:
            return client.send(method, path, body, media_type, headers)
        finally:
            client.close()

    def get(self, path, **options):
        return self.send("GET", path, **options)

    def must(self, method, path, body=None, **options):
        """The JSON of an answer that has to be a success; None if it has no body."""
        answer = self.send(method, path, body, **options)
        if answer.status >= 400:
            raise Failure(f"{method} {path}: {answer}")
        return answer.json if answer.bytes else None

    def patch(self, kind, identifier, changes):
        return self.must("PATCH", f"/v1/content/{kind}/{identifier}", changes)

    def item(self, kind, identifier):
        """An item as it is written, in all locales."""
        return self.must("GET", f"/v1/content/{kind}/{identifier}?locale=*")["result"][0]

    def newest(self):
        return self.must("GET", "/v1/revisions?limit=1")["result"][0]["number"]

    def compose(self, feed, *sections, **members):
        """Writes the composition of a feed, and waits until the feed is in service."""
        self.must("PUT", f"/v1/feeds/{feed}/composition", {"sections": sections, **members})
        self.wait_for(feed)

    def prepare(self, name, *operations, **members):
        """The id of a new release with these operations."""
        release = self.must("POST", "/v1/releases", {"name": name, **members})["id"]
        self.must("PUT", f"/v1/releases/{release}/operations", {"operations": operations})
        return release

    def document(self, feed="home", **parameters):
        query = urllib.parse.urlencode(parameters)
        return self.must("GET", f"/v1/feeds/{feed}" + (f"?{query}" if query else ""), token=None)

    @functools.cached_property
    def events(self):
        """The stream of events from its first use on."""
        return Events(self.port)

    def wait_for(self, feed):
        return self.wait(lambda: (answer := self.get(f"/v1/feeds/{feed}", token=None)).status == 200 and answer,
                         f"the feed {feed}").json

    def wait_for_revision(self, revision, feed="home"):
        self.wait(lambda: self.document(feed)["revision"] >= revision, f"revision {revision} of {feed}")

    def wait_for_text(self, text, feed="home", width=390):
        self.wait(lambda: text in json.dumps(self.document(feed, width=width), ensure_ascii=False), f"the text {text}")

    def metric(self, name):
        """The sum of a metric over its labels; `name` is a regular expression. 0 if there is none yet."""
        return sum(map(float, re.findall(rf"^{name} (\S+)$", self.get("/metrics", token=None).text, re.M)))

    def log_entries(self):
        lines = self.messages.read_text(errors="replace").splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}\n")]

    def errors(self):
        is_error = re.compile(r"^\S+ (error|critical)\b|^error:|Fatal error|^\*\*\* ")
        return [line for line in self.messages.read_text(errors="replace").splitlines() if is_error.search(line)]

    def settle(self, layout, *arguments):
        return json.loads(self.store.run("settle", layout, *arguments))
