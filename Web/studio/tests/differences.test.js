// What differs between two versions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersThatDiffer, movedAmong, partsOf, reordered, sectionsThatDiffer } from '../core/differences.js';
import { memberName, valueText } from '../core/value-texts.js';

test('the members that differ are listed; null and missing are the same', () => {
  assert.deepEqual(membersThatDiffer({ id: 3, title: 'A', when: null, x: { a: 1, b: 2 } }, {
    id: 3, title: 'B', x: { b: 2, a: 1 },
  }),
    [{ name: 'title', before: 'A', after: 'B' }]);
  assert.deepEqual(membersThatDiffer(null, { id: 1, title: 'A' }), [{ name: 'title', before: undefined, after: 'A' }]);
  assert.deepEqual(membersThatDiffer({ title: 'A' }, null), [{ name: 'title', before: 'A', after: undefined }]);
});

test('sections are added, removed, changed and moved', () => {
  const sections = (...list) => ({ sections: list.map(([id, title]) => ({ id, title })) });
  const found = sectionsThatDiffer(sections(['a', 1], ['b', 1], ['c', 1], ['d', 1]),
    sections(['c', 1], ['a', 1], ['b', 2], ['e', 1]));
  assert.deepEqual(found.map(({ id, change }) => [id, change]),
    [['c', 'moved'], ['b', 'changed'], ['e', 'added'], ['d', 'removed']]);
  assert.deepEqual(found[1].members, [{ name: 'title', before: 1, after: 2 }]);
  assert.deepEqual(sectionsThatDiffer(null, sections(['a', 1])).map(({ change }) => change), ['added']);
});

for (const [before, after, moved] of [
  ['', '', ''], ['abc', 'abc', ''], ['abcd', 'dabc', 'd'], ['abcd', 'bcda', 'a'], ['abcde', 'edcba', 'edcb'],
  ['abcd', 'badc', 'bd'],
]) {
  test(`from ${before} to ${after} the fewest are moved`, () => {
    assert.equal(movedAmong([...before], [...after]).size, moved.length);
  });
}

for (const [before, after, parts] of [
  ['A red car', 'A blue car', ['A ', 'red', 'blue', ' car']], ['same', 'same', ['same', '', '', '']],
  ['aa', 'aaa', ['aa', '', 'a', '']], ['', 'new', ['', '', 'new', '']], ['👍🏻 ok', '👎🏻 ok', ['', '👍', '👎', '🏻 ok']],
]) {
  test(`“${before}” and “${after}” differ in the middle`, () => {
    const { start, before: own, after: other, end } = partsOf(before, after);
    assert.deepEqual([start, own, other, end], parts);
    assert.deepEqual([start + own + end, start + other + end], [before, after]);
  });
}

test('values and members are named for people', () => {
  const t = (name) => name;
  const options = { t, zone: 'Asia/Tokyo', language: 'en' };
  assert.equal(valueText(undefined, options), 'nothingThere');
  assert.equal(valueText(false, options), 'valueNo');
  assert.equal(valueText(0, options), '0');
  assert.match(valueText('2022-12-01T07:30:00.000+0000', options), /Dec 1, 2022.*4:30/);
  assert.equal(valueText({ a: 1 }, options), '{\n "a": 1\n}');
  assert.deepEqual(['title', 'news_category@en', 'publish_at'].map((name) => memberName(name, t)),
    ['Title', 'News category (en)', 'member_publish_at']);
});

test('sections that only slide are not moved', () => {
  const at = (id, from, to) => ({ id, from: from === null ? null : { y: from }, to: to === null ? null : { y: to } });
  assert.deepEqual([...reordered([at('a', 0, 300), at('b', 100, 0), at('c', 200, 100), at('d', null, 50)])], ['a']);
  assert.deepEqual([...reordered([at('b', 100, 150), at('c', 200, 250)])], []);
});
