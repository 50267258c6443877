"""Pictures with random EXIF in each container, and what exiftool reads in them."""

import json
import shutil
import struct
import subprocess
import zlib
from dataclasses import dataclass

from harness import ROOT

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, SIGNED_RATIONAL = 1, 2, 3, 4, 5, 7, 10
LETTERS = {BYTE: "B", SHORT: "H", LONG: "I", RATIONAL: "II", SIGNED_RATIONAL: "ii"}
EXIF_DIRECTORY, GPS_DIRECTORY = 0x8769, 0x8825


@dataclass
class Field:
    """An entry of a directory; numbers are packed in the order of the block, texts are bytes."""

    tag: int
    type: int
    values: list

    def packed(self, order):
        """The count, and the bytes of the values."""
        if self.type in (ASCII, UNDEFINED):
            return len(self.values[0]), self.values[0]
        parts = [value if isinstance(value, tuple) else (value,) for value in self.values]
        return len(parts), b"".join(struct.pack(order + LETTERS[self.type], *part) for part in parts)


def block(order, first, exif, gps, thumbnail):
    """A TIFF structure with a first directory, that of EXIF, that of GPS, and one of a thumbnail."""
    # Pointers have four bytes wherever they lead, so the sizes are known before the offsets.
    def make(offsets):
        pointers = [Field(tag, LONG, [offset]) for tag, offset, fields in
                    [(EXIF_DIRECTORY, offsets[1], exif), (GPS_DIRECTORY, offsets[2], gps)] if fields]
        return [directory(order, first + pointers, offsets[0], offsets[3] if thumbnail else 0),
                *(directory(order, fields, offset) for fields, offset in zip([exif, gps, thumbnail], offsets[1:]))]

    offsets = [8]
    for part in make([8, 8, 8, 8])[:3]:
        offsets.append(offsets[-1] + len(part))
    return (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8) + b"".join(make(offsets))


def directory(order, fields, offset, next_directory=0):
    if not fields:
        return b""
    head, tail = struct.pack(order + "H", len(fields)), b""
    begin = offset + 2 + 12 * len(fields) + 4
    for field in sorted(fields, key=lambda field: field.tag):
        count, data = field.packed(order)
        head += struct.pack(order + "HHI", field.tag, field.type, count)
        if len(data) <= 4:
            head += data.ljust(4, b"\0")
        else:
            head += struct.pack(order + "I", begin + len(tail))
            tail += data + b"\0" * (len(data) % 2)
    return head + struct.pack(order + "I", next_directory) + tail


# Containers: each takes an EXIF block, and the size of the picture as it is stored.


def jpeg(exif, width, height):
    def segment(mark, content):
        return struct.pack(">BBH", 0xFF, mark, len(content) + 2) + content

    head = segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0") + segment(0xE1, b"Exif\0\0" + exif)
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\0")
    return b"\xff\xd8" + head + frame + segment(0xDA, b"\x01\x01\0\0\x3f\0") + b"\0\xff\xd9"


def png(exif, width, height):
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"eXIf", exif),
              (b"IDAT", zlib.compress(b"\0")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in chunks)


def webp(exif, width, height):
    def chunk(name, content):
        return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    canvas = b"\x08\0\0\0" + b"".join(struct.pack("<I", side - 1)[:3] for side in (width, height))
    pixels = b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14)
    return chunk(b"RIFF", b"WEBP" + chunk(b"VP8X", canvas) + chunk(b"VP8L", pixels) + chunk(b"EXIF", exif))


def heic(exif, width, height):
    def box(name, *content):
        data = b"".join(content)
        return struct.pack(">I", len(data) + 8) + name + data

    def full(name, *content, version=0):
        return box(name, struct.pack(">I", version << 24), *content)

    item = struct.pack(">I", 6) + b"Exif\0\0" + exif
    kind = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(start):
        places = [struct.pack(">HHHHII", *place) for place in [(1, 0, 0, 1, 0, 0), (2, 0, 0, 1, start, len(item))]]
        entries = [full(b"infe", struct.pack(">HH", number, 0) + type + b"\0", version=2)
                   for number, type in [(1, b"hvc1"), (2, b"Exif")]]
        return full(
            b"meta", full(b"hdlr", b"\0\0\0\0pict" + b"\0" * 13), full(b"pitm", struct.pack(">H", 1)),
            full(b"iloc", struct.pack(">HH", 0x4400, 2), *places, version=1),
            full(b"iinf", struct.pack(">H", 2), *entries),
            box(b"iprp", box(b"ipco", full(b"ispe", struct.pack(">II", width, height))),
                full(b"ipma", struct.pack(">IHBB", 1, 1, 1, 0x81))))

    return kind + meta(len(kind) + len(meta(0)) + 8) + box(b"mdat", item)


def tiff(exif, width, height):
    """The block is the file; its size stands in the first directory."""
    return exif


CONTAINERS = {"jpeg": jpeg, "png": png, "webp": webp, "heic": heic, "tiff": tiff}


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
