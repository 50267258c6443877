"""DocC archives as DocC writes them: render nodes in JSON, and where each of them stands on the site."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

# A declaration inside of a type is a section on the page of the type; these have pages of their own.
TYPES = {"module", "struct", "class", "enum", "protocol", "extension"}
WITNESSES = ("hash(into:)", "==(_:_:)", "encode(to:)", "init(from:)", "init(rawValue:)", "rawValue")
INHERITED = "Inherited from "
GROUP = " Implementations"


class Slugs:
    """Anchors of one page: letters, digits and hyphens, each of them once."""

    def __init__(self):
        self.taken: set[str] = set()

    def make(self, text: str) -> str:
        """An anchor for a text; the second of the same text has a number."""
        slug = re.sub(r"[^\w.]+", "-", re.sub(r"\b_+(?=:)", "", text)).strip("-") or "operator"
        number, anchor = 1, slug
        while anchor.lower() in self.taken:
            number += 1
            anchor = f"{slug}-{number}"
        self.taken.add(anchor.lower())
        return anchor


@dataclass
class Node:
    """One render node: a module, an article or a symbol."""

    json: dict
    path: str  # "/documentation/feedlayout/rect"
    library: str
    owner: "Node | None" = None  # what a symbol without a page of its own stands on
    page: str = ""  # "libraries/feedlayout/rect.html"; empty for a symbol that stands on another page
    anchor: str = ""
    foreign: bool = False  # what another library has given to a type, such as != to what is Equatable
    members: list["Node"] = field(default_factory=list)

    @property
    def metadata(self) -> dict:
        return self.json["metadata"]

    @property
    def kind(self) -> str:
        return self.metadata.get("symbolKind", "article")

    @property
    def title(self) -> str:
        title = self.metadata["title"]
        return f"Extensions of {title}" if self.kind == "extension" else title

    @property
    def abstract(self) -> list[dict]:
        """What a list says beside its name."""
        if self.kind == "extension":
            return [{"type": "text", "text": f"What {self.library} adds to "},
                    {"type": "codeVoice", "code": self.metadata["title"]}, {"type": "text", "text": "."}]
        return self.json.get("abstract", [])

    @property
    def identifier(self) -> str:
        return self.json["identifier"]["url"]

    @property
    def is_group(self) -> bool:
        """Whether DocC has made this page to gather what a type has from a protocol."""
        return (self.kind == "article" and self.metadata["title"].endswith(GROUP)
                and "abstract" not in self.json and "primaryContentSections" not in self.json)

    @property
    def href(self) -> str:
        page = self.page or (self.owner.page if self.owner else "")
        return "/" + quote(page) + (f"#{quote(self.anchor)}" if self.anchor else "")

    def content(self) -> list[dict]:
        """The blocks of its text, without a heading that DocC sets before a text which has its own."""
        blocks = [block for section in self.json.get("primaryContentSections", [])
                  if section["kind"] == "content" for block in section["content"]]
        headings = [block["text"] for block in blocks if block["type"] == "heading"]
        return blocks[1:] if headings[:1] == ["Overview"] and headings.count("Overview") > 1 else blocks


class Archives:
    """All nodes of some archives, by path, by identifier and by the symbol's name in the compiler."""

    def __init__(self, archives: dict[str, Path]):
        self.folders = archives
        self.nodes: dict[str, Node] = {}
        for library, folder in archives.items():
            files = sorted((folder / "data" / "documentation").rglob("*.json"))
            if not files:
                raise FileNotFoundError(f"no documentation in {folder}")
            for file in files:
                node = json.loads(file.read_text())
                path = node["variants"][0]["paths"][0]
                self.nodes[path] = Node(node, path, library)
        self.by_identifier = {node.identifier: node for node in self.nodes.values()}
        self._place()
        self.by_symbol = {node.metadata["externalID"]: node for node in self.nodes.values()
                          if "externalID" in node.metadata and node.kind != "extension" and not node.foreign}
        self.headings: dict[tuple[str, str], str] = {}  # the anchors of headings, by path and DocC's anchor
        self._anchor()

    def pages(self) -> list[Node]:
        """What has a page of its own, in the order of paths."""
        return [node for _, node in sorted(self.nodes.items()) if node.page]

    def symbols(self) -> list[Node]:
        """All symbols that are drawn, on pages of their own or of others; modules are none."""
        return [node for node in self.nodes.values()
                if node.json["kind"] == "symbol" and node.kind not in ("module", "extension") and not node.foreign]

    def parents(self, node: Node) -> list[Node]:
        """What a node stands in, from its module down."""
        parts = node.path.split("/")
        paths = ["/".join(parts[:count]) for count in range(3, len(parts))]
        return [self.nodes[path] for path in paths if path in self.nodes]

    def _place(self):
        """Says what is a page, and whose page has the rest."""
        libraries = set(self.folders)
        self.protocols = {node.metadata["title"] for node in self.nodes.values() if node.kind == "protocol"}
        for node in self.nodes.values():
            parents = self.parents(node)
            extended = any(parent.kind == "extension" for parent in parents) or node.kind == "extension"
            node.foreign = not extended and (
                node.metadata.get("extendedModule", node.library) not in libraries or self._is_witness(node))
            on_module = len(parents) == 1 and not node.is_group
            if not node.foreign and (node.kind in TYPES or on_module or (node.kind == "article" and not node.is_group)):
                node.page = self._page(node)
        for path, node in sorted(self.nodes.items()):
            if not node.page and not node.foreign and not node.is_group:
                node.owner = [parent for parent in self.parents(node) if parent.page][-1]
                node.owner.members.append(node)

    def _is_witness(self, node: Node) -> bool:
        """Whether a member does what a protocol of another library asks for, without a word of its own."""
        abstract = node.abstract
        if not abstract:
            return node.identifier.rsplit("/", 1)[-1].startswith(WITNESSES)
        return abstract[0].get("text") == INHERITED and abstract[1]["code"].split(".")[0] not in self.protocols

    def requirement(self, node: Node) -> Node | None:
        """The requirement of a protocol that a member without a word of its own fulfils."""
        if not node.abstract or node.abstract[0].get("text") != INHERITED:
            return None
        protocol, _, name = node.abstract[1]["code"].partition(".")
        return next((member for owner in self.pages() if owner.metadata["title"] == protocol
                     for member in owner.members if member.metadata["title"] == name and member is not node), None)

    def _page(self, node: Node) -> str:
        parts = node.path.split("/")[2:]
        if len(parts) == 1:
            return f"libraries/{parts[0]}/index.html"
        plain = [re.sub(r"-swift\.\w+$", "", part) for part in parts]
        name = Slugs().make(plain[-1])
        return "libraries/" + "/".join([*plain[:-1], name]) + ".html"

    def _anchor(self):
        """Gives every member and every heading an anchor: members first, as links to them are written by hand."""
        pages: dict[str, str] = {}
        for node in self.pages():
            if node.page in pages:
                raise ValueError(f"{node.path} and {pages[node.page]} have the same page, {node.page}")
            pages[node.page] = node.path
            node.slugs = Slugs()
            for member in node.members:
                member.anchor = node.slugs.make(_member_name(member))
            for block in node.content():
                if block["type"] == "heading":
                    self.headings[node.path, block["anchor"].lower()] = node.slugs.make(block["anchor"])


def _member_name(node: Node) -> str:
    name = node.identifier.rsplit("/", 1)[-1]
    # What DocC tells the symbols of one name apart with.
    return re.sub(r"-(swift\.[\w.]+|[0-9a-z]{4,5})$", "", name)
