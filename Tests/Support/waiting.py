"""Waiting for what a process does, without a fixed time; for tests that are run from the folder of the repository."""

import time


def wait_until(condition, what, seconds=120, process=None):
    """Asks again and again until something is true, and returns it.

    `what` says what is waited for. An `OSError` counts as false: a server does not listen yet. If the process ends that is
    waited for, nothing of it will come.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # Asked first: what it has done before its end counts.
        code = process.poll() if process else None
        try:
            value = condition()
        except OSError:
            value = None
        if value:
            return value
        if code is not None:
            raise SystemExit(f"error: {what}: the process has ended with {code}")
        time.sleep(0.01)
    raise SystemExit(f"error: {what}: not within {seconds} s")
