"""A section that goes on fetches its pages while it is scrolled, and keeps them when it changes. The
pages are those of a stub, so that they can fail and change at any time."""

import copy
import json

import pytest

from browser.watched import FRAMES, Watched

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
    """A feed of 30 squares, six on each page, and as many sections of one row of them below."""

    def __init__(self, server, below=0):
        self.below = below
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

    def row(self, index, top):
        items, layout, _, _ = self.part(0)
        size = {"width": 390, "height": SIDE}
        layout.update(frames=layout["frames"][:1], content_size=size)
        item = {**items[0], "id": 100 + index}
        frame = {"x": 0, "y": top + index * SIDE, **size}
        return {
            **self.section, "id": f"row_{index}", "items": [item], "layout": layout, "frame": frame,
            "next": None,
        }

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
            rows = [self.row(i, size["height"]) for i in range(self.below)]
            size = {**size, "height": size["height"] + SIDE * self.below}
            body = {**self.document, "sections": [section, *rows], "content_size": size}
            body.update(revision=self.revision, generated_at=f"2026-01-01T00:00:{self.revision:02}Z")
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))


@pytest.fixture
def stub(browser, server, request):
    """An open page of a stub, and the stub; with as many failures and sections below as the test's parameter
    says."""
    stub = Stub(server)
    stub.failures, stub.below = getattr(request, "param", (0, 0))
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


@pytest.mark.parametrize("stub", [(1, 0)], indirect=True)
def test_a_page_that_failed_is_asked_for_again(stub):
    page, stub = stub
    # The page after the first one failed. At the end of the feed nothing more can be scrolled.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(f"() => ({SHOWN})().includes(8)", polling=50)
    assert stub.failures == 0


# How far down the feed a section begins.
TOP = """
(id) => {
  const feed = document.querySelector("tanada-feed");
  const element = feed.shadowRoot.querySelector(`[data-section=${id}]`);
  return element.getBoundingClientRect().y - feed.getBoundingClientRect().y;
}
"""
FOCUSED = "() => document.activeElement.shadowRoot?.activeElement?.closest('[data-item]')?.dataset.item"


@pytest.mark.parametrize("stub", [(0, 2)], indirect=True)
def test_what_is_below_a_grid_does_not_recede(stub):
    page, _ = stub
    below = page.locator("tanada-feed [data-section=row_1]")
    # 1. Nothing is fetched by scrolling over the end, and what is below is reached.
    below.evaluate("(element) => element.scrollIntoView({ block: 'end', behavior: 'instant' })")
    page.evaluate(FRAMES)
    assert page.evaluate(TOP, "row_1") == (PAGE + 1) * SIDE
    assert below.bounding_box()["y"] <= 844 - SIDE
    # 2. The next page is there for whoever asks for it, with the keyboard as well.
    more = page.get_by_role("button", name="Show more")
    assert more.count() == 1
    box = more.bounding_box()
    assert box["height"] >= 44 and box["width"] >= 44
    for start in range(PAGE, 30, PAGE):
        more.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => ({FOCUSED})() === '{start + 1}'", polling=50)
        assert page.evaluate(TOP, "row_1") == (start + PAGE + 1) * SIDE
    # 3. At its end there is none, and none at the end of the feed.
    assert more.count() == 0


@pytest.mark.parametrize("stub", [(1, 1)], indirect=True)
def test_a_page_that_was_asked_for_and_failed_can_be_asked_for_again(stub):
    page, stub = stub
    page.get_by_role("button", name="Show more").click()
    page.wait_for_function(
        """() => {
          const { shadowRoot } = document.querySelector("tanada-feed");
          const more = shadowRoot.querySelector("button:not([hidden])");
          more?.click();
          return shadowRoot.querySelector("[data-item='8']");
        }""", polling=50,
    )
    assert stub.failures == 0
