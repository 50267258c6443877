"""One container of the image, as its own user, with one volume; see `run`."""

import http.client
import http.server
import json
import os
import shutil
import sys
import threading
import time

from formats import check_formats
from images import Container, Failure, Image
from waiting import wait_until

USER = 10001
PICTURE = "Tests/FeedPhotosTests/Samples/metadata/everything.avif"
GOAL = 120  # megabytes on disk beside the base


def ask(path, port=8080, headers=None, method="GET", body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    answer = response.status, response.headers, response.read()
    connection.close()
    return answer


def expect(condition, text):
    if not condition:
        raise Failure(text)


GROUPS = [
    ("the program", "/usr/bin/tanada"), ("samples", "/usr/share/tanada/"), ("fonts", "/usr/share/font", "/etc/fonts/", "/var/cache/"),
    ("certificates", "/etc/ssl/", "/usr/share/ca-certificates/"), ("time zones", "/usr/share/zoneinfo/"),
    ("licences and versions", "/usr/share/doc/", "/var/lib/dpkg/"), ("libraries", "/usr/lib/"), ("the rest", "/")]


def check_sizes(image, base, work):
    """What each part of the image takes beside the base, and the largest libraries."""
    pull = sum(image.layers(f"{work}/pushed")[1:]) / 1e6
    files, bare = ({name: size for name, (_, size, _) in Container(each).files_and_end().items()} for each in (image, base))
    added = {name: size for name, size in files.items() if bare.get(name) != size}
    sizes = dict.fromkeys((name for name, *_ in GROUPS), 0)
    for path, size in added.items():
        group = next(name for name, *places in GROUPS if path.startswith(tuple(places)))
        sizes[group] += size - bare.get(path, 0)
    disk = (sum(files.values()) - sum(bare.values())) / 1e6
    for name, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        print(f"size: {size / 1e6:6.1f} MB  {name}")
    libraries = sorted(((size, path) for path, size in added.items() if path.startswith("/usr/lib/")), reverse=True)
    print("largest libraries: " + ", ".join(f"{os.path.basename(path)} {size / 1e6:.1f}" for size, path in libraries[:12]))
    print(f"✔ size: {pull:.1f} MB to pull beside the base; {disk:.1f} MB on disk (goal: {GOAL}) beside "
          f"{sum(bare.values()) / 1e6:.1f} MB")
    return disk


def check_config(image):
    config = image.config
    expect(config["User"] == f"{USER}:{USER}", f"the user is {config['User']}")
    expect(config["StopSignal"] == "SIGTERM" and list(config["ExposedPorts"]) == ["8080/tcp"], "signal and port")
    expect(image.volumes == ["/var/lib/tanada"] and config["WorkingDir"] == "/var/lib/tanada", "the volume")
    labels = {name: config["Labels"].get(f"org.opencontainers.image.{name}")
              for name in ("title", "version", "revision", "licenses", "source")}
    expect(labels["title"] == "tanada" and labels["version"] and labels["licenses"] == "Apache-2.0"
           and len(labels["revision"]) == 40, f"labels: {labels}")


def new_volume(work, name):
    """A volume as engines make it: with the owner and the mode that the folder has in the image."""
    folder = os.path.join(work, name)
    os.mkdir(folder, 0o750)
    os.chown(folder, USER, USER)
    return folder


def check_process(service):
    status = service.status()
    expect(set(status["Uid"].split()) == set(status["Gid"].split()) == {str(USER)}, f"Uid {status['Uid']}")
    expect(int(status["CapEff"], 16) == 0, f"capabilities: {status['CapEff']}")
    with open("/proc/net/tcp") as file:
        # State 0A is LISTEN; the rest are addresses and ports in hexadecimal digits.
        listening = [line.split()[1] for line in file if line.split()[3] == "0A"]
    expect(listening == ["00000000:1F90"], f"listening at {listening}")


def check_pictures(feed):
    """Pictures of the screen in each format, and the card and the whole photo."""
    ids = [path.split("/")[3] for path in json.dumps(feed).replace("\\/", "/").split('"')
           if path.startswith("/v1/photos/")]
    expect(ids, "the screen has no pictures")
    photo = ids[0].split(".")[0]
    sizes = {}
    for name, begins in [("320x320.avif", (b"ftypavif", 4)), ("320x320.webp", (b"WEBP", 8)),
                         ("320x320.jpg", (b"\xff\xd8\xff", 0)), ("card.jpg", (b"\xff\xd8\xff", 0))]:
        status, headers, body = ask(f"/v1/photos/{photo}/{name}")
        expect(status == 200 and body[begins[1]:].startswith(begins[0]), f"{name}: {status}, {body[:60]}")
        sizes[name] = len(body)
    print("pictures: " + ", ".join(f"{name} {size} bytes" for name, size in sizes.items()))


def check_libraries(container, work):
    """Libraries that are loaded when they are first used: libcurl and libpq. libvips has been loaded already."""
    with open(PICTURE, "rb") as file:
        picture = file.read()
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(picture)))
            self.end_headers()
            self.wfile.write(picture)

        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    item = {"id": 9001, "photo_url": f"http://127.0.0.1:{server.server_address[1]}/a.avif", "photo_width": 4,
            "photo_height": 3, "title": "A container", "caption": "", "published_at": "2022-12-01T07:30:00.000+0000"}
    with open(os.path.join(work, "volume", "item.json"), "w") as file:
        json.dump({"result": [item]}, file)
    container.run("import", "pickup_photos", "item.json")
    # libcurl fetches, and libheif decodes.
    said = container.run("photo", "import", "pickup_photos", "--allow-private-addresses", status=None)
    expect(asked == ["/a.avif"] and said[0] == 0, f"photo import: {asked} {said}")
    status, output, errors = container.run(
        "migrate", "--store", "postgresql://tanada@127.0.0.1:1/none", status=None)
    expect(status != 0 and "refused" in errors and "libpq" not in errors, f"libpq: {errors}")
    server.shutdown()
    os.remove(os.path.join(work, "volume", "item.json"))


def main(work, has_fonts, *buildah):
    image, base = Image(buildah, "localhost/tanada"), Image(buildah, "localhost/base")
    size = check_sizes(image, base, work)
    check_config(image)

    volume = new_volume(work, "volume")
    container = Container(image, [(volume, "/var/lib/tanada")])
    expect(container.run("--version").split()[1] == image.config["Labels"]["org.opencontainers.image.version"],
           "the version of the label is not that of the program")
    before = container.files()
    expect(not container.is_healthy(), "healthy before it runs")

    # 1. From nothing: the first start makes the database.
    service = container.serve()
    wait_until(lambda: ask("/readyz")[0] == 200, "ready", process=service.buildah)
    ready = time.monotonic()
    print(f"✔ start: ready {(ready - service.started) * 1000:.0f} ms after the program was started, "
          f"{(ready - service.begun) * 1000:.0f} ms after buildah was")
    expect(container.is_healthy(), "not healthy, though it is ready")
    check_process(service)

    # 2. The samples from inside, beside the running server.
    samples = "/usr/share/tanada/Seeds"
    container.run("seed", samples)
    container.run("photo", "import", "--from", f"{samples}/artwork", "--quiet")

    def has_pictures():
        status, _, body = ask("/v1/feeds/home?width=390")
        return status == 200 and b"/v1/photos/" in body
    wait_until(has_pictures, "the screen has pictures")
    feed = json.loads(ask("/v1/feeds/home?width=390")[2])
    expect(feed["sections"] and not json.loads(ask("/readyz")[2])["failing_sections"], "sections fail")
    names = [section["id"] for section in feed["sections"]]
    check_pictures(feed)
    check_formats(container, work)
    check_libraries(container, work)
    packed = ask("/v1/feeds/home?width=390", headers={"Accept-Encoding": "br"})[1]
    expect(packed["Content-Encoding"] == "br", f"Brotli: {packed['Content-Encoding']}")

    # 3. A token writes.
    token = container.run("token", "create", "--role", "editor", "--name", "container").strip()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with open(PICTURE, "rb") as file:
        status, _, body = ask("/v1/photos", headers=headers | {"Content-Type": "image/avif"},
                              method="POST", body=file.read())
    expect(status in (200, 201), f"an upload of AVIF: {status} {body[:200]}")
    photo = json.loads(body)
    photo = photo.get("result", [photo])[0]
    card = ask(f"/v1/photos/{photo['id']}/card.jpg?width=780")
    expect(card[0] == 200, f"its card: {card[0]} {card[2][:200]}")
    with open(os.path.join(work, "card.jpg"), "wb") as file:
        file.write(card[2])

    # 4. A preview in PNG, which SVG, fonts and PNG are needed for.
    container.run("preview", "--format", "png", "--scale", "1", "--output", "preview.png")
    preview = os.path.join(volume, "preview.png")
    with open(preview, "rb") as file:
        expect(file.read(8) == b"\x89PNG\r\n\x1a\n", "the preview is no PNG")
    shutil.move(preview, os.path.join(work, "preview.png"))
    if keep := os.environ.get("TANADA_CONTAINER_PICTURES"):
        for name in ("card.jpg", "preview.png"):
            shutil.copy(os.path.join(work, name), keep)
    container.run("check")

    # 5. It stops in time.
    code, seconds = service.stop()
    expect(code == 0, f"exit code {code}")
    expect(seconds < 10, f"stopped after {seconds:.1f} s")
    print(f"✔ stop: {seconds * 1000:.0f} ms after SIGTERM, exit code {code}")
    expect(not container.is_healthy(), "healthy after it has stopped")

    # 6. Nothing was written outside of the volume.
    after = container.files()
    # buildah mounts something in /run, and takes it away again.
    changed = sorted(name for name in before.keys() | after.keys()
                     if before.get(name) != after.get(name) and name != "/run")
    expect(not changed, f"written outside of the volume: {changed}")
    expect({os.stat(os.path.join(folder, name)).st_uid for folder, _, names in os.walk(volume) for name in names}
           == {USER}, "files of others in the volume")
    expect(sorted(os.listdir(volume)) == ["tanada.sqlite", "tanada.sqlite-photos"],
           f"left in the volume: {os.listdir(volume)}")
    container.remove()

    # 7. Another container, as after an upgrade, has the content of the volume.
    container = Container(image, [(volume, "/var/lib/tanada")])
    service = container.serve({"TANADA_PORT": "8081"})
    wait_until(lambda: ask("/readyz", 8081)[0] == 200, "ready again", process=service.buildah)
    print(f"start with the samples: ready {(time.monotonic() - service.started) * 1000:.0f} ms after the program was started")
    expect(container.is_healthy({"TANADA_PORT": "8081"}), "not healthy at another port")
    again = json.loads(ask("/v1/feeds/home?width=390", 8081)[2])
    expect([section["id"] for section in again["sections"]] == names, "another container has other content")
    code, _ = service.stop()
    expect(code == 0, f"exit code {code}")
    container.remove()
    expect(size <= GOAL or has_fonts, f"{size:.1f} MB on disk beside the base, goal {GOAL}")
    print("✔ container")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "fonts", *sys.argv[3:])
