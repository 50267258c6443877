"""A page of the documentation site, as its makers hand it to the writer."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """One page: what stands in it, not how it looks.

    Links in `body` to other pages and files of the site begin with a slash
    (`href="/guides/ios.html#x"`, `src="/images/home.jpg"`). The writer makes them relative
    to the page, so that the site works below any address and from a folder.
    """

    path: str  # "libraries/feedlayout/index.html"
    title: str
    body: str  # HTML inside of <main>, without the h1
    summary: str = ""
    section: str = ""  # group of the navigation
