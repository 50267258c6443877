"""A page whose server is gone shows what it has, and goes on when the server is back."""

import pytest

from conftest import Watched
from server import Server

# Asks for another text size, and waits for the message that it cannot be had.
FAIL = """
() => new Promise((resolve) => {
  const feed = document.querySelector("tanada-feed");
  feed.addEventListener("tanada-error", () => resolve(), { once: true });
  feed.setAttribute("text-size", "1.4");
})
"""


@pytest.fixture
def own_server(server, tmp_path):
    """A server that no other test needs."""
    own = Server(server.program, tmp_path, has_pictures=False)
    yield own
    if own.process.poll() is None:
        own.stop()


def test_the_last_document_is_shown(browser, own_server):
    watched = Watched(browser, own_server, viewport={"width": 390, "height": 844})
    page = watched.open("/")
    text = "document.querySelector('tanada-feed').shadowRoot.textContent"
    # Boxes outside of the screen are drawn a moment later.
    watched.rest()
    before = page.evaluate(text)
    assert "ボリューム満点の洋食セット" in before
    own_server.stop()

    # 1. Another text size cannot be fetched, and what is shown stays.
    page.evaluate(FAIL)
    assert page.evaluate(text) == before

    # 2. The server comes back with another content, which appears by itself.
    own_server.start(own_server.port)
    own_server.patch("recent_news", 1, {"title": "再び"})
    page.wait_for_function(f"() => {text}.includes('再び')")
    watched.context.close()
