"""A feed that cannot be shown says so. A page whose server is gone shows what it has, and goes on when it is back."""

import pytest

TEXT = "tree.textContent"
TITLE = "ボリューム満点の洋食セット"
GONE = ["ERR_"]


def test_a_server_that_is_gone_is_noticed(prepare, serve):
    server = serve()
    page = prepare(server=server, expected=GONE)
    with page.expect_response("**/v1/events*"):
        page.open()
    page.evaluate("""(types) => {
      window.said = [];
      for (const type of types) addEventListener(type, () => said.push(type));
    }""", ["tanada-error", "tanada-online", "tanada-update"])
    # 1. Nobody asks for anything, and the server is killed.
    server.kill()
    page.wait_for_selector("tanada-feed[data-offline]")
    assert TITLE in page.evaluate(TEXT)
    server.start()
    page.wait_for_selector("tanada-feed:not([data-offline])")
    # It is said, although nothing is drawn again.
    said = page.evaluate("said")
    assert said[0] == "tanada-error" and said[-1] == "tanada-online" and "tanada-update" not in said


def test_the_last_document_is_shown(watch, serve):
    server = serve()
    page = watch(server=server, expected=GONE)
    # Boxes outside of the screen are drawn a moment later.
    page.rest()
    before = page.evaluate(TEXT)
    assert TITLE in before
    server.stop()
    # 1. Another text size cannot be fetched, and what is shown stays.
    page.evaluate("look.fails(() => feed.setAttribute('text-size', '1.4'))")
    assert page.evaluate(TEXT) == before
    # 2. The server comes back with another content, which appears by itself.
    server.start()
    server.patch("recent_news", 1, {"title": "再び"})
    page.wait_for_function(f"() => {TEXT}.includes('再び')")


@pytest.mark.parametrize("address,status", [("/v1/feeds/nowhere", 404), ("/v1/feeds/unreachable", 0)])
def test_a_feed_that_is_not_there_says_so(watch, address, status):
    page = watch(expected=["404", "ERR_FAILED"])
    page.route("**/unreachable?*", lambda route: route.abort())
    assert page.evaluate("(src) => look.fails(() => look.replaceFeed({ src }))", address) == status
    alert = page.locator("tanada-feed").get_by_role("alert")
    assert alert.text_content() == "The feed cannot be shown."
    assert alert.bounding_box()["height"] > 20
    page.evaluate("feed.setAttribute('src', '/v1/feeds/home')")
    page.wait_for_selector("tanada-feed[data-feed-revision]")
    assert alert.count() == 0
