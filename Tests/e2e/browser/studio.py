"""The studio in a browser, signed in by an invitation as a person would, and used by a mouse or by other hands."""

from browser.hands import Mouse
from browser.watched import Watched
from harness import ROOT
from playwright.sync_api import expect

SETTINGS = {"locales": ["ja", "en"]}
KIND = "recent_news"
FORM = '[data-panel="item"]'
INSPECTOR = ".inspector"
SAVED = "Everything is saved"
SAMPLES = ROOT / "Tests/FeedPhotosTests/Samples"


class Studio(Watched):
    """The studio of one person, at a place whose screen has been drawn; with an address, what that shows.

    Answers of at least 400 that a test provokes are `expected`: browsers report them as errors of the page.
    """

    def __init__(self, browser, server, role="editor", name="Anna", path="#/screen", expected=(), hand=Mouse, address=None,
                 **options):
        texts = [f"status of {status} " for status in expected]
        super().__init__(browser, server, expected=texts, **{"locale": "en-GB"} | hand.options | options)
        self.hand = hand(self.page)
        self.dialog = self.page.get_by_role("dialog")
        self.page.goto(address or self.invite(name, role))
        if not address:
            self.page.wait_for_selector("studio-shell")
            self.go(path)
            self.wait_for_screen()

    def invite(self, name, role):
        return self.server.address + self.server.must("POST", "/v1/invitations", {"name": name, "role": role})["path"]

    def action(self, name, within=""):
        return self.page.locator(f'{within} [data-action="{name}"]')

    def control(self, name, within=FORM):
        return self.page.locator(f'{within} [name="{name}"]')

    @property
    def title(self):
        return self.control("title")

    def item(self, item=3, kind=KIND):
        return self.server.item(kind, item)

    def creating(self, **members):
        left_out = "id", "draft", "publish_at", "unpublish_at"
        body = {name: value for name, value in self.item(1).items() if name not in left_out}
        return {"op": "create", "kind": KIND, "body": body | members}

    def compose(self, change):
        composition = self.server.must("GET", "/v1/feeds/home/composition")
        change(composition["sections"])
        self.server.must("PUT", "/v1/feeds/home/composition", {"sections": composition["sections"]})

    def go(self, fragment):
        self.page.evaluate("(fragment) => { location.hash = fragment; }", fragment)

    def open_item(self, item=3, kind=KIND):
        self.go(f"#/items/{kind}/{item}")
        expect(self.page.locator(f'{FORM}[data-subject="content/{kind}/{item}"]')).to_be_visible()

    def fill_in(self, **texts):
        for name, text in texts.items():
            self.control(name).fill(text)

    def press(self, action, within=""):
        self.hand.press(self.action(action, within))

    def save(self):
        self.press("save", "studio-bar")
        self.expect_status(SAVED)

    def upload(self, files, button):
        with self.page.expect_file_chooser() as chooser:
            self.hand.press(button)
        chooser.value.set_files(files)

    def expect_status(self, text):
        expect(self.page.locator("studio-bar .status")).to_have_text(text)

    def wait_for_screen(self):
        self.wait_for("screen && !document.querySelector('.phone[data-loading]')")

    def wait_for_text(self, text):
        self.wait_for("feeds[0].shadowRoot.textContent.includes(value)", text)

    def wait_for(self, expression, value=None):
        """Waits until something holds of `feeds`, the screens that are shown beside each other, of the document `screen`
        of the first one, or of one `section(…)` of it."""
        self.page.wait_for_function(
            f"(value) => look.screens((feeds, screen, section, value) => {expression}, value)", arg=value)
