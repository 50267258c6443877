"""Feeds in pages of other servers, and the part of the script that is loaded later."""

import http.server
import json
import re
import threading

import pytest

from browser.watched import PATIENCE
from harness import ROOT

PAGE = """<!doctype html><html lang="en"><title>Shop</title>
<script type="module" src="{server}/tanada.js"></script>
<tanada-feed src="{server}/v1/feeds/home"></tanada-feed></html>"""
POLICY = "default-src 'none'; script-src {server}; connect-src {server}; img-src {server}"
IS_OPEN = """
() => document.querySelector("tanada-feed").shadowRoot.querySelector("dialog[open] img")?.naturalWidth > 0
"""


@pytest.fixture
def host(server):
    """The address of another server, which has one page with a strict policy."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Security-Policy", POLICY.format(server=server.address))
            self.end_headers()
            self.wfile.write(PAGE.format(server=server.address).encode())

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{other.server_port}"
        other.shutdown()
        thread.join()


@pytest.fixture
def shop(browser, host):
    """That page, and the errors that it has seen."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page, errors = context.new_page(), []
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{host}/")
    page.evaluate("document.querySelector('tanada-feed').ready")
    yield page, errors
    context.close()


@pytest.fixture
def documented(browser, server):
    """The first page of docs/web.md, as another server has it, and what is sent to that server."""
    text = (ROOT / "docs/web.md").read_text()
    html = re.search(r"```html\n(<!doctype html>.*?)```", text, re.DOTALL)[1]
    sent = []

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.replace("http://127.0.0.1:8080", server.address).encode())

        def do_POST(self):
            sent.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.clock.install()
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        page.evaluate("document.querySelector('tanada-feed').ready")
        yield page, sent
        context.close()
        other.shutdown()
        thread.join()


def test_the_page_of_the_documentation(documented):
    page, sent = documented
    # 1. What was seen is sent.
    while not sent:
        page.clock.run_for(100)
    body = json.loads(sent[0])
    assert body["section"] and body["id"] > 0 and body["impression"]
    # 2. An item with a deep link opens the app's own screen.
    page.evaluate(
        """() => {
          const feed = document.querySelector("tanada-feed");
          const { document: shown } = feed;
          const [first] = shown.sections;
          for (const item of first.items) item.action = { deep_link: "app://x", web_url: null };
          feed.document = { ...shown, generated_at: "later" };
          // The card in front of a ring has the focus.
          feed.shadowRoot.querySelector("[data-item] .face[tabindex='0']").click();
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
    # What lies far below the window has no elements yet.
    page.locator('tanada-feed [data-section="pickup_photos"]').scroll_into_view_if_needed()
    box = page.locator('tanada-feed [data-section="pickup_photos"] [data-item]').first
    box.scroll_into_view_if_needed()
    box.locator("[role=button]").first.click()


def test_photos_open_in_a_page_of_another_server(shop):
    page, errors = shop
    press_photo(page)
    page.wait_for_function(IS_OPEN)
    assert not [error for error in errors if "favicon" not in error]


def test_a_photo_opens_as_a_page_where_the_viewer_cannot_be_loaded(shop, server):
    page, _ = shop
    page.route("**/assets/viewer.*", lambda route: route.abort())
    with page.expect_popup() as popup:
        press_photo(page)
    popup.value.wait_for_url(f"{server.address}/v1/photos/**")
    popup.value.close()
    # A part that failed once is asked for again.
    page.unroute("**/assets/viewer.*")
    press_photo(page)
    page.wait_for_function(IS_OPEN)
