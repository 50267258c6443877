"""The HTTP interface as Markdown: a page for each tag and for the content of each kind, and the schemas."""

import http
import json
import re

from commands import table

FOLDER = "reference/api"
TITLES = {"web": "Pages and scripts"}
METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
SCHEMA = "#/components/schemas/"
# Patterns that a word says better.
KNOWN = {
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)$": "date",
    "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$": "language tag",
    r"^[^\u0000]*$": "text",
}
# Limits of what a number can be at all say nothing.
LARGEST = 2**53 - 1


def api_pages(document: dict) -> dict[str, str]:
    return Interface(document).pages()


class Interface:
    """The description of a server, by groups of operations. A schema is at home where it is used first."""

    def __init__(self, document: dict):
        self.document, self.schemas = document, document["components"]["schemas"]
        found = {tag["name"]: [] for tag in document["tags"]}
        for path, operations in document["paths"].items():
            for method in filter(operations.__contains__, METHODS):
                kind = re.match(r"/v1/(?:content|export|import)/([a-z0-9_]+)", path)
                tag = operations[method]["tags"][0]
                found.setdefault(f"content/{kind[1]}" if kind else tag, []).append((method, path, operations[method]))
        tags = list(found)
        order = sorted(found, key=lambda name: (tags.index(name.partition("/")[0]), "/" in name))
        self.groups = {name: found[name] for name in order if found[name]}
        self.homes: dict[str, str] = {}
        for name, operations in self.groups.items():
            self._settle([operation for *_, operation in operations], name.partition("/")[0])
        self._settle(document["components"]["responses"], next(iter(self.groups)))
        for name in self.schemas:
            self.homes.setdefault(name, "service")

    def _settle(self, value, home):
        if isinstance(value, list):
            for one in value:
                self._settle(one, home)
        elif isinstance(value, dict):
            name = str(value.get("$ref")).removeprefix(SCHEMA)
            if name in self.schemas and name not in self.homes:
                self.homes[name] = home
                self._settle(self.schemas[name], home)
            self._settle(list(value.values()), home)

    def pages(self) -> dict[str, str]:
        pages = {f"{FOLDER}/index.md": self._overview(), f"{FOLDER}/schemas/index.md": self._schemas()}
        for name, operations in self.groups.items():
            parts = [f"# Routes: {_title(name)}", self._list(name, operations)]
            pages[_page(name)] = "\n\n".join(parts + [self._operation(*one) for one in operations])
        for home in dict.fromkeys(self.homes.values()):
            parts = [f"# Schemas: {_title(home)}", "The parts of bodies and answers, in the order of their names."]
            pages[f"{FOLDER}/schemas/{home}.md"] = "\n\n".join(parts + [self._schema(name) for name in self._names(home)])
        return pages

    def _overview(self):
        parts = [
            f"# HTTP routes\n\n{self.document['info']['description']} This reference is made of the description that a server "
            "gives of itself at `/openapi.json` (OpenAPI 3.1). [HTTP](/reference/http.md) explains conditional requests, "
            "problems, tokens and versions with examples, and [the schemas](/reference/api/schemas/index.md) are those of "
            "bodies and answers.",
            "Routes of content exist for each kind in force. Here they are those of the six kinds that every database begins "
            "with; the description of your own server has those of your kinds.",
        ]
        for name, operations in self.groups.items():
            title = f"Content of {_title(name)}" if "/" in name else _title(name)
            parts.append(f"## [{title}](/{_page(name)}) {{ #{name.replace('/', '-')} }}\n\n{self._list(name, operations)}")
        return "\n\n".join(parts)

    @staticmethod
    def _list(name, operations):
        return table(["Method", "Path", "What it does"], [
            [f"`{method.upper()}`", f"[`{path}`](/{_page(name)}#{operation['operationId']})", operation["summary"]]
            for method, path, operation in operations])

    def _operation(self, method, path, operation):
        parts = [f"## `{method.upper()} {path}` {{ #{operation['operationId']} }}", operation["summary"],
                 operation.get("description", "")]
        if parameters := operation.get("parameters"):
            parts += ["<h3>Parameters</h3>", table(["Parameter", "Type", "Meaning"], [
                [f"`{one['name']}`<br>{_place(one)}", self._type(one["schema"]), one.get("description", "")]
                for one in parameters])]
        if body := operation.get("requestBody"):
            said = body.get("description", "") + ("" if body.get("required") else " It can be left out.")
            parts += ["<h3>Body</h3>", said.strip(), self._contents(body["content"], "\n\n")]
        return "\n\n".join([part for part in parts if part] + ["<h3>Answers</h3>", self._answers(operation["responses"])])

    def _answers(self, responses):
        rows, problems = [], []
        for status, answer in responses.items():
            if answer.get("$ref", "").endswith("/Problem"):
                problems.append(f"`{status}` {http.HTTPStatus(int(status)).phrase}")
                continue
            if "$ref" in answer:
                answer = self.document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
            fields = ", ".join(f"`{name}`" for name in answer.get("headers", {}))
            rows.append([f"`{status}`", "<br>".join(filter(None, [
                answer["description"], fields and f"Fields: {fields}.", self._contents(answer.get("content", {}), "<br>")]))])
        if problems:
            rows.append(["Problems", f"{', '.join(problems)}; {self._type({'$ref': f'{SCHEMA}Problem'})}"])
        return table(["Status", "Answer"], rows)

    def _contents(self, contents, line):
        lines = []
        for media, described in contents.items():
            lines.append(f"`{media}`: {self._type(described.get('schema', {}))}")
            examples = [described] if "example" in described else described.get("examples", {}).values()
            for one in examples:
                value = one.get("example", one.get("value"))
                lines.append(f"Example: `{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}`")
        return line.join(lines)

    # Schemas

    def _names(self, home):
        return sorted(name for name in self.homes if self.homes[name] == home)

    def _link(self, name):
        return f"[`{name}`](/{FOLDER}/schemas/{self.homes[name]}.md#{name})"

    def _schemas(self):
        parts = ["# Schemas", "The parts of bodies and answers, by the routes that use them first."]
        for home in dict.fromkeys(self.homes.values()):
            parts.append(f"## [{_title(home)}](/{FOLDER}/schemas/{home}.md) {{ #{home} }}")
            parts.append(", ".join(map(self._link, self._names(home))))
        return "\n\n".join(parts)

    def _schema(self, name):
        schema = self.schemas[name]
        rows = self._members(schema, "")
        return "\n\n".join(filter(None, [
            f"## `{name}` {{ #{name} }}", schema.get("description"),
            table(["Member", "Type", "Meaning"], rows) if rows else self._type(schema)]))

    def _members(self, schema, prefix):
        """Rows of members, and of those that their types have in place."""
        rows = []
        for name, member in schema.get("properties", {}).items():
            optional = "" if name in schema.get("required", []) else "<br>optional"
            rows.append([f"`{prefix}{name}`{optional}", self._type(member), member.get("description", "")])
            rows += self._members(_object_in(member), f"{prefix}{name}.")
        return rows

    def _type(self, schema):
        """The type of a value in words, and its limits."""
        return ", ".join([self._kind(schema), *_limits(schema)])

    def _kind(self, schema):
        name = str(schema.get("$ref")).removeprefix(SCHEMA)
        if name in self.schemas:
            return self._link(name)
        for key, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
            if key in schema:
                return word.join(dict.fromkeys(map(self._kind, schema[key])))
        if "const" in schema or "enum" in schema:
            return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
        kind = schema.get("type", "any JSON")
        if isinstance(kind, list):
            return " or ".join(kind)
        if kind == "array":
            return f"array of {self._kind(schema.get('items', {}))}"
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"object of {self._kind(schema['additionalProperties'])}"
        return KNOWN.get(schema.get("pattern"), {"uri": "URL"}.get(schema.get("format"), kind))


def _page(name):
    return f"{FOLDER}/content/index.md" if name == "content" else f"{FOLDER}/{name}.md"


def _title(name):
    return name.partition("/")[2] or TITLES.get(name, name.capitalize())


def _place(parameter):
    word = "field" if parameter["in"] == "header" else parameter["in"]
    return f"{word}, required" if parameter.get("required") and word != "path" else word


def _object_in(schema):
    """The object that a type has in place, below null and arrays."""
    if schema.get("properties"):
        return schema
    choices = [schema.get("items", {}), *(one for key in ("anyOf", "oneOf", "allOf") for one in schema.get(key, []))]
    return next(filter(None, map(_object_in, filter(None, choices))), {})


def _limits(schema):
    for least, most, unit in (("minimum", "maximum", ""), ("exclusiveMinimum", "exclusiveMaximum", ""),
                              ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " items")):
        low, high = (None if value is None or abs(value) >= LARGEST else value
                     for value in (schema.get(least), schema.get(most)))
        first, last = ("more than", "less than") if least.startswith("exclusive") else ("at least", "at most")
        if low is not None and high is not None:
            yield f"{low}{unit}" if low == high else f"{low} to {high}{unit}"
        elif low is not None or high is not None:
            yield f"{first} {low}{unit}" if high is None else f"{last} {high}{unit}"
    if schema.get("pattern") and schema["pattern"] not in KNOWN and schema.get("format") != "uri":
        yield f"`{schema['pattern']}`"
