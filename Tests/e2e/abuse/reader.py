"""The well-behaved reader: GET of the home screen at a steady rate, in a process of its own, `python -m abuse.reader PORT`.

It prints a line after each NOTED answers. It reads until its standard input ends, waits for what is not answered yet, and
prints its result as JSON. A response time counts from the moment when the request was due, even if it was sent later.
"""

import asyncio
import json
import sys
from collections import Counter

from harness import ROOT
from harness.raw import Reopened, request

# Reads are limited by address: the reader does not share that of the attackers.
SOURCE = "127.0.0.2"
RATE = 200  # requests a second
CATCHING_UP = 450  # the most requests a second after a delay, within the limit of an address
CONNECTIONS = 8
NOTED = 20
PATIENCE = 120  # seconds that it waits for the last answers


class Reader:
    """Starts the process, and ends it. Then it has the number of `answers` by status, the `failures` of connections by
    what happened, how many are `unanswered`, and the sorted `times` in seconds."""

    async def start(self, port):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "abuse.reader", str(port), cwd=ROOT / "Tests/e2e",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 26)
        await self.process.stdout.readline()
        return self

    async def until(self, count):
        for _ in range(count // NOTED):
            await self.process.stdout.readline()

    async def finish(self):
        self.process.stdin.close()
        output = await self.process.stdout.read()
        await self.process.wait()
        vars(self).update(json.loads(output.splitlines()[-1]))

    def time(self, share):
        """The time within which `share` of the answers came, in milliseconds."""
        return self.times[min(len(self.times) - 1, int(len(self.times) * share))] * 1000 if self.times else float("nan")


class Requests:
    def __init__(self, port):
        self.port, self.due = port, asyncio.Queue()
        self.earliest = self.in_flight = 0
        self.answers, self.failures, self.times = Counter(), Counter(), []

    async def work(self):
        now, connection = asyncio.get_running_loop().time, Reopened(self.port, source=SOURCE)
        while (due := await self.due.get()) is not None:
            self.in_flight += 1
            moment = max(now(), self.earliest)
            self.earliest = moment + 1 / CATCHING_UP
            await asyncio.sleep(moment - now())
            try:
                answer = await connection.ask(request("GET", "/v1/feeds/home?width=390"))
                self.times.append(now() - due)
                self.answers[answer.status] += 1
                if len(self.times) % NOTED == 0:
                    print("answered", flush=True)
            except OSError as error:
                self.failures[str(error)] += 1
            self.in_flight -= 1

    async def run(self):
        now = asyncio.get_running_loop().time
        over = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        workers = [asyncio.create_task(self.work()) for _ in range(CONNECTIONS)]
        print("reading", flush=True)  # answers Reader.start
        due = now()
        while not over.done():
            self.due.put_nowait(due)
            due += 1 / RATE
            await asyncio.sleep(due - now())
        for _ in workers:
            self.due.put_nowait(None)
        _, unfinished = await asyncio.wait(workers, timeout=PATIENCE)
        for worker in unfinished:
            worker.cancel()
        waiting = sum(self.due.get_nowait() is not None for _ in range(self.due.qsize()))
        print(json.dumps({"answers": self.answers, "failures": self.failures, "times": sorted(self.times),
                          "unanswered": waiting + self.in_flight}))


if __name__ == "__main__":
    asyncio.run(Requests(int(sys.argv[1])).run())
