"""There are no more descriptors, threads or memory. What then ends the server is started again, and nothing is lost."""

import concurrent.futures
import contextlib
import os
import resource
import socket
import subprocess

import pytest
from faults.writes import FIRST, KIND, SCREEN, Model, Writer, body, check, is_well, screen
from harness import eventually
from harness.load import NO_ANSWER
from harness.processes import status_of

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="limits of other processes need root")


def limit(server, kind, soft):
    resource.prlimit(server.pid, kind, (soft, resource.prlimit(server.pid, kind)[1]))


def open_descriptors(server):
    return len(os.listdir(f"/proc/{server.pid}/fd"))


def is_alive(server):
    """Whether the server is running, or about to end: its core may be written for a while."""
    status = status_of(server.pid)
    if status["State"].startswith("Z") or status.get("CoreDumping") == "1":
        server.process.wait(60)
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=60).close()
        return True
    except ConnectionRefusedError:
        server.process.wait(60)
        return False


def recovers(writer, what):
    eventually(lambda: is_well(writer.server), f"after {what}, the server is ready")
    writer.is_killed = False
    check(writer.server, writer.model)
    writer.expect_all(f"after {what}")
    screen(writer.server, f"after {what}")


def connect(server, count):
    held = []
    for _ in range(count):
        try:
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=2))
        except OSError:
            break
    return held


def refuses_to_start(server, wrapper, *messages):
    server.messages.unlink(missing_ok=True)
    server.wrapper = wrapper
    server.launch()
    assert not server.is_listening, f"with {wrapper}, the server has started"
    assert server.process.wait(60) == 1 and all(message in server.log() for message in messages), \
        f"with {wrapper}: {server.log()}"


def test_descriptors(make_server, figure):
    """Starts with few of them, connections that take all that there are, and a limit below those in use."""
    server, model = make_server(), Model()
    for count in (16, 64, 128):
        refuses_to_start(server, ["prlimit", f"--nofile={count}"], f"error: only {count} files can be open")
    server.wrapper = ["prlimit", "--nofile=192"]
    server.start()
    writer = Writer(server, model)
    writer.run_all()
    # The server leaves 128 descriptors to itself: further connections wait until others end.
    held = connect(server, 63)
    writer.run_all()
    held += connect(server, 150)
    assert server.is_running and open_descriptors(server) <= 150, f"{open_descriptors(server)} {server.log()}"
    for connection in held:
        connection.close()
    recovers(writer, "connections that took all places")
    assert not model.refused, model.counts
    server.kill()
    server.wrapper = []
    server.start()
    spares, ends, original = (0, 1, 3, 6, 12), 0, server.send
    for spare in spares:
        writer.is_killed = True
        limit(server, resource.RLIMIT_NOFILE, open_descriptors(server) + spare)
        held = connect(server, 4)
        server.send = lambda *arguments, **named: original(*arguments, **{"timeout": 1} | named)
        try:
            writer.try_all()
        finally:
            server.send = original
        for connection in held:
            connection.close()
        if is_alive(server):
            limit(server, resource.RLIMIT_NOFILE, 4096)
            eventually(lambda: open_descriptors(server) < 60, "what was begun ends")
        else:
            ends += 1
            server.restart()
        recovers(writer, f"{spare} descriptors")
    # Libraries end it when they can open no file.
    figure(f"faults, descriptors: {model.refused} writes refused, {ends} of {len(spares)} servers ended, nothing lost")


def as_nobody(folder):
    """A command that runs another one as a user of its own, whose threads are counted."""
    for path in (folder, folder / "tmp"):
        path.chmod(0o777)
    for path in folder.iterdir():
        if path.name.startswith("tanada.sqlite") or path.suffix == ".log":
            path.chmod(0o777 if path.is_dir() else 0o666)
    return ["setpriv", "--reuid=64123", "--regid=64123", "--clear-groups"]


def test_threads(make_server):
    """Starts with few say what is missing, and a server that gets no further ones serves on."""
    server, model = make_server(), Model()
    folder = server.store.folder
    assert server.token

    def set_limit(count):
        # As the user of the server: root may not do it in each container.
        subprocess.run([*as_nobody(folder), "prlimit", f"--pid={server.pid}", f"--nproc={count}:"], check=True)

    for count in (2, 4, 8, 12, 16):
        refuses_to_start(server, ["prlimit", f"--nproc={count}", *as_nobody(folder)], "error: only ",
                         "threads can be started")
    server.wrapper = as_nobody(folder)
    server.start()
    writer = Writer(server, model)
    writer.run_all()
    set_limit(1)
    writer.try_all()
    assert server.is_running, f"the server has ended without threads: {server.log()}"
    screen(server, "without threads")
    set_limit(4096)
    recovers(writer, "missing threads")


def use_memory(server):
    items = [body(FIRST + 5000 + number, "long " * 200) for number in range(10_000)] + [{"id": "none"}]
    operations = [{"op": "replace", "kind": KIND, "id": item["id"], "body": item} for item in items]
    for path, sent in ((f"/v1/import/{KIND}?format=json", {"result": items}),
                       ("/v1/batch", {"operations": operations})):
        try:
            assert server.send("POST", path, sent).code, f"{path}: what is not valid is acknowledged"
            server.get(f"{SCREEN}&text_size=2")
        except NO_ANSWER:
            return


def test_memory(make_server, figure):
    server, model, ends = make_server().start(), Model(), 0
    writer = Writer(server, model, is_killed=True)
    writer.run_all()
    for spare in (0, 16):
        size = int(status_of(server.pid)["VmData"].split()[0]) << 10
        limit(server, resource.RLIMIT_DATA, size + (spare << 20))
        with concurrent.futures.ThreadPoolExecutor(4) as load:
            for _ in range(4):
                load.submit(use_memory, server)
            for _ in range(2):
                with contextlib.suppress(ConnectionError):
                    writer.run_all()
        if is_alive(server):
            limit(server, resource.RLIMIT_DATA, resource.RLIM_INFINITY)
        else:
            ends += 1
            server.restart()
        recovers(writer, f"{spare} MB")
        writer.is_killed = True
    figure(f"faults, exhaustion: with 0 and 16 MB of memory left, the server ended {ends} times of 2; nothing was lost")
