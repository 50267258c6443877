// Every case of Tests/Conformance/client.json, computed by tanada-core.js as it is served: `node --test
// Web/tanada/tests/*.test.js`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as core from '../../assets/tanada-core.js';
import { runCases } from './conformance.js';

const root = new URL('../../../Tests/Conformance/', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const client = read('client.json');
/** The names of all cases: `stars/half`. */
const names = readdirSync(new URL('cases/', root)).flatMap((folder) =>
  readdirSync(new URL(`cases/${folder}/`, root))
    .filter((file) => file.endsWith('.json')).map((file) => `${folder}/${file.slice(0, -5)}`));
const caseOf = (name) => ({ ...read(`cases/${name}.json`), name });

const typeOf = (name) => name.split('/')[0];

/** Those of the results that are not passed. */
const others = (cases) => runCases(cases, core).filter(({ status }) => status !== 'passed');

for (const type of Object.keys(client.types)) {
  const listed = client.cases.filter((name) => name.startsWith(`${type}/`));
  test(`the ${listed.length} cases of ${type} pass`, () => {
    assert.ok(listed.length);
    assert.deepEqual(others(listed.map(caseOf)), []);
  });
}

for (const { file, member, type } of client.tables) {
  test(`${member} of ${file} pass`, () => {
    const cases = read(`${file}.json`)[member];
    assert.ok(cases.length);
    assert.deepEqual(others(cases.map((one) => ({ ...one, type }))), []);
  });
}

test('every case is listed once, with a type that is described, and every case that a client can compute is listed', () => {
  const types = Object.keys(client.types);
  const computed = names.filter((name) => types.includes(typeOf(name)))
    .filter((name) => runCases([caseOf(name)], core)[0].status !== 'skipped');
  assert.deepEqual([...client.cases].sort(), computed.sort());
});

test('what is in view of any layout is what the server says', () => {
  const layouts = new Set(names.filter((name) => read(`cases/${name}.json`).expected.frames).map(typeOf));
  const results = runCases(names.map((name) => ({ ...caseOf(name), type: 'visible' })), core);
  assert.deepEqual(results.filter(({ status }) => status === 'failed'), []);
  const passed = results.filter(({ status }) => status === 'passed').map(({ name }) => typeOf(name));
  assert.deepEqual(new Set(passed), layouts);
});
