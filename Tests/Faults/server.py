"""A server whose system calls can fail, and requests to it."""

import atexit
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "PostgreSQL"))
sys.path.append("Tests/Support")
import stores  # noqa: E402
from preloading import preloaded  # noqa: E402

# Seconds: a busy machine needs long, and a sanitizer longer.
PATIENCE = 600 if "TANADA_SANITIZER" in os.environ else 60


def eventually(what, condition, seconds=PATIENCE):
    """Waits until the condition holds."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise Fault(f"{what}: not within {seconds} s")
        time.sleep(0.02)
    return found


class Fault(Exception):
    """What must not happen."""


class Answer:
    def __init__(self, status, headers, data):
        self.status, self.headers, self.bytes = status, headers, data

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def code(self):
        """The code of a problem; None for a success."""
        if self.status < 400:
            return None
        try:
            return self.json["code"]
        except (ValueError, KeyError):
            raise Fault(f"status {self.status} without a problem: {self.bytes[:200]}") from None


class Server:
    """`tanada serve` on a free port, in a folder that has its store, its photos and its temporary files."""

    def __init__(self, program, folder, shim=None, control=None, wrapper=(), options=(), env=()):
        self.program, self.folder, self.shim, self.control = program, str(folder), shim, control
        self.wrapper, self.options, self.env = list(wrapper), list(options), dict(env)
        self.token = None
        self.process = None
        # Also after a fault.
        atexit.register(lambda: self.process and self.process.poll() is None and self.process.kill())

    def environment(self):
        temporary = os.path.join(self.folder, "tmp")
        os.makedirs(temporary, exist_ok=True)
        return stores.environment(self.folder) | {
            "TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0", "TMPDIR": temporary} | self.env

    def command(self, *arguments):
        """Runs a command on the store of the server, and returns what it prints."""
        done = subprocess.run([self.program, *arguments], cwd=self.folder, env=self.environment(),
                              capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise Fault(f"{arguments}: {done.stderr}")
        return done.stdout.strip()

    def prepare(self):
        """Makes a store with the samples, and a token."""
        self.command("seed", os.path.join(os.getcwd(), "Seeds"))
        self.token = self.command("token", "create", "--role", "admin", "--name", "faults").splitlines()[-1]
        return self

    def launch(self):
        """Starts the server, which may end at once."""
        environment = self.environment()
        if self.shim:
            environment |= {"LD_PRELOAD": preloaded(self.shim), "FAULTS_CONTROL": self.control.path,
                            "FAULTS_FOLDER": self.folder + "/"}
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([*self.wrapper, self.program, "serve", "--port", "0", *self.options],
                                        cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        self.log.close()
        line = self.process.stdout.readline().strip()
        self.port = int(line.rsplit(":", 1)[1]) if line else None
        return self

    def start(self):
        self.launch()
        if not self.port:
            raise Fault(f"the server has ended: {self.last_of_log()}")
        eventually("a screen is in service", lambda: self.get("/readyz").status == 200)
        return self

    def last_of_log(self, count=600):
        return pathlib.Path(self.folder, "log").read_bytes()[-count:].decode(errors="replace")

    def is_running(self):
        return self.process.poll() is None

    def end(self, how=signal.SIGKILL):
        if self.is_running():
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def restart(self, how=signal.SIGKILL):
        self.end(how)
        return self.start()

    def send(self, method, path, body=None, media_type="application/json", headers=(), is_public=False,
             timeout=PATIENCE):
        """The answer, on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {} if is_public else {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            sent["Content-Type"] = media_type
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, path, body, sent | dict(headers))
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path, **options):
        return self.send("GET", path, **options)
