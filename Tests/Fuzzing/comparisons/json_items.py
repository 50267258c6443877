"""JSON as items are written over HTTP, against Python's json and decimal.

What differs from Python by intention stands here as a rule: a name twice, numbers that no double has, half of a
surrogate pair, NUL in a text, and too many levels are refused."""

import json
import pathlib
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from json_texts import DocumentTexts
from support import Difference, Run, Server, smallest

KIND = {"kind": "samples", "title": "Samples", "fields": [
    {"name": "word", "type": "text", "required": False},
    {"name": "real", "type": "number", "required": False},
    {"name": "whole", "type": "integer", "required": False},
    {"name": "flag", "type": "boolean", "required": False},
    {"name": "words", "type": "list", "of": "text", "required": False},
    {"name": "reals", "type": "list", "of": "number", "required": False},
    {"name": "wholes", "type": "list", "of": "integer", "required": False}]}
TYPES = {member["name"]: (member["type"], member.get("of")) for member in KIND["fields"]}
WINDOW = {"draft": False, "publish_at": None, "unpublish_at": None}
PATH = "/v1/content/samples/1"
DEPTH = 64
CORPUS = pathlib.Path(__file__).resolve().parent.parent / "corpus/json"


class Number(str):
    """A number as it is written."""

    @property
    def exact(self) -> Decimal:
        return Decimal(self)

    @property
    def is_double(self) -> bool:
        near = float(self)
        return abs(near) != float("inf") and (near != 0 or self.exact == 0)


class Members(list):
    """The members of an object, each as it is written: names may be repeated."""


class Wrong(Exception):
    """A value is not one of its field; the argument says where below it."""


@dataclass
class Verdict:
    """What becomes of a body: the codes of a refusal, the places of its problems, or an item."""

    status: int
    codes: set[str] = field(default_factory=set)
    pointers: set[str] = field(default_factory=set)
    item: dict | None = None

    def text(self) -> str:
        return f"{self.status} {' or '.join(sorted(self.codes))} {sorted(self.pointers) or ''} {self.item or ''}"


def refuse_constant(name: str) -> None:
    raise ValueError(name)


def levels(text: str) -> int:
    """How deep arrays and objects are in the beginning of a document."""
    depth, deepest, in_text, escaped = 0, 0, False, False
    for letter in text:
        if in_text:
            in_text, escaped = escaped or letter != '"', letter == "\\" and not escaped
        elif letter == '"':
            in_text = True
        elif letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest


def judged(body: bytes) -> Verdict:
    """What the documentation says of a body, by Python's readers."""
    read = body
    try:
        text = body.decode()
        if text.startswith("\ufeff"):
            return Verdict(400, {"malformed_body"})
        tree = json.loads(text, object_pairs_hook=Members, parse_int=Number, parse_float=Number,
                          parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        return Verdict(400, {"body_too_deep" if levels(text[:error.pos + 1]) > DEPTH else "malformed_body"})
    except UnicodeDecodeError as error:
        # Either may be found first.
        is_deep = levels(read[:error.start].decode()) > DEPTH
        return Verdict(400, {"malformed_body", *(["body_too_deep"] if is_deep else [])})
    except ValueError:
        # NaN and Infinity are no JSON.
        return Verdict(400, {"malformed_body", *(["body_too_deep"] if levels(text) > DEPTH else [])})
    if levels(text) > DEPTH:
        return Verdict(400, {"body_too_deep"})
    return item_of(tree)


def item_of(tree: Any) -> Verdict:
    invalid = {"invalid_body"}
    if repeated := set(repeated_names(tree, "")):
        return Verdict(422, invalid, repeated)
    if not isinstance(tree, Members) or any(is_half(name) for name, _ in tree):
        return Verdict(422, invalid, {""})
    pointers, item = set(), {"id": 1, **dict.fromkeys(TYPES), **WINDOW}
    for name, value in tree:
        try:
            if name == "id":
                if not isinstance(value, Number) or value.exact != 1:
                    raise Wrong("")
            elif name not in TYPES:
                raise Wrong("")
            else:
                item[name] = None if value is None else field_value(value, *TYPES[name])
        except Wrong as wrong:
            pointers.add("/" + escaped(name) + str(wrong))
    return Verdict(422, invalid, pointers) if pointers else Verdict(200, item=item)


def field_value(value: Any, kind: str, of: str | None) -> Any:
    if kind == "list" and isinstance(value, list) and not isinstance(value, Members):
        made = []
        for index, element in enumerate(value):
            try:
                made.append(field_value(element, of, None))
            except Wrong:
                # The first element that is wrong stands for the list.
                raise Wrong(f"/{index}")
        return made
    if kind == "boolean" and isinstance(value, bool):
        return value
    if isinstance(value, Number) and value.is_double:
        if kind == "number":
            return float(value)
        if kind == "integer" and value.exact == value.exact.to_integral_value() and -2**63 <= value.exact < 2**63:
            return int(value.exact)
    elif kind == "text" and isinstance(value, str) and not isinstance(value, Number):
        if not is_half(value) and "\0" not in value:
            return value
    raise Wrong("")


def is_half(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def repeated_names(tree: Any, place: str) -> list[str]:
    """The places of names that an object has more than once."""
    found = []
    if isinstance(tree, Members):
        seen = set()
        for name, value in tree:
            if name in seen:
                found.append(f"{place}/{escaped(name)}")
            seen.add(name)
            found += repeated_names(value, f"{place}/{escaped(name)}")
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            found += repeated_names(value, f"{place}/{index}")
    return found


def difference(server: Server, body: bytes) -> str | None:
    """How the answers to a body differ from what is expected."""
    expected = judged(body)
    answer = server.send("PUT", PATH, body)
    found = answer.json
    if expected.item is None:
        pointers = {problem["pointer"] for problem in found.get("errors", [])}
        agrees = (answer.status == expected.status and found["code"] in expected.codes
                  and (expected.status == 400 or alike(pointers) == alike(expected.pointers)))
        return None if agrees else f"found {answer.status} {short_answer(found)}, expected {expected.text()}"
    if answer.status not in (200, 201):
        return f"found {answer.status} {short_answer(found)}, expected {expected.text()}"
    read = server.send("GET", PATH)
    for what, body in [("the answer", answer.body), ("what is read back", read.body)]:
        if text := item_difference(body, expected.item):
            return f"{what}: {text}"
    return None


def alike(pointers: set[str]) -> set[str] | int:
    """The places to compare; of those below a name with half of a surrogate pair, which is named as it was written,
    only how many there are."""
    if any(is_half(pointer) or "\\u" in pointer.lower() for pointer in pointers):
        return len(pointers)
    return pointers


def item_difference(body: bytes, expected: dict) -> str | None:
    item = json.loads(body, parse_int=Number, parse_float=Number)["result"][0]
    if item.keys() != expected.keys():
        return f"found {list(item)}, expected {list(expected)}"
    for name, value in item.items():
        if not same(value, expected[name]):
            return f"/{name}: found {value!r}, expected {expected[name]!r}"
    return None


def same(found: Any, expected: Any) -> bool:
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, float) and isinstance(found, Number):
        # The shortest text that reads back as the same number.
        shortest = Decimal(repr(expected)).normalize().as_tuple().digits
        return float(found) == expected and Decimal(found).normalize().as_tuple().digits == shortest
    if isinstance(found, Number):
        return not isinstance(expected, bool) and isinstance(expected, int) and str(expected) == found
    return found == expected and isinstance(found, bool) == isinstance(expected, bool)


def short_answer(found: dict) -> str:
    if "code" not in found:
        return str(found)[:400]
    return f"{found['code']} {sorted(problem['pointer'] for problem in found.get('errors', []))} {found['detail']}"


def compare(run: Run) -> str:
    server = run.server(run.file_store())
    server.must("PUT", "/v1/kinds/samples", KIND)
    texts = DocumentTexts(run.pick, [*TYPES, "id"], [path.read_bytes() for path in sorted(CORPUS.iterdir())])
    taken = count = 0
    for _ in range(run.rounds * 50):
        body = texts.next()
        if difference(server, body):
            def fails(part: list[int]) -> bool:
                return difference(server, bytes(part)) is not None

            shorter = bytes(smallest(list(body), fails, attempts=2000))
            raise Difference(f"JSON: PUT {PATH} {shorter!r}: {difference(server, shorter)}")
        count += 1
        taken += judged(body).status == 200
    return f"JSON with Python's: {count} bodies, {taken} of them taken, {count - taken} refused"
