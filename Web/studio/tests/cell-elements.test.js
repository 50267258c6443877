// The elements of cells by their pointers, and their members by the names of controls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  elementPointer, elementsOf, fitsInto, movedElement, placesFor, withElement, withNewElement,
} from '../core/cell-elements.js';
import { memberOf, withMember, withRole } from '../core/cell-members.js';

const pin = {
  cell: 'pin', fits: ['shelf'],
  content: [{ image: 'image' }, { stack: [{ text: 'headline', style: 'headline' }, { row: [{ stars: 'rating', size: 12 }] }] }],
  over: [{ shade: 'shade' }],
};

test('elements are listed with their pointers', () => {
  assert.deepEqual(elementsOf(pin).map(({ pointer, kind, depth }) => [pointer, kind, depth]), [
    ['/content/0', 'image', 0], ['/content/1', 'stack', 0], ['/content/1/stack/0', 'text', 1],
    ['/content/1/stack/1', 'row', 1], ['/content/1/stack/1/row/0', 'stars', 2], ['/over/0', 'shade', 0],
  ]);
});

test('a refusal is of the element that its pointer leads into', () => {
  for (const [pointer, expected] of [
    ['/content/1/stack/0/style', '/content/1/stack/0'], ['/content/1/stack', '/content/1'], ['/over/0', '/over/0'],
    ['/fits', ''], ['', ''], ['/content/10/size', ''],
  ]) assert.equal(elementPointer(pin, pointer), expected);
});

test('elements are changed, moved, added and removed', () => {
  const changed = withElement(pin, '/content/1/stack/0', { text: 'summary', style: 'body' });
  assert.equal(changed.content[1].stack[0].text, 'summary');
  assert.equal(pin.content[1].stack[0].text, 'headline');
  const moved = movedElement(pin, '/content/1/stack/0', 1);
  assert.equal(moved.pointer, '/content/1/stack/1');
  assert.equal(moved.definition.content[1].stack[1].text, 'headline');
  assert.equal(movedElement(pin, '/content/1', 1), null);
  // Nothing is left upon the picture.
  assert.deepEqual(withElement(pin, '/over/0', undefined), { cell: pin.cell, fits: pin.fits, content: pin.content });
  const added = withNewElement(pin, 'text', { place: 'inside', pointer: '/content/1' });
  assert.equal(added.pointer, '/content/1/stack/2');
  // A role is shown once.
  assert.equal(added.definition.content[1].stack[2].text, 'summary');
  assert.deepEqual(withNewElement(pin, 'shade', { place: 'over', pointer: '' }).definition.over[1],
    { shade: 'shade', edge: 'bottom', height: 0.4 });
  assert.equal(withNewElement({ ...pin, over: undefined }, 'text', { place: 'over', pointer: '' }).pointer, '/over/0');
});

test('it is known where an element can be', () => {
  assert.deepEqual(placesFor(pin, ''), ['content', 'over']);
  assert.deepEqual(placesFor(pin, '/content/1'), ['inside', 'after', 'content', 'over']);
  assert.equal(fitsInto('row', { place: 'inside', pointer: '/content/1/stack/1' }), false);
  assert.equal(fitsInto('row', { place: 'inside', pointer: '/content/1' }), true);
  assert.equal(fitsInto('shade', { place: 'content', pointer: '' }), false);
  assert.equal(fitsInto('image', { place: 'after', pointer: '/over/0' }), false);
});

for (const [element, name, value, expected, kind] of [
  [{ text: 'headline', lines: 2 }, 'lines.min', 0, { text: 'headline', lines: { max: 2, min: 0 } }],
  [{ text: 'headline', lines: { max: 2, min: 0 } }, 'lines.min', null, { text: 'headline', lines: 2 }],
  [{ text: 'headline', lines: 2 }, 'lines.max', null, { text: 'headline' }],
  [{ stack: [], padding: 8 }, 'padding.top', 4, { stack: [], padding: { top: 4, left: 8, bottom: 8, right: 8 } }],
  [{ stack: [], padding: { top: 4 } }, 'padding.top', null, { stack: [] }],
  [{ badge: 'label', padding: 3 }, 'padding.horizontal', 8, { badge: 'label', padding: { horizontal: 8, vertical: 3 } },
    'badge'],
  [{ stack: [], background: 'shade' }, 'background.corner_radius', 4,
    { stack: [], background: { color: 'shade', corner_radius: 4 } }],
  [{ stack: [], background: { color: 'shade', corner_radius: 4 } }, 'background.color', null, { stack: [] }],
  [{ image: 'image' }, 'border.color', 'edge', { image: 'image', border: { color: 'edge' } }],
  [{ cell: 'pin' }, 'box.corner_radius', 8, { cell: 'pin', box: { corner_radius: 8 } }],
  [{ cell: 'pin', box: { corner_radius: 8 } }, 'box.corner_radius', null, { cell: 'pin' }],
  [{ theme: 'night' }, 'colors.label', { light: '#000000' }, { theme: 'night', colors: { label: { light: '#000000' } } }],
]) {
  test(`${name} of ${JSON.stringify(element)} becomes ${JSON.stringify(value)}`, () => {
    const next = withMember(element, name, value, kind);
    assert.deepEqual(next, expected);
    assert.deepEqual(memberOf(next, name, kind), value);
  });
}

test('words belong to a text that shows no role', () => {
  const fixed = withRole({ text: 'date', style: 'body' }, 'text', 'fixed');
  assert.deepEqual(fixed, { text: 'fixed', style: 'body', words: '…' });
  assert.deepEqual(withRole({ ...fixed, words: { en: 'by' } }, 'text', 'fixed').words, { en: 'by' });
  assert.deepEqual(withRole(fixed, 'text', 'place'), { text: 'place', style: 'body' });
});
