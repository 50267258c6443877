"""The site of the documentation behind a web server, below an address of its own, and pages of it."""

import pathlib
import sys

import pytest
from harness import ROOT
from harness.web import Files

sys.path.append(str(ROOT / "site"))


@pytest.fixture(scope="session")
def server(documentation):
    """Files below /docs, with the policy that a tanada sends. There is nothing anywhere else."""
    policy = {"Content-Security-Policy": "default-src 'self'", "X-Content-Type-Options": "nosniff"}
    with Files(documentation, "/docs", policy) as server:
        yield server


@pytest.fixture(scope="session")
def address(server):
    return server.address


@pytest.fixture
def visit(prepare):
    """Opens pages of the site."""

    def open_page(path="index.html", **options):
        watched = prepare(**{"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", **options})
        return watched.open(path, ready=False)

    return open_page


@pytest.fixture(scope="session")
def pages(documentation):
    """The paths of all pages."""
    return sorted(file.relative_to(documentation).as_posix() for file in pathlib.Path(documentation).rglob("*.html"))
