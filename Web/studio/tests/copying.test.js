// Copying addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyAddress } from '../ui/links.js';

test('an address that the browser does not copy is shown', async () => {
  const input = { addEventListener() {}, setAttribute() {}, append() {} };
  globalThis.document = { createElement: () => input };
  const shown = [];
  const app = { t: (name) => name, notify: (text) => shown.push(text) };
  const address = 'https://example.com/studio#/photos/0f';
  await copyAddress(app, address, { open: async (_, [control]) => shown.push(control.value) });
  assert.deepEqual(shown, [address]);
  delete globalThis.document;
});
