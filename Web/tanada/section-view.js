// A section of the feed: its header, and the boxes of the items that are near the screen.

import { makeBoxes } from './boxes.js';
import { makeCarousel } from './carousel.js';
import { plainCell } from './content.js';
import { listen, make, setAttributes, setLengths, setRect } from './dom.js';
import { makeDots } from './dots.js';
import { entriesOf, heirsOf, withPage } from './entries.js';
import { meets } from './frames.js';
import { setHeader } from './header.js';
import { moverFor, needsMotions } from './movers.js';

/** A section in the page. */
export class SectionView {
  #feed;
  #header = make('div');
  #track = make('div', 'track', { role: 'list' });
  /** Tell the page of a row, where it has pages. */
  #dots;
  #group = make('div', '', {}, this.#track);
  #more = make('button', 'more', { lang: 'en', hidden: '' }, 'Show more');
  #boxes = makeBoxes(this.#track);
  /** Whether it stands still, or a ring turns without its keyframes, until the motion of its layout has been loaded. */
  isWaiting = false;
  /** How far the row was moved when its boxes were made; null if they have to be made again. */
  #window;
  /** The part of the layout's height that boxes are made for. */
  #range = [0, 0, 0];
  #text;
  /** The entries, as they were, of which the first one that is left has the focus; none but while a document is drawn. */
  #heirs = [];
  /** The index of the last item that was made for the screen. */
  lastShown;
  /** The pages that follow its next version. */
  pages = [];

  /** @param {import('./feed-view.js').FeedView} feed */
  constructor(feed) {
    this.#feed = feed;
    this.element = make('section', '', {}, this.#header, this.#group, this.#more);
    listen(this.element, { click: this.#click, keydown: press });
    listen(this.#track, { focusin: this.#focus });
    listen(this.#more, { click: () => feed.loadMore(this) });
  }

  /**
   * Shows a section, or another version of it. One that has not changed keeps what it does, and the
   * items that were added to it.
   * @param {any} section
   * @param {number} shift how much further down it is than published, as sections before have grown
   */
  update(section, shift) {
    const text = this.#textOf(section);
    if (text !== this.#text) {
      this.growth = 0;
      this.#setSection(section);
      this.pages.forEach((page) => this.append(page));
    }
    this.pages = [];
    this.#text = text;
    this.moveTo(section.frame.y + shift);
  }

  /** Whether a section, as it was published, is drawn already. */
  isShowing(section) {
    return this.#text === this.#textOf(section);
  }

  #textOf(section) {
    return JSON.stringify([section, this.#feed.screen]);
  }

  /** Moves the section. @param {number} top in coordinates of the screen */
  moveTo(top) {
    this.top = top;
    setLengths(this.element, { top });
  }

  #setSection(section) {
    const { screen, motions } = this.#feed;
    const { layout, frame, title, layout_origin: origin = { x: 0, y: 0 } } = section;
    const shown = heirsOf(this.entries ?? [], this.carousel?.index() ?? -1);
    this.#boxes.setSection(
      section, section.cell ?? plainCell(section, screen.textSize), screen, motions?.drawPieces);
    this.#window = null;
    this.isWaiting = !motions && needsMotions(layout);
    const entries = entriesOf(section, screen.width);
    Object.assign(this, {
      section, origin, next: section.next, isLoading: false, height: frame.height,
      // Of a pile that stands still the first card is seen.
      entries: this.isWaiting && layout.type === 'card_stack' ? entries.slice(0, 1) : entries,
    });
    // 1. The section, its header and the place of its layout.
    const label = title || section.id;
    setAttributes(this.element, { 'data-section': section.id, 'aria-label': label, 'data-offset': null });
    setRect(this.element, frame);
    setHeader(this.#header, section, screen);
    setRect(this.#group, {
      ...origin, width: layout.viewport?.width ?? frame.width,
      height: layout.content_size?.height ?? frame.height - origin.y,
    });
    // 2. How it moves.
    const mover = moverFor(layout, this.entries, screen, motions?.motions);
    this.#group.classList.toggle('carousel', !!mover || this.isWaiting);
    this.#group.style.clipPath = mover?.inset ? `inset(-100vh ${mover.inset}px)` : '';
    this.#track.style.transform = '';
    this.#dots?.remove();
    this.#dots = mover?.hasDots ? makeDots(mover) : null;
    if (this.#dots) this.#group.append(this.#dots);
    setAttributes(this.#group, {
      role: mover && 'group', tabindex: mover && 0, 'aria-roledescription': mover && 'carousel',
      'aria-label': mover && label,
    });
    if (mover) this.carousel ??= makeCarousel(this.#group, this.#draw, this.#rest, screen);
    this.carousel?.setMover(mover, this.entries.indexOf(this.#firstOf(shown)));
  }

  /** The first of some entries, as they were, whose item there is. */
  #firstOf(former) {
    const entries = new Map(this.entries.map((entry) => [entry.item.id, entry]));
    return entries.get(former.find(({ item }) => entries.has(item.id))?.item.id);
  }

  /**
   * Notes which items get the focus when what has it is gone.
   * @param {any} [focused] an item, or what stands for one: the last one for the button below it
   */
  holdFocus(focused) {
    const { entries, carousel } = this;
    const index = entries.indexOf(this.#entryOf(focused));
    const other = focused === this.#more ? entries.length - 1 : Math.max(carousel?.index() ?? 0, 0);
    this.#heirs = heirsOf(entries, index < 0 ? other : index);
  }

  /**
   * Gives the focus to what had it, or to what takes its place.
   * @param {any} [focused] nothing for a section that takes the place of another one
   * @returns {boolean} whether it is in the section
   */
  takeFocus(focused) {
    const { root } = this.#feed;
    if (!focused) this.holdFocus();
    const isThere = focused && focused === root.activeElement && focused.checkVisibility({ visibilityProperty: true })
      && (this.#entryOf(focused) || focused.tabIndex >= 0);
    if (!isThere) {
      this.#fill();
      const face = this.#boxes.elementOf(this.#firstOf(this.#heirs)?.item.id)?.querySelector('.face');
      const action = this.#header.querySelector('.action');
      (focused?.className === 'action' && action || face || action)?.focus({ preventScroll: true });
    }
    this.#heirs = [];
    return this.element.contains(root.activeElement);
  }

  /** Lets it move, when the motions have been loaded. */
  startMoving() {
    this.#setSection(this.section);
    this.#fill();
  }

  /**
   * Makes the boxes that are in a range of the feed's heights, and no others.
   * @param {number} from
   * @param {number} to
   * @param {number} screens how many screens to the left and to the right of what is seen
   */
  show(from, to, screens) {
    const start = this.top + this.origin.y;
    this.#range = [from - start, to - start, screens];
    this.#fill();
  }

  /** Shows the items near the screen, in their order. */
  #fill() {
    const [from, to, screens] = this.#range;
    const { mover, offset } = this.carousel ?? {};
    const shift = mover?.shift?.(offset) ?? 0;
    const { width: screenWidth } = this.#feed.screen;
    const margin = mover?.shift || this.isWaiting ? screenWidth * screens : Infinity;
    // The focus can always go on to the next item and back to the one before.
    const held = this.#heirs.length ? this.#firstOf(this.#heirs) : this.#entryOf(this.#feed.root.activeElement);
    const focused = held?.index ?? -9;
    const wanted = [];
    for (const entry of this.entries) {
      const pose = mover?.pose ? mover.pose(entry, offset) : {};
      const { x, y, width, height } = entry.frame;
      const isSeen = pose && meets(y, height, from, to)
        && x + shift < screenWidth + margin && x + shift + width > -margin;
      if (isSeen) this.lastShown = entry.index;
      if (isSeen || Math.abs(entry.index - focused) < 3) wanted.push({ entry, pose });
    }
    this.#boxes.show(wanted, mover, mover?.showsOne && this.carousel.index());
  }

  /** Whether there is a button for the next page. */
  set hasMore(value) {
    this.#more.hidden = !value;
  }

  /** Moves the focus to an item, if the button had it. */
  focusItem(entry, focused) {
    if (focused !== this.#more) return;
    this.#boxes.elementOf(entry?.item.id)?.querySelector('.face').focus();
  }

  /** Draws the items at an offset of the carousel. */
  #draw = (offset) => {
    const { mover } = this.carousel;
    this.#dots?.show(this.carousel.index());
    if (!mover.shift) return this.#fill();
    const shift = mover.shift(offset);
    this.#track.style.transform = shift ? `translateX(${shift}px)` : '';
    // Boxes are made when the row has moved by a part of the screen.
    const moved = Math.abs(shift - (this.#window ?? Infinity));
    if (!(moved < this.#feed.screen.width / 4)) {
      this.#window = shift;
      this.#fill();
    }
  };

  /** Publishes the state of a carousel: at rest, or while it moves. */
  #rest = (rest, isQuiet) => {
    this.#group.classList.toggle('moving', !rest);
    const [, offset, detail] = rest ?? [];
    setAttributes(this.element, { 'data-offset': offset });
    if (!rest) return;
    this.#window = null;
    this.#draw(offset);
    this.#feed.needMore(this);
    if (isQuiet) return;
    // The focus goes with the front of a pile or a ring: a card behind it may not be seen.
    const focused = this.#entryOf(this.#feed.root.activeElement);
    if (focused && this.carousel.mover.showsOne && focused.index !== this.carousel.index()) this.takeFocus();
    this.#feed.owner.emit('tanada-settle', { section: this.section.id, offset, ...detail });
  };

  /** The item that an element belongs to. */
  #entryOf(element) {
    const box = element?.closest('.item');
    return box && this.entries.find(({ item }) => this.#boxes.elementOf(item.id) === box);
  }

  /** A click selects an item; one beside the front of a pile or ring brings that item to the front. */
  #click = (event) => {
    const entry = this.#entryOf(event.target);
    const { carousel, section } = this;
    if (!entry) {
      if (event.target.closest('.action')) this.#feed.owner.select(event, this, null, section.header.action);
      return;
    }
    if (carousel?.mover?.showsOne && carousel.index() !== entry.index) {
      event.preventDefault();
      return carousel.show(entry.index);
    }
    this.#feed.owner.select(event, this, entry.item, entry.item.action ?? null);
  };

  /** An item that gets the focus by a key is brought into view. */
  #focus = (event) => {
    const entry = this.#entryOf(event.target);
    const { mover, offset } = this.carousel ?? {};
    this.#fill();
    if (!entry || !mover || !event.target.matches(':focus-visible')) return;
    const { frame } = entry;
    const x = frame.x + (mover.shift?.(offset) ?? 0);
    const isInside = mover.shift && x >= -0.5 && x + frame.width <= this.#feed.screen.width + 0.5;
    if (!isInside) this.carousel.show(entry.index);
  };

  /**
   * Adds the items of a page.
   * @param {any} page
   * @returns {number} how much higher the section is, in points
   */
  append({ section, next }) {
    const { height } = this;
    this.#setSection({ ...withPage(this.section, section), next });
    this.moveTo(this.top);
    const added = this.height - height;
    this.growth += added;
    return added;
  }

  remove() {
    this.carousel?.stop();
    this.element.remove();
  }
}

/** A key presses what is no link, but a button. */
function press(event) {
  if (!event.target.matches('[role=button]') || !/^(Enter| )$/.test(event.key)) return;
  event.preventDefault();
  event.target.click();
}
