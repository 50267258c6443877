"""The time of day of the walk and of its servers, which moves as far as the walk likes."""

import mmap
import os
import shutil
import struct
import subprocess
import sys
import time

sys.path.append("Tests/Support")
from preloading import preloaded  # noqa: E402

# How far the clock moves at once, in milliseconds: mostly within the windows of items, seldom over all of them.
JUMPS = [300, 1_000, 1_000, 3_000, 3_000, 10_000, 4_000_000, 100_000_000]


class Clock:
    """The time of day and an offset, in a file that the servers have mapped (clock.c)."""

    def __init__(self):
        self.offset, self.map, self.jumps = 0, None, 0

    def begin(self, work):
        """Servers and commands that are started from now on have this clock, which begins with the present."""
        if self.map is None:
            library, path = os.path.join(work, "clock.so"), os.path.join(work, "clock")
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
            subprocess.run([shutil.which("cc") or "clang", "-O1", "-shared", "-fPIC", "-o", library, source,
                            "-ldl"], check=True)
            with open(path, "w+b") as file:
                file.write(bytes(8))
                file.flush()
                self.map = mmap.mmap(file.fileno(), 8)
            os.environ["WALK_CLOCK"], os.environ["LD_PRELOAD"] = path, preloaded(library)
        self.move_to(0)

    def move_to(self, offset):
        self.offset = offset
        self.map[:8] = struct.pack("q", offset * 1_000_000)

    def forward(self, milliseconds):
        """Moves it, where it can be moved."""
        if self.map is not None and milliseconds > 0:
            self.jumps += 1
            self.move_to(self.offset + milliseconds)

    def now(self):
        return time.time_ns() // 1_000_000 + self.offset


CLOCK = Clock()
