// The values of fields, as they are typed and written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOf, dateOfLocal, isDate, localOfDate } from '../core/dates.js';
import { copyOf, emptyValue, hintOf, idOf, newItem, numberOf, rangeOf } from '../fields/values.js';

const t = (name, values = {}) => [name, ...Object.values(values)].join(' ');

for (const [text, value] of [
  ['', null], [' ', null], ['4', 4], ['4.', 4], ['.5', 0.5], ['-1.50', -1.5], ['１２．５', 12.5], ['1e3', 1000],
  ['4,5', '4,5'],
  ['twelve', 'twelve'], ['9007199254740993', '9007199254740993'], ['1e999', '1e999'], ['0x10', '0x10'],
]) {
  test(`“${text}” is the number ${JSON.stringify(value)}`, () => assert.deepEqual(numberOf(text), value));
}

for (const [text, id] of [
  ['7', 7], [' １２ ', 12], ['9007199254740991', 9007199254740991], ['1234567890123456', 1234567890123456],
  ['9007199254740992', null], ['9007199254740993', null], ['0', null], ['-1', null], ['1.0', null], ['1e3', null],
  ['', null], ['x', null],
]) {
  test(`“${text}” is the id ${id}`, () => assert.equal(idOf(text), id));
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
  [{ type: 'integer', minimum: 1 }, 0, 'fieldAtLeast 1'], [{ type: 'integer' }, 9007199254740991, ''],
  [{ type: 'integer' }, '9007199254740993', 'fieldRange -9007199254740991 9007199254740991'],
  [{ type: 'integer', minimum: 1 }, ' ９００７１９９２５４７４０９９３', 'fieldRange 1 9007199254740991'],
  [{ type: 'integer', maximum: 9 }, 1e16, 'fieldRange -9007199254740991 9'],
  [{ type: 'integer' }, 'twelve', 'fieldNoInteger'],
  [{ type: 'number', minimum: 0, maximum: 5 }, 5, ''],
  [{ type: 'number', minimum: 0, maximum: 5 }, 5.1, 'fieldRange 0 5'],
  [{ type: 'number' }, 'twelve', 'fieldNoNumber'], [{ type: 'url' }, 'example.com', 'fieldNoAddress'],
  [{ type: 'url' }, 'https://example.com/a.jpg', ''], [{ type: 'url' }, 'javascript:alert(1)', 'fieldNoAddress'],
  [{ type: 'url' }, `/v1/photos/${'0f'.repeat(16)}.jpg`, ''], [{ type: 'url' }, '/a.jpg', 'fieldNoAddress'],
  [{ type: 'url' }, `/v1/photos/${'0f'.repeat(16)}.png`, 'fieldNoAddress'],
  [{ type: 'date' }, '1998-04-12T00:00:00.000+0900', ''], [{ type: 'date' }, 'tomorrow', 'fieldNoDate'],
  [{ type: 'date' }, '0001-01-01T00:00:00.000+0000', ''], [{ type: 'date' }, '9999-12-31T23:59:59.999+0000', ''],
  [{ type: 'date' }, '0001-01-01T00:00:00.000+0900', 'fieldNoDate'],
  [{ type: 'date' }, '9999-12-31T23:59:59.999-0500', 'fieldNoDate'],
  [{ type: 'date' }, '+010000-01-01T00:00:00.000+0000', 'fieldNoDate'],
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

// While a year is typed it is 2, 20 and 202. Former offsets were seconds apart from whole minutes.
for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Amsterdam']) {
  for (const local of ['0002-11-26T10:13', '0020-02-29T00:00', '0202-01-01T23:59:59', '0999-12-31T23:59',
    '1492-10-12T00:00', '1582-10-10T12:30', '1884-05-05T00:00', '9999-12-31T12:00']) {
    test(`${local} in ${zone} stays as it is`, () => {
      const date = dateOfLocal(local, zone);
      assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/);
      assert.equal(localOfDate(date, zone), local);
      assert.equal(isDate(date), true);
    });
  }
}

test('a date is the same moment whatever the offset of the zone was', () => {
  assert.equal(dateOf('1000-01-01T00:00:00.250Z', 'Asia/Tokyo'), '1000-01-01T09:19:00.250+0919');
  assert.equal(localOfDate('1000-01-01T09:19:00.250+0919', 'Asia/Tokyo'), '1000-01-01T09:18:59');
  assert.equal(dateOf('0001-01-01T00:00:00.000Z', 'America/New_York'), '0001-01-01T00:00:00.000+0000');
});

test('beyond the year 9999 a date is refused in the form, and stays there', () => {
  // In Tokyo that year begins before it does in UTC.
  assert.equal(dateOfLocal('10000-01-01T08:59', 'Asia/Tokyo'), '9999-12-31T23:59:00.000+0000');
  assert.equal(localOfDate('9999-12-31T23:59:00.000+0000', 'Asia/Tokyo'), '10000-01-01T08:59');
  for (const local of ['10000-01-01T09:00', '20261-01-01T00:00', '202611-12-31T23:59']) {
    const date = dateOfLocal(local, 'Asia/Tokyo');
    assert.equal(isDate(date), false);
    assert.equal(localOfDate(date, 'Asia/Tokyo'), local);
  }
  assert.equal(dateOfLocal('275760-09-13T00:00', 'UTC'), null);
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
