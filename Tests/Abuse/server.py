"""A store with many photos and a large feed, and a server with default limits on it."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.append("Tests/PostgreSQL")
import stores

STOP_TIMEOUT = 5  # seconds
SECTIONS = 10
PHOTOS_OF_SECTION = 250
WORDS = (
    "写真 料理 東京 夕焼 海辺 山道 花火 紅葉 珈琲 朝食 夜景 公園 神社 温泉 市場 散歩 電車 青空 星空 雪国 "
    "子猫 小鳥 和食 洋食 甘味 器具 店内 屋台 川辺 港町 祭り 旅行 京都 大阪 名物 手紙 音楽 図書 季節 窓辺"
).split()
LATIN = "coffee sunset lake street night garden harbor kitchen Premium Gourmet".split()


def photos(count, seed):
    pick = random.Random(seed)
    for number in range(1, count + 1):
        yield {
            "id": number,
            "photo_url": f"https://images.example.com/photos/{number}.jpg",
            "photo_width": 3000 + number % 900,
            "photo_height": 2000 + number % 700,
            "title": " ".join([*pick.choices(WORDS, k=2), pick.choice(LATIN)]),
            "caption": " ".join(pick.choices(WORDS + LATIN, k=8)),
            "published_at": "2025-%02d-%02dT%02d:04:05.000+0900"
            % (pick.randint(1, 12), pick.randint(1, 28), pick.randint(0, 23)),
        }


def large_composition():
    sections = []
    for index in range(SECTIONS):
        first = index * PHOTOS_OF_SECTION + 1
        sections.append({
            "id": f"photos{index}", "kind": "pickup_photos", "title": "Photos",
            "limit": PHOTOS_OF_SECTION,
            "source": {"pinned": list(range(first, first + PHOTOS_OF_SECTION))},
        })
    return {"feed": "large", "sections": sections}


class Server:
    """`tanada serve`: only its port, its database and its time to stop are not the defaults."""

    def __init__(self, tanada, folder, count, seed, is_brief):
        self.tanada = os.path.abspath(tanada)
        self.folder, self.count, self.seed = folder, count, seed
        self.is_brief = is_brief
        self.environment = stores.environment(folder, without_settings=True)
        self.environment["TANADA_STOP_TIMEOUT"] = str(STOP_TIMEOUT)
        with open(os.path.join(folder, "pickup_photos.json"), "w") as file:
            json.dump({"result": list(photos(count, seed))}, file, ensure_ascii=False)
        self.run("seed", "pickup_photos.json", "--quiet")
        self.token = self.run("token", "create", "--role", "editor", "--name", "editor").strip()
        admin = self.run("token", "create", "--role", "admin", "--name", "admin").strip()
        self.messages = os.path.join(folder, "messages")
        with open(self.messages, "wb") as file:
            self.process = subprocess.Popen(
                [self.tanada, "serve", "--port", "0"], cwd=folder, env=self.environment,
                stdout=subprocess.PIPE, stderr=file, text=True)
        self.base = self.process.stdout.readline().strip()
        try:
            self.port = int(self.base.rsplit(":", 1)[1])
            self.compose(admin)
        except BaseException:
            self.kill()
            raise

    def run(self, *arguments):
        return subprocess.run(
            [self.tanada, *arguments], check=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, cwd=self.folder, env=self.environment).stdout

    def compose(self, token):
        """Writes the large feed, and waits until it is served."""
        urllib.request.urlopen(urllib.request.Request(
            self.base + "/v1/feeds/large/composition", json.dumps(large_composition()).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            method="PUT")).close()
        while self.is_running:
            try:
                urllib.request.urlopen(self.base + "/v1/feeds/large?width=390").close()
                return
            except urllib.error.HTTPError:
                time.sleep(0.05)
        raise SystemExit("error: the server has ended")

    @property
    def is_running(self):
        return self.process.poll() is None

    @property
    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def forget_peak(self):
        """Begins a new measurement of `peak_memory`, where the system permits it."""
        try:
            with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
                file.write("5")
        except OSError:
            pass

    @property
    def peak_memory(self):
        """The largest resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) << 10

    def errors(self):
        """The lines of its log that are errors, and those of a crash."""
        is_error = re.compile(r"^\S+ (error|critical)\b|^error:|Fatal error|^\*\*\* ")
        with open(self.messages, errors="replace") as file:
            return [line.rstrip("\n") for line in file if is_error.search(line)]

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def kill(self):
        self.process.kill()
        self.process.wait()
