"""What editors do in a day and with each other: by mouse alone, by keyboard alone, and on a phone."""

import re

import pytest
from browser.hands import Finger, Keyboard
from browser.studio import FORM, INSPECTOR, KIND, SAMPLES
from harness import eventually
from playwright.sync_api import expect

# What the hands choose differs, since they follow each other on one server.
CATEGORIES = {"mouse": "bakery", "keyboard": "sweets", "finger": "restaurant"}
PICTURES = {"mouse": "synth-exp-04-10_2500", "keyboard": "synth-exp-06-1_3", "finger": "synth-exp-08-1_4"}
DETAILS = f"{FORM} .slot-details[open]"


def open_list(desk, tab, address):
    desk.hand.show("navigator")
    desk.hand.press(desk.locator(f'.tabs [data-tab="{tab}"]'))
    desk.hand.press(desk.locator(f'.navigator a[href$="{address}"]'))


def open_item(desk, item, kind=KIND):
    open_list(desk, "items", f"/{kind}")
    desk.hand.press(desk.locator(f'.navigator a[href$="/{kind}/{item}"]'))
    expect(desk.locator(f'{FORM}[data-subject="content/{kind}/{item}"]')).to_be_visible()


def is_in_service(desk, ids, text=""):
    """Whether the home page begins with these sections, and has a text."""
    document = desk.server.document()
    return [section["id"] for section in document["sections"]][:len(ids)] == ids and text in str(document)


def test_a_day_of_an_editor(open_desk):
    desk = open_desk()
    hand = desk.hand
    text, category = f"By {hand.name}", CATEGORIES[hand.name]

    # A headline, found in the list, seen on the screen before it is saved.
    open_item(desk, 3)
    before = desk.title.input_value()
    hand.write(desk.title, text)
    desk.press("undo")
    expect(desk.title).to_have_value(before)
    desk.press("redo")
    hand.show("screen")
    desk.wait_for_text(text)
    assert desk.item()["title"] == before
    desk.save()
    assert desk.item()["title"] == text

    first, second = [section["id"] for section in desk.server.document()["sections"]][:2]
    hand.show("navigator")
    hand.press(desk.locator('.tabs [data-tab="screen"]'))
    hand.show("navigator")
    row = f'[data-panel="sections"] [data-section="{first}"]'
    if isinstance(hand, Keyboard):
        hand.reach(desk.locator(f"{row} a").first)
        desk.keyboard.press("Alt+ArrowDown")
    else:
        desk.press("down", row)
    desk.wait_for("value.every((id, index) => screen.sections[index].id === id)", [second, first])
    desk.save()
    eventually(lambda: is_in_service(desk, [second, first]), "the new order is in service")

    open_item(desk, 1, "shops")
    assert desk.item(1, "shops")["category"] != category
    hand.write(desk.control("name@en"), f"Shop by {hand.name}")
    hand.choose(desk.control("category"), category)
    desk.save()
    shop = desk.item(1, "shops")
    assert (shop["name@en"], shop["category"]) == (f"Shop by {hand.name}", category)


def test_the_screen_of_yesterday_is_restored(open_desk):
    desk = open_desk()
    hand, server = desk.hand, desk.server
    order = [section["id"] for section in server.document()["sections"]]
    before, mistake = desk.item(1)["title"], f"A mistake by {hand.name}"
    yesterday = desk.server.newest()
    server.patch(KIND, 1, {"title": mistake})
    desk.compose(lambda sections: sections.insert(0, sections.pop(1)))
    eventually(lambda: is_in_service(desk, [order[1], order[0], *order[2:]], mistake), "the mistake is in service")

    open_list(desk, "history", f"/{yesterday}")
    panel = desk.locator("studio-revision")
    expect(panel.get_by_role("heading", name=f"Revision {yesterday}")).to_be_visible()
    expect(panel.locator(".screen-differences")).to_contain_text(mistake)
    if not isinstance(hand, Finger):  # a phone draws the second screen when it is scrolled to
        desk.wait_for("value.every((text, index) => feeds[index]?.shadowRoot.textContent.includes(text))", [before, mistake])
        # By picture: the item is outlined on both screens.
        assert desk.evaluate(
            """[...document.querySelectorAll('studio-phone tanada-feed')].map((feed) => getComputedStyle(
            feed.shadowRoot.querySelector('[data-section="recent_news"] [data-item="1"]')).outlineStyle)"""
        ) == ["solid", "solid"]
    # What would change is shown first, and nothing has changed yet.
    restorations = panel.locator(".restoration")
    expect(restorations).to_have_count(2)
    assert desk.item(1)["title"] == mistake
    hand.press(desk.action("restore", "studio-revision").first)
    expect(restorations).to_have_count(0)
    assert desk.item(1)["title"] == before
    eventually(lambda: is_in_service(desk, order, before), "the screen of yesterday is in service")
    if not isinstance(hand, Finger):  # what everybody sees now is that of now, whatever the browser has kept
        desk.wait_for("feeds[1].shadowRoot.textContent.includes(value[0]) && !feeds[1].shadowRoot.textContent.includes(value[1])",
                      [before, mistake])
    # All of it is one step, which can be taken back.
    desk.press("undo-restore")
    expect(restorations).to_have_count(2)
    assert desk.item(1)["title"] == mistake
    hand.press(panel.locator(f'[data-subject="content/{KIND}/1"]').get_by_role("button", name=re.compile("^Restore only")))
    expect(restorations).to_have_count(1)
    assert desk.item(1)["title"] == before


def test_a_banner_is_scheduled(open_desk):
    desk = open_desk()
    kind, has_banner = "campaign_banners", "section('campaign_banners').items.some(({ id }) => id === 1) === value"
    if desk.item(1, kind)["publish_at"]:  # by other hands
        desk.server.patch(kind, 1, {"publish_at": None})
    desk.wait_for(has_banner, True)
    open_item(desk, 1, kind)
    desk.hand.check(desk.locator(FORM).get_by_role("radio", name="From … to …"))
    desk.hand.write_moment(desk.control("publish_at"), "2099-12-24T09:00")
    desk.wait_for(has_banner, False)
    desk.save()
    assert desk.item(1, kind)["publish_at"] == "2099-12-24T00:00:00.000Z"
    eventually(lambda: all(item["id"] != 1 for section in desk.server.document()["sections"] if section["id"] == kind
                           for item in section["items"]), "the banner is gone")
    # The screen a minute after that moment has it.
    desk.hand.show("screen")
    desk.press("display")
    desk.hand.write_moment(desk.locator('[name="screen-at"]'), "2099-12-24T09:01")
    desk.wait_for(has_banner, True)


def test_a_photo_is_uploaded_described_and_used(open_desk):
    desk = open_desk()
    hand = desk.hand
    open_item(desk, 3)
    address = desk.control("thumbnail_url")
    former = address.input_value()
    desk.upload(SAMPLES / f"{PICTURES[hand.name]}.jpg", desk.action("upload-photo", FORM).first)
    expect(address).not_to_have_value(former)
    expect(address).to_have_value(re.compile("^/v1/photos/"))
    identifier = re.search(r"/v1/photos/(\w+)", address.input_value())[1]

    def photo():
        return desk.server.must("GET", f"/v1/photos/{identifier}")

    hand.press(desk.locator(f"{FORM} .slot-details summary").first)
    expect(desk.locator(FORM)).to_contain_text("ISO 100")
    assert not photo()["alt"] and not photo()["focus"]
    hand.write(desk.locator(DETAILS).get_by_label("Alternative text"), f"Seen by {hand.name}")
    if isinstance(hand, Keyboard):
        desk.keyboard.press("Tab")
    else:
        desk.press("save-alt", DETAILS)
    eventually(lambda: photo()["alt"] == f"Seen by {hand.name}", "the photo is described")
    if isinstance(hand, Keyboard):
        hand.reach(desk.locator(DETAILS).get_by_role("slider", name="From the left"))
        desk.keyboard.press("Home")
    else:
        hand.press(desk.locator(f"{DETAILS} .focus-area"), position={"x": 2, "y": 20})
    eventually(lambda: (photo()["focus"] or {"x": 1})["x"] < 0.1, "the photo has a focus point")
    desk.save()
    assert identifier in desk.item()["thumbnail_url"]
    eventually(lambda: identifier in str(desk.server.document()), "the photo is in service")


def test_a_release_is_prepared_reviewed_published_and_taken_back(open_desk):
    # Her screen may ask for the release once more when somebody has just published it.
    desk = open_desk(role="contributor", name="Cora", expected=(403, 409))
    hand, server = desk.hand, desk.server
    prepared, created, before = f"Prepared by {hand.name}", f"Created by {hand.name}", desk.item()["title"]
    desk.open_item()
    hand.write(desk.title, prepared)
    # Saving is into a release: a contributor publishes nothing.
    desk.press("save")
    expect(desk.dialog).to_contain_text("an editor publishes them")
    hand.write(desk.dialog.get_by_label("Name of the release"), "Christmas")
    desk.press("save-confirm")
    desk.press("open-release")
    expect(desk.locator(INSPECTOR)).to_contain_text(prepared)
    assert desk.item()["title"] == before
    # Two screens beside each other: what is live, and the release.
    hand.show("screen")
    desk.wait_for("""JSON.stringify(feeds[1]?.document ?? null).includes(value) &&
                     !JSON.stringify(screen).includes(value)""", prepared)
    hand.show("inspector")
    desk.press("publish", INSPECTOR)
    expect(desk.locator('[role="alert"][data-field="publish"]')).to_contain_text("an editor publishes releases")
    path = desk.url[desk.url.index("#"):]
    address = f"/v1/releases/{path.rsplit('/', 1)[1]}"
    release = server.must("GET", address)
    assert (release["state"], desk.item()["title"]) == ("prepared", before)
    server.must("PUT", f"{address}/operations", {"operations": [
        {"op": "patch", "kind": KIND, "id": 3, "body": {"title": prepared}}, desk.creating(title=created)]})

    reviewer = open_desk(name="Ed", path=path, expected=(409,))
    panel = reviewer.locator("studio-release")

    def items():
        return server.must("GET", f"/v1/content/{KIND}?limit=1000&title={created.replace(' ', '%20')}")["result"]

    reviewer.hand.show("inspector")
    expect(panel).to_contain_text(prepared)
    reviewer.press("publish", INSPECTOR)
    expect(panel).to_contain_text("in revision")
    server.wait_for_text(prepared)
    assert len(items()) == 1
    # Published by mistake: one step back. The items that it has created are known after a reload as well.
    reviewer.reload()
    reviewer.wait_for_screen()
    reviewer.hand.show("inspector")
    reviewer.press("restore", INSPECTOR)
    expect(panel).to_contain_text("All of it is as it was before already.")
    assert (desk.item()["title"], items()) == (before, [])


def begin_conflict(desk, mine=(), **theirs):
    desk.server.patch(KIND, 3, {"title": "Before", "news_category": "Before"})
    desk.open_item()
    expect(desk.title).to_have_value("Before")
    for name, text in {"title": "Mine", **dict(mine)}.items():
        desk.hand.write(desk.control(name), text)
    desk.server.patch(KIND, 3, {"title": "Theirs", **theirs})
    desk.press("save")


def expect_saved(desk, title, category):
    desk.expect_status("Everything is saved")
    item = desk.item()
    assert (item["title"], item["news_category"]) == (title, category)


@pytest.mark.parametrize("choice,expected", [("keep-mine", "Mine"), ("take-theirs", "Theirs")])
def test_a_conflict_is_resolved_both_ways(open_desk, choice, expected):
    desk = open_desk(expected=(412, 422))
    begin_conflict(desk, news_category="Theirs alone")
    expect(desk.dialog).to_contain_text("Mine")
    expect(desk.dialog).to_contain_text("Theirs")
    desk.press(choice)
    expect(desk.title).to_have_value(expected)
    expect_saved(desk, expected, "Theirs alone")


def test_members_of_a_conflict_are_chosen_one_by_one(open_desk):
    desk = open_desk(expected=(412, 422))
    begin_conflict(desk, mine={"news_category": "Mine, too"}, news_category="Theirs, too")
    desk.hand.check(desk.dialog.locator('[name="version-news_category"][value="theirs"]'))
    desk.press("resolve")
    expect_saved(desk, "Mine", "Theirs, too")


def test_a_conflict_that_opens_while_somebody_types_is_not_answered_by_a_key(open_desk):
    desk = open_desk(expected=(412, 422))
    begin_conflict(desk)
    expect(desk.dialog).to_be_visible()
    desk.keyboard.type("go on\n")
    expect(desk.dialog).to_be_visible()
    desk.press("keep-mine")
    expect_saved(desk, "Mine", "Before")
