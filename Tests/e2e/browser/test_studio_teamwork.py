"""What two people do together, each by mouse alone, by keyboard alone, or on a phone."""

import pytest
from playwright.sync_api import expect

from browser.watched import Watched
from browser.hands import SAVED, save_with
from browser.studio import another, sign_in, until
from browser.test_studio_saving import open_item, stored, title


def test_a_release_is_prepared_reviewed_published_and_taken_back(open_desk, browser):
    # Her screen may ask for the release once more when somebody has just published it.
    hand, watched = open_desk(role="contributor", name="Cora", expected=(403, 409))
    page, server = hand.page, watched.server
    open_item(page)
    hand.write(title(page), "Prepared by Cora")
    # Saving is into a release: a contributor publishes nothing.
    hand.press(page.locator('[data-action="save"]'))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("an editor publishes them")
    hand.write(dialog.get_by_label("Name of the release"), "Christmas")
    hand.press(dialog.locator('[data-action="save-confirm"]'))
    hand.press(page.locator('[data-action="open-release"]'))
    expect(page.locator(".inspector")).to_contain_text("Prepared by Cora")
    assert stored(server)["title"] != "Prepared by Cora"
    # Two screens beside each other: what is live, and the release.
    hand.show("screen")
    page.wait_for_function(
        """() => {
          const [live, release] = [...document.querySelectorAll('[data-panel="screen"] tanada-feed')]
            .map((feed) => JSON.stringify(feed.document));
          return release?.includes('Prepared by Cora') && !live.includes('Prepared by Cora');
        }"""
    )
    hand.show("inspector")
    hand.press(page.locator('.inspector [data-action="publish"]'))
    expect(page.get_by_text("an editor publishes releases").filter(visible=True).first).to_be_visible()
    assert stored(server)["title"] != "Prepared by Cora"

    link = page.url
    with another(browser, server, Watched, locale="en-GB", **hand.options) as reviewer:
        sign_in(reviewer, "Ed", "editor", link[link.index("#"):])
        own = type(hand)(reviewer.page)
        own.show("inspector")
        panel = reviewer.page.locator(".inspector")
        expect(panel).to_contain_text("Prepared by Cora")
        own.press(panel.locator('[data-action="publish"]'))
        server.wait_for_text("Prepared by Cora")
        # Published by mistake: one step back.
        own.press(panel.locator('[data-action="restore"]'))
        until(lambda: stored(server)["title"] != "Prepared by Cora")
        # His screen may, too.
        assert [error for error in reviewer.errors if "status of 409 " not in error] == []


@pytest.mark.parametrize("choice", ["keep-mine", "take-theirs"])
def test_a_conflict_is_resolved_both_ways(open_desk, choice):
    hand, watched = open_desk(expected=(412, 422))
    page, server = hand.page, watched.server
    open_item(page)
    hand.write(title(page), "Mine")
    server.patch("recent_news", 3, {"title": "Theirs", "news_category": "Theirs as well"})
    hand.press(page.locator('[data-action="save"]'))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Mine")
    expect(dialog).to_contain_text("Theirs")
    hand.press(dialog.locator(f'[data-action="{choice}"]'))
    expected = "Mine" if choice == "keep-mine" else "Theirs"
    expect(title(page)).to_have_value(expected)
    expect(page.locator("studio-bar .status")).to_have_text(SAVED)
    assert stored(server)["title"] == expected
    assert stored(server)["news_category"] == "Theirs as well"


def test_members_of_a_conflict_are_chosen_one_by_one(open_desk):
    hand, watched = open_desk(expected=(412, 422))
    page, server = hand.page, watched.server
    open_item(page)
    hand.write(title(page), "Mine")
    hand.write(page.locator('[data-panel="item"] [name="news_category"]'), "Mine as well")
    server.patch("recent_news", 3, {"title": "Theirs", "news_category": "Theirs as well"})
    hand.press(page.locator('[data-action="save"]'))
    dialog = page.get_by_role("dialog")
    hand.check(dialog.locator('[name="version-news_category"][value="theirs"]'))
    hand.press(dialog.locator('[data-action="resolve"]'))
    expect(page.locator("studio-bar .status")).to_have_text(SAVED)
    assert [stored(server)[name] for name in ("title", "news_category")] == ["Mine", "Theirs as well"]


def test_a_conflict_that_opens_while_somebody_types_is_not_answered_by_a_key(open_desk):
    hand, watched = open_desk(expected=(412, 422))
    page, server = hand.page, watched.server
    open_item(page)
    hand.write(title(page), "Mine")
    server.patch("recent_news", 3, {"title": "Theirs"})
    hand.press(page.locator('[data-action="save"]'))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.type("go on\n")
    expect(dialog).to_be_visible()
    hand.press(dialog.locator('[data-action="keep-mine"]'))
    expect(page.locator("studio-bar .status")).to_have_text(SAVED)
    assert stored(server)["title"] == "Mine"
