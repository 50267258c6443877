"""What bodies are made of: each schema of the description once, on the page of the routes that use it first."""

from html import escape

from markup import inline
from page import Page

PREFIX = "#/components/schemas/"
# Patterns that say what a word says better.
KNOWN = {
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)$": "date",
    "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$": "language tag",
    "^[^\\u0000]*$": "text",
}
# Limits of what a number can be at all say nothing.
LARGEST = 2**53 - 1


class Schemas:
    """The schemas by the groups of operations that reach them first."""

    def __init__(self, document: dict, groups: dict[str, list[dict]], folder: str):
        self.all = document["components"]["schemas"]
        self.folder = folder
        self.homes: dict[str, str] = {}
        for name, operations in groups.items():
            home = name.partition("/")[0]
            self._visit(operations, home)
        for schema in document["components"]["responses"].values():
            self._visit(schema, next(iter(groups)))
        for name in self.all:
            self.homes.setdefault(name, "service")

    def _visit(self, value, home):
        """Follows references; what is reached first is at home there."""
        waiting = [value]
        while waiting:
            value = waiting.pop()
            if isinstance(value, list):
                waiting += value
            elif isinstance(value, dict):
                name = reference(value)
                if name in self.all and name not in self.homes:
                    self.homes[name] = home
                    waiting.append(self.all[name])
                waiting += value.values()

    def link(self, name: str) -> str:
        """A link to a schema."""
        return f'<a href="/{self.folder}/schemas/{self.homes[name]}.html#{name}"><code>{escape(name)}</code></a>'

    def pages(self, section: str, title) -> list[Page]:
        """A page for each group that has schemas."""
        homes = list(dict.fromkeys(self.homes.values()))
        found = [Page(f"{self.folder}/schemas/index.html", "Schemas", self._overview(homes, title), section=section)]
        for home in homes:
            names = self._names(home)
            body = "".join(self._section(name) for name in names)
            found.append(Page(
                f"{self.folder}/schemas/{home}.html", f"Schemas: {title(home)}",
                f"<p>What bodies and answers are made of, in the order of their names.</p>\n{body}", section=section))
        return found

    def _names(self, home):
        return sorted(name for name in self.homes if self.homes[name] == home)

    def _overview(self, homes, title):
        lists = "".join(
            f'<h2 id="{home}"><a href="/{self.folder}/schemas/{home}.html">{title(home)}</a></h2>\n'
            f"<p>{', '.join(self.link(name) for name in self._names(home))}</p>\n" for home in homes
        )
        return f"<p>What bodies and answers are made of, by the routes that use it first.</p>\n{lists}"

    def _section(self, name):
        schema = self.all[name]
        described = f"<p>{inline(schema['description'])}</p>\n" if schema.get("description") else ""
        return (
            f'<section class="schema" aria-labelledby="{name}">\n<h2 id="{name}"><code>{escape(name)}</code></h2>\n'
            f"{described}{self._members(name, schema)}</section>\n"
        )

    def _members(self, name, schema):
        if not schema.get("properties"):
            return f"<p>{type_html(self, schema)}{constraints(schema)}</p>\n"
        needed = set(schema.get("required", []))
        rows = "".join(_member(self, key, value, key in needed) for key, value in schema["properties"].items())
        return (
            f'<div class="table" role="group" aria-label="Members of {name}" tabindex="0"><table class="members">'
            '<thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>\n'
            f"<tbody>\n{rows}</tbody></table></div>\n"
        )


def reference(schema: dict) -> str | None:
    """The name that a schema refers to."""
    found = schema.get("$ref")
    return found.removeprefix(PREFIX) if isinstance(found, str) and found.startswith(PREFIX) else None


def _member(schemas, key, schema, is_required):
    optional = "" if is_required else '<br><span class="quiet">optional</span>'
    nested = ""
    inner = _object_in(schema)
    if inner:
        needed = set(inner.get("required", []))
        rows = "".join(
            f"<li><code>{escape(name)}</code>{'' if name in needed else ' (optional)'}: {type_html(schemas, value)}"
            f"{constraints(value)}{_deeper(schemas, value)}</li>\n" for name, value in inner["properties"].items()
        )
        nested = f'<ul class="nested">\n{rows}</ul>'
    return (
        f"<tr><td><code>{escape(key)}</code>{optional}</td><td>{type_html(schemas, schema)}{constraints(schema)}</td>"
        f"<td>{inline(schema.get('description', ''))}{nested}</td></tr>\n"
    )


def _deeper(schemas, schema):
    inner = _object_in(schema)
    if not inner:
        return ""
    rows = "".join(
        f"<li><code>{escape(name)}</code>: {type_html(schemas, value)}{constraints(value)}{_deeper(schemas, value)}</li>\n"
        for name, value in inner["properties"].items()
    )
    return f'<ul class="nested">\n{rows}</ul>'


def _object_in(schema):
    """The members that a type has in place, below null and arrays."""
    if schema.get("properties"):
        return schema
    if isinstance(schema.get("items"), dict):
        return _object_in(schema["items"])
    for choice in schema.get("anyOf", []) + schema.get("oneOf", []) + schema.get("allOf", []):
        if inner := _object_in(choice):
            return inner
    return None


def type_html(schemas: Schemas, schema: dict) -> str:
    """The type of a value in words, with links to schemas."""
    name = reference(schema)
    if name:
        return schemas.link(name)
    for key, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if key in schema:
            return word.join(dict.fromkeys(type_html(schemas, choice) for choice in schema[key]))
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if "enum" in schema:
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    kind = schema.get("type", "any JSON")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"array of {type_html(schemas, schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {type_html(schemas, schema['additionalProperties'])}"
    return KNOWN.get(schema.get("pattern"), {"uri": "URL"}.get(schema.get("format"), kind))


def constraints(schema: dict) -> str:
    """The limits of a value."""
    parts = []
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None and abs(high) < LARGEST:
        parts.append(f"{low} to {high}")
    elif low is not None and abs(low) < LARGEST:
        parts.append(f"at least {low}")
    elif high is not None and abs(high) < LARGEST:
        parts.append(f"at most {high}")
    if "exclusiveMinimum" in schema:
        parts.append(f"more than {schema['exclusiveMinimum']}")
    for least, most, unit in (("minLength", "maxLength", "characters"), ("minItems", "maxItems", "items")):
        if least in schema or most in schema:
            counts = [str(schema[key]) for key in (least, most) if key in schema]
            parts.append(f"{' to '.join(dict.fromkeys(counts))} {unit}" if len(counts) == 2
                         else f"{'at least' if least in schema else 'at most'} {counts[0]} {unit}")
    if schema.get("pattern") and schema["pattern"] not in KNOWN and schema.get("format") != "uri":
        parts.append(f"<code>{escape(schema['pattern'])}</code>")
    return f', <span class="quiet">{", ".join(parts)}</span>' if parts else ""
