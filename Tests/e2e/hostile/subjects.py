"""The subjects of the hostile requests, and the messages that are sent to them."""

import itertools
import json
import re
import zlib

from harness import SEEDS

# Query parameters whose values are logged.
LOGGED = {"at", "columns", "cursor", "effect", "fields", "limit", "sort", "width"}


class Message:
    """Bytes that are sent, and the answer that they should get."""

    def __init__(self, data, subject=None, method="GET", target="/"):
        self.data, self.subject, self.method, self.target = data, subject, method, target
        self.path = logged(target)
        self.route = subject.route if subject else "none"
        self.token = subject.token_name if subject else None
        self.outcome = "own"  # the subject's own answer; or "refused", "malformed", "none"
        self.status = self.code = self.reason = None
        self.alternatives = {}  # codes of problems, by status, which it may get instead
        self.interim = 0  # answers with status 100 before it
        self.fields = {}  # fields of the answer, by name in lower case; None for one that must be missing
        self.id = None  # the request id of the answer, if it is the client's
        self.address = None

    def expecting(self, **changes):
        """With other attributes, such as `status` or `fields`."""
        assert changes.keys() <= vars(self).keys(), changes
        vars(self).update(changes)
        return self

    def refused(self, status, code=None, **changes):
        """The server takes it for a request, and refuses it."""
        return self.expecting(outcome="refused", status=status, code=code, **changes)

    def malformed(self, status=400, code="malformed_request", reason="not_http"):
        """The server does not take it for a request: it is counted, not logged, and the connection ends."""
        return self.expecting(outcome="malformed", status=status, code=code, reason=reason)

    def unless_left(self):
        """Answered, unless the server takes the end of the client's side for the client leaving its work."""
        return self.expecting(alternatives={499: "client_left"} if self.subject.has_work else {})

    def unanswered(self):
        return self.expecting(outcome="none")


def logged(target):
    """`target` as the access log has it."""
    path, mark, query = target.partition("?")
    return path + mark + "&".join(
        part if part.split("=")[0] in LOGGED and "tanada_" not in part else "…" for part in query.split("&") if part)


class Subject:
    """A method and a path, which are asked for in all the ways of the cases."""

    is_write = False
    has_work = False  # which is given up when the client leaves
    token_name = None
    # The fields that its answers have besides those of every answer.
    own_fields = ("etag", "ratelimit", "ratelimit-policy")
    status = 200

    def __init__(self, name, target, route, method="GET", fields=(), content=b""):
        self.name, self.target, self.route, self.method = name, target, route, method
        self.fields, self.content = list(fields), content
        self.reference = self.tag = None

    def prepare(self, run):
        """Brings the server into the state in which a case begins."""

    def next_target(self):
        return self.target

    @property
    def public_fields(self):
        return [field for field in self.fields if not field.startswith("Authorization")]

    def message(self, fields=(), *, method=None, target=None, version="HTTP/1.1", hosts=("Host: tanada",), line=None,
                framing=None, content=None, end="\r\n", own=True):
        """A request to the subject.

        `fields` are those of the case. `framing` are the fields that say how long the content is, and `content` follows
        them unchanged; without it, they are those of a plain request. `own` is whether the subject's own fields are sent.
        """
        method = self.method if method is None else method
        target = self.next_target() if target is None else target
        has_content = method in ("POST", "PATCH", "PUT") and self.is_write
        if content is None:
            content = self.content if has_content else b""
        if framing is None:
            framing = [f"Content-Length: {len(content)}"] if content else []
        lines = [line or f"{method} {target} {version}", *hosts]
        if own:
            lines += self.fields if has_content else [field for field in self.fields if field.startswith("Auth")]
        data = end.join([*lines, *fields, *framing, "", ""]).encode("latin-1") + content
        return Message(data, self, method, target).expecting(token=self.token_name if own else None)

    @staticmethod
    def body(answer):
        """The body without its coding and without what differs each time; `None` for Brotli, unknown to Python."""
        coding = answer.headers.get("content-encoding")
        if coding == "br":
            return None
        return zlib.decompress(answer.bytes, 31) if coding == "gzip" else answer.bytes

    def check(self, answer, message):
        assert answer.status == self.status, f"expected {self.status}"
        if message.method != "HEAD" and self.reference is not None:
            assert self.body(answer) in (None, self.reference), "the body is another one than before"


class Read(Subject):
    """A document that is asked for several times before a case, so that memory answers."""

    def prepare(self, run):
        if self.reference is None:
            for _ in range(3):
                answer = run.ask(self.message())
                self.reference, self.tag = answer.bytes, answer.headers["etag"]


class ColdScreen(Subject):
    """A screen of a width that nobody has asked for."""

    has_work = True
    widths = (f"{390 + number // 1000}.{number % 1000:03}1" for number in itertools.count(1))

    def next_target(self):
        return self.target + next(self.widths)

    def check(self, answer, message):
        super().check(answer, message)
        body = self.body(answer)
        if message.method != "HEAD" and body is not None:
            width = json.loads(body)["viewport"]["width"]
            assert f"{width}" == re.search(r"width=([\d.]+)", message.target)[1], f"the screen is {width} wide"


class ColdItem(Read):
    """An item that was written just before the case."""

    def __init__(self, writer, screen, *arguments):
        super().__init__(*arguments)
        self.writer, self.screen, self.count = writer, screen, 0

    def prepare(self, run):
        self.count += 1
        content = json.dumps({"title": f"Title {self.count}"}).encode()
        answer = run.ask(self.writer.message(target=self.target, content=content), is_own=False)
        assert answer.status == 200, f"the item cannot be written: {answer}"
        # The screen shows the item, too.
        run.wait_for_revision(self.screen, int(answer.headers["x-tanada-revision"]))
        self.document, self.tag, self.reference = answer.json, answer.headers["etag"], None
        for name in ("draft", "publish_at", "unpublish_at"):
            del self.document["result"][0][name]

    def check(self, answer, message):
        super().check(answer, message)
        assert message.method == "HEAD" or answer.json == self.document, "the item is another one than was written"


class Write(Subject):
    """A write that changes nothing after the first time."""

    is_write = True
    token_name = "editor"

    def __init__(self, *arguments, token, media_type, **options):
        super().__init__(*arguments, **options,
                         fields=[f"Authorization: Bearer {token}", f"Content-Type: {media_type}"])

    def prepare(self, run):
        if self.reference is None:
            bodies = [self.body(run.ask(self.message(), is_own=False)) for _ in range(3)]
            assert bodies[1] == bodies[2], f"{self.name} differs from one time to the next"
            self.reference = bodies[2]


class Upload(Write):
    """A photo that is there already. Each time it counts as added anew."""

    has_work = True

    @staticmethod
    def body(answer):
        return re.sub(rb'"added_at":"[^"]*"', b"", answer.bytes)


def subjects(token):
    item, list_, feed = "/v1/content/{kind}/{id}", "/v1/content/{kind}", "/v1/feeds/{feed}"
    pictures = (file for file in (SEEDS / "artwork").rglob("*") if file.suffix in (".jpg", ".jpeg", ".png", ".webp"))
    smallest = min(pictures, key=lambda file: file.stat().st_size)
    screen = Read("screen", "/v1/feeds/home?width=390", feed)
    write = Write("write", "/v1/content/recent_news/2", item, method="PATCH", token=token,
                  media_type="application/merge-patch+json", content=b'{"title":"A hostile title"}')
    return [
        write,  # first: it changes the screen once
        screen,
        ColdScreen("cold screen", "/v1/feeds/home?width=", feed),
        Read("item", "/v1/content/recent_news/1", item),
        Read("list", "/v1/content/pickup_photos?limit=20", list_),
        Upload("upload", "/v1/photos", "/v1/photos", method="POST", token=token, media_type="image/jpeg",
               content=smallest.read_bytes()),
        ColdItem(write, screen, "cold item", "/v1/content/trend_articles/3", item),
    ]
