"""Three servers with one database and one bucket, each with a folder of its own."""

import concurrent.futures
import hashlib
import random
import subprocess
import threading
import time

import pytest

from harness import PROGRAM, Server, eventually, run
from harness.buckets import BUCKET, SECRET, moto
from harness.files import PICTURES, picture
from harness.load import NO_ANSWER, People

SERVERS = 3
LARGE = 3_000_000  # the bytes of a picture that a phone takes
FOLDER = "tanada/photos"


class Installation:
    def __init__(self, store, bucket):
        self.store, self.bucket = store, bucket
        store.define(PICTURES)
        self.token, self.numbers = store.token("editor"), iter(range(1, 1000))
        self.servers = [Server(store, "--photos", f"server-{number}", token=self.token) for number in range(SERVERS)]
        for server in self.servers:
            server.start()

    def upload(self, data, server=0):
        return self.servers[server].must("POST", "/v1/photos", data)["id"]

    def use(self, count=5):
        photos = [self.upload(picture(f"used {next(self.numbers)}")) for _ in range(count)]
        for photo in photos:
            number = next(self.numbers)
            self.servers[number % SERVERS].must("PUT", f"/v1/content/pictures/{number}", {"id": number, "photo": photo})
        return photos

    def objects(self):
        client = self.bucket.client()
        return {name: client.get_object(Bucket=BUCKET, Key=f"{FOLDER}/{name}")["Body"].read()
                for name in self.bucket.names(FOLDER)}

    def rows(self):
        return {row[0] for row in self.store.rows("SELECT id FROM tanada_photos")}

    def check(self):
        """Every row has its object, whole. Returns the objects."""
        objects = self.objects()
        for photo in self.rows():
            assert photo in objects, f"the object of photo {photo} is missing"
            assert hashlib.sha256(objects[photo]).hexdigest()[:32] == photo, f"{photo} is damaged"
        return objects


@pytest.fixture(scope="module")
def installation(make_store, make_folder):
    with moto(make_folder("bucket")) as bucket:
        store = make_store(samples=False, environment=bucket.environment_of_users | {
            "TANADA_PHOTO_STORAGE": f"s3://{BUCKET}/tanada"})
        installation = Installation(store, bucket)
        yield installation
        for server in installation.servers:
            server.kill()


def timed(body, *arguments, **options):
    begun = time.monotonic()
    value = body(*arguments, **options)
    return value, (time.monotonic() - begun) * 1_000


def test_one_photo_on_all_servers_at_once(installation, figure):
    """It is one object and one row, which all of them serve."""
    data, before = picture("at once", LARGE), installation.rows()
    photo = hashlib.sha256(data).hexdigest()[:32]
    begun = len(installation.bucket.requests())
    with concurrent.futures.ThreadPoolExecutor(2 * SERVERS) as pool:
        answers = list(pool.map(lambda number: installation.servers[number % SERVERS].send("POST", "/v1/photos", data),
                                range(2 * SERVERS)))
    requests = len(installation.bucket.requests()) - begun
    statuses = [answer.status for answer in answers]
    assert statuses.count(201) == 1 and set(statuses) <= {200, 201}, answers
    assert {answer.json["id"] for answer in answers} == {photo}
    assert installation.rows() == before | {photo} == set(installation.check())
    for server in installation.servers:
        assert server.get(f"/v1/photos/{photo}/320x320.jpg").status == 200
    figure(f"objects: {2 * SERVERS} uploads of one photo at once left one, with {requests} requests")


def test_killed_servers_lose_nothing_and_a_sweep_leaves_what_is_used(installation, seed, size, figure):
    """Servers are killed while they upload and objects without rows are swept: no row is without its object."""
    source, uploaded, lock = random.Random(seed), [], threading.Lock()
    kills = size("kills", 4, soak=60)
    for turn in range(kills):
        server, begun, goal = installation.servers[turn % SERVERS], len(uploaded), source.randrange(20)
        steps = iter(range(80))

        def upload():
            with lock:
                step = next(steps)
            photo = server.must("POST", "/v1/photos", picture(f"killed {turn} {step}", 200_000))["id"]
            with lock:
                uploaded.append(photo)

        with People(endings=(*NO_ANSWER, StopIteration)) as writers:
            writers.add(upload, count=4)
            with subprocess.Popen([PROGRAM, "photo", "sweep"], cwd=installation.store.folder,
                                  env=installation.store.environment, stdout=subprocess.DEVNULL) as sweep:
                eventually(lambda: len(uploaded) >= begun + goal or writers.faults, "uploads")
                server.kill()
        writers.check()
        assert sweep.returncode == 0
        server.start()
        installation.check()
    lost = set(uploaded) - installation.rows()
    assert not lost, f"acknowledged and lost: {lost}"

    used = {row[0] for row in installation.store.rows("SELECT photo FROM pictures")} | set(installation.use())
    installation.store.run("photo", "sweep", "--older-than", "0")
    assert set(installation.check()) == installation.rows() == used
    assert not list(installation.store.folder.glob("server-*/incoming/*"))
    figure(f"objects: {kills} servers killed, {len(uploaded)} uploads, none lost; {len(used)} in use (seed {seed})")


@pytest.mark.parametrize("settings, said", [
    ({"TANADA_PHOTO_STORAGE": "s3://nobody-has-it"}, "NoSuchBucket"),
    ({"TANADA_DATABASE": "other.sqlite", "TANADA_STORE": "auto"}, "has the photos of another database"),
    ({"TANADA_PHOTO_SECRET_ACCESS_KEY": ""}, "set photo_secret_access_key"),
])
def test_a_server_that_cannot_use_its_bucket_says_why(installation, settings, said):
    done = run("serve", "--port", 0, folder=installation.store.folder, environment=installation.store.environment | settings,
               check=False)
    assert done.returncode == 1 and said in done.stderr, done
    assert SECRET not in done.stdout + done.stderr


def test_a_backup_becomes_an_installation_with_a_folder_and_back(installation):
    store = installation.store
    if store.address:
        pytest.skip("a backup is of a file")
    used = installation.use()
    store.run("backup", "saved.sqlite")
    store.run("restore", "saved.sqlite", "--database", "moved.sqlite", "--photo-storage", "folder")
    store.run("check", "--database", "moved.sqlite", "--photo-storage", "folder")
    files = {file.name for file in (store.folder / "moved.sqlite-photos/photos").glob("*/*")}
    assert files == installation.rows() and files >= set(used)
    # An object that was lost comes back with the backup; the bucket knows the copy of its database.
    installation.bucket.client().delete_object(Bucket=BUCKET, Key=f"{FOLDER}/{used[0]}")
    with pytest.raises(AssertionError):
        installation.check()
    store.run("restore", "saved.sqlite", "--database", "again.sqlite")
    installation.check()
    store.run("check")


def test_without_the_bucket_feeds_and_what_was_made_are_served(installation, figure):
    """Then all is as before."""
    server, away_data = installation.servers[2], picture("while away")
    [known] = installation.use(1)
    # A photo that only another server has seen, and whose pictures nobody has made.
    fresh = f"/v1/photos/{installation.upload(picture('elsewhere'))}/640x640.jpg"
    made = f"/v1/photos/{known}/320x320.jpg"
    assert server.get(made).status == 200
    objects = installation.objects()
    installation.bucket.kill()
    answer, away = timed(server.get, fresh)
    assert (answer.status, answer.code) == (503, "photo_storage_unavailable"), answer
    answer, again = timed(server.get, fresh)
    assert answer.status == 503 and again < 500, f"a client waits {again:.0f} ms for a bucket that is known to be away"
    assert server.send("POST", "/v1/photos", away_data).status == 503
    for path in (made, f"/v1/photos/{known}/640x640.jpg", "/v1/feeds/home", "/readyz"):
        assert server.get(path).status == 200, path
    server.restart()
    assert server.get("/v1/feeds/home").status == 200

    installation.bucket.start()
    for name, body in objects.items():
        installation.bucket.client().put_object(Bucket=BUCKET, Key=f"{FOLDER}/{name}", Body=body)
    _, back = timed(eventually, lambda: server.get(fresh).status == 200, "the bucket is back, and is used", seconds=15)
    assert server.send("POST", "/v1/photos", away_data).status == 201
    installation.check()
    figure(f"objects: without the bucket 503 after {away:.0f} ms, and served {back / 1000:.1f} s after its return")
