"""Searching in a browser: what is found first, by keys alone, over HTTP and from a folder."""

import json

import pytest
from browser.watched import PHONE, Watched
from playwright.sync_api import expect

QUERIES = [
    ("justified", "reference/layouts.html#justified-rows"),
    ("staggered grid", "reference/layouts.html#staggered-grid"),
    ("backup", "guides/operations.html#backups"),
    ("tanada backup", "reference/commands/backup.html"),
    ("FeedClient", "libraries/tanadaclient/feedclient.html"),
    ("android", "guides/android.html"),
    ("export-static", "guides/static-export.html"),
    ("card stack", "reference/layouts.html#card-stack"),
    ("card_stack", "reference/gallery.html#card_stack"),
    ("tanada seed", "reference/commands/seed.html"),
    ("kind", "start/glossary.html#kind"),
    ("lost updates", "reference/http.html#lost-updates"),
    ("museum", "cookbook/museum.html"),
    ("studio", "guides/studio.html"),
    ("WorkingPreview", "reference/api/schemas/feeds.html#WorkingPreview"),
    ("getting sta", "start/getting-started.html"),
    ("disk full", "guides/operations.html#the-disk-is-full"),
]


def search(page, query):
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Search the documentation")
    expect(field).to_be_focused()
    page.keyboard.type(query)
    options = page.get_by_role("listbox", name="Results").get_by_role("option")
    expect(options.first).to_be_visible()
    return field, options


@pytest.fixture(scope="module")
def start(browser, server):
    """One page for all that is looked for."""
    watched = Watched(browser, server, reduced_motion="reduce")
    yield watched
    watched.close()


@pytest.mark.parametrize("query,path", QUERIES)
def test_what_is_looked_for_is_first(start, address, documentation, query, path):
    if not (documentation / path.partition("#")[0]).exists():
        pytest.skip(f"{path} is not written yet")
    search(start.open("index.html", ready=False), query)
    start.page.keyboard.press("Enter")
    start.page.wait_for_url(address + path)


def test_keys_go_through_results_and_a_screen_reader_hears_how_many(visit):
    page = visit("reference/settings.html")
    field, options = search(page, "carousel")
    expect(page.get_by_role("status")).to_have_text("12 results")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == options.nth(1).get_attribute("id")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options.nth(11)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox", include_hidden=True)).to_be_hidden()
    expect(field).to_have_attribute("aria-expanded", "false")


def test_nothing_found_is_said(visit, address):
    page = visit()
    _, options = search(page, "xyzzy")
    expect(options).to_have_text(["Nothing found"])
    expect(page.get_by_role("status")).to_have_text("Nothing found")
    page.keyboard.press("Enter")
    assert page.url == address + "index.html"


def test_what_is_found_and_what_is_looked_for_are_texts(visit, address):
    """Titles, headings and texts come from the code of others too: none of them is markup."""
    hostile = "<img src=x data-markup onerror=window.hit=1> \"><script data-markup>window.hit=1</script> ${7*7} &lt;"
    index = {"pages": [["index.html", hostile, hostile]], "parts": [[0, "", "", hostile], [0, "a", hostile, hostile]]}
    page = visit()
    page.route("**/assets/index.js", lambda route: route.fulfill(
        content_type="text/javascript", body=f"window.tanadaIndex = {json.dumps(index)};"))
    # The query itself, and one whose words are all over what it finds.
    for query, count in (("<b data-markup>nowhere</b>", 0), ("<img src=x onerror", 2)):
        page.goto(address + "index.html")
        field, options = search(page, query)
        expect(page.get_by_role("status")).to_have_text(f"{count} results" if count else "Nothing found")
        expect(field).to_have_value(query)
        assert page.evaluate("window.hit") is None
        assert page.locator("[data-markup]").count() == 0
    for part in ("title", "snippet"):
        expect(options.last.locator(f".{part}")).to_have_text(hostile)
    expect(options.last.locator(".where")).to_have_text(f"{hostile} / {hostile}")


def test_a_click_opens_a_result(visit, address):
    page = visit("guides/ios.html", viewport=PHONE)
    _, options = search(page, "mosaic")
    options.first.click()
    page.wait_for_url(address + "reference/layouts.html#mosaic")


def test_the_site_works_from_a_folder(visit, documentation):
    page = visit()
    page.goto((documentation / "index.html").as_uri())
    search(page, "justified")
    page.keyboard.press("Enter")
    page.wait_for_url((documentation / "reference/layouts.html").as_uri() + "#justified-rows")
    assert page.locator("h2#justified-rows").is_visible()


def test_the_contents_open_and_close_without_scripts(browser, address):
    page = browser.new_page(java_script_enabled=False, viewport=PHONE)
    page.goto(address + "guides/ios.html")
    contents = page.get_by_role("navigation", name="Contents")
    link = page.get_by_role("link", name="Contents", exact=True)
    expect(contents).to_be_hidden()
    link.click()
    expect(contents).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(contents).to_be_hidden()
    link.click()
    contents.get_by_role("link", name="Changelog", exact=True).click()
    page.wait_for_url(address + "reference/changelog.html")
    page.close()


def test_a_block_is_copied_and_of_a_terminal_the_commands(visit):
    page = visit("guides/kinds.html", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy commands").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("tanada kind apply bakeries.json --dry-run\ntanada")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
