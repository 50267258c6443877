"""Texts of content are texts: no page makes markup, scripts or addresses of them, whatever field they are in."""

import types

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
TURN = "\u202e"  # what is typed is without it
# Fields that hold less.
BRIEF = {"kind", "salt", "release", "token", "person"}


def hostile(place):
    return f"({place}) {TEXTS[0] if place in BRIEF else HOSTILE}"


def look(page):
    """All that a page shows, once nothing of it has become more than a text."""
    found = page.evaluate("look.markup")
    assert found["wrong"] == []
    assert found["hit"] is None
    return "\n".join([*found["texts"], found["title"]])


def missing(page, *places, typed=()):
    """The fields whose texts a page does not show to the letter; `*` is any field."""
    shown = look(page)
    texts = {place: HOSTILE if place == "*" else hostile(place) for place in places}
    texts |= {place: hostile(place).replace(TURN, "") for place in typed}
    return [place for place, text in texts.items() if text not in shown]


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


@pytest.fixture(scope="module")
def content(studio_server):
    """What was written into a server, by its numbers."""
    server = studio_server
    must, made = server.must, types.SimpleNamespace(server=server)
    must("PUT", "/v1/kinds/samples", KIND)
    picture = (SAMPLES / "synth-exp-04-10_2500.jpg").read_bytes()
    made.photo = must("POST", "/v1/photos", picture, media_type="image/jpeg")["id"]
    must("PATCH", f"/v1/photos/{made.photo}", {"alt": hostile("alt")})
    item = {f"{name}{tag}": hostile(f"{name}{tag}") for name in FIELDS for tag in ("", "@en")}
    item |= {"photo": made.photo, "tags": [hostile("tag")], "link": "https://example.com/%3Cb%20data-markup%3E"}
    made.item = must("POST", "/v1/content/samples", item)["result"][0]["id"]
    targeted = item | {"name": hostile("targeted"), "when": WHEN}
    made.targeted = must("POST", "/v1/content/samples", targeted)["result"][0]["id"]
    home = must("GET", "/v1/feeds/home/composition")["sections"]
    before = SECTION | {"title": hostile("before")}
    for feed, *sections in (("hostile", before), ("hostile", SECTION), ("home", before, *home),
                            ("home", SECTION, SECTION | {"id": "targeted", "when": WHEN}, *home)):
        server.compose(feed, *sections)
    server.patch("samples", made.item, {"name": hostile("former")})
    made.revision = server.newest()
    server.patch("samples", made.item, {"name": hostile("name")})
    made.release = server.prepare(
        hostile("release"), {"op": "create", "kind": "samples", "body": item | {"name": hostile("created")}},
        {"op": "patch", "kind": "samples", "id": made.item, "body": {"name": hostile("patched")}}, note=hostile("note"))
    made.link = must("POST", f"/v1/releases/{made.release}/links", {"expires_at": "2d", "feed": "hostile"})["page"]
    must("POST", "/v1/tokens", {"name": hostile("token"), "role": "viewer"})
    server.wait_for_text("(subtitle)")
    return made


@pytest.fixture
def feed(watch, content):
    return lambda path, **options: watch(path, server=content.server, **PHONE, **options)


@pytest.mark.parametrize("path,texts", [
    ("/", "title subtitle action name story"), ("/?feed=hostile", "title subtitle action name story"),
    ("/?feed=hostile&direction=rtl&text_size=2", "title subtitle action name story"),
    ("/?feed=hostile&locale=en", "title@en subtitle@en action@en name@en story@en"),
    ("{link}", "patched created title"),  # a preview
])
def test_a_feed_shows_texts_as_they_were_written(feed, content, path, texts):
    assert missing(feed(path.format(**vars(content))), *texts.split()) == []


@pytest.mark.parametrize("method,path,value", [
    *(("PATCH", "/v1/content/samples/1", value) for value in [
        {"link": "javascript:window.hit=1"}, {"link": " JavaScript:window.hit=1"}, {"link": "data:text/html,<b>"},
        {"photo": "javascript:window.hit=1"}, {"when": {"audiences": ["<b>"]}}, {"when": {"platforms": ["<b>"]}},
        {"name@<b>": "b"}]),
    *(("PUT", "/v1/feeds/other/composition", {"sections": [SECTION | changes]}) for changes in [
        {"action": {"web_url": "javascript:x"}}, {"action": {"deep_link": "javascript:x"}}, {"id": "<b>"}]),
    ("PUT", "/v1/feeds/%3Cb%3E/composition", {"sections": [SECTION]}),
    ("PUT", "/v1/kinds/other", KIND | {"kind": "other", "fields": [{"name": "<b>", "type": "text"}]}),
])
def test_names_and_addresses_cannot_be_markup(content, method, path, value):
    with pytest.raises(Failure, match=": (422|400|404) "):
        content.server.must(method, path, value)


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
        for button in watched.get_by_role("button", name="Compare").all():
            button.click()
            watched.rest()
        found[place] = missing(watched.page, *texts)
    assert {place: texts for place, texts in found.items() if texts} == {}


def test_what_is_typed_and_what_others_have_written_is_shown_as_text(studio, content):
    """Unsaved changes, the dialogs of saving and of conflicts, notices, and what is looked for."""
    page = studio(path=f"#/items/samples/{content.item}", expected=(412, 422))
    page.control("story").fill(hostile("mine"))
    page.rest()
    assert missing(page, typed=["mine"]) == []
    page.action("save-how").click()
    expect(page.dialog).to_be_visible()
    look(page)
    page.keyboard.press("Escape")
    content.server.patch("samples", content.item, {"story": hostile("theirs")})
    page.action("save").click()
    expect(page.dialog).to_be_visible()
    assert missing(page, "theirs", typed=["mine"]) == []
    page.action("take-theirs").click()
    page.rest()
    assert missing(page, "theirs") == []
    page.keyboard.press("Escape")
    page.go("#/items/samples")
    page.get_by_role("searchbox").fill("<i data-markup>nowhere</i>")
    expect(page.get_by_text("Nothing is found")).to_be_visible()
    look(page)


def test_the_page_of_a_photo_shows_its_description(feed, content):
    page = feed(f"/v1/photos/{content.photo}/card", ready=False, expected=["favicon"])
    look(page)
    assert page.locator("img").get_attribute("alt") == hostile("alt")


@pytest.mark.parametrize("form", ["html", "svg"])
@pytest.mark.parametrize("options", [["hostile"], ["--release", "1", "--explain"]])
def test_previews_are_pages_without_markup_of_content(prepare, content, tmp_path, form, options):
    """A file has no policy that would stop a script."""
    file = tmp_path / f"preview.{form}"
    content.server.store.run("preview", "--format", form, "--no-pictures", "--output", file, *options)
    page = prepare(server=content.server, **PHONE)
    page.goto(file.as_uri())
    assert "<img src=x" in look(page)


def test_the_look_sees_markup(feed):
    page = feed("/?feed=hostile", expected=[""])
    look(page)
    page.evaluate("(text) => { tree.querySelector('[data-item]').innerHTML = text; }", HOSTILE)
    with pytest.raises(AssertionError):
        look(page)
