"""Uploads mutated pictures, and kills workers while they work; see `run`."""

import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import threading
import time

from server import Client, Server, tanada

MAXIMUM_SECONDS = 5
MAXIMUM_MEMORY = 512 << 20
CONNECTIONS = 4
# The least mutations among which the slowest answer is measured.
MEASURED = 500


def samples(folder):
    """The bytes of pictures in all formats that are uploaded."""
    root = pathlib.Path("Tests/FeedPhotosTests/Samples")
    files = sorted(root.rglob("*.jpg"))
    more = os.environ.get("TANADA_EXIF_SAMPLES")
    if more:
        files += sorted(
            file for file in pathlib.Path(more).rglob("*")
            if file.suffix in {".jpg", ".png", ".webp", ".heic", ".avif", ".tif"}
        )
    pictures = [file.read_bytes() for file in files]
    source = root / "synth-orient-6.jpg"
    for suffix in ["png", "webp", "avif"]:
        made = pathlib.Path(folder) / f"sample.{suffix}"
        subprocess.run(["vips", "copy", source, made], check=True)
        pictures.append(made.read_bytes())
    return pictures


def mutated(picture, random_source):
    """The picture with a few changes of the kinds that files get and that attackers make."""
    data = bytearray(picture)
    for _ in range(random_source.randint(1, 8)):
        if len(data) < 16:
            break
        place = random_source.randrange(len(data) - 8)
        # Most structure is at the beginning.
        if random_source.random() < 0.7:
            place = random_source.randrange(min(len(data) - 8, 1024))
        change = random_source.randrange(5)
        if change == 0:
            data[place] ^= 1 << random_source.randrange(8)
        elif change == 1:
            del data[place + 8:]
        elif change == 2:
            other = random_source.randrange(len(data) - 8)
            count = random_source.choice([2, 4])
            here, there = data[place:place + count], data[other:other + count]
            data[place:place + count], data[other:other + count] = there, here
        elif change == 3:
            data[place:place + 4] = random_source.choice([b"\xff\xff\xff\xff", bytes(4)])
        else:
            del data[place:place + random_source.randint(1, 8)]
    return bytes(data)


class Watch:
    """Measures the memory of the server with every fourth answer, while it works on other requests."""

    def __init__(self, server):
        self.server, self.peak = server, 0
        self.answers = itertools.count()

    def note(self):
        if next(self.answers) % 4 == 0:
            self.peak = max(self.peak, self.server.memory())


def upload_mutated(server, watch, token, pictures, seed, count, faults, measures):
    """Uploads `count` mutated pictures. The slowest answer in seconds, and how many were photos.
    With `measures`, none may take longer than it should on a machine that does nothing else."""
    local = threading.local()

    def upload(number):
        source = random.Random(f"{seed}-{number}")
        body = mutated(source.choice(pictures), source)
        client = getattr(local, "client", None)
        if client is None:
            client = local.client = Client(server.port, token)
        start = time.monotonic()
        try:
            status, answer = client.send("POST", "/v1/photos", body)
        except Exception as error:
            faults.append(f"mutation {seed}-{number}: {error!r}")
            return 0, False
        duration = time.monotonic() - start
        watch.note()
        if status not in (200, 201, 422):
            faults.append(f"mutation {seed}-{number}: status {status}: {answer[:200]!r}")
        if measures and duration > MAXIMUM_SECONDS:
            faults.append(f"mutation {seed}-{number}: took {duration:.1f} s")
        return duration, status != 422

    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        results = list(pool.map(upload, range(count)))
    return max(result[0] for result in results), sum(result[1] for result in results)


def kill_workers(server, watch, token, picture, seed, kills, faults):
    """Kills workers while they make renditions: one with every other answer, while the next requests are
    under way. How many were killed, and how many requests failed: those of which two workers were killed."""
    client = Client(server.port, token)
    status, answer = client.send("POST", "/v1/photos", picture)
    photo = json.loads(answer)["id"]
    names = [
        f"{side}x{side}.{kind}?fit={fit}&dpr={ratio}&focus={focus}"
        for side in (320, 640) for kind in ("jpg", "webp", "avif")
        for fit in ("cover", "contain") for ratio in ("1", "1.5", "2", "3", "4")
        for focus in ("smart", "0.5,0.5")
    ]
    source = random.Random(f"{seed}-kills")
    source.shuffle(names)
    del names[6 * kills:]
    failures = []

    def fetch(name):
        status, answer = Client(server.port, token).send("GET", f"/v1/photos/{photo}/{name}")
        if status != 200:
            failures.append((name, status, answer[:200]))

    killed = 0
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        running = [pool.submit(fetch, name) for name in names]
        for number, _ in enumerate(concurrent.futures.as_completed(running)):
            watch.note()
            workers = server.workers()
            if number % 2 == 0 and killed < kills and workers:
                os.kill(source.choice(workers), 9)
                killed += 1
    if not killed:
        faults.append("there was no worker to kill")
    if len(failures) > killed:
        faults.append(f"{killed} workers were killed, and {len(failures)} requests failed")
    for name, status, answer in failures:
        if status != 503:
            faults.append(f"{name}: status {status}: {answer!r}")
        # The server does not try it again for 30 seconds.
        deadline = time.monotonic() + 120
        while (again := client.send("GET", f"/v1/photos/{photo}/{name}"))[0] == 503 and time.monotonic() < deadline:
            time.sleep(0.2)
        if again[0] != 200:
            faults.append(f"{name} cannot be made after its worker was killed: {again[0]}, {again[1][:200]!r}")
    return killed, len(failures)


def main():
    program, folder, seed, count, kills = *sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5])
    tanada(program, folder, "seed", os.path.abspath("Seeds"))
    token = tanada(program, folder, "token", "create", "--role", "editor", "--name", "mutations")
    large = pathlib.Path(folder) / "large.jpg"
    subprocess.run(["vips", "gaussnoise", "noise.v", "2000", "1500"], check=True, cwd=folder)
    subprocess.run(["vips", "cast", "noise.v", large, "uchar"], check=True, cwd=folder)
    pictures = samples(folder)

    server = Server(program, folder)
    watch = Watch(server)
    faults = []
    slowest, accepted = upload_mutated(
        server, watch, token, pictures, seed, count, faults, measures=count >= MEASURED)
    killed, failed = kill_workers(server, watch, token, large.read_bytes(), seed, kills, faults)
    peak = watch.peak
    if not server.is_running():
        faults.append("the server has ended")
    # A sanitizer has memory of its own.
    if peak > MAXIMUM_MEMORY and "TANADA_SANITIZER" not in os.environ:
        faults.append(f"{peak >> 20} MB of memory")
    server.kill()
    print(
        f"✔ mutations: {count} mutated pictures (seed {seed}): {accepted} are photos, slowest {slowest:.2f} s, "
        f"peak {peak >> 20} MB; {killed} workers killed, {failed} requests failed"
    )
    for fault in faults[:20]:
        print(f"error: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
