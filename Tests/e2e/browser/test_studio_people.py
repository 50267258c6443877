"""Who may open the studio, and what each may do: invitations, sessions, roles."""

from playwright.sync_api import expect


def test_an_invitation_works_once(studio, studio_server):
    address = studio_server.store.run(
        "studio", "invite", "--name", "Ben", "--role", "editor", "--address", studio_server.address)
    first = studio(address=address)
    first.wait_for_screen()
    assert first.url == studio_server.address + "/studio"
    cookie = next(one for one in first.context.cookies() if one["name"] == "tanada_session")
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    second = studio(address=address, expected=(401, 410))
    expect(second.get_by_role("alert")).to_contain_text("has been used or has expired")
    assert second.context.cookies() == []


def test_an_administrator_invites_and_demotes(studio):
    ada = studio(role="admin", name="Ada", path="#/people")
    ada.get_by_role("button", name="Invite").click()
    ada.dialog.get_by_label("Name").fill("Carl")
    ada.dialog.get_by_label("Role", exact=True).select_option("editor")
    ada.dialog.get_by_role("button", name="Invite").click()
    address = ada.dialog.get_by_label("Address").input_value()
    ada.keyboard.press("Escape")
    carl = studio(address=address, expected=(401, 403))
    carl.wait_for_screen()
    ada.go("#/screen")
    ada.go("#/people")
    ada.get_by_label("Role of Carl").select_option("viewer")
    expect(ada.get_by_role("status").filter(has_text="Carl is now: Viewer.")).to_be_visible()
    assert carl.evaluate(
        "fetch('/v1/batch', { method: 'POST', headers: { 'Content-Type': 'application/json' }, "
        "body: '{\"operations\":[]}' }).then(({ status }) => status)") == 403
    ada.get_by_role("button", name="Revoke: Carl").click()
    ada.dialog.get_by_role("button", name="Revoke").click()
    expect(ada.get_by_role("button", name="Revoke: Carl")).to_have_count(0)
    carl.reload()
    expect(carl.get_by_role("heading", name="Welcome to the studio")).to_be_visible()


def test_viewers_look_only(studio):
    desk = studio(role="viewer", name="Vera")
    desk.open_item()
    expect(desk.title).to_be_disabled()
    expect(desk.locator('[data-panel="item"]')).to_contain_text("Your role is Viewer")
    expect(desk.get_by_role("button", name="New item")).to_be_disabled()
    expect(desk.get_by_role("link", name="People")).to_have_count(0)
    desk.go(f"#/history/{desk.server.newest()}")
    expect(desk.locator("studio-revision")).to_contain_text("an editor puts things back")
    expect(desk.action("restore", "studio-revision")).to_have_count(0)
    desk.go("#/screen/sections/shops")
    expect(desk.control("title", '[data-panel="section"]')).to_be_disabled()
    expect(desk.get_by_role("button", name="Add a section")).to_be_disabled()
    expect(desk.action("up", '[data-panel="sections"] [data-section="shops"]')).to_be_disabled()
    expect(desk.locator('[data-panel="section"]')).to_contain_text("Your role lets you look")
