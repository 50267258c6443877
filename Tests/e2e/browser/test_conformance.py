"""Every case of Tests/Conformance/client.json, computed by the modules of tanada-core.js in Chromium."""

import json

from harness import ROOT

RUN = """
async (cases) => {
  const [{ runCases }, core] = await Promise.all([import("./conformance.js"), import("../tanada-core.js")]);
  return runCases(cases, core);
}
"""
SOURCES = "http://sources.test/"


def read(name):
    return json.loads((ROOT / f"Tests/Conformance/{name}.json").read_text())


def test_every_case_of_clients_has_the_numbers_of_the_server(browser, figure):
    client, page = read("client"), browser.new_page()
    cases = [read(f"cases/{name}") | {"name": name} for name in client["cases"]] + [
        case | {"type": table["type"]} for table in client["tables"] for case in read(table["file"])[table["member"]]]
    # The modules as they are before they are bundled.
    page.route(f"{SOURCES}**", lambda route: route.fulfill(
        path=ROOT / "Web/tanada" / route.request.url.removeprefix(SOURCES)))
    page.route(f"{SOURCES}tests/", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"{SOURCES}tests/")
    results = page.evaluate(RUN, cases)
    page.close()
    assert cases and len(results) == len(cases)
    assert not [result for result in results if result["status"] != "passed"]
    figure(f"{len(results)} cases of clients in Chromium")
