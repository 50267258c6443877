"""What scripts/vulnerabilities makes of saved answers; see `run`."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
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


def run(folder, osv, debian, accepted):
    names = {"resolved": json.dumps(PINS), "packages": PACKAGES, "accepted": accepted,
             "osv": json.dumps(osv), "debian": json.dumps(debian)}
    options = []
    for name, text in names.items():
        file = folder / name
        file.unlink(missing_ok=True)
        if text != "null":
            file.write_text(text)
        options += [f"--{name}", str(file)]
    return subprocess.run([ROOT / "scripts/vulnerabilities", *options], capture_output=True, text=True, timeout=60)


def unasked(folder):
    """Asks for real, through a proxy that is not there."""
    (folder / "resolved").write_text(json.dumps(PINS))
    (folder / "packages").write_text(PACKAGES)
    nowhere = {f"{scheme}_proxy": "http://127.0.0.1:9" for scheme in ("http", "https", "HTTP", "HTTPS")}
    nowhere |= {"no_proxy": "", "NO_PROXY": ""}
    return subprocess.run([ROOT / "scripts/vulnerabilities", "--resolved", folder / "resolved", "--packages", folder / "packages"],
                          env=os.environ | nowhere, capture_output=True, text=True, timeout=200)


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, osv, debian, accepted, status, text in CASES:
        done = run(folder, osv, debian, accepted)
        if done.returncode != status or text not in done.stdout + done.stderr:
            sys.exit(f"error: {name}: status {done.returncode}, expected {status} and '{text}': {done.stdout}{done.stderr}")
    done = unasked(folder)
    if done.returncode != 3 or done.stderr.count("not asked") != 2:
        sys.exit(f"error: without a network: status {done.returncode}: {done.stdout}{done.stderr}")
    # A test that is not there is named.
    page = folder / "page.md"
    rows = (ROOT / "docs/threat-model.md").read_text()
    for name in ("ContentTests.noSuchTest", "NoSuchTests.a", "Tests/NoSuch/run", "Tests/Photos/confinement.py:nothing"):
        page.write_text(rows.replace("`Tests/Abuse/run`", f"`{name}`", 1))
        found = subprocess.run([ROOT / "Tests/Vulnerabilities/threats.py", page], capture_output=True, text=True)
        if found.returncode != 1 or name.split(":")[0] not in found.stderr:
            sys.exit(f"error: a page that names {name} is accepted: {found.stdout}{found.stderr}")
    print(f"✔ vulnerabilities: {len(CASES)} answers, no network, 4 names of tests that are not there")


main()
