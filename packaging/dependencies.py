"""What the program is made of and what it loads: packages of Swift as they are resolved, and Debian's libraries."""

import glob
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The libraries that the program is linked with or loads when it needs them, and the modules of libvips.
LIBRARIES = ["libsqlite3.so.0", "libz.so.1", "libbrotlienc.so.1", "libbrotlidec.so.1", "libcurl.so.4", "libpq.so.5",
             "libvips.so.42"]
MODULES = ["/usr/lib/*/vips-modules-*/*.so", "/usr/lib/*/libheif/plugins/*.so"]


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def swift(resolved):
    """The names at OSV and the versions of the packages in a Package.resolved."""
    for pin in json.loads(pathlib.Path(resolved).read_text())["pins"]:
        name = pin["location"].removesuffix(".git").split("://", 1)[-1]
        yield name, pin["state"].get("version") or pin["state"]["revision"]


def files():
    """The libraries on this machine, with all that they need."""
    known = run("/sbin/ldconfig", "-p")
    first = [path for name in LIBRARIES for path in re.findall(rf"{re.escape(name)} \(.*\) => (\S+)", known)[:1]]
    first += [path for pattern in MODULES for path in glob.glob(pattern)]
    found = set(first)
    for path in first:
        found |= set(re.findall(r"=> (/\S+)", run("ldd", path)))
    return sorted(found)


def debian():
    """Packages of Debian: name, source and version of each."""
    names = set()
    for path in files():
        for candidate in (path, path.removeprefix("/usr"), str(pathlib.Path(path).resolve()), "/usr" + path):
            if owner := run("dpkg", "-S", candidate):
                names.add(owner.split(": ")[0].split(",")[0])
                break
    lines = run("dpkg-query", "-W", "-f=${Package}\t${source:Package}\t${source:Version}\n", *sorted(names)) if names else ""
    return sorted({tuple(line.split("\t")) for line in lines.splitlines()})


def licences(package):
    """The short names of the licences in a package's copyright file, in the machine-readable form if it has one."""
    try:
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
    except OSError:
        return "?"
    found = re.findall(r"(?m)^License:[ \t]*(\S.*)$", text)
    if not found:
        found = [name for name in ("AGPL", "LGPL", "GPL", "MIT", "BSD") if re.search(rf"\b{name}\b", text)]
    return ", ".join(sorted(set(found))) or "?"
