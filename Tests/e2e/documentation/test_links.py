"""A crawler of its own follows every link over HTTP, and finds every page."""

import http.client
import urllib.parse

from documentation.reading import Reader


def test_every_link_leads_somewhere_and_every_page_is_reached(server, pages, figure):
    found, problems = crawl(server.address)
    assert problems == []
    assert sorted(path.removeprefix("/docs/") for path, reader in found.items() if reader) == pages
    links = sum(len(reader.links) for reader in found.values() if reader)
    figure(f"{len(pages)} pages of documentation, {len(found)} files, {links} links")
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
        elif path.endswith(".html") and response.headers["Content-Type"].startswith("text/html"):
            found[path] = reader = Reader(body.decode())
            for link in reader.links:
                target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://{start.netloc}{path}", link))
                if target.netloc == start.netloc and target.scheme == "http":
                    waiting.append((target.path, path))
                    anchors.append((path, target.path, urllib.parse.unquote(target.fragment)))
    connection.close()
    problems += [f"{origin}: {path} has no {anchor}" for origin, path, anchor in anchors
                 if anchor and found[path] and anchor not in found[path].ids]
    return found, problems
