"""The values of fields: random ones, how they are written, and how lists compare them."""

import json
import re
from datetime import datetime, timedelta, timezone

from clock import CLOCK

WORDS = ["寿司", "駅", "カレー", "lunch", "Box", "ÉCLAIR", "the", "of", "a", "お知らせ", "noodle", "🍣", "x-ray",
         'say "hi"', "one, two", "50%", "<b>", "&amp;", "Ω", "tea"]
LONG = "a long beginning that many texts share, so that only what is behind its hundredth character differs: "
URLS = [f"https://example.com/walk/{number}.jpg" for number in range(1, 9)]
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
TYPES_IN_ORDER = {"integer", "number", "text", "url", "choice", "date", "reference"}


def now():
    """The time in milliseconds, by the clock of the walk."""
    return CLOCK.now()


def moment(text):
    """The milliseconds of a date as tanada writes it."""
    text = re.sub(r"([+-]\d\d)(\d\d)$", r"\1:\2", text.replace("Z", "+00:00"))
    return (datetime.fromisoformat(text) - EPOCH) // timedelta(milliseconds=1)


def date_text(milliseconds, zone="Z"):
    """The date as RFC 3339, or with another zone of Greenwich."""
    date = EPOCH + timedelta(milliseconds=milliseconds)
    return date.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}" + zone


def day(text):
    """The day of a date in Tokyo."""
    return (EPOCH + timedelta(milliseconds=moment(text), hours=9)).strftime("%Y.%m.%d")


def some_text(pick):
    text = " ".join(pick.choice(WORDS) for _ in range(pick.randint(1, 4)))
    return LONG + text if pick.random() < 0.1 else text


def some_value(pick, field, ids, photos):
    """A value that a field may hold; None where the field may be empty.

    `ids` has the ids of the items of each kind, `photos` those of photos."""
    type = field["type"]
    if is_nullable(field) and pick.random() < 0.25:
        return None
    if type == "integer":
        low, high = field.get("minimum", -2**63), field.get("maximum", 2**63 - 1)
        if pick.random() < 0.1:
            return pick.choice([low, high])
        return pick.randint(max(low, -50), min(high, 2000))
    if type == "number":
        low, high = field.get("minimum", -1e6), field.get("maximum", 1e6)
        number = low + (high - low) * pick.random()
        return pick.choice([round(number, 1), number, float(round(number))])
    if type == "boolean":
        return pick.random() < 0.5
    if type == "text":
        return some_text(pick)[:field.get("max_length")]
    if type == "url":
        return pick.choice(URLS)
    if type == "date":
        return date_text(pick.randint(0, 2_000_000_000_000), "+0000")
    if type == "choice":
        return pick.choice(field["choices"])
    if type == "list":
        element = {**field, "type": field["of"], "required": True}
        most = min(field.get("max_items", 4), 4)
        return [some_value(pick, element, ids, photos) for _ in range(pick.randint(0, most))]
    if type == "reference":
        known = ids(field["kind"])
        return pick.choice(known) if known else None
    return pick.choice(photos) if photos else None


def is_nullable(field):
    return field.get("required") is False


def missing_value(field):
    """The value of a field that an item is written without; KeyError if there has to be one."""
    if "default" in field:
        return field["default"]
    if is_nullable(field):
        return None
    raise KeyError(field["name"])


# CSV


def cell(value):
    """A value as it stands in a table: nothing has no quotation marks."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return repr(value)
    return '"' + value.replace('"', '""') + '"'


# Lists


def compared(type, value):
    """A value by which lists compare: dates are moments, and the order of texts is that of code points."""
    if value is None:
        return None
    if type == "date":
        return moment(value)
    return int(value) if type == "boolean" else value


def holds(field, comparison, value, other):
    """Whether a filter finds an item with `value`; `other` is the value of the filter."""
    if field["type"] == "list":
        found = value is not None and other in value
        return found == (comparison == "eq")
    value, other = compared(field["type"], value), compared(field["type"], other)
    if comparison == "ne":
        return value != other
    if value is None:
        return False
    return {"eq": value == other, "lt": value < other, "lte": value <= other, "gt": value > other,
            "gte": value >= other}[comparison]


def sort_key(field, value):
    """A key that sorts values as lists do: nothing is first, and texts have a hundred characters."""
    value = compared(field["type"], value)
    if value is None:
        return (0, 0)
    return (1, value[:100] if isinstance(value, str) else value)


def folded(text):
    """The text as searches compare it: the simple case folding of Unicode, and İ as i."""
    return "".join(folded_letter(letter) for letter in text)


def folded_letter(letter):
    if letter in LETTERS:
        return LETTERS[letter]
    upper = letter.upper() if len(letter.upper()) == 1 else letter
    return upper.lower() if len(upper.lower()) == 1 else upper


# Letters of which only the mappings to several letters are the same.
LETTERS = {"\u0130": "i", "\u1fd3": "\u0390", "\u1fe3": "\u03b0", "\ufb05": "\ufb06"}


def parameter(value):
    """A value as a filter writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)
