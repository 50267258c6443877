"""Texts of content are texts: no page makes markup, scripts or addresses of them, whatever field they are in."""

import pytest
from browser.studio import SAMPLES
from harness import Failure
from playwright.sync_api import expect

# Each of them has the name of an attribute, or sets a property of the window, if it is more than a text.
TEXTS = [
    '<img src=x data-markup onerror="window.hit=1">', '"><script data-markup>window.hit=1</script>',
    "'><svg data-markup onload=window.hit=1>", '" data-markup onfocus="window.hit=1" autofocus="',
    "</style></title></textarea></script><b data-markup>b</b>", "<!-- ]]> <a data-markup href=javascript:window.hit=1>",
    "&lt;b data-markup&gt;", "&amp;#60;", "${7*7}", "{{7*7}}", "%3Cb%20data-markup%3E", "\\u003cb data-markup\\u003e",
    # The order of letters is turned around, and not turned back.
    "\u202eabc\u2066def\u2069", "javascript:window.hit=1",
]
HOSTILE = " ".join(TEXTS)
# Fields that hold less.
BRIEF = {"kind", "salt", "release", "token", "person"}


def hostile(place):
    """What is written into a field of this name."""
    return f"({place}) {TEXTS[0] if place in BRIEF else HOSTILE}"


def look(page):
    """All that a page shows, once nothing of it has become more than a text."""
    found = page.evaluate("look.markup")
    assert found["wrong"] == []
    assert found["hit"] is None
    return "\n".join([*found["texts"], found["title"]])


def missing(page, *places):
    """The fields whose texts a page does not show to the letter; `*` is any field."""
    shown = look(page)
    return [place for place in places if (HOSTILE if place == "*" else hostile(place)) not in shown]


PHONE = {"viewport": {"width": 390, "height": 6000}, "locale": "en-GB"}
FIELDS = ("name", "story", "label")
KIND = {
    "kind": "samples", "title": hostile("kind"),
    "fields": [
        *({"name": name, "type": "text", "localized": True} for name in FIELDS),
        {"name": "photo", "type": "photo", "required": False},
        {"name": "link", "type": "url", "required": False},
        {"name": "tags", "type": "list", "of": "text", "required": False},
    ],
    "roles": {"headline": "name", "summary": "story", "label": "label", "image": "photo"},
}
ACTION = {"deep_link": "tanada://x", "web_url": "https://example.com/x"}
SECTION = {
    "id": "hostile", "kind": "samples", "title": hostile("title"), "title@en": hostile("title@en"),
    "layout": {"type": "uniform_grid"},
    "header": {
        "height": 64, "subtitle": hostile("subtitle"), "subtitle@en": hostile("subtitle@en"),
        "action": {"title": hostile("action"), "title@en": hostile("action@en"), **ACTION},
    },
}
WHEN = {"audiences": ["members"], "share": {"from": 0, "to": 1, "salt": hostile("salt")}}


class Content:
    """What was written into a server, by its numbers."""

    def __init__(self, server):
        self.server, must = server, server.must
        must("PUT", "/v1/kinds/samples", KIND)
        picture = (SAMPLES / "synth-exp-04-10_2500.jpg").read_bytes()
        self.photo = must("POST", "/v1/photos", picture, media_type="image/jpeg")["id"]
        must("PATCH", f"/v1/photos/{self.photo}", {"alt": hostile("alt")})
        item = {f"{name}{tag}": hostile(f"{name}{tag}") for name in FIELDS for tag in ("", "@en")}
        item |= {"photo": self.photo, "tags": [hostile("tag")], "link": "https://example.com/%3Cb%20data-markup%3E"}
        self.item = must("POST", "/v1/content/samples", item)["result"][0]["id"]
        targeted = item | {"name": hostile("targeted"), "when": WHEN}
        self.targeted = must("POST", "/v1/content/samples", targeted)["result"][0]["id"]
        home = must("GET", "/v1/feeds/home/composition")["sections"]
        before = SECTION | {"title": hostile("before")}
        # What was differs from what is.
        for feed, sections in (
            ("hostile", [before]), ("hostile", [SECTION]), ("home", [before, *home]),
            ("home", [SECTION, SECTION | {"id": "targeted", "when": WHEN}, *home]),
        ):
            must("PUT", f"/v1/feeds/{feed}/composition", {"sections": sections})
        server.patch("samples", self.item, {"name": hostile("former")})
        self.revision = must("GET", "/v1/revisions?limit=1")["result"][0]["number"]
        server.patch("samples", self.item, {"name": hostile("name")})
        self.release = must("POST", "/v1/releases", {"name": hostile("release"), "note": hostile("note")})["id"]
        must("PUT", f"/v1/releases/{self.release}/operations", {"operations": [
            {"op": "create", "kind": "samples", "body": item | {"name": hostile("created")}},
            {"op": "patch", "kind": "samples", "id": self.item, "body": {"name": hostile("patched")}},
        ]})
        self.link = must("POST", f"/v1/releases/{self.release}/links", {"expires_at": "2d", "feed": "hostile"})["page"]
        must("POST", "/v1/tokens", {"name": hostile("token"), "role": "viewer"})
        server.wait_for_text("(subtitle)")


@pytest.fixture(scope="module")
def content(studio_server):
    return Content(studio_server)


@pytest.fixture
def feed(watch, content):
    """Opens pages with feeds."""
    return lambda path, **options: watch(path, server=content.server, **PHONE, **options).page


@pytest.mark.parametrize("path", ["/", "/?feed=hostile", "/?feed=hostile&direction=rtl&text_size=2"])
def test_a_feed_shows_texts_as_they_were_written(feed, path):
    assert missing(feed(path), "title", "subtitle", "action", "name", "story") == []


def test_translations_are_texts(feed):
    page = feed("/?feed=hostile&locale=en")
    assert missing(page, "title@en", "subtitle@en", "action@en", "name@en", "story@en") == []


def test_the_page_of_a_preview_link_shows_texts(feed, content):
    assert missing(feed(content.link), "patched", "created", "title") == []


@pytest.mark.parametrize("method,path,value", [
    ("PATCH", "/v1/content/samples/1", {"link": "javascript:window.hit=1"}),
    ("PATCH", "/v1/content/samples/1", {"link": " JavaScript:window.hit=1"}),
    ("PATCH", "/v1/content/samples/1", {"link": "data:text/html,<b>"}),
    ("PATCH", "/v1/content/samples/1", {"photo": "javascript:window.hit=1"}),
    ("PATCH", "/v1/content/samples/1", {"when": {"audiences": ["<b>"]}}),
    ("PATCH", "/v1/content/samples/1", {"when": {"platforms": ["<b>"]}}),
    ("PATCH", "/v1/content/samples/1", {"name@<b>": "b"}),
    ("PUT", "/v1/feeds/other/composition", {"sections": [SECTION | {"action": {"web_url": "javascript:x"}}]}),
    ("PUT", "/v1/feeds/other/composition", {"sections": [SECTION | {"action": {"deep_link": "javascript:x"}}]}),
    ("PUT", "/v1/feeds/other/composition", {"sections": [SECTION | {"id": "<b>"}]}),
    ("PUT", "/v1/feeds/%3Cb%3E/composition", {"sections": [SECTION]}),
    ("PUT", "/v1/kinds/other", KIND | {"kind": "other", "fields": [{"name": "<b>", "type": "text"}]}),
])
def test_names_and_addresses_cannot_be_markup(content, method, path, value):
    media_type = "application/merge-patch+json" if method == "PATCH" else "application/json"
    with pytest.raises(Failure, match=": (422|400|404) "):
        content.server.must(method, path, value, media_type=media_type)


# Places in the studio, and what is to be read there.
PLACES = [
    ("#/screen", ["title", "kind"]),
    ("#/screen/sections/hostile", ["title", "title@en", "subtitle", "subtitle@en", "action", "action@en"]),
    ("#/screen/sections/targeted", ["title", "salt"]),
    ("#/items", ["kind"]),
    ("#/items/samples", ["kind", "name", "targeted"]),
    ("#/items/samples/{item}", ["name", "name@en", "story", "story@en", "label", "label@en", "tag"]),
    ("#/items/samples/{targeted}", ["targeted", "salt"]),
    ("#/releases", ["release"]),
    ("#/releases/{release}", ["release", "note", "created", "patched", "name"]),
    ("#/photos", []),
    ("#/photos/{photo}", ["alt"]),
    ("#/history", []),
    ("#/history/{revision}", ["former", "name"]),
    # What differs is shown by its words.
    ("#/history/content/samples/{item}", ["*"]),
    ("#/history/sections/hostile", ["*"]),
    ("#/people", ["token", "person"]),
]


def test_the_studio_shows_texts_as_they_were_written(studio, content):
    watched, found = studio(role="admin", name=hostile("person")), {}
    for place, texts in PLACES:
        watched.go(place.format(**vars(content)))
        watched.rest()
        for button in watched.page.get_by_role("button", name="Compare").all():
            button.click()
            watched.rest()
        found[place] = missing(watched.page, *texts)
    assert {place: texts for place, texts in found.items() if texts} == {}


def test_what_is_typed_and_what_others_have_written_is_shown_as_text(studio, content):
    """Unsaved changes, the dialogs of saving and of conflicts, notices, and what is looked for."""
    watched = studio(path=f"#/items/samples/{content.item}", expected=(412, 422))
    page = watched.page
    watched.control("story").fill(hostile("mine"))
    watched.rest()
    assert missing(page, "mine") == []
    watched.action("save-how").click()
    expect(watched.dialog).to_be_visible()
    look(page)
    page.keyboard.press("Escape")
    content.server.patch("samples", content.item, {"story": hostile("theirs")})
    watched.action("save").click()
    expect(watched.dialog).to_be_visible()
    assert missing(page, "mine", "theirs") == []
    watched.action("take-theirs").click()
    watched.rest()
    assert missing(page, "theirs") == []
    page.keyboard.press("Escape")
    watched.go("#/items/samples")
    page.get_by_role("searchbox").fill("<i data-markup>nowhere</i>")
    expect(page.get_by_text("Nothing is found")).to_be_visible()
    look(page)


def test_the_page_of_a_photo_shows_its_description(feed, content):
    page = feed(f"/v1/photos/{content.photo}/card", ready=False, expected=["favicon"])
    look(page)
    assert page.locator("img").get_attribute("alt") == hostile("alt")


@pytest.mark.parametrize("form", ["html", "svg"])
@pytest.mark.parametrize("options", [["--feed", "hostile"], ["--release", "1", "--explain"]])
def test_previews_are_pages_without_markup_of_content(prepare, content, tmp_path, form, options):
    """A file has no policy that would stop a script."""
    file = tmp_path / f"preview.{form}"
    content.server.store.run("preview", "--format", form, "--no-pictures", "--output", file, *options)
    page = prepare(server=content.server, **PHONE).page
    page.goto(file.as_uri())
    assert "<img src=x" in look(page)


def test_the_look_sees_markup(feed):
    """As if a page took the texts for what they say."""
    page = feed("/?feed=hostile", expected=[""])
    look(page)
    page.evaluate("(text) => { tree.querySelector('[data-item]').innerHTML = text; }", HOSTILE)
    with pytest.raises(AssertionError):
        look(page)
