"""The reference is complete, every address that pages had leads somewhere, and the same input makes the same bytes."""

import json
import os
import pathlib
import subprocess

import pytest
from documentation.test_links import Reader, read
from harness import PROGRAM, ROOT
from harness.program import commands

COOKBOOK = ROOT / "docs/cookbook"
# Pages, and anchors in them, that links of others may lead to: those of releases.
ADDRESSES = (pathlib.Path(__file__).parent / "addresses.txt").read_text().splitlines()


def test_every_address_still_leads_somewhere(documentation, has_libraries):
    lost, known = [], {}
    for address in ADDRESSES:
        path, _, anchor = address.partition("#")
        if path.startswith("libraries/") and "/" in path.removeprefix("libraries/") and not has_libraries:
            continue
        file = documentation / path
        if path not in known:
            known[path] = Reader(file.read_text(errors="ignore")).ids if file.is_file() else None
        if known[path] is None or (anchor and anchor not in known[path]):
            lost.append(address)
    assert lost == []


def test_every_route_is_described(documentation, make_store, figure):
    document = json.loads(make_store(samples=False, with_defaults=True).run("serve", "--get", "/openapi.json"))
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    found = read(file for file in (documentation / "reference/api").rglob("*.html") if "schemas" not in file.parts)
    assert len(operations) > 100
    assert {found.ids.count(operation["operationId"]) for operation in operations} == {1}
    parameters = sum(len(operation.get("parameters", [])) for operation in operations)
    assert found.rows["Parameter"] == parameters
    problems = sum(any(answer.get("$ref", "").endswith("/Problem") for answer in operation["responses"].values())
                   for operation in operations)
    assert found.rows["Status"] == problems + sum(
        not answer.get("$ref", "").endswith("/Problem")
        for operation in operations for answer in operation["responses"].values())
    schemas = read((documentation / "reference/api/schemas").glob("*.html"))
    assert {schemas.ids.count(name) for name in document["components"]["schemas"]} == {1}
    members = sum(len(schema.get("properties", {})) for schema in document["components"]["schemas"].values())
    assert schemas.rows["Member"] >= members
    figure(f"documentation of HTTP: {len(operations)} routes, {parameters} parameters, "
           f"{len(document['components']['schemas'])} schemas")


def test_every_command_and_option_is_described(documentation, figure):
    leaves = [(names, arguments) for names, arguments, has_others in commands() if not has_others]
    found = read((documentation / "reference/commands").glob("*.html"))
    described = found.rows["Argument"] + found.rows["Option"]
    assert described == sum(len(arguments) for _, arguments in leaves) > 500
    for names, arguments in leaves:
        text = (documentation / f"reference/commands/{names[0]}.html").read_text()
        assert f"tanada {' '.join(names)}" in text
        for argument in arguments:
            for name in argument.get("names", []):
                assert ("--" if name["kind"] == "long" else "-") + name["name"] in text
    figure(f"documentation of {len(leaves)} commands, {described} arguments and options")


def test_every_screen_of_the_cookbook_has_its_files(documentation):
    screens = sorted(COOKBOOK.iterdir())
    assert len(screens) == 14
    for screen in screens:
        text = (documentation / f"cookbook/{screen.name}.html").read_text()
        assert all(file.relative_to(screen).as_posix() in text for file in screen.rglob("*.json"))
        listed = subprocess.run(
            ["tar", "-tf", documentation / f"cookbook/{screen.name}.tar"], capture_output=True, text=True, check=True)
        files = [path.relative_to(ROOT).as_posix() for path in screen.rglob("*") if path.is_file()]
        assert sorted(listed.stdout.split()) == sorted(files)


def test_every_type_of_the_libraries_has_a_page_and_is_found(documentation, has_libraries):
    if not has_libraries:
        pytest.skip("the site has no libraries")
    found = {one["location"] for one in json.loads((documentation / "search.json").read_text())["items"]}
    moved = [address for address in ADDRESSES if address.count("/") > 1 and address.startswith("libraries/")]
    assert len(moved) > 300
    for address in moved:
        target = next(iter(Reader((documentation / address).read_text()).links))
        page = (documentation / address).parent / target
        assert (page / "index.html").is_file(), address
        assert f"{page.resolve().relative_to(documentation)}/" in found


def test_the_same_input_makes_the_same_bytes(folder):
    trees = []
    for name in ["first", "second"]:
        subprocess.run([ROOT / "scripts/docs", "--site", folder / name, "--without-libraries"], check=True,
                       capture_output=True, env=os.environ | {"TANADA": PROGRAM})
        files = sorted(path for path in (folder / name).rglob("*") if path.is_file())
        trees.append({path.relative_to(folder / name).as_posix(): path.read_bytes() for path in files})
    assert trees[0].keys() == trees[1].keys()
    assert [path for path in trees[0] if trees[0][path] != trees[1][path]] == []


def test_all_of_the_markdown_is_read(documentation, pages):
    """Where a block or a table is not understood, its marks are left in the text."""
    for path in pages:
        if not path.startswith("files/"):
            text = (documentation / path).read_text()
            assert "```" not in text and "<p>| " not in text, path


def test_nothing_in_the_pages_tells_of_this_machine(documentation):
    for file in documentation.rglob("*"):
        assert file.suffix not in (".html", ".js", ".json") or str(ROOT) not in file.read_text()


@pytest.mark.parametrize("name,text,problem", [
    ("docs/forgotten.md", "# Forgotten\n", "site/mkdocs.yml does not name docs/forgotten.md"),
    ("docs/web.md", "# Web\n\n[x](there.md)\n", "docs/web.md: the link there.md leads nowhere"),
    ("docs/web.md", "# Web\n\n[x](ios.md#there)\n", "guides/web.md:3:12"),
])
def test_a_mistake_ends_the_build(folder, name, text, problem):
    """In a copy of the checkout."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["xargs", "-0", "cp", "--parents", "-t", folder], cwd=ROOT, input=files, check=True)
    (folder / name).write_text(text)
    answer = subprocess.run(
        [ROOT / "scripts/python", ROOT / "site/requirements.txt", "python3", folder / "site/generate.py",
         "--program", PROGRAM, "--without-libraries", folder / "made"], capture_output=True, text=True)
    assert answer.returncode == 1 and problem in answer.stderr, answer.stderr
    assert not (folder / "made").exists()
