"""Reading and importing many items, beside a former version and beside the sqlite3 shell.

    content.py BINARY FOLDER_OF_SEEDS [--beside BINARY] [--items N] [--runs N] [--large N]

Every figure is a median; figures of two programs come from runs that take turns.
"""

import argparse
import csv
import json
import os
import random
import signal
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request

WORDS = "海 山 カフェ 夕焼け 街 猫 東京 coffee sunset lake street night garden harbor 写真 旅 料理".split()
QUERIES = [
    ("a page of 100", "limit=100"),
    ("newest first", "sort=-published_at&limit=100"),
    ("filter", "photo_width.gte=3800&limit=100"),
    ("filter and order", "photo_height.lt=2100&sort=-published_at&limit=100"),
    ("search", "q=sunset%20harbor&limit=100"),
    ("search, two letters", "q=%E7%8C%AB&limit=100"),
    ("search and count", "q=coffee&limit=1&count=true"),
]


def photos(count):
    pick = random.Random(1)
    for number in range(1, count + 1):
        yield {
            "id": number,
            "photo_url": f"https://images.example.com/photos/{number}.jpg",
            "photo_width": 3000 + number % 900,
            "photo_height": 2000 + number % 700,
            "title": " ".join(pick.choices(WORDS, k=2)),
            "caption": " ".join(pick.choices(WORDS, k=4)),
            "published_at": "2026-%02d-%02dT%02d:04:05.000+0900"
            % (pick.randint(1, 12), pick.randint(1, 28), pick.randint(0, 23)),
        }


def write_files(folder, count):
    rows = list(photos(count))
    with open(f"{folder}/photos.json", "w") as file:
        file.write('{"result":[\n')
        file.write(",\n".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in rows))
        file.write("\n]}\n")
    with open(f"{folder}/photos.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


def seconds(action):
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def remove(database):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(database + suffix):
            os.remove(database + suffix)


class Server:
    def __init__(self, binary, database, *options):
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--database", database, "--read-rate", "0",
             "--write-rate", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().strip()

    def get(self, path):
        with urllib.request.urlopen(self.base + path) as answer:
            return answer.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def bench_imports(programs, folder, seeds, count, runs):
    """Seconds of importing the photos, by program, and of the shell filling the same tables."""
    times = {name: [] for name in programs} | {"shell": []}
    for _ in range(runs):
        for name, binary in programs.items():
            database = f"{folder}/{name}.sqlite"
            remove(database)
            run(binary, "seed", seeds, "--quiet", "--database", database)
            times[name].append(seconds(lambda: run(
                binary, "import", "pickup_photos", f"{folder}/photos.json", "--quiet",
                "--database", database)))
        database = f"{folder}/shell.sqlite"
        remove(database)
        run(programs["this version"], "seed", seeds, "--quiet", "--database", database)
        run("sqlite3", database, "DELETE FROM pickup_photos")
        times["shell"].append(seconds(lambda: run(
            "sqlite3", database, "PRAGMA synchronous = FULL",
            "CREATE TEMP TABLE rows (id INTEGER, photo_url TEXT, photo_width INTEGER,"
            " photo_height INTEGER, title TEXT, caption TEXT, published_at TEXT)",
            f".import --csv --skip 1 --schema temp {folder}/photos.csv rows",
            "BEGIN; INSERT INTO pickup_photos (id, photo_url, photo_width, photo_height, title,"
            " caption, published_at) SELECT * FROM rows; COMMIT")))
    rates = {name: count / statistics.median(values) for name, values in times.items()}
    for name, rate in rates.items():
        print(f"import, {name}: {rate:,.0f} photos a second (median of {runs})")
    print(f"import, this version : shell  {rates['this version'] / rates['shell']:.2f}")
    if "former version" in rates:
        print(f"import, this version : former  {rates['this version'] / rates['former version']:.2f}")


def bench_reads(programs, folder, rounds):
    """Milliseconds of lists, the programs taking turns."""
    servers = {name: Server(binary, f"{folder}/{name}.sqlite") for name, binary in programs.items()}
    try:
        for title, query in QUERIES:
            times = {name: [] for name in servers}
            for round in range(rounds + 3):
                for name, server in servers.items():
                    took = seconds(lambda: server.get(f"/v1/content/pickup_photos?{query}"))
                    if round >= 3:
                        times[name].append(took * 1000)
            medians = {name: statistics.median(values) for name, values in times.items()}
            text = ", ".join(f"{name} {value:.2f} ms" for name, value in medians.items())
            if "former version" in medians:
                text += f", ratio {medians['this version'] / medians['former version']:.2f}"
            print(f"{title}: {text}")
    finally:
        for server in servers.values():
            server.__exit__()


def bench_beside_editors(binary, folder, seeds, count, editors):
    """How long editors wait while many items are imported, and how late a boundary is."""
    database = f"{folder}/large.sqlite"
    remove(database)
    run(binary, "seed", seeds, "--quiet", "--database", database)
    token = run(binary, "token", "create", "--role", "editor", "--name", "bench",
                "--database", database).stdout.strip()
    write_files(folder, count)
    waits, done = [], threading.Event()
    with Server(binary, database) as server:
        def edit(number):
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            while not done.is_set():
                body = json.dumps({"title": f"{number} at {time.time()}"}).encode()
                request = urllib.request.Request(
                    f"{server.base}/v1/content/recent_news/{1 + number % 12}", body, headers,
                    method="PATCH")
                waits.append(seconds(lambda: urllib.request.urlopen(request).read()))
                done.wait(0.1)

        late = []

        def watch():
            """An item that is due each second: when it is on the screen."""
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            number = 0
            while not done.is_set():
                number += 1
                due = time.time() + 1
                stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(due))
                stamp += ".%03dZ" % (due % 1 * 1000)
                body = json.dumps({
                    "banner_contents_id": number, "banner_url": "https://example.com/b.jpg",
                    "publish_at": stamp}).encode()
                request = urllib.request.Request(
                    f"{server.base}/v1/content/campaign_banners/{100 + number % 2}", body, headers,
                    method="PUT")
                urllib.request.urlopen(request).read()
                mark = f'"banner_contents_id":{number},'.encode()
                while mark not in server.get("/v1/feeds/home") and not done.is_set():
                    time.sleep(0.01)
                if not done.is_set():
                    late.append(time.time() - due)

        threads = [threading.Thread(target=edit, args=(n,)) for n in range(editors)]
        threads.append(threading.Thread(target=watch))
        for thread in threads:
            thread.start()
        time.sleep(2)
        took = seconds(lambda: run(
            binary, "import", "pickup_photos", f"{folder}/photos.json", "--quiet",
            "--database", database))
        done.set()
        for thread in threads:
            thread.join()
    waits.sort()
    print(f"{count:,} photos beside {editors} editors: imported in {took:.1f} s")
    print(f"writes meanwhile: {len(waits):,}, median {statistics.median(waits) * 1000:.0f} ms, "
          f"p99 {waits[int(len(waits) * 0.99)] * 1000:.0f} ms, longest {waits[-1] * 1000:.0f} ms")
    if late:
        print(f"boundaries meanwhile: {len(late)}, longest {max(late) * 1000:.0f} ms late, "
              f"{sum(l > 1 for l in late)} more than a second late")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--beside", help="the binary of a former version")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--large", type=int, default=250_000)
    parser.add_argument("--editors", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=25)
    arguments = parser.parse_args()
    programs = {"this version": arguments.binary}
    if arguments.beside:
        programs["former version"] = arguments.beside
    with tempfile.TemporaryDirectory() as folder:
        write_files(folder, arguments.items)
        bench_imports(programs, folder, arguments.seeds, arguments.items, arguments.runs)
        bench_reads(programs, folder, arguments.rounds)
        if arguments.large:
            bench_beside_editors(
                arguments.binary, folder, arguments.seeds, arguments.large, arguments.editors)


if __name__ == "__main__":
    main()
