"""Searching in a browser: what is found, by keys alone, over HTTP and from a folder; and copying of code."""

import pytest
from browser.watched import PHONE
from playwright.sync_api import expect

# What is looked for, and the first result.
QUERIES = [
    ("backup", "guides/operations.html#backups"),
    ("tanada backup", "reference/commands/backup.html"),
    ("FeedClient", "libraries/documentation/tanadaclient/feedclient/"),
    ("android", "guides/android.html"),
    ("export-static", "guides/static-export.html"),
    ("card_stack", "reference/gallery.html#card_stack"),
    ("tanada seed", "reference/commands/seed.html"),
    ("kind", "guides/kinds.html"),
    ("lost updates", "reference/http.html#lost-updates"),
    ("museum", "cookbook/museum.html"),
    ("WorkingPreview", "reference/api/schemas/feeds.html#WorkingPreview"),
    ("getting sta", "start/getting-started.html"),
    ("disk full", "guides/operations.html#the-disk-is-full"),
]
# What is among the first results, as other pages have the same heading.
AMONG = [
    ("staggered grid", "reference/layouts.html#staggered-grid"),
    ("card stack", "reference/layouts.html#card-stack"),
    ("studio", "guides/studio.html"),
]


def search(page, query):
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Search")
    expect(field).to_be_focused()
    field.fill(query)
    expect(page.get_by_role("status").filter(has_text="result")).to_be_visible()
    return field, page.get_by_role("listbox", name="Search results").get_by_role("option")


def place(address):
    """An address without the words that are marked there."""
    path, mark, anchor = address.partition("#")
    return path.partition("?")[0] + mark + anchor


@pytest.fixture(scope="module")
def start(lasting, server):
    return lasting(server, reduced_motion="reduce").open("index.html", ready=False)


@pytest.mark.parametrize("query,path,most", [(*one, 1) for one in QUERIES] + [(*one, 3) for one in AMONG])
def test_what_is_looked_for_is_found(start, address, documentation, query, path, most):
    if path.startswith("libraries/") and not (documentation / path).exists():
        pytest.skip("the site has no libraries")
    page = start.page
    page.goto(address + "index.html")
    _, results = search(page, query)
    assert address + path in [place(results.nth(number).evaluate("link => link.href")) for number in range(most)]


def test_keys_go_through_results_and_open_one(visit, address):
    page = visit("reference/settings.html")
    field, results = search(page, "carousel")
    target = results.nth(1).evaluate("link => link.href")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(target)
    page.go_back()
    search(page, "carousel")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()


def test_what_is_found_and_what_is_looked_for_are_texts(visit, address):
    """Titles and headings come from the code of others too, as HTML that was escaped: it stays a text."""
    hostile = "&lt;img src=x data-markup onerror=window.hit=1&gt; ${7*7}"
    item = {"location": "index.html", "level": 1, "title": hostile, "text": hostile, "path": [hostile], "tags": []}
    page = visit()
    page.route("**/search.json", lambda route: route.fulfill(json={
        "config": {"lang": ["en"], "separator": "[\\s\\-]+"}, "items": [item]}))
    page.goto(address + "index.html")
    field, results = search(page, "data")
    expect(results.first).to_contain_text("<img src=x data-markup onerror=window.hit=1>")
    field.fill("<b data-markup>img</b>")
    assert page.evaluate("window.hit") is None
    assert page.locator("[data-markup]").count() == 0


def test_a_click_opens_a_result(visit, address):
    page = visit("guides/ios.html", viewport=PHONE)
    _, results = search(page, "lost updates")
    results.first.click()
    page.wait_for_url(lambda url: place(url) == address + "reference/http.html#lost-updates")


def test_the_site_works_from_a_folder(visit, documentation):
    page = visit()
    page.goto((documentation / "index.html").as_uri())
    page.wait_for_function("typeof __index !== 'undefined'")
    _, results = search(page, "lost updates")
    results.first.click()
    page.wait_for_url(lambda url: place(url) == (documentation / "reference/http.html").as_uri() + "#lost-updates")
    assert page.locator("h3#lost-updates, h2#lost-updates").is_visible()


def test_the_contents_open_and_close_without_scripts(browser, address):
    page = browser.new_page(java_script_enabled=False, viewport=PHONE)
    page.goto(address + "guides/ios.html")
    contents = page.locator(".md-sidebar--primary")
    expect(contents).not_to_be_in_viewport()
    page.locator("label.md-header__button[for=__drawer]").click()
    expect(contents).to_be_in_viewport()
    contents.get_by_role("link", name="In a browser", exact=True).click()
    page.wait_for_url(address + "guides/web.html")
    page.close()


def test_of_a_terminal_the_commands_are_copied(visit):
    page = visit("guides/kinds.html", permissions=["clipboard-read", "clipboard-write"])
    block = page.locator(".language-console").first
    block.get_by_role("button", name="Copy to clipboard").click()
    expect(page.get_by_text("Copied to clipboard")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("tanada kind apply bakeries.json --dry-run\n") and "$" not in copied
