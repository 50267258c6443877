"""axe-core finds nothing, in light and dark surroundings, narrow and wide."""

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import SOAK_SEED


SCREENS = list(itertools.product(["/", "/?text_size=2", "/gallery"], [390, 1280], ["light", "dark"]))
if SOAK_SEED is None:
    # Each path in each scheme, and one of them at each width.
    SCREENS = [screen for number, screen in enumerate(SCREENS) if number % 4 in (0, 3)]


@pytest.mark.parametrize("path,width,scheme", SCREENS)
def test_axe_finds_nothing(watch, path, width, scheme):
    watched = watch(
        path, ready=path != "/gallery", viewport={"width": width, "height": 900},
        color_scheme=scheme, reduced_motion="reduce",
    )
    watched.rest()
    violations = Axe().run(watched.page).response["violations"]
    assert [
        (violation["id"], node["target"], node["failureSummary"])
        for violation in violations for node in violation["nodes"][:3]
    ] == []
