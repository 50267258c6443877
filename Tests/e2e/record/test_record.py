"""Everything that can be seen of the program, beside what was recorded: what is answered, whatever it is made of inside.

    Tests/e2e/run record      compares
    scripts/record            records; CHANGELOG.md says why a line that has changed is better
    scripts/record FOLDER     records into a folder, to compare two programs

Digests name files in `.build/record`, with the texts of the runs on this machine.
"""

import difflib
import json
import os
import pathlib
import time
from datetime import datetime

import pytest
from harness import ROOT, Clock, Server
from record import hour, requests
from record.recording import DAY, described, digest, settled

RECORDED = pathlib.Path(__file__).parent / "recorded"
SETTINGS = {"cors_origins": "https://app.example", "locales": "ja,en,fr", "read_rate": 1_000_000, "write_rate": 1_000_000}
PICTURE = ROOT / "Tests/FeedPhotosTests/Samples/metadata/everything.jpg"


class Recorder:
    """A server with the samples on the recorded day, and the lines of what it answers."""

    def __init__(self, server):
        self.fields = {}
        self.clients = {role: server.client(None if role == "stranger" else server.store.token(role, role))
                        for role in ("stranger", "viewer", "contributor", "editor", "admin")}

    def line(self, role, method, path, body=None, fields=None):
        """A request and what is answered; its header fields are named by a digest, and listed once."""
        sent = {"User-Agent": "record"} | (fields or {})
        answer = self.clients[role].send(method, path, body, sent.pop("Content-Type", ""), sent)
        status, fields_of_answer, seen = described(answer)
        if "release=" in path:  # on the revision in service, which follows the writes a little later
            fields_of_answer = [field for field in fields_of_answer if not field.startswith("X-Tanada-Revision:")]
        name = digest("\n".join(fields_of_answer).encode())[:6]
        self.fields[name] = fields_of_answer
        said = "".join(f" {name}={value[:40]}" for name, value in (fields or {}).items())
        return f"{role} {method} {path[:200]}{said}{f' ({digest(body)[:6]})' if body else ''}: {status} {name} {seen}"

    def conditions(self, path):
        """What is answered to a client that has the answer, for each form of its tag, and that does not want it."""
        tag = self.clients["admin"].get(path).headers.get("ETag")
        if not tag:
            return
        for sent in (tag, f"W/{tag}", f'"a", {tag}', f'{tag[:-1]}-gzip"'):
            answer = self.clients["admin"].get(path, headers={"If-None-Match": sent})
            yield f"{path} {settled(sent)}: {' '.join([*map(str, described(answer)[:1])])} {len(answer.bytes) > 0}"
        for coding in ("gzip", "br"):
            coded = self.clients["admin"].get(path, headers={"Accept-Encoding": coding})
            answer = self.clients["admin"].get(path, headers={"Accept-Encoding": coding, "If-None-Match": coded.headers["ETag"]})
            yield f"{path} {coding}: {coded.status} {coded.headers.get('Content-Encoding')} {answer.status}"

    def every_field(self):
        for name, fields in sorted(self.fields.items()):
            yield "\n  ".join([name, *fields])


@pytest.fixture(scope="module")
def recorded(make_store, make_folder):
    """What the program under test says, as the lines of files."""
    begin = datetime.fromisoformat(f"{DAY}T03:00:00+00:00").timestamp() - time.time()
    clock = Clock(make_folder("clock"), begin)
    store = make_store(samples=False, settings=SETTINGS, environment=clock.environment, with_defaults=True).seed()
    made = {"help": list(requests.helped()), "commands": list(requests.answered(store))}
    with Server(store, clock=clock) as server:
        recorder = Recorder(server)
        api = recorder.clients["stranger"].get("/openapi.json").json
        photo = recorder.clients["editor"].send("POST", "/v1/photos", PICTURE.read_bytes(), "image/jpeg").json["id"]
        made["openapi"] = list(requests.described(api))
        made["conformance"] = list(requests.calculated(server))
        made["rules"] = [recorder.line("stranger", *each[:2], None, each[2]) for each in requests.of_rules()]
        made["reads"] = [recorder.line(role, "GET", path) for path in requests.of_every_route(api, photo)
                         for role in requests.ROLES]
        made["conditions"] = [line for path in requests.of_every_route(api, photo) if "?" not in path
                              for line in recorder.conditions(path)]
        made["refusals"] = [recorder.line(role, *each) for each in requests.of_writes(api) for role in requests.ROLES]
        made["hour"] = []
        for number, (role, *write) in enumerate(hour.writes(PICTURE.read_bytes(), photo)):
            clock.set(begin + 60 * number)
            made["hour"].append(recorder.line(role, *write))
        made["hour"] += [recorder.line("admin", "GET", path) for path in hour.AFTERWARDS]
        audit = recorder.clients["admin"].get("/v1/audit?limit=100").text
        made["audit"] = [settled(json.dumps(entry, ensure_ascii=False)) for entry in json.loads(audit)["result"]]
        made["fields"] = list(recorder.every_field())
    made["schema"] = [f"{row[0]};" for row in store.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")]
    return made


NAMES = ("help", "commands", "openapi", "conformance", "rules", "reads", "conditions", "refusals", "hour", "audit", "fields",
         "schema")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_is_what_was_recorded(name, recorded, figure):
    folder, text = pathlib.Path(os.environ.get("RECORD", RECORDED)), "".join(f"{line}\n" for line in recorded[name])
    file = folder / f"{name}.txt"
    if "RECORD" in os.environ:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    before, now = file.read_text().splitlines(), text.splitlines()
    different = list(difflib.unified_diff(before, now, "recorded", "now", n=0))
    assert not different, "\n".join(different[:100])
    figure(f"record: {len(now)} lines of {name}")
