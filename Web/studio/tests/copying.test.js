// Copying addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, copyAddress } from '../ui/links.js';

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

for (const [origin, known, expected] of [
  ['http://localhost:18500', 'https://feeds.example.com', 'https://feeds.example.com'],
  ['http://127.0.0.1:8080', 'https://feeds.example.com', 'https://feeds.example.com'],
  ['http://[::1]:8080', 'https://feeds.example.com', 'https://feeds.example.com'],
  ['http://localhost:18500', null, 'http://localhost:18500'],
  // Clients may read from elsewhere than where editors write.
  ['https://studio.example.com', 'https://feeds.example.com', 'https://studio.example.com'],
  ['https://localhost.example.com', 'https://feeds.example.com', 'https://localhost.example.com'],
]) {
  test(`a link from ${origin}, where clients find the server at ${known}`, () => {
    globalThis.location = /** @type {any} */ (new URL(origin));
    const app = /** @type {any} */ ({ state: { get: () => ({ session: { public_url: known } }) } });
    assert.equal(addressOf(app, '/studio/invitations/x'), `${expected}/studio/invitations/x`);
    delete globalThis.location;
  });
}
