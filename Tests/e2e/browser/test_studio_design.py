"""Cells and themes in the studio: copied, changed, seen on three phones, saved into a release, published and taken back."""

import pytest
from harness import eventually
from playwright.sync_api import expect

PANEL = '[data-panel="design"]'
PHONES = [(320, 1), (390, 1), (390, 2)]
# Each hand copies a cell under a name of its own, since they follow each other on one server.
COPIES = {"mouse": "pin", "keyboard": "pin_by_keys", "finger": "pin_by_finger"}


@pytest.fixture
def admin(studio):
    return lambda **options: studio(role="admin", name="Ada", **options)


@pytest.fixture
def open_admin(open_desk):
    return lambda **options: open_desk(role="admin", name="Ada", **options)


def names(server, folder):
    noun = folder[:-1]
    return [one[noun] for one in server.must("GET", f"/v1/{folder}")[folder]]


def control(desk, name):
    return desk.locator(f'{PANEL} [name="{name}"]')


def element(desk, pointer):
    return desk.locator(f'{PANEL} [data-element="{pointer}"]')


def open_element(desk, pointer):
    desk.hand.press(element(desk, pointer))
    expect(element(desk, pointer)).to_have_attribute("aria-current", "true")


def open_design(desk, subject):
    desk.hand.show("navigator")
    desk.hand.press(desk.locator('.tabs [data-tab="design"]'))
    desk.hand.press(desk.locator(f'[data-design="{subject}"]'))
    expect(control(desk, "title") if subject.startswith("cells/") else desk.locator(f"{PANEL} .theme-row").first).to_be_visible()


def copy(desk, name):
    desk.press("copy", PANEL)
    desk.hand.write(desk.dialog.locator('[name="design-name"]'), name)
    desk.press("copy-confirm")
    expect(desk.locator(f"{PANEL} .tag")).to_have_text("New")


def enter(desk, name, text):
    """Writes into a control, and leaves it."""
    desk.hand.write(control(desk, name), text)


def wait_for_cells(desk, expression, value=None):
    """Waits until the cells of all three phones, each with its document, are so."""
    desk.wait_for(
        "feeds.length === 3 && feeds.every(({ document }) => document?.sections.length"
        f" && (({{ cell, document }}) => {expression})({{ cell: document.sections[0].cell, document }}))", value)


def shown_contrast(desk):
    return desk.locator(f"{PANEL} .contrast:visible")


def save_into_release(desk, name):
    desk.press("save-how")
    desk.hand.check(desk.dialog.get_by_role("radio", name="Into a release"))
    desk.hand.write(desk.dialog.get_by_label("Name of the release"), name)
    desk.press("save-confirm")
    desk.press("open-release")
    expect(desk.locator("studio-release")).to_contain_text(name)


def test_a_cell_is_copied_changed_released_and_taken_back(open_admin):
    desk = open_admin(expected=(409,))  # what a release would change is asked of one that was published meanwhile
    hand, server = desk.hand, desk.server
    name = COPIES[hand.name]
    open_design(desk, "cells/trend_articles")
    copy(desk, name)

    # The shape of its picture, a colour and a style of text.
    open_element(desk, "/content/0")
    enter(desk, "aspect", "1")
    enter(desk, "corner_radius", "14")
    open_element(desk, "/content/1")
    hand.choose(control(desk, "color"), "Secondary label")
    expect(shown_contrast(desk)).to_contain_text("Contrast 3.4 : 1 in light")
    hand.choose(control(desk, "style"), "Small · 11 pt")

    hand.show("screen")
    wait_for_cells(desk, "cell?.name === value", name)
    wait_for_cells(desk, "cell.slots.some(({ type, corner_radius: radius }) => type === 'image' && radius === 14)")
    wait_for_cells(desk, """cell.slots.some(({ role, font, color }) =>
        role === 'summary' && font.size === 11 * document.text_size && color === '#3c3c4399')""")
    assert desk.evaluate("""[...document.querySelectorAll('.design-screen tanada-feed')]
        .map(({ document }) => [document.viewport.width, document.text_size])""") == [list(phone) for phone in PHONES]
    # Nobody else has it yet.
    assert name not in names(server, "cells")
    save_into_release(desk, f"Cells by {hand.name}")
    assert name not in names(server, "cells")

    panel = desk.locator("studio-release")
    expect(panel).to_contain_text(f"Cell “{name.replace('_', ' ').capitalize()}”")
    hand.show("inspector")
    desk.press("publish", "studio-release")
    expect(panel).to_contain_text("in revision")
    made = server.must("GET", f"/v1/cells/{name}")
    assert (made["content"][0]["aspect"], made["content"][0]["corner_radius"]) == (1, 14)
    assert (made["content"][1]["color"], made["content"][1]["style"]) == ("secondary_label", "small")
    desk.press("restore", "studio-release")
    expect(panel).to_contain_text("All of it is as it was before already.")
    assert name not in names(server, "cells")


def test_what_is_refused_stands_at_its_element(admin):
    desk = admin(path="#/design/cells/caption_below", expected=(409, 422))
    copy(desk, "refused")
    open_element(desk, "/content/1/stack/0")
    # Of the element that is open it stands at the control, ...
    control(desk, "width").fill("5000")
    alert = desk.locator(f'{PANEL} [role="alert"][data-field="width"]')
    expect(alert).to_contain_text("expected a number from 1 to 1024")
    expect(control(desk, "width")).to_have_attribute("aria-invalid", "true")
    # ... and of others at their entry. The phones keep what they had.
    open_element(desk, "/content/0")
    beside = desk.locator(f'{PANEL} [role="alert"][data-field="/content/1/stack/0"]')
    expect(beside).to_contain_text("expected a number from 1 to 1024")
    expect(desk.locator(".phone-note").first).to_contain_text("correct what is refused first")
    # A save is refused in the same way, and leads to it.
    desk.go("#/screen")
    desk.press("save", "studio-bar")
    expect(desk.locator(f'{PANEL} [data-field="/content/1/stack/0"]')).to_be_visible()
    expect(desk.get_by_role("status").filter(has_text="must be corrected")).to_be_visible()
    open_element(desk, "/content/1/stack/0")
    control(desk, "width").fill("")
    expect(alert).to_have_count(0)
    wait_for_cells(desk, "cell?.name === 'refused'")
    # What cannot be laid out is refused with the screen.
    open_element(desk, "/content/1")
    control(desk, "padding.top").fill("-60")
    expect(desk.locator(f'{PANEL} [role="alert"][data-field^="/content/1/stack"]').first).to_contain_text("wide at text size")
    for _ in range(20):
        if desk.action("undo", "studio-bar").is_disabled():
            break
        desk.press("undo", "studio-bar")


def test_a_theme_is_copied_and_its_contrast_is_said_at_once(admin):
    desk = admin(path="#/design/themes/default")
    copy(desk, "night")
    row = desk.locator(f'{PANEL} [data-value="colors.secondary_label"]')
    expect(row.locator(".contrast")).to_have_attribute("data-light", "3.4")
    expect(row.locator(".contrast")).to_contain_text("Too little: 4.5 : 1 is needed.")
    row.locator('[name="colors.secondary_label.light"]').fill("#000000")
    expect(row.locator('[name="colors.secondary_label.light.hex"]')).to_have_value("#00000099")
    expect(row.locator(".contrast")).to_have_attribute("data-light", "5.7")
    row.locator('[name="colors.secondary_label.light.hex"]').fill("#5a5a5a")
    expect(row.locator(".contrast")).not_to_contain_text("Too little")
    desk.wait_for("feeds.length === 3 && feeds.every(({ document }) => JSON.stringify(document ?? '').includes('#5a5a5aff'))")
    desk.save()
    assert desk.server.must("GET", "/v1/themes/night") == {
        "theme": "night", "colors": {"secondary_label": {"light": "#5a5a5aff", "dark": "#ebebf599"}}}
    # It can be chosen for the screen.
    desk.go("#/screen")
    desk.locator('[data-panel="sections"] [name="theme"]').select_option(label="Night")
    desk.wait_for_text("最新のお知らせ")
    desk.wait_for("JSON.stringify(screen).includes('#5a5a5aff')")
    desk.save()
    assert desk.server.must("GET", "/v1/feeds/home/composition")["theme"] == "night"
    desk.press("restore")
    eventually(lambda: "theme" not in desk.server.must("GET", "/v1/feeds/home/composition"), "the theme is put back")


def test_a_section_has_a_cell_that_is_chosen(admin):
    desk = admin(path="#/screen/sections/shops")
    form = '[data-panel="section"]'
    choice = desk.locator(f'{form} [name="cell"]')
    fitting = choice.locator("option").all_text_contents()
    assert fitting[0] == "That of the kind" and "Overlay" in fitting and "Row" not in fitting
    choice.select_option(label="Banner")
    desk.wait_for("section('shops').cell.name === 'banner'")
    desk.save()
    sections = {one["id"]: one for one in desk.server.must("GET", "/v1/feeds/home/composition")["sections"]}
    assert sections["shops"]["cell"] == "banner"
    choice.select_option(label="That of the kind")
    desk.save()


def test_elements_are_added_moved_and_removed_by_keyboard(admin):
    desk = admin(path="#/design/cells/caption_below")
    copy(desk, "parts")
    open_element(desk, "/content/1")
    desk.locator(f'{PANEL} [name="element-kind"]').select_option("stars")
    desk.press("add-element", PANEL)
    expect(element(desk, "/content/1/stack/3")).to_have_attribute("aria-current", "true")
    enter(desk, "size", "14")
    element(desk, "/content/1/stack/3").focus()
    desk.keyboard.press("Alt+ArrowUp")
    expect(element(desk, "/content/1/stack/2")).to_be_focused()
    expect(element(desk, "/content/1/stack/2")).to_contain_text("Stars")
    desk.keyboard.press("ArrowUp")
    expect(element(desk, "/content/1/stack/1")).to_be_focused()
    desk.press("remove-element", PANEL)
    expect(element(desk, "/content/1/stack/2")).to_contain_text("Row")
    expect(element(desk, "")).to_have_attribute("aria-current", "true")
    desk.keyboard.press("Control+z")
    expect(element(desk, "/content/1/stack/2")).to_contain_text("Stars")


def test_two_administrators_change_one_cell(admin):
    desk = admin(path="#/design/cells/overlay", expected=(409, 412, 422))
    server = desk.server
    before = server.must("GET", "/v1/cells/overlay")
    control(desk, "title").fill("Mine")
    server.must("PUT", "/v1/cells/overlay", {**before, "box": {**before["box"], "corner_radius": 2}})
    desk.save()
    saved = server.must("GET", "/v1/cells/overlay")
    assert (saved["title"], saved["box"]["corner_radius"]) == ("Mine", 2)
    control(desk, "title").fill("Mine again")
    server.must("PUT", "/v1/cells/overlay", {**saved, "title": "Theirs"})
    desk.press("save")
    expect(desk.dialog).to_contain_text("Theirs")
    desk.press("take-theirs")
    expect(control(desk, "title")).to_have_value("Theirs")
    # Removed, that of every database comes back.
    desk.press("remove", PANEL)
    desk.press("remove-yes")
    expect(desk.locator(PANEL)).to_contain_text("It is removed when you save.")
    desk.save()
    assert server.must("GET", "/v1/cells/overlay") == before
    # That one cannot be removed.
    desk.press("remove", PANEL)
    desk.press("remove-yes")
    desk.press("save")
    expect(desk.locator(PANEL)).to_contain_text("every database has the cell overlay")
    desk.press("keep", PANEL)
    expect(control(desk, "title")).to_be_visible()


def test_others_have_no_design(studio):
    desk = studio(role="editor", path="#/screen")
    expect(desk.locator('.tabs [data-tab="design"]')).to_have_count(0)
