"""Tries the screens of docs/cookbook: cookbook.py FOLDER [--update] [NAME …]; see `run`."""

import filecmp
import json
import math
import os
import pathlib
import re
import subprocess
import sys

COOKBOOK = pathlib.Path("docs/cookbook")
PAGE = pathlib.Path("docs/cookbook.md")
PICTURES = pathlib.Path("docs/images/cookbook")
WIDTHS = (390, 834)
SLACK = 0.01  # points, for sums of doubles
SLOT_SLACK = 0.2  # the title of recent_news begins 0.17 points above a row of 74, as on the existing screens
SIDEWAYS = {"shelf", "snap_carousel", "circular_carousel", "carousel"}  # they scroll beyond the edge
DEVICE = 150  # what a device adds to the height of a screen on the sheets, its caption included
LATER = "2040-01-02T12:00:00+09:00"  # when every window of the cookbook is open


def tanada(*arguments, **settings):
    """Runs the program; returns its output."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TANADA_")}
    environment |= {"TANADA_LOCALES": "en,ja,fr,de,ar", "TANADA_TIME_ZONE": "Asia/Tokyo", **settings}
    done = subprocess.run(
        [os.environ["TANADA"], *map(str, arguments)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"tanada {' '.join(map(str, arguments))}: {done.stderr.strip()}"
    return done.stdout


def vips(*arguments):
    return subprocess.run(["vips", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def field(name, picture):
    done = subprocess.run(["vipsheader", "-f", name, picture], check=True, capture_output=True, text=True)
    return int(done.stdout)


# The files.


def compare_files(first, second):
    """Both folders have the same files of a screen."""
    names = [
        {str(path.relative_to(folder)) for path in folder.rglob("*.json")} for folder in (first, second)
    ]
    assert names[0] == names[1], f"{first}: {sorted(names[0] ^ names[1])} on one side only"
    for name in sorted(names[0]):
        assert filecmp.cmp(first / name, second / name, shallow=False), f"{first / name} is exported otherwise"
    return len(names[0])


def restore(folder, database, work):
    """Seeds a screen into a new database, with its pictures, and exports it."""
    here = {"TANADA_DATABASE": str(database)}
    tanada("seed", folder, "--quiet", **here)
    files = compare_files(folder, export(database, work))
    assert tanada("seed", folder, "--dry-run", **here) == "", f"{folder}: seeding again changes something"
    imported = tanada("photo", "import", "--from", folder / "artwork", **here)
    assert re.match(r"\d+ added, \d+ were there, 0 failed", imported), imported
    for line in tanada("photo", "measure", "--dry-run", **here).splitlines():
        assert line.endswith(" right, 0 would be corrected, 0 failed"), line
    return files


def export(database, work):
    target = work / "export"
    subprocess.run(["rm", "-rf", target], check=True)
    tanada("export", "--all", target, TANADA_DATABASE=str(database))
    return target


# The documents.


def rectangle(frame):
    return frame["x"], frame["y"], frame["x"] + frame["width"], frame["y"] + frame["height"]


def inside(inner, outer, sideways=False, slack=SLACK):
    left, top, right, bottom = inner
    x = sideways or (left >= outer[0] - slack and right <= outer[2] + slack)
    return x and top >= outer[1] - slack and bottom <= outer[3] + slack


def slot_rectangle(slot, width, height):
    """A slot in a frame, as docs/cells.md says; one that follows a text has no place of its own."""
    if slot.get("left") is None and slot.get("right") is None:
        left = (width - slot["width"]) / 2
        right = left + slot["width"]
    elif slot.get("width") is not None:
        left = slot["left"] if slot.get("left") is not None else width - slot["right"] - slot["width"]
        right = left + slot["width"]
    else:
        left, right = slot["left"], width - slot["right"]
    tall = slot["height"] if slot.get("height") is not None else height - slot["offset"] - slot["bottom"]
    top = slot["offset"] if slot["anchor"] == "top" else height - slot["offset"] - tall
    return left, top, right, top + tall


def card_rectangles(layout):
    """The cards of a pile that can be seen while the first one is in front."""
    frame = layout["frames"][0]
    for state in layout["states"]:
        if state["progress"] < 0 or state["progress"] >= len(layout["frames"]) or not state.get("alpha", 1):
            continue
        if state["progress"] != int(state["progress"]):
            continue
        width, height = (frame[side] * state.get("scale", 1) for side in ("width", "height"))
        turn = state.get("rotation") or 0
        half_width = (abs(width * math.cos(turn)) + abs(height * math.sin(turn))) / 2
        half_height = (abs(width * math.sin(turn)) + abs(height * math.cos(turn))) / 2
        x = frame["x"] + frame["width"] / 2 + state.get("tx", 0)
        y = frame["y"] + frame["height"] / 2 + state.get("ty", 0)
        yield x - half_width, y - half_height, x + half_width, y + half_height


def check_section(section, width, where):
    layout, frames = section["layout"], section["layout"]["frames"]
    where = f"{where}: {section['id']}"
    assert section["items"], f"{where} is empty"
    assert len(frames) == len(section["items"]), f"{where} has items without a place"
    assert section["title"], f"{where} has no title"
    box = (0, 0, section["frame"]["width"], section["frame"]["height"] - section["layout_origin"]["y"])
    sideways = layout["type"] in SIDEWAYS
    for frame in frames:
        assert inside(rectangle(frame), box, sideways), f"{where}: item {frame['id']} is outside its section"
    if layout["type"] == "card_stack":
        for card in card_rectangles(layout):
            assert inside(card, box, sideways=True), f"{where}: a card behind, {card}, is outside {box}"
    assert section["cell"], f"{where} has no cell"
    for slot in section["cell"]["slots"]:
        # The line of recent_news is 6 points below a row of a snap carousel, as on the existing screens.
        if slot.get("after") or slot["type"] == "line" and layout["type"] == "snap_carousel":
            continue
        size = layout.get("card_size") or min(frames, key=lambda frame: frame["width"] * frame["height"])
        place = slot_rectangle(slot, size["width"], size["height"])
        card = (0, 0, size["width"], size["height"])
        assert inside(place, card, slack=SLOT_SLACK), f"{where}: slot {slot['role']} {place} is outside {card}"
    for item in section["items"]:
        image = item.get("image")
        assert image and image.get("sources"), f"{where}: item {item['id']} has no picture"


def check_document(document, width, where):
    """No section is empty, nothing is outside its section, and sections do not overlap."""
    bottom = 0
    for section in document["sections"]:
        check_section(section, width, where)
        frame = section["frame"]
        assert frame["x"] == 0 and frame["width"] == width, f"{where}: {section['id']} is not as wide as the screen"
        assert frame["y"] >= bottom - SLACK, f"{where}: {section['id']} is above the end of the one before"
        bottom = frame["y"] + frame["height"]
    assert abs(document["content_size"]["height"] - bottom) < SLACK, where
    return {section["id"] for section in document["sections"]}


def cut_texts(drawing):
    return sorted(set(re.findall(r">([^<>]*…)<", drawing)))


def clients(composition):
    """The options of preview for each client that the screen differs for, the plain one first."""
    found = [[]]
    for section in composition["sections"]:
        condition = section.get("when") or {}
        options = []
        for name in condition.get("audiences", []):
            options += ["--audience", name]
        if condition.get("platforms"):
            options += ["--platform", condition["platforms"][0]]
        if condition.get("app_version"):
            options += ["--app-version", "99"]
        if condition.get("share"):
            options += ["--share", str((condition["share"]["from"] + condition["share"]["to"]) / 2)]
        if options and options not in found:
            found.append(options)
    if any((section.get("window") or {}).get("publish_at") for section in composition["sections"]):
        found.append(["--at", LATER])
    return found


def locales(folder):
    """The locales that a screen has texts in, without the default one."""
    found = set()
    for file in folder.rglob("*.json"):
        found |= set(re.findall(r'"[a-z_]+@([a-z]{2})"', file.read_text()))
    return sorted(found)


def read_screen(name, database):
    """Reads and draws a screen in every way but as a picture; returns what it shows."""
    here = {"TANADA_DATABASE": str(database)}
    composition = json.loads((COOKBOOK / name / "feeds" / f"{name}.json").read_text())
    wanted, seen, layouts, cells = {section["id"] for section in composition["sections"]}, set(), set(), set()
    documents = 0
    for width in WIDTHS:
        for locale in ["en", *locales(COOKBOOK / name)]:
            for options in clients(composition):
                where = f"{name} at {width} in {locale} {' '.join(options)}".strip()
                arguments = ["preview", "--feed", name, "--width", width, "--locale", locale, *options]
                document = json.loads(tanada(*arguments, "--format", "json", **here))
                seen |= check_document(document, width, where)
                layouts |= {section["layout"]["type"] for section in document["sections"]}
                cells |= {section["cell"]["name"] for section in document["sections"]}
                drawing = tanada(*arguments, "--format", "svg", "--no-pictures", **here)
                assert not cut_texts(drawing), f"{where}: texts are cut off: {cut_texts(drawing)}"
                documents += 1
    assert seen == wanted, f"{name}: nobody sees {sorted(wanted - seen)}"
    return documents, layouts, cells


# The pictures.


def draw(name, database, work):
    """The picture of the page: light and dark on a phone, and on a tablet at half the size."""
    here = {"TANADA_DATABASE": str(database)}
    common = ["preview", "--feed", name, "--share", "0.1"]
    sheets = {}
    for scheme, options in (("light", []), ("dark", ["--dark", "--locale", locales(COOKBOOK / name)[0]])):
        sheets[scheme] = work / f"{name}-{scheme}.png"
        tanada(
            *common, "--compare", ",".join(map(str, WIDTHS)), "--format", "png", "--scale", "1",
            "--output", sheets[scheme], *options, **here,
        )  # fmt: skip
    heights = [
        json.loads(tanada(*common, "--width", width, "--format", "json", **here))["content_size"]["height"]
        for width in WIDTHS
    ]
    # A sheet has its title above, and the devices beside one another: the phone in the first 480 pixels.
    parts = [("light", 24, 456, 1, heights[0]), ("dark", 24, 456, 1, heights[0]), ("light", 484, 920, 0.5, heights[1])]
    tallest = round(max((height + DEVICE) * scale for *_, scale, height in parts))
    files = []
    for number, (scheme, left, width, scale, _) in enumerate(parts):
        file, sheet = work / f"{name}-{number}.png", sheets[scheme]
        vips("crop", sheet, f"{file}.0.png", left, 112, width, field("height", sheet) - 112)
        vips("flatten", f"{file}.0.png", f"{file}.1.png")
        vips("resize", f"{file}.1.png", f"{file}.2.png", scale)
        width, height = (field(side, f"{file}.2.png") for side in ("width", "height"))
        background = " ".join(vips("getpoint", sheet, 0, 0).split()[:3])
        vips("embed", f"{file}.2.png", f"{file}.3.png", 0, 0, width, max(height, tallest),
             "--extend", "background", "--background", background)  # fmt: skip
        vips("crop", f"{file}.3.png", file, 0, 0, width, tallest)
        files.append(file)
    picture = work / f"{name}.webp"
    vips("join", files[0], files[1], f"{picture}.1.png", "horizontal")
    vips("join", f"{picture}.1.png", files[2], f"{picture}.2.png", "horizontal")
    vips("copy", f"{picture}.2.png", f"{picture}[Q=72,effort=6,strip]")
    return picture


def compare_pictures(drawn, kept):
    """Pictures are the same, but for the edges of letters: no square of 16 pixels differs much on average."""
    assert kept.exists(), f"{kept} is missing; draw it with --update"
    sizes = [[field(side, picture) for side in ("width", "height")] for picture in (drawn, kept)]
    assert sizes[0] == sizes[1], f"{kept} is {sizes[1]}, the screen is {sizes[0]} now; look at it and use --update"
    work = drawn.parent / "difference"
    vips("subtract", drawn, kept, f"{work}-1.v")
    vips("abs", f"{work}-1.v", f"{work}-2.v")
    vips("bandmean", f"{work}-2.v", f"{work}-3.v")
    vips("shrink", f"{work}-3.v", f"{work}-4.v", 16, 16)
    most = float(vips("max", f"{work}-4.v").split()[0])
    assert most < 8, f"{kept} differs by {most:.0f} of 255 somewhere; look at it and use --update"
    return most


# The page.


def contains(whole, part):
    """Whether JSON has all that an excerpt of it says; lists of sections are matched by their ids."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and contains(whole[key], value) for key, value in part.items()
        )
    return whole == part


def check_page(names):
    """Every screen has a picture and an excerpt, and excerpts are in the files."""
    page = PAGE.read_text()
    chapters = dict(re.findall(r"^## [^\n]*\n\n<!-- (\w+) -->\n(.*?)(?=^## |\Z)", page, re.M | re.S))
    for name in names:
        chapter = chapters.get(name)
        assert chapter, f"{PAGE} has no chapter of {name}"
        assert f"](images/cookbook/{name}.webp)" in chapter, f"{PAGE} does not show {name}"
        assert f"docs/cookbook/{name}" in chapter, f"{PAGE} does not say how {name} is applied"
        composition = json.loads((COOKBOOK / name / "feeds" / f"{name}.json").read_text())
        sections = {section["id"]: section for section in composition["sections"]}
        excerpts = re.findall(r"^```json\n(.*?)^```", chapter, re.M | re.S)
        assert excerpts, f"{PAGE}: {name} has no excerpt"
        for excerpt in excerpts:
            for section in json.loads(f"[{excerpt}]"):
                found = sections.get(section["id"])
                assert found, f"{PAGE}: {name} has no section {section['id']}"
                assert contains(found, section), f"{PAGE}: {name}/{section['id']} is otherwise in the file"


def check_together(names, work):
    """All screens fit in one database, beside the feeds that are there."""
    database = work / "together.sqlite"
    here = {"TANADA_DATABASE": str(database)}
    tanada("seed", "Seeds", "--quiet", **here)
    tanada("seed", *(COOKBOOK / name for name in names), "--quiet", **here)
    feeds = {line.split()[0] for line in tanada("feed", "list", **here).splitlines()}
    assert feeds == {"home", *names}, feeds


def main(work, update, names):
    every = sorted(folder.name for folder in COOKBOOK.iterdir() if (folder / "feeds").is_dir())
    layouts, cells = set(), set()
    for name in names or every:
        database = work / f"{name}.sqlite"
        files = restore(COOKBOOK / name, database, work)
        documents, *more = read_screen(name, database)
        layouts, cells = layouts | more[0], cells | more[1]
        picture = draw(name, database, work)
        kept = PICTURES / picture.name
        if update:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(picture.read_bytes())
            print(f"{name}: {files} files, {documents} documents, picture of {kept.stat().st_size:,} bytes")
        else:
            most = compare_pictures(picture, kept)
            print(f"{name}: {files} files, {documents} documents, picture within {most:.1f} of 255", flush=True)
    if not names:
        catalog = json.loads(tanada("serve", "--get", "/v1/layouts", TANADA_DATABASE=str(work / f"{every[0]}.sqlite")))
        wanted = {layout["type"] for layout in catalog["layouts"]}, {cell["name"] for cell in catalog["cells"]}
        assert layouts == wanted[0], f"no screen has the layouts {sorted(wanted[0] - layouts)}"
        assert cells == wanted[1], f"no screen has the cells {sorted(wanted[1] - cells)}"
        print(f"{len(layouts)} layouts, {len(cells)} cells: all there are")
    if not update:
        check_page(names or every)
    check_together(every, work)
    print(f"{len(names or every)} screens, all of them in one database beside the samples")


if __name__ == "__main__":
    folder, *options = sys.argv[1:]
    try:
        main(pathlib.Path(folder), "--update" in options, [name for name in options if name != "--update"])
    except AssertionError as problem:
        sys.exit(f"error: {problem}")
