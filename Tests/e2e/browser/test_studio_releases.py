"""Releases in the studio: what they show, what stands against them, and how they are edited. The journeys publish one."""

import re

from browser.studio import KIND
from harness import eventually
from playwright.sync_api import expect

PANEL = "studio-release"


def patching(number, **members):
    return {"op": "patch", "kind": KIND, "id": number, "body": members}


def open_release(desk, *operations):
    number = desk.server.prepare("Campaign", *operations)
    desk.go(f"#/releases/{number}")
    expect(desk.locator(f"{PANEL} .operations, {PANEL} .release-body")).not_to_have_count(0)
    desk.wait_for_screen()
    return number, desk.locator(PANEL)


def wait_for_second(desk, text, has=True):
    desk.wait_for("feeds[1]?.shadowRoot.textContent.includes(value[0]) === value[1]", [text, has])


def test_a_release_shows_what_it_changes_beside_what_is_live(desk):
    before, text = desk.item(1)["title"], "Prepared <img src=x onerror=alert(1)>"
    _, panel = open_release(desk, patching(1, title=text), desk.creating(title="Created by a release"))
    expect(panel.get_by_role("heading", name="Campaign")).to_be_visible()
    first = panel.locator("[data-operation='0']")
    expect(first.locator("ins")).to_contain_text(text)
    expect(first.locator("del")).to_have_text(before)
    wait_for_second(desk, "Prepared <img")
    desk.wait_for("!feeds[0].shadowRoot.textContent.includes('Prepared')")
    assert desk.item(1)["title"] == before
    panel.get_by_role("button", name=re.compile("Remove .*Prepared|Remove .*" + re.escape(before))).click()
    expect(panel.locator(".operation")).to_have_count(1)
    wait_for_second(desk, "Prepared <img", has=False)
    desk.press("undo-remove")
    expect(panel.locator(".operation")).to_have_count(2)


def test_a_conflict_is_shown_and_met(studio):
    desk = studio(expected=(409,))
    _, panel = open_release(desk, patching(3, title="Of the release"), patching(4, title="Also of the release"))
    desk.server.patch(KIND, 3, {"title": "Of somebody else"})
    conflict = panel.locator(".operation-conflict")
    expect(conflict).to_contain_text("It has been changed since")
    desk.press("publish", PANEL)
    expect(desk.dialog).to_contain_text("Something stands against publishing")
    desk.dialog.get_by_role("button", name="Cancel").click()
    assert desk.item(4)["title"] != "Also of the release"
    conflict.get_by_role("button", name="Use the release’s values").click()
    expect(conflict).to_have_count(0)
    desk.press("publish", PANEL)
    expect(panel).to_contain_text("in revision")
    assert [desk.item(n)["title"] for n in (3, 4)] == ["Of the release", "Also of the release"]


def test_what_can_be_done_is_published_in_spite_of_a_conflict(studio):
    # The revision may be heard of before the release is known to be published: the item is then compared, and is gone.
    desk = studio(expected=(404, 409))
    _, panel = open_release(desk, patching(5, title="Forced"), {"op": "delete", "kind": KIND, "id": 6})
    desk.server.patch(KIND, 5, {"title": "Of somebody else"})
    desk.press("publish", PANEL)
    desk.press("publish-force")
    expect(panel).to_contain_text("in revision")
    assert desk.item(5)["title"] == "Forced"


def test_a_release_is_edited_again_and_saved_into_itself(desk):
    number, _ = open_release(desk, patching(7, title="First words"), desk.creating(title="To be edited"))
    desk.press("edit-again", PANEL)
    desk.expect_status("2 unsaved changes")
    desk.evaluate("""() => {
      const { working } = document.querySelector('studio-shell').app;
      for (const [subject, change] of Object.entries(working.changes)) {
        working.edit(subject, change.base, { title: change.op === 'create' ? 'Edited' : 'Second words' });
      }
    }""")
    # Saving asks first: into the release that they come from.
    desk.press("save", "studio-bar")
    expect(desk.dialog.get_by_role("radio", name="Into a release")).to_be_checked()
    desk.press("save-confirm")
    desk.expect_status("Everything is saved")
    wait_for_second(desk, "Second words")
    operations = desk.server.must("GET", f"/v1/releases/{number}")["operations"]
    assert [operation["body"]["title"] for operation in operations] == ["Second words", "Edited"]


def test_a_release_is_made_named_scheduled_shared_and_deleted(studio):
    desk = studio(path="#/releases", expected=(409, 412))
    panel = desk.locator(PANEL)
    desk.press("new-release")
    desk.dialog.get_by_label("Name of the release").fill("Spring")
    desk.press("create-release")
    expect(panel.get_by_role("heading", name="Spring")).to_be_visible()
    address = f"/v1/releases/{desk.url.rsplit('/', 1)[1]}"
    name, moment = panel.get_by_label("Name of the release"), panel.get_by_label("Publish at (Asia/Tokyo)")
    name.fill("Early spring")
    moment.fill("2099-04-01T09:00")
    moment.press("Tab")
    expect(panel.locator(".panel-head .tag")).to_have_text("Scheduled")
    release = desk.server.must("GET", address)
    assert (release["name"], release["publish_at"]) == ("Early spring", "2099-04-01T00:00:00.000Z")
    rows = desk.locator("studio-releases .list-row")
    expect(rows.filter(has_text="Early spring")).to_be_visible()
    # Somebody else names it meanwhile: it is asked what stays.
    desk.server.must("PATCH", address, {"name": "Theirs"})
    name.fill("Mine")
    name.press("Tab")
    desk.press("keep-mine")
    expect(panel.get_by_role("heading", name="Mine")).to_be_visible()
    desk.press("preview-link", PANEL)
    expect(panel.get_by_label("Preview address")).to_have_value(re.compile(r"^http://127\.0\.0\.1.*"))
    desk.press("delete", PANEL)
    desk.press("delete-yes")
    expect(rows.filter(has_text="Mine")).to_have_count(0)
    expect(panel).to_have_count(0)


def test_a_note_whose_panel_is_left_before_the_answer_is_saved_once(desk):
    number, panel = open_release(desk, patching(8, title="Left"))
    saved, answers = [], []

    def hold(route):
        if route.request.method != "PATCH":
            return route.continue_()
        saved.append(route.request.post_data_json["note"])
        response = route.fetch()
        if len(saved) > 1:
            return route.fulfill(response=response)
        return answers.append(lambda: route.fulfill(response=response))

    desk.route(f"**/v1/releases/{number}", hold)
    note = panel.get_by_label("Note for the reviewer")
    note.fill("Sent.")
    with desk.expect_request(lambda request: request.method == "PATCH"):
        note.press("Tab")
    note.fill("Sent after.")
    note.press("Tab")
    desk.go("#/releases")
    expect(panel).to_have_count(0)
    # The page's requests are handled while it is asked something.
    eventually(lambda: desk.evaluate("true") and answers, "the note is sent")
    assert saved == ["Sent."]
    answers[0]()
    desk.rest()
    # Each text once, and the second one with the tag of the first: the page's console has no refusal.
    assert saved == ["Sent.", "Sent after."]
    assert desk.server.must("GET", f"/v1/releases/{number}")["note"] == "Sent after."
