"""The Markdown of the repository as pages of the site: at their addresses, with links that lead there."""

import io
import posixpath
import re
import shutil
import tarfile
from pathlib import Path

# A file that is linked to and is neither a page nor a picture becomes a page, up to this size in bytes.
LARGEST = 200_000
PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".svg"}
LANGUAGES = {
    ".json": "json", ".swift": "swift", ".kt": "kotlin", ".kts": "kotlin", ".yml": "yaml", ".yaml": "yaml", ".vcl": "c",
    ".conf": "nginx", ".py": "python", ".sh": "bash", ".js": "js", ".ts": "ts", ".md": "markdown",
}
CODE = r"(?P<code>^(?P<fence>`{3,})[^\n]*\n.*?^(?P=fence)$|``.+?``|`[^`\n]+`)"
# Links of a file, and comments, which are left out; and links of a page from the top of the site. There are none in code.
LINKS = re.compile(CODE + r'|(?P<comment><!--.*?-->\n?)|(?P<picture>!?)\[(?P<name>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^()\s]+)\)'
                   r'|\b(?P<attribute>href|src|srcset)="(?P<address>[^"]+)"', re.M | re.S)
PLACED = re.compile(CODE + r'|(?P<before>\]\(|\b(?:href|src|srcset)=")/(?P<path>[^)"#\s]*)(?P<anchor>#[^)"\s]*)?', re.M | re.S)
# Files are found by the pages that lead to them.
HIDDEN = "---\nsearch: {exclude: true}\n---\n\n"
SCREEN = re.compile(r"^## (.+)\n\n<!-- ([a-z]+) -->\n", re.M)


class Failure(Exception):
    """What keeps the site from being written."""


class Pages:
    """Writes pages into a folder. A link in them that begins with a slash is one from the top of the site."""

    def __init__(self, root: Path, folder: Path, sources: dict[str, str], repository: str | None):
        self.root, self.folder, self.repository = root, folder, repository
        self.addresses = {source: address for address, source in sources.items()}
        self.titles = {source: _title(root / source) for source in self.addresses}
        self.screens = {(source, _slug(screen[1])): f"cookbook/{screen[2]}.md"
                        for source in self.addresses for screen in SCREEN.finditer((root / source).read_text())}
        self.waiting: dict[str, str] = {}  # files that pages link to, by their addresses
        forgotten = {f"docs/{file.name}" for file in root.glob("docs/*.md")} - self.addresses.keys()
        if forgotten:
            raise Failure(f"site/mkdocs.yml does not name {', '.join(sorted(forgotten))}")

    def write(self, address: str, text: str):
        def relative(found):
            if found["code"]:
                return found[0]
            path, anchor = found["path"], found["anchor"] or ""
            target = posixpath.relpath(path, posixpath.dirname(address) or ".") + "/" * path.endswith("/")
            if found["before"] == 'href="':
                target = re.sub(r"\.md$", ".html", target)
            return found["before"] + ("" if path == address and anchor else target) + anchor

        text = PLACED.sub(relative, text)
        file = self.folder / address
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def add(self, source: str):
        """The page of a file, and of the screens of the cookbook in it."""
        text = (self.root / source).read_text()
        text = re.sub(r"^```(\w+) (\S+)$", r'```\1 title="\2"', text, flags=re.M).replace("\n```vcl", "\n```c")
        if source == "docs/layouts.md":
            text = re.sub(r"^## (.+)\n", self._with_drawing, text, flags=re.M)
        screens = list(SCREEN.finditer(text))
        for number, screen in enumerate(screens):
            end = screens[number + 1].start() if screens[number + 1:] else len(text)
            self._add_screen(source, screen[2], f"# {screen[1]}\n\n{text[screen.end():end]}")
        if screens:
            text = text[:screens[0].start()] + self._screens(screens)
        self.write(self.addresses[source], self.linked(source, text))

    def add_files(self):
        """The pages of files that others link to."""
        for address, path in sorted(self.waiting.items()):
            file = self.root / path
            if file.is_dir():
                names = "\n".join(f"- [`{name}`](/{self._shown(f'{path}/{name}')})" for name in _files_in(file))
                self.write(address, f"{HIDDEN}# {path}\n\n{names}\n")
                continue
            copy = address.removesuffix(".md")
            copy += "" if copy.endswith((".json", ".txt")) else ".txt"
            (self.folder / copy).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, self.folder / copy)
            text = file.read_text()
            code = f"``````{LANGUAGES.get(file.suffix, 'text')}\n{text}\n``````"
            self.write(address, f"{HIDDEN}# {file.name}\n\n{len(text.splitlines())} lines of `{path}`. "
                                f'<a href="/{copy}" download="{file.name}">Download {file.name}</a>\n\n{code}\n')

    # Links

    def linked(self, source: str, text: str) -> str:
        """A text of a file with the addresses of the site in it."""
        def link(found):
            if found["comment"]:
                return ""
            if found["attribute"]:
                return f'{found["attribute"]}="{self.resolve(source, found["address"]) or ""}"'
            if code := found["code"]:
                path = code.strip("`")
                return f"[{self.titles[path]}](/{self.addresses[path]})" if path in self.titles and path != source else code
            target, name = found["target"], self.linked(source, found["name"])
            place = self.resolve(source, target)
            page = posixpath.normpath(posixpath.join(posixpath.dirname(source), target.partition("#")[0]))
            if page in self.titles and name.strip("`").endswith(posixpath.basename(page)):
                name = self.titles[page]
            return f"{found['picture']}[{name}]({place})" if place else name

        return LINKS.sub(link, text)

    def resolve(self, source: str, link: str) -> str | None:
        """Where a link of a file leads; None if the site has nothing there."""
        if re.match(r"[a-z][a-z0-9+.-]*:|/", link):
            return link
        target, mark, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target)) if target else source
        file = self.root / path
        if screen := self.screens.get((path, anchor)):
            return f"/{screen}"
        if path in self.addresses or path == "README.md":
            return f"/{self.addresses.get(path, 'index.md')}{mark}{anchor}"
        if not file.exists():
            raise Failure(f"{source}: the link {link} leads nowhere")
        if file.suffix in PICTURES:
            copy = self.folder / "images" / path.removeprefix("docs/images/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            return f"/{copy.relative_to(self.folder)}"
        if file.is_dir():
            for name in _files_in(file):
                self._shown(f"{path}/{name}")
        elif file.stat().st_size > LARGEST:
            return self.repository and f"{self.repository}/{path}"
        return f"/{self._shown(path)}"

    def _shown(self, path):
        """The address of a file's page. Servers hide what begins with a dot."""
        address = "files/" + "/".join(name.removeprefix(".") for name in path.split("/"))
        address += "/index.md" if (self.root / path).is_dir() else ".md"
        self.waiting[address] = path
        return address

    # Layouts and the cookbook

    def _with_drawing(self, heading):
        name = heading[1].replace("-", "_")
        if not (self.root / f"docs/images/gallery/{name}.svg").is_file():
            return heading[0]
        return (f"{heading[0]}\n![{name}: where eight items stand](images/gallery/{name}.svg)\n\n"
                f"Eight items, as `tanada layout` draws them: [the call](gallery.md#{name})\n")

    def _add_screen(self, source, name, text):
        folder = self.root / "docs/cookbook" / name
        patterns = ("cells/*.json", "themes/*.json", "feeds/*.json", "kinds/*.json", "*.json")
        files = [file for pattern in patterns for file in sorted(folder.glob(pattern))]
        shown = "\n\n".join(
            f"<details markdown><summary><code>{file.relative_to(folder)}</code></summary>\n\n"
            f"```json\n{file.read_text().strip()}\n```\n\n</details>" for file in files)
        pictures = sum(file.is_file() for file in folder.glob("artwork/**/*"))
        self.write(f"cookbook/{name}.md", self.linked(source, text) + (
            f"\n## The files\n\n<a href=\"/cookbook/{name}.tar\">{name}.tar</a> has the folder"
            f"{f' with its {pictures} pictures' if pictures else ''}. `tar xf {name}.tar` unpacks it to `docs/cookbook/{name}`, which the commands above name.\n\n{shown}"))
        archive(folder, f"docs/cookbook/{name}", self.folder / f"cookbook/{name}.tar")

    @staticmethod
    def _screens(screens):
        cards = "\n".join(f"- [![](images/cookbook/{screen[2]}.webp) {screen[1]}](#{_slug(screen[1])})" for screen in screens)
        return f'## All screens\n\n<div class="screens" markdown>\n\n{cards}\n\n</div>\n'


def archive(folder: Path, name: str, target: Path):
    """A tar of a folder below a name, whose bytes depend on nothing but the files."""
    with tarfile.open(target, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for file in sorted(folder.rglob("*"), key=lambda file: file.as_posix()):
            if file.is_file():
                member = tarfile.TarInfo(f"{name}/{file.relative_to(folder).as_posix()}")
                member.size, member.mode = file.stat().st_size, 0o644
                tar.addfile(member, io.BytesIO(file.read_bytes()))


def _title(file):
    return file.read_text().partition("\n")[0].removeprefix("# ").replace("`", "")


def _slug(title):
    return title.lower().replace(" ", "-")


def _files_in(folder):
    return sorted(file.name for file in folder.iterdir()
                  if file.is_file() and file.suffix not in PICTURES and file.stat().st_size <= LARGEST)
