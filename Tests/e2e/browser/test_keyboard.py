"""With the keyboard alone, everything is reached."""

# The element with the focus, with its section and its item.
FOCUSED = """
() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  return {
    id: element.id, text: element.textContent.trim().slice(0, 40),
    section: element.closest("[data-section]")?.dataset.section ?? null,
    item: element.closest("[data-item]")?.dataset.item ?? null,
    slot: element.querySelector("[data-slot]")?.dataset.slot ?? null,
    isCarousel: element.getAttribute("aria-roledescription") === "carousel",
    isVisible: element.checkVisibility() && element.getBoundingClientRect().width > 0,
  };
}
"""
# The item of a carousel that the next press of Tab reaches.
IN_FRONT = """
(section) => [...section.querySelectorAll("[data-item]")]
  .filter((item) => item.querySelector("[tabindex='0']")).map((item) => item.dataset.item)
"""


def walk(page, most=600):
    """Everything that Tab reaches, in order, until it leaves the page or is where it began."""
    places = []
    for _ in range(most):
        page.keyboard.press("Tab")
        place = page.evaluate(FOCUSED)
        if not place or (places and place == places[0]):
            break
        places.append(place)
    return places


def test_everything_is_reached(watch, server):
    watched = watch("/?width=full", viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page, document = watched.page, server.document(width=390)
    reached, carousels, controls = set(), set(), set()
    for _ in range(600):
        page.keyboard.press("Tab")
        place = page.evaluate(FOCUSED)
        if not place:
            break
        assert place["isVisible"], place
        if place["item"]:
            reached.add((place["section"], int(place["item"])))
        elif place["isCarousel"]:
            if place["section"] in carousels:
                break
            carousels.add(place["section"])
            reached |= turn(page, place["section"], document)
        elif not place["section"]:
            if place["id"] == "skip" and controls:
                break
            controls.add(place["id"] or place["text"])
    everything = {
        (section["id"], item["id"]) for section in document["sections"] for item in section["items"]
    }
    assert everything - reached == set(), f"the focus was at {place} last, after {sorted(carousels)}"
    moving = ("shelf", "snap_carousel", "circular_carousel", "card_stack", "carousel")
    assert carousels == {s["id"] for s in document["sections"] if s["layout"]["type"] in moving}
    assert {"feeds", "display", "Gallery"} <= controls


def turn(page, identifier, document):
    """Turns a carousel that has the focus from its first to its last place and back to the first."""
    section = next(s for s in document["sections"] if s["id"] == identifier)
    element = page.locator(f'tanada-feed [data-section="{identifier}"]')
    reached, places = set(), []
    page.keyboard.press("Home")
    for _ in section["items"]:
        page.wait_for_function(
            "(element) => element.hasAttribute('data-offset')", arg=element.element_handle()
        )
        front = element.evaluate(IN_FRONT)
        places.append((element.get_attribute("data-offset"), front))
        reached |= {(identifier, int(item)) for item in front}
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    # Where it has been, for whoever looks for an item that was not reached.
    print(identifier, places)
    return reached


def test_the_skip_link_leads_to_the_screen(watch):
    page = watch("/").page
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["text"] == "Skip to the home screen"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["section"]


def test_every_piece_of_the_gallery_is_reached(watch):
    watched = watch(
        "/gallery", ready=False, viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
    )
    # Pieces are drawn when they are near: one after the other, so that a busy server refuses none.
    for piece in watched.page.query_selector_all(".piece"):
        piece.scroll_into_view_if_needed()
        watched.page.wait_for_function("(piece) => piece.querySelector('tanada-feed')", arg=piece)
    assert watched.page.locator("tanada-feed").count() == 34
    watched.page.evaluate("scrollTo(0, 0)")
    places = walk(watched.page, most=900)
    labels = watched.page.evaluate(
        "[...document.querySelectorAll('.player button')].map((each) => each.ariaLabel)"
    )
    names = {place["text"] for place in places}
    assert len(labels) == 29
    assert sum(place["isCarousel"] for place in places) == 29
    assert {"Layouts", "Snapshot effects"} <= names


def test_the_link_of_a_header_keeps_the_focus_when_an_item_changes(watch, server):
    page = watch("/").page
    section = page.locator('tanada-feed [data-section="recent_news"]')
    link = section.locator(".action")
    link.focus()
    before = server.must("GET", "/v1/content/recent_news/1")["result"][0]["title"]
    server.patch("recent_news", 1, {"title": "速報です"})
    try:
        section.get_by_text("速報です").wait_for()
        assert page.evaluate(FOCUSED)["text"] == "すべて見る"
    finally:
        server.patch("recent_news", 1, {"title": before})
