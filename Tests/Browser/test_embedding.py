"""Feeds in pages of other servers, and the part of the script that is loaded later."""

import http.server
import threading

import pytest

from conftest import PATIENCE

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
