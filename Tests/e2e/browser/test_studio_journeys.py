"""What editors do in a day, by mouse alone, by keyboard alone, and on a phone."""

import re

from playwright.sync_api import expect

from browser.watched import PATIENCE
from browser.hands import Keyboard, save_with
from harness import ROOT
from browser.studio import until, wait_for_text
from browser.test_studio_saving import stored, title

PICTURE = ROOT / "Tests/FeedPhotosTests/Samples/synth-exp-04-10_2500.jpg"
FORM = '[data-panel="item"]'


def test_a_day_of_an_editor(open_desk):
    hand, watched = open_desk()
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
    hand.write(page.locator(f'{FORM} [name="name@en"]'), f"Shop by {hand.name}")
    hand.choose(page.locator(f'{FORM} [name="category"]'), "bakery")
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


def test_the_screen_of_yesterday_is_restored(open_desk):
    hand, watched = open_desk()
    page, server = hand.page, watched.server
    before = [section["id"] for section in server.document()["sections"]]
    yesterday = server.must("GET", "/v1/revisions?limit=1")["result"][0]["number"]
    server.patch("recent_news", 3, {"title": "A mistake"})
    composition = server.must("GET", "/v1/feeds/home/composition")
    composition["sections"].reverse()
    server.must("PUT", "/v1/feeds/home/composition", composition)
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


def open_item(hand, kind, item):
    """Goes to an item by the lists."""
    page = hand.page
    hand.show("navigator")
    hand.press(page.locator('.tabs [data-tab="items"]'))
    hand.press(page.locator(f'.navigator a[data-kind="{kind}"]'))
    hand.press(page.locator(f'.navigator a[href$="/{kind}/{item}"]'))
    expect(page.locator(f'{FORM}[data-subject="content/{kind}/{item}"]')).to_be_visible()


def wait_for_banner(page, has):
    """Waits until the screen in the studio has the first banner, or has it not."""
    page.wait_for_function(
        """(has) => document.querySelector('[data-panel="screen"] tanada-feed').document.sections[0].items
        .some(({ id }) => id === 1) === has""",
        arg=has,
    )


def test_a_banner_is_scheduled(open_desk):
    hand, watched = open_desk()
    page, server = hand.page, watched.server
    open_item(hand, "campaign_banners", 1)
    hand.check(page.locator(FORM).get_by_role("radio", name="From … to …"))
    hand.write_moment(page.locator(f'{FORM} [name="publish_at"]'), "2099-12-24T09:00")
    wait_for_banner(page, False)
    save_with(hand, page)
    assert stored(server, "campaign_banners", 1)["publish_at"] == "2099-12-24T00:00:00.000Z"
    until(lambda: 1 not in [item["id"] for item in server.document()["sections"][0]["items"]])
    # The screen a minute after that moment has it.
    hand.show("screen")
    hand.press(page.locator('[data-action="display"]'))
    hand.write_moment(page.locator('[name="screen-at"]'), "2099-12-24T09:01")
    wait_for_banner(page, True)


def test_a_photo_is_uploaded_described_and_used(open_desk):
    hand, watched = open_desk(has_pictures=True)
    page, server = hand.page, watched.server
    open_item(hand, "recent_news", 3)
    with page.expect_file_chooser() as chooser:
        hand.press(page.locator(f'{FORM} [data-action="upload-photo"]').first)
    chooser.value.set_files(str(PICTURE))
    address = page.locator(f'{FORM} [name="thumbnail_url"]')
    expect(address).to_have_value(re.compile("/v1/photos/"), timeout=PATIENCE)
    identifier = re.search(r"/v1/photos/(\w+)", address.input_value())[1]

    hand.press(page.locator(f"{FORM} .slot-details summary").first)
    expect(page.locator(FORM)).to_contain_text("ISO 100")
    hand.write(page.locator(f"{FORM} .slot-details[open]").get_by_label("Alternative text"), f"Seen by {hand.name}")
    # It is saved by leaving the field, too.
    if isinstance(hand, Keyboard):
        page.keyboard.press("Tab")
    else:
        hand.press(page.locator(f'{FORM} .slot-details[open] [data-action="save-alt"]'))
    until(lambda: server.must("GET", f"/v1/photos/{identifier}")["alt"] == f"Seen by {hand.name}")
    point_left(hand, page)
    until(lambda: (server.must("GET", f"/v1/photos/{identifier}")["focus"] or {"x": 1})["x"] < 0.1)

    save_with(hand, page)
    assert identifier in stored(server)["thumbnail_url"]
    until(lambda: identifier in str(server.document()))


def point_left(hand, page):
    """Puts the focus point of a photo at its left edge."""
    if isinstance(hand, Keyboard):
        hand.reach(page.locator(f"{FORM} .slot-details[open]").get_by_role("slider", name="From the left"))
        page.keyboard.press("Home")
    else:
        hand.press(page.locator(f"{FORM} .slot-details[open] .focus-area"), position={"x": 2, "y": 20})
