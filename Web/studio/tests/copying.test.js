// Copying addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyAddress } from '../items/actions.js';

test('an address that the browser does not copy is shown', async () => {
  globalThis.location = { origin: 'https://example.com' };
  const input = { addEventListener() {}, setAttribute() {}, append() {} };
  globalThis.document = { createElement: () => input };
  const shown = [];
  const app = { t: (name) => name, notify: (text) => shown.push(text) };
  await copyAddress(app, { tab: 'photos', kind: null, subject: 'photos/0f' }, async (_, [control]) => shown.push(control.value));
  assert.deepEqual(shown, ['https://example.com/studio#/photos/0f']);
  delete globalThis.document;
  delete globalThis.location;
});
