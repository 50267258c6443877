"""Takes the pictures of the pages for the documentation."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM
from server import ROOT, Server

IMAGES = ROOT / "docs/images"
WIDTHS = {390: 844, 768: 1024, 1280: 900}
PAGES = {"home": "/", "gallery": "/gallery"}
# Of JPEG: text stays sharp, and a picture below 300 KB.
QUALITY = 84
class Pending:
    """The pictures that a page waits for: the first time, the server makes them."""

    def __init__(self, page):
        self.page = page
        self.requests = set()
        page.on("request", self.note)
        page.on("requestfinished", lambda request: self.requests.discard(request))
        page.on("requestfailed", lambda request: self.requests.discard(request))

    def note(self, request):
        if request.resource_type == "image":
            self.requests.add(request)

    def wait(self):
        """Waits until nothing has been asked for during some seconds."""
        still = 0
        while still < 6:
            self.page.wait_for_timeout(500)
            still = 0 if self.requests else still + 1


def pictures(names):
    for name, path in PAGES.items():
        for width, height in WIDTHS.items():
            for scheme in ("light", "dark"):
                picture = f"{name}-{width}-{scheme}"
                if not names or picture in names:
                    yield picture, path, width, height, scheme


def main(names):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        playwright = stack.enter_context(sync_playwright())
        server = Server(os.environ["TANADA"], folder)
        stack.callback(server.stop)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for picture, path, width, height, scheme in pictures(names):
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme,
                device_scale_factor=2 if width < 500 else 1.5 if width < 1000 else 1,
                reduced_motion="reduce",
            )
            page = context.new_page()
            pending = Pending(page)
            page.goto(server.address + path)
            pending.wait()
            png = pathlib.Path(folder) / f"{picture}.png"
            page.screenshot(path=png)
            context.close()
            target = IMAGES / f"{picture}.jpg"
            options = f"[Q={QUALITY},optimize_coding,strip,interlace]"
            subprocess.run(["vips", "copy", png, f"{target}{options}"], check=True)
            print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} KB", file=sys.stderr)
        browser.close()


if __name__ == "__main__":
    main(set(sys.argv[1:]))
