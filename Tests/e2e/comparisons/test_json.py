"""JSON as items are written over HTTP, against Python's json and decimal.

What differs from Python by intention stands here as a rule: a name twice, numbers that no double has, whole numbers from
2^53 on, half of a surrogate pair, NUL in a text, and too many levels are refused; a byte order mark is none of the text."""

import json
from decimal import Decimal

from comparisons.support import fail, picked
from harness import ROOT, smallest

FIELDS = {"word": "text", "real": "number", "whole": "integer", "flag": "boolean"}
LISTS = {"words": "text", "reals": "number", "wholes": "integer"}
KIND = {"kind": "samples", "title": "Samples", "fields": [
    *({"name": name, "type": type, "required": False} for name, type in FIELDS.items()),
    *({"name": name, "type": "list", "of": type, "required": False} for name, type in LISTS.items())]}
TYPES = {member["name"]: (member["type"], member.get("of")) for member in KIND["fields"]}
WINDOW = {"draft": False, "publish_at": None, "unpublish_at": None}
PATH = "/v1/content/samples/1"
DEPTH = 64
SPECIAL_NUMBERS = [
    "0", "-0", "-0.0", "1e400", "-1e400", "1e-400", "2e-324", "5e-324", "0e-999", "0.0e999", "1e308", "1.8e308",
    "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072011e-308", "9007199254740993", "9007199254740993.0",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e18", "1e19", "123456789012345678901234567890",
    "1.0000000000000000000001", "10000000000000000000000e-10", "1E+2", "1e-2", "0.1", "0.30000000000000004", "100000e-5",
    "5e-1", "4.9406564584124654e-324", "2.4703282292062328e-324",
]
WRONG_NUMBERS = ["01", "+1", "1.", ".5", "1e", "1e+", "-", "NaN", "Infinity", "-Infinity", "0x1", "1_0", "-01", "1.e1"]
LETTERS = ["a", "Z", " ", "é", "e\u0301", "寿", "🍣", "\u2028", "\ufeff", "\x7f", "ß", "\u200d", "/", "~", "@", "\uffff"]
ESCAPES = ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u0041", "\\u00e9", "\\ud83c\\udf63",
           "\\ud83c", "\\udf63", "\\udf63\\ud83c", "\\uD83C\\uDF63", "\\uFFFE", "\\u001f", "\\ud83c\\u0041"]
WRONG_ESCAPES = ["\\x41", "\\u12", "\\u12g4", "\\", "\\U0041", "\t", "\n", "\0", "\x1f", "\\'"]
PIECES = [b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"null", b"true", b"1", b"-", b".", b"e", b" ", b"\n",
          b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\0", b"\x0b", b"/*", b"'"]


class DocumentTexts:
    """Makes documents of items whose members have the names given, and others."""

    def __init__(self, pick, names, corpus):
        self.pick, self.names, self.corpus = pick, names, corpus

    def next(self):
        chance = self.pick.random()
        if chance < 0.08:
            return self.mutated(self.pick.choice(self.corpus))
        if chance < 0.16:
            return self.deep()
        text = self.document().encode(errors="surrogatepass")
        return self.mutated(text) if chance > 0.6 else text

    def document(self):
        if self.pick.random() < 0.03:
            return self.value(2)
        members = []
        for _ in range(self.pick.randint(0, 5)):
            name = self.pick.choice(self.names) if self.pick.random() < 0.95 else None
            members.append(f"{self.name(name)}{self.space()}:{self.space()}{self.member_value(name)}")
        return self.space() + "{" + ",".join(members) + "}" + self.space()

    def name(self, name):
        if name is None:
            return self.text()
        if self.pick.random() < 0.1:
            index = self.pick.randrange(len(name))
            name = f"{name[:index]}\\u{ord(name[index]):04x}{name[index + 1:]}"
        return f'"{name}"'

    def member_value(self, name):
        """Often one of the type of the member."""
        chance = self.pick.random()
        if name is None or chance < 0.05:
            return self.value(3)
        if chance < 0.15:
            return "null"
        if name == "id":
            return self.pick.choice(["1", "1", "1.0", "10e-1", "2", '"1"'])
        if name.endswith("s"):
            values = [self.member_value(name[:-1]) for _ in range(self.pick.randint(0, 4))]
            return f"[{self.space()}{','.join(values)}]"
        if name == "word":
            return self.text()
        if name == "flag":
            return self.pick.choice(["true", "false"])
        return self.number(is_whole=name == "whole")

    def value(self, depth):
        kind = self.pick.randrange(7 if depth else 4)
        if kind == 0:
            return self.text()
        if kind == 1:
            return self.number(is_whole=False)
        if kind in (2, 3):
            return self.pick.choice(["null", "true", "false"])
        values = [self.value(depth - 1) for _ in range(self.pick.randint(0, 3))]
        if kind == 4:
            return f"[{','.join(values)}]"
        return "{" + ",".join(f"{self.name(self.pick.choice([None, 'a', 'b', 'c']))}:{value}" for value in values) + "}"

    def number(self, is_whole):
        chance = self.pick.random()
        if chance < 0.12:
            return self.pick.choice(SPECIAL_NUMBERS)
        if chance < 0.13:
            return self.pick.choice(WRONG_NUMBERS)
        if is_whole or chance < 0.4:
            return str(self.pick.randint(-10**self.pick.randint(1, 18), 10**self.pick.randint(1, 19)))
        if chance < 0.7:
            return repr(self.pick.uniform(-1, 1) * 10.0**self.pick.randint(-308, 308))
        digits = "".join(self.pick.choices("0123456789", k=self.pick.randint(1, 40)))
        exponent = self.pick.choice(["", "", f"e{self.pick.randint(-340, 320)}", f"E+{self.pick.randint(0, 30)}"])
        return f"{self.pick.choice(['', '-'])}{self.pick.randint(0, 9)}.{digits}{exponent}"

    def text(self):
        chances = (self.pick.random() for _ in range(self.pick.randint(0, 6)))
        parts = [self.pick.choice(WRONG_ESCAPES if chance < 0.005 else ESCAPES if chance < 0.08 else LETTERS)
                 for chance in chances]
        return f'"{"".join(parts)}"'

    def space(self):
        return "".join(self.pick.choices(" \n\r\t", k=self.pick.choice([0, 0, 0, 1, 2])))

    def deep(self):
        opening = self.pick.choices(["[", '{"a":'], k=self.pick.randint(60, 70))
        closing = ["]" if part == "[" else "}" for part in reversed(opening)]
        text = f'{{"other":{"".join(opening)}1{"".join(closing)}}}'
        return (text[:self.pick.randrange(len(text))] if self.pick.random() < 0.3 else text).encode()

    def mutated(self, text):
        for _ in range(self.pick.choice([1, 1, 2, 3])):
            index, end = sorted(self.pick.randint(0, len(text)) for _ in range(2))
            text = text[:index] + self.pick.choice([
                lambda: self.pick.choice(PIECES) + text[index:],
                lambda: text[min(end, index + 4):],
                lambda: self.pick.randbytes(1) + text[index + 1:],
                lambda: b"",
                lambda: text[index:end][:12] * 2 + text[end:]])()
        return text


class Number(str):
    @property
    def exact(self):
        return Decimal(self)


class Members(list):
    """The members of an object, each as it is written: names may be repeated."""


class Wrong(Exception):
    """A value is not one of its field; the argument says where below it."""


def refuse_constant(name):
    raise ValueError(name)


def levels(text):
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


def judged(body):
    """What the documentation says of a body, by Python's readers: the status; the codes of a refusal or None; the places
    of its problems, or the item."""
    try:
        text = body.decode().removeprefix("\ufeff")
        tree = json.loads(text, object_pairs_hook=Members, parse_int=Number, parse_float=Number,
                          parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        return 400, {"body_too_deep" if levels(text[:error.pos + 1]) > DEPTH else "malformed_body"}, None
    except ValueError as error:  # no UTF-8, or NaN and Infinity, which are no JSON: either may be found first
        read = body[:error.start].decode() if isinstance(error, UnicodeDecodeError) else text
        return 400, {"malformed_body", *(["body_too_deep"] if levels(read) > DEPTH else [])}, None
    if levels(text) > DEPTH:
        return 400, {"body_too_deep"}, None
    invalid = 422, {"invalid_body"}
    if repeated := set(repeated_names(tree, "")):
        return *invalid, repeated
    if not isinstance(tree, Members) or any(is_half(name) for name, _ in tree):
        return *invalid, {""}
    pointers, item = set(), {"id": 1, **dict.fromkeys(TYPES), **WINDOW}
    for name, value in tree:
        try:
            if name == "id" and (not isinstance(value, Number) or value.exact != 1) or name not in ["id", *TYPES]:
                raise Wrong("")
            if name != "id":
                item[name] = None if value is None else field_value(value, *TYPES[name])
        except Wrong as wrong:
            pointers.add("/" + escaped(name) + str(wrong))
    return (*invalid, pointers) if pointers else (200, None, item)


def field_value(value, kind, of):
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
    # Whether a double has it.
    if isinstance(value, Number) and abs(float(value)) != float("inf") and (float(value) != 0 or value.exact == 0):
        if kind == "number":
            return float(value)
        if kind == "integer" and value.exact == value.exact.to_integral_value() and abs(value.exact) < 2**53:
            return int(value.exact)
    elif kind == "text" and isinstance(value, str) and not isinstance(value, Number):
        if not is_half(value) and "\0" not in value:
            return value
    raise Wrong("")


def is_half(text):
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def escaped(name):
    return name.replace("~", "~0").replace("/", "~1")


def repeated_names(tree, place):
    """The places of names that an object has more than once."""
    found = []
    if isinstance(tree, Members):
        seen = set()
        for name, value in tree:
            below = f"{place}/{escaped(name)}"
            found += [below] * (name in seen) + repeated_names(value, below)
            seen.add(name)
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            found += repeated_names(value, f"{place}/{index}")
    return found


def difference(client, body):
    status, codes, expected = judged(body)
    answer = client.send("PUT", PATH, body)
    if codes:
        pointers = {problem["pointer"] for problem in answer.json.get("errors", [])} if answer.status >= 400 else set()
        # A name with half of a surrogate pair is named as it was written.
        has_halves = all(any(is_half(pointer) or "\\u" in pointer.lower() for pointer in places)
                         for places in (pointers, expected or ()))
        agrees = (answer.status == status and answer.code in codes
                  and (status == 400 or pointers == expected or has_halves and len(pointers) == len(expected)))
        return None if agrees else f"found {answer}, expected {status} {' or '.join(sorted(codes))} {expected or ''}"
    if answer.status not in (200, 201):
        return f"found {answer}, expected {expected}"
    for what, found in [("the answer", answer), ("what is read back", client.get(PATH))]:
        item = json.loads(found.bytes, parse_int=Number, parse_float=Number)["result"][0]
        if item.keys() != expected.keys():
            return f"{what}: found {list(item)}, expected {list(expected)}"
        for name, value in item.items():
            if not same(value, expected[name]):
                return f"{what}: /{name}: found {value!r}, expected {expected[name]!r}"
    return None


def same(found, expected):
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, float) and isinstance(found, Number):
        # The shortest text that reads back as the same number.
        shortest = Decimal(repr(expected)).normalize().as_tuple().digits
        return float(found) == expected and Decimal(found).normalize().as_tuple().digits == shortest
    if isinstance(found, Number):
        return not isinstance(expected, bool) and isinstance(expected, int) and str(expected) == found
    return found == expected and isinstance(found, bool) == isinstance(expected, bool)


def test_json(serve, make_store, size, seed, figure):
    server = serve(make_store(samples=False))
    server.must("PUT", "/v1/kinds/samples", KIND)
    client = server.client(server.token)
    corpus = [path.read_bytes() for path in sorted((ROOT / "Tests/Fuzzing/corpus/json").iterdir())]
    texts = DocumentTexts(picked("json", seed), [*TYPES, "id"], corpus)
    taken, count = 0, size("rounds", 60, soak=600) * 50
    for _ in range(count):
        body = texts.next()
        if difference(client, body):
            body = bytes(smallest(list(body), lambda part: difference(client, bytes(part)), attempts=2000))
            fail(f"PUT {PATH} {body!r}: {difference(client, body)}")
        taken += judged(body)[0] == 200
    figure(f"JSON with Python's: {count} bodies, {taken} of them taken, {count - taken} refused (seed {seed})")
