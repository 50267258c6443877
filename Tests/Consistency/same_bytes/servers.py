"""Servers of one database, and connections to them."""

import http.client
import json
import signal
import subprocess

# The longest that anything may take that is not a fault, in seconds: a busy machine needs long.
PATIENCE = 120


class Server:
    """`tanada serve`, which can be killed and started again on the same file."""

    def __init__(self, tanada, log):
        self.tanada, self.log = tanada, log
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.tanada, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        line = self.process.stdout.readline().strip()
        if not line:
            raise SystemExit("error: same-bytes: a server has ended at its start")
        self.port = int(line.rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Answer:
    def __init__(self, status, headers, bytes):
        self.status, self.headers, self.bytes = status, headers, bytes

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def revision(self):
        return int(self.headers["X-Tanada-Revision"] or 0)


class Client:
    """Connections that are kept open, one to each server."""

    def __init__(self, token):
        self.token, self.connections = token, {}

    def send(self, server, method, path, body=None, has_token=False, headers=None):
        connection = self.connections.get(server.port)
        if connection is None:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            self.connections[server.port] = connection
        if has_token or body is not None:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
                       **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException):
            del self.connections[server.port]
            connection.close()
            raise

    def read(self, server, path, has_token=False):
        return self.send(server, "GET", path, has_token=has_token)

    def send_file(self, server, path, file, media):
        return self.send(server, "POST", path, file, headers={"Content-Type": media})
