"""A page of a server, and what went wrong in it."""

import os
import pathlib
import re
import urllib.parse

from harness import ROOT
from playwright.sync_api import expect

CHROMIUM = os.environ.get("TANADA_CHROMIUM", "/usr/bin/chromium")
# The longest wait for a page, in milliseconds: a busy machine needs long. Less of it shows sooner what fails.
PATIENCE = int(os.environ.get("TANADA_PATIENCE", "120000"))
# The seed of a soak, set before modules of tests are imported: everything is tested at every size and in real time, and
# how fast it is.
SOAK_SEED = None
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
expect.set_options(timeout=PATIENCE)
# How long a notice offers something, in milliseconds. In the tests it stays: a busy machine may need longer.
OFFERING = re.search(r"offering: ([\d_]+)", (ROOT / "Web/studio/shell/notices.js").read_text())[1]
PAGE = (pathlib.Path(__file__).parent / "page.js").read_text().replace("OFFERING", OFFERING)


def page_with(feed, script="/tanada.js", attributes="", body='<body style="margin: 0">'):
    return (
        '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>'
        f'{body}<script type="module" src="{script}"></script>'
        f'<tanada-feed src="{feed}" {attributes}></tanada-feed></html>')


class Watched:
    """A page, and what went wrong in it: errors without an `expected` text, and requests to others than `hosts`."""

    def __init__(self, browser, server, script="", expected=(), **options):
        self.server, self.expected, self.hosts = server, expected, [server.address]
        self.context = browser.new_context(**{"device_scale_factor": 1, "viewport": PHONE, **options})
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.errors, self.requests, self.pending = [], [], set()
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._note_request)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.pending.discard(request))
        self.page.add_init_script(PAGE + script)

    def __getattr__(self, name):
        """What is not here is asked of the page."""
        return getattr(vars(self)["page"], name)

    def _note_message(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url')})")

    def _note_request(self, request):
        self.requests.append(request.url)
        if "/v1/events" not in request.url:
            self.pending.add(request)

    def open(self, path="/", ready=True):
        self.page.goto(self.server.address + path)
        if ready:
            self.wait()
        return self

    def embed(self, html):
        """Opens a page that the server does not have itself."""
        self.page.route("**/shop", lambda route: route.fulfill(body=html, content_type="text/html"))
        return self.open("/shop")

    def wait(self):
        self.page.evaluate("feed.ready")

    def rest(self):
        """Waits until nothing is fetched any more, no timer is set, and all of it has been drawn."""
        still = 0
        while still < 3:
            timers = self.page.evaluate("look.frames")
            still = 0 if timers or self.pending else still + 1

    def section(self, identifier):
        return self.page.locator(f'tanada-feed [data-section="{identifier}"]')

    def item(self, section, identifier):
        return self.section(section).locator(f'[data-item="{identifier}"]')

    def headline_is(self, kind, identifier, text):
        self.page.wait_for_function("look.hasHeadline", arg=[kind, identifier, text], polling=10)

    def problems(self):
        """What has gone wrong, and was not expected; and the addresses of requests that left the server."""
        own = [urllib.parse.urlsplit(host).netloc for host in self.hosts]
        parts = map(urllib.parse.urlsplit, self.requests)
        foreign = [p.geturl() for p in parts if p.scheme in ("http", "https", "ws") and p.netloc not in own]
        return [e for e in self.errors if not any(text in e for text in self.expected)] + foreign

    def close(self):
        problems = self.problems()
        self.context.close()
        assert not problems, problems
