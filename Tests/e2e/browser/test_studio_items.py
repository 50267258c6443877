"""Items in the studio: every type of field, windows, lists, many at once, and tables that come and go."""

import pathlib
import re

import pytest
from browser.studio import FORM, SAMPLES
from playwright.sync_api import expect

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


@pytest.fixture
def samples(studio_server):
    """An item of a kind of one's own, which has a field of each type."""
    studio_server.must("PUT", "/v1/kinds/samples", KIND)
    item = {"name": "Crumb", "amount": 3, "opened_at": "1987-05-02T06:00:00.000+0900", "style": "bread"}
    return studio_server.must("POST", "/v1/content/samples", item)["result"][0]["id"]


def rows(desk):
    return desk.page.locator(".item-row")


def test_an_item_of_a_kind_of_ones_own_is_made_by_keyboard(studio, samples):
    desk = studio(path="#/items/samples")
    page = desk.page
    page.get_by_role("button", name="New item").press("Enter")
    expect(desk.control("name")).to_be_focused()
    page.keyboard.type("麦の音")
    desk.control("name@en").fill("Mugi no Oto")
    # Digits of a Japanese keyboard are digits.
    for name, text in {"story": "朝7時の焼きたて", "link": "https://example.com/mugi", "amount": "４２", "rating": "4.5",
                       "opened_at": "2015-09-01T07:30"}.items():
        desk.control(name).fill(text)
    desk.control("style").select_option("cake")
    for word in ("first", "second", "third"):
        page.get_by_role("button", name="Add: Tags").press("Enter")
        page.keyboard.type(word)
    for pressed, focused in (("Move value 3 up", "Move value 2 up"), ("Remove value 1", "Remove value 1")):
        page.get_by_role("button", name=pressed).press("Enter")
        expect(page.get_by_role("button", name=focused)).to_be_focused()
    page.get_by_role("button", name="Add: Hours").press("Enter")
    page.keyboard.type("7")
    desk.control("delivers").press("Space")
    desk.control("parking").select_option("Yes")
    topic = page.get_by_role("combobox", name="Topic")
    topic.fill("すき焼き")
    expect(page.get_by_role("option").filter(has_text="すき焼き")).to_be_visible()
    topic.press("Enter")
    expect(topic).to_have_value(re.compile(r"\(#8\)$"))
    expect(rows(desk).first).to_contain_text("New")
    desk.save()

    made = desk.server.must("GET", "/v1/content/samples?sort=-id&limit=1&locale=*")["result"][0]
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
    expect(desk.control("name")).to_have_value("麦の音")


def test_refusals_stand_at_their_fields(studio, samples):
    desk = studio(expected=(422,))
    page = desk.page
    desk.open_item(samples, "samples")
    desk.control("name@en").fill("A name that is longer than twenty characters")
    expect(page.locator(FORM)).to_contain_text("24 characters too long")
    desk.control("amount").fill("many")
    desk.control("rating").fill("9")
    desk.control("publish_at").fill("2030-01-02T00:00")
    desk.control("unpublish_at").fill("2030-01-01T00:00")
    desk.press("save")
    alerts = page.locator(f'{FORM} [role="alert"][data-field]')
    expect(alerts).to_have_count(4)
    assert {one.get_attribute("data-field") for one in alerts.all()} == {"name@en", "amount", "rating", "unpublish_at"}
    expect(page.locator('[role="alert"][data-field="rating"]')).to_contain_text("5")
    expect(desk.control("name@en")).to_be_focused()
    for name in ("amount", "rating"):
        expect(desk.control(name)).to_have_attribute("aria-invalid", "true")
    # What was typed stays.
    expect(desk.control("amount")).to_have_value("many")
    desk.control("amount").fill("4")
    expect(page.locator('[role="alert"][data-field="amount"]')).to_have_count(0)
    expect(alerts).to_have_count(3)
    desk.control("rating").fill("4")
    desk.control("name@en").fill("Short")
    desk.control("unpublish_at").fill("2030-01-03T00:00")
    desk.save()
    expect(alerts).to_have_count(0)


def test_a_field_is_put_back_and_controls_follow_undo(studio, samples):
    desk = studio()
    page = desk.page
    desk.open_item(samples, "samples")
    desk.control("name").fill("Another")
    desk.control("amount").fill("7")
    page.get_by_role("button", name="Put back: Name").click()
    expect(desk.control("name")).to_have_value("Crumb")
    expect(desk.control("name")).to_be_focused()
    expect(desk.control("amount")).to_have_value("7")
    desk.expect_status("1 unsaved change")
    for _ in range(3):
        desk.press("undo")
    expect(desk.control("amount")).to_have_value("3")
    desk.expect_status("Everything is saved")


def test_switching_the_item_keeps_changes(studio):
    desk = studio()
    text = "Kept while another one is open"
    desk.open_item(1)
    expect(desk.title).not_to_have_value(text)
    desk.title.fill(text)
    desk.open_item(2)
    expect(desk.title).not_to_have_value(text)
    desk.open_item(1)
    expect(desk.title).to_have_value(text)


def test_a_window_is_set_and_left(studio, samples):
    desk = studio()
    page = desk.page
    desk.open_item(samples, "samples")
    desk.control("publish_at").fill("2030-12-24T09:00")
    expect(page.get_by_role("radio", name="From … to …")).to_be_checked()
    expect(page.locator(".visibility-status")).to_contain_text("Will be shown from Dec 24, 2030")
    expect(page.locator(".item-row").first).to_contain_text("Scheduled")
    desk.save()
    # The zone of the feed, whatever that of the browser is.
    assert desk.item(samples, "samples")["publish_at"] == "2030-12-24T00:00:00.000Z"
    for name, is_draft in (("Draft", True), ("Now", False)):
        page.get_by_role("radio", name=name).check(force=True)
        desk.save()
        assert desk.item(samples, "samples")["draft"] is is_draft
    assert desk.item(samples, "samples")["publish_at"] is None


def test_an_item_is_for_some(studio, samples):
    desk = studio()
    page = desk.page
    desk.open_item(samples, "samples")
    page.locator(".when-group summary").click()
    page.get_by_label("iOS").check()
    page.get_by_label("Other platforms").fill("tv、android")
    page.get_by_label("Version of the app").fill(">=3.2")
    page.get_by_label("to (%)").fill("20")
    page.get_by_label("Name of the experiment").fill("spring")
    desk.save()
    assert desk.item(samples, "samples")["when"] == {
        "platforms": ["android", "ios", "tv"], "app_version": ">=3.2",
        "share": {"from": 0, "to": 0.2, "salt": "spring"},
    }


def test_a_photo_is_uploaded_described_and_used(studio, samples, studio_server):
    for name in ("synth-orient-1.jpg", "synth-orient-2.jpg", "synth-orient-3.jpg", "synth-orient-4.jpg"):
        studio_server.must("POST", "/v1/photos", (SAMPLES / name).read_bytes(), media_type="image/jpeg")
    desk = studio()
    page = desk.page
    desk.open_item(samples, "samples")
    page.locator(f'{FORM} input[type="file"]').first.set_input_files(SAMPLES / "metadata/everything.jpg")
    photo = desk.control("photo")
    expect(photo).not_to_have_value("")
    identifier = photo.input_value()
    page.locator(".slot-details summary").click()
    alternative = page.get_by_label("Alternative text")
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        alternative.fill("A bridge in the fog")
        alternative.blur()
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        page.get_by_role("slider").first.press("Home")
    known = studio_server.must("GET", f"/v1/photos/{identifier}")
    assert (known["alt"], known["focus"]["x"]) == ("A bridge in the fog", 0)
    desk.save()
    assert desk.item(samples, "samples")["photo"] == identifier
    # Another one of the library.
    page.get_by_role("button", name="Choose…").first.click()
    desk.dialog.locator(".photo-tile").nth(3).click()
    expect(photo).not_to_have_value(identifier)
    expect(desk.dialog).to_have_count(0)


def test_a_list_is_searched_filtered_and_sorted(studio):
    desk = studio(path="#/items/shops")
    page, search = desk.page, desk.page.get_by_role("searchbox")
    expect(rows(desk)).to_have_count(9)
    search.fill("こもれび")
    expect(rows(desk)).to_have_count(1)
    search.fill("nothing like this")
    expect(page.get_by_text("Nothing is found")).to_be_visible()
    page.get_by_role("button", name="Show all").last.click()
    expect(rows(desk)).to_have_count(9)
    page.locator(".filters summary").click()
    page.get_by_label("Category").first.select_option("restaurant")
    expect(rows(desk)).to_have_count(3)
    rating = page.get_by_label("Rating: from")
    rating.fill("4")
    rating.blur()
    expect(rows(desk)).to_have_count(2)
    page.get_by_label("Order").select_option("rating")
    expect(rows(desk).first).to_contain_text("海風食堂")
    desk.press("clear-filters")
    expect(rows(desk)).to_have_count(9)
    page.get_by_label("Language of the list").select_option("en")
    search.fill("komorebi")
    expect(rows(desk)).to_have_count(1)


def test_many_items_are_changed_in_one_step(studio):
    desk = studio(path="#/items/featured_topics")
    page = desk.page
    boxes = page.locator('.item-row input[type="checkbox"]')
    boxes.nth(0).check()
    boxes.nth(2).click(modifiers=["Shift"])
    expect(page.locator(".selection-bar")).to_contain_text("3 selected")
    desk.press("set-draft", ".selection-bar")
    expect(rows(desk).filter(has_text="Draft")).to_have_count(3)
    desk.expect_status("3 unsaved changes")
    desk.press("undo")
    desk.expect_status("Everything is saved")
    desk.press("duplicate", ".selection-bar")
    expect(rows(desk).filter(has_text="New")).to_have_count(3)
    expect(page.locator(".selection-bar")).to_be_hidden()
    desk.press("undo")
    boxes.nth(7).check()
    desk.press("delete", ".selection-bar")
    desk.press("delete-yes")
    expect(rows(desk).nth(7)).to_have_class(re.compile("deleted"))
    rows(desk).nth(7).get_by_role("link").click()
    expect(desk.control("title")).to_be_disabled()
    desk.press("keep")
    expect(desk.control("title")).to_be_enabled()


def test_a_table_is_checked_before_it_is_imported(studio, samples, folder):
    desk = studio(path="#/items/samples", expected=(422,))
    dialog, file = desk.dialog, folder / "samples.csv"
    desk.press("transfer")
    with desk.page.expect_download() as download:
        dialog.locator('[data-action="export"]').click()
    assert download.value.suggested_filename == "samples.csv"
    head, *lines = pathlib.Path(download.value.path()).read_text().splitlines()
    line = next(line for line in lines if line.startswith(f"{samples},"))
    assert "Crumb" in line

    def check(*lines):
        file.write_text("\n".join(lines) + "\n")
        dialog.locator('input[type="file"]').set_input_files(file)

    check(head, line.replace(",3,", ",300,"))
    expect(dialog).to_contain_text("1 problem. Nothing is imported.")
    expect(dialog.get_by_role("row").last).to_contain_text("amount")
    check(head + ",other", line.replace("Crumb", "Loaf") + ",x", line.replace(f"{samples},Crumb", "77,Levain") + ",y")
    expect(dialog.locator(".fact").first).to_contain_text("1")
    expect(dialog).to_contain_text("left out: other")
    assert desk.item(samples, "samples")["name"] == "Crumb"
    dialog.locator('[data-action="import"]').press("Enter")
    expect(dialog).to_contain_text("is imported and published")
    assert desk.item(samples, "samples")["name"] == "Loaf"
    desk.page.keyboard.press("Escape")
    expect(rows(desk).first).to_contain_text("Levain")
    expect(rows(desk).filter(has_text=f"#{samples} ")).to_contain_text("Loaf")


def test_a_long_list_goes_on(studio, studio_server):
    items = [{"id": 1000 + number, "banner_contents_id": number, "banner_url": f"https://example.com/{number}.jpg"}
             for number in range(120)]
    studio_server.must("POST", "/v1/import/campaign_banners?format=json", items)
    desk = studio(path="#/items/campaign_banners")
    page = desk.page
    expect(rows(desk).first).to_contain_text("Campaign 119")
    expect(page.locator(".list-tools")).to_contain_text("of 126")
    rows(desk).last.scroll_into_view_if_needed()
    expect(rows(desk)).to_have_count(100)
    page.locator('[data-action="more"]').press("Enter")
    expect(rows(desk)).to_have_count(126)
