"""Folders as archives whose bytes depend on nothing but the files."""

import io
import tarfile
from pathlib import Path


def tar(folder: Path, name: str) -> bytes:
    """A tar of a folder below a name: in the order of paths, without owners and times."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in sorted(folder.rglob("*"), key=lambda file: file.as_posix()):
            if file.is_file():
                member = tarfile.TarInfo(f"{name}/{file.relative_to(folder).as_posix()}")
                member.size, member.mode = file.stat().st_size, 0o644
                archive.addfile(member, io.BytesIO(file.read_bytes()))
    return data.getvalue()
