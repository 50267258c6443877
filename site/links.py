"""Where links of a file of the repository lead on the site."""

import posixpath
import re
from pathlib import Path

from contents import Contents, Failure
from sizes import size_of

# Files that are not text do not become pages.
PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".svg"}
# The largest file that is shown as a page, in bytes.
LARGEST = 200_000
# The width from which a picture shows too little in a column of text.
WIDE = 1000


class Links:
    """Resolves links, and notes the pictures and the files that pages want."""

    def __init__(self, contents: Contents, repository: str | None):
        self.root, self.contents, self.repository = contents.root, contents, repository
        self.pages = contents.addresses()
        self.titles = {source: _title(self.root / source) for source in self.pages}
        self.anchors: dict[tuple[str, str], str] = {}  # files that become several pages
        self.pictures: set[str] = set()
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.external: set[str] = set()

    def resolve(self, source: str, link: str) -> str | None:
        """The address of a link in a file: root-relative, or None if the site has nothing there."""
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            self.external.add(link)
            return link
        target, _, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target)) if target else source
        return self._page(path, anchor) or self._file(source, link, path)

    def title(self, source: str, link: str) -> str | None:
        """The title of the page that a link without an anchor leads to."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
        return self.titles.get(path)

    def picture(self, source: str, link: str) -> str:
        """The address of a picture, which is copied."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
        if not (self.root / path).is_file():
            raise Failure(f"{source}: there is no picture {link}")
        self.pictures.add(path)
        return f"/{picture_path(path)}"

    def is_wide(self, address: str) -> bool:
        """Whether a picture has more than a column of text can show."""
        return any(f"/{picture_path(path)}" == address and size_of(self.root / path)[0] > WIDE for path in self.pictures)

    def _page(self, path, anchor):
        if (path, anchor) in self.anchors:
            return self.anchors[path, anchor]
        alias = self.contents.aliases.get(f"{path}#{anchor}" if anchor else path)
        if alias:
            return alias
        if path in self.pages:
            return self.pages[path] + (f"#{anchor}" if anchor else "")
        return None

    def _file(self, source, link, path):
        file = self.root / path
        if path in self.contents.missing:
            return None
        if file.is_dir():
            self.folders.add(path)
            self.files |= {f"{path}/{name}" for name in files_in(file)}
            return f"/{folder_path(path)}"
        if not file.is_file():
            raise Failure(f"{source}: the link {link} leads nowhere")
        if file.suffix in PICTURES:
            return self.picture(source, link)
        if file.stat().st_size <= LARGEST:
            self.files.add(path)
            return f"/{file_path(path)}"
        return f"{self.repository}/{path}" if self.repository else None


def _title(file: Path) -> str:
    return file.read_text().partition("\n")[0].removeprefix("# ").replace("`", "")


def files_in(folder: Path) -> list[str]:
    """The names of the files directly in a folder that can be shown."""
    return sorted(
        file.name for file in folder.iterdir()
        if file.is_file() and file.suffix not in PICTURES and file.stat().st_size <= LARGEST
    )


def picture_path(path: str) -> str:
    return "images/" + path.removeprefix("docs/images/")


def copy_path(path: str) -> str:
    """Where a file is copied to: as text, whatever it is, so that every server knows its type."""
    return _shown(path) + ("" if path.endswith((".json", ".txt")) else ".txt")


def file_path(path: str) -> str:
    return f"{_shown(path)}.html"


def folder_path(path: str) -> str:
    return f"{_shown(path)}/index.html"


def _shown(path):
    """Servers hide what begins with a dot."""
    return "files/" + "/".join(name.removeprefix(".") for name in path.split("/"))
