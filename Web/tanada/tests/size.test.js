// The bundles, as scripts/build-web has made them: `node --test Web/tanada/tests/`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';

for (const [name, limit] of [['tanada', 15_500], ['viewer', 8_000]]) {
  test(`the bundle ${name}.js is below ${limit / 1000} kB compressed`, (context) => {
    const bundle = readFileSync(new URL(`../../assets/${name}.js`, import.meta.url));
    const { length } = brotliCompressSync(bundle, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    context.diagnostic(`${length} bytes, ${limit - length} left`);
    assert.ok(length < limit, `${length} bytes`);
  });
}
