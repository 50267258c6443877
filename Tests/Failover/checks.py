"""What must be true of a database whose primaries were killed, and of its servers."""

import time

from load import FIRST_ID, KIND, PATIENCE, Server, ids

PATHS = [
    "/v1/feeds/home?width=390", "/v1/feeds/home?width=1024", "/v1/feeds/home/sections/campaign_banners?width=390",
    f"/v1/content/{KIND}?limit=1000", "/v1/content/pickup_photos?limit=1000",
]


def check_writes(cluster, load):
    """Every acknowledged write has happened in its revision, every other one entirely or not at all.

    Returns the faults, and how many writes of each outcome have happened."""
    faults = list(load.faults)
    numbers = [int(line) for line in cluster.psql("SELECT number FROM revisions ORDER BY number")]
    if numbers != list(range(1, len(numbers) + 1)):
        faults.append(f"revisions have gaps or repetitions: {len(numbers)} up to {numbers[-1]}")
    # All versions of the items: those of before, and those of now.
    written = {}
    for line in cluster.psql(
            f'SELECT id, banner_contents_id, _from FROM "{KIND}:past:0" WHERE id >= {FIRST_ID} UNION '
            f'SELECT id, banner_contents_id, _revision FROM "{KIND}" WHERE id >= {FIRST_ID}'):
        id, number, revision = map(int, line.split("|"))
        written.setdefault(number, []).append((id, revision))
    happened = {"acknowledged": 0, "unknown": 0, "refused": 0}
    for write in load.writes:
        places = written.pop(write.number, [])
        revisions = {revision for _, revision in places}
        expected = sorted(ids(write.pair))
        if places and (sorted(id for id, _ in places) != expected or len(revisions) != 1):
            faults.append(f"write {write.number} has happened in part, or twice: {places}")
        if write.outcome == "acknowledged" and revisions != {write.revision}:
            faults.append(f"acknowledged write {write.number} of revision {write.revision} is in {places}")
        if write.outcome == "refused" and places:
            faults.append(f"refused write {write.number} is in {places} ({write.detail})")
        happened[write.outcome] += bool(places)
    if written:
        faults.append(f"writes that nobody made: {sorted(written)[:5]}")
    return faults, happened, numbers[-1]


def check_documents(tanada, servers, log, revision):
    """The documents of all servers, and of one that was just started, are equal to the byte."""
    fresh = Server(tanada, log)
    try:
        deadline = time.monotonic() + PATIENCE
        while any(f'"revision":{revision}'.encode() not in server.get("/readyz")[1] for server in servers):
            if time.monotonic() > deadline:
                return [f"not all servers serve revision {revision}"]
            time.sleep(0.05)
        faults = []
        for path in PATHS:
            answers = [server.get(path) for server in [fresh, *servers]]
            if any(answer != answers[0] for answer in answers) or answers[0][0] != 200:
                faults.append(f"{path} differs between servers, or is not there: {[a[0] for a in answers]}")
        return faults
    finally:
        fresh.end()
