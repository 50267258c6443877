"""Pictures of every format that docs/photos.md promises, in a container and with Debian's own libvips on this machine.

The image has a libvips of its own: what it reads has to be the same picture.
"""

import glob
import os
import shutil
import sqlite3
import subprocess

from images import Failure

SOURCE = "Seeds/artwork/example.com/pickup_photo1.jpg"
SAMPLES = "Tests/FeedPhotosTests/Samples/metadata/everything.*", "Tests/FeedPhotosTests/Samples/metadata/inks.jpg", \
    "Tests/FeedPhotosTests/Samples/synth-orient-?.jpg"
# By the name of the file: what vips is asked for.
MADE = {
    "progressive.jpg": ("copy", "[interlace,subsample-mode=off]"), "grey.jpg": ("colourspace", "", "b-w"),
    "deep.png": ("colourspace", "", "rgb16"), "palette.png": ("copy", "[palette]"), "clear.png": ("bandjoin_const", "", "128"),
    "lossy.webp": ("copy", "[Q=70]"), "lossless.webp": ("copy", "[lossless]"), "clear.webp": ("bandjoin_const", "[lossless]", "128"),
    "eight.avif": ("copy", ""), "clear.avif": ("bandjoin_const", "", "128"), "lossless.avif": ("copy", "[lossless]"),
    "eight.heic": ("copy", ""), "clear.heic": ("bandjoin_const", "", "128"),
    "plain.tif": ("copy", ""), "lzw.tif": ("copy", "[compression=lzw]"), "jpeg.tif": ("copy", "[compression=jpeg]"),
    "deflate.tif": ("copy", "[compression=deflate,predictor=horizontal]"), "deep.tif": ("colourspace", "", "rgb16")}


def make_pictures(folder):
    for name, (operation, options, *arguments) in MADE.items():
        subprocess.run(["vips", operation, SOURCE, os.path.join(folder, name) + options, *arguments], check=True)
    for pattern in SAMPLES:
        found = glob.glob(pattern)
        assert found, pattern
        for path in found:
            shutil.copy(path, folder)
    return sorted(os.listdir(folder))


def photos(database):
    """What a database knows of each photo: the size, the placeholder that is made of its pixels, the camera data."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT * FROM tanada_photos ORDER BY id")
        names = [column[0] for column in rows.description]
        return [{name: value for name, value in zip(names, row) if "added" not in name} for row in rows]


def card_pixels(path):
    """The top of a card, where the photo is."""
    raw = f"{path}.raw"
    subprocess.run(["vips", "crop", path, f"{path}.v", "0", "0", "400", "200"], check=True)
    subprocess.run(["vips", "rawsave", f"{path}.v", raw], check=True)
    with open(raw, "rb") as file:
        return file.read()


def check_formats(container, work):
    volume, place = os.path.join(work, "volume"), "/var/lib/tanada"
    tanada, here = os.environ["TANADA"], os.path.join(work, "here")
    folder = os.path.join(volume, "pictures")
    os.mkdir(folder, 0o755)
    os.mkdir(here)
    names = make_pictures(folder)

    # What is added to a store, decoded and measured.
    added = [name for name in names if not name.endswith(".tif")]
    both = [container.run("photo", "add", *[f"pictures/{name}" for name in added], "--database", "formats.sqlite"),
            subprocess.run([tanada, "photo", "add", *added, "--database", os.path.join(here, "formats.sqlite")], cwd=folder,
                           check=True, capture_output=True, text=True).stdout]
    of_image, of_debian = photos(os.path.join(volume, "formats.sqlite")), photos(os.path.join(here, "formats.sqlite"))
    if len(of_image) != len(added) or of_image != of_debian:
        different = [(one, two) for one, two in zip(of_image, of_debian) if one != two]
        raise Failure(f"{len(of_image)} of {len(added)} photos, and not as with Debian's libvips: {different[:2]}\n{both[0]}")

    # What a card is drawn of, in both ways that it is written.
    worst = 0
    for name in names:
        cards = [os.path.join(volume, "card.png"), os.path.join(here, "card.png")]
        container.run("photo", "frame", f"pictures/{name}", "--output", "card.png", "--width", "400")
        subprocess.run([tanada, "photo", "frame", os.path.join(folder, name), "--output", cards[1], "--width", "400"],
                       check=True)
        pixels = [card_pixels(card) if os.path.exists(card) else b"" for card in cards]
        if len(pixels[0]) != len(pixels[1]) or not pixels[0]:
            raise Failure(f"{name}: the cards have {[len(each) for each in pixels]} bytes")
        worst = max(worst, sum(abs(one - two) for one, two in zip(*pixels)) / len(pixels[0]))
        if worst > 1:
            raise Failure(f"{name}: a pixel of the card differs by {worst:.1f} of 255 in the mean")
        for card in glob.glob(os.path.join(volume, "card.png*")):
            os.remove(card)
    shutil.rmtree(folder)
    for left in glob.glob(os.path.join(volume, "formats.sqlite*")):
        shutil.rmtree(left) if os.path.isdir(left) else os.remove(left)
    print(f"✔ formats: {len(names)} pictures as with Debian's libvips (JPEG, PNG, WebP, AVIF, HEIC, TIFF); "
          f"cards differ by {worst:.2f} of 255 in the mean")
