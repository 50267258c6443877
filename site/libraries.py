"""The Swift libraries: their DocC archive as a part of the site, at any address."""

import html
import json
import posixpath
import re
import shutil
from pathlib import Path

# What had a page of its own before DocC drew the pages: those addresses lead to its pages.
MOVED = {"article", "class", "enum", "extension", "func", "module", "protocol", "struct", "symbol", "typealias"}
# Types that are no more, by the addresses of their pages, and what took their place.
SUCCESSORS = {
    "feedlayout/cellname": "feedlayout/celldefinition", "feedlayout/layouttype": "feedlayout/sectionlayout",
    "feedlayout/sectiongeometry": "feedlayout/sectionlayout", "tanadaclient/jsonreadingerror": "tanadaclient/feederror",
}
# What the archive has for other archives and for servers of its own.
UNUSED = ("link-hierarchy.json", "linkable-entities.json", "metadata.json", "developer-*", "favicon.*")
# In place of a script in each page, which the policy of the server forbids. The archive draws a button without a name.
SCRIPT = """\
var baseUrl = new URL(".", document.currentScript.src).pathname;
new MutationObserver(() => {
  for (const button of document.querySelectorAll("button.toggle:not([aria-label])")) button.ariaLabel = "More";
}).observe(document, { childList: true, subtree: true });
"""
LINKS = '<link rel="icon" href="{up}/../assets/icon.svg"><link rel="stylesheet" href="{up}/../assets/libraries.css">'
# After the link that skips the navigation, which is to be the first one.
HEADER = '<header class="site"><a href="{up}/../index.html">tanada documentation</a></header>'
STUB = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="refresh" content="0; url={target}"><link rel="canonical" href="{target}"></head>
<body><h1>{title}</h1><p><a href="{target}">This page has moved.</a></p></body></html>
"""


def add_libraries(archive: Path, site: Path):
    """Copies the archive into the site, and names what is in it in the index of the search."""
    folder = site / "libraries"
    (archive / "index.html").unlink()
    shutil.copytree(archive, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*UNUSED))
    (folder / "base.js").write_text(SCRIPT)
    (folder / "theme-settings.json").write_text("{}")
    for page in (folder / "documentation").rglob("index.html"):
        up = posixpath.relpath(folder, page.parent)
        text = page.read_text().replace('<script>var baseUrl = "/"</script>', f'<script src="{up}/base.js"></script>')
        text = text.replace('href="/', f'href="{up}/').replace('src="/', f'src="{up}/')
        text = re.sub(r'<link rel="(?:mask-)?icon"[^>]*>', "", text)
        text = text.replace("</head>", LINKS.format(up=up) + "</head>")
        page.write_text(text.replace("</body>", HEADER.format(up=up) + "</body>"))
    for former, path in SUCCESSORS.items():
        _lead(folder, former, path, path.rpartition("/")[2])
    index = json.loads((site / "search.json").read_text())
    for node in _nodes(json.loads((folder / "index/index.json").read_text())["interfaceLanguages"]["swift"]):
        data = json.loads((folder / f"data{node['path']}.json").read_text())
        path = node["path"].removeprefix("/documentation/")
        if node["type"] not in MOVED or path.startswith("/") or path.endswith("-implementations"):
            continue
        former = re.sub(r"-swift\.[a-z]+", "", path)
        _lead(folder, former if "/" in path else f"{path}/index", path, data["metadata"]["title"])
        index["items"].append({
            "location": f"libraries/documentation/{path}/", "level": 1, "title": html.escape(data["metadata"]["title"]),
            "text": html.escape(_plain(data.get("abstract", []))), "tags": [],
            "path": ["Libraries", data["metadata"]["modules"][0]["name"]]})
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (site / "search.json").write_text(text)
    (site / "search.js").write_text(f"var __index = {text}")


def _lead(folder, former, path, title):
    """A page at a former address, which leads to the page of the archive."""
    old = folder / f"{former}.html"
    target = posixpath.relpath(folder / "documentation" / path, old.parent) + "/"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_text(STUB.format(title=html.escape(title), target=target))


def _nodes(nodes):
    """All of them, each once."""
    seen, waiting = set(), list(nodes)
    while waiting:
        node = waiting.pop()
        waiting += node.get("children", [])
        if node.get("path", "").startswith("/documentation") and node["path"] not in seen:
            seen.add(node["path"])
            yield node


def _plain(content):
    return "".join(part.get("text") or part.get("code", "") for part in content)
