"""The content of DocC's render nodes as HTML: text, blocks, and declarations."""

import re
from html import escape
from typing import Callable

from docc_archive import Archives, Node

LONG = 64  # a declaration of more letters has each parameter on a line of its own
CLASSES = {
    "keyword": "k", "attribute": "a", "typeIdentifier": "t", "genericParameter": "t", "externalParam": "p",
    "internalParam": "p", "identifier": "f", "number": "n", "string": "s", "label": "p",
}
PLAIN = {"text"}
MODIFIERS = {"nonisolated"}  # what DocC calls attributes, and Swift modifiers
# Asides that stand in a box; others, such as Throws and Complexity, are facts about a symbol.
NOTES = {"note", "tip", "important", "warning", "experiment", "attention", "deprecated"}


class Drawing:
    """Draws what nodes say. `errors` gathers every reference that leads nowhere."""

    def __init__(self, archives: Archives, code_block: Callable[[str, str], str] | None = None):
        self.archives = archives
        self.code_block = code_block or plain_code_block
        self.images: dict[str, str] = {}  # paths of images on the site, by "LIBRARY/name"
        self.errors: list[str] = []

    # References

    def linked(self, identifier: str, node: Node) -> "tuple[str, str, bool] | None":
        """The address and title of a reference, and whether it is code; nil for one to what is left out."""
        reference = node.json.get("references", {}).get(identifier, {})
        if reference.get("type") == "link":
            return reference["url"], reference["title"], False
        target = self.target(identifier, reference)
        if target is None:
            self.errors.append(f"{node.path}: {identifier} ({reference.get('title', 'no title')}) leads nowhere")
            return None
        if target.foreign or target.is_group:
            return None
        url, _, heading = reference.get("url", "").partition("#")
        if heading:
            anchor = self.archives.headings.get((url, heading.lower()))
            if anchor is None:
                self.errors.append(f"{node.path}: there is no heading {heading} in {url}")
                return None
            return f"/{target.page}#{anchor}", reference["title"], False
        return target.href, reference.get("title", target.title), target.json["kind"] == "symbol"

    def target(self, identifier: str, reference: dict) -> Node | None:
        """The node of a reference, in whichever archive it is."""
        url = reference.get("url", "").partition("#")[0]
        symbol = "s:" + identifier.rsplit("/", 1)[-1]
        return (self.archives.by_identifier.get(identifier) or self.archives.nodes.get(url)
                or self.archives.by_symbol.get(symbol))

    def link(self, identifier: str, node: Node) -> str:
        """A link with the title of what it leads to; the title alone for what is left out."""
        found = self.linked(identifier, node)
        title = found[1] if found else node.json.get("references", {}).get(identifier, {}).get("title", identifier)
        text = code_name(title) if not found or found[2] else escape(title)
        return anchor(found[0], text, found[2]) if found else text

    # Text

    def inline(self, content: list[dict], node: Node) -> str:
        """The HTML of a text."""
        return "".join(self._inline(part, node) for part in content)

    def _inline(self, part: dict, node: Node) -> str:
        tags = {"emphasis": "em", "strong": "strong", "newTerm": "dfn", "inlineHead": "strong", "superscript": "sup",
                "subscript": "sub", "strikethrough": "s"}
        match part["type"]:
            case "text":
                return escape(part["text"], quote=False)
            case "codeVoice":
                return f"<code>{escape(part['code'], quote=False)}</code>"
            case "reference":
                return self.link(part["identifier"], node)
            case "image":
                return self._image(part, node)
            case kind if kind in tags:
                return f"<{tags[kind]}>{self.inline(part['inlineContent'], node)}</{tags[kind]}>"
            case kind:
                raise ValueError(f"{node.path}: text of the kind {kind} is not drawn")

    def _image(self, part: dict, node: Node, captioned: bool = False) -> str:
        reference = node.json["references"].get(part["identifier"])
        if reference is None:
            self.errors.append(f"{node.path}: there is no image {part['identifier']}")
            return ""
        file = reference["variants"][0]["url"].removeprefix("/images/")
        path = f"libraries/images/{file.lower()}"
        self.images[path] = file
        size = self._size(file)
        alt = "" if captioned else escape(reference.get("alt", ""))
        return f'<img class="lib-image" src="/{path}" alt="{alt}"{size}>'

    def _size(self, file: str) -> str:
        """The size of a drawing, which keeps the place for it while it is loaded."""
        library = file.split("/")[0]
        source = self.archives.folders[library] / "images" / file
        head = source.read_bytes()[:600].decode("utf-8", "replace") if source.suffix == ".svg" else ""
        tag = re.search(r"<svg[^>]*>", head)
        sides = re.findall(r'\s(width|height)="([\d.]+)"', tag[0]) if tag else []
        return "".join(f' {side}="{round(float(length))}"' for side, length in sides) if len(sides) == 2 else ""

    # Blocks

    def blocks(self, content: list[dict], node: Node, shift: int | None = 0) -> str:
        """The HTML of blocks. Headings are `shift` levels lower than DocC says, and have anchors if it is 0."""
        return "\n".join(self._block(block, node, shift) for block in content)

    def _block(self, block: dict, node: Node, shift: int) -> str:
        match block["type"]:
            case "paragraph":
                return self._paragraph(block, node)
            case "heading":
                return self._heading(block, node, shift)
            case "codeListing":
                return self.code_block("\n".join(block["code"]), block.get("syntax") or "")
            case "unorderedList":
                return f"<ul>{self._items(block, node, shift)}</ul>"
            case "orderedList":
                start = f' start="{block["start"]}"' if block.get("start", 1) != 1 else ""
                return f"<ol{start}>{self._items(block, node, shift)}</ol>"
            case "termList":
                return "<dl>" + "".join(
                    f"<dt>{self.inline(item['term']['inlineContent'], node)}</dt>"
                    f"<dd>{self.blocks(item['definition']['content'], node, shift)}</dd>"
                    for item in block["items"]) + "</dl>"
            case "table":
                return self._table(block, node, shift)
            case "aside":
                return self._aside(block, node, shift)
            case "small":
                return f"<p><small>{self.inline(block['inlineContent'], node)}</small></p>"
            case "thematicBreak":
                return "<hr>"
            case "links":
                return self.topics(block["items"], node)
            case kind:
                raise ValueError(f"{node.path}: a block of the kind {kind} is not drawn")

    def _paragraph(self, block: dict, node: Node) -> str:
        content = block["inlineContent"]
        if len(content) == 1 and content[0]["type"] == "image":
            alt = node.json["references"].get(content[0]["identifier"], {}).get("alt", "")
            caption = f"<figcaption>{escape(alt, quote=False)}</figcaption>" if alt else ""
            return f'<figure class="lib-figure">{self._image(content[0], node, captioned=True)}{caption}</figure>'
        return f"<p>{self.inline(content, node)}</p>"

    def _heading(self, block: dict, node: Node, shift: int) -> str:
        level = min(6, max(2, block["level"] + shift))
        anchor = self.archives.headings.get((node.path, block["anchor"].lower())) if shift == 0 else None
        attribute = f' id="{anchor}"' if anchor else ""
        return f"<h{level}{attribute}>{escape(block['text'], quote=False)}</h{level}>"

    def _items(self, block: dict, node: Node, shift: int) -> str:
        return "".join(f"<li>{self._cell(item['content'], node, shift)}</li>" for item in block["items"])

    def _cell(self, content: list[dict], node: Node, shift: int) -> str:
        """What stands in an item or a cell: a single paragraph stands there without its tag."""
        if len(content) == 1 and content[0]["type"] == "paragraph":
            return self.inline(content[0]["inlineContent"], node)
        return self.blocks(content, node, shift)

    def _table(self, block: dict, node: Node, shift: int) -> str:
        rows, header = block["rows"], block.get("header", "none")
        sides = block.get("alignments") or []
        places = [f' class="lib-{side}"' if side in ("center", "right") else "" for side in sides]
        lines = []
        for number, row in enumerate(rows):
            cells = []
            for column, content in enumerate(row):
                place = places[column] if column < len(places) else ""
                tag, scope = "td", ""
                if not content or content == [{"type": "paragraph", "inlineContent": []}]:
                    pass  # a head without a word is none
                elif number == 0 and header in ("row", "both"):
                    tag, scope = "th", ' scope="col"'
                elif column == 0 and header in ("column", "both"):
                    tag, scope = "th", ' scope="row"'
                cells.append(f"<{tag}{scope}{place}>{self._cell(content, node, shift)}</{tag}>")
            lines.append(f"<tr>{''.join(cells)}</tr>")
        head = f"<thead>{lines.pop(0)}</thead>" if header in ("row", "both") else ""
        return (f'<div class="lib-table" tabindex="0" role="region" aria-label="Table"><table>{head}'
                f"<tbody>{''.join(lines)}</tbody></table></div>")

    def _aside(self, block: dict, node: Node, shift: int) -> str:
        name = block.get("name") or block["style"].capitalize()
        if name.lower() not in NOTES:
            text = self._cell(block["content"], node, shift)
            return f'<dl class="lib-fact"><dt>{escape(name)}</dt><dd>{text}</dd></dl>'
        return (f'<div class="lib-aside lib-{block["style"].lower()}" role="note">'
                f'<p class="lib-aside-name">{escape(name)}</p>{self.blocks(block["content"], node, shift)}</div>')

    # Lists of symbols and articles

    def topics(self, identifiers: list[str], node: Node) -> str:
        """Links with abstracts; empty if all that is named is left out."""
        entries = []
        for identifier in identifiers:
            found = self.linked(identifier, node)
            if not found:
                continue
            target = self.target(identifier, node.json["references"].get(identifier, {}))
            abstract = self.inline(target.abstract, target) if target else ""
            text = code_name(found[1]) if found[2] else escape(found[1])
            entries.append(f"<dt>{anchor(found[0], text, found[2])}</dt><dd>{abstract}</dd>")
        return f'<dl class="lib-topics">{"".join(entries)}</dl>' if entries else ""

    # Declarations

    def declarations(self, node: Node) -> str:
        """The declarations of a symbol, each in a block."""
        found = [declaration for section in node.json.get("primaryContentSections", [])
                 if section["kind"] == "declarations" for declaration in section["declarations"]]
        return "".join(f'<pre class="lib-declaration"><code>{self.declaration(one["tokens"])}</code></pre>'
                       for one in found)

    def declaration(self, tokens: list[dict]) -> str:
        """The tokens of a declaration with their classes and links, in lines."""
        return "".join(self._token(token) for token in in_lines(tokens))

    def _token(self, token: dict) -> str:
        text, kind = escape(token["text"], quote=False), token["kind"]
        if text.strip() in MODIFIERS:
            kind = "keyword"
        if kind in PLAIN:
            return text
        if kind not in CLASSES:
            raise ValueError(f"a token of the kind {kind} is not drawn")
        target = self.archives.by_symbol.get(token.get("preciseIdentifier", ""))
        if target and kind != "identifier":
            return f'<a class="{CLASSES[kind]}" href="{escape(target.href)}">{text}</a>'
        return f'<span class="{CLASSES[kind]}">{text}</span>'


def in_lines(tokens: list[dict]) -> list[dict]:
    """The tokens of a declaration, with each parameter on a line of its own if the declaration is long."""
    tokens = _attributes_first(tokens)
    text = "".join(token["text"] for token in tokens)
    if len(text.rpartition("\n")[2]) <= LONG:
        return tokens
    lines, depth, done, named = [], 0, False, False
    for token in tokens:
        if token["kind"] != "text" or done:
            named = named or token["kind"] in ("identifier", "keyword")
            lines.append(token)
            continue
        written = ""
        for letter in token["text"]:
            depth -= letter in ")]>" and not written.endswith("-")
            if letter == ")" and depth == 0 and named and not done:
                written, done = written.rstrip() + "\n", True
            written += letter
            depth += letter in "([<"
            if not done and named and depth == 1 and letter in "(,":
                written += "\n  "
        lines.append({**token, "text": re.sub(r"\n  +", "\n  ", written)})
    return lines


def _attributes_first(tokens: list[dict]) -> list[dict]:
    """Attributes before a declaration stand on lines of their own."""
    lines = list(tokens)
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else token
        if token["text"] == " " and before["kind"] == "attribute" and before["text"].strip() not in MODIFIERS:
            lines[index] = {**token, "text": "\n"}
        elif token["kind"] not in ("attribute", "text"):
            break
    return lines


def anchor(address: str, text: str, is_code: bool) -> str:
    """A link; one to a symbol has a class of its own."""
    mark = ' class="lib-ref"' if is_code else ""
    return f'<a{mark} href="{escape(address)}">{text}</a>'


def code_name(title: str) -> str:
    """A name as code, which may be broken after its colons and dots."""
    name = re.sub(r"([:.(])(?=.)", r"\1<wbr>", escape(title, quote=False))
    return f"<code>{name}</code>"


def plain_code_block(code: str, syntax: str) -> str:
    """A block of code, which can be scrolled with the keys."""
    return f'<pre class="lib-code" tabindex="0"><code>{escape(code, quote=False)}</code></pre>'
