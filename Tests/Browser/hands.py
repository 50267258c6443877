"""Three ways of using a page: by mouse alone, by keyboard alone, and by finger on a phone."""

from playwright.sync_api import expect

# Whether the focus is on an element, or in it.
HAS_FOCUS = """
(element) => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return element === active;
}
"""
# More stops than a page has.
STOPS = 600


class Mouse:
    """A mouse for everything, and the keyboard for texts alone."""

    name = "mouse"
    options = {"viewport": {"width": 1440, "height": 900}}

    def __init__(self, page):
        self.page = page

    def show(self, region):
        """Everything is shown at once."""

    def press(self, locator):
        locator.click()

    def write(self, locator, text):
        self.press(locator)
        locator.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, locator, label):
        locator.select_option(label=label)


class Finger(Mouse):
    """A finger, on a phone, which shows one region at a time."""

    name = "finger"
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def show(self, region):
        if self.page.locator("studio-shell").get_attribute("data-region") != region:
            self.page.locator(f'.switcher [data-to="{region}"]').tap()

    def press(self, locator):
        locator.scroll_into_view_if_needed()
        locator.tap()


class Keyboard(Mouse):
    """A keyboard alone: what cannot be reached by Tab cannot be used."""

    name = "keyboard"

    def reach(self, locator):
        """Goes to an element, forwards from where the focus is, as a person would."""
        expect(locator).to_be_visible()
        seen = []
        for _ in range(STOPS):
            if locator.evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("Tab")
            seen.append(self.page.evaluate("document.activeElement?.outerHTML.slice(0, 120)"))
        raise AssertionError(f"{locator} cannot be reached by Tab; the last stops: {seen[-8:]}")

    def press(self, locator):
        self.reach(locator)
        is_choice = locator.evaluate("(element) => element.matches('input:is([type=radio], [type=checkbox])')")
        self.page.keyboard.press("Space" if is_choice else "Enter")

    def write(self, locator, text):
        self.reach(locator)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, locator, label):
        self.reach(locator)
        self.page.keyboard.type(label)


HANDS = [Mouse, Keyboard, Finger]
