"""Takes the pictures of the pages for the documentation: scripts/draw-screenshots."""

import subprocess

import pytest
from harness import ROOT

IMAGES = ROOT / "docs/images"
WIDTHS = {390: 844, 768: 1024, 1280: 900}
# Of JPEG: text stays sharp, and a picture below 300 KB.
QUALITY = 84


class Pending:
    """The pictures that a page waits for: the first time, the server makes them."""

    def __init__(self, page):
        self.page, self.requests = page, set()
        page.on("request", lambda request: request.resource_type == "image" and self.requests.add(request))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: self.requests.discard(request))

    def wait(self):
        """Waits until nothing has been asked for during some seconds."""
        still = 0
        while still < 6:
            self.page.wait_for_timeout(500)
            still = 0 if self.requests else still + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name,path", {"home": "/", "gallery": "/gallery"}.items())
def test_a_picture_is_taken(prepare, folder, figure, name, path, width, scheme):
    watched = prepare(
        viewport={"width": width, "height": WIDTHS[width]}, color_scheme=scheme, reduced_motion="reduce",
        device_scale_factor=2 if width < 500 else 1.5 if width < 1000 else 1)
    pending = Pending(watched.page)
    watched.open(path, ready=False)
    pending.wait()
    watched.page.screenshot(path=folder / "screen.png")
    target = IMAGES / f"{name}-{width}-{scheme}.jpg"
    options = f"[Q={QUALITY},optimize_coding,strip,interlace]"
    subprocess.run(["vips", "copy", folder / "screen.png", f"{target}{options}"], check=True)
    figure(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} KB")
