"""A phone that is turned shows the feed from edge to edge, at the same place."""

import pytest

from browser.watched import PATIENCE

UPRIGHT, ACROSS = {"width": 390, "height": 844}, {"width": 844, "height": 390}
# The items of the photos, each with the share of its height that is in the window.
SEEN = """
() => [...document.querySelector("tanada-feed").shadowRoot
  .querySelectorAll("[data-section=pickup_photos] [data-item]")]
  .map((item) => {
    const { top, bottom, height } = item.getBoundingClientRect();
    return [item.dataset.item, (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height];
  })
  .filter(([, share]) => share > 0)
"""
WIDTH = "(width) => document.querySelector('tanada-feed').document.viewport.width === width"


def turn(page, size):
    page.set_viewport_size(size)
    page.wait_for_function(WIDTH, arg=size["width"], timeout=PATIENCE)


@pytest.mark.parametrize("down", [400, 700, 1000])
def test_a_phone_that_is_turned_keeps_its_place(watch, down):
    watched = watch("/", viewport=UPRIGHT, is_mobile=True, has_touch=True)
    page = watched.page
    page.evaluate(
        """(down) => {
          const photos = document.querySelector("tanada-feed").shadowRoot
            .querySelector("[data-section=pickup_photos]");
          scrollTo(0, scrollY + photos.getBoundingClientRect().top + down);
        }""", down,
    )
    watched.rest()
    before = dict(page.evaluate(SEEN))
    # The first item of which most is seen.
    item = next(identifier for identifier, share in before.items() if share > 0.5)
    turn(page, ACROSS)
    # From edge to edge, without the picture of a phone.
    feed = page.locator("tanada-feed").bounding_box()
    assert (feed["x"], feed["width"]) == (0, 844)
    assert not page.locator(".device > .status").is_visible()
    assert dict(page.evaluate(SEEN)).get(item, 0) > 0.2
    turn(page, UPRIGHT)
    assert dict(page.evaluate(SEEN)).get(item, 0) > 0.5
