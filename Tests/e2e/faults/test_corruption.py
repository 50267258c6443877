"""Pages of the file are damaged under a running server, and values in it become ones of another type, or numbers that
nothing has written. The screen is served, other answers are clear, and no server ends."""

import collections
import contextlib
import http.client
import random
import shutil
import sqlite3

import pytest

from faults.writes import FIRST, KIND, SCREEN, Model, Writer, body, screen
from harness import Failure, stores

# Reads of every kind, which answer from the store.
READS = [f"/v1/content/{KIND}?limit=1000", f"/v1/content/{KIND}?q=title&limit=50", f"/v1/content/{KIND}/{FIRST}",
         f"/v1/content/{KIND}?sort=-published_at,id&limit=20&count=true", "/v1/content/shops?rating.gte=3",
         f"/v1/content/{KIND}/{FIRST}/history", f"/v1/export/{KIND}?format=ndjson", "/v1/revisions?limit=50",
         "/v1/audit?limit=50", "/v1/releases", "/v1/photos", "/v1/tokens", "/v1/kinds", "/v1/feeds",
         "/v1/feeds/home/composition", f"{SCREEN}&revision=2", "/v1/feeds/home/diff?from=1&to=3&width=390"]
# The problems of what cannot be read.
CLEAR = {"storage_unavailable", "item_unreadable", "composition_unreadable", "release_unreadable", "store_busy",
         "write_unknown"}
CUT_OFF = "cut off"  # an export that has begun, and comes to what cannot be read, ends without its end
SIZE = 4096
INTERNAL = ("sqlite_", "grdb_")
# Those of the search index have a format of their own, and are read by SQLite alone.
SEARCHED = ("_data", "_idx", "_docsize", "_config", "_content")
# How many bytes the value of each serial type has, up to 9; from 12 on, even ones are blobs and odd ones are texts.
LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]


def varint(data, place):
    value = 0
    for count in range(8):
        byte = data[place + count]
        value = value << 7 | byte & 127
        if byte < 128:
            return value, place + count + 1
    return value << 8 | data[place + 8], place + 9


def length(type):
    return LENGTHS[type] if type < 10 else (type - 12) // 2


def others(type):
    """The types whose values are as long, so that everything else of a record stays as it is."""
    size = length(type)
    found = [*(other for other in range(10) if length(other) == size), 12 + 2 * size, 13 + 2 * size]
    # A number of one byte cannot become one of two.
    return [other for other in found if other != type and (other < 128) == (type < 128)]


# A value of a record: its type, where that is in the file, and where the value is, if it is in the same page.
Value = collections.namedtuple("Value", "type place content")


class Database:
    """The records of a file, whose values have types of their own (SQLite, Database File Format, section 2.1)."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = bytearray(file.read())
        self.size = int.from_bytes(self.data[16:18], "big") or 65536
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
            self.roots = dict(database.execute(
                "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name"))

    def records(self, table):
        pages = [self.roots[table]]
        while pages:
            begin = (pages.pop() - 1) * self.size
            head = begin + (100 if begin == 0 else 0)
            kind = self.data[head]
            is_interior = kind in (2, 5)
            cells = head + (12 if is_interior else 8)
            for number in range(int.from_bytes(self.data[head + 3:head + 5], "big")):
                place = begin + int.from_bytes(self.data[cells + 2 * number:cells + 2 * number + 2], "big")
                if is_interior:
                    pages.append(int.from_bytes(self.data[place:place + 4], "big"))
                    place += 4
                if kind != 5:
                    yield self.values(place, kind == 13, begin + self.size)
            if is_interior:
                pages.append(int.from_bytes(self.data[head + 8:head + 12], "big"))

    def values(self, place, has_number, end):
        _, place = varint(self.data, place)
        if has_number:
            _, place = varint(self.data, place)
        size, next = varint(self.data, place)
        content, values = place + size, []
        while next < min(place + size, end):
            type, behind = varint(self.data, next)
            values.append(Value(type, next, content if content + length(type) <= end else None))
            next, content = behind, content + length(type)
        return values

    def retype(self, value, type):
        at = value.place
        while self.data[at] > 127:
            at += 1
        self.data[at] = self.data[at] & 128 | type & 127 if type > 127 else type


class Damage:
    """A server with several hundred pages of items, history and audit; its whole file, and its answers with that."""

    def __init__(self, server, whole):
        self.server, self.whole, self.path = server, whole, server.store.file
        self.told = self.silent = self.turn = 0
        self.faults = []
        for turn in range(3):
            items = [body(FIRST + number, f"title {turn} of {number} " + "text " * (number % 40))
                     for number in range(400)]
            server.must("POST", f"/v1/import/{KIND}?format=json", {"result": items})
        # Photos, releases, and what else there is to write.
        Writer(server, Model(), FIRST + 500).run_all()
        server.patch(KIND, FIRST, {"draft": True})
        server.patch(KIND, FIRST + 1, {"draft": False, "publish_at": "2026-01-01T00:00:00Z",
                                       "unpublish_at": "9000-01-01T00:00:00Z"})
        # A new start empties the write-ahead log, and the caches of the connections.
        server.stop()
        server.start()
        self.sound = self.answers()
        assert not refused(self.sound)
        server.stop()
        shutil.copy(self.path, whole)

    def put_back(self):
        shutil.copy(self.whole, self.path)
        for end in ("-wal", "-shm"):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)

    def answers(self):
        found = {}
        for path in READS:
            try:
                answer = self.server.get(path)
            except http.client.IncompleteRead:
                if not path.startswith("/v1/export/"):
                    raise Failure(f"{path}: the answer has no end: {self.server.log()}") from None
                found[path] = CUT_OFF
                continue
            if answer.code and answer.code not in CLEAR:
                raise Failure(f"{path}: {answer.status} {answer.code}: {self.server.log()}")
            found[path] = answer.code or without_cursors(answer)
        return found

    def write(self):
        id = FIRST + self.turn
        answer = self.server.send("PUT", f"/v1/content/{KIND}/{id}", body(id, "after the damage"))
        if answer.code and answer.code not in CLEAR:
            raise Failure(f"PUT: {answer.status} {answer.code}: {self.server.log()}")
        assert self.server.is_running, "the server has ended"
        return answer.code

    def attempt(self, what, damage, inspect):
        """Damages the file of a running server. `inspect` gets its answers and the code of a write, and may fail."""
        self.server.start()
        before = screen(self.server)
        damage()
        try:
            found, code = self.answers(), self.write()
            shown = screen(self.server, what)
            assert not (code and shown != before), f"the screen has changed: {shown[:100]}"
            inspect(found, code)
            is_told = bool(code or refused(found))
            self.told += is_told
            self.silent += not is_told
        except (AssertionError, OSError) as fault:
            self.faults.append(f"{what}, round {self.turn}: {fault} {self.server.log(300)}")
        self.server.kill()
        self.turn += 1

    def text(self):
        assert not self.faults, "\n".join([f"{len(self.faults)} faults", *self.faults])
        return f"{self.told} told by clear problems, {self.silent} of nothing that was read or that can be told"


def refused(found):
    return [path for path, answer in found.items() if isinstance(answer, str) and answer in CLEAR | {CUT_OFF}]


def without_cursors(answer):
    """What an answer says. Times of use differ, and so do cursors."""
    text = answer.bytes.decode(errors="replace")
    if answer.headers.get("Content-Type", "").startswith("application/json") and text.startswith("{"):
        value = answer.json
        value.pop("next", None)
        for entry in value.get("result", []):
            if isinstance(entry, dict):
                entry.pop("last_used_at", None)
        return value
    return text


@pytest.fixture
def damage(make_server, make_folder):
    if stores.POSTGRESQL:
        pytest.skip("the store is no file")
    return Damage(make_server().start(), make_folder("whole") / "whole")


def can_tell(path):
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
            return [row[0] for row in database.execute("PRAGMA integrity_check(5)")] != ["ok"]
    except sqlite3.Error:
        return True


def damaged(choice, source, page):
    if choice == 0:
        return bytes(len(page))
    if choice == 1:
        return source.randbytes(len(page))
    if choice == 2:  # a torn write
        return page[:512] + source.randbytes(len(page) - 512)
    changed = bytearray(page)
    for _ in range(8):
        changed[source.randrange(len(page))] ^= 1 << source.randrange(8)
    return bytes(changed)


def test_damaged_pages(damage, seed, size, figure):
    source, rounds = random.Random(f"corruption {seed}"), size("pages", 12, soak=100)
    server, count, copy = damage.server, damage.path.stat().st_size // SIZE, damage.whole.with_name("damaged")
    for _ in range(rounds):
        damage.put_back()
        number, choice = source.randrange(count), source.randrange(4)

        def spoil():
            with open(damage.path, "r+b") as file:
                file.seek(number * SIZE)
                changed = damaged(choice, source, file.read(SIZE))
                file.seek(number * SIZE)
                file.write(changed)
            shutil.copy(damage.path, copy)

        def inspect(found, code):
            without = refused(found)
            if any(found[path] == "storage_unavailable" for path in without) \
                    and server.get("/readyz", token=None).json["status"] == "ready":
                raise Failure(f"{without} were refused, and /readyz says that all is well")
            differs = [path for path, answer in found.items() if path not in without and answer != damage.sound[path]]
            # Of a page that is lost as a whole; a few wrong bits in a text are a text.
            if differs and choice < 2 and can_tell(copy):
                raise Failure(f"wrong content, which SQLite could tell: {differs}")

        damage.attempt(f"page {number + 1} of {count}", spoil, inspect)
    figure(f"faults, corruption: {rounds} pages of {count} damaged under a server: {damage.text()} (seed {seed})")


def columns(database):
    # A NULL may be in the place of the number of the row.
    return sorted({(table, column) for table in database.roots
                   if not table.startswith(INTERNAL) and not table.endswith(SEARCHED)
                   for record in database.records(table) for column, value in enumerate(record) if value.type})


def change(database, source, table, column):
    values = [record[column] for record in database.records(table) if column < len(record) and record[column].type]
    numbers = [value for value in values if value.type <= 6 and value.content]
    if numbers and source.randrange(4) == 0:
        first, rest = source.choice([(0x7f, 0xff), (0x80, 0)])
        for value in numbers:
            size = length(value.type)
            database.data[value.content:value.content + size] = bytes([first] + [rest] * (size - 1))
        return f"{len(numbers)} numbers that begin with {first:#x}"
    for value in values:
        database.retype(value, source.choice(others(value.type)))
    return f"{len(values)} values of another type"


def test_values_of_another_type(damage, is_soak, seed, size, figure):
    source, server, refused_starts = random.Random(f"mistyped {seed}"), damage.server, 0
    places = columns(Database(damage.whole))
    source.shuffle(places)
    places = places[:size("columns", 12, soak=len(places))]
    for table, column in places:
        damage.put_back()
        database = Database(damage.path)
        what = change(database, source, table, column)

        def spoil():
            with open(damage.path, "r+b") as file:
                file.write(database.data)

        def inspect(found, code):
            nonlocal refused_starts
            server.kill()
            server.launch()
            if not server.is_listening:
                status = server.process.wait()
                refused_starts += 1
                assert status == 1 and "damaged" in server.log(), f"the next start has ended with {status}"
            assert server.is_running or not server.is_listening, "the next server has ended"

        damage.attempt(f"{table}, column {column}, {what}", spoil, inspect)
    figure(f"faults, {len(places)} columns: {damage.text()}, {refused_starts} starts refused (seed {seed})")
