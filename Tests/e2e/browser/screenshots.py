"""Takes the pictures of the pages for the documentation: scripts/draw-screenshots."""

import subprocess

import pytest
from harness import ROOT

IMAGES = ROOT / "docs/images"
WIDTHS = {390: 844, 768: 1024, 1280: 900}


def take(page, file, quality):
    """Takes a picture of a page at rest: the first time, the server makes its pictures."""
    page.rest()
    page.screenshot(path=file.with_suffix(".png"))
    # Of JPEG: texts stay sharp, and a picture is small enough for a page with many of them.
    options = f"[Q={quality},optimize_coding,strip,interlace]"
    subprocess.run(["vips", "copy", file.with_suffix(".png"), f"{file}{options}"], check=True)
    file.with_suffix(".png").unlink()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name,path", {"home": "/", "gallery": "/gallery"}.items())
def test_a_picture_is_taken(prepare, figure, name, path, width, scheme):
    page = prepare(
        viewport={"width": width, "height": WIDTHS[width]}, color_scheme=scheme, reduced_motion="reduce",
        device_scale_factor=2 if width < 500 else 1.5 if width < 1000 else 1)
    target = IMAGES / f"{name}-{width}-{scheme}.jpg"
    take(page.open(path, ready=False), target, 84)
    figure(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} KB")
