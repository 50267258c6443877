"""The front page: what tanada is, and three doors."""

import re
from pathlib import Path

from links import Links, picture_path
from page import Page


def front_page(root: Path, here: Path, links: Links) -> Page:
    """The page of front.html, with the pictures that it names."""
    body = (here / "front.html").read_text()
    for path in ["docs/images/home-390-light.jpg", "docs/images/home-390-dark.jpg"]:
        links.pictures.add(path)
        assert picture_path(path) in body
    for address in links.contents.missing.values():  # a door to a page that is not written yet
        body = re.sub(rf'<li><a href="{re.escape(address)}">.*?</li>\n', "", body)
    return Page("index.html", "tanada", body, "Home-screen feeds: computed on the server, drawn as boxes.")
