"""On paper there is the feed, all of it."""

# The content of the page when a printer asks: the items that have boxes, and the pictures of which nothing is seen.
PRINTED = """
() => addEventListener("beforeprint", () => {
  const { shadowRoot } = document.querySelector("tanada-feed");
  const frames = [...shadowRoot.querySelectorAll(".frame")];
  window.printed = {
    items: [...shadowRoot.querySelectorAll("[data-item]")].map((item) =>
      `${item.closest("[data-section]").dataset.section}/${item.dataset.item}`),
    empty: frames.filter((frame) =>
      !frame.querySelector("canvas") && !frame.querySelector("img")?.naturalWidth).length,
    frames: frames.length,
  };
})
"""


def test_every_section_is_printed(watch, server):
    watched = watch("/", viewport={"width": 1280, "height": 900})
    page = watched.page
    watched.rest()
    before = page.locator("tanada-feed [data-item]").count()
    page.evaluate(PRINTED)
    assert page.pdf(print_background=False).startswith(b"%PDF")
    printed = page.evaluate("window.printed")
    # 1. All that does not lie beside a row, with a picture or its placeholder.
    document = server.document(width=390)
    for section in document["sections"]:
        if section["layout"]["type"] in ("uniform_grid", "staggered_grid"):
            names = {f"{section['id']}/{item['id']}" for item in section["items"]}
            assert names <= set(printed["items"]), section["id"]
        assert any(name.startswith(f"{section['id']}/") for name in printed["items"])
    assert printed["frames"] > 20 and printed["empty"] == 0
    # 2. Afterwards the page is as it was.
    watched.rest()
    assert page.locator("tanada-feed [data-item]").count() == before


def test_no_phone_is_printed(watch):
    watched = watch("/", viewport={"width": 1280, "height": 900}, color_scheme="dark")
    page = watched.page
    page.emulate_media(media="print")
    for hidden in ("header.bar", "#controls", ".device > .status", "#source", "#status"):
        assert not page.locator(hidden).is_visible(), hidden
    screen = page.locator("#screen").bounding_box()
    feed = page.locator("tanada-feed").bounding_box()
    # The whole feed lies on the paper, in its middle, and nothing scrolls in a frame.
    assert screen["height"] >= feed["height"] > 2000
    drawn = page.evaluate(
        """() => {
          const { x, width } = document.querySelector("tanada-feed").shadowRoot
            .querySelector(".feed").getBoundingClientRect();
          return [x + width / 2, getComputedStyle(document.getElementById("device")).boxShadow];
        }"""
    )
    assert drawn == [640, "none"]
