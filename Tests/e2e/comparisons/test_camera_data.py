"""`tanada photo inspect` against exiftool, on pictures with random EXIF, which may be damaged: what can be read is read."""

import json
import math
import struct
from fractions import Fraction

from harness import need, run, smallest

from comparisons.camera_data import CONTAINERS, EXIF_DIRECTORY, PLACE, TAGS, exiftool, kept, some_sample
from comparisons.support import fail, first_difference, picked

need("exiftool")
MEMBERS = ["make", "model", "lens_model", "focal_length", "focal_length_in_35mm", "f_number", "exposure_time", "iso"]
BLANKS = " \t\n\v\f\r"


def expected(sample, numbers, texts):
    """The answer by what exiftool says: its numbers without conversion, and its texts."""
    exif, orientation = dict.fromkeys(MEMBERS), None
    for tag, (_, name, member, kind) in TAGS.items():
        value = numbers.get(name)
        if value is None:
            continue
        stored = next(field for _, field in sample.fields if field.tag == tag).values[0]
        if kind == "text":
            exif[member] = value.rstrip(BLANKS) or None
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
    is_turned = sample.container != "heic" and (orientation or 1) > 4
    width, height = reversed(sample.size) if is_turned else sample.size
    return {"format": sample.container, "width": width, "height": height, "orientation": orientation, "exif": exif}


def differences(samples, folder):
    paths = [sample.write(folder / f"{index:04}.{sample.container}") for index, sample in enumerate(samples)]
    for sample, path, numbers, texts in zip(samples, paths, exiftool(paths, "-n"), exiftool(paths)):
        text = run("photo", "inspect", path)
        # Members that are not expected are differences too, such as any of a place.
        yield (f"the place is in {text}" if PLACE in text
               else first_difference(json.loads(text), expected(sample, numbers, texts)))


def test_camera_data(folder, size, seed, figure):
    pick, count = picked("cameras", seed), size("rounds", 60, soak=600) * 2
    samples = [some_sample(pick) for _ in range(count)]
    for sample, text in zip(samples, list(differences(samples, folder))):
        if text is None:
            continue

        def difference(fields):
            sample.fields = fields
            return next(differences([sample], folder))

        fields = smallest(sample.fields, difference, attempts=60)
        text, path = difference(fields), sample.write(folder / f"found.{sample.container}")
        fail(f"{sample}: {text}\n{kept(path)}")
    # A container that exiftool does not read would agree in everything.
    for container in CONTAINERS:
        those = [sample.write(folder / f"known{index}.{container}") for index, sample in enumerate(samples)
                 if sample.container == container]
        names = {name for _, name, _, _ in TAGS.values()}
        assert len(those) < 5 or any(names & found.keys() for found in exiftool(those)), (
            f"exiftool reads nothing in {container}")
    values = sum(len(sample.fields) for sample in samples)
    figure(f"camera data with exiftool's: {count} pictures with {values} fields ({', '.join(CONTAINERS)}; seed {seed})")


# Pictures whose EXIF is damaged, in the way in which exiftool reads them.


def types_in(block, order):
    """The places of the types of fields. They are left as they are: exiftool reads a value of a type that its tag does not
    have, and tanada does not."""
    places, directories = {*range(8)}, [8]
    for start in directories:
        for entry in range(start + 2, start + 2 + 12 * struct.unpack_from(order + "H", block, start)[0], 12):
            places |= {entry + 2, entry + 3}
            if struct.unpack_from(order + "H", block, entry)[0] == EXIF_DIRECTORY and start == 8:
                directories.append(struct.unpack_from(order + "I", block, entry + 8)[0])
    return places


def some_damage(pick, block, order):
    places = sorted({*range(len(block))} - types_in(block, order))
    chosen = (pick.choice(places) for _ in range(pick.choice([1, 1, 2, 4])))
    return [(place, pick.choice([pick.randrange(256), 0, 255, block[place] ^ 1 << pick.randrange(8)]))
            for place in chosen]


def agrees(kind, member, found, value):
    """Whether a member is what exiftool says, of several values the first."""
    if kind == "text":
        return found == ((value or "").rstrip(BLANKS) or None)
    try:
        number = float((value or "").split(" ")[0])
    except ValueError:  # such as the text of another field whose tag was damaged
        number = math.nan
    if not math.isfinite(number) or number < 0 or member == "orientation" and not 1 <= number <= 8:
        return found is None
    if kind == "time" and found:
        found = found["numerator"] / found["denominator"]
    return found is not None and math.isclose(found, number, rel_tol=1e-9)


def damaged_difference(path, numbers):
    found = json.loads(run("photo", "inspect", path))
    members = {**found["exif"], "orientation": found["orientation"]}
    for _, name, member, kind in TAGS.values():
        if not agrees(kind, member, members[member], numbers.get(name)):
            return f"{member}: found {members[member]!r}, expected {numbers.get(name)!r}"
    return None


def test_damaged_camera_data(folder, size, seed, figure):
    pick, made = picked("damaged", seed), []
    for index in range(size("rounds", 60, soak=600) * 2):
        sample = some_sample(pick, [name for name in CONTAINERS if name != "tiff"])
        damage = some_damage(pick, sample.block(), sample.order)
        made.append((sample, damage, sample.write(folder / f"damaged{index:04}.{sample.container}", damage)))
    for (sample, damage, path), numbers in zip(made, exiftool([path for _, _, path in made], "-n")):
        if damaged_difference(path, numbers):
            def difference(fewer):
                return damaged_difference(sample.write(path, fewer), exiftool([path], "-n")[0])

            damage = smallest(damage, difference)
            text = difference(damage)
            fail(f"{sample}, with (place, byte) {damage}: {text}\n{kept(path)}")
    figure(f"damaged camera data with exiftool's: {len(made)} pictures (seed {seed})")
