// Items: the kinds, and the list of the one that is chosen.

import { arrange, button, emptyState, make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { makeTimer } from '../../tanada/timer.js';
import { makeItem } from '../items/actions.js';
import { makeFilters, makeSorting } from '../items/filters.js';
import { makeItemRow } from '../items/item-row.js';
import { makeKindList } from '../items/kind-list.js';
import { makeListing } from '../items/listing.js';
import { allItems, filterCount } from '../items/query.js';
import { rowsOf, rowsThatAre, selectionAfter } from '../items/rows.js';
import { makeSelectionBar } from '../items/selection.js';
import { openTransfer } from './transfer-dialog.js';

/** How long after the last key a search begins, in milliseconds. */
const pause = 250;

class Items extends Panel {
  #kind = null;
  #listings = new Map();
  #rows = new Map();
  #selected = new Set();
  #pressed = null;
  #list = { items: [], total: null, isLoading: false, hasMore: false, error: null };
  #search = makeTimer(() => this.#change({ words: this.search.value }));
  #reload = makeTimer(() => this.listing.reload());

  build() {
    const { t, go } = this.app;
    this.classList.add('panel', 'items-panel');
    this.kinds = makeKindList(this.app, (kind) => go({ tab: 'items', kind, subject: null }));
    this.listing = makeListing(this.app.client, (list) => {
      this.#list = list;
      this.#draw();
    });
    this.heading = make('h2', '', { tabindex: -1 });
    this.backButton = button(t('itemsAll'), { icon: 'back', look: 'plain', press: () => this.#back() });
    this.addButton = button(t('itemsAdd'), { icon: 'add', look: 'primary small', action: 'new-item', press: () => this.#add() });
    this.transferButton = button(t('itemsTransfer'), { icon: 'import', look: 'plain', action: 'transfer', press: () => openTransfer(this.app, this.#definition) });
    this.search = make('input', '', { type: 'search', autocomplete: 'off', name: 'search' });
    this.search.addEventListener('input', (event) => !event.isComposing && this.#search.after(pause));
    this.search.addEventListener('compositionend', () => this.#search.after(pause));
    this.filterSummary = make('summary', '', {}, t('itemsFilter'));
    this.filters = make('details', 'filters', {}, this.filterSummary);
    this.all = make('input', '', { type: 'checkbox' });
    this.all.addEventListener('change', () => this.#selectAll(this.all.checked));
    this.count = make('span', 'quiet', { role: 'status' });
    this.tools = make('div', 'list-tools', {}, make('label', 'row-check', {}, this.all, make('span', 'spoken', {}, t('itemsSelectAll'))), this.count);
    this.list = make('ul', 'list item-list');
    this.message = make('div', 'list-message');
    this.more = button(t('more'), { action: 'more', press: () => this.#showMore(true) });
    this.selection = makeSelectionBar(this.app, { chosen: () => this.#chosen(), clear: () => this.#select(new Set()) });
    this.observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#showMore(false), { rootMargin: '600px' });
    this.head = make('header', 'panel-head', {}, this.backButton, this.heading, this.transferButton, this.addButton);
    this.content = make('div', 'items-content');
    this.append(this.head, this.content);
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer.observe(this.more);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
    this.listing.stop();
    this.#search.stop();
    this.#reload.stop();
  }

  get #definition() {
    return this.app.content.kind(this.#kind);
  }

  update(state, former) {
    const { place, kinds, changes, revision } = state;
    if (place.tab !== 'items') return;
    const isOther = place.kind !== this.#kind || kinds !== former.kinds;
    if (isOther) this.#open(place.kind);
    if (!this.#kind) return this.kinds.show(state);
    if (!isOther && former.revision !== undefined && revision !== former.revision) this.#reload.after(pause);
    if (isOther) return;
    if (place !== former.place) this.#draw();
    else if (changes !== former.changes) this.#drawChanged(changes, former.changes ?? {}, place.subject);
  }

  /** Draws the rows that have changed; all of them where some came or went. */
  #drawChanged(changes, former, open) {
    const subjects = Object.keys({ ...former, ...changes })
      .filter((subject) => subject.startsWith(`content/${this.#kind}/`) && changes[subject] !== former[subject]);
    const isCreated = (all, subject) => all[subject]?.op === 'create';
    const isLocal = this.#listing.visibility && !this.listing.filtersVisibility;
    if (isLocal || subjects.some((subject) => !this.#rows.has(subject) || isCreated(changes, subject) !== isCreated(former, subject))) {
      return this.#draw();
    }
    const now = Date.now();
    for (const subject of subjects) {
      const item = this.#list.items.find(({ id }) => `content/${this.#kind}/${id}` === subject);
      const [row] = rowsOf(this.#kind, item ? [item] : [], changes[subject] ? { [subject]: changes[subject] } : {});
      this.#rows.get(subject).show(row, { isSelected: this.#selected.has(subject), isOpen: subject === open, now });
    }
  }

  /** Shows the kinds, or the list of one. */
  #open(kind) {
    const { t } = this.app;
    const former = this.#kind;
    this.#kind = kind;
    this.#selected = new Set();
    this.#rows.clear();
    this.list.replaceChildren();
    const definition = this.#definition;
    this.heading.textContent = kind ? (definition?.title ?? kind) : t('items');
    for (const element of [this.backButton]) element.hidden = !kind;
    for (const element of [this.addButton, this.transferButton]) element.hidden = !definition;
    this.addButton.disabled = !this.app.can('contributor');
    if (!kind) {
      this.content.replaceChildren(this.kinds.element);
      if (former) queueMicrotask(() => this.kinds.focus(former));
      return;
    }
    if (!definition) return this.content.replaceChildren(emptyState(t('itemNoKind')));
    const listing = this.#listing;
    this.search.value = listing.words;
    for (const attribute of ['aria-label', 'placeholder']) this.search.setAttribute(attribute, t('itemsSearch', { kind: definition.title ?? kind }));
    this.list.setAttribute('aria-label', definition.title ?? kind);
    this.#fillFilters();
    this.content.replaceChildren(this.search, this.filters, this.tools, this.list, this.message, this.more, this.selection.element);
    this.listing.open(kind, listing);
  }

  get #listing() {
    return this.#listings.get(this.#kind) ?? allItems;
  }

  #fillFilters() {
    const fields = makeFilters(this.app, this.#definition, this.#listing, {
      change: (changes) => this.#change(changes),
      clearAll: () => {
        this.#change({ ...allItems, words: this.#listing.words, sort: this.#listing.sort });
        this.#fillFilters();
        this.filterSummary.focus();
      },
    });
    this.filters.replaceChildren(this.filterSummary, fields);
    const sorting = makeSorting(this.app, this.#definition, this.#listing, (sort) => this.#change({ sort }));
    this.tools.querySelector('select')?.remove();
    this.tools.append(sorting);
    this.#countFilters();
  }

  #countFilters() {
    const count = filterCount(this.#listing);
    this.filterSummary.textContent = count ? this.app.t('itemsFilterCount', { count }) : this.app.t('itemsFilter');
    const clear = this.filters.querySelector('[data-action="clear-filters"]');
    if (clear) clear.hidden = !count;
  }

  #change(changes) {
    this.#listings.set(this.#kind, { ...this.#listing, ...changes });
    this.#countFilters();
    this.listing.open(this.#kind, this.#listing);
  }

  #back() {
    this.app.go({ tab: 'items', kind: null, subject: null });
  }

  #add() {
    makeItem(this.app, this.#definition);
  }

  async #showMore(isPressed) {
    if (!this.#list.hasMore || this.#list.isLoading || this.#list.error) return;
    const count = this.#rows.size;
    await this.listing.more();
    // It is told again if the end of the list is still in view.
    this.observer.unobserve(this.more);
    this.observer.observe(this.more);
    if (isPressed) [...this.#rows.values()][count]?.link.focus();
  }

  #draw() {
    const definition = this.#definition;
    if (!definition) return;
    const { t, state } = this.app;
    const { changes, place } = state.get();
    const { items, total, isLoading, hasMore, error } = this.#list;
    const now = Date.now();
    const listing = this.#listing;
    const all = rowsOf(this.#kind, items, changes);
    const isLocal = Boolean(listing.visibility) && !this.listing.filtersVisibility;
    const rows = isLocal ? rowsThatAre(all, listing.visibility, now) : all;
    this.#drawRows(rows, place.subject, now);
    const created = all.length - items.length;
    const counted = total === null ? '' : hasMore ? t('itemsShown', { shown: rows.length, total: total + created }) : t('itemsCount', { count: isLocal ? rows.length : total + created });
    const text = isLocal ? `${counted} · ${t('itemsStateNote')}` : counted;
    if (this.count.textContent !== text) this.count.textContent = text;
    this.tools.hidden = !rows.length;
    this.more.hidden = !hasMore;
    this.list.setAttribute('aria-busy', String(isLoading));
    this.#say(this.#message({ rows, isLoading, error, hasMore }));
    this.#showSelection();
  }

  #drawRows(rows, open, now) {
    const shown = rows.map((row) => {
      if (!this.#rows.has(row.subject)) this.#rows.set(row.subject, this.#makeRow(row.subject));
      const element = this.#rows.get(row.subject);
      element.show(row, { isSelected: this.#selected.has(row.subject), isOpen: row.subject === open, now });
      return element.element;
    });
    const subjects = new Set(rows.map(({ subject }) => subject));
    for (const [subject, row] of this.#rows) {
      if (subjects.has(subject)) continue;
      if (row.element.contains(document.activeElement)) this.heading.focus();
      row.element.remove();
      this.#rows.delete(subject);
      this.#selected.delete(subject);
    }
    arrange(this.list, shown);
  }

  #makeRow(subject) {
    const { go } = this.app;
    return makeItemRow(this.app, this.#definition, subject, {
      open: () => go({ tab: 'items', kind: this.#kind, subject }),
      select: (isSelected, isRange) => {
        const subjects = [...this.list.children].map((element) => element.dataset.subject);
        this.#select(selectionAfter(this.#selected, subjects, { subject, from: this.#pressed, isSelected, isRange }));
        this.#pressed = subject;
      },
    });
  }

  /** What stands in the place of rows: why there are none, or what to do first. */
  #message({ rows, isLoading, error }) {
    const { t } = this.app;
    if (error) return ['error', t('itemsFailed'), error.name === 'Outage' ? t('offline') : error.message];
    if (rows.length) return null;
    if (isLoading) return ['loading', t('loading')];
    const isFiltered = this.#listing.words.trim() || filterCount(this.#listing);
    return isFiltered ? ['nothing', t('itemsNotFound'), t('itemsNotFoundHelp')] : ['empty', t('itemsEmpty'), t('itemsEmptyHelp')];
  }

  #say(message) {
    const key = JSON.stringify(message);
    if (this.message.dataset.key === key) return;
    this.message.dataset.key = key;
    const { t } = this.app;
    const [type, title, text] = message ?? [];
    const actions = {
      error: () => [button(t('again'), { press: () => this.listing.reload() })],
      nothing: () => [button(t('itemsClearFilters'), { press: () => this.#showAll() })],
      empty: () => (this.app.can('contributor') ? [button(t('itemsAdd'), { look: 'primary', icon: 'add', isLabelled: true, press: () => this.#add() }),
        button(t('itemsTransfer'), { press: () => openTransfer(this.app, this.#definition) })] : []),
    };
    this.message.replaceChildren(...(!message ? [] : [type === 'loading' ? make('p', 'help', {}, title) : emptyState(title, text, ...actions[type]())]));
  }

  #showAll() {
    this.search.value = '';
    this.#change({ ...allItems, sort: this.#listing.sort });
    this.#fillFilters();
    this.search.focus();
  }

  #chosen() {
    return [...this.list.children].map((element) => element.dataset.subject).filter((subject) => this.#selected.has(subject));
  }

  #selectAll(isSelected) {
    this.#select(new Set(isSelected ? this.#rows.keys() : []));
  }

  #select(selected) {
    const hadFocus = this.selection.element.contains(document.activeElement);
    this.#selected = selected;
    this.#draw();
    if (hadFocus && !selected.size) this.all.focus();
  }

  #showSelection() {
    const count = this.#selected.size;
    this.all.checked = count > 0 && count === this.#rows.size;
    this.all.indeterminate = count > 0 && count < this.#rows.size;
    this.selection.show(count);
  }
}

customElements.define('studio-items', Items);
