// What the home page offers, without a browser.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';

/** An element that does what the page asks of any. */
class FakeElement extends EventTarget {
  options = [];
  dataset = {};
  elements = new Proxy({}, { get: () => ({}) });
  append(...options) {
    this.options.push(...options);
  }
  replaceChildren(...options) {
    this.options = options;
    this.dispatchEvent(new Event('replaced'));
  }
  getAttribute() {
    return null;
  }
  setAttribute() {}
  removeAttribute() {}
}

/** Opens the page with a query, of a server with Japanese and English, and returns the select of languages. */
async function languagesOf(search) {
  const elements = new Map();
  const getElementById = (id) => elements.get(id) ?? elements.set(id, new FakeElement()).get(id);
  Object.assign(globalThis, {
    document: { getElementById, documentElement: new FakeElement() }, location: { search },
    Option: class {
      constructor(text, value) {
        Object.assign(this, { text, value });
      }
    },
    fetch: async () => ({ json: async () => ({ feeds: [{ feed: 'home' }], locales: ['ja', 'en'] }) }),
  });
  await import(`../../pages/home.js${search}`);
  const offered = once(getElementById('feeds'), 'replaced');
  getElementById('feed').dispatchEvent(new Event('tanada-update'));
  await offered;
  const { options, value } = getElementById('locales');
  return { offered: options.map((option) => option.value), value };
}

test('the language of the address is offered once, also where it is the default one', async () => {
  assert.deepEqual(await languagesOf('?locale=ja'), { offered: ['ja', 'en'], value: 'ja' });
});

test('a language may be written with an underscore, and what is none is not offered', async () => {
  assert.deepEqual(await languagesOf('?locale=en_US'), { offered: ['', 'en', 'en-US'], value: 'en-US' });
  assert.deepEqual(await languagesOf('?locale=C'), { offered: ['', 'en'], value: '' });
});
