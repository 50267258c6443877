"""A screen for each reader: in a language, for a platform. No text leaves its box, in no language."""

import itertools
import json
import urllib.parse

import pytest

from browser.readers import LOCALES, Readers
from server import tanada

DESK = {"width": 1280, "height": 900}
SHOWN = """
() => {
  const feed = document.querySelector("tanada-feed");
  return { lang: feed.lang, dir: feed.dir, titles: feed.document.sections.map(({ title }) => title) };
}
"""
IS_TITLED = "(title) => document.querySelector('tanada-feed').document?.sections.some((s) => s.title === title)"

SCREENS = list(itertools.product(LOCALES, ["ltr", "rtl"], [0.8, 1, 1.6, 3.1]))
# The lines of texts that lie outside of their slots or their items by more than a pixel, and how many there are in all.
OUTSIDE_IN_PAGE = """
() => {
  const beyond = (inner, outer) => Math.max(
    outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom);
  const outside = [];
  let count = 0;
  for (const line of document.querySelector("tanada-feed").shadowRoot.querySelectorAll(".line")) {
    if (!line.textContent || !line.checkVisibility()) continue;
    count += 1;
    const slot = line.closest("[data-slot]");
    for (const box of [slot, slot.closest("[data-item]") ?? slot.closest("[data-section]")]) {
      const by = beyond(line.getBoundingClientRect(), box.getBoundingClientRect());
      if (by > 1) outside.push([line.closest("[data-section]").dataset.section, slot.dataset.slot, by, line.textContent]);
    }
  }
  return { outside, count };
}
"""
# A line of a font of size s reaches from 0.8 s above its baseline to 0.3 s below it.
OUTSIDE_IN_DRAWING = """
(svg) => {
  document.body.innerHTML = svg;
  const outside = [];
  let count = 0;
  for (const slot of document.querySelectorAll("[data-slot]")) {
    const [left, top, width, height] = slot.dataset.box.split(" ").map(Number);
    for (const text of slot.querySelectorAll("text")) {
      count += 1;
      const length = text.getComputedTextLength();
      const [size, baseline, place] = ["font-size", "y", "x"].map((name) => Number(text.getAttribute(name)));
      const anchor = text.getAttribute("text-anchor") ?? "start";
      const isAtRight = (anchor === "end") !== (text.getAttribute("direction") === "rtl");
      const x = place - (anchor === "middle" ? length / 2 : isAtRight ? length : 0);
      const by = Math.max(
        left - x, x + length - left - width, top - baseline + 0.8 * size, baseline + 0.3 * size - top - height);
      if (by > 1) outside.push([slot.dataset.slot, by, size, text.textContent]);
    }
  }
  return { outside, count };
}
"""


@pytest.fixture(scope="module")
def readers(server, tmp_path_factory):
    own = Readers(server.program, tmp_path_factory.mktemp("readers"))
    yield own
    own.stop()


@pytest.fixture
def server_of_page(readers, prepare):
    """Opens pages of the server with several languages."""

    def open_page(path="/", **options):
        watched = prepare(**{"viewport": DESK, **options})
        watched.server = readers
        watched.open(path)
        return watched

    return open_page


def is_japanese(letter):
    """Whether a letter is kana or a Chinese character, which only Japanese texts of the seeds have."""
    return "ぁ" <= letter <= "ヿ" or "一" <= letter <= "鿿"


def is_titled(page, title):
    page.wait_for_function(IS_TITLED, arg=title)


def test_a_language_is_chosen(server_of_page):
    watched = server_of_page()
    watched.rest()
    page = watched.page
    languages = page.get_by_label("Language")
    assert languages.locator("option").all_text_contents() == ["日本語", "English", "العربية", "français"]
    assert page.evaluate(SHOWN)["lang"] == "ja"
    languages.select_option("en")
    is_titled(page, "Latest news")
    assert page.url.endswith("/?locale=en")
    shown = page.evaluate(SHOWN)
    assert (shown["lang"], shown["dir"]) == ("en", "ltr")
    assert page.locator("#address").get_attribute("href") == "/v1/feeds/home?width=390&locale=en"
    # The choice is kept.
    page.reload()
    watched.wait()
    assert languages.input_value() == "en"
    assert page.evaluate(SHOWN) == shown


@pytest.mark.parametrize("query", ["locale=ja", "locale=JA", "locale=en", ""])
def test_each_language_is_offered_once(server_of_page, query):
    watched = server_of_page(f"/?{query}")
    watched.rest()
    page = watched.page
    languages = page.get_by_label("Language")
    assert languages.locator("option").all_text_contents() == ["日本語", "English", "العربية", "français"]
    chosen = "English" if "en" in query else "日本語"
    assert languages.locator("option:checked").text_content() == chosen
    for name in ["English", "日本語"]:
        languages.select_option(label=name)
        assert languages.locator("option").count() == 4
        assert languages.locator("option:checked").text_content() == name


@pytest.mark.parametrize("query,direction", [
    ("locale=ar", "rtl"), ("locale=ar&direction=ltr", "ltr"), ("locale=en&direction=rtl", "rtl"),
    ("locale=fr", "ltr"), ("direction=rtl", "rtl"), ("direction=ltr", "ltr"),
])
def test_the_direction_is_that_of_the_language_unless_it_is_chosen(server_of_page, query, direction):
    page = server_of_page(f"/?{query}").page
    shown = page.evaluate(SHOWN)
    parameters = dict(urllib.parse.parse_qsl(query))
    assert (shown["lang"], shown["dir"]) == (parameters.get("locale", "ja"), direction)
    assert page.evaluate("document.querySelector('tanada-feed').document.direction") == direction


def test_a_language_that_the_server_does_not_have_is_named(server_of_page):
    watched = server_of_page("/?locale=de")
    watched.rest()
    language = watched.page.get_by_label("Language")
    assert language.locator("option:checked").text_content() == "Deutsch"
    assert watched.page.evaluate(SHOWN)["lang"] == "ja"


def test_a_platform_has_its_own_sections(server_of_page):
    watched = server_of_page("/?locale=en")
    page = watched.page
    assert "Only in the app" not in page.evaluate(SHOWN)["titles"]
    page.get_by_label("Platform").select_option("ios")
    is_titled(page, "Only in the app")
    assert page.url.endswith("/?locale=en&platform=ios")
    variant = page.evaluate("document.querySelector('tanada-feed').variant")
    assert f"variant={variant}" in page.locator("#address").get_attribute("href")
    page.get_by_label("Platform").select_option("android")
    page.wait_for_function(f"(title) => !({IS_TITLED})(title)", arg="Only in the app")


def test_a_variant_that_is_gone_is_asked_for_again(server_of_page, readers):
    watched = server_of_page("/?platform=ios")
    page = watched.page
    is_titled(page, "アプリ限定")
    variant = page.evaluate("document.querySelector('tanada-feed').variant")
    changed = json.loads(json.dumps(readers.composition))
    for section in changed["sections"]:
        if section["id"] == "ios_banners":
            section["title"] = "新しい条件"
            section["when"] = {"platforms": ["ios", "watch"]}
    # The answer 410 is noted by the browser as an error.
    try:
        readers.compose(changed)
        is_titled(page, "新しい条件")
        assert page.evaluate("document.querySelector('tanada-feed').variant") != variant
    finally:
        readers.compose(readers.composition)
    is_titled(page, "アプリ限定")
    assert all("410" in error for error in watched.errors), watched.errors
    watched.errors.clear()


def test_a_variant_is_asked_for_once(server_of_page, readers):
    watched = server_of_page("/?platform=ios")
    watched.rest()
    before = readers.send("GET", "/v1/content/recent_news/1")["result"][0]["title"]
    try:
        readers.patch("recent_news", 1, {"title": "速報"})
        watched.page.wait_for_function(
            "() => JSON.stringify(document.querySelector('tanada-feed').document).includes('速報')"
        )
    finally:
        readers.patch("recent_news", 1, {"title": before})
    assert sum("/variant?" in request for request in watched.requests) == 1


def test_a_variant_is_asked_for_when_it_ends(server_of_page, prepare, readers):
    watched = prepare(viewport=DESK)
    watched.server = readers
    name = readers.send("GET", "/v1/feeds/home/variant?platform=ios")["variant"]
    answer = json.dumps({"variant": name, "expires_at": "2020-01-01T00:00:00Z"})
    watched.page.route("**/variant?*", lambda route: route.fulfill(content_type="application/json", body=answer))
    page = watched.open("/?platform=ios")
    page.evaluate("dispatchEvent(new Event('online'))")
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
def test_an_element_asks_for_the_variant_of_its_client(server_of_page, attributes, asked):
    watched = server_of_page("/")
    watched.rest()
    watched.requests.clear()
    page = watched.page
    page.evaluate(
        """async (attributes) => {
          const feed = document.createElement("tanada-feed");
          const property = (name) => name.replace(/-./, ([, letter]) => letter.toUpperCase());
          for (const [name, value] of Object.entries(attributes)) feed[property(name)] = value;
          feed.setAttribute("src", "/v1/feeds/home");
          document.querySelector("tanada-feed").replaceWith(feed);
          await feed.ready;
        }""",
        attributes,
    )
    watched.rest()
    variants = [r.split("?", 1)[1] for r in watched.requests if "/variant?" in r]
    assert variants == ([asked] if asked else [])
    feeds = [r for r in watched.requests if "/v1/feeds/home?" in r]
    assert feeds and all(("variant=" in feed) == bool(asked) for feed in feeds)
    assert all(attribute == page.evaluate("(n) => document.querySelector('tanada-feed').getAttribute(n)", name)
               for name, attribute in attributes.items())
    assert asked or feeds[0].endswith("/v1/feeds/home?width=390&max_version=2")


@pytest.mark.parametrize("spoken,heard", [("ja", {"ja"}), ("en", {"en"}), ("fr", {"fr", "ja"})])
def test_each_text_says_its_language(server_of_page, readers, spoken, heard):
    watched = server_of_page(f"/?width=full&locale={spoken}", viewport={"width": 390, "height": 6000})
    watched.rest()
    page = watched.page
    languages = set()
    language = """
      ([section, item]) => {
        const box = document.querySelector("tanada-feed").shadowRoot
          .querySelector(`[data-section=${section}] [data-item="${item}"] .line`);
        return box && (box.closest("[lang]") ?? document.querySelector("tanada-feed")).lang;
      }
    """
    for section in readers.document(width=390, locale=spoken)["sections"]:
        for index, item in enumerate(section["items"]):
            if not item.get("title"):
                continue
            said = page.evaluate(language, [section["id"], item["id"]])
            # The first ones are in view, others of a row may not be in the page.
            if said is None and index >= 3:
                continue
            # A text that is not translated is in the default language. An item has one for all that is read of it: a
            # photo with an English title and the Japanese caption 茶 is Japanese.
            expected = "ja" if any(map(is_japanese, item["accessibility_label"])) else spoken
            languages.add(expected)
            assert said == expected, item["title"]
    assert languages == heard
    titles = page.evaluate("""
      [...document.querySelector("tanada-feed").shadowRoot.querySelectorAll("h2, [role=heading]")]
        .map((title) => [title.textContent, (title.closest("[lang]") ?? document.querySelector("tanada-feed")).lang])
    """)
    assert titles
    for title, said in titles:
        assert said == ("ja" if any(map(is_japanese, title)) else spoken), title


@pytest.mark.parametrize("locale,direction,size", SCREENS)
def test_texts_lie_in_their_boxes(server_of_page, locale, direction, size):
    # All of the screen is in view.
    watched = server_of_page("/?width=full", viewport={"width": 390, "height": 12000})
    page = watched.page
    page.evaluate(
        """([locale, direction, size]) => {
          const feed = document.querySelector("tanada-feed");
          feed.platform = "ios";
          feed.locale = locale;
          feed.setAttribute("direction", direction);
          feed.setAttribute("text-size", size);
        }""",
        [locale, direction, size],
    )
    page.wait_for_function(
        """([locale, direction, size]) => {
          const { document: shown } = document.querySelector("tanada-feed");
          return shown.locale === locale && shown.direction === direction && shown.text_size === size
            && shown.sections.some(({ id }) => id === "ios_banners");
        }""",
        arg=[locale, direction, size],
    )
    watched.rest()
    found = page.evaluate(OUTSIDE_IN_PAGE)
    assert found["outside"] == []
    assert found["count"] > 100


@pytest.mark.parametrize("locale,direction,size", SCREENS)
def test_texts_of_a_drawing_lie_in_their_boxes(prepare, readers, locale, direction, size):
    svg = tanada(
        readers.program, readers.folder, "preview", "--locale", locale, "--direction", direction,
        "--text-size", str(size), "--platform", "ios", "--format", "svg",
    )
    found = prepare().page.evaluate(OUTSIDE_IN_DRAWING, svg)
    assert found["outside"] == []
    assert found["count"] > 100
