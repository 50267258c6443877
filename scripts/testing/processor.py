"""Measures the speed of the processor until it is stopped: times a fixed computation every five seconds.

Prints the processor time of each, in milliseconds. A slower processor, or one whose caches and cores other machines share,
takes longer; so do the builds and tests that run at the same time.
"""

import time


def work():
    """Allocates, hashes and sorts small objects, which depends on the caches as compiling does."""
    texts = {str(number * 7919 % 100_003): number for number in range(60_000)}
    return sorted(texts, key=lambda text: text[::-1])


while True:
    began = time.process_time()
    work()
    print(f"{(time.process_time() - began) * 1000:.1f}", flush=True)
    time.sleep(5)
