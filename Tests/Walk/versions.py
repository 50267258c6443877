"""The versions of items, as their histories list them."""

from items import whole


class Versions:
    """Of each item: from which revision to which one it was valid, and its members."""

    def __init__(self):
        self.of = {}
        # Texts of which some may be the ids of photos, of all items that there ever were.
        self.texts = set()

    def add(self, number, former, state):
        """A revision that made `state` of `former`."""
        kinds = former.kinds if former else {}
        for kind in kinds.keys() | state.kinds.keys():
            before, after = kinds.get(kind), state.kinds.get(kind)
            old = former.items.get(kind, {}) if former else {}
            new = state.items.get(kind, {})
            if after is None:
                # A kind that is defined again is another one.
                self.of.pop(kind, None)
            elif old is not new or before is not after:
                is_longer = before and before != after and names(before) <= names(after)
                self.changed(kind, number, old, new, is_longer, before != after and not is_longer)

    def changed(self, kind, number, old, new, is_longer, is_redefined):
        """`is_longer` says that fields were added, `is_redefined` that something else was changed."""
        known = self.of.setdefault(kind, {})
        for id in old.keys() | new.keys():
            former, item = old.get(id), new.get(id)
            if former is item and not is_redefined:
                continue
            if item == former and not (is_redefined and item):
                continue
            versions = known.setdefault(id, [])
            if is_longer and item and former:
                # A definition that adds fields makes no version of items.
                versions[-1][2] = item
                self.texts |= texts(item)
                continue
            if versions and versions[-1][1] is None:
                versions[-1][1] = number
            if item:
                versions.append([number, None, item])
                self.texts |= texts(item)

    def has(self, photo):
        """Whether an item shows a photo, or did at a revision that is kept."""
        return any(photo in texts(version[2]) for known in self.of.values() for versions in known.values()
                   for version in versions)

    def listed(self, kind, id, first_kept):
        """The versions of an item, newest first."""
        # One that ended with the first revision that is kept was valid before it only.
        return [[since, to, whole(item)] for since, to, item in reversed(self.of.get(kind, {}).get(id, []))
                if to is None or to > first_kept]

    def forget(self, first_kept):
        """Forgets what ended before a revision."""
        for versions in self.of.values():
            for id in list(versions):
                versions[id] = [row for row in versions[id] if row[1] is None or row[1] > first_kept]
                if not versions[id]:
                    del versions[id]


def texts(item):
    return {value for value in item.fields.values() if isinstance(value, str) and len(value) == 32}


def names(definition):
    return {field["name"] for field in definition["fields"]}
