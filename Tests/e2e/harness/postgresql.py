"""A PostgreSQL in a folder of its own, and databases in it."""

import contextlib
import glob
import itertools
import os
import shutil
import signal
import subprocess

import pytest

from .processes import Process, free_port
from .waiting import eventually

USER = "postgres"  # the user of the server where this is root, which PostgreSQL refuses to run as
SETTINGS = {"listen_addresses": "127.0.0.1", "max_connections": "200", "shared_buffers": "128MB",
            "log_min_messages": "warning"}


def programs():
    """The folder of initdb and postgres; where there is none, what asks is skipped."""
    folders = [os.environ.get("TANADA_POSTGRESQL_BIN"), *sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)]
    found = shutil.which("initdb", path=":".join([*filter(None, folders), os.environ["PATH"]]))
    return os.path.dirname(found) if found else pytest.skip("PostgreSQL is not available here", allow_module_level=True)


def query(address, sql):
    """The lines that `sql` answers in the database at `address`, with "|" between columns."""
    done = subprocess.run([os.path.join(programs(), "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", address, "-c", sql],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return done.stdout.splitlines()


def migrate(tanada, address):
    subprocess.run([tanada, "migrate", "--store", address], check=True, stdout=subprocess.DEVNULL)


def as_server(command):
    if os.getuid() != 0:
        return command
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *command]


def make_folder(folder):
    os.makedirs(folder, exist_ok=True)
    if os.getuid() == 0:
        shutil.chown(folder, USER, USER)


class Server(Process):
    """`postgres`, which can be stopped, killed and started again."""

    numbers = itertools.count(1)

    def __init__(self, folder, settings=None, port=None):
        make_folder(folder)
        self.port, self.programs, self.data = port or free_port(), programs(), os.path.join(folder, "data")
        postgres = [os.path.join(self.programs, "postgres"), "-D", self.data, "-p", self.port]
        super().__init__(as_server(postgres), os.path.join(folder, "log"), folder)
        if not os.path.exists(self.data):
            subprocess.run(as_server([
                os.path.join(self.programs, "initdb"), "--pgdata", self.data, "--encoding=UTF8",
                "--locale=C.UTF-8", "--auth=trust", "--username=tanada", "--no-sync",
            ]), check=True, stdout=subprocess.DEVNULL)
            self.set(SETTINGS | {"unix_socket_directories": ""} | (settings or {}))

    def set(self, settings):
        """Adds to the configuration, which counts from the next start on."""
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.write("".join(f"{name} = '{value}'\n" for name, value in settings.items()))

    def start(self):
        self.launch()
        ready = [os.path.join(self.programs, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        eventually(lambda: subprocess.run(ready).returncode == 0, "PostgreSQL starts", process=self.process)
        return self

    def end(self, how=signal.SIGINT):
        children = self.children() if how == signal.SIGKILL and self.is_running else []
        status = super().end(how)
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, how)
        return status

    def psql(self, sql, database="postgres"):
        return query(self.address(database), sql)

    def copy_to(self, folder):
        """Makes a copy of all its data, for a server in another folder. Returns the folder of the data."""
        data = os.path.join(folder, "data")
        make_folder(folder)
        shutil.rmtree(data, ignore_errors=True)
        subprocess.run(as_server([
            os.path.join(self.programs, "pg_basebackup"), "--pgdata", data, "--checkpoint=fast", "--no-sync",
            "--host=127.0.0.1", f"--port={self.port}", "--username=tanada"]), check=True)
        return data

    def address(self, database):
        return f"postgresql://tanada@127.0.0.1:{self.port}/{database}"

    def make_database(self, tanada=None, name=None):
        name = name or f"tanada_{next(self.numbers)}"
        self.psql(f"CREATE DATABASE {name} TEMPLATE template0")
        if tanada:
            migrate(tanada, self.address(name))
        return self.address(name)
