"""Prints how many milliseconds of a processor the same piece of work takes, every few seconds, until it is ended.

Processors differ from machine to machine, and one that is shared has less for each: the times that are accepted of a run
are compared with what the same work takes meanwhile.
"""

import time


def work():
    """Branches, small objects and misses of the cache, as compilers and tests have them."""
    texts = {str(number * 7919 % 100_003): number for number in range(60_000)}
    return sorted(texts, key=lambda text: text[::-1])


while True:
    began = time.process_time()
    work()
    print(f"{(time.process_time() - began) * 1000:.1f}", flush=True)
    time.sleep(5)
