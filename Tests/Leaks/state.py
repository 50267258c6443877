"""What a server holds: descriptors, threads, children, and memory."""

import os
import time


class Heap:
    """Asks `heap.c` in the server how much of its heap is in use."""

    def __init__(self, library, folder):
        self.library, self.path = library, os.path.join(folder, "heap")
        os.mkfifo(self.path + ".ask")
        os.mkfifo(self.path + ".told")

    @property
    def environment(self):
        return {"LD_PRELOAD": self.library, "LEAKS_HEAP": self.path}

    def used(self):
        """The bytes that are in use, in MB. What is free is given back before."""
        with open(self.path + ".ask", "wb") as pipe:
            pipe.write(b"?")
        with open(self.path + ".told", "rb") as pipe:
            return int(pipe.readline()) / 2**20


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


class State:
    def __init__(self, pid, heap):
        self.heap = heap.used()
        self.descriptors = descriptors(pid)
        self.threads = len(os.listdir(f"/proc/{pid}/task"))
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            self.children = len(file.read().split())
        with open(f"/proc/{pid}/smaps_rollup") as file:
            # Pages of files that are mapped are no memory of the server's own.
            self.pages = sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty:")) / 1024

    def counts(self):
        return self.descriptors, self.threads, self.children


def rest(pid, heap, seconds):
    """The state when it does not change any more: the least of some measurements."""
    time.sleep(seconds)
    found = State(pid, heap)
    for _ in range(8):
        time.sleep(0.1)
        other = State(pid, heap)
        for name in ("heap", "pages", "descriptors", "threads"):
            setattr(found, name, min(getattr(found, name), getattr(other, name)))
    return found
