"""Backups are put back: a copy of PostgreSQL with its archive, at the moment before a mistake, and a SQLite file that
Litestream has copied until it was killed."""

import re
import time

import pytest
from harness import Process, Store, eventually, need, postgresql
from harness.load import KIND, as_import
from harness.stores import POSTGRESQL


pytestmark = pytest.mark.usefixtures("soak_alone")


def write(store, number):
    return int(re.search(r"^revision (\d+)$", store.run("import", KIND, "-", input=as_import(number)), re.M)[1])


def newest(store):
    return int(re.search(r"revision (\d+)", store.run("check"))[1])


def test_postgresql_goes_back_to_a_moment(folder, figure):
    archive = folder / "archive"
    postgresql.make_folder(archive)
    server = postgresql.Server(folder / "server", {
        "fsync": "off", "archive_mode": "on", "archive_command": f"cp %p {archive}/%f"}).start()
    restored = None
    try:
        store = Store(folder / "store", address=server.make_database(name="feeds"))
        store.run("migrate")
        store.seed()
        copy = server.copy_to(folder / "restored")
        good = [write(store, number) for number in range(1, 11)][-1]
        moment = server.psql("SELECT clock_timestamp()")[0]
        is_later = f"SELECT clock_timestamp() > '{moment}'::timestamptz + '0.1 s'"
        eventually(lambda: server.psql(is_later) == ["t"], "time goes on")
        mistake = write(store, 666)
        server.psql("SELECT pg_switch_wal()")
        eventually(lambda: server.psql(
            "SELECT last_archived_wal >= (SELECT max(name) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' "
            "AND name < pg_walfile_name(pg_current_wal_lsn())) FROM pg_stat_archiver") == ["t"], "all is archived")
        began = time.monotonic()
        restored = postgresql.Server(folder / "restored")
        restored.set({"archive_mode": "off", "restore_command": f"cp {archive}/%f %p",
                      "recovery_target_time": moment, "recovery_target_action": "promote"})
        open(f"{copy}/recovery.signal", "w").close()
        restored.start()
        eventually(lambda: restored.psql("SELECT pg_is_in_recovery()") == ["f"], "the copy is promoted")
        back = Store(folder / "back", address=restored.address("feeds"))
        assert newest(back) == good, f"expected {good} without {mistake}"
        assert write(back, 7) == good + 1
        figure(f"backup: PostgreSQL back, revision {good} of {mistake}, in {time.monotonic() - began:.1f} s")
    finally:
        server.stop()
        if restored:
            restored.stop()


def test_litestream_brings_a_file_back(store, folder, figure):
    """Without what was written last."""
    need("litestream")
    if POSTGRESQL:
        pytest.skip("the store is no file")
    replica, log = folder / "replica", folder / "litestream.log"
    with Process(["litestream", "replicate", store.file, f"file://{replica}"], log) as process:
        eventually(replica.exists, "Litestream begins", process=process.process)
        end, number = time.monotonic() + 6, 0
        while time.monotonic() < end:  # it copies each second
            number += 1
            last = write(store, number)
    saved = Store(folder / "saved")
    assert Process(["litestream", "restore", "-o", saved.file, f"file://{replica}"], log).launch().process.wait() == 0
    assert 0 < (found := newest(saved)) <= last
    figure(f"backup: Litestream killed: revision {found} of {last} came back")
