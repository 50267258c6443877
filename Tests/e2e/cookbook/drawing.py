"""The pictures of docs/cookbook.md: how they are drawn, and how much one differs from another."""

import json
import pathlib
import subprocess

WIDTHS = (390, 834)
DEVICE = 150  # what a device adds to the height of a screen on the sheets, its caption included


def vips(*arguments):
    return subprocess.run(["vips", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def pixels(picture):
    return [int(subprocess.run(["vipsheader", "-f", side, picture], check=True, capture_output=True, text=True).stdout)
            for side in ("width", "height")]


def draw(store, name, locale, folder):
    """The picture of the page: light and dark on a phone, and on a tablet at half the size."""
    common = ["preview", name, "--share", "0.1"]
    sheets = {"light": folder / f"{name}-light.png", "dark": folder / f"{name}-dark.png"}
    for scheme, options in (("light", []), ("dark", ["--dark", "--locale", locale])):
        store.run(*common, "--compare", ",".join(map(str, WIDTHS)), "--format", "png", "--scale", "1",
                  "--output", sheets[scheme], *options)
    phone, tablet = (json.loads(store.run(*common, "--width", width, "--format", "json"))["content_size"]["height"]
                     for width in WIDTHS)
    # A sheet has its title above, and the devices beside one another: the phone in the first 480 pixels.
    parts = [("light", 24, 456, 1, phone), ("dark", 24, 456, 1, phone), ("light", 484, 920, 0.5, tablet)]
    tallest = round(max((height + DEVICE) * scale for *_, scale, height in parts))
    files = []
    for number, (scheme, left, width, scale, _) in enumerate(parts):
        file, sheet = folder / f"{name}-{number}.png", sheets[scheme]
        vips("crop", sheet, f"{file}.0.png", left, 112, width, pixels(sheet)[1] - 112)
        vips("flatten", f"{file}.0.png", f"{file}.1.png")
        vips("resize", f"{file}.1.png", f"{file}.2.png", scale)
        width, height = pixels(f"{file}.2.png")
        background = " ".join(vips("getpoint", sheet, 0, 0).split()[:3])
        vips("embed", f"{file}.2.png", f"{file}.3.png", 0, 0, width, max(height, tallest),
             "--extend", "background", "--background", background)
        vips("crop", f"{file}.3.png", file, 0, 0, width, tallest)
        files.append(file)
    picture = folder / f"{name}.webp"
    vips("join", files[0], files[1], f"{picture}.1.png", "horizontal")
    vips("join", f"{picture}.1.png", files[2], f"{picture}.2.png", "horizontal")
    vips("copy", f"{picture}.2.png", f"{picture}[Q=72,effort=6,strip]")
    return picture


def difference(drawn, kept):
    """The most that a square of 16 pixels differs on average, of 255: edges of letters differ, and nothing else."""
    work = pathlib.Path(drawn).parent / "difference"
    vips("subtract", drawn, kept, f"{work}-1.v")
    vips("abs", f"{work}-1.v", f"{work}-2.v")
    vips("bandmean", f"{work}-2.v", f"{work}-3.v")
    vips("shrink", f"{work}-3.v", f"{work}-4.v", 16, 16)
    return float(vips("max", f"{work}-4.v").split()[0])
