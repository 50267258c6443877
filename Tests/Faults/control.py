"""The control block of `shim.c`: which calls fail, with what, and how far the clock is moved."""

import errno
import mmap
import struct

CALLS = ["open", "read", "write", "sync", "rename", "unlink", "truncate", "mkdir", "stat", "mmap", "lock", "accept",
         "thread"]
FIELDS = ["kinds", "first", "last", "error", "delay", "clock", "failed", "counted"]
ALWAYS = 1 << 62


class Control:
    def __init__(self, path):
        self.path = path
        size = 8 * (len(FIELDS) + len(CALLS))
        with open(path, "wb") as file:
            file.write(bytes(size))
        with open(path, "r+b") as file:
            self.block = mmap.mmap(file.fileno(), size)

    def set(self, field, value):
        struct.pack_into("q", self.block, 8 * FIELDS.index(field), value)

    def get(self, field):
        return struct.unpack_from("q", self.block, 8 * FIELDS.index(field))[0]

    def calls(self):
        """How many calls there were of each kind since this was asked last."""
        found = struct.unpack_from(f"{len(CALLS)}q", self.block, 8 * len(FIELDS))
        struct.pack_into(f"{len(CALLS)}q", self.block, 8 * len(FIELDS), *[0] * len(CALLS))
        return dict(zip(CALLS, found))

    def arm(self, calls, first=0, last=None, error=errno.EIO, delay=0):
        """From now on, the calls from number `first` to `last` of these kinds fail, and all of them wait."""
        self.disarm()
        for field, value in {"first": first, "last": last or first, "error": error, "delay": delay, "counted": 0,
                             "failed": 0}.items():
            self.set(field, value)
        self.set("kinds", sum(1 << CALLS.index(call) for call in calls))

    def disarm(self):
        """No call fails any more.

        Returns: how many have failed."""
        self.set("kinds", 0)
        return self.get("failed")

    def move_clock(self, seconds):
        self.set("clock", round(seconds * 1e9))
