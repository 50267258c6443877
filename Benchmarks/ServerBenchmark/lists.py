"""A list of 100 photos and a single photo, beside PocketBase with the same records in its own SQLite.

    lists.py BINARY POCKETBASE [--photos N] [--rounds N] [--seconds N]

The servers take turns; each figure is the median of the rounds. wrk runs on the same processors.
"""

import argparse
import contextlib
import json
import os
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from content import photos
from serving import Program, load

ACCOUNT = ("bench@example.com", "not-a-secret-at-all")
FIELDS = [
    {"name": "photo_url", "type": "text"}, {"name": "photo_width", "type": "number"},
    {"name": "photo_height", "type": "number"}, {"name": "title", "type": "text"},
    {"name": "caption", "type": "text"}, {"name": "published_at", "type": "text"},
]


class Tanada(Program):
    name = "tanada"

    def __init__(self, binary, folder, count):
        file = os.path.join(folder, "photos.json")
        with open(file, "w") as output:
            json.dump({"result": list(photos(count))}, output)
        database = os.path.join(folder, "tanada.sqlite")
        subprocess.run([binary, "import", "pickup_photos", file, "--database", database],
                       check=True, capture_output=True)
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--database", database, "--read-rate", "1000000"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        base = self.process.stdout.readline().strip()
        self.list = f"{base}/v1/content/pickup_photos?limit=100"
        self.item = f"{base}/v1/content/pickup_photos/50"


class PocketBase(Program):
    name = "PocketBase"
    port = 8097

    def __init__(self, binary, folder, count):
        self.folder = os.path.join(folder, "pocketbase")
        self.command = [binary, "--dir", self.folder]
        subprocess.run([*self.command, "superuser", "upsert", *ACCOUNT], check=True,
                       capture_output=True)
        self.start()
        token = self.send("POST", "/api/collections/_superusers/auth-with-password",
                          {"identity": ACCOUNT[0], "password": ACCOUNT[1]})["token"]
        self.send("POST", "/api/collections", {
            "name": "pickup_photos", "type": "base", "listRule": "", "viewRule": "",
            "fields": FIELDS}, token)
        # Its log of requests goes to another database, which tanada does not have.
        self.send("PATCH", "/api/settings", {"logs": {"maxDays": 0}}, token)
        self.stop()
        with contextlib.closing(sqlite3.connect(f"{self.folder}/data.db")) as database, database:
            names = [field["name"] for field in FIELDS]
            database.executemany(
                f"INSERT INTO pickup_photos (id, {', '.join(names)}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                ([f"{row['id']:015}", *(row[name] for name in names)] for row in photos(count)))
        self.start()
        base = f"http://127.0.0.1:{self.port}/api/collections/pickup_photos/records"
        self.list = f"{base}?perPage=100&skipTotal=1"
        self.item = f"{base}/{50:015}"

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "serve", "--http", f"127.0.0.1:{self.port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                return self.send("GET", "/api/health")
            except urllib.error.URLError:
                time.sleep(0.05)
        raise SystemExit("PocketBase does not answer")

    def send(self, method, path, body=None, token=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=json.dumps(body).encode() if body is not None else None,
            headers={"Content-Type": "application/json"} | (
                {"Authorization": token} if token else {}))
        with urllib.request.urlopen(request) as response:
            return json.load(response)


def titles(server):
    with urllib.request.urlopen(server.list) as response:
        document = json.load(response)
    return [item["title"] for item in document.get("result") or document.get("items")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("pocketbase")
    parser.add_argument("--photos", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        tanada = Tanada(options.binary, folder, options.photos)
        stack.callback(tanada.stop)
        peer = PocketBase(options.pocketbase, folder, options.photos)
        stack.callback(peer.stop)
        assert titles(tanada) == titles(peer), "the servers have different records"
        print("| Request | Connections | PocketBase | tanada | × rate |")
        print("|---|--:|--:|--:|--:|")
        for name in ["list", "item"]:
            for connections in [1, 32]:
                rounds = [
                    [load(getattr(server, name), {}, connections, options.seconds)[0]
                     for server in (peer, tanada)]
                    for _ in range(options.rounds)]
                rates = [statistics.median(round[index] for round in rounds) for index in (0, 1)]
                ratio = statistics.median(round[1] / round[0] for round in rounds)
                print(f"| {name} | {connections} | {rates[0]:,.0f} | {rates[1]:,.0f} | "
                      f"{ratio:.2f} |", flush=True)


main()
