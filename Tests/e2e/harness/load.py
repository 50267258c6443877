"""Many who write and read at the same time, and what must be true of it afterwards."""

import collections
import contextlib
import http.client
import itertools
import json
import re
import threading
import time

from .connections import Events
from .waiting import Failure

NO_ANSWER = (OSError, http.client.HTTPException)
KIND = "campaign_banners"
FIRST_ID = 1001
SCREEN = "/v1/feeds/home?width=390"
Write = collections.namedtuple("Write", "number pair outcome revision detail at")


class People:
    """Each does something again and again in a thread, until all are to end. What goes wrong is in `faults`; an
    exception of `endings`, such as the loss of a server that is killed, ends a person without a fault."""

    def __init__(self, endings=()):
        self.endings, self.faults, self.counts = endings, [], collections.Counter()
        self.is_over, self.lock, self.threads = threading.Event(), threading.Lock(), []
        self.begins = threading.Event()
        self.begins.set()

    @contextlib.contextmanager
    def together(self):
        """People added inside begin when all have been added: beside hundreds of busy threads, starting one takes seconds."""
        self.begins.clear()
        try:
            yield
        finally:
            self.begins.set()

    def add(self, step, *arguments, count=1):
        def repeat():
            self.begins.wait()
            try:
                while not self.is_over.is_set():
                    step(*arguments)
            except self.endings:
                pass
            except Exception as error:  # the test's own thread reports it
                self.faults.append(f"{step.__name__}: {error!r}")

        for _ in range(count):
            self.threads.append(threading.Thread(target=repeat, daemon=True))
            self.threads[-1].start()

    def count(self, name):
        with self.lock:
            self.counts[name] += 1

    def join(self):
        for thread in self.threads:
            thread.join()
        return self

    def end(self):
        self.is_over.set()
        return self.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def check(self):
        if self.faults:
            raise Failure("\n".join(map(str, [f"{len(self.faults)} faults", *self.faults[:20]])))


class Moments(People):
    def __init__(self, port, now=time.monotonic):
        super().__init__((Failure, ValueError, AttributeError, *NO_ANSWER))
        self.events, self.moments, self.now = Events(port), {}, now
        self.add(self.read)

    def read(self):
        self.moments.setdefault(self.events.next()["revision"], self.now())


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def ids(pair):
    return FIRST_ID + 2 * pair, FIRST_ID + 2 * pair + 1


def item(number):
    return {"banner_contents_id": number, "banner_url": "https://example.com/banner.jpg"}


class Editors(People):
    """Editors who write a new number to both banners of a pair in one revision, so that a screen in which they differ
    is a mixture of two revisions; and readers of the screen."""

    def __init__(self):
        super().__init__()
        self.numbers = itertools.count(1)
        self.writes, self.slowest_read, self.newest = [], 0.0, 0
        self.complete = set()  # pairs that each screen has

    def note(self, number, pair, outcome, revision=None, detail=""):
        self.writes.append(Write(number, pair, outcome, revision, detail, time.monotonic()))

    def edit(self, client, pair):
        number = next(self.numbers)
        operations = [{"op": "replace", "kind": KIND, "id": id, "body": item(number)} for id in ids(pair)]
        try:
            answer = client.send("POST", "/v1/batch", {"operations": operations})
        except ConnectionRefusedError:
            self.note(number, pair, "refused", detail="no server")
            time.sleep(0.05)
            return
        except NO_ANSWER as error:
            self.note(number, pair, "unknown", detail=repr(error))
            return
        if answer.status == 200:
            self.note(number, pair, "acknowledged", answer.json["revision"])
        elif answer.status == 503:
            self.note(number, pair, "unknown" if answer.code == "write_unknown" else "refused", detail=answer.code)
        else:
            self.note(number, pair, "unknown")
            self.faults.append(f"a write was answered with {answer}")

    def command(self, store, pair):
        number = next(self.numbers)
        done = store.run("import", KIND, "-", check=False, input=as_import(number, pair))
        detail = done.stderr.strip()
        if revision := done.returncode == 0 and re.search(r"^revision (\d+)$", done.stdout, re.M):
            self.note(number, pair, "acknowledged", int(revision[1]))
        elif "unknown" in detail:
            self.note(number, pair, "unknown", detail=detail)
        else:
            self.count("refused commands")
            self.note(number, pair, "refused", detail=detail)

    def reader(self, server):
        """Somebody who reads the screen of a server: it is always there, whole, and never older than before."""
        client, newest, tag = server.client(), 0, None

        def read():
            nonlocal newest, tag
            began = time.monotonic()
            is_conditional = tag and self.counts["reads"] % 2
            try:
                answer = client.get(SCREEN, headers={"If-None-Match": tag} if is_conditional else {})
            except NO_ANSWER:  # the server was killed
                newest, tag = 0, None
                time.sleep(0.05)
                return
            self.count("reads")
            self.slowest_read = max(self.slowest_read, time.monotonic() - began)
            if is_conditional and answer.status == 304:
                return
            if answer.status != 200:
                self.faults.append(f"a screen was answered with {answer}")
                return
            screen, tag = answer.json, answer.headers["ETag"]
            if screen["revision"] < newest:
                self.faults.append(f"revision {screen['revision']} after {newest}")
            newest = screen["revision"]
            self.newest = max(self.newest, newest)
            self.faults += [f"the section {section['id']} of revision {newest} is empty"
                            for section in screen["sections"] if not section["items"]]
            banners = next(section["items"] for section in screen["sections"] if section["kind"] == KIND)
            self.check_pairs(banners, f"revision {newest}")
            time.sleep(0.01)

        return read

    def check_pairs(self, banners, what):
        numbers = {banner["id"]: banner["banner_contents_id"] for banner in banners}
        pairs = self.complete | {(id - FIRST_ID) // 2 for id in numbers if id >= FIRST_ID}
        for pair in pairs:
            first, second = (numbers.get(id) for id in ids(pair))
            if first is None or first != second:
                self.faults.append(f"{what} mixes {first} and {second}")
        return {pair: numbers.get(ids(pair)[0]) for pair in pairs}

    def acknowledged(self, since=0.0):
        return sum(write.outcome == "acknowledged" and write.at > since for write in self.writes[-500 if since else 0:])

    def gap(self, began, ended):
        """The longest time within the span that no write was acknowledged, in seconds."""
        moments = sorted(write.at for write in self.writes
                         if write.outcome == "acknowledged" and began - 1 <= write.at <= ended)
        moments = [max(began - 1, min(moments, default=began)), *moments, ended]
        return max(later - earlier for earlier, later in zip(moments, moments[1:]))

    def check_writes(self, rows):
        """Every acknowledged write has happened in its revision, every other one entirely or not at all. `rows` answers
        statements. Returns the newest revision, and a text of what has happened."""
        faults = self.faults
        numbers = [int(number) for number, in rows("SELECT number FROM revisions ORDER BY number")]
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(f"revisions have gaps or repetitions: {len(numbers)} up to {numbers[-1]}")
        # All versions of the items: those of before, and those of now.
        written = collections.defaultdict(list)
        for row in rows(f'SELECT id, banner_contents_id, _from FROM "{KIND}:past:0" WHERE id >= {FIRST_ID} UNION '
                        f'SELECT id, banner_contents_id, _revision FROM "{KIND}" WHERE id >= {FIRST_ID}'):
            id, number, revision = map(int, row)
            written[number].append((id, revision))
        happened = collections.Counter()
        for write in self.writes:
            places = written.pop(write.number, [])
            revisions = {revision for _, revision in places}
            if places and (sorted(id for id, _ in places) != sorted(ids(write.pair)) or len(revisions) != 1):
                faults.append(f"write {write.number} has happened in part, or twice: {places}")
            if write.outcome == "acknowledged" and revisions != {write.revision}:
                faults.append(f"acknowledged write {write.number} of revision {write.revision} is in {places}")
            if write.outcome == "refused" and places:
                faults.append(f"refused write {write.number} is in {places} ({write.detail})")
            happened[write.outcome] += bool(places)
        if written:
            faults.append(f"writes that nobody made: {sorted(written)[:5]}")
        self.check()
        counts = collections.Counter(write.outcome for write in self.writes)
        return numbers[-1], (
            f"{counts['acknowledged']} writes acknowledged, none lost; {counts['unknown']} unknown, "
            f"{happened['unknown']} of them had happened, entirely; {counts['refused']} refused "
            f"({self.counts['refused commands']} commands), none had happened; revision {numbers[-1]} without gaps; "
            f"{self.counts['reads']} reads, slowest {self.slowest_read * 1000:.0f} ms")


def as_import(number, pair=0):
    return json.dumps({"result": [{"id": id} | item(number) for id in ids(pair)]})
