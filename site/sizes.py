"""The size of a picture, from its first bytes."""

import re
import struct
from pathlib import Path


def size_of(file: Path) -> tuple[int, int]:
    """The width and the height of a picture in the format of its name."""
    data = file.read_bytes()
    readers = {".png": _png, ".jpg": _jpeg, ".jpeg": _jpeg, ".webp": _webp, ".svg": _svg}
    return readers[file.suffix](data)


def _png(data):
    return struct.unpack(">II", data[16:24])


def _jpeg(data):
    place = 2
    while place < len(data):
        marker, length = data[place + 1], struct.unpack(">H", data[place + 2:place + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5:place + 9])
            return width, height
        place += 2 + length
    raise ValueError("a JPEG without a frame")


def _webp(data):
    form = data[12:16]
    if form == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if form == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


def _svg(data):
    tag = re.search(rb"<svg[^>]*>", data)[0].decode()
    width, height = (re.search(rf'\s{name}="([0-9.]+)(?:px)?"', tag) for name in ("width", "height"))
    if width and height:
        return round(float(width[1])), round(float(height[1]))
    box = re.search(r'viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"', tag)
    return round(float(box[1])), round(float(box[2]))
