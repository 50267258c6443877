"""The program that is tested."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SEEDS = ROOT / "Seeds"
# TANADA names another build, such as the one that users run.
PROGRAM = os.path.realpath(os.environ.get("TANADA") or ROOT / ".build/debug/tanada")
SANITIZER = os.environ.get("TANADA_SANITIZER")
# Seconds that only a hang reaches: a busy machine needs long, and a sanitizer longer.
PATIENCE = 3000 if SANITIZER else 300
JSON, PATCH = "application/json", "application/merge-patch+json"


def run(*arguments, folder=None, environment=None, input=None, check=True):
    """Runs a command. Returns what it prints, without the last line break; the finished process if `check` is false."""
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], cwd=folder, env=environment, input=input, capture_output=True,
        text=not isinstance(input, bytes), timeout=PATIENCE)
    if not check:
        return done
    if done.returncode != 0:
        raise RuntimeError(f"tanada {' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout.strip()


def need(*programs):
    """Skips a test, a fixture or a module where a program is missing."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    if missing := [name for name in programs if not shutil.which(name, path=path)]:
        pytest.skip(f"not available here: {', '.join(missing)}", allow_module_level=True)


def library(source, folder):
    """A library of a source in C below Tests/e2e, to be preloaded."""
    made = folder / f"{pathlib.Path(source).stem}.so"
    subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", made,
                    ROOT / "Tests/e2e" / source, "-ldl"], check=True)
    return made


def commands():
    """What the help pages have of each command: the words that choose it, what it takes, and whether it has others below."""
    def walk(command, words):
        below = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
        yield words, [one for one in command.get("arguments", []) if one.get("shouldDisplay", True)], bool(below)
        for one in below:
            yield from walk(one, [*words, one["commandName"]])

    return list(walk(json.loads(run("--experimental-dump-help"))["command"], []))
