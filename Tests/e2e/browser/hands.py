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
SAVED = "Everything is saved"


class Mouse:
    """A mouse for everything, and the keyboard for texts alone."""

    name = "mouse"
    options = {"viewport": {"width": 1440, "height": 900}}

    def __init__(self, page):
        self.page = page

    def show(self, region):
        """Everything is shown at once."""

    def press(self, locator, **options):
        locator.click(**options)

    def check(self, locator):
        """Chooses a radio button."""
        self.press(locator)

    def write(self, locator, text):
        self.press(locator)
        locator.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, locator, label):
        locator.select_option(label=label)

    def write_moment(self, locator, moment):
        """Sets a date and a time, as the browser's own picker does."""
        self.press(locator, position={"x": 4, "y": 4})
        locator.fill(moment)


class Finger(Mouse):
    """A finger, on a phone, which shows one region at a time."""

    name = "finger"
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def show(self, region):
        if self.page.locator("studio-shell").get_attribute("data-region") != region:
            self.page.locator(f'.switcher [data-to="{region}"]').tap()

    def press(self, locator, **options):
        locator.scroll_into_view_if_needed()
        locator.tap(**options)


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

    def check(self, locator):
        """Goes to the group of a radio button, which is one stop, and on by the arrows."""
        expect(locator).to_be_visible()
        name = locator.get_attribute("name")
        self.reach_any(f'input[type="radio"][name="{name}"]')
        for _ in range(STOPS):
            if locator.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{locator} cannot be chosen by the arrows")

    def reach_any(self, selector):
        """Goes to the one of some elements that Tab stops at."""
        for _ in range(STOPS):
            if self.page.evaluate("(selector) => Boolean(document.activeElement?.matches(selector))", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"none of {selector} can be reached by Tab")

    def choose(self, locator, label):
        self.reach(locator)
        self.page.keyboard.type(label)

    def write_moment(self, locator, moment):
        """Types a date and a time, part by part, in the order in which this browser has them."""
        day, time = moment.split("T")
        year, month, date = day.split("-")
        hour, minute = time.split(":")
        self.reach(locator)
        self.page.keyboard.type(f"{month}{date}{year}")
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.type(f"{hour}{minute}AM")
        expect(locator).to_have_value(moment)


HANDS = [Mouse, Keyboard, Finger]


def save_with(hand, page):
    """Saves, and waits until it is done."""
    hand.press(page.locator('[data-action="save"]'))
    expect(page.locator("studio-bar .status")).to_have_text(SAVED)
