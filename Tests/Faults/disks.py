"""Disks that are full, that become read-only, and on which writing takes long."""

import os
import pathlib
import subprocess

from control import Control
from server import Fault, Server, eventually
from writes import Model, Writer, check, check_files, check_history

SCREEN = "/v1/feeds/home?width=390"


def mount(*arguments):
    return subprocess.run(["mount", *arguments], capture_output=True, text=True)


def fill(folder):
    """Takes all that is left of the disk."""
    with open(f"{folder}/filler", "wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass


def refused(model):
    return sum(model.counts.values()) - model.counts.get("acknowledged", 0)


def is_well(server):
    return server.get("/readyz", is_public=True).json.get("storage") == "ok"


def trouble(server, model, writer, what, begin, end):
    """From `begin` to `end`, writes are refused, and everything else goes on."""
    served = server.get(SCREEN, is_public=True).status
    before = refused(model)
    begin()
    for _ in range(3):
        writer.run_all()
    if refused(model) == before:
        raise Fault(f"{what}: no write was refused")
    # There may be room in the files that are there for small writes.
    if writer.put().code and is_well(server):
        raise Fault(f"{what}: /readyz says that all is well")
    if served != 200 or server.get(SCREEN, is_public=True).status != 200:
        raise Fault(f"{what}: the screen is not served")
    check(server, model)
    end()
    eventually(f"{what}: it recovers", lambda: is_well(server))
    acknowledged = model.counts["acknowledged"]
    writer.run_all()
    if model.counts["acknowledged"] - acknowledged < len(writer.steps()) - 1:
        raise Fault(f"{what}: writes do not go on: {model.counts}")
    check(server, model)
    return refused(model) - before


def on_disk(program, folder, kind):
    """The store and the photos are on a small file system of this kind."""
    os.makedirs(folder)
    if kind == "tmpfs":
        mounted = mount("-t", "tmpfs", "-o", "size=12m", "tmpfs", folder)
    else:
        image = folder + ".image"
        subprocess.run(["truncate", "-s", "24M", image], check=True)
        subprocess.run(["mkfs.ext4", "-q", image], check=True)
        mounted = mount("-o", "loop", image, folder)
    if mounted.returncode:
        return f"⚠ faults, disks: {kind} not tried: {mounted.stderr.strip()}"
    server = None
    try:
        server = Server(program, folder).prepare().start()
        pathlib.Path(folder, "log").unlink()
        model = Model()
        writer = Writer(server, model)
        writer.run_all()
        full = trouble(server, model, writer, f"a full {kind}", lambda: fill(folder),
                       lambda: os.remove(f"{folder}/filler"))
        figures = f"{kind} full: {full} writes refused"
        if kind == "ext4":
            # As the kernel does after errors, and an operator after the repair.
            def read_only():
                # The kernel remounts it, files being open for writing or not.
                done = mount("-o", "remount,abort", folder)
                if done.returncode:
                    raise Fault(f"the disk cannot be made read-only: {done.stderr}")
            before = refused(model)
            read_only()
            # What would change nothing, such as a restoration of what is there, is done and needs no disk.
            for step in (writer.put, writer.batch, writer.import_items, writer.upload, writer.prepare):
                count = refused(model)
                step()
                if refused(model) == count:
                    raise Fault(f"a read-only disk: {step.__name__} is not refused")
            writer.restore()
            state = server.get("/readyz", is_public=True).json
            if state["storage"] != "failing":
                raise Fault(f"a read-only disk: /readyz says {state}")
            if server.get(SCREEN, is_public=True).status != 200:
                raise Fault("a read-only disk: the screen is not served")
            figures += f", read-only: {refused(model) - before}"
            server.end()
            # Picture workers end a moment after the server.
            eventually("the disk is not used any more",
                       lambda: subprocess.run(["umount", folder], stderr=subprocess.DEVNULL).returncode == 0)
            subprocess.run(["fsck.ext4", "-pf", folder + ".image"], stdout=subprocess.DEVNULL)
            if mount("-o", "loop", folder + ".image", folder).returncode:
                raise Fault("the disk cannot be mounted again")
            server.start()
            check(server, model)
        else:
            server.restart()
            check(server, model)
        check_history(server, model)
        return figures + ", none of them happened, and none acknowledged was lost"
    finally:
        if server and server.process:
            server.end()
        subprocess.run(["umount", "-l", folder], stderr=subprocess.DEVNULL)


def slow(program, folder, shim):
    """Readers do not wait for a disk that takes a second for each sync."""
    os.makedirs(folder)
    control = Control(f"{folder}/control")
    server = Server(program, folder, shim, control).prepare().start()
    model = Model()
    writer = Writer(server, model)
    control.arm(["sync"], delay=1000)
    writer.put()
    writer.batch()
    writer.upload()
    if not is_well(server) or server.get(SCREEN, is_public=True).status != 200:
        raise Fault("on a slow disk, the server is not well")
    control.disarm()
    check(server, model)
    server.end()
    return "syncs of a second: writes wait, and all are acknowledged"


def run(program, folder, shim, rounds, seed, is_soak):
    lines = [slow(program, f"{folder}/slow", shim)]
    if os.getuid() != 0:
        return lines + ["⚠ faults, disks: full and read-only ones not tried, since mounting needs root"]
    return lines + [on_disk(program, f"{folder}/{kind}", kind) for kind in ("tmpfs", "ext4")]
