#!/usr/bin/env python3
"""Writes the documentation site: static files, for any address. See scripts/docs --site."""

import argparse
import hashlib
import html
import importlib.metadata
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from api import api_pages
from commands import command_pages
from libraries import add_libraries
from pages import Failure, Pages

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


class Program:
    """The built program, which describes itself. It answers with a database of its own."""

    def __init__(self, path: str, folder: Path):
        self.path, self.folder = Path(path).resolve(), folder

    def run(self, *arguments: str) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TANADA_")}
        environment |= {"TANADA_DATABASE": str(self.folder / "site.sqlite"), "TANADA_LOG_LEVEL": "error"}
        return run([self.path, *arguments], cwd=self.folder, env=environment)


def run(command, **options) -> str:
    answer = subprocess.run(command, text=True, stdout=subprocess.PIPE, **options)
    if answer.returncode:
        raise Failure(f"{' '.join(map(str, command))} ended with status {answer.returncode}\n{answer.stdout}")
    return answer.stdout


def make(options, work: Path) -> Path:
    program = Program(options.program, work)
    settings = yaml.safe_load((HERE / "mkdocs.yml").read_text())
    named = settings["extra"].pop("sources")
    addresses = [one for one in _leaves(settings["nav"]) if not one.endswith("/")] + ["cookbook/index.md"]
    sources = {one: named.get(one, f"docs/{posixpath.basename(one)}") for one in addresses}
    sources["cookbook/index.md"] = "docs/cookbook.md"

    pages = Pages(ROOT, work / "pages", sources, options.repository)
    for source in sources.values():
        pages.add(source)
    made = api_pages(json.loads(program.run("serve", "--get", "/openapi.json")))
    made |= command_pages(json.loads(program.run("--experimental-dump-help")))
    for address, text in made.items():
        pages.write(address, text)
    pages.add_files()

    shutil.copytree(HERE / "assets", work / "pages/assets")
    shutil.copyfile(ROOT / "Web/pages/icon.svg", work / "pages/assets/icon.svg")
    settings["copyright"] = program.run("--version").partition(" (")[0]
    settings["nav"] = _expanded(settings["nav"], work / "pages")
    (work / "mkdocs.yml").write_text(yaml.safe_dump(settings, sort_keys=False))
    print(run(["zensical", "build", "--strict", "--clean"], cwd=work), file=sys.stderr)
    distribution, others = importlib.metadata.distribution("zensical"), work / "site/assets/javascripts/LICENSE"
    (work / "site/third-party.txt").write_text(f"{distribution.read_text('licenses/LICENSE.md')}\n{others.read_text()}")
    others.unlink()
    finish(work / "site")
    if not options.without_libraries:
        run([ROOT / "scripts/docs", work / "archive"])
        add_libraries(work / "archive", work / "site")
    return work / "site"


# The link of a section that is a page, and the button beside it that opens the section, which has no text.
_SECTION = re.compile(r'<a ([^>]*)>((?:(?!</?a[ >]).)*?)</a>(\s*)<label class="md-nav__link ?" for="(\w+)" id="(\w+)"', re.S)


def finish(site: Path):
    """Scripts in pages become files: the policy of the server allows no others. Sections, and cells of tables, are what
    screen readers expect."""
    (site / "404.html").unlink()
    for page in site.rglob("*.html"):
        up = posixpath.relpath(".", page.parent.relative_to(site))

        def moved(found):
            name = f"assets/{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.js"
            (site / name).write_text(found[1])
            return f'<script src="{up}/{name}"></script>'

        text = page.read_text().replace('class="md-path" aria-label="Navigation"', 'class="md-path" aria-label="Place"')
        text = text.replace("https://unpkg.com/iframe-worker/shim", f"{up}/assets/repairs.js")
        text = re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", text)
        text = _SECTION.sub(_labelled, text)
        page.write_text(re.sub(r"<script>(.*?)</script>", moved, text, flags=re.S))


def _labelled(section):
    link, text, space, target, name = section.groups()
    label = html.escape(" ".join(re.sub(r"<[^>]+>", " ", text).split()))
    return f'<a {link}>{text}</a>{space}<label aria-label="{label}" class="md-nav__link" for="{target}" id="{name}"'


def _leaves(nav):
    for one in nav:
        value = next(iter(one.values())) if isinstance(one, dict) else one
        yield from _leaves(value) if isinstance(value, list) else [value]


def _expanded(nav, pages: Path):
    """The contents with the pages of folders."""
    found = []
    for one in nav:
        name, value = next(iter(one.items())) if isinstance(one, dict) else (None, one)
        if isinstance(value, list):
            value = _expanded(value, pages)
        elif value.endswith("/"):
            value = _in_folder(pages / value, pages)
        found.append({name: value} if name else value)
    return found


def _in_folder(folder: Path, pages: Path):
    files = sorted(folder.glob("*.md"), key=lambda file: (file.name != "index.md", file.name))
    inner = [{one.name.capitalize(): _in_folder(one, pages)} for one in sorted(folder.iterdir()) if one.is_dir()]
    return [{_label(file): file.relative_to(pages).as_posix()} for file in files] + inner


def _label(page: Path):
    """Below another page, the part of the title that differs."""
    return page.read_text().partition("\n")[0].removeprefix("# ").rpartition(": ")[2]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the site is written; what is there is replaced")
    parser.add_argument("--program", required=True, help="the built tanada")
    parser.add_argument("--repository", help="the address of a file of the repository, less its path, for links to it")
    parser.add_argument("--without-libraries", action="store_true", help="leave out the libraries, which build Swift")
    return parser.parse_args()


def main():
    chosen = options()
    try:
        with tempfile.TemporaryDirectory() as temporary:
            made = make(chosen, Path(temporary))
            shutil.rmtree(chosen.folder, ignore_errors=True)
            shutil.move(made, chosen.folder)
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
