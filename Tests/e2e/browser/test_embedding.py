"""Feeds in pages of other servers, and the part of the script that is loaded later."""

import http.server
import json
import re
import threading

import pytest
from browser.viewing import press_photo
from browser.watched import page_with
from harness import ROOT

POLICY = "default-src 'none'; script-src {server}; connect-src {server}; img-src {server}"
IS_OPEN = "() => tree.querySelector('dialog[open] img')?.naturalWidth > 0"


@pytest.fixture
def open_foreign(prepare):
    """Opens a page of another server, with a policy; what is sent there is `sent`."""

    def open_page(html, policy=None, has_clock=False, expected=()):
        class Host(http.server.BaseHTTPRequestHandler):
            def answer(self, status, fields, body=b""):
                self.send_response(status)
                for field in fields.items():
                    self.send_header(*field)
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                self.answer(200, {"Content-Type": "text/html"} | (policy or {}), html.encode())

            def do_POST(self):
                watched.sent.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.answer(204, {})

            def log_message(self, *_):
                pass

        hosts.append(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host))
        threading.Thread(target=hosts[-1].serve_forever).start()
        watched = prepare(expected=["favicon", *expected])
        watched.sent, address = [], f"http://127.0.0.1:{hosts[-1].server_port}/"
        watched.hosts.append(address)
        if has_clock:
            watched.clock.install()
        watched.goto(address)
        watched.wait()
        return watched

    hosts = []
    yield open_page
    for host in hosts:
        host.shutdown()
        host.server_close()


@pytest.fixture
def shop(server, open_foreign):
    html = page_with(f"{server.address}/v1/feeds/home", f"{server.address}/tanada.js", body="")
    policy = {"Content-Security-Policy": POLICY.format(server=server.address)}
    return open_foreign(html, policy, expected=["assets/viewer"])


def test_the_page_of_the_documentation(server, open_foreign):
    html = re.search(r"```html\n(<!doctype html>.*?)```", (ROOT / "docs/web.md").read_text(), re.DOTALL)[1]
    page = open_foreign(
        html.replace("http://127.0.0.1:8080", server.address), has_clock=True,
        expected=["ERR_FAILED", "app://x", "ERR_UNKNOWN_URL_SCHEME"])
    while not page.sent:
        page.clock.run_for(100)
    body = json.loads(page.sent[0])
    assert body["section"] and body["id"] > 0 and body["impression"]
    # 2. An item with a deep link opens the app's own screen.
    document = page.evaluate("feed.document")
    for item in document["sections"][0]["items"]:
        item["action"] = {"deep_link": "app://x", "web_url": None}
    page.evaluate("(shown) => { feed.document = shown; }", document | {"generated_at": "later"})
    # The card in front of a ring has the focus.
    page.evaluate("tree.querySelector('[data-item] .face[tabindex=\"0\"]').click()")
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


# How wide a feed is in a window of 800 points and in one of 420.
PARENTS = {
    "display: flex": (800, 420), "display: flex; flex-direction: column; align-items: center": (800, 420),
    "display: grid; justify-items: center": (800, 420), "display: inline-block; width: 500px": (500, 500),
    "display: inline-flex": (390, 390), "float: left": (390, 390),
}


@pytest.mark.parametrize("style", PARENTS)
def test_a_feed_has_a_width_in_every_parent(prepare, style):
    page = prepare(viewport={"width": 800, "height": 600})
    page.embed(page_with("/v1/feeds/home", body=f'<body style="margin: 0"><div style="{style}">'))
    # It follows its parent, and not what it has drawn.
    for window, width in zip((800, 420, 800), (*PARENTS[style], PARENTS[style][0])):
        page.set_viewport_size({"width": window, "height": 600})
        page.wait_for_function(
            "(width) => feed.document.viewport.width === width && feed.clientWidth === width", arg=width)


def test_a_feed_in_a_dialog_is_drawn_when_it_opens_and_one_without_a_width_says_so(prepare):
    page = prepare(expected=["tanada-feed has no width"])
    page.clock.install()
    body = '<body style="margin: 0"><dialog><tanada-feed src="/v1/feeds/home"></tanada-feed></dialog><div style="width: 0">'
    page.route("**/shop", lambda route: route.fulfill(body=page_with("/v1/feeds/home", body=body), content_type="text/html"))
    page.open("/shop", ready=False)
    page.wait_for_function("customElements.get('tanada-feed') !== undefined")
    said = [0, 1, 1]
    for count in said:
        assert sum("no width" in error for error in page.errors) == count
        page.clock.run_for(6_000)
    assert page.evaluate("feed.document") is None
    page.evaluate("document.querySelector('dialog').showModal()")
    while page.evaluate("feed.document") is None:
        page.clock.run_for(100)
    assert page.evaluate("feed.clientWidth > 200")


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
