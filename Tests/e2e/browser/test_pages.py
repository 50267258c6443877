"""The pages are quiet: no message, no request elsewhere, no shift. (`watch` checks the first two.)"""

import itertools

import pytest
from browser.watched import DESK, SOAK_SEED

PATHS = ["/", "/?width=768&scheme=dark", "/?text_size=2&direction=rtl", "/gallery"]
SCREENS = list(itertools.product(PATHS, [390, 768, 1280]))
if SOAK_SEED is None:
    SCREENS = list(zip(PATHS, [390, 1280, 768, 390])) + [("/", 1280), ("/gallery", 1280)]


@pytest.mark.parametrize("path,width", SCREENS)
def test_nothing_shifts(watch, path, width):
    watched = watch(path, ready=path != "/gallery", viewport={"width": width, "height": 844})
    watched.rest()
    assert watched.evaluate("shift") == 0


def test_what_is_chosen_is_in_the_address(watch):
    page = watch(viewport=DESK)
    for label in ("768", "Dark", "RTL"):
        page.get_by_label(label).check(force=True)
    page.locator("#size").fill("150")
    page.locator("#size").dispatch_event("change")
    assert page.url.endswith("/?width=768&scheme=dark&text_size=1.5&direction=rtl")
    page.wait_for_function("""() => {
      const shown = feed.document;
      return shown.viewport.width === 768 && shown.text_size === 1.5 && shown.direction === "rtl";
    }""")
    page.reload()
    page.wait()
    assert page.locator("#size-value").text_content() == "150 %"
    assert page.get_by_label("768").is_checked()
    address = page.locator("#address").get_attribute("href")
    assert address == "/v1/feeds/home?width=768&text_size=1.5&direction=rtl"


def test_the_policy_keeps_scripts_out(watch):
    page = watch(expected=["Content Security Policy"])
    blocked = page.evaluate("""() => new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "window.hacked = true";
      document.body.append(script);
      setTimeout(() => resolve(null), 60_000);
    })""")
    assert blocked == "script-src-elem"
    assert page.evaluate("window.hacked") is None


def test_a_link_shows_a_release_before_it_is_published(watch, server):
    release = server.prepare("Christmas", {"op": "patch", "kind": "recent_news", "id": 1, "body": {"title": "公開前"}})
    path = f"/v1/releases/{release}"
    try:
        page = watch(server.must("POST", f"{path}/links")["page"])
        headline = page.item("recent_news", 1).locator('[data-slot="headline"]')
        assert headline.first.text_content() == "公開前"
        assert page.locator("#release").text_content().startswith(f"Preview of release {release}")
        page.evaluate("document.querySelector('[name=width][value=\"375\"]').click()")
        assert "preview=" in page.evaluate("location.search")
        assert "公開前" not in str(server.document(width=390))
    finally:
        server.must("DELETE", path)
    assert watch().page.locator("#release").is_hidden()
