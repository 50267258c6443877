"""The site behind a web server below an address of its own, and pages that note what goes wrong in them."""

import functools
import http.server
import os
import pathlib
import sys
import threading
import urllib.parse

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "site"))
CHROMIUM = os.environ.get("TANADA_CHROMIUM", "/usr/bin/chromium")
PATIENCE = int(os.environ.get("TANADA_PATIENCE", "120000"))
expect.set_options(timeout=PATIENCE)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files below /docs, with the policy that a tanada sends. There is nothing anywhere else."""

    protocol_version = "HTTP/1.1"

    def translate_path(self, path):
        if not path.startswith("/docs/"):
            return str(pathlib.Path(self.directory) / "nothing")
        return super().translate_path(path.removeprefix("/docs"))

    def end_headers(self):
        self.send_header("Content-Security-Policy", "default-src 'self'")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def folder():
    """The folder of the built site."""
    return pathlib.Path(os.environ["TANADA_SITE"]).resolve()


@pytest.fixture(scope="session")
def address(folder):
    """Where the site is served: not at the root of its server."""
    handler = functools.partial(Handler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/docs/"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--font-render-hinting=none"])
        yield browser
        browser.close()


class Watched:
    """A page, and what went wrong in it."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._check)

    def _note(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url')})")

    def _check(self, request):
        """Nothing comes from elsewhere."""
        parts = urllib.parse.urlsplit(request.url)
        if parts.scheme not in ("file", "blob") and parts.hostname != "127.0.0.1":
            self.errors.append(f"a request to {request.url}")


@pytest.fixture
def watch(browser):
    """Makes pages; the test fails if anything went wrong in one."""
    opened = []

    def make(**options):
        opened.append(Watched(browser, **options))
        return opened[-1].page

    yield make
    errors = [error for watched in opened for error in watched.errors]
    for watched in opened:
        watched.context.close()
    assert errors == []


def pytest_terminal_summary(terminalreporter):
    """Prints what was counted, also of tests that passed."""
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            terminalreporter.write_line(f"✔ site, {name}: {text}")
