// The addresses of photos of the store, as items keep them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacing } from '../core/photo-uses.js';
import { storedAddress } from '../core/pictures.js';

const id = '0f'.repeat(16);
const path = `/v1/photos/${id}.jpg`;
const origin = 'http://localhost:18500';
const kind = {
  fields: [{ name: 'photo_url', type: 'url' }, { name: 'other', type: 'photo' }],
  roles: { image: 'photo_url', image_width: 'width', image_height: 'height' },
};

for (const [text, stored] of [
  [origin + path, path], [path, path], [`https://cdn.example.com${path}`, `https://cdn.example.com${path}`],
  [`${origin}${path}?x`, `${origin}${path}?x`], [`${origin}0${path}`, `${origin}0${path}`],
  [`${origin}/v1/photos/${id}`, `${origin}/v1/photos/${id}`], ['', ''],
]) {
  test(`${text || 'nothing'} is kept as ${stored || 'nothing'}`,
    () => assert.equal(storedAddress(text, origin), stored));
}

test('a photo takes the place of another one by its path', () => {
  const photo = { id, url: `${origin}${path}`, width: 4, height: 3 };
  const item = { photo_url: 'https://a.example/a.jpg', other: '1'.repeat(32) };
  assert.deepEqual(replacing(kind, item, ['photo_url', 'other'], photo),
    { photo_url: path, width: 4, height: 3, other: id });
});

test('an address that is pasted from this server is changed to the path', async () => {
  globalThis.IntersectionObserver = /** @type {any} */ (class {});
  globalThis.HTMLElement ??= /** @type {any} */ (class {});
  globalThis.customElements ??= /** @type {any} */ ({ define() {} });
  const { addressControl } = await import('../fields/url.js');
  const input = Object.assign(new EventTarget(), {
    value: '', setAttribute() {}, append() {}, toggleAttribute() {},
  });
  globalThis.document = /** @type {any} */ ({ createElement: () => input, activeElement: input });
  globalThis.location = /** @type {any} */ (new URL(`${origin}/studio`));
  const changes = [];
  addressControl({ name: 'more', type: 'url' }, /** @type {any} */ ({
    app: {}, kind, name: 'more', label: 'More', change: (value) => changes.push(value),
  }));
  for (const text of [` ${origin}${path} `, 'https://a.example/a.jpg', ' ']) {
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
  assert.deepEqual(changes, [path, 'https://a.example/a.jpg', null]);
  delete globalThis.document;
  delete globalThis.location;
});
