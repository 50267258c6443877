"""Bodies that no client should send, to a server with its default limits but for the time of a request: nested, with huge
numbers, many names, long texts, too long, without an end, slow. Each is refused with a problem that says why, memory stays
bounded, and a write succeeds afterwards."""

import json

import pytest
from harness import PATIENCE, Server
from harness.program import SANITIZER
from harness.raw import RawConnection

MEMORY = 700 << 20  # what the server may take in bytes, as under all attacks together
MEBIBYTE = 1 << 20
LIMIT = 8 * MEBIBYTE  # max_body_size
INVALID = {400, 422}, {"malformed_body", "invalid_body"}
TOO_DEEP = {400}, {"body_too_deep"}
TAKEN = {200}, {None}


def nested(depth):
    return b'{"title":' + b"[" * depth + b"]" * depth + b"}"


def field(name, text):
    return b'{"%s":%s}' % (name.encode(), text)


# The name, the body, the statuses that are answers to it, and the codes. A text has no bound of its own beside that of
# bodies: two of them are content, and taken.
CASES = [
    ("nested 65 deep", nested(65), *TOO_DEEP),
    ("nested a million deep", nested(1_000_000), *TOO_DEEP),
    ("nested and never closed", b"[" * 4_000_000, *TOO_DEEP),
    ("objects, nested and never closed", b'{"a":' * 1_000_000, *TOO_DEEP),
    ("a number of a million digits", field("news_category", b"9" * MEBIBYTE), *INVALID),
    ("a number beyond all floats", field("news_category", b"1e999999999"), *INVALID),
    ("a million fraction digits", field("title", b"0." + b"1" * MEBIBYTE), *INVALID),
    ("300,000 names", json.dumps({f"n{i}": i for i in range(300_000)}).encode(), *INVALID),
    ("one name 300,000 times", b"{" + b",".join([b'"title":"a"'] * 300_000) + b"}", *INVALID),
    ("a text of 7 MiB", field("title", b'"' + b"a" * (7 * MEBIBYTE) + b'"'), *TAKEN),
    ("a name of 7 MiB", b'{"' + b"a" * (7 * MEBIBYTE) + b'":1}', *INVALID),
    ("escapes of 7 MiB", field("title", b'"' + b"\\u3042" * MEBIBYTE + b'"'), *TAKEN),
    ("half of a surrogate", field("title", rb'"\ud800"'), *INVALID),
    ("bytes that are no UTF-8", field("title", b'"\xff\xfe"'), *INVALID),
    ("nothing but white space", b" " * (7 * MEBIBYTE), *INVALID),
    ("longer than the limit", b'{"title":"' + b"a" * LIMIT + b'"}', {413}, {"content_too_large"}),
]


@pytest.fixture(scope="module")
def send(make_store):
    """The status and the problem of a request whose body is sent in pieces, as far as the server takes them. Afterwards,
    a write succeeds, and the server has not taken much memory."""
    store = make_store(with_defaults=True, environment={"TANADA_REQUEST_TIMEOUT": "2"})
    token = store.token("editor", "editor")

    def send_to(server, pieces, *fields):
        head = ["PATCH /v1/content/recent_news/1 HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}",
                "Content-Type: application/merge-patch+json", *fields, "", ""]
        with RawConnection(server.port, timeout=PATIENCE) as connection:
            for piece in ["\r\n".join(head).encode(), *pieces]:
                connection.send(piece)  # it may have answered already
            answer = connection.answer()
            return answer.status, answer.json

    with Server(store) as server:
        yield lambda *arguments: send_to(server, *arguments)
        good = b'{"title":"after all of it"}'
        assert send_to(server, [good], f"Content-Length: {len(good)}")[0] == 200
        assert server.peak_memory <= MEMORY or SANITIZER, f"the server had {server.peak_memory >> 20} MB"


@pytest.mark.parametrize("body, statuses, codes", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_body(send, body, statuses, codes):
    status, problem = send([body], f"Content-Length: {len(body)}")
    assert status in statuses and problem.get("code") in codes, f"{status} {str(problem)[:300]}"
    if status != 200:
        assert problem["detail"]
        # A name that is unknown is said twice, whole: as the place and in the text.
        assert len(json.dumps(problem)) <= 200_000 + 2 * len(body)


def test_chunks_without_an_end(send):
    chunks = [b"10000\r\n" + b"a" * 0x10000 + b"\r\n"] * (LIMIT // 0x10000 + 64)  # more than the limit
    status, problem = send([b'1\r\n"\r\n', *chunks], "Transfer-Encoding: chunked")
    assert (status, problem["code"]) == (413, "content_too_large")


def test_a_body_that_stalls(send):
    status, problem = send([b'{"title":'], "Content-Length: 1000")
    assert (status, problem["code"]) == (408, "request_timeout")
