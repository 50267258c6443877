// A row of stars that are filled to a fraction.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { starsSlot } from '../stars.js';

/** An element that keeps its attributes and its children. */
const element = (name) => {
  const own = {
    name, attributes: {}, children: [], style: {},
    setAttribute: (key, value) => (own.attributes[key] = value), removeAttribute() {},
    append: (...more) => own.children.push(...more), replaceChildren: (...all) => (own.children = all),
  };
  return own;
};

/** What is drawn of stars. */
function draw(stars, direction, more = {}) {
  globalThis.document = /** @type {any} */ ({ createElement: element, createElementNS: (_, name) => element(name) });
  const slot = starsSlot({ star_size: 20, spacing: 5, color: '#ffcc00ff', ...more }, { direction });
  slot.bind(/** @type {any} */ ({ stars }), /** @type {any} */ ({}));
  const [strip] = /** @type {any} */ (slot.element).children;
  delete globalThis.document;
  return strip.children;
}

/** The parts that are drawn, from back to front: where each begins, and how wide it is. */
function partsOf(stars, direction) {
  return draw(stars, direction).map(({ attributes: { x, width, viewBox } }) => {
    // What is seen in a part is what is there in the strip.
    assert.equal(viewBox, `${x} 0 ${width} 20`);
    return [Number(x), Number(width)];
  });
}

test('stars are filled from the side at which reading begins', () => {
  const stars = [1, 0.25, 0];
  assert.deepEqual(partsOf(stars, 'ltr'), [[0, 20], [0, 20], [25, 20], [25, 5], [50, 20]]);
  assert.deepEqual(partsOf(stars, 'rtl'), [[50, 20], [50, 20], [25, 20], [40, 5], [0, 20]]);
});

test('the line of a star is as wide as the document says, inside of the star', () => {
  const line = (more) => {
    const { transform, 'stroke-width': width } = draw([0], 'ltr', more)[0].children[0].attributes;
    const [inset, , scale] = transform.match(/[0-9.]+/g).map(Number);
    return [inset, width * scale];
  };
  assert.deepEqual(line({}), [2, 1]);
  assert.deepEqual(line({ outline_width: 2 }), [3, 2]);
});
