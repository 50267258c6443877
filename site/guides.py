"""The pages that are made of one Markdown file each."""

from html import escape

from contents import Contents, Entry
from links import Links, picture_path
from markup import Markup
from page import Page


def guide(contents: Contents, links: Links, entry: Entry) -> Page:
    """The page of an entry. The layouts have their pictures beside their options."""
    hook = _picture_of_layout(links) if entry.source == "docs/layouts.md" else None
    markup = Markup(links, entry.source, hook)
    title, body = markup.title_and_body((contents.root / entry.source).read_text())
    return Page(entry.path, title, body, section=entry.section)


def _picture_of_layout(links):
    def figure(close, inline):
        name = inline.content.replace("-", "_")
        path = f"docs/images/gallery/{name}.svg"
        if close.tag != "h2" or not (links.root / path).is_file():
            return ""
        links.pictures.add(path)
        return (
            f'<figure class="drawing"><img src="/{picture_path(path)}" alt="{escape(name)}: where eight items stand">'
            f'<figcaption>Eight items, as <code>tanada layout</code> draws them: '
            f'<a href="/reference/gallery.html#{name}">the call</a></figcaption></figure>\n'
        )
    return figure
