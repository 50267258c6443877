"""What a worker may do that decodes pictures.

A server has a worker. Its status says that it is confined, and a second one, started just as the server has started the
first, tries what a decoder would that was taken over (confinement.c).
"""

import errno
import os
import pathlib
import socket
import subprocess
import sys

from harness import PATIENCE, PROGRAM, library
from harness.files import picture
from harness.processes import status_of

REFUSED = {errno.EACCES, errno.EPERM, errno.ENOSYS}
# What Landlock refuses, what the filter of system calls does, and what has to go on working.
FILES = ["create", "write", "truncate", "read", "remove", "folder", "write-photo", "environ"]
CALLS = ["socket", "connect", "exec", "ptrace", "kill", "tgkill", "unshare", "clone-user"]
ALLOWED = ["read-photo", "thread"]


def texts(process, name):
    return pathlib.Path(f"/proc/{process}/{name}").read_bytes().rstrip(b"\0").split(b"\0")


def has_landlock():
    """Whether the system has Landlock: it says its version (landlock_create_ruleset(2))."""
    source = "import ctypes; exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)"
    return subprocess.run([sys.executable, "-c", source]).returncode == 0


def attempts(worker, folder, photo, server):
    variables = dict(each.split(b"=", 1) for each in texts(worker, "environ"))
    variables |= {b"LD_PRELOAD": os.fsencode(library("photos/confinement.c", folder)), b"ATTEMPT_SERVER": b"%d" % server,
                  b"ATTEMPT_FOLDER": os.fsencode(folder), b"ATTEMPT_PHOTO": os.fsencode(photo)}
    ours, theirs = socket.socketpair()
    # The server has started its own program, /proc/self/exe.
    second = subprocess.Popen(
        texts(worker, "cmdline"), executable=PROGRAM, env=variables, stdin=theirs, stderr=subprocess.PIPE, text=True, cwd=folder)
    theirs.close()
    # It has no task: the other side closes, and it ends.
    ours.shutdown(socket.SHUT_WR)
    _, messages = second.communicate(timeout=PATIENCE)
    found = [line.split()[1:] for line in messages.splitlines() if line.startswith("attempt ")]
    return {name: int(number) for name, number in found}, messages


def test_what_a_worker_must_not_do_is_refused(serve, make_store, figure):
    store = make_store(samples=False)
    secret = store.folder / "secret"
    secret.write_text("a key")
    server = serve(store)
    answer = server.send("POST", "/v1/photos", picture("confined"), "image/jpeg")
    assert answer.status == 201, answer
    workers = [pid for pid in server.children() if b"worker" in texts(pid, "cmdline")]
    assert workers, "the server has no worker"
    for worker in workers:
        status = status_of(worker)
        assert (status["Seccomp"], status["NoNewPrivs"]) == ("2", "1"), status
    photo = next(file for file in store.folder.rglob("photos/??/*") if file.is_file())
    found, messages = attempts(workers[0], store.folder, photo, server.pid)
    refused = CALLS + (FILES if has_landlock() else [])
    if not has_landlock():
        assert "does not keep picture workers from files" in messages, messages
    for name in refused:
        assert found.get(name) in REFUSED, f"a worker that tries '{name}' is not refused: {messages}"
    for name in ALLOWED:
        assert found.get(name) == 0, f"a worker cannot do '{name}': {messages}"
    assert secret.read_text() == "a key"
    figure(f"confinement: {len(refused)} attempts of a worker were refused, {len(ALLOWED)} went on")
