"""What docs/stability.md promises is there: every route, document, problem, command, option, setting and metric in
docs/stability/*.txt is in the program, and the sample screen has the same numbers to the last bit. What is new is not
in the lists yet, and has to be added to them.

    Tests/e2e/run release/test_stable.py --record

adds what is new and removes what is gone; review the change of the lists. A line that was in a release may only go with
a new major version."""

import functools
import hashlib
import json
import re
import tempfile

import pytest
from harness import ROOT, Store, program, stores

LISTS = ROOT / "docs/stability"
METHODS = ("get", "put", "post", "delete", "patch")


def tanada(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        return Store(folder, with_defaults=True).run(*arguments)


@functools.cache
def api():
    return json.loads(tanada("serve", "--get", "/openapi.json"))


@functools.cache
def sources():
    return [file.read_text() for file in sorted((ROOT / "Sources").rglob("*.swift"))]


def routes():
    """Operations with their roles, parameters, bodies and answers. Of kinds, which are content, one stands for all."""
    paths = api()["paths"]
    others = {path.split("/")[3] for path in paths if path.startswith("/v1/export/")} - {"recent_news"}
    for path, method, operation in ((path, *each) for path in paths for each in paths[path].items()):
        if others & set(path.split("/")) or method not in METHODS:
            continue
        name = f"{method.upper()} {path}"
        yield name
        if "security" in operation:
            yield f"{name} requires {operation['description'].split()[-1].rstrip('.')}"
        for parameter in operation.get("parameters", []):
            yield f"{name} {parameter['in']} {parameter['name']}" + (" (required)" if parameter.get("required") else "")
        for media in operation.get("requestBody", {}).get("content", {}):
            yield f"{name} takes {media}"
        for status, answer in operation["responses"].items():
            if status < "400":  # problems have a list of their own
                yield f"{name} answers {status} {' '.join(answer.get('content', {}))}".rstrip()


def shape(schema):
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(shape(each) for each in schema[several]))
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " | ".join(kind)
    if kind == "array":
        return f"[{shape(schema.get('items', {}))}]"
    return json.dumps(schema["const"]) if "const" in schema else kind


def documents():
    """Members of documents and bodies, with their types."""
    def members(name, schema):
        for inner in schema.get("allOf", []):
            if "$ref" not in inner:
                yield from members(name, inner)
        for member, inner in schema.get("properties", {}).items():
            yield f"{name}.{member}: {shape(inner)}" + (
                " (always there)" if member in schema.get("required", []) else "")
            # Objects without a name of their own.
            nested = inner.get("items", inner)
            if "properties" in nested:
                yield from members(f"{name}.{member}", nested)

    for name, schema in api()["components"]["schemas"].items():
        yield from members(name, schema)
        if "properties" not in schema:
            yield f"{name}: {shape(schema)}"


def problems():
    """Statuses and codes, as the table in docs/http.md has them."""
    page = (ROOT / "docs/http.md").read_text()
    for status, codes in re.findall(r"(?m)^\| (\d{3}) \| (`[a-zA-Z_`, ]+) \|", page):
        yield from (f"{status} {code}" for code in re.findall(r"`(\w+)`", codes))


def commands():
    for words, arguments, _ in program.commands():
        name = " ".join(["tanada", *words])
        yield name
        for argument in arguments:
            if argument["kind"] == "positional":
                yield f"{name} <{argument['valueName']}>" + ("" if argument["isOptional"] else " (required)")
            value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
            for option in argument.get("names", []):
                yield f"{name} {'--' if option['kind'] == 'long' else '-'}{option['name']}{value}"


def settings():
    return (f"{name} (TANADA_{name.upper()})" for name in json.loads(tanada("config", "--json")))


def metrics():
    descriptions = (ROOT / "Sources/FeedHTTP/Observation/MetricDescription.swift").read_text()
    found = re.findall(r'\.(counter|gauge|histogram)\(\s*"(\w+)"', descriptions)
    return (f"{name} ({kind})" for kind, name in found)


def places(value, path=""):
    """Every number below a name that means a place or a size, as it is written. A shadow is no box."""
    if isinstance(value, (dict, list)):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, each in inner:
            if name == "shadow":
                continue
            yield from places(each, f"{path}.{name}" if isinstance(value, dict) else f"{path}[{name}]")
    elif isinstance(value, str) and value.startswith("#") and re.search(
            r"\.(frames?|content_size|layout_origin|media_size|height)\b", path):
        yield f"{path}={value[1:]}"


def numbers():
    """Digests of the places and sizes in each section of the sample screen: another last bit of one number is another
    digest. Numbers are kept as the texts that they are written as."""
    widths = [(width, "") for width in (320, 375, 390, 393.5, 430, 768, 1024)]
    with tempfile.TemporaryDirectory() as folder:
        store = stores.copy_of_samples(folder, with_defaults=True, environment={"TANADA_LOCALES": "ja,en"})
        for width, more in widths + [(390, "&text_size=1.3"), (390, "&direction=rtl")]:
            text = store.run("serve", "--get", f"/v1/feeds/home?width={width}{more}")
            screen = json.loads(text, parse_float=lambda number: f"#{number}", parse_int=lambda number: f"#{number}")
            for section in screen["sections"]:
                found = sorted(places(section))
                assert len(found) > 5, f"{section['id']} has {len(found)} numbers"
                digest = hashlib.sha256("\n".join(found).encode()).hexdigest()
                yield f"width={width}{more} {section['id']}: {digest[:24]}"


@pytest.mark.parametrize("lines", [routes, documents, problems, commands, settings, metrics, numbers])
def test_what_is_promised_is_there(lines, record, figure):
    name, file, found = lines.__name__, LISTS / f"{lines.__name__}.txt", sorted(set(lines()))
    assert found, f"no {name}"
    if record:
        file.write_text("".join(f"{line}\n" for line in found))
    known = file.read_text().splitlines()
    gone, new = sorted(set(known) - set(found)), sorted(set(found) - set(known))
    assert not gone, f"gone from the {name}, which docs/stability.md promises: {gone}"
    assert not new, f"new in the {name}; see --record: {new}"
    figure(f"stable: {len(found)} {name}")


def test_problems_are_in_the_documentation():
    """Nobody sees that of a client that has left."""
    codes = r'(?:\bcode: |\(\s*\.\w+,\s*)"([a-z]+_[a-z_]+|internal)"'
    found = {code for text in sources() for code in re.findall(codes, text)}
    assert len(found) > 20, f"only {len(found)} codes were found in Sources"
    named = {line.split()[1] for line in (LISTS / "problems.txt").read_text().splitlines()}
    assert not [code for code in found - named - {"client_left"} if not code.startswith("invalid_")]


def test_the_tests_that_hold_promises_are_there():
    page = (ROOT / "docs/stability.md").read_text()
    swift = {file.stem for file in (ROOT / "Tests").rglob("*Tests.swift")}
    named = re.findall(r"`(Tests/[\w./-]+)", page)
    suites = re.findall(r"`\w+Tests/(?:\w+/)?(\w+Tests)`", page)
    assert len(named) > 10 and len(suites) > 5, (named, suites)
    assert not [name for name in named if not (ROOT / name).exists()] + [name for name in suites if name not in swift]
