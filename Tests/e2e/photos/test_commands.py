"""The commands of photos on the sample content.

What runs a few tasks at a time differs between the builds: an optimised one has lost results that the other has. So this
runs with both, and often.
"""

import json
import sys

import pytest

from harness import SEEDS, Process, free_port
from harness.processes import until_listening

KIND, COUNT = "pickup_photos", 20


@pytest.fixture
def web(folder):
    port = free_port()
    command = [sys.executable, "-m", "http.server", port, "--bind", "127.0.0.1", "--directory", SEEDS / "artwork/example.com"]
    with Process(command, folder / "web.log") as server:
        until_listening(port, server)
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def runs(size):
    return size("commands", 5, soak=24)


def expect(store, arguments, status, last):
    """Runs a command that ends with a status and a last line."""
    done = store.run(*arguments, check=False)
    assert (done.returncode, (done.stdout + done.stderr).strip().split("\n")[-1]) == (status, last), done


def items(store):
    return json.loads(store.run("export", KIND))["result"]


def test_photos_in_the_store_are_imported_and_measured(store, runs):
    fetch = ["photo", "import", KIND, "--from", SEEDS / "artwork"]
    expect(store, fetch, 0, f"{COUNT} added, 0 were there, 0 failed")
    expect(store, fetch, 0, "0 added, 0 were there, 0 failed")
    for _ in range(runs):
        expect(store, ["photo", "measure", KIND], 0, f"{KIND}: {COUNT} right, 0 corrected, 0 failed")


def test_pictures_of_another_server_are_measured(store, runs, web):
    """Most are right, some wrong, and some are gone."""
    right = items(store)
    for item in right:
        item["photo_url"] = item["photo_url"].replace("https://example.com", web) + ".gone" * (item["id"] % 9 == 0)
    gone = sum(item["id"] % 9 == 0 for item in right)
    wrong = [item | {"photo_width": item["photo_width"] + (item["id"] % 4 == 0)} for item in right]
    corrected = sum(item["id"] % 4 == 0 and item["id"] % 9 != 0 for item in right)
    command = ["photo", "measure", KIND, "--allow-private-addresses"]
    for number in range(runs):
        store.run("import", KIND, "-", input=json.dumps({"result": wrong}))
        expect(store, command, 1, f"{KIND}: {COUNT - corrected - gone} right, {corrected} corrected, {gone} failed")
        if number == 0:
            sizes = [[(item["photo_width"], item["photo_height"]) for item in each] for each in (items(store), right)]
            assert sizes[0] == sizes[1]
            expect(store, command, 1, f"{KIND}: {COUNT - gone} right, 0 corrected, {gone} failed")
