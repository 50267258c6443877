"""The subjects of the hostile requests, and the messages that are sent to them."""

import itertools
import json
import os
import re
import zlib

# Query parameters whose values are logged.
LOGGED = {"at", "columns", "cursor", "effect", "fields", "limit", "sort", "width"}


class Message:
    """Bytes that are sent, and the answer that they should get."""

    def __init__(self, data, subject=None, method="GET", target="/"):
        self.data, self.subject, self.method = data, subject, method
        self.path = logged(target)
        self.target = target
        self.route = subject.route if subject else "none"
        self.token = subject.token_name if subject else None
        self.outcome = "own"  # the subject's own answer
        self.status = self.code = None
        self.alternatives = {}  # codes of problems, by status, which it may get instead
        self.interim = 0  # answers with status 100 before it
        self.fields = {}  # fields of the answer, by name in lower case; None for one that must be missing
        self.id = None  # the request id of the answer, if it is the client's
        self.address = None

    def refused(self, status, code=None, *, route=None, path=None, method=None, token="same"):
        """The server takes it for a request, and refuses it."""
        self.outcome, self.status, self.code = "refused", status, code
        if route is not None:
            self.route = route
        if path is not None:
            self.path = path
        if method is not None:
            self.method = method
        if token != "same":
            self.token = token
        return self

    def malformed(self, status=400, code="malformed_request", reason="not_http"):
        """The server does not take it for a request: it is counted, not logged, and the connection ends."""
        self.outcome, self.status, self.code, self.reason = "malformed", status, code, reason
        return self

    def answered_or_refused(self):
        """Answered as if nothing were wrong, or refused, but not both."""
        self.alternatives[400] = "malformed_request"
        return self

    def unless_left(self):
        """Answered, unless the server takes the end of the client's side for the client leaving its work."""
        if self.subject.has_work:
            self.alternatives[499] = "client_left"
        return self

    def unanswered(self):
        self.outcome = "none"
        return self

    def with_answer(self, **changes):
        """With other attributes, such as `status` or `fields`."""
        for name, value in changes.items():
            getattr(self, name)
            setattr(self, name, value)
        return self


def logged(target):
    """`target` as the access log has it."""
    path, mark, query = target.partition("?")
    if not mark:
        return path
    return path + "?" + "&".join(
        part if part.split("=")[0] in LOGGED and "tanada_" not in part else "…"
        for part in query.split("&") if part)


class Subject:
    """A method and a path, which are asked for in all the ways of the cases."""

    is_write = False
    has_work = False  # which is given up when the client leaves
    token_name = None
    # The fields that its answers have besides those of every answer.
    own_fields = ("etag", "ratelimit", "ratelimit-policy")

    def __init__(self, name, target, route, method="GET", fields=(), content=b"", is_cold=False):
        self.name, self.target, self.route, self.method = name, target, route, method
        self.fields, self.content, self.is_cold = list(fields), content, is_cold
        self.reference = None
        self.status = 200

    def prepare(self, run):
        """Brings the server into the state in which a case begins."""

    def next_target(self):
        return self.target

    def message(
        self, fields=(), *, method=None, target=None, version="HTTP/1.1", hosts=("Host: tanada",), line=None,
        framing=None, content=None, end="\r\n", own=True
    ):
        """A request to the subject.

        `fields` are those of the case. `framing` are the fields that say how long the content is, and
        `content` follows them unchanged; without it, they are those of a plain request. `own` is whether the
        subject's own fields are sent.
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
            lines += self.fields if has_content else [f for f in self.fields if f.startswith("Auth")]
        data = end.join([*lines, *fields, *framing, "", ""]).encode("latin-1") + content
        message = Message(data, self, method, target)
        message.token = self.token_name if own else None
        return message

    @staticmethod
    def body(answer):
        """The body without its coding, and without what differs from one answer to the next.

        `None` for Brotli, which Python does not know.
        """
        coding = answer.fields.get("content-encoding")
        if coding == "br":
            return None
        return zlib.decompress(answer.body, 31) if coding == "gzip" else answer.body

    def check(self, answer, message):
        """Why `answer` is not the subject's own; `None` if it is."""
        if answer.status != self.status:
            return f"status {answer.status}, expected {self.status}"
        if message.method != "HEAD" and self.reference is not None and self.body(answer) not in (
                None, self.reference):
            return "the body is another one than before"
        return None


class Read(Subject):
    """A document that is asked for several times before a case, so that memory answers."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.tag = None

    def prepare(self, run):
        if self.reference is None:
            for _ in range(3):
                answer = run.ask(self.message())
                self.reference, self.tag = answer.body, answer.fields["etag"]


class ColdScreen(Subject):
    """A screen of a width that nobody has asked for."""

    has_work = True
    widths = (f"{390 + number // 1000}.{number % 1000:03}1" for number in itertools.count(1))

    def next_target(self):
        return self.target + next(self.widths)

    def check(self, answer, message):
        problem = super().check(answer, message)
        body = self.body(answer)
        if problem is None and message.method != "HEAD" and body is not None:
            width = json.loads(body)["viewport"]["width"]
            if f"{width}" != re.search(r"width=([\d.]+)", message.target)[1]:
                return f"the screen is {width} wide"
        return problem


class ColdItem(Read):
    """An item that was written just before the case."""

    def __init__(self, writer, screen, *arguments):
        super().__init__(*arguments, is_cold=True)
        self.writer, self.screen = writer, screen
        self.count = 0

    def prepare(self, run):
        self.count += 1
        title = f"Title {self.count}"
        written = self.writer.message(target=self.target, content=json.dumps({"title": title}).encode())
        answer = run.ask(written, is_own=False)
        run.require(answer.status == 200, f"the item cannot be written: {answer}")
        revision = int(answer.fields["x-tanada-revision"])
        # The screen shows the item, too.
        run.wait_for_revision(self.screen, revision)
        document = json.loads(answer.body)
        for name in ("draft", "publish_at", "unpublish_at"):
            del document["result"][0][name]
        self.document, self.tag, self.reference = document, answer.fields["etag"], None

    def check(self, answer, message):
        problem = super().check(answer, message)
        if problem is None and message.method != "HEAD" and json.loads(answer.body) != self.document:
            return "the item is another one than was written"
        return problem


class Write(Subject):
    """A write that changes nothing after the first time."""

    is_write = True
    token_name = "editor"

    def __init__(self, *arguments, token, media_type, **options):
        fields = [f"Authorization: Bearer {token}", f"Content-Type: {media_type}"]
        super().__init__(*arguments, fields=fields, **options)

    def prepare(self, run):
        if self.reference is None:
            bodies = [self.body(run.ask(self.message(), is_own=False)) for _ in range(3)]
            run.require(bodies[1] == bodies[2], f"{self.name} differs from one time to the next")
            self.reference = bodies[2]


class Upload(Write):
    """A photo that is there already. Each time it counts as added anew."""

    has_work = True

    @staticmethod
    def body(answer):
        return re.sub(rb'"added_at":"[^"]*"', b"", answer.body)


def picture(seeds):
    """The smallest picture of the sample content."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(seeds, "artwork"))
             for name in names if re.search(r"\.(jpe?g|png|webp)$", name)]
    with open(min(files, key=os.path.getsize), "rb") as file:
        return file.read()


def subjects(seeds, token):
    item, list_, feed = "/v1/content/{kind}/{id}", "/v1/content/{kind}", "/v1/feeds/{feed}"
    screen = Read("screen", "/v1/feeds/home?width=390", feed)
    write = Write(
        "write", "/v1/content/recent_news/2", item, method="PATCH", token=token,
        media_type="application/merge-patch+json", content=b'{"title":"A hostile title"}')
    return [
        write,  # first: it changes the screen once
        screen,
        ColdScreen("cold screen", "/v1/feeds/home?width=", feed, is_cold=True),
        Read("item", "/v1/content/recent_news/1", item),
        Read("list", "/v1/content/pickup_photos?limit=20", list_),
        Upload("upload", "/v1/photos", "/v1/photos", method="POST", token=token,
               media_type="image/jpeg", content=picture(seeds)),
        ColdItem(write, screen, "cold item", "/v1/content/trend_articles/3", item),
    ]
