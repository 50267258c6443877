"""Every message of a server from `notice` on is in docs/operations.md, and every setting in docs/settings.md."""

import functools
import json
import os
import re

from harness import ROOT, run


@functools.cache
def sources():
    return {str(path.relative_to(ROOT)): path.read_text() for path in sorted(ROOT.glob("Sources/**/*.swift"))}


@functools.cache
def described():
    text = "\n".join(sources().values())
    kinds = {name: kind for kind, name in re.findall(r'\.(counter|gauge|histogram)\(\s*"(\w+)",\s*"', text)}
    assert len(kinds) > 40, kinds
    labels = {name: set() for name in kinds}
    for name, pairs in re.findall(r'"(\w+)",\s*\[?((?:\("\w+", [^)]*\)(?:,\s*)?)+)[\])]', text):
        if name in labels:
            labels[name] |= set(re.findall(r'\("(\w+)",', pairs))
    labels["tanada_http_requests_total"] |= {"method", "route", "status"}
    labels["tanada_http_request_duration_seconds"] |= {"route"}
    return kinds, labels


def series():
    """Every series name with its labels; those of a histogram are three."""
    names, (kinds, labels) = {}, described()
    for name, kind in kinds.items():
        common = labels[name] | {"job", "instance"}
        if kind == "histogram":
            names |= {name + "_bucket": common | {"le"}, name + "_sum": common, name + "_count": common}
        else:
            names[name] = common
    return names


def has_word(word):
    return any(re.search(rf'"{re.escape(word)}"|case [\w, ]*\b{re.escape(word)}\b', text) for text in sources().values())


def arguments(text, start):
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end - 1]


def messages():
    """Texts of calls of a logger, and of warnings that a server prints; `…` stands for values."""
    for path, text in sources().items():
        for match in re.finditer(r"\b[lL]ogger\.(notice|warning|error|critical|log|logFailure)\(", text):
            # The message is before the metadata; what is there beside it are levels.
            call = re.split(r"\b(?:metadata|as):", arguments(text, match.end()))[0]
            found = re.findall(r'"((?:[^"\\]|\\.)*)"', call)
            assert found, f"{path}: a message that is not a text: {call}"
            yield from ((path, message) for message in found)
        if "/Commands/" not in path:
            # The parts of a text that goes on in the next line belong together.
            joined = re.sub(r'"\s*\+\s*"', "", text)
            for message in re.findall(r'"(warning: (?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"', joined):
                yield path, re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "…", message.removesuffix("\\n"))


def test_messages_of_the_log_are_explained(figure):
    page = " ".join((ROOT / "docs/operations.md").read_text().split())
    table = page[page.index("### Messages of the log"):page.index("## Settings")]
    # A long warning may be cut where its advice begins.
    rows = [row.rstrip("…") for row in re.findall(r"\| `(warning: [^`]*)` \|", table)]
    known = list(messages())
    missing = [f"{path}: {message}" for path, message in known
               if f"| `{message}` |" not in table and not message.startswith(tuple(rows))]
    assert len(known) > 25, f"only {len(known)} messages were found"
    assert not missing, "not in docs/operations.md:\n  " + "\n  ".join(missing)
    stale = [row for row in re.findall(r"\| `([^`]*)` \| [nwe]", table)
             if not any(message.startswith(row.rstrip("…")) for _, message in known)]
    assert not stale, f"docs/operations.md has messages that there are not: {stale}"
    figure(f"monitoring: {len(known)} messages of the log are explained")


def test_settings_are_as_their_page_says(folder, figure):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TANADA_")}
    rows = {}
    for line in (ROOT / "docs/settings.md").read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) > 4 and cells[0].startswith("`"):
            rows[cells[0].strip("`")] = [cells[1].strip("`"), cells[2].strip("`"), cells[3]]
    settings = json.loads(run("config", "--json", folder=folder, environment=environment))
    assert set(settings) == set(rows), set(settings) ^ set(rows)
    for name, setting in settings.items():
        variable, default, values = rows[name]
        assert variable == "TANADA_" + name.upper(), name
        assert default == str(setting["value"]), (name, default, setting["value"])
        numbers = re.fullmatch(r"(\d+) to (\d+)", values)
        message = run("config", folder=folder, environment=environment | {variable: "no number!"}, check=False).stderr
        said = re.search(r"from (\d+) to (\d+)", message)
        assert (numbers and numbers.groups()) == (said and said.groups()), (name, values, message)
    figure(f"monitoring: {len(rows)} settings are as docs/settings.md says")
