"""The viewer grows out of a cell and goes back to it, and shows the photos of the section."""

import urllib.request

import pytest

from browser.watched import Watched
from server import ROOT, Server
from browser.viewing import FINGERS, FOCUSED, SHOWN, SLOW, cell, drag, is_gone, open_photo, rests

PHONE = {"width": 390, "height": 844}
SAMPLE = ROOT / "Tests/FeedPhotosTests/Samples/synth-exp-04-10_2500.jpg"


@pytest.fixture
def page(watch):
    return watch("/", viewport=PHONE, script=SLOW).page


def test_a_photo_grows_out_of_its_cell_and_goes_back(page):
    # 1. At the first moment it is where its cell's picture is.
    page.evaluate("window.slow = 1e9")
    frame = open_photo(page, 2, is_loaded=False)
    first = page.evaluate(SHOWN)
    for side in ("x", "y", "width", "height"):
        assert abs(first[side] - frame[side]) < 1, side
    assert first["shade"] < 0.05
    # 2. Then it fills the window, and its cell is empty.
    page.evaluate("window.slow = 1")
    rests(page)
    assert page.evaluate(SHOWN)["width"] == 390
    assert cell(page, 2).locator(".face").is_hidden()
    # 3. It goes back there.
    page.evaluate("window.slow = 1e9")
    page.keyboard.press("Escape")
    assert page.evaluate(SHOWN)["width"] == pytest.approx(390, abs=1)
    page.evaluate("window.slow = 1")
    is_gone(page)
    assert cell(page, 2).locator(".face").is_visible()


def test_a_photo_that_is_closed_is_on_its_way_to_its_cell(page):
    frame = open_photo(page, 2)
    page.evaluate("window.slow = 30")
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => ({SHOWN})().width < 300")
    last = page.evaluate(SHOWN)
    assert frame["width"] <= last["width"] < 300 and 0 < last["shade"] < 1
    page.evaluate("window.slow = 1")
    is_gone(page)


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
    assert page.evaluate(SHOWN)["title"] == f"Pickup Photo No.{count[0]}"


def test_there_is_nothing_before_the_first_photo(page):
    open_photo(page, 0)
    drag(page, 200, 0, 100, lifts=False)
    assert 0 < page.evaluate(SHOWN)["x"] < 120
    drag(page, 200, 0, 100)
    rests(page, "1 / 20")


def test_a_swipe_leads_to_the_cell_of_the_photo_that_is_seen(page):
    open_photo(page, 0)
    for count in ("2 / 20", "3 / 20", "4 / 20"):
        drag(page, -100, 0, 80)
        rests(page, count)
    page.keyboard.press("Escape")
    is_gone(page)
    assert page.evaluate(FOCUSED) == "4"
    hidden = "faces => faces.filter((face) => face.style.visibility).length"
    assert page.locator("tanada-feed .face").evaluate_all(hidden) == 0


def test_a_pull_follows_the_finger_and_closes(page):
    frame = open_photo(page, 0)
    whole = page.evaluate(SHOWN)
    # 1. It follows, and what is behind appears.
    drag(page, 20, 200, 400, lifts=False)
    pulled = page.evaluate(SHOWN)
    assert pulled["width"] < whole["width"] and 0.3 < pulled["shade"] < 0.8
    middle = pulled["y"] + pulled["height"] / 2 - whole["y"] - whole["height"] / 2
    assert 150 < middle < 220
    # 2. A short one comes back.
    drag(page, 0, 60, 600, still=300)
    rests(page, "1 / 20")
    # 3. A long one closes the viewer, and so does a flick. The photo goes to its cell.
    drag(page, 0, 60, 60)
    is_gone(page)
    assert page.evaluate(FOCUSED) == "1"
    again = open_photo(page, 0)
    assert again == frame
    drag(page, 0, 300, 600, still=300)
    is_gone(page)


def test_a_pull_that_turns_back_does_not_close(page):
    open_photo(page, 0)
    drag(page, 0, 200, 300, lifts=False)
    drag(page, 0, -150, 100)
    rests(page, "1 / 20")


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
    page.wait_for_function(f"() => ({SHOWN})().width > 500")
    page.keyboard.press("0")
    rests(page, "2 / 20")
    page.keyboard.press("Escape")
    is_gone(page)
    assert page.evaluate(FOCUSED) == "2"


def test_a_tap_hides_what_is_not_the_photo(page):
    open_photo(page, 0)
    tap = [["pointerdown", 1, 100, 400, 0], ["pointerup", 1, 100, 400, 50]]
    tree = "document.querySelector('tanada-feed').shadowRoot"
    bars = f"() => getComputedStyle({tree}.querySelector('.bars')).visibility"
    for state in ("hidden", "visible"):
        page.evaluate(FINGERS, tap)
        page.wait_for_function(f"() => ({bars})() === '{state}'")


def test_nothing_moves_where_motion_is_reduced(watch):
    page = watch("/", viewport=PHONE, script=SLOW, reduced_motion="reduce").page
    page.evaluate("window.slow = 1e9")
    open_photo(page, 1)
    page.keyboard.press("ArrowRight")
    rests(page, "3 / 20")
    page.keyboard.press("Escape")
    is_gone(page)


def test_reading_from_the_right_the_next_photo_is_on_the_left(watch):
    page = watch("/?direction=rtl", viewport=PHONE, script=SLOW).page
    open_photo(page, 0)
    drag(page, 100, 0, 80)
    rests(page, "2 / 20")
    page.keyboard.press("ArrowRight")
    rests(page, "1 / 20")


def test_an_edit_that_arrives_meanwhile_leaves_the_photo_where_it_is(page, server):
    open_photo(page, 0)
    before = server.document(width=390)["revision"]
    server.patch("pickup_photos", 2, {"title": "Edited"})
    try:
        page.wait_for_function(f"() => document.querySelector('tanada-feed').revision > {before}")
        rests(page, "1 / 20")
        page.keyboard.press("ArrowRight")
        rests(page, "2 / 20")
        assert page.evaluate(SHOWN)["title"] == "Edited"
        page.keyboard.press("Escape")
        is_gone(page)
        assert page.evaluate(FOCUSED) == "2"
        assert cell(page, 1).locator(".face").is_visible()
    finally:
        server.patch("pickup_photos", 2, {"title": "Pickup Photo No.2"})


@pytest.fixture
def camera(server, tmp_path):
    """A server with one photo, which a camera has written something into."""
    own = Server(server.program, tmp_path, has_pictures=False)
    request = urllib.request.Request(
        f"{own.address}/v1/photos?address=https://example.com/pickup_photo1.jpg",
        data=SAMPLE.read_bytes(), method="POST",
        headers={"Authorization": f"Bearer {own.token}", "Content-Type": "image/jpeg"},
    )
    urllib.request.urlopen(request, timeout=120).close()
    own.wait_for_text("/v1/photos/")
    yield own
    own.stop()


def test_everything_about_a_photo_is_inside(browser, camera):
    watched = Watched(browser, camera, viewport=PHONE)
    page = watched.open("/")
    open_photo(page)
    rests(page, "1 / 1")
    text = page.evaluate(SHOWN)["text"]
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
    assert not watched.errors
    watched.context.close()
