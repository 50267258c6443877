"""The cookbook: an overview, and a page for each screen with its picture and its files."""

import re
from html import escape
from pathlib import Path

from archive import tar
from codeblocks import code_block
from contents import Contents, Entry
from links import Links, picture_path
from markup import Markup
from page import Page

SCREEN = re.compile(r"^## (.+)\n\n<!-- ([a-z]+) -->\n", re.M)


class Cookbook:
    """The cookbook's file, taken apart."""

    def __init__(self, contents: Contents, links: Links, entry: Entry):
        self.root, self.links, self.entry = contents.root, links, entry
        text = (self.root / entry.source).read_text()
        found = list(SCREEN.finditer(text))
        self.introduction = text[:found[0].start()]
        ends = [one.start() for one in found[1:]] + [len(text)]
        self.screens = [(one[2], one[1], text[one.end():end]) for one, end in zip(found, ends)]
        links.pages[entry.source] = "/cookbook/index.html"
        links.titles[entry.source] = "Cookbook"
        for name, title, _ in self.screens:
            anchor = title.lower().replace(" ", "-")
            links.anchors[entry.source, anchor] = f"/cookbook/{name}.html"

    def pages(self) -> list[Page]:
        title, body = Markup(self.links, self.entry.source).title_and_body(self.introduction)
        overview = Page("cookbook/index.html", title, body + self._pictures(), section=self.entry.section)
        return [overview, *[self._page(*screen) for screen in self.screens]]

    def archives(self) -> dict[str, bytes]:
        """The folder of each screen, to take home."""
        return {
            f"cookbook/{name}.tar": tar(self.root / "docs/cookbook" / name, f"docs/cookbook/{name}")
            for name, _, _ in self.screens
        }

    def _pictures(self):
        cards = "".join(
            f'<li><a href="/cookbook/{name}.html"><img src="/{self._picture(name)}" alt=""><span>{escape(title)}</span></a></li>\n'
            for name, title, _ in self.screens
        )
        return f'<h2 id="all-screens">All screens</h2>\n<ul class="screens">\n{cards}</ul>\n'

    def _picture(self, name):
        path = f"docs/images/cookbook/{name}.webp"
        self.links.pictures.add(path)
        return picture_path(path)

    def _page(self, name, title, text):
        markup = Markup(self.links, self.entry.source)
        markup.slugs.make(title)
        body = markup.render(text) + self._files(name)
        summary = text.strip().partition("\n")[0]
        return Page(f"cookbook/{name}.html", title, body, summary, self.entry.section)

    def _files(self, name):
        folder = self.root / "docs/cookbook" / name
        pictures = sum(1 for file in folder.glob("artwork/**/*") if file.is_file())
        parts = [
            f'<h2 id="files">The files</h2>\n<p><a href="/cookbook/{name}.tar">{name}.tar</a> has the folder with its '
            f"{pictures} pictures. <code>tar xf {name}.tar</code> unpacks it to <code>docs/cookbook/{name}</code>, which the "
            "commands above name.</p>\n"
        ]
        parts += [self._file(folder, file) for file in _ordered(folder)]
        return "".join(parts)

    @staticmethod
    def _file(folder: Path, file: Path):
        path = file.relative_to(folder).as_posix()
        return (
            f'<details class="file-shown"><summary><code>{path}</code> <span class="quiet">{_what(path)}</span></summary>\n'
            f"{code_block(file.read_text(), 'json', path)}</details>\n"
        )


def _ordered(folder):
    """The composition, the kinds, and their items."""
    return [file for pattern in ("feeds/*.json", "kinds/*.json", "*.json") for file in sorted(folder.glob(pattern))]


def _what(path):
    if path.startswith("feeds/"):
        return "the composition"
    if path == "kinds/order.json":
        return "the order of the kinds"
    return "a kind" if path.startswith("kinds/") else "its items"
