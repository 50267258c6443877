"""What is in a page of the documentation."""

import collections
import html.parser
import re

VOID = {"br", "hr", "img", "wbr"}
BLOCKS = {"dl", "div", "figure", "ol", "p", "pre", "section", "table", "ul"}


class Reader(html.parser.HTMLParser):
    """Gathers links, ids and classes; `faults` is what a strict reader of a body objects to."""

    def __init__(self, *texts):
        super().__init__()
        self.ids, self.classes, self.links = collections.Counter(), collections.Counter(), set()
        self.open, self.levels, self.faults = [], [1], []
        for text in texts:
            self.feed(text)
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.links |= {value for name, value in attributes if name in ("href", "src", "srcset", "poster")}
        self.ids.update([named["id"]] if "id" in named else [])
        self.classes.update((named.get("class") or "").split())
        if tag in BLOCKS and {"p", "pre", "a", "h2", "h3"} & set(self.open):
            self.faults.append(f"<{tag}> in {self.open}")
        if tag == "a" and "a" in self.open:
            self.faults.append("a link in a link")
        if tag in ("script", "style") or "style" in named:
            self.faults.append(f"<{tag}> has a script or a style")
        if re.fullmatch("h[1-6]", tag):
            if int(tag[1]) > self.levels[-1] + 1:
                self.faults.append(f"<{tag}> below <h{self.levels[-1]}>")
            self.levels.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def read(files):
    """All files as one."""
    return Reader(*(file.read_text() for file in files))
