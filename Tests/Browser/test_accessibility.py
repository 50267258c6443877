"""axe-core finds nothing, in light and dark surroundings, narrow and wide."""

import pytest
from axe_playwright_python.sync_playwright import Axe


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/", "/?text_size=2", "/gallery"])
def test_axe_finds_nothing(watch, path, width, scheme):
    watched = watch(
        path, ready=path != "/gallery", viewport={"width": width, "height": 900},
        color_scheme=scheme, reduced_motion="reduce",
    )
    if path == "/gallery":
        watched.page.wait_for_load_state("networkidle")
    violations = Axe().run(watched.page).response["violations"]
    assert [
        (violation["id"], node["target"], node["failureSummary"])
        for violation in violations for node in violation["nodes"][:3]
    ] == []
