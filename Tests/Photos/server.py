"""A server with photos, and requests to it."""

import http.client
import json
import signal
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "PostgreSQL"))
import stores  # noqa: E402


def tanada(program, folder, *arguments):
    """Runs a command and returns its output. `folder` has the store."""
    done = subprocess.run(
        [program, *arguments], cwd=folder, env=stores.environment(folder),
        capture_output=True, text=True, timeout=300,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done.stdout.strip()


class Server:
    """`tanada serve` on a free port."""

    def __init__(self, program, folder, *options):
        environment = stores.environment(folder) | {"TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0"}
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", *options],
            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])

    def is_running(self):
        return self.process.poll() is None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def workers(self):
        """The processes that decode pictures."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True
        )
        return [int(line) for line in found.stdout.split()]

    def memory(self):
        """The bytes of memory of the server and its workers; shared pages count in part."""
        total = 0
        for pid in [self.process.pid, *self.workers()]:
            try:
                with open(f"/proc/{pid}/smaps_rollup") as file:
                    total += sum(
                        int(line.split()[1]) << 10 for line in file if line.startswith("Pss:")
                    )
            except OSError:
                pass
        return total


class Client:
    """One connection of the bearer of a token."""

    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        self.headers = {"Authorization": f"Bearer {token}"}

    def send(self, method, path, body=None, media_type="application/octet-stream"):
        headers = dict(self.headers)
        if body is not None:
            headers["Content-Type"] = media_type
        try:
            self.connection.request(method, path, body=body, headers=headers)
            response = self.connection.getresponse()
            return response.status, response.read()
        except Exception:
            self.connection.close()
            raise

    def send_json(self, method, path, value):
        return self.send(method, path, json.dumps(value).encode(), "application/json")
