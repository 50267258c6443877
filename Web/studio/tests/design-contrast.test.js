// The contrast of the texts of cells: what is behind a text, and the numbers of WCAG.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blended, contrastAt, contrastText, groundsOf, isEnough, usesOfColor } from '../core/design-contrast.js';

const theme = {
  styles: { body: { size: 12, weight: 400 }, title: { size: 20, weight: 700 } },
  colors: {
    label: { light: '#000000ff', dark: '#ffffffff' }, grey: '#767676ff', faint: '#777777', half: '#00000080',
    white: '#ffffffff', orange: '#ff9900ff', paper: { light: '#ffffffff', dark: '#333333ff' }, shade: '#0000005c',
  },
};
const text = (color, more = {}) => ({ text: 'headline', style: 'body', color, ...more });
const cell = (content, more = {}) => ({ cell: 'pin', fits: ['shelf'], content, ...more });
const at = (definition, pointer) => {
  const found = contrastAt(definition, pointer, theme);
  return found && [contrastText(found.light), contrastText(found.dark)];
};

for (const [name, definition, pointer, expected] of [
  ['black on white, white on black', cell([text('label')]), '/content/0', ['21.0', '21.0']],
  ['a text without a colour has that of labels', cell([text(undefined)]), '/content/0', ['21.0', '21.0']],
  ['the grey that is just enough', cell([text('grey')]), '/content/0', ['4.5', '4.6']],
  ['the next one is not rounded up to it', cell([text('faint')]), '/content/0', ['4.4', '4.6']],
  ['half of black on white is grey', cell([text('half')]), '/content/0', ['4.0', '1.0']],
  ['on the ground of the box', cell([text('label')], { box: { background: 'paper' } }), '/content/0', ['21.0', '12.6']],
  ['on the ground of a group', cell([{ stack: [text('label')], background: { color: 'paper' } }]),
    '/content/0/stack/0', ['21.0', '12.6']],
  ['a badge is on its own', cell([{ badge: 'label', style: 'body', color: 'white', background: 'orange' }]), '/content/0',
    ['2.1', '2.1']],
  ['upon a picture, the lightest one counts', cell([{ image: 'image' }], { over: [text('white', { edge: 'top' })] }),
    '/over/0', ['1.0', '1.0']],
  ['with a shade below it', cell([{ image: 'image' }], { over: [{ shade: 'shade' }, text('white', { edge: 'top' })] }),
    '/over/1', ['2.5', '2.5']],
  ['a shade at another edge is not below it',
    cell([{ image: 'image' }], { over: [{ shade: 'shade', edge: 'bottom' }, text('white', { edge: 'top' })] }),
    '/over/1', ['1.0', '1.0']],
  ['a picture has none', cell([{ image: 'image' }]), '/content/0', null],
  ['an unknown colour has none', cell([text('gone')]), '/content/0', null],
]) {
  test(`contrast: ${name}`, () => assert.deepEqual(at(definition, pointer), expected));
}

test('large texts need less', () => {
  const definition = cell([text('faint'), text('faint', { text: 'summary', style: 'title' })]);
  const all = ['/content/0', '/content/1'].map((pointer) => contrastAt(definition, pointer, theme));
  assert.deepEqual(all.map(({ needed }) => needed), [4.5, 3]);
  assert.deepEqual(all.map(isEnough), [false, true]);
});

test('what is behind a text is known from back to front', () => {
  const badge = { badge: 'label', style: 'body', background: 'orange' };
  const definition = cell([{ stack: [{ row: [badge], background: 'paper' }], background: 'grey' }], {
    box: { background: 'white' },
  });
  assert.deepEqual(groundsOf(definition, '/content/0/stack/0/row/0'),
    { isOnPicture: false, names: ['white', 'grey', 'paper', 'orange'] });
});

test('a colour of a theme is followed to the text that is hardest to read', () => {
  const cells = [cell([text('label'), { badge: 'label', style: 'body', color: 'white', background: 'orange' }]),
    cell([text('white', { edge: 'top' })])];
  assert.deepEqual(usesOfColor(cells, theme, 'white').map(({ pointer }) => pointer), ['/content/0', '/content/1']);
  assert.deepEqual(usesOfColor(cells, theme, 'orange').map(({ pointer }) => pointer), ['/content/1']);
  assert.deepEqual(usesOfColor(cells, theme, 'grey'), []);
});

test('colours that let something through are mixed with it', () => {
  assert.equal(blended('#00000080', '#ffffff'), '#7f7f7f');
  assert.equal(blended('#ff0000', '#ffffff'), '#ff0000');
});
