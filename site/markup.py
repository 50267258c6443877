"""Markdown of the repository as HTML of the site."""

import re
from html import escape, unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from codeblocks import code_block
from links import Links


class Slugs:
    """Anchors of headings as GitHub makes them."""

    def __init__(self):
        self.counts: dict[str, int] = {}

    def make(self, text: str) -> str:
        slug = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
        count = self.counts.get(slug, 0)
        self.counts[slug] = count + 1
        return f"{slug}-{count}" if count else slug


class Markup:
    """Renders one file, or parts of it, with anchors that are unique in it."""

    def __init__(self, links: Links, source: str, after_heading=None):
        self.links, self.source, self.slugs = links, source, Slugs()
        self.after_heading = after_heading
        self.parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])

    def title_and_body(self, text: str) -> tuple[str, str]:
        """The first heading as plain text, and the HTML of the rest."""
        heading, _, rest = text.partition("\n")
        assert heading.startswith("# "), self.source
        title = heading[2:].strip()
        self.slugs.make(title)
        return title.replace("`", ""), self.render(rest)

    def render(self, text: str) -> str:
        """The HTML of a text."""
        tokens = self.parser.parse(text)
        _raise_headings(tokens)
        html, place = [], 0
        for index, token in enumerate(tokens):
            if token.type == "inline":
                self._prepare(token)
            if token.type in ("fence", "code_block", "heading_open", "table_open", "table_close", "html_block"):
                html.append(self._rendered(tokens[place:index]))
                html.append(self._special(tokens, index))
                place = index + 1
            elif token.type in ("th_open", "td_open"):
                self._align(token, tokens[index + 1], tokens[index + 2])
            elif token.type == "heading_close" and self.after_heading:
                html.append(self._rendered(tokens[place:index + 1]))
                html.append(self.after_heading(token, tokens[index - 1]))
                place = index + 1
        html.append(self._rendered(tokens[place:]))
        return "".join(html)

    def _rendered(self, tokens):
        return self.parser.renderer.render(tokens, self.parser.options, {})

    def _special(self, tokens, index):
        token = tokens[index]
        if token.type == "heading_open":
            slug = self.slugs.make(_plain(tokens[index + 1]))
            return f'<{token.tag} id="{escape(slug)}">'
        if token.type == "table_open":
            return '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n'
        if token.type == "table_close":
            return "</table></div>\n"
        if token.type == "html_block":
            return self._raw(token.content)
        return code_block(token.content, token.info.strip())

    @staticmethod
    def _align(token, content, close):
        style = token.attrs.pop("style", "")
        if token.tag == "th" and not content.content:
            token.tag = close.tag = "td"  # a corner is no heading
        if token.tag == "th":
            token.attrs["scope"] = "col"
        if "right" in style:
            token.attrs["class"] = "number"

    def _prepare(self, token):
        """Links and pictures of a line."""
        opened = []
        for child, following in zip(token.children, [*token.children[1:], None]):
            if child.type == "link_open":
                self._name_page(child.attrs["href"], following)
                address = self.links.resolve(self.source, unescape(child.attrs["href"]))
                opened.append(address)
                if address:
                    child.attrs["href"] = address
                else:
                    child.type, child.tag, child.attrs = "text", "", {}
            elif child.type == "link_close" and not opened.pop():
                child.type = "text"
            elif child.type == "code_inline" and not opened:
                self._link_page(child)
            elif child.type == "image":
                child.attrs["src"] = self.links.picture(self.source, child.attrs["src"])
            elif child.type == "html_inline":
                child.content = self._raw(child.content)
        if "link_open" not in [child.type for child in token.children]:
            token.children = [one for child in token.children for one in self._whole(child)]

    def _whole(self, child):
        """A picture that is wider than the column leads to all of it."""
        source = child.attrs.get("src") if child.type == "image" else None
        if not source or not self.links.is_wide(source):
            return [child]
        return [Token("html_inline", "", 0, content=f'<a href="{source}">'), child,
                Token("html_inline", "", 0, content="</a>")]

    def _name_page(self, link, text):
        """Who reads the site knows pages by their titles, not by the names of files."""
        target = link.partition("#")[0]
        title = self.links.title(self.source, target)
        if title and text.type in ("text", "code_inline") and text.content.endswith(target.rpartition("/")[2]):
            text.type, text.tag, text.content = "text", "", title

    def _link_page(self, code):
        """A page that a text names by its file becomes a link."""
        address = self.links.pages.get(code.content)
        if address and code.content != self.source:
            title = escape(self.links.titles[code.content], quote=False)
            code.type, code.content = "html_inline", f'<a href="{address}">{title}</a>'

    def _raw(self, html):
        """HTML in Markdown: without comments, and with the addresses of the site."""
        html = re.sub(r"<!--.*?-->\n?", "", html, flags=re.S)
        picture = lambda found: f'{found[1]}="{self.links.picture(self.source, found[2])}"'
        html = re.sub(r'\b(src|srcset)="([^"]+)"', picture, html)
        link = lambda found: f'href="{self.links.resolve(self.source, found[1])}"'
        return re.sub(r'href="([^"]+)"', link, html)


def _raise_headings(tokens):
    """The first level below the title is the second, also where a file skips it."""
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    skipped = min((int(token.tag[1]) for token in headings), default=2) - 2
    for token in headings:
        token.tag = f"h{int(token.tag[1]) - max(skipped, 0)}"


def _plain(inline):
    """The text of a heading without its marks."""
    return "".join(child.content for child in inline.children if child.type in ("text", "code_inline"))


def inline(text: str) -> str:
    """A short text of the program as HTML: backticks are code, quotes of commands stay."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
