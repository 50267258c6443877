"""A screen for each reader: in a language, for a platform. No text leaves its box, in no language."""

import itertools
import json
import pathlib
import urllib.parse

import harness
import pytest
from browser.watched import DESK

SHOWN = "() => ({ lang: feed.lang, dir: feed.dir, titles: feed.document.sections.map(({ title }) => title) })"
IS_TITLED = "(title) => feed.document?.sections.some((s) => s.title === title)"
LANGUAGES = ["日本語", "English", "العربية", "français"]
LOCALES = ["ja", "en", "ar", "fr"]
# Of the default locale, no text leaves what the seeds say.
TEXTS = json.loads((pathlib.Path(__file__).parent / "fixtures/texts.json").read_text())
SCREENS = list(itertools.product(LOCALES, ["ltr", "rtl"], [0.8, 1, 1.6, 3.1]))


def translate(server, kind):
    names = [f["name"] for f in kind["fields"] if f.get("localized") and f["type"] == "text"]
    for n, item in enumerate(server.must("GET", f"/v1/content/{kind['kind']}?limit=1000")["result"]):
        changes = {
            name if locale == "ja" else f"{name}@{locale}": text
            for m, name in enumerate(names) for locale, texts in TEXTS.items()
            if (text := texts[(n + m) % len(texts)][:80])}
        if changes:
            server.patch(kind["kind"], item.get("id") or item["banner_contents_id"], changes)


@pytest.fixture(scope="module")
def readers(make_store):
    """A server in four locales, of which French has no text, with the composition of the seeds."""
    store = make_store(settings={"locales": LOCALES, "cors_origins": "*"})
    for kind in sorted((harness.SEEDS / "kinds").glob("*.json")):
        store.run("kind", "apply", kind)
    with harness.Server(store) as server:
        home = json.loads((harness.SEEDS / "feeds/home.json").read_text())
        for section in home["sections"]:
            section["title@ar"] = "آخر الأخبار من المدينة القديمة"
            section["header"]["subtitle@ar"] = "كل ما تحب في مكان واحد"
        server.compose("home", *home["sections"], spacing=home["spacing"])
        for kind in server.must("GET", "/v1/kinds")["kinds"]:
            translate(server, kind)
        server.wait_for_text("長い長い物語")
        yield server


@pytest.fixture
def visit(watch, readers):
    return lambda path="/", **options: watch(path, server=readers, **{"viewport": DESK, **options})


def is_japanese(text):
    """Whether a text has kana or Chinese characters, which only Japanese texts of the seeds have."""
    return any("ぁ" <= letter <= "ヿ" or "一" <= letter <= "鿿" for letter in text)


def is_titled(page, title):
    page.wait_for_function(IS_TITLED, arg=title)


def test_a_language_is_chosen(visit):
    page = visit()
    page.rest()
    languages = page.get_by_label("Language")
    assert languages.locator("option").all_text_contents() == LANGUAGES
    assert page.evaluate(SHOWN)["lang"] == "ja"
    languages.select_option("en")
    is_titled(page, "Latest news")
    assert page.url.endswith("/?locale=en")
    shown = page.evaluate(SHOWN)
    assert (shown["lang"], shown["dir"]) == ("en", "ltr")
    assert page.locator("#address").get_attribute("href") == "/v1/feeds/home?width=390&locale=en"
    page.reload()
    page.wait()
    assert languages.input_value() == "en"
    assert page.evaluate(SHOWN) == shown


@pytest.mark.parametrize("query,direction", [
    ("locale=ar", "rtl"), ("locale=ar&direction=ltr", "ltr"), ("locale=en&direction=rtl", "rtl"),
    ("locale=fr", "ltr"), ("direction=rtl", "rtl"), ("direction=ltr", "ltr"),
])
def test_the_direction_is_that_of_the_language_unless_it_is_chosen(visit, query, direction):
    page = visit(f"/?{query}")
    shown = page.evaluate(SHOWN)
    assert (shown["lang"], shown["dir"]) == (dict(urllib.parse.parse_qsl(query)).get("locale", "ja"), direction)
    assert page.evaluate("feed.document.direction") == direction


def test_a_language_that_the_server_does_not_have_is_named(visit):
    watched = visit("/?locale=de")
    watched.rest()
    assert watched.get_by_label("Language").locator("option:checked").text_content() == "Deutsch"
    assert watched.evaluate(SHOWN)["lang"] == "ja"


def test_a_platform_has_its_own_sections(visit):
    page = visit("/?locale=en")
    assert "Only in the app" not in page.evaluate(SHOWN)["titles"]
    page.get_by_label("Platform").select_option("ios")
    is_titled(page, "Only in the app")
    assert page.url.endswith("/?locale=en&platform=ios")
    assert f"variant={page.evaluate('feed.variant')}" in page.locator("#address").get_attribute("href")
    page.get_by_label("Platform").select_option("android")
    page.wait_for_function(f"(title) => !({IS_TITLED})(title)", arg="Only in the app")


def test_a_variant_is_asked_for_once(visit, readers):
    watched = visit("/?platform=ios")
    watched.rest()
    before = readers.item("recent_news", 1)["title"]
    readers.patch("recent_news", 1, {"title": "速報"})
    watched.wait_for_function("() => JSON.stringify(feed.document).includes('速報')")
    readers.patch("recent_news", 1, {"title": before})
    assert sum("/variant?" in request for request in watched.requests) == 1


def test_a_variant_is_asked_for_when_it_ends(prepare, readers):
    watched = prepare(server=readers, viewport=DESK)
    name = readers.must("GET", "/v1/feeds/home/variant?platform=ios")["variant"]
    watched.route("**/variant?*", lambda route: route.fulfill(
        json={"variant": name, "expires_at": "2020-01-01T00:00:00Z"}))
    watched.open("/?platform=ios").evaluate("dispatchEvent(new Event('online'))")
    watched.wait()
    watched.rest()
    assert sum("/variant?" in request for request in watched.requests) >= 2


@pytest.mark.parametrize("attributes,asked", [
    ({}, None),
    ({"app-version": "3.10.1"}, "app_version=3.10.1"),
    ({"audience": "members,beta"}, "audience=members%2Cbeta"),
    ({"client-key": "a b"}, "key=a+b"),
    ({"platform": "ios", "client-key": "k"}, "platform=ios&key=k"),
])
def test_an_element_asks_for_the_variant_of_its_client(visit, attributes, asked):
    watched = visit()
    watched.rest()
    watched.requests.clear()
    properties = attributes | {"src": "/v1/feeds/home"}
    watched.evaluate("async (properties) => { await look.replaceFeed(properties).ready; }", properties)
    watched.rest()
    assert [r.split("?", 1)[1] for r in watched.requests if "/variant?" in r] == ([asked] if asked else [])
    feeds = [r for r in watched.requests if "/v1/feeds/home?" in r]
    assert feeds and all(("variant=" in feed) == bool(asked) for feed in feeds)
    assert all(value == watched.evaluate("(n) => feed.getAttribute(n)", n) for n, value in attributes.items())
    assert asked or feeds[0].endswith("/v1/feeds/home?width=390&max_version=2")


@pytest.mark.parametrize("spoken,heard", [("ja", {"ja"}), ("en", {"en"}), ("fr", {"fr", "ja"})])
def test_each_text_says_its_language(visit, readers, spoken, heard):
    watched, languages = visit(f"/?width=full&locale={spoken}", viewport={"width": 390, "height": 6000}), set()
    watched.rest()
    said = watched.evaluate("look.languages")
    for section in readers.document(width=390, locale=spoken)["sections"]:
        for index, item in enumerate(section["items"]):
            language = said["items"].get(f"{section['id']} {item['id']}")
            # The first ones are in view, others of a row may not be in the page.
            if not item.get("title") or language is None and index >= 3:
                continue
            # A text that is not translated is in the default language. An item has one for all that is read of it: a
            # photo with an English title and the Japanese caption 茶 is Japanese.
            languages.add("ja" if is_japanese(item["accessibility_label"]) else spoken)
            assert language == ("ja" if is_japanese(item["accessibility_label"]) else spoken), item["title"]
    assert languages == heard
    assert said["titles"]
    for title, language in said["titles"]:
        assert language == ("ja" if is_japanese(title) else spoken), title


@pytest.fixture(scope="module")
def page(lasting, readers):
    return lasting(readers, viewport={"width": 390, "height": 12000}).open("/?width=full&platform=ios")


@pytest.fixture(scope="module")
def paper(lasting, readers):
    watched = lasting(readers)
    watched.goto("about:blank")
    return watched


@pytest.mark.parametrize("locale,direction,size", SCREENS)
def test_texts_lie_in_their_boxes(page, locale, direction, size):
    page.evaluate("look.setReader", [locale, direction, size])
    page.wait_for_function("look.isOfReader", arg=[locale, direction, size])
    page.rest()
    found = page.evaluate("look.linesOutside")
    assert found["outside"] == []
    assert found["count"] > 100


@pytest.mark.parametrize("locale,direction,size", SCREENS)
def test_texts_of_a_drawing_lie_in_their_boxes(paper, readers, locale, direction, size):
    svg = readers.store.run(
        "preview", "--locale", locale, "--direction", direction, "--text-size", size, "--platform", "ios",
        "--format", "svg")
    found = paper.evaluate("look.linesOutsideInDrawing", svg)
    assert found["outside"] == []
    assert found["count"] > 100
