"""A crawler of its own follows every link over HTTP, and finds every page."""

import html.parser
import http.client
import urllib.parse


class Reader(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "srcset", "poster"):
                self.links.add(value)
            elif name == "id":
                self.anchors.add(value)


def test_every_link_leads_somewhere_and_every_page_is_reached(address, folder, record_property):
    found, problems = crawl(address)
    assert problems == []
    pages = {path.removeprefix("/docs/") for path, reader in found.items() if reader}
    written = {file.relative_to(folder).as_posix() for file in folder.rglob("*.html")}
    assert pages == written
    links = sum(len(reader.links) for reader in found.values() if reader)
    record_property("links", f"{len(pages)} pages, {len(found)} files, {links} links")
    assert links > 2000


def crawl(address):
    """What each path has: a reader for pages, None for other files. And what leads nowhere."""
    start = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(start.netloc, timeout=60)
    found, anchors, problems = {}, [], []
    waiting = [(start.path + "index.html", "the start")]
    while waiting:
        path, origin = waiting.pop()
        if path in found:
            continue
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        found[path] = None
        if response.status != 200:
            problems.append(f"{origin}: {path} is answered with {response.status}")
            continue
        if not path.endswith(".html") or not response.headers["Content-Type"].startswith("text/html"):
            continue
        found[path] = reader = Reader(body.decode())
        for link in reader.links:
            target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://{start.netloc}{path}", link))
            if target.netloc == start.netloc and target.scheme == "http":
                waiting.append((target.path, path))
                anchors.append((path, target.path, urllib.parse.unquote(target.fragment)))
    connection.close()
    for origin, path, anchor in anchors:
        if anchor and found[path] and anchor not in found[path].anchors:
            problems.append(f"{origin}: {path} has no {anchor}")
    return found, problems
