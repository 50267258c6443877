"""The sections of the screen in the studio: moved, added, removed, and changed in all they have."""

import pytest
from playwright.sync_api import expect

LIST = '[data-panel="sections"]'
FORM = '[data-panel="section"]'
PATH = "/v1/feeds/home/composition"
ORDER = [
    "campaign_banners", "recent_news", "featured_topics", "ios_banners", "shops", "trend_articles", "pickup_photos",
    "favorite_scenes",
]


@pytest.fixture
def screen(studio, studio_server):
    """Opens a studio on the composition of the samples, whatever tests before have made of it."""
    former = studio_server.must("GET", PATH)
    yield studio
    studio_server.must("PUT", PATH, former)


@pytest.fixture
def desk(screen):
    return screen()


def row(desk, section):
    return desk.locator(f'{LIST} [data-section="{section}"]')


def press(desk, section, action):
    desk.press(action, f'{LIST} [data-section="{section}"]')


def expect_order(desk, *sections):
    desk.wait_for(
        """value[1].join() === [...document.querySelectorAll(value[0])].map(({ dataset }) => dataset.section).join()""",
        [f"{LIST} [data-section]", sections])


def moved(section, place):
    others = [other for other in ORDER if other != section]
    return others[:place] + [section] + others[place:]


def save(desk):
    desk.press("save")
    expect(desk.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    return {section["id"]: section for section in desk.server.must("GET", PATH)["sections"]}


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(desk, section, to, down, move):
    """Takes a section by its handle to another one, by what presses and moves."""
    handle = row(desk, section).locator(".drag-handle")
    handle.scroll_into_view_if_needed()
    x, y = middle(handle)
    _, end = middle(row(desk, to))
    down(x, y)
    for step in range(1, 9):
        move(x, y + (end - y) * step / 8)
    expect(desk.locator(f"{LIST} .drop-outline")).to_be_visible()


def drag_by_mouse(desk):
    mouse = desk.mouse

    def down(x, y):
        mouse.move(x, y)
        mouse.down()

    drag(desk, "favorite_scenes", "recent_news", down, mouse.move)
    return mouse


def test_sections_are_dragged_and_saved(desk):
    drag_by_mouse(desk).up()
    expect_order(desk, *moved("favorite_scenes", 1))
    expect(row(desk, "favorite_scenes")).not_to_have_class("dragged")
    assert desk.evaluate("() => location.hash") == "#/screen"
    desk.wait_for("screen.sections[1].id === 'favorite_scenes'")
    assert list(save(desk)) == moved("favorite_scenes", 1)


def test_escape_puts_a_dragged_section_back(desk):
    mouse = drag_by_mouse(desk)
    desk.keyboard.press("Escape")
    expect(desk.locator(f"{LIST} .drop-outline")).to_have_count(0)
    mouse.up()
    expect_order(desk, *ORDER)
    expect(desk.action("undo")).to_be_disabled()


def test_a_finger_drags_a_section_by_its_handle(screen):
    desk = screen(viewport={"width": 390, "height": 844}, has_touch=True)
    client = desk.context.new_cdp_session(desk.page)

    def touch(kind, *point):
        points = [{"x": point[0], "y": point[1]}] if point else []
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    drag(desk, "campaign_banners", "featured_topics", lambda *at: touch("touchStart", *at), lambda *at: touch("touchMove", *at))
    touch("touchEnd")
    expect_order(desk, *moved("campaign_banners", 2))


def test_sections_move_by_keyboard_and_keep_the_focus(desk):
    keyboard, link = desk.keyboard, row(desk, "shops").get_by_role("link")
    link.focus()
    keyboard.press("Alt+ArrowUp")
    keyboard.press("Alt+ArrowUp")
    expect_order(desk, *moved("shops", 2))
    expect(link).to_be_focused()
    expect(desk.get_by_role("status").filter(has_text="is now section 3 of 8")).to_have_count(1)
    row(desk, "recent_news").locator('[data-action="up"]').focus()
    keyboard.press("Enter")
    expect(row(desk, "recent_news").locator('[data-action="down"]')).to_be_focused()
    for _ in range(3):
        keyboard.press("Control+z")
    expect_order(desk, *ORDER)


def test_a_section_is_added_copied_and_removed(desk):
    dialog = desk.dialog
    title, name = dialog.get_by_label("Title", exact=True), dialog.get_by_label("Name in addresses")
    add = dialog.get_by_role("button", name="Add", exact=True)
    desk.get_by_role("button", name="Add a section").click()
    dialog.get_by_label("Kind of items").select_option("shops")
    expect(name).to_have_value("shops_2")
    name.fill("not a name")
    add.click()
    expect(dialog.get_by_role("alert").filter(has_text="1 to 64 letters")).to_be_visible()
    name.fill("cafes")
    title.fill("<img src=x onerror=alert(1)>")
    dialog.get_by_label("List", exact=True).check()
    dialog.get_by_label("Place").select_option(label="At the top")
    add.click()
    expect_order(desk, "cafes", *ORDER)
    expect(desk.locator(f"{FORM} h2")).to_have_text("<img src=x onerror=alert(1)>")
    desk.wait_for("section('cafes').layout.type === 'list'")
    press(desk, "cafes", "duplicate")
    expect_order(desk, "cafes", "cafes_2", *ORDER)
    press(desk, "cafes", "remove")
    dialog.get_by_role("button", name="Remove").click()
    expect_order(desk, "cafes_2", *ORDER)
    assert list(save(desk))[0] == "cafes_2"
    desk.get_by_role("button", name="Add a section").click()
    title.press("Enter")
    expect(dialog).to_have_count(0)
    expect(desk.locator(f"{LIST} [data-section]")).to_have_count(len(ORDER) + 2)


def test_every_part_of_a_section_is_seen_before_it_is_saved(desk):
    row(desk, "shops").get_by_role("link").click()
    form = desk.locator(FORM)
    desk.control("title", FORM).fill("街の名店")
    expect(row(desk, "shops")).to_contain_text("街の名店")
    desk.control("layout.options.columns", FORM).fill("2")
    desk.wait_for("section('shops').layout.columns === 2 && section('shops').title === '街の名店'")
    form.get_by_label("List", exact=True).check()
    desk.control("layout.options.row_height", FORM).fill("140")
    desk.wait_for("section('shops').layout.row_height === 140")
    form.get_by_role("button", name="Add a condition").click()
    form.get_by_label("Field").select_option("rating")
    form.get_by_label("Comparison").select_option("gte")
    form.get_by_label("Value").fill("4.5")
    expect(form.get_by_text("4 items meet this now.")).to_be_visible()
    form.get_by_label("Order", exact=True).select_option("rating")
    form.get_by_label("Direction").first.select_option("-")
    desk.wait_for("section('shops').items.map(({ rating }) => rating).join() === '4.8,4.7,4.6,4.5'")
    form.locator("summary", has_text="Who sees it").click()
    form.get_by_label("Android").check()
    section = save(desk)["shops"]
    assert section["layout"] == {"type": "list", "options": {"row_height": 140}}
    assert section["source"] == {"query": {"filter": {"rating.gte": "4.5"}, "sort": "-rating"}}
    assert section["when"] == {"platforms": ["android"]}


def test_items_are_chosen_and_ordered(screen):
    desk = screen(path="#/screen/sections/recent_news")
    form = desk.locator(FORM)
    chosen = form.get_by_role("list", name="Items in their order").get_by_role("listitem")
    form.get_by_label("Chosen ones").check()
    for text, found in (("ワイン", "私共のぶどう園"), ("1", "美味しい玉ねぎ")):
        form.get_by_label("Add an item").fill(text)
        form.get_by_role("button", name=f"Add “{found}").click()
    expect(chosen).to_have_count(2)
    chosen.nth(1).locator('[data-action="up"]').click()
    desk.wait_for("section('recent_news').items.map(({ id }) => id).join() === '1,2'")
    chosen.nth(0).locator('[data-action="remove"]').click()
    expect(chosen).to_have_count(1)
    desk.wait_for("section('recent_news').items.map(({ id }) => id).join() === '2'")
    form.get_by_label("By rules").check()
    form.get_by_label("Chosen ones").check()
    assert save(desk)["recent_news"]["source"] == {"pinned": [2]}


def test_refusals_stand_at_their_controls(screen):
    desk = screen(path="#/screen/sections/recent_news")
    height = desk.control("header.height", FORM)
    refusal = desk.locator(f'{FORM} [role="alert"][data-field="header.height"]')
    height.evaluate("(control) => control.closest('details').open = true")
    height.fill("2000")
    expect(refusal).to_contain_text("expected points from 0 to 1024")
    expect(height).to_have_attribute("aria-invalid", "true")
    expect(row(desk, "recent_news")).to_contain_text("Refused")
    height.fill("80")
    expect(refusal).to_be_hidden()
    expect(row(desk, "recent_news")).not_to_contain_text("Refused")
    desk.get_by_role("button", name="Take changes back").click()
    expect(height).to_have_value("64")
    desk.wait_for_screen()


def test_sections_that_others_have_changed_are_compared(screen):
    desk = screen(path="#/screen/sections/shops", expected=(409, 412, 422))
    desk.control("title", FORM).fill("街の名店")

    def change(sections):
        sections[4]["title"] = "近所のお店"
        sections[1]["title"] = "新着"
        sections.append(sections.pop(0))

    desk.compose(change)
    expect(desk.locator(LIST)).to_contain_text("Somebody else has changed the sections")
    desk.press("save")
    # What only they have changed is no question.
    expect(desk.dialog.get_by_role("group")).to_have_count(1)
    expect(desk.dialog.get_by_role("group")).to_contain_text("街の名店 · Title")
    expect(desk.dialog).to_contain_text("近所のお店")
    desk.press("keep-mine")
    expect(desk.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    sections = {section["id"]: section["title"] for section in desk.server.must("GET", PATH)["sections"]}
    assert list(sections) == ORDER[1:] + ORDER[:1]
    assert (sections["shops"], sections["recent_news"]) == ("街の名店", "新着")


def test_a_number_can_be_emptied_to_enter_another(screen):
    desk = screen(path="#/screen/sections/recent_news")
    keyboard, limit = desk.keyboard, desk.control("limit", FORM)

    def empty():
        keyboard.press("ControlOrMeta+a")
        keyboard.press("Delete")

    limit.focus()
    empty()
    desk.wait_for_screen()
    expect(limit).to_have_value("")
    keyboard.type("5")
    desk.wait_for("section('recent_news').items.length === 5")
    expect(limit).to_have_value("5")
    keyboard.press("ControlOrMeta+z")
    expect(limit).to_have_value("100")
    empty()
    keyboard.press("Tab")
    expect(limit).to_have_value("100")
