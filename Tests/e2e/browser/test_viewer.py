"""The photo viewer: its numbers are those of `/v1/photos/{id}/viewer`."""

import json
import re
import urllib.request

import pytest

# The scale of the picture and where its top left corner is, in points.
STATE = """
() => {
  const tree = document.querySelector("tanada-feed").shadowRoot;
  const img = tree.querySelector("dialog[open] img");
  if (!img || img.hidden || !img.naturalWidth) return null;
  const { a, e, f } = new DOMMatrix(getComputedStyle(img).transform);
  return { scale: a, x: e, y: f, width: img.naturalWidth, height: img.naturalHeight };
}
"""
# Fingers as a screen reports them: [type, id, x, y] each, 50 milliseconds one after the other.
TOUCH = """
(events) => {
  const dialog = document.querySelector("tanada-feed").shadowRoot.querySelector("dialog");
  dialog.setPointerCapture = () => {};
  let time = performance.now();
  for (const [type, pointerId, clientX, clientY] of events) {
    const event = new PointerEvent(type, {
      bubbles: true, cancelable: true, pointerId, pointerType: "touch", isPrimary: pointerId === 1,
      button: type === "pointermove" ? -1 : 0, clientX, clientY,
    });
    Object.defineProperty(event, "timeStamp", { value: time });
    dialog.dispatchEvent(event);
    time += 50;
  }
}
"""
WIDTH, HEIGHT = 390, 844


@pytest.fixture
def viewer(watch, server):
    """A page with an open viewer, and the numbers that the server has for its picture."""
    page = watch("/", viewport={"width": WIDTH, "height": HEIGHT}).page
    section = next(s for s in server.document(width=WIDTH)["sections"] if s["id"] == "pickup_photos")
    item = section["items"][0]
    photo = re.search(r"/v1/photos/([0-9a-f]+)/", json.dumps(item["image"]["sources"]))[1]
    address = f"{server.address}/v1/photos/{photo}/viewer?width={WIDTH}&height={HEIGHT}"
    with urllib.request.urlopen(address, timeout=120) as answer:
        numbers = json.load(answer)
    box = page.locator(f'tanada-feed [data-section="pickup_photos"] [data-item="{item["id"]}"]')
    # What lies far below the window has no elements yet.
    page.locator('tanada-feed [data-section="pickup_photos"]').scroll_into_view_if_needed()
    box.scroll_into_view_if_needed()
    box.locator("[role=button], [role=link]").first.click()
    page.wait_for_function(STATE)
    return page, numbers


def rests(page, scale, x, y):
    """Waits until the picture is at rest there."""
    page.wait_for_function(
        f"""([scale, x, y]) => {{
          const now = ({STATE})();
          return now && Math.abs(now.scale - scale) < 1e-4 && Math.abs(now.x - x) < 0.5
            && Math.abs(now.y - y) < 0.5;
        }}""",
        arg=[scale, x, y],
    )


def scale_in(page, numbers):
    """The scale of the page's picture at which the whole photo has a scale of 1. The picture may be a
    smaller rendition."""
    return numbers["image"]["width"] / page.evaluate(STATE)["width"]


def test_the_whole_picture_is_in_the_middle(viewer):
    page, numbers = viewer
    fit = numbers["fit"]
    rests(page, numbers["minimum_scale"] * scale_in(page, numbers), fit["x"], fit["y"])


def test_a_double_tap_zooms_about_the_finger_and_back(viewer):
    page, numbers = viewer
    ratio, fit = scale_in(page, numbers), numbers["fit"]
    x, y = 100, 400
    tap = [["pointerdown", 1, x, y], ["pointerup", 1, x, y]]
    scale = numbers["double_tap_scale"]
    growth = scale / numbers["minimum_scale"]
    page.evaluate(TOUCH, 2 * tap)
    grown = {side: numbers["image"][side] * scale for side in ("width", "height")}
    place = {
        # The point under the finger stays there, unless the picture would leave an edge free.
        "x": min(0, max(WIDTH - grown["width"], x - (x - fit["x"]) * growth)),
        "y": min(0, max(HEIGHT - grown["height"], y - (y - fit["y"]) * growth)),
    }
    rests(page, scale * ratio, place["x"], place["y"])
    page.evaluate(TOUCH, 2 * tap)
    rests(page, numbers["minimum_scale"] * ratio, fit["x"], fit["y"])


def test_a_pinch_gives_way_beyond_the_limits_and_springs_back(viewer):
    page, numbers = viewer
    ratio, fit = scale_in(page, numbers), numbers["fit"]
    small, large = numbers["minimum_scale"] * ratio, numbers["maximum_scale"] * ratio
    # 1. Apart by far more than the largest scale.
    page.evaluate(TOUCH, [
        ["pointerdown", 1, 185, 422], ["pointerdown", 2, 205, 422],
        ["pointermove", 1, 45, 422], ["pointermove", 2, 345, 422],
    ])
    pulled = page.evaluate(STATE)["scale"]
    assert large < pulled < small * 15
    page.evaluate(TOUCH, [["pointerup", 1, 45, 422], ["pointerup", 2, 345, 422]])
    page.wait_for_function(f"() => Math.abs(({STATE})().scale - {large}) < 1e-4")
    # 2. Together, below the smallest.
    page.evaluate(TOUCH, [
        ["pointerdown", 1, 45, 422], ["pointerdown", 2, 345, 422],
        ["pointermove", 1, 190, 422], ["pointermove", 2, 200, 422],
    ])
    assert page.evaluate(STATE)["scale"] < small
    page.evaluate(TOUCH, [["pointerup", 1, 190, 422], ["pointerup", 2, 200, 422]])
    rests(page, small, fit["x"], fit["y"])


@pytest.mark.parametrize("how", ["Escape", "button"])
def test_it_is_closed(viewer, how):
    page, _ = viewer
    if how == "Escape":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("button", name="Close").click()
    page.wait_for_function(
        "() => !document.querySelector('tanada-feed').shadowRoot.querySelector('dialog')"
    )
