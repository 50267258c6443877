"""The control block of `shim.c`: which calls fail, and with what."""

import errno
import mmap
import struct

CALLS = ["open", "read", "write", "sync", "rename", "unlink", "truncate", "mkdir", "stat", "mmap", "lock", "accept",
         "thread"]
FIELDS = ["kinds", "first", "last", "error", "delay", "failed", "counted"]
ALWAYS = 1 << 62


class Control:
    def __init__(self, path):
        self.path = path
        size = 8 * (len(FIELDS) + len(CALLS))
        path.write_bytes(bytes(size))
        with open(path, "r+b") as file:
            self.block = mmap.mmap(file.fileno(), size)

    def set(self, **fields):
        for field, value in fields.items():
            struct.pack_into("q", self.block, 8 * FIELDS.index(field), value)

    def calls(self):
        form, place = f"{len(CALLS)}q", 8 * len(FIELDS)
        found = struct.unpack_from(form, self.block, place)
        struct.pack_into(form, self.block, place, *[0] * len(CALLS))
        return dict(zip(CALLS, found))

    def arm(self, call, first=0, last=None, error=errno.EIO, delay=0):
        """From now on, the calls of this kind from number `first` to `last` fail, and all of them wait."""
        self.disarm()
        self.set(first=first, last=last or first, error=error, delay=delay, counted=0, failed=0)
        self.set(kinds=1 << CALLS.index(call))

    def disarm(self):
        """No call fails any more. Returns how many have failed."""
        self.set(kinds=0)
        return struct.unpack_from("q", self.block, 8 * FIELDS.index("failed"))[0]
