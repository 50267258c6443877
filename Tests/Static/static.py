"""Exports to a folder and to a bucket: static.py FOLDER KILLS SEED [--brief]; see `run`."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path[:0] = ["Tests/Objects", "Tests/Photos", "Tests/PostgreSQL"]
import service
import stores
from fallback import fall_back
from installation import Installation
from server import tanada
from targets import Bucket, Folder, object_name


def compare(target, expected, kept=False):
    """The objects have the bytes and tags that the server answers with."""
    for name, (body, fields) in expected.items():
        status, found, saved = target.read(name)
        assert status == 200, (name, status)
        assert found == body, f"{target.target}: {name} differs"
        for field in ("etag", "content-type", "content-encoding", "xkey", "vary"):
            assert saved.get(field) == fields.get(field), (name, field, saved, fields)
    others = target.names() - set(expected) - {"export.json"}
    assert kept or not others, f"left: {sorted(others)[:5]}"
    assert {o["name"] for o in target.manifest()["objects"]} == target.names() - {"export.json"}


def resolve(target):
    """All links of the first screen lead to objects, as a client follows them."""
    first = "/v1/feeds/home?width=390&max_version=2"
    status, body = target.get(object_name(first))
    assert status == 200
    document = json.loads(body)
    links = [section["next"] for section in document["sections"] if section["next"]]
    links += re.findall(r'"(/v1/photos/[^"]*)"', body.decode())
    assert len(links) > 5, links
    for link in links:
        status, body = target.get(object_name(link))
        assert status == 200 and body, link
    return len(links)


def whole(target, snapshots):
    """Each object is one that a revision had; returns the revisions of the screens."""
    revisions = set()
    for name in target.names() - {"export.json"}:
        body = target.read(name)[1]
        found = {number for number, one in snapshots.items() if one.get(name, (None,))[0] == body}
        assert found, f"{target.target}: {name} is of no revision"
        if "/sections/" not in name and "/photos/" not in name:
            revisions.add(frozenset(found))
    return revisions


def export_and_edit(installation, target):
    """A first export, one that changes nothing, and one after an edit."""
    before = installation.documents()
    written, _, _ = installation.export(target.target)
    assert written == len(before), (written, len(before))
    if isinstance(target, Folder):
        state = {name: os.stat(f"{target.path}/current/{name}").st_ino for name in before}
    compare(target, before)
    links = resolve(target)
    assert installation.export(target.target) == (0, len(before), 0)
    installation.rename(f"edited for {target.target}")
    after = installation.documents()
    changed = {name for name, one in after.items() if before.get(name, (None,))[0] != one[0]}
    assert 0 < len(changed) < len(after) - 20, (len(changed), len(after))
    written, unchanged, removed = installation.export(target.target)
    assert (written, unchanged, removed) == (len(changed), len(after) - len(changed), 0)
    compare(target, after, kept=True)
    if isinstance(target, Folder):
        same = {n for n, i in state.items() if os.stat(f"{target.path}/current/{n}").st_ino == i}
        assert same.isdisjoint(changed) and same >= set(after) - changed
    # What former documents lead to goes when it was kept for long enough.
    _, _, removed = installation.export(target.target, "--keep", "0")
    assert removed == len(set(before) - set(after)), removed
    compare(target, after)
    return len(after), len(changed), links


def kill(installation, target, kills, source):
    """Exporters are killed at random moments: a folder is of one revision, and the next export completes both."""
    snapshots, mixed = {installation.revision(): installation.documents()}, 0
    # The revisions before, whose pages are kept.
    installation.export(target.target, "--keep", "0")
    begun = time.monotonic()
    installation.rename("measured")
    snapshots[installation.revision()] = installation.documents()
    begun = time.monotonic()
    installation.export(target.target)
    duration = time.monotonic() - begun
    for turn in range(kills):
        installation.rename(f"{turn} before a kill")
        snapshots[installation.revision()] = installation.documents()
        process = installation.start(target.target)
        time.sleep(duration * source.uniform(0.1, 1))
        process.kill()
        process.communicate()
        revisions = whole(target, snapshots)
        common = frozenset.intersection(*revisions)
        if isinstance(target, Folder):
            assert common, f"screens of several revisions: {revisions}"
            number = json.loads(target.read("export.json")[1])["revision"]
            assert number in common, (number, common)
        mixed += not common
        resolve(target)
    # The last one undoes an edit that a killed one may have written in part.
    installation.rename("measured")
    installation.export(target.target)
    compare(target, installation.documents(), kept=True)
    assert not target.manifest()["pending"]
    return mixed


def export_at_once(installation, target):
    """Exporters at once exclude each other, and both succeed."""
    installation.rename("for several")
    processes = [installation.start(target.target) for _ in range(3)]
    outputs = [process.communicate(timeout=120) for process in processes]
    assert all(process.returncode == 0 for process in processes), outputs
    assert sorted(" 0 written" in output for output, _ in outputs) == [False, True, True], outputs
    compare(target, installation.documents(), kept=True)


def follow(installation, target):
    """A follower exports each edit, and ends when it is told to."""
    process = installation.start(target.target, "--follow", "--interval", "1")
    try:
        process.stdout.readline()
        installation.rename("followed")
        begun, revision = time.monotonic(), installation.revision()
        while json.loads(target.read("export.json")[1])["revision"] != revision:
            assert time.monotonic() - begun < 20, "a follower does not export"
            time.sleep(0.02)
        delay = time.monotonic() - begun
        process.send_signal(signal.SIGTERM)
        output, messages = process.communicate(timeout=20)
        assert process.returncode == 0, (output, messages)
    finally:
        process.kill()
    compare(target, installation.documents(), kept=True)
    return delay


def keep_secrets(installation, target):
    """What only some clients see is exported if it was asked for; drafts and releases never."""
    def contains(text):
        return any(text in target.read(name)[1] for name in target.names() if name.endswith(".json"))

    release = json.loads(
        installation.client.send_json("POST", "/v1/releases", {"name": "Soon"})[1]
    )["id"]
    operation = {"op": "update", "kind": "recent_news", "id": 1, "body": {"title": "A release"}}
    installation.client.send_json(
        "PUT", f"/v1/releases/{release}/operations", {"operations": [operation]}
    )
    installation.export(target.target, "--keep", "0")
    assert contains("News".encode()) and not contains(b"For members")
    names = target.names()
    client = "audience=members"
    installation.export(target.target, "--variants", client)
    assert contains(b"For members")
    compare(target, installation.documents(installation.variants(client)), kept=True)
    assert not contains(b"A draft") and not contains(b"A release")
    installation.export(target.target, "--keep", "0")
    assert target.names() == names and not contains(b"For members")


def refuse(installation, target):
    """An export of another database or history stays as it is, unless it is to be replaced."""
    folder = f"{installation.folder}/other"
    os.mkdir(folder)
    tanada(installation.program, folder, "seed", os.path.abspath("Seeds"))
    command = installation.command(target.target)
    if isinstance(target, Folder):
        command[2] = os.path.abspath(target.path)
    done = subprocess.run(command, cwd=folder, env=stores.environment(folder), capture_output=True, text=True)
    assert done.returncode == 1 and "another database" in done.stderr, done
    compare(target, installation.documents(), kept=True)
    shutil.rmtree(folder)
    # A copy of the database goes another way.
    copy = f"{type(target).__name__}.sqlite"
    if store := stores.address(installation.folder):
        tanada(installation.program, installation.folder, "copy", "--from", store, "--to", f"sqlite:{copy}")
    else:
        tanada(installation.program, installation.folder, "backup", copy, "--without-photos")
    installation.rename("not in the copy")
    installation.export(target.target)
    copied = ["--store", "auto", "--database", copy, "--photos", "tanada.sqlite-photos"]
    messages = installation.export(target.target, *copied, status=1)
    assert "another history" in messages, messages
    compare(target, installation.documents(), kept=True)
    installation.export(target.target, *copied, "--replace")
    assert target.read(object_name("/v1/feeds/home"))[1] != installation.get("/v1/feeds/home")[1]
    assert not target.manifest()["pending"]
    installation.export(target.target, "--replace", "--keep", "0")
    compare(target, installation.documents())


def remove_feed(installation, target):
    """The documents of a feed that is removed go at once."""
    assert any("/summer/" in name for name in target.names())
    installation.edit("DELETE", "/v1/feeds/summer", None)
    installation.export(target.target, "--keep", "0")
    assert not any("/summer/" in name for name in target.names())
    compare(target, installation.documents())


def main():
    folder, kills, source = sys.argv[1], int(sys.argv[2]), random.Random(sys.argv[3])
    os.mkdir(f"{folder}/work")
    bucket = service.moto(folder)
    installation, targets = None, []
    try:
        bucket.make_bucket()
        installation = Installation(os.environ["TANADA"], f"{folder}/work", bucket.endpoint)
        targets = [Folder(f"{folder}/site"), Bucket(bucket, "static")]
        for target in targets:
            count, changed, links = export_and_edit(installation, target)
            mixed = kill(installation, target, kills, source)
            export_at_once(installation, target)
            said = [
                f"{count} objects as served", f"{changed} written after an edit",
                f"{links} links followed", f"{kills} killed ({mixed} of several revisions)",
            ]
            if isinstance(target, Folder) or "--brief" not in sys.argv:
                said.append(f"followed in {follow(installation, target):.1f} s")
                keep_secrets(installation, target)
                refuse(installation, target)
            print(f"✔ static: {type(target).__name__.lower()}: {', '.join(said)}")
        if shutil.which("varnishd"):
            for target in targets:
                print(f"✔ static: {type(target).__name__.lower()}: {fall_back(installation, target, folder)}")
        else:
            print("⚠ static: Varnish is not available here")
        remove_feed(installation, targets[0])
    finally:
        for target in targets:
            target.stop()
        if installation:
            installation.server.kill()
        bucket.stop()


main()
