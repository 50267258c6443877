#!/usr/bin/env python3
"""Records what is known of a build, for `tanada --version`, as a header of C. It is written only if it changes.

  recorded.py HEADER

The commit is that of git; without a repository it is in TANADA_COMMIT, TANADA_DATE and TANADA_DESCRIBED, or not
recorded. The packages are those that Package.swift names, with the versions of Package.resolved; what those bring along
is in the SBOM.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*command):
    """What a command prints; None if it fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit():
    """The commit, its day, what `git describe` says, and whether files have been changed since."""
    top = run("git", "rev-parse", "--show-toplevel")
    # An archive in a repository of something else is not of that repository.
    if top is not None and pathlib.Path(top).resolve() == ROOT:
        number, day = run("git", "log", "-1", "--format=%H %cs").split()
        described = run("git", "describe", "--tags", "--match", "v[0-9]*", "HEAD") or ""
        changed = run("git", "status", "--porcelain")
        return number, day, described, bool(changed)
    number = os.environ.get("TANADA_COMMIT", "")
    if re.fullmatch(r"[0-9a-f]{40}", number):
        return number, os.environ.get("TANADA_DATE", ""), os.environ.get("TANADA_DESCRIBED", ""), False
    return None


def packages():
    """The packages that Package.swift names, with their versions."""
    manifest = (ROOT / "Package.swift").read_text()
    names = {url.rstrip("/").rsplit("/", 1)[-1] for url in re.findall(r'url:\s*"([^"]+)"', manifest)}
    resolved = ROOT / "Package.resolved"
    if not resolved.exists():
        subprocess.run(["swift", "package", "resolve"], cwd=ROOT, stdout=sys.stderr, check=True)
    pins = json.loads(resolved.read_text())["pins"]
    found = {pin["location"].removesuffix(".git").rsplit("/", 1)[-1]: pin["state"] for pin in pins}
    return [f"{name} {found[name].get('version') or found[name]['revision'][:12]}"
            for name in sorted(names & found.keys(), key=str.lower)]


def swift():
    match = re.search(r"Swift version (\S+)", run("swift", "--version") or "")
    return match[1] if match else ""


def text(value):
    """A string of C."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def main(header):
    facts = commit()
    lines = ["// Written by scripts/build."]
    if facts:
        number, day, described, is_modified = facts
        lines += [f"#define TANADA_COMMIT {text(number)}", f"#define TANADA_DATE {text(day)}",
                  f"#define TANADA_DESCRIBED {text(described)}",
                  f"#define TANADA_IS_MODIFIED {'true' if is_modified else 'false'}"]
    lines += [f"#define TANADA_SWIFT {text(swift())}", f"#define TANADA_PACKAGES {text(chr(10).join(packages()))}"]
    content = "\n".join(lines) + "\n"
    header = pathlib.Path(header)
    if header.exists() and header.read_text() == content:
        return
    header.write_text(content)
    # A build sees a file that is new only when one that includes it has changed.
    (ROOT / "Sources/CBuild/build.c").touch()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
