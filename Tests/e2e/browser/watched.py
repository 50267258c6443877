"""A page of a server, and what went wrong in it."""

import os
import re
import urllib.parse

from harness import ROOT
from playwright.sync_api import expect

CHROMIUM = os.environ.get("TANADA_CHROMIUM", "/usr/bin/chromium")
# The longest wait for a page, in milliseconds: a busy machine needs long. Less of it shows sooner what fails.
PATIENCE = int(os.environ.get("TANADA_PATIENCE", "120000"))
# With a seed, everything is tested: at every size, in real time, and how fast it is.
SOAK_SEED = os.environ.get("TANADA_SOAK_SEED")
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
