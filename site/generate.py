#!/usr/bin/env python3
"""Writes the documentation site: static files, for any address. See scripts/docs --site."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import check
from api import api_pages
from codeblocks import code_block
from commands import command_pages
from contents import Contents, Failure
from cookbook import Cookbook
from files import file_pages
from front import front_page
from guides import guide
from links import Links, picture_path
from page import Page
from search import index_script
from writer import Writer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


class Program:
    """The built program, which describes itself. It answers with a database of its own."""

    def __init__(self, path: str, folder: Path):
        self.path, self.folder = path, folder

    def run(self, *arguments: str) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TANADA_")}
        # It is to make a new database.
        environment |= {"TANADA_DATABASE": str(self.folder / "site.sqlite"), "TANADA_LOG_LEVEL": "error"}
        answer = subprocess.run(
            [self.path, *arguments], cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE)
        if answer.returncode:
            raise Failure(f"{self.path} {' '.join(arguments)} ended with status {answer.returncode}")
        return answer.stdout

    def commands(self) -> dict:
        return json.loads(self.run("--experimental-dump-help"))

    def interface(self) -> dict:
        return json.loads(self.run("serve", "--get", "/openapi.json"))

    def version(self) -> str:
        return self.run("--version").split()[-1]


class Site:
    """All pages in the order of the contents, and the files beside them."""

    def __init__(self, options, program: Program):
        self.options, self.program = options, program
        self.contents = Contents(ROOT, HERE / "contents.json")
        self.links = Links(self.contents, options.repository)
        self.pages: list[Page] = []
        self.copies: dict[str, bytes] = {}

    def make(self):
        cookbooks = {
            entry: Cookbook(self.contents, self.links, entry)
            for entry in self.contents.entries if entry.generator == "cookbook"
        }
        self.pages.append(front_page(ROOT, HERE, self.links))
        for entry in self.contents.entries:
            if entry.generator == "cookbook":
                self.pages += cookbooks[entry].pages()
                self.copies |= cookbooks[entry].archives()
            elif entry.generator == "api":
                self.pages += api_pages(self.program.interface(), entry.section)
            elif entry.generator == "commands":
                self.pages += command_pages(self.program.commands(), entry.section)
            elif entry.generator == "libraries":
                self.pages += self._libraries()
            else:
                self.pages.append(guide(self.contents, self.links, entry))
        shown, copies = file_pages(self.links)
        self.pages += shown
        self.copies |= copies

    def _libraries(self):
        if self.options.without_libraries:
            return []
        import libraries  # only where its archives are wanted: they build Swift

        archives = libraries.build(self.options.work.resolve())
        self.copies |= {path: file.read_bytes() for path, file in libraries.files(archives).items()}
        try:
            return libraries.pages(archives, lambda code, language: code_block(code, language or ""))
        except libraries.UnresolvedReferences as unresolved:
            raise Failure(str(unresolved)) from unresolved

    def write(self, folder: Path):
        for path, data in self.copies.items():
            _write(folder / path, data)
        for path in sorted(self.links.pictures):
            _write(folder / picture_path(path), (ROOT / path).read_bytes())
        _write(folder / "assets/site.js", (HERE / "assets/site.js").read_bytes())
        styles = [file.read_bytes() for file in [HERE / "assets/style.css", HERE / "libraries.css"] if file.is_file()]
        _write(folder / "assets/style.css", b"\n".join(styles))
        _write(folder / "assets/icon.svg", (ROOT / "Web/pages/icon.svg").read_bytes())
        index = index_script(self.pages).encode()
        _write(folder / "assets/index.js", index)
        Writer(folder, self.pages, self.contents.sections, HERE, self.program.version()).write()
        return len(index)


def _write(file: Path, data: bytes):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the site is written; what is there is replaced")
    parser.add_argument("--program", required=True, help="the built tanada")
    parser.add_argument("--repository", help="the address of a file of the repository, less its path, for links to it")
    parser.add_argument("--without-libraries", action="store_true", help="leave out the libraries, which build Swift")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/documentation-site", help="where archives of the libraries are made and kept")
    return parser.parse_args()


def main():
    chosen = options()
    # Beside its place, so that a failure leaves what was there.
    made = chosen.folder.with_name(chosen.folder.name + ".new")
    shutil.rmtree(made, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            site = Site(chosen, Program(str(Path(chosen.program).resolve()), Path(temporary)))
            site.make()
            size = site.write(made)
        found = check.problems(made)
        if found:
            raise Failure("\n".join(found))
        shutil.rmtree(chosen.folder, ignore_errors=True)
        made.rename(chosen.folder)
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    for link in sorted(site.links.external):
        print(f"outside: {link}", file=sys.stderr)
    for source in site.contents.missing:
        print(f"missing: {source}", file=sys.stderr)
    print(f"site: {len(site.pages)} pages, index of {size // 1000} kB: {chosen.folder}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
