"""System calls fail once, at each place in turn, or from a place on; or each sync takes a second."""

import errno
import os
import random
import time

from control import ALWAYS, Control
from server import Fault, Server, eventually
from writes import Model, Writer, check, check_files, check_history

# The kinds of calls, and with what they fail.
FAILURES = [("write", errno.EIO), ("write", errno.ENOSPC), ("sync", errno.EIO), ("open", errno.EIO),
            ("open", errno.EROFS), ("open", errno.EACCES), ("rename", errno.EIO), ("rename", errno.ENOSPC),
            ("mkdir", errno.ENOSPC), ("unlink", errno.EIO), ("truncate", errno.EIO), ("stat", errno.EIO),
            ("read", errno.EIO), ("lock", errno.ENOLCK), ("lock", errno.EIO)]
# Calls of a start.
OF_START = [("open", errno.EACCES), ("read", errno.EIO), ("lock", errno.EIO), ("mmap", errno.ENOMEM)]
SCREEN = "/v1/feeds/home?width=390"


class Calls:
    def __init__(self, program, folder, shim, seed):
        self.control = Control(f"{folder}/control")
        self.server = Server(program, folder, shim, self.control).prepare().start()
        self.model = Model()
        self.writer = Writer(self.server, self.model)
        self.source = random.Random(f"calls {seed}")
        self.rounds = self.failed = self.failed_unlinks = 0

    def count(self):
        """How many calls of each kind a sequence of writes makes."""
        self.writer.run_all()
        self.control.calls()
        self.writer.run_all()
        return self.control.calls()

    def describe(self, call, error, first):
        return f"{call} {errno.errorcode[error]} at {first}"

    def once(self, call, error, first):
        """One call fails, and everything goes on."""
        self.control.arm([call], first, error=error)
        try:
            self.writer.run_all()
            failed = self.control.disarm()
            check(self.server, self.model)
            acknowledged = self.model.counts.get("acknowledged", 0)
            self.writer.run_all()
            if self.model.counts["acknowledged"] - acknowledged < len(self.writer.steps()) - 1:
                raise Fault(f"writes do not go on: {self.model.counts}")
        except Fault as fault:
            raise Fault(f"{self.describe(call, error, first)}, once: {fault}") from None
        self.count_failed(call, failed)
        self.rounds += 1

    def count_failed(self, call, failed):
        self.failed += failed
        self.failed_unlinks += failed if call == "unlink" else 0

    def always(self, call, error, first):
        """All calls fail, until they do not any more."""
        served = eventually("the screen", lambda: self.settled())
        self.control.arm([call], first, ALWAYS, error)
        try:
            refused = sum(self.model.counts.values()) - self.model.counts.get("acknowledged", 0)
            if call == "lock":  # for each write, SQLite waits for a while
                self.writer.put()
            else:
                self.writer.run_all()
                self.writer.run_all()
            refused = sum(self.model.counts.values()) - self.model.counts.get("acknowledged", 0) - refused
            answer = self.server.get(SCREEN, is_public=True)
            if answer.status != 200:
                raise Fault(f"what is in memory is not served: {answer.status} {answer.bytes[:200]}")
            if refused > 10 and answer.bytes != served:
                raise Fault("the screen has changed")
            ready = self.server.get("/readyz", is_public=True)
            state = ready.json
            # A lock that cannot be had is one that others have: `store_busy`.
            if refused > 10 and call != "lock" and ready.status == 200 and state["storage"] == "ok":
                raise Fault(f"{refused} writes were refused, and /readyz says {state}")
            self.count_failed(call, self.control.disarm())
            eventually("/readyz recovers",
                       lambda: self.server.get("/readyz", is_public=True).json.get("storage") == "ok")
            check(self.server, self.model)
            self.once("sync", errno.EIO, 10_000)
        except Fault as fault:
            raise Fault(f"{self.describe(call, error, first)}, from then on: {fault}") from None
        finally:
            self.control.disarm()
        self.rounds += 1

    def settled(self):
        """The screen, when it is that of the newest revision."""
        newest = self.server.get("/v1/revisions?limit=1").json["result"][0]["number"]
        return self.server.get("/readyz").json["revision"] == newest and self.server.get(SCREEN, is_public=True).bytes

    def slow_syncs(self):
        """Each sync takes a while: readers do not wait for it."""
        self.settled()
        self.control.arm(["sync"], delay=1000)
        self.writer.put()
        self.writer.upload()
        self.control.disarm()
        check(self.server, self.model)

    def starting(self, call, error):
        """A server that cannot start says why, and does so when it can."""
        self.server.end()
        self.control.arm([call], 1, ALWAYS, error)
        self.server.launch()
        failed = self.control.disarm()
        if self.server.port or not failed:
            raise Fault(f"{self.describe(call, error, 1)}: the server has started, {failed} calls failed")
        status = self.server.process.wait(60)
        self.server.process.stdout.close()
        if status != 1 or not self.server.last_of_log().splitlines()[-1].startswith("error: "):
            raise Fault(f"{self.describe(call, error, 1)}: a start ends with {status}: {self.server.last_of_log()}")
        self.server.start()
        check(self.server, self.model)
        self.failed += failed
        self.rounds += 1

    def accepting(self, first):
        """Connections that cannot be accepted do not end the server."""
        self.control.arm(["accept"], first, first + 3, errno.EMFILE)
        for _ in range(8):
            try:
                self.server.get("/healthz", timeout=5)
            except OSError:
                pass
        self.control.disarm()
        eventually("connections are accepted", lambda: self.server.get("/healthz").status == 200)

    def end(self):
        """After a kill, the store has what was acknowledged."""
        self.server.restart()
        check(self.server, self.model)
        newest = check_history(self.server, self.model)
        self.server.command("photo", "sweep", "--older-than", "0")
        check_files(self.server, {photo["id"] for photo in self.server.get("/v1/photos?limit=1000").json["result"]},
                    interrupted=self.failed_unlinks)
        self.server.end()
        return newest


def run(program, folder, shim, rounds, seed, is_soak):
    calls = Calls(program, folder, shim, seed)
    faults = []

    def attempt(body, *arguments):
        began = time.monotonic()
        try:
            body(*arguments)
            if os.environ.get("FAULTS_VERBOSE"):
                print(f"{time.monotonic() - began:6.1f} s {body.__name__} {arguments}", flush=True)
        except Fault as fault:
            faults.append(str(fault))
            calls.control.disarm()
            # The next ones begin with a whole server and a model that is what is there.
            calls.server.restart()
            calls.model = calls.writer.model = Model()
            adopt(calls)

    counts = calls.count()
    for call, error in FAILURES:
        count = counts[call]
        if is_soak:
            places = range(1, count + 1)
        else:
            places = sorted(calls.source.sample(range(1, count + 1), min(count, max(1, rounds // len(FAILURES)))))
        for first in places:
            attempt(calls.once, call, error, first)
        # The log of the database is not always truncated.
        if not count and call != "truncate":
            faults.append(f"there was no call of {call}: the test does not see them")
        # Each waits for some locks, which takes seconds.
        elif count and (is_soak or (call, error) != ("lock", errno.EIO)):
            attempt(calls.always, call, error, 1)
    for call, error in OF_START:
        attempt(calls.starting, call, error)
    attempt(calls.accepting, 1)
    attempt(calls.slow_syncs)
    newest = None
    try:
        newest = calls.end()
    except Fault as fault:
        faults.append(str(fault))
    if faults:
        raise Fault("\n  " + "\n  ".join(faults))
    return f"{calls.rounds} rounds in which {calls.failed} calls failed: {calls.model.counts['acknowledged']} writes " \
           f"acknowledged and none lost, {sum(calls.model.counts.values()) - calls.model.counts['acknowledged']} " \
           f"refused or unknown, {newest} revisions"


def adopt(calls):
    """Takes what is there for what must be there, after a fault."""
    from writes import FIRST, KIND, listed
    calls.model.items = {item["id"]: item["title"] for item in listed(calls.server, f"/v1/content/{KIND}?limit=1000")
                         if item["id"] >= FIRST}
    calls.model.photos = {photo["id"] for photo in listed(calls.server, "/v1/photos?limit=100")}
    calls.model.releases = {release["id"] for release in listed(calls.server, "/v1/releases?limit=100")}
