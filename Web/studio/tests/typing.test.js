// Typing with an input method: nothing breaks it off.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { numberControl } from '../fields/number.js';
import { textControl } from '../fields/text.js';

/** An element that holds a value and tells events; all that these controls need. */
class FakeElement extends EventTarget {
  value = '';
  classList = { toggle() {} };
  setAttribute() {}
  toggleAttribute() {}
  removeAttribute() {}
  append() {}
}

beforeEach(() => (globalThis.document = { createElement: () => new FakeElement() }));
afterEach(() => delete globalThis.document);

const makers = { text: textControl, integer: numberControl };
for (const [type, makeControl] of Object.entries(makers)) {
  test(`what is composed in a field of type ${type} stays when something else is drawn`, () => {
    const told = [];
    const app = { t: (name) => name };
    const control = makeControl({ name: 'field', type }, {
      app, kind: {}, name: 'field', label: 'Field', change: (value) => told.push(value),
    });
    const input = control.target();
    const tell = (event, value = input.value) => {
      input.value = value;
      input.dispatchEvent(Object.assign(new Event(event), { isComposing: event === 'input' }));
    };
    control.show(null);
    tell('compositionstart');
    tell('input', '１');
    // Every few seconds it is told who else is here, and all is drawn again.
    control.show(null);
    assert.equal(input.value, '１');
    assert.deepEqual(told, []);
    tell('compositionend');
    assert.deepEqual(told, [type === 'integer' ? 1 : '１']);
    control.show(null, true);
    assert.equal(input.value, '');
  });
}
