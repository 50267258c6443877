"""An edit appears in an open page, without a jump, and a text is text whatever it says."""

HOSTILE = '<img src=x onerror="window.hacked = true">'
TITLE = """
({ section, item, text }) => {
  const tree = document.querySelector("tanada-feed").shadowRoot;
  const box = tree.querySelector(`[data-section="${section}"] [data-item="${item}"]`);
  return [...box?.querySelectorAll("[data-slot='headline']") ?? []]
    .some((slot) => slot.textContent === text);
}
"""


def headline_is(page, section, item, text):
    page.wait_for_function(
        TITLE, arg={"section": section, "item": item, "text": text}, polling=10
    )


def test_an_edit_appears(watch, server):
    page = watch("/", viewport={"width": 390, "height": 844}).page
    page.evaluate("scrollTo(0, 300)")
    before = server.must("GET", "/v1/content/recent_news/1")["result"][0]["title"]
    for text in ("速報1", "速報2", before):
        server.patch("recent_news", 1, {"title": text})
        headline_is(page, "recent_news", 1, text)
        assert page.evaluate("scrollY") == 300


def test_an_edit_before_the_page_listens_is_shown(prepare, server):
    before = server.must("GET", "/v1/content/recent_news/1")["result"][0]["title"]
    watched, held = prepare(viewport={"width": 390, "height": 844}), []
    watched.page.route("**/v1/events*", lambda route: held.append(route))
    try:
        # The page may begin to listen later than the edit is served.
        with watched.page.expect_request("**/v1/events*"):
            page = watched.open()
            server.patch("recent_news", 1, {"title": "接続前"})
            server.wait_for_text("接続前")
        while not held:
            page.evaluate("null")
        held.pop().continue_()
        headline_is(page, "recent_news", 1, "接続前")
    finally:
        server.patch("recent_news", 1, {"title": before})


def test_an_edit_keeps_what_was_dragged(watch, server):
    page = watch("/", viewport={"width": 390, "height": 844}).page
    element = page.locator('tanada-feed [data-section="campaign_banners"]')
    page.locator('tanada-feed [data-section="campaign_banners"] [aria-roledescription]').focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(section) => section.dataset.offset && section.dataset.offset !== '0'",
        arg=element.element_handle(),
    )
    offset = element.get_attribute("data-offset")
    before = server.must("GET", "/v1/content/recent_news/2")["result"][0]["title"]
    try:
        server.patch("recent_news", 2, {"title": "変わった"})
        headline_is(page, "recent_news", 2, "変わった")
        assert element.get_attribute("data-offset") == offset
    finally:
        server.patch("recent_news", 2, {"title": before})


def test_an_edit_lets_a_carousel_move_on(watch, server):
    page = watch("/", viewport={"width": 390, "height": 844}).page
    element = page.locator('tanada-feed [data-section="campaign_banners"]')
    page.locator('tanada-feed [data-section="campaign_banners"] [aria-roledescription]').focus()
    # The document is drawn again, with another title, while the banner has begun to turn.
    page.evaluate(
        """async () => {
          const feed = document.querySelector("tanada-feed");
          const changed = structuredClone(feed.document);
          changed.sections.find(({ id }) => id === "campaign_banners").items[0].title = "変わった";
          const banners = feed.shadowRoot.activeElement;
          banners.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          feed.document = changed;
        }"""
    )
    page.wait_for_function(
        "(section) => section.dataset.offset !== undefined", arg=element.element_handle(), polling=10
    )
    assert element.get_attribute("data-offset") == "-1"


def test_a_hostile_text_is_text(watch, server):
    before = {
        kind: server.must("GET", f"/v1/content/{kind}/1")["result"][0]
        for kind in ("recent_news", "trend_articles", "favorite_scenes")
    }
    try:
        for kind in before:
            server.patch(kind, 1, {"title": HOSTILE})
        watched = watch("/", viewport={"width": 390, "height": 3600})
        for kind in before:
            headline_is(watched.page, kind, 1, HOSTILE)
        assert watched.page.evaluate("window.hacked") is None
        assert watched.page.evaluate(
            """document.querySelector("tanada-feed").shadowRoot.querySelectorAll("img[src=x]").length"""
        ) == 0
    finally:
        for kind, item in before.items():
            server.patch(kind, 1, {"title": item["title"]})
