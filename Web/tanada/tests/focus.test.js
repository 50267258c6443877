// The focus, and the place at the top of the screen, when a document is drawn over another one.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openPage } from './page.js';

let page, FeedView, arrange, feed, top;
const { setTimeout } = globalThis;

before(async () => {
  page = openPage({ scrollBy: ({ top: by }) => (top += by), matchMedia: () => ({ matches: true }) });
  globalThis.setTimeout = /** @type {any} */ (() => 0);
  ({ FeedView } = await import('../feed-view.js'));
  ({ arrange } = await import('../dom.js'));
});
after(() => {
  globalThis.setTimeout = setTimeout;
  page.close();
});

beforeEach(() => {
  page.body.replaceChildren();
  const host = page.document.createElement('div');
  page.body.append(host);
  top = 0;
  feed = new FeedView(host.attachShadow(), {
    emit() {}, select() {}, pictureAddress: () => null, fetchPage() {}, fail: assert.fail,
  });
  const element = feed.root.querySelector('.feed');
  element.getBoundingClientRect = () => ({ top: -top });
});

const side = 100;
/** Where a page of a row is in the middle. */
const offsetOf = (index, count) => 390 * ((count - 1) / 2 - index);

/** A section of items in one column, or with a layout that moves. */
function section(id, ids, { type = 'uniform_grid', y = 0, ...more } = {}) {
  const frames = ids.map((item, index) => (type === 'snap_carousel'
    ? { id: item, x: 10 + index * 300, y: 0, width: 290, height: side }
    : { id: item, x: 0, y: index * side, width: 390, height: side }));
  const height = type === 'snap_carousel' ? side : ids.length * side;
  return {
    id, title: id, kind: 'news', roles: { headline: 'title' }, frame: { x: 0, y, width: 390, height },
    items: ids.map((item) => ({ id: item, title: `Item ${item}` })),
    layout: {
      type, frames, content_size: { width: 390, height },
      ...(type === 'snap_carousel' && {
        initial_offset: offsetOf(0, ids.length), flick_velocity: 400,
        pages: ids.map((item, index) => ({ item_ids: [item], snap_offset: offsetOf(index, ids.length) })),
      }),
    },
    cell: { corner_radius: 0, slots: [] }, ...more,
  };
}

/** Draws sections below each other. */
function draw(...sections) {
  let y = 0;
  const placed = sections.map((one) => {
    const frame = { ...one.frame, y };
    y += frame.height;
    return { ...one, frame };
  });
  feed.draw({ viewport: { width: 390 }, content_size: { height: y }, sections: placed });
}

const face = (name, item) => feed.root.querySelector(`[data-section="${name}"] [data-item="${item}"] .face`);
const focused = () => {
  const element = feed.root.activeElement;
  if (!element) return null;
  const name = element.closest('section').dataset.section;
  const item = element.closest('.item')?.dataset.item;
  return item ? `${name}/${item}` : `${name} ${element.className}`;
};
const news = () => feed.root.querySelector('[role="status"]').textContent;

test('children come into an order around the one that has the focus', () => {
  const [parent, ...children] = ['ul', 'li', 'li', 'li', 'li', 'li'].map((name) => page.document.createElement(name));
  page.body.append(parent);
  for (const [index, child] of children.entries()) {
    child.id = String(index);
    child.tabIndex = 0;
  }
  for (const order of ['01234', '43210', '20134', '34012', '3', '30', '12304', '04213']) {
    for (const holder of order) {
      const elements = [...order].map((index) => children[index]);
      parent.replaceChildren(...children.filter((child) => elements.includes(child)));
      children[holder].focus();
      arrange(parent, elements);
      assert.equal(parent.children.map(({ id }) => id).join(''), order);
      assert.equal(page.document.activeElement.id, holder, `${holder} of ${order}`);
    }
  }
  // Without the focus, those in their places stay, and others are added.
  page.document.activeElement.blur();
  parent.replaceChildren(children[0]);
  arrange(parent, [children[1], children[0]]);
  assert.equal(parent.children.map(({ id }) => id).join(''), '10');
});

test('an item that moves keeps the focus, and so does one whose section moves', () => {
  draw(section('a', [1, 2, 3, 4]), section('b', [5, 6]));
  const element = face('a', 3);
  element.focus();
  for (const sections of [
    [section('a', [3, 1, 2, 4]), section('b', [5, 6])], [section('a', [1, 2, 4, 3]), section('b', [5, 6])],
    [section('b', [5, 6]), section('a', [1, 2, 4, 3])], [section('a', [4, 3, 2, 1]), section('b', [6, 5])],
  ]) {
    draw(...sections);
    assert.equal(feed.root.activeElement, element);
    assert.deepEqual(feed.root.querySelectorAll('[data-section="a"] .item').map(({ dataset }) => Number(dataset.item)),
      sections.find(({ id }) => id === 'a').items.map(({ id }) => id));
  }
  assert.equal(news(), '');
});

test('an item keeps the focus when it is drawn in another way', () => {
  draw(section('a', [1, 2, 3]));
  face('a', 2).focus();
  for (const more of [{ type: 'list' }, { type: 'snap_carousel' }, {}, { cell: { corner_radius: 8, slots: [] } }]) {
    draw(section('a', [1, 2, 3], more));
    assert.equal(focused(), 'a/2', JSON.stringify(more));
  }
  assert.equal(news(), '');
});

test('an item that moves far away keeps the focus, though it is not seen there', () => {
  const ids = Array.from({ length: 200 }, (_, index) => index + 1);
  draw(section('a', ids));
  face('a', 1).focus();
  draw(section('a', [...ids.slice(1), 1], { type: 'list' }));
  assert.equal(focused(), 'a/1');
});

for (const [gone, left, heir] of [
  ['in the middle', [1, 2, 4, 5], 'a/4'], ['and those after it', [1, 2], 'a/2'], ['and one after it', [1, 2, 5], 'a/5'],
  ['and all but the first', [1], 'a/1'], ['and the order changes', [5, 4, 2, 1], 'a/4'],
]) {
  test(`an item that is gone, ${gone}, leaves the focus to ${heir}`, () => {
    draw(section('a', [1, 2, 3, 4, 5]));
    face('a', 3).focus();
    draw(section('a', left));
    assert.equal(focused(), heir);
    assert.equal(news(), 'Item 3 is gone.');
  });
}

test('a section that is gone leaves the focus to the one below it, or else above it', () => {
  draw(section('a', [1, 2]), section('b', [3]), section('c', [4]));
  face('b', 3).focus();
  draw(section('a', [1, 2]), section('c', [4]));
  assert.equal(focused(), 'c/4');
  draw(section('a', [1, 2]));
  assert.equal(focused(), 'a/1');
  // One without items has nothing that could have it.
  draw(section('e', []), section('d', [9]));
  assert.equal(focused(), null);
  assert.equal(news(), 'Item 1 is gone.');
});

test('a row that has the focus leaves it to the item that it has shown when it stands still', () => {
  draw(section('a', [1, 2, 3], { type: 'snap_carousel' }));
  feed.sections.get('a').carousel.show(1);
  const row = feed.root.querySelector('[aria-roledescription="carousel"]');
  row.focus();
  draw(section('a', [1, 2, 3, 4], { type: 'snap_carousel' }));
  assert.equal(feed.root.activeElement, row);
  draw(section('a', [1, 2, 3, 4]));
  assert.equal(focused(), 'a/2');
  assert.equal(news(), '');
});

test('the focus goes with the front of a ring', () => {
  const ring = section('a', [1, 2, 3]);
  Object.assign(ring.layout, { type: 'circular_carousel', card_size: { width: 300, height: side }, radius: 100, states: [] });
  draw(ring);
  face('a', 1).focus();
  feed.sections.get('a').carousel.show(1);
  assert.equal(focused(), 'a/2');
  // The ring itself keeps it.
  const group = feed.root.querySelector('[aria-roledescription="carousel"]');
  group.focus();
  feed.sections.get('a').carousel.show(2);
  assert.equal(feed.root.activeElement, group);
});

test('a row shows what takes the place of the item that it showed', () => {
  draw(section('a', [1, 2, 3, 4], { type: 'snap_carousel' }));
  const { carousel } = feed.sections.get('a');
  carousel.place(offsetOf(2, 4));
  for (const [ids, shown] of [[[1, 2, 4], 4], [[1, 2], 2], [[2, 1], 2]]) {
    draw(section('a', ids, { type: 'snap_carousel' }));
    assert.equal(ids[carousel.index()], shown);
  }
});

test('a row that was scrolled freely stays at the items that are seen', () => {
  const shelf = (ids) => {
    const one = section('a', ids, { type: 'shelf' });
    one.layout.frames.forEach((frame, index) => Object.assign(frame, { x: index * 200, y: 0, width: 190 }));
    one.layout.content_size = { width: ids.length * 200, height: side };
    return one;
  };
  draw(shelf([1, 2, 3, 4, 5, 6]));
  const { carousel } = feed.sections.get('a');
  carousel.place(430);
  for (const [ids, offset] of [
    [[1, 2, 3, 4, 5, 6], 430], [[2, 3, 4, 5, 6], 230], [[9, 8, 2, 3, 4, 5, 6], 630],
    // What takes the place of the one at the edge.
    [[9, 8, 2, 4, 5, 6], 630], [[4, 5, 6], 30], [[6], 0],
  ]) {
    draw(shelf(ids));
    assert.equal(carousel.offset, offset, ids.join());
  }
});

test('the button at the end of a section leaves the focus to the last item', () => {
  const first = section('a', [1, 2], { next: '/next' });
  draw(first, section('b', [3]));
  const more = feed.root.querySelector('[data-section="a"] .more');
  more.focus();
  assert.equal(focused(), 'a more');
  draw(section('a', [1, 2]), section('b', [3]));
  assert.equal(focused(), 'a/2');
});

test('the link of a header that changes keeps the focus, and leaves it to the first item when it is gone', () => {
  const header = (title) => ({
    header: {
      height: 40, action: { title, web_url: '/all' },
      slots: [{ type: 'text', role: 'action', anchor: 'top', left: 0, right: 0, height: 20 }],
    },
  });
  draw(section('a', [1, 2], header('All')));
  feed.root.querySelector('.action').focus();
  draw(section('a', [1, 2], header('Everything')));
  assert.equal(focused(), 'a action');
  draw(section('a', [1, 2]));
  assert.equal(focused(), 'a/1');
});

test('what was at the top of the screen stays there when it is gone, and its section', () => {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const without = (...gone) => ids.filter((id) => !gone.includes(id));
  // Item 6 is at the top, by a quarter above it; item 7 is seen 75 below the top, and stays there.
  for (const [sections, expected] of [
    [[section('a', without(6))], 425], [[section('a', without(5))], 425], [[section('a', without(1, 2, 6, 7))], 125],
    [[section('a', without(...ids.slice(5)))], 500],
  ]) {
    feed.draw({ viewport: { width: 390 }, sections: [] });
    draw(section('a', ids));
    top = 525;
    draw(...sections);
    assert.equal(top, expected);
  }
  // A section that is gone leaves the next one where it was seen: 75 below the top.
  feed.draw({ viewport: { width: 390 }, sections: [] });
  draw(section('a', [1, 2]), section('b', [3]), section('c', ids));
  top = 225;
  draw(section('a', [1, 2]), section('c', ids));
  assert.equal(top, 125);
});
