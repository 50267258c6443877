"""The fixtures of all tests: a server, Chromium, and pages that note everything that goes wrong."""

import json
import os
import pathlib
import re
import urllib.parse

import pytest
from playwright.sync_api import expect, sync_playwright

from hands import HANDS
from server import ROOT, Server, tanada
from studio import make_server, sign_in

CHROMIUM = os.environ.get("TANADA_CHROMIUM", "/usr/bin/chromium")
# With a seed, everything is tested: at every size, in real time, and how fast it is.
SOAK_SEED = os.environ.get("TANADA_SOAK_SEED")
collect_ignore = ["test_speed.py", "test_studio_speed.py"] if SOAK_SEED is None else []
# The longest wait for a page, in milliseconds: a busy machine needs long. Less of it shows sooner what fails.
PATIENCE = int(os.environ.get("TANADA_PATIENCE", "120000"))
expect.set_options(timeout=PATIENCE)
# How long a notice offers something, in milliseconds. In the tests it stays: a busy machine may need longer.
OFFERING = int(re.search(r"offering: ([\d_]+)", (ROOT / "Web/studio/shell/notices.js").read_text())[1])
# Counts the timers that are set. Those of a second and more are for failures.
TIMERS = """
(() => {
  const timers = window.timers = new Set();
  const { setTimeout, clearTimeout } = window;
  window.setTimeout = (action, time = 0, ...values) => {
    if (time === OFFERING) return 0;
    const timer = setTimeout(() => { timers.delete(timer); action(...values); }, time);
    if (time < 1000) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { timers.delete(timer); clearTimeout(timer); };
})();
""".replace("OFFERING", str(OFFERING))
# Two frames: what one has changed, the other has drawn. Then the timers that are set.
FRAMES = """
async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return window.timers.size;
}
"""


@pytest.fixture(scope="session")
def program():
    """The path of the program."""
    return os.environ.get("TANADA") or str(
        pathlib.Path(__file__).resolve().parent.parent.parent / ".build/debug/tanada"
    )


@pytest.fixture(scope="session")
def server(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    (folder / "tanada.json").write_text('{"cors_origins": "*"}')
    server = Server(program, folder)
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


@pytest.fixture(scope="session")
def wall(server, tmp_path_factory):
    """A server with feeds of 200 and of 1,000 photos."""
    folder = tmp_path_factory.mktemp("wall")
    own = Server(server.program, folder, has_pictures=False)
    lines = [
        json.dumps({
            "id": n, "photo_url": f"https://example.com/wall/{n}.jpg", "photo_width": 300 + n * 37 % 400,
            "photo_height": 300 + n * 53 % 500, "title": f"Photo {n}", "caption": f"写真 {n}",
            "published_at": "2022-12-01T07:30:00.000+0000",
        })
        for n in range(21, 1001)
    ]
    file = folder / "photos.ndjson"
    file.write_text("\n".join(lines) + "\n")
    tanada(server.program, folder, "import", "pickup_photos", str(file), "--format", "ndjson")
    for name, limit in (("wall", 1000), ("small", 200)):
        section = {"id": "photos", "kind": "pickup_photos", "title": "写真", "limit": limit}
        own.send("PUT", f"/v1/feeds/{name}/composition", {"sections": [section]})
        own.wait_for(name)
    yield own
    own.stop()


@pytest.fixture(scope="module")
def studio_server(request, program, tmp_path_factory):
    """A server whose content tests of the studio change; with pictures for modules with `HAS_PICTURES`."""
    has_pictures = getattr(request.module, "HAS_PICTURES", False)
    own = make_server(program, tmp_path_factory.mktemp("studio"), has_pictures)
    yield own
    own.stop()


class Watched:
    """A page, and what went wrong in it: messages of errors, requests to other servers, shifts."""

    def __init__(self, browser, server, **options):
        self.server = server
        self.context = browser.new_context(**{"device_scale_factor": 1, **options})
        self.page = self.context.new_page()
        self.context.set_default_timeout(PATIENCE)
        self.errors, self.requests, self.pending = [], [], set()
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._note_request)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.pending.discard(request))
        self.page.add_init_script(TIMERS)
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

    def _note_request(self, request):
        self.requests.append(request.url)
        # Events go on without an end.
        if "/v1/events" not in request.url:
            self.pending.add(request)

    def open(self, path="/", ready=True):
        """Opens a page of the server and waits for its feed to be drawn."""
        self.page.goto(self.server.address + path)
        if ready:
            self.wait()
        return self.page

    def wait(self):
        self.page.evaluate("document.querySelector('tanada-feed').ready")

    def rest(self):
        """Waits until nothing is fetched any more, no timer is set, and all of it has been drawn."""
        still = 0
        while still < 3:
            timers = self.page.evaluate(FRAMES)
            still = 0 if timers or self.pending else still + 1

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
def studio(browser, studio_server):
    """Opens studios, each signed in as one person; the test fails if anything went wrong in one.

    Answers of at least 400 that a test provokes are `expected`: browsers report them as errors of the page.
    """
    opened = []

    def open_studio(role="editor", name="Anna", path="#/screen", server=None, expected=(), **options):
        options = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", **options}
        watched = Watched(browser, server or studio_server, **options)
        opened.append((watched, expected))
        sign_in(watched, name, role, path)
        return watched

    yield open_studio
    problems = []
    for watched, expected in opened:
        errors = [
            error for error in watched.errors
            if not any(f"status of {status} " in error for status in expected)
        ]
        problems += errors + watched.foreign_requests()
        watched.context.close()
    assert not problems, problems


@pytest.fixture
def own_server(program, tmp_path_factory):
    """Starts servers of one test alone, which outlive its pages."""
    servers = []

    def start(has_pictures=False):
        servers.append(make_server(program, tmp_path_factory.mktemp("own"), has_pictures))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(params=HANDS, ids=lambda hand: hand.name)
def open_desk(request, own_server, studio):
    """Opens studios for one way of using them, each on a server of its own."""

    def open_one(role="editor", name="Anna", has_pictures=False, expected=()):
        server = own_server(has_pictures)
        watched = studio(role=role, name=name, server=server, expected=expected, **request.param.options)
        return request.param(watched.page), watched

    return open_one


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
