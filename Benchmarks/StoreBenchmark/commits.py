"""Commits in a PostgreSQL of its own, on a disk and without waiting for one; see `scripts/bench commits`."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Tests", "PostgreSQL"))
import postgresql  # noqa: E402


def main():
    tanada, benchmark, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    for fsync in ("on", "off"):
        with tempfile.TemporaryDirectory() as work:
            os.chmod(work, 0o755)
            server = postgresql.Server(os.path.join(work, "postgresql"), {"fsync": fsync}).start()
            try:
                address = server.make_database(tanada)
                print(f"fsync {fsync}:", flush=True)
                subprocess.run([benchmark, address, *options], check=True)
            finally:
                server.stop()


main()
