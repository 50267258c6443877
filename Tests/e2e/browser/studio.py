"""Studios in browsers: each on a server of its own, signed in by an invitation as a person would."""

import contextlib
import time


SETTINGS = {"locales": ["ja", "en"]}


def invite(server, name, role):
    """The address of an invitation to this server."""
    return server.store.run("studio", "invite", "--name", name, "--role", role, "--address", server.address)


def sign_in(watched, name="Anna", role="editor", fragment="#/screen"):
    """Opens an invitation, and then a place in the studio, whose screen has been drawn."""
    page = watched.page
    page.goto(invite(watched.server, name, role))
    page.wait_for_selector("studio-shell")
    go(page, fragment)
    wait_for_screen(page)
    return page


def go(page, fragment):
    """Goes to a place in the studio, as a link does."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)


def until(holds, patience=120):
    """Waits until something holds, for some seconds. A page cannot wait for what it has to ask the server for."""
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("it never held")
        time.sleep(0.02)


def wait_for_screen(page):
    """Waits until the screen has been drawn."""
    page.wait_for_function(
        "() => document.querySelector('[data-panel=\"screen\"] tanada-feed')?.document && "
        "!document.querySelector('.phone[data-loading]')"
    )


def wait_for_text(page, text):
    """Waits until the screen in the studio has a text."""
    page.wait_for_function(
        """(text) => document.querySelector('[data-panel="screen"] tanada-feed')
        ?.shadowRoot.textContent.includes(text)""",
        arg=text,
    )


@contextlib.contextmanager
def another(browser, server, watched_type, **options):
    """Another browser, of another person."""
    watched = watched_type(browser, server, **options)
    try:
        yield watched
    finally:
        watched.context.close()
