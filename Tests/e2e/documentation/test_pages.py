"""Each page at two widths, in light and dark: axe finds nothing, nothing is wider than the window, nothing fails."""

import re
import time

from browser.test_accessibility import violations

SCREENS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
# The rules whose answers differ with the width and the colours. The others are asked once.
DRAWN = {"runOnly": {"type": "rule", "values": [
    "color-contrast", "scrollable-region-focusable", "link-in-text-block", "target-size", "landmark-unique",
    "skip-link", "heading-order", "region", "aria-hidden-focus"]}}
# Pages of one form: what axe says of one it says of all.
ALIKE = re.compile(r"libraries/.+/|reference/(api|commands)/|files/")


def test_every_page(visit, address, pages, is_soak, figure):
    """Axe reads each page at one of the four screens, and of those of one form one in eight; in a soak each at all."""
    page, began, problems, asked, slowest = visit(), time.monotonic(), [], 0, (0, "")
    for place, path in enumerate(pages):
        start, is_alike = time.monotonic(), ALIKE.match(path)
        page.goto(address + path)
        for number, (width, scheme) in enumerate(SCREENS):
            is_asked = is_soak or (place % 8 == 2 * number if is_alike else place % len(SCREENS) == number)
            if not is_soak and number and is_alike and not is_asked:
                continue
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.evaluate("look.frames")
            found = page.evaluate("look.wide")
            if is_asked:
                asked += 1
                found += violations(page, **(DRAWN if number and is_soak else {}))
            problems += [f"{path} at {width}, {scheme}: {problem}" for problem in found]
        slowest = max(slowest, (time.monotonic() - start, path))
    assert not problems, "\n".join(problems)
    figure(f"{len(pages)} pages of documentation at {len(SCREENS)} screens, {asked} of them read by axe, in "
           f"{time.monotonic() - began:.0f} s, the slowest {slowest[1]} in {slowest[0]:.1f} s")


def test_pages_print_their_text_alone(visit):
    page = visit("guides/ios.html")
    page.emulate_media(media="print")
    assert page.locator("main").is_visible()
    for hidden in ["header.bar", ".contents", ".here", "footer"]:
        assert not page.locator(hidden).is_visible()
