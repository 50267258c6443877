"""The images of the Containerfile, around a program that is built, with buildah and a base of Debian's packages."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
from container.images import USER, Image, Service, Storage
from harness import PROGRAM, ROOT, namespaces, need, run

# The base and the libraries that the image builds: remove it to try them again, or when Debian has newer ones.
KEPT = ROOT / ".build/container"


@pytest.fixture(scope="module")
def storage(size):
    """The images `tanada`, `tanada-edge` and `base`, which are built once. With `--size fonts=1`, `tanada` has fonts
    for Japanese and emoji, which are more than the goal for the size allows."""
    if os.getuid() != 0:
        pytest.skip("only root can make images here")
    need("buildah", "debootstrap", "ip", "nsenter", "strip", "vips")
    if "libswiftCore" in subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout:
        pytest.skip("the program needs the runtime of Swift, which images have not: TANADA=$(scripts/build --program)")
    storage = Storage(pathlib.Path(tempfile.mkdtemp(prefix="container-", dir="/var/tmp")))
    storage.folder.chmod(0o755)  # the users of images reach their volumes in it
    try:
        build(storage, "fonts-noto-cjk fonts-noto-color-emoji" if size("fonts", 0) else "")
        yield storage
    finally:
        storage.end()


def build(storage, fonts):
    KEPT.mkdir(parents=True, exist_ok=True)
    base, program = KEPT / "base.tar", storage.folder / "program"
    if not base.exists():
        subprocess.run([ROOT / "Tests/e2e/container/base", base], check=True)
    container = storage.call("from", "scratch")
    storage.call("add", "--quiet", container, base, "/")
    storage.call("commit", "--quiet", "--rm", container, "localhost/base")
    program.mkdir()
    subprocess.run(["strip", "-o", program / "tanada", PROGRAM], check=True)

    def build(name, *options):
        storage.call("build", "--isolation", "chroot", "--format", "docker", "--build-arg", "BASE=localhost/base",
                     "--build-context", f"program={program}", "--tag", f"localhost/{name}", *options, ROOT)

    digest = hashlib.sha256((ROOT / "container/build-libraries").read_bytes()).hexdigest()[:16]
    decoders = KEPT / f"decoders-{digest}"
    if not decoders.exists():
        build("decoders", "--target", "decoders")
        container, made = storage.call("from", "localhost/decoders"), KEPT / "decoders.new"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        subprocess.run(["cp", "-a", f"{storage.call('mount', container)}/built", made], check=True)
        storage.call("rm", container)
        made.rename(decoders)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
    libraries = ["--build-context", f"decoders={decoders}"]
    build("tanada", *libraries, "--build-arg", f"FONTS={fonts}", "--build-arg", f"REVISION={commit.strip()}",
          "--build-arg", f"VERSION={run('--version').split()[1]}")
    build("tanada-edge", *libraries, "--target", "edge")


@pytest.fixture
def image(storage):
    return Image(storage, "tanada")


@pytest.fixture
def volume(storage):
    """A volume as engines make it: with the owner and the mode that the folder has in the image."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="volume-", dir=storage.folder))
    folder.chmod(0o750)
    os.chown(folder, USER, USER)
    return folder


@pytest.fixture
def network(storage):
    """A network for the test alone, and names of networks that nobody else sees; services end with it."""
    with namespaces.network():
        for command in ("mount --make-rprivate /", "mkdir -p /run/netns", "mount -t tmpfs tmpfs /run/netns",
                        "ip link set lo up"):
            subprocess.run(command.split(), check=True)
        try:
            yield
        finally:
            while Service.running:
                Service.running.pop().kill()
