"""Backups of a database are put back; see `run-backup`."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from cluster import postgresql, wait_until
from load import ids, item


def tanada(program, store, *arguments, text=None):
    done = subprocess.run([program, *arguments, "--store", store], input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise SystemExit(f"error: backup: {arguments}: {done.stderr}")
    return done.stdout


def write(program, store, number):
    """Writes a number; returns the revision."""
    body = json.dumps({"result": [{"id": id} | item(number) for id in ids(0)]})
    return int(re.search(r"^revision (\d+)$", tanada(
        program, store, "import", "campaign_banners", "-", text=body), re.M)[1])


def newest(program, store):
    return int(re.search(r"revision (\d+)", tanada(program, store, "check"))[1])


def point_in_time(program, work):
    """A copy of the server and its archive go back to the moment before a mistake."""
    archive = os.path.join(work, "archive")
    os.makedirs(archive)
    if os.getuid() == 0:
        shutil.chown(archive, postgresql.USER, postgresql.USER)
    server = postgresql.Server(os.path.join(work, "server"), {
        "fsync": "off", "archive_mode": "on", "archive_command": f"cp %p {archive}/%f"}).start()
    restored = None
    try:
        store = server.make_database(program, "feeds")
        tanada(program, store, "seed", "Seeds")
        copy = os.path.join(work, "restored", "data")
        os.makedirs(os.path.dirname(copy))
        if os.getuid() == 0:
            shutil.chown(os.path.dirname(copy), postgresql.USER, postgresql.USER)
        subprocess.run(postgresql.as_server([
            os.path.join(postgresql.programs(), "pg_basebackup"), "--pgdata", copy, "--checkpoint=fast",
            "--host=127.0.0.1", f"--port={server.port}", "--username=tanada", "--no-sync"]), check=True)
        good = [write(program, store, number) for number in range(1, 11)][-1]
        time.sleep(0.1)
        moment = server.psql("SELECT clock_timestamp()")[0]
        time.sleep(0.1)
        mistake = write(program, store, 666)
        server.psql("SELECT pg_switch_wal()")
        wait_until(lambda: server.psql(
            "SELECT last_archived_wal >= (SELECT max(name) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' "
            "AND name < pg_walfile_name(pg_current_wal_lsn())) FROM pg_stat_archiver") == ["t"],
            "nothing is archived")
        began = time.monotonic()
        restored = postgresql.Server(os.path.dirname(copy))
        restored.set({"archive_mode": "off", "restore_command": f"cp {archive}/%f %p",
                      "recovery_target_time": moment, "recovery_target_action": "promote"})
        with open(os.path.join(copy, "recovery.signal"), "w"):
            pass
        restored.start()
        wait_until(lambda: restored.psql("SELECT pg_is_in_recovery()") == ["f"], "the copy is not promoted")
        found = newest(program, restored.address("feeds"))
        if found != good:
            raise SystemExit(f"error: backup: revision {found}, expected {good} without {mistake}")
        following = write(program, restored.address("feeds"), 7)
        if following != good + 1:
            raise SystemExit(f"error: backup: revision {following} after {good}")
        return f"PostgreSQL back at a moment, revision {good} of {mistake}, in {time.monotonic() - began:.1f} s"
    finally:
        server.stop()
        if restored:
            restored.stop()


def litestream(program, work, command):
    """A SQLite file whose server and Litestream are killed comes back, without what was written last."""
    path, replica = os.path.join(work, "tanada.sqlite"), os.path.join(work, "replica")
    store = f"sqlite:{path}"
    tanada(program, store, "seed", "Seeds")
    with open(os.path.join(work, "litestream.log"), "w") as log:
        process = subprocess.Popen([command, "replicate", path, f"file://{replica}"], stdout=log, stderr=log)
        wait_until(lambda: os.path.exists(replica), "Litestream does not begin")
        end = time.monotonic() + 6
        number = last = 0
        while time.monotonic() < end:
            number += 1
            last = write(program, store, number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        saved = os.path.join(work, "saved.sqlite")
        subprocess.run([command, "restore", "-o", saved, f"file://{replica}"], check=True, stdout=log, stderr=log)
    found = newest(program, f"sqlite:{saved}")
    return f"Litestream killed: revision {found} of {last} came back"


def main():
    program, work, command = sys.argv[1], sys.argv[2], sys.argv[3]
    figures = [point_in_time(program, work)]
    if command:
        figures.append(litestream(program, work, command))
    print(f"✔ backup: {'; '.join(figures)}")


if __name__ == "__main__":
    main()
