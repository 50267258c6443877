"""The program as it is shipped, a release build whose optimised code may fail where a debug build does not: every
command of its help pages runs in a test of TANADA_TESTS, with TANADA; and it has enough data of ICU for dates."""

import os
import pathlib
import shlex
import subprocess

from harness import PROGRAM, ROOT, need
from harness.program import commands

TESTS = os.environ.get("TANADA_TESTS") or ROOT / ".build/debug/tanadaPackageTests.xctest"


def test_every_command_is_run(folder, figure):
    log, recorder = folder / "commands", folder / "tanada"
    log.touch()
    log.chmod(0o666)  # some tests run the program as another user
    # In front of the program, a script that notes the arguments of each run.
    recorder.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$*\" >>{log}\nexec {shlex.quote(PROGRAM)} \"$@\"\n")
    recorder.chmod(0o755)
    subprocess.run([TESTS, "--testing-library", "swift-testing", "--filter", r"^EndToEndTests\."], check=True, cwd=ROOT,
                   env=os.environ | {"TANADA": str(recorder), "TANADA_PROGRAM": PROGRAM, "TANADA_TEST_SCALE": "all"})
    leaves = [words for words, _, has_others in commands() if not has_others]
    runs = [line.split() for line in log.read_text().splitlines()]
    runs = [words for words in runs if not {"help", "--help", "-h"} & set(words)]
    missing = [" ".join(command) for command in leaves if not any(words[:len(command)] == command for words in runs)]
    assert not missing, "no test runs these commands with the release build"
    figure(f"release: {len(leaves)} commands in {len(runs)} runs")


def test_dates_are_those_of_all_data(folder, figure):
    need("swiftc")
    build = ["swiftc", "-O", "-static-stdlib", "-use-ld=lld", "-Xlinker", "--gc-sections"]
    said = subprocess.run([ROOT / "scripts/icu-data", folder / "icu/data.o"], check=True, capture_output=True)
    data, made = said.stdout.decode().split(), {}
    assert data
    for name, options in [("all", []), ("part", data)]:
        program = folder / name
        subprocess.run([*build, *options, pathlib.Path(__file__).with_name("dates.swift"), "-o", program], check=True)
        said = subprocess.run([program], check=True, capture_output=True).stdout
        made[name] = said, program.stat().st_size // 1_000_000
    (dates, before), (found, after) = made["all"], made["part"]
    assert found == dates
    assert before - after >= 20, f"the data of ICU that are left out save {before - after} MB"
    figure(f"dates: {dates.count(10)} lines as with all data of ICU, {before - after} MB less")
