// The bundle, as scripts/build-web has made it: `node --test Web/tanada/tests/`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';

test('the bundle is below 15 kB compressed', () => {
  const bundle = readFileSync(new URL('../../assets/tanada.js', import.meta.url));
  const { length } = brotliCompressSync(bundle, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  assert.ok(length < 15_000, `${length} bytes`);
});
