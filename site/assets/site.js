// What pages do beyond reading: the search, copying of code, and boxes that need no key where nothing scrolls.

const script = document.currentScript;
const root = script.dataset.root;

// Search.

const MOST = 12;
let loading;

/** The index, fetched once, when somebody searches. A script, so that it also comes from a folder. */
function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = `${root}assets/index.js`;
    element.onload = () => resolve(prepare(window.tanadaIndex));
    element.onerror = reject;
    document.head.append(element);
  });
  return loading;
}

/** The words of a text, as the index has cut it. */
const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);

function prepare({ pages, parts }) {
  const titles = pages.map(([, title]) => wordsOf(title));
  return parts.map(([number, name, heading, text = "", more = ""], order) => ({
    path: pages[number][0], title: pages[number][1], section: pages[number][2],
    anchor: name === 0 ? heading : name, heading, text, order, // 0: the anchor is the heading
    titleWords: titles[number], headingWords: wordsOf(heading), words: wordsOf(`${text} ${more}`),
  }));
}

/** How well words match a term: whole words, also of several things, count more than beginnings. */
function score(words, term, whole, prefix) {
  let best = 0;
  for (const word of words) {
    if (word === term || word === `${term}s`) return whole;
    if (word.startsWith(term)) best = prefix;
  }
  // Names such as card_stack are also looked for by their words.
  if (best || !term.includes("_")) return best;
  return Math.min(...term.split("_").filter(Boolean).map((part) => score(words, part, whole / 2, prefix / 2)));
}

function rank(part, terms) {
  let sum = 0;
  for (const term of terms) {
    const inTitle = score(part.titleWords, term, part.anchor ? 3 : 30, part.anchor ? 2 : 20);
    const found = inTitle + score(part.headingWords, term, 24, 14) + score(part.words, term, 4, 2);
    if (!found) return 0;
    sum += found;
  }
  // A heading that says nothing else is what was looked for.
  const own = part.anchor ? part.headingWords : part.titleWords;
  sum += 10 * terms.filter((term) => own.some((word) => word.startsWith(term))).length / Math.max(own.length, 1);
  // What explains comes before what lists, and before what has a page for each name.
  if (/\/schemas\/|\/api\/content\/|^files\/|^libraries\/[^/]+\//.test(part.path)) return sum * 0.5;
  return /\/(api|commands)\//.test(part.path) ? sum * 0.8 : sum;
}

function find(parts, query) {
  const terms = wordsOf(query);
  if (!terms.length) return [];
  return parts
    .map((part) => ({ part, value: rank(part, terms) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || a.part.order - b.part.order)
    .slice(0, MOST)
    .map(({ part }) => ({ ...part, terms }));
}

/** A text with the beginnings of words that match marked. */
function marked(text, terms) {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(${terms.join("|")})`, "giu");
  const pieces = [];
  let place = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("mark");
    mark.textContent = match[0];
    pieces.push(text.slice(place, match.index), mark);
    place = match.index + match[0].length;
  }
  pieces.push(text.slice(place));
  return pieces;
}

function snippet({ text, terms }) {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = places.length ? Math.max(0, Math.min(...places) - 50) : 0;
  const cut = start && text.indexOf(" ", start) + 1;
  const end = cut + 160 < text.length ? text.lastIndexOf(" ", cut + 160) : text.length;
  return (cut ? "… " : "") + text.slice(cut, end) + (end < text.length ? " …" : "");
}

function line(className, ...content) {
  const element = document.createElement("span");
  element.className = className;
  element.append(...content);
  return element;
}

class Search {
  constructor(box) {
    this.box = box;
    this.input = box.querySelector("input");
    this.list = box.querySelector("ul");
    this.status = box.querySelector("[role=status]");
    this.chosen = -1;
    this.results = [];
    box.hidden = false;
    this.input.addEventListener("focus", () => loadIndex().catch(() => {}));
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[role=option]");
      if (item) this.open(Number(item.dataset.index));
    });
    this.input.addEventListener("blur", () => this.close());
    document.addEventListener("keydown", (event) => this.begin(event));
  }

  /** "/" begins, unless somebody writes. */
  begin(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    this.input.focus();
    this.input.select();
  }

  async search() {
    const query = this.input.value;
    let parts;
    try {
      parts = await loadIndex();
    } catch {
      this.status.textContent = "The index of the search cannot be loaded.";
      return;
    }
    if (query !== this.input.value) return;
    this.results = find(parts, query);
    this.chosen = this.results.length ? 0 : -1;
    this.draw(query.trim() !== "");
  }

  draw(isAsked) {
    const items = this.results.map((result, index) => this.item(result, index));
    if (isAsked && !items.length) {
      const none = document.createElement("li");
      none.className = "none";
      none.setAttribute("role", "option");
      none.setAttribute("aria-disabled", "true");
      none.textContent = "Nothing found";
      items.push(none);
    }
    this.list.replaceChildren(...items);
    this.show(isAsked);
    this.choose(this.chosen);
    const count = this.results.length;
    this.status.textContent = !isAsked ? "" : count === 0 ? "Nothing found" : count === 1 ? "1 result" : `${count} results`;
  }

  item(result, index) {
    const { section, title, heading, terms } = result;
    const item = document.createElement("li");
    item.id = `site-result-${index}`;
    item.dataset.index = String(index);
    item.setAttribute("role", "option");
    item.append(
      line("where", heading ? `${section} / ${title}` : section || "tanada"),
      line("title", ...marked(heading || title, terms)),
      line("snippet", ...marked(snippet(result), terms)),
    );
    return item;
  }

  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    const item = this.list.children[index];
    if (index >= 0 && item?.id) {
      this.input.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  press(event) {
    const count = this.results.length;
    if (event.key === "ArrowDown" && count) this.choose((this.chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) this.choose((this.chosen - 1 + count) % count);
    else if (event.key === "Enter" && this.chosen >= 0) this.open(this.chosen);
    else if (event.key === "Escape" && !this.list.hidden) this.close();
    else if (event.key === "Escape") this.input.blur();
    else return;
    event.preventDefault();
  }

  open(index) {
    const { path, anchor } = this.results[index];
    this.close();
    this.input.blur();
    location.href = `${root}${path}${anchor ? `#${anchor}` : ""}`;
  }

  show(isShown) {
    this.list.hidden = !isShown;
    this.input.setAttribute("aria-expanded", String(isShown));
  }

  close() {
    this.show(false);
    this.input.removeAttribute("aria-activedescendant");
  }
}

// Code.

/** A button that copies a block: of a terminal, the commands alone. */
function addCopying(block) {
  if (!navigator.clipboard) return; // pages of a folder or without TLS have none
  const button = document.createElement("button");
  const isTerminal = block.dataset.language === "console";
  const name = isTerminal ? "Copy commands" : "Copy";
  button.type = "button";
  button.className = "copy";
  button.textContent = name;
  button.addEventListener("click", async () => {
    const commands = [...block.querySelectorAll(".command")].map((command) => command.textContent);
    await navigator.clipboard.writeText(isTerminal ? commands.join("\n") : block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = name; }, 2000);
  });
  block.querySelector(".code-bar").append(button);
}

/** A box is a stop of the tab key only while something in it scrolls. */
function watchBoxes(boxes) {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  boxes.forEach((box) => observer.observe(box));
}

document.querySelectorAll(".search").forEach((box) => new Search(box));
document.querySelectorAll(".code").forEach(addCopying);
watchBoxes(document.querySelectorAll(".table, .code > pre"));

// The contents show where the page is.
const contents = document.querySelector(".contents");
const current = contents.querySelector("[aria-current]");
if (current) contents.scrollTop = current.offsetTop - contents.clientHeight / 3;
