"""axe-core finds nothing in the studio: every control has a name, and every text can be read, light and dark, narrow and wide."""

import itertools

import pytest
from browser.studio import KIND
from browser.test_accessibility import violations
from browser.watched import SOAK_SEED
from playwright.sync_api import expect

WIDTHS = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}
PLACES = [
    "#/screen", "#/screen/sections/shops", "#/screen/content/recent_news/3", "#/items", "#/items/shops/1", "#/releases",
    "#/photos", "#/history", "#/people", "#/design", "#/design/cells/favorite_scenes", "#/design/themes/default",
]
LOOKS = list(itertools.product(WIDTHS, ["light", "dark"])) if SOAK_SEED else [("wide", "light"), ("narrow", "dark")]


@pytest.fixture
def look(studio):
    """Opens a studio; after the test, axe has found nothing in the places that were looked at."""
    found = {}

    def open_one(scheme, **options):
        desk = studio(role="admin", name="Ada", color_scheme=scheme, reduced_motion="reduce", **options)
        return desk, lambda place, without=None: found.update({place: violations(desk.page, without)})

    yield open_one
    assert {place: problems for place, problems in found.items() if problems} == {}


@pytest.mark.parametrize("width,scheme", LOOKS)
def test_axe_finds_nothing_in_the_studio(look, width, scheme):
    desk, note = look(scheme, viewport=WIDTHS[width])
    for place in PLACES:
        desk.go(place)
        desk.rest()
        regions = ["navigator", "inspector"] + ["screen"] * place.startswith(("#/screen", "#/history", "#/design/"))
        for region in regions if width == "narrow" else [None]:
            if region:
                desk.locator(f'.switcher [data-to="{region}"]').click()
            # A design is seen in the colours that it has, whatever their contrast, which stands beside them.
            note((place, region), "studio-phone" if place.startswith("#/design/") else None)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs_and_comparisons(look, scheme):
    desk, note = look(scheme, expected=(412, 422))
    desk.go(f"#/history/{desk.server.newest()}")
    desk.rest()
    note("history")
    desk.open_item()
    desk.title.fill(f"Mine, {scheme}")
    desk.press("save-how")
    expect(desk.dialog).to_be_visible()
    note("saving")
    desk.keyboard.press("Escape")
    desk.server.patch(KIND, 3, {"title": f"Theirs, {scheme}"})
    desk.press("save")
    expect(desk.dialog).to_be_visible()
    note("conflict")
    desk.press("take-theirs")
    desk.keyboard.press("Escape")
    for action in ("display", "person"):
        desk.press(action)
        note(action)
        desk.keyboard.press("Escape")
    desk.title.blur()
    desk.keyboard.press("?")
    expect(desk.dialog).to_contain_text("Keyboard shortcuts")
    note("shortcuts")
