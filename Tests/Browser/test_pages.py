"""The pages are quiet: no message, no request elsewhere, no shift. (`watch` checks the first two.)"""

import pytest


PATHS = ["/", "/?width=768&scheme=dark", "/?text_size=2&direction=rtl", "/gallery"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_shifts(watch, path, width):
    watched = watch(path, ready=path != "/gallery", viewport={"width": width, "height": 844})
    if path == "/gallery":
        watched.page.wait_for_load_state("networkidle")
    watched.page.wait_for_timeout(500)
    assert watched.shift() == 0


def test_what_is_chosen_is_in_the_address(watch, server):
    watched = watch("/", viewport={"width": 1280, "height": 900})
    page = watched.page
    page.get_by_label("768").check(force=True)
    page.get_by_label("Dark").check(force=True)
    page.get_by_label("RTL").check(force=True)
    page.locator("#size").fill("150")
    page.locator("#size").dispatch_event("change")
    assert page.url.endswith("/?width=768&scheme=dark&text_size=1.5&direction=rtl")
    page.wait_for_function(
        """() => {
          const shown = document.querySelector("tanada-feed").document;
          return shown.viewport.width === 768 && shown.text_size === 1.5 && shown.direction === "rtl";
        }"""
    )
    page.reload()
    watched.wait()
    assert page.locator("#size-value").text_content() == "150 %"
    assert page.get_by_label("768").is_checked()
    address = page.locator("#address").get_attribute("href")
    assert address == "/v1/feeds/home?width=768&text_size=1.5&direction=rtl"


def test_the_policy_keeps_scripts_out(watch):
    page = watch("/").page
    blocked = page.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "window.hacked = true";
          document.body.append(script);
          setTimeout(() => resolve(null), 1000);
        })"""
    )
    assert blocked == "script-src-elem"
    assert page.evaluate("window.hacked") is None


@pytest.fixture(autouse=True)
def forgive_the_policy(request, monkeypatch):
    """The message of the script that is kept out is expected."""
    if request.node.name != "test_the_policy_keeps_scripts_out":
        return
    from conftest import Watched

    monkeypatch.setattr(Watched, "_note_message", lambda self, message: None)
