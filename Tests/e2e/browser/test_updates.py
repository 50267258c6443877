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
