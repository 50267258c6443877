"""Mutated pictures are uploaded, and workers are killed: the server neither ends nor hangs, nor takes over 512 MB."""

import concurrent.futures
import itertools
import os
import pathlib
import random
import subprocess
import threading
import time

import pytest

from harness import eventually
from harness.files import PHOTO_SAMPLES
from harness.program import SANITIZER

MAXIMUM_SECONDS, MAXIMUM_MEMORY = 5, 512 << 20
CONNECTIONS = 4
MEASURED = 500  # the least mutations among which the slowest answer is measured


class Watched:
    """A server whose memory is measured with every fourth answer, while it works on other requests. `get` and `upload` are
    those of clients, one for each thread."""

    def __init__(self, server):
        self.server, self.peak, self.answers, self.local = server, 0, itertools.count(), threading.local()

    def note(self):
        if next(self.answers) % 4 == 0:
            self.peak = max(self.peak, self.server.memory())

    def send(self, *request, **options):
        if not hasattr(self.local, "client"):
            self.local.client = self.server.client(self.server.token)
        return self.local.client.send(*request, **options)

    def check(self):
        assert self.server.is_running
        assert SANITIZER or self.peak <= MAXIMUM_MEMORY, f"{self.peak >> 20} MB of memory"


@pytest.fixture
def watched(serve, make_store):
    return Watched(serve(make_store(samples=False)))


def samples(folder):
    files = sorted(PHOTO_SAMPLES.rglob("*.jpg"))
    if more := os.environ.get("TANADA_EXIF_SAMPLES"):
        files += sorted(file for file in pathlib.Path(more).rglob("*")
                        if file.suffix in {".jpg", ".png", ".webp", ".heic", ".avif", ".tif"})
    for suffix in ["png", "webp", "avif"]:
        files.append(folder / f"sample.{suffix}")
        subprocess.run(["vips", "copy", PHOTO_SAMPLES / "synth-orient-6.jpg", files[-1]], check=True)
    return [file.read_bytes() for file in files]


def mutated(picture, source):
    data = bytearray(picture)
    for _ in range(source.randint(1, 8)):
        if len(data) < 16:
            break
        place = source.randrange(len(data) - 8)
        # Most structure is at the beginning.
        if source.random() < 0.7:
            place = source.randrange(min(len(data) - 8, 1024))
        match source.randrange(5):
            case 0:
                data[place] ^= 1 << source.randrange(8)
            case 1:
                del data[place + 8:]
            case 2:
                other, count = source.randrange(len(data) - 8), source.choice([2, 4])
                here, there = data[place:place + count], data[other:other + count]
                data[place:place + count], data[other:other + count] = there, here
            case 3:
                data[place:place + 4] = source.choice([b"\xff\xff\xff\xff", bytes(4)])
            case 4:
                del data[place:place + source.randint(1, 8)]
    return bytes(data)


def test_mutated_pictures(watched, folder, seed, size, figure):
    pictures, count = samples(folder), size("mutations", 60, soak=1000)

    def upload(number):
        source = random.Random(f"{seed}-{number}")
        body = mutated(source.choice(pictures), source)
        start = time.monotonic()
        answer = watched.send("POST", "/v1/photos", body, media_type="application/octet-stream")
        duration = time.monotonic() - start
        watched.note()
        assert answer.status in (200, 201, 422), f"mutation {seed}-{number}: {answer}"
        # On a machine that does nothing else.
        assert count < MEASURED or duration <= MAXIMUM_SECONDS, f"mutation {seed}-{number}: took {duration:.1f} s"
        return duration, answer.status != 422

    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        durations, are_photos = zip(*pool.map(upload, range(count)))
    watched.check()
    figure(f"mutations: {count} mutated pictures (seed {seed}): {sum(are_photos)} are photos, slowest {max(durations):.2f} s, "
           f"peak {watched.peak >> 20} MB")


def test_killed_workers(watched, folder, seed, size, figure):
    """One is killed with every other answer while it makes renditions, while the next requests are under way. Requests fail of
    which two workers were killed, and no others."""
    kills = size("workers", 3, soak=22)
    subprocess.run(["vips", "gaussnoise", "noise.v", "2000", "1500"], check=True, cwd=folder)
    subprocess.run(["vips", "cast", "noise.v", "large.jpg", "uchar"], check=True, cwd=folder)
    photo = watched.server.must("POST", "/v1/photos", (folder / "large.jpg").read_bytes())["id"]
    paths = [
        f"/v1/photos/{photo}/{side}x{side}.{kind}?fit={fit}&dpr={ratio}&focus={focus}"
        for side in (320, 640) for kind in ("jpg", "webp", "avif") for fit in ("cover", "contain")
        for ratio in ("1", "1.5", "2", "3", "4") for focus in ("smart", "0.5,0.5")
    ]
    source = random.Random(f"{seed}-kills")
    source.shuffle(paths)
    del paths[6 * kills:]
    killed = 0
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        running = {pool.submit(watched.send, "GET", path): path for path in paths}
        for number, _ in enumerate(concurrent.futures.as_completed(running)):
            watched.note()
            workers = watched.server.children()
            if number % 2 == 0 and killed < kills and workers:
                os.kill(source.choice(workers), 9)
                killed += 1
    failures = [(path, answer) for one, path in running.items() if (answer := one.result()).status != 200]
    assert 0 < killed and len(failures) <= killed, failures
    for path, answer in failures:
        assert answer.status == 503, (path, answer)
        # The server does not try it again for 30 seconds.
        again = eventually(lambda: (again := watched.send("GET", path)).status != 503 and again, f"{path} can be made")
        assert again.status == 200, f"{path} cannot be made after its worker was killed: {again}"
    watched.check()
    figure(f"mutations: {killed} workers killed, {len(failures)} requests failed (seed {seed}), peak {watched.peak >> 20} MB")
