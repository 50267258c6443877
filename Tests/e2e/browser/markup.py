"""Texts that would be markup, scripts or addresses if a page took them for such, and what becomes of them in one."""

# Each of them has the name of an attribute, or sets a property of the window, if it is more than a text.
TEXTS = [
    '<img src=x data-markup onerror="window.hit=1">', '"><script data-markup>window.hit=1</script>',
    "'><svg data-markup onload=window.hit=1>", '" data-markup onfocus="window.hit=1" autofocus="',
    "</style></title></textarea></script><b data-markup>b</b>", "<!-- ]]> <a data-markup href=javascript:window.hit=1>",
    "&lt;b data-markup&gt;", "&amp;#60;", "${7*7}", "{{7*7}}", "%3Cb%20data-markup%3E", "\\u003cb data-markup\\u003e",
    # The order of letters is turned around, and not turned back.
    "\u202eabc\u2066def\u2069", "javascript:window.hit=1",
]
HOSTILE = " ".join(TEXTS)
# Fields that hold less.
BRIEF = {"kind", "salt", "release", "token", "person"}
# What was found in a page, in all of its shadow trees: what is shown, and what texts have become.
LOOK = """
() => {
  const texts = new Set(), wrong = [];
  const visit = (root) => {
    texts.add(root.textContent ?? "");
    for (const element of root.querySelectorAll("*")) {
      if (element.matches("input, textarea")) texts.add(element.value);
      if (element.shadowRoot) visit(element.shadowRoot);
      if (element.matches("template")) visit(element.content);
      const say = () => wrong.push(element.outerHTML.slice(0, 300));
      if (element.hasAttribute("data-markup")) say();
      if (element.localName === "script" && !element.src && element.textContent.includes("window.hit")) say();
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) say();
        if (["href", "src", "action", "formaction", "xlink:href"].includes(name)
          && /^\\s*(javascript|vbscript|data:text)/i.test(value)) say();
        if (name === "srcdoc") say();
      }
    }
  };
  texts.add(document.documentElement.textContent);
  visit(document);
  return { texts: [...texts], wrong, hit: window.hit ?? null, title: document.title };
}
"""


def hostile(place):
    """What is written into a field of this name."""
    return f"({place}) {TEXTS[0] if place in BRIEF else HOSTILE}"


def look(page):
    """All that a page shows, once nothing of it has become more than a text."""
    found = page.evaluate(LOOK)
    assert found["wrong"] == []
    assert found["hit"] is None
    return "\n".join([*found["texts"], found["title"]])


def missing(page, *places):
    """The fields whose texts a page does not show to the letter; `*` is any field."""
    shown = look(page)
    return [place for place in places if (HOSTILE if place == "*" else hostile(place)) not in shown]

