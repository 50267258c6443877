"""Every slot of random cells is where the document says, in Chromium.

The definitions are made from a seed: that of the run (`--soak --seed N`), or the one in TANADA_CELL_SEED. Those that
the server refuses are skipped; they are few."""

import os
import random
import re

import harness
import pytest
from browser.definitions import Definitions
from browser.expected import TOLERANCE, cells
from oracle.drawing import Rect, rect

# How many sections a feed has.
BATCH = 30
# Widths, sizes of text, directions, and which of the feeds: a phone shows all of them.
SCREENS = [(390, 1, "ltr", 1), (390, 2, "rtl", 1), (834, 1, "rtl", 3), (834, 2, "ltr", 3)]
KIND = {
    "kind": "things", "title": "Things", "layout": {"type": "uniform_grid", "options": {}}, "cell": "card",
    "fields": [
        {"name": "name", "type": "text"}, {"name": "caption", "type": "text", "required": False},
        {"name": "photo_url", "type": "url"}, {"name": "photo_width", "type": "integer", "minimum": 1},
        {"name": "photo_height", "type": "integer", "minimum": 1},
        {"name": "score", "type": "number", "minimum": 0, "maximum": 5},
        {"name": "opened_at", "type": "date"}, {"name": "category", "type": "text"},
        {"name": "writer", "type": "text", "required": False}, {"name": "town", "type": "text"}],
    "roles": {
        "headline": "name", "summary": "caption", "image": "photo_url", "image_width": "photo_width",
        "image_height": "photo_height", "rating": "score", "date": "opened_at", "label": "category", "author": "writer",
        "place": "town"}}
LONG = "駅から徒歩5分の静かな通りにある、焼きたてのパンと自家焙煎のコーヒーを楽しめる小さなカフェです。"
# Of short texts, of long ones, and without those that an item may lack.
TEXTS = [
    {"name": "Bar", "caption": "Small", "category": "New", "writer": "Ann", "town": "Ueno"},
    {"name": LONG, "caption": f"{LONG}{LONG}", "category": "カフェとベーカリー", "writer": LONG,
     "town": "Long words in a place"},
    {"name": "冬の限定メニュー 2022", "category": "甘味", "town": "東京都台東区"}]
PICTURES = [(600, 800), (1600, 900), (400, 400)]


@pytest.fixture(scope="module")
def server(make_store):
    with harness.Server(make_store()) as server:
        server.must("PUT", "/v1/kinds/things", KIND)
        page = server.get("/", headers={"Accept": "text/html"}, token=None).text
        icon = re.search(r'rel="icon" href="/?([^"]+)"', page)[1]
        picture = f"{server.address}/{icon}"
        for number, (texts, (width, height)) in enumerate(zip(TEXTS, PICTURES), 1):
            server.must("PUT", f"/v1/content/things/{number}", texts | {
                "photo_url": picture, "photo_width": width, "photo_height": height, "score": number + 0.5,
                "opened_at": "2022-12-01T07:30:00.000+0000"})
        yield server


@pytest.fixture(scope="module")
def seed(request):
    return int(os.environ.get("TANADA_CELL_SEED", request.config.getoption("seed")))


@pytest.fixture(scope="module")
def feeds(server, seed, size):
    """The sections of feeds, by their names, which show the definitions that were accepted."""
    definitions, accepted, refused = Definitions(random.Random(seed)), {}, []
    client = server.client(server.token)
    while len(accepted) < size("definitions", 200, soak=1000):
        definition = definitions.make()
        answer = client.send("PUT", f"/v1/cells/{definition['cell']}", definition)
        if answer.status == 422:
            refused.append(definition)
        else:
            assert answer.status == 201, (answer, definition)
            accepted[definition["cell"]] = definition
    client.close()
    assert len(refused) * 2 <= len(accepted), f"{len(refused)} of {definitions.count} were refused"
    sections = [
        {"id": f"{name}-{layout}", "kind": "things", "title": name, "layout": {"type": layout}, "cell": name}
        for name, definition in accepted.items() for layout in definition["fits"]]
    feeds = {f"random-{first}": sections[first:first + BATCH] for first in range(0, len(sections), BATCH)}
    for name, sections in feeds.items():
        server.compose(name, *sections, spacing=8)
    return feeds


def expected(cell, frame, shown):
    """The slots of a cell and their boxes. `shown` has the drawn boxes of texts by their roles: a slot `after` one counts
    from the end of that box, which may be less high than its slot."""
    ends = {}
    for slot in cell["slots"]:
        left, right = slot.get("left"), slot.get("right")
        width = slot.get("width", frame.width - (left or 0) - (right or 0))
        x = left if left is not None else (frame.width - width) / (1 if right is not None else 2) - (right or 0)
        height = slot["height"] if "height" in slot else frame.height - slot["offset"] - slot["bottom"]
        y = slot["offset"] + ends.get(slot.get("after"), 0)
        if slot["anchor"] == "bottom":
            y = frame.height - slot["offset"] - height
        if slot["role"] in shown and any(other.get("after") == slot["role"] for other in cell["slots"]):
            height = min(height, shown[slot["role"]].height)
        ends[slot["role"]] = y + height
        yield slot, Rect(frame.x + x, frame.y + y, width, height)


def misplaced(drawn, document):
    """The slots that are not where the document says; and how many there are, by their sections."""
    wrong, counts = [], {}
    for section, item, frame, _, slots in cells(drawn, document):
        rest = [(slot["role"], rect(slot["rect"])) for slot in slots if slot]
        counts[section["id"]] = counts.get(section["id"], 0) + len(slots)
        for slot, place in expected(section["cell"], frame, dict(rest)):
            # Of several lines or shades it is the nearest: those that come after a text have another order in the page.
            same = [one for one in rest if one[0] == slot["role"]]
            found = min(same, key=lambda one: one[1].distance(place), default=None)
            if found:
                rest.remove(found)
            if not found or found[1].distance(place) > TOLERANCE:
                wrong.append((section["id"], item["id"], slot, place, found))
    return wrong, counts


@pytest.mark.parametrize("width,text_size,direction,step", SCREENS)
def test_slots_of_random_cells_are_at_their_places(
    watch, server, feeds, figure, seed, width, text_size, direction, step
):
    page, wrong, counts = watch(ready=False), [], {}
    shown = dict(list(feeds.items())[::step])
    for feed in shown:
        document = server.document(feed, width=width, text_size=text_size, direction=direction)
        page.set_viewport_size({"width": width, "height": int(document["content_size"]["height"]) + 300})
        page.open(f"/?feed={feed}&width=full&text_size={text_size}&direction={direction}")
        page.rest()
        found, count = misplaced(page.evaluate("look.drawn"), document)
        wrong += found
        counts |= count
    assert not wrong[:5], f"{len(wrong)} of {sum(counts.values())}; seed {seed}"
    # Each cell is there, in every layout that it fits in.
    assert counts.keys() == {section["id"] for sections in shown.values() for section in sections}
    cells = {section["cell"] for sections in shown.values() for section in sections}
    figure(f"{sum(counts.values())} slots of {len(cells)} random cells at {width} points and text size {text_size}, "
           f"seed {seed}")
