"""The sections of the screen in the studio: moved, added, removed, and changed in all they have."""

import pytest
from playwright.sync_api import expect

from browser.studio import go, wait_for_screen

LIST = '[data-panel="sections"]'
FORM = '[data-panel="section"]'
ORDER = [
    "campaign_banners", "recent_news", "featured_topics", "ios_banners", "shops", "trend_articles", "pickup_photos",
    "favorite_scenes",
]


@pytest.fixture
def screen(studio, studio_server):
    """Opens a studio on the composition of the samples, whatever tests before have made of it."""
    path = "/v1/feeds/home/composition"
    former = studio_server.must("GET", path)
    yield lambda **options: studio(path="#/screen", **options)
    studio_server.must("PUT", path, former)


def row(page, section):
    return page.locator(f'{LIST} [data-section="{section}"]')


def expect_order(page, *sections):
    page.wait_for_function(
        """([list, wanted]) => wanted.join() ===
        [...document.querySelectorAll(`${list} [data-section]`)].map(({ dataset }) => dataset.section).join()""",
        arg=[LIST, list(sections)],
    )


def moved(section, place):
    others = [other for other in ORDER if other != section]
    return others[:place] + [section] + others[place:]


def save(page):
    page.locator('[data-action="save"]').click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()


def stored(server):
    return server.must("GET", "/v1/feeds/home/composition")["sections"]


def shown(page, expression):
    """Waits until something holds of the document on the screen."""
    page.wait_for_function(
        f"""() => {{
          const {{ document: screen }} = document.querySelector('[data-panel="screen"] tanada-feed');
          const section = (id) => screen.sections.find((one) => one.id === id) ?? {{ layout: {{}}, items: [] }};
          return {expression};
        }}"""
    )


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, section, to, release=True):
    handle = row(page, section).locator(".drag-handle")
    handle.scroll_into_view_if_needed()
    x, y = middle(handle)
    _, end = middle(row(page, to))
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x, y + (end - y) * step / 8)
    expect(page.locator(f"{LIST} .drop-outline")).to_be_visible()
    if release:
        page.mouse.up()


def test_sections_are_dragged_and_saved(screen, studio_server):
    page = screen().page
    drag(page, "favorite_scenes", "recent_news")
    expect_order(page, *moved("favorite_scenes", 1))
    expect(row(page, "favorite_scenes")).not_to_have_class("dragged")
    # The drag has opened nothing.
    assert page.evaluate("() => location.hash") == "#/screen"
    shown(page, "screen.sections[1].id === 'favorite_scenes'")
    save(page)
    assert [section["id"] for section in stored(studio_server)] == moved("favorite_scenes", 1)


def test_escape_puts_a_dragged_section_back(screen):
    page = screen().page
    drag(page, "favorite_scenes", "recent_news", release=False)
    page.keyboard.press("Escape")
    expect(page.locator(f"{LIST} .drop-outline")).to_have_count(0)
    page.mouse.up()
    expect_order(page, *ORDER)
    expect(page.locator('[data-action="undo"]')).to_be_disabled()


def test_a_finger_drags_a_section_by_its_handle(screen):
    watched = screen(viewport={"width": 390, "height": 844}, has_touch=True)
    page = watched.page
    x, y = middle(row(page, "campaign_banners").locator(".drag-handle"))
    _, end = middle(row(page, "featured_topics"))
    client = watched.context.new_cdp_session(page)

    def touch(kind, *points):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at} for at in points]})

    touch("touchStart", y)
    for step in range(1, 9):
        touch("touchMove", y + (end - y) * step / 8)
    expect(page.locator(f"{LIST} .drop-outline")).to_be_visible()
    touch("touchEnd")
    expect_order(page, *moved("campaign_banners", 2))


def test_sections_move_by_keyboard_and_keep_the_focus(screen):
    page = screen().page
    row(page, "shops").get_by_role("link").focus()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect_order(page, *moved("shops", 2))
    expect(row(page, "shops").get_by_role("link")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="is now section 3 of 8")).to_have_count(1)
    row(page, "recent_news").locator('[data-action="up"]').focus()
    page.keyboard.press("Enter")
    # There is no way further up.
    expect(row(page, "recent_news").locator('[data-action="down"]')).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect_order(page, *ORDER)


def test_a_section_is_added_copied_and_removed(screen, studio_server):
    page = screen().page
    page.get_by_role("button", name="Add a section").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Kind of items").select_option("shops")
    expect(dialog.get_by_label("Name in addresses")).to_have_value("shops_2")
    dialog.get_by_label("Name in addresses").fill("not a name")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert").filter(has_text="1 to 64 letters")).to_be_visible()
    dialog.get_by_label("Name in addresses").fill("cafes")
    dialog.get_by_label("Title", exact=True).fill("<img src=x onerror=alert(1)>")
    dialog.get_by_label("List", exact=True).check()
    dialog.get_by_label("Place").select_option("0")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect_order(page, "cafes", *ORDER)
    expect(page.locator(f"{FORM} h2")).to_have_text("<img src=x onerror=alert(1)>")
    shown(page, "section('cafes').layout.type === 'list'")
    row(page, "cafes").locator('[data-action="duplicate"]').click()
    expect_order(page, "cafes", "cafes_2", *ORDER)
    row(page, "cafes").locator('[data-action="remove"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect_order(page, "cafes_2", *ORDER)
    save(page)
    assert stored(studio_server)[0]["id"] == "cafes_2"
    # Enter adds, and does not dismiss.
    page.get_by_role("button", name="Add a section").click()
    page.get_by_role("dialog").get_by_label("Title", exact=True).press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(f"{LIST} [data-section]")).to_have_count(len(ORDER) + 2)


def test_every_part_of_a_section_is_seen_before_it_is_saved(screen, studio_server):
    page = screen().page
    row(page, "shops").get_by_role("link").click()
    form = page.locator(FORM)
    form.locator('[name="title"]').fill("街の名店")
    expect(row(page, "shops")).to_contain_text("街の名店")
    form.locator('[name="layout.options.columns"]').fill("2")
    shown(page, "section('shops').layout.columns === 2 && section('shops').title === '街の名店'")
    form.get_by_label("List", exact=True).check()
    form.locator('[name="layout.options.row_height"]').fill("140")
    shown(page, "section('shops').layout.row_height === 140")
    form.get_by_role("button", name="Add a condition").click()
    form.get_by_label("Field").select_option("rating")
    form.get_by_label("Comparison").select_option("gte")
    form.get_by_label("Value").fill("4.5")
    expect(form.get_by_text("4 items meet this now.")).to_be_visible()
    form.get_by_label("Order", exact=True).select_option("rating")
    form.get_by_label("Direction").first.select_option("-")
    shown(page, "section('shops').items.map(({ rating }) => rating).join() === '4.8,4.7,4.6,4.5'")
    form.locator("summary", has_text="Who sees it").click()
    form.get_by_label("Android").check()
    save(page)
    section = next(one for one in stored(studio_server) if one["id"] == "shops")
    assert section["layout"] == {"type": "list", "options": {"row_height": 140}}
    assert section["source"] == {"query": {"filter": {"rating.gte": "4.5"}, "sort": "-rating"}}
    assert section["when"] == {"platforms": ["android"]}


def test_items_are_chosen_and_ordered(screen, studio_server):
    page = screen().page
    go(page, "#/screen/sections/recent_news")
    form = page.locator(FORM)
    form.get_by_label("Chosen ones").check()
    form.get_by_label("Add an item").fill("ワイン")
    form.get_by_role("button", name="Add “私共のぶどう園").click()
    form.get_by_label("Add an item").fill("1")
    form.get_by_role("button", name="Add “美味しい玉ねぎ").click()
    chosen = form.get_by_role("list", name="Items in their order").get_by_role("listitem")
    expect(chosen).to_have_count(2)
    chosen.nth(1).locator('[data-action="up"]').click()
    shown(page, "section('recent_news').items.map(({ id }) => id).join() === '1,2'")
    chosen.nth(0).locator('[data-action="remove"]').click()
    expect(chosen).to_have_count(1)
    shown(page, "section('recent_news').items.map(({ id }) => id).join() === '2'")
    form.get_by_label("By rules").check()
    form.get_by_label("Chosen ones").check()
    save(page)
    assert next(one for one in stored(studio_server) if one["id"] == "recent_news")["source"] == {"pinned": [2]}


def test_refusals_stand_at_their_controls(screen):
    page = screen().page
    go(page, "#/screen/sections/recent_news")
    form = page.locator(FORM)
    form.locator('[name="header.height"]').evaluate("(control) => control.closest('details').open = true")
    form.locator('[name="header.height"]').fill("2000")
    refusal = form.locator('[role="alert"][data-field="header.height"]')
    expect(refusal).to_contain_text("expected points from 0 to 1024")
    expect(form.locator('[name="header.height"]')).to_have_attribute("aria-invalid", "true")
    expect(row(page, "recent_news")).to_contain_text("Refused")
    form.locator('[name="header.height"]').fill("80")
    expect(refusal).to_be_hidden()
    expect(row(page, "recent_news")).not_to_contain_text("Refused")
    page.get_by_role("button", name="Take changes back").click()
    expect(form.locator('[name="header.height"]')).to_have_value("64")
    wait_for_screen(page)


def test_sections_that_others_have_changed_are_compared(screen, studio_server):
    page = screen(expected=[409, 412, 422]).page
    go(page, "#/screen/sections/shops")
    form = page.locator(FORM)
    form.locator('[name="title"]').fill("街の名店")
    path = "/v1/feeds/home/composition"
    theirs = studio_server.must("GET", path)
    theirs["sections"][4]["title"] = "近所のお店"
    theirs["sections"][1]["title"] = "新着"
    theirs["sections"].append(theirs["sections"].pop(0))
    studio_server.must("PUT", path, theirs)
    expect(page.locator(LIST)).to_contain_text("Somebody else has changed the sections")
    page.locator('[data-action="save"]').click()
    dialog = page.get_by_role("dialog")
    # What only they have changed is no question.
    expect(dialog.get_by_role("group")).to_have_count(1)
    expect(dialog.get_by_role("group")).to_contain_text("街の名店 · Title")
    expect(dialog).to_contain_text("近所のお店")
    dialog.locator('[data-action="keep-mine"]').click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    sections = stored(studio_server)
    assert [section["id"] for section in sections] == ORDER[1:] + ORDER[:1]
    titles = {section["id"]: section["title"] for section in sections}
    assert (titles["shops"], titles["recent_news"]) == ("街の名店", "新着")


def test_viewers_look_only(screen):
    page = screen(role="viewer", name="Vera").page
    go(page, "#/screen/sections/shops")
    expect(page.locator(f'{FORM} [name="title"]')).to_be_disabled()
    expect(page.get_by_role("button", name="Add a section")).to_be_disabled()
    expect(row(page, "shops").locator('[data-action="up"]')).to_be_disabled()
    expect(page.locator(FORM)).to_contain_text("Your role lets you look")


def test_a_number_can_be_emptied_to_enter_another(screen):
    page = screen().page
    go(page, "#/screen/sections/recent_news")
    limit = page.locator(f'{FORM} [name="limit"]')
    limit.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    wait_for_screen(page)
    expect(limit).to_have_value("")
    page.keyboard.type("5")
    shown(page, "section('recent_news').items.length === 5")
    expect(limit).to_have_value("5")
    page.keyboard.press("ControlOrMeta+z")
    expect(limit).to_have_value("100")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Tab")
    expect(limit).to_have_value("100")
