"""What makes releases, in copies of this checkout; see `scripts`.

  release.py [NAME …]     runs the tests of these names, or all
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

from spdx_tools.spdx.model import RelationshipType
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TANADA = os.environ["TANADA"]
NUMBER = re.search(r'TANADA_NUMBER "(.*)"', (ROOT / "Sources/CBuild/include/CBuild.h").read_text())[1]
# Commits in copies are of somebody, whatever git knows of this machine.
WHO = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
       for what, value in (("NAME", "A tester"), ("EMAIL", "tester@example.com"))}


def run(*command, cwd, status=0, **environment):
    """Runs a command that ends with a status; returns what it prints, with its messages."""
    environment = {**os.environ, **WHO, **environment}
    done = subprocess.run(command, cwd=cwd, env={name: value for name, value in environment.items() if value is not None},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{command}: {done.returncode}, expected {status}\n{done.stdout}{done.stderr}"
    return done.stdout + (done.stderr if status else "")


class Copy:
    """A repository of one commit with the files of this checkout, as they are now."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        files = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
        for name in filter(None, files):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        self.git("init", "--quiet", "--initial-branch=main")
        # A commit of so many files starts a collection in the background, which would write while the copy is removed.
        self.git("config", "maintenance.auto", "false")
        self.commit("everything")
        # What the program was built with, which is in no repository.
        (self.folder / ".build").mkdir()
        (self.folder / ".build/checkouts").symlink_to(os.environ["TANADA_CHECKOUTS"])
        shutil.copy2(ROOT / "Package.resolved", self.folder / "Package.resolved")
        (self.folder / ".git/info/exclude").write_text("Package.resolved\n")

    def git(self, *arguments, **options):
        return run("git", *arguments, cwd=self.folder, **options)

    def commit(self, subject):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)

    def run(self, *command, **options):
        return run(*command, cwd=self.folder, **options)

    def change(self, name, old, new):
        text = (self.folder / name).read_text()
        assert old in text, f"{name} has no {old!r}"
        (self.folder / name).write_text(text.replace(old, new, 1))


def is_lower(one, other):
    return subprocess.run(["dpkg", "--compare-versions", one, "lt", other]).returncode == 0


# Versions.

def test_versions_of_packages_grow(work):
    copy = Copy(work)
    version = lambda: copy.run("scripts/package", "--print-version").strip()
    seen = [version()]
    assert re.fullmatch(rf"{re.escape(NUMBER)}~git\d{{14}}\.1\.[0-9a-f]{{8}}", seen[0]), seen
    copy.commit("second")
    seen.append(version())
    for tag, expected in [("v1.0.0-rc.1", "1.0.0~rc.1"), ("v1.0.0", "1.0.0"), ("v1.0.1", "1.0.1"), ("v1.1.0-rc.2", "1.1.0~rc.2")]:
        copy.commit(f"to {tag}")
        copy.git("tag", "--annotate", "--message", tag, tag)
        seen.append(version())
        assert seen[-1] == expected, seen
        (copy.folder / "README.md").write_text(f"other than {tag}")
        seen.append(version())
        assert seen[-1] == f"{expected}+0.modified", seen
        copy.commit(f"after {tag}")
        seen.append(version())
        assert re.fullmatch(rf"{re.escape(expected)}\+1\.g[0-9a-f]+", seen[-1]), seen
        (copy.folder / "README.md").write_text(f"other than after {tag}")
        assert version() == f"{seen[-1]}.modified"
        copy.git("checkout", "--quiet", "README.md")
    for one, other in zip(seen, seen[1:]):
        assert is_lower(one, other), f"{one} is not lower than {other}"
    # An archive knows what its repository knew.
    (copy.folder / "archive").mkdir()
    copy.run("bash", "-c", "git archive v1.0.0 | tar --extract --directory archive")
    assert run("scripts/package", "--print-version", cwd=copy.folder / "archive", GIT_CEILING_DIRECTORIES=str(copy.folder)).strip() == "1.0.0"
    return f"{len(seen)} versions in order, from {seen[0]} to {seen[-1]}"


def facts(folder, *options):
    """What tanada_build() of Sources/CBuild says, compiled alone."""
    (folder / "facts.c").write_text(
        '#include "CBuild.h"\n#include <stdio.h>\nint main(void) { tanada_build_facts f = tanada_build();'
        'printf("%s|%s|%s|%d|%s|%s", f.commit, f.date, f.described, f.is_modified, f.swift, f.packages); }')
    sources = folder / "Sources/CBuild"
    program = tempfile.mktemp()
    run("gcc", "-Wall", "-Werror", *options, "-I", str(sources / "include"), str(sources / "build.c"), str(folder / "facts.c"),
        "-o", program, cwd=folder)
    (folder / "facts.c").unlink()
    said = run(program, cwd=folder).split("|")
    os.unlink(program)
    return said


def test_a_build_knows_its_commit(work):
    copy = Copy(work)
    record = lambda **environment: copy.run("packaging/recorded.py", "Sources/CBuild/recorded.h", **environment)
    commit = copy.git("rev-parse", "HEAD").strip()
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
    archive = copy.folder / "archive"
    archive.mkdir()
    copy.run("bash", "-c", "git archive HEAD | tar --extract --directory archive")
    assert facts(archive)[:4] == [commit, said[1], "v1.0.0", "0"]
    # The repository around it is not its own.
    shutil.copy2(copy.folder / "Package.resolved", archive)
    run("packaging/recorded.py", "Sources/CBuild/recorded.h", cwd=archive)
    assert facts(archive, "-DTANADA_RECORDED")[:3] == [commit, said[1], "v1.0.0"]
    # 5. A container, whose context has neither.
    shutil.copy2(ROOT / "Sources/CBuild/archive.h", archive / "Sources/CBuild/archive.h")
    run("packaging/recorded.py", "Sources/CBuild/recorded.h", cwd=archive, TANADA_COMMIT="a" * 40, TANADA_DATE="2026-11-26",
        TANADA_DESCRIBED="v1.2.0")
    assert facts(archive, "-DTANADA_RECORDED")[:4] == ["a" * 40, "2026-11-26", "v1.2.0", "0"]
    return "a checkout, changed files, an archive and a container"


# The changelog.

CHANGELOG = """# Changelog

Changes.

## Unreleased

### Added

- A thing.

### Fixed

- A fault.

## 1.0.0 — 2026-11-26

### Added

- Everything.
"""


def test_the_changelog_is_cut(work):
    file = pathlib.Path(work, "CHANGELOG.md")

    def changelog(*arguments, text=CHANGELOG, status=0):
        file.write_text(text)
        return run("packaging/changelog.py", *arguments, cwd=ROOT, status=status, TANADA_CHANGELOG=str(file))

    cut = changelog("cut", "1.1.0", "2026-12-24")
    assert cut == CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 1.1.0 — 2026-12-24\n"), cut
    notes = "# tanada 1.1.0\n\n## Added\n\n- A thing.\n\n## Fixed\n\n- A fault.\n"
    assert changelog("notes", "1.1.0", text=cut) == notes
    assert changelog("notes", "1.0.0", text=cut) == "# tanada 1.0.0\n\n## Added\n\n- Everything.\n"
    # A version before is not cut: its notes are what is unreleased.
    assert changelog("notes", "1.1.0-rc.1") == notes.replace("1.1.0", "1.1.0-rc.1")
    # The form that the first version has.
    first = CHANGELOG.replace("## Unreleased", "## 0.1.0 (unreleased)").split("## 1.0.0")[0]
    assert "## Unreleased\n\n## 1.0.0 — 2026-12-24\n\n### Added" in changelog("cut", "1.0.0", "2026-12-24", text=first)
    for version, text, said in [
        ("1.1.0", cut, "no entries under '## Unreleased'"),
        ("1.0.0", CHANGELOG, "1.0.0 is not newer than 1.0.0"), ("1.0.0-rc.1", CHANGELOG, "is not newer than 1.0.0"),
        ("0.9.0", CHANGELOG, "is not newer"), ("1.1", CHANGELOG, "is not a version"),
        ("1.1.0", CHANGELOG.replace("### Fixed", "### Mended"), "there is no group 'Mended'"),
        ("1.1.0", CHANGELOG.replace("## Unreleased\n\n### Added\n\n- A thing.\n\n### Fixed\n\n- A fault.\n\n", ""), "first section is not"),
        ("1.1.0", CHANGELOG.replace("1.0.0 — 2026-11-26", "1.0.0 (old)"), "is not '## VERSION — DATE'"),
    ]:
        assert said in changelog("cut", version, "2026-12-24", text=text, status=1), (version, said)
    # That of this checkout can be cut now, or has been.
    run("packaging/changelog.py", "notes", NUMBER, cwd=ROOT)
    return "into a version and its notes, and refused for eight reasons"


# Releases.

def check_bill(folder, copy):
    """The SBOM is valid, and has what the program is made of."""
    file, = folder.glob("*.spdx.json")
    document = parse_file(str(file))
    messages = validate_full_spdx_document(document)
    assert not messages, messages
    packages = {package.name: package for package in document.packages}
    for pin in json.loads((copy.folder / "Package.resolved").read_text())["pins"]:
        name = pin["location"].removesuffix(".git").rsplit("/", 1)[-1]
        assert packages[name].version == pin["state"]["version"], name
        assert str(packages[name].license_declared) != "NOASSERTION", name
    related = {(each.relationship_type, each.spdx_element_id if each.spdx_element_id != "SPDXRef-Package-tanada"
                else each.related_spdx_element_id) for each in document.relationships}
    # Each library that the loader looks for, and those that the sources load.
    needed = re.findall(r"\(NEEDED\).*\[(lib.*)\]", run("readelf", "-d", TANADA, cwd=ROOT))
    assert len(needed) >= 5, needed
    linked = {element for kind, element in related if kind == RelationshipType.DYNAMIC_LINK}
    named = " ".join(package.source_info or "" for package in document.packages if package.spdx_id in linked)
    for library in set(needed):
        # Debian has several of them in libc6.
        assert library in named or library in ("libm.so.6",), library
    loaded = {element.removeprefix("SPDXRef-Package-") for kind, element in related if kind == RelationshipType.RUNTIME_DEPENDENCY_OF}
    assert loaded == {"libcurl4", "libpq5", "libvips42"}, loaded
    assert (RelationshipType.STATIC_LINK, "SPDXRef-Package-swift-runtime") in related
    assert (RelationshipType.STATIC_LINK, "SPDXRef-Package-hummingbird") in related
    assert (RelationshipType.STATIC_LINK, "SPDXRef-Package-async-http-client") not in related
    # Every package is named by a relationship, and files that are shipped have their checksums.
    assert {package.spdx_id for package in document.packages} <= {element for _, element in related} | {"SPDXRef-Package-tanada"}
    for package in document.packages:
        if package.file_name:
            digest = hashlib.sha256((folder / package.file_name).read_bytes()).hexdigest()
            assert package.checksums[0].value == digest, package.name
    return len(document.packages)


def check_symbols(folder, work):
    """The package of symbols gives names and lines to addresses of the program."""
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "--extract", str(package), work, cwd=ROOT)
    program = f"{work}/usr/bin/tanada"
    symbol = "tanada_postgresql_load"
    address = "0x" + re.search(rf"(?m)^([0-9a-f]+) T {symbol}$", run("nm", TANADA, cwd=ROOT))[1]

    def debugger(debug):
        return run("gdb", "--batch", "--nx", "-iex", f"set debug-file-directory {debug}", "-ex", f"info symbol {address}",
                   "-ex", f"info line *{address}", program, cwd=work)

    assert symbol not in debugger("/nowhere"), "the program itself has symbols"
    said = debugger(f"{work}/usr/lib/debug")
    assert f"{symbol} in section .text" in said and re.search(r'Line \d+ of "[^"]*library\.c"', said), said
    return re.search(r'Line \d+ of "[^"]*"', said)[0]


def make_key(home):
    os.mkdir(home, 0o700)
    run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "releases@example.com", "ed25519", "sign", "never",
        cwd=ROOT, GNUPGHOME=home)


def test_a_rehearsal_makes_everything(work):
    copy = Copy(f"{work}/copy")
    make_key(f"{work}/gnupg")
    before = copy.git("rev-parse", "HEAD")
    copy.run("scripts/release", NUMBER, GNUPGHOME=f"{work}/gnupg", TANADA_SIGNING_KEY="releases@example.com")
    assert copy.git("rev-parse", "HEAD") == before and not copy.git("tag") and not copy.git("status", "--porcelain")
    folder = copy.folder / "dist"
    names = sorted(file.name for file in folder.iterdir())
    # 1. What --list says, by its kinds.
    listed = [word.strip(",") for line in copy.run("scripts/release", "--list").splitlines() for word in re.split(r"\s{2,}", line)[0].split(", ")]
    for name in listed:
        pattern = re.escape(name).replace("VERSION", "[0-9].*").replace("ARCHITECTURE", "[a-z0-9]+")
        assert any(re.fullmatch(pattern, each) for each in names), f"{name} is not in {names}"
    # 2. Checksums of all others, and their signature.
    sums = (folder / "SHA256SUMS").read_text().splitlines()
    assert sorted(line.split("  ")[1] for line in sums) == sorted(set(names) - {"SHA256SUMS", "SHA256SUMS.asc"})
    run("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", cwd=folder)
    run("gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS", cwd=folder, GNUPGHOME=f"{work}/gnupg")
    # 3. Archives that begin with a folder of their name; those of clients can be used as they are.
    for name in names:
        if name.endswith(".tar.gz"):
            with tarfile.open(folder / name) as archive:
                members = archive.getnames()
            assert {member.split("/")[0] for member in members} == {name.removesuffix(".tar.gz")}, name
            assert f"{name.removesuffix('.tar.gz')}/LICENSE" in members or "documentation" in name, name
            if "client-swift" in name:
                assert any(member.endswith("/Package.swift") and member.count("/") == 1 for member in members)
            if "client-web" in name:
                assert any(member.endswith("/tanada.js") and member.count("/") == 1 for member in members)
    # 4. What is in the program, and where its symbols are.
    count = check_bill(folder, copy)
    line = check_symbols(folder, f"{work}/installed")
    # 5. Once more, in place of the first, with the same bytes.
    copy.run("scripts/release", NUMBER)
    assert (folder / "SHA256SUMS").read_text().splitlines() == sums
    assert "SHA256SUMS.asc" not in [file.name for file in folder.iterdir()]
    # 6. What is not of a release stays.
    (folder / "mine").write_text("x")
    assert "that no release has made: mine" in copy.run("scripts/release", NUMBER, status=1)
    return f"{len(names)} files, an SBOM of {count} packages, symbols ({line}), the same bytes twice"


def test_a_tag_is_made_once_and_for_its_program(work):
    copy = Copy(work)
    for arguments, said in [(["1.0"], "is not a version"), ([], "is not a version"), (["1.0.0", "--tags"], "there is no option"),
                            (["1.0.0", "2.0.0"], "expected one version")]:
        assert said in copy.run("scripts/release", *arguments, status=64), arguments
    # 1. A tree with changes is not released.
    (copy.folder / "new").write_text("x")
    assert "not committed" in copy.run("scripts/release", NUMBER, status=1)
    (copy.folder / "new").unlink()
    # 2. Neither is one that is built on other versions of packages.
    copy.change("packaging/packages.txt", "swift-log ", "swift-log 0")
    copy.commit("other versions")
    assert "swift-log: " in copy.run("scripts/release", NUMBER, status=1)
    copy.git("reset", "--quiet", "--hard", "HEAD~")
    # 3. A version before has its tag, and the changelog stays. The program is of another commit: no release of it.
    assert "the program says" in copy.run("scripts/release", f"{NUMBER}-rc.1", "--tag", status=1)
    assert copy.git("cat-file", "-t", f"v{NUMBER}-rc.1").strip() == "tag"
    assert copy.git("rev-list", "--count", "HEAD").strip() == "1"
    # 4. A version, in a commit that has the changelog and the number.
    assert "the program says" in copy.run("scripts/release", "7.0.0", "--tag", status=1)
    assert copy.git("show", "--name-only", "--format=%s", "v7.0.0^{commit}").split("\n\n")[0] == "tanada 7.0.0"
    changed = copy.git("diff", "--name-only", "HEAD~").split()
    assert changed == ["CHANGELOG.md", "Sources/CBuild/include/CBuild.h"], changed
    assert re.search(r"## Unreleased\n\n## 7\.0\.0 — \d{4}-\d\d-\d\d\n", (copy.folder / "CHANGELOG.md").read_text())
    assert '#define TANADA_NUMBER "7.0.0"\n' in (copy.folder / "Sources/CBuild/include/CBuild.h").read_text()
    assert copy.run("scripts/package", "--print-version").strip() == "7.0.0"
    # 5. Not twice, and not of another commit.
    assert "there is a tag v7.0.0" in copy.run("scripts/release", "7.0.0", "--tag", status=1)
    copy.commit("later")
    assert "the tag of another commit" in copy.run("scripts/release", "7.0.0", status=1)
    assert "there are no entries" in copy.run("scripts/release", "7.0.1", "--tag", status=1)
    assert not (copy.folder / "dist").exists()
    return "refused for nine reasons, and what they leave is a commit and an annotated tag"


# The forge.

def test_the_workflows_are_valid(work):
    files = [str(file) for file in sorted((ROOT / ".github/workflows").glob("*.yml"))]
    assert len(files) >= 3, files
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *files, cwd=ROOT)
    run("yamllint", "--strict", "--config-data", "{extends: default, rules: {document-start: disable, truthy: {check-keys: false}, "
        "line-length: {max: 160}, braces: disable}}", *files, cwd=ROOT)
    run("zizmor", "--offline", "--persona", "pedantic", "--no-progress", *files, cwd=ROOT)
    commands = 0
    for file in files:
        text = pathlib.Path(file).read_text()
        for action in re.findall(r"uses: (\S+)", text):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), f"{file}: {action} is not pinned to a commit"
        # Scripts that steps run are there, with the options that they are run with.
        for script in re.findall(r"(?<![\w/.-])((?:scripts|Tests|packaging)/[\w./-]+)", text):
            assert os.access(ROOT / script, os.X_OK), f"{file}: there is no {script}"
            commands += 1
    return f"{len(files)} files, {commands} scripts that they run"


def test_shell_is_clean(work):
    files = ["scripts/build", "scripts/package", "scripts/release", "Tests/Release/scripts", "Tests/Release/reproducible", "Tests/Release/run"]
    # Empty values, a list of files for people, and "A && B || C" with a B that does not fail.
    run("shellcheck", "--exclude=SC1007,SC2012,SC2015", *files, cwd=ROOT)
    return f"{len(files)} scripts"


def main(names):
    tests = {name.removeprefix("test_"): test for name, test in globals().items() if name.startswith("test_")}
    for name in names or tests:
        with tempfile.TemporaryDirectory() as work:
            said = tests[name](work)
        print(f"✔ releases: {name.replace('_', ' ')}: {said}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
