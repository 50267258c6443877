#!/usr/bin/env python3
"""Writes the SBOM of a release to standard output: SPDX 2.3 as JSON (https://spdx.github.io/spdx-spec/v2.3/).

  sbom.py PROGRAM CHECKOUTS TOOLCHAIN VERSION COMMIT PACKAGE SOURCE

PROGRAM has its symbols; CHECKOUTS are the packages that it was built with, those of Package.resolved; TOOLCHAIN is the
folder of Swift; PACKAGE is the package that scripts/package made of the program, SOURCE the archive of the source.
The same input gives the same bytes; the time is that of SOURCE_DATE_EPOCH.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import licences

ROOT = licences.ROOT
# Names of licences at SPDX, by those of Debian.
SPDX_NAMES = {"Expat": "MIT", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause", "Unicode": "Unicode-DFS-2016",
              licences.EXCEPTION: "Apache-2.0 WITH Swift-exception"}
# Those that the program loads when it needs them, as Sources/C…/library.c names them.
LIBRARY_FILE = re.compile(r'library_name = "(lib[\w.+-]+\.so\.\d+)"')


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def identifier(name):
    """An identifier in the document."""
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name)


def digest(path):
    with open(path, "rb") as file:
        return [{"algorithm": "SHA256", "checksumValue": hashlib.file_digest(file, "sha256").hexdigest()}]


def package(name, version, licence, **more):
    found = {"SPDXID": identifier(f"Package-{name}"), "name": name, "downloadLocation": "NOASSERTION",
             "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
             "copyrightText": "NOASSERTION"}
    if version and version != "-":
        found["versionInfo"] = version
    return found | more


def reference(locator):
    """What databases of vulnerabilities look for (https://github.com/package-url/purl-spec)."""
    return {"externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]}


def swift_packages(parts, checkouts):
    """The packages of Package.resolved, and whether each is in the program."""
    linked = {name: (holders, licence) for name, _, _, holders, licence, _, _ in parts}
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        url, state = pin["location"].removesuffix(".git"), pin["state"]
        name = url.rsplit("/", 1)[-1]
        version = state.get("version") or state["revision"]
        more = {"downloadLocation": f"git+{url}.git@{version}", "primaryPackagePurpose": "LIBRARY"}
        more |= reference(f"pkg:swift/{url.removeprefix('https://')}@{version}")
        holders, licence = linked.get(name, ([], None))
        if licence is None:
            for file in pathlib.Path(checkouts, name).glob("LICENSE*"):
                licence = licences.licence(file.read_text())
        if holders:
            more["copyrightText"] = "\n".join(f"Copyright {each}" for each in holders)
        else:
            more["comment"] = "Resolved for the graph of packages; nothing of it is in the program."
        yield package(name, version, SPDX_NAMES.get(licence, licence) or "NOASSERTION", **more), bool(holders)


def other_parts(parts, pins):
    """What is in the program and no package of Package.resolved: the runtime of Swift, and files of other origin."""
    for name, version, origin, holders, licence, _, _ in parts:
        if name in pins:
            continue
        more = {"copyrightText": "\n".join(f"Copyright {each}" for each in holders), "primaryPackagePurpose": "LIBRARY"}
        if origin != "-":
            more["downloadLocation"] = f"git+{origin.removesuffix('.git')}.git"
        yield package(name, version, SPDX_NAMES.get(licence, licence), **more)


def system_package(library, architecture):
    """The package of Debian that has a library."""
    paths = re.findall(rf"{re.escape(library)} \(.*\) => (\S+)", run("/sbin/ldconfig", "-p"))
    for path in paths:
        for candidate in (path, os.path.realpath(path), path.removeprefix("/usr"), "/usr" + path):
            found = subprocess.run(["dpkg", "-S", candidate], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            if found.returncode == 0:
                name = found.stdout.split(":")[0]
                version, source = run("dpkg-query", "-W", "-f=${Version}\t${source:Package}", f"{name}:{architecture}").split("\t")
                return package(name, version, "NOASSERTION", primaryPackagePurpose="LIBRARY",
                               sourceInfo=f"{library} of Debian's package, whose source is {source}",
                               **reference(f"pkg:deb/debian/{name}@{version}?arch={architecture}"))
    raise SystemExit(f"error: no package of Debian has {library}: install it")


def libraries(program):
    """The libraries that a program is linked with, and those that it loads."""
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", program))
    loaded = [name for file in sorted(ROOT.glob("Sources/*/*.c")) for name in LIBRARY_FILE.findall(file.read_text())]
    if not needed or not loaded:
        raise SystemExit("error: there are no libraries that the program is linked with or loads")
    return sorted(set(needed) - {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}), sorted(set(loaded))


def document(program, checkouts, toolchain, version, commit, deb, source):
    when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    architecture = run("dpkg", "--print-architecture").strip()
    parts = list(licences.collect(program, checkouts, toolchain))
    own = re.search(r"(?m)^\s+(Copyright \d{4}.*)$", (ROOT / "LICENSE").read_text())[1].strip()
    tanada = package("tanada", version, licences.APACHE, copyrightText=own, primaryPackagePurpose="APPLICATION",
                     packageFileName=os.path.basename(deb), checksums=digest(deb), sourceInfo=f"built from commit {commit}",
                     summary="server of home-screen feeds, computed once for every client")
    archive = package("tanada-source", version, licences.APACHE, copyrightText=own, primaryPackagePurpose="SOURCE",
                      packageFileName=os.path.basename(source), checksums=digest(source))
    packages, relationships = [tanada, archive], []

    def relate(one, kind, other, **more):
        relationships.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} | more)

    relate("SPDXRef-DOCUMENT", "DESCRIBES", tanada["SPDXID"])
    relate(tanada["SPDXID"], "GENERATED_FROM", archive["SPDXID"])
    pins = set()
    for each, is_linked in swift_packages(parts, checkouts):
        packages.append(each)
        pins.add(each["name"])
        if is_linked:
            relate(tanada["SPDXID"], "STATIC_LINK", each["SPDXID"])
        else:
            relate(each["SPDXID"], "BUILD_DEPENDENCY_OF", tanada["SPDXID"])
    for each in other_parts(parts, pins):
        packages.append(each)
        relate(tanada["SPDXID"], "STATIC_LINK", each["SPDXID"])
    needed, loaded = libraries(program)
    for library in needed + loaded:
        each = system_package(library, architecture)
        if each["SPDXID"] not in {known["SPDXID"] for known in packages}:
            packages.append(each)
            if library in needed:
                relate(tanada["SPDXID"], "DYNAMIC_LINK", each["SPDXID"])
            else:
                relate(each["SPDXID"], "RUNTIME_DEPENDENCY_OF", tanada["SPDXID"],
                       comment=f"{library} is loaded when it is first needed")
    bill = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tanada-{version}-{architecture}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tanada-packaging-sbom"]},
        "packages": packages, "relationships": relationships,
    }
    # A name that no other content has.
    content = hashlib.sha256(json.dumps(bill, sort_keys=True).encode()).hexdigest()
    bill["documentNamespace"] = f"https://spdx.org/spdxdocs/tanada-{version}-{content[:32]}"
    return bill


if __name__ == "__main__":
    if len(sys.argv) != 8:
        sys.exit(__doc__)
    print(json.dumps(document(*sys.argv[1:]), indent=2, ensure_ascii=False))
