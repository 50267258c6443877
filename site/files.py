"""Pages of files that guides link to: examples, configurations, reports."""

import posixpath
from html import escape

from codeblocks import code_block, language_of
from links import Links, copy_path, file_path, files_in, folder_path
from page import Page

SECTION = "Files"


def file_pages(links: Links) -> tuple[list[Page], dict[str, bytes]]:
    """A page for each file and folder that a page links to, and the files themselves."""
    pages = [_folder(links, path) for path in sorted(links.folders)]
    copies = {}
    for path in sorted(links.files):
        data = (links.root / path).read_bytes()
        copies[copy_path(path)] = data
        pages.append(_file(path, data.decode()))
    return pages, copies


def _file(path, text):
    name = posixpath.basename(path)
    body = (
        f'<p>{len(text.splitlines())} lines. <a href="/{escape(copy_path(path))}" download="{escape(name)}">Download {escape(name)}</a></p>\n'
        + code_block(text, language_of(name), path)
    )
    return Page(file_path(path), name, body, section=SECTION)


def _folder(links, path):
    rows = "".join(
        f'<li><a href="/{file_path(f"{path}/{name}")}"><code>{escape(name)}</code></a></li>\n'
        for name in files_in(links.root / path)
    )
    return Page(folder_path(path), path, f"<ul>\n{rows}</ul>\n", section=SECTION)
