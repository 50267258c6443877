"""The index of the search in the browser: a script, so that it also loads from a folder."""

import json
import re
from html.parser import HTMLParser

from page import Page

# The first characters of a section, which results show; of the rest the words alone are kept.
SHOWN = 200
# Of what is looked up by its name, the beginning is enough.
BRIEF = 70
BY_NAME = re.compile(r"libraries/[^/]+/|reference/api/(content|schemas)/")
# Headings that many pages have, which nobody looks for.
COMMON = {
    "Conforms To", "Relationships", "Initializers", "Instance Properties", "Instance Methods", "Type Properties",
    "Type Methods", "Type Aliases", "Structures", "Enumerations", "Enumeration Cases", "Operators", "Topics",
    "See Also", "Parameters", "Return Value", "Discussion", "Overview", "Classes", "Protocols",
}
VOID = {"img", "br", "wbr", "input", "hr", "meta", "link", "source"}


class Parts(HTMLParser):
    """The text of a body by its headings. Blocks of code are left out."""

    def __init__(self, page: Page):
        super().__init__()
        self.parts = [["", "", []]]
        self.heading = False
        self.hidden = 0
        self.feed(page.body)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if self.hidden:
            self.hidden += tag not in VOID
        elif "code" == attributes.get("class") or tag in ("pre", "nav", "figure"):
            self.hidden = 1
        elif tag in ("h2", "h3", "h4") and attributes.get("id"):
            self.parts.append([attributes["id"], "", []])
            self.heading = True
        elif tag in ("td", "th", "li", "p", "br", "dt", "dd", "div", "pre"):
            self.parts[-1][2].append(" ")

    def handle_endtag(self, tag):
        if self.hidden:
            self.hidden -= 1
        elif tag in ("h2", "h3", "h4"):
            self.heading = False

    def handle_data(self, data):
        if self.hidden:
            return
        if self.heading:
            self.parts[-1][1] += data
        else:
            self.parts[-1][2].append(data)


def index_script(pages: list[Page]) -> str:
    """The script with all sections of all pages."""
    listed, parts = [], []
    for number, page in enumerate(pages):
        listed.append([page.path, page.title, page.section])
        for anchor, heading, texts in Parts(page).parts:
            text, heading = " ".join("".join(texts).split()), " ".join(heading.split())
            if BY_NAME.match(page.path) and heading in COMMON:
                continue
            if anchor or text:
                short = _brief(text) if BY_NAME.match(page.path) else _shortened(text)
                parts.append([number, 0 if anchor == heading else anchor, heading, *short])  # 0: the same
    data = json.dumps({"pages": listed, "parts": parts}, ensure_ascii=False, separators=(",", ":"))
    return f"window.tanadaIndex={data};\n"


def _brief(text):
    return [text if len(text) <= BRIEF else text[:BRIEF].rsplit(" ", 1)[0] + " …"]


def _shortened(text):
    if len(text) <= SHOWN:
        return [text]
    shown = text[:SHOWN].rsplit(" ", 1)[0]
    known = set(words(shown))
    rest = [word for word in dict.fromkeys(words(text[len(shown):])) if word not in known]
    return [shown + " …", " ".join(rest)]


def words(text: str) -> list[str]:
    """The words of a text as the search cuts it."""
    return [word for word in re.split(r"[^\w]+", text.lower()) if len(word) > 1]
