"""The pages of a long section beside the whole; see `run`."""

import json
import os
import random
import subprocess
import sys
import urllib.request

WIDTH = 390
FIRST = 20  # photos on the screen
SERVERS = 3  # each page is asked of any of them
PATIENCE = 300  # seconds: a busy machine needs long


def photos(count, seed):
    pick = random.Random(seed)
    for number in range(1, count + 1):
        yield {
            "id": number, "photo_url": f"https://example.com/{number}.jpg",
            "photo_width": pick.randint(100, 1400), "photo_height": pick.randint(100, 1200),
            "title": f"Photo {number}", "caption": "",
            "published_at": "2026-01-01T00:00:00.000+0000",
        }


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True).stdout


def composition():
    section = {"id": "photos", "kind": "pickup_photos", "title": "Photos", "limit": FIRST}
    return {"feed": "home", "sections": [section]}


class Server:
    def __init__(self, tanada):
        self.process = subprocess.Popen(
            [tanada, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        self.base = self.process.stdout.readline().strip()

    def compose(self, token):
        """Makes the photos the only section."""
        request = urllib.request.Request(
            self.base + "/v1/feeds/home/composition", json.dumps(composition()).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}, method="PUT")
        urllib.request.urlopen(request).close()

    def wait_for_photos(self):
        """Waits until the photos are the only section that is served."""
        with urllib.request.urlopen(self.base + "/v1/events", timeout=PATIENCE) as events:
            while [section["id"] for section in self.get("/v1/feeds/home")["sections"]] != ["photos"]:
                while not events.readline().startswith(b"data: "):
                    pass

    def get(self, path):
        with urllib.request.urlopen(self.base + path, timeout=PATIENCE) as response:
            return json.load(response)


def section(servers, limit, pick):
    """The frames and items of all pages, each of any server, and how many pages there are behind the screen."""
    first = pick.choice(servers).get(f"/v1/feeds/home?width={WIDTH}")["sections"][0]
    frames, items, following = first["layout"]["frames"], first["items"], first["next"]
    assert len(items) == FIRST, f"{len(items)} photos on the screen"
    count = 0
    while following:
        page = pick.choice(servers).get(following.replace(f"limit={FIRST}", f"limit={limit}"))
        frames += page["section"]["layout"]["frames"]
        items += page["section"]["items"]
        following = page["next"]
        count += 1
    return frames, items, count


def main(tanada, work, count, seed):
    file = os.path.join(work, "photos.ndjson")
    with open(file, "w") as output:
        output.writelines(json.dumps(photo) + "\n" for photo in photos(int(count), seed))
    run(tanada, "import", "pickup_photos", file, "--format", "ndjson")
    token = run(tanada, "token", "create", "--role", "admin", "--name", "pages").strip()
    servers = [Server(tanada) for _ in range(SERVERS)]
    try:
        servers[0].compose(token)
        for server in servers:
            server.wait_for_photos()
        frames, items, pages = section(servers, 250, random.Random(seed))
    finally:
        for server in servers:
            server.process.terminate()
            server.process.wait()
    assert [item["id"] for item in items] == list(range(1, int(count) + 1)), "other photos"
    whole = os.path.join(work, "whole.json")
    with open(whole, "w") as output:
        json.dump([{name: item[name] for name in ("id", "photo_width", "photo_height")}
                   for item in items], output)
    expected = json.loads(run(tanada, "layout", "staggered-grid", whole, "--width", str(WIDTH)))
    assert frames == expected["frames"], "the pages are not the whole"
    print(f"✔ pages: {len(frames)} photos on {pages} pages behind the screen, of any of {SERVERS} servers, "
          f"are the whole section (seed {seed})")


main(*sys.argv[1:])
