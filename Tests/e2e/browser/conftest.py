"""One server for all tests of pages of a worker: those that change its content change it back."""

import tempfile

import harness
import pytest


@pytest.fixture(scope="session")
def server():
    with tempfile.TemporaryDirectory() as folder:
        store = harness.stores.copy_of_samples(folder, pictures=True, settings={"cors_origins": "*"})
        with harness.Server(store) as server:
            yield server


@pytest.fixture
def retitle(server, request):
    """Changes titles, which are what they were after the test."""
    def change(kind, item, title):
        before = server.item(kind, item)["title"]
        request.addfinalizer(lambda: server.patch(kind, item, {"title": before}))
        server.patch(kind, item, {"title": title})

    return change
