"""A section that goes on fetches its pages while it is scrolled, and keeps them when it changes. The
pages are those of a stub, so that they can fail and change at any time."""

import copy
import json

import pytest

from conftest import FRAMES, Watched

SHOWN = """
() => [...document.querySelector("tanada-feed").shadowRoot.querySelectorAll("[data-item]")]
  .map((item) => Number(item.dataset.item))
"""
# Timers are over sooner: also the one after which a page that failed is asked for again.
QUICK = """
(() => {
  const { setTimeout } = window;
  window.setTimeout = (action, time = 0, ...values) => setTimeout(action, time / 50, ...values);
})();
"""
SIDE = 300
PAGE = 6


class Stub:
    """A feed of 30 squares, six on each page."""

    def __init__(self, server):
        document = server.document(width=390)
        self.section = next(s for s in document["sections"] if s["id"] == "pickup_photos")
        self.document = document
        self.revision = 1
        self.failures = 0

    def part(self, start):
        items, frames = [], []
        for n in range(start, start + PAGE):
            item = copy.deepcopy(self.section["items"][0])
            item.update(id=n + 1, title=f"{self.revision}/{n + 1}")
            items.append({k: v for k, v in item.items() if k not in ("image", "accessibility_label")})
            frames.append({"x": 0, "y": n * SIDE, "width": 390, "height": SIDE, "column": 0})
        size = {"width": 390, "height": (start + PAGE) * SIDE}
        layout = {**self.section["layout"], "frames": frames, "content_size": size}
        following = f"/v1/stub/{self.revision}/{start + PAGE}" if start + PAGE < 30 else None
        return items, layout, size, following

    def answer(self, route):
        path = route.request.url.split("?")[0]
        if "/v1/stub/" in path:
            if self.failures:
                self.failures -= 1
                return route.fulfill(status=503, body="{}")
            items, layout, _, following = self.part(int(path.rsplit("/", 1)[1]))
            body = {"section": {**self.section, "items": items, "layout": layout}, "next": following}
        else:
            items, layout, size, following = self.part(0)
            section = {**self.section, "items": items, "layout": layout, "next": following}
            section["frame"] = {"x": 0, "y": 0, **size}
            body = {**self.document, "sections": [section], "content_size": size}
            body.update(revision=self.revision, generated_at=f"2026-01-01T00:00:{self.revision:02}Z")
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))


@pytest.fixture
def stub(browser, server, request):
    """An open page of a stub, and the stub; with as many failures as the test's parameter says."""
    stub = Stub(server)
    stub.failures = getattr(request, "param", 0)
    watched = Watched(browser, server, viewport={"width": 390, "height": 844})
    watched.page.add_init_script(QUICK)
    watched.page.route("**/v1/stub/**", stub.answer)
    watched.page.route("**/v1/feeds/home?*", stub.answer)
    watched.open("/?width=full")
    yield watched.page, stub
    watched.context.close()


def scroll_to(page, item):
    """Scrolls down until an item is there, and then to it."""
    while item not in page.evaluate(SHOWN):
        page.mouse.wheel(0, 900)
        page.evaluate(FRAMES)
    box = page.locator(f'tanada-feed [data-item="{item}"]')
    box.evaluate("(element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })")
    page.evaluate(FRAMES)
    return box


def test_all_pages_are_reached(stub):
    page, _ = stub
    page.mouse.move(195, 500)
    scroll_to(page, 30)
    assert page.locator('tanada-feed [data-item="30"]').get_attribute("data-frame") == "0,8700,390,300"
    assert len(page.evaluate(SHOWN)) < 20


def test_a_change_keeps_what_is_in_view(stub):
    page, stub = stub
    page.mouse.move(195, 500)
    box = scroll_to(page, 15)
    before = box.bounding_box()["y"]
    stub.revision = 2
    # The document is fetched again.
    page.evaluate("document.querySelector('tanada-feed').removeAttribute('contrast')")
    page.wait_for_function("() => document.querySelector('tanada-feed').revision === 2")
    assert box.locator("[data-slot=headline]").text_content() == "2/15"
    assert abs(box.bounding_box()["y"] - before) < 0.5


@pytest.mark.parametrize("stub", [1], indirect=True)
def test_a_page_that_failed_is_asked_for_again(stub):
    page, stub = stub
    # The page after the first one failed. At the end of the feed nothing more can be scrolled.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(f"() => ({SHOWN})().includes(8)", polling=50)
    assert stub.failures == 0
