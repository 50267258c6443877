"""Clients that draw documents up to a version, on a feed with a section of version 2."""

import pathlib

import pytest
from browser.expected import misplaced
from browser.watched import page_with

# tanada.js as it was when version 1 was the newest one.
OLD_SCRIPT = pathlib.Path(__file__).parent / "fixtures/tanada-1/tanada.js"
FEED = "/v1/feeds/versions"


@pytest.fixture(scope="module", autouse=True)
def feed(server):
    server.compose(
        "versions", {"id": "topics", "kind": "featured_topics", "title": "Topics"},
        {"id": "news", "kind": "recent_news", "title": "News", "header": {"height": 48},
         "layout": {"type": "list"}, "fallback": {"layout": {"type": "shelf"}}},
        {"id": "photos", "kind": "pickup_photos", "title": "Photos"}, spacing=12)
    yield
    server.must("DELETE", FEED)


def check(prepare, document, query="", script="/tanada.js", width=390):
    """A script draws every section and item of the feed where a document says."""
    # High enough for all of the feed: boxes far below the window have no elements.
    watched = prepare(viewport={"width": width, "height": 6000})
    watched.route("**/old.js", lambda route: route.fulfill(path=OLD_SCRIPT, content_type="text/javascript"))
    wrong, count = misplaced(watched.embed(page_with(FEED + query, script)).evaluate("look.drawn"), document)
    assert not wrong
    assert count > 12
    return watched


@pytest.mark.parametrize("width", [390, 834])
def test_an_old_script_draws_a_feed_with_something_newer(server, prepare, width):
    document = server.document("versions", width=width, max_version=1)
    assert [section["version"] for section in document["sections"]] == [1, 1, 1]
    for above, below in zip(document["sections"], document["sections"][1:]):
        assert below["frame"]["y"] == above["frame"]["y"] + above["frame"]["height"] + 12
    check(prepare, document, "?max_version=1", "/old.js", width)


@pytest.mark.parametrize("width", [390, 834])
def test_the_script_says_what_it_draws_and_draws_it(server, prepare, width):
    document = server.document("versions", width=width)
    assert [section["version"] for section in document["sections"]] == [1, 2, 1]
    watched = check(prepare, document, width=width)
    assert any("max_version=2" in address for address in watched.requests)


def test_a_page_may_ask_for_less_than_its_script_draws(server, prepare):
    check(prepare, server.document("versions", width=390, max_version=1), "?max_version=1")
