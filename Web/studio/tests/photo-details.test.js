// The form of a photo's details.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeUnsavedTexts } from '../core/unsaved-texts.js';
import { photoDetails } from '../forms/photo-details.js';

/** An element that takes everything and shows nothing. */
class FakeElement extends EventTarget {
  style = {};
  dataset = {};
  value = '';
  textContent = '';
  querySelector = () => new FakeElement();
  classList = { toggle() {}, add() {}, remove() {} };
  setAttribute() {}
  toggleAttribute() {}
  removeAttribute() {}
  append() {}
  replaceChildren() {}
  getBoundingClientRect = () => ({});
}

test('what is typed while an alternative text is saved stays', async () => {
  const made = [];
  const make = (name) => {
    const element = new FakeElement();
    made.push({ name, element });
    return element;
  };
  globalThis.document = { createElement: make, createElementNS: make };
  globalThis.CSS = { escape: (name) => name };
  const photo = {
    id: 'f', url: '/f', alt: 'old', width: 1, height: 1, format: 'jpeg', byte_count: 1, exif: null, focus: null,
  };
  let answer;
  const client = {
    send: (_, path, { json }) => new Promise((resolve) => (answer = () => resolve({
      value: { ...photo, ...json }, tag: '"2"',
    }))),
  };
  const app = {
    t: (name) => name, can: () => true, client, content: { keep() {} },
    state: { get: () => ({ session: { role: 'editor' }, language: 'en' }) },
    fail: (error) => assert.fail(error), unsavedTexts: makeUnsavedTexts(),
  };
  const details = photoDetails(/** @type {any} */ (app));
  details.show({ value: photo, tag: '"1"' });
  const alt = made.find(({ name }) => name === 'textarea').element;
  const type = (text, event) => {
    alt.value = text;
    alt.dispatchEvent(new Event(event));
  };
  type('new', 'change');
  type('new and more', 'input');
  await new Promise(setImmediate);
  answer();
  await new Promise(setImmediate);
  assert.equal(alt.value, 'new and more');
  alt.dispatchEvent(new Event('change'));
  await new Promise(setImmediate);
  answer();
  await new Promise(setImmediate);
  assert.equal(alt.value, 'new and more');
  delete globalThis.document;
});
