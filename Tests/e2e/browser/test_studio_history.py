"""The history in the studio: the screen as it was, what differs, and how it is put back."""

import re
import urllib.parse

from playwright.sync_api import expect

from browser.studio import go, wait_for_screen, wait_for_text

KIND = "recent_news"
PANEL = "studio-revision"


def item(server, number, kind=KIND):
    return server.must("GET", f"/v1/content/{kind}/{number}?locale=*")["result"][0]


def patch(server, number, members, kind=KIND):
    server.must("PATCH", f"/v1/content/{kind}/{number}", members, "application/merge-patch+json")


def newest(server):
    return server.must("GET", "/v1/revisions?limit=1")["result"][0]["number"]


def compose(server, change):
    composition = server.must("GET", "/v1/feeds/home/composition")
    del composition["feed"]
    change(composition["sections"])
    server.must("PUT", "/v1/feeds/home/composition", composition)


def test_yesterdays_screen_is_restored(studio):
    watched = studio(path="#/history")
    page, server = watched.page, watched.server
    before = item(server, 1)["title"]
    revision = newest(server)
    patch(server, 1, {"title": "Of today"})
    compose(server, lambda sections: sections.append(sections.pop(0)))
    row = page.locator(f'studio-history [data-revision="{revision}"] a')
    row.click()
    panel = page.locator(PANEL)
    expect(panel.get_by_role("heading", name=f"Revision {revision}")).to_be_visible()
    expect(panel.locator(".screen-differences")).to_contain_text("Of today")
    wait_for_screen(page)
    texts = page.evaluate("[...document.querySelectorAll('studio-phone tanada-feed')].map((feed) => feed.shadowRoot.textContent)")
    assert before in texts[0] and "Of today" in texts[1]
    # By picture: the item is outlined on both screens.
    outlines = page.evaluate(
        """[...document.querySelectorAll('studio-phone tanada-feed')].map((feed) => getComputedStyle(
        feed.shadowRoot.querySelector('[data-section="recent_news"] [data-item="1"]')).outlineStyle)"""
    )
    assert outlines == ["solid", "solid"]
    # What would change is shown first, and nothing has changed yet.
    expect(panel.locator(".restoration")).to_have_count(2)
    assert item(server, 1)["title"] == "Of today"
    panel.locator('[data-action="restore"]').click()
    expect(panel.locator(".restoration")).to_have_count(0)
    assert item(server, 1)["title"] == before
    # All of it is one step, which can be taken back.
    page.locator('[data-action="undo-restore"]').click()
    expect(panel.locator(".restoration")).to_have_count(2)
    assert item(server, 1)["title"] == "Of today"
    # One subject alone.
    panel.locator(f'[data-subject="content/{KIND}/1"]').get_by_role("button", name=re.compile("^Restore only")).click()
    expect(panel.locator(".restoration")).to_have_count(1)
    assert item(server, 1)["title"] == before


def test_the_slider_moves_through_the_revisions_by_keyboard(studio):
    watched = studio(path="#/screen")
    page, server = watched.page, watched.server
    for step in range(3):
        patch(server, 2, {"title": f"Step {step}"})
    wait_for_text(page, "Step 2")
    last = newest(server)
    page.keyboard.press("6" if page.locator('[data-tab="people"]').count() else "5")
    go(page, "#/history")
    slider = page.get_by_role("slider", name="Revision")
    expect(slider).to_have_value(str(last))
    slider.focus()
    slider.press("ArrowLeft")
    wait_for_text(page, "Step 1")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^Revision {last - 1} "))
    slider.press("ArrowLeft")
    wait_for_text(page, "Step 0")
    expect(slider).to_be_focused()
    assert page.url.endswith(f"#/history/{last - 2}")
    slider.press("End")
    wait_for_text(page, "Step 2")


def test_a_version_of_an_item_becomes_an_unsaved_change(studio):
    watched = studio()
    page, server = watched.page, watched.server
    before = item(server, 3)["title"]
    patch(server, 3, {"title": "A later version"})
    go(page, f"#/history/content/{KIND}/3")
    panel = page.locator("studio-item-history")
    expect(panel.locator(".version-step")).to_have_count(2)
    expect(panel.locator(".version-step").first).to_contain_text("A later version")
    expect(panel.locator(".version-step").first).to_contain_text("tests")
    panel.locator('[data-action="restore"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("1 unsaved change")
    wait_for_text(page, before)
    assert item(server, 3)["title"] == "A later version"
    page.locator('studio-bar [data-action="save"]').click()
    expect(panel.locator(".version-step")).to_have_count(3)
    assert item(server, 3)["title"] == before


def test_a_deleted_item_is_put_back_with_its_number(studio):
    watched = studio(expected=(404,))
    page, server = watched.page, watched.server
    before = item(server, 4)
    server.must("DELETE", f"/v1/content/{KIND}/4")
    go(page, f"#/history/content/{KIND}/4")
    panel = page.locator("studio-item-history")
    expect(panel).to_contain_text("Deleted in revision")
    panel.locator('[data-action="restore"]').first.click()
    expect(panel.locator(".version-step").first).to_contain_text("Created again")
    assert item(server, 4) == before


def test_the_settings_of_a_section_come_back(studio):
    watched = studio()
    page, server = watched.page, watched.server
    revision = newest(server)

    def rename(sections):
        section = next(one for one in sections if one["id"] == KIND)
        section["title"] = "Renamed section"

    compose(server, rename)
    go(page, f"#/history/sections/{KIND}")
    panel = page.locator("studio-section-history")
    row = panel.locator(f'[data-revision="{revision}"], .version-step').last
    row.get_by_role("button", name="Compare").click()
    expect(row.locator("del")).to_contain_text("Renamed section")
    row.locator('[data-action="restore"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("1 unsaved change")


def test_viewers_look_and_restore_nothing(studio):
    watched = studio(role="viewer", name="Vic")
    page, server = watched.page, watched.server
    go(page, f"#/history/{newest(server)}")
    expect(page.locator(PANEL)).to_contain_text("an editor puts things back")
    expect(page.locator(f'{PANEL} [data-action="restore"]')).to_have_count(0)


def test_a_screen_comes_by_itself_when_the_server_was_too_busy(studio):
    watched = studio(path="#/history", expected=(503,))
    page, server = watched.page, watched.server
    patch(server, 5, {"title": "When it was busy"})
    refused = set()

    def refuse_once(route):
        path = urllib.parse.urlsplit(route.request.url).path
        if path in refused:
            return route.continue_()
        refused.add(path)
        problem = {"type": "about:blank", "status": 503, "title": "Service Unavailable", "code": "server_busy"}
        route.fulfill(status=503, json=problem, content_type="application/problem+json", headers={"Retry-After": "1"})

    page.route(re.compile(r"/v1/(feeds/home|feeds/home/diff|restore)\?"), refuse_once)
    page.locator('studio-history [data-revision="1"] a').click()
    panel = page.locator(PANEL)
    expect(panel.locator(".screen-differences")).to_contain_text("When it was busy")
    expect(panel.locator(f'.restoration[data-subject="content/{KIND}/5"]')).to_be_visible()
    assert refused == {"/v1/feeds/home", "/v1/feeds/home/diff", "/v1/restore"}
    wait_for_screen(page)
