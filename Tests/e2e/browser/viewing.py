"""The photo viewer as a page has it, and fingers on it."""

# Lets animations go on as slowly as a test says: at 1e9 they stay where they begin.
SLOW = """
(() => {
  window.slow = 1;
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (action) => request((now) => action(now / window.slow));
})();
"""
# Fingers as a screen reports them: [type, id, x, y, milliseconds after the one before].
FINGERS = """
(events) => {
  const dialog = document.querySelector("tanada-feed").shadowRoot.querySelector("dialog");
  dialog.setPointerCapture = () => {};
  let time = performance.now();
  for (const [type, pointerId, clientX, clientY, pause] of events) {
    time += pause;
    const event = new PointerEvent(type, {
      bubbles: true, cancelable: true, pointerId, pointerType: "touch", isPrimary: pointerId === 1,
      button: type === "pointermove" ? -1 : 0, clientX, clientY,
    });
    Object.defineProperty(event, "timeStamp", { value: time });
    dialog.dispatchEvent(event);
  }
}
"""
# The part of the current photo that is shown, how dark it is behind, and what is said about it; null without a viewer.
SHOWN = """
() => {
  const dialog = document.querySelector("tanada-feed").shadowRoot.querySelector("dialog[open]");
  if (!dialog) return null;
  const slide = dialog.querySelector(".slide");
  const picture = slide.querySelector(".stand-in") ?? slide.querySelector("img");
  const box = picture.getBoundingClientRect();
  const scale = box.width / picture.offsetWidth;
  const edges = picture.style.clipPath.split("round")[0].match(/[-\\d.e]+(?=px)/g)?.map(Number) ?? [0];
  const [top, right = top, bottom = top, left = right] = edges.map((edge) => edge * scale);
  return {
    x: box.x + left, y: box.y + top, width: box.width - left - right, height: box.height - top - bottom,
    shade: Number(getComputedStyle(dialog.querySelector(".shade")).opacity),
    count: dialog.querySelector(".count").firstChild.textContent,
    title: dialog.querySelector(".title")?.textContent, text: dialog.querySelector(".texts").textContent,
    isLoaded: !slide.querySelector(".stand-in"),
  };
}
"""
# The item whose cell has the focus.
FOCUSED = """
() => document.querySelector("tanada-feed").shadowRoot.activeElement?.closest("[data-item]")?.dataset.item
"""
SECTION = "pickup_photos"


def cell(page, index=0):
    return page.locator(f'tanada-feed [data-section="{SECTION}"] [data-item]').nth(index)


def open_photo(page, index=0, is_loaded=True):
    """Opens a photo, and waits until the viewer is at rest."""
    page.locator(f'tanada-feed [data-section="{SECTION}"]').evaluate(
        "(section) => section.scrollIntoView({ block: 'start', behavior: 'instant' })"
    )
    box = cell(page, index)
    box.scroll_into_view_if_needed()
    frame = box.locator(".frame").bounding_box()
    box.locator("[role=button], [role=link]").first.click()
    page.wait_for_function(SHOWN)
    if is_loaded:
        rests(page)
    return frame


def rests(page, count=None):
    """Waits until the whole photo is in the middle of the window, and nothing else is seen."""
    page.wait_for_function(
        f"""(count) => {{
          const now = ({SHOWN})();
          return now && now.isLoaded && now.shade === 1 && Math.abs(now.x * 2 + now.width - innerWidth) < 1
            && Math.abs(now.y * 2 + now.height - innerHeight) < 1 && (!count || now.count === count);
        }}""",
        arg=count,
    )


def is_gone(page):
    page.wait_for_function(
        "() => !document.querySelector('tanada-feed').shadowRoot.querySelector('dialog')"
    )


def drag(page, across, down, milliseconds, lifts=True, still=0):
    """Drags the photo with one finger that begins in the middle."""
    x, y, steps = 195, 400, 6
    events = [["pointerdown", 1, x, y, 0]]
    for step in range(1, steps + 1):
        events.append([
            "pointermove", 1, x + across * step / steps, y + down * step / steps, milliseconds / steps
        ])
    if lifts:
        events.append(["pointerup", 1, x + across, y + down, still])
    page.evaluate(FINGERS, events)
