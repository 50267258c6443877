"""Each page at two widths, in light and dark: axe finds nothing, nothing is wider than the window, nothing fails."""

import time

from axe_playwright_python.sync_playwright import Axe

SCREENS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
# The rules whose answers differ with the width and the colours. The others are asked once.
DRAWN = ["color-contrast", "scrollable-region-focusable", "link-in-text-block", "target-size", "landmark-unique",
         "skip-link", "heading-order", "region", "aria-hidden-focus"]


def test_every_page(watch, address, folder, record_property):
    page, axe = watch(), Axe()
    began, problems, slowest = time.monotonic(), [], (0, "")
    paths = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.html"))
    for path in paths:
        start = time.monotonic()
        page.goto(address + path)
        for number, (width, scheme) in enumerate(SCREENS):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            problems += [f"{path} at {width}, {scheme}: {problem}" for problem in findings(page, axe, number == 0)]
        slowest = max(slowest, (time.monotonic() - start, path))
    assert problems == []
    record_property(
        "pages", f"{len(paths)} pages at {len(SCREENS)} screens in {time.monotonic() - began:.0f} s, "
        f"the slowest {slowest[1]} in {slowest[0]:.1f} s")


def findings(page, axe, is_first):
    options = {} if is_first else {"runOnly": {"type": "rule", "values": DRAWN}}
    # Rules of what fails alone: those that pass make answers of megabytes.
    answer = axe.run(page, options={**options, "resultTypes": ["violations"]})
    found = [
        f"{violation['id']}: {node['target']}: {node['failureSummary']}"
        for violation in answer.response["violations"] for node in violation["nodes"][:3]
    ]
    wide = page.evaluate("""() => document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll("body *")]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) : null""")
    return found + ([f"wider than the window: {wide}"] if wide is not None else [])


def test_pages_print_their_text_alone(watch, address):
    page = watch()
    page.goto(address + "guides/ios.html")
    page.emulate_media(media="print")
    assert page.locator("main").is_visible()
    for hidden in ["header.bar", ".contents", ".here", "footer"]:
        assert not page.locator(hidden).is_visible()
