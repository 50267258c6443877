"""A server with the sample content and its pictures."""

import http.client
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "Tests/PostgreSQL"))
import stores  # noqa: E402



def tanada(program, folder, *arguments, text=None):
    """Runs a command and returns its output. `folder` has the store."""
    done = subprocess.run(
        [program, *arguments], cwd=folder, env=stores.environment(folder), input=text, capture_output=True,
        text=True, timeout=120,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done.stdout.strip()


class Server:
    """`tanada serve` on a free port of this machine, with an administrator's token."""

    def __init__(self, program, folder, has_pictures=True, settings=None):
        self.program, self.folder = program, folder
        if settings:
            (pathlib.Path(folder) / "tanada.json").write_text(json.dumps(settings))
        tanada(program, folder, "seed", str(ROOT / "Seeds"))
        if has_pictures:
            artwork = str(ROOT / "Seeds/artwork")
            tanada(program, folder, "photo", "import", "--quiet", "--from", artwork)
        self.token = tanada(program, folder, "token", "create", "--role", "admin", "--name", "tests")
        self.start()

    def start(self, port=0):
        # The limits of the server have tests of their own: a debug build on a busy machine, or one with a sanitizer,
        # takes several times as long as what users run.
        environment = stores.environment(self.folder) | {
            "TANADA_READ_RATE": "0", "TANADA_WRITE_RATE": "0", "TANADA_WORK_TIMEOUT": "120",
        }
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(port)],
            cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=120)

    def send(self, method, path, value=None, media_type="application/json", headers=None):
        """The status and the body of an answer to the administrator."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        fields = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        body = None
        if value is not None:
            fields["Content-Type"] = media_type
            body = json.dumps(value).encode()
        connection.request(method, path, body=body, headers=fields)
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {answer.decode()}")
        return json.loads(answer) if answer else None

    def document(self, feed="home", **parameters):
        """A feed's document, as the public gets it."""
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", f"/v1/feeds/{feed}?{query}")
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        if response.status != 200:
            raise RuntimeError(f"{feed}?{query}: {answer}")
        return answer

    def wait_for(self, feed):
        """Waits until a feed that was composed is in service."""
        while True:
            try:
                return self.document(feed)
            except RuntimeError:
                time.sleep(0.1)

    def wait_for_text(self, text):
        """Waits until the home screen has a text."""
        while text not in json.dumps(self.document(width=390), ensure_ascii=False):
            time.sleep(0.01)

    def patch(self, kind, identifier, changes):
        return self.send(
            "PATCH", f"/v1/content/{kind}/{identifier}", changes, "application/merge-patch+json"
        )

    def settle(self, layout, *arguments):
        """The answer of `tanada settle`."""
        return json.loads(tanada(self.program, self.folder, "settle", layout, *arguments))
