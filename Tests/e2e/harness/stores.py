"""Stores: a SQLite file in a folder, or a database of a PostgreSQL in its place."""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3

from . import postgresql
from .program import PROGRAM, ROOT, SANITIZER, SEEDS, run

# The address of a PostgreSQL whose databases are the stores; None for files. The option --store sets it.
POSTGRESQL = os.environ.get("TANADA_POSTGRESQL")
# Limits have tests of their own: a debug build on a busy machine takes several times as long as what users run.
UNLIMITED = {"TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0", "TANADA_WORK_TIMEOUT": "3000" if SANITIZER else "300"}


class Store:
    """A folder with a store, its photos, and the settings of the commands that run in it.

    `environment` has further variables. `with_defaults` leaves all limits and the variables TANADA_… of the test out, so
    that commands have the settings of users. `settings` become the file tanada.json. `address` is that of a database in
    a PostgreSQL of the test's own.
    """

    def __init__(self, folder, settings=None, environment=None, with_defaults=False, address=None):
        self.folder = pathlib.Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        if settings:
            (self.folder / "tanada.json").write_text(json.dumps(settings))
        inherited = {name: value for name, value in os.environ.items()
                     if not (with_defaults and name.startswith("TANADA_"))}
        self.environment = inherited | ({} if with_defaults else UNLIMITED) | (environment or {})
        self.database, self.address = None, address
        if POSTGRESQL and not address:
            self.database = "folder_" + hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
            self.address = POSTGRESQL + self.database
            if not postgresql.query(POSTGRESQL + "postgres",
                                    f"SELECT 1 FROM pg_database WHERE datname = '{self.database}'"):
                self._make_database("template0")
                postgresql.migrate(PROGRAM, self.address)
        if self.address:
            self.environment |= {"TANADA_STORE": self.address,
                                 "TANADA_PHOTOS": str(self.folder / "tanada.sqlite-photos")}

    @property
    def file(self):
        """The SQLite file, which is there from the first command on."""
        return self.folder / "tanada.sqlite"

    @property
    def renditions(self):
        """The folder of the pictures that servers make of photos."""
        return self.folder / "tanada.sqlite-photos/renditions"

    def run(self, *arguments, **options):
        """Runs a command on the store; see `program.run`."""
        return run(*arguments, folder=self.folder, environment=self.environment, **options)

    def seed(self, pictures=False):
        """Fills it with the sample content, and with its pictures, which take long; see `copy_of_samples`."""
        self.run("seed", SEEDS)
        if pictures:
            self.run("photo", "import", "--quiet", "--from", SEEDS / "artwork")
        return self

    def load(self, kind, items):
        """Imports items of a kind."""
        return self.run("import", kind, "-", "--format", "ndjson", input="\n".join(map(json.dumps, items)))

    def define(self, kind):
        """Applies the definition of a kind."""
        file = self.folder / f"{kind['kind']}.json"
        file.write_text(json.dumps(kind))
        self.run("kind", "apply", file)

    def token(self, role="admin", name="tests"):
        return self.run("token", "create", "--role", role, "--name", name).splitlines()[-1]

    def rows(self, sql):
        """The rows that a statement answers, as texts."""
        if self.address:
            return [tuple(line.split("|")) for line in postgresql.query(self.address, sql)]
        with contextlib.closing(sqlite3.connect(self.file, timeout=60)) as database:
            rows = [tuple(str(value) for value in row) for row in database.execute(sql)]
            database.commit()
            return rows

    def copy(self, original):
        """Becomes a copy of a store that nothing has open."""
        photos = original.folder / "tanada.sqlite-photos"
        if photos.exists():
            shutil.copytree(photos, self.folder / photos.name, dirs_exist_ok=True)
        if self.database:
            postgresql.query(POSTGRESQL + "postgres", f"DROP DATABASE {self.database}")
            self._make_database(original.database)
        else:
            shutil.copy(original.file, self.file)
        return self

    def _make_database(self, template):
        postgresql.query(POSTGRESQL + "postgres", f"CREATE DATABASE {self.database} TEMPLATE {template}")


def copy_of_samples(folder, pictures=False, **options):
    """A store with the sample content, copied from one that is seeded once for each build of the program.

    Copies share what their servers make of the pictures: each is made once for a build.
    """
    stat = os.stat(PROGRAM)
    newest = max(file.stat().st_mtime_ns for file in SEEDS.rglob("*"))
    key = hashlib.sha256(repr((PROGRAM, stat.st_mtime_ns, stat.st_size, newest, pictures, POSTGRESQL)).encode())
    made = ROOT / ".build/samples" / key.hexdigest()[:16]
    made.parent.mkdir(parents=True, exist_ok=True)
    with open(made.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made / "whole").exists():
            for former in made.parent.iterdir():  # of another build, or of a run that was ended while it made it
                if former.is_dir() and (former == made or former.stat().st_mtime < made.parent.stat().st_mtime - 86400):
                    shutil.rmtree(former)
            sample = Store(made)
            sample.seed(pictures)
            if not POSTGRESQL:
                sample.rows("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.rmtree(sample.renditions, ignore_errors=True)
            (made / "renditions").mkdir()
            (made / "whole").touch()
    store = Store(folder, **options).copy(Store(made))
    if pictures:
        store.renditions.symlink_to(made / "renditions")
    return store
