"""A time of day that a test sets, for programs that it starts."""

import mmap
import pathlib
import struct

from .processes import preloaded
from .program import library


class Clock:
    """Moves the time of day of programs started with `environment`, and leaves their timers as they are. libfaketime is no
    help: a program in Swift that it is loaded into has no arguments. Needs `cc`."""

    def __init__(self, folder, seconds=0):
        folder = pathlib.Path(folder)
        file = folder / "clock"
        file.write_bytes(bytes(8))
        with open(file, "r+b") as opened:
            self._offset = mmap.mmap(opened.fileno(), 8)
        self.seconds = 0
        self.environment = {"LD_PRELOAD": preloaded(library("harness/clock.c", folder)), "TEST_CLOCK": str(file)}
        self.set(seconds)

    def set(self, seconds):
        """How far the clock is ahead of the machine's, also for programs that run already."""
        self.seconds = seconds
        self._offset[:] = struct.pack("=q", round(seconds * 1e9))

    def advance(self, seconds):
        self.set(self.seconds + seconds)
