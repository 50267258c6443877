"""axe-core finds nothing, in light and dark surroundings, narrow and wide."""

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.viewing import open_photo
from browser.watched import SOAK_SEED

SCREENS = list(itertools.product(["/", "/?text_size=2", "/gallery"], [390, 1280], ["light", "dark"]))
if SOAK_SEED is None:
    # Each path in each scheme, and one of them at each width.
    SCREENS = [screen for number, screen in enumerate(SCREENS) if number % 4 in (0, 3)]


def options(width, scheme):
    return {"viewport": {"width": width, "height": 900}, "color_scheme": scheme, "reduced_motion": "reduce"}


@pytest.mark.parametrize("path,width,scheme", SCREENS)
def test_axe_finds_nothing(watch, path, width, scheme):
    watched = watch(path, ready=path != "/gallery", **options(width, scheme))
    watched.rest()
    assert violations(watched.page) == []


@pytest.mark.parametrize("width,scheme", [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing_in_the_viewer(watch, width, scheme):
    watched = watch("/?width=full", **options(width, scheme))
    open_photo(watched.page, 1)
    assert violations(watched.page) == []
    watched.get_by_role("button", name="About this photo").click()
    watched.rest()
    assert violations(watched.page) == []


def violations(page, without=None, **options):
    # Elements of what fails alone: those that pass make answers of megabytes.
    context = {"exclude": [[without]]} if without else None
    answer = Axe().run(page, context=context, options={**options, "resultTypes": ["violations"]})
    return [
        (violation["id"], node["target"], node["failureSummary"])
        for violation in answer.response["violations"] for node in violation["nodes"][:3]
    ]
