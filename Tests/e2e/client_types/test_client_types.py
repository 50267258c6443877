"""What `tanada types` writes is compiled, for the standard kinds and for kinds with the worst names, and reads documents of a
running server: those of today, and one with a layout, a slot, a kind and a choice of a later version."""

import copy
import json
import os
import pathlib
import shutil
import subprocess

import pytest
from harness import ROOT, Server, need

HERE = pathlib.Path(__file__).parent
STANDARD = {
    "featured_topics": "title", "recent_news": "title", "campaign_banners": "banner_contents_id",
    "trend_articles": "title", "pickup_photos": "title", "favorite_scenes": "title",
}
VALUES = {"text": "text", "integer": 7, "number": 1.5, "boolean": True, "url": "https://example.com/"}
# What deno checks by default is TypeScript's `strict`, and this is stricter.
DENO = {"noUncheckedIndexedAccess": False, "exactOptionalPropertyTypes": True, "noImplicitOverride": True}


def write(file, document):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, ensure_ascii=False))


def write_items(folder):
    """Writes a full and an empty item of each of the kinds with the worst names, and a feed that shows all of them."""
    def value(field):
        if field["type"] == "choice":
            return field["choices"][-1]
        return [VALUES[field["of"]]] if field["type"] == "list" else VALUES[field["type"]]

    kinds = json.loads((HERE / "kinds.json").read_text())["kinds"]
    for kind in kinds:
        full = {"id": 1} | {field["name"]: value(field) for field in kind["fields"]}
        if "name" in full:
            full["name"] = kind["kind"]
        empty = {"id": 2} | {
            field["name"]: None if field.get("required") is False else value(field) for field in kind["fields"]}
        write(folder / f"{kind['kind']}.json", {"result": [full, empty]})
    sections = [{"id": f"s{index}", "kind": kind["kind"], "title": kind["title"], "layout": {"type": "uniform_grid"}}
                for index, kind in enumerate(kinds)]
    write(folder / "feeds/all.json", {"feed": "all", "sections": sections})


def of_later(home):
    """A document that a server of a later version could send."""
    later = copy.deepcopy(home) | {"direction": "ttb", "weather": "fine"}
    by_layout = {section["layout"]["type"]: section for section in later["sections"]}
    # What this version does not know: a layout, a slot, a kind, a choice, an effect and members beside the known ones.
    shelf, grid, stack = (by_layout[name] for name in ("shelf", "uniform_grid", "card_stack"))
    shelf["layout"] |= {"type": "hologram", "depth": {"near": 1}}
    shelf["cell"]["slots"][0]["type"] = "video"
    shelf["cell"]["name"] = "projection"
    grid["kind"] = "films"
    grid["items"][0]["length"] = 90
    stack["layout"]["effect"] = "stack.origami"
    stack["layout"]["states"][0] = {"progress": -1, "folds": 3}
    # What it knows, but is not as it was: a layout without its pages, an item without a field.
    del by_layout["snap_carousel"]["layout"]["pages"]
    del by_layout["staggered_grid"]["items"][0]["title"]
    return later


@pytest.fixture(scope="module")
def made(make_store, make_folder):
    """A folder with types of both sets of kinds in each language, and with documents; and these documents."""
    folder = make_folder("types")
    store = make_store()
    documents = {}

    def write_types(kinds, of):
        for language in ("typescript", "swift", "kotlin"):
            of.run("types", language, "--output", folder / f"{kinds}.{language}")

    write_types("standard", make_store(samples=False))
    write_items(folder / "items")
    store.run("kind", "apply", HERE / "kinds.json")
    store.run("seed", folder / "items")
    write_types("hostile", store)
    with Server(store) as server:
        documents["home"], documents["all"] = server.document(width=390), server.document("all", width=390)
        documents["page"] = server.must("GET", "/v1/feeds/home/sections/pickup_photos?width=390&limit=3", token=None)
    documents["later"] = of_later(documents["home"])
    for name, document in documents.items():
        write(folder / "documents" / f"{name}.json", document)
    return folder, documents


def text(number):
    return str(int(number)) if number == int(number) else repr(number)


def describe(layout):
    match layout:
        case {"type": "shelf", "media_size": {"width": width}}:
            return f"shelf {text(width)}"
        case {"type": "snap_carousel", "pages": pages}:
            return f"snap_carousel {len(pages)}"
        case {"type": "circular_carousel", "radius": radius, "states": states}:
            return f"circular_carousel {text(radius)} {len(states)}"
        case {"type": "uniform_grid", "columns": columns}:
            return f"uniform_grid {columns}"
        case {"type": "staggered_grid", "columns": columns}:
            return f"staggered_grid {len(columns)}"
        case {"type": "card_stack", "effect": effect, "states": states}:
            return f"card_stack {effect} {sum('alpha' in state for state in states)} of {len(states)}"
    return f"unknown {layout['type']} {len(layout['frames'])}"


def describe_slot(slot):
    if slot["type"] == "text":
        return "text:" + slot["font"]["families"][0]
    return "image:" + slot["content_mode"] if slot["type"] == "image" else slot["type"]


def expected(documents, kinds):
    for name in ("home", "later"):
        yield f"{name} {documents[name]['direction']} {documents[name]['revision']}"
        for section in documents[name]["sections"]:
            if section["kind"] != "shops":
                yield f"{name} {section['id']} {section['kind']} {section['cell']['name']}"
                yield f"  {describe(section['layout'])}"
                yield "  " + " ".join(map(describe_slot, section["cell"]["slots"]))
                kind, item = section["kind"], section["items"][0]
                yield f"  {kind}:{item[STANDARD[kind]]}" if STANDARD.get(kind) in item else f"  unknown:{item['id']}"
    page = documents["page"]
    yield f"page {len(page['section']['items'])} {'more' if page['next'] else 'end'}"
    if kinds == "hostile":
        first, *_ = items = [section["items"][0] for section in documents["all"]["sections"]]
        names = ("class", "type", "self", "init", "hash_value", "x_1", "protocol")
        yield " ".join(["hostile", *(str(first[name]) for name in names)])
        yield " ".join(["hostile", *(item.get("name", "-") for item in items)])


def call(folder, *command):
    settings = {"DENO_DIR": str(ROOT / ".build/deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, env=os.environ | settings)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def copy_program(folder, types, kinds, suffix, names):
    """Copies the types and the program beside each other; that for the worst names goes on after it."""
    shutil.copy(types / f"{kinds}.{suffix}", folder / names[0])
    texts = [(HERE / name).read_text() for name in (f"use.{names[1]}", f"hostile.{names[1]}")]
    (folder / names[2]).write_text("".join(texts[:1 if kinds == "standard" else 2]))


def typescript(folder, types, kinds):
    copy_program(folder, types, kinds, "typescript", ("tanada.ts", "ts", "use.ts"))
    write(folder / "deno.json", {"compilerOptions": DENO})
    call(folder, "deno", "check", "--quiet", "use.ts")
    # Below /dev, where temporary folders are, Deno reads nothing with less.
    return call(folder, "deno", "run", "--quiet", "--no-check", "--allow-all", "use.ts", types / "documents")


def swift(folder, types, kinds):
    copy_program(folder, types, kinds, "swift", ("Tanada.swift", "swift", "main.swift"))
    call(folder, "swiftc", "-swift-version", "6", "-warnings-as-errors", "Tanada.swift", "main.swift", "-o", "use")
    return call(folder, "./use", types / "documents")


def kotlin(folder, types, kinds):
    """The types need the standard library alone, with every warning an error."""
    jars = pathlib.Path(call(ROOT, next((ROOT / "Tests").rglob("compiler"))).strip())
    libraries = [jar for name in ("kotlin-stdlib", "kotlinx-serialization") for jar in jars.glob(f"{name}-*.jar")]

    def build(to, file, *others):
        call(folder, "java", "-cp", f"{jars}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect",
             "-Werror", "-cp", ":".join(map(str, others)), "-d", to, file)

    for name in ("use.kt", "hostile.kt"):
        shutil.copy(HERE / name, folder)
    shutil.copy(types / f"{kinds}.kotlin", folder / "Tanada.kt")
    build("out", "Tanada.kt", *jars.glob("kotlin-stdlib-*.jar"))
    build("program", "use.kt", *libraries, "out")
    path = ["hostile", "program", *libraries, "out"]
    run = ("java", "-cp", ":".join(map(str, path)))
    printed = call(folder, *run, "UseKt", types / "documents")
    if kinds == "hostile":
        build(*path[:1], "hostile.kt", *path[1:])
        printed += call(folder, *run, "HostileKt", types / "documents")
    return printed


@pytest.mark.parametrize("kinds", ["standard", "hostile"])
@pytest.mark.parametrize("language,program", [(typescript, "deno"), (swift, "swiftc"), (kotlin, "java")])
def test_types_read_documents(made, folder, language, program, kinds):
    """What each program prints is what the documents have, and so the same in every language."""
    need(program)
    types, documents = made
    assert language(folder, types, kinds).splitlines() == list(expected(documents, kinds))
