"""How fast a kind goes in and out of a database, in how much memory; see `scripts/bench transfer`."""

import os
import subprocess
import sys
import tempfile
import time

FORMATS = ["json", "ndjson", "csv"]


def photos(path, count):
    with open(path, "w", encoding="utf-8") as file:
        for id in range(1, count + 1):
            file.write(
                f'{{"id":{id},"photo_url":"https://example.com/photos/{id}.jpg",'
                f'"photo_width":{600 + id * 7 % 3400},"photo_height":{600 + id * 13 % 3400},'
                f'"title":"ピックアップ写真 {id}","caption":"Curry rice at table {id % 97}, \\"hot\\"",'
                f'"published_at":"2022-12-{1 + id % 28:02}T15:00:00.000+0000"}}\n'
            )


def run(arguments):
    """Runs a command; returns its seconds and the most memory it had, in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, arguments
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def served(tanada, database, count, format):
    """Downloads over HTTP; returns the seconds and the server's memory, in MB, before and at most."""
    server = subprocess.Popen(
        [tanada, "serve", "--port", "0", "--database", database], stdout=subprocess.PIPE, text=True
    )
    try:
        address = server.stdout.readline().strip()

        def memory(name):
            with open(f"/proc/{server.pid}/status") as status:
                return next(int(line.split()[1]) for line in status if line.startswith(name)) / 1024

        before = memory("VmRSS")
        seconds, _ = run(
            ["curl", "--silent", "--fail", "--output", "/dev/null",
             f"{address}/v1/export/pickup_photos?format={format}"]
        )
        return seconds, before, memory("VmHWM")
    finally:
        server.terminate()
        server.wait()


def main(tanada, count):
    count = int(count)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        photos("photos.ndjson", count)
        print(f"{count} photos, {os.path.getsize('photos.ndjson') / 1e6:.0f} MB of NDJSON")
        source, arguments = "photos.ndjson", ["--format", "ndjson"]
        seconds, memory = run([tanada, "import", "pickup_photos", source, *arguments])
        print(f"import ndjson, new database: {count / seconds:8.0f} items/s, {memory:4.0f} MB")
        run([tanada, "export", "pickup_photos", "--output", "pickup_photos.json"])
        seconds, memory = run(
            [tanada, "seed", "pickup_photos.json", "--database", "seeded.sqlite", "--quiet"])
        print(f"seed, new database:          {count / seconds:8.0f} items/s, {memory:4.0f} MB")
        seconds, memory = run(
            [tanada, "seed", "pickup_photos.json", "--database", "seeded.sqlite", "--quiet"])
        print(f"seed, all the same:          {count / seconds:8.0f} items/s, {memory:4.0f} MB")
        for format in FORMATS:
            out = f"out.{format}"
            seconds, memory = run(
                [tanada, "export", "pickup_photos", "--format", format, "--output", out])
            print(f"export {format:6}:              {count / seconds:8.0f} items/s, {memory:4.0f} MB")
            seconds, memory = run(
                [tanada, "import", "pickup_photos", out, "--format", format, "--dry-run"])
            print(f"import {format:6}, all the same:{count / seconds:8.0f} items/s, {memory:4.0f} MB")
            seconds, before, most = served(tanada, "tanada.sqlite", count, format)
            print(
                f"GET /v1/export, {format:6}:     {count / seconds:8.0f} items/s, "
                f"{before:4.0f} MB before, {most:4.0f} MB at most")


main(*sys.argv[1:])
