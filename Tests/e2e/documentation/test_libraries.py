"""Two small libraries, which DocC documents, are drawn as pages of the documentation site."""

import json
import pathlib
import re
import shutil
import subprocess
import urllib.parse

import pytest
from documentation.reading import Reader

SAMPLES = pathlib.Path(__file__).parent / "samples"
PAGES = [
    "index", "shapes/index", "shapes/box", "shapes/box/edge", "shapes/box/options", "shapes/drawable", "shapes/drawing",
    "shapes/emptybox", "shapes/problem", "solids/index", "solids/cube", "solids/shapes", "solids/shapes/box"]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"{command[0]}: {done.stdout}"


@pytest.fixture(scope="module")
def archives(make_folder):
    """The archives of the samples."""
    if not (swift := shutil.which("swift")):
        pytest.skip("swift is not available here")
    work, found = make_folder(), {}
    for name in ("Shapes", "Solids"):
        symbols = work / f"{name}.symbols"
        symbols.mkdir()
        run("swiftc", "-parse-as-library", "-enable-upcoming-feature", "InternalImportsByDefault", "-I", work,
            "-emit-module", "-module-name", name, "-emit-module-path", work / f"{name}.swiftmodule",
            "-emit-symbol-graph", "-emit-symbol-graph-dir", symbols, "-emit-extension-block-symbols",
            "-symbol-graph-minimum-access-level", "public", SAMPLES / f"{name}.swift")
        dependencies = [part for archive in found.values() for part in ("--dependency", archive)]
        run(pathlib.Path(swift).resolve().parent / "docc", "convert", SAMPLES / f"{name}.docc",
            "--additional-symbol-graph-dir", symbols, "--output-path", work / name,
            "--enable-experimental-external-link-support", *dependencies, "--warnings-as-errors")
        found[name] = work / name
    return found


@pytest.fixture(scope="module")
def drawn(archives):
    """The pages, by their paths."""
    import libraries

    return {page.path: page for page in libraries.pages(archives)}


@pytest.fixture(scope="module")
def bodies(drawn):
    return {path.removeprefix("libraries/").removesuffix(".html"): page.body for path, page in drawn.items()}


def text_of(body):
    return re.sub("<[^>]*>", "", body)


def test_types_articles_and_free_functions_have_pages_whose_members_have_anchors(drawn, bodies):
    assert set(drawn) == {f"libraries/{path}.html" for path in PAGES}
    assert {"options", "init-options", "scaled-by-movedBy-keeping"} <= Reader(bodies["shapes/box"]).ids.keys()


# What a page has, by its path.
PARTS = [
    ("shapes/box/edge", '<h3 id="sharp"><code>sharp</code></h3><p>Without a radius.</p>'),
    # Declarations have classes and links.
    ("shapes/box", '<span class="k">func</span> <span class="f">scaled</span>'),
    ("shapes/box", '<a class="t" href="/libraries/shapes/problem.html">Problem</a>'),
    ("shapes/box", '<span class="t">Double</span>'),
    # A method has its parameters, result, errors and complexity.
    ("shapes/box", "<p>Scales the box &amp; moves it.</p>"),
    ("shapes/box", "<p>Nothing else <code>&lt;changes&gt;</code>.</p>"),
    ("shapes/box", "<h4>Parameters</h4>"),
    ("shapes/box", "<dt><code>factor</code></dt><dd><p>The factor; <code>1</code> leaves it.</p>"),
    ("shapes/box", "<h4>Return Value</h4>\n<p>Another box.</p>"),
    ("shapes/box", '<dt>Throws</dt><dd><a class="lib-ref" href="/libraries/shapes/problem.html#tooLarge-limit">'),
    ("shapes/box", "<dt>Complexity</dt><dd>O(1).</dd>"),
    # Relations lead to types of the archives.
    ("shapes/box", "<dt>Conforms To</dt>"),
    ("shapes/box", '<dd><a class="lib-ref" href="/libraries/shapes/drawable.html"><code>Drawable</code></a></dd>'),
    ("shapes/box", "<dd><code>Hashable</code></dd>"),
    ("shapes/drawable", "<dt>Conforming Types</dt>"),
    # A requirement leads to its default.
    ("shapes/drawable", "Required"),
    ("shapes/drawable", '<a href="/libraries/shapes/drawable.html#count-2">Default implementation</a>'),
    ("shapes/box", 'See <a class="lib-ref" href="/libraries/shapes/drawable.html#count">'),
    # An article has its picture, lists, table, note and code.
    ("shapes/drawing", '<img class="lib-image" src="/libraries/images/shapes/boxes.svg" alt="" width="120" height="60">'
                       "<figcaption>Two boxes</figcaption>"),
    ("shapes/drawing", "<ol><li>First</li><li>Second</li></ol>"),
    ("shapes/drawing", "<em>one</em>"),
    ("shapes/drawing", '<th scope="col" class="lib-center">Radius</th><td></td>'),
    ("shapes/drawing", '<p class="lib-aside-name">Note</p>'),
    ("shapes/drawing", "// &lt;nothing&gt;"),
    # Libraries lead to one another.
    ("solids/cube", '<a class="t" href="/libraries/shapes/box.html">Box</a>'),
    ("solids/index", 'href="/libraries/shapes/box.html"'),
    ("solids/shapes/box", '<h3 id="cube">'),
]


def test_pages_have_their_parts(bodies):
    assert [(path, part) for path, part in PARTS if part not in bodies[path]] == []
    assert "Discussion" not in bodies["shapes/box"]


def test_long_declarations_have_a_parameter_on_each_line(bodies):
    text = text_of(bodies["shapes/box"])
    assert ("func scaled(\n  by factor: Double,\n  movedBy offset: Double,\n"
            "  keeping edge: Edge = .sharp\n) throws(Problem) -&gt; Box") in text
    assert "init(options: Options)" in text


def test_what_the_standard_library_adds_is_left_out(bodies):
    for path, body in bodies.items():
        for name in ("!=", "hash(", "Equatable Implementations", "rawValue"):
            assert name not in text_of(body), path


def test_an_article_has_one_overview_a_summary_and_a_file(archives, drawn):
    import libraries

    article = drawn["libraries/shapes/drawing.html"]
    assert (article.body.count(">Overview<"), article.summary) == (1, "Draw a box & look at it.")
    assert list(libraries.files(archives)) == ["libraries/images/shapes/boxes.svg"]
    # Code is drawn by who is passed.
    pages = libraries.pages(archives, lambda code, syntax: f"<pre>{syntax}: {len(code)}</pre>")
    assert "<pre>swift: 34</pre>" in "".join(page.body for page in pages)


def test_pages_are_valid_and_every_link_leads_somewhere(archives, drawn):
    import libraries

    readers = {f"/{path}": Reader(page.body) for path, page in drawn.items()}
    files = {f"/{path}" for path in libraries.files(archives)}
    for path, reader in readers.items():
        assert reader.faults == [], path
        assert reader.ids.total() == len({anchor.lower() for anchor in reader.ids}), path
        for link in reader.links:
            page, _, anchor = map(urllib.parse.unquote, link.partition("#"))
            assert (page or path) in readers.keys() | files, f"{path} links to {link}"
            assert not anchor or anchor in readers[page or path].ids, f"{path} links to {link}"


LOST = {"abstract": [{"type": "reference", "identifier": "doc://Shapes/Nowhere", "isActive": True}]}


@pytest.mark.parametrize("changes,content,problem", [
    (LOST, [], "/shapes/drawing: doc://Shapes/Nowhere"), ({}, [{"type": "hologram"}], "hologram")])
def test_what_leads_nowhere_or_is_not_known_is_an_error_with_its_name(archives, folder, changes, content, problem):
    import libraries

    shutil.copytree(archives["Shapes"], folder, dirs_exist_ok=True)
    file = folder / "data/documentation/shapes/drawing.json"
    node = json.loads(file.read_text()) | changes
    node["primaryContentSections"][0]["content"] += content
    file.write_text(json.dumps(node))
    with pytest.raises(libraries.UnresolvedReferences if changes else ValueError, match=problem):
        libraries.pages({"Shapes": folder})
