// The bundles, as scripts/build-web has made them: `node --test Web/tanada/tests/*.test.js`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';

const assets = new URL('../../assets/', import.meta.url);
/** The most bytes that each file has compressed. */
const limits = {
  'tanada.js': 14_100, 'viewer.js': 7_850, 'motions.js': 3_200, 'later.js': 1_580, 'impressions.js': 1_640, 'tanada-core.js': 9_060,
  'studio.js': 99_800, 'studio.css': 8_300, 'home.js': 1_650, 'home.css': 2_300, 'gallery.js': 4_200, 'gallery.css': 1_950,
};

test('every script and style has a limit, and no other file', () => {
  const files = readdirSync(assets).filter((name) => !name.endsWith('.d.ts'));
  assert.deepEqual(files.sort(), Object.keys(limits).sort());
});

for (const [name, limit] of Object.entries(limits)) {
  test(`${name} is below ${limit / 1000} kB compressed`, (context) => {
    const { length } = brotliCompressSync(
      readFileSync(new URL(name, assets)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    context.diagnostic(`${length} bytes, ${limit - length} left`);
    assert.ok(length < limit, `${length} bytes`);
  });
}
