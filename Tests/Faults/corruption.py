"""Pages of the database are damaged under a running server, and values in them become ones of another type."""

import contextlib
import os
import random
import shutil
import sqlite3

import mistyped
from reads import SCREEN, answers, fill, put_back, refused, write
from server import Fault, Server


def can_tell(path):
    """Whether SQLite finds the file damaged."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
            return [row[0] for row in database.execute("PRAGMA integrity_check(5)")] != ["ok"]
    except sqlite3.Error:
        return True


def damage(choice, source, page):
    """What is in place of a page."""
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


def run(program, folder, shim, rounds, seed, is_soak):
    server = Server(program, folder).prepare().start()
    fill(server)
    # A new start empties the write-ahead log, and the caches of the connections.
    server.end(15)
    server.start()
    sound = answers(server)
    if errors := refused(sound):
        raise Fault(f"before any damage: {errors}")
    server.end(15)
    path, whole = os.path.join(folder, "tanada.sqlite"), f"{folder}/tmp/whole"
    shutil.copy(path, whole)
    return [damage_pages(server, whole, path, sound, rounds, seed),
            mistyped.run(server, whole, path, rounds, seed, is_soak)]


def damage_pages(server, whole, path, sound, rounds, seed):
    source = random.Random(f"corruption {seed}")
    told = silent = 0
    faults = []
    damaged = whole + ".damaged"
    size = 4096
    count = os.path.getsize(path) // size
    for turn in range(rounds):
        put_back(whole, path)
        server.start()
        screen = server.get(SCREEN, is_public=True).bytes
        number = source.randrange(count)
        with open(path, "r+b") as file:
            file.seek(number * size)
            page = file.read(size)
            choice = source.randrange(4)
            changed = damage(choice, source, page)
            file.seek(number * size)
            file.write(changed)
        shutil.copy(path, damaged)
        try:
            found = answers(server)
            code = write(server, turn)
            shown = server.get(SCREEN, is_public=True)
            if shown.status != 200 or (code and shown.bytes != screen):
                raise Fault(f"what is in memory is not served: {shown.status} {shown.bytes[:100]}")
            without = refused(found)
            differs = [path for path, answer in found.items() if path not in without and answer != sound[path]]
            if any(found[path] == "storage_unavailable" for path in without) \
                    and server.get("/readyz", is_public=True).json["status"] == "ready":
                raise Fault(f"{without} were refused, and /readyz says that all is well")
            # Of a page that is lost as a whole; a few wrong bits in a text are a text.
            if differs and choice < 2 and can_tell(damaged):
                raise Fault(f"wrong content, which SQLite could tell: {differs}")
            told += bool(without or code)
            silent += not without and not code
        except (Fault, OSError) as fault:
            faults.append(f"page {number + 1} of {count}, round {turn}: {fault} {server.last_of_log(300)}")
        server.end()
    if faults:
        raise Fault("\n  " + "\n  ".join(faults))
    return f"{rounds} pages of {count} damaged under a server: {told} were told by clear problems, {silent} " \
           "concerned nothing that was read or cannot be told; the screen was served throughout, and no server ended"
