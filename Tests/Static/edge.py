"""Varnish in front of a server that is dead, with an export behind it."""

import http.client
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, "Tests/Objects")
import service


class Edge:
    """Varnish with fallback.vcl."""

    def __init__(self, folder, origin, export, prefix):
        (self.port,) = service.free_ports(1)
        text = pathlib.Path("Tests/Static/fallback.vcl").read_text()
        for name, value in (("ORIGIN", origin), ("EXPORT", export), ("PREFIX", prefix)):
            text = text.replace(f"@{name}@", str(value))
        pathlib.Path(folder, "fallback.vcl").write_text(text)
        self.log = open(f"{folder}/varnish.log", "w")
        self.process = subprocess.Popen(
            [
                "varnishd", "-F", "-n", f"{folder}/varnish", "-f", f"{folder}/fallback.vcl",
                # Brotli stays, and tags stay strong.
                "-p", "http_gzip_support=off", "-a", f"127.0.0.1:{self.port}", "-s", "malloc,64m",
            ], stdout=self.log, stderr=self.log,
        )
        end = time.monotonic() + 30
        while True:
            try:
                return self.connect()
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(pathlib.Path(folder, "varnish.log").read_text())
                time.sleep(0.05)

    def connect(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        self.connection.connect()

    def get(self, address, coding=None, **fields):
        self.connection.request(
            "GET", address, headers={"Accept-Encoding": coding or "identity", **fields})
        response = self.connection.getresponse()
        return response.status, response.read(), {k.lower(): v for k, v in response.headers.items()}

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


def fall_back(folder, origin, port, prefix, answers, knows_tags):
    """Each address is answered as by the server, which is dead; returns how many."""
    edge = Edge(folder, origin, port, prefix)
    try:
        for (address, coding), (body, fields) in answers.items():
            status, found, others = edge.get(address, coding)
            assert status == 200, (address, coding, status)
            assert found == body, (address, coding, others)
            names = ["content-type", "content-encoding", *(["etag", "xkey"] if knows_tags else [])]
            for name in names:
                assert others.get(name) == fields.get(name), (address, coding, name, others)
        # Clients say more than the name of the object has, in any order.
        for query in ("max_version=2&width=390", "width=390&text_size=1.5&max_version=2", ""):
            address = "/v1/feeds/home" + (f"?{query}" if query else "")
            assert edge.get(address, "br")[1] == answers["/v1/feeds/home?width=390", "br"][0], address
        if knows_tags:
            fields = answers["/v1/feeds/home?width=390", None][1]
            known = edge.get("/v1/feeds/home?width=390", **{"If-None-Match": fields["etag"]})
            assert known[0] == 304, known
        assert edge.get("/v1/feeds/home?width=391")[0] in (403, 404)
        assert edge.get("/v1/content/recent_news")[0] == 503
    finally:
        edge.stop()
    return len(answers)
