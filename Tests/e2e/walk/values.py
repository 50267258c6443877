"""The time, and the values of fields: random ones, how they are written, and how lists compare them."""

import json
import re
import time
import unicodedata
from datetime import datetime, timedelta, timezone

WORDS = ["寿司", "駅", "カレー", "lunch", "Box", "ÉCLAIR", "the", "of", "a", "お知らせ", "noodle", "🍣", "x-ray",
         'say "hi"', "one, two", "50%", "<b>", "&amp;", "Ω", "tea", "ＢＯＸ", "ｶﾚｰ", "e\u0301clair", "❤\ufe0f"]
LONG = "a long beginning that many texts share, so that only what is behind its hundredth character differs: "
URLS = [f"https://example.com/walk/{number}.jpg" for number in range(1, 9)]
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class WalkClock:
    """The present and an offset in milliseconds, which the `harness.Clock` of the servers, if there is one, has too."""

    servers, offset, jumps = None, 0, 0

    def begin(self, servers):
        self.servers, self.offset, self.jumps = servers, 0, 0

    def forward(self, milliseconds):
        """Moves it, where it can be moved."""
        if self.servers and milliseconds > 0:
            self.jumps += 1
            self.offset += milliseconds
            self.servers.set(self.offset / 1000)


CLOCK = WalkClock()


def now():
    """The time in milliseconds, by the clock of the walk."""
    return time.time_ns() // 1_000_000 + CLOCK.offset


def moment(text):
    """The milliseconds of a date as tanada writes it."""
    text = re.sub(r"([+-]\d\d)(\d\d)$", r"\1:\2", text.replace("Z", "+00:00"))
    return (datetime.fromisoformat(text) - EPOCH) // timedelta(milliseconds=1)


def date_text(milliseconds, zone="Z"):
    """The date as RFC 3339, or with another zone of Greenwich; None for none."""
    if milliseconds is None:
        return None
    date = EPOCH + timedelta(milliseconds=milliseconds)
    return date.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}" + zone


def day(text):
    return (EPOCH + timedelta(milliseconds=moment(text), hours=9)).strftime("%Y.%m.%d")


def some_text(pick):
    text = " ".join(pick.choice(WORDS) for _ in range(pick.randint(1, 4)))
    return LONG + text if pick.random() < 0.1 else text


def some_integer(pick, field):
    low, high = field.get("minimum", 1 - 2**53), field.get("maximum", 2**53 - 1)
    if pick.random() < 0.1:
        return pick.choice([low, high])
    return pick.randint(max(low, -50), min(high, 2000))


def some_number(pick, field):
    low, high = field.get("minimum", -1e6), field.get("maximum", 1e6)
    number = low + (high - low) * pick.random()
    return pick.choice([round(number, 1), number, float(round(number))])


SIMPLE = {
    "integer": some_integer,
    "number": some_number,
    "boolean": lambda pick, field: pick.random() < 0.5,
    "text": lambda pick, field: some_text(pick)[:field.get("max_length")],
    "url": lambda pick, field: pick.choice(URLS),
    "date": lambda pick, field: date_text(pick.randint(0, 2_000_000_000_000), "+0000"),
    "choice": lambda pick, field: pick.choice(field["choices"]),
}


def some_value(pick, field, ids=None, photos=None):
    """A value that a field may hold; None where the field may be empty. `ids` has the ids of the items of each kind."""
    if is_nullable(field) and pick.random() < 0.25:
        return None
    if field["type"] in SIMPLE:
        return SIMPLE[field["type"]](pick, field)
    if field["type"] == "list":
        element = {**field, "type": field["of"], "required": True}
        return [some_value(pick, element) for _ in range(pick.randint(0, min(field.get("max_items", 4), 4)))]
    known = ids(field["kind"]) if field["type"] == "reference" else photos
    return pick.choice(known) if known else None


def is_nullable(field):
    return field.get("required") is False


def missing_value(field):
    """The value of a field that an item is written without; KeyError if there has to be one."""
    if "default" in field or is_nullable(field):
        return field.get("default")
    raise KeyError(field["name"])


def has_text(field):
    return "text" in (field["type"], field.get("of"))


def compared(type, value):
    """A value by which lists compare: dates are moments, and the order of texts is that of code points."""
    if value is None:
        return None
    return moment(value) if type == "date" else int(value) if type == "boolean" else value


def holds(field, comparison, value, other):
    """Whether a filter finds an item with `value`; `other` is the value of the filter."""
    if has_text(field) and comparison in ("eq", "ne"):
        other, value = folded(other), [folded(one) for one in value or []] if field["type"] == "list" else \
            value and folded(value)
    if field["type"] == "list":
        return (value is not None and other in value) == (comparison == "eq")
    value, other = compared(field["type"], value), compared(field["type"], other)
    if comparison == "ne":
        return value != other
    return value is not None and {"eq": value == other, "lt": value < other, "lte": value <= other, "gt": value > other,
                                  "gte": value >= other}[comparison]


def sort_key(field, value):
    """A key that sorts values as lists do: nothing is first, and texts have a hundred characters."""
    value = compared(field["type"], value)
    return (0, 0) if value is None else (1, value[:100] if isinstance(value, str) else value)


# What is not seen, as far as it is in texts.
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\ufeff]")


def folded(text):
    """The text as searches and filters compare it: NFKC with the folding of cases, in which İ and ı are i."""
    text = UNSEEN.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return unicodedata.normalize("NFC", text.replace("i\u0307", "i").replace("ı", "i"))


def parameter(value):
    return value if isinstance(value, str) else repr(value).lower() if isinstance(value, bool) else repr(value)


def cell(value):
    """A value as it stands in a table: nothing has no quotation marks."""
    if value is None:
        return ""
    if isinstance(value, (bool, int, float)):
        return parameter(value)
    return '"' + (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)).replace('"', '""') + '"'
