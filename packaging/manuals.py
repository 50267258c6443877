#!/usr/bin/env python3
"""Makes the manual pages of tanada, in mdoc, from what it says in its help.

  manuals.py FOLDER DATE <HELP     HELP is the output of `tanada --experimental-dump-help`

Each command has a page, tanada-COMMAND.1 or tanada-GROUP-COMMAND.1. DATE is YYYY-MM-DD.
"""

import datetime
import json
import pathlib
import re
import sys
import textwrap


def escape(text):
    """A text as a line of mdoc shows it, without a meaning of its own."""
    result = []
    for character in text:
        if character == "\\":
            result.append("\\e")
        elif character == '"':
            # A word of a macro's line may not begin a quotation.
            result.append("\\(dq")
        elif character == "'":
            result.append("\\(aq")
        elif character == "`":
            result.append("\\(ga")
        elif character == "-":
            result.append("\\-")
        elif ord(character) > 126:
            result.append(f"\\[u{ord(character):04X}]")
        else:
            result.append(character)
    return "".join(result)


class Page:
    def __init__(self, name, section, date):
        day = datetime.date.fromisoformat(date)
        self.lines = [
            ".\\\" Made from the help of tanada by packaging/manuals.py.",
            f".Dd {day:%B} {day.day}, {day.year}", f".Dt {name.upper()} {section}",
            ".Os",
        ]

    def add(self, *lines):
        self.lines += lines

    def section(self, title, *lines):
        self.lines += [f".Sh {title}", *lines]

    def text(self, text):
        """Sentences, each on lines of its own; an empty line begins a paragraph, an indented one is shown as it is."""
        for number, paragraph in enumerate(re.split(r"\n[ \t]*\n", text.strip("\n"))):
            if number > 0:
                self.lines.append(".Pp")
            lines = paragraph.split("\n")
            if all(line.startswith("  ") for line in lines):
                self.lines += [".Bd -literal -offset indent", *(escape(line.strip()) for line in lines), ".Ed"]
                continue
            for sentence in re.split(r"(?<=[.?!]) (?=[A-Z\"'(])", " ".join(lines)):
                for line in textwrap.wrap(escape(sentence), 78, break_long_words=False, break_on_hyphens=False):
                    self.lines.append("\\&" + line if line[0] == "." else line)

    def finish(self):
        return "\n".join(self.lines) + "\n"


def flag(name):
    kind = name["kind"]
    return f"Fl {escape(('-' if kind == 'long' else '') + name['name'])}"


def value(argument):
    return f"Ar {escape(argument.get('valueName') or 'value')}"


def synopsis(argument):
    """How an argument is given, as a line of the synopsis."""
    parts = value(argument) if argument["kind"] == "positional" else flag(argument["preferredName"])
    if argument["kind"] == "option":
        parts += " " + value(argument)
    if argument.get("isRepeating"):
        parts += " ..."
    return f".Op {parts}" if argument.get("isOptional") else f".{parts}"


def heading(argument):
    """How an argument is given, as the heading of its explanation."""
    if argument["kind"] == "positional":
        return f".It {value(argument)}" + (" ..." if argument.get("isRepeating") else "")
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    line = ".It " + " , ".join(flag(name) for name in names)
    return line + (" " + value(argument) if argument["kind"] == "option" else "")


def explanation(argument):
    text = argument.get("abstract", "")
    if argument.get("discussion"):
        text += "\n\n" + argument["discussion"]
    values = argument.get("allValues") or argument.get("allValueStrings")
    notes = []
    if values and not all(one in text for one in values):
        notes.append("Values: " + ", ".join(values) + ".")
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag" and "default:" not in text:
        notes.append(f"By default: {default}.")
    return " ".join([text, *notes]).strip() or "See the synopsis."


def shown(items):
    return [item for item in items or [] if item.get("shouldDisplay", True)]


def page_name(path):
    return "-".join(path)


def write(folder, path, command, date):
    name = page_name(path)
    page = Page(name, 1, date)
    abstract = command.get("abstract") or name
    summary = abstract.split("\n")[0].rstrip(".")
    summary = summary[0].lower() + summary[1:] if summary[1:2].islower() else summary
    page.section("NAME", f".Nm {name}", f".Nd {escape(summary)}")
    arguments = shown(command.get("arguments"))
    subcommands = [inner for inner in shown(command.get("subcommands")) if inner["commandName"] != "help"]
    page.section("SYNOPSIS", ".Nm tanada", *(f".Cm {escape(word)}" for word in path[1:]))
    page.lines += [synopsis(argument) for argument in arguments]
    if subcommands:
        page.add(".Ar command", ".Op Ar option ...")
    page.section("DESCRIPTION")
    page.text(abstract)
    if command.get("discussion"):
        page.add(".Pp")
        page.text(command["discussion"])
    if arguments:
        page.add(".Bl -tag -width Ds")
        for argument in arguments:
            page.add(heading(argument))
            page.text(explanation(argument))
        page.add(".El")
    if subcommands:
        page.section("COMMANDS", ".Bl -tag -width Ds")
        for inner in subcommands:
            page.add(f".It Xr {page_name([*path, inner['commandName']])} 1")
            page.text(inner.get("abstract", ""))
        page.add(".El")
    page.section("ENVIRONMENT", "Every setting has a variable,", "see", ".Xr tanada.conf 5 .")
    if len(path) == 1:
        page.section("FILES", ".Bl -tag -width Ds")
        page.add(".It Pa /etc/tanada/tanada.conf", "The settings of the service.", ".It Pa /var/lib/tanada",
                 "The content of the service,", "a SQLite file and a folder of photos.",
                 ".It Pa /usr/share/tanada/samples", "Content to try it with,", "for", ".Xr tanada-seed 1 .", ".El")
    page.section("EXIT STATUS", "0 for success, 1 for a failure, 64 for wrong usage.")
    related = [(page_name(path[:-1]), 1)] if len(path) > 1 else []
    page.section("SEE ALSO")
    related = sorted([*related, ("tanada.conf", 5), ("tanadactl", 8)], key=lambda one: (one[1], one[0]))
    for number, (other, section) in enumerate(related, 1):
        page.add(f".Xr {other} {section}" + (" ," if number < len(related) else ""))
    (folder / f"{name}.1").write_text(page.finish())
    for inner in subcommands:
        write(folder, [*path, inner["commandName"]], inner, date)


def main(folder, date):
    document = json.load(sys.stdin)
    if document["serializationVersion"] != 0:
        raise SystemExit(f"error: the help is of version {document['serializationVersion']}, expected 0")
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, [document["command"]["commandName"]], document["command"], date)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
