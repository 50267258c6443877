"""Clients that draw documents up to a version, on a feed with a section of version 2."""

import pathlib

import pytest

from browser.watched import PATIENCE
from browser.expected import rect

# tanada.js as it was when version 1 was the newest one.
OLD_SCRIPT = pathlib.Path(__file__).parent / "fixtures/tanada-1/tanada.js"
PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
<style>body {{ margin: 0 }}</style><script type="module" src="/{script}"></script>
<tanada-feed src="{feed}"></tanada-feed></html>"""
# The boxes of the sections and items of the feed, relative to it.
BOXES = """
() => {
  const feed = document.querySelector("tanada-feed");
  const origin = feed.getBoundingClientRect();
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - origin.x, y: y - origin.y, width, height };
  };
  return Object.fromEntries([...feed.shadowRoot.querySelectorAll("[data-section]")].map((section) => [
    section.dataset.section, {
      ...box(section),
      items: Object.fromEntries([...section.querySelectorAll("[data-item]")].map((item) => [
        item.dataset.item, box(item)])),
    }]));
}
"""


@pytest.fixture(scope="module")
def feed(server):
    """A feed whose second section is a list, which came with version 2."""
    server.must("PUT", "/v1/feeds/versions/composition", {"spacing": 12, "sections": [
        {"id": "topics", "kind": "featured_topics", "title": "Topics"},
        {"id": "news", "kind": "recent_news", "title": "News", "header": {"height": 48},
         "layout": {"type": "list"}, "fallback": {"layout": {"type": "shelf"}}},
        {"id": "photos", "kind": "pickup_photos", "title": "Photos"},
    ]})
    server.wait_for("versions")
    return "/v1/feeds/versions"


@pytest.fixture
def shop(browser, server):
    """Opens a page of the server with one feed, drawn by a script; the script is an old one if its text is given."""
    contexts = []

    def open_page(feed, script=None, width=390):
        # High enough for all of the feed: boxes far below the window have no elements.
        context = browser.new_context(viewport={"width": width, "height": 6000})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.errors, page.addresses = [], []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("request", lambda request: page.addresses.append(request.url))
        if script:
            page.route("**/old.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
        html = PAGE.format(script="old.js" if script else "tanada.js", feed=feed)
        page.route("**/shop", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(f"{server.address}/shop")
        page.evaluate("document.querySelector('tanada-feed').ready")
        return page

    yield open_page
    for context in contexts:
        context.close()


def check(page, document):
    """Every section of the document, and every item inside of the window, is where the document says."""
    found = page.evaluate(BOXES)
    assert list(found) == [section["id"] for section in document["sections"]]
    checked = 0
    for section in document["sections"]:
        drawn, frame = found[section["id"]], rect(section["frame"])
        assert rect(drawn).distance(frame) < 0.51, section["id"]
        for item, box in zip(section["items"], section["layout"]["frames"]):
            if str(item["id"]) not in drawn["items"]:
                continue
            origin = section["layout_origin"]
            place = {**box, "x": frame.x + origin["x"] + box["x"], "y": frame.y + origin["y"] + box["y"]}
            assert rect(drawn["items"][str(item["id"])]).distance(rect(place)) < 0.51, (section["id"], item["id"])
            checked += 1
    assert checked > 12
    assert not page.errors


@pytest.mark.parametrize("width", [390, 834])
def test_an_old_script_draws_a_feed_with_something_newer(server, feed, shop, width):
    document = server.document("versions", width=width, max_version=1)
    assert [section["version"] for section in document["sections"]] == [1, 1, 1]
    for above, below in zip(document["sections"], document["sections"][1:]):
        assert below["frame"]["y"] == above["frame"]["y"] + above["frame"]["height"] + 12
    check(shop(f"{feed}?max_version=1", OLD_SCRIPT.read_text(), width), document)


@pytest.mark.parametrize("width", [390, 834])
def test_the_script_says_what_it_draws_and_draws_it(server, feed, shop, width):
    document = server.document("versions", width=width)
    assert [section["version"] for section in document["sections"]] == [1, 2, 1]
    page = shop(feed, width=width)
    assert any("max_version=2" in address for address in page.addresses)
    check(page, document)


def test_a_page_may_ask_for_less_than_its_script_draws(server, feed, shop):
    check(shop(f"{feed}?max_version=1"), server.document("versions", width=390, max_version=1))
