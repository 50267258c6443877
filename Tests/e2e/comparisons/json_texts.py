"""Random JSON documents as bytes: sound ones, unusual ones, and broken ones."""

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
