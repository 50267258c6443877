// Places, moments, words.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fragmentOf, placeOf } from '../core/place.js';
import { localOf, momentOf } from '../core/moments.js';
import { languageOf, makeWords } from '../core/language.js';
import texts from '../words/all.js';

test('places and their addresses are the same', () => {
  const places = [
    { tab: 'screen', kind: null, subject: null }, { tab: 'screen', kind: null, subject: 'content/recent_news/3' },
    { tab: 'screen', kind: null, subject: 'sections/pickup_photos' }, { tab: 'items', kind: 'shops', subject: null },
    { tab: 'items', kind: 'shops', subject: 'content/shops/new-1' },
    { tab: 'releases', kind: null, subject: 'releases/3' },
  ];
  for (const place of places) assert.deepEqual(placeOf(fragmentOf(place)), place);
  assert.deepEqual(placeOf('#/nowhere/%E0%A4%A'), { tab: 'screen', kind: null, subject: null });
  assert.deepEqual(placeOf(''), { tab: 'screen', kind: null, subject: null });
});

test('moments are those of the zone, also where clocks change', () => {
  for (const [moment, zone, local] of [
    ['2022-12-01T15:00:00.000Z', 'Asia/Tokyo', '2022-12-02T00:00'],
    ['2026-07-01T10:00:30.000Z', 'Europe/Berlin', '2026-07-01T12:00:30'],
    ['2026-10-25T00:30:00.000Z', 'Europe/Berlin', '2026-10-25T02:30'],
    ['2026-11-01T05:30:00.000Z', 'America/New_York', '2026-11-01T01:30'],
    ['0002-11-26T00:54:01.000Z', 'Asia/Tokyo', '0002-11-26T10:13'],
    ['0999-12-31T23:59:00.000Z', 'UTC', '0999-12-31T23:59'],
    ['1492-10-12T00:00:00.000Z', 'UTC', '1492-10-12T00:00'],
    ['9999-12-31T15:00:00.000Z', 'Asia/Tokyo', '10000-01-01T00:00'],
    ['+010000-01-01T00:00:00.000Z', 'UTC', '10000-01-01T00:00'],
  ]) {
    assert.equal(localOf(moment, zone), local);
    assert.equal(momentOf(local, zone), moment);
  }
  // Half past two does not exist on that day.
  assert.equal(momentOf('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
  assert.equal(momentOf('', 'Asia/Tokyo'), null);
  assert.equal(localOf('never', 'Asia/Tokyo'), '');
  assert.equal(localOf(null, 'Asia/Tokyo'), '');
});

test('words are in the language, with values and forms', () => {
  const t = makeWords({ changes: ['{count} change|{count} changes', '変更 {count}件'] }, 'en');
  assert.equal(t('changes', { count: 1 }), '1 change');
  assert.equal(t('changes', { count: 2 }), '2 changes');
  assert.equal(makeWords({ changes: ['x', '変更 {count}件'] }, 'ja')('changes', { count: 1 }), '変更 1件');
  assert.equal(t('unknown'), 'unknown');
  assert.equal(languageOf(null, ['fr', 'ja-JP']), 'ja');
  assert.equal(languageOf('en', ['ja']), 'en');
  assert.equal(languageOf(null, ['fr']), 'en');
});

test('every word has both languages, with the same values', () => {
  const valuesOf = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const [name, [english, japanese]] of Object.entries(texts)) {
    assert.ok(english && japanese, name);
    assert.deepEqual(valuesOf(japanese).filter((value) => value !== '{count}'),
      valuesOf(english).filter((value) => value !== '{count}'), name);
    assert.ok(!japanese.includes('|'), name);
  }
});

test('no word is in two files, and every one that is asked for is there', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map(String)
    .filter((name) => name.endsWith('.js') && !name.startsWith('tests/'));
  const names = files.filter((name) => name.startsWith('words/') && !name.endsWith('all.js'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^ {2}'?([\w.]+)'?: \[/gm)]
      .map(([, word]) => word));
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
  const asked = files.filter((name) => !name.startsWith('words/'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bt\('(\w+)'/g)]
      .map(([, word]) => word));
  assert.deepEqual([...new Set(asked)].filter((name) => !Object.hasOwn(texts, name)).sort(), []);
});
