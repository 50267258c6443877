"""Asks for many large pictures and leaves; see `run`. Others are served, and the server stops in time."""

import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys

from server import Client, Server, tanada

sys.path.append("Tests/Support")
from waiting import wait_until  # noqa: E402

# Pictures of 24 megapixels, the size of many cameras.
PHOTOS = 4
SIZE = (6000, 4000)
STOP_TIMEOUT = 5
KIND = {
    "kind": "pictures",
    "fields": [{"name": "photo", "type": "photo"}],
    "roles": {"image": "photo"},
    "layout": {"type": "staggered_grid"},
}
OPEN = [
    f"{size}.{suffix}?fit={fit}&focus={focus}&dpr={ratio}"
    for size in ("1280x1280", "640x640", "320x320")
    for suffix in ("avif", "webp", "jpg")
    for fit, focus in (("cover", "0.5,0.5"), ("cover", "smart"), ("contain", "smart"))
    for ratio in ("3", "2")
]


def make_pictures(folder):
    """Pictures that differ in a comment (ITU-T T.81, B.2.4.5)."""
    width, height = (str(side // 8) for side in SIZE)
    for step in [
        ["gaussnoise", "a.v", width, height, "--sigma", "40", "--mean", "128"],
        ["resize", "a.v", "b.v", "8"],
        ["cast", "b.v", "c.v", "uchar"],
        ["bandjoin", "c.v c.v c.v", "d.v"],
        ["copy", "d.v", "picture.jpg", "--interpretation", "srgb"],
    ]:
        subprocess.run(["vips", *step], check=True, cwd=folder)
    picture = pathlib.Path(folder, "picture.jpg").read_bytes()
    for number in range(PHOTOS):
        comment = b"%d" % number
        file = pathlib.Path(folder, f"{number}.jpg")
        file.write_bytes(picture[:2] + b"\xff\xfe\0\3" + comment + picture[2:])
        yield file.name


def ask_and_leave(port, photos):
    """One address asks for 240 open sizes, and closes all connections without waiting for an answer."""
    sockets = []
    for index in range(240):
        path = f"/v1/photos/{photos[index % PHOTOS]}/{OPEN[index // PHOTOS % len(OPEN)]}"
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        sockets.append(connection)
    for connection in sockets:
        connection.close()
    return len(sockets)


def published(port):
    """The address of a picture of the screen, which nobody has asked for before."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while True:
        connection.request("GET", "/v1/feeds/pictures?width=1111")
        document = json.loads(connection.getresponse().read())
        if "sections" in document:
            break
    return document["sections"][0]["items"][0]["image"]["sources"][-1]["1x"]


def is_running(pid):
    """Whether a process has not ended; one that nobody has waited for counts as ended."""
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def main():
    program, folder = sys.argv[1:]
    photos = [tanada(program, folder, "photo", "add", path).split()[0] for path in make_pictures(folder)]
    token = tanada(program, folder, "token", "create", "--name", "anna", "--role", "admin")
    os.environ["TANADA_STOP_TIMEOUT"] = str(STOP_TIMEOUT)
    server = Server(program, folder)
    client = Client(server.port, token)
    assert client.send_json("PUT", "/v1/kinds/pictures", KIND)[0] == 201
    for number, photo in enumerate(photos, start=1):
        status, body = client.send_json("PUT", f"/v1/content/pictures/{number}", {"id": number, "photo": photo})
        assert status == 201, body
    composition = {"sections": [{"id": "all", "kind": "pictures", "title": "All"}]}
    status, body = client.send_json("PUT", "/v1/feeds/pictures/composition", composition)
    assert status in (200, 201), body
    # 1. Others are served while the address asks, and after it has left.
    count = ask_and_leave(server.port, photos)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", published(server.port))
    assert connection.getresponse().status == 200
    sample = open("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg", "rb").read()
    client.connection.timeout = 30
    assert client.send("POST", "/v1/photos", sample)[0] == 201
    # 2. The server ends the pictures that it is making when its time is over.
    for index in range(12):
        socket.create_connection(("127.0.0.1", server.port)).sendall(
            f"GET /v1/photos/{photos[index % PHOTOS]}/1280x1280.avif?dpr=3&focus=smart HTTP/1.1\r\n"
            "Host: a\r\n\r\n".encode()
        )
    workers = server.workers()
    server.process.send_signal(signal.SIGTERM)
    # Twice the time that it is given: the machine has other work.
    assert server.process.wait(timeout=2 * STOP_TIMEOUT) == 0
    if "TANADA_SANITIZER" in os.environ:
        # The thread sanitizer lets a process that ends sleep for a second.
        wait_until(lambda: not any(is_running(pid) for pid in workers), "the workers have ended")
    assert not any(is_running(pid) for pid in workers)
    print(f"{count} pictures abandoned: others were served, and the server stopped in time")


main()
