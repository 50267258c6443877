"""The history in the studio: revisions, versions of an item, and settings of a section. The journeys restore a screen."""

import re

from browser.studio import KIND
from playwright.sync_api import expect


def test_the_slider_moves_through_the_revisions_by_keyboard(desk):
    for step in range(3):
        desk.server.patch(KIND, 2, {"title": f"Step {step}"})
    desk.wait_for_text("Step 2")
    last = desk.server.newest()
    desk.go("#/history")
    slider = desk.get_by_role("slider", name="Revision")
    expect(slider).to_have_value(str(last))
    slider.focus()
    slider.press("ArrowLeft")
    desk.wait_for_text("Step 1")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^Revision {last - 1} "))
    slider.press("ArrowLeft")
    desk.wait_for_text("Step 0")
    expect(slider).to_be_focused()
    assert desk.url.endswith(f"#/history/{last - 2}")
    slider.press("End")
    desk.wait_for_text("Step 2")


def test_a_version_of_an_item_becomes_an_unsaved_change(desk):
    before = desk.item()["title"]
    desk.server.patch(KIND, 3, {"title": "A later version"})
    desk.go(f"#/history/content/{KIND}/3")
    versions = desk.locator("studio-item-history .version-step")
    expect(versions).to_have_count(2)
    expect(versions.first).to_contain_text("A later version")
    expect(versions.first).to_contain_text("tests")
    desk.press("restore", "studio-item-history")
    desk.expect_status("1 unsaved change")
    desk.wait_for_text(before)
    assert desk.item()["title"] == "A later version"
    desk.save()
    expect(versions).to_have_count(3)
    assert desk.item()["title"] == before


def test_a_deleted_item_is_put_back_with_its_number(studio):
    desk = studio(expected=(404,))
    before = desk.item(4)
    desk.server.must("DELETE", f"/v1/content/{KIND}/4")
    desk.go(f"#/history/content/{KIND}/4")
    panel = desk.locator("studio-item-history")
    expect(panel).to_contain_text("Deleted in revision")
    desk.action("restore", "studio-item-history").first.click()
    expect(panel.locator(".version-step").first).to_contain_text("Created again")
    assert desk.item(4) == before


def test_the_settings_of_a_section_come_back(desk):
    revision = desk.server.newest()
    desk.compose(lambda sections: next(one for one in sections if one["id"] == KIND).update(title="Renamed section"))
    desk.go(f"#/history/sections/{KIND}")
    row = desk.locator("studio-section-history").locator(f'[data-revision="{revision}"], .version-step').last
    row.get_by_role("button", name="Compare").click()
    expect(row.locator("del")).to_contain_text("Renamed section")
    row.locator('[data-action="restore"]').click()
    desk.expect_status("1 unsaved change")
