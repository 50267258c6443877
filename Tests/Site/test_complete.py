"""The reference has all that the program has, and the same input makes the same bytes."""

import html.parser
import json
import os
import subprocess

import pytest

from conftest import ROOT


class Counter(html.parser.HTMLParser):
    """How many elements of a class the pages have, and the ids."""

    def __init__(self, files):
        super().__init__()
        self.classes, self.ids = {}, []
        for file in files:
            self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for name in (given.get("class") or "").split():
            self.classes[name] = self.classes.get(name, 0) + 1
        if "id" in given:
            self.ids.append(given["id"])


def program(tmp_path, *arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TANADA_")}
    done = subprocess.run(
        [os.environ["TANADA"], *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_every_route_is_described(folder, tmp_path, record_property):
    document = program(tmp_path, "serve", "--get", "/openapi.json")
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    parameters = sum(len(operation.get("parameters", [])) for operation in operations)
    answers = sum(1 for operation in operations for answer in operation["responses"].values() if "$ref" not in answer)
    counted = Counter(sorted((folder / "reference/api").rglob("*.html")))
    assert counted.classes["operation"] == len(operations) > 100
    assert counted.classes["parameter"] == parameters
    assert counted.classes["answer"] == answers
    assert counted.classes["schema"] == len(document["components"]["schemas"])
    for operation in operations:
        assert counted.ids.count(operation["operationId"]) == 1
    record_property("HTTP", f"{len(operations)} routes, {parameters} parameters, {counted.classes['schema']} schemas")


def test_every_command_and_option_is_described(folder, tmp_path, record_property):
    commands = leaves(program(tmp_path, "--experimental-dump-help")["command"], [])
    counted = Counter(sorted((folder / "reference/commands").glob("*.html")))
    options = sum(len(arguments) for _, arguments in commands)
    assert counted.classes["argument"] == options > 500
    for names, arguments in commands:
        text = (folder / f"reference/commands/{names[0]}.html").read_text()
        assert f"tanada {' '.join(names)}" in text
        for argument in arguments:
            for name in argument.get("names", []):
                assert ("--" if name["kind"] == "long" else "-") + name["name"] in text
    record_property("commands", f"{len(commands)} commands, {options} arguments and options")


def leaves(command, names):
    """The commands that do something, with what they take."""
    shown = [sub for sub in command.get("subcommands", []) if sub["shouldDisplay"] and sub["commandName"] != "help"]
    if shown:
        return [leaf for sub in shown for leaf in leaves(sub, [*names, sub["commandName"]])]
    return [(names, [argument for argument in command["arguments"] if argument["shouldDisplay"]])]


def test_every_screen_of_the_cookbook_has_its_files(folder):
    screens = sorted(path.name for path in (ROOT / "docs/cookbook").iterdir())
    assert len(screens) == 12
    for screen in screens:
        text = (folder / f"cookbook/{screen}.html").read_text()
        for file in (ROOT / "docs/cookbook" / screen).rglob("*.json"):
            assert file.relative_to(ROOT / "docs/cookbook" / screen).as_posix() in text
        listed = subprocess.run(
            ["tar", "-tf", folder / f"cookbook/{screen}.tar"], capture_output=True, text=True, check=True)
        files = [path for path in (ROOT / "docs/cookbook" / screen).rglob("*") if path.is_file()]
        assert sorted(listed.stdout.split()) == sorted(path.relative_to(ROOT).as_posix() for path in files)


def test_the_same_input_makes_the_same_bytes(tmp_path):
    trees = []
    for name in ["first", "second"]:
        subprocess.run(
            [ROOT / "scripts/docs", "--site", tmp_path / name, "--without-libraries"], check=True, capture_output=True)
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        trees.append({path.relative_to(tmp_path / name).as_posix(): path.read_bytes() for path in files})
    assert trees[0].keys() == trees[1].keys()
    assert [path for path in trees[0] if trees[0][path] != trees[1][path]] == []


def test_nothing_in_the_pages_tells_of_this_machine(folder):
    for file in folder.rglob("*"):
        if file.suffix in (".html", ".js"):
            assert str(ROOT) not in file.read_text()


@pytest.mark.parametrize("body,problem", [
    ('<a href="there.html">x</a>', "page.html: the link there.html leads nowhere"),
    ('<a href="#there">x</a>', "page.html: the link #there has an anchor that page.html has not"),
    ('<a href="/page.html">x</a>', "page.html: the link /page.html is not relative"),
    ('<a href="../page.html">x</a>', "page.html: the link ../page.html leaves the site"),
    ('<img src="page.html" width="1">', "page.html: the picture page.html has no alternative text"),
    ('<p id="a"></p><p id="a"></p>', "page.html: the id a is there twice"),
    ('<p style="color: red"></p>', "page.html: <p> has a style or a script in place, which the server's policy forbids"),
    ("<h1>again</h1>", "page.html: 2 headings of level 1, expected one"),
])
def test_the_check_finds(tmp_path, body, problem):
    import check

    (tmp_path / "page.html").write_text(f"<h1>A page</h1>{body}")
    assert check.problems(tmp_path) == [problem]


def test_a_document_that_the_contents_forget_is_an_error(tmp_path):
    import contents

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/forgotten.md").write_text("# Forgotten\n")
    (tmp_path / "contents.json").write_text('{"groups": [], "aliases": {}}')
    with pytest.raises(contents.Failure, match="does not name docs/forgotten.md"):
        contents.Contents(tmp_path, tmp_path / "contents.json")
