"""A page whose server is gone shows what it has, and goes on when the server is back."""

import pytest

from browser.watched import Watched
from server import Server

# Asks for another text size, and waits for the message that it cannot be had.
FAIL = """
() => new Promise((resolve) => {
  const feed = document.querySelector("tanada-feed");
  feed.addEventListener("tanada-error", () => resolve(), { once: true });
  feed.setAttribute("text-size", "1.4");
})
"""


TEXT = "document.querySelector('tanada-feed').shadowRoot.textContent"


@pytest.fixture
def own_server(server, tmp_path):
    """A server that no other test needs."""
    own = Server(server.program, tmp_path, has_pictures=False)
    yield own
    if own.process.poll() is None:
        own.stop()


def test_a_server_that_is_gone_is_noticed(browser, own_server):
    watched = Watched(browser, own_server, viewport={"width": 390, "height": 844})
    with watched.page.expect_response("**/v1/events*"):
        page = watched.open("/")
    page.evaluate(
        """() => {
          window.said = [];
          for (const type of ["tanada-error", "tanada-online", "tanada-update"]) {
            addEventListener(type, () => said.push(type));
          }
        }"""
    )
    # 1. Nobody asks for anything, and the server is killed.
    own_server.process.kill()
    own_server.process.wait()
    page.wait_for_selector("tanada-feed[data-offline]")
    assert "ボリューム満点の洋食セット" in page.evaluate(TEXT)
    # 2. It is back, with the same content.
    own_server.start(own_server.port)
    page.wait_for_selector("tanada-feed:not([data-offline])")
    # It is said, although nothing is drawn again.
    said = page.evaluate("said")
    assert said[0] == "tanada-error" and said[-1] == "tanada-online" and "tanada-update" not in said
    watched.context.close()


def test_the_last_document_is_shown(browser, own_server):
    watched = Watched(browser, own_server, viewport={"width": 390, "height": 844})
    page = watched.open("/")
    # Boxes outside of the screen are drawn a moment later.
    watched.rest()
    before = page.evaluate(TEXT)
    assert "ボリューム満点の洋食セット" in before
    own_server.stop()

    # 1. Another text size cannot be fetched, and what is shown stays.
    page.evaluate(FAIL)
    assert page.evaluate(TEXT) == before

    # 2. The server comes back with another content, which appears by itself.
    own_server.start(own_server.port)
    own_server.patch("recent_news", 1, {"title": "再び"})
    page.wait_for_function(f"() => {TEXT}.includes('再び')")
    watched.context.close()
