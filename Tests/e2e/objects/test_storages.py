"""The suite of storages in Swift, with moto and SeaweedFS, which checks signatures and hashes."""

import os
import pathlib
import subprocess

from harness import PATIENCE, ROOT
from harness.buckets import moto, seaweedfs

# The tests that scripts/test has built, or those in the folder of the build.
TESTS = pathlib.Path(os.environ.get("TANADA_TESTS") or ROOT / ".build/debug/tanadaPackageTests.xctest")


def test_storages_in_swift_with_services(folder):
    with moto(folder) as one, seaweedfs(folder) as other:
        done = subprocess.run(
            [TESTS, "--testing-library", "swift-testing", "--filter", r"\.PhotoStorageTests/"], capture_output=True, text=True,
            cwd=ROOT, timeout=4 * PATIENCE,
            env=os.environ | {"TANADA_TEST_BUCKETS": f"{one.name}={one.endpoint} {other.name}={other.endpoint}"})
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "moto" in said and "seaweedfs" in said, said
