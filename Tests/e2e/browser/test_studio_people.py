"""Who may open the studio: invitations, sessions, roles."""

from playwright.sync_api import expect

from browser.watched import Watched
from browser.studio import another, go, invite, wait_for_screen


def test_an_invitation_works_once(studio, browser):
    watched = studio(role="admin", name="Ada")
    address = invite(watched.server, "Ben", "editor")
    options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
    with another(browser, watched.server, Watched, **options) as first:
        first.page.goto(address)
        wait_for_screen(first.page)
        assert first.page.url == watched.server.address + "/studio"
        cookie = next(one for one in first.context.cookies() if one["name"] == "tanada_session")
        assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    with another(browser, watched.server, Watched, **options) as second:
        second.page.goto(address)
        expect(second.page.get_by_role("alert")).to_contain_text("has been used or has expired")
        assert second.context.cookies() == []


def test_an_administrator_invites_and_demotes(studio, browser):
    watched = studio(role="admin", name="Ada", path="#/people")
    page = watched.page
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Carl")
    dialog.get_by_label("Role", exact=True).select_option("editor")
    dialog.get_by_role("button", name="Invite").click()
    address = page.get_by_role("dialog").get_by_label("Address").input_value()
    page.keyboard.press("Escape")
    with another(browser, watched.server, Watched, viewport={"width": 1280, "height": 800}, locale="en-GB") as carl:
        carl.page.goto(address)
        wait_for_screen(carl.page)
        go(page, "#/screen")
        go(page, "#/people")
        page.get_by_label("Role of Carl").select_option("viewer")
        expect(page.get_by_role("status").filter(has_text="Carl is now: Viewer.")).to_be_visible()
        # From the next request on.
        status = carl.page.evaluate(
            "fetch('/v1/batch', { method: 'POST', headers: { 'Content-Type': 'application/json' }, "
            "body: '{\"operations\":[]}' }).then(({ status }) => status)"
        )
        assert status == 403
        page.get_by_role("button", name="Revoke: Carl").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        expect(page.get_by_role("button", name="Revoke: Carl")).to_have_count(0)
        carl.page.reload()
        expect(carl.page.get_by_role("heading", name="Welcome to the studio")).to_be_visible()
