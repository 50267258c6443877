// The gallery: asks the server for each layout, draws the answer with <tanada-feed>, and plays it.

import { items, moving, piecesOf } from "./gallery/pieces.js";
import { galleryDocument, pictureItems } from "./gallery/documents.js";
import { Player } from "./gallery/player.js";

const root = document.documentElement;
const status = document.getElementById("status");
const controls = document.getElementById("controls");
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A new element with attributes and children; text is text, whatever it says. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// MARK: - Calls

const parameters = (piece, width) => Object.entries({ ...piece.options, width });

/** The address that answers with the layout of a piece. */
function addressOf(piece, width) {
  return `/v1/layouts/${piece.type}?${new URLSearchParams(parameters(piece, width))}`;
}

/** The calls that make a piece, by the name of the tool. */
function callsOf(piece, width) {
  const flags = parameters(piece, width)
    .map(([name, value]) => `--${name.replaceAll("_", "-")} ${value}`).join(" ");
  return {
    tanada: `tanada layout ${piece.type.replaceAll("_", "-")} items.json ${flags}`,
    curl: `curl -d @items.json '${location.origin}${addressOf(piece, width)}'`,
  };
}

/** A command whose lines are broken between words, and between the parts of an address. */
function codeBlock(id, text, label) {
  const words = text.split(" ").flatMap((word, index) => {
    const parts = word.split(/(?<=[/?&])/).flatMap((part) => [part, make("wbr")]);
    return [index ? " " : "", make("span", { class: "word" }, ...parts)];
  });
  const pre = make("pre", { id }, ...words);
  const copy = make("button", { type: "button", class: "copy", "data-copies": id }, "Copy",
    make("span", { class: "spoken" }, ` the ${label} command`));
  return make("div", { class: "code" }, pre, copy);
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copies]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
  button.classList.add("done");
  status.textContent = "Copied.";
  setTimeout(() => {
    button.classList.remove("done");
    status.textContent = "";
  }, 1500);
});

// MARK: - Pieces

/** The card of a piece, without its drawing. */
function card(piece, width) {
  const calls = callsOf(piece, width);
  const heading = make("h3", { id: piece.name }, piece.name);
  const stage = make("div", { class: "stage" });
  const player = make("div", { class: "player" });
  const article = make("article", { class: "piece", "aria-labelledby": piece.name },
    make("header", {}, heading, make("p", {}, piece.text)), stage, player,
    make("div", { class: "calls" },
      codeBlock(`${piece.name}-tanada`, calls.tanada, "tanada"),
      codeBlock(`${piece.name}-curl`, calls.curl, "curl")));
  return { article, stage, player };
}

/** The icons of a button that plays and pauses, as SVG. */
function icon(name, path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 12 12");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Adds the button and the slider that play what a feed shows. */
function addPlayer(element, feed, layout, name) {
  const player = new Player(feed, layout);
  const button = make("button", { type: "button", "aria-pressed": "false", "aria-label": `Play ${name}` },
    icon("play", "M2 1v10l9-5z"), icon("pause", "M2 1h3v10H2zM7 1h3v10H7z"));
  const slider = make("input", {
    type: "range", min: 0, max: player.length, step: 0.01, value: 0, "aria-label": `Offset of ${name}`,
  });
  const output = make("output", {}, "0");
  player.onMove = (position) => {
    slider.value = position;
    output.value = position.toFixed(2);
  };
  player.onPlay = (isPlaying) => button.setAttribute("aria-pressed", String(isPlaying));
  button.addEventListener("click", () => player.toggle());
  slider.addEventListener("input", () => {
    player.pause();
    player.show(Number(slider.value));
  });
  feed.addEventListener("pointerdown", () => player.pause());
  feed.addEventListener("keydown", () => player.pause());
  feed.addEventListener("tanada-settle", ({ detail }) => player.noteOffset(detail.offset));
  element.append(button, slider, output);
  return player;
}

/** Asks for the layout of a piece and draws it. */
async function draw(piece, width, { stage, player }, pictures) {
  const answer = await fetch(addressOf(piece, width), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(items),
  });
  const layout = await answer.json();
  if (!answer.ok) {
    stage.append(make("p", { class: "failure" }, layout.detail ?? "The layout could not be made."));
    return null;
  }
  const feed = make("tanada-feed", { events: "off", lang: "ja", contrast: "more" });
  const scheme = root.dataset.scheme;
  if (scheme && scheme !== "system") feed.setAttribute("color-scheme", scheme);
  feed.style.width = `${width}px`;
  feed.document = galleryDocument(piece, layout, width, pictures);
  // Cards are looked at here, and not opened.
  feed.addEventListener("tanada-select", (event) => event.preventDefault());
  stage.append(feed);
  if (layout.content_size.height > stage.clientHeight) stage.classList.add("tall");
  await feed.ready;
  return moving.has(piece.type) ? addPlayer(player, feed, layout, piece.name) : null;
}

// MARK: - The page

/** Draws pieces once they are near, and plays them while they are in view. */
function observe(shown, pictures) {
  const players = new Map();
  const plays = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      players.get(target)?.[isIntersecting && !isStill ? "resume" : "suspend"]();
    }
  }, { threshold: 0.7 });
  const draws = new IntersectionObserver(async (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      draws.unobserve(target);
      const { piece, width, parts } = shown.get(target);
      const player = await draw(piece, width, parts, await pictures);
      if (!player) continue;
      players.set(target, player);
      plays.observe(target);
    }
  }, { rootMargin: "600px" });
  for (const article of shown.keys()) draws.observe(article);
}

function showScheme(scheme) {
  root.dataset.scheme = scheme;
  for (const feed of document.querySelectorAll("tanada-feed")) {
    if (scheme === "system") feed.removeAttribute("color-scheme");
    else feed.setAttribute("color-scheme", scheme);
  }
}

document.getElementById("items-json").textContent = JSON.stringify(items);
const chosen = new URLSearchParams(location.search).get("scheme");
const scheme = ["light", "dark"].includes(chosen) ? chosen : "system";
controls.elements.scheme.value = scheme;
showScheme(scheme);
controls.addEventListener("submit", (event) => event.preventDefault());
controls.addEventListener("change", ({ target }) => {
  showScheme(target.value);
  history.replaceState(null, "", target.value === "system" ? "/gallery" : `?scheme=${target.value}`);
});

const shown = new Map();
for (const group of document.querySelectorAll("[data-group]")) {
  const isWide = group.dataset.group === "layouts";
  for (const piece of piecesOf(group.dataset.group)) {
    // The width that the page has room for, in whole points.
    const room = root.clientWidth - (root.clientWidth < 700 ? 34 : 50);
    const width = isWide ? Math.min(375, room) : 280;
    const parts = card(piece, width);
    group.append(parts.article);
    shown.set(parts.article, { piece, width, parts });
  }
}
observe(shown, pictureItems(items));
