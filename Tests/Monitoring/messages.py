"""Every message of a server from `notice` on is in docs/operations.md, and every setting in docs/settings.md; see `run`."""

import json
import os
import re
import subprocess
import sys
import tempfile


def sources():
    for folder, _, files in os.walk("Sources"):
        for name in sorted(files):
            if name.endswith(".swift"):
                path = os.path.join(folder, name)
                with open(path) as file:
                    yield path, file.read()


def arguments(text, start):
    """The text between the parentheses that open before `start`."""
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end - 1]


def messages():
    """Texts of calls of a logger, and of warnings that a server prints; `…` stands for values."""
    for path, text in sources():
        for match in re.finditer(r"\b[lL]ogger\.(notice|warning|error|critical|log)\(", text):
            # The message is before the metadata; what is there beside it are levels.
            call = re.split(r"\bmetadata:", arguments(text, match.end()))[0]
            found = re.findall(r'"((?:[^"\\]|\\.)*)"', call)
            assert found, f"{path}: a message that is not a text: {call}"
            for message in found:
                yield path, message
        if "/Commands/" not in path:
            # The parts of a text that goes on in the next line belong together.
            joined = re.sub(r'"\s*\+\s*"', "", text)
            for message in re.findall(r'"(warning: (?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"', joined):
                yield path, re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "…", message.removesuffix("\\n"))


def check_messages():
    with open("docs/operations.md") as file:
        page = " ".join(file.read().split())
    table = page[page.index("### Messages of the log"):page.index("## Settings")]
    count, missing = 0, []
    for path, message in messages():
        count += 1
        if f"| `{message}` |" not in table:
            # A long warning may be cut where its advice begins.
            rows = re.findall(r"\| `(warning: [^`]*)` \|", table)
            if not any(message.startswith(row.rstrip("…")) for row in rows):
                missing.append(f"{path}: {message}")
    assert count > 25, f"only {count} messages were found"
    assert not missing, "not in docs/operations.md:\n  " + "\n  ".join(missing)
    known = [message for _, message in messages()]
    stale = [row for row in re.findall(r"\| `([^`]*)` \| [nwe]", table)
             if not any(message.startswith(row.rstrip("…")) for message in known)]
    assert not stale, f"docs/operations.md has messages that there are not: {stale}"
    print(f"✔ monitoring: {count} messages of the log are explained", flush=True)


def check_settings(tanada):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TANADA_")}
    with tempfile.TemporaryDirectory() as folder, open("docs/settings.md") as file:
        def config(changes, *options):
            return subprocess.run(
                [tanada, "config", *options], cwd=folder, env=environment | changes, capture_output=True, text=True,
                check=False)
        rows = {}
        for line in file:
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) > 4 and cells[0].startswith("`"):
                rows[cells[0].strip("`")] = [cells[1].strip("`"), cells[2].strip("`"), cells[3]]
        settings = json.loads(config({}, "--json").stdout)
        assert set(settings) == set(rows), set(settings) ^ set(rows)
        for name, setting in settings.items():
            variable, default, values = rows[name]
            assert variable == "TANADA_" + name.upper(), name
            assert default == str(setting["value"]), (name, default, setting["value"])
            numbers = re.fullmatch(r"(\d+) to (\d+)", values)
            message = config({variable: "no number!"}).stderr
            said = re.search(r"from (\d+) to (\d+)", message)
            assert bool(numbers) == bool(said), (name, values, message)
            assert not numbers or numbers.groups() == said.groups(), (name, values, message)
    print(f"✔ monitoring: {len(rows)} settings are as docs/settings.md says", flush=True)


check_messages()
check_settings(os.path.abspath(sys.argv[1]))
