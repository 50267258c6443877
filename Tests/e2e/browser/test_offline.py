"""A feed that cannot be shown says so. A page whose server is gone shows what it has, and goes on when it is back."""

import pytest

# Puts a feed into the page in place of its own, and waits for the message that it cannot be had.
EMBED = """
(address) => new Promise((resolve) => {
  const feed = document.createElement("tanada-feed");
  feed.addEventListener("tanada-error", ({ detail }) => resolve(detail.status), { once: true });
  feed.setAttribute("src", address);
  document.querySelector("tanada-feed").replaceWith(feed);
})
"""
# Asks for another text size, and waits for the message that it cannot be had.
FAIL = """
() => new Promise((resolve) => {
  feed.addEventListener("tanada-error", () => resolve(), { once: true });
  feed.setAttribute("text-size", "1.4");
})
"""
TEXT = "tree.textContent"
TITLE = "ボリューム満点の洋食セット"
GONE = ["ERR_"]


def test_a_server_that_is_gone_is_noticed(prepare, serve):
    server = serve()
    watched = prepare(server=server, expected=GONE)
    with watched.page.expect_response("**/v1/events*"):
        page = watched.open()
    page.evaluate(
        """() => {
          window.said = [];
          for (const type of ["tanada-error", "tanada-online", "tanada-update"]) {
            addEventListener(type, () => said.push(type));
          }
        }"""
    )
    # 1. Nobody asks for anything, and the server is killed.
    server.kill()
    page.wait_for_selector("tanada-feed[data-offline]")
    assert TITLE in page.evaluate(TEXT)
    # 2. It is back, with the same content.
    server.start()
    page.wait_for_selector("tanada-feed:not([data-offline])")
    # It is said, although nothing is drawn again.
    said = page.evaluate("said")
    assert said[0] == "tanada-error" and said[-1] == "tanada-online" and "tanada-update" not in said


def test_the_last_document_is_shown(watch, serve):
    server = serve()
    watched = watch(server=server, expected=GONE)
    page = watched.page
    # Boxes outside of the screen are drawn a moment later.
    watched.rest()
    before = page.evaluate(TEXT)
    assert TITLE in before
    server.stop()
    # 1. Another text size cannot be fetched, and what is shown stays.
    page.evaluate(FAIL)
    assert page.evaluate(TEXT) == before
    # 2. The server comes back with another content, which appears by itself.
    server.start()
    server.patch("recent_news", 1, {"title": "再び"})
    page.wait_for_function(f"() => {TEXT}.includes('再び')")


@pytest.mark.parametrize("address,status", [("/v1/feeds/nowhere", 404), ("/v1/feeds/unreachable", 0)])
def test_a_feed_that_is_not_there_says_so(watch, address, status):
    page = watch(expected=["404", "ERR_FAILED"]).page
    page.route("**/unreachable?*", lambda route: route.abort())
    assert page.evaluate(EMBED, address) == status
    alert = page.locator("tanada-feed").get_by_role("alert")
    assert alert.text_content() == "The feed cannot be shown."
    assert alert.bounding_box()["height"] > 20
    # It is gone as soon as there is a feed.
    page.evaluate("feed.setAttribute('src', '/v1/feeds/home')")
    page.wait_for_selector("tanada-feed[data-feed-revision]")
    assert alert.count() == 0
