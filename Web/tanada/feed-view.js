// The screen: its sections, and what of them is near the part that is seen.

import { version } from './address.js';
import { arrange, make, scrollerOf, setLengths } from './dom.js';
import { heirsOf, screenOf } from './entries.js';
import { isFrame } from './frames.js';
import { limit } from './numbers.js';
import { loadPart } from './parts.js';
import { SectionView } from './section-view.js';

/** The schema version of documents that is drawn. */
const supportedVersion = 1;
/** How long the first painting takes at most, in milliseconds. */
const firstPaintPause = 100;
/** How long to wait before a page is asked for again, in milliseconds. */
const pageRetryPause = 3000;

/** A feed document in the page. */
export class FeedView {
  #element = make('div', 'feed');
  /** Tells those who do not see it that what had the focus is gone. */
  #news = make('div', 'unseen news', { role: 'status', lang: 'en' });
  /** The top of the screen that sections were filled for. */
  #shownTop;
  #height;
  /** The part with the motions that few pages need, when it has been loaded. */
  motions = null;

  /**
   * @param {ShadowRoot} root
   * @param {object} owner
   * @param {(name: string, detail: any) => boolean} owner.emit
   * @param {(event: Event, view: SectionView, item: any, action: any) => void} owner.select
   * @param {(address: unknown) => URL | null} owner.pictureAddress
   * @param {(address: string) => Promise<any>} owner.fetchPage
   * @param {(error: any) => void} owner.fail a page could not be fetched
   */
  constructor(root, owner) {
    this.root = root;
    this.owner = owner;
    root.append(this.#news, this.#element);
    /** The traits of the screen that the document was made for, and the context of cells. */
    this.screen = { pictureAddress: owner.pictureAddress };
    /** @type {Map<string, SectionView>} */
    this.sections = new Map();
  }

  /**
   * Fetches the pages that a document needs to show what is in view now: of sections that have grown, and
   * have changed.
   * @param {any} document
   */
  async prepare({ sections }) {
    for (const section of sections) {
      const view = this.sections.get(section?.id);
      if (!view?.growth || view.isShowing(section)) continue;
      view.pages = [];
      let { next, items: { length } } = section;
      while (next && length <= view.lastShown) {
        const page = await this.owner.fetchPage(next);
        view.pages.push(page);
        length += page.section.items.length;
        next = page.next;
      }
    }
  }

  /** The sections from top to bottom. */
  get #views() {
    return [...this.sections.values()].sort((one, other) => one.top - other.top);
  }

  /**
   * Draws a document. What was in view stays in view, and what has the focus keeps it. When that is gone, what takes its
   * place gets it.
   * @param {any} document
   */
  draw(document) {
    const anchor = this.#anchor();
    const { activeElement: focused } = this.root;
    const views = this.#views;
    const heirs = heirsOf(views, views.findIndex(({ element }) => element.contains(focused)));
    heirs[0]?.holdFocus(focused);
    const [place, label] = [placeOf(focused), focused?.getAttribute('aria-label')];
    Object.assign(this.screen, screenOf(document));
    let shift = 0;
    // 1. Sections that are gone.
    const drawn = document.sections.filter(isDrawable);
    const ids = new Set(drawn.map(({ id }) => id));
    for (const [id, view] of this.sections) {
      if (!ids.has(id)) this.#remove(id, view);
    }
    // 2. The others in their order; one that cannot be drawn is left out.
    for (const section of drawn) {
      const view = this.sections.get(section.id) ?? new SectionView(this);
      try {
        view.update(section, shift);
        shift += view.growth;
        this.sections.set(section.id, view);
      } catch (error) {
        this.owner.emit('tanada-error', { error, status: 0, failed: 'section' });
        this.#remove(section.id, view);
      }
    }
    arrange(this.#element, drawn.flatMap(({ id }) => this.sections.get(id)?.element ?? []));
    this.#setHeight((document.content_size?.height ?? 0) + shift);
    if (anchor) this.#restore(anchor);
    heirs.some((view, index) => this.sections.get(view.section.id) === view && view.takeFocus(index ? null : focused));
    if (place && placeOf(this.root.activeElement) !== place) this.#news.textContent = `${label} is gone.`;
  }

  /** Loads the motions that sections wait for, and lets these move. Where that fails, they stand still. */
  async move() {
    const waiting = () => [...this.sections.values()].filter((view) => view.isWaiting);
    if (!waiting().length) return;
    try {
      this.motions = await loadPart('motions');
      for (const view of waiting()) {
        view.startMoving();
        this.needMore(view);
      }
    } catch (error) {
      this.owner.emit('tanada-error', { error, status: 0, failed: 'part' });
    }
  }

  #remove(id, view) {
    view.remove();
    this.sections.delete(id);
  }

  #setHeight(height) {
    this.#height = height;
    setLengths(this.#element, { width: this.screen.width, height });
    this.show(true);
  }

  /** The top of the part of the feed that is on the screen: where it is scrolled to. */
  get #top() {
    return -this.#element.getBoundingClientRect().top;
  }

  /**
   * Fills what is up to a screen away from what is seen: the first time what is seen, and the rest when
   * that has been painted.
   * @param {boolean} [isForced] also if it was scrolled only a little
   */
  show(isForced = false) {
    const top = this.#top;
    const screen = innerHeight;
    if (!isForced && Math.abs(top - this.#shownTop) < screen / 4) return;
    const screens = this.#shownTop == null ? 0 : 1;
    if (!screens) setTimeout(() => this.show(true), firstPaintPause);
    this.#shownTop = top;
    for (const view of this.sections.values()) {
      view.show(top - screens * screen, top + screen + screens * screen, screens);
      this.needMore(view);
    }
  }

  /** Fills all of the feed, for a printer. */
  showAll() {
    this.screen.isPrinted = true;
    for (const view of this.sections.values()) view.show(-Infinity, Infinity, 0);
    this.screen.isPrinted = false;
  }

  /**
   * Fetches the next page of a section whose end is near. Of a grid that others follow there is a button for
   * it: they would recede. One that waits for its motion shows no end yet.
   * @param {SectionView} view
   */
  needMore(view) {
    const { next, carousel, element, isWaiting } = view;
    const isGrid = !carousel?.mover;
    view.hasMore = next && isGrid && !isWaiting && element.nextSibling;
    if (isWaiting) return;
    const end = view.top + view.height - this.#top;
    const isNear = isGrid
      ? !element.nextSibling && end > 0 && end < 2.5 * innerHeight
      : carousel.index() >= view.entries.length - 8;
    if (isNear) this.loadMore(view);
  }

  /**
   * Fetches the next page of a section.
   * @param {SectionView} view
   */
  async loadMore(view) {
    const { next, entries: { length } } = view;
    if (!next || view.isLoading) return;
    view.isLoading = true;
    try {
      const page = await this.owner.fetchPage(next);
      if (view.next !== next) return;
      // A button that is hidden at the end loses the focus.
      const { activeElement } = this.root;
      const growth = view.append(page);
      for (const other of this.sections.values()) {
        if (other.top > view.top) other.moveTo(other.top + growth);
      }
      this.#setHeight(this.#height + growth);
      view.focusItem(view.entries[length], activeElement);
    } catch (error) {
      // The next document may have another address for it.
      this.owner.fail(error);
      setTimeout(() => {
        view.isLoading = false;
        this.show(true);
      }, pageRetryPause);
    }
  }

  /**
   * Where the item at the top of the screen is, and what takes its place when it is gone: those after and before it, and
   * other sections; null at the very top. One that is mostly above counts only if nothing follows it.
   */
  #anchor() {
    const top = this.#top;
    const views = this.#views;
    const index = top > 0 ? views.findIndex((one) => one.top + one.height > top) : -1;
    if (index < 0) return null;
    const boxes = views[index].carousel?.mover ? [] : boxesOf(views[index]);
    const below = (share) => boxes.findIndex(({ y, height }) => y + height * share > top);
    const first = below(0.5);
    return { top, boxes: [...heirsOf(boxes, first < 0 ? below(1) : first), ...heirsOf(views, index).map(boxOf)] };
  }

  /** Scrolls so that what was at the top of the screen is where it was. */
  #restore({ top, boxes }) {
    for (const { id, item, y, height } of boxes) {
      const view = this.sections.get(id);
      const box = view && (item === undefined ? boxOf(view) : boxesOf(view).find((one) => one.item === item));
      if (!box) continue;
      // A box that is partly above the screen stays above it by the same share; another as far from its top.
      const above = top - y;
      const by = box.y + Math.min(above, 0) + limit(above / (height || 1), 0, 1) * box.height - this.#top;
      if (Math.abs(by) < 0.5) return;
      scrollerOf(this.#element).scrollBy({ top: by, behavior: 'instant' });
      return this.show(true);
    }
  }
}

/** Where a section is. */
const boxOf = ({ section: { id }, top, height }) => ({ id, y: top, height });

/** Where the items of a section are. */
const boxesOf = ({ section: { id }, top, origin, entries }) =>
  entries.map(({ item, frame: { y, height } }) => ({ id, item: item.id, y: top + origin.y + y, height }));

/** The item that an element belongs to; undefined for none. */
const placeOf = (element) => {
  const item = element?.closest('.item');
  return item && `${item.closest('section').dataset.section}/${item.dataset.item}`;
};

/** Whether a section can be drawn by a client of this version. */
function isDrawable(section) {
  return section?.id != null && isFrame(section.frame) && section.layout
    && Array.isArray(section.items) && !(section.min_schema_version > supportedVersion)
    && !(section.version > version);
}
