"""Releases in the studio: prepared by one person, approved and published by another, and taken back."""

import re

from playwright.sync_api import expect

from browser.watched import Watched
from browser.studio import another, go, sign_in, until, wait_for_screen

KIND = "recent_news"
PANEL = "studio-release"


def item(server, number, kind=KIND):
    return server.must("GET", f"/v1/content/{kind}/{number}?locale=*")["result"][0]


def patch(server, number, members, kind=KIND):
    server.must("PATCH", f"/v1/content/{kind}/{number}", members, "application/merge-patch+json")


def prepare(server, operations, name="Campaign"):
    release = server.must("POST", "/v1/releases", {"name": name})
    server.must("PUT", f"/v1/releases/{release['id']}/operations", {"operations": operations})
    return release["id"]


def patching(number, **members):
    return {"op": "patch", "kind": KIND, "id": number, "body": members}


def creating(server, **members):
    body = {name: value for name, value in item(server, 1).items() if "_at" not in name and name not in ("id", "draft")}
    body["published_at"] = item(server, 1)["published_at"]
    return {"op": "create", "kind": KIND, "body": {**body, **members}}


def open_release(page, number):
    go(page, f"#/releases/{number}")
    expect(page.locator(f"{PANEL} .operations, {PANEL} .release-body")).not_to_have_count(0)
    wait_for_screen(page)


def screens(page):
    """The texts of the two screens."""
    wait_for_screen(page)
    return page.evaluate("[...document.querySelectorAll('studio-phone tanada-feed')].map((feed) => feed.shadowRoot.textContent)")


def wait_for_second(page, text, has=True):
    page.wait_for_function(
        """([text, has]) => document.querySelectorAll('studio-phone tanada-feed')[1]
        ?.shadowRoot.textContent.includes(text) === has""",
        arg=[text, has],
    )


def test_a_release_shows_what_it_changes_beside_what_is_live(studio):
    watched = studio()
    page, server = watched.page, watched.server
    before = item(server, 1)["title"]
    number = prepare(server, [patching(1, title="Prepared <img src=x onerror=alert(1)>"), creating(server, title="Created by a release")])
    open_release(page, number)
    panel = page.locator(PANEL)
    expect(panel.get_by_role("heading", name="Campaign")).to_be_visible()
    first = panel.locator("[data-operation='0']")
    expect(first.locator("ins")).to_contain_text("Prepared <img src=x onerror=alert(1)>")
    expect(first.locator("del")).to_have_text(before)
    wait_for_second(page, "Prepared <img")
    assert "Prepared" not in screens(page)[0]
    assert item(server, 1)["title"] == before

    # One operation less, and back again.
    panel.get_by_role("button", name=re.compile("Remove .*Prepared|Remove .*" + re.escape(before))).click()
    expect(panel.locator(".operation")).to_have_count(1)
    wait_for_second(page, "Prepared <img", has=False)
    page.locator('[data-action="undo-remove"]').click()
    expect(panel.locator(".operation")).to_have_count(2)


def test_a_contributor_prepares_and_an_editor_publishes_and_takes_back(studio, browser):
    # The screen may ask for the release once more when somebody has just published it.
    watched = studio(role="contributor", name="Ben", expected=(409,))
    page, server = watched.page, watched.server
    before = item(server, 2)["title"]
    number = prepare(server, [patching(2, title="Approved"), creating(server, title="Created and approved")])
    open_release(page, number)
    page.locator(f'{PANEL} [data-action="publish"]').click()
    expect(page.locator('[role="alert"][data-field="publish"]')).to_contain_text("an editor publishes releases")
    assert server.must("GET", f"/v1/releases/{number}")["state"] == "prepared"

    options = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"}
    with another(browser, server, Watched, **options) as editor:
        sign_in(editor, "Erin", "editor", f"#/releases/{number}")
        editor.page.locator(f'{PANEL} [data-action="publish"]').click()
        expect(editor.page.locator(PANEL)).to_contain_text("in revision")
        assert item(server, 2)["title"] == "Approved"
        created = server.must("GET", f"/v1/content/{KIND}?title=Created%20and%20approved")["result"]
        assert len(created) == 1

        # The items that it has created are known after a reload as well.
        editor.page.reload()
        wait_for_screen(editor.page)
        editor.page.locator(f'{PANEL} [data-action="restore"]').click()
        expect(editor.page.locator(PANEL)).to_contain_text("All of it is as it was before already.")
        assert item(server, 2)["title"] == before
        assert server.must("GET", f"/v1/content/{KIND}?title=Created%20and%20approved")["result"] == []


def test_a_conflict_is_shown_and_met(studio):
    watched = studio(expected=(409,))
    page, server = watched.page, watched.server
    number = prepare(server, [patching(3, title="Of the release"), patching(4, title="Also of the release")])
    patch(server, 3, {"title": "Of somebody else"})
    open_release(page, number)
    conflict = page.locator(f"{PANEL} .operation-conflict")
    expect(conflict).to_contain_text("It has been changed since")
    page.locator(f'{PANEL} [data-action="publish"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Something stands against publishing")
    dialog.get_by_role("button", name="Cancel").click()
    assert item(server, 4)["title"] != "Also of the release"

    conflict.get_by_role("button", name="Use the release’s values").click()
    expect(conflict).to_have_count(0)
    page.locator(f'{PANEL} [data-action="publish"]').click()
    expect(page.locator(PANEL)).to_contain_text("in revision")
    assert [item(server, n)["title"] for n in (3, 4)] == ["Of the release", "Also of the release"]


def test_what_can_be_done_is_published_in_spite_of_a_conflict(studio):
    # The revision may be heard of before the release is known to be published: the item is then compared, and is gone.
    watched = studio(expected=(404, 409))
    page, server = watched.page, watched.server
    number = prepare(server, [patching(5, title="Forced"), {"op": "delete", "kind": KIND, "id": 6}])
    patch(server, 5, {"title": "Of somebody else"})
    open_release(page, number)
    page.locator(f'{PANEL} [data-action="publish"]').click()
    page.locator('[data-action="publish-force"]').click()
    expect(page.locator(PANEL)).to_contain_text("in revision")
    assert item(server, 5)["title"] == "Forced"


def test_a_release_is_edited_again_and_saved_into_itself(studio):
    watched = studio()
    page, server = watched.page, watched.server
    created = creating(server, title="To be edited")
    number = prepare(server, [patching(7, title="First words"), created])
    open_release(page, number)
    page.locator(f'{PANEL} [data-action="edit-again"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("2 unsaved changes")
    # They are edited as a form would do it.
    page.evaluate(
        """() => {
          const { working } = document.querySelector('studio-shell').app;
          for (const [subject, change] of Object.entries(working.changes)) {
            working.edit(subject, change.base, { title: change.op === 'create' ? 'Edited' : 'Second words' });
          }
        }"""
    )
    # Saving asks first: into the release that they come from.
    page.locator('studio-bar [data-action="save"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Into a release")).to_be_checked()
    dialog.locator('[data-action="save-confirm"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")
    wait_for_second(page, "Second words")
    operations = server.must("GET", f"/v1/releases/{number}")["operations"]
    assert [operation["body"]["title"] for operation in operations] == ["Second words", "Edited"]


def test_a_release_is_made_named_scheduled_shared_and_deleted(studio):
    watched = studio(path="#/releases")
    page, server = watched.page, watched.server
    page.locator('[data-action="new-release"]').click()
    page.get_by_role("dialog").get_by_label("Name of the release").fill("Spring")
    page.locator('[data-action="create-release"]').click()
    panel = page.locator(PANEL)
    expect(panel.get_by_role("heading", name="Spring")).to_be_visible()
    number = int(re.search(r"#/releases/(\d+)", page.url)[1])
    panel.get_by_label("Name of the release").fill("Early spring")
    panel.get_by_label("Publish at (Asia/Tokyo)").fill("2099-04-01T09:00")
    panel.get_by_label("Publish at (Asia/Tokyo)").press("Tab")
    expect(panel.locator(".panel-head .tag")).to_have_text("Scheduled")
    release = server.must("GET", f"/v1/releases/{number}")
    assert (release["name"], release["publish_at"]) == ("Early spring", "2099-04-01T00:00:00.000Z")
    expect(page.locator("studio-releases .list-row", has_text="Early spring")).to_be_visible()

    # Somebody else names it meanwhile: it is asked what stays.
    server.must("PATCH", f"/v1/releases/{number}", {"name": "Theirs"})
    watched_errors = len(watched.errors)
    panel.get_by_label("Name of the release").fill("Mine")
    panel.get_by_label("Name of the release").press("Tab")
    page.locator('[data-action="keep-mine"]').click()
    expect(panel.get_by_role("heading", name="Mine")).to_be_visible()
    del watched.errors[watched_errors:]

    panel.locator('[data-action="preview-link"]').click()
    address = panel.get_by_label("Preview address")
    expect(address).to_have_value(re.compile(r"^http://127\.0\.0\.1.*"))
    panel.locator('[data-action="delete"]').click()
    page.locator('[data-action="delete-yes"]').click()
    expect(page.locator("studio-releases .list-row", has_text="Mine")).to_have_count(0)
    expect(panel).to_have_count(0)


def test_a_note_for_the_reviewer_is_kept(studio):
    watched = studio()
    page, server = watched.page, watched.server
    number = prepare(server, [patching(8, title="Noted")])
    open_release(page, number)
    note = page.locator(PANEL).get_by_label("Note for the reviewer")
    note.fill("Please look at the title.\nAnd at the order.")
    note.press("Tab")
    until(lambda: "order" in (server.must("GET", f"/v1/releases/{number}")["note"] or ""))
    go(page, "#/releases")
    open_release(page, number)
    expect(page.locator(PANEL).get_by_label("Note for the reviewer")).to_have_value("Please look at the title.\nAnd at the order.")


def test_a_note_whose_panel_is_left_before_the_answer_is_saved_once(studio):
    watched = studio()
    page, server = watched.page, watched.server
    number = prepare(server, [patching(8, title="Left")])
    open_release(page, number)
    saved, answers = [], []

    def hold(route):
        if route.request.method != "PATCH":
            return route.continue_()
        saved.append(route.request.post_data_json["note"])
        response = route.fetch()
        if len(saved) > 1:
            return route.fulfill(response=response)
        return answers.append(lambda: route.fulfill(response=response))

    page.route(f"**/v1/releases/{number}", hold)
    note = page.locator(PANEL).get_by_label("Note for the reviewer")
    note.fill("Sent.")
    with page.expect_request(lambda request: request.method == "PATCH"):
        note.press("Tab")
    # The first answer is still to come.
    note.fill("Sent after.")
    note.press("Tab")
    go(page, "#/releases")
    expect(page.locator(PANEL)).to_have_count(0)
    # The page's requests are handled while it is asked something.
    until(lambda: page.evaluate("true") and answers)
    assert saved == ["Sent."]
    answers[0]()
    watched.rest()
    # Each text once, and the second one with the tag of the first: the page's console has no refusal.
    assert saved == ["Sent.", "Sent after."]
    assert server.must("GET", f"/v1/releases/{number}")["note"] == "Sent after."
