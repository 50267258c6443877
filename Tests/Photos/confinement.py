"""What a worker may do that decodes pictures; see `run`.

  confinement.py PROGRAM FOLDER

A server has a worker. Its status says that it is confined, and a second one, started just as the server has started the
first, tries what a decoder would that was taken over (confinement.c).
"""

import errno
import os
import pathlib
import socket
import subprocess
import sys

from server import Client, Server, tanada

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parent / "FeedPhotosTests" / "Samples"
REFUSED = {errno.EACCES, errno.EPERM, errno.ENOSYS}
# What Landlock refuses, what the filter of system calls does, and what has to go on working.
FILES = ["create", "write", "truncate", "read", "remove", "folder", "write-photo", "environ"]
CALLS = ["socket", "connect", "exec", "ptrace", "kill", "tgkill", "unshare", "clone-user"]
ALLOWED = ["read-photo", "thread"]


def fail(text):
    sys.exit(f"error: confinement: {text}")


def status(process):
    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def texts(process, name):
    """The arguments or the variables of a process."""
    return pathlib.Path(f"/proc/{process}/{name}").read_bytes().rstrip(b"\0").split(b"\0")


def has_landlock():
    """Whether the system has Landlock: it says its version (landlock_create_ruleset(2))."""
    source = "import ctypes; exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)"
    return subprocess.run([sys.executable, "-c", source]).returncode == 0


def attempts(program, library, worker, folder, photo, server):
    """What came of each attempt: 0, or the number of an error."""
    variables = dict(each.split(b"=", 1) for each in texts(worker, "environ"))
    variables |= {b"LD_PRELOAD": os.fsencode(library), b"ATTEMPT_FOLDER": os.fsencode(folder),
                  b"ATTEMPT_PHOTO": os.fsencode(photo), b"ATTEMPT_SERVER": b"%d" % server}
    ours, theirs = socket.socketpair()
    # The server has started its own program, /proc/self/exe.
    done = subprocess.Popen(texts(worker, "cmdline"), executable=program, env=variables, stdin=theirs,
                            stderr=subprocess.PIPE, text=True, cwd=folder)
    theirs.close()
    # It has no task: the other side closes, and it ends.
    ours.shutdown(socket.SHUT_WR)
    _, messages = done.communicate(timeout=120)
    found = [line.split()[1:] for line in messages.splitlines() if line.startswith("attempt ")]
    return {name: int(number) for name, number in found}, messages


def check(found, messages, names):
    for name in names:
        if found.get(name) not in REFUSED:
            code = found.get(name)
            fail(f"a worker that tries '{name}' is not refused ({code and os.strerror(code)}): {messages}")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    library = folder / "attempts.so"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, HERE / "confinement.c"], check=True)
    secret = folder / "secret"
    secret.write_text("a key")
    token = tanada(program, folder, "token", "create", "--role", "editor", "--name", "a")
    server = Server(program, folder)
    try:
        picture = next(file for file in sorted(SAMPLE.iterdir()) if file.suffix == ".jpg").read_bytes()
        answer, body = Client(server.port, token).send("POST", "/v1/photos", picture, "image/jpeg")[:2]
        if answer != 201:
            fail(f"a photo is answered with {answer}: {body}")
        workers = [pid for pid in server.workers() if b"worker" in texts(pid, "cmdline")]
        if not workers:
            fail("the server has no worker")
        for worker in workers:
            state = status(worker)
            if state["Seccomp"] != "2" or state["NoNewPrivs"] != "1":
                fail(f"a worker has Seccomp {state['Seccomp']} and NoNewPrivs {state['NoNewPrivs']}")
        photo = next(file for file in folder.rglob("photos/??/*") if file.is_file())
        found, messages = attempts(program, library, workers[0], folder, photo, server.process.pid)
        check(found, messages, CALLS)
        landlock = has_landlock()
        if landlock:
            check(found, messages, FILES)
        elif "does not keep picture workers from files" not in messages:
            fail(f"without Landlock, the worker does not say so: {messages}")
        for name in ALLOWED:
            if found.get(name) != 0:
                fail(f"a worker cannot do '{name}': {messages}")
        if secret.read_text() != "a key":
            fail("the file was changed")
    finally:
        server.kill()
    tried = len(CALLS) + (len(FILES) if landlock else 0)
    print(f"✔ confinement: {tried} attempts of a worker were refused, {len(ALLOWED)} went on"
          + ("" if landlock else "; this system has no Landlock"))


main()
