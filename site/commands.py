"""The command line as Markdown: a page for each command, from the description that the program gives of itself."""

import re

FOLDER = "reference/commands"


def command_pages(dump: dict) -> dict[str, str]:
    commands = shown(dump["command"]["subcommands"])
    rows = []
    for command in commands:
        page = f"{FOLDER}/{command['commandName']}.md"
        rows.append([f"[`tanada {command['commandName']}`](/{page})", command.get("abstract", "")])
        rows += [[f"[`tanada {command['commandName']} {one['commandName']}`](/{page}#{one['commandName']})",
                  one.get("abstract", "")] for one in shown(command.get("subcommands", []))]
    overview = (
        "# Options of the commands\n\nWhat `tanada help` says, command by command: arguments, options and defaults. "
        f"`tanada help COMMAND` prints the same in a terminal.\n\n{table(['Command', 'What it does'], rows)}")
    pages = {f"{FOLDER}/{command['commandName']}.md": _page(command) for command in commands}
    return {f"{FOLDER}/index.md": overview} | pages


def shown(described: list[dict]) -> list[dict]:
    """Those for people: not a program's own workers, and not the stand-in for a mistake."""
    return [one for one in described if one["shouldDisplay"] and one.get("commandName") != "help"]


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *([cell(text) for text in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(text: str) -> str:
    """A text in a table: a bar would end its cell."""
    return text.replace("|", "\\|").replace("\n", " ")


def _page(command):
    name = command["commandName"]
    subcommands = shown(command.get("subcommands", []))
    parts = [f"# tanada {name}", command.get("abstract", "")]
    if not subcommands:
        return "\n\n".join(parts + _described(command, "tanada"))
    parts.append(_discussion(command))
    for one in subcommands:
        parts += [f"## `tanada {name} {one['commandName']}` {{ #{one['commandName']} }}", one.get("abstract", "")]
        parts += _described(one, f"tanada {name}")
    return "\n\n".join(filter(None, parts))


def _described(command, parent):
    arguments = shown(command["arguments"])
    aliases = ", ".join(f"`{name}`" for name in command.get("aliases", []))
    parts = [f"```text\n{parent} {command['commandName']}{_usage(arguments)}\n```", _discussion(command),
             aliases and f"Also called {aliases}."]
    for head, is_positional in (("Argument", True), ("Option", False)):
        rows = [_row(one) for one in arguments if (one["kind"] == "positional") == is_positional]
        parts.append(rows and table([head, "Meaning", "Default"], rows))
    return list(filter(None, parts))


def _discussion(command):
    """Paragraphs; lines that are indented or that begin with a prompt are code."""
    paragraphs = re.split(r"\n\s*\n", command.get("discussion", "").strip("\n"))
    parts = [f"```text\n{one.strip(chr(10))}\n```" if re.match(r"\s{2,}\S|\$ ", one) else _plain(one)
             for one in paragraphs if one.strip()]
    return "\n\n".join(parts)


def _usage(arguments):
    options = " [OPTION …]" if any(one["kind"] != "positional" for one in arguments) else ""
    required = [f" {_names(one)[0]} <{one['valueName']}>" for one in arguments
                if one["kind"] == "option" and not one["isOptional"]]
    return options + "".join(required + [f" {_positional(one)}" for one in arguments if one["kind"] == "positional"])


def _positional(argument):
    text = f"<{argument['valueName']}>" + (" …" if argument["isRepeating"] else "")
    return f"[{text}]" if argument["isOptional"] else text


def _names(argument):
    return [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]


def _row(argument):
    call = _positional(argument)
    if argument["kind"] != "positional":
        call = ", ".join(_names(argument)) + ("" if argument["kind"] == "flag" else f" <{argument['valueName']}>")
    meaning, default = _default(argument)
    values = argument.get("allValues", [])
    if not all(value in meaning for value in values):
        meaning += f" One of {', '.join(values)}."
    if argument["isRepeating"] and argument["kind"] == "option":
        meaning += " Can be given several times."
    is_value = default and default != "required" and " " not in default
    return [f"`{call}`", _plain(meaning), f"`{default}`" if is_value else default]


def _default(argument):
    """The meaning, and the default that the program or the text names."""
    meaning = argument.get("abstract", "")
    found = re.search(r"(?:(;)| \()\s*default: ([^)]*)\)", meaning)
    if not found:
        default = argument.get("defaultValue", "" if argument["isOptional"] else "required")
        return meaning, re.sub(r"^(\d+)\.0$", r"\1", default)
    return meaning[:found.start()] + (")" if found[1] else "") + meaning[found.end():], found[2]


def _plain(text):
    """A text for terminals, in which Markdown would read marks."""
    return re.sub(r"(`[^`]+`)|([*_<\[])", lambda found: found[1] or f"\\{found[2]}", text)
