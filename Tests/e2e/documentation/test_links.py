"""A crawler of its own follows every link over HTTP, and finds every page."""

import html.parser
import urllib.parse

from harness import Client


class Reader(html.parser.HTMLParser):
    """Gathers ids, links, and the number of rows in tables by what their first columns are."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.rows = [], set(), {}
        self.head, self.is_in_head = "", False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if named.get("id"):
            self.ids.append(named["id"])
        self.links |= {value for name, value in attributes if name in ("href", "src", "srcset")}
        if tag == "meta" and named.get("http-equiv") == "refresh":
            self.links.add(named["content"].partition("url=")[2])
        if tag == "thead":
            self.head, self.is_in_head = "", True
        elif tag == "tr" and not self.is_in_head:
            self.rows[self.head] = self.rows.get(self.head, 0) + 1

    def handle_endtag(self, tag):
        self.is_in_head &= tag != "thead"

    def handle_data(self, data):
        if self.is_in_head and not self.head:
            self.head = data.strip()


def read(files):
    return Reader("".join(file.read_text() for file in files))


DOCC = "/docs/libraries/documentation/"


def test_every_link_leads_somewhere_and_every_page_is_reached(server, pages, has_libraries, figure):
    found, problems = crawl(server.port, has_libraries)
    assert problems == []
    moved = [path for path in pages if path.startswith("libraries/") and path.count("/") > 1]
    reached = {path.removeprefix("/docs/") for path, reader in found.items() if reader and not path.startswith(DOCC)}
    assert reached == set(pages) - {*moved}
    links = sum(len(reader.links) for reader in found.values() if reader)
    figure(f"{len(pages)} pages of documentation, {len(found)} files, {links} links")
    assert links > 2000


def crawl(port, has_libraries):
    """What each path has: a reader for pages, None for other files. And what leads nowhere."""
    client, found, anchors, problems = Client(port), {}, [], []
    waiting = [("/docs/index.html", "the start")]
    while waiting:
        path, origin = waiting.pop()
        if path in found or (path.startswith(DOCC) and not has_libraries):
            continue
        answer, found[path] = client.get(path), None
        if answer.status != 200:
            problems.append(f"{origin}: {path} is answered with {answer.status}")
        elif answer.headers["Content-Type"].startswith("text/html"):
            found[path] = reader = Reader(answer.text)
            problems += [f"{path}: the id {name} is there twice" for name in set(reader.ids) if reader.ids.count(name) > 1]
            for link in reader.links:
                if link.startswith("/"):
                    problems.append(f"{path}: the link {link} is not relative")
                target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://here{path}", link))
                if (target.scheme, target.netloc) == ("http", "here"):
                    waiting.append((target.path, path))
                    anchors.append((path, target.path, urllib.parse.unquote(target.fragment)))
    problems += [f"{origin}: {path} has no {anchor}" for origin, path, anchor in anchors
                 if anchor and found.get(path) and anchor not in found[path].ids]
    return found, problems
