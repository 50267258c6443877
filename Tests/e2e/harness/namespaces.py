"""Networks that a thread of a test enters; threads and processes that it begins then are in them as well."""

import contextlib
import ctypes
import os

MOUNTS, NETWORK = 0x20000, 0x40000000  # of unshare(2)
SYSTEM = ctypes.CDLL(None, use_errno=True)


def must(status):
    if status:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@contextlib.contextmanager
def network(process=None):
    """That of a process; or a new one, with mounts that nobody else sees."""
    with open("/proc/thread-self/ns/mnt") as mounts, open("/proc/thread-self/ns/net") as own:
        if process:
            with open(f"/proc/{process}/ns/net") as other:
                must(SYSTEM.setns(other.fileno(), NETWORK))
        else:
            must(SYSTEM.unshare(MOUNTS | NETWORK))
        try:
            yield
        finally:
            must(SYSTEM.setns(own.fileno(), NETWORK))
            must(0 if process else SYSTEM.setns(mounts.fileno(), MOUNTS))
