"""Picture files without pixels, written by hand: EXIF blocks, and the containers that they are in."""

import struct
import zlib
from dataclasses import dataclass

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, SIGNED_RATIONAL = 1, 2, 3, 4, 5, 7, 10
EXIF_DIRECTORY, GPS_DIRECTORY = 0x8769, 0x8825


@dataclass
class Field:
    """An entry of a directory; numbers are packed in the order of the block, texts are bytes."""

    tag: int
    type: int
    values: list

    def packed(self, order: str) -> tuple[int, bytes]:
        """The count, and the bytes of the values."""
        if self.type in (ASCII, UNDEFINED):
            return len(self.values[0]), self.values[0]
        letter = {BYTE: "B", SHORT: "H", LONG: "I", RATIONAL: "II", SIGNED_RATIONAL: "ii"}[self.type]
        parts = [value if isinstance(value, tuple) else (value,) for value in self.values]
        return len(parts), b"".join(struct.pack(order + letter, *part) for part in parts)


def block(order: str, first: list[Field], exif: list[Field], gps: list[Field], thumbnail: list[Field]) -> bytes:
    """A TIFF structure with a first directory, that of EXIF, that of GPS, and one of a thumbnail."""
    # Pointers have four bytes wherever they lead, so the sizes are known before the offsets.
    def make(offsets: list[int]) -> list[bytes]:
        pointers = [Field(tag, LONG, [offset]) for tag, offset, fields in
                    [(EXIF_DIRECTORY, offsets[1], exif), (GPS_DIRECTORY, offsets[2], gps)] if fields]
        next_directory = offsets[3] if thumbnail else 0
        return [directory(order, first + pointers, offsets[0], next_directory), directory(order, exif, offsets[1]),
                directory(order, gps, offsets[2]), directory(order, thumbnail, offsets[3])]

    offsets = [8]
    for part in make([8, 8, 8, 8])[:3]:
        offsets.append(offsets[-1] + len(part))
    mark = b"II" if order == "<" else b"MM"
    return mark + struct.pack(order + "HI", 42, 8) + b"".join(make(offsets))


def directory(order: str, fields: list[Field], offset: int, next_directory: int = 0) -> bytes:
    if not fields:
        return b""
    fields = sorted(fields, key=lambda field: field.tag)
    head, tail = struct.pack(order + "H", len(fields)), b""
    begin = offset + 2 + 12 * len(fields) + 4
    for field in fields:
        count, data = field.packed(order)
        head += struct.pack(order + "HHI", field.tag, field.type, count)
        if len(data) <= 4:
            head += data.ljust(4, b"\0")
        else:
            head += struct.pack(order + "I", begin + len(tail))
            tail += data + b"\0" * (len(data) % 2)
    return head + struct.pack(order + "I", next_directory) + tail


# Containers: each takes an EXIF block, and the size of the picture as it is stored.


def jpeg(exif: bytes, width: int, height: int) -> bytes:
    def segment(mark: int, content: bytes) -> bytes:
        return struct.pack(">BBH", 0xFF, mark, len(content) + 2) + content

    head = segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0") + segment(0xE1, b"Exif\0\0" + exif)
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\0")
    return b"\xff\xd8" + head + frame + segment(0xDA, b"\x01\x01\0\0\x3f\0") + b"\0\xff\xd9"


def png(exif: bytes, width: int, height: int) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rest = chunk(b"eXIf", exif) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + rest


def webp(exif: bytes, width: int, height: int) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    def three(number: int) -> bytes:
        return struct.pack("<I", number)[:3]

    canvas = chunk(b"VP8X", b"\x08\0\0\0" + three(width - 1) + three(height - 1))
    pixels = chunk(b"VP8L", b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14))
    content = b"WEBP" + canvas + pixels + chunk(b"EXIF", exif)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def heic(exif: bytes, width: int, height: int) -> bytes:
    def box(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content) + 8) + name + content

    def full(name: bytes, content: bytes, version: int = 0) -> bytes:
        return box(name, struct.pack(">I", version << 24) + content)

    def entry(item: int, type: bytes) -> bytes:
        return full(b"infe", struct.pack(">HH", item, 0) + type + b"\0", 2)

    item = struct.pack(">I", 6) + b"Exif\0\0" + exif
    kind = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(start: int) -> bytes:
        places = b"".join(struct.pack(">HHHHII", number, 0, 0, 1, offset, length)
                          for number, offset, length in [(1, 0, 0), (2, start, len(item))])
        properties = box(b"ipco", full(b"ispe", struct.pack(">II", width, height)))
        used = full(b"ipma", struct.pack(">IHBB", 1, 1, 1, 0x81))
        return full(b"meta", full(b"hdlr", b"\0\0\0\0pict" + b"\0" * 13) + full(b"pitm", struct.pack(">H", 1))
                    + full(b"iloc", struct.pack(">HH", 0x4400, 2) + places, 1)
                    + full(b"iinf", struct.pack(">H", 2) + entry(1, b"hvc1") + entry(2, b"Exif"))
                    + box(b"iprp", properties + used))

    start = len(kind) + len(meta(0)) + 8
    return kind + meta(start) + box(b"mdat", item)


def tiff(exif: bytes, width: int, height: int) -> bytes:
    """The block is the file; its size stands in the first directory."""
    return exif


CONTAINERS = {"jpeg": jpeg, "png": png, "webp": webp, "heic": heic, "tiff": tiff}
