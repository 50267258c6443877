"""The harness itself: a copied store, a server that is restarted, events, and a clock that moves; and the oracle."""

import json

import pytest
from harness import ROOT, Failure, eventually
from oracle.drawing import rect, slot_rects

SLOTS = json.loads((ROOT / "Tests/Conformance/cells/slots.json").read_text())["cases"]


def test_a_server_of_copied_samples_keeps_its_port(serve):
    server = serve()
    port, revision = server.port, server.document(width=390)["revision"]
    server.restart()
    assert (server.port, server.document(width=390)["revision"]) == (port, revision)


def test_an_event_follows_a_write(serve):
    server = serve()
    events = server.events
    answer = server.patch("recent_news", 1, {"title": "Changed"})
    assert max(events.until(events.since + 1)) == server.document(width=390)["revision"], answer
    server.wait_for_text("Changed")


def test_the_clock_of_a_server_is_ahead(serve, make_store, clock):
    clock.set(86_400)
    server = serve(make_store(), clock=clock)
    before = server.get("/livez").headers["Date"]
    clock.advance(86_400)
    assert eventually(lambda: server.get("/livez").headers["Date"][:16] != before[:16], "another day")


def test_what_does_not_come_is_a_failure():
    with pytest.raises(Failure, match="nothing: not within 0 s"):
        eventually(lambda: False, "nothing", seconds=0)


@pytest.mark.parametrize("case", SLOTS, ids=lambda case: case["description"])
def test_the_oracle_has_slots_where_the_conformance_cases_have_them(case):
    slot = {"type": "shade", "role": "tested"} | case["slot"]
    # A text without lines ends where it begins.
    text = {"type": "text", "role": "summary", "anchor": "top", "offset": case.get("end", 0), "height": 0,
            "lines": 0}
    places = slot_rects({"slots": [text, slot]}, case["size"]["width"], case["size"]["height"], {"summary": 0})
    assert places[1] == rect(case["rect"])
