"""Disks that are full, and that become read-only: writes are refused, and nothing that was acknowledged is lost."""

import os
import subprocess

import pytest
from faults.writes import Model, Writer, check, check_history, is_well, screen
from harness import eventually

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="mounting needs root")


def mount(*arguments):
    return subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True)


def fill(file):
    with open(file, "wb", buffering=0) as opened:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    opened.write(bytes(size))
            except OSError:
                pass


@pytest.fixture
def disk(make_folder, request):
    parent = make_folder("disk")
    folder, image = parent / "mounted", parent / "image"
    folder.mkdir()
    if request.param == "tmpfs":
        done = mount("-t", "tmpfs", "-o", "size=12m", "tmpfs", folder)
    else:
        subprocess.run(["truncate", "-s", "24M", image], check=True)
        subprocess.run(["mkfs.ext4", "-q", image], check=True)
        done = mount("-o", "loop", image, folder)
    if done.returncode:
        pytest.skip(f"{request.param} cannot be mounted here: {done.stderr.strip()}")
    yield request.param, folder, image
    subprocess.run(["umount", "-l", folder], stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("disk", ["tmpfs", "ext4"], indirect=True)
def test_a_disk_in_trouble(disk, fault_store, make_server, figure):
    kind, folder, image = disk
    server, model = make_server(fault_store(folder)).start(), Model()
    server.messages.unlink()
    writer = Writer(server, model)
    writer.run_all()
    before, filler = model.refused, folder / "filler"
    fill(filler)
    for _ in range(3):
        writer.run_all()
    assert model.refused > before, "no write was refused"
    # There may be room in the files that are there for small writes.
    assert not (writer.put().code and is_well(server)), "/readyz says that all is well"
    screen(server, "on a full disk")
    check(server, model)
    filler.unlink()
    eventually(lambda: is_well(server), "it recovers")
    writer.expect_all("after a full disk")
    full = model.refused - before
    if kind == "ext4":
        # As the kernel does after errors, files being open for writing or not.
        done = mount("-o", "remount,abort", folder)
        assert not done.returncode, f"the disk cannot be made read-only: {done.stderr}"
        # What would change nothing, such as a restoration of what is there, is done and needs no disk.
        for step in (writer.put, writer.batch, writer.import_items, writer.upload, writer.prepare):
            count = model.refused
            step()
            assert model.refused > count, f"{step.__name__} is not refused on a read-only disk"
        writer.restore()
        assert server.get("/readyz", token=None).json["storage"] == "failing"
        screen(server, "on a read-only disk")
        server.kill()
        # Picture workers end a moment after the server.
        eventually(lambda: subprocess.run(["umount", folder], stderr=subprocess.DEVNULL).returncode == 0,
                   "the disk is not used any more")
        # As an operator does.
        subprocess.run(["fsck.ext4", "-pf", image], stdout=subprocess.DEVNULL)
        assert not mount("-o", "loop", image, folder).returncode, "the disk cannot be mounted again"
    server.restart()
    check(server, model)
    check_history(server, model)
    figure(f"faults, {kind}: full, {full} writes refused; read-only, {model.refused - before - full}; none lost")
    server.kill()
