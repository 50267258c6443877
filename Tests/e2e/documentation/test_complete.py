"""The reference has all that the program has, and the same input makes the same bytes."""

import json
import os
import subprocess

import pytest
from documentation.reading import read
from harness import PROGRAM, ROOT
from harness.program import commands

COOKBOOK = ROOT / "docs/cookbook"


def test_every_route_is_described(documentation, make_store, figure):
    document = json.loads(make_store(samples=False, with_defaults=True).run("serve", "--get", "/openapi.json"))
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    counted = read((documentation / "reference/api").rglob("*.html"))
    assert counted.classes["operation"] == len(operations) > 100
    assert counted.classes["parameter"] == sum(len(operation.get("parameters", [])) for operation in operations)
    assert counted.classes["answer"] == sum(
        "$ref" not in answer for operation in operations for answer in operation["responses"].values())
    assert counted.classes["schema"] == len(document["components"]["schemas"])
    assert {counted.ids[operation["operationId"]] for operation in operations} == {1}
    figure(f"documentation of HTTP: {len(operations)} routes, {counted.classes['parameter']} parameters, "
           f"{counted.classes['schema']} schemas")


def test_every_command_and_option_is_described(documentation, figure):
    leaves = [(names, arguments) for names, arguments, has_others in commands() if not has_others]
    counted = read((documentation / "reference/commands").glob("*.html"))
    assert counted.classes["argument"] == sum(len(arguments) for _, arguments in leaves) > 500
    for names, arguments in leaves:
        text = (documentation / f"reference/commands/{names[0]}.html").read_text()
        assert f"tanada {' '.join(names)}" in text
        for argument in arguments:
            for name in argument.get("names", []):
                assert ("--" if name["kind"] == "long" else "-") + name["name"] in text
    figure(f"documentation of {len(leaves)} commands, {counted.classes['argument']} arguments and options")


def test_every_screen_of_the_cookbook_has_its_files(documentation):
    screens = sorted(COOKBOOK.iterdir())
    assert len(screens) == 12
    for screen in screens:
        text = (documentation / f"cookbook/{screen.name}.html").read_text()
        assert all(file.relative_to(screen).as_posix() in text for file in screen.rglob("*.json"))
        listed = subprocess.run(
            ["tar", "-tf", documentation / f"cookbook/{screen.name}.tar"], capture_output=True, text=True, check=True)
        files = [path.relative_to(ROOT).as_posix() for path in screen.rglob("*") if path.is_file()]
        assert sorted(listed.stdout.split()) == sorted(files)


def test_the_same_input_makes_the_same_bytes(folder):
    trees = []
    for name in ["first", "second"]:
        subprocess.run([ROOT / "scripts/docs", "--site", folder / name, "--without-libraries"], check=True,
                       capture_output=True, env=os.environ | {"TANADA": PROGRAM})
        files = sorted(path for path in (folder / name).rglob("*") if path.is_file())
        trees.append({path.relative_to(folder / name).as_posix(): path.read_bytes() for path in files})
    assert trees[0].keys() == trees[1].keys()
    assert [path for path in trees[0] if trees[0][path] != trees[1][path]] == []


def test_nothing_in_the_pages_tells_of_this_machine(documentation):
    for file in documentation.rglob("*"):
        assert file.suffix not in (".html", ".js") or str(ROOT) not in file.read_text()


@pytest.mark.parametrize("body,problem", [
    ('<a href="there.html">x</a>', "the link there.html leads nowhere"),
    ('<a href="#there">x</a>', "the link #there has an anchor that page.html has not"),
    ('<a href="/page.html">x</a>', "the link /page.html is not relative"),
    ('<a href="../page.html">x</a>', "the link ../page.html leaves the site"),
    ('<img src="page.html" width="1">', "the picture page.html has no alternative text"),
    ('<p id="a"></p><p id="a"></p>', "the id a is there twice"),
    ('<p style="color: red"></p>', "<p> has a style or a script in place, which the server's policy forbids"),
    ("<h1>again</h1>", "2 headings of level 1, expected one"),
])
def test_the_check_finds(folder, body, problem):
    import check

    (folder / "page.html").write_text(f"<h1>A page</h1>{body}")
    assert check.problems(folder) == [f"page.html: {problem}"]


def test_a_document_that_the_contents_forget_is_an_error(folder):
    import contents

    (folder / "docs").mkdir()
    (folder / "docs/forgotten.md").write_text("# Forgotten\n")
    (folder / "contents.json").write_text('{"groups": [], "aliases": {}}')
    with pytest.raises(contents.Failure, match="does not name docs/forgotten.md"):
        contents.Contents(folder, folder / "contents.json")
