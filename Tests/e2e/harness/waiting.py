"""Waiting for what another process does, without a fixed time."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from .program import PATIENCE


class Failure(AssertionError):
    """What must not happen."""


def eventually(condition, what, seconds=PATIENCE, process=None):
    """Asks until `condition` returns something true, and returns that. An `OSError` counts as false: a server does not
    listen yet. When `process` has ended, what it did before still counts, and nothing more will come."""
    end = time.monotonic() + seconds
    while True:
        code = process.poll() if process else None
        is_late = time.monotonic() > end
        try:
            value = condition()
        except OSError:
            value = None
        if value:
            return value
        if code is not None:
            raise Failure(f"{what}: the process has ended with {code}")
        if is_late:
            raise Failure(f"{what}: not within {seconds} s")
        time.sleep(0.01)


def completed(coroutine):
    """What `coroutine` returns, in a thread of its own: in that of the tests, the event loop of a browser may run."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
