"""Changes in the studio: seen before they are saved, saved once, never lost, and met by those of others."""

import re

import pytest
from playwright.sync_api import expect

from browser.watched import Watched
from browser.studio import another, go, sign_in, until, wait_for_screen, wait_for_text

KIND, ITEM = "recent_news", 3
FORM = '[data-panel="item"]'


def title(page):
    return page.locator(f'{FORM} [name="title"]')


def open_item(page, kind=KIND, item=ITEM):
    go(page, f"#/items/{kind}/{item}")
    expect(page.locator(f'{FORM}[data-subject="content/{kind}/{item}"]')).to_be_visible()


def stored(server, kind=KIND, item=ITEM):
    return server.must("GET", f"/v1/content/{kind}/{item}?locale=*")["result"][0]


def save(page):
    page.locator('[data-action="save"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")


def test_a_headline_is_seen_before_it_is_saved(studio):
    watched = studio()
    page, server = watched.page, watched.server
    before = stored(server)["title"]
    home = watched.context.new_page()
    home.goto(server.address + "/")
    home.evaluate("document.querySelector('tanada-feed').ready")

    open_item(page)
    title(page).fill("Seen before it is saved")
    wait_for_text(page, "Seen before it is saved")
    assert stored(server)["title"] == before
    expect(page.locator("studio-bar .status")).to_have_text("1 unsaved change")

    save(page)
    assert stored(server)["title"] == "Seen before it is saved"
    # Somebody who has the home page open sees it without a reload.
    home.wait_for_function(
        "() => document.querySelector('tanada-feed').shadowRoot.textContent.includes('Seen before it is saved')"
    )
    # Put back, in one step, for everybody.
    page.locator('[data-action="restore"]').click()
    expect(title(page)).to_have_value(before)
    assert stored(server)["title"] == before


def test_steps_are_undone_and_done_again(studio):
    page = studio().page
    open_item(page)
    before = title(page).input_value()
    title(page).fill("First")
    page.locator('[data-action="undo"]').click()
    expect(title(page)).to_have_value(before)
    page.locator('[data-action="redo"]').click()
    expect(title(page)).to_have_value("First")
    wait_for_text(page, "First")
    page.locator('[data-action="discard"]').click()
    page.locator('[data-action="discard-yes"]').click()
    expect(title(page)).to_have_value(before)


def test_unsaved_changes_survive_a_reload(studio):
    watched = studio()
    page = watched.page
    open_item(page)
    title(page).fill("Kept in the browser")
    page.reload()
    wait_for_screen(page)
    expect(title(page)).to_have_value("Kept in the browser")
    wait_for_text(page, "Kept in the browser")
    assert stored(watched.server)["title"] != "Kept in the browser"
    # Signing out forgets them.
    page.locator('[data-action="person"]').click()
    page.locator('[data-action="sign-out"]').click()
    page.locator('[data-action="sign-out-yes"]').click()
    expect(page.get_by_role("heading", name="Welcome to the studio")).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes('Anna'))") == []
    watched.errors.clear()


def test_the_note_of_a_release_survives_a_reload(studio):
    watched = studio()
    page, server = watched.page, watched.server
    number = server.must("POST", "/v1/releases", {"name": "Noted"})["id"]
    go(page, f"#/releases/{number}")
    note = page.get_by_role("textbox", name="Note for the reviewer")
    # It is saved by itself: not without a connection.
    page.route("**/v1/releases/*", lambda route: route.abort())
    note.fill("Please look at the headline")
    page.unroute("**/v1/releases/*")
    page.reload()
    expect(note).to_have_value("Please look at the headline")
    until(lambda: server.must("GET", f"/v1/releases/{number}")["note"] == "Please look at the headline")
    until(lambda: page.evaluate("Object.keys(localStorage).filter((name) => name.includes('Anna'))") == [])
    watched.errors.clear()


def test_a_text_is_a_text_everywhere(studio):
    watched = studio(name="Eve", role="admin")
    page, server = watched.page, watched.server
    attack = '<img src=x onerror="document.title=\'attacked\'">'
    open_item(page)
    title(page).fill(attack)
    wait_for_text(page, "onerror")
    save(page)
    for fragment in ("#/items/recent_news", "#/history", "#/releases", "#/people", "#/photos", "#/screen"):
        go(page, fragment)
        watched.rest()
    assert page.title() != "attacked"
    assert page.evaluate("document.querySelectorAll('img[src=\"x\"]').length") == 0


@pytest.mark.parametrize("choice", ["keep-mine", "take-theirs"])
def test_a_conflict_is_resolved_both_ways(studio, choice):
    watched = studio(expected=(412, 422))
    page, server = watched.page, watched.server
    open_item(page)
    title(page).fill(f"Mine, {choice}")
    server.patch(KIND, ITEM, {"title": f"Theirs, {choice}", "news_category": f"Theirs, {choice}"})
    page.locator('[data-action="save"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"Mine, {choice}")
    expect(dialog).to_contain_text(f"Theirs, {choice}")
    dialog.locator(f'[data-action="{choice}"]').click()
    expected = f"Mine, {choice}" if choice == "keep-mine" else f"Theirs, {choice}"
    expect(title(page)).to_have_value(expected)
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")
    assert stored(server)["title"] == expected
    assert stored(server)["news_category"] == f"Theirs, {choice}"


def test_changes_of_different_fields_are_both_kept(studio):
    watched = studio(expected=(412, 422))
    page, server = watched.page, watched.server
    open_item(page)
    title(page).fill("My title")
    server.patch(KIND, ITEM, {"news_category": "Their category"})
    save(page)
    assert (stored(server)["title"], stored(server)["news_category"]) == ("My title", "Their category")


def test_a_refusal_stands_at_its_field(studio):
    watched = studio(expected=(422,))
    page = watched.page
    go(page, "#/items/featured_topics/1")
    rating = page.locator(f'{FORM} [name="rating"]')
    rating.fill("9")
    page.locator('[data-action="save"]').click()
    alert = page.locator('[role="alert"][data-field="rating"]')
    expect(alert).to_contain_text(re.compile("5"))
    expect(rating).to_have_attribute("aria-invalid", "true")
    rating.fill("4")
    save(page)
    expect(alert).to_have_count(0)


def test_who_else_has_an_item_open_is_shown(studio, browser):
    watched = studio(name="Anna")
    with another(browser, watched.server, Watched, viewport={"width": 1280, "height": 800}, locale="en-GB") as second:
        sign_in(second, "Ben", fragment=f"#/items/{KIND}/{ITEM}")
        open_item(second.page)
        open_item(watched.page)
        expect(watched.page.locator(FORM)).to_contain_text("Ben")


def test_a_lost_connection_loses_nothing(studio):
    watched = studio()
    page, server = watched.page, watched.server
    open_item(page)
    page.context.set_offline(True)
    title(page).fill("Without a connection")
    page.locator('[data-action="save"]').click()
    expect(page.locator("studio-bar .status")).to_contain_text("The server does not answer")
    title(page).press("End")
    title(page).type(", and after")
    page.context.set_offline(False)
    server.wait_for_text("Without a connection")
    expect(title(page)).to_have_value("Without a connection, and after")
    expect(page.locator("studio-bar .status")).to_have_text("1 unsaved change")
    watched.errors.clear()


def test_a_viewer_changes_nothing(studio):
    watched = studio(role="viewer", name="Vera")
    page = watched.page
    open_item(page)
    expect(title(page)).to_be_disabled()
    expect(page.get_by_role("link", name="People")).to_have_count(0)
