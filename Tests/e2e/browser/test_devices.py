"""On paper there is the feed, all of it. A phone that is turned shows it from edge to edge, at the same place."""

import pytest
from browser.watched import DESK, PHONE

ACROSS = {"width": 844, "height": 390}


def test_every_section_is_printed(watch, server):
    page = watch(viewport=DESK)
    items = page.locator("tanada-feed [data-item]")
    page.rest()
    before = items.count()
    page.evaluate("look.awaitPrinter")
    assert page.pdf(print_background=False).startswith(b"%PDF")
    printed = page.evaluate("window.printed")
    # 1. All that does not lie beside a row, with a picture or its placeholder.
    for section in server.document(width=390)["sections"]:
        if section["layout"]["type"] in ("uniform_grid", "staggered_grid"):
            names = {f"{section['id']}/{item['id']}" for item in section["items"]}
            assert names <= set(printed["items"]), section["id"]
        assert any(name.startswith(f"{section['id']}/") for name in printed["items"])
    assert printed["frames"] > 20 and printed["empty"] == 0
    page.rest()
    assert items.count() == before


def test_no_phone_is_printed(watch):
    page = watch(viewport=DESK, color_scheme="dark")
    page.emulate_media(media="print")
    for hidden in ("header.bar", "#controls", ".device > .status", "#source", "#status"):
        assert not page.locator(hidden).is_visible(), hidden
    # The whole feed lies on the paper, in its middle, and nothing scrolls in a frame.
    screen, feed = (page.locator(name).bounding_box() for name in ("#screen", "tanada-feed"))
    assert screen["height"] >= feed["height"] > 2000
    drawn = page.locator("tanada-feed .feed").bounding_box()
    assert drawn["x"] + drawn["width"] / 2 == 640
    assert page.evaluate("getComputedStyle(document.getElementById('device')).boxShadow") == "none"


def turn(page, size):
    page.set_viewport_size(size)
    page.wait_for_function("(width) => feed.document.viewport.width === width", arg=size["width"])


@pytest.mark.parametrize("down", [400, 700, 1000])
def test_a_phone_that_is_turned_keeps_its_place(watch, down):
    page = watch(is_mobile=True, has_touch=True)
    page.evaluate("(down) => scrollTo(0, look.top('pickup_photos') + feed.getBoundingClientRect().y + scrollY + down)", down)
    page.rest()
    before = dict(page.evaluate("look.seen", "pickup_photos"))
    item = next(identifier for identifier, share in before.items() if share > 0.5)
    turn(page, ACROSS)
    feed = page.locator("tanada-feed").bounding_box()
    assert (feed["x"], feed["width"]) == (0, 844)
    assert not page.locator(".device > .status").is_visible()
    assert dict(page.evaluate("look.seen", "pickup_photos")).get(item, 0) > 0.2
    turn(page, PHONE)
    assert dict(page.evaluate("look.seen", "pickup_photos")).get(item, 0) > 0.5
