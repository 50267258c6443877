"""A crawler of its own follows every link over HTTP, and finds every page."""

import urllib.parse

from documentation.reading import Reader
from harness import Client


def test_every_link_leads_somewhere_and_every_page_is_reached(server, pages, figure):
    found, problems = crawl(server.port)
    assert problems == []
    assert sorted(path.removeprefix("/docs/") for path, reader in found.items() if reader) == pages
    links = sum(len(reader.links) for reader in found.values() if reader)
    figure(f"{len(pages)} pages of documentation, {len(found)} files, {links} links")
    assert links > 2000


def crawl(port):
    """What each path has: a reader for pages, None for other files. And what leads nowhere."""
    client, found, anchors, problems = Client(port), {}, [], []
    waiting = [("/docs/index.html", "the start")]
    while waiting:
        path, origin = waiting.pop()
        if path in found:
            continue
        answer, found[path] = client.get(path), None
        if answer.status != 200:
            problems.append(f"{origin}: {path} is answered with {answer.status}")
        elif path.endswith(".html") and answer.headers["Content-Type"].startswith("text/html"):
            found[path] = reader = Reader(answer.text)
            for link in reader.links:
                target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://here{path}", link))
                if (target.scheme, target.netloc) == ("http", "here"):
                    waiting.append((target.path, path))
                    anchors.append((path, target.path, urllib.parse.unquote(target.fragment)))
    problems += [f"{origin}: {path} has no {anchor}" for origin, path, anchor in anchors
                 if anchor and found[path] and anchor not in found[path].ids]
    return found, problems
