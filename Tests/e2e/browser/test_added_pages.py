"""A section that goes on fetches its pages while it is scrolled, and keeps them when it changes. The
pages are those of a stub, so that they can fail and change at any time."""

import pytest

SIDE, PAGE, END = 300, 6, 30


class Stub:
    """A feed of 30 squares, six on each page, and as many sections of one row of them below; some pages fail first."""

    def __init__(self, server, failures=0, below=0):
        self.document = server.document(width=390)
        self.section = next(s for s in self.document["sections"] if s["id"] == "pickup_photos")
        self.revision, self.failures, self.below = 1, failures, below

    def part(self, start, count=PAGE):
        model = {k: v for k, v in self.section["items"][0].items() if k not in ("image", "accessibility_label")}
        numbers, size = range(start, start + count), {"width": 390, "height": (start + count) * SIDE}
        frames = [{"x": 0, "y": n * SIDE, "width": 390, "height": SIDE, "column": 0} for n in numbers]
        return self.section | {
            "items": [{**model, "id": n + 1, "title": f"{self.revision}/{n + 1}"} for n in numbers],
            "layout": {**self.section["layout"], "frames": frames, "content_size": size},
            "frame": {"x": 0, "y": 0, **size},
            "next": f"/v1/stub/{self.revision}/{start + count}" if start + count < END else None,
        }

    def row(self, index):
        row = self.part(0, 1) | {"id": f"row_{index}", "next": None}
        row["items"][0]["id"] = 100 + index
        row["frame"]["y"] = (PAGE + index) * SIDE
        return row

    def answer(self, route):
        path = route.request.url.split("?")[0]
        if "/v1/stub/" not in path:
            return route.fulfill(json={
                **self.document, "sections": [self.part(0), *map(self.row, range(self.below))],
                "revision": self.revision, "content_size": {"width": 390, "height": (PAGE + self.below) * SIDE},
                "generated_at": f"2026-01-01T00:00:{self.revision:02}Z"})
        if self.failures:
            self.failures -= 1
            return route.fulfill(status=503, body="{}")
        section = self.part(int(path.rsplit("/", 1)[1]))
        return route.fulfill(json={"section": section, "next": section["next"]})


@pytest.fixture
def open_stub(prepare, server):
    def open_page(**options):
        # Timers are over sooner: also the one after which a page that failed is asked for again.
        stub, watched = Stub(server, **options), prepare(script="look.hurry(50);", expected=["503"])
        for pattern in ("**/v1/stub/**", "**/v1/feeds/home?*"):
            watched.route(pattern, stub.answer)
        watched.open("/?width=full").mouse.move(195, 500)
        return watched, stub

    return open_page


def scroll_to(page, item):
    while item not in page.evaluate("look.ids"):
        page.mouse.wheel(0, 900)
        page.evaluate("look.frames")
    box = page.locator(f'tanada-feed [data-item="{item}"]')
    box.evaluate("(element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })")
    page.evaluate("look.frames")
    return box


def test_all_pages_are_reached(open_stub):
    page, _ = open_stub()
    assert scroll_to(page, 30).get_attribute("data-frame") == "0,8700,390,300"
    assert len(page.evaluate("look.ids")) < 20


def test_a_change_keeps_what_is_in_view(open_stub):
    page, stub = open_stub()
    box = scroll_to(page, 15)
    before = box.bounding_box()["y"]
    stub.revision = 2
    page.evaluate("feed.removeAttribute('contrast')")
    page.wait_for_function("() => feed.revision === 2")
    assert box.locator("[data-slot=headline]").text_content() == "2/15"
    assert abs(box.bounding_box()["y"] - before) < 0.5


def test_a_page_that_failed_is_asked_for_again(open_stub):
    page, stub = open_stub(failures=1)
    # The page after the first one failed. At the end of the feed nothing more can be scrolled.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("() => look.ids().includes(8)", polling=50)
    assert stub.failures == 0


def test_what_is_below_a_grid_does_not_recede(open_stub):
    page, _ = open_stub(below=2)
    below = page.locator("tanada-feed [data-section=row_1]")
    # 1. Nothing is fetched by scrolling over the end, and what is below is reached.
    below.evaluate("(element) => element.scrollIntoView({ block: 'end', behavior: 'instant' })")
    page.evaluate("look.frames")
    assert page.evaluate("look.top", "row_1") == (PAGE + 1) * SIDE
    assert below.bounding_box()["y"] <= 844 - SIDE
    # 2. The next page is there for whoever asks for it, with the keyboard as well.
    more = page.get_by_role("button", name="Show more")
    assert more.count() == 1
    box = more.bounding_box()
    assert box["height"] >= 44 and box["width"] >= 44
    for start in range(PAGE, END, PAGE):
        more.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("(item) => look.focused()?.item === item", arg=str(start + 1), polling=50)
        assert page.evaluate("look.top", "row_1") == (start + PAGE + 1) * SIDE
    assert more.count() == 0


def test_a_page_that_was_asked_for_and_failed_can_be_asked_for_again(open_stub):
    page, stub = open_stub(failures=1, below=1)
    page.get_by_role("button", name="Show more").click()
    page.wait_for_function(
        "() => (tree.querySelector('button:not([hidden])')?.click(), look.ids().includes(8))", polling=50)
    assert stub.failures == 0
