"""Drags of sections, and the events that the page has seen of them."""

import json
from dataclasses import dataclass

from browser.expected import rect

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
# Tells animations that each frame comes much later than it does: they are over after a few.
QUICK = """
(() => {
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (action) => request((now) => action(now * 20));
})();
"""
# A drag whose velocity does not depend on how busy the machine is: its events say when they were.
SEND = """
(section, [start, y, distance, milliseconds, still]) => {
  let target = document.elementFromPoint(start, y);
  while (target.shadowRoot?.elementFromPoint(start, y)) {
    target = target.shadowRoot.elementFromPoint(start, y);
  }
  const began = performance.now();
  const send = (type, x, time) => {
    const event = new PointerEvent(type, {
      bubbles: true, composed: true, cancelable: true, pointerId: 1, pointerType: "mouse",
      isPrimary: true, button: type === "pointermove" ? -1 : 0, clientX: x, clientY: y,
    });
    Object.defineProperty(event, "timeStamp", { value: began + time });
    target.dispatchEvent(event);
  };
  const steps = 6;
  send("pointerdown", start, 0);
  for (let step = 1; step <= steps; step += 1) {
    send("pointermove", start + (distance * step) / steps, (milliseconds * step) / steps);
  }
  send("pointerup", start + distance, milliseconds + still);
}
"""
# A section at rest: its offset, where it is, and the rectangles of its items relative to it, by their ids.
AT_REST = """
async (section) => {
  while (!section.hasAttribute("data-offset")) await new Promise(requestAnimationFrame);
  const { x, y, width, height } = section.getBoundingClientRect();
  const items = [...section.querySelectorAll("[data-item]")]
    .filter((item) => getComputedStyle(item).visibility !== "hidden")
    .map((item) => {
      const box = item.getBoundingClientRect();
      return [Number(item.dataset.item),
        { x: box.x - x, y: box.y - y, width: box.width, height: box.height }];
    });
  return {
    offset: Number(section.dataset.offset), box: { x, y, width, height }, items,
    pointers: window.pointers,
  };
}
"""
# How far a pointer moves before it drags, in points.
THRESHOLD = 6
# The time that a velocity is measured over, in milliseconds.
VELOCITY_TIME = 100


def section(page, identifier):
    """The section's element, scrolled into the middle of the view."""
    found = page.query_selector(f'tanada-feed [data-section="{identifier}"]')
    found.evaluate("(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
    return found


@dataclass(frozen=True)
class Speed:
    """How long a pointer moves, and how long it is still before it lets go, in milliseconds."""

    moving: float
    still: float = 0


# With the mouse of the browser, as fast as it goes.
MOUSE = None
SLOW, FAST, FASTEST = Speed(300, 3 * VELOCITY_TIME), Speed(400), Speed(90)


@dataclass(frozen=True)
class Drag:
    """A drag from rest to rest."""

    before: float
    offset: float
    # The movement and speed at the release, in points and points per second.
    translation: float
    velocity: float
    # Where items are drawn then, relative to the section, by their ids.
    drawn: dict


def drag_all(page, element, drags):
    """Drags a section sideways, each time when it is at rest."""
    rest = element.evaluate(AT_REST)
    for distance, speed in drags:
        box, before = rest["box"], rest["offset"]
        # Below the bars of the page, also in a section that is higher than the view.
        y = max(box["y"] + min(box["height"] / 2, 200), 150)
        # A shelf is cut at its insets.
        start = box["x"] + (box["width"] - 20 if distance < 0 else 20)
        if speed is MOUSE:
            drag_with_mouse(page, start, y, distance)
        else:
            element.evaluate(SEND, [start, y, distance, speed.moving, speed.still])
        rest = element.evaluate(AT_REST)
        drawn = {identifier: rect(place) for identifier, place in rest["items"]}
        yield Drag(before, rest["offset"], *release(rest["pointers"]), drawn)


def drag_with_mouse(page, start, y, distance, steps=6):
    page.mouse.move(start, y)
    page.mouse.down()
    for step in range(1, steps + 1):
        page.mouse.move(start + distance * step / steps, y)
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
