"""Every case of Tests/Conformance/client.json, computed by the modules of tanada-core.js in Chromium."""

import functools
import http.server
import json
import threading

import pytest

from harness import ROOT

CONFORMANCE = ROOT / "Tests/Conformance"
RUN = """
async (cases) => {
  const [{ runCases }, core] = await Promise.all([import("./conformance.js"), import("../tanada-core.js")]);
  return runCases(cases, core);
}
"""


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


def read(name):
    return json.loads((CONFORMANCE / f"{name}.json").read_text())


def cases():
    client = read("client")
    for name in client["cases"]:
        yield {**read(f"cases/{name}"), "name": name}
    for table in client["tables"]:
        for case in read(table["file"])[table["member"]]:
            yield {**case, "type": table["type"]}


def test_every_case_of_clients_has_the_numbers_of_the_server(browser, sources, record_property):
    page = browser.new_page()
    page.goto(f"{sources}/tests/")
    every = list(cases())
    results = page.evaluate(RUN, every)
    page.close()
    assert every and len(results) == len(every)
    assert not [result for result in results if result["status"] != "passed"]
    record_property("conformance", f"{len(results)} cases")
