// docs/studio.md calls the parts of the studio what they are called there.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import words from '../words/all.js';

test('what the guide prints in bold is written in the studio', async () => {
  const page = await readFile(new URL('../../../docs/studio.md', import.meta.url), 'utf8');
  const english = new Set(Object.values(words).map(([text]) => text));
  // Tables have captions of pictures, and steps begin with a sentence of their own.
  const lines = page.split('\n').filter((line) => !line.startsWith('|')).join(' ').replace(/\s+/g, ' ');
  const named = [...lines.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text).filter((text) => !text.endsWith('.'));
  assert.ok(named.length > 40, `${named.length} names`);
  assert.deepEqual(named.filter((text) => text !== '+' && !english.has(text)), []);
});
