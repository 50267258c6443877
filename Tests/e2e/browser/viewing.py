"""The photo viewer as a page has it, and fingers on it."""

PHOTOS = 'tanada-feed [data-section="pickup_photos"]'


def cell(page, index=0):
    return page.locator(f"{PHOTOS} [data-item]").nth(index)


def press_photo(page, index=0):
    # What lies far below the window has no elements yet.
    page.locator(PHOTOS).evaluate("(section) => section.scrollIntoView({ block: 'start', behavior: 'instant' })")
    box = cell(page, index)
    box.scroll_into_view_if_needed()
    frame = box.locator(".frame").bounding_box()
    box.locator("[role=button], [role=link]").first.click()
    return frame


def open_photo(page, index=0, is_loaded=True):
    frame = press_photo(page, index)
    page.wait_for_function("look.photo")
    if is_loaded:
        rests(page)
    return frame


def rests(page, count=None):
    """Waits until the whole photo is in the middle of the window, and nothing else is seen."""
    page.wait_for_function("look.isPhotoAtRest", arg=count)


def is_gone(page):
    page.wait_for_function("() => !tree.querySelector('dialog')")


def drag(page, across, down, milliseconds, lifts=True, still=0):
    x, y, steps = 195, 400, 6
    ways = [step / steps for step in range(1, steps + 1)]
    moves = [["pointermove", 1, x + across * way, y + down * way, milliseconds / steps] for way in ways]
    end = [["pointerup", 1, x + across, y + down, still]] if lifts else []
    page.evaluate("look.fingers", [["pointerdown", 1, x, y, 0], *moves, *end])
