"""Three ways of using a page: by mouse alone, by keyboard alone, and by finger on a phone."""

from playwright.sync_api import expect

STOPS = 600


class Mouse:
    name = "mouse"
    options = {"viewport": {"width": 1440, "height": 900}}

    def __init__(self, page):
        self.page = page

    def show(self, region):
        """Everything is shown at once."""

    def press(self, locator, **options):
        locator.click(**options)

    def check(self, locator):
        self.press(locator)

    def write(self, locator, text):
        self.press(locator)
        locator.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, locator, label):
        locator.select_option(label=label)

    def write_moment(self, locator, moment):
        self.press(locator, position={"x": 4, "y": 4})
        locator.fill(moment)


class Finger(Mouse):
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
        """Goes to an element from where the focus is: onwards, or back if it is before that."""
        expect(locator).to_be_visible()
        key = "Shift+Tab" if locator.evaluate("look.isBeforeFocus") else "Tab"
        seen = []
        for _ in range(STOPS):
            is_there, stop = locator.evaluate("look.hasFocus")
            if is_there:
                return
            seen.append(stop)
            self.page.keyboard.press(key)
        raise AssertionError(f"{locator} cannot be reached by {key}; the last stops: {seen[-8:]}")

    def press(self, locator):
        self.reach(locator)
        self.page.keyboard.press("Space" if locator.get_attribute("type") == "checkbox" else "Enter")

    def write(self, locator, text):
        self.reach(locator)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def check(self, locator):
        self.reach(locator)
        for _ in range(STOPS):
            if locator.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{locator} cannot be chosen by the arrows")

    def choose(self, locator, label):
        self.reach(locator)
        self.page.keyboard.type(label)

    def write_moment(self, locator, moment):
        """Types a date and a time, part by part, in the order in which this browser has them."""
        day, time = moment.split("T")
        year, month, date = day.split("-")
        self.reach(locator)
        self.page.keyboard.type(f"{month}{date}{year}")
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.type(time.replace(":", "") + "AM")
        expect(locator).to_have_value(moment)


HANDS = [Mouse, Keyboard, Finger]
