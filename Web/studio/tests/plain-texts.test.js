// Texts that are typed, pasted and dropped: what is not seen is not in them, and one line is one line.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { oneLine, pastedLine, pastedValues, plainText } from '../core/plain-texts.js';
import { namesOf } from '../core/windows.js';
import { listControl } from '../fields/list.js';
import { numberControl } from '../fields/number.js';
import { textControl } from '../fields/text.js';
import { numberOf } from '../fields/values.js';
import { asName } from '../forms/plain-controls.js';
import { openPage } from '../../tanada/tests/page.js';

let page;
before(() => (page = openPage()));
after(() => page.close());
beforeEach(() => page.body.replaceChildren());

const visible = (text) => JSON.stringify(text).replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);

for (const [text, several, line] of [
  ['One\r\ntwo\rthree\nfour', 'One\ntwo\nthree\nfour', 'One two three four'],
  ['a\u2028b\u2029c\u0085d\vE\ff', 'a\nb\nc\nd\nE\nf', 'a b c d E f'],
  ['a\tb\t\tc', 'a\tb\t\tc', 'a b c'],
  ['\ufeffTi\u200btle\u2060\u0000\u0007\u007f\u009f', 'Title', 'Title'],
  ['safe\u202egnp.exe', 'safegnp.exe', 'safegnp.exe'],
  ['a \u200d b\u200d', 'a  b', 'a  b'],
  // Joiners of words and of pictures, marks of direction, hyphens and spaces that are seen mean something.
  ['می\u200cخواهم', 'می\u200cخواهم', 'می\u200cخواهم'], ['👩🏽\u200d🚀 👨\u200d👩\u200d👧', '👩🏽\u200d🚀 👨\u200d👩\u200d👧', '👩🏽\u200d🚀 👨\u200d👩\u200d👧'],
  ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'], ['क्\u200dष', 'क्\u200dष', 'क्\u200dष'],
  ['\u200fעברית\u200f, so\u00adft, 1\u00a0kg\u3000全角', '\u200fעברית\u200f, so\u00adft, 1\u00a0kg\u3000全角', '\u200fעברית\u200f, so\u00adft, 1\u00a0kg\u3000全角'],
  // What is typed may end with a space.
  ['New ', 'New ', 'New '],
]) {
  test(`${visible(text)} is ${visible(line)} in a line`, () => {
    assert.equal(plainText(text), several);
    assert.equal(oneLine(text), line);
  });
}

for (const [text, line, values = line.split(' ')] of [
  ['• One\n• Two\n• Three', 'One Two Three'], ['•\u200b\tOne\r\n•\tTwo\r\n', 'One Two'], ['- One\n- Two', 'One Two'],
  ['1. One\n2. Two\n10) Ten', 'One Two Ten'], ['１．梅\n２．桜', '梅 桜'], ['・りんご\n・みかん', 'りんご みかん'],
  ['One\n\n\nTwo', 'One Two'], ['• One', 'One'], ['One\tTwo', 'One Two', ['One', 'Two']],
  // What only looks like the mark of a list stays.
  ['- 50 % off', '- 50 % off', ['- 50 % off']], ['1.5 km\n2.5 km', '1.5 km 2.5 km', ['1.5 km', '2.5 km']],
  ['●お知らせ', '●お知らせ'], ['- One\nTwo', '- One Two', ['- One', 'Two']], ['2026\n2027', '2026 2027'],
  [' one word ', ' one word ', ['one word']], ['\n•\n', '', []],
]) {
  test(`${visible(text)} is pasted as ${visible(line)}`, () => {
    assert.equal(pastedLine(text), line);
    assert.deepEqual(pastedValues(text), values);
  });
}

test('names, numbers and shares have nothing between them that is not seen', () => {
  assert.deepEqual(namesOf('mem\u200bbers\nbeta\u2028vip\u0000'), ['beta', 'members', 'vip']);
  assert.equal(numberOf('\u200b4\u200b2\ufeff\n'), 42);
  assert.equal(numberOf('4\n2'), '4\n2');
});

const app = { t: (name) => name, currentOf: (subject) => subject, notify: assert.fail };

/** A control in the page, with what it has told. */
function shown(field, makeControl, value) {
  const told = [];
  const control = makeControl(field, {
    app, kind: {}, name: field.name, label: 'Field', change: (next) => told.push(next),
  });
  page.body.append(control.element);
  control.show(value);
  return { told, control, target: control.target() };
}

function paste(target, text) {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test('a list that is pasted into a title is one line, at the caret', () => {
  const { told, target } = shown({ name: 'title', type: 'text', max_length: 100 }, textControl, 'Before after');
  target.setSelectionRange(7, 7);
  assert.equal(paste(target, '• O\u200bne\n• Two'), true);
  assert.deepEqual([target.value, told.at(-1), target.selectionStart], ['Before One Twoafter', 'Before One Twoafter', 14]);
  // The browser pastes what is one line already.
  assert.equal(paste(target, 'plain'), false);
  // What comes in otherwise: dropped, or typed with Shift.
  const drop = Object.assign(new Event('beforeinput', { cancelable: true }), { inputType: 'insertFromDrop', data: '\nX\nY' });
  target.dispatchEvent(drop);
  assert.equal(target.value, 'Before One TwoX Yafter');
  target.value = 'One\nTwo ';
  target.setSelectionRange(4, 4);
  target.dispatchEvent(new Event('input'));
  assert.deepEqual([target.value, told.at(-1), target.selectionStart], ['One Two ', 'One Two ', 4]);
  const enter = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Enter', shiftKey: true });
  target.dispatchEvent(enter);
  assert.equal(enter.defaultPrevented, true);
});

test('a long text keeps its lines, without what is not seen', () => {
  const { told, target } = shown({ name: 'story', type: 'text' }, textControl, '');
  assert.equal(paste(target, 'One\r\n\r\n• Tw\u200bo\u2028three'), true);
  assert.deepEqual([target.value, told.at(-1)], ['One\n\n• Two\nthree', 'One\n\n• Two\nthree']);
});

test('what an input method composes is not touched before it is done', () => {
  const { told, target } = shown({ name: 'title', type: 'text', max_length: 100 }, textControl, '');
  target.dispatchEvent(new Event('compositionstart'));
  target.value = 'か\u200b';
  target.dispatchEvent(Object.assign(new Event('input'), { isComposing: true }));
  assert.deepEqual([target.value, told], ['か\u200b', []]);
  target.dispatchEvent(new Event('compositionend'));
  assert.deepEqual([target.value, told], ['か', ['か']]);
});

test('lines and cells that are pasted into a list are its values', () => {
  const tags = shown({ name: 'tags', type: 'list', of: 'text', max_items: 4 }, (field, context) =>
    listControl(field, context, textControl), ['first', 'ab', 'last']);
  const second = tags.control.element.querySelectorAll('textarea')[1];
  second.focus();
  second.setSelectionRange(1, 1);
  assert.equal(paste(second, '1. One\r\n2. T\u200bwo\r\n3. Three\r\n'), true);
  assert.deepEqual(tags.told.at(-1), ['first', 'aOne', 'Two', 'Threeb', 'last']);
  assert.deepEqual(tags.control.element.querySelectorAll('textarea').map(({ value }) => value), tags.told.at(-1));
  assert.equal(page.document.activeElement.value, 'Threeb');
  // One line is one value.
  const [first] = tags.control.element.querySelectorAll('textarea');
  first.setSelectionRange(5, 5);
  paste(first, ' • x');
  assert.equal(tags.told.at(-1)[0], 'firstx');
  const hours = shown({ name: 'hours', type: 'list', of: 'integer' }, (field, context) =>
    listControl(field, context, numberControl), [1]);
  const [one] = hours.control.element.querySelectorAll('input');
  one.setSelectionRange(0, 1);
  paste(one, '7\t９\tten');
  assert.deepEqual(hours.told.at(-1), [7, 9, 'ten']);
});

/** Types letter by letter, as a keyboard does. */
function type(target, text) {
  for (const letter of text) {
    const { value, selectionStart: start, selectionEnd: end } = target;
    const at = start ?? value.length;
    target.value = value.slice(0, at) + letter + value.slice(end ?? at);
    target.setSelectionRange(at + letter.length, at + letter.length);
    target.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

for (const [language, text] of [
  ['Persian', 'می\u200cشود، خانه\u200cها'], ['Malayalam', 'ന്\u200dറ, അവന്\u200d'], ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Hindi', 'क्\u200dष'], ['of emoji', '👩🏽\u200d🚀 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈'],
]) {
  // At the end of a word, a joiner joins nothing.
  const whole = text.replace(/\u200d$/, '');
  for (const [lines, field] of Object.entries({ one: { max_length: 100 }, several: {} })) {
    test(`a text ${language}, typed letter by letter into a control of ${lines}, has its joiners`, () => {
      const { told, target } = shown({ name: 'title', type: 'text', ...field }, textControl, '');
      type(target, text);
      assert.deepEqual([target.value, told.at(-1)], [text, text]);
      target.dispatchEvent(new Event('change', { bubbles: true }));
      assert.deepEqual([target.value, told.at(-1)], [whole, whole]);
    });
  }
  test(`a text ${language}, typed into the middle of another one, has its joiners`, () => {
    const { told, target } = shown({ name: 'title', type: 'text', max_length: 100 }, textControl, '« »');
    target.setSelectionRange(1, 1);
    type(target, text);
    assert.deepEqual([target.value, told.at(-1), target.selectionStart], [`«${text} »`, `«${text} »`, text.length + 1]);
  });
}

test('a joiner can be typed between letters, and pasted by itself', () => {
  const { told, target } = shown({ name: 'title', type: 'text', max_length: 100 }, textControl, 'میشود');
  target.setSelectionRange(2, 2);
  type(target, '\u200c');
  assert.equal(told.at(-1), 'می\u200cشود');
  const other = shown({ name: 'title', type: 'text', max_length: 100 }, textControl, 'می').target;
  other.setSelectionRange(2, 2);
  for (const part of ['\u200c', 'می\u200d\u200c', 'شود']) assert.equal(paste(other, part), false);
});

test('joiners that join nothing are gone when a control is left, whether or not a change is told', () => {
  for (const event of ['change', 'blur']) {
    const { told, target } = shown({ name: 'title', type: 'text', max_length: 100 }, (field, context) => {
      const control = textControl(field, { ...context, change: (value) => (context.change(value), control.show(value)) });
      return control;
    }, '');
    type(target, 'a \u200d b\u200c');
    target.dispatchEvent(new Event(event));
    assert.deepEqual([target.value, told.at(-1)], ['a  b', 'a  b'], event);
  }
});

test('names have no marks of direction, which servers refuse, and have their joiners', () => {
  const name = asName(page.document.createElement('input'));
  type(name, '\u200fעברית\u200e \u2068a\u2069\u061c, می\u200cشود so\u00adft\u202b');
  assert.equal(name.value, 'עברית a, می\u200cشود soft');
  name.value = '';
  name.setSelectionRange(0, 0);
  assert.equal(paste(name, '\u200fעברית\u200f'), true);
  assert.equal(name.value, 'עברית');
});
