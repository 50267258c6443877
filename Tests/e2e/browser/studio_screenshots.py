"""Takes the pictures of the studio for docs/studio.md: every panel, wide and narrow, light and dark.

    Tests/Browser/environment python3 Tests/Browser/studio_screenshots.py [PANEL …]
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

from conftest import CHROMIUM
from screenshots import IMAGES, Pending
from server import ROOT
from studio import go, invite, make_server, sign_in, wait_for_screen

SIZES = {1440: 900, 390: 844}
# Of JPEG: texts stay sharp, and a picture is small enough for a page with many of them.
QUALITY = 76
KIND = "recent_news"
TITLE = '[data-panel="item"] [name="title"]'


def show(page, region):
    """Shows a region where there is room for one."""
    switch = page.locator(f'.switcher [data-to="{region}"]')
    if switch.is_visible():
        switch.click()
        page.locator(".region.centre").evaluate("(region) => region.scrollTo(0, 0)")


def open_place(fragment, region):
    def prepare(page, server):
        go(page, fragment(server) if callable(fragment) else fragment)
        wait_for_screen(page)
        show(page, region)
    return prepare


def release(server):
    return f"#/releases/{server.send('GET', '/v1/releases')['result'][0]['id']}"


def revision(server):
    return f"#/history/{server.send('GET', '/v1/revisions?limit=3')['result'][-1]['number']}"


def photo(server):
    return f"#/photos/{server.send('GET', '/v1/photos?limit=6')['result'][-1]['id']}"


def edit(page, text):
    go(page, f"#/items/{KIND}/3")
    page.locator(f'[data-panel="item"][data-subject="content/{KIND}/3"]').wait_for(state="attached")
    show(page, "inspector")
    page.locator(TITLE).fill(text)
    wait_for_screen(page)


def save_dialog(page, server):
    edit(page, "お正月のご予約は25日まで")
    page.locator('[data-action="save-how"]').click()
    page.get_by_role("radio", name="Into a release").check()


def conflict(page, server):
    edit(page, "お正月のご予約は25日まで")
    server.patch(KIND, 3, {"title": f"ご予約は24日の正午まで{len(server.send('GET', '/v1/revisions')['result'])}"})
    page.locator('[data-action="save"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()


# The content of each picture, and the role that sees it.
PANELS = {
    "screen": open_place("#/screen/content/trend_articles/1", "screen"),
    "sections": open_place("#/screen/sections/pickup_photos", "navigator"),
    "section": open_place("#/screen/sections/shops", "inspector"),
    "items": open_place("#/items/shops", "navigator"),
    "item": open_place("#/items/shops/1", "inspector"),
    "release": open_place(release, "inspector"),
    "history": open_place(revision, "screen"),
    "photos": open_place("#/photos", "navigator"),
    "photo": open_place(photo, "inspector"),
    "people": open_place("#/people", "navigator"),
    "save": save_dialog,
    "conflict": conflict,
}


def fill(server):
    """Work of some days: edits, and a release that is prepared."""
    server.patch("trend_articles", 1, {"title": "冬の食卓に、土鍋ごはん"})
    server.patch("shops", 1, {"caption": "窓辺の光と、淹れたての一杯☕"})
    server.patch("pickup_photos", 2, {"title": "苺のパフェ"})
    number = server.send("POST", "/v1/releases", {
        "name": "Christmas", "note": "Banner and headline for the 24th.\nPlease check the date in the headline.",
    })["id"]
    server.send("PUT", f"/v1/releases/{number}/operations", {"operations": [
        {"op": "patch", "kind": KIND, "id": 1, "body": {"title": "クリスマスケーキのご予約、承ります", "title@en": "Order your Christmas cake"}},
        {"op": "patch", "kind": "trend_articles", "id": 2, "body": {"title": "聖夜に焼く、小さなパン"}},
    ]})
    for name, role in (("Ben", "contributor"), ("Chie", "viewer")):
        invite(server, name, role)


def main(names):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        playwright = stack.enter_context(sync_playwright())
        server = make_server(os.environ["TANADA"], folder, has_pictures=True)
        stack.callback(server.stop)
        fill(server)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, height in SIZES.items():
            for scheme in ("light", "dark"):
                wanted = {name: panel for name, panel in PANELS.items() if not names or name in names}
                take(browser, server, folder, wanted, width, height, scheme)
        browser.close()


def take(browser, server, folder, panels, width, height, scheme):
    """Takes pictures of panels, one after the other, in one session."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB",
        device_scale_factor=2 if width < 500 else 1, reduced_motion="reduce",
    )
    watched = type("Watched", (), {"page": context.new_page(), "server": server})
    pending = Pending(watched.page)
    sign_in(watched, "Anna", "admin")
    for name, prepare in panels.items():
        prepare(watched.page, server)
        pending.wait()
        png = pathlib.Path(folder) / f"{name}.png"
        watched.page.screenshot(path=png)
        forget(watched.page)
        target = IMAGES / f"studio-{name}-{width}-{scheme}.jpg"
        subprocess.run(["vips", "copy", png, f"{target}[Q={QUALITY},optimize_coding,strip,interlace]"], check=True)
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1024} KB", file=sys.stderr)
    context.close()


def forget(page):
    """Ends what the picture before has begun."""
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('studio-shell').app.working.discard()")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
