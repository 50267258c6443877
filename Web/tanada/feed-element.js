// The element: its attributes, the document they stand for, and what it says to the page.

import { FeedView } from './feed-view.js';
import { listen, make, setAttributes, webAddress } from './dom.js';
import { fetchDocument, fetchJSON, followRevisions } from './loader.js';
import { limit } from './numbers.js';
import { keepDocument, keptDocument } from './store.js';
import { sheet } from './styles.js';
import { makeTimer } from './timer.js';
import { factParameters, makeVariant, variantAddress } from './variant.js';

/** How long a width stands before its document is fetched, in milliseconds. */
const widthPause = 150;
/** How long the painting of a document takes at most, in milliseconds. */
const paintPause = 100;
/** How long to wait for more events before the document is fetched, in milliseconds. */
const eventPause = 50;
/** The longest time that a timer takes, in milliseconds. */
const longestTimer = 2 ** 31 - 1;
/** A document that has expired already is not fetched again sooner, in milliseconds. */
const shortestTimer = 1000;

/** How often the viewer could not be loaded. */
let failures = 0;

/** The width to ask for, in whole points; 0 for an element that is not shown. */
const points = (width) => width && limit(Math.floor(width), 200, 4096);

/** `<tanada-feed src="/v1/feeds/home">`: a feed of tanada. */
export class TanadaFeed extends HTMLElement {
  static get observedAttributes() {
    return ['src', 'text-size', 'direction', 'events', 'contrast', 'locale', ...Object.keys(factParameters)];
  }

  #view;
  #document = null;
  #address = '';
  #width = 0;
  #request = null;
  #variant = makeVariant();
  #stopEvents;
  #stopListening;
  #resized = makeTimer(() => this.#load());
  #changed = makeTimer(() => this.#load(true));
  /** Fetches the document when it expires, and again when a request failed. */
  #retry = makeTimer(() => this.#load(true));
  /** Says why there is nothing to see. */
  #note = make('p', 'note', { role: 'alert', lang: 'en' }, 'The feed cannot be shown.');
  #resolveReady = () => {};
  #observer = new ResizeObserver((entries) => this.#resize(entries[0].contentRect.width));

  constructor() {
    super();
    /** Resolves when the first document has been drawn. */
    this.ready = new Promise((resolve) => (this.#resolveReady = resolve));
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#view = new FeedView(root, {
      emit: this.#emit,
      select: this.#select,
      pictureAddress: this.#pictureAddress,
      fetchPage: (address) => fetchJSON(new URL(address, this.#base)),
      fail: (error) => this.#fail(error, ''),
    });
  }

  /** The document that is drawn; null before the first one. An element without `src` draws one that is
   * set. */
  get document() {
    return this.#document;
  }

  set document(document) {
    this.#draw(document, '');
  }

  /**
   * Draws a carousel at an offset, in the unit of `data-offset`, without saying that it is at rest.
   * @param {string} section
   * @param {number} offset
   */
  moveTo(section, offset) {
    this.#view.sections.get(section)?.carousel?.place(offset);
  }

  /** The revision of the document that is drawn; null before the first one. */
  get revision() {
    return this.#document?.revision ?? null;
  }

  /** The name of the variant that is drawn; null for what everybody gets. */
  get variant() {
    return new URL(this.#address, document.baseURI).searchParams.get('variant');
  }

  connectedCallback() {
    this.#observer.observe(this);
    this.#stopListening = listen(window, {
      scroll: () => this.#view.show(),
      resize: () => this.#view.show(true),
      online: () => this.#load(true),
      offline: () => this.#load(true),
      beforeprint: () => this.#view.showAll(),
      afterprint: () => this.#view.show(true),
    }, { capture: true, passive: true });
    this.#load();
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    this.#stopListening();
    this.#retry.stop();
    this.#request?.abort();
    this.#stopEvents?.();
    this.#address = '';
  }

  attributeChangedCallback(_, old, value) {
    if (!this.isConnected || old === value) return;
    // An unchanged document may have to be drawn in another way.
    this.#address = '';
    this.#load();
  }

  get #base() {
    return new URL(this.getAttribute('src') ?? '', document.baseURI);
  }

  /** The address of the document for the attributes and the width; empty while they are not known. */
  #documentAddress() {
    if (!this.hasAttribute('src')) return '';
    // The first document does not wait for the first frame, in which widths are observed.
    this.#width ||= points(this.clientWidth);
    if (!this.#width) return '';
    const address = this.#base;
    const textSize = limit(Number(this.getAttribute('text-size')) || 1, 0.8, 3.1);
    const parameters = { width: this.#width };
    if (textSize !== 1) parameters.text_size = textSize;
    const direction = this.getAttribute('direction');
    const locale = this.getAttribute('locale');
    if (/^(ltr|rtl)$/.test(direction)) parameters.direction = direction;
    if (locale) parameters.locale = locale;
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return address.href;
  }

  #resize(width) {
    const changed = points(width);
    if (!changed || changed === this.#width) return;
    this.#resized.after(this.#width && widthPause);
    this.#width = changed;
  }

  /**
   * Fetches the document of an address: in the variant for the client, where facts about it are known. The
   * variant is asked for again when it has expired or is gone.
   */
  async #fetch(address, options, isLast = false) {
    const client = variantAddress(this.#base, (name) => this.getAttribute(name));
    const variant = client && (await this.#variant.get(client, options));
    const target = new URL(address);
    if (variant) target.searchParams.set('variant', variant.name);
    try {
      const [document, revision] = await fetchDocument(target.href, options);
      return { document, revision, address: target.href, ends: [document.expires_at, variant?.end] };
    } catch (error) {
      if (!variant || error.status !== 410 || isLast) throw error;
      this.#variant.forget();
      return this.#fetch(address, options, true);
    }
  }

  /** Fetches the document and draws it; shows the last good one where that fails. */
  async #load(isFresh = false) {
    const general = this.#documentAddress();
    if (!general || !this.isConnected) return;
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    try {
      const { document, revision, address, ends } = await this.#fetch(general, { isFresh, signal });
      await this.#view.prepare(document);
      if (signal.aborted) return;
      this.#retry.stop();
      this.toggleAttribute('data-offline', false);
      const isOther = address !== this.#address;
      this.#draw(document, address);
      this.#expire(ends);
      // The offline copy and events wait for the painting. Events begin after the document's revision, so none
      // is missed.
      setTimeout(() => {
        if (address !== this.#address) return;
        keepDocument(address, document);
        if (isOther) this.#listen(revision ?? document.revision);
      }, paintPause);
    } catch (error) {
      if (!signal.aborted) this.#fail(error, general);
    }
  }

  #fail(error, address) {
    // A feed that the server refuses is not shown as if it were there.
    if (!(error.status < 500)) {
      const kept = !this.#document && keptDocument(address);
      if (kept) this.#draw(kept, '');
      this.toggleAttribute('data-offline', true);
    }
    if (!this.#document) this.shadowRoot.append(this.#note);
    this.#emit('tanada-error', { error, status: error.status ?? 0 });
    this.#retry.again();
  }

  #draw(document, address) {
    const isSame = address && address === this.#address && document.generated_at === this.#document?.generated_at;
    this.#document = document;
    this.#note.remove();
    this.#address = address;
    const { revision, locale, direction } = document;
    setAttributes(this, { 'data-feed-revision': revision, ...(locale && { lang: locale, dir: direction }) });
    if (isSame) return;
    this.#view.screen.hasContrast = this.getAttribute('contrast') === 'more';
    this.#view.draw(document);
    this.#emit('tanada-update', { revision });
    this.#resolveReady(this);
  }

  /** A document is fetched again on the first of its dates of expiry; null is none. */
  #expire(dates) {
    const wait = Math.min(...dates.map(Date.parse).filter(Boolean)) - Date.now() + eventPause;
    if (wait < longestTimer) this.#retry.after(Math.max(wait, shortestTimer));
  }

  /** Listens for revisions after one: at `events`, beside the feeds without this attribute. */
  #listen(revision) {
    this.#stopEvents?.();
    const events = this.getAttribute('events');
    const beside = /^(.*\/)feeds\//.exec(this.#base.pathname);
    if (events === 'off' || !(events || beside)) return;
    const address = new URL(events || `${beside[1]}events`, this.#base);
    address.searchParams.set('last_event_id', revision);
    this.#stopEvents = followRevisions(address, () => this.#changed.after(eventPause));
  }

  /** The address of a picture that may be fetched: of the page or of the feed's server, unless the
   * page allows others. */
  #pictureAddress = (address) => {
    const base = this.#base;
    const url = webAddress(address, base);
    const isOwn = [location.origin, base.origin].includes(url?.origin);
    return isOwn || this.hasAttribute('external-pictures') ? url : null;
  };

  /** Says that something was selected; unless the page handles it, the action or the photo opens. */
  #select = (event, view, item, action) => {
    if (!this.#emit('tanada-select', { section: view.section.id, item, action }, true)) event.preventDefault();
    else if (item?.image && !event.target.closest('a[href]')) this.#open(view, item);
  };

  /** Opens a photo in the viewer, which is loaded then; as a page, where that is not possible. */
  async #open(view, item) {
    try {
      const { openViewer } = await import(`{{viewer.js}}#${failures}`);
      openViewer(view, item, this.#view.screen);
    } catch (error) {
      // A browser does not load a script again that failed, unless its address is another one.
      failures += 1;
      this.#emit('tanada-error', { error, status: 0 });
      const { url, sources } = item.image;
      const address = [url, sources?.at(-1)?.['3x']].map(this.#pictureAddress).find(Boolean);
      if (address) open(address, '_blank', 'noopener');
    }
  }

  #emit = (type, detail, cancelable) =>
    this.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }));
}

// What a document is asked for by is a property as well: `appVersion` for `app-version`.
for (const attribute of ['locale', ...Object.keys(factParameters)]) {
  Object.defineProperty(TanadaFeed.prototype, attribute.replace(/-./, ([, letter]) => letter.toUpperCase()), {
    get() {
      return this.getAttribute(attribute);
    },
    set(value) {
      setAttributes(this, { [attribute]: value });
    },
  });
}
