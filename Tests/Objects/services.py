"""Runs a command with services for objects, named in TANADA_TEST_BUCKETS: services.py FOLDER COMMAND …"""

import os
import subprocess
import sys

import service


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    services = [service.moto(folder), service.seaweedfs(folder)]
    try:
        for one in services:
            one.make_bucket()
        names = " ".join(f"{one.name}={one.endpoint}" for one in services)
        done = subprocess.run(
            command, env=dict(os.environ, TANADA_TEST_BUCKETS=names), capture_output=True, text=True
        )
    finally:
        for one in services:
            one.stop()
    lines = (done.stdout + done.stderr).splitlines()
    if done.returncode != 0 or not any("moto" in line for line in lines):
        print("\n".join(line for line in lines if not line.startswith("◇")), file=sys.stderr)
        sys.exit(done.returncode or 1)
    print(lines[-1])


main()
