"""A site in a folder: servers on one store, Varnish in front of them as edge/site.vcl says, and exported files."""

import http.client
import http.server
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading

sys.path.append("Tests/Support")
from waiting import wait_until  # noqa: E402

TOKEN = "a-token-of-the-edge"
SECRET = "a-secret-of-the-edges"
# Requests that are marks in the log: some for every thread of a server.
MARKS, MARK_COUNT = itertools.count(1), 2 * os.cpu_count()


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Client:
    """Requests on one connection that is kept open."""

    def __init__(self, port, source=None):
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=60, source_address=source)

    def send(self, method, path, headers=None, body=None):
        if body is not None:
            body = json.dumps(body)
        try:
            self.connection.request(method, path, body, headers or {})
            response = self.connection.getresponse()
            return response.status, response.headers, response.read()
        except OSError:
            # The next request gets a connection of its own.
            self.connection.close()
            raise


class Origin:
    """`tanada serve` with a port of its own, which says which requests it got."""

    def __init__(self, tanada, work, number, edges):
        self.tanada, self.number, self.port = tanada, number, free_port()
        self.log = os.path.join(work, f"origin{number}.log")
        self.environment = os.environ | {
            "TANADA_PURGE_URLS": ",".join(f"http://127.0.0.1:{edge}/tanada/purge" for edge in edges),
            "TANADA_PURGE_TOKEN": TOKEN, "TANADA_PURGE_SECRET": SECRET,
            "TANADA_ACCESS_LOG": "on", "TANADA_TRUSTED_PROXIES": "127.0.0.0/8",
        }
        self.process = None
        self.read = 0

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [self.tanada, "serve", "--port", str(self.port)], stdout=subprocess.DEVNULL,
                stderr=log, env=self.environment)

    def wait(self):
        wait_until(lambda: Client(self.port).send("GET", "/readyz")[0] == 200, "a server is ready")

    def metric(self, name):
        """The value of a metric, of all its labels, whose name is a regular expression; 0 if there is none yet."""
        text = Client(self.port).send("GET", "/metrics")[2].decode()
        return sum(float(value) for value in re.findall(rf"^{name} (\S+)$", text, re.M))

    def has_purged(self):
        """Whether the server has told the edge something since its start."""
        return self.metric(r'tanada_purges_total\{result="done"\}') > 0

    def pending_purges(self):
        return self.metric(r"tanada_purges_pending\{.*\}")

    def requests(self):
        """The requests for content since the last call: paths and statuses."""
        # A line is written behind the end of its response, and before those of requests on new connections.
        marks = [f"/v1/marks/{next(MARKS)}" for _ in range(MARK_COUNT if self.process.poll() is None else 0)]
        for mark in marks:
            Client(self.port).send("GET", mark)
        paths = []

        def has_marks():
            with open(self.log) as file:
                file.seek(self.read)
                text = file.read()
                whole = text[:text.rfind("\n") + 1]
            self.read += len(whole.encode())
            entries = [json.loads(line) for line in whole.splitlines() if line.startswith("{")]
            paths.extend((entry["path"], entry["status"]) for entry in entries if entry["path"].startswith("/v1/"))
            return {path for path, _ in paths}.issuperset(marks)
        wait_until(has_marks, "the log has all requests")
        return [entry for entry in paths if not entry[0].startswith("/v1/marks/")]

    def kill(self):
        self.process.kill()
        self.process.wait()


class ExportedFiles:
    """A folder in an object storage, with files by their paths."""

    prefix = "/export"

    def __init__(self):
        self.files, self.asked = {}, []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append(self.path)
                body = outer.files.get(self.path)
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Edge:
    """Varnish with edge/site.vcl, in which the addresses are those of this site.

    `files` is what answers when no origin does: its `port`, and the `prefix` of its paths.
    """

    def __init__(self, work, origins, files, port, change=None):
        self.port, self.work = port, work
        folder = os.path.join(work, "vcl")
        os.makedirs(folder, exist_ok=True)
        with open("edge/site.vcl") as file:
            site = file.read()
        for number, origin in enumerate(origins, 1):
            site, count = re.subn(
                rf'"10\.0\.0\.{number}"; \.port = "8080"', f'"127.0.0.1"; .port = "{origin.port}"', site)
            assert count == 1
        for former, later in [
            ("backend tanada_fallback none;",
             f'backend tanada_fallback {{ .host = "127.0.0.1"; .port = "{files.port}"; }}'),
            ('"10.0.0.0"/24;', '"127.0.0.1"/32;'), ('("tanada_token", "")', f'("tanada_token", "{TOKEN}")'),
            ("feeds.s3.eu-central-1.amazonaws.com", f"127.0.0.1:{files.port}"),
            ('"/export" + bereq.url', f'"{files.prefix}" + bereq.url'),
        ]:
            assert former in site
            site = site.replace(former, later)
        with open("edge/tanada.vcl") as file:
            tanada = file.read()
        if change:
            assert change[0] in tanada, "there is nothing to change"
            tanada = tanada.replace(*change)
        for name, text in [("site.vcl", site), ("tanada.vcl", tanada)]:
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        self.process = None

    def start(self):
        folder = os.path.join(self.work, "vcl")
        with open(os.path.join(self.work, "varnish.log"), "a") as log:
            self.process = subprocess.Popen(
                ["varnishd", "-F", "-n", os.path.join(self.work, "varnish"), "-f",
                 os.path.join(folder, "site.vcl"), "-p", f"vcl_path={folder}",
                 "-p", "http_gzip_support=off", "-p", "workspace_backend=256k", "-a", f"127.0.0.1:{self.port}", "-s", "malloc,64m",
                 "-p", "thread_pool_min=50"],
                stdout=log, stderr=log)
        wait_until(lambda: Client(self.port).send("GET", "/healthz")[0] == 200, "Varnish answers")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
