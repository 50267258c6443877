"""The fixtures of the tests of pages: a server, Chromium, and pages that note everything that goes wrong."""

import json

import harness
import pytest
from browser.hands import HANDS
from browser.studio import SETTINGS, sign_in
from browser.watched import CHROMIUM, Watched
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--font-render-hinting=none"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def wall(tmp_path_factory):
    """A server with feeds of 200 and of 1,000 photos."""
    store = harness.stores.copy_of_samples(tmp_path_factory.mktemp("wall"))
    lines = [
        json.dumps({
            "id": n, "photo_url": f"https://example.com/wall/{n}.jpg", "photo_width": 300 + n * 37 % 400,
            "photo_height": 300 + n * 53 % 500, "title": f"Photo {n}", "caption": f"写真 {n}",
            "published_at": "2022-12-01T07:30:00.000+0000",
        })
        for n in range(21, 1001)
    ]
    store.run("import", "pickup_photos", "-", "--format", "ndjson", input="\n".join(lines) + "\n")
    with harness.Server(store) as server:
        for name, limit in (("wall", 1000), ("small", 200)):
            section = {"id": "photos", "kind": "pickup_photos", "title": "写真", "limit": limit}
            server.must("PUT", f"/v1/feeds/{name}/composition", {"sections": [section]})
            server.wait_for(name)
        yield server


@pytest.fixture(scope="module")
def studio_server(request, make_store):
    """A server whose content tests of the studio change; with pictures for modules with `HAS_PICTURES`."""
    pictures = getattr(request.module, "HAS_PICTURES", False)
    with harness.Server(make_store(pictures=pictures, settings=SETTINGS)) as server:
        yield server


@pytest.fixture
def prepare(browser, server):
    """Makes pages that are closed after the test, which fails if anything went wrong in one."""
    opened = []

    def make_page(**options):
        opened.append(Watched(browser, server, **options))
        return opened[-1]

    yield make_page
    problems = [(w.errors, w.foreign_requests()) for w in opened]
    for watched in opened:
        watched.context.close()
    assert all(not errors and not foreign for errors, foreign in problems), problems


@pytest.fixture
def studio(browser, studio_server):
    """Opens studios, each signed in as one person; the test fails if anything went wrong in one.

    Answers of at least 400 that a test provokes are `expected`: browsers report them as errors of the page.
    """
    opened = []

    def open_studio(role="editor", name="Anna", path="#/screen", server=None, expected=(), **options):
        options = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", **options}
        watched = Watched(browser, server or studio_server, **options)
        opened.append((watched, expected))
        sign_in(watched, name, role, path)
        return watched

    yield open_studio
    problems = []
    for watched, expected in opened:
        errors = [
            error for error in watched.errors
            if not any(f"status of {status} " in error for status in expected)
        ]
        problems += errors + watched.foreign_requests()
        watched.context.close()
    assert not problems, problems


@pytest.fixture
def own_server(serve, make_store):
    """Starts servers of one test alone, which outlive its pages."""
    return lambda has_pictures=False: serve(make_store(pictures=has_pictures, settings=SETTINGS))


@pytest.fixture(params=HANDS, ids=lambda hand: hand.name)
def open_desk(request, own_server, studio):
    """Opens studios for one way of using them, each on a server of its own."""

    def open_one(role="editor", name="Anna", has_pictures=False, expected=()):
        server = own_server(has_pictures)
        watched = studio(role=role, name=name, server=server, expected=expected, **request.param.options)
        return request.param(watched.page), watched

    return open_one


@pytest.fixture
def watch(prepare):
    """Makes pages, and opens them."""

    def open_page(path="/", ready=True, script="", **options):
        watched = prepare(**options)
        watched.page.add_init_script(script)
        watched.open(path, ready)
        return watched

    return open_page


def pytest_terminal_summary(terminalreporter):
    """Prints what was measured, also of tests that passed."""
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            terminalreporter.write_line(f"✔ browser, {name}: {text}")
