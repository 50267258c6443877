"""What tanada.js loads when it uses it: motions, the kept documents and impressions."""

import itertools
import pathlib

import pytest
from browser.watched import Watched, page_with

PAGER = (pathlib.Path(__file__).parent / "fixtures/pager.html").read_text()
BOXES = "tree.querySelectorAll('[data-item]').length"
OFFSET = "tree.querySelector('section').dataset.offset"
NUMBERS = itertools.count(1)


class Shop(Watched):
    """A page with one feed of one section; `parts` of the script that it has asked for. Some fail as expected."""

    def __init__(self, browser, server, kind, layout=None, limit=100, attributes="", prefix="", text=None, clock=False):
        super().__init__(browser, server, script="look.noteSaid();", expected=["ERR_FAILED", "503"])
        section = {"id": "part", "kind": kind, "title": "Part", "limit": limit} | ({"layout": layout} if layout else {})
        self.feed = f"part-{next(NUMBERS)}"
        server.compose(self.feed, section)
        self.html = text.format(feed=self.feed) if text else page_with(
            f"/v1/feeds/{self.feed}", f"{prefix}/tanada.js", attributes)
        if clock:
            self.page.clock.install()

    def show(self, missing=()):
        for pattern in missing:
            self.page.route(pattern, lambda route: route.abort())
        return self.embed(self.html)

    def show_until_events(self):
        with self.page.expect_request("**/v1/events*"):
            self.show()

    @property
    def parts(self):
        return {url.rsplit("/", 1)[1].split(".")[0] for url in self.requests if "/assets/" in url}

    def run_until(self, expression):
        while not self.page.evaluate(expression):
            self.page.clock.run_for(100)


@pytest.fixture
def shop(browser, server, request):
    def make(*arguments, **options):
        shop = Shop(browser, server, *arguments, **options)
        request.addfinalizer(shop.close)
        request.addfinalizer(lambda: server.must("DELETE", f"/v1/feeds/{shop.feed}"))
        return shop

    return make


def test_a_page_loads_what_it_uses(shop):
    row, pile = shop("featured_topics"), shop("favorite_scenes")
    for one in (row, pile):
        one.show_until_events()
    assert row.parts == {"later"}
    assert pile.parts == {"later", "motions"}


def test_a_pile_stands_still_where_its_motion_cannot_be_loaded(shop):
    page = shop("favorite_scenes", {"type": "card_stack", "options": {"effect": "snapshot.grid"}}).show(
        ["**/assets/motions.*"])
    assert page.evaluate("errors") == [["part", 0]]
    assert page.evaluate(BOXES) == 1 and page.evaluate(OFFSET) is None
    # The next document asks for it again, and the pile can be moved.
    page.unroute("**/assets/motions.*")
    with page.expect_request("**/assets/motions.*"):
        page.evaluate("feed.setAttribute('text-size', '1.2')")
    page.wait_for_function(f"() => {OFFSET} === '0' && {BOXES} > 1")
    assert page.evaluate("feed.moveTo('part', 0.5), tree.querySelectorAll('.piece').length") > 1


def test_the_last_document_is_shown_in_a_page_that_is_opened_again(shop):
    page = shop("recent_news").show()
    page.wait_for_function("() => localStorage.getItem('tanada')")
    text = page.evaluate("tree.textContent")
    page.route("**/v1/feeds/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("tanada-feed[data-offline][data-feed-revision]")
    page.wait_for_function("(text) => tree.textContent === text", arg=text)


def test_items_that_were_seen_are_said_once(shop):
    page = shop("pickup_photos", attributes="impressions", clock=True).show()
    middles = page.evaluate("look.middles")
    shown = [item for item, middle in middles if middle <= 844]
    assert 0 < len(shown) < len(middles)
    # The part counts from the moment when it is there.
    page.run_until("seen.length")
    assert page.evaluate("seen") == shown
    # Scrolled away and back, others count, and these do not count again.
    page.evaluate("look.scrollTo(document.documentElement.scrollHeight)")
    page.run_until(f"seen.length !== {len(shown)}")
    page.clock.run_for(1000)
    page.evaluate("look.scrollTo(0)")
    page.clock.run_for(1000)
    seen = page.evaluate("seen")
    assert len(seen) > len(shown) and len(set(seen)) == len(seen)


def test_events_begin_when_their_part_can_be_loaded(shop):
    page = shop("pickup_photos", attributes="impressions", clock=True).show(["**/assets/later.*"])
    # What was seen does not need it.
    page.run_until("seen.length && errors.length > 1")
    assert {tuple(error) for error in page.evaluate("errors")} == {("part", 0)}
    page.unroute("**/assets/later.*")
    while not any("/v1/events" in url for url in page.requests):
        page.clock.run_for(100)


def test_parts_are_loaded_from_where_the_script_is(shop):
    watched = shop("favorite_scenes", prefix="/proxy")
    watched.route("**/proxy/**", lambda route: route.fulfill(
        response=route.fetch(url=route.request.url.replace("/proxy/", "/"))))
    watched.show_until_events()
    assert watched.parts == {"later", "motions"}
    assert all("/proxy/assets/" in url for url in watched.requests if "/assets/" in url)


@pytest.mark.parametrize("layout", ["card_stack", "carousel"])
def test_what_waits_for_its_motion_fetches_no_pages(shop, layout):
    watched = shop("pickup_photos", {"type": layout}, limit=5)

    def go_on(route):
        document = route.fetch().json()
        document["sections"][0]["next"] = "/v1/stub/2"
        route.fulfill(json=document)

    watched.route("**/v1/feeds/part-*?*", go_on)
    page = watched.show(["**/v1/stub/**", "**/assets/motions.*"])
    assert page.evaluate("errors") == [["part", 0]]
    assert not [url for url in watched.requests if "/v1/stub/" in url]
    page.unroute("**/assets/motions.*")
    with page.expect_request("**/v1/stub/**"):
        page.evaluate("feed.setAttribute('text-size', '1.2')")


@pytest.mark.parametrize("style", [
    "", "position: absolute; visibility: hidden", "position: absolute; opacity: 0", "display: none",
])
def test_a_feed_that_is_not_displayed_is_not_seen(shop, style):
    page = shop("pickup_photos", text=PAGER, clock=True).show()
    page.evaluate("Promise.all([...document.querySelectorAll('tanada-feed')].map((feed) => feed.ready))")
    # 1. The page asks for both, and the second is beside the window, or over the first one and hidden.
    page.evaluate("(style) => { second.style.cssText = style; }", style or "width: 390px")
    page.evaluate("document.querySelectorAll('tanada-feed').forEach((feed) => feed.setAttribute('impressions', ''))")
    page.run_until("seen.first")
    page.clock.run_for(3000)
    assert page.evaluate("seen.second ?? 0") == 0
    page.evaluate("second.style.cssText = 'position: absolute; width: 390px'" if style else
                  "row.style.transform = 'translateX(-390px)'")
    page.run_until("seen.second")


def test_a_document_without_a_server_is_seen(shop):
    page = shop("recent_news", attributes="impressions", clock=True).show()
    page.run_until("localStorage.getItem('tanada')")
    page.route("**/v1/feeds/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("tanada-feed[data-offline][data-feed-revision]")
    page.run_until("seen.length")
    # 2. One that the page sets, until it wants to know no more.
    page.evaluate("seen.length = 0, look.replaceFeed({ document: feed.document }).toggleAttribute('impressions')")
    page.run_until("seen.length")
    count = page.evaluate(
        "feed.removeAttribute('impressions'), scrollTo(0, document.documentElement.scrollHeight), seen.length")
    page.clock.run_for(3000)
    assert page.evaluate("seen.length") == count
