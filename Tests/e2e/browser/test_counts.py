"""The cost of a page, in figures that are the same on every machine."""

ELEMENTS = "tree.querySelectorAll('*').length"
PLACES = 12


def test_a_long_feed_has_no_more_elements_than_a_short_one(watch, wall):
    most = {}
    for feed in ("small", "wall"):
        page, counts = watch(f"/?feed={feed}", server=wall).page, []
        for place in range(PLACES + 1):
            page.evaluate("(share) => scrollTo(0, share * document.documentElement.scrollHeight)", place / PLACES)
            page.evaluate("look.frames")
            counts.append(page.evaluate(ELEMENTS))
        assert page.evaluate("scrollY") > 15_000
        most[feed] = max(counts)
    assert most["wall"] <= most["small"] * 1.2


def test_nothing_is_fetched_twice(watch):
    watched = watch()
    watched.rest()
    fetched = [address for address in watched.requests if "/v1/photos/" not in address]
    assert len(fetched) == len(set(fetched))
    assert sum("/v1/feeds/home?" in address for address in fetched) == 1
    pictures = [address for address in watched.requests if "/v1/photos/" in address]
    assert 0 < len(pictures) == len(set(pictures))
