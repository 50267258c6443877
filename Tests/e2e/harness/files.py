"""Files of the repository with the addresses of a test, and pictures that differ."""

import random

from .program import ROOT

PHOTO_SAMPLES = ROOT / "Tests/FeedPhotosTests/Samples"
# A kind of photos alone.
PICTURES = {
    "kind": "pictures", "fields": [{"name": "photo", "type": "photo"}], "roles": {"image": "photo"},
    "layout": {"type": "staggered_grid"},
}


def replaced(file, changes):
    """The text of a file with texts in place of others, each of which has to be there."""
    text = (ROOT / file).read_text()
    for former, later in changes:
        assert former in text, f"{file} has nothing to replace: {former}"
        text = text.replace(former, later)
    return text


def with_comments(picture, name, size=0):
    """A JPEG that no other name has: with comments (ITU-T T.81, B.2.4.5), and of at least `size` bytes."""
    source, comments = random.Random(name), b""
    while not comments or len(comments) < size:
        text = f"picture {name}".encode() + source.randbytes(min(size, 60_000))
        comments += b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text
    return picture[:2] + comments + picture[2:]


def picture(name, size=0):
    return with_comments((PHOTO_SAMPLES / "synth-orient-6.jpg").read_bytes(), name, size)
