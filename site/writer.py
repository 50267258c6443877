"""Pages as files: the frame around each, and addresses relative to it."""

import posixpath
import re
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from string import Template

from page import Page
from sizes import size_of

ADDRESS = re.compile(r'\b(href|src|srcset|data-root)="(/[^"]*)"')
IMAGE = re.compile(r"<img\b[^>]*>")


class Heading:
    """A heading of a page that can be linked to."""

    def __init__(self, level, anchor):
        self.level, self.anchor, self.text = level, anchor, ""


class Headings(HTMLParser):
    """The headings of a body."""

    def __init__(self, body: str):
        super().__init__()
        self.found: list[Heading] = []
        self.open = False
        self.feed(body)

    def handle_starttag(self, tag, attributes):
        anchor = dict(attributes).get("id")
        if tag in ("h2", "h3") and anchor:
            self.found.append(Heading(int(tag[1]), anchor))
            self.open = True

    def handle_endtag(self, tag):
        if tag in ("h2", "h3"):
            self.open = False

    def handle_data(self, data):
        if self.open:
            self.found[-1].text += data


class Writer:
    """Writes the pages of the site into a folder."""

    def __init__(self, folder: Path, pages: list[Page], sections: list[str], here: Path, version: str):
        self.folder, self.pages, self.version = folder, pages, version
        self.by_path = {page.path: page for page in pages}
        self.sections = [
            (name, [page for page in pages if page.section == name]) for name in sections
        ]
        self.order = [page for _, found in self.sections for page in found]
        self.template = Template((here / "template.html").read_text())
        self.search = (here / "search.html").read_text()

    def write(self):
        for page in self.pages:
            file = self.folder / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.html(page))

    def html(self, page: Page) -> str:
        """The whole file of a page."""
        is_front = page.path == "index.html"
        headings = [h for h in Headings(page.body).found if h.level == 2]
        text = self.template.substitute(
            title="tanada: documentation" if is_front else f"{escape(page.title)} · tanada",
            description=escape(page.summary or f"{page.title}: documentation of tanada"),
            kind="front" if is_front else "page",
            search="" if is_front else self.search,
            navigation=self._navigation(page, headings),
            place="" if is_front else f'<p class="place">{self._place(page)}</p>',
            heading="" if is_front else f"<h1>{escape(page.title)}</h1>",
            body=page.body.replace("<!-- search -->", self.search) if is_front else page.body,
            here="" if is_front or len(headings) < 2 else self._here(headings),
            neighbours="" if is_front else self._neighbours(page),
            version=escape(self.version),
        )
        return self._relative(self._sized(text), page.path)

    # The parts of the frame.

    def _navigation(self, page, headings):
        parts = []
        for name, found in self.sections:
            lines = "".join(
                self._line(one, page, headings) for one in found
                if self._parent(one) is None or self._is_shown(one, page)
            )
            if lines:
                parts.append(f"<h2>{escape(name)}</h2>\n<ul>\n{lines}</ul>\n")
        return "".join(parts)

    def _line(self, one, page, headings):
        is_current = one.path == page.path
        current = ' aria-current="page"' if is_current else ""
        depth = f' class="inner-{len(self._parents(one))}"' if self._parent(one) else ""
        inner = ""
        if is_current and 1 < len(headings) <= 40:
            inner = '<ul class="parts">\n' + "".join(self._part(h) for h in headings) + "</ul>"
        return f'<li{depth}><a href="/{one.path}"{current}>{escape(self._label(one))}</a>{inner}</li>\n'

    def _label(self, page):
        """Below another page, the part of the title that differs."""
        return page.title.rpartition(": ")[2] if self._parent(page) else page.title

    @staticmethod
    def _part(heading):
        return f'<li><a href="#{escape(heading.anchor)}">{escape(heading.text)}</a></li>\n'

    def _parent(self, page):
        """The page of the folder that a page is in, or of the nearest one above it: FOLDER.html, FOLDER/index.html."""
        folder = posixpath.dirname(page.path)
        while folder:
            for path in (f"{folder}.html", f"{folder}/index.html"):
                if path in self.by_path and path != page.path:
                    return self.by_path[path]
            folder = posixpath.dirname(folder)
        return None

    def _is_shown(self, one, page):
        """Inner pages are shown on the pages of their folder, above and below."""
        parent = self._parent(one)
        ancestor = page
        while ancestor:
            if ancestor is parent:
                return True
            ancestor = self._parent(ancestor)
        return False

    def _place(self, page):
        parents = self._parents(page)
        links = [f'<a href="/{one.path}">{escape(self._label(one))}</a>' for one in parents]
        if not parents or parents[0].title != page.section:
            links.insert(0, escape(page.section))
        return " / ".join(links)

    def _parents(self, page):
        """All pages above a page, the outermost first."""
        found, parent = [], self._parent(page)
        while parent:
            found.insert(0, parent)
            parent = self._parent(parent)
        return found

    def _here(self, headings):
        lines = "".join(self._part(h) for h in headings)
        return f'<nav class="here" aria-labelledby="site-here"><h2 id="site-here">On this page</h2>\n<ul>\n{lines}</ul></nav>'

    def _neighbours(self, page):
        if page not in self.order:
            return ""
        index = self.order.index(page)
        parts = []
        if index:
            parts.append(self._neighbour(self.order[index - 1], "prev", "Before"))
        if index + 1 < len(self.order):
            parts.append(self._neighbour(self.order[index + 1], "next", "Next"))
        return f'<nav class="neighbours" aria-label="Neighbouring pages">{"".join(parts)}</nav>'

    @staticmethod
    def _neighbour(page, relation, word):
        return f'<a class="{relation}" rel="{relation}" href="/{page.path}"><span>{word}</span> {escape(page.title)}</a>'

    # What is done to all HTML.

    def _relative(self, text, path):
        folder = posixpath.dirname(path) or "."

        def relative(found):
            target, mark, anchor = found[2].partition("#")
            if target == "/":
                address = posixpath.relpath(".", folder) + "/"
            elif target == f"/{path}" and anchor:
                address = ""
            else:
                address = posixpath.relpath(target[1:], folder)
            return f'{found[1]}="{address}{mark}{anchor}"'

        return ADDRESS.sub(relative, text)

    def _sized(self, text):
        return IMAGE.sub(lambda found: self._image(found[0]), text)

    def _image(self, tag):
        source = re.search(r'\bsrc="/([^"]+)"', tag)
        file = self.folder / unescape(source[1]) if source else None
        if file is None or not file.is_file():
            return tag
        width, height = size_of(file)
        given = re.search(r'\bwidth="(\d+)"', tag)
        if given:
            height = round(height * int(given[1]) / width)
            added = f' height="{height}"'
        else:
            added = f' width="{width}" height="{height}"'
        if "height=" in tag:
            added = ""
        if "loading=" not in tag:
            added += ' loading="lazy" decoding="async"'
        return re.sub(r"\s*/?>$", f"{added}>", tag)
