// The home screen of this server: what is chosen is in the address of the page, and drawn by <tanada-feed>.

const element = (id) => document.getElementById(id);
const root = document.documentElement;
const feed = element("feed");
const controls = element("controls");
/** How long the first painting takes at most, in milliseconds. */
const paintPause = 100;
const platforms = ["ios", "android", "web"];
const presets = ["320", "375", "390", "430", "768", "full"];

/** Reads the choices from the page's address; missing and invalid ones have their defaults. */
function readAddress() {
  const query = new URLSearchParams(location.search);
  const oneOf = (name, values, otherwise) =>
    values.includes(query.get(name)) ? query.get(name) : otherwise;
  const size = Number(query.get("text_size") ?? 1);
  return {
    feed: /^[a-z][a-z0-9_-]*$/.test(query.get("feed") ?? "") ? query.get("feed") : "home",
    width: oneOf("width", presets, "390"),
    scheme: oneOf("scheme", ["light", "dark"], "system"),
    textSize: size >= 1 && size <= 3.1 ? size : 1,
    direction: oneOf("direction", ["ltr", "rtl"], "auto"),
    locale: localeOf(query.get("locale")),
    platform: oneOf("platform", platforms, ""),
    release: /^[1-9][0-9]*$/.test(query.get("release") ?? "") ? query.get("release") : "",
    preview: query.get("preview") ?? "",
  };
}

/** Returns a language tag in its usual form, also of one with underscores; none for what is not one. */
function localeOf(text) {
  try {
    return text ? new Intl.Locale(text.replaceAll("_", "-")).toString() : "";
  } catch {
    return "";
  }
}

/** Returns the page's address for the choices, without those that are the defaults. */
function addressOf(chosen) {
  const query = new URLSearchParams();
  if (chosen.feed !== "home") query.set("feed", chosen.feed);
  if (chosen.width !== "390") query.set("width", chosen.width);
  if (chosen.scheme !== "system") query.set("scheme", chosen.scheme);
  if (chosen.textSize !== 1) query.set("text_size", chosen.textSize);
  if (chosen.direction !== "auto") query.set("direction", chosen.direction);
  if (chosen.locale) query.set("locale", chosen.locale);
  if (chosen.platform) query.set("platform", chosen.platform);
  for (const [name, value] of releaseParameters()) query.set(name, value);
  return query.size ? `/?${query}` : "/";
}

const chosen = readAddress();
/** The languages of the server, the default one first; none before it was asked. */
let locales = [];

/** Returns the parameters of a link to the preview of a release; none without one. */
function releaseParameters() {
  const { release, preview } = chosen;
  return new URLSearchParams(release ? { release, ...(preview && { preview }) } : {});
}

/** Sets `name` on the feed, or removes it: an attribute that is set again is fetched again. */
function setAttribute(name, value) {
  if (value === null) feed.removeAttribute(name);
  else if (feed.getAttribute(name) !== value) feed.setAttribute(name, value);
}

/** Shows what is chosen. */
function show() {
  root.dataset.width = chosen.width;
  root.dataset.scheme = chosen.scheme;
  setAttribute("color-scheme", chosen.scheme === "system" ? null : chosen.scheme);
  setAttribute("text-size", String(chosen.textSize));
  setAttribute("direction", chosen.direction === "auto" ? null : chosen.direction);
  setAttribute("locale", chosen.locale || null);
  setAttribute("platform", chosen.platform || null);
  const release = releaseParameters();
  setAttribute("src", `/v1/feeds/${chosen.feed}${release.size ? `?${release}` : ""}`);
  element("release").hidden = !release.size;
  element("release").textContent = `Preview of release ${chosen.release}: not published yet`;

  offerLocales();
  for (const name of ["width", "scheme", "direction", "locale", "platform"]) {
    controls.elements[name].value = chosen[name];
  }
  // The preview of a release is what everybody will get.
  controls.elements.platform.disabled = release.size > 0;
  const percent = Math.round(chosen.textSize * 100);
  element("size").value = percent;
  element("size-value").value = `${percent} %`;
}

function change(changes) {
  Object.assign(chosen, changes);
  show();
  history.replaceState(null, "", addressOf(chosen));
}

/** Names the document that is drawn. */
function describe() {
  const shown = feed.document;
  if (!shown) return;
  const query = new URLSearchParams({ width: shown.viewport.width });
  if ((shown.text_size ?? 1) !== 1) query.set("text_size", shown.text_size);
  if (chosen.direction !== "auto") query.set("direction", chosen.direction);
  if (chosen.locale) query.set("locale", chosen.locale);
  if (feed.variant) query.set("variant", feed.variant);
  for (const [name, value] of releaseParameters()) query.set(name, value);
  const address = `/v1/feeds/${shown.feed}?${query}`;
  element("address").href = address;
  element("address").textContent = address;
  element("revision").textContent = `revision ${shown.revision}`;
  element("source").hidden = false;
}

/** Returns the choice of a language, by its name in the language itself. */
function localeOption(tag, value = tag) {
  let name;
  try {
    name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  } catch {
    name = tag;
  }
  const option = new Option(name, value);
  option.lang = tag;
  return option;
}

/**
 * Offers the languages of the server, and one that it does not have if it is chosen. The default one is first: it is
 * shown to who chooses none, and is in the address only if it was there.
 */
function offerLocales() {
  const select = element("locales");
  if (locales.length) {
    const [first, ...others] = locales;
    const chosenFirst = chosen.locale === first ? first : "";
    select.replaceChildren(localeOption(first, chosenFirst), ...others.map((tag) => localeOption(tag)));
  }
  const values = [...select.options].map(({ value }) => value);
  if (!values.includes(chosen.locale)) select.append(localeOption(chosen.locale));
  select.value = chosen.locale;
}

/** Adds the feeds and the languages of the server to the choices. */
async function listFeeds() {
  const select = element("feeds");
  try {
    const answer = await (await fetch("/v1/feeds")).json();
    const { feeds } = answer;
    locales = answer.locales;
    offerLocales();
    select.replaceChildren(...feeds.map(({ feed }) => new Option(feed, feed)));
  } catch {
    // Offline, there is the feed that is shown.
    select.replaceChildren(new Option(chosen.feed, chosen.feed));
  }
  select.value = chosen.feed;
}

controls.addEventListener("submit", (event) => event.preventDefault());
controls.addEventListener("change", ({ target }) => {
  if (target.name === "text_size") change({ textSize: Number(target.value) / 100 });
  else change({ [target.name]: target.value });
});
element("size").addEventListener("input", ({ target }) => {
  element("size-value").value = `${target.value} %`;
});
element("feeds").addEventListener("change", ({ target }) => change({ feed: target.value }));
element("display").addEventListener("click", ({ currentTarget }) => {
  const isOpen = controls.classList.toggle("open");
  currentTarget.setAttribute("aria-expanded", String(isOpen));
});
controls.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !controls.classList.contains("open")) return;
  element("display").click();
  element("display").focus();
});
feed.addEventListener("tanada-update", () => {
  describe();
  element("status").textContent = "";
});
feed.addEventListener("tanada-online", () => (element("status").textContent = ""));
feed.addEventListener("tanada-error", ({ detail: { error, status } }) => {
  const reason = status ? `the server answered ${status}` : (error?.message ?? "no answer");
  element("status").textContent = `Not everything could be loaded: ${reason}.`;
});

/** Lists the feeds when the first one is painted, or cannot be: until then, nobody chooses another. */
function listLater() {
  for (const type of ["tanada-update", "tanada-error"]) feed.removeEventListener(type, listLater);
  setTimeout(listFeeds, paintPause);
}
for (const type of ["tanada-update", "tanada-error"]) feed.addEventListener(type, listLater);

show();
