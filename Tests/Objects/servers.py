"""Three servers with one database and one bucket: servers.py TANADA FOLDER SEED KILLS; see `run`."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import threading
import time

sys.path[:0] = ["Tests/Photos", "Tests/PostgreSQL"]
import service
import stores
from server import Client, Server, tanada

SERVERS = 3
# A picture that a phone takes has some 3 MB.
LARGE = 3_000_000
KIND = {
    "kind": "pictures", "fields": [{"name": "photo", "type": "photo"}], "roles": {"image": "photo"},
    "layout": {"type": "staggered_grid"},
}


def picture(name, size=0):
    """A picture that no other name has: a sample with comments (ITU-T T.81, B.2.4.5)."""
    sample = pathlib.Path("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg").read_bytes()
    source = random.Random(name)
    comments = b""
    while not comments or len(comments) < size:
        text = f"picture {name}".encode() + source.randbytes(min(size, 60_000))
        comments += b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text
    return sample[:2] + comments + sample[2:]


class Installation:
    """A database, a bucket and servers."""

    def __init__(self, program, folder, bucket):
        self.program, self.folder, self.bucket = program, folder, bucket
        os.environ.update(
            TANADA_PHOTO_STORAGE=f"s3://{service.BUCKET}/tanada",
            TANADA_PHOTO_ENDPOINT=bucket.endpoint,
            TANADA_PHOTO_ACCESS_KEY_ID=service.KEY,
            TANADA_PHOTO_SECRET_ACCESS_KEY=service.SECRET,
        )
        pathlib.Path(folder, "pictures.json").write_text(json.dumps(KIND))
        self.run("kind", "apply", "pictures.json")
        self.token = self.run("token", "create", "--role", "editor", "--name", "objects")
        self.servers = [self.start(number) for number in range(SERVERS)]

    def run(self, *arguments):
        return tanada(self.program, self.folder, *arguments)

    def start(self, number):
        """A server with a folder of its own, as on a machine of its own."""
        return Server(self.program, self.folder, "--photos", f"server-{number}")

    def client(self, number):
        return Client(self.servers[number].port, self.token)

    def objects(self):
        """The photos in the bucket, with their content."""
        client, found = self.bucket.client(), {}
        for page in client.get_paginator("list_objects_v2").paginate(
            Bucket=service.BUCKET, Prefix="tanada/photos/"
        ):
            for item in page.get("Contents", []):
                body = client.get_object(Bucket=service.BUCKET, Key=item["Key"])["Body"].read()
                found[item["Key"].rsplit("/", 1)[1]] = body
        return found

    def rows(self):
        return [row[0] for row in stores.rows(self.folder, "SELECT id FROM tanada_photos")]

    def check(self):
        """Every row has its object, whole."""
        objects = self.objects()
        for photo in self.rows():
            assert photo in objects, f"the object of photo {photo} is missing"
            assert hashlib.sha256(objects[photo]).hexdigest()[:32] == photo, f"{photo} is damaged"
        return objects

    def stop(self):
        for one in self.servers:
            if one.is_running():
                one.kill()


def expect(answer, *statuses):
    status, body = answer
    assert status in statuses, (status, body[:500])
    return body


def timed(body):
    begun = time.monotonic()
    value = body()
    return value, (time.monotonic() - begun) * 1_000


def upload_at_once(installation):
    """One photo on all servers at once is one object and one row, which all of them serve."""
    data = picture("at once", LARGE)
    photo = hashlib.sha256(data).hexdigest()[:32]
    begun = len(installation.bucket.requests())
    with concurrent.futures.ThreadPoolExecutor(2 * SERVERS) as pool:
        answers = list(
            pool.map(
                lambda number: installation.client(number % SERVERS).send("POST", "/v1/photos", data),
                range(2 * SERVERS),
            )
        )
    requests = len(installation.bucket.requests()) - begun
    assert sorted(status for status, _ in answers).count(201) == 1, answers
    assert all(status in (200, 201) for status, _ in answers), answers
    assert {json.loads(body)["id"] for _, body in answers} == {photo}
    assert installation.rows() == [photo] and list(installation.check()) == [photo]
    for number in range(SERVERS):
        expect(installation.client(number).send("GET", f"/v1/photos/{photo}/320x320.jpg"), 200)
    return photo, requests


def measure(installation):
    """The time of an upload and of the first rendition on another server, in milliseconds."""
    uploads, renditions, seen = [], [], 0
    for number in range(5):
        data = picture(f"measured {number}", LARGE)
        begun = len(installation.bucket.requests())
        body, upload = timed(
            lambda: expect(installation.client(0).send("POST", "/v1/photos", data), 201)
        )
        seen = len(installation.bucket.requests()) - begun
        path = f"/v1/photos/{json.loads(body)['id']}/320x320.jpg"
        _, rendition = timed(lambda: expect(installation.client(1).send("GET", path), 200))
        uploads.append(upload)
        renditions.append(rendition)
    return sorted(uploads)[2], sorted(renditions)[2], seen


def use(installation, photos):
    for number, photo in enumerate(photos, 1):
        item = {"id": number, "photo": photo}
        expect(
            installation.client(number % SERVERS).send_json(
                "PUT", f"/v1/content/pictures/{number}", item
            ), 200, 201,
        )


def kill_during_uploads(installation, source, kills):
    """Servers are killed while they upload, and objects without rows are swept: no row is without its object."""
    uploaded = []
    for turn in range(kills):
        number = turn % SERVERS
        server = installation.servers[number]

        def upload(writer):
            client = installation.client(number)
            for step in range(20):
                data = picture(f"killed {turn} {writer} {step}", 200_000)
                try:
                    answer = client.send("POST", "/v1/photos", data)
                except Exception:
                    return
                uploaded.append(json.loads(expect(answer, 201))["id"])

        writers = [threading.Thread(target=upload, args=(step,)) for step in range(4)]
        for writer in writers:
            writer.start()
        sweep = subprocess.Popen(
            [installation.program, "photo", "sweep"], cwd=installation.folder,
            env=stores.environment(installation.folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        time.sleep(0.1 + source.random() * 0.5)
        server.kill()
        for writer in writers:
            writer.join()
        assert sweep.wait() == 0
        installation.servers[number] = installation.start(number)
        installation.check()
    rows = set(installation.rows())
    lost = set(uploaded) - rows
    assert not lost, f"acknowledged and lost: {lost}"
    return uploaded


def sweep(installation, used):
    """A sweep leaves what is used, and nothing that no row has."""
    before = len(installation.objects())
    installation.run("photo", "sweep", "--older-than", "0")
    objects = installation.check()
    assert set(objects) == set(installation.rows()) == set(used), (len(objects), len(used))
    for number in range(SERVERS):
        left = list(pathlib.Path(installation.folder, f"server-{number}/incoming").iterdir())
        assert not left, left
    return before - len(objects)


def lose_the_bucket(installation, used):
    """Without the bucket, feeds and what was made are served; then all is as before."""
    number, data = 2, picture("while away")
    known = used[0]
    # A photo that only another server has seen, and whose pictures nobody has made.
    added = expect(installation.client(0).send("POST", "/v1/photos", picture("elsewhere")), 201)
    fresh = json.loads(added)["id"]
    made = f"/v1/photos/{known}/320x320.jpg"
    expect(installation.client(number).send("GET", made), 200)
    objects = installation.objects()
    installation.bucket.stop()
    client = installation.client(number)
    answer, away = timed(lambda: client.send("GET", f"/v1/photos/{fresh}/640x640.jpg"))
    problem = json.loads(expect(answer, 503))
    assert problem["code"] == "photo_storage_unavailable", problem
    answer, again = timed(lambda: client.send("GET", f"/v1/photos/{fresh}/640x640.jpg"))
    expect(answer, 503)
    assert again < 500, f"a client waits {again:.0f} ms for a bucket that is known to be away"
    expect(client.send("POST", "/v1/photos", data), 503)
    expect(client.send("GET", made), 200)
    # Another size of a photo that is here.
    expect(client.send("GET", f"/v1/photos/{known}/640x640.jpg"), 200)
    for path in ("/v1/feeds/home", "/readyz"):
        expect(client.send("GET", path), 200)
    # A server starts without it, too.
    installation.servers[number].kill()
    installation.servers[number] = installation.start(number)
    client = installation.client(number)
    expect(client.send("GET", "/v1/feeds/home"), 200)

    installation.bucket.start()
    installation.bucket.make_bucket()
    # moto has lost its memory.
    for name, content in objects.items():
        installation.bucket.client().put_object(
            Bucket=service.BUCKET, Key=f"tanada/photos/{name}", Body=content
        )
    begun = time.monotonic()
    while client.send("GET", f"/v1/photos/{fresh}/640x640.jpg")[0] != 200:
        assert time.monotonic() - begun < 15, "the bucket is back, and is not used"
        time.sleep(0.1)
    back = time.monotonic() - begun
    expect(client.send("POST", "/v1/photos", data), 201)
    installation.check()
    return away, back


def refuse_wrong_settings(installation):
    """A server that cannot use its bucket does not start, and says why."""
    cases = [
        ({"TANADA_PHOTO_STORAGE": "s3://nobody-has-it"}, "NoSuchBucket"),
        ({"TANADA_DATABASE": "other.sqlite", "TANADA_STORE": "auto"}, "has the photos of another database"),
        ({"TANADA_PHOTO_SECRET_ACCESS_KEY": ""}, "set photo_secret_access_key"),
    ]
    for settings, said in cases:
        done = subprocess.run(
            [installation.program, "serve", "--port", "0"], cwd=installation.folder, text=True,
            env=stores.environment(installation.folder) | settings, capture_output=True, timeout=60,
        )
        assert done.returncode == 1 and said in done.stderr, (settings, done)
        assert service.SECRET not in done.stdout + done.stderr


def move(installation, used):
    """A backup of the bucket, with all photos, becomes an installation with a folder, and back."""
    installation.run("backup", "saved.sqlite")
    installation.run(
        "restore", "saved.sqlite", "--database", "moved.sqlite", "--photo-storage", "folder"
    )
    installation.run("check", "--database", "moved.sqlite", "--photo-storage", "folder")
    folder = pathlib.Path(installation.folder, "moved.sqlite-photos/photos")
    assert {file.name for file in folder.glob("*/*")} == set(used)
    # An object that was lost comes back with the backup; the bucket knows the copy of its database.
    installation.bucket.client().delete_object(
        Bucket=service.BUCKET, Key=f"tanada/photos/{used[0]}"
    )
    installation.run("restore", "saved.sqlite", "--database", "again.sqlite")
    installation.check()
    installation.run("check")


def main():
    program, folder, seed = sys.argv[1], sys.argv[2] + "/servers", sys.argv[3]
    kills = int(sys.argv[4])
    os.mkdir(folder)
    bucket = service.moto(folder)
    installation = None
    try:
        bucket.make_bucket()
        installation = Installation(program, folder, bucket)
        photo, requests = upload_at_once(installation)
        upload, rendition, per_upload = measure(installation)
        uploaded = kill_during_uploads(installation, random.Random(seed), kills)
        used = [photo, *uploaded[:5]]
        use(installation, used)
        removed = sweep(installation, used)
        refuse_wrong_settings(installation)
        if not stores.SERVER:  # a backup is of a file
            move(installation, used)
        away, back = lose_the_bucket(installation, used)
    finally:
        if installation:
            installation.stop()
        bucket.stop()
    print(
        f"✔ objects: {2 * SERVERS} uploads of one photo at once left one, with {requests} requests; an upload of "
        f"3 MB took {upload:.0f} ms and {per_upload} requests, a first rendition elsewhere {rendition:.0f} ms; "
        f"{kills} servers killed, {len(uploaded)} uploads acknowledged, none lost; {removed} swept, {len(used)} in "
        f"use; without the bucket 503 after {away:.0f} ms, and served {back:.1f} s after its return (seed {seed})"
    )


main()
