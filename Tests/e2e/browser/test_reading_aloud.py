"""What screen readers are told, and what everybody can read."""

import pytest
from playwright.sync_api import expect

ON_PICTURES = [
    ("featured_topics", "rating"), ("featured_topics", "fixed"), ("trend_articles", "headline"),
    ("pickup_photos", "headline"), ("pickup_photos", "summary"), ("favorite_scenes", "headline"),
]
PLACES = """
() => [...tree.querySelectorAll("[role=listitem]")].map((e) => [e.dataset.item, e.ariaPosInSet, e.ariaSetSize])
"""


# A window in which the whole page is seen: for a picture of more than it, the window would be resized.
WHOLE = {"viewport": {"width": 390, "height": 5000}, "reduced_motion": "reduce"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_on_white_pictures(watch, scheme):
    page = watch("/?width=full", color_scheme=scheme, **WHOLE)
    page.rest()
    places = page.evaluate("look.bareTexts", ON_PICTURES)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    picture = page.screenshot()
    page.route("**/shot.png", lambda route: route.fulfill(body=picture, content_type="image/png"))
    contrasts = page.evaluate("look.contrasts", ["/shot.png", places])
    assert [(name, ratio) for name, ratio in zip(ON_PICTURES, contrasts) if ratio < 4.5] == []


def test_names_have_everything_that_a_cell_shows_and_links_say_of_which_section(watch, server):
    watched, described = watch("/?width=full", **WHOLE), 0
    for section in server.document(width=390)["sections"]:
        item = section["items"][0]
        name = watched.item(section["id"], item["id"]).locator(".face").get_attribute("aria-label")
        assert "\n" not in name
        for role in {"headline", "label", "summary", "place", "author"} & section["roles"].keys():
            assert item[section["roles"][role]] in name, (section["id"], role)
        if (section["header"] or {}).get("action"):
            link = watched.section(section["id"]).get_by_role("link", name="すべて見る")
            expect(link).to_have_accessible_description(section["title"])
            described += 1
    assert described >= 5


def test_an_item_says_where_it_is_in_its_list(watch, wall):
    page = watch("/?feed=small", server=wall)
    first = page.evaluate("feed.document.sections[0]")
    order = {str(item["id"]): str(index + 1) for index, item in enumerate(first["items"])}
    page.rest()
    drawn = page.evaluate(PLACES)
    assert 0 < len(drawn) < len(order)
    size = "-1" if first["next"] else str(len(order))
    assert drawn == [[item, order[item], size] for item, _, _ in drawn]
    page.evaluate("scrollTo(0, 4000)")
    page.wait_for_function(f"() => ({PLACES})()[0][1] > 10")
    assert all(place == order[item] for item, place, _ in page.evaluate(PLACES))


@pytest.mark.parametrize("path", ["/", "/gallery"])
def test_a_page_is_not_wider_than_the_smallest_phone(watch, path):
    watched = watch(path, ready=path == "/", viewport={"width": 320, "height": 700})
    watched.rest()
    assert watched.evaluate("document.documentElement.scrollWidth") == 320
