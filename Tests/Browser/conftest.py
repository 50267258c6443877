"""What all tests share: a server, Chromium, and pages that note everything that goes wrong."""

import os
import pathlib
import urllib.parse

import pytest
from playwright.sync_api import sync_playwright

from server import Server

CHROMIUM = os.environ.get("TANADA_CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    program = os.environ.get("TANADA") or str(
        pathlib.Path(__file__).resolve().parent.parent.parent / ".build/debug/tanada"
    )
    server = Server(program, tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--font-render-hinting=none"]
        )
        yield browser
        browser.close()


class Watched:
    """A page, and what went wrong in it: messages of errors, requests to other servers, shifts."""

    def __init__(self, browser, server, **options):
        self.server = server
        self.context = browser.new_context(**{"device_scale_factor": 1, **options})
        self.page = self.context.new_page()
        self.errors, self.requests = [], []
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.add_init_script(
            """
            window.shifts = [];
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) {
                if (!entry.hadRecentInput) window.shifts.push(entry.value);
              }
            }).observe({ type: "layout-shift", buffered: true });
            """
        )

    def _note_message(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url')})")

    def open(self, path="/", ready=True):
        """Opens a page of the server and waits for its feed to be drawn."""
        self.page.goto(self.server.address + path)
        if ready:
            self.wait()
        return self.page

    def wait(self):
        self.page.evaluate("document.querySelector('tanada-feed').ready")

    def foreign_requests(self):
        """The addresses of requests that left the server."""
        own = urllib.parse.urlsplit(self.server.address).netloc
        parts = map(urllib.parse.urlsplit, self.requests)
        return [p.geturl() for p in parts if p.scheme in ("http", "https", "ws") and p.netloc != own]

    def shift(self):
        """The cumulative layout shift so far."""
        return self.page.evaluate("window.shifts.reduce((sum, next) => sum + next, 0)")


@pytest.fixture
def prepare(browser, server):
    """Makes pages that are closed after the test, which fails if anything went wrong in one."""
    opened = []

    def make_page(**options):
        opened.append(Watched(browser, server, **options))
        return opened[-1]

    yield make_page
    problems = [(w.errors, w.foreign_requests()) for w in opened]
    for watched in opened:
        watched.context.close()
    assert all(not errors and not foreign for errors, foreign in problems), problems


@pytest.fixture
def watch(prepare):
    """Makes pages, and opens them."""

    def open_page(path="/", ready=True, script="", **options):
        watched = prepare(**options)
        watched.page.add_init_script(script)
        watched.open(path, ready)
        return watched

    return open_page


def pytest_terminal_summary(terminalreporter):
    """Prints what was measured, also of tests that passed."""
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            terminalreporter.write_line(f"✔ browser, {name}: {text}")
