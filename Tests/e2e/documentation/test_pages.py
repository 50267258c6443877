"""Each page at two widths, in light and dark: axe finds nothing, nothing is wider than the window, nothing fails."""

import re
import time

import pytest
from browser.test_accessibility import violations

SCREENS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
# The rules whose answers differ with the width and the colours. The others are asked once.
DRAWN = {"runOnly": {"type": "rule", "values": [
    "color-contrast", "scrollable-region-focusable", "link-in-text-block", "target-size", "landmark-unique",
    "skip-link", "heading-order", "region", "aria-hidden-focus"]}}
# Pages of one form: what axe says of one it says of all.
ALIKE = re.compile(r"reference/(api|commands)/|files/")
LIBRARIES = ["", "feedlayout/", "feedlayout/rect/", "feedlayout/staggeredgrid/", "tanadaclient/feedclient/"]


def test_every_page(visit, address, pages, is_soak, figure):
    """Axe reads each page at one of the four screens, and of those of one form one in eight; in a soak each at all."""
    page, began, problems, asked, slowest = visit(), time.monotonic(), [], 0, (0, "")
    pages = [path for path in pages if not (path.startswith("libraries/") and path.count("/") > 1)]
    for place, path in enumerate(pages):
        start, is_alike = time.monotonic(), ALIKE.match(path)
        page.goto(address + path)
        for number, (width, scheme) in enumerate(SCREENS):
            is_asked = is_soak or (place % 8 == 2 * number if is_alike else place % len(SCREENS) == number)
            if not is_soak and number and is_alike and not is_asked:
                continue
            problems += problems_at(page, path, width, scheme, is_asked, **(DRAWN if number and is_soak else {}))
            asked += is_asked
        slowest = max(slowest, (time.monotonic() - start, path))
    assert not problems, "\n".join(problems)
    figure(f"{len(pages)} pages of documentation at {len(SCREENS)} screens, {asked} of them read by axe, in "
           f"{time.monotonic() - began:.0f} s, the slowest {slowest[1]} in {slowest[0]:.1f} s")


@pytest.mark.parametrize("width,scheme", SCREENS)
def test_pages_of_libraries(visit, address, has_libraries, width, scheme):
    if not has_libraries:
        pytest.skip("the site has no libraries")
    page, problems = visit(), []
    for path in LIBRARIES:
        page.goto(f"{address}libraries/documentation/{path}")
        page.locator("main h1").wait_for()
        problems += problems_at(page, path, width, scheme, True)
    assert not problems, "\n".join(problems)


def problems_at(page, path, width, scheme, is_asked, **options):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.evaluate("look.frames")
    found = page.evaluate("look.wide") + (violations(page, **options) if is_asked else [])
    return [f"{path} at {width}, {scheme}: {problem}" for problem in found]


def test_pages_print_their_text_alone(visit):
    page = visit("guides/ios.html")
    page.emulate_media(media="print")
    assert page.locator("article").is_visible()
    for hidden in [".md-header", ".md-tabs", ".md-sidebar--primary", ".md-sidebar--secondary", ".md-footer"]:
        assert not page.locator(hidden).is_visible(), hidden


def test_the_colours_are_chosen_and_kept(visit, address):
    page = visit()
    for scheme in ("default", "slate", "default"):
        page.locator("form[data-md-component=palette] label:visible").click()
        page.locator(f"body[data-md-color-scheme={scheme}]").wait_for()
    page.locator("form[data-md-component=palette] label:visible").click()
