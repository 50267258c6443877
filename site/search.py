"""The index of the search in the browser: a script, so that it also loads from a folder."""

import json
import re
from html.parser import HTMLParser

from page import Page

# The first characters of a section, which results show; of the rest the words alone are kept.
SHOWN = 220
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
        elif "code" == attributes.get("class") or tag in ("pre", "nav"):
            self.hidden = 1
        elif tag in ("h2", "h3", "h4") and attributes.get("id"):
            self.parts.append([attributes["id"], "", []])
            self.heading = True
        elif tag in ("td", "th", "li", "p", "br"):
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
            text = " ".join("".join(texts).split())
            if anchor or text:
                parts.append([number, anchor, " ".join(heading.split()), *_shortened(text)])
    data = json.dumps({"pages": listed, "parts": parts}, ensure_ascii=False, separators=(",", ":"))
    return f"window.tanadaIndex={data};\n"


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
