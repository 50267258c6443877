"""The screens of docs/cookbook: each is seeded into a new store and exported again, to the byte, read at two widths in each of
its languages and for each client and time that it has conditions for, and drawn as on docs/cookbook.md. The feeds of
the twenty cards are read and drawn at three widths in both schemes, both directions and two sizes of text as well, and
so is the default home with cells of its own.

    Tests/e2e/run cookbook --size update=1    draws the pictures of the page anew. Needs Debian's libvips-tools.
"""

import itertools
import json
import math
import pathlib
import re
import subprocess

import pytest
from oracle.drawing import slot_rects
from harness import ROOT, need

SLACK = 0.01  # points, for sums of doubles
SLOT_SLACK = 0.2  # the title of recent_news begins 0.17 points above a row of 74, as on the existing screens
SIDEWAYS = {"shelf", "snap_carousel", "circular_carousel", "carousel"}  # they scroll beyond the edge
WIDTHS = (390, 834)
DEVICE = 150  # what a device adds to the height of a screen on the sheets, its caption included
COOKBOOK = ROOT / "docs/cookbook"
PAGE = ROOT / "docs/cookbook.md"
PICTURES = ROOT / "docs/images/cookbook"
LATER = "2040-01-02T12:00:00+09:00"  # when every window of the cookbook is open
SETTINGS = {"TANADA_LOCALES": "en,ja,fr,de,ar", "TANADA_TIME_ZONE": "Asia/Tokyo"}
NAMES = sorted(folder.parent.name for folder in COOKBOOK.glob("*/kinds") if folder.parent.name != "cards")
HOME = COOKBOOK / "home"  # over the kinds and items of Seeds, so it has neither
HOME_SETTINGS = {"TANADA_LOCALES": "ja,en", "TANADA_TIME_ZONE": "Asia/Tokyo"}
CARDS = COOKBOOK / "cards"
CARD_FEEDS = {"cards": ("cards_market", "cards_night"), "cards-more": ("cards_paper", "cards_bright")}  # by the picture
CARD_WIDTHS = (320, *WIDTHS)
CARD_LINES = 40  # the most of a cell, as `tanada cell show` prints it


def inside(inner, outer, sideways=False, slack=SLACK):
    left, top, right, bottom = inner
    x = sideways or (left >= outer[0] - slack and right <= outer[2] + slack)
    return x and top >= outer[1] - slack and bottom <= outer[3] + slack


def card_rectangles(layout):
    """The cards of a pile that can be seen while the first one is in front."""
    frame = layout["frames"][0]
    for state in layout["states"]:
        progress = state["progress"]
        if not 0 <= progress < len(layout["frames"]) or progress != int(progress) or not state.get("alpha", 1):
            continue
        width, height = (frame[side] * state.get("scale", 1) for side in ("width", "height"))
        turn = state.get("rotation") or 0
        half_width = (abs(width * math.cos(turn)) + abs(height * math.sin(turn))) / 2
        half_height = (abs(width * math.sin(turn)) + abs(height * math.cos(turn))) / 2
        x = frame["x"] + frame["width"] / 2 + state.get("tx", 0)
        y = frame["y"] + frame["height"] / 2 + state.get("ty", 0)
        yield x - half_width, y - half_height, x + half_width, y + half_height


def check_section(section, where):
    layout, frames = section["layout"], section["layout"]["frames"]
    assert section["items"] and section["title"] and section["cell"], f"{where} is empty, or has no title or no cell"
    assert len(frames) == len(section["items"]), f"{where} has items without a place"
    box = (0, 0, section["frame"]["width"], section["frame"]["height"] - section["layout_origin"]["y"])
    for frame in frames:
        place = frame["x"], frame["y"], frame["x"] + frame["width"], frame["y"] + frame["height"]
        assert inside(place, box, layout["type"] in SIDEWAYS), f"{where}: item {frame['id']} is outside its section"
    for card in card_rectangles(layout) if layout["type"] == "card_stack" else ():
        assert inside(card, box, sideways=True), f"{where}: a card behind, {card}, is outside {box}"
    size = layout.get("card_size") or min(frames, key=lambda frame: frame["width"] * frame["height"])
    card = (0, 0, size["width"], size["height"])
    for slot, rect in zip(section["cell"]["slots"], slot_rects(section["cell"], size["width"], size["height"], {})):
        # The line of recent_news is 6 points below a row of a snap carousel, as on the existing screens.
        if not slot.get("after") and not (slot["type"] == "line" and layout["type"] == "snap_carousel"):
            place = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
            assert inside(place, card, slack=SLOT_SLACK), f"{where}: slot {slot['role']} {place} is outside {card}"
    for item in section["items"] if "image" in section["roles"] else ():
        assert (item.get("image") or {}).get("sources"), f"{where}: item {item['id']} has no picture"


def check_document(document, width, where):
    bottom = 0
    for section in document["sections"]:
        check_section(section, f"{where}: {section['id']}")
        frame = section["frame"]
        assert frame["x"] == 0 and frame["width"] == width, f"{where}: {section['id']} is not as wide as the screen"
        assert frame["y"] >= bottom - SLACK, f"{where}: {section['id']} is above the end of the one before"
        bottom = frame["y"] + frame["height"]
    assert abs(document["content_size"]["height"] - bottom) < SLACK, where


def vips(*arguments):
    return subprocess.run(["vips", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def pixels(picture):
    return [int(subprocess.run(["vipsheader", "-f", side, picture], check=True, capture_output=True, text=True).stdout)
            for side in ("width", "height")]


def draw(store, name, locales, folder):
    """The picture of the page: light and dark on a phone, and on a tablet at half the size."""
    common = ["preview", name, "--share", "0.1"]
    sheets = {"light": folder / f"{name}-light.png", "dark": folder / f"{name}-dark.png"}
    for locale, (scheme, options) in zip(locales, (("light", []), ("dark", ["--dark"]))):
        store.run(*common, "--compare", ",".join(map(str, WIDTHS)), "--format", "png", "--scale", "1",
                  "--output", sheets[scheme], "--locale", locale, *options)
    phone, tablet = (json.loads(store.run(*common, "--width", width, "--format", "json"))["content_size"]["height"]
                     for width in WIDTHS)
    # A sheet has its title above, and the devices beside one another: the phone in the first 480 pixels.
    parts = [("light", 24, 456, 1, phone), ("dark", 24, 456, 1, phone), ("light", 484, 920, 0.5, tablet)]
    tallest = round(max((height + DEVICE) * scale for *_, scale, height in parts))
    devices = [device(sheets[scheme], left, width, scale, tallest, folder / f"{name}-{number}.png")
               for number, (scheme, left, width, scale, _) in enumerate(parts)]
    return joined(devices, folder / f"{name}.webp")


def draw_cards(store, name, folder):
    """A picture of the cards on the page: two feeds on phones, light and dark, at two thirds of the size."""
    devices, scale = [], 2 / 3
    documents = [json.loads(store.run("preview", feed, "--width", WIDTHS[0], "--format", "json"))
                 for feed in CARD_FEEDS[name]]
    heights = [document["content_size"]["height"] for document in documents]
    tallest = round((max(heights) + DEVICE) * scale)
    for feed, (scheme, options) in itertools.product(
            CARD_FEEDS[name], (("light", []), ("dark", ["--dark", "--locale", "ja"]))):
        sheet = folder / f"{feed}-{scheme}.png"
        store.run("preview", feed, "--compare", ",".join(map(str, WIDTHS)), "--format", "png", "--scale", "1",
                  "--output", sheet, *options)
        devices.append(device(sheet, 24, 456, scale, tallest, folder / f"{feed}-{scheme}-device.png"))
    return joined(devices, folder / f"{name}.webp")


def device(sheet, left, width, scale, tallest, file):
    """A device of a sheet, `left` pixels from its edge, on a picture that is `tallest` pixels high."""
    vips("crop", sheet, f"{file}.0.png", left, 112, width, pixels(sheet)[1] - 112)
    vips("flatten", f"{file}.0.png", f"{file}.1.png")
    vips("resize", f"{file}.1.png", f"{file}.2.png", scale)
    width, height = pixels(f"{file}.2.png")
    background = " ".join(vips("getpoint", sheet, 0, 0).split()[:3])
    # The last row of pixels is darker where it is a part of one.
    vips("crop", f"{file}.2.png", f"{file}.4.png", 0, 0, width, height - 1)
    vips("embed", f"{file}.4.png", f"{file}.3.png", 0, 0, width, max(height, tallest),
         "--extend", "background", "--background", background)
    vips("crop", f"{file}.3.png", file, 0, 0, width, tallest)
    return file


def joined(devices, picture):
    """The pictures of devices beside one another, as WebP."""
    row = devices[0]
    for number, file in enumerate(devices[1:]):
        vips("join", row, file, f"{picture}.{number}.png", "horizontal")
        row = f"{picture}.{number}.png"
    vips("copy", row, f"{picture}[Q=72,effort=6,strip]")
    return picture


def check_picture(drawn, kept, update):
    """How much a picture differs from the one that is kept; with `update`, it is kept instead."""
    if update:
        kept.write_bytes(drawn.read_bytes())
    assert pixels(drawn) == pixels(kept), f"{kept} has another size; look at it and draw it anew"
    most = difference(drawn, kept)
    assert most < 8, f"{kept} differs by {most:.0f} of 255 somewhere; look at it and draw it anew"
    return most


def difference(drawn, kept):
    """The most that a square of 16 pixels differs on average, of 255: edges of letters differ, and nothing else."""
    work = pathlib.Path(drawn).parent / "difference"
    vips("subtract", drawn, kept, f"{work}-1.v")
    vips("abs", f"{work}-1.v", f"{work}-2.v")
    vips("bandmean", f"{work}-2.v", f"{work}-3.v")
    vips("shrink", f"{work}-3.v", f"{work}-4.v", 16, 16)
    return float(vips("max", f"{work}-4.v").split()[0])


def composition(name):
    return json.loads((COOKBOOK / name / "feeds" / f"{name}.json").read_text())["sections"]


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.json")}


def locales(name):
    """The locales that a screen has texts in, without the default one."""
    texts = b"".join(files(COOKBOOK / name).values()).decode()
    return sorted(set(re.findall(r'"[a-z_]+@([a-z]{2})"', texts)))


def clients(sections):
    """The options of preview for each client that the screen differs for, the plain one first."""
    found = [[]]
    for section in sections:
        condition = section.get("when") or {}
        options = [option for name in condition.get("audiences", []) for option in ("--audience", name)]
        if condition.get("platforms"):
            options += ["--platform", condition["platforms"][0]]
        if condition.get("app_version"):
            options += ["--app-version", "99"]
        if condition.get("share"):
            options += ["--share", str((condition["share"]["from"] + condition["share"]["to"]) / 2)]
        if options not in found:
            found.append(options)
    if any((section.get("window") or {}).get("publish_at") for section in sections):
        found.append(["--at", LATER])
    return found


@pytest.fixture
def make_screens(make_store):
    def make(*names, samples=False):
        store = make_store(samples=samples, environment=SETTINGS, with_defaults=True)
        store.run("seed", *(COOKBOOK / name for name in names), "--quiet")
        return store

    return make


def read(store, name, width, locale, options):
    arguments = ["preview", name, "--width", width, "--locale", locale, *options]
    document = json.loads(store.run(*arguments, "--format", "json"))
    where = f"{name} at {width} in {locale} {' '.join(options)}"
    check_document(document, width, where)
    cut = set(re.findall(r">([^<>]*…)<", store.run(*arguments, "--format", "svg", "--no-pictures")))
    assert not cut, f"{where}: texts are cut off: {sorted(cut)}"
    return document


def check_files(store, screen, folder):
    """A store that was seeded with a screen writes its files again, and its pictures have the sizes that items say."""
    store.run("export", "--all", folder / "export")
    assert files(folder / "export") == files(screen)
    assert store.run("seed", screen, "--dry-run") == ""
    imported = store.run("photo", "import", "--from", screen / "artwork")
    assert re.match(r"\d+ added, \d+ were there, 0 failed", imported), imported
    for line in store.run("photo", "measure", "--dry-run").splitlines():
        assert line.endswith(" right, 0 would be corrected, 0 failed"), line


@pytest.mark.parametrize("name", NAMES)
def test_a_screen(make_screens, folder, figure, size, name):
    store = make_screens(name)
    check_files(store, COOKBOOK / name, folder)

    sections = composition(name)
    documents = [read(store, name, width, locale, options) for width in WIDTHS for locale in ["en", *locales(name)]
                 for options in clients(sections)]
    seen = {section["id"] for document in documents for section in document["sections"]}
    assert seen == {section["id"] for section in sections}, "nobody sees some sections"

    need("vips")
    drawn, kept = draw(store, name, ("en", locales(name)[0]), folder), PICTURES / f"{name}.webp"
    most = check_picture(drawn, kept, size("update", 0))
    figure(f"cookbook, {name}: {len(documents)} documents, picture within {most:.1f} of 255")


def own(folder, name):
    """The names of a screen's own cells or themes."""
    return sorted(file.stem for file in (COOKBOOK / folder / name).glob("*.json"))


def test_all_screens_fit_in_one_store_and_show_all_layouts_and_their_cells(make_screens):
    store = make_screens(*NAMES, samples=True)
    assert {line.split()[0] for line in store.run("feed", "list").splitlines()} == {"home", *NAMES}
    sections = [section for name in NAMES for options in clients(composition(name)) for section in json.loads(
        store.run("preview", name, "--width", WIDTHS[0], *options, "--format", "json"))["sections"]]
    catalog = json.loads(store.run("serve", "--get", "/v1/layouts"))
    assert {section["layout"]["type"] for section in sections} == {layout["type"] for layout in catalog["layouts"]}
    cells = [cell for name in NAMES for cell in own(name, "cells")]
    assert len(cells) == len(set(cells)) and {section["cell"]["name"] for section in sections} == set(cells)
    assert all(own(name, "themes") == [name] for name in NAMES), "each screen has a theme with its name"


def seeded_home(make_store, **options):
    store = make_store(samples=False, environment=HOME_SETTINGS, with_defaults=True, **options)
    store.run("seed", ROOT / "Seeds", HOME, "--quiet")
    return store


def test_the_default_home_has_cells_of_its_own(make_store, folder, figure, size):
    """It shows the items of Seeds, whose home screen stays as it is, and is exported to the byte."""
    plain = make_store(samples=False, environment=HOME_SETTINGS, with_defaults=True)
    plain.run("seed", ROOT / "Seeds", "--quiet")
    store = seeded_home(make_store)
    kept = [json.loads(one.run("preview", "home", "--format", "json"))["sections"] for one in (plain, store)]
    assert kept[0] == kept[1], "the home screen of Seeds has changed"
    store.run("export", "--all", folder / "export")
    exported = files(folder / "export")
    assert {path: exported[path] for path in files(HOME)} == files(HOME)
    store.run("photo", "import", "--from", ROOT / "Seeds/artwork", "--quiet")
    assert own("home", "themes") == ["home"]
    feed, count = json.loads((HOME / "feeds/today.json").read_text()), 0
    assert sorted(section["cell"] for section in feed["sections"]) == own("home", "cells")
    for width, locale, direction, text_size in itertools.product(CARD_WIDTHS, ("ja", "en"), ("ltr", "rtl"), (1, 2)):
        document = json.loads(store.run("preview", "today", "--width", width, "--locale", locale, "--direction", direction,
                                        "--text-size", text_size, "--format", "json"))
        check_document(document, width, f"today at {width} in {locale}, {direction}, text size {text_size}")
        assert [section["cell"]["name"] for section in document["sections"]] == [
            section["cell"] for section in feed["sections"]]
        count += 1
    need("vips")
    most = check_picture(draw(store, "today", ("en", "ja"), folder), PICTURES / "home.webp", size("update", 0))
    figure(f"cookbook, the default home: {count} documents, picture within {most:.1f} of 255")


def test_the_page_shows_the_default_home():
    chapter = PAGE.read_text().partition("<!-- home -->")[2].partition("\n## ")[0]
    assert "](images/cookbook/home.webp)" in chapter and "docs/cookbook/home" in chapter
    check_excerpts(chapter, json.loads((HOME / "feeds/today.json").read_text())["sections"], "home")


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_a_screen(name):
    """It has a picture, and excerpts that are in the files."""
    chapters = dict(re.findall(r"^## [^\n]*\n\n<!-- (\w+) -->\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.M | re.S))
    chapter = chapters[name]
    assert f"](images/cookbook/{name}.webp)" in chapter and f"docs/cookbook/{name}" in chapter
    check_excerpts(chapter, composition(name), name)


def check_excerpts(chapter, sections, name):
    sections = {section["id"]: section for section in sections}
    excerpts = re.findall(r"^```json\n(.*?)^```", chapter, re.M | re.S)
    assert excerpts
    for section in [section for excerpt in excerpts for section in json.loads(f"[{excerpt}]")]:
        assert contains(sections[section["id"]], section), f"{name}/{section['id']} is otherwise in the file"


def card_sections(feed):
    return json.loads((CARDS / "feeds" / f"{feed}.json").read_text())["sections"]


def test_the_cards_are_short_and_each_is_shown(make_screens, folder):
    store = make_screens("cards")
    check_files(store, CARDS, folder)
    cells = {file.stem: file.read_text() for file in (CARDS / "cells").glob("*.json")}
    assert len(cells) == 20
    assert {name: text.count("\n") for name, text in cells.items() if len(text.splitlines()) > CARD_LINES} == {}
    for name, text in cells.items():
        assert store.run("cell", "show", name).strip() == text.strip()
    feeds = [feed for feeds in CARD_FEEDS.values() for feed in feeds]
    assert sorted(file.stem for file in (CARDS / "feeds").glob("*.json")) == sorted(feeds)
    drawn = [section["cell"]["name"] for feed in feeds for section in json.loads(
        store.run("preview", feed, "--width", WIDTHS[0], "--format", "json"))["sections"]]
    assert sorted(drawn) == sorted(cells), "each cell is in one section"
    themes = {json.loads((CARDS / "feeds" / f"{feed}.json").read_text())["theme"] for feed in feeds}
    assert themes == {file.stem for file in (CARDS / "themes").glob("*.json")}


@pytest.mark.parametrize("feed", [feed for feeds in CARD_FEEDS.values() for feed in feeds])
def test_the_cards_of_a_feed(make_screens, feed, figure):
    """At each width, in both schemes, both directions and two sizes of text: nothing is outside, and it is drawn."""
    store, count = make_screens("cards"), 0
    store.run("photo", "import", "--from", CARDS / "artwork", "--quiet")
    for width, locale in itertools.product(WIDTHS, ["en", *locales("cards")]):
        read(store, feed, width, locale, [])
    for width, direction, text_size in itertools.product(CARD_WIDTHS, ("ltr", "rtl"), (1, 2)):
        options = ["--width", width, "--direction", direction, "--text-size", text_size]
        document = json.loads(store.run("preview", feed, *options, "--format", "json"))
        check_document(document, width, f"{feed} at {width}, {direction}, text size {text_size}")
        assert [section["cell"]["name"] for section in document["sections"]] == [
            section["cell"] for section in card_sections(feed)]
        drawings = [store.run("preview", feed, *options, *scheme, "--format", "svg", "--no-pictures")
                    for scheme in ([], ["--dark"])]
        assert drawings[0] != drawings[1]
        for section in document["sections"]:
            shown = {slot["role"] for slot in section["cell"]["slots"]}
            for drawing in drawings:
                assert all(f'data-slot="{role}"' in drawing for role in shown), f"{feed}, {section['id']}: {shown}"
        count += len(drawings)
    figure(f"cookbook, {feed}: {count} drawings")


@pytest.mark.parametrize("name", CARD_FEEDS)
def test_a_picture_of_the_cards(make_screens, folder, size, name):
    need("vips")
    store = make_screens("cards")
    store.run("photo", "import", "--from", CARDS / "artwork", "--quiet")
    check_picture(draw_cards(store, name, folder), PICTURES / f"{name}.webp", size("update", 0))


def test_the_page_shows_the_cards():
    """It names each cell in the table, and shows the pictures."""
    chapter = PAGE.read_text().partition("<!-- cards -->")[2]
    assert all(f"](images/cookbook/{name}.webp)" in chapter for name in CARD_FEEDS)
    sections = [section for feeds in CARD_FEEDS.values() for feed in feeds for section in card_sections(feed)]
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \|", chapter, re.M)
    assert rows == [section["cell"] for section in sections]
    check_excerpts(chapter, sections, "cards")


def contains(whole, part):
    """Whether JSON has all that an excerpt of it says."""
    if not isinstance(part, dict):
        return whole == part
    return isinstance(whole, dict) and all(key in whole and contains(whole[key], part[key]) for key in part)
