"""There are no more descriptors, threads or memory."""

import http.client
import os
import pathlib
import resource
import socket
import subprocess
import threading

from server import Fault, Server, eventually
from writes import FIRST, KIND, Model, Writer, body, check

SCREEN = "/v1/feeds/home?width=390"


def limit(server, kind, soft):
    hard = resource.prlimit(server.process.pid, kind)[1]
    resource.prlimit(server.process.pid, kind, (soft, hard))


def open_descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def survives(server, model, writer, what):
    """While something is exhausted: answers are clear, or no connection is accepted."""
    for step in writer.steps():
        try:
            step()
        except ConnectionError:
            pass
    if not server.is_running():
        raise Fault(f"the server has ended without {what}: {server.last_of_log()}")


def is_alive(server):
    """Whether the server is running, or about to end: its core may be written for a while."""
    with open(f"/proc/{server.process.pid}/status") as file:
        state = file.read()
    if "State:\tZ" in state or "CoreDumping:\t1" in state:
        server.process.wait(60)
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60):
            return True
    except ConnectionRefusedError:
        server.process.wait(60)
        return False


def recovers(server, model, writer, what):
    eventually(f"after {what}, the server is ready",
               lambda: server.get("/readyz", is_public=True).json.get("storage") == "ok")
    writer.is_killed = False
    check(server, model)
    before = model.counts.get("acknowledged", 0)
    writer.run_all()
    if model.counts["acknowledged"] - before < len(writer.steps()) - 1:
        raise Fault(f"after {what}, writes do not go on: {model.counts}")
    check(server, model)
    if server.get(SCREEN, is_public=True).status != 200:
        raise Fault(f"after {what}, the screen is not served")


def connect(server, count):
    held = []
    for _ in range(count):
        try:
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=2))
        except OSError:
            break
    return held


def descriptors(program, folder):
    """Starts with few descriptors, connections that take all that there are, and a limit that is below those in use."""
    os.makedirs(folder)
    server = Server(program, folder).prepare()
    for count in (16, 64, 128):
        refuses_to_start(server, ["prlimit", f"--nofile={count}"], f"only {count} files can be open")
    server.wrapper = ["prlimit", "--nofile=192"]
    server.start()
    model = Model()
    writer = Writer(server, model)
    writer.run_all()
    # The server leaves 128 descriptors to itself: further connections wait until others end.
    held = connect(server, 63)
    writer.run_all()
    held += connect(server, 150)
    if not server.is_running() or open_descriptors(server) > 150:
        raise Fault(f"{open_descriptors(server)} descriptors are open; {server.last_of_log()}")
    for connection in held:
        connection.close()
    recovers(server, model, writer, "connections had taken all places")
    if refused := {code for code in model.counts if code != "acknowledged"}:
        raise Fault(f"while connections took all places: {refused}")
    server.end()
    server.wrapper = []
    server.start()
    ends = turns = 0
    for spare in (0, 1, 3, 6, 12):
        turns += 1
        writer.is_killed = True
        limit(server, resource.RLIMIT_NOFILE, open_descriptors(server) + spare)
        held = connect(server, 4)
        original = server.send
        server.send = lambda *arguments, **named: original(*arguments, **{"timeout": 1} | named)
        try:
            for step in writer.steps():
                try:
                    step()
                except ConnectionError:
                    pass
        finally:
            server.send = original
        for connection in held:
            connection.close()
        if is_alive(server):
            limit(server, resource.RLIMIT_NOFILE, 4096)
            eventually("what was begun ends", lambda: open_descriptors(server) < 60)
        else:
            ends += 1
            server.restart()
        recovers(server, model, writer, f"{spare} descriptors were left")
    server.end()
    refused = sum(model.counts.values()) - model.counts["acknowledged"]
    return ["starts with 16, 64 and 128 descriptors say what is missing; 213 connections where 64 have room wait, and "
            "no write is refused",
            f"with 0 to 12 descriptors left, {refused} writes were refused, the server ended {ends} times of {turns} ("
            "libraries end it when they can open no file), and nothing was lost"]


def refuses_to_start(server, wrapper, message):
    """A start under a limit ends at once, and says why."""
    pathlib.Path(server.folder, "log").unlink(missing_ok=True)
    before = list(server.wrapper)
    server.wrapper = wrapper
    server.launch()
    server.wrapper = before
    if server.port:
        server.end()
        raise Fault(f"with {wrapper}, the server has started")
    status = server.process.wait(60)
    if status != 1 or f"error: {message}" not in server.last_of_log():
        raise Fault(f"with {wrapper}, the server ended with {status}: {server.last_of_log()}")


def as_nobody(folder):
    """A command that runs another one as a user of its own, whose threads are counted."""
    os.chmod(folder, 0o777)
    os.makedirs(f"{folder}/tmp", exist_ok=True)
    os.chmod(f"{folder}/tmp", 0o777)
    for name in os.listdir(folder):
        if name.startswith("tanada.sqlite") or name == "log":
            os.chmod(f"{folder}/{name}", 0o666)
    return ["setpriv", "--reuid=64123", "--regid=64123", "--clear-groups"]


def set_thread_limit(server, count):
    # As the user of the server: root may not do it in each container.
    limiting = ["prlimit", f"--pid={server.process.pid}", f"--nproc={count}:"]
    subprocess.run([*as_nobody(server.folder), *limiting], check=True)


def threads(program, folder):
    os.makedirs(folder)
    for part in (folder, os.path.dirname(folder), os.path.dirname(os.path.dirname(folder))):
        os.chmod(part, 0o755)
    server = Server(program, folder).prepare()
    counts = (2, 4, 8, 12, 16)
    for count in counts:
        refuses_to_start(server, ["prlimit", f"--nproc={count}", *as_nobody(folder)], "only ")
        if "threads can be started" not in server.last_of_log():
            raise Fault(f"with {count} threads: {server.last_of_log()}")
    # A running server that gets no further ones.
    server.wrapper = as_nobody(folder)
    server.start()
    model = Model()
    writer = Writer(server, model)
    writer.run_all()
    set_thread_limit(server, 1)
    survives(server, model, writer, "threads")
    if server.get(SCREEN, is_public=True).status != 200:
        raise Fault("without threads, the screen is not served")
    set_thread_limit(server, 4096)
    recovers(server, model, writer, "threads were missing")
    server.end()
    return (f"starts with {', '.join(map(str, counts))} threads say what is missing, and a server that gets no more of "
            "them serves on")


def use_memory(server):
    """Large bodies that are refused."""
    items = [body(FIRST + 5000 + number, "long " * 200) for number in range(10_000)] + [{"id": "none"}]
    operations = [{"op": "replace", "kind": KIND, "id": item["id"], "body": item} for item in items]
    for path, sent in ((f"/v1/import/{KIND}?format=json", {"result": items}),
                       ("/v1/batch", {"operations": operations})):
        try:
            if not server.send("POST", path, sent).code:
                raise Fault(f"{path}: what is not valid is acknowledged")
            server.get("/v1/feeds/home?width=390&text_size=2")
        except (OSError, http.client.HTTPException):
            return


def memory(program, folder):
    """No more memory can be mapped: what then ends the server is started again, and nothing is lost."""
    os.makedirs(folder)
    server = Server(program, folder).prepare().start()
    model = Model()
    writer = Writer(server, model, is_killed=True)
    writer.run_all()
    ends = 0
    for spare in (0, 16):
        with open(f"/proc/{server.process.pid}/status") as file:
            size = next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmData:"))
        limit(server, resource.RLIMIT_DATA, size + (spare << 20))
        load = [threading.Thread(target=use_memory, args=(server,)) for _ in range(4)]
        for thread in load:
            thread.start()
        for _ in range(2):
            try:
                writer.run_all()
            except ConnectionError:
                pass
        for thread in load:
            thread.join()
        if is_alive(server):
            limit(server, resource.RLIMIT_DATA, resource.RLIM_INFINITY)
        else:
            ends += 1
            server.restart()
        recovers(server, model, writer, f"{spare} MB were left")
        writer.is_killed = True
    server.end()
    return f"with 0 and 16 MB of memory left, the server ended {ends} times of 2, and nothing was lost"


def run(program, folder, shim, rounds, seed, is_soak):
    if os.getuid() != 0:
        return ["⚠ faults, exhaustion: not tried, since it needs root"]
    lines, faults = [], []
    for part in (descriptors, threads, memory):
        try:
            found = part(program, f"{folder}/{part.__name__}")
            lines += found if isinstance(found, list) else [found]
        except Fault as fault:
            faults.append(f"{part.__name__}: {fault}")
    if faults:
        raise Fault("\n  " + "\n  ".join(faults))
    return lines
