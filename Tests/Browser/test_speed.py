"""How fast the pages are. What is measured is printed; the limits only catch what has gone wrong."""

import json
import statistics

import pytest

from conftest import Watched
from server import Server, tanada

# The time until a feed is drawn and painted, in milliseconds from the beginning of the navigation.
PAINTED = """
document.addEventListener("tanada-update", () => {
  requestAnimationFrame(() => setTimeout(() => window.painted ??= performance.now()));
}, true);
"""
# How long to wait before the result is read and the page is loaded again, in milliseconds. Playwright
# evaluates nothing in the page until then: its first evaluation loads 300 kB of script, which takes the main
# thread for 20 ms.
SETTLED = 700
# Notes the time of each frame, in milliseconds.
FRAMES = """
() => {
  window.frameTimes = [];
  let last = 0;
  const next = (now) => {
    if (last) window.frameTimes.push(now - last);
    last = now;
    window.pendingFrame = requestAnimationFrame(next);
  };
  window.pendingFrame = requestAnimationFrame(next);
}
"""
STOP = "() => { cancelAnimationFrame(window.pendingFrame); return window.frameTimes; }"
ELEMENTS = "document.querySelector('tanada-feed').shadowRoot.querySelectorAll('*').length"


def summary(frames):
    ordered = sorted(frames)
    return (
        f"{statistics.median(ordered):.1f} ms a frame (median), "
        f"{ordered[int(len(ordered) * 0.95)]:.1f} ms (95th percentile), {len(ordered)} frames"
    )


def test_the_first_meaningful_paint(browser, server, record_property):
    times = []
    watched = Watched(browser, server, viewport={"width": 390, "height": 844})
    watched.page.add_init_script(PAINTED)
    for _ in range(16):
        watched.page.goto(watched.server.address, wait_until="commit")
        # The pictures of this load, and what is drawn after the first painting, are no part of the next.
        watched.page.wait_for_timeout(SETTLED)
        times.append(watched.page.evaluate("window.painted"))
    watched.context.close()
    # The first load fills the caches of the browser and of the server.
    warm = sorted(times[1:])
    record_property(
        "first meaningful paint of /", f"{statistics.median(warm):.0f} ms (median), {warm[0]:.0f} ms "
        f"(best), {times[0]:.0f} ms without caches"
    )
    assert warm[0] < 1000


@pytest.fixture(scope="module")
def wall(server, tmp_path_factory):
    """A server with feeds of 200 and of 1,000 photos."""
    folder = tmp_path_factory.mktemp("wall")
    own = Server(server.program, folder, has_pictures=False)
    lines = [
        json.dumps({
            "id": n, "photo_url": f"https://example.com/wall/{n}.jpg", "photo_width": 300 + n * 37 % 400,
            "photo_height": 300 + n * 53 % 500, "title": f"Photo {n}", "caption": f"写真 {n}",
            "published_at": "2022-12-01T07:30:00.000+0000",
        })
        for n in range(21, 1001)
    ]
    file = folder / "photos.ndjson"
    file.write_text("\n".join(lines) + "\n")
    tanada(server.program, folder, "import", "pickup_photos", str(file), "--format", "ndjson")
    for name, limit in (("wall", 1000), ("small", 200)):
        section = {"id": "photos", "kind": "pickup_photos", "title": "写真", "limit": limit}
        own.send("PUT", f"/v1/feeds/{name}/composition", {"sections": [section]})
        own.wait_for(name)
    yield own
    own.stop()


def scroll(browser, server, feed):
    """Scrolls through a feed: the times of frames, and the most elements that there were."""
    watched = Watched(browser, server, viewport={"width": 390, "height": 844})
    page = watched.open(f"/?feed={feed}")
    page.mouse.move(195, 500)
    page.evaluate(FRAMES)
    most = 0
    for _ in range(90):
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(16)
        most = max(most, page.evaluate(ELEMENTS))
    frames = page.evaluate(STOP)
    assert page.evaluate("scrollY") > 15_000
    # To the very end, where everything has been seen.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(300)
    most = max(most, page.evaluate(ELEMENTS))
    assert not watched.errors
    watched.context.close()
    return frames, most


def test_a_thousand_photos_scroll(browser, wall, record_property):
    _, few = scroll(browser, wall, "small")
    frames, most = scroll(browser, wall, "wall")
    record_property(
        "scrolling 1,000 photos", f"{summary(frames)}, at most {most} elements ({few} for 200)"
    )
    assert most <= few * 1.2
    assert statistics.median(frames) < 50


def test_the_ring_turns(watch, record_property):
    page = watch("/", viewport={"width": 390, "height": 844}).page
    page.locator('tanada-feed [aria-roledescription="carousel"]').first.focus()
    page.evaluate(FRAMES)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(400)
    frames = page.evaluate(STOP)
    record_property("turning the ring", summary(frames))
    assert statistics.median(frames) < 50
