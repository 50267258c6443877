"""Draws the pictures in this folder again: small ones with metadata of every kind, each with the word SECRET in it; in
CMYK and in grey with profiles of their own; and with a profile of another kind of colours, as scanners write them.

    python3 Tests/FeedPhotosTests/Samples/metadata/generate.py     (needs libvips-tools)

Formats: Exif 2.32, XMP part 3, IPTC IIM 4.2 in an Adobe 8BIM resource, ICC.1:2001-04 (version 2).
"""

import pathlib
import subprocess
import tempfile
import zlib
from struct import pack, unpack

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 48, 32

# Profiles.


def fixed(*values):
    return pack(f">{len(values)}i", *(round(value * 65536) for value in values))


def tag_xyz(*values):
    return b"XYZ \0\0\0\0" + fixed(*values)


def profile(device_class, space, connection, description, white, tags):
    """An ICC profile of version 2."""
    named = b"desc\0\0\0\0" + pack(">I", len(description) + 1) + description + b"\0" + bytes(4 + 4 + 2 + 1 + 67)
    tags = {b"desc": named, b"cprt": b"text\0\0\0\0SECRET\0", b"wtpt": tag_xyz(*white), **tags}
    table, data, start = pack(">I", len(tags)), b"", 128 + 4 + 12 * len(tags)
    for name, value in tags.items():
        value += bytes(-len(value) % 4)
        table += name + pack(">II", start + len(data), len(value))
        data += value
    header = pack(">I4sI4s4s4s", start + len(data), b"none", 0x02400000, device_class, space, connection)
    header += pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(4 * 4 + 8) + bytes(4) + fixed(0.9642, 1.0, 0.8249)
    return header + bytes(128 - len(header)) + table + data


# A wide gamut: the primaries of Adobe RGB (1998), adapted to D50, with gamma 2.2.
GAMMA = b"curv\0\0\0\0" + pack(">IH", 1, round(2.2 * 256)) + b"\0\0"
WIDE = profile(b"mntr", b"RGB ", b"XYZ ", b"SECRET wide gamut", (0.9505, 1.0, 1.0891), {
    b"rXYZ": tag_xyz(0.60974, 0.31111, 0.01947), b"gXYZ": tag_xyz(0.20528, 0.62567, 0.06087),
    b"bXYZ": tag_xyz(0.14919, 0.06322, 0.74457), b"rTRC": GAMMA, b"gTRC": GAMMA, b"bTRC": GAMMA})

GREY = profile(b"mntr", b"GRAY", b"XYZ ", b"SECRET grey", (0.9642, 1.0, 0.8249), {b"kTRC": GAMMA})


def cmyk_profile():
    """A table of the 16 corners in Lab: lut16Type with two steps for each ink. Of inks the last covers the others."""
    # The colours of paper and of full inks in CIE Lab. No press has these: whoever does not use the profile sees it.
    colours = [(100, 0, 0), (50, 55, 35), (60, -40, 40), (40, 15, -45), (20, 5, 5)]
    line = pack(">HH", 0, 65535)
    table = b"mft2\0\0\0\0" + pack(">4B", 4, 3, 2, 0) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1) + pack(">HH", 2, 2) + line * 4
    for number in range(16):
        inks = [ink for ink in range(1, 5) if number >> (4 - ink) & 1]
        lightness, a, b = colours[max(inks, default=0)]
        table += pack(">HHH", round(lightness * 652.8), round((a + 128) * 256), round((b + 128) * 256))
    tables = dict.fromkeys([b"A2B0", b"A2B1", b"A2B2"], table + line * 3)
    return profile(b"prtr", b"CMYK", b"Lab ", b"SECRET inks", (0.9642, 1.0, 0.8249), tables)


# Metadata.


def directory(start, entries):
    """A directory of a big-endian TIFF."""
    body, extra, after = pack(">H", len(entries)), b"", start + 2 + 12 * len(entries) + 4
    for tag, kind, count, value in entries:
        is_long = len(value) > 4
        body += pack(">HHI", tag, kind, count) + (pack(">I", after + len(extra)) if is_long else value.ljust(4, b"\0"))
        extra += value + bytes(len(value) % 2) if is_long else b""
    return body + bytes(4) + extra


def text(tag, value):
    return (tag, 2, len(value) + 1, value + b"\0")


NAMES = [text(0x010F, b"SECRET maker"), text(0x013B, b"SECRET artist")]
END = 8 + len(directory(8, NAMES + [(0x8825, 4, 1, bytes(4))]))
PLACE = [text(0x0001, b"N"), (0x0002, 5, 3, pack(">6I", 35, 1, 40, 1, 12, 1)), text(0x001D, b"SECRET:01:01")]
EXIF = b"MM\0*\0\0\0\x08" + directory(8, NAMES + [(0x8825, 4, 1, pack(">I", END))]) + directory(END, PLACE)
XMP = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
    ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="SECRET city"/></rdf:RDF>'
    '</x:xmpmeta><?xpacket end="w"?>').encode()
# The records of the creator and the place, in a resource of Photoshop.
RECORDS = b"".join(pack(">BBBH", 0x1C, 2, number, len(value)) + value
                   for number, value in ((80, b"SECRET creator"), (90, b"SECRET place")))
IPTC = b"Photoshop 3.0\0" + b"8BIM" + pack(">HHI", 0x0404, 0, len(RECORDS)) + RECORDS + bytes(len(RECORDS) % 2)

# Pictures: what the encoder wrote of its own metadata goes.

# Patches of 16 × 16: greys, colours of RGB that no rounding clips, or full inks of CMYK and white.
PATCHES = {1: [(40,), (80,), (128,), (180,), (220,), (0,)],
           3: [(200, 80, 60), (80, 180, 70), (60, 90, 200), (128, 128, 128), (220, 220, 220), (0, 0, 0)],
           4: [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (0, 0, 0, 0), (0, 0, 0, 0)]}


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True)


def plain(folder, bands, suffix, options, interpretation="srgb", repeated=1):
    """An encoded picture without metadata. With each byte repeated, its numbers have 16 bits."""
    patches, raw, out = PATCHES[bands], folder / "raw", folder / f"plain{suffix}"
    pixels = b"".join(bytes(patches[y // 16 * 3 + x // 16]) for y in range(HEIGHT) for x in range(WIDTH))
    raw.write_bytes(bytes(value for value in pixels for _ in range(repeated)))
    vips("rawload", raw, folder / "raw.v", WIDTH, HEIGHT, bands, "--format", "ushort" if repeated == 2 else "uchar")
    vips("copy", folder / "raw.v", folder / "image.v", "--interpretation", interpretation)
    vips("copy", folder / "image.v", f"{out}{options}")
    return out.read_bytes()


def parts(data, name, length):
    """The names and bytes of the parts of a file. `length` is a function of a part and all after it."""
    while data:
        yield data[name], data[:length(data)]
        data = data[length(data):]


def jpeg(data, icc):
    """The JPEG with its metadata behind the first marker."""
    def segment(marker, payload):
        return bytes((0xFF, marker)) + pack(">H", len(payload) + 2) + payload

    def length(rest):
        return len(rest) if rest[1] == 0xDB else 2 + unpack(">H", rest[2:4])[0]

    # Adobe's says what the colours mean; the picture begins with its tables.
    kept = [part for marker, part in parts(data[2:], 1, length) if marker in (0xEE, 0xDB)]
    return data[:2] + b"".join([
        segment(0xE1, b"Exif\0\0" + EXIF), segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP),
        segment(0xE2, b"ICC_PROFILE\0\x01\x01" + icc), segment(0xED, IPTC), segment(0xFE, b"SECRET comment"), *kept])


def png(data, icc):
    """The PNG with its metadata behind the header."""
    def chunk(name, payload):
        return pack(">I", len(payload)) + name + payload + pack(">I", zlib.crc32(name + payload))

    all_parts = parts(data[33:], slice(4, 8), lambda rest: 12 + unpack(">I", rest[:4])[0])
    kept = [part for name, part in all_parts if name in (b"IDAT", b"IEND")]
    return data[:33] + b"".join([
        chunk(b"iCCP", b"SECRET\0\0" + zlib.compress(icc)), chunk(b"eXIf", EXIF),
        chunk(b"tEXt", b"Comment\0SECRET comment"), chunk(b"zTXt", b"Author\0\0" + zlib.compress(b"SECRET author")),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP), chunk(b"tIME", pack(">H5B", 2026, 1, 1, 0, 0, 0)), *kept])


def webp(data, icc):
    """The WebP in a container with its metadata: flags for a profile, EXIF and XMP."""
    def riff(name, payload):
        return name + pack("<I", len(payload)) + payload + bytes(len(payload) % 2)

    frame = dict(parts(data[12:], slice(4), lambda rest: 8 + (unpack("<I", rest[4:8])[0] + 1) // 2 * 2))[b"VP8L"]
    sides = (WIDTH - 1).to_bytes(3, "little") + (HEIGHT - 1).to_bytes(3, "little")
    header = riff(b"VP8X", bytes((0x20 | 0x08 | 0x04, 0, 0, 0)) + sides)
    return riff(b"RIFF", b"WEBP" + header + riff(b"ICCP", icc) + frame + riff(b"EXIF", EXIF) + riff(b"XMP ", XMP))


def tiff(data, icc):
    """The little-endian TIFF with the profile in its only directory."""
    start, = unpack("<I", data[4:8])
    count, = unpack("<H", data[start:start + 2])
    entries = [data[start + 2 + 12 * index:start + 14 + 12 * index] for index in range(count)]
    entries.append(pack("<HHII", 34675, 7, len(icc), len(data)))
    body = data[:4] + pack("<I", len(data) + len(icc) + len(icc) % 2) + data[8:] + icc + bytes(len(icc) % 2)
    return body + pack("<H", len(entries)) + b"".join(sorted(entries, key=lambda entry: unpack("<H", entry[:2]))) + bytes(4)


def main():
    grey, colours, inks = (1, ".jpg", "[Q=100,strip]", "b-w"), (3, ".jpg", "[Q=95,no_subsample,strip]"), (4, ".jpg")
    with tempfile.TemporaryDirectory() as folder:
        for name, add, icc, *encoded in [
            ("everything.jpg", jpeg, WIDE, *colours),
            ("everything.png", png, WIDE, 3, ".png", "[strip]"),
            ("everything.webp", webp, WIDE, 3, ".webp", "[lossless]"),
            ("inks.jpg", jpeg, cmyk_profile(), *inks, "[Q=100,strip]", "cmyk"),
            ("grey.jpg", jpeg, GREY, *grey), ("grey.png", png, GREY, 1, ".png", "[strip]", "grey16", 2),
            # Of another kind.
            ("grey-rgb.jpg", jpeg, WIDE, *grey), ("grey-inks.jpg", jpeg, cmyk_profile(), *grey),
            ("grey-rgb.png", png, WIDE, 1, ".png", "[strip]", "grey16", 2),
            ("grey-rgb.tiff", tiff, WIDE, 1, ".tif", "[strip]", "b-w"),
            ("rgb-grey.jpg", jpeg, GREY, *colours), ("rgb-grey.webp", webp, GREY, 3, ".webp", "[lossless]"),
            ("rgb-inks.jpg", jpeg, cmyk_profile(), *colours),
            ("inks-rgb.jpg", jpeg, WIDE, *inks, "[Q=100,strip]", "cmyk"),
            ("inks-grey.jpg", jpeg, GREY, *inks, "[Q=100,strip]", "cmyk"),
        ]:
            (HERE / name).write_bytes(add(plain(pathlib.Path(folder), *encoded), icc))
    # The encoder keeps EXIF, XMP and the profile here.
    for name in ["everything", "rgb-grey"]:
        vips("copy", HERE / f"{name}.jpg", f"{HERE / name}.avif[lossless]")


main()
