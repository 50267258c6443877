"""Two studios edit the same items at random, with reloads and a server that is killed twice: no acknowledged change and
no unsaved text is lost. Each types texts that occur once, so that every one can be found again."""

import random

from browser.studio import FORM, KIND, SETTINGS, Studio
from harness import eventually
from playwright.sync_api import Error

ITEMS = 20
CHANGES, SAVING = "look.changes", "look.studio().saving"


def number(subject):
    return int(subject.rsplit("/", 1)[1])


class Person(Studio):
    """One person, with the texts that were typed and not acknowledged, and those that were."""

    def __init__(self, browser, server, name, choose):
        super().__init__(browser, server, name=name, path=f"#/items/{KIND}", viewport={"width": 1280, "height": 800})
        self.name, self.choose = name, choose
        self.unsaved, self.acknowledged, self.count = {}, [], 0

    def act(self, is_dead):
        self.answer()
        self.note_saved()
        action = self.choose.choices([self.edit, self.ask, self.reload], [6, 3, 1])[0]
        if self.has_dialog():
            return
        # A page that is not there cannot be loaded, and neither can an item that is not open.
        if is_dead and action == self.reload:
            action = self.ask
        if is_dead and action == self.edit:
            if self.title.count():
                self.type(number(self.page.locator(FORM).get_attribute("data-subject")))
        else:
            action()

    def has_dialog(self):
        return self.page.locator("dialog[open]").count() > 0

    def edit(self):
        item = self.choose.randint(1, ITEMS)
        self.go(f"#/items/{KIND}/{item}")
        self.locator(f'{FORM}[data-subject="content/{KIND}/{item}"] [name="title"]').wait_for(state="attached")
        self.type(item)

    def type(self, item):
        """Types into the item that is open. A dialog that opens meanwhile takes the focus, and then nothing is typed."""
        self.count += 1
        text = f"{self.name} {self.count}"
        self.title.fill(text)
        shown = self.title.input_value()
        # A text that the other has saved at this moment may stand before it.
        if shown.endswith(text):
            self.unsaved[item] = shown
        else:
            assert self.has_dialog(), f"{self.name} typed {text!r}, and item {item} shows {shown!r}"

    def ask(self):
        """Asks for a save. It is acknowledged at once, or when the server is there again."""
        if self.answer() or self.page.evaluate(SAVING) != "idle":
            return
        try:
            self.action("save").click(timeout=5_000)
        except Error:
            # A dialog that has opened at this moment stands before the button: the next step answers it.
            if not self.has_dialog():
                raise

    def answer(self):
        """Resolves a conflict one way or the other. Returns whether there was one."""
        action = self.choose.choice(["take-theirs", "keep-mine"])
        # At once: when a dialog is answered, that of the next conflict may open.
        subject = self.page.evaluate("look.answerConflict", action)
        if subject and action == "take-theirs":
            self.unsaved.pop(number(subject), None)
        return subject is not None

    def note_saved(self):
        """Moves texts that are no change any more to those that were acknowledged."""
        if self.page.evaluate(SAVING) == "idle":
            changed = set(map(number, self.page.evaluate(CHANGES)))
            for item in self.unsaved.keys() - changed:
                self.acknowledged.append((item, self.unsaved.pop(item)))

    def reload(self):
        self.note_saved()
        self.page.reload()
        self.page.wait_for_selector("studio-shell")
        self.check()

    def check(self):
        changes = self.page.evaluate(CHANGES)
        for item, text in self.unsaved.items():
            change = changes.get(f"content/{KIND}/{item}")
            assert change and change["value"].get("title") == text or text in self.titles(item), (
                f"{self.name} lost the unsaved text {text!r} of item {item}: {change}")

    def titles(self, item):
        versions = self.server.must("GET", f"/v1/content/{KIND}/{item}/history?limit=1000")["result"]
        return [version["fields"].get("title") for version in versions if version["fields"]]

    def is_finished(self):
        if self.page.evaluate(SAVING) == "idle":
            self.answer()
            self.note_saved()
            if not self.page.evaluate(CHANGES):
                return True
            if not self.page.locator(".conflict-dialog").count():
                self.ask()
        self.page.wait_for_timeout(50)  # events of the page are handled meanwhile
        return False


def test_nothing_is_lost_beside_a_server_that_is_killed(browser, serve, make_store, size, seed, figure):
    steps, choose = size("steps", 60, soak=400), random.Random(seed)
    server = serve(make_store(settings=SETTINGS))
    known = {item["id"]: item for item in server.must("GET", f"/v1/content/{KIND}")["result"]}
    model = next(iter(known.values()))
    for item in set(range(1, ITEMS + 1)) - known.keys():
        server.must("PUT", f"/v1/content/{KIND}/{item}",
                    {name: model[name] for name in ("thumbnail_url", "title", "news_category", "published_at")})
    people = [Person(browser, server, name, choose) for name in ("Anna", "Ben")]
    kills = choose.sample(range(steps // 5, steps), 2)
    dead_until = None
    for step in range(steps):
        if step in kills:
            server.kill()
            dead_until = step + choose.randint(1, 4)
        if dead_until is not None and step >= dead_until:
            server.start()
            dead_until = None
        for person in people:
            try:
                person.act(is_dead=dead_until is not None)
            except Error as error:
                facts, errors = person.page.evaluate("look.facts"), person.errors[-12:]
                raise AssertionError(f"step {step}, {person.name}: {facts}; {errors}") from error
    if dead_until is not None:
        server.start()
    for person in people:
        person.check()
        eventually(person.is_finished, f"everything of {person.name} is saved")
    lost = [(person.name, item, text) for person in people for item, text in person.acknowledged
            if text not in person.titles(item)]
    assert not lost, f"acknowledged and lost: {lost}"
    count = sum(len(person.acknowledged) for person in people)
    assert count > steps / 4, f"only {count} changes were saved"
    for person in people:
        person.context.close()
    figure(f"studio, seed {seed}: {count} changes of two people were saved, and none was lost")
