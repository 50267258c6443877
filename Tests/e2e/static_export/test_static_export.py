"""Exports to a folder and to a bucket: every object has the bytes and the tag that a running server answers with."""

import json
import random
import re
import signal
import time

from harness import PATIENCE, eventually
from static_export.installation import Folder, object_name

FIELDS = ("etag", "content-type", "content-encoding", "xkey", "vary")
MEMBERS = "audience=members"


def compare(target, expected, kept=False):
    """The objects are those that are expected, and former ones if they are kept."""
    for name, (body, fields) in expected.items():
        found = target.read(name)
        assert found and found[0] == body, f"{target.name}: {name} differs"
        for field in FIELDS:
            assert found[1].get(field) == fields.get(field), (name, field, found[1], fields)
    names = target.names() - {"export.json"}
    assert kept or names == set(expected), f"left: {sorted(names - set(expected))[:5]}"
    assert {one["name"] for one in target.manifest()["objects"]} == names


def resolve(target):
    """All links of the first screen lead to objects, as a client follows them. Returns how many there are."""
    answer = target.get(object_name("/v1/feeds/home?width=390&max_version=2"))
    assert answer.status == 200
    links = [section["next"] for section in answer.json["sections"] if section["next"]]
    links += re.findall(r'"(/v1/photos/[^"]*)"', answer.text)
    assert len(links) > 5, links
    for link in links:
        answer = target.get(object_name(link))
        assert answer.status == 200 and answer.bytes, link
    return len(links)


def revision(target):
    return json.loads(target.read("export.json")[0])["revision"]


def test_an_export_has_what_is_served_and_an_edit_writes_what_has_changed(installation, target, figure):
    before = installation.documents()
    assert installation.export(target) == (len(before), 0, 0)
    identities = target.identities() if isinstance(target, Folder) else {}
    compare(target, before)
    links = resolve(target)
    assert installation.export(target) == (0, len(before), 0)
    installation.rename(f"edited for {target.name}")
    after = installation.documents()
    changed = {name for name, one in after.items() if before.get(name, (None,))[0] != one[0]}
    assert 0 < len(changed) < len(after) - 20, (len(changed), len(after))
    assert installation.export(target) == (len(changed), len(after) - len(changed), 0)
    compare(target, after, kept=True)
    if identities:
        now = target.identities()
        same = {name for name in before if now.get(name) == identities[name]}
        assert same.isdisjoint(changed) and same >= set(after) - changed
    # What former documents lead to goes when it was kept for long enough.
    assert installation.export(target, "--keep", "0")[2] == len(set(before) - set(after))
    compare(target, after)
    figure(f"static, {type(target).__name__.lower()}: {len(after)} objects as served, {len(changed)} written after an edit, "
           f"{links} links followed")


def test_killed_exporters(installation, target, seed, size, figure):
    """They are killed at random moments: a folder is of one revision, and the next export completes both."""
    kills, mixed, source = size("kills", 2, soak=35), 0, random.Random(seed)
    installation.rename("before")
    snapshots = {installation.revision(): installation.documents()}
    installation.export(target)
    installation.rename("measured")
    snapshots[installation.revision()] = installation.documents()
    begun = time.monotonic()
    installation.export(target)
    duration = time.monotonic() - begun
    for turn in range(kills):
        installation.rename(f"{turn} before a kill")
        snapshots[installation.revision()] = installation.documents()
        process = installation.start(target)
        time.sleep(duration * source.uniform(0.1, 1))
        process.kill()
        process.communicate()
        # Each object is one that a revision had.
        revisions = set()
        for name in target.names() - {"export.json"}:
            body = target.read(name)[0]
            found = {number for number, one in snapshots.items() if one.get(name, (None,))[0] == body}
            assert found, f"{target.name}: {name} is of no revision"
            if "/sections/" not in name and "/photos/" not in name:
                revisions.add(frozenset(found))
        common = frozenset.intersection(*revisions)
        if isinstance(target, Folder):
            assert common, f"screens of several revisions: {revisions}"
            assert revision(target) in common, (revision(target), common)
        mixed += not common
        resolve(target)
    # The last one undoes an edit that a killed one may have written in part.
    installation.rename("measured")
    installation.export(target)
    compare(target, installation.documents(), kept=True)
    assert not target.manifest()["pending"]
    figure(f"static, {type(target).__name__.lower()}: {kills} exporters killed ({mixed} left several revisions)")


def test_exporters_at_once_exclude_each_other(installation, target):
    """And all succeed."""
    processes = [installation.start(target) for _ in range(3)]
    outputs = [process.communicate(timeout=PATIENCE) for process in processes]
    assert all(process.returncode == 0 for process in processes), outputs
    assert sorted(" 0 written" in output for output, _ in outputs) == [False, True, True], outputs
    compare(target, installation.documents())


def test_a_follower_exports_each_edit_and_ends_when_it_is_told_to(installation, target, figure):
    with installation.start(target, "--follow", "--interval", "1") as process:
        try:
            process.stdout.readline()
            installation.rename(f"followed to {target.name}")
            begun, wanted = time.monotonic(), installation.revision()
            eventually(lambda: revision(target) == wanted, "a follower exports", process=process)
            delay = time.monotonic() - begun
            process.send_signal(signal.SIGTERM)
            output, messages = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, (output, messages)
        finally:
            process.kill()
    compare(target, installation.documents(), kept=True)
    figure(f"static, {type(target).__name__.lower()}: an edit was followed in {delay:.1f} s")


def test_what_only_some_see_is_exported_if_it_was_asked_for(installation, target):
    """Drafts and releases never are."""
    def contains(text):
        return any(text.encode() in target.read(name)[0] for name in target.names() if name.endswith(".json"))

    installation.server.prepare("Soon", {"op": "patch", "kind": "recent_news", "id": 1, "body": {"title": "A release"}})
    installation.export(target)
    assert contains("News") and not contains("For members")
    names = target.names()
    installation.export(target, "--variants", MEMBERS)
    assert contains("For members") and not contains("A draft") and not contains("A release")
    compare(target, installation.documents(MEMBERS), kept=True)
    installation.export(target, "--keep", "0")
    assert target.names() == names and not contains("For members")


def test_an_export_of_another_store_or_history_stays_unless_it_is_to_be_replaced(installation, target, bucket, make_store):
    installation.export(target)
    before = installation.documents()
    other = make_store(environment=bucket.environment_of_users)
    done = other.run("export-static", target.name, "--widths", "390", check=False)
    assert done.returncode == 1 and "another database" in done.stderr, done
    compare(target, before)
    # A copy of the database goes another way.
    store, copy = installation.store, f"{type(target).__name__}.sqlite"
    if store.address:
        store.run("copy", "--from", store.address, "--to", f"sqlite:{copy}")
    else:
        store.run("backup", copy, "--without-photos")
    installation.rename(f"not in the copy for {target.name}")
    installation.export(target)
    copied = ["--store", "auto", "--database", copy, "--photos", "tanada.sqlite-photos"]
    assert "another history" in installation.export(target, *copied, status=1)
    compare(target, installation.documents(), kept=True)
    installation.export(target, *copied, "--replace")
    assert target.read(object_name("/v1/feeds/home"))[0] != installation.get("/v1/feeds/home").bytes
    assert not target.manifest()["pending"]
    installation.export(target, "--replace", "--keep", "0")
    compare(target, installation.documents())
