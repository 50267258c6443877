"""What editors do in a day, by mouse alone, by keyboard alone, and on a phone."""

import pytest
from playwright.sync_api import expect

from conftest import Watched
from hands import HANDS, Keyboard
from studio import another, go, make_server, sign_in, until, wait_for_text
from test_studio_saving import open_item, save, stored, title

SAVED = "Everything is saved"


@pytest.fixture(params=HANDS, ids=lambda hand: hand.name)
def desk(request, studio, program, tmp_path_factory):
    """An editor with one way of using the studio, on a server of its own."""
    own = make_server(program, tmp_path_factory.mktemp("journey"))
    watched = studio(role="editor", name="Anna", server=own, **request.param.options)
    yield request.param(watched.page), watched
    own.stop()


def save_with(hand, page):
    hand.press(page.locator('[data-action="save"]'))
    expect(page.locator("studio-bar .status")).to_have_text(SAVED)


def test_a_day_of_an_editor(desk):
    hand, watched = desk
    page, server = hand.page, watched.server

    # A headline, found in the list, seen on the screen before it is saved.
    hand.press(page.locator('.tabs [data-tab="items"]'))
    hand.press(page.locator('.navigator a[data-kind="recent_news"]'))
    hand.press(page.locator('.navigator a[href$="/recent_news/3"]'))
    hand.write(title(page), f"By {hand.name}")
    hand.show("screen")
    wait_for_text(page, f"By {hand.name}")
    assert stored(server)["title"] != f"By {hand.name}"
    save_with(hand, page)
    assert stored(server)["title"] == f"By {hand.name}"

    # The order of the sections.
    before = [section["id"] for section in server.document()["sections"]]
    hand.show("navigator")
    hand.press(page.locator('.tabs [data-tab="screen"]'))
    hand.show("navigator")
    first = page.locator(f'[data-panel="sections"] [data-section="{before[0]}"]')
    if isinstance(hand, Keyboard):
        hand.reach(first.locator("a").first)
        page.keyboard.press("Alt+ArrowDown")
    else:
        hand.press(first.locator('[data-action="down"]'))
    wait_for_order(page, [before[1], before[0]])
    save_with(hand, page)
    until(lambda: [section["id"] for section in server.document()["sections"]][:2] == [before[1], before[0]])

    # An item of a kind of one's own.
    hand.press(page.locator('.tabs [data-tab="items"]'))
    hand.press(page.locator('.navigator a[data-kind="shops"]'))
    hand.press(page.locator('.navigator a[href$="/shops/1"]'))
    hand.write(page.locator('[data-panel="item"] [name="name@en"]'), f"Shop by {hand.name}")
    hand.choose(page.locator('[data-panel="item"] [name="category"]'), "bakery")
    save_with(hand, page)
    assert stored(server, "shops", 1)["name@en"] == f"Shop by {hand.name}"
    assert stored(server, "shops", 1)["category"] == "bakery"


def wait_for_order(page, ids):
    """Waits until the screen begins with these sections."""
    page.wait_for_function(
        """(ids) => {
          const sections = document.querySelector('[data-panel="screen"] tanada-feed').document.sections;
          return ids.every((id, index) => sections[index].id === id);
        }""",
        arg=ids,
    )


def test_the_screen_of_yesterday_is_restored(desk):
    hand, watched = desk
    page, server = hand.page, watched.server
    before = [section["id"] for section in server.document()["sections"]]
    yesterday = server.send("GET", "/v1/revisions?limit=1")["result"][0]["number"]
    server.patch("recent_news", 3, {"title": "A mistake"})
    composition = server.send("GET", "/v1/feeds/home/composition")
    composition["sections"].reverse()
    server.send("PUT", "/v1/feeds/home/composition", composition)
    until(lambda: is_in_service(server, before[::-1], True))

    hand.show("navigator")
    hand.press(page.locator('.tabs [data-tab="history"]'))
    hand.press(page.locator(f'.navigator a[href$="/{yesterday}"]'))
    hand.press(page.locator('.inspector [data-action="restore"]').first)
    until(lambda: is_in_service(server, before, False))


def is_in_service(server, ids, is_wrong):
    """Whether the home page has these sections in this order, and the mistake or not."""
    document = server.document()
    order = [section["id"] for section in document["sections"]]
    return order == ids and ("A mistake" in str(document)) == is_wrong


def test_a_release_is_prepared_reviewed_and_published(studio, browser, program, tmp_path_factory):
    own = make_server(program, tmp_path_factory.mktemp("release"))
    # Her screen may ask for the release once more when somebody has just published it.
    watched = studio(role="contributor", name="Cora", server=own, expected=(403, 409))
    page = watched.page
    open_item(page)
    title(page).fill("Prepared by Cora")
    # Saving is into a release: a contributor publishes nothing.
    page.locator('[data-action="save"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("an editor publishes them")
    dialog.get_by_label("Name of the release").fill("Christmas")
    dialog.locator('[data-action="save-confirm"]').click()
    page.locator('[data-action="open-release"]').click()
    expect(page.locator(".inspector")).to_contain_text("Prepared by Cora")
    assert stored(own)["title"] != "Prepared by Cora"
    # Two screens beside each other: what is live, and the release.
    page.wait_for_function(
        """() => {
          const [live, release] = [...document.querySelectorAll('[data-panel="screen"] tanada-feed')]
            .map((feed) => feed.shadowRoot.textContent);
          return release?.includes('Prepared by Cora') && !live.includes('Prepared by Cora');
        }"""
    )
    page.locator('[data-action="publish"]').click()
    expect(page.get_by_text("editor").filter(visible=True).first).to_be_visible()
    assert stored(own)["title"] != "Prepared by Cora"

    link = page.url
    with another(browser, own, Watched, viewport={"width": 1440, "height": 900}, locale="en-GB") as reviewer:
        sign_in(reviewer, "Ed", "editor", link[link.index("#"):])
        expect(reviewer.page.locator(".inspector")).to_contain_text("Prepared by Cora")
        reviewer.page.locator('[data-action="publish"]').click()
        dialog = reviewer.page.get_by_role("dialog")
        if dialog.count():
            dialog.locator('[data-action="publish"], [data-action="publish-yes"]').first.click()
        own.wait_for_text("Prepared by Cora")
        # Published by mistake: one step back.
        reviewer.page.locator('.inspector [data-action="restore"]').click()
        dialog = reviewer.page.get_by_role("dialog")
        if dialog.count():
            dialog.locator('[data-action="restore"], [data-action="restore-yes"]').first.click()
        until(lambda: stored(own)["title"] != "Prepared by Cora")
        assert reviewer.errors == []
    own.stop()


def test_a_banner_is_scheduled(studio):
    watched = studio()
    page, server = watched.page, watched.server
    go(page, "#/items/campaign_banners/1")
    form = page.locator('[data-panel="item"]')
    form.get_by_role("radio", name="From … to …").check()
    form.locator('[name="publish_at"]').fill("2099-12-24T09:00")
    page.wait_for_function(
        """() => !document.querySelector('[data-panel="screen"] tanada-feed').document.sections[0].items
        .some(({ id }) => id === 1)"""
    )
    save(page)
    assert stored(server, "campaign_banners", 1)["publish_at"] == "2099-12-24T00:00:00.000Z"
    until(lambda: 1 not in [item["id"] for item in server.document()["sections"][0]["items"]])
    # The screen a minute after that moment has it.
    page.locator('[data-action="display"]').click()
    page.locator('[name="screen-at"]').fill("2099-12-24T09:01")
    page.keyboard.press("Escape")
    page.wait_for_function(
        """() => document.querySelector('[data-panel="screen"] tanada-feed').document.sections[0].items
        .some(({ id }) => id === 1)"""
    )
    server.patch("campaign_banners", 1, {"publish_at": None})
