"""The screens of docs/cookbook: each is seeded into a new store and exported again, to the byte, read at two widths in each of
its languages and for each client and time that it has conditions for, and drawn as on docs/cookbook.md.

    Tests/e2e/run cookbook --size update=1    draws the pictures of the page anew. Needs Debian's libvips-tools.
"""

import json
import re
import shutil

import pytest
from cookbook.documents import check_document
from cookbook.drawing import WIDTHS, difference, draw, pixels
from harness import ROOT

COOKBOOK = ROOT / "docs/cookbook"
PAGE = ROOT / "docs/cookbook.md"
PICTURES = ROOT / "docs/images/cookbook"
LATER = "2040-01-02T12:00:00+09:00"  # when every window of the cookbook is open
SETTINGS = {"TANADA_LOCALES": "en,ja,fr,de,ar", "TANADA_TIME_ZONE": "Asia/Tokyo"}
NAMES = sorted(folder.parent.name for folder in COOKBOOK.glob("*/feeds"))


def composition(name):
    return json.loads((COOKBOOK / name / "feeds" / f"{name}.json").read_text())["sections"]


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.json")}


def locales(name):
    """The locales that a screen has texts in, without the default one."""
    texts = b"".join(files(COOKBOOK / name).values()).decode()
    return sorted(set(re.findall(r'"[a-z_]+@([a-z]{2})"', texts)))


def clients(sections):
    """The options of preview for each client that the screen differs for, the plain one first."""
    found = [[]]
    for section in sections:
        condition = section.get("when") or {}
        options = [option for name in condition.get("audiences", []) for option in ("--audience", name)]
        if condition.get("platforms"):
            options += ["--platform", condition["platforms"][0]]
        if condition.get("app_version"):
            options += ["--app-version", "99"]
        if condition.get("share"):
            options += ["--share", str((condition["share"]["from"] + condition["share"]["to"]) / 2)]
        if options not in found:
            found.append(options)
    if any((section.get("window") or {}).get("publish_at") for section in sections):
        found.append(["--at", LATER])
    return found


@pytest.fixture
def make_screens(make_store):
    def make(*names, samples=False):
        store = make_store(samples=samples, environment=SETTINGS, with_defaults=True)
        store.run("seed", *(COOKBOOK / name for name in names), "--quiet")
        return store

    return make


def read(store, name, width, locale, options):
    """A screen as a document, when no text of its drawing is cut off."""
    arguments = ["preview", name, "--width", width, "--locale", locale, *options]
    document = json.loads(store.run(*arguments, "--format", "json"))
    where = f"{name} at {width} in {locale} {' '.join(options)}"
    check_document(document, width, where)
    cut = set(re.findall(r">([^<>]*…)<", store.run(*arguments, "--format", "svg", "--no-pictures")))
    assert not cut, f"{where}: texts are cut off: {sorted(cut)}"
    return document


@pytest.mark.parametrize("name", NAMES)
def test_a_screen(make_screens, folder, figure, size, name):
    store = make_screens(name)
    store.run("export", "--all", folder / "export")
    assert files(folder / "export") == files(COOKBOOK / name)
    assert store.run("seed", COOKBOOK / name, "--dry-run") == ""
    imported = store.run("photo", "import", "--from", COOKBOOK / name / "artwork")
    assert re.match(r"\d+ added, \d+ were there, 0 failed", imported), imported
    for line in store.run("photo", "measure", "--dry-run").splitlines():
        assert line.endswith(" right, 0 would be corrected, 0 failed"), line

    sections = composition(name)
    documents = [read(store, name, width, locale, options) for width in WIDTHS for locale in ["en", *locales(name)]
                 for options in clients(sections)]
    seen = {section["id"] for document in documents for section in document["sections"]}
    assert seen == {section["id"] for section in sections}, "nobody sees some sections"

    if not shutil.which("vips"):
        pytest.skip("vips is not available here")
    drawn, kept = draw(store, name, locales(name)[0], folder), PICTURES / f"{name}.webp"
    if size("update", 0):
        kept.write_bytes(drawn.read_bytes())
    assert pixels(drawn) == pixels(kept), f"{kept} has another size; look at it and draw it anew"
    most = difference(drawn, kept)
    assert most < 8, f"{kept} differs by {most:.0f} of 255 somewhere; look at it and draw it anew"
    figure(f"cookbook, {name}: {len(documents)} documents, picture within {most:.1f} of 255")


def test_all_screens_fit_in_one_store_and_show_all_layouts_and_cells(make_screens):
    store = make_screens(*NAMES, samples=True)
    assert {line.split()[0] for line in store.run("feed", "list").splitlines()} == {"home", *NAMES}
    sections = [section for name in NAMES for options in clients(composition(name)) for section in json.loads(
        store.run("preview", name, "--width", WIDTHS[0], *options, "--format", "json"))["sections"]]
    catalog = json.loads(store.run("serve", "--get", "/v1/layouts"))
    assert {section["layout"]["type"] for section in sections} == {layout["type"] for layout in catalog["layouts"]}
    assert {section["cell"]["name"] for section in sections} == {cell["name"] for cell in catalog["cells"]}


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_a_screen(name):
    """It has a picture, and excerpts that are in the files."""
    chapters = dict(re.findall(r"^## [^\n]*\n\n<!-- (\w+) -->\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.M | re.S))
    chapter = chapters[name]
    assert f"](images/cookbook/{name}.webp)" in chapter and f"docs/cookbook/{name}" in chapter
    sections = {section["id"]: section for section in composition(name)}
    excerpts = re.findall(r"^```json\n(.*?)^```", chapter, re.M | re.S)
    assert excerpts
    for section in [section for excerpt in excerpts for section in json.loads(f"[{excerpt}]")]:
        assert contains(sections[section["id"]], section), f"{name}/{section['id']} is otherwise in the file"


def contains(whole, part):
    """Whether JSON has all that an excerpt of it says."""
    if not isinstance(part, dict):
        return whole == part
    return isinstance(whole, dict) and all(key in whole and contains(whole[key], part[key]) for key in part)
