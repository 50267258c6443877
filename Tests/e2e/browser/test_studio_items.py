"""Items in the studio: every type of field, windows, lists, many at once, and tables that come and go."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from harness import ROOT
from browser.studio import go

FORM = '[data-panel="item"]'
PHOTO = ROOT / "Tests/FeedPhotosTests/Samples/metadata/everything.jpg"
KIND = {
    "kind": "samples", "title": "Samples",
    "fields": [
        {"name": "name", "type": "text", "max_length": 20, "localized": True},
        {"name": "story", "type": "text", "required": False, "localized": True},
        {"name": "photo", "type": "photo", "required": False},
        {"name": "link", "type": "url", "required": False},
        {"name": "amount", "type": "integer", "minimum": 1, "maximum": 99},
        {"name": "rating", "type": "number", "minimum": 0, "maximum": 5, "required": False},
        {"name": "opened_at", "type": "date"},
        {"name": "style", "type": "choice", "choices": ["bread", "cake", "pie"]},
        {"name": "tags", "type": "list", "of": "text", "max_items": 4, "required": False},
        {"name": "hours", "type": "list", "of": "integer", "minimum": 0, "maximum": 24, "required": False},
        {"name": "delivers", "type": "boolean", "default": True},
        {"name": "parking", "type": "boolean", "required": False},
        {"name": "topic", "type": "reference", "kind": "featured_topics", "required": False},
    ],
    "roles": {
        "headline": "name", "summary": "story", "image": "photo", "rating": "rating", "date": "opened_at",
        "label": "style",
    },
}

HAS_PICTURES = True


@pytest.fixture
def samples(studio_server):
    """An item of a kind of one's own, which has a field of each type."""
    studio_server.must("PUT", "/v1/kinds/samples", KIND)
    item = {"name": "Crumb", "amount": 3, "opened_at": "1987-05-02T06:00:00.000+0900", "style": "bread"}
    return studio_server.must("POST", "/v1/content/samples", item)["result"][0]["id"]


def control(page, name):
    return page.locator(f'{FORM} [name="{name}"]')


def stored(server, kind, item):
    return server.must("GET", f"/v1/content/{kind}/{item}?locale=*")["result"][0]


def save(page):
    page.locator('[data-action="save"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")


def open_item(page, kind, item):
    go(page, f"#/items/{kind}/{item}")
    expect(page.locator(f'{FORM}[data-subject="content/{kind}/{item}"]')).to_be_visible()


def rows(page):
    return page.locator(".item-row")


def test_an_item_of_a_kind_of_ones_own_is_made_by_keyboard(studio, samples):
    watched = studio(path="#/items/samples")
    page, server = watched.page, watched.server
    page.get_by_role("button", name="New item").press("Enter")
    expect(control(page, "name")).to_be_focused()
    page.keyboard.type("麦の音")
    control(page, "name@en").fill("Mugi no Oto")
    control(page, "story").fill("朝7時の焼きたて")
    control(page, "link").fill("https://example.com/mugi")
    # Digits of a Japanese keyboard are digits.
    control(page, "amount").fill("４２")
    control(page, "rating").fill("4.5")
    control(page, "opened_at").fill("2015-09-01T07:30")
    control(page, "style").select_option("cake")
    for word in ("first", "second", "third"):
        page.get_by_role("button", name="Add: Tags").press("Enter")
        page.keyboard.type(word)
    page.get_by_role("button", name="Move value 3 up").press("Enter")
    expect(page.get_by_role("button", name="Move value 2 up")).to_be_focused()
    page.get_by_role("button", name="Remove value 1").press("Enter")
    expect(page.get_by_role("button", name="Remove value 1")).to_be_focused()
    page.get_by_role("button", name="Add: Hours").press("Enter")
    page.keyboard.type("7")
    control(page, "delivers").press("Space")
    control(page, "parking").select_option("Yes")
    topic = page.get_by_role("combobox", name="Topic")
    topic.fill("すき焼き")
    expect(page.get_by_role("option").filter(has_text="すき焼き")).to_be_visible()
    topic.press("Enter")
    expect(topic).to_have_value(re.compile(r"\(#8\)$"))
    expect(rows(page).first).to_contain_text("New")
    save(page)

    made = server.must("GET", "/v1/content/samples?sort=-id&limit=1&locale=*")["result"][0]
    item = made.pop("id")
    assert made == {
        "name": "麦の音", "name@en": "Mugi no Oto", "story": "朝7時の焼きたて", "photo": None,
        "link": "https://example.com/mugi", "amount": 42, "rating": 4.5,
        "opened_at": "2015-09-01T07:30:00.000+0900", "style": "cake", "tags": ["third", "second"],
        "hours": [7], "delivers": False, "parking": True, "topic": 8, "draft": False, "publish_at": None,
        "unpublish_at": None,
    }
    # The form goes on with the item, which has a number now.
    expect(page).to_have_url(re.compile(f"#/items/samples/{item}$"))
    expect(control(page, "name")).to_have_value("麦の音")


def test_refusals_stand_at_their_fields(studio, samples):
    watched = studio(expected=(422,))
    page = watched.page
    open_item(page, "samples", samples)
    control(page, "name@en").fill("A name that is longer than twenty characters")
    expect(page.locator(FORM)).to_contain_text("24 characters too long")
    control(page, "amount").fill("many")
    control(page, "publish_at").fill("2030-01-02T00:00")
    control(page, "unpublish_at").fill("2030-01-01T00:00")
    page.locator('[data-action="save"]').click()
    alerts = page.locator(f'{FORM} [role="alert"][data-field]')
    expect(alerts).to_have_count(3)
    assert {alert.get_attribute("data-field") for alert in alerts.all()} == {"name@en", "amount", "unpublish_at"}
    expect(control(page, "name@en")).to_be_focused()
    expect(control(page, "amount")).to_have_attribute("aria-invalid", "true")
    # What was typed stays.
    expect(control(page, "amount")).to_have_value("many")
    control(page, "amount").fill("4")
    expect(page.locator('[role="alert"][data-field="amount"]')).to_have_count(0)
    expect(alerts).to_have_count(2)
    control(page, "name@en").fill("Short")
    control(page, "unpublish_at").fill("2030-01-03T00:00")
    save(page)
    expect(alerts).to_have_count(0)


def test_a_field_is_put_back_and_controls_follow_undo(studio, samples):
    page = studio().page
    open_item(page, "samples", samples)
    control(page, "name").fill("Another")
    control(page, "amount").fill("7")
    page.get_by_role("button", name="Put back: Name").click()
    expect(control(page, "name")).to_have_value("Crumb")
    expect(control(page, "name")).to_be_focused()
    expect(control(page, "amount")).to_have_value("7")
    expect(page.locator("studio-bar .status")).to_have_text("1 unsaved change")
    for _ in range(3):
        page.locator('[data-action="undo"]').click()
    expect(control(page, "amount")).to_have_value("3")
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")


def test_switching_the_item_keeps_changes(studio):
    page = studio().page
    open_item(page, "recent_news", 1)
    before = control(page, "title").input_value()
    control(page, "title").fill("Kept while another one is open")
    open_item(page, "recent_news", 2)
    expect(control(page, "title")).not_to_have_value("Kept while another one is open")
    open_item(page, "recent_news", 1)
    expect(control(page, "title")).to_have_value("Kept while another one is open")
    assert before != "Kept while another one is open"


def test_a_window_is_set_and_left(studio, samples):
    watched = studio()
    page, server = watched.page, watched.server
    open_item(page, "samples", samples)
    control(page, "publish_at").fill("2030-12-24T09:00")
    expect(page.get_by_role("radio", name="From … to …")).to_be_checked()
    expect(page.locator(".visibility-status")).to_contain_text("Will be shown from Dec 24, 2030")
    expect(page.locator(".item-row").first).to_contain_text("Scheduled")
    save(page)
    # The zone of the feed, whatever that of the browser is.
    assert stored(server, "samples", samples)["publish_at"] == "2030-12-24T00:00:00.000Z"
    page.get_by_role("radio", name="Draft").check(force=True)
    save(page)
    assert stored(server, "samples", samples)["draft"] is True
    page.get_by_role("radio", name="Now").check(force=True)
    save(page)
    item = stored(server, "samples", samples)
    assert (item["draft"], item["publish_at"]) == (False, None)


def test_an_item_is_for_some(studio, samples):
    watched = studio()
    page, server = watched.page, watched.server
    open_item(page, "samples", samples)
    page.locator(".when-group summary").click()
    page.get_by_label("iOS").check()
    page.get_by_label("Other platforms").fill("tv、android")
    page.get_by_label("Version of the app").fill(">=3.2")
    page.get_by_label("to (%)").fill("20")
    page.get_by_label("Name of the experiment").fill("spring")
    save(page)
    assert stored(server, "samples", samples)["when"] == {
        "platforms": ["android", "ios", "tv"], "app_version": ">=3.2",
        "share": {"from": 0, "to": 0.2, "salt": "spring"},
    }


def test_a_photo_is_uploaded_described_and_used(studio, samples):
    watched = studio()
    page, server = watched.page, watched.server
    open_item(page, "samples", samples)
    page.locator(f'{FORM} input[type="file"]').first.set_input_files(str(PHOTO))
    photo = control(page, "photo")
    expect(photo).not_to_have_value("")
    identifier = photo.input_value()
    page.locator(".slot-details summary").click()
    alternative = page.get_by_label("Alternative text")
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        alternative.fill("A bridge in the fog")
        alternative.blur()
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        page.get_by_role("slider").first.press("Home")
    known = server.must("GET", f"/v1/photos/{identifier}")
    assert (known["alt"], known["focus"]["x"]) == ("A bridge in the fog", 0)
    save(page)
    assert stored(server, "samples", samples)["photo"] == identifier
    # Another one of the library.
    page.get_by_role("button", name="Choose…").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".photo-tile").nth(3).click()
    expect(photo).not_to_have_value(identifier)
    expect(dialog).to_have_count(0)


def test_a_list_is_searched_filtered_and_sorted(studio):
    page = studio(path="#/items/shops").page
    expect(rows(page)).to_have_count(9)
    page.get_by_role("searchbox").fill("こもれび")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("searchbox").fill("nothing like this")
    expect(page.get_by_text("Nothing is found")).to_be_visible()
    page.get_by_role("button", name="Show all").last.click()
    expect(rows(page)).to_have_count(9)
    page.locator(".filters summary").click()
    page.get_by_label("Category").first.select_option("restaurant")
    expect(rows(page)).to_have_count(3)
    page.get_by_label("Rating: from").fill("4")
    page.get_by_label("Rating: from").blur()
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Order").select_option("rating")
    expect(rows(page).first).to_contain_text("海風食堂")
    page.locator('[data-action="clear-filters"]').click()
    expect(rows(page)).to_have_count(9)
    page.get_by_label("Language of the list").select_option("en")
    page.get_by_role("searchbox").fill("komorebi")
    expect(rows(page)).to_have_count(1)


def test_many_items_are_changed_in_one_step(studio):
    watched = studio(path="#/items/featured_topics")
    page = watched.page
    boxes = page.locator('.item-row input[type="checkbox"]')
    boxes.nth(0).check()
    boxes.nth(2).click(modifiers=["Shift"])
    expect(page.locator(".selection-bar")).to_contain_text("3 selected")
    page.locator('.selection-bar [data-action="set-draft"]').click()
    expect(rows(page).filter(has_text="Draft")).to_have_count(3)
    expect(page.locator("studio-bar .status")).to_have_text("3 unsaved changes")
    page.locator('[data-action="undo"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")
    page.locator('.selection-bar [data-action="duplicate"]').click()
    expect(rows(page).filter(has_text="New")).to_have_count(3)
    expect(page.locator(".selection-bar")).to_be_hidden()
    page.locator('[data-action="undo"]').click()
    boxes.nth(7).check()
    page.locator('.selection-bar [data-action="delete"]').click()
    page.locator('[data-action="delete-yes"]').click()
    expect(rows(page).nth(7)).to_have_class(re.compile("deleted"))
    rows(page).nth(7).get_by_role("link").click()
    expect(control(page, "title")).to_be_disabled()
    page.locator('[data-action="keep"]').click()
    expect(control(page, "title")).to_be_enabled()


def test_a_table_is_checked_before_it_is_imported(studio, samples, tmp_path):
    watched = studio(path="#/items/samples", expected=(422,))
    page, server = watched.page, watched.server
    page.locator('[data-action="transfer"]').click()
    dialog = page.get_by_role("dialog")
    with page.expect_download() as download:
        dialog.locator('[data-action="export"]').click()
    assert download.value.suggested_filename == "samples.csv"
    table = pathlib.Path(download.value.path()).read_text()
    assert "Crumb" in table

    file = tmp_path / "samples.csv"
    head, *lines = table.splitlines()
    line = next(line for line in lines if line.startswith(f"{samples},"))
    file.write_text("\n".join([head, line.replace(",3,", ",300,")]) + "\n")
    chooser = dialog.locator('input[type="file"]')
    chooser.set_input_files(str(file))
    expect(dialog).to_contain_text("1 problem. Nothing is imported.")
    expect(dialog.get_by_role("row").last).to_contain_text("amount")
    file.write_text("\n".join([head + ",other", line.replace("Crumb", "Loaf") + ",x", line.replace(f"{samples},Crumb", "77,Levain") + ",y"]) + "\n")
    chooser.set_input_files(str(file))
    expect(dialog.locator(".fact").first).to_contain_text("1")
    expect(dialog).to_contain_text("left out: other")
    assert stored(server, "samples", samples)["name"] == "Crumb"
    dialog.locator('[data-action="import"]').press("Enter")
    expect(dialog).to_contain_text("is imported and published")
    assert stored(server, "samples", samples)["name"] == "Loaf"
    page.keyboard.press("Escape")
    expect(rows(page).first).to_contain_text("Levain")
    expect(rows(page).filter(has_text=f"#{samples} ")).to_contain_text("Loaf")


def test_a_contributor_edits_and_a_viewer_looks(studio):
    page = studio(role="contributor", name="Cora").page
    open_item(page, "recent_news", 1)
    expect(control(page, "title")).to_be_enabled()
    page = studio(role="viewer", name="Vera").page
    open_item(page, "recent_news", 1)
    expect(control(page, "title")).to_be_disabled()
    expect(page.locator(FORM)).to_contain_text("Your role is Viewer")
    expect(page.get_by_role("button", name="New item")).to_be_disabled()


def test_a_long_list_goes_on(studio, studio_server):
    items = [{"id": 1000 + number, "banner_contents_id": number, "banner_url": f"https://example.com/{number}.jpg"} for number in range(120)]
    studio_server.must("POST", "/v1/import/campaign_banners?format=json", items)
    page = studio(path="#/items/campaign_banners").page
    expect(rows(page).first).to_contain_text("Campaign 119")
    expect(page.locator(".list-tools")).to_contain_text("of 126")
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page)).to_have_count(100)
    page.locator('[data-action="more"]').press("Enter")
    expect(rows(page)).to_have_count(126)
