"""The HTTP interface: a page for each tag, from the server's own description."""

import http
import json
import re
from html import escape

from markup import inline
from page import Page
from schemas import Schemas, constraints, type_html

FOLDER = "reference/api"
TITLES = {
    "feeds": "Feeds", "kinds": "Kinds", "content": "Content", "photos": "Photos", "service": "Service",
    "administration": "Administration", "web": "Pages and scripts", "history": "History", "releases": "Releases",
    "layouts": "Layouts",
}
METHODS = ["get", "head", "post", "put", "patch", "delete", "options", "trace"]


def api_pages(document: dict, section: str) -> list[Page]:
    """The overview, a page for each tag, a page for the content of each kind, and the schemas."""
    groups = _groups(document)
    schemas = Schemas(document, {name: [o for _, _, o in found] for name, found in groups.items()}, FOLDER)
    pages = [_overview(document, groups, section)]
    for name, found in groups.items():
        body = "".join(_operation(schemas, document, *one) for one in found)
        pages.append(Page(_path(name), f"Routes: {_title(name)}", _list(name, found) + body, section=section))
    return pages + schemas.pages(section, _title)


def operations(document: dict) -> list[tuple[str, str, dict]]:
    """All of them: method, path, description."""
    return [
        (method, path, operations[method])
        for path, operations in document["paths"].items() for method in METHODS if method in operations
    ]


def _groups(document):
    """Operations by tags; those of the content of one kind have a group of their own, below content."""
    groups = {tag["name"]: [] for tag in document["tags"]}
    for method, path, operation in operations(document):
        name = operation["tags"][0]
        kind = re.match(r"/v1/(?:content|export|import)/([a-z0-9_]+)", path)
        groups.setdefault(f"content/{kind[1]}" if kind else name, []).append((method, path, operation))
    tags = [tag["name"] for tag in document["tags"]]
    order = sorted(groups, key=lambda name: (tags.index(name.partition("/")[0]), "/" in name))
    return {name: groups[name] for name in order if groups[name]}


def _path(name):
    """Content has pages of kinds below it."""
    return f"{FOLDER}/content/index.html" if name == "content" else f"{FOLDER}/{name}.html"


def _title(name):
    return name.partition("/")[2] or TITLES.get(name, name)


def _overview(document, groups, section):
    parts = [
        f"<p>{inline(document['info']['description'])} This reference is made of the description that a server gives of "
        'itself at <code>/openapi.json</code> (OpenAPI 3.1). <a href="/reference/http.html">HTTP</a> explains '
        "conditional requests, problems, tokens and versions with examples.</p>\n"
        "<p>Routes of content exist for each kind in force. Here they are those of the six kinds that every database "
        "begins with; the description of your own server has those of your kinds.</p>\n"
    ]
    for name, found in groups.items():
        kind = "Content of " if "/" in name else ""
        anchor = name.replace("/", "-")
        parts.append(f'<h2 id="{anchor}"><a href="/{_path(name)}">{kind}{escape(_title(name))}</a></h2>\n')
        parts.append(_list(name, found))
    return Page(f"{FOLDER}/index.html", "HTTP routes", "".join(parts), section=section)


def _list(name, found):
    rows = "".join(
        f'<tr><td><span class="method {method}">{method.upper()}</span></td>'
        f'<td><a href="/{_path(name)}#{operation["operationId"]}"><code>{_breakable(path)}</code></a></td>'
        f"<td>{inline(operation['summary'])}</td></tr>\n" for method, path, operation in found
    )
    return (
        f'<div class="table" role="group" aria-label="Routes: {escape(_title(name))}" tabindex="0"><table class="routes">'
        '<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th></tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>\n"
    )


def _breakable(path):
    return escape(path).replace("/", "/<wbr>")


def _operation(schemas, document, method, path, operation):
    name = operation["operationId"]
    described = f"<p>{inline(operation['description'])}</p>\n" if operation.get("description") else ""
    return (
        f'<section class="operation" aria-labelledby="{name}">\n'
        f'<h2 id="{name}"><span class="method {method}">{method.upper()}</span> <code>{_breakable(path)}</code></h2>\n'
        f'<p class="lead">{inline(operation["summary"])}</p>\n{described}'
        + _parameters(schemas, operation) + _body(schemas, operation)
        + _answers(schemas, document, operation) + "</section>\n"
    )


def _parameters(schemas, operation):
    found = operation.get("parameters", [])
    if not found:
        return ""
    rows = "".join(
        f'<tr class="parameter"><td><code>{escape(p["name"])}</code><br><span class="quiet">{_where(p)}</span></td>'
        f"<td>{type_html(schemas, p['schema'])}{constraints(p['schema'])}</td>"
        f"<td>{inline(p.get('description', ''))}</td></tr>\n" for p in found
    )
    return (
        "<h3>Parameters</h3>\n"
        f'<div class="table" role="group" aria-label="Parameters of {operation["operationId"]}" tabindex="0">'
        '<table class="parameters"><thead><tr><th scope="col">Name</th><th scope="col">Type</th>'
        f'<th scope="col">Meaning</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n'
    )


def _where(parameter):
    word = "field" if parameter["in"] == "header" else parameter["in"]
    return f"{word}, required" if parameter.get("required") and word != "path" else word


def _body(schemas, operation):
    body = operation.get("requestBody")
    if not body:
        return ""
    needed = "" if body.get("required") else " It can be left out."
    said = (inline(body.get("description", "")) + needed).strip()
    return "<h3>Body</h3>\n" + (f"<p>{said}</p>\n" if said else "") + _contents(schemas, body["content"])


def _contents(schemas, contents):
    items = []
    for media, described in contents.items():
        schema = described.get("schema", {})
        items.append(f"<li><code>{escape(media)}</code>: {type_html(schemas, schema)}{constraints(schema)}</li>\n")
        items += [_example(example) for example in _examples(described)]
    return f'<ul class="bodies">\n{"".join(items)}</ul>\n'


def _examples(described):
    found = [described["example"]] if "example" in described else []
    return found + [one["value"] for one in described.get("examples", {}).values() if "value" in one]


def _example(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return f"<li>Example: <code>{escape(text)}</code></li>\n"


def _answers(schemas, document, operation):
    rows, problems = [], []
    for status, response in operation["responses"].items():
        if "$ref" in response:
            reference = response["$ref"]
            response = document["components"]["responses"][reference.rpartition("/")[2]]
            if reference.endswith("/Problem"):
                problems.append(status)
                continue
        rows.append(
            f'<tr class="answer"><td><code>{status}</code></td><td>{inline(response["description"])}'
            f'{_headers(response)}{_contents(schemas, response["content"]) if response.get("content") else ""}</td></tr>\n'
        )
    if problems:
        texts = ", ".join(f'<span class="problem"><code>{s}</code> {_phrase(s)}</span>' for s in problems)
        rows.append(f'<tr><td>Problems</td><td>{texts}; {type_html(schemas, {"$ref": "#/components/schemas/Problem"})}</td></tr>\n')
    return (
        "<h3>Answers</h3>\n"
        f'<div class="table" role="group" aria-label="Answers of {operation["operationId"]}" tabindex="0">'
        '<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Answer</th></tr></thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody></table></div>\n"
    )


def _headers(response):
    names = [f"<code>{escape(name)}</code>" for name in response.get("headers", {})]
    return f" Fields: {', '.join(names)}." if names else ""


def _phrase(status):
    return http.HTTPStatus(int(status)).phrase
