"""Picture files without pixels, written by hand: EXIF blocks, and the containers that they are in."""

import struct
import zlib
from dataclasses import dataclass

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
