"""Draws the pictures in this folder again: small ones with metadata of every kind, each with the word
SECRET in it, and one in CMYK with a profile of its own.

    python3 Tests/FeedPhotosTests/Samples/metadata/generate.py     (needs libvips-tools)

Formats: Exif 2.32, XMP part 3, IPTC IIM 4.2 in an Adobe 8BIM resource, ICC.1:2001-04 (version 2).
"""

import pathlib
import struct
import subprocess
import tempfile
import zlib

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 48, 32


# Profiles


def tag_text(text):
    return b"text\0\0\0\0" + text.encode() + b"\0"


def tag_description(text):
    ascii = text.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(ascii)) + ascii + bytes(4 + 4 + 2 + 1 + 67)


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def tag_xyz(x, y, z):
    return b"XYZ \0\0\0\0" + fixed(x) + fixed(y) + fixed(z)


def tag_gamma(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"


def profile(device_class, space, connection, tags):
    """An ICC profile of version 2."""
    table, data = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, value in tags.items():
        value += bytes(-len(value) % 4)
        table += name + struct.pack(">II", start + len(data), len(value))
        data += value
    size = start + len(data)
    header = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, device_class, space, connection)
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(4 * 4 + 8)
    header += struct.pack(">I", 0) + fixed(0.9642) + fixed(1.0) + fixed(0.8249)
    return header + bytes(128 - len(header)) + table + data


def wide_rgb_profile():
    """A wide gamut: the primaries of Adobe RGB (1998), adapted to D50, with gamma 2.2."""
    return profile(
        b"mntr", b"RGB ", b"XYZ ",
        {
            b"desc": tag_description("SECRET wide gamut"), b"cprt": tag_text("SECRET"),
            b"wtpt": tag_xyz(0.9505, 1.0, 1.0891), b"rXYZ": tag_xyz(0.60974, 0.31111, 0.01947),
            b"gXYZ": tag_xyz(0.20528, 0.62567, 0.06087), b"bXYZ": tag_xyz(0.14919, 0.06322, 0.74457),
            b"rTRC": tag_gamma(2.2), b"gTRC": tag_gamma(2.2), b"bTRC": tag_gamma(2.2),
        },
    )


# The colours of full inks in CIE Lab. No press has these: whoever does not use the profile sees it.
INKS = {
    (0, 0, 0, 0): (100, 0, 0),
    (1, 0, 0, 0): (50, 55, 35),
    (0, 1, 0, 0): (60, -40, 40),
    (0, 0, 1, 0): (40, 15, -45),
    (0, 0, 0, 1): (20, 5, 5),
}


def ink_colour(corner):
    """Where inks overlap, the last of them covers the others."""
    for ink in (3, 2, 1, 0):
        if corner[ink]:
            return INKS[tuple(int(other == ink) for other in range(4))]
    return INKS[(0, 0, 0, 0)]


def cmyk_profile():
    """A table of the 16 corners in Lab: lut16Type with two steps for each ink."""
    table = b"mft2\0\0\0\0" + struct.pack(">BBBB", 4, 3, 2, 0)
    for value in (1, 0, 0, 0, 1, 0, 0, 0, 1):
        table += fixed(value)
    table += struct.pack(">HH", 2, 2) + struct.pack(">HH", 0, 65535) * 4
    for number in range(16):
        lightness, a, b = ink_colour([number >> 3 & 1, number >> 2 & 1, number >> 1 & 1, number & 1])
        table += struct.pack(
            ">HHH", round(lightness * 652.8), round((a + 128) * 256), round((b + 128) * 256)
        )
    table += struct.pack(">HH", 0, 65535) * 3
    return profile(
        b"prtr", b"CMYK", b"Lab ",
        {
            b"desc": tag_description("SECRET inks"), b"cprt": tag_text("SECRET"),
            b"wtpt": tag_xyz(0.9642, 1.0, 0.8249), b"A2B0": table, b"A2B1": table, b"A2B2": table,
        },
    )


# Metadata


def exif():
    """Big-endian TIFF: a maker, an artist and a place."""
    def directory(start, entries):
        body, extra = struct.pack(">H", len(entries)), b""
        after = start + 2 + 12 * len(entries) + 4
        for tag, kind, count, value in entries:
            if len(value) > 4:
                body += struct.pack(">HHII", tag, kind, count, after + len(extra))
                extra += value + bytes(len(value) % 2)
            else:
                body += struct.pack(">HHI", tag, kind, count) + value.ljust(4, b"\0")
        return body + bytes(4) + extra

    def text(tag, value):
        value = value.encode() + b"\0"
        return (tag, 2, len(value), value)

    degrees = struct.pack(">6I", 35, 1, 40, 1, 12, 1)
    names = [text(0x010F, "SECRET maker"), text(0x013B, "SECRET artist")]
    length = len(directory(8, names + [(0x8825, 4, 1, bytes(4))]))
    first = directory(8, names + [(0x8825, 4, 1, struct.pack(">I", 8 + length))])
    place = directory(
        8 + length,
        [text(0x0001, "N"), (0x0002, 5, 3, degrees), text(0x001D, "SECRET:01:01")],
    )
    return b"MM\0*\0\0\0\x08" + first + place


def xmp():
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
        ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="SECRET city"/></rdf:RDF>'
        '</x:xmpmeta><?xpacket end="w"?>'
    ).encode()


def iptc():
    """The records of the creator and the place, in a resource of Photoshop."""
    records = b""
    for number, value in ((80, b"SECRET creator"), (90, b"SECRET place")):
        records += struct.pack(">BBBH", 0x1C, 2, number, len(value)) + value
    resource = b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(records)) + records
    return b"Photoshop 3.0\0" + resource + bytes(len(records) % 2)


# Pictures


def pixels(bands):
    """Patches of 16 × 16: full inks of CMYK and white, or colours of RGB that no rounding clips."""
    patches = {
        3: [(200, 80, 60), (80, 180, 70), (60, 90, 200), (128, 128, 128), (220, 220, 220), (0, 0, 0)],
        4: [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (0, 0, 0, 0), (0, 0, 0, 0)],
    }[bands]
    rows = []
    for y in range(HEIGHT):
        rows += [bytes(patches[y // 16 * 3 + x // 16]) for x in range(WIDTH)]
    return b"".join(rows)


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True)


def plain(folder, bands, suffix, interpretation):
    """An encoded picture without metadata."""
    raw, image = folder / "raw", folder / "image.v"
    raw.write_bytes(pixels(bands))
    vips("rawload", raw, folder / "raw.v", WIDTH, HEIGHT, bands)
    vips("copy", folder / "raw.v", image, "--interpretation", interpretation)
    out = folder / f"plain{suffix.partition('[')[0]}"
    vips("copy", image, f"{out}{suffix[suffix.find('['):] if '[' in suffix else ''}")
    return out.read_bytes()


def segment(marker, payload):
    return bytes((0xFF, marker)) + struct.pack(">H", len(payload) + 2) + payload


def jpeg(data, icc, has_all=True):
    """The JPEG with its metadata behind the first marker; what the encoder wrote of its own goes."""
    assert data[:2] == b"\xff\xd8"
    rest, kept = data[2:], b""
    while rest[1] != 0xDB:
        length = 2 + struct.unpack(">H", rest[2:4])[0]
        if rest[1] == 0xEE:  # Adobe: what the colours mean
            kept += rest[:length]
        rest = rest[length:]
    found = segment(0xE2, b"ICC_PROFILE\0\x01\x01" + icc)
    if has_all:
        found = (
            segment(0xE1, b"Exif\0\0" + exif())
            + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp())
            + found + segment(0xED, iptc()) + segment(0xFE, b"SECRET comment")
        )
    return data[:2] + found + kept + rest


def chunk(name, payload):
    return (
        struct.pack(">I", len(payload)) + name + payload
        + struct.pack(">I", zlib.crc32(name + payload))
    )


def png(data, icc):
    """The PNG with its metadata behind the header; what the encoder wrote of its own goes."""
    kept, rest = b"", data[33:]
    while rest:
        length = 12 + struct.unpack(">I", rest[:4])[0]
        if rest[4:8] in (b"IDAT", b"IEND"):
            kept += rest[:length]
        rest = rest[length:]
    return (
        data[:33] + chunk(b"iCCP", b"SECRET\0\0" + zlib.compress(icc))
        + chunk(b"eXIf", exif()) + chunk(b"tEXt", b"Comment\0SECRET comment")
        + chunk(b"zTXt", b"Author\0\0" + zlib.compress(b"SECRET author"))
        + chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp())
        + chunk(b"tIME", struct.pack(">H5B", 2026, 1, 1, 0, 0, 0)) + kept
    )


def riff(name, payload):
    return name + struct.pack("<I", len(payload)) + payload + bytes(len(payload) % 2)


def webp(data, icc):
    """The WebP in a container with its metadata: flags for a profile, EXIF and XMP."""
    rest, frame = data[12:], b""
    while rest:
        length = 8 + (struct.unpack("<I", rest[4:8])[0] + 1) // 2 * 2
        if rest[:4] == b"VP8L":
            frame = rest[:length]
        rest = rest[length:]
    header = bytes((0x20 | 0x08 | 0x04, 0, 0, 0)) + (WIDTH - 1).to_bytes(3, "little")
    body = riff(b"VP8X", header + (HEIGHT - 1).to_bytes(3, "little"))
    body += riff(b"ICCP", icc) + frame + riff(b"EXIF", exif()) + riff(b"XMP ", xmp())
    return riff(b"RIFF", b"WEBP" + body)


def main():
    wide, inks = wide_rgb_profile(), cmyk_profile()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rgb = "[Q=95,no_subsample,strip]"
        (HERE / "everything.jpg").write_bytes(jpeg(plain(folder, 3, ".jpg" + rgb, "srgb"), wide))
        (HERE / "everything.png").write_bytes(png(plain(folder, 3, ".png[strip]", "srgb"), wide))
        (HERE / "everything.webp").write_bytes(webp(plain(folder, 3, ".webp[lossless]", "srgb"), wide))
        # The encoder keeps EXIF, XMP and the profile here.
        vips("copy", HERE / "everything.jpg", f"{HERE / 'everything.avif'}[lossless]")
        (HERE / "inks.jpg").write_bytes(jpeg(plain(folder, 4, ".jpg[Q=100,strip]", "cmyk"), inks))


main()
