"""Pictures whose EXIF is damaged, in the way in which exiftool reads them: what can be read is read."""

import json
import math
import pathlib
import random
import struct
from typing import Any

import camera_data
from camera_data import TAGS, Sample, exiftool
from picture_files import CONTAINERS, EXIF_DIRECTORY
from support import Difference, Run, tanada

Damage = list[tuple[int, int]]


def types_in(block: bytes, order: str) -> set[int]:
    """The places of the types of fields. They are left as they are: exiftool reads a value of a type that its tag does
    not have, and tanada does not."""
    places, directories = {*range(8)}, [8]
    for start in directories:
        for entry in range(start + 2, start + 2 + 12 * struct.unpack_from(order + "H", block, start)[0], 12):
            places |= {entry + 2, entry + 3}
            if struct.unpack_from(order + "H", block, entry)[0] == EXIF_DIRECTORY and start == 8:
                directories.append(struct.unpack_from(order + "I", block, entry + 8)[0])
    return places


def some_damage(pick: random.Random, block: bytes, order: str) -> Damage:
    places = sorted({*range(len(block))} - types_in(block, order))
    chosen = (pick.choice(places) for _ in range(pick.choice([1, 1, 2, 4])))
    return [(place, pick.choice([pick.randrange(256), 0, 255, block[place] ^ 1 << pick.randrange(8)]))
            for place in chosen]


def write(sample: Sample, damage: Damage, path: pathlib.Path) -> None:
    block = bytearray(sample.block())
    for place, byte in damage:
        block[place] = byte
    path.write_bytes(CONTAINERS[sample.container](bytes(block), *sample.size))


def agrees(kind: str, member: str, found: Any, value: str | None) -> bool:
    """Whether a member is what exiftool says, of several values the first."""
    if kind == "text":
        return found == ((value or "").rstrip(" \t\n\v\f\r") or None)
    number = first_number(value or "")
    if number is None or number < 0 or member == "orientation" and not 1 <= number <= 8:
        return found is None
    if kind == "time" and found:
        found = found["numerator"] / found["denominator"]
    return found is not None and math.isclose(found, number, rel_tol=1e-9)


def first_number(value: str) -> float | None:
    """The first of several values; None for no number, such as the text of another field whose tag was damaged."""
    try:
        number = float(value.split(" ")[0])
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def difference(path: pathlib.Path, numbers: dict) -> str | None:
    found = json.loads(tanada({}, "photo", "inspect", str(path)))
    members = {**found["exif"], "orientation": found["orientation"]}
    for _, name, member, kind in TAGS.values():
        if not agrees(kind, member, members[member], numbers.get(name)):
            return f"{member}: found {members[member]!r}, expected {numbers.get(name)!r}"
    return None


def compare(run: Run) -> str:
    pick, folder, made = run.pick, run.folder, []
    for index in range(run.rounds * 2):
        sample = camera_data.some_sample(pick, [name for name in CONTAINERS if name != "tiff"])
        damage = some_damage(pick, sample.block(), sample.order)
        path = folder / f"damaged{index:04}.{sample.container}"
        write(sample, damage, path)
        made.append((sample, damage, path))
    for (sample, damage, path), numbers in zip(made, exiftool([path for _, _, path in made], "-n")):
        if text := difference(path, numbers):
            for part in list(damage):
                fewer = [other for other in damage if other != part]
                write(sample, fewer, path)
                if other := difference(path, exiftool([path], "-n")[0]):
                    damage, text = fewer, other
            write(sample, damage, path)
            kept = camera_data.kept(path)
            raise Difference(f"damaged camera data: {sample.text()}, with (place, byte) {damage}: {text}\n"
                             f"kept: tanada photo inspect {kept}")
    return f"damaged camera data with exiftool's: {len(made)} pictures"
