"""What scripts/vulnerabilities makes of saved answers. Nothing is sent."""

import json
import os
import subprocess

import pytest
from harness import ROOT

SWIFT = "github.com/example/swift-example"
PINS = {"pins": [{"identity": "swift-example", "location": f"https://{SWIFT}.git", "state": {"version": "1.2.3"}},
                 {"identity": "other", "location": "https://github.com/example/other", "state": {"version": "0.1.0"}}]}
PACKAGES = "libexample1 example 1.0-2\nlibother2 other 3.0-1\n"
NOTHING = {"results": [{}, {}]}
FOUND = {"results": [{"vulns": [{"id": "GHSA-1", "modified": "2026-01-01T00:00:00Z"}]}, {}]}


def tracker(**state):
    """Debian's answer, with the state of one vulnerability in bookworm."""
    release = {"status": "open", "urgency": "not yet assigned"} | state
    return {"example": {"CVE-2026-1": {"releases": {"bookworm": release, "sid": {"status": "open"}}}}, "another": {}}


CLEAN = tracker(status="resolved", fixed_version="1.0-2")
# The name, the answers, what is accepted, the status, and what is said.
CASES = [
    ("nothing found", NOTHING, CLEAN, "", 0, "0 accepted, 0 that Debian calls small"),
    ("found in Swift", FOUND, CLEAN, "", 1, f"{SWIFT} 1.2.3 has GHSA-1"),
    ("found in Debian", NOTHING, tracker(), "", 1, "example 1.0-2 has CVE-2026-1"),
    ("fixed in a newer version", NOTHING, tracker(status="resolved", fixed_version="1.0-10"), "", 1, "CVE-2026-1"),
    ("never there", NOTHING, tracker(status="resolved", fixed_version="0"), "", 0, "0 accepted"),
    ("small for Debian", NOTHING, tracker(nodsa="Minor issue"), "", 0, "1 that Debian calls small"),
    ("unimportant", NOTHING, tracker(urgency="unimportant"), "", 0, "1 that Debian calls small"),
    ("accepted", FOUND, tracker(), f"# why\nGHSA-1 {SWIFT} not called\nCVE-2026-1 example not used\n", 0, "2 accepted"),
    ("accepted for another package", FOUND, CLEAN, "GHSA-1 github.com/example/other not called\n", 1, "has GHSA-1"),
    ("outdated", NOTHING, CLEAN, "CVE-2026-1 example not used\n", 1, "is not found any more"),
    ("accepted without a reason", NOTHING, CLEAN, "CVE-2026-1 example\n", 1, "expected an id, a package and a reason"),
    ("fewer answers than packages", {"results": [{}]}, CLEAN, "", 3, "expected an answer for each of 2 packages"),
    ("an empty tracker", NOTHING, {}, "", 3, "expected an object of sources"),
    ("no answer of Debian", NOTHING, None, "", 3, "not asked"),
    ("no answer of Debian, found in Swift", FOUND, None, "", 1, "has GHSA-1"),
    ("no answer of Debian, something accepted", NOTHING, None, "CVE-2026-1 example not used\n", 3, "not asked"),
]


def ask(folder, environment=None, **texts):
    options = []
    for name, text in {"resolved": json.dumps(PINS), "packages": PACKAGES, **texts}.items():
        file = folder / name
        if text is not None:
            file.write_text(text)
        options += [f"--{name}", file]
    return subprocess.run(
        [ROOT / "scripts/vulnerabilities", *options], capture_output=True, text=True, timeout=200, env=environment)


@pytest.mark.parametrize("name,osv,debian,accepted,status,text", CASES, ids=[case[0] for case in CASES])
def test_answers(folder, name, osv, debian, accepted, status, text):
    done = ask(folder, osv=json.dumps(osv), debian=None if debian is None else json.dumps(debian), accepted=accepted)
    assert done.returncode == status and text in done.stdout + done.stderr, done


def test_nobody_can_be_asked(folder):
    """Asks for real, through a proxy that is not there."""
    nowhere = {f"{scheme}_proxy": "http://127.0.0.1:9" for scheme in ("http", "https", "HTTP", "HTTPS")}
    done = ask(folder, os.environ | nowhere | {"no_proxy": "", "NO_PROXY": ""})
    assert done.returncode == 3 and done.stderr.count("not asked") == 2, done
