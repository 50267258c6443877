"""The images run: as their own user, with the samples, pictures and the health check, and until they are told to stop;
with pictures as with Debian's libvips; and as compose.yaml has them: two servers, PostgreSQL and Varnish."""

import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import time

import pytest
from container.images import (BRIDGE, SECRETS, TARGETS, USER, Container, Image, Machine, ask, load, make_bridge,
                              make_secrets, mounts)
from harness import PROGRAM, ROOT, eventually, postgresql
from harness.files import PHOTO_SAMPLES
from harness.load import NO_ANSWER, People
from harness.processes import status_of
from harness.web import Files

PICTURE = (PHOTO_SAMPLES / "metadata/everything.avif").read_bytes()
SCREEN, PLACE = "/v1/feeds/home?width=390", "/var/lib/tanada"
GOAL = 120  # megabytes on disk beside the base
GROUPS = [
    ("the program", "/usr/bin/tanada"), ("samples", "/usr/share/tanada/"),
    ("fonts", "/usr/share/font", "/etc/fonts/", "/var/cache/"), ("time zones", "/usr/share/zoneinfo/"),
    ("certificates", "/etc/ssl/", "/usr/share/ca-certificates/"), ("libraries", "/usr/lib/"),
    ("licences and versions", "/usr/share/doc/", "/var/lib/dpkg/"), ("the rest", "/")]
# By the name of the file: what vips is asked for.
MADE = {
    "progressive.jpg": ("copy", "[interlace,subsample-mode=off]"), "grey.jpg": ("colourspace", "", "b-w"),
    "deep.png": ("colourspace", "", "rgb16"), "palette.png": ("copy", "[palette]"),
    "clear.png": ("bandjoin_const", "", "128"), "lossy.webp": ("copy", "[Q=70]"), "eight.avif": ("copy", ""),
    "lossless.webp": ("copy", "[lossless]"), "clear.webp": ("bandjoin_const", "[lossless]", "128"),
    "clear.avif": ("bandjoin_const", "", "128"), "lossless.avif": ("copy", "[lossless]"), "eight.heic": ("copy", ""),
    "clear.heic": ("bandjoin_const", "", "128"), "plain.tif": ("copy", ""), "lzw.tif": ("copy", "[compression=lzw]"),
    "jpeg.tif": ("copy", "[compression=jpeg]"), "deflate.tif": ("copy", "[compression=deflate,predictor=horizontal]"),
    "deep.tif": ("colourspace", "", "rgb16")}


def test_its_size(image, storage, size, figure):
    """What each part of the image takes beside the base, and the largest libraries."""
    pull = sum(image.layers()[1:]) / 1e6
    files, bare = image.sizes(), Image(storage, "base").sizes()
    added = {path: size for path, size in files.items() if bare.get(path) != size}
    sizes = dict.fromkeys((name for name, *_ in GROUPS), 0)
    for path, bytes in added.items():
        group = next(name for name, *places in GROUPS if path.startswith(tuple(places)))
        sizes[group] += bytes - bare.get(path, 0)
    disk = (sum(files.values()) - sum(bare.values())) / 1e6

    def largest(sizes):
        found = sorted(sizes.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{name.rsplit('/', 1)[-1]} {bytes / 1e6:.1f}" for name, bytes in found[:12])

    figure(f"size: {pull:.1f} MB to pull beside the base; {disk:.1f} MB on disk (goal: {GOAL}) beside "
           f"{sum(bare.values()) / 1e6:.1f} MB: {largest(sizes)}; the largest libraries: "
           f"{largest({path: bytes for path, bytes in added.items() if path.startswith('/usr/lib/')})}")
    assert disk <= GOAL or size("fonts", 0)


def test_its_config(image):
    config = image.config
    assert config["User"] == f"{USER}:{USER}"
    assert config["StopSignal"] == "SIGTERM" and list(config["ExposedPorts"]) == ["8080/tcp"]
    assert image.volumes == [PLACE] and config["WorkingDir"] == PLACE
    labels = {name: config["Labels"].get(f"org.opencontainers.image.{name}")
              for name in ("title", "version", "revision", "licenses", "source")}
    assert labels["title"] == "tanada" and labels["version"] and labels["licenses"] == "Apache-2.0", labels
    assert len(labels["revision"]) == 40, labels


@contextlib.contextmanager
def unchanged_container(image, volume):
    """A container with a volume, outside of which nothing is written."""
    container = Container(image, [(volume, PLACE)])
    before = container.files()
    yield container
    after = container.files()
    # buildah mounts something in /run, and takes it away again.
    changed = [name for name in before.keys() | after.keys() if before.get(name) != after.get(name) and name != "/run"]
    assert not changed, f"written outside of the volume: {sorted(changed)}"
    assert {path.stat().st_uid for path in volume.rglob("*") if path.is_file()} == {USER}, "others' files"
    container.remove()


def test_one_container(image, volume, folder, network, figure):
    """From nothing to the samples, a token, an upload and a preview; and another one after it, as after an upgrade."""
    with unchanged_container(image, volume) as container:
        version = image.config["Labels"]["org.opencontainers.image.version"]
        assert container.run("--version").split()[1] == version, "the label is not the version of the program"
        assert not container.is_healthy(), "healthy before it runs"
        # The first start makes the database.
        service, first = started(container)
        assert container.is_healthy(), "not healthy, though it is ready"
        check_process(service)

        # The samples from inside, beside the running server.
        samples = "/usr/share/tanada/Seeds"
        container.run("seed", samples)
        container.run("photo", "import", "--from", f"{samples}/artwork", "--quiet")
        eventually(lambda: (answer := ask(SCREEN)).status == 200 and b"/v1/photos/" in answer.bytes, "pictures")
        sections = ask(SCREEN).json["sections"]
        assert sections and not ask("/readyz").json["failing_sections"]
        check_pictures(sections)
        check_libraries(container, volume, folder)
        assert ask(SCREEN, headers={"Accept-Encoding": "br"}).headers["Content-Encoding"] == "br"

        token = container.run("token", "create", "--role", "editor", "--name", "container").strip()
        card = ask(f"/v1/photos/{uploaded(ask, token)}/card.jpg?width=780")
        assert card.status == 200, card
        # A preview in PNG, which SVG, fonts and PNG are needed for.
        container.run("preview", "--format", "png", "--scale", "1", "--output", "preview.png")
        assert (volume / "preview.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        if keep := os.environ.get("TANADA_CONTAINER_PICTURES"):
            pathlib.Path(keep, "card.jpg").write_bytes(card.bytes)
            shutil.copy(volume / "preview.png", keep)
        (volume / "preview.png").unlink()
        container.run("check")
        code, seconds = service.stop()
        assert code == 0 and seconds < 10, (code, seconds)
        assert not container.is_healthy(), "healthy after it has stopped"
    assert sorted(os.listdir(volume)) == ["tanada.sqlite", "tanada.sqlite-photos"]

    container, other = Container(image, [(volume, PLACE)]), {"TANADA_PORT": "8081"}
    service, again = started(container, other, 8081)
    assert container.is_healthy(other), "not healthy at another port"
    shown = ask(SCREEN, port=8081).json["sections"]
    assert [section["id"] for section in shown] == [section["id"] for section in sections], "another content"
    assert service.stop()[0] == 0
    container.remove()
    figure(f"container: ready {first} from nothing, {again} with the samples; stopped after {seconds * 1000:.0f} ms")


def started(container, environment=None, port=8080):
    service = container.serve(environment)
    eventually(lambda: ask("/readyz", port=port).status == 200, "ready", process=service.buildah)
    ready = time.monotonic()
    return service, (f"{(ready - service.started) * 1000:.0f} ms after the program was started and "
                     f"{(ready - service.begun) * 1000:.0f} ms after buildah was,")


def check_process(service):
    status = status_of(service.process)
    assert set(status["Uid"].split()) == set(status["Gid"].split()) == {str(USER)}, status["Uid"]
    assert int(status["CapEff"], 16) == 0, status["CapEff"]
    lines = [line.split() for line in pathlib.Path("/proc/thread-self/net/tcp").read_text().splitlines()]
    # State 0A is LISTEN; the rest are addresses and ports in hexadecimal digits.
    assert [line[1] for line in lines if line[3] == "0A"] == ["00000000:1F90"]


def check_pictures(sections):
    photo = re.search(r"/v1/photos/(\w+)", json.dumps(sections))[1]
    for name, start, begins in [("320x320.avif", 4, b"ftypavif"), ("320x320.webp", 8, b"WEBP"),
                                ("320x320.jpg", 0, b"\xff\xd8\xff"), ("card.jpg", 0, b"\xff\xd8\xff")]:
        answer = ask(f"/v1/photos/{photo}/{name}")
        assert answer.status == 200 and answer.bytes[start:].startswith(begins), f"{name}: {answer.bytes[:60]}"


def check_libraries(container, volume, folder):
    """Libraries that are loaded when they are first used: libcurl and libpq. libvips has been loaded already."""
    (folder / "a.avif").write_bytes(PICTURE)
    with Files(folder) as server:
        item = {"id": 9001, "photo_url": f"{server.address}a.avif", "photo_width": 4, "photo_height": 3, "title": "One",
                "caption": "", "published_at": "2022-12-01T07:30:00.000+0000"}
        file = volume / "item.json"
        file.write_text(json.dumps({"result": [item]}))
        container.run("import", "pickup_photos", file.name)
        # libcurl fetches, and libheif decodes.
        container.run("photo", "import", "pickup_photos", "--allow-private-addresses")
        assert server.asked == ["/a.avif"]
    file.unlink()
    migrate = [*container.image.config["Entrypoint"], "migrate", "--store", "postgresql://tanada@127.0.0.1:1/none"]
    status, _, errors = container.execute(migrate)
    assert status != 0 and "refused" in errors and "libpq" not in errors, f"libpq: {errors}"


def uploaded(ask, token):
    bearer = {"Authorization": f"Bearer {token}"}
    answer = ask("/v1/photos", "POST", body=PICTURE, media_type="image/avif", headers=bearer)
    assert answer.status in (200, 201), answer
    return answer.json.get("result", [answer.json])[0]["id"]


def test_pictures_are_as_with_debians_libvips(image, volume, folder, figure):
    """Of every format that docs/photos.md promises: the image has a libvips of its own, and this machine Debian's."""
    pictures = volume / "pictures"
    pictures.mkdir(mode=0o755)
    source = ROOT / "Seeds/artwork/example.com/pickup_photo1.jpg"
    for name, (operation, options, *arguments) in MADE.items():
        subprocess.run(["vips", operation, source, f"{pictures / name}{options}", *arguments], check=True)
    for pattern in ("metadata/everything.*", "metadata/inks.jpg", "synth-orient-?.jpg"):
        found = list(PHOTO_SAMPLES.glob(pattern))
        assert found, pattern
        for path in found:
            shutil.copy(path, pictures)
    for path in pictures.iterdir():
        os.chown(path, USER, USER)
    names = sorted(path.name for path in pictures.iterdir())

    def tanada(*arguments):
        subprocess.run([PROGRAM, "photo", *arguments], cwd=pictures, check=True, capture_output=True)

    with unchanged_container(image, volume) as container:
        # What is added to a store, decoded and measured.
        added = [name for name in names if not name.endswith(".tif")]
        container.run("photo", "add", *[f"pictures/{name}" for name in added], "--database", "formats.sqlite")
        tanada("add", *added, "--database", folder / "formats.sqlite")
        of_image, of_debian = photos(volume / "formats.sqlite"), photos(folder / "formats.sqlite")
        assert len(of_image) == len(added) and of_image == of_debian

        # What a card is drawn of, in both ways that it is written.
        worst = 0
        for name in names:
            container.run("photo", "frame", f"pictures/{name}", "--output", "card.png", "--width", "400")
            tanada("frame", name, "--output", folder / "card.png", "--width", "400")
            one, two = (pixels(side / "card.png") for side in (volume, folder))
            assert len(one) == len(two) > 0, name
            difference = sum(abs(a - b) for a, b in zip(one, two)) / len(one)
            assert difference <= 1, f"{name}: a pixel of the card differs by {difference:.1f} of 255 in the mean"
            worst = max(worst, difference)
            (volume / "card.png").unlink()
            (folder / "card.png").unlink()
    figure(f"formats: {len(names)} pictures as with Debian's libvips (JPEG, PNG, WebP, AVIF, HEIC, TIFF); "
           f"cards differ by {worst:.2f} of 255 in the mean")


def photos(database):
    """What a database knows of each photo: the size, the placeholder that is made of its pixels, the camera data."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        rows = connection.execute("SELECT * FROM tanada_photos ORDER BY id").fetchall()
    return [{name: row[name] for name in row.keys() if "added" not in name} for row in rows]


def pixels(card):
    part, raw = card.with_suffix(".v"), card.with_suffix(".raw")
    subprocess.run(["vips", "crop", card, part, "0", "0", "400", "200"], check=True)
    subprocess.run(["vips", "rawsave", part, raw], check=True)
    found = raw.read_bytes()
    part.unlink()
    raw.unlink()
    return found


def test_compose_has_what_the_images_have(storage, image, folder):
    project = load()
    for name, service in project["services"].items():
        if service["image"] not in TARGETS:
            continue
        of, stage = Image(storage, TARGETS[service["image"]]), service["build"]["target"]
        file = (ROOT / service["build"]["dockerfile"]).read_text()
        assert re.search(rf"^FROM .* AS {stage}$", file, re.M), (name, stage)
        if test := service.get("healthcheck", {}).get("test"):
            assert test == of.config["Healthcheck"]["Test"], name
        for port in service.get("ports", []):
            assert f"{port.rsplit(':', 1)[1]}/tcp" in of.config["ExposedPorts"], (name, port)
        for _, place in mounts(service):
            assert place in of.volumes, (name, place)
    container = Container(image, [(make_secrets(folder / "secrets"), "/run/secrets")])
    for name in ("tanada1", "tanada2", "migrate"):
        service = project["services"][name]
        settings = {key: value for key, value in service["environment"].items() if key.startswith("TANADA_")}
        said = container.run("config", environment=settings)
        for key in settings.keys() - {"TANADA_SECRETS"}:
            setting = key.removeprefix("TANADA_").lower()
            line = next((line for line in said.splitlines() if line.split()[:1] == [setting]), "")
            assert "(environment)" in line, f"{name}: the program does not know {key}"
        for secret in service["secrets"]:
            assert re.search(rf"^{secret} +\(hidden\) +\(/run/secrets\)$", said, re.M), f"{name}: {secret} is not found"
    container.remove()


@pytest.fixture
def database(storage, network):
    make_bridge()
    server = postgresql.Server(
        str(storage.folder / "postgresql"), {"listen_addresses": f"127.0.0.1, {BRIDGE}"}, 5432)
    with open(f"{server.data}/pg_hba.conf", "a") as file:
        file.write("host all all 172.31.250.0/24 scram-sha-256\n")
    server.start()
    server.psql(f"ALTER USER tanada PASSWORD '{SECRETS['store_password']}'")
    server.psql("CREATE DATABASE tanada TEMPLATE template0")
    yield server
    server.stop()


def test_services_of_compose(storage, volume, database, figure):
    project, secrets = load(), make_secrets(storage.folder / "secrets")
    machines = [Machine(project, name, storage, {"tanada": volume}, secrets)
                for name in ("migrate", "tanada1", "tanada2", "varnish")]
    migrate, one, two, edge = machines
    try:
        # In the order of depends_on. A second `up` migrates again.
        migrate.run(*migrate.service["command"])
        migrate.run(*migrate.service["command"])
        assert not one.is_healthy() and not edge.is_healthy(), "healthy before it runs"
        for group in ([one, two], [edge]):
            for machine in group:
                machine.start()
            for machine in group:
                machine.wait()
        up = time.monotonic() - one.running.begun
        status = status_of(edge.running.process)
        assert "0" not in status["Uid"].split() and int(status["CapEff"], 16) == 0, f"varnishd: {status['Uid']}"

        # The samples, through one server; what is written through the edge is read through it at once.
        one.run("seed", "/usr/share/tanada/Seeds", "--quiet")
        eventually(lambda: b"Pickup Photo No.1" in edge.ask(SCREEN).bytes, "the edge has the samples")
        eventually(lambda: edge.ask(SCREEN).headers["X-Cache"] == "hit", "a hit")
        token = one.run("token", "create", "--role", "editor", "--name", "edge").strip()
        bearer = {"Authorization": f"Bearer {token}"}
        answer = edge.ask("/v1/content/pickup_photos/1", "PATCH", body={"title": "Purged"}, headers=bearer)
        assert answer.status == 200, f"a write through the edge: {answer}"
        begun = time.monotonic()
        eventually(lambda: b'"Purged"' in edge.ask(SCREEN).bytes, "the edge was purged", seconds=20)
        purged = time.monotonic() - begun
        for server in (one, two):
            metrics = server.ask("/metrics").text
            refused = re.findall(r'tanada_purges_total\{result="refused"\} (.*)', metrics)
            assert refused in ([], ["0"]), server.name

        # An upload is a picture at both servers.
        photo, moments = uploaded(edge.ask, token), []
        for server in (one, two, edge):
            begun, path = time.monotonic(), f"/v1/photos/{photo}/320x320.webp"
            eventually(lambda: (got := server.ask(path, headers=bearer)).status == 200 and got.bytes[8:12] == b"WEBP",
                       f"{server.name} has the photo")
            moments.append(f"{(time.monotonic() - begun) * 1000:.0f} ms")

        # An upgrade: one server after the other, and nobody sees it.
        statuses, widths = [], itertools.cycle(range(320, 600))  # those that nobody has asked for yet are no hits

        def read():
            try:
                statuses.append(edge.ask(f"/v1/feeds/home?width={next(widths)}").status)
            except NO_ANSWER as error:
                statuses.append(repr(error))

        with People() as readers:
            readers.add(read)
            for server in (one, two):
                seconds = server.stop()
                assert seconds < 40, f"{server.name} has stopped after {seconds:.1f} s, stop_grace_period is 40 s"
                server.start()
                server.wait()
        readers.check()
        failures = [status for status in statuses if status != 200]
        assert not failures, f"{len(failures)} of {len(statuses)} requests failed: {failures[:5]}"

        # Without a server, Varnish answers what it has, and is not called unhealthy.
        one.stop()
        two.stop()
        assert edge.ask(SCREEN).status == 200 and edge.is_healthy()
        figure(f"services: healthy through Varnish {up:.1f} s after the first server was started, fresh "
               f"{purged * 1000:.0f} ms after a write, a photo at both and the edge after {', '.join(moments)}; both "
               f"were restarted, {len(statuses)} requests, none failed; Varnish stopped in {edge.stop():.1f} s")
    except BaseException:
        for machine in machines[1:]:
            if machine.messages.exists():
                print(f"--- {machine.name}", *machine.messages.read_text().splitlines()[-20:], sep="\n")
        raise
