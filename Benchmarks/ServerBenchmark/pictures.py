"""How long after a client asks for them the visible pictures of the first screen are there.

    pictures.py BINARY FOLDER_OF_SEEDS [--runs N] [--ratio 1|2|3]

Each run has a fresh database with the samples' pictures, and a server that has just started. The client asks as a
browser does: for the first source of each picture, over six connections, with an Accept that names AVIF and WebP.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import queue
import signal
import statistics
import subprocess
import tempfile
import time

SCREENS = [(412, 915), (360, 800), (1440, 900)]
CONNECTIONS = 6
ACCEPT = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"


def prepared(binary, seeds, folder):
    """A database with the sample content and its pictures."""
    for command in (["seed", seeds, "--quiet"], ["photo", "import", "--from", f"{seeds}/artwork"]):
        subprocess.run([binary, *command], cwd=folder, check=True, capture_output=True)


class Server:
    def __init__(self, binary, folder):
        environment = dict(os.environ, TANADA_READ_RATE="0")
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0"], cwd=folder, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def get(connection, path):
    connection.request("GET", path, headers={"Accept": ACCEPT})
    response = connection.getresponse()
    body = response.read()
    assert response.status == 200, (path, response.status, body[:200])
    return response.getheader("Content-Type"), body


def visible(document, height, ratio):
    """The addresses of the pictures whose frames are on the first screen, from top to bottom."""
    found = []
    for section in document["sections"]:
        layout = section["layout"]
        top = section["frame"]["y"]
        for item, frame in zip(section["items"], layout["frames"]):
            y, x = top + frame["y"], frame["x"]
            sources = item.get("image", {}).get("sources")
            if sources and y < height and x < document["viewport"]["width"] and x + frame["width"] > 0:
                found.append((y, sources[0][f"{ratio}x"]))
    return [address for _, address in sorted(found)]


def first_screen(binary, folder, width, height, ratio):
    """The seconds until all pictures are there, how many they are, and of which formats."""
    with Server(binary, folder) as server:
        connections = queue.Queue()
        for _ in range(CONNECTIONS):
            connections.put(http.client.HTTPConnection("127.0.0.1", server.port, timeout=120))
        start = time.monotonic()
        connection = connections.get()
        _, body = get(connection, f"/v1/feeds/home?width={width}")
        connections.put(connection)
        pictures = visible(json.loads(body), height, ratio)
        assert pictures, "no picture is visible"

        def fetch(address):
            connection = connections.get()
            try:
                return get(connection, address)[0]
            finally:
                connections.put(connection)

        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
            types = list(pool.map(fetch, pictures))
        return time.monotonic() - start, types


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ratio", type=int, default=3)
    options = parser.parse_args()
    times = {screen: [] for screen in SCREENS}
    counts = {}
    for _ in range(options.runs):
        for width, height in SCREENS:
            with tempfile.TemporaryDirectory() as folder:
                prepared(options.binary, options.seeds, folder)
                seconds, types = first_screen(
                    options.binary, folder, width, height, options.ratio
                )
                times[width, height].append(seconds)
                counts[width, height] = types
    for screen, seconds in times.items():
        types = counts[screen]
        formats = ", ".join(f"{types.count(name)} {name}" for name in sorted(set(types)))
        print(
            f"first screen of {screen[0]} × {screen[1]} points, {options.ratio}x: {len(types)} pictures "
            f"({formats}) in {min(seconds):.2f} s at least, {statistics.median(seconds):.2f} s in the median"
        )


main()
