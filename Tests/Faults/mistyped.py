"""Values in the file of a running server become ones of another type, or numbers that nothing has written."""

import random

from reads import SCREEN, answers, put_back, refused, write
from records import Database, length, others
from server import Fault

INTERNAL = ("sqlite_", "grdb_")
# Those of the search index have a format of their own, and are read by SQLite alone.
SEARCHED = ("_data", "_idx", "_docsize", "_config", "_content")


def columns(database):
    """The columns that have values to change: the names of tables and the numbers of columns in their records."""
    found = set()
    for table in database.roots:
        # A NULL may be in the place of the number of the row.
        if not table.startswith(INTERNAL) and not table.endswith(SEARCHED):
            found |= {(table, column) for record in database.records(table)
                      for column, value in enumerate(record) if value.type}
    return sorted(found)


def change(database, source, table, column):
    """Changes the values of a column in all records.

    Returns: what was done."""
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


def run(server, whole, path, rounds, seed, is_soak):
    source = random.Random(f"mistyped {seed}")
    places = columns(Database(whole))
    source.shuffle(places)
    if not is_soak:
        places = places[:rounds]
    told = silent = refused_starts = 0
    faults = []
    for turn, (table, column) in enumerate(places):
        put_back(whole, path)
        database = Database(path)
        what = change(database, source, table, column)
        server.start()
        screen = server.get(SCREEN, is_public=True).bytes
        with open(path, "r+b") as file:
            file.write(database.data)
        try:
            found = answers(server)
            code = write(server, turn)
            shown = server.get(SCREEN, is_public=True)
            if shown.status != 200 or (code and shown.bytes != screen):
                raise Fault(f"what is in memory is not served: {shown.status} {shown.bytes[:100]}")
            # The next one serves, or says what is damaged.
            server.end()
            server.launch()
            if server.port is None:
                status = server.process.wait()
                refused_starts += 1
                if status != 1 or "damaged" not in server.last_of_log():
                    raise Fault(f"the next start has ended with {status}")
            elif not server.is_running():
                raise Fault("the next server has ended")
            is_told = bool(code or refused(found))
            told += is_told
            silent += not is_told
        except (Fault, OSError) as fault:
            faults.append(f"{table}, column {column}, {what}: {fault} {server.last_of_log(300)}")
        server.end()
    if faults:
        raise Fault("\n  " + "\n  ".join(faults))
    return f"{len(places)} columns with values of other types, or numbers that nothing writes: {told} were told by " \
           f"clear problems, {silent} concerned nothing that was read or cannot be told, and {refused_starts} starts " \
           "were refused with the reason; the screen was served throughout, and no server ended"
