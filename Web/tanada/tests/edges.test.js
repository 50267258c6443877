// Numbers and orders at their edges, where one more or one less is another answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from '../../pages/gallery/player.js';
import { FeedView } from '../feed-view.js';
import { meets } from '../frames.js';
import { slotRect } from '../slot-rect.js';
import { makeStore } from '../store.js';

test('a frame ends before the place at which another begins', () => {
  assert.equal(meets(0, 10, 10, 20), false);
  assert.equal(meets(0, 10, 9.5, 20), true);
  assert.equal(meets(20, 10, 10, 20), false);
  assert.equal(meets(10, 0, 10, 20), true);
});

test('a slot that is bound to no side is in the middle', () => {
  const [slot, size] = [{ width: 10, height: 5 }, { width: 30, height: 40 }];
  assert.deepEqual(slotRect(slot, size), { x: 10, y: 0, ...slot });
  assert.equal(slotRect({ ...slot, right: 2 }, size).x, 18);
});

test('the latest documents are kept', async () => {
  const kept = new Map();
  const store = makeStore({
    getItem: async (key) => kept.get(key) ?? null, setItem: async (key, value) => kept.set(key, value),
  });
  for (const width of [1, 2, 3, 4]) await store.keep(`/v1/feeds/home?width=${width}`, { width }, null);
  assert.equal(await store.at('/v1/feeds/home?width=1'), undefined);
  assert.deepEqual(await store.at('/v1/feeds/home?width=4'), { document: { width: 4 }, tag: null });
  assert.equal((await store.near('/v1/feeds/home?width=5')).document.width, 4);
  // The name of one feed may begin with that of another.
  await store.keep('/v1/feeds/home-2?width=6', { width: 6 }, null);
  assert.equal((await store.near('/v1/feeds/home?width=5')).document.width, 4);
});

test('pages are fetched up to the last item that is in view', async () => {
  for (const [lastShown, expected] of [[2, []], [3, ['/2']], [5, ['/2']], [6, ['/2', '/3']]]) {
    const fetched = [];
    const pages = {
      '/2': { section: { items: [4, 5, 6] }, next: '/3' }, '/3': { section: { items: [7] }, next: null },
    };
    const fetchPage = async (address) => {
      fetched.push(address);
      return pages[address];
    };
    const view = { growth: 100, lastShown, isShowing: () => false };
    await FeedView.prototype.prepare.call(
      { sections: new Map([['a', view]]), owner: { fetchPage } },
      { sections: [{ id: 'a', items: [1, 2, 3], next: '/2' }] });
    assert.deepEqual(fetched, expected, `item ${lastShown}`);
  }
});

test('a ring of the gallery that has turned backwards is at the place from the other side', () => {
  const frames = [{}, {}, {}, {}];
  const player = new Player({ document: { sections: [{ id: 'ring' }] } }, { type: 'circular_carousel', frames });
  for (const [offset, position] of [[-1, 3], [-4, 0], [1, 1], [5, 1]]) {
    player.noteOffset(offset);
    assert.equal(player.position, position, `offset ${offset}`);
  }
});
