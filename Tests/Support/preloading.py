"""Libraries that are preloaded in the program that is tested."""

import os


def preloaded(library):
    """The value of LD_PRELOAD for a library beside those that are preloaded already: the thread sanitizer needs one."""
    return ":".join(filter(None, [library, os.environ.get("LD_PRELOAD")]))
