"""What is in a page of the documentation."""

import html.parser


class Reader(html.parser.HTMLParser):
    """Gathers ids, links, and the number of rows in tables by what their first columns are."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.rows = [], set(), {}
        self.head, self.is_in_head = "", False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if named.get("id"):
            self.ids.append(named["id"])
        self.links |= {value for name, value in attributes if name in ("href", "src", "srcset")}
        if tag == "meta" and named.get("http-equiv") == "refresh":
            self.links.add(named["content"].partition("url=")[2])
        if tag == "thead":
            self.head, self.is_in_head = "", True
        elif tag == "tr" and not self.is_in_head:
            self.rows[self.head] = self.rows.get(self.head, 0) + 1

    def handle_endtag(self, tag):
        self.is_in_head &= tag != "thead"

    def handle_data(self, data):
        if self.is_in_head and not self.head:
            self.head = data.strip()


def read(files):
    """All files as one."""
    return Reader("".join(file.read_text() for file in files))
