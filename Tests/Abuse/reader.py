"""The well-behaved reader: GET of the home screen at a steady rate, in a process of its own.

    reader.py PORT

It prints a line after each NOTED answers. It reads until its standard input ends, waits for what is not answered
yet, and prints its result as JSON. A response time counts from the moment when the request was due, even if it was sent later.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass

from connection import Connection, request

# Reads are limited by address: the reader does not share that of the attackers.
SOURCE = "127.0.0.2"
RATE = 200  # requests a second
CATCHING_UP = 450  # the most requests a second after a delay, within the limit of an address
CONNECTIONS = 8
NOTED = 20
PATIENCE = 120  # seconds that it waits for the last answers


@dataclass
class Reading:
    """The answers and failures of a reader."""

    answers: dict  # their number by status
    failures: dict  # requests whose connection failed, by what happened
    unanswered: int
    times: list  # of the answers, sorted, in seconds

    def time(self, share):
        """The time within which `share` of the answers came, in milliseconds."""
        if not self.times:
            return float("nan")
        return self.times[min(len(self.times) - 1, int(len(self.times) * share))] * 1000


class Reader:
    """Starts the process, and ends it."""

    async def start(self, port):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, os.path.abspath(__file__), str(port),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 26)
        await self.process.stdout.readline()
        return self

    async def until(self, count):
        """Waits until it has had some more answers."""
        for _ in range(count // NOTED):
            await self.process.stdout.readline()

    async def finish(self):
        self.process.stdin.close()
        output = await self.process.stdout.read()
        await self.process.wait()
        return Reading(**json.loads(output.splitlines()[-1]))


class Requests:
    """The requests of the process."""

    def __init__(self, port):
        self.port = port
        self.due = asyncio.Queue()
        self.earliest = 0
        self.in_flight = 0
        self.answers, self.failures, self.times = Counter(), Counter(), []

    async def schedule(self, is_over):
        now = asyncio.get_running_loop().time
        due = now()
        while not is_over.is_set():
            self.due.put_nowait(due)
            due += 1 / RATE
            await asyncio.sleep(due - now())

    async def work(self):
        """Sends what is due, one request after the other, on one connection."""
        now = asyncio.get_running_loop().time
        connection = None
        message = request("GET", "/v1/feeds/home?width=390")
        while (due := await self.due.get()) is not None:
            self.in_flight += 1
            moment = max(now(), self.earliest)
            self.earliest = moment + 1 / CATCHING_UP
            await asyncio.sleep(moment - now())
            try:
                connection = connection or await Connection.open(self.port, SOURCE)
                await connection.send(message)
                head, _ = await connection.answer()
                self.times.append(now() - due)
                self.answers[head.status] += 1
                if len(self.times) % NOTED == 0:
                    print("answered", flush=True)
                failed = head.closes
            except OSError as error:
                self.failures[str(error)] += 1
                failed = True
            if failed and connection:
                connection.close()
                connection = None
            self.in_flight -= 1

    async def run(self, is_over):
        workers = [asyncio.create_task(self.work()) for _ in range(CONNECTIONS)]
        await self.schedule(is_over)
        for _ in workers:
            self.due.put_nowait(None)
        _, unfinished = await asyncio.wait(workers, timeout=PATIENCE)
        for worker in unfinished:
            worker.cancel()
        waiting = sum(self.due.get_nowait() is not None for _ in range(self.due.qsize()))
        return Reading(self.answers, self.failures, waiting + self.in_flight, sorted(self.times))


async def main(port):
    is_over = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def wait_for_end():
        await loop.run_in_executor(None, sys.stdin.read)
        is_over.set()

    print("reading", flush=True)  # answers Reader.start
    _, reading = await asyncio.gather(wait_for_end(), Requests(port).run(is_over))
    print(json.dumps(vars(reading)))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
