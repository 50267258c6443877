"""What tanada.js loads when it uses it: motions, the kept documents and impressions."""

import itertools

import pytest

from browser.watched import PATIENCE

PAGE = """<!doctype html><html lang="en"><title>Shop</title><body style="margin:0">
<script>
  window.errors = []; window.seen = [];
  addEventListener("tanada-error", ({{ detail }}) => errors.push([detail.failed, detail.status]));
  addEventListener("tanada-impression", ({{ detail }}) => seen.push(detail.item.id));
</script>
<script type="module" src="{prefix}/tanada.js"></script>
<tanada-feed src="/v1/feeds/{feed}" {attributes}></tanada-feed></html>"""
# A pager with two feeds, of which the second is beside the window.
PAGER = """<!doctype html><html lang="en"><title>Pager</title><body style="margin:0">
<script>
  window.seen = {{ first: 0, second: 0 }};
  addEventListener("tanada-impression", ({{ target }}) => {{ seen[target.parentNode.id] += 1; }});
</script>
<script type="module" src="/tanada.js"></script>
<div style="overflow:hidden"><div id="row" style="display:flex;width:780px">
  <div id="first" style="width:390px"><tanada-feed src="/v1/feeds/{feed}"></tanada-feed></div>
  <div id="second" style="width:390px"><tanada-feed src="/v1/feeds/{feed}"></tanada-feed></div>
</div></div></html>"""
READY = "document.querySelector('tanada-feed').ready"
BOXES = "document.querySelector('tanada-feed').shadowRoot.querySelectorAll('[data-item]').length"
# Scrolls, and waits until the page has noticed it.
SCROLL = """
() => new Promise((done) => {
  addEventListener("scroll", () => done(), { once: true });
  scrollTo(0, %s);
})
"""
NUMBERS = itertools.count(1)
OFFSET = "document.querySelector('tanada-feed').shadowRoot.querySelector('section').dataset.offset"


@pytest.fixture
def shop(browser, server):
    """Opens pages with one feed of one section, and notes what they ask for."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)

    def make(kind, layout=None, attributes="", limit=100, prefix="", text=PAGE):
        section = {"id": "part", "kind": kind, "title": "Part", "limit": limit}
        if layout:
            section["layout"] = layout
        # One that is new is in service as it was composed, or not at all.
        feed = f"part-{next(NUMBERS)}"
        server.must("PUT", f"/v1/feeds/{feed}/composition", {"sections": [section]})
        server.wait_for(feed)
        page = context.new_page()
        page.requests = []
        page.on("request", lambda request: page.requests.append(request.url))
        body = text.format(feed=feed, attributes=attributes, prefix=prefix)
        page.route("**/shop", lambda route: route.fulfill(body=body, content_type="text/html"))
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


def run_until(page, expression):
    """Lets the time of a page pass until an expression is true."""
    while not page.evaluate(expression):
        page.clock.run_for(100)


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
    assert page.evaluate("errors") == [["part", 0]]
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
    run_until(page, "seen.length")
    assert page.evaluate("seen") == shown
    # Scrolled away and back, others count, and these do not count again.
    for place in ("document.documentElement.scrollHeight", "0"):
        page.evaluate(SCROLL % place)
        while place != "0" and len(page.evaluate("seen")) == len(shown):
            page.clock.run_for(100)
        page.clock.run_for(1000)
    seen = page.evaluate("seen")
    assert len(seen) > len(shown) and len(set(seen)) == len(seen)


def test_events_begin_when_their_part_can_be_loaded(shop, server):
    page = shop("pickup_photos", attributes="impressions")
    page.clock.install()
    page.route("**/assets/later.*", lambda route: route.abort())
    open_page(page, server)
    # What was seen does not need it.
    run_until(page, "seen.length && errors.length > 1")
    assert {tuple(error) for error in page.evaluate("errors")} == {("part", 0)}
    page.unroute("**/assets/later.*")
    while not any("/v1/events" in url for url in page.requests):
        page.clock.run_for(100)


def test_parts_are_loaded_from_where_the_script_is(shop, server):
    page = shop("favorite_scenes", prefix="/proxy")

    def forward(route):
        route.fulfill(response=route.fetch(url=route.request.url.replace("/proxy/", "/")))

    page.route("**/proxy/**", forward)
    with page.expect_request("**/v1/events*"):
        open_page(page, server)
    assert parts(page) == {"later", "motions"}
    assert all("/proxy/assets/" in url for url in page.requests if "/assets/" in url)


@pytest.mark.parametrize("layout", ["card_stack", "carousel"])
def test_what_waits_for_its_motion_fetches_no_pages(shop, server, layout):
    page = shop("pickup_photos", {"type": layout}, limit=5)

    def go_on(route):
        document = route.fetch().json()
        document["sections"][0]["next"] = "/v1/stub/2"
        route.fulfill(json=document)

    page.route("**/v1/feeds/part-*?*", go_on)
    page.route("**/v1/stub/**", lambda route: route.abort())
    page.route("**/assets/motions.*", lambda route: route.abort())
    open_page(page, server)
    assert page.evaluate("errors") == [["part", 0]]
    assert not [url for url in page.requests if "/v1/stub/" in url]
    # It does when it can be moved.
    page.unroute("**/assets/motions.*")
    with page.expect_request("**/v1/stub/**"):
        page.evaluate("document.querySelector('tanada-feed').setAttribute('text-size', '1.2')")


def test_of_a_pile_that_waits_for_its_motion_one_card_is_seen(shop, server):
    page = shop("favorite_scenes", attributes="impressions")
    page.clock.install()
    page.route("**/assets/motions.*", lambda route: route.abort())
    open_page(page, server)
    run_until(page, "seen.length")
    page.clock.run_for(2000)
    items = page.evaluate("document.querySelector('tanada-feed').document.sections[0].items.length")
    assert items > 1 and len(page.evaluate("seen")) == 1


@pytest.mark.parametrize("style", [
    "", "position: absolute; visibility: hidden", "position: absolute; opacity: 0", "display: none",
])
def test_a_feed_that_is_not_displayed_is_not_seen(shop, server, style):
    page = shop("pickup_photos", text=PAGER)
    page.clock.install()
    page.goto(f"{server.address}/shop")
    page.evaluate("Promise.all([...document.querySelectorAll('tanada-feed')].map((feed) => feed.ready))")
    # 1. The page asks for both, and the second is beside the window, or over the first one and hidden.
    page.evaluate(
        """(style) => {
          document.getElementById("second").style.cssText = style || "width: 390px";
          for (const feed of document.querySelectorAll("tanada-feed")) feed.setAttribute("impressions", "");
        }""",
        style,
    )
    run_until(page, "seen.first")
    page.clock.run_for(3000)
    assert page.evaluate("seen.second") == 0
    # 2. It is displayed.
    page.evaluate(
        """(style) => {
          if (style) document.getElementById("second").style.cssText = "position: absolute; width: 390px";
          else document.getElementById("row").style.transform = "translateX(-390px)";
        }""",
        style,
    )
    run_until(page, "seen.second")


def test_a_document_without_a_server_is_seen(shop, server):
    page = shop("recent_news", attributes="impressions")
    page.clock.install()
    open_page(page, server)
    run_until(page, "localStorage.getItem('tanada')")
    # 1. One that was kept.
    page.route("**/v1/feeds/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("tanada-feed[data-offline][data-feed-revision]")
    run_until(page, "seen.length")
    # 2. One that the page sets, until it wants to know no more.
    page.evaluate(
        """() => {
          seen.length = 0;
          const feed = document.querySelector("tanada-feed");
          const other = document.createElement("tanada-feed");
          other.document = feed.document;
          other.setAttribute("impressions", "");
          feed.replaceWith(other);
        }"""
    )
    run_until(page, "seen.length")
    count = page.evaluate(
        """() => {
          document.querySelector("tanada-feed").removeAttribute("impressions");
          scrollTo(0, document.documentElement.scrollHeight);
          return seen.length;
        }"""
    )
    page.clock.run_for(3000)
    assert page.evaluate("seen.length") == count
