"""The records of a SQLite file, whose values have types of their own (SQLite, Database File Format, section 2.1)."""

import contextlib
import sqlite3

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
    found = [other for other in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) if length(other) == length(type)]
    found += [other for other in (12 + 2 * length(type), 13 + 2 * length(type))]
    # A number of one byte cannot become one of two.
    return [other for other in found if other != type and (other < 128) == (type < 128)]


class Value:
    """A value of a record: its type, where that is in the file, and where the value is, if it is in the same page."""

    def __init__(self, type, place, content):
        self.type, self.place, self.content = type, place, content


class Database:
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
