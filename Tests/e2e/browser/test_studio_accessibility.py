"""axe-core finds nothing in the studio: every control has a name, and every text can be read, light and dark, narrow and wide."""

import itertools

import pytest
from browser.watched import SOAK_SEED
from playwright.sync_api import expect

from browser.studio import go, wait_for_screen
from browser.test_accessibility import violations
from browser.test_studio_saving import open_item, title

WIDTHS = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}
PLACES = [
    "#/screen", "#/screen/sections/shops", "#/screen/content/recent_news/3", "#/items", "#/items/shops/1", "#/releases",
    "#/photos", "#/history", "#/people",
]
LOOKS = list(itertools.product(WIDTHS, ["light", "dark"]))
if SOAK_SEED is None:
    LOOKS = [("wide", "light"), ("narrow", "dark")]


@pytest.mark.parametrize("width,scheme", LOOKS)
def test_axe_finds_nothing_in_the_studio(studio, width, scheme):
    watched = studio(
        role="admin", name="Ada", viewport=WIDTHS[width], color_scheme=scheme, reduced_motion="reduce"
    )
    page = watched.page
    found = {}
    for place in PLACES:
        go(page, place)
        watched.rest()
        for region in ["navigator", "screen", "inspector"] if width == "narrow" else [None]:
            if region:
                page.locator(f'.switcher [data-to="{region}"]').click()
            found[place, region] = violations(page)
    assert {place: problems for place, problems in found.items() if problems} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs_and_comparisons(studio, scheme):
    watched = studio(
        role="admin", name="Ada", color_scheme=scheme, reduced_motion="reduce", expected=(412, 422)
    )
    page, server = watched.page, watched.server
    found = {}
    number = server.must("GET", "/v1/revisions?limit=1")["result"][0]["number"]
    go(page, f"#/history/{number}")
    watched.rest()
    found["history"] = violations(page)

    open_item(page)
    title(page).fill(f"Mine, {scheme}")
    page.locator('[data-action="save-how"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["saving"] = violations(page)
    page.keyboard.press("Escape")
    server.patch("recent_news", 3, {"title": f"Theirs, {scheme}"})
    page.locator('[data-action="save"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["conflict"] = violations(page)
    page.locator('[data-action="take-theirs"]').click()
    page.keyboard.press("Escape")

    for action in ("display", "person"):
        page.locator(f'[data-action="{action}"]').click()
        found[action] = violations(page)
        page.keyboard.press("Escape")
    title(page).blur()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keyboard shortcuts")
    found["shortcuts"] = violations(page)
    assert {place: problems for place, problems in found.items() if problems} == {}
