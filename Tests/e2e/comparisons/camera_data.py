"""Pictures with random EXIF in each container, and what exiftool reads in them."""

import json
import shutil
import subprocess

from harness import ROOT

from comparisons.picture_files import (ASCII, BYTE, CONTAINERS, LONG, RATIONAL, SHORT, SIGNED_RATIONAL, UNDEFINED, Field,
                                       block)

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
GPS = [Field(0x0001, ASCII, [b"N\0"]), Field(0x0002, RATIONAL, [(71, 1), (73, 1), (79, 1)]), Field(0x0003, ASCII, [b"E\0"]),
       Field(0x0004, RATIONAL, [(139, 1), (83, 1), (89, 1)]), Field(0x0012, ASCII, [PLACE.encode() + b"\0"])]
THUMBNAIL = [Field(0x010F, ASCII, [b"Thumb\0"]), Field(0x0112, SHORT, [5])]
TEXTS = [b"Canon", b"NIKON CORPORATION", b"Canon EOS R5", b"50mm F2.8", "レンズ 50mm".encode(), b"", b" ", b" lead",
         b"trail  ", b"trail\t\n", b"100", b"1e5", b"0x10", b"caf\xe9", b"\xff\xfe", "🍣".encode(), b"two\0parts",
         b"a" * 300, b'say "hi"', b"<b>&amp;", b"back\\slash", b"line\nbreak", b"007", b"-5"]
WHOLES = {BYTE: [0, 24, 50, 100, 200, 255], SHORT: [0, 1, 50, 100, 6400, 65535],
          LONG: [0, 1, 100, 65535, 204800, 2**31, 2**32 - 1]}


class Sample:
    """A picture in a file, and what was put into it."""

    def __init__(self, container, order, fields, size):
        self.container, self.order, self.fields, self.size = container, order, fields, size

    def block(self):
        parts = {name: [field for place, field in self.fields if place == name]
                 for name in ["first", "exif", "gps", "thumbnail"]}
        if self.container == "tiff":
            parts["first"] += [Field(0x0100 + side, LONG, [length]) for side, length in enumerate(self.size)]
        return block(self.order, *parts.values())

    def write(self, path, damage=()):
        """Writes the file, with other bytes of the block at some places."""
        content = bytearray(self.block())
        for place, byte in damage:
            content[place] = byte
        path.write_bytes(CONTAINERS[self.container](bytes(content), *self.size))
        return path

    def __str__(self):
        fields = [f"{place} 0x{field.tag:04x} type {field.type} {field.values}" for place, field in self.fields]
        return f"{self.container}, {'II' if self.order == '<' else 'MM'}, {'; '.join(fields)}"


def some_sample(pick, containers=tuple(CONTAINERS)):
    fields = [(place, some_field(pick, tag, kind)) for tag, (place, _, _, kind) in TAGS.items() if pick.random() < 0.85]
    fields += [(place, Field(tag, UNDEFINED if tag > 0x9100 else ASCII, [value]))
               for tag, (place, value) in OTHERS.items() if pick.random() < 0.3]
    for name, more, share in [("gps", GPS, 0.7), ("thumbnail", THUMBNAIL, 0.3)]:
        if pick.random() < share:
            fields += [(name, field) for field in more]
    return Sample(pick.choice(containers), pick.choice("<>"), fields, (pick.randint(1, 9000), pick.randint(1, 9000)))


def some_field(pick, tag, kind):
    if kind == "text":
        return Field(tag, ASCII, [pick.choice(TEXTS) + b"\0" * pick.choice([1, 1, 1, 0, 3])])
    if tag == 0x0112:
        return Field(tag, SHORT, [pick.choice([1, 2, 3, 4, 5, 6, 7, 8, 0, 9])])
    if kind == "whole":
        type = pick.choice([SHORT, SHORT, LONG, BYTE])
        return Field(tag, type, [pick.choice(WHOLES[type])])
    values = [(0, 0), (1, 0), (0, 1), (1, 250), (10, 2500), (28, 10), (50, 1), (26, 100), (25001, 100000), (3, 10),
              (35, 100), (30, 1), (pick.randint(1, 400), pick.randint(1, 400)), (12, 7830), (5, 10), (13, 10),
              (pick.randint(0, 2**31 - 1), pick.randint(1, 2**31 - 1)), (1, pick.randint(1, 8000)), (2**31 - 1, 1)]
    if pick.random() < 0.1:
        return Field(tag, SIGNED_RATIONAL, [pick.choice([*values, (-1, 3), (1, -3)])])
    return Field(tag, RATIONAL, [pick.choice([*values, (2**32 - 1, 1), (1, 2**32 - 1), (2**32 - 1, 2**32 - 1)])])


def exiftool(paths, *options):
    """What exiftool says of the pictures, in the order of the files; numbers are texts."""
    wanted = [f"-{place}:{name}" for _, name, _, _ in TAGS.values() for place in ["IFD0", "ExifIFD"]]
    done = subprocess.run(["exiftool", "-j", "-q", "-q", "-m", *options, *wanted, *map(str, paths)],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout.decode(), parse_int=str, parse_float=str)


def kept(path):
    """A copy of a picture that stays."""
    place = ROOT / ".build/fuzzing/found/camera-data"
    place.mkdir(parents=True, exist_ok=True)
    return f"kept: tanada photo inspect {shutil.copy(path, place / path.name)}"
