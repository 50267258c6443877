"""What Sources say of themselves."""

import functools
import re

from harness import ROOT


@functools.cache
def sources():
    return {str(path.relative_to(ROOT)): path.read_text() for path in sorted(ROOT.glob("Sources/**/*.swift"))}


@functools.cache
def described():
    text = "\n".join(sources().values())
    kinds = {name: kind for kind, name in re.findall(r'\.(counter|gauge|histogram)\(\s*"(\w+)",\s*"', text)}
    assert len(kinds) > 40, kinds
    labels = {name: set() for name in kinds}
    for name, pairs in re.findall(r'"(\w+)",\s*\[?((?:\("\w+", [^)]*\)(?:,\s*)?)+)[\])]', text):
        if name in labels:
            labels[name] |= set(re.findall(r'\("(\w+)",', pairs))
    labels["tanada_http_requests_total"] |= {"method", "route", "status"}
    labels["tanada_http_request_duration_seconds"] |= {"route"}
    return kinds, labels


def series():
    """Every series name with its labels; those of a histogram are three."""
    names, (kinds, labels) = {}, described()
    for name, kind in kinds.items():
        common = labels[name] | {"job", "instance"}
        if kind == "histogram":
            names |= {name + "_bucket": common | {"le"}, name + "_sum": common, name + "_count": common}
        else:
            names[name] = common
    return names


def has_word(word):
    return any(re.search(rf'"{re.escape(word)}"|case [\w, ]*\b{re.escape(word)}\b', text) for text in sources().values())
