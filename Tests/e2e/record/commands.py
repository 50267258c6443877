"""What the program says without a server: its help, and what commands answer on the samples."""

import json
import urllib.parse

from harness import ROOT, program
from record.recording import digest, settled

ANSWERS = [
    "unheard", "feed", "feed list", "feed show home --width 390", "feed show home --width 768 --locale en",
    "feed show home --width 39", "feed show none", "feed publish", "feed restore home --revision 1", "kind list",
    "kind show recent_news", "kind show unheard", "kind remove unheard", "preview home --width 390", "preview home --format svg",
    "preview home --section shops --format html", "layout uniform-grid --width 390 --items 7", "layout unheard",
    "layout image-fit --image 3024x4032 --viewport 320x548 --tap 27,244", "layout image-fit --image 0x1 --viewport 3x5",
    "settle scroll --offset 10 --velocity 300 --viewport 390 --content 2000", "export recent_news --format csv",
    "export --format ndjson recent_news", "export unheard", "seed SEEDS", "seed SEEDS --dry-run", "seed none.json",
    "import recent_news none.csv", "photo inspect SEEDS/artwork", "photo sweep --dry-run", "token list", "token revoke 77",
    "audit prune --before 2020-01-01T00:00:00Z", "history prune --before 2020-01-01T00:00:00Z", "check", "config --json",
    "migrate --dry-run", "health", "types typescript", "types swift", "types kotlin", "types cobol",
]


def helped():
    for words, _, _ in program.commands():
        yield f"tanada {' '.join(words)}: {digest(program.run(*words, '--help'))}"


def answered(store):
    for line in ANSWERS:
        words = line.replace("SEEDS", str(program.SEEDS)).split()
        done = store.run(*words, check=False)
        yield f"$ tanada {line}\nstatus {done.returncode}"
        for text in (done.stdout, done.stderr):
            text = settled(text.replace(str(program.SEEDS), "SEEDS").replace(str(store.folder), "FOLDER"))
            if text:
                yield text.rstrip() if len(text) < 500 else digest(text)


def calculated(server):
    """The answer to each conformance case, by its type and name."""
    for file in sorted((ROOT / "Tests/Conformance/cases").glob("*/*.json")):
        case = json.loads(file.read_text())
        options = urllib.parse.urlencode({name: str(value).lower() if isinstance(value, bool) else value
                                          for name, value in case.get("options", {}).items()})
        answer = server.send("POST", f"/v1/layouts/{case['type']}?{options}", case.get("items", []), token=None)
        yield f"{file.parent.name}/{file.stem} {answer.status} {digest(answer.bytes)}"
