"""Drags with the mouse, and what the page has seen of them."""

import json

# Notes every event of a drag as tanada.js gets it.
RECORD = """
window.pointers = [];
for (const type of ["pointerdown", "pointermove", "pointerup"]) {
  addEventListener(type, (event) => {
    if (type === "pointerdown") window.pointers = [];
    window.pointers.push({ type, x: event.clientX, time: event.timeStamp });
  }, true);
}
"""
# A drag whose velocity does not depend on how busy the machine is: all of its events in one task.
FLING = """
([start, y, distance, milliseconds]) => {
  let target = document.elementFromPoint(start, y);
  while (target.shadowRoot?.elementFromPoint(start, y)) {
    target = target.shadowRoot.elementFromPoint(start, y);
  }
  const send = (type, x) => target.dispatchEvent(new PointerEvent(type, {
    bubbles: true, composed: true, cancelable: true, pointerId: 1, pointerType: "mouse",
    isPrimary: true, button: type === "pointermove" ? -1 : 0, clientX: x, clientY: y,
  }));
  const steps = 6;
  const began = performance.now();
  send("pointerdown", start);
  for (let step = 1; step <= steps; step += 1) {
    while (performance.now() < began + (milliseconds * step) / steps);
    send("pointermove", start + (distance * step) / steps);
  }
  send("pointerup", start + distance);
}
"""
# How far a pointer moves before it drags, in points.
THRESHOLD = 6
# The time that a velocity is measured over, in milliseconds.
VELOCITY_TIME = 100


def section(page, identifier):
    """The section's element, scrolled into the middle of the view."""
    found = page.locator(f'tanada-feed [data-section="{identifier}"]')
    found.evaluate("(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
    return found


def offset(element):
    """The offset of a section at rest."""
    page = element.page
    page.wait_for_function(
        """(element) => element.hasAttribute("data-offset")""", arg=element.element_handle()
    )
    return float(element.get_attribute("data-offset"))


def drag(element, distance, milliseconds, holds):
    """Drags a section sideways and waits until it is at rest. Answers the translation and the velocity
    that it was let go with, in points and points per second."""
    page = element.page
    box = element.bounding_box()
    # Below the bars of the page, also in a section that is higher than the view.
    y = max(box["y"] + min(box["height"] / 2, 200), 150)
    # A shelf is cut at its insets.
    start = box["x"] + (box["width"] - 20 if distance < 0 else 20)
    if holds:
        drag_slowly(page, start, y, distance, milliseconds)
    else:
        page.evaluate(FLING, [start, y, distance, milliseconds])
    offset(element)
    return release(page.evaluate("window.pointers"))


def drag_slowly(page, start, y, distance, milliseconds):
    """Drags with the mouse of the browser, and holds it still before it lets go."""
    steps = max(4, milliseconds // 16)
    page.mouse.move(start, y)
    page.mouse.down()
    for step in range(1, steps + 1):
        page.mouse.move(start + distance * step / steps, y)
    page.wait_for_timeout(3 * VELOCITY_TIME)
    page.mouse.up()


def release(events):
    """The translation and the velocity at the end of a drag."""
    down, *moves, up = events
    samples, drags = [down], False
    for move in moves:
        drags = drags or abs(move["x"] - down["x"]) >= THRESHOLD
        if drags:
            samples.append(move)
    first = next((s for s in samples if up["time"] - s["time"] <= VELOCITY_TIME), None)
    time = up["time"] - first["time"] if first else 0
    velocity = (up["x"] - first["x"]) / time * 1000 if time > 0 else 0
    return up["x"] - down["x"], velocity


def number(value):
    """A number as the command line takes it, to the last bit."""
    return json.dumps(value)
