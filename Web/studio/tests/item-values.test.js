// The values of fields, as they are typed and written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOf, dateOfLocal, isDate, localOfDate } from '../core/dates.js';
import { copyOf, emptyValue, hintOf, newItem, numberOf, rangeOf } from '../fields/values.js';

const t = (name, values = {}) => [name, ...Object.values(values)].join(' ');

for (const [text, value] of [
  ['', null], [' ', null], ['4', 4], ['4.', 4], ['.5', 0.5], ['-1.50', -1.5], ['１２．５', 12.5], ['1e3', 1000],
  ['4,5', '4,5'],
  ['twelve', 'twelve'], ['9007199254740993', '9007199254740993'], ['1e999', '1e999'], ['0x10', '0x10'],
]) {
  test(`“${text}” is the number ${JSON.stringify(value)}`, () => assert.deepEqual(numberOf(text), value));
}

test('an emptied control has no value, but a required text is empty', () => {
  assert.equal(emptyValue({ type: 'text' }), '');
  assert.equal(emptyValue({ type: 'text', required: false }), null);
  assert.equal(emptyValue({ type: 'text', default: 'x' }), null);
  assert.equal(emptyValue({ type: 'number' }), null);
});

for (const [field, value, hint] of [
  [{ type: 'text' }, '', 'fieldEmpty'], [{ type: 'text' }, undefined, 'fieldEmpty'],
  [{ type: 'text', required: false }, null, ''],
  [{ type: 'text', max_length: 2 }, '🍜🍵', ''], [{ type: 'text', max_length: 2 }, 'abc', 'fieldTooLong 2 1'],
  [{ type: 'boolean' }, false, ''], [{ type: 'integer' }, 1.5, 'fieldNoInteger'],
  [{ type: 'integer', minimum: 1 }, 0, 'fieldAtLeast 1'],
  [{ type: 'number', minimum: 0, maximum: 5 }, 5, ''],
  [{ type: 'number', minimum: 0, maximum: 5 }, 5.1, 'fieldRange 0 5'],
  [{ type: 'number' }, 'twelve', 'fieldNoNumber'], [{ type: 'url' }, 'example.com', 'fieldNoAddress'],
  [{ type: 'url' }, 'https://example.com/a.jpg', ''], [{ type: 'url' }, 'javascript:alert(1)', 'fieldNoAddress'],
  [{ type: 'date' }, '1998-04-12T00:00:00.000+0900', ''], [{ type: 'date' }, 'tomorrow', 'fieldNoDate'],
  [{ type: 'choice', choices: ['a'] }, 'b', 'fieldNoChoice b'],
  [{ type: 'list', of: 'integer', maximum: 24, max_items: 2 }, [1, 30], 'fieldAtMost 24'],
  [{ type: 'list', of: 'text', max_items: 1 }, ['a', 'b'], 'fieldTooMany 1'], [{ type: 'reference' }, 3, ''],
  [{ type: 'shape' }, {}, ''],
]) {
  test(`${JSON.stringify(value)} of ${JSON.stringify(field)}: ${hint || 'nothing'}`,
    () => assert.equal(hintOf(field, value, t), hint));
}

test('a translation may be missing', () => assert.equal(hintOf({ type: 'text' }, undefined, t, true), ''));

test('a range says its bounds', () => {
  assert.equal(rangeOf({ minimum: 0 }, t), 'fieldAtLeast 0');
  assert.equal(rangeOf({}, t), '');
});

for (const [moment, zone, date] of [
  ['2026-11-26T01:13:00.000Z', 'Asia/Tokyo', '2026-11-26T10:13:00.000+0900'],
  ['2026-07-01T12:00:05.250Z', 'America/New_York', '2026-07-01T08:00:05.250-0400'],
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00.000+0000'],
  ['1998-04-12T00:00:00.000+0900', 'Asia/Kolkata', '1998-04-11T20:30:00.000+0530'],
]) {
  test(`${moment} in ${zone}`, () => {
    assert.equal(dateOf(moment, zone), date);
    assert.equal(Date.parse(date), Date.parse(moment));
  });
}

test('a date is edited in the zone of the feed', () => {
  assert.equal(localOfDate('2022-12-01T07:30:00.000+0000', 'Asia/Tokyo'), '2022-12-01T16:30');
  assert.equal(dateOfLocal('2022-12-01T16:30', 'Asia/Tokyo'), '2022-12-01T16:30:00.000+0900');
  assert.equal(dateOfLocal('', 'Asia/Tokyo'), null);
  assert.equal(localOfDate(null, 'Asia/Tokyo'), '');
  assert.equal(isDate(7), false);
});

test('a new item has defaults, and dates that are required', () => {
  const fields = [
    { name: 'title', type: 'text' }, { name: 'at', type: 'date' }, { name: 'until', type: 'date', required: false },
    { name: 'open', type: 'boolean' }, { name: 'tags', type: 'list', of: 'text' },
    { name: 'style', type: 'text', default: 'plain' },
  ];
  assert.deepEqual(newItem({ fields }, { now: Date.parse('2026-11-26T01:13:31Z'), zone: 'Asia/Tokyo' }),
    { at: '2026-11-26T10:13:00.000+0900', open: false, tags: [], style: 'plain' });
});

test('a copy has no number, and nothing that is missing', () => {
  const item = { id: 3, title: 'A', 'title@en': 'B', tags: ['x'], publish_at: null, draft: true };
  const copy = copyOf(item);
  assert.deepEqual(copy, { title: 'A', 'title@en': 'B', tags: ['x'], draft: true });
  assert.notEqual(copy.tags, item.tags);
});
