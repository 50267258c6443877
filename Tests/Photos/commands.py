"""Runs the commands of photos on the sample content, and checks what they say and write; see `run`.

What runs a few tasks at a time differs between the builds: an optimised one has lost results that the other
has. So this runs with both, and often."""

import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import threading

import stores
from server import tanada

KIND = "pickup_photos"
COUNT = 20


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def run(program, folder, arguments, status, last, faults):
    """Runs a command that is expected to end with a status and a last line."""
    done = subprocess.run(
        [program, *arguments], cwd=folder, env=stores.environment(folder), capture_output=True, text=True,
        timeout=300,
    )
    printed = (done.stdout + done.stderr).strip().split("\n")
    if done.returncode != status or printed[-1] != last:
        faults.append(
            f"{' '.join(arguments)}: status {done.returncode} and {printed[-1]!r}, "
            f"expected {status} and {last!r}"
        )
    return done.stdout


def items(program, folder):
    return json.loads(tanada(program, folder, "export", KIND))["result"]


def import_items(program, folder, content):
    file = pathlib.Path(folder) / "items.json"
    file.write_text(json.dumps({"result": content}))
    tanada(program, folder, "import", KIND, file.name)


def measure_photos(program, folder, runs, faults):
    """Photos that are in the database, as the documentation imports and measures them."""
    artwork = str(pathlib.Path("Seeds/artwork").resolve())
    tanada(program, folder, "seed", str(pathlib.Path("Seeds").resolve()))
    fetch = ["photo", "import", KIND, "--from", artwork]
    run(program, folder, fetch, 0, f"{COUNT} added, 0 were there, 0 failed", faults)
    run(program, folder, fetch, 0, "0 added, 0 were there, 0 failed", faults)
    for _ in range(runs):
        run(
            program, folder, ["photo", "measure", KIND], 0,
            f"{KIND}: {COUNT} right, 0 corrected, 0 failed", faults,
        )


def measure_addresses(program, folder, runs, faults):
    """Pictures that another server has: most are right, some wrong, and some are gone."""
    handler = functools.partial(Quiet, directory="Seeds/artwork/example.com")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tanada(program, folder, "seed", str(pathlib.Path("Seeds").resolve()))
    right = items(program, folder)
    for item in right:
        item["photo_url"] = item["photo_url"].replace(
            "https://example.com", f"http://127.0.0.1:{server.server_port}"
        )
    gone = [item for item in right if item["id"] % 9 == 0]
    for item in gone:
        item["photo_url"] += ".gone"
    wrong = [dict(item) for item in right]
    for item in wrong:
        if item["id"] % 4 == 0:
            item["photo_width"] += 1
    corrected = sum(item["id"] % 4 == 0 and item["id"] % 9 != 0 for item in right)
    command = ["photo", "measure", KIND, "--allow-private-addresses"]
    for number in range(runs):
        import_items(program, folder, wrong)
        summary = f"{KIND}: %d right, %d corrected, {len(gone)} failed"
        run(
            program, folder, command, 1,
            summary % (COUNT - corrected - len(gone), corrected), faults,
        )
        if number == 0:
            sizes = [(item["photo_width"], item["photo_height"]) for item in items(program, folder)]
            expected = [(item["photo_width"], item["photo_height"]) for item in right]
            if sizes != expected:
                faults.append(f"measured {sizes}, expected {expected}")
            run(program, folder, command, 1, summary % (COUNT - len(gone), 0), faults)
    server.shutdown()


def main():
    program, folder, runs = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    faults = []
    for name, check in [("photos", measure_photos), ("addresses", measure_addresses)]:
        (folder / name).mkdir()
        check(program, str(folder / name), runs, faults)
        shutil.rmtree(folder / name)
    print(f"✔ commands: {2 * runs} measurements of {COUNT} pictures, of photos and over HTTP")
    for fault in faults[:20]:
        print(f"error: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
