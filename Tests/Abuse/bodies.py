"""Sends bodies that are refused; see `bodies`."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys

PATH = "/v1/content/recent_news/1"
MEMORY = 700 << 20  # what the server may take in bytes, as under all attacks together
REQUEST_TIMEOUT = 2  # seconds
# Seconds until an answer; a sanitizer takes several times as long.
TIMEOUT = 600 if "TANADA_SANITIZER" in os.environ else 60
MEBIBYTE = 1 << 20
LIMIT = 8 * MEBIBYTE  # max_body_size


def nested(depth):
    return b'{"title":' + b"[" * depth + b"]" * depth + b"}"


def field(name, text):
    return b'{"%s":%s}' % (name.encode(), text)


# The name, the body, the statuses that are answers to it, and the codes. A text has no bound of its own beside that of
# bodies: two of them are content, and taken.
CASES = [
    ("nested 65 deep", nested(65), {400}, {"body_too_deep"}),
    ("nested a million deep", nested(1_000_000), {400}, {"body_too_deep"}),
    ("nested and never closed", b"[" * 4_000_000, {400}, {"body_too_deep"}),
    ("objects, nested and never closed", b'{"a":' * 1_000_000, {400}, {"body_too_deep"}),
    ("a number of a million digits", field("news_category", b"9" * MEBIBYTE), {400, 422}, {"malformed_body", "invalid_body"}),
    ("a number beyond all floats", field("news_category", b"1e999999999"), {400, 422}, {"malformed_body", "invalid_body"}),
    ("a million fraction digits", field("title", b"0." + b"1" * MEBIBYTE), {400, 422}, {"malformed_body", "invalid_body"}),
    ("300,000 names", json.dumps({f"n{i}": i for i in range(300_000)}).encode(), {400, 422}, {"malformed_body", "invalid_body"}),
    ("one name 300,000 times", b"{" + b",".join([b'"title":"a"'] * 300_000) + b"}", {400, 422}, {"malformed_body", "invalid_body"}),
    ("a text of 7 MiB", field("title", b'"' + b"a" * (7 * MEBIBYTE) + b'"'), {200}, {None}),
    ("a name of 7 MiB", b'{"' + b"a" * (7 * MEBIBYTE) + b'":1}', {400, 422}, {"malformed_body", "invalid_body"}),
    ("escapes of 7 MiB", field("title", b'"' + b"\\u3042" * MEBIBYTE + b'"'), {200}, {None}),
    ("half of a surrogate", field("title", rb'"\ud800"'), {400, 422}, {"malformed_body", "invalid_body"}),
    ("bytes that are no UTF-8", field("title", b'"\xff\xfe"'), {400, 422}, {"malformed_body", "invalid_body"}),
    ("nothing but white space", b" " * (7 * MEBIBYTE), {400, 422}, {"malformed_body", "invalid_body"}),
    ("longer than the limit", b'{"title":"' + b"a" * LIMIT + b'"}', {413}, {"content_too_large"}),
]


def fail(text):
    sys.exit(f"error: bodies: {text}")


class Server:
    """`tanada serve` on a free port."""

    def __init__(self, program, folder):
        variables = os.environ | {"TANADA_DATABASE": f"{folder}/tanada.sqlite", "TANADA_REQUEST_TIMEOUT": str(REQUEST_TIMEOUT)}
        self.run = lambda *a: subprocess.run([program, *a], env=variables, check=True, capture_output=True, text=True).stdout
        self.run("seed", "Seeds")
        self.token = self.run("token", "create", "--role", "editor", "--name", "a").strip()
        self.process = subprocess.Popen([program, "serve", "--port", "0"], env=variables, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])

    def memory(self):
        """The most memory that it had, in bytes."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))

    def send(self, pieces, *fields):
        """The status and the problem of a request whose body is sent in pieces, as far as the server takes them."""
        head = [f"PATCH {PATH} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {self.token}",
                "Content-Type: application/merge-patch+json", *fields]
        with socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT) as connection:
            try:
                connection.sendall("\r\n".join([*head, "", ""]).encode())
                for piece in pieces:
                    connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has answered already
            return self.answer(connection)

    @staticmethod
    def answer(connection):
        got = b""
        try:
            while piece := connection.recv(1 << 16):
                got += piece
                head, found, body = got.partition(b"\r\n\r\n")
                length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
                if found and length and len(body) >= int(length[0].split(b":")[1]):
                    return int(head.split()[1]), json.loads(body)
        except ConnectionResetError:
            pass
        fail(f"the connection ended with {got[:200]!r}")


def endless(count):
    """Chunks without a last one, more than the limit."""
    chunk = b"%x\r\n" % (1 << 16) + b"a" * (1 << 16) + b"\r\n"
    yield b'1\r\n"\r\n'
    for _ in range(count):
        yield chunk


def main():
    server = Server(sys.argv[1], sys.argv[2])
    try:
        for name, body, statuses, codes in CASES:
            status, problem = server.send([body], f"Content-Length: {len(body)}")
            is_said = status == 200 or problem.get("detail")
            if status not in statuses or problem.get("code") not in codes or not is_said:
                fail(f"{name}: {status} {str(problem)[:300]}")
            # A name that is unknown is said twice, whole: as the place and in the text.
            if status != 200 and len(json.dumps(problem)) > 200_000 + 2 * len(body):
                fail(f"{name}: the answer has {len(json.dumps(problem))} bytes")
        status, problem = server.send(endless(LIMIT // (1 << 16) + 64), "Transfer-Encoding: chunked")
        if (status, problem.get("code")) != (413, "content_too_large"):
            fail(f"chunks without an end: {status} {problem}")
        # A part of a body, and then nothing.
        status, problem = server.send([b'{"title":'], "Content-Length: 1000")
        if (status, problem.get("code")) != (408, "request_timeout"):
            fail(f"a body that stalls: {status} {problem}")
        good = b'{"title":"after all of it"}'
        status, item = server.send([good], f"Content-Length: {len(good)}")
        if status != 200:
            fail(f"a write afterwards is answered with {status}: {item}")
        peak = server.memory()
        # A sanitizer has memory of its own.
        if peak > MEMORY and "TANADA_SANITIZER" not in os.environ:
            fail(f"the server had {peak >> 20} MB, expected at most {MEMORY >> 20}")
    finally:
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    print(f"✔ bodies: {len(CASES)} bodies were refused with a problem, 2 long texts were taken, peak {peak >> 20} MB")


main()
