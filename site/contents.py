"""The table of contents: which pages there are, in which order, and where each file of the repository is found."""

import json
from dataclasses import dataclass
from pathlib import Path


class Failure(Exception):
    """What keeps the site from being written."""


@dataclass(frozen=True)
class Entry:
    """A line of contents.json: a file that becomes a page, or a generator that makes several."""

    section: str
    source: str | None
    path: str | None
    generator: str | None


class Contents:
    """The entries in their order, and the addresses of pages by the files that they are made of."""

    def __init__(self, root: Path, file: Path):
        self.root = root
        described = json.loads(file.read_text())
        self.aliases: dict[str, str] = described["aliases"]
        self.sections = [group["title"] for group in described["groups"]]
        self.entries: list[Entry] = []
        self.missing: dict[str, str] = {}  # addresses by sources that others still write
        for group in described["groups"]:
            for line in group["pages"]:
                self._add(group["title"], line)
        self._require_all_documents()

    def _add(self, section, line):
        source = line.get("source")
        if source and not (self.root / source).is_file():
            if not line.get("may_be_missing"):
                raise Failure(f"site/contents.json names {source}, which is not there")
            self.missing[source] = f"/{line['path']}"
            return
        self.entries.append(Entry(section, source, line.get("path"), line.get("generator")))

    def _require_all_documents(self):
        """Nobody forgets a page: each file in docs is in the contents."""
        named = {entry.source for entry in self.entries}
        forgotten = [f"docs/{file.name}" for file in sorted((self.root / "docs").glob("*.md"))
                     if f"docs/{file.name}" not in named]
        if forgotten:
            raise Failure(f"site/contents.json does not name {', '.join(forgotten)}")

    def addresses(self) -> dict[str, str]:
        """The address of each page that is made of one file."""
        return {entry.source: f"/{entry.path}" for entry in self.entries if entry.source and entry.path}
