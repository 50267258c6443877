"""An address asks for many large pictures and leaves. Others are served, and the server stops in time."""

import os
import pathlib
import subprocess

from harness import Client, eventually
from harness.files import PICTURES, picture, with_comments
from harness.raw import RawConnection, request

COUNT = 240
STOP_TIMEOUT = 5
OPEN = [
    f"{size}.{suffix}?fit={fit}&focus={focus}&dpr={ratio}"
    for size in ("1280x1280", "640x640", "320x320")
    for suffix in ("avif", "webp", "jpg")
    for fit, focus in (("cover", "0.5,0.5"), ("cover", "smart"), ("contain", "smart"))
    for ratio in ("3", "2")
]


def user_seconds(pid):
    """The processor time that a process has had for its own code; None if it has ended, or waits for its parent."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_pictures_that_nobody_waits_for(serve, make_store, folder):
    server = serve(make_store(samples=False), environment={"TANADA_STOP_TIMEOUT": str(STOP_TIMEOUT)})
    server.must("PUT", "/v1/kinds/pictures", PICTURES)
    for step in [
        "gaussnoise a.v 750 500 --sigma 40 --mean 128", "resize a.v b.v 8", "cast b.v c.v uchar",
        "bandjoin 'c.v c.v c.v' d.v", "copy d.v large.jpg --interpretation srgb",
    ]:
        subprocess.run(f"vips {step}", shell=True, check=True, cwd=folder)  # 24 megapixels, as of many cameras
    large, photos = (folder / "large.jpg").read_bytes(), []
    for number in range(1, 5):
        photos.append(server.must("POST", "/v1/photos", with_comments(large, number))["id"])
        server.must("PUT", f"/v1/content/pictures/{number}", {"id": number, "photo": photos[-1]})
    server.compose("pictures", {"id": "all", "kind": "pictures", "title": "All"})

    # Others are served while one address asks, and after it has left without an answer.
    connections = [RawConnection(server.port) for _ in range(COUNT)]
    for index, connection in enumerate(connections):
        path = f"/v1/photos/{photos[index % len(photos)]}/{OPEN[index // len(photos) % len(OPEN)]}"
        connection.send(request("GET", path))
    for connection in connections:
        connection.handle.close()
    # A picture of the screen, which nobody has asked for before.
    item = server.document("pictures", width=1111)["sections"][0]["items"][0]
    stranger = Client(server.port, timeout=30)
    assert stranger.get(item["image"]["sources"][-1]["1x"]).status == 200
    assert server.send("POST", "/v1/photos", picture("another"), timeout=30).status == 201

    # The server ends the pictures that it is making when its time is over.
    waiting = [RawConnection(server.port) for _ in range(12)]
    for index, connection in enumerate(waiting):
        connection.send(request("GET", f"/v1/photos/{photos[index % len(photos)]}/1280x1280.avif?dpr=3&focus=smart"))
    workers = {pid: user_seconds(pid) or 0 for pid in server.children()}
    eventually(lambda: any((user_seconds(pid) or 0) > begun + 0.3 for pid, begun in workers.items()), "a picture is made")
    server.terminate()
    # Twice the time that it is given: the machine has other work.
    assert server.process.wait(timeout=2 * STOP_TIMEOUT) == 0
    # Workers that nobody has killed would go on with their pictures.
    begun = {pid: user_seconds(pid) for pid in workers}

    def have_ended():
        running = {pid: seconds for pid in workers if (seconds := user_seconds(pid)) is not None}
        assert all(seconds - begun[pid] < 0.5 for pid, seconds in running.items()), "workers go on without their server"
        return not running

    eventually(have_ended, "the workers have ended")
