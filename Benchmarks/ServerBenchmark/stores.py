"""The same content in a SQLite file and in PostgreSQL: imports, lists, searches and edits of many photos, taking turns.

    stores.py BINARY FOLDER_OF_SEEDS [--items N] [--runs N] [--rounds N]

Every figure is a median, and how many times SQLite's PostgreSQL takes. The screens of both are compared, byte by byte.
"""

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Tests/e2e"))

from harness import postgresql
from content import QUERIES, Server, photos, run, seconds, write_files

MORE_QUERIES = [
    ("a page from the middle", "limit=100&id.gt=50000"),
    ("oldest first", "sort=published_at&limit=100"),
    ("by title", "sort=title&limit=100"),
    ("search, one letter", "q=%E6%B5%B7&limit=100"),
    ("search, rare word", "q=harbor%20caf%C3%A9&limit=100"),
    ("search, in order", "q=coffee&sort=-published_at&limit=100"),
    ("filter and count", "photo_width.gte=3800&limit=1&count=true"),
    ("a page of 1000", "limit=1000"),
]


class StoreServer(Server):
    """A server of a store, which is given by its address."""

    def __init__(self, binary, store):
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--store", store, "--read-rate", "0", "--write-rate", "0"],
            stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().strip()


def run_on(store, *command):
    return run(*command, "--store", store)


def figure(title, times, unit="ms"):
    medians = {name: statistics.median(values) for name, values in times.items()}
    text = ", ".join(f"{name} {value:.2f} {unit}" for name, value in medians.items())
    ratio = medians["PostgreSQL"] / medians["SQLite"]
    print(f"{title}: {text}, ratio {ratio:.2f}{'' if ratio <= 2 else '  !'}", flush=True)


def bench_imports(binary, stores, folder, runs, make):
    times = {name: [] for name in stores}
    for number in range(runs):
        for name in list(stores):
            stores[name] = make(name, number)
            run_on(stores[name], binary, "seed", "Seeds", "--quiet")
            times[name].append(seconds(lambda: run_on(
                stores[name], binary, "import", "pickup_photos", f"{folder}/photos.json", "--quiet")))
    figure("import of all", times, "s")
    for title, file in [("import without a change", "photos.json"), ("import, a tenth changed", "tenth.json")]:
        times = {name: [] for name in stores}
        for name, store in stores.items():
            times[name].append(seconds(lambda: run_on(
                store, binary, "import", "pickup_photos", f"{folder}/{file}", "--quiet")))
        figure(title, times, "s")


def bench_reads(servers, rounds):
    for title, query in QUERIES + MORE_QUERIES:
        times, answers = {name: [] for name in servers}, {}
        for round in range(rounds + 3):
            # Another page size each time: a server keeps answers that it has given.
            varied = re.sub(r"limit=(\d+)", lambda found: f"limit={max(1, int(found[1]) - round)}", query)
            for name, server in servers.items():
                took = seconds(lambda: answers.update({name: server.get(f"/v1/content/pickup_photos?{varied}")}))
                if round >= 3:
                    times[name].append(took * 1000)
            # Cursors are signed with a secret of each store.
            found = [json.loads(answer) | {"next": None} for answer in answers.values()]
            if found[0] != found[1]:
                sys.exit(f"error: the answers differ: {varied}")
        figure(title, times)


def bench_edits(servers, tokens, rounds):
    pick = random.Random(2)
    times = {name: [] for name in servers}
    for round in range(rounds * 4):
        identifier = pick.randint(1, 100_000)
        body = json.dumps({"title": f"edited {round}"}).encode()
        for name, server in servers.items():
            headers = {"Authorization": f"Bearer {tokens[name]}", "Content-Type": "application/json"}
            request = urllib.request.Request(
                f"{server.base}/v1/content/pickup_photos/{identifier}", body, headers, method="PATCH")
            times[name].append(seconds(lambda: urllib.request.urlopen(request).read()) * 1000)
    figure("edit of an item", times)


def compare_screens(servers):
    def screen(server, width):
        document = json.loads(server.get(f"/v1/feeds/home?width={width}"))
        for key in ("generated_at", "next"):
            document.pop(key, None)
        for section in document["sections"]:
            section.pop("next", None)
            for item in section["items"]:
                item.pop("impression_id", None)
        return document
    for width in (320, 390, 834):
        documents = [screen(server, width) for server in servers.values()]
        print(f"screens at {width}: {'equal' if documents[0] == documents[1] else 'they differ'}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=25)
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.binary)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        server = postgresql.Server(os.path.join(folder, "postgresql"), {"shared_buffers": "512MB"}).start()
        try:
            write_files(folder, arguments.items)
            with open(f"{folder}/tenth.json", "w") as file:
                rows = [row | {"caption": "changed"} for row in photos(arguments.items) if row["id"] % 10 == 0]
                json.dump({"result": rows}, file, ensure_ascii=False)

            def make(name, number):
                if name == "SQLite":
                    return f"sqlite:{folder}/photos-{number}.sqlite"
                return server.make_database(binary)

            stores = {"SQLite": "", "PostgreSQL": ""}
            bench_imports(binary, stores, folder, arguments.runs, make)
            os.environ["TANADA_PHOTOS"] = f"{folder}/photos-of-none"
            tokens = {name: run_on(store, binary, "token", "create", "--role", "editor", "--name", "bench")
                      .stdout.strip() for name, store in stores.items()}
            servers = {}
            for name, store in stores.items():
                os.environ["TANADA_PHOTOS"] = f"{folder}/{name}-photos"
                servers[name] = StoreServer(binary, store)
            try:
                bench_reads(servers, arguments.rounds)
                bench_edits(servers, tokens, arguments.rounds)
                compare_screens(servers)
            finally:
                for each in servers.values():
                    each.__exit__()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
