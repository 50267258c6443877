"""`tanada photo inspect` against exiftool, on pictures with random EXIF in each container."""

import json
import os
import pathlib
import random
import shutil
import subprocess
from fractions import Fraction
from typing import Any

from picture_files import (ASCII, BYTE, CONTAINERS, LONG, RATIONAL, SHORT, SIGNED_RATIONAL, UNDEFINED, Field, block)
from support import Difference, Run, first_difference, smallest, tanada

# The tags that are read: where each is by the standard, what exiftool calls it, and what it is.
TAGS = {
    0x010F: ("first", "Make", "make", "text"), 0x0110: ("first", "Model", "model", "text"),
    0x0112: ("first", "Orientation", "orientation", "whole"), 0x829A: ("exif", "ExposureTime", "exposure_time", "time"),
    0x829D: ("exif", "FNumber", "f_number", "fraction"), 0x8827: ("exif", "ISO", "iso", "whole"),
    0x920A: ("exif", "FocalLength", "focal_length", "fraction"), 0xA434: ("exif", "LensModel", "lens_model", "text"),
    0xA405: ("exif", "FocalLengthIn35mmFormat", "focal_length_in_35mm", "whole"),
}
# Others, which must not change anything: software, the date, a maker note, a comment.
OTHERS = {0x0131: ("first", b"Editor 1.0\0"), 0x9003: ("exif", b"2024:05:06 07:08:09\0"),
          0x927C: ("exif", b"Maker\0\x01\x02"), 0x9286: ("exif", b"ASCII\0\0\0a comment")}
# What nobody may learn: where the picture was taken.
PLACE = "Hidden Datum"
GPS = [Field(0x0001, ASCII, [b"N\0"]), Field(0x0002, RATIONAL, [(71, 1), (73, 1), (79, 1)]),
       Field(0x0003, ASCII, [b"E\0"]), Field(0x0004, RATIONAL, [(139, 1), (83, 1), (89, 1)]),
       Field(0x0012, ASCII, [PLACE.encode() + b"\0"])]
MEMBERS = ["make", "model", "lens_model", "focal_length", "focal_length_in_35mm", "f_number", "exposure_time", "iso"]
TEXTS = [b"Canon", b"NIKON CORPORATION", b"Canon EOS R5", b"50mm F2.8", "レンズ 50mm".encode(), b"", b" ", b" lead",
         b"trail  ", b"trail\t\n", b"100", b"1e5", b"0x10", b"caf\xe9", b"\xff\xfe", "🍣".encode(), b"two\0parts",
         b"a" * 300, b'say "hi"', b"<b>&amp;", b"back\\slash", b"line\nbreak", b"007", b"-5"]


class Sample:
    """A picture in a file, and what was put into it."""

    def __init__(self, container: str, order: str, fields: list[tuple[str, Field]], size: tuple[int, int]):
        self.container, self.order, self.fields, self.size = container, order, fields, size

    def block(self) -> bytes:
        parts = {name: [field for place, field in self.fields if place == name]
                 for name in ["first", "exif", "gps", "thumbnail"]}
        if self.container == "tiff":
            parts["first"] += [Field(0x0100 + side, LONG, [length]) for side, length in enumerate(self.size)]
        return block(self.order, *parts.values())

    def write(self, path: pathlib.Path) -> None:
        path.write_bytes(CONTAINERS[self.container](self.block(), *self.size))

    def text(self) -> str:
        fields = [f"{place} 0x{field.tag:04x} type {field.type} {field.values}" for place, field in self.fields]
        return f"{self.container}, {'II' if self.order == '<' else 'MM'}, {'; '.join(fields)}"


def some_sample(pick: random.Random, containers: list[str] = list(CONTAINERS)) -> Sample:
    fields = []
    for tag, (place, _, _, kind) in TAGS.items():
        if pick.random() < 0.85:
            fields.append((place, some_field(pick, tag, kind)))
    for tag, (place, value) in OTHERS.items():
        if pick.random() < 0.3:
            fields.append((place, Field(tag, UNDEFINED if tag > 0x9100 else ASCII, [value])))
    if pick.random() < 0.7:
        fields += [("gps", field) for field in GPS]
    if pick.random() < 0.3:
        fields += [("thumbnail", Field(0x010F, ASCII, [b"Thumb\0"])), ("thumbnail", Field(0x0112, SHORT, [5]))]
    return Sample(pick.choice(containers), pick.choice("<>"), fields,
                  (pick.randint(1, 9000), pick.randint(1, 9000)))


def some_field(pick: random.Random, tag: int, kind: str) -> Field:
    if kind == "text":
        return Field(tag, ASCII, [pick.choice(TEXTS) + b"\0" * pick.choice([1, 1, 1, 0, 3])])
    if kind == "whole":
        if tag == 0x0112:
            return Field(tag, SHORT, [pick.choice([1, 2, 3, 4, 5, 6, 7, 8, 0, 9])])
        type = pick.choice([SHORT, SHORT, LONG, BYTE])
        values = {BYTE: [0, 24, 50, 100, 200, 255], SHORT: [0, 1, 50, 100, 6400, 65535],
                  LONG: [0, 1, 100, 65535, 204800, 2**31, 2**32 - 1]}
        return Field(tag, type, [pick.choice(values[type])])
    values = [(0, 0), (1, 0), (0, 1), (1, 250), (10, 2500), (28, 10), (50, 1), (26, 100), (25001, 100000), (3, 10),
              (35, 100), (30, 1), (pick.randint(1, 400), pick.randint(1, 400)), (12, 7830), (5, 10), (13, 10),
              (pick.randint(0, 2**31 - 1), pick.randint(1, 2**31 - 1)), (1, pick.randint(1, 8000)), (2**31 - 1, 1)]
    if pick.random() < 0.1:
        return Field(tag, SIGNED_RATIONAL, [pick.choice([*values, (-1, 3), (1, -3)])])
    return Field(tag, RATIONAL, [pick.choice([*values, (2**32 - 1, 1), (1, 2**32 - 1), (2**32 - 1, 2**32 - 1)])])


def exiftool(paths: list[pathlib.Path], *options: str) -> list[dict]:
    """What exiftool says of the pictures, in the order of the files; numbers are texts."""
    wanted = [f"-{place}:{name}" for _, name, _, _ in TAGS.values() for place in ["IFD0", "ExifIFD"]]
    done = subprocess.run(["exiftool", "-j", "-q", "-q", "-m", *options, *wanted, *map(str, paths)],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout.decode(), parse_int=str, parse_float=str)


def expected(sample: Sample, numbers: dict, texts: dict) -> dict:
    """The answer by what exiftool says: its numbers without conversion, and its texts."""
    exif: dict[str, Any] = dict.fromkeys(MEMBERS)
    orientation = None
    for tag, (_, name, member, kind) in TAGS.items():
        value = numbers.get(name)
        if value is None:
            continue
        stored = next(field for _, field in sample.fields if field.tag == tag).values[0]
        if kind == "text":
            exif[member] = value.rstrip(" \t\n\v\f\r") or None
        elif tag == 0x0112:
            orientation = int(value) if 1 <= int(value) <= 8 else None
        elif kind == "whole":
            exif[member] = int(value)
        # exiftool rounds fractions to ten digits: it says whether there is one, the file what it is.
        elif value not in ("undef", "inf") and float(value) >= 0 and stored[1] > 0:
            numerator, denominator = stored
            assert abs(float(value) - numerator / denominator) <= 1e-9 * numerator / denominator, (value, stored)
            exif[member] = numerator / denominator
            if kind == "time":
                reduced = Fraction(numerator, denominator)
                exif[member] = {"numerator": numerator, "denominator": denominator,
                                "fraction": f"{reduced.numerator}/{reduced.denominator}", "display": texts[name]}
    width, height = sample.size
    is_turned = sample.container != "heic" and (orientation or 1) > 4
    return {"format": sample.container, "width": height if is_turned else width,
            "height": width if is_turned else height, "orientation": orientation, "exif": exif}


def differences(samples: list[Sample], folder: pathlib.Path) -> list[str | None]:
    """How each sample is read otherwise than by exiftool."""
    paths = []
    for index, sample in enumerate(samples):
        paths.append(folder / f"{index:04}.{sample.container}")
        sample.write(paths[-1])
    found = []
    for sample, path, numbers, texts in zip(samples, paths, exiftool(paths, "-n"), exiftool(paths)):
        text = tanada({}, "photo", "inspect", str(path))
        # Members that are not expected are differences too, such as any of a place.
        found.append(f"the place is in {text}" if PLACE in text
                     else first_difference(json.loads(text), expected(sample, numbers, texts)))
    return found


def kept(path: pathlib.Path) -> pathlib.Path:
    """A copy of a picture that stays."""
    place = pathlib.Path(".build/fuzzing/found/camera-data") / path.name
    os.makedirs(place.parent, exist_ok=True)
    return pathlib.Path(shutil.copy(path, place))


def known(sample: Sample, folder: pathlib.Path) -> int:
    """How many of the nine tags exiftool reads."""
    path = folder / f"known.{sample.container}"
    sample.write(path)
    return sum(name in exiftool([path])[0] for _, name, _, _ in TAGS.values())


def compare(run: Run) -> str:
    samples = [some_sample(run.pick) for _ in range(run.rounds * 2)]
    for sample, text in zip(samples, differences(samples, run.folder)):
        if text is None:
            continue

        def fails(fields: list) -> bool:
            fewer = Sample(sample.container, sample.order, fields, sample.size)
            return differences([fewer], run.folder)[0] is not None

        sample.fields = smallest(sample.fields, fails, attempts=60)
        path = run.folder / f"found.{sample.container}"
        sample.write(path)
        raise Difference(f"camera data: {sample.text()}: {differences([sample], run.folder)[0]}\n"
                         f"kept: tanada photo inspect {kept(path)}")
    # A container that exiftool does not read would agree in everything.
    for container in CONTAINERS:
        those = [sample for sample in samples if sample.container == container]
        if len(those) >= 5 and not any(known(sample, run.folder) for sample in those):
            raise Difference(f"camera data: exiftool reads nothing in {container}")
    values = sum(len(sample.fields) for sample in samples)
    return f"camera data with exiftool's: {len(samples)} pictures with {values} fields ({', '.join(CONTAINERS)})"
