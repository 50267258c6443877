#!/usr/bin/env python3
"""Collects the licences of what is linked into the program, from where the build has it.

  licences.py PROGRAM CHECKOUTS TOOLCHAIN FOLDER

PROGRAM has its symbols, CHECKOUTS are the packages that it was built with, TOOLCHAIN is the folder of Swift with
share/swift. Writes copyright, in the machine-readable form of Debian, and NOTICE, the notices of these packages, into
FOLDER. Prints a line for each part: name, version, licence. A part whose licence is not known is an error.
"""

import glob
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
APACHE = "Apache-2.0"
EXCEPTION = "Apache-2.0-with-Swift-exception"
COMMON = {
    APACHE: "On Debian systems, the text of this licence is in /usr/share/common-licenses/Apache-2.0.",
}


def linked_names(program):
    """The modules of Swift that symbols of the program begin with, and its symbols of C."""
    symbols = subprocess.run(
        ["nm", "--format=just-symbols", program], stdout=subprocess.PIPE, check=True, text=True).stdout
    modules = {rest[:int(length)] for length, rest in re.findall(r"\$s(\d+)(\w+)", symbols)}
    if "FeedServer" not in modules:
        raise SystemExit(f"error: {program} has no symbols; expected the program as it is built")
    return modules, set(re.findall(r"(?m)^[a-z]\w*$", symbols))


def modules(package):
    """The modules that a package has: its targets, and the folders of their sources."""
    names = set()
    for manifest in package.glob("Package*.swift"):
        names |= set(re.findall(r"\.target\(\s*name:\s*\"(\w+)\"", manifest.read_text()))
    for folder in package.glob("Sources/*"):
        names.add(folder.name)
    return names


def holders(package):
    """The holders of copyright that the files of a package name, with the years of each together."""
    years = {}
    files = [*package.glob("LICENSE*"), *package.glob("NOTICE*"), *package.glob("Sources/**/*.swift"),
             *package.glob("GRDB/**/*.swift")]
    for file in files:
        for line in file.read_text(errors="replace")[:3000].splitlines():
            match = re.search(
                r"Copyright\s+(?:\([cC]\)\s*|©\s*)?((?:\d{4})(?:\s*[-,–]\s*\d{4})*)\s*,?\s+(\S.*\S)", line)
            if match and "{" not in match[2]:
                who = re.sub(r"\s*\(.*|\s*Licensed under.*|\s+All rights reserved.*", "", match[2])
                who = re.sub(r"[.\s*/]+$", "", who)
                years.setdefault(who, set()).update(int(year) for year in re.findall(r"\d{4}", match[1]))
    return [f"{min(when)}-{max(when)} {who}" if len(when) > 1 else f"{min(when)} {who}"
            for who, when in sorted(years.items())]


def licence(text):
    """The name of a licence by its text."""
    words = " ".join(text.split())
    if "Apache License Version 2.0" in words:
        return EXCEPTION if "Runtime Library Exception" in words else APACHE
    if "Permission is hereby granted, free of charge, to any person obtaining a copy" in words:
        return "Expat"
    return None


def heads(package, functions):
    """The licences that stand in single files in C whose functions are linked, by the target they are in."""
    found = {}
    for file in sorted(package.glob("Sources/**/*.c")):
        content = file.read_text(errors="replace")
        for comment in re.findall(r"/\*(.*?)\*/", content, re.S):
            if not re.search(r"Redistribution and use|Permission to use, copy|Permission is hereby", comment):
                continue
            defined = set(re.findall(r"(?m)^(?:\w+[ *]+)?(\w+)\(", content))
            text = re.sub(r"(?m)^[ \t]*\*? ?", "", comment).strip()
            texts = found.setdefault(str(file.relative_to(package).parts[1]), [])
            if defined & functions and text not in texts:
                texts.append(text)
    return found


def head_licence(text):
    if "Redistribution and use in source and binary forms" not in text:
        raise SystemExit(f"error: a file has a licence that packaging/licences.py does not know:\n{text}")
    return "BSD-3-clause" if "Neither the name" in text else "BSD-2-clause"


def holders_of(text):
    return re.findall(r"Copyright (?:\([cC]\) )?(\d{4}.*?)\.?\n", text)


def field(name, text):
    """A field of several lines."""
    lines = [(" " + line.rstrip()) if line.strip() else " ." for line in text.strip("\n").splitlines()]
    return f"{name}:\n" + "\n".join(lines)


def own_words(name, text):
    """What a licence says beyond the text that every Debian system has."""
    if name == EXCEPTION:
        position = re.search(r"(?m)^.*Runtime Library Exception", text).start()
        return COMMON[APACHE] + "\n\n" + text[position:]
    return COMMON.get(name, text)


def collect(program, checkouts, toolchain):
    """Each part: its name, its version, where it is from, holders, the licence and its text, notices."""
    linked, functions = linked_names(program)
    packages = sorted(path for path in pathlib.Path(checkouts).iterdir() if (path / "Package.swift").exists())
    if not packages:
        raise SystemExit(f"error: {checkouts} has no packages")
    for package in packages:
        if not modules(package) & linked:
            continue
        texts = [file for pattern in ("LICENSE*", "Sources/**/LICENSE*") for file in sorted(package.glob(pattern))]
        notices = [file.read_text() for file in sorted(package.glob("NOTICE*"))]
        for file in texts:
            name = licence(file.read_text())
            if name is None:
                raise SystemExit(f"error: {file} is a licence that packaging/licences.py does not know")
            inner = file.parent.relative_to(package)
            called = package.name if str(inner) == "." else f"{package.name}/{inner}"
            who = holders(file.parent) or [
                line.strip() for line in file.read_text().splitlines() if line.strip().startswith("Copyright")
            ] or [f"the authors of {called}"]
            yield (called, version(package), source(package), who, name, file.read_text(),
                   notices if file == texts[0] else [])
        for name, texts in heads(package, functions).items():
            for text in texts:
                yield (f"{package.name}/{name}", version(package), source(package), holders_of(text) or ["-"],
                       head_licence(text), text, [])
    share = pathlib.Path(toolchain) / "share/swift/LICENSE.txt"
    yield ("swift-runtime", swift_version(), "https://github.com/swiftlang/swift",
           ["2014-2026 Apple Inc. and the Swift project authors"], licence(share.read_text()), share.read_text(), [])
    if "FoundationInternationalization" in linked:
        # Foundation has a copy of ICU. Its licence is that of Debian's package, which pictures bring along.
        texts = sorted(glob.glob("/usr/share/doc/libicu*/copyright"))
        if not texts:
            raise SystemExit("error: the licence of ICU is not here: install libicu-dev or libicu72")
        yield ("icu", "-", "https://github.com/swiftlang/swift-foundation-icu", ["1995-2026 Unicode, Inc. and others"],
               "Unicode", pathlib.Path(texts[0]).read_text(), [])


def git(package, *arguments):
    run = subprocess.run(
        ["git", "-C", package, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return run.stdout.strip()


def version(package):
    return git(package, "describe", "--tags", "--always") or "-"


def source(package):
    url = git(package, "config", "remote.origin.url")
    return url if url.startswith("https://") else "-"


def swift_version():
    run = subprocess.run(["swift", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    match = re.search(r"Swift version (\S+)", run.stdout)
    return match[1] if match else "-"


def main(program, checkouts, toolchain, folder):
    parts = list(collect(program, checkouts, toolchain))
    own = (ROOT / "LICENSE").read_text()
    who = re.search(r"(?m)^\s+Copyright (\d{4}.*)$", own)
    texts = {APACHE: own_words(APACHE, own)}
    paragraphs = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: tanada\n"
        "Source: the repository of tanada\n"
        "Comment: What is linked into the program statically is under linked/, with its version.",
        f"Files: *\nCopyright: {who[1].strip()}\nLicense: {APACHE}",
    ]
    notices = []
    for name, number, origin, people, kind, text, more in parts:
        # Texts of licences that name their holders differ from each other.
        label = kind if kind in (APACHE, EXCEPTION) else f"{kind}-{name.replace('/', '-')}"
        texts[label] = own_words(kind, text)
        comment = f"\nComment: {number}" + (f", {origin}" if origin != "-" else "")
        paragraphs.append(f"Files: linked/{name}/*\nCopyright: " + "\n           ".join(people)
                          + f"\nLicense: {label}{comment}")
        for notice in more:
            notices.append(f"{'=' * 78}\n{name} {number}\n{'=' * 78}\n\n{notice.strip()}\n")
        print(f"{name}\t{number}\t{kind}")
    for label, text in texts.items():
        paragraphs.append(field("License", text).replace("License:\n", f"License: {label}\n", 1))
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "copyright").write_text("\n\n".join(paragraphs) + "\n")
    (folder / "NOTICE").write_text("\n\n".join(notices))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
