"""The viewer grows out of a cell, and shows the photos of the section, by the numbers of `/v1/photos/{id}/viewer`."""

import json
import re

import pytest
from browser.viewing import cell, drag, is_gone, open_photo, rests
from harness import ROOT

SAMPLE = ROOT / "Tests/FeedPhotosTests/Samples/synth-exp-04-10_2500.jpg"
WIDTH, HEIGHT = 390, 844
PACED = "look.setPace(1);"


@pytest.fixture(scope="module")
def phone(lasting, server):
    return lasting(server, script=PACED).open()


@pytest.fixture
def page(phone):
    """That page, whose viewer is closed after the test."""
    yield phone
    phone.evaluate("look.pace = 1")
    if phone.evaluate("look.photo"):
        phone.keyboard.press("Escape")
    is_gone(phone)


def photo(page):
    return page.evaluate("look.photo")


def focused(page):
    return page.evaluate("look.focused()?.item")


def close(page, item):
    page.keyboard.press("Escape")
    is_gone(page)
    assert focused(page) == item


def test_a_photo_grows_out_of_its_cell_and_goes_back(page):
    # 1. At the first moment it is where its cell's picture is.
    page.evaluate("look.pace = 1e-9")
    frame = open_photo(page, 2, is_loaded=False)
    first = photo(page)
    for side in ("x", "y", "width", "height"):
        assert abs(first[side] - frame[side]) < 1, side
    assert first["shade"] < 0.05
    page.evaluate("look.pace = 1")
    rests(page)
    assert photo(page)["width"] == WIDTH
    assert cell(page, 2).locator(".face").is_hidden()
    page.evaluate("look.pace = 1e-9")
    page.keyboard.press("Escape")
    assert photo(page)["width"] == pytest.approx(WIDTH, abs=1)
    page.evaluate("look.pace = 1")
    is_gone(page)
    assert cell(page, 2).locator(".face").is_visible()


@pytest.mark.parametrize("across,milliseconds,still,count", [
    (-60, 60, 0, "3 / 20"), (60, 60, 0, "1 / 20"),  # flicks
    (-230, 600, 300, "3 / 20"), (230, 600, 300, "1 / 20"),  # slow, beyond the middle
    (-120, 600, 300, "2 / 20"), (120, 600, 300, "2 / 20"),  # not far enough
])
def test_a_swipe_goes_on_to_the_next_photo(page, across, milliseconds, still, count):
    open_photo(page, 1)
    rests(page, "2 / 20")
    drag(page, across, 3, milliseconds, still=still)
    rests(page, count)
    assert photo(page)["title"] == f"Pickup Photo No.{count[0]}"


def test_there_is_nothing_before_the_first_photo(page):
    open_photo(page, 0)
    drag(page, 200, 0, 100, lifts=False)
    assert 0 < photo(page)["x"] < 120
    drag(page, 200, 0, 100)
    rests(page, "1 / 20")


def test_a_swipe_leads_to_the_cell_of_the_photo_that_is_seen(page):
    open_photo(page, 0)
    for count in ("2 / 20", "3 / 20", "4 / 20"):
        drag(page, -100, 0, 80)
        rests(page, count)
    close(page, "4")
    hidden = "faces => faces.filter((face) => face.style.visibility).length"
    assert page.locator("tanada-feed .face").evaluate_all(hidden) == 0


def test_a_pull_follows_the_finger_and_closes(page):
    frame = open_photo(page, 0)
    whole = photo(page)
    # 1. It follows, and what is behind appears.
    drag(page, 20, 200, 400, lifts=False)
    pulled = photo(page)
    assert pulled["width"] < whole["width"] and 0.3 < pulled["shade"] < 0.8
    assert 150 < pulled["y"] + pulled["height"] / 2 - whole["y"] - whole["height"] / 2 < 220
    # 2. A short one comes back, and one that turns back.
    drag(page, 0, 60, 600, still=300)
    rests(page, "1 / 20")
    drag(page, 0, 200, 300, lifts=False)
    drag(page, 0, -150, 100)
    rests(page, "1 / 20")
    # 3. A long one closes the viewer, and so does a flick. The photo goes to its cell.
    drag(page, 0, 60, 60)
    is_gone(page)
    assert focused(page) == "1"
    assert open_photo(page, 0) == frame
    drag(page, 0, 300, 600, still=300)


def test_keys_go_through_the_photos(page):
    open_photo(page, 0)
    for key, count in [
        ("ArrowRight", "2 / 20"), ("ArrowRight", "3 / 20"), ("ArrowLeft", "2 / 20"),
        ("End", "20 / 20"), ("ArrowRight", "20 / 20"), ("Home", "1 / 20"), ("ArrowLeft", "1 / 20"),
    ]:
        page.keyboard.press(key)
        rests(page, count)
    page.get_by_role("button", name="Next photo").click()
    rests(page, "2 / 20")
    page.keyboard.press("+")
    page.wait_for_function("() => look.photo().width > 500")
    page.keyboard.press("0")
    rests(page, "2 / 20")
    close(page, "2")


def test_a_tap_hides_what_is_not_the_photo_and_a_button_closes_it(page):
    open_photo(page, 0)
    for state in ("hidden", "visible"):
        page.evaluate("look.fingers", [["pointerdown", 1, 100, 400, 0], ["pointerup", 1, 100, 400, 50]])
        page.wait_for_function(f"() => getComputedStyle(tree.querySelector('.bars')).visibility === '{state}'")
    page.get_by_role("button", name="Close").click()


def test_nothing_moves_where_motion_is_reduced(watch):
    page = watch(script=PACED, reduced_motion="reduce").page
    page.evaluate("look.pace = 1e-9")
    open_photo(page, 1)
    page.keyboard.press("ArrowRight")
    rests(page, "3 / 20")
    page.keyboard.press("Escape")
    is_gone(page)


def test_reading_from_the_right_the_next_photo_is_on_the_left(watch):
    page = watch("/?direction=rtl", script=PACED).page
    open_photo(page, 0)
    drag(page, 100, 0, 80)
    rests(page, "2 / 20")
    page.keyboard.press("ArrowRight")
    rests(page, "1 / 20")


def test_an_edit_that_arrives_meanwhile_leaves_the_photo_where_it_is(page, server, retitle):
    open_photo(page, 0)
    before = server.document(width=WIDTH)["revision"]
    retitle("pickup_photos", 2, "Edited")
    page.wait_for_function(f"() => feed.revision > {before}")
    rests(page, "1 / 20")
    page.keyboard.press("ArrowRight")
    rests(page, "2 / 20")
    assert photo(page)["title"] == "Edited"
    close(page, "2")
    assert cell(page, 1).locator(".face").is_visible()


def test_everything_about_a_photo_is_inside(watch, serve):
    server = serve()
    address = "/v1/photos?address=https://example.com/pickup_photo1.jpg"
    server.must("POST", address, SAMPLE.read_bytes(), media_type="image/jpeg")
    server.wait_for_text("/v1/photos/")
    page = watch(server=server).page
    open_photo(page)
    rests(page, "1 / 1")
    text = photo(page)["text"]
    assert "Pickup Photo No.1" in text and "Premium Gourmet Photo No.1" in text and "2022.12.01" in text
    page.get_by_role("button", name="About this photo").click()
    card = page.locator("tanada-feed .card")
    card.wait_for()
    # The same words are on the card that the server draws.
    assert [line.text_content() for line in card.locator("p").all()] == [
        "SYNTH EXP", "テスト Lens 50mm F2.8", "50mm\u2003f/2.8\u20031/250s\u2003ISO100",
    ]
    with page.expect_popup() as popup:
        card.get_by_role("link").click()
    popup.value.wait_for_url("**/v1/photos/*/card?omit_unknown=true")


class Viewer:
    """An open viewer, and the numbers that the server has for its picture."""

    def __init__(self, page, server):
        section = next(s for s in server.document(width=WIDTH)["sections"] if s["id"] == "pickup_photos")
        image = re.search(r"/v1/photos/([0-9a-f]+)/", json.dumps(section["items"][0]["image"]["sources"]))[1]
        self.numbers = server.must("GET", f"/v1/photos/{image}/viewer?width={WIDTH}&height={HEIGHT}", token=None)
        self.page, self.fit, self.size = page, self.numbers["fit"], self.numbers["image"]
        open_photo(page)
        # The scale of the page's picture at which the whole photo has a scale of 1: it may be a smaller rendition.
        self.ratio = self.size["width"] / self.picture()["width"]
        self.least, self.most = (self.numbers[f"{name}_scale"] * self.ratio for name in ("minimum", "maximum"))

    def picture(self):
        return self.page.evaluate("look.picture")

    def touch(self, *events):
        """Fingers, 50 milliseconds one after the other: what each does, which one it is, and where."""
        self.page.evaluate("look.fingers", [[f"pointer{kind}", *event, 50] for kind, *event in events])

    def rests(self, scale, x, y):
        self.page.wait_for_function("look.isPictureAt", arg=[scale, x, y])


def test_a_double_tap_zooms_about_the_finger_and_back(page, server):
    viewer, x, y = Viewer(page, server), 100, 400
    whole, scale = (viewer.least, viewer.fit["x"], viewer.fit["y"]), viewer.numbers["double_tap_scale"]
    growth, taps = scale / viewer.numbers["minimum_scale"], 2 * [("down", 1, x, y), ("up", 1, x, y)]
    viewer.rests(*whole)
    viewer.touch(*taps)
    # The point under the finger stays there, unless the picture would leave an edge free.
    viewer.rests(
        scale * viewer.ratio,
        min(0, max(WIDTH - viewer.size["width"] * scale, x - (x - viewer.fit["x"]) * growth)),
        min(0, max(HEIGHT - viewer.size["height"] * scale, y - (y - viewer.fit["y"]) * growth)))
    viewer.touch(*taps)
    viewer.rests(*whole)


def test_a_pinch_or_a_swipe_may_begin_on_the_arrows(page, server):
    viewer = Viewer(page, server)
    arrow = page.get_by_role("button", name="Next photo").bounding_box()
    x, y = arrow["x"] + arrow["width"] / 2, arrow["y"] + arrow["height"] / 2
    viewer.touch(("down", 1, x, y), ("down", 2, x - 60, y), ("move", 2, x - 240, y))
    assert viewer.picture()["scale"] > viewer.least * 1.5
    viewer.touch(("up", 2, x - 240, y), ("up", 1, x, y))
    page.keyboard.press("0")
    rests(page, "1 / 20")
    viewer.touch(("down", 1, x, y), ("move", 1, x - 60, y), ("move", 1, x - 200, y), ("up", 1, x - 250, y))
    rests(page, "2 / 20")


def test_a_pinch_gives_way_beyond_the_limits_and_springs_back(page, server):
    viewer, y = Viewer(page, server), 422
    # 1. Apart by far more than the largest scale.
    viewer.touch(("down", 1, 185, y), ("down", 2, 205, y), ("move", 1, 45, y), ("move", 2, 345, y))
    assert viewer.most < viewer.picture()["scale"] < viewer.least * 15
    viewer.touch(("up", 1, 45, y), ("up", 2, 345, y))
    page.wait_for_function(f"() => Math.abs(look.picture().scale - {viewer.most}) < 1e-4")
    # 2. Together, below the smallest.
    viewer.touch(("down", 1, 45, y), ("down", 2, 345, y), ("move", 1, 190, y), ("move", 2, 200, y))
    assert viewer.picture()["scale"] < viewer.least
    viewer.touch(("up", 1, 190, y), ("up", 2, 200, y))
    viewer.rests(viewer.least, viewer.fit["x"], viewer.fit["y"])
