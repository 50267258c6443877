"""With the keyboard alone, everything is reached."""

from browser.watched import DESK

MOVING = ("shelf", "snap_carousel", "circular_carousel", "card_stack", "carousel")


def stops(page):
    """Everything that Tab reaches, in order, until it leaves the page or is where it began."""
    page.evaluate("look.noteStops")
    while True:
        for _ in range(60):
            page.keyboard.press("Tab")
        found = page.evaluate("window.stops")
        end = next((number for number, stop in enumerate(found) if not stop or number and stop == found[0]), None)
        if end is not None:
            return found[:end]


def test_everything_is_reached(watch, server):
    page, document = watch("/?width=full", reduced_motion="reduce"), server.document(width=390)
    counts = {section["id"]: len(section["items"]) for section in document["sections"]}
    reached, carousels, controls, first = set(), set(), set(), None
    for _ in range(600):
        page.keyboard.press("Tab")
        place = page.evaluate("look.focused")
        if not place or place == first:
            break
        first = first or place
        assert place["isVisible"], place
        if place["item"]:
            reached.add((place["section"], int(place["item"])))
        elif place["isCarousel"]:
            if place["section"] in carousels:
                break
            carousels.add(place["section"])
            reached |= turn(page, place["section"], counts[place["section"]])
        elif not place["section"]:
            controls.add(place["id"] or place["text"])
    everything = {(section["id"], item["id"]) for section in document["sections"] for item in section["items"]}
    assert everything - reached == set(), f"the focus was at {place} last, after {sorted(carousels)}"
    assert carousels == {s["id"] for s in document["sections"] if s["layout"]["type"] in MOVING}
    assert {"feeds", "display", "Gallery"} <= controls


def turn(page, identifier, count):
    element, reached = page.section(identifier), set()
    page.keyboard.press("Home")
    for _ in range(count):
        page.wait_for_function("(element) => element.hasAttribute('data-offset')", arg=element.element_handle())
        reached |= {(identifier, int(item)) for item in element.evaluate("look.inFront")}
        page.keyboard.press("ArrowRight")
        # What a key moves has begun to move two frames later, on a busy machine as well.
        page.evaluate("new Promise((begun) => requestAnimationFrame(() => requestAnimationFrame(begun)))")
    page.keyboard.press("Home")
    return reached


def test_the_skip_link_leads_to_the_screen(watch):
    page = watch(viewport=DESK)
    page.keyboard.press("Tab")
    assert page.evaluate("look.focused")["text"] == "Skip to the home screen"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("look.focused")["section"]


def test_every_piece_of_the_gallery_is_reached(watch):
    page = watch("/gallery", ready=False, viewport=DESK, reduced_motion="reduce")
    # Pieces are drawn when they are near: one after the other, so that a busy server refuses none.
    for piece in page.query_selector_all(".piece"):
        piece.scroll_into_view_if_needed()
        page.wait_for_function("(piece) => piece.querySelector('tanada-feed')", arg=piece)
    assert page.locator("tanada-feed").count() == 34
    page.evaluate("scrollTo(0, 0)")
    places = stops(page)
    assert page.locator(".player button").count() == 29
    assert sum(place["isCarousel"] for place in places) == 29
    assert {"Layouts", "Snapshot effects"} <= {place["text"] for place in places}


def test_the_link_of_a_header_keeps_the_focus_when_an_item_changes(watch, retitle):
    watched = watch(viewport=DESK)
    section = watched.section("recent_news")
    section.locator(".action").focus()
    retitle("recent_news", 1, "速報です")
    section.get_by_text("速報です").wait_for()
    assert watched.evaluate("look.focused")["text"] == "すべて見る"
