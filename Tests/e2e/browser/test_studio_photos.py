"""The library of photos in the studio: uploads, what is said of a photo, and where it is used."""

import re

from browser.studio import KIND, SAMPLES
from harness import eventually
from playwright.sync_api import expect

PANEL = "studio-photo"


def photos(server):
    return server.must("GET", "/v1/photos?limit=1000")["result"]


def upload(desk, *files):
    desk.upload(files, desk.action("upload", "studio-photos"))


def test_a_photo_with_camera_data_is_uploaded_and_described(studio):
    desk = studio(path="#/photos")
    upload(desk, SAMPLES / "synth-exp-04-10_2500.jpg")
    panel = desk.locator(PANEL)
    for text in ("SYNTH EXP", "1/250 s", "ISO 100"):
        expect(panel).to_contain_text(text)
    alt = panel.get_by_label("Alternative text")
    alt.fill("A sample <b>picture</b>")
    alt.press("Tab")
    panel.get_by_role("slider", name="From the left").press("Home")
    expect(panel.get_by_role("button", name="Back to the centre")).to_be_enabled()
    own = re.search(r"#/photos/(\w+)", desk.url)[1]

    def known():
        return desk.server.must("GET", f"/v1/photos/{own}")

    eventually(lambda: known()["focus"], "the photo has a focus point")
    assert (known()["alt"], known()["focus"]) == ("A sample <b>picture</b>", {"x": 0, "y": 0.5})
    panel.locator(".focus-area").click(position={"x": 2, "y": 2})
    eventually(lambda: known()["focus"]["y"] < 0.3, "the focus point is higher")
    # A text that was typed before a reload is there after it.
    alt.fill("A sample picture, again")
    desk.reload()
    expect(alt).to_have_value("A sample picture, again")
    alt.fill("A sample <b>picture</b>")
    desk.get_by_role("searchbox", name="Search photos").fill("sample")
    expect(desk.locator("studio-photos .photo-tile")).to_have_count(1)
    # Nothing uses it: it can be deleted.
    desk.press("delete", PANEL)
    desk.press("delete-yes")
    expect(panel).to_have_count(0)
    assert own not in [one["id"] for one in photos(desk.server)]


def test_several_files_are_uploaded_and_what_is_no_picture_says_so(studio, folder):
    desk = studio(path="#/photos", expected=(422,))
    known = len(photos(desk.server))
    (folder / "broken.jpg").write_bytes(b"no picture")
    upload(desk, SAMPLES / "synth-orient-1.jpg", folder / "broken.jpg", SAMPLES / "synth-exp-06-1_3.jpg")
    row = desk.locator("studio-photos .upload")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("broken.jpg")
    expect(row.get_by_role("button", name="Try again")).to_be_visible()
    row.get_by_role("button", name="Cancel the upload of broken.jpg").click()
    expect(row).to_have_count(0)
    assert len(photos(desk.server)) == known + 2


def test_a_photo_that_is_used_is_not_deleted_but_replaced(studio, studio_server):
    other, used = [studio_server.must("POST", "/v1/photos", (SAMPLES / name).read_bytes(), media_type="image/jpeg")["id"]
                   for name in ("synth-orient-2.jpg", "synth-orient-3.jpg")]
    studio_server.patch(KIND, 5, {"thumbnail_url": f"{studio_server.address}/v1/photos/{used}.jpg"})
    desk = studio(expected=(409,), path=f"#/photos/{used}")
    uses = re.compile("^Recent news")
    expect(desk.locator(PANEL).get_by_role("link", name=uses)).to_be_visible()
    desk.press("delete", PANEL)
    desk.press("delete-yes")
    expect(desk.dialog).to_contain_text("The photo cannot be deleted")
    expect(desk.dialog.get_by_role("link", name=uses)).to_be_visible()
    desk.keyboard.press("Escape")
    desk.press("replace", PANEL)
    desk.dialog.locator(f'[data-photo="{other}"]').click()
    desk.expect_status(re.compile("unsaved change"))
    desk.save()
    assert desk.item(5)["thumbnail_url"] == f"/v1/photos/{other}.jpg"
