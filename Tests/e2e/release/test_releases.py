"""What makes releases, in copies of this checkout: versions by tags, the cut of the changelog, scripts/release as a
rehearsal and on a tag, its archives, checksums, signature and SBOM, the package of symbols, and the workflows.

The program has to be built with its symbols; TANADA_CHECKOUTS are the packages that it was built with.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile

import pytest
from harness import PROGRAM, ROOT, need

NUMBER = re.search(r'TANADA_NUMBER "(.*)"', (ROOT / "Sources/CBuild/include/CBuild.h").read_text())[1]
# Commits in copies are of somebody, whatever git knows of this machine.
WHO = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
       for what, value in (("NAME", "A tester"), ("EMAIL", "tester@example.com"))}
ENVIRONMENT = os.environ | WHO | {"TANADA": PROGRAM, "TANADA_PACKAGE_COMPRESSION": "gzip"}


def run(*command, cwd=ROOT, status=0, **environment):
    """Runs a command that ends with a status; returns what it prints, with its messages if it fails."""
    if "/" not in command[0]:
        need(command[0])
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT | environment, capture_output=True, text=True)
    assert done.returncode == status, f"{command}: {done.returncode}, expected {status}\n{done.stdout}{done.stderr}"
    return done.stdout + (done.stderr if status else "")


class Copy:
    def __init__(self, folder):
        self.folder = folder
        for name in run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        self.git("init", "--quiet", "--initial-branch=main")
        # A commit of so many files starts a collection in the background, which would write while the copy is removed.
        self.git("config", "maintenance.auto", "false")
        self.commit("everything")
        # What the program was built with, which is in no repository.
        (folder / ".build").mkdir()
        (folder / ".build/checkouts").symlink_to(os.environ.get("TANADA_CHECKOUTS") or ROOT / ".build/checkouts")
        shutil.copy2(ROOT / "Package.resolved", folder / "Package.resolved")
        (folder / ".git/info/exclude").write_text("Package.resolved\n")

    def run(self, *command, **options):
        return run(*command, cwd=self.folder, **options).strip()

    def git(self, *arguments):
        return self.run("git", *arguments)

    def commit(self, subject):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)

    def version(self):
        return self.run("scripts/package", "--print-version")

    def refuses(self, said, *arguments, status=1):
        assert said in self.run("scripts/release", *arguments, status=status), arguments

    def archive(self, tree):
        """Another folder, with what `git archive` has of a tree: nothing around it is its repository."""
        (self.folder / "archive").mkdir()
        self.run("bash", "-c", f"git archive {tree} | tar --extract --directory archive")
        return self.folder / "archive"


@pytest.fixture
def copy(folder):
    return Copy(folder)


def test_versions_of_packages_grow(copy, figure):
    readme, seen = copy.folder / "README.md", [copy.version()]
    assert re.fullmatch(rf"{re.escape(NUMBER)}~git\d{{14}}\.1\.[0-9a-f]{{8}}", seen[0]), seen
    copy.commit("second")
    seen.append(copy.version())
    for tag in ["v1.0.0-rc.1", "v1.0.0", "v1.0.1", "v1.1.0-rc.2"]:
        expected = tag.removeprefix("v").replace("-", "~")
        copy.commit(f"to {tag}")
        copy.git("tag", "--annotate", "--message", tag, tag)
        seen.append(copy.version())
        readme.write_text(f"other than {tag}")
        seen.append(copy.version())
        assert seen[-2:] == [expected, f"{expected}+0.modified"], seen
        copy.commit(f"after {tag}")
        seen.append(copy.version())
        assert re.fullmatch(rf"{re.escape(expected)}\+1\.g[0-9a-f]+", seen[-1]), seen
        readme.write_text(f"other than after {tag}")
        assert copy.version() == f"{seen[-1]}.modified"
        copy.git("checkout", "--quiet", "README.md")
    for one, other in zip(seen, seen[1:]):
        run("dpkg", "--compare-versions", one, "lt", other)
    # An archive knows what its repository knew.
    archive = copy.archive("v1.0.0")
    said = run("scripts/package", "--print-version", cwd=archive, GIT_CEILING_DIRECTORIES=str(copy.folder))
    assert said == "1.0.0\n"
    figure(f"releases: {len(seen)} versions in order, from {seen[0]} to {seen[-1]}")


def facts(folder, *options):
    """What tanada_build() of Sources/CBuild says, compiled alone."""
    source, program, sources = folder / "facts.c", folder / "facts", folder / "Sources/CBuild"
    source.write_text(
        '#include "CBuild.h"\n#include <stdio.h>\nint main(void) { tanada_build_facts f = tanada_build();'
        'printf("%s|%s|%s|%d|%s|%s", f.commit, f.date, f.described, f.is_modified, f.swift, f.packages); }')
    run("gcc", "-Wall", "-Werror", *options, "-I", sources / "include", sources / "build.c", source, "-o", program)
    said = run("./facts", cwd=folder).split("|")
    source.unlink()
    program.unlink()
    return said


def test_a_build_knows_its_commit(copy):
    def record(folder=copy.folder, **environment):
        run("packaging/recorded.py", "Sources/CBuild/recorded.h", cwd=folder, **environment)

    commit = copy.git("rev-parse", "HEAD")
    # 1. A build that nobody records for knows nothing, also if there is a file of an older one.
    assert facts(copy.folder)[:4] == ["", "", "", "0"]
    record()
    assert facts(copy.folder)[:4] == ["", "", "", "0"]
    # 2. One that is recorded.
    said = facts(copy.folder, "-DTANADA_RECORDED")
    assert said[0] == commit and re.fullmatch(r"\d{4}-\d\d-\d\d", said[1]) and said[2:4] == ["", "0"], said
    assert re.fullmatch(r"6\.\d.*", said[4]) and "swift-nio 2" in said[5] and "async-http-client" not in said[5], said
    # 3. It is written only if it changes, and the source is touched with it.
    header, source = copy.folder / "Sources/CBuild/recorded.h", copy.folder / "Sources/CBuild/build.c"
    for file in (header, source):
        os.utime(file, (1, 1))
    record()
    assert header.stat().st_mtime == source.stat().st_mtime == 1
    copy.git("tag", "--annotate", "--message", "x", "v1.0.0")
    (copy.folder / "README.md").write_text("other")
    record()
    assert source.stat().st_mtime > 1
    assert facts(copy.folder, "-DTANADA_RECORDED")[2:4] == ["v1.0.0", "1"]
    copy.git("checkout", "--quiet", "README.md")
    # 4. An archive, without git and without a record.
    archive = copy.archive("HEAD")
    assert facts(archive)[:4] == [commit, said[1], "v1.0.0", "0"]
    # The repository around it is not its own.
    shutil.copy2(copy.folder / "Package.resolved", archive)
    record(archive)
    assert facts(archive, "-DTANADA_RECORDED")[:3] == [commit, said[1], "v1.0.0"]
    # 5. A container, whose context has neither.
    shutil.copy2(ROOT / "Sources/CBuild/archive.h", archive / "Sources/CBuild/archive.h")
    record(archive, TANADA_COMMIT="a" * 40, TANADA_DATE="2026-11-26", TANADA_DESCRIBED="v1.2.0")
    assert facts(archive, "-DTANADA_RECORDED")[:4] == ["a" * 40, "2026-11-26", "v1.2.0", "0"]


UNRELEASED = "## Unreleased\n\n### Added\n\n- A thing.\n\n### Fixed\n\n- A fault.\n\n"
CHANGELOG = f"# Changelog\n\nChanges.\n\n{UNRELEASED}## 1.0.0 — 2026-11-26\n\n### Added\n\n- Everything.\n"
CUT = CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 1.1.0 — 2026-12-24\n")
DAY = "2026-12-24"


def changelog(folder, *arguments, text=CHANGELOG, status=0):
    file = folder / "CHANGELOG.md"
    file.write_text(text)
    return run("packaging/changelog.py", *arguments, status=status, TANADA_CHANGELOG=str(file))


def test_the_changelog_is_cut(folder):
    assert changelog(folder, "cut", "1.1.0", DAY) == CUT
    notes = "# tanada 1.1.0\n\n## Added\n\n- A thing.\n\n## Fixed\n\n- A fault.\n"
    assert changelog(folder, "notes", "1.1.0", text=CUT) == notes
    assert changelog(folder, "notes", "1.0.0", text=CUT) == "# tanada 1.0.0\n\n## Added\n\n- Everything.\n"
    # A version before is not cut: its notes are what is unreleased.
    assert changelog(folder, "notes", "1.1.0-rc.1") == notes.replace("1.1.0", "1.1.0-rc.1")
    # The form that the first version has.
    first = CHANGELOG.replace("## Unreleased", "## 0.1.0 (unreleased)").split("## 1.0.0")[0]
    assert f"## Unreleased\n\n## 1.0.0 — {DAY}\n\n### Added" in changelog(folder, "cut", "1.0.0", DAY, text=first)
    # That of this checkout can be cut now, or has been.
    run("packaging/changelog.py", "notes", NUMBER)


@pytest.mark.parametrize("version, text, said", [
    ("1.1.0", CUT, "no entries under '## Unreleased'"),
    ("1.0.0", CHANGELOG, "1.0.0 is not newer than 1.0.0"), ("1.0.0-rc.1", CHANGELOG, "is not newer than 1.0.0"),
    ("0.9.0", CHANGELOG, "is not newer"), ("1.1", CHANGELOG, "is not a version"),
    ("1.1.0", CHANGELOG.replace("### Fixed", "### Mended"), "there is no group 'Mended'"),
    ("1.1.0", CHANGELOG.replace(UNRELEASED, ""), "first section is not"),
    ("1.1.0", CHANGELOG.replace("1.0.0 — 2026-11-26", "1.0.0 (old)"), "is not '## VERSION — DATE'"),
])
def test_a_changelog_is_not_cut(folder, version, text, said):
    assert said in changelog(folder, "cut", version, DAY, text=text, status=1)


def check_bill(folder, copy):
    from spdx_tools.spdx.model import RelationshipType as Related
    from spdx_tools.spdx.parser.parse_anything import parse_file
    from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

    file, = folder.glob("*.spdx.json")
    document = parse_file(str(file))
    messages = validate_full_spdx_document(document)
    assert not messages, messages
    packages = {package.name: package for package in document.packages}
    for pin in json.loads((copy.folder / "Package.resolved").read_text())["pins"]:
        name = pin["location"].removesuffix(".git").rsplit("/", 1)[-1]
        assert packages[name].version == pin["state"]["version"], name
        assert str(packages[name].license_declared) != "NOASSERTION", name
    own = "SPDXRef-Package-tanada"
    related = set()
    for each in document.relationships:
        one, other = each.spdx_element_id, each.related_spdx_element_id
        related.add((each.relationship_type, other if one == own else one))
    # Each library that the loader looks for, and those that the sources load.
    needed = re.findall(r"\(NEEDED\).*\[(lib.*)\]", run("readelf", "-d", PROGRAM))
    assert len(needed) >= 5, needed
    linked = {element for kind, element in related if kind == Related.DYNAMIC_LINK}
    named = " ".join(package.source_info or "" for package in document.packages if package.spdx_id in linked)
    # Debian has several of them in libc6.
    assert not [library for library in needed if library not in named and library != "libm.so.6"], named
    loaded = {element for kind, element in related if kind == Related.RUNTIME_DEPENDENCY_OF}
    assert loaded == {f"SPDXRef-Package-{name}" for name in ("libcurl4", "libpq5", "libvips42")}
    static = {element.removeprefix("SPDXRef-Package-") for kind, element in related if kind == Related.STATIC_LINK}
    assert {"swift-runtime", "hummingbird"} <= static and "async-http-client" not in static, static
    # Every package is named by a relationship, and files that are shipped have their checksums.
    assert {package.spdx_id for package in document.packages} <= {element for _, element in related} | {own}
    for package in document.packages:
        if package.file_name:
            digest = hashlib.sha256((folder / package.file_name).read_bytes()).hexdigest()
            assert package.checksums[0].value == digest, package.name
    return len(document.packages)


def check_symbols(folder, work):
    """The package of symbols gives names and lines to addresses of the program."""
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "--extract", package, work)
    symbol = "tanada_postgresql_load"
    address = "0x" + re.search(rf"(?m)^([0-9a-f]+) T {symbol}$", run("nm", PROGRAM))[1]

    def debugger(symbols):
        return run("gdb", "--batch", "--nx", "-iex", f"set debug-file-directory {symbols}", "-ex",
                   f"info symbol {address}", "-ex", f"info line *{address}", work / "usr/bin/tanada")

    assert symbol not in debugger("/nowhere"), "the program itself has symbols"
    said = debugger(work / "usr/lib/debug")
    assert f"{symbol} in section .text" in said and re.search(r'Line \d+ of "[^"]*library\.c"', said), said
    return re.search(r'Line \d+ of "[^"]*"', said)[0]


def test_a_rehearsal_makes_everything(copy, make_folder, documentation, figure):
    folder, home, before = copy.folder / "dist", make_folder("gnupg"), copy.git("rev-parse", "HEAD")
    home.chmod(0o700)
    own = {"GNUPGHOME": str(home), "TANADA_SITE": str(documentation)}
    key = "releases@example.com"
    run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", key, "ed25519", "sign", "never", **own)
    copy.run("scripts/release", NUMBER, TANADA_SIGNING_KEY=key, **own)
    assert copy.git("rev-parse", "HEAD") == before and not copy.git("tag") and not copy.git("status", "--porcelain")
    names = sorted(file.name for file in folder.iterdir())
    # 1. What --list says, by its kinds.
    for name in (name for line in copy.run("scripts/release", "--list").splitlines()
                 for name in re.split(r"\s{2,}", line)[0].split(", ")):
        pattern = re.escape(name.strip(",")).replace("VERSION", "[0-9].*").replace("ARCHITECTURE", "[a-z0-9]+")
        assert any(re.fullmatch(pattern, each) for each in names), f"{name} is not in {names}"
    # 2. Checksums of all others, and their signature.
    sums = (folder / "SHA256SUMS").read_text().splitlines()
    assert sorted(line.split("  ")[1] for line in sums) == sorted(set(names) - {"SHA256SUMS", "SHA256SUMS.asc"})
    run("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", cwd=folder)
    run("gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS", cwd=folder, **own)
    # 3. Archives that begin with a folder of their name; those of clients can be used as they are.
    for name in (name.removesuffix(".tar.gz") for name in names if name.endswith(".tar.gz")):
        with tarfile.open(folder / f"{name}.tar.gz") as archive:
            members = archive.getnames()
        assert {member.split("/")[0] for member in members} == {name}
        assert "documentation" in name or f"{name}/LICENSE" in members, name
        for kind, file in [("client-swift", "Package.swift"), ("client-web", "tanada.js")]:
            assert kind not in name or f"{name}/{file}" in members, name
    # 4. What is in the program, and where its symbols are.
    count, line = check_bill(folder, copy), check_symbols(folder, make_folder("installed"))
    # 5. Once more, in place of the first, with the same bytes.
    copy.run("scripts/release", NUMBER, **own)
    assert (folder / "SHA256SUMS").read_text().splitlines() == sums
    assert not (folder / "SHA256SUMS.asc").exists()
    # 6. What is not of a release stays.
    (folder / "mine").write_text("x")
    copy.refuses("that no release has made: mine", NUMBER)
    figure(f"releases: {len(names)} files, an SBOM of {count} packages, symbols ({line}), the same bytes twice")


def test_a_tag_is_made_once_and_for_its_program(copy):
    for said, *arguments in [("is not a version", "1.0"), ("is not a version",),
                             ("there is no option", "1.0.0", "--tags"), ("expected one version", "1.0.0", "2.0.0")]:
        copy.refuses(said, *arguments, status=64)
    # 1. A tree with changes is not released.
    (copy.folder / "new").write_text("x")
    copy.refuses("not committed", NUMBER)
    (copy.folder / "new").unlink()
    # 2. Neither is one that is built on other versions of packages.
    pins = copy.folder / "packaging/packages.txt"
    text = pins.read_text()
    assert "swift-log " in text
    pins.write_text(text.replace("swift-log ", "swift-log 0", 1))
    copy.commit("other versions")
    copy.refuses("swift-log: ", NUMBER)
    copy.git("reset", "--quiet", "--hard", "HEAD~")
    # 3. A version before has its tag, and the changelog stays. The program is of another commit: no release of it.
    copy.refuses("the program says", f"{NUMBER}-rc.1", "--tag")
    assert copy.git("cat-file", "-t", f"v{NUMBER}-rc.1") == "tag"
    assert copy.git("rev-list", "--count", "HEAD") == "1"
    # 4. A version, in a commit that has the changelog and the number.
    copy.refuses("the program says", "7.0.0", "--tag")
    assert copy.git("show", "--name-only", "--format=%s", "v7.0.0^{commit}").split("\n\n")[0] == "tanada 7.0.0"
    changed = copy.git("diff", "--name-only", "HEAD~").split()
    assert changed == ["CHANGELOG.md", "Sources/CBuild/include/CBuild.h"], changed
    assert re.search(r"## Unreleased\n\n## 7\.0\.0 — \d{4}-\d\d-\d\d\n", (copy.folder / "CHANGELOG.md").read_text())
    assert '#define TANADA_NUMBER "7.0.0"\n' in (copy.folder / "Sources/CBuild/include/CBuild.h").read_text()
    assert copy.version() == "7.0.0"
    # 5. Not twice, and not of another commit.
    copy.refuses("there is a tag v7.0.0", "7.0.0", "--tag")
    copy.commit("later")
    copy.refuses("the tag of another commit", "7.0.0")
    copy.refuses("there are no entries", "7.0.1", "--tag")
    assert not (copy.folder / "dist").exists()


def test_the_workflows_are_valid(figure):
    files, commands = sorted((ROOT / ".github/workflows").glob("*.yml")), 0
    assert len(files) >= 3, files
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *files)
    run("yamllint", "--strict", "--config-data", "{extends: default, rules: {document-start: disable, truthy: "
        "{check-keys: false}, line-length: {max: 160}, braces: disable}}", *files)
    run("zizmor", "--offline", "--persona", "pedantic", "--no-progress", *files)
    for file in files:
        text = file.read_text()
        for action in re.findall(r"uses: (\S+)", text):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), f"{file}: {action} is not pinned to a commit"
        # Scripts that steps run are there, with the options that they are run with.
        for script in re.findall(r"(?<![\w/.-])((?:scripts|Tests|packaging)/[\w./-]+)", text):
            assert os.access(ROOT / script, os.X_OK), f"{file}: there is no {script}"
            commands += 1
    figure(f"releases: {len(files)} workflows, {commands} scripts that they run")


def test_shell_is_clean():
    # Empty values, a list of files for people, and "A && B || C" with a B that does not fail.
    run("shellcheck", "--exclude=SC1007,SC2012,SC2015", "scripts/build", "scripts/package", "scripts/release",
        "Tests/e2e/release/reproducible")
