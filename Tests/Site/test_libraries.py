"""Two small libraries, which DocC documents, are drawn as pages of the documentation site.

  python3 Tests/Site/test_libraries.py
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "site"))

import libraries  # noqa: E402

SAMPLES = HERE / "Samples"
VOID = {"br", "hr", "img", "wbr"}
BLOCKS = {"dl", "div", "figure", "ol", "p", "pre", "section", "table", "ul"}


def document(work: Path) -> dict[str, Path]:
    """The archives of the samples."""
    found = {}
    for name in ("Shapes", "Solids"):
        symbols = work / f"{name}.symbols"
        symbols.mkdir()
        run("swiftc", "-parse-as-library", "-enable-upcoming-feature", "InternalImportsByDefault", "-I", work,
            "-emit-module", "-module-name", name, "-emit-module-path", work / f"{name}.swiftmodule",
            "-emit-symbol-graph", "-emit-symbol-graph-dir", symbols, "-emit-extension-block-symbols",
            "-symbol-graph-minimum-access-level", "public", SAMPLES / f"{name}.swift")
        swift = Path(shutil.which("swift")).resolve()
        dependencies = [part for archive in found.values() for part in ("--dependency", archive)]
        run(swift.parent / "docc", "convert", SAMPLES / f"{name}.docc", "--additional-symbol-graph-dir", symbols,
            "--output-path", work / name, "--enable-experimental-external-link-support", *dependencies,
            "--warnings-as-errors")
        found[name] = work / name
    return found


def run(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise AssertionError(f"{command[0]}: {done.stdout}")


class Reader(HTMLParser):
    """Reads a body as a strict reader does, and gathers what it links to."""

    def __init__(self, body: str):
        super().__init__()
        self.open, self.ids, self.links, self.levels, self.faults = [], [], [], [1], []
        self.feed(body)
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag in BLOCKS and {"p", "pre", "a", "h2", "h3"} & set(self.open):
            self.faults.append(f"<{tag}> in {self.open}")
        if tag == "a" and "a" in self.open:
            self.faults.append("a link in a link")
        if tag in ("script", "style") or "style" in named:
            self.faults.append(f"<{tag}> has a script or a style")
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named[name] for name in ("href", "src") if name in named]
        if re.fullmatch("h[1-6]", tag):
            if int(tag[1]) > self.levels[-1] + 1:
                self.faults.append(f"<{tag}> below <h{self.levels[-1]}>")
            self.levels.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


class Libraries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = Path(folder.name)
        cls.archives = document(cls.work)
        cls.pages = {page.path: page for page in libraries.pages(cls.archives)}

    def body(self, path: str) -> str:
        return self.pages[f"libraries/{path}.html"].body

    def test_types_articles_and_free_functions_have_pages(self):
        self.assertEqual(set(self.pages), {f"libraries/{path}.html" for path in (
            "index", "shapes/index", "shapes/box", "shapes/box/edge", "shapes/box/options", "shapes/drawable",
            "shapes/drawing", "shapes/emptyBox".lower(), "shapes/problem", "solids/index", "solids/cube",
            "solids/shapes", "solids/shapes/box")})

    def test_members_are_sections_with_anchors(self):
        ids = Reader(self.body("shapes/box")).ids
        for anchor in ("options", "init-options", "scaled-by-movedBy-keeping"):
            self.assertIn(anchor, ids)
        self.assertIn('<h3 id="sharp"><code>sharp</code></h3><p>Without a radius.</p>', self.body("shapes/box/edge"))

    def test_long_declarations_have_a_parameter_on_each_line(self):
        text = re.sub("<[^>]*>", "", self.body("shapes/box"))
        self.assertIn("func scaled(\n  by factor: Double,\n  movedBy offset: Double,\n"
                      "  keeping edge: Edge = .sharp\n) throws(Problem) -&gt; Box", text)
        self.assertIn("init(options: Options)", text)

    def test_declarations_have_classes_and_links(self):
        body = self.body("shapes/box")
        self.assertIn('<span class="k">func</span> <span class="f">scaled</span>', body)
        self.assertIn('<a class="t" href="/libraries/shapes/problem.html">Problem</a>', body)
        self.assertIn('<span class="t">Double</span>', body)

    def test_a_method_has_its_parameters_result_errors_and_complexity(self):
        body = self.body("shapes/box")
        for part in ("<p>Scales the box &amp; moves it.</p>", "<p>Nothing else <code>&lt;changes&gt;</code>.</p>",
                     "<h4>Parameters</h4>",
                     "<dt><code>factor</code></dt><dd><p>The factor; <code>1</code> leaves it.</p>",
                     "<h4>Return Value</h4>\n<p>Another box.</p>",
                     '<dt>Throws</dt><dd><a class="lib-ref" href="/libraries/shapes/problem.html#tooLarge-limit">',
                     "<dt>Complexity</dt><dd>O(1).</dd>"):
            self.assertIn(part, body)
        self.assertNotIn("Discussion", body)

    def test_what_the_standard_library_adds_is_left_out(self):
        for page in self.pages.values():
            for name in ("!=", "hash(", "Equatable Implementations", "rawValue"):
                self.assertNotIn(name, re.sub("<[^>]*>", "", page.body), page.path)

    def test_relations_lead_to_types_of_the_archives(self):
        body = self.body("shapes/box")
        self.assertIn("<dt>Conforms To</dt>", body)
        link = '<a class="lib-ref" href="/libraries/shapes/drawable.html"><code>Drawable</code></a>'
        self.assertIn(f"<dd>{link}</dd>", body)
        self.assertIn("<dd><code>Hashable</code></dd>", body)
        self.assertIn("<dt>Conforming Types</dt>", self.body("shapes/drawable"))

    def test_a_requirement_leads_to_its_default(self):
        body = self.body("shapes/drawable")
        self.assertIn("Required", body)
        self.assertIn('<a href="/libraries/shapes/drawable.html#count-2">Default implementation</a>', body)
        self.assertIn('See <a class="lib-ref" href="/libraries/shapes/drawable.html#count">', self.body("shapes/box"))

    def test_an_article_has_its_picture_lists_table_note_and_code(self):
        body = self.body("shapes/drawing")
        for part in ('<img class="lib-image" src="/libraries/images/shapes/boxes.svg" alt="" width="120" height="60">'
                     "<figcaption>Two boxes</figcaption>", "<ol><li>First</li><li>Second</li></ol>", "<em>one</em>",
                     '<th scope="col" class="lib-center">Radius</th><td></td>', '<p class="lib-aside-name">Note</p>',
                     "// &lt;nothing&gt;"):
            self.assertIn(part, body)
        self.assertEqual(body.count(">Overview<"), 1)
        self.assertEqual(self.pages["libraries/shapes/drawing.html"].summary, "Draw a box & look at it.")
        self.assertEqual(list(libraries.files(self.archives)), ["libraries/images/shapes/boxes.svg"])

    def test_libraries_lead_to_one_another(self):
        link = '<a class="t" href="/libraries/shapes/box.html">Box</a>'
        self.assertIn(link, self.body("solids/cube"))
        self.assertIn('href="/libraries/shapes/box.html"', self.body("solids/index"))
        self.assertIn('<h3 id="cube">', self.body("solids/shapes/box"))

    def test_code_is_drawn_by_who_is_passed(self):
        drawn = libraries.pages(self.archives, lambda code, syntax: f"<pre>{syntax}: {len(code)}</pre>")
        self.assertIn("<pre>swift: 34</pre>", "".join(page.body for page in drawn))

    def test_pages_are_valid_and_every_link_leads_somewhere(self):
        readers = {f"/{path}": Reader(page.body) for path, page in self.pages.items()}
        files = {f"/{path}" for path in libraries.files(self.archives)}
        for path, reader in readers.items():
            self.assertEqual(reader.faults, [], path)
            self.assertEqual(len(reader.ids), len({anchor.lower() for anchor in reader.ids}), path)
            for link in reader.links:
                page, _, anchor = link.partition("#")
                page = unquote(page) or path
                self.assertIn(page, readers.keys() | files, f"{path} links to {link}")
                if anchor:
                    self.assertIn(unquote(anchor), readers[page].ids, f"{path} links to {link}")

    def test_a_reference_that_leads_nowhere_is_an_error_with_its_name(self):
        broken = self.work / "broken"
        shutil.copytree(self.archives["Shapes"], broken)
        file = broken / "data/documentation/shapes/drawing.json"
        node = json.loads(file.read_text())
        node["abstract"] = [{"type": "reference", "identifier": "doc://Shapes/Nowhere", "isActive": True}]
        file.write_text(json.dumps(node))
        with self.assertRaisesRegex(libraries.UnresolvedReferences, "/shapes/drawing: doc://Shapes/Nowhere"):
            libraries.pages({"Shapes": broken})

    def test_what_is_not_known_is_an_error_with_its_name(self):
        broken = self.work / "unknown"
        shutil.copytree(self.archives["Shapes"], broken)
        file = broken / "data/documentation/shapes/drawing.json"
        node = json.loads(file.read_text())
        node["primaryContentSections"][0]["content"].append({"type": "hologram"})
        file.write_text(json.dumps(node))
        with self.assertRaisesRegex(ValueError, "hologram"):
            libraries.pages({"Shapes": broken})


if __name__ == "__main__":
    unittest.main()
