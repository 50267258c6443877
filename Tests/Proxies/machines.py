"""A server, the proxies in front of it as packaging/proxies has them, and clients with addresses of their own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

sys.path.append("Tests/Support")
from waiting import wait_until  # noqa: E402

HOST = "feeds.example.com"
# The proxy is at this address, and trusted; clients have others.
PROXY = "127.0.0.1"


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Answer:
    """What curl has received: the last head, and the body."""

    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n\r\n")
        last = [block for block in lines if block.strip()][-1].split("\r\n")
        self.version, status = last[0].split(" ")[:2]
        self.status, self.body = int(status), body
        self.fields = {}
        for line in last[1:]:
            name, _, value = line.partition(":")
            self.fields.setdefault(name.lower(), []).append(value.strip())

    def __getitem__(self, name):
        return ", ".join(self.fields.get(name.lower(), [])) or None


class Client:
    """Requests by curl from an address, to a server or, over TLS and HTTP/2, to a proxy."""

    def __init__(self, work, port, address=PROXY, tls=True, options=()):
        self.work, self.port, self.tls = work, port, tls
        self.address = address
        scheme = "https" if tls else "http"
        self.base = f"{scheme}://{HOST}:{port}"
        self.options = [
            "curl", "--silent", "--show-error", "--path-as-is", "--max-time", "90", "--interface", address,
            "--resolve", f"{HOST}:{port}:127.0.0.1", "--cacert", os.path.join(work, "certificate.pem"),
            *(["--http2"] if tls else ["--http1.1"]), *options]

    def command(self, path, method="GET", headers=None, data=None):
        fields = [part for name, value in (headers or {}).items() for part in ("-H", f"{name}: {value}")]
        if data is not None:
            fields += ["--data-binary", data]
        verb = ["--head"] if method == "HEAD" else ["-X", method] if method != "GET" else []
        return [*self.options, *verb, *fields, self.base + path]

    def send(self, path, method="GET", headers=None, data=None):
        """The answer; None if there was none."""
        head, body = (os.path.join(self.work, f"{name}{time.monotonic_ns()}") for name in ("head", "body"))
        command = [*self.command(path, method, headers, data), "-D", head, "-o", body]
        run = subprocess.run(command, capture_output=True, check=False)
        try:
            with open(head, "rb") as file:
                heads = file.read()
            if run.returncode not in (0, 55, 56, 92) or not heads:
                # 55, 56, 92: the rest of the request was not wanted, and the answer is there.
                self.error = run.stderr.decode().strip()
                return None
            content = b""
            if method != "HEAD" and os.path.exists(body):
                with open(body, "rb") as file:
                    content = file.read()
            return Answer(heads, content)
        finally:
            for name in (head, body):
                if os.path.exists(name):
                    os.remove(name)

    def statuses(self, path, count):
        """The statuses of many requests on one connection, as fast as they go."""
        run = subprocess.run(
            [*self.options, "-Z", "--parallel-max", "40", "-w", "%{http_code}\n", "-o", "/dev/null",
             f"{self.base}{path}#[1-{count}]"], capture_output=True, check=False)
        return [int(line) for line in run.stdout.split()]


class Server:
    """`tanada serve`, which can be restarted at the same port."""

    def __init__(self, tanada, work, rate):
        self.tanada, self.port, self.log = tanada, free_port(), os.path.join(work, "server.log")
        self.environment = os.environ | {
            "TANADA_ACCESS_LOG": "on", "TANADA_TRUSTED_PROXIES": PROXY, "TANADA_READ_RATE": str(rate),
            "TANADA_EVENT_HEARTBEAT": "5", "TANADA_STOP_TIMEOUT": "5"}
        self.process = None
        self.client = Client(work, self.port, tls=False)

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [self.tanada, "serve", "--port", str(self.port)], stdout=subprocess.DEVNULL, stderr=log,
                env=self.environment)

    def wait(self):
        wait_until(self.is_ready, "the server is ready")

    def is_ready(self):
        answer = self.client.send("/readyz")
        return answer is not None and answer.status == 200

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def request(self, identity):
        """The line of the access log for the request with this id."""
        def line():
            with open(self.log) as file:
                for text in file:
                    if text.startswith("{") and text.endswith("}\n") and identity in text:
                        entry = json.loads(text)
                        if entry["request_id"] == identity:
                            return entry
            return None
        return wait_until(line, f"the access log has the request {identity}")


class Proxy:
    """A proxy with its file of packaging/proxies, in which the addresses are those of this test."""

    def __init__(self, name, work, server, change=None):
        self.name, self.work = name, os.path.join(work, name)
        os.makedirs(self.work, exist_ok=True)
        os.chmod(self.work, 0o755)
        self.port, self.plain, self.log = free_port(), free_port(), os.path.join(self.work, "log")
        self.file = os.path.join(
            self.work, {"nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}[name])
        with open(os.path.join("packaging/proxies", os.path.basename(self.file))) as file:
            text = file.read()
        changes = getattr(self, name)(work, server) + ([tuple(change)] if change else [])
        for before, after in changes:
            assert before in text, f"{self.file}: nothing to replace: {before}"
            text = text.replace(before, after)
        with open(self.file, "w") as file:
            file.write(text)
        self.process = None

    def nginx(self, work, server):
        folders = " ".join(
            f"{kind}_temp_path {self.work}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        return [
            ("user www-data;\n", "daemon off;\n"), ("/run/nginx.pid", f"{self.work}/pid"),
            ("/var/log/nginx/error.log", f"{self.work}/errors"), ("/var/log/nginx/access.log", self.log),
            ("worker_processes auto;", "worker_processes 1;"), ("http {\n", f"http {{\n  {folders}\n"),
            ("    listen 80;\n    listen [::]:80;", f"    listen 127.0.0.1:{self.plain};"),
            ("    listen [::]:443 ssl http2;\n", ""), ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/letsencrypt/live/feeds.example.com/fullchain.pem", f"{work}/certificate.pem"),
            ("/etc/letsencrypt/live/feeds.example.com/privkey.pem", f"{work}/key.pem"),
            ("127.0.0.1:8080", f"127.0.0.1:{server.port}")]

    def haproxy(self, work, server):
        certificate = f"{work}/both.pem"
        return [
            ("  log /dev/log local0\n  chroot /var/lib/haproxy\n  user haproxy\n  group haproxy\n",
             "  log stdout format raw local0\n"),
            ("  bind :80\n  bind :::80 v6only\n", f"  bind 127.0.0.1:{self.plain}\n"),
            ("  bind :::443 v6only ssl crt /etc/haproxy/certs/feeds.example.com.pem alpn h2,http/1.1\n", ""),
            ("bind :443 ", f"bind 127.0.0.1:{self.port} "),
            ("/etc/haproxy/certs/feeds.example.com.pem", certificate),
            ("127.0.0.1:8080", f"127.0.0.1:{server.port}")]

    def caddy(self, work, server):
        return [
            ("{\n	# A reload", f"{{\n	admin off\n	http_port {self.plain}\n	https_port {self.port}\n	# A reload"),
            ("feeds.example.com {\n", f"{HOST} {{\n	bind 127.0.0.1\n	tls {work}/certificate.pem {work}/key.pem\n"),
            ("127.0.0.1:8080", f"127.0.0.1:{server.port}")]

    @property
    def command(self):
        return {
            "nginx": ["nginx", "-e", f"{self.work}/errors", "-c", self.file],
            "haproxy": ["haproxy", "-db", "-f", self.file],
            "caddy": ["caddy", "run", "--config", self.file, "--adapter", "caddyfile"]}[self.name]

    def start(self):
        environment = os.environ | {"HOME": self.work, "XDG_DATA_HOME": self.work, "XDG_CONFIG_HOME": self.work}
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env=environment, cwd=self.work)

        def listens():
            assert self.process.poll() is None, f"{self.name} has ended: {self.tail()}"
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0
        wait_until(listens, f"{self.name} listens")

    def tail(self):
        text = ""
        for name in ["errors", "log"]:
            path = os.path.join(self.work, name)
            if os.path.exists(path):
                with open(path) as file:
                    text += file.read()[-2000:]
        return text

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    @staticmethod
    def is_installed(name):
        return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is not None


def make_certificate(work):
    """A certificate that signs itself, and its key, also in one file."""
    names = [os.path.join(work, name) for name in ["certificate.pem", "key.pem", "both.pem"]]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
         "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", names[1], "-out", names[0]],
        check=True, capture_output=True)
    with open(names[2], "w") as both:
        for name in names[:2]:
            with open(name) as file:
                both.write(file.read())
