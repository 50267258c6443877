"""The conformance cases of FeedLayout that concern a client, computed by tanada.js in Chromium."""

import functools
import http.server
import json
import threading

import pytest

from server import ROOT

CONFORMANCE = ROOT / "Tests/Conformance"
# Tables of cases: the file, the member with its cases, and their type.
TABLES = [
    ("photo/deceleration", "cases", "deceleration"), ("photo/rubber-band", "cases", "rubber-band"),
    ("photo/scroll-zoom", "cases", "scroll-zoom"),
    ("photo/scroll-zoom", "zoomed_offsets", "zoomed_offsets"), ("cells/slots", "cases", "slots"),
]


# The types all of whose cases concern clients.
CLIENT = {
    "card_stack", "circular_carousel", "image_fit", "settle_circular_carousel", "settle_scroll",
    "settle_snap_carousel", "stars", "zoom", *(kind for _, _, kind in TABLES),
}


def is_of_clients(case):
    return case["type"] in CLIENT or (case["type"] == "carousel" and "settled" in case["expected"])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def sources():
    """The address of the checkout, served as it is: the modules have not been bundled."""
    handler = functools.partial(Quiet, directory=ROOT / "Web/tanada")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def cases():
    for file in sorted((CONFORMANCE / "cases").glob("*/*.json")):
        yield {**json.loads(file.read_text()), "name": f"{file.parent.name}/{file.name}"}
    for table, member, kind in TABLES:
        for case in json.loads((CONFORMANCE / f"{table}.json").read_text())[member]:
            yield {**case, "type": kind}


def test_every_case_has_the_numbers_of_the_server(browser, sources, record_property):
    page = browser.new_page()
    page.goto(f"{sources}/tests/")
    every = list(cases())
    results = page.evaluate(
        "async (cases) => (await import('./conformance.js')).runCases(cases)", every
    )
    page.close()
    assert len(results) == len(every)
    failed = [result for result in results if result["status"] == "failed"]
    assert not failed
    # No case of a calculation that clients do is left out.
    left_out = [
        case.get("name", case["type"]) for case, result in zip(every, results)
        if result["status"] != "passed" and is_of_clients(case)
    ]
    assert not left_out
    passed = sum(result["status"] == "passed" for result in results)
    record_property("conformance", f"{passed} cases")
