"""Two studios beside a server that is killed. Each types texts that occur once, so that every one can be found again."""

import os
import pathlib
import random
import signal
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from playwright.sync_api import Error, sync_playwright  # noqa: E402

from server import Server  # noqa: E402
from studio import go, invite  # noqa: E402

KIND = "recent_news"
ITEMS = 20
CHROMIUM = os.environ.get("TANADA_CHROMIUM", "/usr/bin/chromium")
# The longest wait for a page, in milliseconds: a busy machine needs long.
PATIENCE = int(os.environ.get("TANADA_PATIENCE", "120000"))
CHANGES = "() => document.querySelector('studio-shell').app.working.changes"
# Answers the conflict that is asked about, and says whose it is; null without one.
ANSWER = """(action) => {
  const dialog = document.querySelector('.conflict-dialog[open]');
  if (!dialog) return null;
  const { subject } = dialog.querySelector('[data-subject]').dataset;
  dialog.querySelector(`[data-action="${action}"]`).click();
  return subject;
}"""
SAVING = "() => document.querySelector('studio-shell').app.state.get().saving"
# The policy of the page refuses texts of JavaScript that are no function.
IDLE = "() => document.querySelector('studio-shell').app.state.get().saving === 'idle'"


class Studio:
    """One person, with the texts that were typed and not acknowledged, and those that were."""

    def __init__(self, browser, server, name, choose):
        self.server, self.name, self.choose = server, name, choose
        self.context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        self.context.set_default_timeout(PATIENCE)
        self.messages = []
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.unsaved, self.acknowledged, self.count = {}, [], 0
        self.page.goto(invite(server, name, "editor"))
        self.page.wait_for_selector("studio-shell")
        go(self.page, "#/items/" + KIND)

    def edit(self):
        """Types a text into the title of an item."""
        item = self.choose.randint(1, ITEMS)
        self.open(item)
        self.type(item)

    def type(self, item):
        """Types into the item that is open. A dialog that opens meanwhile takes the focus, and then nothing is typed."""
        self.count += 1
        text = f"{self.name} {self.count}"
        control = self.page.locator('[data-panel="item"] [name="title"]')
        control.fill(text)
        shown = control.input_value()
        # A text that the other has saved at this moment may stand before it.
        if shown.endswith(text):
            self.unsaved[item] = shown
        elif not self.page.locator("dialog[open]").count():
            raise AssertionError(f"{self.name} typed {text!r}, and item {item} shows {shown!r}")

    def open(self, item):
        go(self.page, f"#/items/{KIND}/{item}")
        self.page.wait_for_function(
            """([kind, item]) => {
              const form = document.querySelector('[data-panel="item"]');
              return form?.dataset.subject === `content/${kind}/${item}` && form.elements.title;
            }""",
            arg=[KIND, item],
        )

    def save(self):
        """Asks for a save. It is acknowledged at once, or when the server is there again."""
        if self.conflict() or self.page.evaluate(SAVING) != "idle":
            return
        try:
            self.page.locator('[data-action="save"]').click(timeout=5_000)
        except Error:
            # A dialog that has opened at this moment stands before the button: the next step answers it.
            if not self.page.locator("dialog[open]").count():
                raise

    def conflict(self):
        """Resolves a conflict one way or the other. Returns whether there was one."""
        action = self.choose.choice(["take-theirs", "keep-mine"])
        # At once: when a dialog is answered, that of the next conflict may open.
        subject = self.page.evaluate(ANSWER, action)
        if subject and action == "take-theirs":
            # Mine is given up on purpose.
            self.unsaved.pop(int(subject.rsplit("/", 1)[1]), None)
        return subject is not None

    def note_saved(self):
        """Moves texts that are no change any more to those that were acknowledged."""
        if self.page.evaluate(SAVING) != "idle":
            return
        changed = {int(subject.rsplit("/", 1)[1]) for subject in self.page.evaluate(CHANGES)}
        for item in [item for item in self.unsaved if item not in changed]:
            self.acknowledged.append((item, self.unsaved.pop(item)))

    def reload(self):
        """Reloads the page, which is not there while the server is not."""
        self.note_saved()
        while True:
            try:
                self.page.reload()
                self.page.wait_for_selector("studio-shell")
                break
            except Error:
                if self.server.process.poll() is not None:
                    self.server.start(self.server.port)
        self.check()

    def check(self):
        """Every text that was not acknowledged is still there, or was saved meanwhile."""
        changes = self.page.evaluate(CHANGES)
        for item, text in self.unsaved.items():
            change = changes.get(f"content/{KIND}/{item}")
            if change and change["value"].get("title") == text:
                continue
            if text in titles(self.server, item):
                continue
            raise AssertionError(f"{self.name} lost the unsaved text {text!r} of item {item}: {change}")

    def finish(self):
        """Saves everything that is left."""
        while True:
            self.page.wait_for_function(IDLE)
            self.conflict()
            self.note_saved()
            if not self.page.evaluate(f"Object.keys(({CHANGES})()).length"):
                return
            if not self.page.locator(".conflict-dialog").count():
                self.save()
            self.page.wait_for_timeout(50)


def describe(studio, step):
    """Says what a studio was doing when it went wrong."""
    facts = studio.page.evaluate(
        """() => {
          const { place, saving, conflicts, isOnline, notice, bases } = document.querySelector('studio-shell').app.state.get();
          const inspector = document.querySelector('.inspector').textContent.slice(0, 300);
          return { place, saving, conflicts: conflicts.length, isOnline, notice, bases: Object.keys(bases), inspector };
        }"""
    )
    print(f"step {step}, {studio.name}: {facts}; {studio.messages[-12:]}", file=sys.stderr)


def titles(server, item):
    """All titles that an item has had."""
    found = server.send("GET", f"/v1/content/{KIND}/{item}/history?limit=1000")["result"]
    return [version["fields"].get("title") for version in found if version["fields"]]


def prepare(program, folder):
    server = Server(program, folder, has_pictures=False, settings={"locales": ["ja", "en"]})
    known = {item["id"]: item for item in server.send("GET", f"/v1/content/{KIND}")["result"]}
    model = next(iter(known.values()))
    fields = {name: model[name] for name in ("thumbnail_url", "title", "news_category", "published_at")}
    for item in range(1, ITEMS + 1):
        if item not in known:
            server.send("PUT", f"/v1/content/{KIND}/{item}", fields)
    return server


def main(steps, seed):
    program = os.environ["TANADA"]
    choose = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = prepare(program, folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        studios = [Studio(browser, server, name, choose) for name in ("Anna", "Ben")]
        kills = sorted(choose.sample(range(steps // 5, steps), 2))
        dead_until = None
        for step in range(steps):
            if step in kills:
                server.process.send_signal(signal.SIGKILL)
                server.process.wait()
                dead_until = step + choose.randint(1, 4)
            if dead_until is not None and step >= dead_until:
                server.start(server.port)
                dead_until = None
            for studio in studios:
                try:
                    act(studio, choose, is_dead=dead_until is not None)
                except Error:
                    describe(studio, step)
                    raise
        if dead_until is not None:
            server.start(server.port)
        for studio in studios:
            studio.check()
            studio.finish()
        lost = [
            (studio.name, item, text) for studio in studios for item, text in studio.acknowledged
            if text not in titles(server, item)
        ]
        count = sum(len(studio.acknowledged) for studio in studios)
        browser.close()
        server.stop()
    if lost:
        raise AssertionError(f"acknowledged and lost: {lost}")
    assert count > steps / 4, f"only {count} changes were saved"
    print(f"✔ studio, seed {seed}: {count} changes of two people were saved, and none was lost")


def act(studio, choose, is_dead):
    """One step of one person."""
    studio.conflict()
    studio.note_saved()
    action = choose.choices([studio.edit, studio.save, studio.reload], [6, 3, 1])[0]
    # A page that is not there cannot be loaded, and neither can an item that is not open.
    if is_dead and action == studio.reload:
        action = studio.save
    if is_dead and action == studio.edit:
        form = studio.page.locator('[data-panel="item"] [name="title"]')
        if not form.count() or studio.page.locator("dialog[open]").count():
            return
        item = int(studio.page.evaluate("document.querySelector('[data-panel=\"item\"]').dataset.subject").rsplit("/", 1)[1])
        studio.type(item)
        return
    if studio.page.locator("dialog[open]").count():
        return
    action()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
