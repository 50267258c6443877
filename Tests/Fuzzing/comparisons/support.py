"""What the comparisons share: servers, requests, differences, and how a list that shows one is made shorter."""

import http.client
import json
import math
import os
import pathlib
import random
import subprocess
from typing import Any, Callable

PATIENCE = 120  # seconds: a busy machine needs long
JSON = "application/json"


class Difference(Exception):
    """The program and its second implementation do not agree."""


class Answer:
    def __init__(self, status: int, headers: Any, body: bytes):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """`tanada serve` on a store, with a token of an administrator."""

    def __init__(self, store: dict[str, str], folder: pathlib.Path):
        self.store = store
        with open(folder / "server.log", "a") as log:
            self.process = subprocess.Popen([os.environ["TANADA"], "serve", "--port", "0"], stdout=subprocess.PIPE,
                                            stderr=log, text=True, env=os.environ | store)
        line = self.process.stdout.readline().strip()
        if not line:
            raise SystemExit("error: a server has ended:\n" + (folder / "server.log").read_text()[-2000:])
        self.port = int(line.rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.token = ""

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None,
             has_token: bool = True) -> Answer:
        sent = dict(headers or {})
        if has_token and self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent.setdefault("Content-Type", JSON)
        self.connection.request(method, path, body, sent)
        answer = self.connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())

    def must(self, method: str, path: str, body: Any = None) -> Answer:
        """A request of the preparation, which has to succeed."""
        answer = self.send(method, path, None if body is None else json.dumps(body).encode())
        if answer.status >= 300:
            raise SystemExit(f"error: {method} {path}: {answer.status} {answer.body[:500]!r}")
        return answer

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Run:
    """One comparison: its folder, its random numbers, and the servers to be stopped after it."""

    def __init__(self, folder: pathlib.Path, rounds: int, pick: random.Random):
        self.folder, self.rounds, self.pick = folder, rounds, pick
        self.ends: list[Callable[[], None]] = []

    def file_store(self, name: str = "store") -> dict[str, str]:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return {"TANADA_DATABASE": str(folder / "tanada.sqlite"), "TANADA_PHOTOS": str(folder / "photos")}

    def server(self, store: dict[str, str], token: str | None = None) -> Server:
        if token is None:
            token = tanada(store, "token", "create", "--name", "comparison", "--role", "admin")
        server = Server(store, self.folder)
        server.token = token.strip()
        self.ends.append(server.stop)
        return server

    def end(self) -> None:
        for end in reversed(self.ends):
            end()


def tanada(store: dict[str, str], *command: str) -> str:
    """What a command of the program prints."""
    done = subprocess.run([os.environ["TANADA"], *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=os.environ | store)
    if done.returncode:
        raise SystemExit(f"error: tanada {' '.join(command)}: {done.stderr}")
    return done.stdout


def smallest(parts: list, fails: Callable[[list], bool], attempts: int = 300) -> list:
    """As few of the parts as were found with which it still fails."""
    size = max(1, len(parts) // 2)
    while attempts > 0:
        for start in range(0, len(parts), size):
            fewer = parts[:start] + parts[start + size:]
            attempts -= 1
            if len(fewer) < len(parts) and fails(fewer):
                parts = fewer
                break
            if attempts <= 0:
                break
        else:
            if size == 1:
                break
            size //= 2
    return parts


def first_difference(found: Any, expected: Any, place: str = "", rounding: float = 0, least: float = 0) -> str | None:
    """Where two documents differ. Zero has no sign; `rounding` is how far numbers may be apart, as a share, and `least`
    how far in any case."""
    if isinstance(found, bool) != isinstance(expected, bool):
        return f"{place}: found {short(found)}, expected {short(expected)}"
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in [*expected, *found]:
            if name not in found:
                return f"{place}/{name}: missing, expected {short(expected[name])}"
            if name not in expected:
                return f"{place}/{name}: found {short(found[name])}, expected nothing"
        pairs = ((name, found[name], expected[name]) for name in expected)
    elif isinstance(found, list) and isinstance(expected, (list, tuple)):
        if len(found) != len(expected):
            return f"{place}: found {len(found)} elements, expected {len(expected)}"
        pairs = ((index, *pair) for index, pair in enumerate(zip(found, expected)))
    elif rounding and isinstance(found, (int, float)) and isinstance(expected, (int, float)):
        is_near = math.isclose(found, expected, rel_tol=rounding, abs_tol=max(rounding, least))
        return None if is_near else f"{place}: found {found}, expected {expected}"
    else:
        return None if found == expected else f"{place}: found {short(found)}, expected {short(expected)}"
    return next((text for name, *two in pairs
                 if (text := first_difference(*two, f"{place}/{name}", rounding, least))), None)


def short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) < 400 else text[:400] + "…"
