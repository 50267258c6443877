#!/usr/bin/env python3
"""The pages of the Swift libraries: DocC archives, drawn as plain HTML for the documentation site.

  libraries.py build FOLDER      makes an archive of each library in FOLDER
  libraries.py draw FOLDER SITE  draws archives that are in FOLDER into the folder SITE, each page as its bare body

A page has a module, an article, a type or a free function. All other symbols are sections on the page of their type,
with anchors: `/libraries/feedlayout/rect.html#init-x-y-width-height`. What a type has from the standard library, such
as `!=`, is left out. A reference that leads nowhere is an error with its name.

Classes, which libraries.css draws:

  lib-trail         paragraph: what kind of thing this is, and what it stands in
  lib-abstract      paragraph: the first sentence of a page
  lib-declaration   pre: a declaration. In it: k keyword, a attribute, t type, p parameter, f the name, n, s literals
  lib-contents      nav: links to the members on the page
  lib-member        section: a member, with an h3 that has its anchor; lib-tags has "Required" and the like
  lib-parameters    dl: names and texts of parameters
  lib-fact          dl: what a symbol throws, its complexity, and other facts with a name
  lib-topics        dl: links and abstracts
  lib-ref           a: a link to a symbol, whose text is code
  lib-relations     dl: protocols that a type conforms to, and so on
  lib-aside         div: a note; lib-aside-name its name; lib-note, lib-tip, lib-important, lib-warning … its style
  lib-figure        figure: a picture (lib-image) with its caption
  lib-table         div: a table that scrolls sideways; cells have lib-center, lib-right
  lib-code          pre: a block of code, where no other way to draw one is passed
"""

import shutil
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Callable

from docc_archive import Archives, Node
from docc_html import Drawing, anchor, code_name
from page import Page

ROOT = Path(__file__).resolve().parent.parent
SECTION = "Libraries"
CONTENTS = 6  # a page with so many members says first which
# The order of the groups that DocC makes; groups that a catalogue names come before, in its order.
GROUPS = [
    "Enumeration Cases", "Initializers", "Instance Properties", "Instance Methods", "Subscripts", "Operators",
    "Type Properties", "Type Methods", "Type Aliases", "Protocols", "Classes", "Structures", "Enumerations",
]


class UnresolvedReferences(Exception):
    """References that lead nowhere, each on a line."""


def build(work: Path) -> dict[str, Path]:
    """Makes the archives of all libraries below `work`; their folders by name, in the order of the site."""
    subprocess.run([ROOT / "scripts" / "docs", "--archives", work], check=True, stdout=sys.stderr)
    names = subprocess.run([ROOT / "scripts" / "docs", "--list"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: Path(work) / f"{name}.doccarchive" for name in names.split()}


def pages(archives: dict[str, Path], code_block: Callable[[str, str], str] | None = None) -> list[Page]:
    """All pages of the archives. `code_block` draws blocks of code: what is in it, and its language."""
    drawing = Drawing(Archives(archives), code_block)
    drawn = [_overview(drawing)] + [_page(node, drawing) for node in drawing.archives.pages()]
    if drawing.errors:
        raise UnresolvedReferences("\n".join(sorted(set(drawing.errors))))
    return drawn


def files(archives: dict[str, Path]) -> dict[str, Path]:
    """The pictures of the archives, by their paths on the site."""
    return {f"libraries/images/{file.relative_to(folder / 'images').as_posix().lower()}": file
            for library, folder in archives.items()
            for file in sorted((folder / "images" / library).rglob("*")) if file.is_file()}


# Pages


def _overview(drawing: Drawing) -> Page:
    archives = drawing.archives
    modules = [node for node in archives.pages() if node.kind == "module"]
    entries = "".join(
        f'<dt><a href="{module.href}">{code_name(module.title)}</a></dt>'
        f"<dd>{drawing.inline(module.abstract, module)}</dd>"
        for module in sorted(modules, key=lambda module: list(archives.folders).index(module.library)))
    summary = "The Swift libraries, with all that is public in them."
    body = f'<p class="lib-abstract">{summary}</p>\n<dl class="lib-topics">{entries}</dl>'
    return Page("libraries/index.html", SECTION, body, summary, SECTION)


def _page(node: Node, drawing: Drawing) -> Page:
    abstract = node.abstract
    parts = [
        _trail(node, drawing),
        f'<p class="lib-abstract">{drawing.inline(abstract, node)}</p>' if abstract else "",
        drawing.declarations(node) if node.kind != "extension" else "",
        _deprecation(node, drawing),
        _facts(node, drawing, 2),
        drawing.blocks(node.content(), node),
        _contents(node, drawing),
        _topics(node, drawing),
        _relations(node, drawing),
        _see_also(node, drawing),
    ]
    return Page(node.page, node.title, "\n".join(part for part in parts if part), plain(abstract, node), SECTION)


def _trail(node: Node, drawing: Drawing) -> str:
    """What kind of thing this is, and what it stands in."""
    role = {"module": "Library", "article": "Article"}.get(node.kind, node.metadata.get("roleHeading", ""))
    if any(token["text"] == "actor" for token in node.metadata.get("fragments", [])):
        role = "Actor"
    parents = [parent for parent in drawing.archives.parents(node) if parent.page]
    links = " <span aria-hidden=\"true\">›</span> ".join(
        f'<a href="{parent.href}">{escape(parent.title.rpartition(".")[2])}</a>' for parent in parents)
    return f'<p class="lib-trail"><span>{escape(role)}</span>{f" in {links}" if links else ""}</p>'


def _contents(node: Node, drawing: Drawing) -> str:
    """Links to the members on the page, by their groups."""
    if len(node.members) < CONTENTS:
        return ""
    groups = "".join(
        f'<li><a href="#{place}">{escape(title)}</a><ul>' + "".join(
            f'<li><a href="#{member.anchor}">{code_name(_name(member))}</a></li>' for member in members)
        + "</ul></li>"
        for title, place, members, _ in _groups(node, drawing) if members)
    return f'<nav class="lib-contents" aria-label="Members"><ul>{groups}</ul></nav>'


def _topics(node: Node, drawing: Drawing) -> str:
    """The members of a type and what else it leads to, by groups."""
    parts = []
    for title, place, members, links in _groups(node, drawing):
        parts.append(f'<h2 id="{place}">{escape(title)}</h2>')
        parts += [_member(member, drawing) for member in members]
        parts.append(drawing.topics(links, node))
    return "\n".join(part for part in parts if part)


def _groups(node: Node, drawing: Drawing) -> list[tuple[str, str, list[Node], list[str]]]:
    """Title and anchor of each group of a page, the members in it, and what else it links to."""
    if hasattr(node, "groups"):
        return node.groups
    sections = [(section.get("title") or "Topics", section["identifiers"], section.get("generated", False))
                for section in node.json.get("topicSections", [])]
    sections.sort(key=lambda section: GROUPS.index(section[0]) if section[2] and section[0] in GROUPS
                  else len(GROUPS) if section[2] else -1)
    node.groups, shown = [], set()
    for title, identifiers, _ in sections:
        for name, named in _expanded(title, identifiers, node, drawing):
            targets = [drawing.target(one, node.json["references"].get(one, {})) for one in named]
            members = [target for target in targets if target and target.owner is node and id(target) not in shown]
            shown |= {id(member) for member in members}
            links = [one for one, target in zip(named, targets) if target is None or target.owner is not node]
            if members or drawing.topics(links, node):
                node.groups.append((name, node.slugs.make(name), members, links))
    rest = [member for member in node.members if id(member) not in shown]
    if rest:
        name = "Default Implementations" if node.kind == "protocol" else "More"
        node.groups.append((name, node.slugs.make(name), rest, []))
    return node.groups


def _expanded(title: str, identifiers: list[str], node: Node, drawing: Drawing):
    """A group as it is; for the groups of what a type has from protocols, each of these."""
    kept = []
    for identifier in identifiers:
        target = drawing.archives.by_identifier.get(identifier)
        if target and target.is_group:
            protocol = target.metadata["title"].removesuffix(" Implementations")
            named = [one for section in target.json["topicSections"] for one in section["identifiers"]]
            node.json["references"].update(target.json["references"])
            yield f"From {protocol}", named
        else:
            kept.append(identifier)
    if kept:
        yield title, kept


# Members


def _member(node: Node, drawing: Drawing) -> str:
    """A section with everything about a member."""
    abstract = drawing.inline(node.abstract, node)
    if requirement := drawing.archives.requirement(node):
        abstract = f"See {anchor(requirement.href, code_name(node.abstract[1]['code']), True)}."
    tags = ["Required"] if node.metadata.get("required") else []
    says_more = node.kind != "case" or "(" in node.title
    parts = [
        f'<h3 id="{node.anchor}">{code_name(_name(node))}</h3>',
        f'<p class="lib-tags">{", ".join(tags)}</p>' if tags else "",
        drawing.declarations(node) if says_more else "",
        f"<p>{abstract}</p>" if abstract else "",
        _deprecation(node, drawing),
        _facts(node, drawing, 4),
        _defaults(node, drawing),
    ]
    return f'<section class="lib-member">{"".join(part for part in parts if part)}</section>'


def _name(node: Node) -> str:
    """The name of a member without that of its type."""
    title = node.metadata["title"]
    owner = node.owner.metadata["title"] + "." if node.owner else ""
    return title.removeprefix(owner)


def _facts(node: Node, drawing: Drawing, level: int) -> str:
    """Parameters, and what is said beyond the abstract of a member. A page draws its own text."""
    parts = []
    for section in node.json.get("primaryContentSections", []):
        match section["kind"]:
            case "parameters":
                entries = "".join(
                    f"<dt><code>{escape(one['name'])}</code></dt><dd>{drawing.blocks(one['content'], node, 2)}</dd>"
                    for one in section["parameters"])
                parts.append(f'<h{level}>Parameters</h{level}><dl class="lib-parameters">{entries}</dl>')
            case "content" if node.owner:
                blocks = [block for block in section["content"]
                          if block["type"] != "heading" or block["text"] not in ("Discussion", "Overview")]
                parts.append(drawing.blocks(blocks, node, 2))
            case "content" | "declarations" | "mentions":
                pass
            case kind:
                raise ValueError(f"{node.path}: a section of the kind {kind} is not drawn")
    return "\n".join(parts)


def _defaults(node: Node, drawing: Drawing) -> str:
    """Links to what a requirement does by default."""
    named = [one for section in node.json.get("defaultImplementationsSections", []) for one in section["identifiers"]]
    links = [found for one in named if (found := drawing.linked(one, node))]
    return "".join(f'<p><a href="{href}">Default implementation</a></p>' for href, _, _ in links)


def _deprecation(node: Node, drawing: Drawing) -> str:
    content = node.json.get("deprecationSummary")
    if not content:
        return ""
    return drawing.blocks([{"type": "aside", "style": "warning", "name": "Deprecated", "content": content}], node, 2)


# What a page ends with


def _relations(node: Node, drawing: Drawing) -> str:
    """What a type conforms to and inherits from, and what does so from it."""
    entries = []
    for section in node.json.get("relationshipsSections", []):
        names = [_relation(identifier, node, drawing) for identifier in section["identifiers"]]
        entries.append(f"<dt>{escape(section['title'])}</dt>" + "".join(f"<dd>{name}</dd>" for name in names if name))
    if not entries:
        return ""
    place = node.slugs.make("Relationships")
    return f'<h2 id="{place}">Relationships</h2>\n<dl class="lib-relations">{"".join(entries)}</dl>'


def _relation(identifier: str, node: Node, drawing: Drawing) -> str:
    reference = node.json["references"].get(identifier, {})
    target = drawing.target(identifier, reference)
    if target and target.page:
        return anchor(target.href, code_name(target.title), True)
    # Protocols of the standard library, which has no pages here. That every type can be sent is not worth a word.
    name = reference.get("title", "").removeprefix("Swift.")
    return "" if not name or name.endswith("SendableMetatype") else code_name(name)


def _see_also(node: Node, drawing: Drawing) -> str:
    """What a catalogue names beside a page; what it only stands in one group with is seen there."""
    sections = [section for section in node.json.get("seeAlsoSections", []) if not section.get("generated")]
    drawn = [drawing.topics(section["identifiers"], node) for section in sections]
    return f'<h2 id="{node.slugs.make("See Also")}">See also</h2>\n' + "\n".join(drawn) if any(drawn) else ""


def plain(content: list[dict], node: Node) -> str:
    """A text without its marks."""
    references = node.json.get("references", {})
    return "".join(
        part.get("text") or part.get("code") or references.get(part.get("identifier", ""), {}).get("title", "")
        or plain(part.get("inlineContent", []), node)
        for part in content)


def main(arguments: list[str]):
    match arguments:
        case ["build", folder]:
            for name, archive in build(Path(folder)).items():
                print(name, archive)
        case ["draw", folder, site]:
            archives = {path.stem: path for path in sorted(Path(folder).glob("*.doccarchive"))}
            for page in pages(archives):
                target = Path(site) / page.path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(f"<h1>{escape(page.title)}</h1>\n{page.body}\n")
            for path, file in files(archives).items():
                target = Path(site) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
