"""Each page at two widths, in light and dark: axe finds nothing, nothing is wider than the window, nothing fails."""

import os
import re
import time

from axe_playwright_python.sync_playwright import Axe

SCREENS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
# The rules whose answers differ with the width and the colours. The others are asked once.
DRAWN = ["color-contrast", "scrollable-region-focusable", "link-in-text-block", "target-size", "landmark-unique",
         "skip-link", "heading-order", "region", "aria-hidden-focus"]
IS_BRIEF = os.environ.get("TANADA_SITE_BRIEF") == "yes"
# Pages of one form: what axe says of one it says of all.
ALIKE = re.compile(r"libraries/.+/|reference/(api|commands)/|files/")


def test_every_page(watch, address, folder, record_property):
    page, axe = watch(), Axe()
    began, problems, asked, slowest = time.monotonic(), [], 0, (0, "")
    paths = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.html"))
    for place, path in enumerate(paths):
        start = time.monotonic()
        page.goto(address + path)
        for number, (width, scheme) in enumerate(SCREENS):
            if IS_BRIEF and number and ALIKE.match(path) and not is_asked(place, path, number):
                continue
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = wider_than_the_window(page)
            if is_asked(place, path, number):
                asked += 1
                found += findings(page, axe, DRAWN if number and not IS_BRIEF else None)
            problems += [f"{path} at {width}, {scheme}: {problem}" for problem in found]
        slowest = max(slowest, (time.monotonic() - start, path))
    assert not problems, "\n".join(problems)
    record_property(
        "pages", f"{len(paths)} pages at {len(SCREENS)} screens, {asked} of them read by axe, in "
        f"{time.monotonic() - began:.0f} s, the slowest {slowest[1]} in {slowest[0]:.1f} s")


def is_asked(place, path, number):
    """Whether axe reads the page of a place in the list at a screen."""
    if not IS_BRIEF:
        return True
    return place % len(SCREENS) == number if not ALIKE.match(path) else place % 8 == 2 * number


def findings(page, axe, rules):
    """What axe finds, by some rules or all."""
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    # Elements of what fails alone: those that pass make answers of megabytes.
    answer = axe.run(page, options={**only, "resultTypes": ["violations"]})
    return [
        f"{violation['id']}: {node['target']}: {node['failureSummary']}"
        for violation in answer.response["violations"] for node in violation["nodes"][:3]
    ]


def wider_than_the_window(page):
    """The elements that make a page scroll sideways."""
    return page.evaluate("""() => {
        if (document.documentElement.scrollWidth <= innerWidth) return [];
        const wide = [...document.querySelectorAll("body *")]
            .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
            .slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
        return [`wider than the window: ${wide}`];
    }""")


def test_pages_print_their_text_alone(watch, address):
    page = watch()
    page.goto(address + "guides/ios.html")
    page.emulate_media(media="print")
    assert page.locator("main").is_visible()
    for hidden in ["header.bar", ".contents", ".here", "footer"]:
        assert not page.locator(hidden).is_visible()
