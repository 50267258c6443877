#!/usr/bin/env python3
"""The settings of tanada as it says them itself: names and defaults of `tanada config`, texts of its help.

  settings.py conf PROGRAM DOCUMENT …              writes tanada.conf, in which every setting is commented
  settings.py manual PROGRAM DATE DOCUMENT …       writes tanada.conf(5)

What a setting means is said by `tanada config --json` if it has the member "summary", or else by the help of its flag,
or else by the table of settings in one of the documents. A setting that none of them explains is an error, so that
neither file can be stale.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import manuals

# What the unit of the package makes of a setting.
NOTES = {
    "database": "Relative names are in /var/lib/tanada.",
    "stop_timeout": "TimeoutStopSec= of the unit (45) has to be longer than drain_delay and stop_timeout together.",
    "photo_workers": "TasksMax= of the unit (1024) counts their threads.",
    "max_connections": "LimitNOFILE= of the unit (65536) has to be larger by 128.",
    "port": "Ports below 1024 need a capability, see README.Debian.",
}


def run(program, *arguments):
    # Without settings of this machine: what is printed are the defaults.
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [program, *arguments], cwd=folder, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}, check=True,
            stdout=subprocess.PIPE, text=True).stdout


def flag_summaries(help_document):
    """The text of each setting's flag, by the name of its variable."""
    found = {}

    def visit(command):
        for argument in command.get("arguments", []):
            match = re.fullmatch(r"(.*) \((TANADA_\w+); default: .*\)\.", argument.get("abstract", ""), re.S)
            if match:
                found[match[2]] = match[1]
        for inner in command.get("subcommands", []):
            visit(inner)

    visit(help_document["command"])
    return found


def table_summaries(documents):
    """The last column of the tables whose rows begin with a setting and its variable."""
    found = {}
    for document in documents:
        for line in pathlib.Path(document).read_text().splitlines():
            match = re.fullmatch(r"\| `(\w+)` \| `(TANADA_\w+)` \| `[^`]*` \| (?:.* \| )?(.*) \|", line)
            if match:
                text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", match[3]).replace("`", "")
                found[match[2]] = text
    return found


def settings(program, documents):
    values = json.loads(run(program, "config", "--json"))
    flags = flag_summaries(json.loads(run(program, "--experimental-dump-help")))
    tables = table_summaries(documents)
    unknown = []
    for name, entry in values.items():
        if entry["origin"] != "default":
            raise SystemExit(f"error: {name} is not at its default, but from {entry['origin']}")
        variable = "TANADA_" + name.upper()
        text = entry.get("summary") or flags.get(variable) or tables.get(variable)
        if not text:
            unknown.append(name)
            continue
        text = text if ":" in text[:5] else text[0].upper() + text[1:]
        text += "" if text.endswith((".", "…")) else "."
        yield name, variable, entry.get("default", entry["value"]), text, entry.get("expected")
    if unknown:
        raise SystemExit(f"error: nothing says what these settings mean: {', '.join(unknown)}")


def conf(program, documents):
    print("""\
# The settings of the service tanada, see tanada.conf(5). Each is set to its default: remove the # before a line to
# change it, and restart the service (systemctl restart tanada). `tanadactl config` prints what is in force.
# Only root can read this file, since it may have secrets.""")
    for name, variable, default, text, expected in settings(program, documents):
        if expected and expected not in text:
            text += f" Takes {expected}."
        if name in NOTES:
            text += " " + NOTES[name]
        print()
        print(textwrap.fill(text, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False,
                            break_long_words=False))
        print(f"#{variable}={default}")


def manual(program, date, documents):
    page = manuals.Page("tanada.conf", 5, date)
    page.section("NAME", ".Nm tanada.conf", ".Nd settings of the service tanada")
    page.section("SYNOPSIS", ".Pa /etc/tanada/tanada.conf")
    page.section("DESCRIPTION")
    page.text("The unit tanada.service reads this file as its environment: lines of NAME=value. Lines that begin "
              "with # are comments. The same variables are settings of every command of tanada; a flag overrides "
              "them, and they override a file named by TANADA_CONFIG, in which a setting has its name without "
              "TANADA_, in small letters. A value that is not valid keeps the service from starting; the journal "
              "then says what was expected.")
    page.add(".Bl -tag -width Ds")
    for name, variable, default, text, expected in settings(program, documents):
        page.add(f".It Ev {variable}")
        page.text(text)
        if expected and expected not in text:
            page.text(f"Takes {expected}.")
        page.text(f"By default: {default}." + (f" {NOTES[name]}" if name in NOTES else ""))
    page.add(".El")
    page.section("FILES", ".Bl -tag -width Ds")
    page.add(".It Pa /etc/tanada/tanada.conf", "Readable by root alone, since it may have secrets.", ".El")
    page.section("SEE ALSO", ".Xr tanada 1 ,", ".Xr systemd.exec 5 ,", ".Xr tanadactl 8")
    print(page.finish(), end="")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["conf", program, *documents]:
            conf(program, documents)
        case ["manual", program, date, *documents]:
            manual(program, date, documents)
        case _:
            sys.exit(__doc__)
