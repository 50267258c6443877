"""Renditions of 12-megapixel photos beside vipsthumbnail, and how fast photos are inspected and served.

    photos.py BINARY FOLDER_OF_SEEDS [--photos N] [--runs N]

Every figure is a median; figures of two programs come from runs that take turns.
"""

import argparse
import concurrent.futures
import hashlib
import http.client
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import time

WORKERS = 2
SIZE = "640x640"
VIPS = dict(os.environ, VIPS_CONCURRENCY="1")


def make_pictures(folder, count):
    """Pictures of 4000 × 3000 pixels as cameras make them: smooth parts, edges and noise."""
    paths = []
    for number in range(count):
        path = f"{folder}/{number}.jpg"
        steps = [
            ["worley", "a.v", "4000", "3000", "--cell-size", "300", "--seed", str(number)],
            ["gaussnoise", "b.v", "4000", "3000", "--sigma", "6", "--mean", "20", "--seed", str(number)],
            ["add", "a.v", "b.v", "c.v"],
            ["cast", "c.v", "d.v", "uchar"],
            ["bandjoin", "d.v d.v d.v", "e.v"],
            ["copy", "e.v", "f.v", "--interpretation", "srgb"],
            ["jpegsave", "f.v", path, "--Q", "92"],
        ]
        for step in steps:
            subprocess.run(["vips", *step], check=True, cwd=folder)
        paths.append(path)
    for name in "abcdef":
        os.remove(f"{folder}/{name}.v")
    return paths


class Server:
    def __init__(self, binary, folder):
        environment = dict(os.environ, TANADA_READ_RATE="0", TANADA_WRITE_RATE="0")
        environment["TANADA_PHOTO_SIZES"] = SIZE
        environment["TANADA_PHOTO_WORKERS"] = str(WORKERS)
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0"], cwd=folder, env=environment, stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def get(self, connection, path):
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status, body[:200])
        return body

    def peaks(self):
        """The peak memory of the server and of its largest worker, in MB."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True
        )
        workers = [peak(int(line)) for line in found.stdout.split()]
        return peak(self.process.pid), max(workers)


def peak(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024


def published(binary, seeds, run, paths):
    """The ids of the photos in a fresh database whose content shows them: each is the first half of a hash."""
    subprocess.run([binary, "seed", seeds, "--quiet"], cwd=run, check=True)
    names = sorted(pathlib.Path(seeds, "artwork", "example.com").iterdir())
    artwork = pathlib.Path(run, "artwork", "example.com")
    artwork.mkdir(parents=True)
    for name, path in zip(names, paths, strict=False):
        os.symlink(path, artwork / name.name)
    # Most of what content shows is not there.
    subprocess.run(
        [binary, "photo", "import", "--from", artwork.parent], cwd=run, capture_output=True
    )
    return [hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:32] for path in paths]


def renditions(binary, seeds, folder, paths):
    """Pictures a second over HTTP, made for the first time, and the peaks of memory."""
    run = tempfile.mkdtemp(dir=folder)
    photos = published(binary, seeds, run, paths)
    server = Server(binary, run)
    try:
        connections = [http.client.HTTPConnection("127.0.0.1", server.port) for _ in range(WORKERS)]
        # The workers start with their first picture.
        for connection in connections:
            server.get(connection, f"/v1/photos/{photos[0]}.jpg")
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            parts = [photos[index::WORKERS] for index in range(WORKERS)]

            def fetch(connection, part):
                for photo in part:
                    server.get(connection, f"/v1/photos/{photo}/{SIZE}.jpg?fit=contain")

            list(pool.map(fetch, connections, parts))
        return len(photos) / (time.monotonic() - start), server.peaks()
    finally:
        server.stop()


def thumbnails(folder, paths):
    """Pictures a second of vipsthumbnail, as many processes at a time, and the largest of their peaks."""
    run = tempfile.mkdtemp(dir=folder)
    parts = [paths[index::WORKERS] for index in range(WORKERS)]
    command = ["vipsthumbnail", "--size", SIZE, "--output", f"{run}/%s.jpg[Q=80,strip]"]
    start = time.monotonic()
    processes = [subprocess.Popen([*command, *part], env=VIPS) for part in parts]
    peaks = []
    for process in processes:
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0
        peaks.append(usage.ru_maxrss / 1024)
    return len(paths) / (time.monotonic() - start), max(peaks)


def inspection(binary, paths):
    """Milliseconds for each picture, without the start of the program."""

    def seconds(files):
        start = time.monotonic()
        subprocess.run([binary, "photo", "inspect", *files], check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - start

    many = paths * 20
    return (seconds(many) - seconds(paths[:1])) / (len(many) - 1) * 1_000


def serving(binary, seeds, folder, picture, runs):
    """Median milliseconds of a request for a warm rendition, and for a document of the same size."""
    run = tempfile.mkdtemp(dir=folder)
    photo = published(binary, seeds, run, [picture])[0]
    server = Server(binary, run)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        paths = [f"/v1/photos/{photo}/{SIZE}.jpg?fit=contain", "/v1/feeds/home?width=390"]
        times = {path: [] for path in paths}
        sizes = {path: len(server.get(connection, path)) for path in paths}
        for _ in range(runs * 200):
            for path in paths:
                start = time.monotonic()
                server.get(connection, path)
                times[path].append(time.monotonic() - start)
        return [(statistics.median(times[path]) * 1_000, sizes[path]) for path in paths]
    finally:
        server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = make_pictures(folder, options.photos)
        ours, theirs = [], []
        for _ in range(options.runs):
            ours.append(renditions(options.binary, options.seeds, folder, paths))
            theirs.append(thumbnails(folder, paths))
        speed = statistics.median(result[0] for result in ours)
        beside = statistics.median(result[0] for result in theirs)
        ratio = statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))
        server, worker = (max(result[1][index] for result in ours) for index in (0, 1))
        print(f"renditions {SIZE} of 12-megapixel JPEGs: {speed:.1f} a second, {WORKERS} workers")
        print(f"vipsthumbnail, {WORKERS} processes: {beside:.1f} a second; ratio {ratio:.2f}")
        print(
            f"peak memory: server {server:.0f} MB, worker {worker:.0f} MB, "
            f"vipsthumbnail {max(result[1] for result in theirs):.0f} MB"
        )
        inspected = statistics.median(
            inspection(options.binary, paths) for _ in range(options.runs)
        )
        print(f"inspection: {inspected:.3f} ms a picture")
        (warm, size), (document, length) = serving(
            options.binary, options.seeds, folder, paths[0], options.runs
        )
        print(
            f"warm rendition of {size} bytes: {warm:.3f} ms; document of {length} bytes: "
            f"{document:.3f} ms; ratio {warm / document:.2f}"
        )


main()
