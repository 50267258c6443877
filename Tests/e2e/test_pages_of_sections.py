"""The pages of a section of many photos, asked of any of three servers and laid end to end, are the whole section."""

import json
import random

from harness import eventually

WIDTH = 390
FIRST = 20  # photos on the screen
SIZES = ("id", "photo_width", "photo_height")


def test_pages_are_the_whole_section(make_store, serve, seed, size, figure):
    count, pick = size("photos", 3500, soak=100_000), random.Random(seed)
    photos = [
        {"id": number, "photo_url": f"https://example.com/{number}.jpg", "photo_width": pick.randint(100, 1400),
         "photo_height": pick.randint(100, 1200), "title": f"Photo {number}", "caption": "",
         "published_at": "2026-01-01T00:00:00.000+0000"} for number in range(1, count + 1)]
    store = make_store(samples=False)
    store.load("pickup_photos", photos)
    servers = [serve(store) for _ in range(3)]
    servers[0].compose("home", {"id": "photos", "kind": "pickup_photos", "title": "Photos", "limit": FIRST})
    for server in servers:
        eventually(lambda: [one["id"] for one in server.document()["sections"]] == ["photos"], "the photos alone")

    pick = random.Random(seed)
    first = pick.choice(servers).document(width=WIDTH)["sections"][0]
    frames, items, following, pages = first["layout"]["frames"], first["items"], first["next"], 0
    assert len(items) == FIRST
    while following:
        page = pick.choice(servers).must("GET", following.replace(f"limit={FIRST}", "limit=250"), token=None)
        frames += page["section"]["layout"]["frames"]
        items += page["section"]["items"]
        following, pages = page["next"], pages + 1

    assert [item["id"] for item in items] == list(range(1, count + 1))
    whole = store.folder / "whole.json"
    whole.write_text(json.dumps([{name: item[name] for name in SIZES} for item in items]))
    expected = json.loads(store.run("layout", "staggered-grid", whole, "--width", WIDTH))
    assert frames == expected["frames"], "the pages are not the whole"
    figure(f"pages: {count} photos on {pages} pages behind the screen, of any of {len(servers)} servers, are the whole "
           f"section (seed {seed})")
