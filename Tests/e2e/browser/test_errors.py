"""A feed that cannot be shown says so, also in other pages."""

import pytest

from browser.watched import Watched

EMBED = """
(address) => new Promise((resolve) => {
  document.body.replaceChildren();
  const feed = document.createElement("tanada-feed");
  feed.addEventListener("tanada-error", ({ detail }) => resolve(detail.status), { once: true });
  feed.setAttribute("src", address);
  document.body.append(feed);
})
"""


@pytest.mark.parametrize("address,status", [("/v1/feeds/nowhere", 404), ("/v1/feeds/unreachable", 0)])
def test_a_feed_that_is_not_there_says_so(browser, server, address, status):
    watched = Watched(browser, server, viewport={"width": 390, "height": 844})
    page = watched.open("/")
    page.route("**/unreachable?*", lambda route: route.abort())
    assert page.evaluate(EMBED, address) == status
    alert = page.locator("tanada-feed").get_by_role("alert")
    assert alert.text_content() == "The feed cannot be shown."
    assert alert.bounding_box()["height"] > 20
    # It is gone as soon as there is a feed.
    page.evaluate("document.querySelector('tanada-feed').setAttribute('src', '/v1/feeds/home')")
    page.wait_for_selector("tanada-feed[data-feed-revision]")
    assert alert.count() == 0
    watched.context.close()
