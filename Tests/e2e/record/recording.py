"""What is written of an answer: everything that a client can see, without what is another one in each run."""

import gzip
import hashlib
import re
import zlib

from harness import ROOT

# What digests stand for, of this run and of earlier ones on this machine.
BODIES = ROOT / ".build/record"

# The day of servers that are recorded. Dates of content are not of this day.
DAY = "2031-03-03"
VARYING = [
    (re.compile(rf"{DAY}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"), "<now>"),
    (re.compile(rf"{DAY} \d\d:\d\d(:\d\d)?( UTC)?"), "<now>"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"(signature|cursor|preview|variant|secret)=[\w.~%-]{16,}"), r"\1=<signed>"),
    (re.compile(r'"(cursor|next_cursor|next|secret|key|variant)":"[\w.~-]{16,}"'), r'"\1":"<signed>"'),
    (re.compile(r"/studio/invitations/[\w-]+"), "/studio/invitations/<secret>"),
    (re.compile(r"tanada_[A-Za-z]*_?[\w-]{30,}"), "<token>"),
    (re.compile(r"127\.0\.0\.1:\d+"), "<host>"),
    (re.compile(r"(?<![\w/.-])[0-9a-f]{32}(?![\w.])"), "<digest>"),
]
# Of each answer, or counted in seconds.
UNSEEN = {"date", "connection", "content-length", "x-request-id", "ratelimit", "transfer-encoding"}


def settled(text):
    for pattern, name in VARYING:
        text = pattern.sub(name, text)
    return text


def decoded(answer):
    """The bytes of a body without its coding. Brotli is compared as it is: Python cannot read it."""
    coding = answer.headers.get("Content-Encoding")
    if coding == "gzip":
        return gzip.decompress(answer.bytes)
    return zlib.decompress(answer.bytes) if coding == "deflate" else answer.bytes


def digest(data):
    """A name for bytes or a text without what varies; the file of that name in `BODIES` has it."""
    try:
        data = settled(data if isinstance(data, str) else data.decode()).encode()
    except UnicodeDecodeError:
        pass  # a picture
    name = hashlib.sha256(data).hexdigest()[:16]
    BODIES.mkdir(parents=True, exist_ok=True)
    (BODIES / name).write_bytes(data)
    return name


def described(answer):
    """Status, header fields by their names, and a digest of the body; the code of a problem beside it."""
    fields = sorted(f"{name}: {settled(value)}" for name, value in answer.headers.items() if name.lower() not in UNSEEN)
    if not answer.bytes:
        body = "empty"
    elif answer.headers.get("Content-Encoding") == "br":
        body = "br"
    elif "problem" in answer.headers.get("Content-Type", ""):
        body = f"{answer.json['code']} {digest(answer.bytes)}"
    else:
        body = digest(decoded(answer))
    return str(answer.status), fields, body
