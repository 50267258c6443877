"""A store for each folder of a test: `tanada.sqlite` in it, or a database in PostgreSQL (see `with-server`)."""

import contextlib
import functools
import hashlib
import os
import pathlib
import sqlite3
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
from harness import postgresql  # noqa: E402

SERVER = os.environ.get("TANADA_POSTGRESQL")


@functools.cache
def address(folder):
    """The address of the folder's database, which is made when it is asked for first; None for a file."""
    if not SERVER:
        return None
    name = "folder_" + hashlib.sha256(os.path.realpath(folder).encode()).hexdigest()[:16]
    if not postgresql.query(SERVER + "postgres", f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
        postgresql.query(SERVER + "postgres", f"CREATE DATABASE {name} TEMPLATE template0")
        postgresql.migrate(os.environ["TANADA"], SERVER + name)
    return SERVER + name


def environment(folder, without_settings=False):
    """The environment of a command that runs in the folder, whose photos are in the same place with either store.
    Without the settings that the test has, all others are the defaults."""
    found = {name: value for name, value in os.environ.items()
             if not (without_settings and name.startswith("TANADA_"))}
    if store := address(folder):
        photos = os.path.join(os.path.realpath(folder), "tanada.sqlite-photos")
        found |= {"TANADA_STORE": store, "TANADA_PHOTOS": photos}
    return found


def rows(folder, sql):
    """The rows that a statement answers in the folder's store, as texts."""
    if store := address(folder):
        return [tuple(line.split("|")) for line in postgresql.query(store, sql)]
    with contextlib.closing(sqlite3.connect(os.path.join(folder, "tanada.sqlite"))) as database:
        return [tuple(str(value) for value in row) for row in database.execute(sql)]
