"""What tanada.js loads when it uses it: motions, the kept documents and impressions."""

import pytest

from conftest import PATIENCE

PAGE = """<!doctype html><html lang="en"><title>Shop</title><body style="margin:0">
<script>
  window.errors = []; window.seen = [];
  addEventListener("tanada-error", ({{ detail }}) => errors.push(detail.status));
  addEventListener("tanada-impression", ({{ detail }}) => seen.push(detail.item.id));
</script>
<script type="module" src="/tanada.js"></script>
<tanada-feed src="/v1/feeds/{feed}" {attributes}></tanada-feed></html>"""
READY = "document.querySelector('tanada-feed').ready"
BOXES = "document.querySelector('tanada-feed').shadowRoot.querySelectorAll('[data-item]').length"
# Scrolls, and waits until the page has noticed it.
SCROLL = """
() => new Promise((done) => {
  addEventListener("scroll", () => done(), { once: true });
  scrollTo(0, %s);
})
"""
OFFSET = "document.querySelector('tanada-feed').shadowRoot.querySelector('section').dataset.offset"


@pytest.fixture
def shop(browser, server):
    """Opens pages with one feed of one section, and notes what they ask for."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)

    def make(kind, layout=None, attributes="", limit=100):
        section = {"id": "part", "kind": kind, "title": "Part", "limit": limit}
        if layout:
            section["layout"] = layout
        feed = "part-" + kind.replace("_", "-")
        server.send("PUT", f"/v1/feeds/{feed}/composition", {"sections": [section]})
        server.wait_for(feed)
        page = context.new_page()
        page.requests = []
        page.on("request", lambda request: page.requests.append(request.url))
        text = PAGE.format(feed=feed, attributes=attributes)
        page.route("**/shop", lambda route: route.fulfill(body=text, content_type="text/html"))
        return page

    yield make
    context.close()


def parts(page):
    """The parts that a page has asked for."""
    names = [url.rsplit("/", 1)[1].split(".")[0] for url in page.requests if "/assets/" in url]
    return set(names)


def open_page(page, server):
    page.goto(f"{server.address}/shop")
    page.evaluate(READY)


def test_a_page_loads_what_it_uses(shop, server):
    row, pile = shop("featured_topics"), shop("favorite_scenes")
    for page in (row, pile):
        with page.expect_request("**/v1/events*"):
            open_page(page, server)
    assert parts(row) == {"later"}
    assert parts(pile) == {"later", "motions"}


def test_a_pile_stands_still_where_its_motion_cannot_be_loaded(shop, server):
    page = shop("favorite_scenes", {"type": "card_stack", "options": {"effect": "snapshot.grid"}})
    page.route("**/assets/motions.*", lambda route: route.abort())
    open_page(page, server)
    # The first card is seen.
    assert page.evaluate("errors") == [0]
    assert page.evaluate(BOXES) == 1 and page.evaluate(OFFSET) is None
    # The next document asks for it again, and the pile can be moved.
    page.unroute("**/assets/motions.*")
    with page.expect_request("**/assets/motions.*"):
        page.evaluate("document.querySelector('tanada-feed').setAttribute('text-size', '1.2')")
    page.wait_for_function(f"() => {OFFSET} === '0' && {BOXES} > 1")
    pieces = page.evaluate(
        """() => {
          const feed = document.querySelector("tanada-feed");
          feed.moveTo("part", 0.5);
          return feed.shadowRoot.querySelectorAll(".piece").length;
        }"""
    )
    assert pieces > 1


def test_the_last_document_is_shown_in_a_page_that_is_opened_again(shop, server):
    page = shop("recent_news")
    open_page(page, server)
    page.wait_for_function("() => localStorage.getItem('tanada')")
    text = page.evaluate("document.querySelector('tanada-feed').shadowRoot.textContent")
    page.route("**/v1/feeds/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("tanada-feed[data-offline][data-feed-revision]")
    page.wait_for_function(
        "(text) => document.querySelector('tanada-feed').shadowRoot.textContent === text", arg=text
    )


def test_items_that_were_seen_are_said_once(shop, server):
    page = shop("pickup_photos", attributes="impressions")
    page.clock.install()
    page.goto(f"{server.address}/shop")
    page.evaluate(READY)
    boxes = page.evaluate(
        """() => {
          const { sections: [{ frame, layout_origin: origin, layout, items }] } =
            document.querySelector("tanada-feed").document;
          return layout.frames.map(({ y, height }, i) => [items[i].id, frame.y + origin.y + y, height]);
        }"""
    )
    shown = [box for box, top, height in boxes if top + height / 2 <= 844]
    assert 0 < len(shown) < len(boxes)
    # The part counts from the moment when it is there.
    while not page.evaluate("seen.length"):
        page.clock.run_for(100)
    assert page.evaluate("seen") == shown
    # Scrolled away and back, others count, and these do not count again.
    for place in ("document.documentElement.scrollHeight", "0"):
        page.evaluate(SCROLL % place)
        while place != "0" and len(page.evaluate("seen")) == len(shown):
            page.clock.run_for(100)
        page.clock.run_for(1000)
    seen = page.evaluate("seen")
    assert len(seen) > len(shown) and len(set(seen)) == len(seen)
