"""Reads what was written, and says what is wrong with it: links, anchors, pictures, ids."""

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Read(HTMLParser):
    """What a page has and wants."""

    def __init__(self, text: str):
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.problems: list[str] = []
        self.titles = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.ids.append(given["id"])
        self.links += [given[name] for name in ("href", "src", "srcset") if given.get(name)]
        if tag == "img" and "alt" not in given:
            self.problems.append(f"the picture {given.get('src')} has no alternative text")
        if tag == "img" and not given.get("width"):
            self.problems.append(f"the picture {given.get('src')} has no size")
        if "style" in given or (tag == "script" and "src" not in given) or tag == "style":
            self.problems.append(f"<{tag}> has a style or a script in place, which the server's policy forbids")
        if any(name.startswith("on") for name in given):
            self.problems.append(f"<{tag}> has a script in an attribute, which the server's policy forbids")
        self.titles += tag == "h1"


def problems(folder: Path) -> list[str]:
    """All that is wrong with a site, one a line."""
    pages = {
        file.relative_to(folder).as_posix(): Read(file.read_text()) for file in sorted(folder.rglob("*.html"))
    }
    found = []
    for path, page in pages.items():
        found += [f"{path}: {problem}" for problem in page.problems]
        found += [f"{path}: the id {name} is there twice" for name in sorted(set(page.ids)) if page.ids.count(name) > 1]
        if page.titles != 1:
            found.append(f"{path}: {page.titles} headings of level 1, expected one")
        for link in dict.fromkeys(page.links):
            found += [f"{path}: {problem}" for problem in _link(folder, pages, path, link)]
    return found


def _link(folder, pages, path, link):
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return
    if parts.path.startswith("/"):
        yield f"the link {link} is not relative"
        return
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
    if target.startswith(".."):
        yield f"the link {link} leaves the site"
    elif not (folder / target).is_file():
        yield f"the link {link} leads nowhere"
    elif parts.fragment and unquote(parts.fragment) not in pages[target].ids:
        yield f"the link {link} has an anchor that {target} has not"
