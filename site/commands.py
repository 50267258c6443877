"""The command line: a page for each command, from what the program says of itself."""

import re
from html import escape

from codeblocks import code_block
from markup import inline
from page import Page

FOLDER = "reference/commands"


def command_pages(dump: dict, section: str) -> list[Page]:
    """The overview, and a page for each command with its subcommands."""
    commands = shown(dump["command"]["subcommands"])
    return [_overview(commands, section), *[_page(command, section) for command in commands]]


def shown(described: list[dict]) -> list[dict]:
    """Those that are for people: not a program's own workers, and not what stands for a mistake."""
    return [one for one in described if one["shouldDisplay"] and one.get("commandName") != "help"]


def _overview(commands, section):
    rows = []
    for command in commands:
        page = f"/{FOLDER}/{command['commandName']}.html"
        rows.append(_row(f"tanada {command['commandName']}", page, command))
        rows += [
            _row(f"tanada {command['commandName']} {sub['commandName']}", f"{page}#{sub['commandName']}", sub)
            for sub in shown(command.get("subcommands", []))
        ]
    body = (
        '<p>What <code>tanada help</code> says, command by command: arguments, options and defaults. '
        '<code>tanada help COMMAND</code> prints the same in a terminal.</p>\n'
        '<div class="table" role="group" aria-label="Commands" tabindex="0"><table>\n'
        '<thead><tr><th scope="col">Command</th><th scope="col">What it does</th></tr></thead>\n'
        f'<tbody>\n{"".join(rows)}</tbody></table></div>\n'
    )
    return Page(f"{FOLDER}/index.html", "Options of the commands", body, section=section)


def _row(name, address, command):
    return f'<tr><td><a href="{address}"><code>{name}</code></a></td><td>{inline(_sentence(command))}</td></tr>\n'


def _page(command, section):
    name = command["commandName"]
    body = [_abstract(command)]
    subcommands = shown(command.get("subcommands", []))
    if subcommands:
        body.append(_discussion(command))
        body += [
            f'<h2 id="{sub["commandName"]}"><code>tanada {name} {sub["commandName"]}</code></h2>\n'
            + _abstract(sub) + _described(sub, f"tanada {name}") for sub in subcommands
        ]
    else:
        body.append(_described(command, "tanada"))
    return Page(f"{FOLDER}/{name}.html", f"tanada {name}", "".join(body), _sentence(command), section)


def _sentence(command):
    return command.get("abstract", "")


def _abstract(command):
    text = _sentence(command)
    return f'<p class="lead">{inline(text)}</p>\n' if text else ""


def _described(command, parent):
    aliases = command.get("aliases", [])
    other = f'<p>Also called {", ".join(f"<code>{escape(a)}</code>" for a in aliases)}.</p>\n' if aliases else ""
    return (
        code_block(f"{parent} {command['commandName']}{_usage(command)}", "sh", "Usage")
        + _discussion(command) + other + _tables(command)
    )


def _discussion(command):
    """Paragraphs; lines that are indented or that begin with a prompt are code."""
    html = []
    for paragraph in re.split(r"\n\s*\n", command.get("discussion", "").strip("\n")):
        if not paragraph.strip():
            continue
        if re.match(r"\s{2,}\S|\$ ", paragraph):
            html.append(code_block(paragraph.strip("\n"), "text"))
        else:
            html.append(f"<p>{inline(paragraph)}</p>\n")
    return "".join(html)


def _usage(command):
    positional = [a for a in shown(command["arguments"]) if a["kind"] == "positional"]
    options = " [OPTION …]" if any(a["kind"] != "positional" for a in shown(command["arguments"])) else ""
    required = "".join(
        f" {_names(a)[0]} <{a['valueName']}>" for a in shown(command["arguments"])
        if a["kind"] == "option" and not a["isOptional"]
    )
    return options + required + "".join(" " + _positional(a) for a in positional)


def _positional(argument):
    text = f"<{argument['valueName']}>" + (" …" if argument["isRepeating"] else "")
    return f"[{text}]" if argument["isOptional"] else text


def _names(argument):
    return [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]


def _tables(command):
    arguments = shown(command["arguments"])
    return (
        _table("Argument", [a for a in arguments if a["kind"] == "positional"])
        + _table("Option", [a for a in arguments if a["kind"] != "positional"])
    )


def _table(what, arguments):
    if not arguments:
        return ""
    rows = "".join(_argument(argument) for argument in arguments)
    return (
        f'<div class="table" role="group" aria-label="{what}s" tabindex="0"><table class="options">\n'
        f'<thead><tr><th scope="col">{what}</th><th scope="col">Meaning</th><th scope="col">Default</th></tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>\n"
    )


def _argument(argument):
    value = f"<{argument['valueName']}>"
    if argument["kind"] == "positional":
        call = _positional(argument)
    else:
        call = ", ".join(_names(argument)) + ("" if argument["kind"] == "flag" else f" {value}")
    meaning, default = _default(argument)
    values = argument.get("allValues", [])
    if values and not all(value in meaning for value in values):
        meaning += f" One of {', '.join(values)}."
    repeats = " Can be given several times." if argument["isRepeating"] and argument["kind"] == "option" else ""
    return (
        f'<tr class="argument"><td><code>{escape(call)}</code></td><td>{inline(meaning + repeats)}</td>'
        f"<td>{_value(default)}</td></tr>\n"
    )


def _value(default):
    """A value is code, words are words."""
    default = re.sub(r"^(\d+)\.0$", r"\1", default)
    return f"<code>{escape(default)}</code>" if default and default != "required" and " " not in default else escape(default)


def _default(argument):
    """The meaning, and the default that the program or the text names."""
    meaning = argument.get("abstract", "")
    found = re.search(r"(?:; | \()default: ([^)]*)\)", meaning)
    if not found:
        return meaning, argument.get("defaultValue", "required" if not argument["isOptional"] else "")
    if meaning[found.start()] == ";":
        meaning = meaning[:found.start()] + meaning[found.end() - 1:]
    else:
        meaning = meaning[:found.start()] + meaning[found.end():]
    return meaning, found[1]
