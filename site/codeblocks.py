"""Blocks of code: a bar with the language, and colours by classes that style.css draws."""

from html import escape

from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from pygments.util import ClassNotFound

# What a block is called, by the word after its fence.
NAMES = {
    "console": "Terminal", "sh": "Shell", "json": "JSON", "swift": "Swift", "kotlin": "Kotlin", "xml": "XML",
    "html": "HTML", "js": "JavaScript", "ts": "TypeScript", "css": "CSS", "yaml": "YAML", "nginx": "nginx",
    "vcl": "VCL", "python": "Python", "http": "HTTP", "text": "Text", "toml": "TOML", "ini": "Settings",
}
# What lexers call the same language, and the languages of files by the ends of their names.
LEXERS = {"sh": "bash", "vcl": "c"}
SUFFIXES = {
    ".json": "json", ".ndjson": "json", ".swift": "swift", ".kt": "kotlin", ".kts": "kotlin", ".yml": "yaml",
    ".yaml": "yaml", ".vcl": "vcl", ".conf": "nginx", ".py": "python", ".sh": "sh", ".js": "js", ".ts": "ts",
}
# Few colours: the first token that holds one gives it its class.
CLASSES = [
    (Token.Comment, "c"), (Token.Name.Tag, "k"), (Token.Keyword.Type, "t"), (Token.Keyword, "k"),
    (Token.Name.Attribute, "a"), (Token.Name.Class, "t"), (Token.Name.Function, "f"), (Token.Literal.String, "s"),
    (Token.Literal.Number, "n"), (Token.Name.Decorator, "a"),
]


def code_block(code: str, info: str = "", caption: str = "") -> str:
    """The HTML of a block. `info` is what follows the fence: a language, and maybe the name of a file."""
    language, _, name = info.partition(" ")
    if not language:
        language = _guessed(code)
    label = NAMES.get(language, language)
    title = caption or name
    shown = f'<span class="file">{escape(title)}</span>' if title else ""
    body = _console(code) if language == "console" else _coloured(code, language)
    spoken = f"{label}: {title}" if title else label
    return (
        f'<div class="code" data-language="{escape(language)}"><div class="code-bar">'
        f'<span class="language">{escape(label)}</span>{shown}</div>'
        f'<pre tabindex="0" role="group" aria-label="{escape(spoken)}"><code>{body}</code></pre></div>\n'
    )


def _guessed(code):
    """What a block without a language is."""
    if code.startswith("$ "):
        return "console"
    return "sh" if code.startswith(("tanada ", "curl ", "scripts/")) else "text"


def language_of(name: str) -> str:
    """The language of a file."""
    return next((language for end, language in SUFFIXES.items() if name.endswith(end)), "text")


def _console(code):
    """Commands after `$`, with the lines that continue them; the rest is what was answered."""
    lines, goes_on = [], False
    for line in code.rstrip("\n").split("\n"):
        if line.startswith("$ ") or goes_on:
            prompt = "" if goes_on else '<span class="prompt">$ </span>'
            command = line if goes_on else line[2:]
            lines.append(f'{prompt}<span class="command">{escape(command, quote=False)}</span>')
            goes_on = line.endswith("\\")
        else:
            lines.append(f'<span class="output">{escape(line, quote=False)}</span>' if line else "")
    return "\n".join(lines)


def _coloured(code, language):
    try:
        lexer = get_lexer_by_name(LEXERS.get(language, language), ensurenl=False, stripnl=False)
    except ClassNotFound:
        return escape(code.rstrip("\n"), quote=False)
    parts: list[tuple[str | None, str]] = []
    for token, text in lex(code.rstrip("\n"), lexer):
        kind = next((name for parent, name in CLASSES if token in parent), None)
        if parts and parts[-1][0] == kind:
            parts[-1] = (kind, parts[-1][1] + text)
        else:
            parts.append((kind, text))
    return "".join(_span(kind, escape(text, quote=False)) for kind, text in parts)


def _span(kind, text):
    return f'<span class="{kind}">{text}</span>' if kind and text.strip() else text
