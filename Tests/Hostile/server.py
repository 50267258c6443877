"""A server with the sample content, its access log and its metrics."""

import json
import os
import re
import subprocess
import sys
import urllib.request

sys.path.append("Tests/PostgreSQL")
import stores
from wire import HOST, PROXY, Failure, wait_until


def run_tanada(program, folder, *arguments):
    """Runs a command, and returns its output. `folder` has the store."""
    return subprocess.run(
        [program, *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        cwd=folder, env=stores.environment(folder, without_settings=True)).stdout.strip()


class Server:
    def __init__(self, tanada, folder, *options):
        self.messages = os.path.join(folder, f"messages{len(os.listdir(folder))}")
        with open(self.messages, "wb") as file:
            self.process = subprocess.Popen(
                [tanada, "serve", "--port", "0", "--access-log", "--trusted-proxies", PROXY, *options],
                stdout=subprocess.PIPE, stderr=file, text=True, cwd=folder,
                env=stores.environment(folder, without_settings=True))
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        self.log = open(self.messages, "rb")
        self.ledger = Ledger(self)

    @property
    def is_running(self):
        return self.process.poll() is None

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def entries(self):
        """The lines of the access log since the last call, and all others that are errors."""
        for line in iter(self.log.readline, b""):
            if not line.endswith(b"\n"):
                self.log.seek(-len(line), os.SEEK_CUR)
                return
            if line.startswith(b'{"time"'):
                yield json.loads(line)
            elif re.search(rb" (error|critical) |^error:|Fatal error|^\*\*\* ", line):
                raise Failure(f"the log of the server has an error: {line!r}")

    def counts(self):
        """The counters of requests and of malformed requests, without those of the metrics themselves."""
        with urllib.request.urlopen(f"http://{HOST}:{self.port}/metrics") as answer:
            text = answer.read().decode()
        found = {}
        for _, labels, value in re.findall(
                r"^tanada_http_((?:malformed_)?requests_total)\{(.*)\} (\d+)$", text, re.M):
            labels = dict(re.findall(r'(\w+)="([^"]*)"', labels))
            if labels.get("route") != "/metrics":
                key = (labels["reason"],) if "reason" in labels else (
                    labels["method"], labels["route"], labels["status"])
                found[key] = int(value)
        return found


class Ledger:
    """The answers that were received, to be compared with those that the server has logged and counted."""

    def __init__(self, server):
        self.server = server
        self.total = 0
        self.begin(server.counts())

    def begin(self, counts):
        self.before = counts
        self.expected = {}
        self.counted = {}

    def give_up(self):
        """Begins again after a failure, when it is not known what was answered."""
        before, after = None, self.server.counts()
        while before != after:
            before, after = after, self.server.counts()
        for _ in self.server.entries():
            pass
        self.begin(after)

    def note(self, answer, *, method, path, route, address, token):
        """An answer to a request that the server took for one."""
        id = answer.fields["x-request-id"]
        self.expected.setdefault(id, []).append(
            {"request_id": id, "method": method, "path": path, "status": answer.status,
             "bytes": len(answer.body), "remote_address": address}
            | ({"token": token} if token else {}))
        label = method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"
        self.count((label, route, str(answer.status)))
        self.total += 1

    def note_malformed(self, reason):
        self.count((reason,))
        self.total += 1

    def count(self, key):
        self.counted[key] = self.counted.get(key, 0) + 1

    def settle(self):
        """Waits until the log and the metrics have what was noted, and fails if they have anything else."""
        found = {}
        wanted = sum(len(lines) for lines in self.expected.values())
        number = 0

        def is_logged():
            nonlocal number
            for entry in self.server.entries():
                if entry["path"] == "/metrics":
                    continue
                entry = {name: value for name, value in entry.items() if name not in ("time", "duration_ms")}
                found.setdefault(entry["request_id"], []).append(entry)
                number += 1
            return number >= wanted

        try:
            wait_until(is_logged, "each answer is in the access log")
        except Failure as failure:
            raise Failure(f"{failure}: {self.difference(found)}") from None
        if found != self.expected:
            raise Failure(f"the access log: {self.difference(found)}")
        now, moved = {}, {}

        def is_counted():
            nonlocal now, moved
            now = self.server.counts()
            moved = {key: value - self.before.get(key, 0) for key, value in now.items()
                     if value != self.before.get(key, 0)}
            return sum(moved.values()) >= sum(self.counted.values())

        try:
            wait_until(is_counted, "each answer is counted")
        except Failure:
            pass
        if moved != self.counted:
            raise Failure(f"the metrics moved by {moved}, expected {self.counted}")
        self.begin(now)

    def difference(self, found):
        missing = [line for id, lines in self.expected.items() for line in lines
                   if line not in found.get(id, [])]
        more = [line for id, lines in found.items() for line in lines
                if line not in self.expected.get(id, [])]
        return f"{len(missing)} missing, first {missing[:1]}; {len(more)} others, first {more[:1]}"
