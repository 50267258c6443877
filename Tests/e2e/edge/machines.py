"""A site: servers on one store, Varnish in front of them as edge/site.vcl says, and what answers when no server does."""

import glob
import itertools
import os
import shutil

from harness import Client, Process, Server, eventually, free_port
from harness.files import replaced

VARNISH = shutil.which("varnishd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
# With the module that edge/tanada.vcl needs.
IS_AVAILABLE = bool(VARNISH and glob.glob("/usr/lib/*/varnish/vmods/libvmod_xkey.so"))
TOKEN = "a-token-of-the-edge"
# Requests that are marks in the log: some for every thread of a server.
MARKS, MARK_COUNT = itertools.count(1), 2 * os.cpu_count()


class Varnish(Process):
    """`varnishd` in a folder, with a file in its language and further parameters."""

    def __init__(self, folder, configuration, *parameters, port=None):
        self.port = port or free_port()
        # Without http_gzip_support, Brotli stays, and tags stay strong.
        options = [option for parameter in ("http_gzip_support=off", *parameters) for option in ("-p", parameter)]
        super().__init__([VARNISH, "-F", "-n", folder / "varnish", "-f", configuration, *options,
                          "-a", f"127.0.0.1:{self.port}", "-s", "malloc,64m"], folder / "varnish.log")

    def start(self):
        self.launch()
        eventually(lambda: Client(self.port).get("/healthz").status == 200, "Varnish answers", process=self.process)
        return self

    def __exit__(self, *_):
        self.end()  # a manager that is killed leaves its worker


class Origin(Server):
    """`tanada serve` that tells an edge of its revisions, and says which requests it got."""

    def __init__(self, store, edge, **options):
        super().__init__(store, environment={
            "TANADA_PURGE_URLS": f"http://127.0.0.1:{edge}/tanada/purge", "TANADA_PURGE_TOKEN": TOKEN,
            "TANADA_PURGE_SECRET": "a-secret-of-the-edges", "TANADA_ACCESS_LOG": "on",
            "TANADA_TRUSTED_PROXIES": "127.0.0.0/8"}, **options)
        self.read = 0

    def requests(self):
        """The requests for content since the last call: paths and statuses."""
        # A line is written behind the end of its response, and before those of requests on new connections.
        marks = {f"/v1/marks/{next(MARKS)}" for _ in range(MARK_COUNT if self.is_running else 0)}
        for mark in marks:
            self.get(mark, token=None)

        def all_entries():
            entries = self.log_entries()
            return {entry["path"] for entry in entries[self.read:]} >= marks and entries
        entries = eventually(all_entries, "the log has all requests") if marks else self.log_entries()
        new, self.read = entries[self.read:], len(entries)
        return [(entry["path"], entry["status"]) for entry in new
                if entry["path"].startswith("/v1/") and not entry["path"].startswith("/v1/marks/")]


class Edge(Varnish):
    """`files` is what answers when no origin does: its `port`, and the `prefix` of its paths."""

    def __init__(self, folder, origins, files, port):
        (folder / "vcl").mkdir()
        site = replaced("edge/site.vcl", [
            *((f'"10.0.0.{number}"; .port = "8080"', f'"127.0.0.1"; .port = "{origin.port}"')
              for number, origin in enumerate(origins, 1)),
            ("backend tanada_fallback none;",
             f'backend tanada_fallback {{ .host = "127.0.0.1"; .port = "{files.port}"; }}'),
            ('"10.0.0.0"/24;', '"127.0.0.1"/32;'), ('("tanada_token", "")', f'("tanada_token", "{TOKEN}")'),
            ("feeds.s3.eu-central-1.amazonaws.com", f"127.0.0.1:{files.port}"),
            ('"/export" + bereq.url', f'"{files.prefix}" + bereq.url'),
        ])
        for name, text in [("site.vcl", site), ("tanada.vcl", replaced("edge/tanada.vcl", []))]:
            (folder / "vcl" / name).write_text(text)
        super().__init__(folder, folder / "vcl/site.vcl", f"vcl_path={folder / 'vcl'}", "workspace_backend=256k",
                         "thread_pool_min=50", port=port)


class Site:
    def __init__(self, store, files, folder):
        self.port = free_port()
        self.origins = [Origin(store, self.port) for _ in range(3)]
        self.store, self.files, self.folder, self.edge = store, files, folder, None

    def __enter__(self):
        self.start_origins()
        self.edge = Edge(self.folder, self.origins, self.files, self.port).start()
        return self

    def __exit__(self, *_):
        self.kill_origins()
        if self.edge:
            self.edge.end()

    def start_origins(self):
        for origin in self.origins:
            origin.start()
        for origin in self.origins:
            origin.wait_until_ready()

    def kill_origins(self):
        for origin in self.origins:
            origin.kill()

    def client(self, **options):
        return Client(self.port, **options)
