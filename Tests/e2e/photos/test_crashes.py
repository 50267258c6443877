"""Servers and sweeps are killed while photos are uploaded, used and deleted: what is left is whole."""

import hashlib
import random
import subprocess

from harness import PROGRAM, Server, eventually
from harness.files import PICTURES, picture
from harness.load import NO_ANSWER, People

WRITES = 120  # the most of all writers until their server is killed
LATEST_KILL = 40  # the most that is acknowledged until then


class Writers(People):
    """They upload, use and delete photos until their server is gone, and note what it has acknowledged."""

    def __init__(self):
        super().__init__(endings=(*NO_ANSWER, StopIteration))
        self.uploaded, self.used = [], {}
        self.writes = self.refused = 0

    def write(self, server, source, numbers):
        with self.lock:
            number, choice = next(numbers), source.random()
            photo = source.choice(self.uploaded) if self.uploaded else None
        if choice < 0.5 or not photo:
            answer = server.send("POST", "/v1/photos", picture(number))
            assert answer.status in (200, 201), answer
            with self.lock:
                self.uploaded.append(answer.json["id"])
        elif choice < 0.75:
            answer = server.send("PUT", f"/v1/content/pictures/{number + 1}", {"id": number + 1, "photo": photo})
            # It may have been deleted or swept.
            assert answer.status in (200, 201, 422), answer
            with self.lock:
                if answer.status == 422:
                    self.refused += 1
                else:
                    self.used[number + 1] = photo
        else:
            answer = server.send("DELETE", f"/v1/photos/{photo}")
            assert answer.status in (204, 404, 409), answer
        with self.lock:
            self.writes += 1

    def wait(self, writes):
        eventually(lambda: self.writes >= writes or not any(thread.is_alive() for thread in self.threads), "writes")


def check(store, writers):
    """Rows, files and what was acknowledged agree. Returns the names of files that no row has."""
    writers.check()
    photos = dict(store.rows("SELECT id, byte_count FROM tanada_photos"))
    shown = {int(item): photo for item, photo in store.rows("SELECT id, photo FROM pictures")}
    files = {file.name: file for file in store.folder.glob("tanada.sqlite-photos/photos/**/*") if file.is_file()}
    for photo, size in photos.items():
        data = files[photo].read_bytes() if photo in files else b""
        assert len(data) == int(size) and hashlib.sha256(data).hexdigest()[:32] == photo, f"the file of {photo} is not whole"
    assert set(shown.values()) <= set(photos), "items show photos that are gone"
    lost = {item: photo for item, photo in writers.used.items() if shown.get(item) != photo}
    assert not lost, f"acknowledged and lost: {lost}"
    return files.keys() - photos.keys()


def test_killed_servers_and_sweeps(make_store, seed, size, figure):
    store = make_store(samples=False)
    store.define(PICTURES)
    token, source, writers = store.token("editor"), random.Random(seed), Writers()
    operations, turns = size("operations", 60, soak=530), 0
    while writers.writes + turns < operations:
        writers.threads.clear()
        with Server(store, token=token) as server:
            numbers, choices = iter(range(turns * 1_000, turns * 1_000 + WRITES)), random.Random(f"{seed}-{turns}")
            writers.add(writers.write, server, choices, numbers, count=2)
            sweep = subprocess.Popen([PROGRAM, "photo", "sweep", "--older-than", "0"], cwd=store.folder, env=store.environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            begun, kill = writers.writes, source.randint(1, LATEST_KILL)
            if source.random() < 0.5:
                writers.wait(begun + source.randrange(kill))
                sweep.kill()
            writers.wait(begun + kill)
        turns += 1
        writers.join()
        sweep.wait()
        check(store, writers)
    store.run("photo", "sweep")
    assert not check(store, writers), "nothing knows these files"
    assert not list((store.folder / "tanada.sqlite-photos/incoming").iterdir()), "left by an upload"
    figure(f"crashes: {writers.writes} uploads, uses and deletions and {turns} sweeps, {turns} servers killed (seed {seed}): "
           f"{len(writers.used)} photos in use, {writers.refused} uses of deleted photos refused")
