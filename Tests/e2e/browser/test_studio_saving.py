"""Changes in the studio: saved once, never lost, and met by those of others. What is seen before it is saved, and what two
people change at once, is in the journeys."""

from browser.studio import FORM, KIND
from harness import eventually
from playwright.sync_api import expect

KEPT = "Object.keys(localStorage).filter((name) => name.includes('Anna'))"


def test_a_headline_that_was_saved_is_put_back(desk):
    before = desk.item()["title"]
    desk.open_item()
    desk.title.fill("Saved too early")
    desk.expect_status("1 unsaved change")
    desk.save()
    desk.press("restore")
    expect(desk.title).to_have_value(before)
    assert desk.item()["title"] == before
    desk.title.fill("First")
    desk.press("discard")
    desk.press("discard-yes")
    expect(desk.title).to_have_value(before)


def test_undo_ends_at_what_is_saved_and_says_what_it_changes_elsewhere(desk):
    desk.open_item(6)
    desk.fill_in(title="First step", news_category="Second step")
    desk.save()
    expect(desk.action("undo")).to_be_disabled()
    desk.title.fill("Not saved")
    desk.open_item(7)
    desk.keyboard.press("Control+z")
    expect(desk.locator(".notice")).to_contain_text("Undone: ")
    desk.press("open-undone")
    expect(desk.title).to_have_value("First step")
    # Who closes something goes on where it was opened.
    desk.press("close", FORM)
    expect(desk.locator(f'.navigator a[href$="/{KIND}/6"]')).to_be_focused()


def test_who_else_has_an_item_open_is_shown(studio):
    anna, ben = studio(), studio(name="Ben")
    ben.open_item()
    anna.open_item()
    expect(anna.locator(FORM)).to_contain_text("Ben has this open")
    # Who loads the page again is not somebody else.
    anna.reload()
    expect(anna.locator(FORM)).to_contain_text("Ben has this open")
    expect(anna.locator(FORM)).not_to_contain_text("under your name")
    other = studio(address=anna.url, storage_state=anna.context.storage_state())
    expect(other.locator(FORM)).to_contain_text("in another window under your name")


def test_a_lost_connection_loses_nothing(desk):
    desk.open_item()
    desk.context.set_offline(True)
    desk.title.fill("Without a connection")
    desk.press("save")
    expect(desk.locator("studio-bar .status")).to_contain_text("The server does not answer")
    desk.title.press("End")
    desk.title.type(", and after")
    desk.context.set_offline(False)
    desk.server.wait_for_text("Without a connection")
    expect(desk.title).to_have_value("Without a connection, and after")
    desk.expect_status("1 unsaved change")
    desk.errors.clear()


def test_a_note_for_the_reviewer_survives_a_reload(desk):
    number = desk.server.must("POST", "/v1/releases", {"name": "Noted"})["id"]
    note = desk.get_by_role("textbox", name="Note for the reviewer")

    def wait_for_note(text):
        eventually(lambda: desk.server.must("GET", f"/v1/releases/{number}")["note"] == text, "the note is saved")

    desk.go(f"#/releases/{number}")
    # It is saved by itself: not without a connection.
    desk.route("**/v1/releases/*", lambda route: route.abort())
    note.fill("Please look at the headline")
    desk.unroute("**/v1/releases/*")
    desk.reload()
    expect(note).to_have_value("Please look at the headline")
    wait_for_note("Please look at the headline")
    eventually(lambda: desk.evaluate(KEPT) == [], "nothing is kept in the browser")
    note.fill("Please look at the title.\nAnd at the order.")
    note.press("Tab")
    wait_for_note("Please look at the title.\nAnd at the order.")
    desk.go("#/releases")
    desk.go(f"#/releases/{number}")
    expect(note).to_have_value("Please look at the title.\nAnd at the order.")
    desk.errors.clear()
