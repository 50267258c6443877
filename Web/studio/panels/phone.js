// A screen as a phone shows it: one document, drawn by <tanada-feed>.

import { timeUntil } from '../../tanada/reader.js';
import { makeTimer } from '../../tanada/timer.js';
import { make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { reasonText } from '../ui/problems.js';

/**
 * A source of screens.
 * @typedef {object} Source
 * @property {string} key two sources with the same key have the same screen
 * @property {string} title
 * @property {(signal: AbortSignal) => Promise<any>} load the document
 * @property {boolean} [isSteady] whether it follows quick changes: the next one is loaded when the last has come, so
 *   that a screen is shown while somebody types, and the server computes one at a time
 * @property {boolean} [isNow] whether it is the screen of now, which is loaded again when something of it begins or ends
 */

/**
 * A part of the screen that differs.
 * @typedef {object} Mark
 * @property {string} section
 * @property {number} [item] the whole section if missing
 * @property {'added' | 'removed' | 'changed' | 'moved'} change
 */

/** The lines around what differs. */
const lines = {
  added: '3px solid light-dark(#12604d, #74d6b8)', removed: '3px solid light-dark(#a3261b, #ffb4a8)',
  changed: '3px solid light-dark(#9a6200, #f4c26b)', moved: '3px dashed light-dark(#565d59, #a4ada8)',
};

/** The selector of a section, or of an item in it. */
function selectorOf(section, item) {
  const part = item ? ` [data-item="${CSS.escape(String(item))}"]` : '';
  return `[data-section="${CSS.escape(section)}"]${part}`;
}

/**
 * A phone. `source` is set by the panel around it, and `points`, its width, where that is not the one of the view;
 * `chosen` is the item that is outlined. It fires `studio-choose`
 * with the section and the item that were pressed, and `studio-drawn`.
 */
export class Phone extends Panel {
  /** @type {number | null} */
  points = null;
  /** Whether texts have more contrast than they ask for, as on the pages of the server. */
  isEasy = true;
  #source = null;
  #request = null;
  #expired = makeTimer(() => this.#load(true));
  /** When what is shown expires. */
  #end = null;
  #sheet = new CSSStyleSheet();
  #marks = new CSSStyleSheet();

  build() {
    this.classList.add('phone');
    this.heading = make('p', 'phone-title');
    this.feed = make('tanada-feed', '', { events: 'off', contrast: this.isEasy ? 'more' : null });
    this.glass = make('div', 'glass', {}, this.feed);
    this.note = make('p', 'phone-note', { role: 'status' });
    this.append(this.heading, make('div', 'stage', {}, this.glass), this.note);
    this.feed.shadowRoot.adoptedStyleSheets = [...this.feed.shadowRoot.adoptedStyleSheets, this.#marks, this.#sheet];
    this.feed.addEventListener('tanada-select', (event) => {
      event.preventDefault();
      const { section, item } = event.detail;
      this.dispatchEvent(new CustomEvent('studio-choose', {
        bubbles: true, detail: { section, item, document: this.feed.document },
      }));
    });
    this.observer = new ResizeObserver(() => this.#fit());
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
    this.#request?.abort();
    this.#expired.stop();
    // What was loading, or may expire meanwhile, is loaded when the phone is there again.
    if (this.hasAttribute('data-loading') || this.#source?.isNow) this.#source = { ...this.#source, key: '' };
    this.toggleAttribute('data-loading', false);
  }

  update({ view }, former) {
    if (view === former.view) return;
    this.glass.style.width = `${this.#width}px`;
    this.glass.dataset.scheme = view.scheme;
    if (view.scheme === 'system') this.feed.removeAttribute('color-scheme');
    else this.feed.setAttribute('color-scheme', view.scheme);
    this.#fit();
  }

  get #width() {
    return this.points ?? this.app.state.get().view.width;
  }

  /** @param {Source} source */
  set source(source) {
    if (this.#source?.key === source.key) return;
    const isNext = source.isSteady && this.#source?.isSteady && this.hasAttribute('data-loading');
    this.#source = source;
    this.heading.textContent = source.title;
    if (!isNext) this.#load();
  }

  /**
   * Outlines an item, or a whole section.
   * @param {{section?: string, kind?: string, item?: string} | null} chosen
   */
  set chosen(chosen) {
    const document = this.feed.document;
    const sections = (document?.sections ?? [])
      .filter(({ id, kind }) => chosen && (chosen.section ? id === chosen.section : kind === chosen.kind));
    const selectors = sections.map(({ id }) => selectorOf(id, chosen.item));
    this.#sheet.replaceSync(selectors.length
      ? `${selectors.join(',')} { outline: 3px solid light-dark(#12604d, #74d6b8); outline-offset: -3px; }` : '');
  }

  /**
   * Outlines what differs.
   * @param {Mark[] | null} marks
   */
  set marks(marks) {
    const rules = (marks ?? []).map(({ section, item, change }) =>
      `${selectorOf(section, item)} { outline: ${lines[change]}; outline-offset: -3px; }`);
    this.#marks.replaceSync(rules.join(''));
  }

  /** Brings an item or a section into view. */
  reveal({ section, item }) {
    const root = this.feed.shadowRoot;
    const part = root.querySelector(`[data-section="${CSS.escape(section)}"]`);
    const target = (item && part?.querySelector(`[data-item="${CSS.escape(item)}"]`)) || part;
    target?.scrollIntoView({
      block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  }

  /** Loads the screen; `isExpired` says that the moment has come at which the last one expires. */
  async #load(isExpired = false) {
    if (!isExpired) this.#expired.stop();
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    const source = this.#source;
    this.toggleAttribute('data-loading', true);
    try {
      const document = await source.load(signal);
      if (signal.aborted) return;
      this.feed.document = document;
      this.#follow(source.isNow ? document.expires_at : null, isExpired);
      // Of two screens beside each other, it can be told whose section one is.
      for (const section of this.feed.shadowRoot.querySelectorAll('[data-section]')) {
        section.setAttribute('aria-label', `${section.getAttribute('aria-label')}, ${source.title}`);
      }
      this.note.textContent = document.sections.length ? '' : this.app.t('screenEmpty');
      this.note.classList.remove('problem');
      this.dispatchEvent(new CustomEvent('studio-drawn', { bubbles: true }));
    } catch (error) {
      if (signal.aborted) return;
      // The last screen stays; it is tried again with the next change.
      if (this.#source === source) this.#source = { ...source, key: '' };
      this.note.textContent = this.app.t('screenFailed', { detail: reasonText(this.app.t, error) });
      this.note.classList.add('problem');
    } finally {
      const isNewest = this.#source === source || this.#source.key === '';
      if (!signal.aborted) this.toggleAttribute('data-loading', !isNewest);
      if (!signal.aborted && !isNewest) this.#load();
    }
  }

  /**
   * Loads the screen again when it has expired. Where the clock of this computer is ahead, the server goes on with the same
   * screen: it is asked less and less often.
   */
  #follow(end, isExpired) {
    const isSame = isExpired && end === this.#end;
    this.#end = end;
    const wait = timeUntil([end], Date.now());
    if (wait && isSame) return this.#expired.again();
    this.#expired.stop();
    if (wait) this.#expired.after(wait);
  }

  /** Makes a screen that is wider than the room smaller. */
  #fit() {
    const width = this.#width;
    const room = this.clientWidth;
    if (!room) return;
    const scale = Math.min(1, (room - 2) / width);
    this.glass.style.zoom = scale === 1 ? '' : String(scale);
  }
}

customElements.define('studio-phone', Phone);
