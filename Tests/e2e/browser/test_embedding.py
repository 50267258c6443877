"""Feeds in pages of other servers, and the part of the script that is loaded later."""

import http.server
import json
import re

import pytest
from browser.watched import hosted
from harness import ROOT

PAGE = """<!doctype html><html lang="en"><title>Shop</title>
<script type="module" src="{server}/tanada.js"></script>
<tanada-feed src="{server}/v1/feeds/home"></tanada-feed></html>"""
POLICY = "default-src 'none'; script-src {server}; connect-src {server}; img-src {server}"
IS_OPEN = "() => tree.querySelector('dialog[open] img')?.naturalWidth > 0"


class Host(http.server.BaseHTTPRequestHandler):
    """One page, and what is sent to its server."""

    html, policy, sent = "", None, None

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        self.end_headers()
        self.wfile.write(self.html.encode())

    def do_POST(self):
        self.sent.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()


@pytest.fixture
def open_host(prepare):
    """Opens the page of another server."""

    def open_page(watched, host):
        watched.hosts.append(host)
        watched.page.goto(host)
        watched.wait()
        return watched.page

    return open_page


@pytest.fixture
def shop(server, prepare, open_host):
    """A page with a strict policy."""
    html, policy = PAGE.format(server=server.address), POLICY.format(server=server.address)
    with hosted(type("Shop", (Host,), {"html": html, "policy": policy})) as host:
        yield open_host(prepare(expected=["favicon", "assets/viewer"]), host)


def test_the_page_of_the_documentation(server, prepare, open_host):
    html = re.search(r"```html\n(<!doctype html>.*?)```", (ROOT / "docs/web.md").read_text(), re.DOTALL)[1]
    html, sent = html.replace("http://127.0.0.1:8080", server.address), []
    with hosted(type("Documented", (Host,), {"html": html, "sent": sent})) as host:
        watched = prepare(expected=["favicon", "ERR_FAILED", "app://x", "ERR_UNKNOWN_URL_SCHEME"])
        watched.page.clock.install()
        page = open_host(watched, host)
        # 1. What was seen is sent.
        while not sent:
            page.clock.run_for(100)
        body = json.loads(sent[0])
        assert body["section"] and body["id"] > 0 and body["impression"]
        # 2. An item with a deep link opens the app's own screen.
        page.evaluate(
            """() => {
              const { document: shown } = feed;
              const [first] = shown.sections;
              for (const item of first.items) item.action = { deep_link: "app://x", web_url: null };
              feed.document = { ...shown, generated_at: "later" };
              // The card in front of a ring has the focus.
              tree.querySelector("[data-item] .face[tabindex='0']").click();
            }"""
        )
        assert "link=app" in page.url
        # 3. A server that cannot be reached is said, until it can be: the second time with the same document.
        status = "document.getElementById('status').textContent"
        for _ in range(2):
            page.route("**/v1/feeds/**", lambda route: route.abort())
            page.evaluate("dispatchEvent(new Event('online'))")
            page.wait_for_function(f"() => {status} === 'Offline.'")
            page.unroute("**/v1/feeds/**")
            while page.evaluate(status):
                page.clock.run_for(100)


def press_photo(page):
    photos = page.locator('tanada-feed [data-section="pickup_photos"]')
    # What lies far below the window has no elements yet.
    photos.scroll_into_view_if_needed()
    photos.locator("[data-item]").first.scroll_into_view_if_needed()
    photos.locator("[data-item]").first.locator("[role=button]").first.click()


def test_photos_open_in_a_page_of_another_server(shop):
    press_photo(shop)
    shop.wait_for_function(IS_OPEN)


def test_a_photo_opens_as_a_page_where_the_viewer_cannot_be_loaded(shop, server):
    shop.route("**/assets/viewer.*", lambda route: route.abort())
    with shop.expect_popup() as popup:
        press_photo(shop)
    popup.value.wait_for_url(f"{server.address}/v1/photos/**")
    popup.value.close()
    # A part that failed once is asked for again.
    shop.unroute("**/assets/viewer.*")
    press_photo(shop)
    shop.wait_for_function(IS_OPEN)
