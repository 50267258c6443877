"""There are no more descriptors, threads or memory."""

import http.client
import os
import resource
import signal
import socket
import time

from server import Fault, Server, eventually
from writes import Model, Writer, check

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
    """All descriptors are used, by connections that say nothing and by the limit."""
    os.makedirs(folder)
    server = Server(program, folder).prepare().start()
    model = Model()
    writer = Writer(server, model)
    writer.run_all()
    refusals = 0
    for spare in (0, 1, 3, 6, 12):
        writer.is_killed = True
        before = sum(model.counts.values()) - model.counts.get("acknowledged", 0)
        limit(server, resource.RLIMIT_NOFILE, open_descriptors(server) + spare)
        held = connect(server, 4 if spare < 12 else 30)
        # Of those that are to write, some are accepted and some are not.
        server_timeout = 3
        original = server.send
        server.send = lambda *arguments, **named: original(*arguments, **{"timeout": server_timeout} | named)
        try:
            survives(server, model, writer, "descriptors")
        finally:
            server.send = original
        for connection in held:
            connection.close()
        limit(server, resource.RLIMIT_NOFILE, 4096)
        recovers(server, model, writer, f"{spare} descriptors were left")
        refusals += sum(model.counts.values()) - model.counts.get("acknowledged", 0) - before
    server.end()
    return f"with 0 to 12 descriptors left, {refusals} writes were refused, and all was well when there were more"


def as_nobody(folder):
    """A command that runs another one as a user of its own, whose threads are counted."""
    os.chmod(folder, 0o777)
    os.makedirs(f"{folder}/tmp", exist_ok=True)
    os.chmod(f"{folder}/tmp", 0o777)
    for name in os.listdir(folder):
        if name.startswith("tanada.sqlite") or name == "log":
            os.chmod(f"{folder}/{name}", 0o666)
    return ["setpriv", "--reuid=64123", "--regid=64123", "--clear-groups"]


def threads(program, folder):
    os.makedirs(folder)
    for part in (folder, os.path.dirname(folder), os.path.dirname(os.path.dirname(folder))):
        os.chmod(part, 0o755)
    server = Server(program, folder).prepare()
    said, crashed = [], []
    for count in (2, 4, 8, 12, 16, 24):
        server.wrapper = ["prlimit", f"--nproc={count}", *as_nobody(folder)]
        server.launch()
        if server.port:
            server.end()
            continue
        status = server.process.wait(60)
        text = server.last_of_log()
        if status < 0 or "Fatal error" in text:
            crashed.append((count, status, text[-300:]))
        elif "threads can be started" in text or "thread" in text:
            said.append(count)
        else:
            raise Fault(f"with {count} threads, the server ended with {status}: {text}")
    # A running server that gets no further ones.
    server.wrapper = as_nobody(folder)
    server.start()
    model = Model()
    writer = Writer(server, model)
    writer.run_all()
    limit(server, resource.RLIMIT_NPROC, 1)
    survives(server, model, writer, "threads")
    if server.get(SCREEN, is_public=True).status != 200:
        raise Fault("without threads, the screen is not served")
    limit(server, resource.RLIMIT_NPROC, 4096)
    recovers(server, model, writer, "threads were missing")
    server.end()
    lines = [f"a start with {', '.join(map(str, said))} threads says what is missing, and a server that gets no more of "
             "them serves on"]
    if crashed:
        lines.append("⚠ faults, exhaustion: a start ends without a word with so many threads: "
                     + ", ".join(str(count) for count, _, _ in crashed))
    return lines


def memory(program, folder):
    """No more memory can be mapped: what then ends the server is started again, and nothing is lost."""
    os.makedirs(folder)
    server = Server(program, folder).prepare().start()
    model = Model()
    writer = Writer(server, model, is_killed=True)
    writer.run_all()
    ends = 0
    for spare in (0, 1, 4, 16):
        with open(f"/proc/{server.process.pid}/statm") as file:
            size = int(file.read().split()[0]) * 4096
        limit(server, resource.RLIMIT_AS, size + (spare << 20))
        for _ in range(3):
            try:
                writer.run_all()
            except ConnectionError:
                pass
        if server.is_running():
            resource.prlimit(server.process.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        else:
            ends += 1
            server.restart()
        recovers(server, model, writer, f"{spare} MB were left")
        writer.is_killed = True
    server.end()
    return f"with 0 to 16 MB of memory left, the server ended {ends} times of 4, and nothing was lost"


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
