"""The library of photos in the studio: uploads, what is said of a photo, and where it is used."""

import pathlib
import re

from playwright.sync_api import expect

from browser.watched import PATIENCE
from browser.studio import go, until

SAMPLES = pathlib.Path(__file__).resolve().parent.parent / "FeedPhotosTests/Samples"
PICTURE = SAMPLES / "synth-exp-04-10_2500.jpg"
PANEL = "studio-photo"

HAS_PICTURES = True


def photos(server):
    return server.must("GET", "/v1/photos?limit=1000")["result"]


def upload(page, *files):
    with page.expect_file_chooser() as chooser:
        page.locator('studio-photos [data-action="upload"]').click()
    chooser.value.set_files([str(file) for file in files])


def test_a_photo_with_camera_data_is_uploaded_and_described(studio):
    watched = studio(path="#/photos")
    page, server = watched.page, watched.server
    upload(page, PICTURE)
    panel = page.locator(PANEL)
    expect(panel).to_contain_text("SYNTH EXP", timeout=PATIENCE)
    expect(panel).to_contain_text("1/250 s")
    expect(panel).to_contain_text("ISO 100")
    alt = panel.get_by_label("Alternative text")
    alt.fill("A sample <b>picture</b>")
    alt.press("Tab")
    slider = panel.get_by_role("slider", name="From the left")
    slider.press("Home")
    reset = panel.get_by_role("button", name="Back to the centre")
    expect(reset).to_be_enabled()
    own = re.search(r"#/photos/(\w+)", page.url)[1]

    def known():
        return server.must("GET", f"/v1/photos/{own}")

    until(lambda: known()["focus"])
    photo = known()
    assert (photo["alt"], photo["focus"]) == ("A sample <b>picture</b>", {"x": 0, "y": 0.5})
    # By pointer, on the picture.
    panel.locator(".focus-area").click(position={"x": 2, "y": 2})
    until(lambda: known()["focus"]["y"] < 0.3)
    # A text that was typed before a reload is there after it.
    alt.fill("A sample picture, again")
    page.reload()
    expect(alt).to_have_value("A sample picture, again")
    alt.fill("A sample <b>picture</b>")
    # It is found by its text.
    page.get_by_role("searchbox", name="Search photos").fill("sample")
    expect(page.locator("studio-photos .photo-tile")).to_have_count(1)
    # Nothing uses it: it can be deleted.
    panel.locator('[data-action="delete"]').click()
    page.locator('[data-action="delete-yes"]').click()
    expect(panel).to_have_count(0)
    assert own not in [one["id"] for one in photos(server)]


def test_several_files_are_uploaded_and_what_is_no_picture_says_so(studio, tmp_path):
    watched = studio(path="#/photos", expected=(422,))
    page, server = watched.page, watched.server
    known = len(photos(server))
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    upload(page, SAMPLES / "synth-orient-1.jpg", broken, SAMPLES / "synth-exp-06-1_3.jpg")
    row = page.locator("studio-photos .upload")
    expect(row).to_have_count(1, timeout=PATIENCE)
    expect(row).to_contain_text("broken.jpg")
    expect(row.get_by_role("button", name="Try again")).to_be_visible()
    row.get_by_role("button", name="Cancel the upload of broken.jpg").click()
    expect(row).to_have_count(0)
    assert len(photos(server)) == known + 2


def test_a_photo_that_is_used_is_not_deleted_but_replaced(studio):
    watched = studio(expected=(409,))
    page, server = watched.page, watched.server
    other, used = (photo["id"] for photo in photos(server)[:2])
    address = f"{server.address}/v1/photos/{used}.jpg"
    server.must("PATCH", "/v1/content/recent_news/5", {"thumbnail_url": address}, "application/merge-patch+json")
    go(page, f"#/photos/{used}")
    panel = page.locator(PANEL)
    expect(panel.get_by_role("link", name=re.compile("^Recent news"))).to_be_visible()
    panel.locator('[data-action="delete"]').click()
    page.locator('[data-action="delete-yes"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The photo cannot be deleted")
    expect(dialog.get_by_role("link", name=re.compile("^Recent news"))).to_be_visible()
    page.keyboard.press("Escape")
    panel.locator('[data-action="replace"]').click()
    page.get_by_role("dialog").locator(f'[data-photo="{other}"]').click()
    expect(page.locator("studio-bar .status")).to_have_text(re.compile("unsaved change"))
    page.locator('studio-bar [data-action="save"]').click()
    expect(page.locator("studio-bar .status")).to_have_text("Everything is saved")
    item = server.must("GET", "/v1/content/recent_news/5")["result"][0]
    assert item["thumbnail_url"].endswith(f"/v1/photos/{other}.jpg")
