"""Takes the pictures of the studio for docs/studio.md: every panel, wide and narrow, light and dark. Needs `vips`.

    Tests/e2e/run browser/studio_screenshots.py [-k PANEL]
"""

import harness
import pytest
from browser.screenshots import IMAGES, take
from browser.studio import FORM, KIND, SETTINGS, Studio
from playwright.sync_api import expect

SIZES = {1440: 900, 390: 844}


def newest(server, path):
    return server.must("GET", f"/v1/{path}")["result"]


# The panel: the address of its place, and the region that has it.
PLACES = {
    "screen": ("#/screen/content/trend_articles/1", "screen"),
    "sections": ("#/screen/sections/pickup_photos", "navigator"),
    "section": ("#/screen/sections/shops", "inspector"),
    "items": ("#/items/shops", "navigator"),
    "item": ("#/items/shops/1", "inspector"),
    "release": (lambda server: f"#/releases/{newest(server, 'releases')[0]['id']}", "inspector"),
    "history": (lambda server: f"#/history/{newest(server, 'revisions?limit=3')[-1]['number']}", "screen"),
    "photos": ("#/photos", "navigator"),
    "photo": (lambda server: f"#/photos/{newest(server, 'photos?limit=6')[-1]['id']}", "inspector"),
    "people": ("#/people", "navigator"),
}


def show(page, region):
    """Shows a region where there is room for one."""
    switch = page.locator(f'.switcher [data-to="{region}"]')
    if switch.is_visible():
        switch.click()
        page.locator(".region.centre").evaluate("(region) => region.scrollTo(0, 0)")


def edit(desk):
    desk.go(f"#/items/{KIND}/3")
    desk.locator(f'{FORM}[data-subject="content/{KIND}/3"]').wait_for(state="attached")
    show(desk.page, "inspector")
    desk.title.fill("お正月のご予約は25日まで")
    desk.wait_for_screen()


def save(desk):
    edit(desk)
    desk.press("save-how")
    desk.get_by_role("radio", name="Into a release").check()


def conflict(desk):
    edit(desk)
    desk.server.patch(KIND, 3, {"title": f"ご予約は24日の正午まで{desk.server.newest()}"})
    desk.press("save")
    expect(desk.dialog).to_be_visible()


def design(desk):
    desk.go("#/design/cells/trend_articles")
    element = desk.locator('[data-panel="design"] [data-element="/content/1"]')
    element.wait_for(state="attached")
    show(desk.page, "inspector")
    element.click()
    desk.wait_for_screen()


@pytest.fixture(scope="module")
def filled(make_store):
    """A server with the work of some days: edits, a release that is prepared, and people."""
    with harness.Server(make_store(pictures=True, settings=SETTINGS)) as server:
        server.patch("trend_articles", 1, {"title": "冬の食卓に、土鍋ごはん"})
        server.patch("shops", 1, {"caption": "窓辺の光と、淹れたての一杯☕"})
        server.patch("pickup_photos", 2, {"title": "苺のパフェ"})
        cake = {"title": "クリスマスケーキのご予約、承ります", "title@en": "Order your Christmas cake"}
        server.prepare(
            "Christmas", {"op": "patch", "kind": KIND, "id": 1, "body": cake},
            {"op": "patch", "kind": "trend_articles", "id": 2, "body": {"title": "聖夜に焼く、小さなパン"}},
            note="Banner and headline for the 24th.\nPlease check the date in the headline.")
        for name, role in (("Ben", "contributor"), ("Chie", "viewer")):
            server.must("POST", "/v1/invitations", {"name": name, "role": role})
        yield server


@pytest.fixture(scope="module", params=["1440-light", "1440-dark", "390-light", "390-dark"])
def desk(request, browser, filled):
    width, scheme = request.param.split("-")
    width = int(width)
    desk = Studio(
        browser, filled, role="admin", viewport={"width": width, "height": SIZES[width]}, color_scheme=scheme,
        device_scale_factor=2 if width < 500 else 1, reduced_motion="reduce")
    desk.look = request.param
    yield desk
    desk.context.close()


@pytest.mark.parametrize("name", [*PLACES, "save", "conflict", "design"])
def test_a_picture_is_taken(desk, name):
    if name in PLACES:
        place, region = PLACES[name]
        desk.go(place(desk.server) if callable(place) else place)
        desk.wait_for_screen()
        show(desk.page, region)
    else:
        {"save": save, "conflict": conflict, "design": design}[name](desk)
    take(desk, IMAGES / f"studio-{name}-{desk.look}.jpg", 76)
    desk.keyboard.press("Escape")
    desk.evaluate("document.querySelector('studio-shell').app.working.discard()")
