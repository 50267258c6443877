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

test('the language of the address is offered once, also where it is the default one', async () => {
  const elements = new Map();
  const getElementById = (id) => elements.get(id) ?? elements.set(id, new FakeElement()).get(id);
  Object.assign(globalThis, {
    document: { getElementById, documentElement: new FakeElement() }, location: { search: '?locale=ja' },
    Option: class {
      constructor(text, value) {
        Object.assign(this, { text, value });
      }
    },
    fetch: async () => ({ json: async () => ({ feeds: [{ feed: 'home' }], locales: ['ja', 'en'] }) }),
  });
  await import('../../pages/home.js');
  const offered = once(getElementById('feeds'), 'replaced');
  getElementById('feed').dispatchEvent(new Event('tanada-update'));
  await offered;
  const { options, value } = getElementById('locales');
  assert.deepEqual(options.map((option) => option.value), ['ja', 'en']);
  assert.equal(value, 'ja');
});
