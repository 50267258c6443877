"""Kills servers and sweeps while photos are uploaded, used and deleted; see `run`."""

import hashlib
import json
import pathlib
import random
import subprocess
import sys
import threading

import stores
from server import Client, Server, tanada

# The most that a writer does until its server is killed, and the most that all do until then.
WRITES = 60
LATEST_KILL = 40
KIND = {
    "kind": "pictures",
    "fields": [{"name": "photo", "type": "photo"}],
    "roles": {"image": "photo"},
    "layout": {"type": "staggered_grid"},
}


class Log:
    """The attempted operations, and those that the server acknowledged."""

    def __init__(self):
        self.uploaded = []
        self.used = {}
        self.writes = self.refused = 0
        self.lock = threading.Lock()
        self.changed = threading.Condition(self.lock)

    def note_write(self):
        with self.changed:
            self.writes += 1
            self.changed.notify_all()

    def wait(self, writes, writers):
        """Waits until so much was acknowledged, or no writer is left."""
        with self.changed:
            while self.writes < writes and any(writer.is_alive() for writer in writers):
                self.changed.wait(1)


def picture(number):
    """A picture that no other number has: a sample with a comment (ITU-T T.81, B.2.4.5)."""
    sample = pathlib.Path("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg").read_bytes()
    comment = f"picture {number}".encode() * 50
    return sample[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + sample[2:]


def write(server, token, log, source, numbers):
    """Uploads, uses and deletes photos until the server is gone."""
    client = Client(server.port, token)
    for number in numbers:
        try:
            choice = source.random()
            if choice < 0.5 or not log.uploaded:
                status, answer = client.send("POST", "/v1/photos", picture(number))
                assert status in (200, 201), (status, answer)
                with log.lock:
                    log.uploaded.append(json.loads(answer)["id"])
            elif choice < 0.75:
                photo = source.choice(log.uploaded)
                status, answer = client.send_json(
                    "PUT", f"/v1/content/pictures/{number + 1}", {"id": number + 1, "photo": photo}
                )
                # It may have been deleted or swept.
                assert status in (200, 201, 422), (status, answer)
                if status == 422:
                    with log.lock:
                        log.refused += 1
                else:
                    with log.lock:
                        log.used[number + 1] = photo
            else:
                photo = source.choice(log.uploaded)
                status, answer = client.send("DELETE", f"/v1/photos/{photo}")
                assert status in (204, 404, 409), (status, answer)
            log.note_write()
        except OSError:
            return
        except Exception as error:
            if "Remote" in repr(error) or "Incomplete" in repr(error) or "BadStatus" in repr(error):
                return
            raise


def check(folder, log, is_final):
    """The differences between the rows, the files and the log."""
    faults = []
    photos = {photo: int(size) for photo, size in stores.rows(folder, "SELECT id, byte_count FROM tanada_photos")}
    shown = {int(item): photo for item, photo in stores.rows(folder, "SELECT id, photo FROM pictures")}
    files = {
        file.name: file
        for file in pathlib.Path(f"{folder}/tanada.sqlite-photos/photos").rglob("*")
        if file.is_file()
    }
    for photo, size in photos.items():
        data = files[photo].read_bytes() if photo in files else b""
        if len(data) != size or hashlib.sha256(data).hexdigest()[:32] != photo:
            faults.append(f"the file of photo {photo} is missing or not whole")
    for item, photo in shown.items():
        if photo not in photos:
            faults.append(f"item {item} shows the photo {photo}, which is gone")
    for item, photo in log.used.items():
        if shown.get(item) != photo:
            faults.append(f"item {item} was acknowledged and is lost")
    if is_final:
        faults += [f"nothing knows the file {name}" for name in files.keys() - photos.keys()]
        left = list(pathlib.Path(f"{folder}/tanada.sqlite-photos/incoming").iterdir())
        faults += [f"{file.name} was left by an upload" for file in left]
    return faults


def main():
    program, folder, seed = sys.argv[1], sys.argv[2] + "/crashes", sys.argv[3]
    operations = int(sys.argv[4])
    pathlib.Path(folder).mkdir()
    definition = pathlib.Path(folder) / "pictures.json"
    definition.write_text(json.dumps(KIND))
    tanada(program, folder, "kind", "apply", str(definition))
    token = tanada(program, folder, "token", "create", "--role", "editor", "--name", "crashes")
    source = random.Random(seed)
    log = Log()
    faults = []
    kills = sweeps = 0
    while log.writes + sweeps < operations and not faults:
        turn = sweeps
        server = Server(program, folder)
        writers = [
            threading.Thread(
                target=write,
                args=(
                    server, token, log, random.Random(f"{seed}-{turn}-{writer}"),
                    [turn * 1_000 + writer * 100 + step for step in range(WRITES)],
                ),
            )
            for writer in range(2)
        ]
        for writer in writers:
            writer.start()
        sweep = subprocess.Popen(
            [program, "photo", "sweep", "--older-than", "0"], cwd=folder, env=stores.environment(folder),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        begun, kill = log.writes, source.randint(1, LATEST_KILL)
        if source.random() < 0.5:
            log.wait(begun + source.randrange(kill), writers)
            sweep.kill()
        log.wait(begun + kill, writers)
        sweeps += 1
        server.kill()
        kills += 1
        for writer in writers:
            writer.join()
        sweep.wait()
        faults += check(folder, log, is_final=False)
    tanada(program, folder, "photo", "sweep")
    faults += check(folder, log, is_final=True)
    print(
        f"✔ crashes: {log.writes} uploads, uses and deletions and {sweeps} sweeps, {kills} servers killed "
        f"(seed {seed}): {len(log.used)} photos in use, {log.refused} uses of deleted photos refused"
    )
    for fault in faults[:20]:
        print(f"error: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
