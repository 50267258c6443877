"""Pages by cursors, read at both servers in turn, and cursors that are kept for later steps."""

from dataclasses import dataclass

from documents import WIDTHS

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
        """Whether the next page is behind the items of the screen."""
        return self.section.goes_on and self.position >= len(self.section.items)


class Pages:
    """Reads sections page by page, and compares the pages laid end to end with the whole."""

    def __init__(self, walk):
        self.walk, self.history = walk, walk.history
        self.kept = []

    def check(self):
        walk = self.walk
        if self.kept and walk.pick.random() < 0.5:
            cursor = self.kept.pop(walk.pick.randrange(len(self.kept)))
            self.follow(cursor)
        for feed in sorted(self.history.newest.feeds):
            self.section(feed)

    def section(self, feed):
        """The pages of a section of a screen, from the first one on."""
        walk, revision = self.walk, self.history.newest
        model = revision.feeds[feed]
        if not model.sections:
            return
        section, width = walk.pick.choice(model.sections), walk.pick.choice(WIDTHS)
        address = f"/v1/feeds/{feed}/sections/{section.id}?width={width}&limit={walk.pick.choice([1, 2, 3, 50])}"
        answer = walk.read(address)
        if answer.revision != revision.number:
            # Something was due meanwhile.
            return
        walk.same("the status of a page", answer.status, 200, answer)
        cursor = Cursor(address, feed, width, revision.number, section)
        walk.same("the revision of a first page", answer.json["revision"], model.revisions[section.id],
                  address)
        self.page(answer, cursor)
        if cursor.address and walk.pick.random() < 0.3 and len(self.kept) < KEPT:
            self.kept.append(cursor)
        else:
            self.follow(cursor)

    def follow(self, cursor):
        """Reads to the end, at both servers in turn."""
        while cursor.address:
            answer = self.walk.read(cursor.address)
            if cursor.feed not in self.history.newest.feeds:
                # A server that is behind may still have it.
                if answer.status != 200 or cursor.feed not in self.history[answer.revision].feeds:
                    self.walk.same("a page of a feed that was removed", answer.status, 404, cursor.address)
                return
            if answer.status == 404 and self.was_removed(cursor):
                # A server that is behind may not have it again yet.
                self.walk.comparer.in_service()
                answer = self.walk.read(cursor.address)
            where = f"{cursor.address} of revision {cursor.revision} {answer.bytes[:200]}"
            if answer.status == 410 and cursor.revision < self.history.first_kept:
                self.walk.same("a cursor whose revision is pruned", answer.code, "revision_pruned", where)
                return
            self.walk.same("the status of a page by cursor", answer.status, 200, where)
            if answer.status != 200:
                return
            if cursor.is_behind:
                self.pin(answer, cursor)
            self.page(answer, cursor)

    def was_removed(self, cursor):
        """Whether the feed of a cursor was not there for some time after the screen of the cursor."""
        first = max(cursor.revision, self.history.base)
        return any(cursor.feed not in self.history[number].feeds
                   for number in range(first, self.history.newest.number + 1))

    def pin(self, answer, cursor):
        """The first page behind the screen has the newest content, if the section is as it was."""
        walk, number = self.walk, answer.json["revision"]
        while number > self.history.newest.number or answer.revision > self.history.newest.number:
            walk.comparer.follow()
        where = f"{cursor.address[:70]} from {cursor.position} of revision {cursor.revision}"
        if cursor.pinned is not None:
            walk.same("the revision of further pages", number, cursor.pinned, where)
            return
        cursor.pinned = number
        section = self.at(number, cursor)
        walk.same("a section at the revision of its page", section is not None, True, where)
        served = self.at(answer.revision, cursor)
        last = self.history[cursor.revision].feeds[cursor.feed].revisions[cursor.section.id]
        present = self.history[answer.revision].feeds.get(cursor.feed)
        if served and present.revisions[cursor.section.id] == last:
            walk.same("the first page behind a screen has the newest content", ids(section), ids(served),
                      f"{where}, page of {number}")
        elif last < self.history.first_kept:
            # That of the first kept revision, if it shows the same on the screen.
            walk.same("a kept revision for one that is pruned", number, self.history.first_kept, where)
            shown = self.history[number].feeds[cursor.feed].revisions[cursor.section.id]
            walk.same("the section on the screen of a kept revision", shown, last, f"{where}, page of {number}")
        else:
            # That of the revision which the section has on the screen.
            walk.same("the first page behind a former screen has its content", ids(section),
                      ids(self.at(last, cursor)), f"{where}, page of {number}")
        if section:
            cursor.section = section

    def at(self, number, cursor):
        """The section at a revision; None if it was not there."""
        feed = self.history[number].feeds.get(cursor.feed)
        return next((section for section in feed.sections if section.id == cursor.section.id),
                    None) if feed else None

    def page(self, answer, cursor):
        """A page, after which the cursor stands at the next one."""
        walk, found, section = self.walk, answer.json, cursor.section
        whole = section.found if section.goes_on else section.items
        items = found["section"]["items"]
        made = whole[cursor.position:cursor.position + len(items)]
        where = (f"{cursor.address[:70]} from {cursor.position} of {len(whole)}, page of "
                 f"{found['revision']}, served {answer.revision}, screen of {cursor.revision}")
        frames = section.frames(cursor.width, whole)[0]
        walk.comparer.documents.section(
            found["section"], section, cursor.feed, cursor.width, where, made,
            frames[cursor.position:cursor.position + len(items)])
        cursor.position += len(items)
        walk.same("whether a page is the last", found["next"] is None, cursor.position >= len(whole), where)
        cursor.address = found["next"] if items else None


def ids(section):
    return section and [item["id"] for item in section.found]
