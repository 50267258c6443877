"""Items in the studio: every type of field, windows, lists, many at once, and tables that come and go."""

import json
import pathlib
import re

import pytest
from browser.studio import FORM, SAMPLES
from playwright.sync_api import expect

# It has a field of each type.
KIND = json.loads((pathlib.Path(__file__).parent / "fixtures/samples.json").read_text())


@pytest.fixture
def samples(studio_server):
    studio_server.must("PUT", "/v1/kinds/samples", KIND)
    item = {"name": "Crumb", "amount": 3, "opened_at": "1987-05-02T06:00:00.000+0900", "style": "bread"}
    return studio_server.must("POST", "/v1/content/samples", item)["result"][0]["id"]


def rows(desk):
    return desk.locator(".item-row")


def test_an_item_of_a_kind_of_ones_own_is_made_by_keyboard(studio, samples):
    desk = studio(path="#/items/samples")
    desk.get_by_role("button", name="New item").press("Enter")
    expect(desk.control("name")).to_be_focused()
    desk.keyboard.type("麦の音")
    desk.control("name@en").fill("Mugi no Oto")
    # Digits of a Japanese keyboard are digits.
    desk.fill_in(story="朝7時の焼きたて", link="https://example.com/mugi", amount="４２", rating="4.5",
                 opened_at="2015-09-01T07:30")
    desk.control("style").select_option("cake")
    for word in ("first", "second", "third"):
        desk.get_by_role("button", name="Add: Tags").press("Enter")
        desk.keyboard.type(word)
    for pressed, focused in (("Move value 3 up", "Move value 2 up"), ("Remove value 1", "Remove value 1")):
        desk.get_by_role("button", name=pressed).press("Enter")
        expect(desk.get_by_role("button", name=focused)).to_be_focused()
    desk.get_by_role("button", name="Add: Hours").press("Enter")
    desk.keyboard.type("7")
    desk.control("delivers").press("Space")
    desk.control("parking").select_option("Yes")
    topic = desk.get_by_role("combobox", name="Topic")
    topic.fill("すき焼き")
    expect(desk.get_by_role("option").filter(has_text="すき焼き")).to_be_visible()
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
    expect(desk.page).to_have_url(re.compile(f"#/items/samples/{item}$"))
    expect(desk.control("name")).to_have_value("麦の音")


def test_refusals_stand_at_their_fields(studio, samples):
    desk = studio(expected=(422,))
    desk.open_item(samples, "samples")
    desk.control("name@en").fill("A name that is longer than twenty characters")
    expect(desk.locator(FORM)).to_contain_text("24 characters too long")
    desk.fill_in(amount="many", rating="9", publish_at="2030-01-02T00:00", unpublish_at="2030-01-01T00:00")
    desk.press("save")
    alerts = desk.locator(f'{FORM} [role="alert"][data-field]')
    expect(alerts).to_have_count(4)
    assert {one.get_attribute("data-field") for one in alerts.all()} == {"name@en", "amount", "rating", "unpublish_at"}
    expect(desk.locator('[role="alert"][data-field="rating"]')).to_contain_text("5")
    expect(desk.control("name@en")).to_be_focused()
    for name in ("amount", "rating"):
        expect(desk.control(name)).to_have_attribute("aria-invalid", "true")
    expect(desk.control("amount")).to_have_value("many")
    expect(desk.locator(".notice")).to_contain_text(": 4 fields must be corrected.")
    desk.page.go_back()
    expect(desk.locator(".notice")).to_have_count(0)
    desk.page.go_forward()
    desk.control("amount").fill("4")
    expect(desk.locator('[role="alert"][data-field="amount"]')).to_have_count(0)
    expect(alerts).to_have_count(3)
    desk.fill_in(**{"rating": "4", "name@en": "Short", "unpublish_at": "2030-01-03T00:00"})
    desk.save()
    expect(alerts).to_have_count(0)


def test_a_field_is_put_back_and_controls_follow_undo(samples, desk):
    desk.open_item(samples, "samples")
    desk.fill_in(name="Another", amount="7")
    desk.get_by_role("button", name="Put back: Name").click()
    expect(desk.control("name")).to_have_value("Crumb")
    expect(desk.control("name")).to_be_focused()
    expect(desk.control("amount")).to_have_value("7")
    desk.expect_status("1 unsaved change")
    for _ in range(3):
        desk.press("undo")
    expect(desk.control("amount")).to_have_value("3")
    desk.expect_status("Everything is saved")


def test_a_window_is_set_and_left(samples, desk):
    desk.open_item(samples, "samples")
    desk.control("publish_at").fill("2030-12-24T09:00")
    expect(desk.get_by_role("radio", name="From … to …")).to_be_checked()
    expect(desk.locator(".visibility-status")).to_contain_text("Will be shown from Dec 24, 2030")
    expect(desk.locator(".item-row").first).to_contain_text("Scheduled")
    desk.save()
    expect(desk.locator(".notice")).to_contain_text("Saved. It will be shown from Dec 24, 2030")
    # The zone of the feed, whatever that of the browser is.
    assert desk.item(samples, "samples")["publish_at"] == "2030-12-24T00:00:00.000Z"
    for name, is_draft in (("Draft", True), ("Now", False)):
        desk.get_by_role("radio", name=name).check(force=True)
        desk.save()
        assert desk.item(samples, "samples")["draft"] is is_draft
    assert desk.item(samples, "samples")["publish_at"] is None


def test_an_item_is_for_some(samples, desk):
    desk.open_item(samples, "samples")
    desk.locator(".when-group summary").click()
    desk.get_by_label("iOS").check()
    for label, text in {"Other platforms": "tv、android", "Version of the app": ">=3.2", "to (%)": "20",
                        "Name of the experiment": "spring"}.items():
        desk.get_by_label(label).fill(text)
    desk.save()
    assert desk.item(samples, "samples")["when"] == {
        "platforms": ["android", "ios", "tv"], "app_version": ">=3.2",
        "share": {"from": 0, "to": 0.2, "salt": "spring"},
    }


def test_a_photo_of_a_field_is_uploaded_or_chosen(samples, desk):
    for number in range(1, 5):
        picture = (SAMPLES / f"synth-orient-{number}.jpg").read_bytes()
        desk.server.must("POST", "/v1/photos", picture, media_type="image/jpeg")
    desk.open_item(samples, "samples")
    desk.locator(f'{FORM} input[type="file"]').first.set_input_files(SAMPLES / "metadata/everything.jpg")
    photo = desk.control("photo")
    expect(photo).not_to_have_value("")
    identifier = photo.input_value()
    desk.save()
    assert desk.item(samples, "samples")["photo"] == identifier
    desk.get_by_role("button", name="Choose…").first.click()
    desk.dialog.locator(".photo-tile").nth(3).click()
    expect(photo).not_to_have_value(identifier)
    expect(desk.dialog).to_have_count(0)


def test_a_list_is_searched_filtered_and_sorted(studio):
    desk = studio(path="#/items/shops")
    search = desk.get_by_role("searchbox")
    expect(rows(desk)).to_have_count(9)
    search.fill("こもれび")
    expect(rows(desk)).to_have_count(1)
    search.fill("nothing like this")
    expect(desk.get_by_text("Nothing is found")).to_be_visible()
    desk.get_by_role("button", name="Show all").last.click()
    expect(rows(desk)).to_have_count(9)
    desk.locator(".filters summary").click()
    desk.get_by_label("Category").first.select_option("restaurant")
    expect(rows(desk)).to_have_count(3)
    rating = desk.get_by_label("Rating: from")
    rating.fill("4")
    rating.blur()
    expect(rows(desk)).to_have_count(2)
    desk.get_by_label("Order").select_option("rating")
    expect(rows(desk).first).to_contain_text("海風食堂")
    desk.press("clear-filters")
    expect(rows(desk)).to_have_count(9)
    desk.get_by_label("Language of the list").select_option("en")
    search.fill("komorebi")
    expect(rows(desk)).to_have_count(1)


def test_many_items_are_changed_in_one_step(studio):
    desk = studio(path="#/items/featured_topics")
    boxes = desk.locator('.item-row input[type="checkbox"]')
    boxes.nth(0).check()
    boxes.nth(2).click(modifiers=["Shift"])
    expect(desk.locator(".selection-bar")).to_contain_text("3 selected")
    desk.press("set-draft", ".selection-bar")
    expect(rows(desk).filter(has_text="Draft")).to_have_count(3)
    desk.expect_status("3 unsaved changes")
    desk.press("undo")
    desk.expect_status("Everything is saved")
    desk.press("duplicate", ".selection-bar")
    expect(rows(desk).filter(has_text="New")).to_have_count(3)
    expect(desk.locator(".selection-bar")).to_be_hidden()
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
    with desk.expect_download() as download:
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
    desk.keyboard.press("Escape")
    expect(rows(desk).first).to_contain_text("Levain")
    expect(rows(desk).filter(has_text=f"#{samples} ")).to_contain_text("Loaf")


def test_a_long_list_goes_on(studio, studio_server):
    items = [{"id": 1000 + number, "banner_contents_id": number, "banner_url": f"https://example.com/{number}.jpg"}
             for number in range(120)]
    studio_server.must("POST", "/v1/import/campaign_banners?format=json", items)
    desk = studio(path="#/items/campaign_banners")
    expect(rows(desk).first).to_contain_text("Campaign 119")
    expect(desk.locator(".list-tools")).to_contain_text("of 126")
    rows(desk).last.scroll_into_view_if_needed()
    expect(rows(desk)).to_have_count(100)
    desk.locator('[data-action="more"]').press("Enter")
    expect(rows(desk)).to_have_count(126)
