"""The cost of a page, in figures that are the same on every machine."""

from browser.watched import FRAMES, Watched

ELEMENTS = "document.querySelector('tanada-feed').shadowRoot.querySelectorAll('*').length"
PLACES = 12


def most_elements(browser, server, feed):
    """The most elements that there are while a feed is scrolled from its beginning to its end."""
    watched = Watched(browser, server, viewport={"width": 390, "height": 844})
    page = watched.open(f"/?feed={feed}")
    most = 0
    for place in range(PLACES + 1):
        page.evaluate(
            "(share) => scrollTo(0, share * document.documentElement.scrollHeight)", place / PLACES
        )
        page.evaluate(FRAMES)
        most = max(most, page.evaluate(ELEMENTS))
    assert page.evaluate("scrollY") > 15_000
    assert not watched.errors
    watched.context.close()
    return most


def test_a_long_feed_has_no_more_elements_than_a_short_one(browser, wall):
    few = most_elements(browser, wall, "small")
    assert most_elements(browser, wall, "wall") <= few * 1.2


def test_nothing_is_fetched_twice(watch):
    watched = watch("/", viewport={"width": 390, "height": 844})
    watched.rest()
    fetched = [address for address in watched.requests if "/v1/photos/" not in address]
    assert len(fetched) == len(set(fetched))
    assert sum("/v1/feeds/home?" in address for address in fetched) == 1
    pictures = [address for address in watched.requests if "/v1/photos/" in address]
    assert 0 < len(pictures) == len(set(pictures))
