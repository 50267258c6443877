// Items: the kinds, and the list of the one that is chosen.

import { makeTimer } from '../../tanada/timer.js';
import { inOneLine } from '../forms/plain-controls.js';
import { makeItem } from '../items/actions.js';
import { makeFilters, makeSorting } from '../items/filters.js';
import { makeItemList } from '../items/item-list.js';
import { makeKindList } from '../items/kind-list.js';
import { makeListMessage } from '../items/list-message.js';
import { makeListing } from '../items/listing.js';
import { allItems, filterCount } from '../items/query.js';
import { rowsOf } from '../items/rows.js';
import { makeSelectionBar } from '../items/selection.js';
import { button, emptyState, make } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';
import { openTransfer } from './transfer-dialog.js';

/** How long after the last key a search begins, in milliseconds. */
const pause = 250;

class Items extends Panel {
  #kind = null;
  #listings = new Map();
  #page = { items: [], total: null, isLoading: false, hasMore: false, error: null };
  #search = makeTimer(() => this.#change({ words: this.search.value }));
  #reload = makeTimer(() => this.listing.reload());

  build() {
    const { t, go } = this.app;
    this.classList.add('panel', 'items-panel');
    this.kinds = makeKindList(this.app, (kind) => go({ tab: 'items', kind, subject: null }));
    this.listing = makeListing(this.app.client, (page) => {
      this.#page = page;
      this.#draw();
    });
    this.heading = make('h2', '', { tabindex: -1 });
    this.backButton = button(t('itemsAll'), { icon: 'back', look: 'plain', press: () => this.#back() });
    this.addButton = button(t('itemsAdd'), {
      icon: 'add', look: 'primary small', action: 'new-item', press: () => this.#add(),
    });
    this.transferButton = button(t('itemsTransfer'), {
      icon: 'import', look: 'plain', action: 'transfer', press: () => this.#transfer(),
    });
    this.search = inOneLine(make('input', '', { type: 'search', autocomplete: 'off', name: 'search' }));
    this.search.addEventListener('input', (event) => !event.isComposing && this.#search.after(pause));
    this.search.addEventListener('compositionend', () => this.#search.after(pause));
    this.filterSummary = make('summary', '', {}, t('itemsFilter'));
    this.filters = make('details', 'filters', {}, this.filterSummary);
    this.all = make('input', '', { type: 'checkbox' });
    this.all.addEventListener('change', () => this.list.selectAll(this.all.checked));
    this.count = make('span', 'quiet', { role: 'status' });
    this.tools = make('div', 'list-tools', {},
      make('label', 'row-check', {}, this.all, make('span', 'spoken', {}, t('itemsSelectAll'))), this.count);
    this.list = makeItemList(this.app, { selected: () => this.#select(), left: () => this.heading.focus() });
    this.message = makeListMessage(this.app, {
      again: () => this.listing.reload(), showAll: () => this.#showAll(), add: () => this.#add(),
      transfer: () => this.#transfer(),
    });
    this.more = button(t('more'), { action: 'more', press: () => this.#showMore(true) });
    this.selection = makeSelectionBar(this.app, {
      chosen: () => this.list.chosen, clear: () => this.list.selectAll(false),
    });
    this.observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#showMore(false), {
      rootMargin: '600px',
    });
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
    if (hasChanged(state, former, ['place', 'minute', 'refusals'])) this.#draw();
    else if (changes !== former.changes) this.#drawChanged(changes, former.changes ?? {}, place.subject);
  }

  /** Draws the rows that have changed; all of them where some came or went. */
  #drawChanged(changes, former, open) {
    const isDrawn = this.list.showChanged(changes, former, {
      items: this.#page.items, open, now: Date.now(),
    });
    if (!isDrawn) this.#draw();
  }

  /** Shows the kinds, or the list of one. */
  #open(kind) {
    const { t } = this.app;
    const former = this.#kind;
    this.#kind = kind;
    const definition = this.#definition;
    this.list.open(definition);
    this.heading.textContent = kind ? (definition?.title ?? kind) : t('items');
    this.backButton.hidden = !kind;
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
    const label = t('searchKind', { kind: definition.title ?? kind });
    for (const attribute of ['aria-label', 'placeholder']) this.search.setAttribute(attribute, label);
    this.list.element.setAttribute('aria-label', definition.title ?? kind);
    this.#fillFilters();
    this.content.replaceChildren(
      this.search, this.filters, this.tools, this.list.element, this.message.element, this.more,
      this.selection.element);
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

  #transfer() {
    openTransfer(this.app, this.#definition);
  }

  async #showMore(isPressed) {
    const { hasMore, isLoading, error } = this.#page;
    if (!hasMore || isLoading || error) return;
    const { count } = this.list;
    await this.listing.more();
    // It is told again if the end of the list is still in view.
    this.observer.unobserve(this.more);
    this.observer.observe(this.more);
    if (isPressed) this.list.focus(count);
  }

  #draw() {
    if (!this.#definition) return;
    const { changes, place } = this.app.state.get();
    const { items, isLoading, hasMore, error } = this.#page;
    const now = Date.now();
    const listing = this.#listing;
    const rows = rowsOf(this.#kind, items, changes);
    this.list.show(rows, place.subject, now);
    const text = this.#countText(rows.length, rows.length - items.length);
    if (this.count.textContent !== text) this.count.textContent = text;
    this.tools.hidden = !rows.length;
    this.more.hidden = !hasMore;
    this.list.element.setAttribute('aria-busy', String(isLoading));
    const isFiltered = Boolean(listing.words.trim() || filterCount(listing));
    this.message.show({ hasRows: rows.length > 0, isLoading, isFiltered, error });
    this.#showSelection();
  }

  /** How many items there are, with those that were made here. */
  #countText(shown, created) {
    const { t } = this.app;
    const { total, hasMore } = this.#page;
    const all = total + created;
    if (total === null) return '';
    return hasMore ? t('itemsShown', { shown, total: all }) : t('itemsCount', { count: all });
  }

  #showAll() {
    this.search.value = '';
    this.#change({ ...allItems, sort: this.#listing.sort });
    this.#fillFilters();
    this.search.focus();
  }

  #select() {
    const hadFocus = this.selection.element.contains(document.activeElement);
    this.#draw();
    if (hadFocus && !this.list.selectedCount) this.all.focus();
  }

  #showSelection() {
    const { count, selectedCount } = this.list;
    this.all.checked = selectedCount > 0 && selectedCount === count;
    this.all.indeterminate = selectedCount > 0 && selectedCount < count;
    this.selection.show(selectedCount);
  }
}

customElements.define('studio-items', Items);
