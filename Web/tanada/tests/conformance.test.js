// Feeds the committed cases to the runner: `node --test Web/tanada/tests/`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runCases } from './conformance.js';

const root = new URL('../../../Tests/Conformance/', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** The folders of cases, and how many of each are a client's at least. */
const least = {
  settle_snap_carousel: 11, settle_circular_carousel: 12, settle_scroll: 9, carousel: 40,
  circular_carousel: 15, card_stack: 12, transform: 4, stars: 29, image_fit: 20, zoom: 15,
};

for (const folder of readdirSync(new URL('cases/', root))) {
  test(`cases of ${folder}`, async () => {
    const names = readdirSync(new URL(`cases/${folder}/`, root)).filter((name) => name.endsWith('.json'));
    const cases = names.map((name) => ({ ...read(`cases/${folder}/${name}`), name: `${folder}/${name}` }));
    await check(cases, least[folder] ?? 0);
  });
}

/** Tables of cases: the file, the member with its cases, and their type. */
const tables = [
  ['photo/deceleration', 'cases', 'deceleration'], ['photo/rubber-band', 'cases', 'rubber-band'],
  ['photo/scroll-zoom', 'cases', 'scroll-zoom'], ['photo/scroll-zoom', 'zoomed_offsets', 'zoomed_offsets'],
  ['cells/slots', 'cases', 'slots'],
];

for (const [table, member, type] of tables) {
  test(`${member} of ${table}`, async () => {
    const cases = read(`${table}.json`)[member];
    assert.ok(cases.length);
    await check(cases.map((one) => ({ ...one, type })), cases.length);
  });
}

async function check(cases, count) {
  const results = await runCases(cases);
  const failed = results.filter(({ status }) => status === 'failed');
  assert.deepEqual(failed, []);
  const passed = results.filter(({ status }) => status === 'passed').length;
  assert.ok(passed >= count, `${passed} cases ran, expected ${count} at least`);
}
