"""The fixtures of the tests of pages: a server, Chromium, and pages that note everything that goes wrong."""

import harness
import pytest
from browser import watched
from browser.hands import HANDS
from browser.studio import SETTINGS, Studio
from browser.watched import CHROMIUM, Watched
from playwright.sync_api import sync_playwright

# Parts of the browser's own window, which nobody sees here.
NOT_FOR_PAGES = "--disable-features=InitialWebUI,PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIReloadButton,WebUIToolbar"


def pytest_configure(config):
    if config.getoption("soak"):
        watched.SOAK_SEED = config.getoption("seed")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--font-render-hinting=none", "--disable-gpu", NOT_FOR_PAGES])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def wall(tmp_path_factory):
    store = harness.stores.copy_of_samples(tmp_path_factory.mktemp("wall"))
    store.load("pickup_photos", [{
        "id": n, "photo_url": f"https://example.com/wall/{n}.jpg", "photo_width": 300 + n * 37 % 400,
        "photo_height": 300 + n * 53 % 500, "title": f"Photo {n}", "caption": f"写真 {n}",
        "published_at": "2022-12-01T07:30:00.000+0000"} for n in range(21, 1001)])
    with harness.Server(store) as server:
        for name, limit in (("wall", 1000), ("small", 200)):
            server.compose(name, {"id": "photos", "kind": "pickup_photos", "title": "写真", "limit": limit})
        yield server


@pytest.fixture(scope="module")
def studio_server(make_store):
    """A server whose content tests of the studio change."""
    with harness.Server(make_store(settings=SETTINGS)) as server:
        yield server


def _opener(browser, kind, usual):
    opened = []

    def make(server=None, **options):
        opened.append(kind(browser, server or usual(), **options))
        return opened[-1]

    yield make
    problems = [problem for one in opened for problem in one.problems()]
    for one in opened:
        one.context.close()
    assert not problems, problems


@pytest.fixture(scope="module")
def lasting(browser):
    """Makes pages for several tests of a module, which are closed after it."""
    made = []

    def make(server, **options):
        made.append(Watched(browser, server, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def prepare(browser, request):
    yield from _opener(browser, Watched, lambda: request.getfixturevalue("server"))


@pytest.fixture
def studio(browser, studio_server):
    """Opens studios, each signed in as one person; the test fails if anything went wrong in one."""
    yield from _opener(browser, Studio, lambda: studio_server)


@pytest.fixture
def desk(studio):
    return studio()


@pytest.fixture(params=HANDS, ids=lambda hand: hand.name)
def open_desk(request, studio):
    return lambda **options: studio(hand=request.param, **options)


@pytest.fixture
def watch(prepare):
    def open_page(path="/", ready=True, **options):
        page = prepare(**options)
        page.open(path, ready)
        return page

    return open_page
