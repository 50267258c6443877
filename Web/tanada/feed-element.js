// The element: its attributes, the document they stand for, and what it says to the page.

import { eventsAddress, feedAddress, webAddress, wholeWidth } from './address.js';
import { FeedView } from './feed-view.js';
import { listen, make, setAttributes } from './dom.js';
import { fetchJSON } from './loader.js';
import { loadPart } from './parts.js';
import { eventPause, isOutage, makeReader, timeUntil } from './reader.js';
import { sheet } from './styles.js';
import { makeTimer } from './timer.js';
import { factParameters } from './variant.js';

/** How long a width stands before its document is fetched, in milliseconds. */
const widthPause = 150;
/** How long the painting of a document takes at most, in milliseconds. */
const paintPause = 100;
/** How long an element that is shown may have no width, in milliseconds: its page may still be on the way. */
const emptyPause = 5000;
/** The attributes of what a document is asked for by, which are properties as well: `app-version` is `appVersion`. */
const asked = Object.fromEntries(['locale', ...Object.keys(factParameters)].map((name) =>
  [name, name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)]));

/** @typedef {import('./documents.js').FeedDocument} FeedDocument */

/**
 * Where a carousel has come to rest: the number that `tanada settle` gives.
 * @typedef {object} SettleDetail
 * @property {string} section
 * @property {number} offset
 * @property {number} [page] the page of a snap carousel, from 0
 * @property {number} [slot] the slot in front of a ring, from 1; the card in front of a pile, from 0
 * @property {number | null} [snap] the snap of a carousel, from 0; null where it rests at none
 */

/**
 * The target of a tap.
 * @typedef {object} SelectDetail
 * @property {string} section
 * @property {import('./documents.js').Item | null} item null for the action of a section's header
 * @property {import('./documents.js').Action | null} action
 */

/**
 * An item of which half was seen for 800 ms. Its `impression_id` counts once.
 * @typedef {object} ImpressionDetail
 * @property {string} section
 * @property {import('./documents.js').Item} item
 */

/** @typedef {{revision: number}} UpdateDetail the document that was drawn */

/**
 * A document or a page that could not be fetched, which is tried again; a section that could not be drawn, which is left
 * out; or a part of the script that could not be loaded.
 * @typedef {object} ErrorDetail
 * @property {any} error
 * @property {number} status that of the answer; 0 without one
 * @property {'document' | 'section' | 'part'} failed
 */

/** @typedef {{}} OnlineDetail nothing: documents can be fetched again */

/**
 * A feed of tanada: `<tanada-feed src="/v1/feeds/home">`.
 *
 * Attributes: `src`, the address of the feed; `text-size`, 0.8 to 3.1; `direction`, `ltr` or `rtl` (that of the language
 * if missing); `locale`, the language of the reader; `platform`, `app-version`, `audience` (names separated by commas)
 * and `client-key`, facts about the client, which gets its variant with any; `events`, the address of its revisions
 * (beside `src` if missing) or `off`; `color-scheme`, `light` or `dark` (the system's if missing); `contrast`, `more` for
 * texts with at least the contrast of WCAG AA, on pictures too; `impressions`, for events of what was seen;
 * `external-pictures`, which allows pictures of other origins. The element sets `data-feed-revision`, `lang` and `dir` as the document says, and `data-offline` while its
 * server cannot be reached.
 */
export class TanadaFeed extends HTMLElement {
  /** @internal */
  static get observedAttributes() {
    return ['src', 'text-size', 'direction', 'events', 'contrast', 'impressions', ...Object.values(asked)];
  }

  #view;
  #document = null;
  #address = '';
  #width = 0;
  #request = null;
  #read = makeReader();
  #stopEvents;
  #stopCounting;
  #stopListening;
  /** The revision after which events are followed; null while they are. */
  #after = null;
  /** Whether the last document or page could not be fetched. */
  #hasFailed = false;
  #resized = makeTimer(() => this.#load());
  #changed = makeTimer(() => this.#load(true));
  /** Fetches the document when it expires, and again when a request failed. */
  #retry = makeTimer(() => this.#load(true));
  /** Load their parts when a document has been painted, and again when that failed. */
  #keeping = makeTimer(() => this.#keep());
  #counting = makeTimer(() => this.#count());
  /** Says once that there is no width to ask for. */
  #empty = makeTimer(() => {
    if (this.#width || !this.hasAttribute('src')) return;
    // One that is hidden is drawn when it appears.
    if (this.checkVisibility()) console.warn('tanada-feed has no width to draw in', this);
    else this.#empty.again(emptyPause);
  });
  /** Says why there is nothing to see. */
  #note = make('p', 'note', { role: 'alert', lang: 'en' }, 'The feed cannot be shown.');
  #resolveReady = () => {};
  #observer = new ResizeObserver((entries) => this.#resize(entries[0].contentRect.width));

  constructor() {
    super();
    /**
     * Resolves when the first document has been drawn, and everything in it can be moved.
     * @type {Promise<TanadaFeed>}
     */
    this.ready = new Promise((resolve) => (this.#resolveReady = resolve));
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#view = new FeedView(root, {
      emit: this.#emit,
      select: this.#select,
      pictureAddress: this.#pictureAddress,
      fetchPage: async (address) => (await fetchJSON(new URL(address, this.#base))).value,
      fail: (error) => this.#fail(error, ''),
    });
  }

  /**
   * The document that is drawn; null before the first one. An element without `src` draws one that is set.
   * @returns {FeedDocument | null}
   */
  get document() {
    return this.#document;
  }

  /** @param {FeedDocument | null} document null changes nothing */
  set document(document) {
    if (document) this.#draw(document, '');
  }

  /**
   * Draws a carousel at an offset, in the unit of `data-offset`, without saying that it is at rest.
   * @param {string} section
   * @param {number} offset
   */
  moveTo(section, offset) {
    this.#view.sections.get(section)?.carousel?.place(offset);
  }

  /**
   * The revision of the document that is drawn; null before the first one.
   * @returns {number | null}
   */
  get revision() {
    return this.#document?.revision ?? null;
  }

  /**
   * The name of the variant that is drawn; null for what everybody gets.
   * @returns {string | null}
   */
  get variant() {
    return new URL(this.#address, document.baseURI).searchParams.get('variant');
  }

  /** @internal */
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
    if (this.#document) this.#counting.after(paintPause);
    this.#empty.after(emptyPause);
    this.#load();
  }

  /** @internal */
  disconnectedCallback() {
    this.#observer.disconnect();
    this.#stopListening();
    for (const timer of [this.#retry, this.#keeping, this.#counting, this.#empty]) timer.stop();
    this.#request?.abort();
    this.#stopEvents?.();
    this.#stopCounting = this.#stopCounting?.();
    this.#address = '';
  }

  /** @internal */
  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return;
    if (name === 'impressions') return this.#count();
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
    this.#width ||= wholeWidth(this.clientWidth);
    return this.#width && feedAddress(this.#base, {
      width: this.#width, textSize: this.getAttribute('text-size'), direction: this.getAttribute('direction'),
      locale: this.getAttribute('locale'),
    });
  }

  #resize(width) {
    const changed = wholeWidth(width);
    if (!changed || changed === this.#width) return;
    this.#resized.after(this.#width && widthPause);
    this.#width = changed;
  }

  /** Fetches the document and draws it; shows the last good one where that fails. */
  async #load(isFresh = false) {
    const general = this.#documentAddress();
    if (!general || !this.isConnected) return;
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    try {
      const { document, revision, address, ends } = await this.#read(general, this, { isFresh, signal });
      await this.#view.prepare(document);
      if (signal.aborted) return;
      this.#retry.stop();
      this.toggleAttribute('data-offline', false);
      if (this.#hasFailed) this.#emit('tanada-online', {});
      this.#hasFailed = false;
      // Events begin after the document's revision, so none is missed.
      if (address !== this.#address || !this.#stopEvents) this.#after = revision ?? document.revision;
      this.#draw(document, address);
      const wait = timeUntil(ends, Date.now());
      if (wait) this.#retry.after(wait);
      // The offline copy and events wait for the painting.
      this.#keeping.after(paintPause);
    } catch (error) {
      if (!signal.aborted) this.#fail(error, general);
    }
  }

  /** Keeps the document that has been painted, and follows the revisions after it. */
  async #keep() {
    const address = this.#address;
    try {
      const { store, followRevisions } = await loadPart('later');
      if (!address || address !== this.#address) return;
      this.#keeping.stop();
      store.keep(address, this.#document);
      if (this.#after != null) this.#listen(followRevisions, this.#after);
      this.#after = null;
    } catch (error) {
      this.#failPart(error, this.#keeping);
    }
  }

  /** Counts what is seen while the page asks for it. */
  async #count() {
    const isAsked = () => this.isConnected && this.#document && this.hasAttribute('impressions');
    if (!isAsked()) this.#stopCounting = this.#stopCounting?.();
    if (!isAsked() || this.#stopCounting) return;
    try {
      const { countImpressions } = await loadPart('impressions');
      this.#counting.stop();
      if (isAsked()) this.#stopCounting ??= countImpressions(this.#view, this, this.#emit);
    } catch (error) {
      this.#failPart(error, this.#counting);
    }
  }

  /** A part could not be loaded: a timer tries again, whatever becomes of the document. */
  #failPart(error, timer) {
    if (this.isConnected) timer?.again();
    this.#emit('tanada-error', { error, status: 0, failed: 'part' });
  }

  async #fail(error, address) {
    this.#retry.again();
    this.#hasFailed = true;
    if (isOutage(error)) {
      this.toggleAttribute('data-offline', true);
      const kept = !this.#document && address
        && (await loadPart('later').then(({ store }) => store.near(address)).catch(() => {}));
      // Meanwhile the server may have answered.
      if (kept && !this.#document) this.#draw(kept.document, '');
    }
    if (!this.#document) this.shadowRoot.append(this.#note);
    this.#emit('tanada-error', { error, status: error.status ?? 0, failed: 'document' });
  }

  #draw(document, address) {
    const isSame = address && address === this.#address && document.generated_at === this.#document?.generated_at;
    this.#document = document;
    this.#note.remove();
    this.#address = address;
    this.#counting.after(paintPause);
    const { revision, locale, direction } = document;
    setAttributes(this, { 'data-feed-revision': revision, ...(locale && { lang: locale, dir: direction }) });
    if (isSame) return;
    this.#view.screen.hasContrast = this.getAttribute('contrast') === 'more';
    this.#view.draw(document);
    this.#emit('tanada-update', { revision });
    this.#view.move().then(() => this.#resolveReady(this));
  }

  /** Follows the revisions after one: at `events`, beside the feeds without this attribute. */
  #listen(followRevisions, after) {
    this.#stopEvents?.();
    const events = this.getAttribute('events');
    const address = events ? new URL(events, this.#base) : eventsAddress(this.#base);
    if (events === 'off' || !address) return;
    this.#stopEvents = followRevisions(address, () => this.#changed.after(eventPause), { after });
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
      const { openViewer } = await loadPart('viewer');
      openViewer(view, item, this.#view.screen);
    } catch (error) {
      this.#failPart(error);
      const { url, sources } = item.image;
      const address = [url, sources?.at(-1)?.['3x']].map(this.#pictureAddress).find(Boolean);
      if (address) open(address, '_blank', 'noopener');
    }
  }

  #emit = (type, detail, cancelable) =>
    this.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }));
}

for (const [name, attribute] of Object.entries(asked)) {
  Object.defineProperty(TanadaFeed.prototype, name, {
    get() {
      return this.getAttribute(attribute);
    },
    set(value) {
      setAttributes(this, { [attribute]: value });
    },
  });
}
