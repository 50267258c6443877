"""Texts of content are texts: no page makes markup, scripts or addresses of them, whatever field they are in."""

import http.client
import json
import pathlib

import pytest
from playwright.sync_api import expect

from browser.watched import Watched
from browser.markup import HOSTILE, hostile, look, missing
from server import ROOT, tanada
from browser.studio import go

PICTURE = ROOT / "Tests/FeedPhotosTests/Samples/synth-exp-04-10_2500.jpg"
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
        self.server, send = server, server.send
        send("PUT", "/v1/kinds/samples", KIND)
        self.photo = self._upload()
        item = {f"{name}{tag}": hostile(f"{name}{tag}") for name in FIELDS for tag in ("", "@en")}
        item |= {"photo": self.photo, "tags": [hostile("tag")], "link": "https://example.com/%3Cb%20data-markup%3E"}
        self.item = send("POST", "/v1/content/samples", item)["result"][0]["id"]
        targeted = item | {"name": hostile("targeted"), "when": WHEN}
        self.targeted = send("POST", "/v1/content/samples", targeted)["result"][0]["id"]
        self._compose(send, [SECTION | {"title": hostile("before")}], "hostile")
        # What was differs from what is.
        self._compose(send, [SECTION], "hostile")
        home = send("GET", "/v1/feeds/home/composition")["sections"]
        self._compose(send, [SECTION | {"title": hostile("before")}, *home], "home")
        self._compose(send, [SECTION, SECTION | {"id": "targeted", "when": WHEN}, *home], "home")
        server.patch("samples", self.item, {"name": hostile("former")})
        self.revision = send("GET", "/v1/revisions?limit=1")["result"][0]["number"]
        server.patch("samples", self.item, {"name": hostile("name")})
        self.release = send("POST", "/v1/releases", {"name": hostile("release"), "note": hostile("note")})["id"]
        send("PUT", f"/v1/releases/{self.release}/operations", {"operations": [
            {"op": "create", "kind": "samples", "body": item | {"name": hostile("created")}},
            {"op": "patch", "kind": "samples", "id": self.item, "body": {"name": hostile("patched")}},
        ]})
        link = f"/v1/releases/{self.release}/links"
        self.link = send("POST", link, {"expires_at": "2d", "feed": "hostile"})["page"]
        send("POST", "/v1/tokens", {"name": hostile("token"), "role": "viewer"})
        server.wait_for_text("(subtitle)")

    def _upload(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        headers = {"Authorization": f"Bearer {self.server.token}", "Content-Type": "image/jpeg"}
        connection.request("POST", "/v1/photos", pathlib.Path(PICTURE).read_bytes(), headers)
        photo = json.loads(connection.getresponse().read())["id"]
        connection.close()
        self.server.must("PATCH", f"/v1/photos/{photo}", {"alt": hostile("alt")})
        return photo

    def _compose(self, send, sections, feed):
        send("PUT", f"/v1/feeds/{feed}/composition", {"sections": sections})


@pytest.fixture(scope="module")
def content(studio_server):
    return Content(studio_server)


@pytest.fixture
def feed(browser, content):
    """Opens pages with feeds."""
    opened = []

    def open_page(path):
        opened.append(Watched(browser, content.server, **PHONE))
        return opened[-1].open(path)

    yield open_page
    problems = [watched.errors for watched in opened]
    for watched in opened:
        watched.context.close()
    assert not any(problems), problems


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
    with pytest.raises(RuntimeError, match=": (422|400|404) "):
        content.server.must(method, path, value, media_type)


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
    watched = studio(role="admin", name=hostile("person"))
    page = watched.page
    found = {}
    for place, texts in PLACES:
        go(page, place.format(**vars(content)))
        watched.rest()
        for button in page.get_by_role("button", name="Compare").all():
            button.click()
            watched.rest()
        found[place] = missing(page, *texts)
    assert {place: texts for place, texts in found.items() if texts} == {}


def test_what_is_typed_and_what_others_have_written_is_shown_as_text(studio, content):
    """Unsaved changes, the dialogs of saving and of conflicts, notices, and what is looked for."""
    watched = studio(path=f"#/items/samples/{content.item}", expected=(412, 422))
    page = watched.page
    field = page.locator('[data-panel="item"] [name="story"]')
    field.fill(hostile("mine"))
    watched.rest()
    assert missing(page, "mine") == []
    page.locator('[data-action="save-how"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page)
    page.keyboard.press("Escape")
    content.server.patch("samples", content.item, {"story": hostile("theirs")})
    page.locator('[data-action="save"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert missing(page, "mine", "theirs") == []
    page.locator('[data-action="take-theirs"]').click()
    watched.rest()
    assert missing(page, "theirs") == []
    page.keyboard.press("Escape")
    go(page, "#/items/samples")
    page.get_by_role("searchbox").fill("<i data-markup>nowhere</i>")
    expect(page.get_by_text("Nothing is found")).to_be_visible()
    look(page)


def test_the_page_of_a_photo_shows_its_description(browser, content):
    watched = Watched(browser, content.server, **PHONE)
    page = watched.open(f"/v1/photos/{content.photo}/card", ready=False)
    look(page)
    assert page.locator("img").get_attribute("alt") == hostile("alt")
    watched.context.close()


@pytest.mark.parametrize("form", ["html", "svg"])
@pytest.mark.parametrize("options", [["--feed", "hostile"], ["--release", "1", "--explain"]])
def test_previews_are_pages_without_markup_of_content(browser, content, tmp_path, form, options):
    """A file has no policy that would stop a script."""
    server = content.server
    file = tmp_path / f"preview.{form}"
    tanada(server.program, server.folder, "preview", "--format", form, "--no-pictures", "--output", str(file), *options)
    watched = Watched(browser, server, **PHONE)
    watched.page.goto(file.as_uri())
    assert "<img src=x" in look(watched.page)
    watched.context.close()


def test_the_look_sees_markup(browser, content):
    """As if a page took the texts for what they say."""
    watched = Watched(browser, content.server, **PHONE)
    page = watched.open("/?feed=hostile")
    look(page)
    page.evaluate(
        """(text) => {
          const tree = document.querySelector("tanada-feed").shadowRoot;
          tree.querySelector("[data-item]").innerHTML = text;
        }""",
        HOSTILE,
    )
    with pytest.raises(AssertionError):
        look(page)
    watched.context.close()
