"""What screen readers are told, and what everybody can read."""

import pytest
from playwright.sync_api import expect

from browser.watched import Watched

# The number and the label of the rating, drawn without their texts on a white picture: how far their colours
# are from the lightest pixel behind them.
CONTRAST = """
async ([picture, places]) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(bitmap, 0, 0);
  const luminance = (color) => {
    const [r, g, b] = color.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return places.map(({ color, box: { x, y, width, height } }) => {
    const { data } = canvas.getImageData(x, y, width, height);
    let lightest = 0;
    for (let i = 0; i < data.length; i += 4) lightest = Math.max(lightest, luminance([...data.slice(i, i + 3)]));
    return (luminance(color) + 0.05) / (lightest + 0.05);
  });
}
"""
# The texts on the pictures of a section, which then are white and without these texts.
BARE = """
(roles) => {
  const tree = document.querySelector("tanada-feed").shadowRoot;
  for (const img of tree.querySelectorAll(".frame")) {
    img.replaceChildren();
    img.style.backgroundColor = "#fff";
  }
  return roles.map(([section, role]) => {
    const slot = tree.querySelector(`[data-section=${section}] [data-slot=${role}]`);
    const line = slot.querySelector(".line");
    const { x, y, width, height } = slot.getBoundingClientRect();
    const color = getComputedStyle(line).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
    line.style.visibility = "hidden";
    return { color, box: { x, y: y + scrollY, width, height } };
  });
}
"""
ON_PICTURES = [
    ("featured_topics", "rating"), ("featured_topics", "fixed"), ("trend_articles", "headline"),
    ("pickup_photos", "headline"), ("pickup_photos", "summary"), ("favorite_scenes", "headline"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_on_white_pictures(watch, scheme):
    # A window in which the whole page is seen: for a picture of more than it, the window would be resized.
    watched = watch(
        "/?width=full", viewport={"width": 390, "height": 5000}, color_scheme=scheme,
        reduced_motion="reduce",
    )
    page = watched.page
    watched.rest()
    places = page.evaluate(BARE, ON_PICTURES)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    picture = page.screenshot()
    page.route("**/shot.png", lambda route: route.fulfill(body=picture, content_type="image/png"))
    contrasts = page.evaluate(CONTRAST, ["/shot.png", places])
    assert [(name, ratio) for name, ratio in zip(ON_PICTURES, contrasts) if ratio < 4.5] == []


def test_names_have_everything_that_a_cell_shows(watch, server):
    page = watch("/?width=full", viewport={"width": 390, "height": 3700}, reduced_motion="reduce").page
    roles = {"headline", "label", "summary", "place", "author"}
    for section in server.document(width=390)["sections"]:
        item = section["items"][0]
        name = page.locator(
            f'tanada-feed [data-section="{section["id"]}"] [data-item="{item["id"]}"] .face'
        ).get_attribute("aria-label")
        assert "\n" not in name
        for role in roles & section["roles"].keys():
            assert item[section["roles"][role]] in name, (section["id"], role)


def test_a_link_to_all_of_a_section_says_of_which(watch, server):
    page = watch("/?width=full", viewport={"width": 390, "height": 3700}).page
    described = 0
    for section in server.document(width=390)["sections"]:
        if not (section["header"] or {}).get("action"):
            continue
        link = page.locator(f'tanada-feed [data-section="{section["id"]}"]').get_by_role("link", name="すべて見る")
        expect(link).to_have_accessible_description(section["title"])
        described += 1
    assert described >= 5


def test_an_item_says_where_it_is_in_its_list(browser, wall):
    watched = Watched(browser, wall, viewport={"width": 390, "height": 844})
    page = watched.open("/?feed=small")
    first = page.evaluate("document.querySelector('tanada-feed').document.sections[0]")
    places = """
      () => [...document.querySelector("tanada-feed").shadowRoot.querySelectorAll("[role=listitem]")]
        .map((item) => [item.dataset.item, item.ariaPosInSet, item.ariaSetSize])
    """
    order = {str(item["id"]): str(index + 1) for index, item in enumerate(first["items"])}
    watched.rest()
    drawn = page.evaluate(places)
    assert 0 < len(drawn) < len(order)
    size = "-1" if first["next"] else str(len(order))
    assert drawn == [[item, order[item], size] for item, _, _ in drawn]
    # Further down others are in the page, with places of their own.
    page.evaluate("scrollTo(0, 4000)")
    page.wait_for_function(f"() => ({places})()[0][1] > 10")
    assert all(place == order[item] for item, place, _ in page.evaluate(places))
    watched.context.close()


@pytest.mark.parametrize("path", ["/", "/gallery"])
def test_a_page_is_not_wider_than_the_smallest_phone(watch, path):
    watched = watch(path, ready=path == "/", viewport={"width": 320, "height": 700})
    watched.rest()
    assert watched.page.evaluate("document.documentElement.scrollWidth") == 320
