"""An edit appears in an open page, without a jump."""

import pytest


@pytest.fixture
def banners(watch):
    watched = watch()
    element = watched.section("campaign_banners")
    element.locator("[aria-roledescription]").focus()
    return watched, element


def has_offset(watched, element, value):
    watched.wait_for_function(
        f"({{ dataset: {{ offset }} }}) => {value}", arg=element.element_handle(), polling=10)
    return element.get_attribute("data-offset")


def test_an_edit_appears(watch, retitle):
    watched = watch()
    watched.evaluate("scrollTo(0, 300)")
    for text in ("速報1", "速報2", "速報3"):
        retitle("recent_news", 1, text)
        watched.headline_is("recent_news", 1, text)
        assert watched.evaluate("scrollY") == 300


def test_an_edit_before_the_page_listens_is_shown(prepare, server, retitle):
    watched, held = prepare(), []
    watched.route("**/v1/events*", lambda route: held.append(route))
    # The page may begin to listen later than the edit is served.
    with watched.expect_request("**/v1/events*"):
        watched.open()
        retitle("recent_news", 1, "接続前")
        server.wait_for_text("接続前")
    while not held:
        watched.evaluate("null")
    held.pop().continue_()
    watched.headline_is("recent_news", 1, "接続前")


def test_an_edit_keeps_what_was_dragged(banners, retitle):
    watched, element = banners
    watched.keyboard.press("ArrowRight")
    offset = has_offset(watched, element, "offset && offset !== '0'")
    retitle("recent_news", 2, "変わった")
    watched.headline_is("recent_news", 2, "変わった")
    assert element.get_attribute("data-offset") == offset


def test_an_edit_lets_a_carousel_move_on(banners):
    watched, element = banners
    # The document is drawn again, with another title, while the banner has begun to turn.
    watched.evaluate(
        """async () => {
          const changed = structuredClone(feed.document);
          changed.sections.find(({ id }) => id === "campaign_banners").items[0].title = "変わった";
          tree.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          feed.document = changed;
        }"""
    )
    assert has_offset(watched, element, "offset !== undefined") == "-1"


def test_an_item_keeps_the_focus_or_leaves_it_to_its_neighbour(watch):
    watched = watch()

    def draw(change):
        watched.evaluate(f"""() => {{
          const shown = structuredClone(feed.document);
          const news = shown.sections.find(({{ id }}) => id === "recent_news");
          {change};
          feed.document = shown;
          return look.frames();
        }}""")
        focused = watched.evaluate("look.focused")
        return focused["section"], focused["item"]

    watched.section("recent_news").locator("[data-item]").nth(1).locator(".face").focus()
    second = watched.evaluate("look.focused")["item"]
    # It moves up, its section does, and it is drawn in another way.
    for change in ("news.items.unshift(...news.items.splice(1, 1))",
                   "shown.sections.unshift(...shown.sections.splice(shown.sections.indexOf(news), 1))",
                   "news.layout = { ...news.layout, type: 'list' }"):
        assert draw(change) == ("recent_news", second), change
    following = watched.evaluate("String(feed.document.sections[0].items[1].id)")
    assert draw("news.items.splice(0, 1); news.layout.frames.splice(0, 1)") == ("recent_news", following)
    assert watched.locator("tanada-feed [role=status]").text_content().endswith(" is gone.")
    # The section below it, which is where it was.
    after = watched.evaluate("feed.document.sections.find(({ frame }) => frame.y > feed.document.sections[0].frame.y).id")
    assert draw("shown.sections.splice(0, 1)")[0] == after
