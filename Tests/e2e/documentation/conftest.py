"""The site of the documentation behind a web server, below an address of its own, and pages of it."""

import re

import pytest
from harness import ROOT
from harness.web import Files

POLICY = "".join(re.findall('"(.*?)"', re.search(
    r"static let contentSecurityPolicy =(.*?)\n\n", (ROOT / "Sources/FeedServer/Web/WebRoutes.swift").read_text(), re.S)[1]))


@pytest.fixture(scope="session")
def server(documentation):
    """Files below /docs, with the policy that a tanada sends. There is nothing anywhere else."""
    fields = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff"}
    with Files(documentation, "/docs", fields) as server:
        yield server


@pytest.fixture(scope="session")
def address(server):
    return server.address


@pytest.fixture
def visit(prepare):
    def open_page(path="index.html", **options):
        watched = prepare(**{"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", **options})
        return watched.open(path, ready=False)

    return open_page


@pytest.fixture(scope="session")
def pages(documentation):
    """The paths of all pages of the generator; those of DocC are below libraries/documentation."""
    return sorted(path for file in documentation.rglob("*.html")
                  if not (path := file.relative_to(documentation).as_posix()).startswith("libraries/documentation/"))


@pytest.fixture(scope="session")
def has_libraries(documentation):
    return (documentation / "libraries/documentation").is_dir()
