"""The proxies as packaging/proxies has them, and clients with addresses of their own that speak HTTP/2."""

import http.client
import io
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from harness import Answer, Process, free_ports
from harness.files import replaced
from harness.processes import until_listening

HOST = "feeds.example.com"
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
# The proxy is at this address, and trusted; clients have others.
PROXY = "127.0.0.1"
FILES = {"nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}


def make_certificate(folder):
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    (folder / "both.pem").write_text(certificate.read_text() + key.read_text())


class Curl:
    """Requests by curl from an address, over TLS and HTTP/2 or as options say."""

    def __init__(self, folder, base, address, *options):
        self.base, self.error = base, None
        self.options = [
            "curl", "--silent", "--show-error", "--path-as-is", "--max-time", "90", "--interface", address, "--resolve",
            f"{base.partition('://')[2]}:127.0.0.1", "--cacert", folder / "certificate.pem", "--http2", *options]

    def command(self, path, method="GET", headers=(), data=None):
        fields = [part for name, value in dict(headers).items() for part in ("-H", f"{name}: {value}")]
        body = ["--data-binary", data] if data is not None else []
        verb = ["--head"] if method == "HEAD" else ["-X", method] if method != "GET" else []
        return [*self.options, *verb, *fields, *body, self.base + path]

    def send(self, path, method="GET", headers=(), data=None):
        with tempfile.TemporaryDirectory() as folder:
            head, body = Path(folder, "head"), Path(folder, "body")
            done = subprocess.run([*self.command(path, method, headers, data), "-D", head, "-o", body], capture_output=True)
            heads = head.read_bytes().rstrip() if head.exists() else b""
            if done.returncode not in (0, 55, 56, 92) or not heads:
                # 55, 56, 92: the rest of the request was not wanted, and the answer is there.
                self.error = done.stderr.decode().strip()
                return None
            first, _, fields = heads.rpartition(b"\r\n\r\n")[2].partition(b"\r\n")
            content = body.read_bytes() if method != "HEAD" and body.exists() else b""
        version, status = first.decode().split(" ")[:2]
        answer = Answer(int(status), http.client.parse_headers(io.BytesIO(fields + b"\r\n\r\n")), content)
        answer.version = version
        return answer

    def statuses(self, path, count):
        """The statuses of many requests on one connection, as fast as they go."""
        done = subprocess.run([*self.options, "-Z", "--parallel-max", "40", "-w", "%{http_code}\n", "-o", "/dev/null",
                               f"{self.base}{path}#[1-{count}]"], capture_output=True)
        return [int(line) for line in done.stdout.split()]


class Proxy(Process):
    """A proxy with its file of packaging/proxies, in which the addresses are those of this test."""

    def __init__(self, name, folder, server):
        self.name, self.logged, self.errors = name, folder / "log", folder / "errors"
        self.port, self.plain = free_ports(2)
        file = folder / FILES[name]
        file.write_text(replaced(f"packaging/proxies/{file.name}", [
            *getattr(self, name)(folder), ("127.0.0.1:8080", f"127.0.0.1:{server.port}")]))
        command = {
            "nginx": ["nginx", "-e", self.errors, "-c", file], "haproxy": ["haproxy", "-db", "-f", file],
            "caddy": ["caddy", "run", "--config", file, "--adapter", "caddyfile"]}[name]
        environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PATH": PATH}
        super().__init__([shutil.which(command[0], path=PATH), *command[1:]], self.logged, folder, os.environ | environment)

    def nginx(self, folder):
        folders = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        return [
            ("user www-data;\n", "daemon off;\n"), ("/run/nginx.pid", f"{folder}/pid"),
            ("/var/log/nginx/error.log", str(self.errors)), ("/var/log/nginx/access.log", str(self.logged)),
            ("worker_processes auto;", "worker_processes 1;"), ("http {\n", f"http {{\n  {folders}\n"),
            ("    listen 80;\n    listen [::]:80;", f"    listen 127.0.0.1:{self.plain};"),
            ("    listen [::]:443 ssl http2;\n", ""), ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/letsencrypt/live/feeds.example.com/fullchain.pem", f"{folder}/certificate.pem"),
            ("/etc/letsencrypt/live/feeds.example.com/privkey.pem", f"{folder}/key.pem")]

    def haproxy(self, folder):
        return [
            ("  log /dev/log local0\n  chroot /var/lib/haproxy\n  user haproxy\n  group haproxy\n",
             "  log stdout format raw local0\n"),
            ("  bind :80\n  bind :::80 v6only\n", f"  bind 127.0.0.1:{self.plain}\n"),
            ("  bind :::443 v6only ssl crt /etc/haproxy/certs/feeds.example.com.pem alpn h2,http/1.1\n", ""),
            ("bind :443 ", f"bind 127.0.0.1:{self.port} "), ("/etc/haproxy/certs/feeds.example.com.pem", f"{folder}/both.pem")]

    def caddy(self, folder):
        return [
            ("{\n	# A reload", f"{{\n	admin off\n	http_port {self.plain}\n	https_port {self.port}\n	# A reload"),
            ("feeds.example.com {\n", f"{HOST} {{\n	bind 127.0.0.1\n	tls {folder}/certificate.pem {folder}/key.pem\n")]

    def has_logged(self, text):
        """What has its line when the proxy likes."""
        return text in self.logged.read_text()

    def start(self):
        self.launch()
        until_listening(self.port, self)
        return self

    def __exit__(self, *_):
        self.end()  # one that is killed leaves its workers
