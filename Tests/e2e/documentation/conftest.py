"""The site of the documentation behind a web server, below an address of its own, and pages of it."""

import http.server
import pathlib
import sys
import threading
import types

import pytest
from harness import ROOT

sys.path.append(str(ROOT / "site"))


@pytest.fixture(scope="session")
def server(documentation):
    """Files below /docs, with the policy that a tanada sends. There is nothing anywhere else."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def translate_path(self, path):
            if not path.startswith("/docs/"):
                return str(documentation / "nothing")
            self.directory = str(documentation)
            return super().translate_path(path.removeprefix("/docs"))

        def end_headers(self):
            self.send_header("Content-Security-Policy", "default-src 'self'")
            self.send_header("X-Content-Type-Options", "nosniff")
            super().end_headers()

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield types.SimpleNamespace(address=f"http://127.0.0.1:{server.server_port}/docs/")
        server.shutdown()


@pytest.fixture(scope="session")
def address(server):
    return server.address


@pytest.fixture
def visit(prepare):
    """Opens pages of the site."""

    def open_page(path="index.html", **options):
        watched = prepare(**{"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", **options})
        return watched.open(path, ready=False)

    return open_page


@pytest.fixture(scope="session")
def pages(documentation):
    """The paths of all pages."""
    return sorted(file.relative_to(documentation).as_posix() for file in pathlib.Path(documentation).rglob("*.html"))
