"""Pages by cursors, read at both servers in turn, and cursors that are kept for later steps."""

from dataclasses import dataclass

from walk.documents import WIDTHS
from walk.journal import Part
from walk.screens import ids

KEPT = 6


@dataclass
class Cursor:
    """The address of a page, and the section that it continues."""

    address: str
    feed: str
    width: float
    # The revision of the screen, and the section as it was there.
    revision: int
    section: object
    position: int = 0
    # The revision whose content all pages behind the screen have.
    pinned: int | None = None

    @property
    def is_behind(self):
        return self.section.goes_on and self.position >= len(self.section.items)


class Pages(Part):
    """Reads sections page by page, and compares the pages laid end to end with the whole."""

    def __init__(self, walk):
        super().__init__(walk)
        self.kept = []

    def check(self):
        if self.kept and self.pick.random() < 0.5:
            self.follow_kept()
        for feed in sorted(self.history.newest.feeds):
            self.section(feed)

    def check_one(self):
        if self.kept and self.pick.random() < 0.5:
            self.follow_kept()
        else:
            self.section(self.pick.choice(sorted(self.history.newest.feeds)))

    def section(self, feed):
        revision = self.history.newest
        model = revision.feeds[feed]
        if not model.sections:
            return
        section, width = self.pick.choice(model.sections), self.pick.choice(WIDTHS)
        address = f"/v1/feeds/{feed}/sections/{section.id}?width={width}&limit={self.pick.choice([1, 2, 3, 50])}"
        answer = self.documents.present(address)
        if not answer:
            return
        self.same("the revision of a first page", answer.json["revision"], model.revisions[section.id], address)
        cursor = Cursor(address, feed, width, revision.number, section)
        self.page(answer, cursor)
        if cursor.address and self.pick.random() < 0.3 and len(self.kept) < KEPT:
            self.kept.append(cursor)
        else:
            self.follow(cursor)

    def follow_kept(self):
        self.follow(self.kept.pop(self.pick.randrange(len(self.kept))))

    def follow(self, cursor):
        history, feed = self.history, cursor.feed
        while cursor.address:
            answer = self.read(cursor.address)
            if feed not in history.newest.feeds:
                # A server that is behind may still have it.
                if answer.status != 200 or feed not in history[answer.revision].feeds:
                    self.same("a page of a feed that was removed", answer.status, 404, cursor.address)
                return
            if answer.status == 404 and any(feed not in history[number].feeds for number in range(
                    max(cursor.revision, history.base), history.newest.number + 1)):
                # The feed was away meanwhile, and a server that is behind may not have it again yet.
                self.comparer.in_service()
                answer = self.read(cursor.address)
            where = f"{cursor.address} of revision {cursor.revision} {answer.bytes[:200]}"
            if answer.status == 410 and cursor.revision < history.first_kept:
                self.same("a cursor whose revision is pruned", answer.code, "revision_pruned", where)
                return
            self.same("the status of a page by cursor", answer.status, 200, where)
            if cursor.is_behind:
                self.pin(answer, cursor)
            self.page(answer, cursor)

    def pin(self, answer, cursor):
        """The first page behind the screen has the newest content, if the section is as it was."""
        history, number = self.history, answer.json["revision"]
        while max(number, answer.revision) > history.newest.number:
            self.comparer.follow()
        where = (f"{cursor.address[:70]} from {cursor.position} of revision {cursor.revision}, page of {number}, "
                 f"served {answer.revision}")
        if cursor.pinned is not None:
            self.same("the revision of further pages", number, cursor.pinned, where)
            return
        cursor.pinned = number
        (section, since), (served, served_since) = self.at(number, cursor), self.at(answer.revision, cursor)
        self.same("a section at the revision of its page", section is not None, True, where)
        last = history[cursor.revision].feeds[cursor.feed].revisions[cursor.section.id]
        if served and served_since == last:
            expected = ids(served.found)
            self.same("the first page behind a screen has the newest content", ids(section.found), expected, where)
        elif last < history.first_kept:
            # That of the first kept revision, if it shows the same on the screen.
            self.same("a kept revision for one that is pruned", number, history.first_kept, where)
            self.same("the section on the screen of a kept revision", since, last, where)
        else:
            # That of the revision which the section has on the screen.
            expected = ids(self.at(last, cursor)[0].found)
            self.same("the first page behind a former screen has its content", ids(section.found), expected, where)
        cursor.section = section

    def at(self, number, cursor):
        """The section at a revision, and the revision that it has on the screen; None if it was not there."""
        feed = self.history[number].feeds.get(cursor.feed)
        return next(((section, feed.revisions[section.id]) for section in (feed.sections if feed else ())
                     if section.id == cursor.section.id), (None, None))

    def page(self, answer, cursor):
        found, section = answer.json, cursor.section
        whole = section.found if section.goes_on else section.items
        count = len(found["section"]["items"])
        part = slice(cursor.position, cursor.position + count)
        where = (f"{cursor.address[:70]} from {cursor.position} of {len(whole)}, page of {found['revision']}, served "
                 f"{answer.revision}, screen of {cursor.revision}")
        frames = section.frames(cursor.width, whole)[0]
        self.documents.section(found["section"], section, cursor.feed, cursor.width, where, whole[part], frames[part])
        cursor.position += count
        self.same("whether a page is the last", found["next"] is None, cursor.position >= len(whole), where)
        cursor.address = found["next"] if count else None
