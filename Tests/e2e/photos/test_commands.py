"""Pictures of another server are measured. What runs a few tasks at a time differs between the builds: an optimised one has
lost results that the other has. So this runs with both, and often."""

import json

from harness import SEEDS
from harness.web import Files

KIND, COUNT = "pickup_photos", 20


def items(store):
    return json.loads(store.run("export", KIND))["result"]


def test_pictures_of_another_server_are_measured(store, size):
    """Most are right, some wrong, and some are gone."""
    def expect(right, corrected):
        done = store.run("photo", "measure", KIND, "--allow-private-addresses", check=False)
        last = (done.stdout + done.stderr).strip().split("\n")[-1]
        assert (done.returncode, last) == (1, f"{KIND}: {right} right, {corrected} corrected, {gone} failed"), done

    with Files(SEEDS / "artwork/example.com") as web:
        right = items(store)
        for item in right:
            item["photo_url"] = item["photo_url"].replace("https://example.com/", web.address)
            item["photo_url"] += ".gone" * (item["id"] % 9 == 0)
        gone = sum(item["id"] % 9 == 0 for item in right)
        wrong = [item | {"photo_width": item["photo_width"] + (item["id"] % 4 == 0)} for item in right]
        corrected = sum(item["id"] % 4 == 0 and item["id"] % 9 != 0 for item in right)
        for number in range(size("commands", 5, soak=24)):
            store.run("import", KIND, "-", input=json.dumps({"result": wrong}))
            expect(COUNT - corrected - gone, corrected)
            if number == 0:
                sizes = [[(item["photo_width"], item["photo_height"]) for item in each] for each in (items(store), right)]
                assert sizes[0] == sizes[1]
                expect(COUNT - gone, 0)
