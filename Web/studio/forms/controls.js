// The controls of forms: each shows a value, and tells what was entered.

import { isEqual } from '../core/equality.js';
import { labelled, make } from '../ui/elements.js';

/**
 * A part of a form.
 * @template Value
 * @typedef {object} Form
 * @property {HTMLElement} element
 * @property {(value: Value, isOther?: boolean) => void} show shows a value; what somebody is typing stays, unless it is
 *   that of another subject
 */

/** What a control has that is no value yet, such as a number with a minus only. */
export const invalid = Symbol('invalid');

/**
 * Binds a control to a value.
 * @template Value
 * @param {any} control an input, a text area or a choice
 * @param {object} options
 * @param {(control: any) => Value | typeof invalid} options.read the value that the control has
 * @param {(control: any, value: Value) => void} options.write
 * @param {(value: Value) => void} options.change called with every value that is entered
 * @returns {Form<Value>['show']} shows a value
 */
export function bind(control, { read, write, change }) {
  let isComposing = false;
  let latest;
  /** After the control was emptied: what that came to, such as a default, once it is known. */
  let emptied = null;
  const take = () => {
    const value = read(control);
    emptied = isNothing(value) ? {} : null;
    control.toggleAttribute('data-invalid', value === invalid);
    if (value !== invalid) change(value);
  };
  control.addEventListener('compositionstart', () => (isComposing = true));
  control.addEventListener('compositionend', () => {
    isComposing = false;
    take();
  });
  control.addEventListener('input', () => {
    if (!isComposing) take();
  });
  control.addEventListener('blur', () => {
    emptied = null;
    if (latest && !isEqual(read(control), latest.value) && read(control) !== invalid) write(control, latest.value);
  });

  /** Whether somebody is about to enter something else than what the control has. */
  function isTyping(own, value) {
    // Text that an input method composes would be broken off.
    if (isComposing) return true;
    if (document.activeElement !== control) return false;
    if (own === invalid) return true;
    if (!emptied || !isNothing(own)) return false;
    if (!('value' in emptied)) emptied.value = value;
    return isEqual(emptied.value, value);
  }

  return (value, isOther) => {
    latest = { value };
    if (isOther) emptied = null;
    const own = read(control);
    if ((isOther || !isTyping(own, value)) && !isEqual(own, value)) write(control, value);
  };
}

const isNothing = (value) => value === null || value === '';

/** Reads and writes texts; null for none. */
export const texts = {
  read: ({ value }) => value || null,
  write: (control, value) => (control.value = value ?? ''),
};

/** Reads and writes numbers; null for none. */
export const numbers = {
  read: ({ value, validity }) => (validity.badInput ? invalid : value === '' ? null : Number(value)),
  write: (control, value) => (control.value = value ?? ''),
};

/** Reads and writes what is checked. */
export const checks = {
  read: ({ checked }) => checked,
  write: (control, value) => (control.checked = Boolean(value)),
};

/**
 * A labelled control with the place of its refusal.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {object} options
 * @param {string} options.name the name of the member: `title@en`, `layout.options.columns`
 * @param {string} [options.help]
 * @param {string} [options.className]
 * @param {Node} [options.aside]
 * @returns {HTMLElement}
 */
export function field(label, control, { name, ...more }) {
  control.setAttribute('name', name);
  const element = labelled(label, control, more);
  element.append(refusalPlace(name));
  return element;
}

/**
 * A box to check, with the place of its refusal.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} name
 * @param {string} [help]
 */
export function checkField(label, control, name, help) {
  control.setAttribute('name', name);
  const note = help ? make('span', 'help', {}, help) : null;
  const text = make('label', 'check', {}, control, make('span', '', {}, label));
  return make('div', 'field', {}, text, note, refusalPlace(name));
}

/**
 * Controls that belong together, below a title.
 * @param {string} title
 * @param {string} className
 * @param {...(Node | null)} children
 * @returns {HTMLFieldSetElement}
 */
export const group = (title, className, ...children) => make('fieldset', `form-group ${className}`.trim(), {},
  make('legend', '', {}, title), make('p', 'field-label', { 'aria-hidden': 'true' }, title), ...children);

/**
 * The place of a refusal. It is empty, and not shown, until something is refused.
 * @param {string} name of the member
 * @returns {HTMLElement}
 */
export const refusalPlace = (name) => make('div', 'refusal-place', { 'data-place': name, hidden: '' });

/**
 * Shows refusals at the places of their members, in parts that are unfolded. One of a member that has no place is
 * shown at the nearest above it.
 * @param {ParentNode} root
 * @param {{name: string, detail: string}[]} refusals names as of `field`; an empty one for the whole
 */
export function showRefusals(root, refusals) {
  const places = [...root.querySelectorAll('[data-place]')];
  const found = new Map(places.map((place) => [place.dataset.place, []]));
  for (const { name, detail } of refusals) {
    let known = name;
    while (known && !found.has(known)) known = known.slice(0, Math.max(0, known.lastIndexOf('.')));
    found.get(known)?.push(detail);
  }
  for (const place of places) refuse(root, place, found.get(place.dataset.place).join(' '));
}

/**
 * Shows the refusal of one member at its place.
 * @param {ParentNode} root
 * @param {string} name
 * @param {string} text empty for none
 */
export function showRefusal(root, name, text) {
  refuse(root, root.querySelector(`[data-place="${CSS.escape(name)}"]`), text);
}

let refusalCount = 0;

/** Shows a refusal at a place and its control; an empty one takes it away. */
function refuse(root, place, text) {
  if (text) unfold(place);
  if (place.textContent === text) return;
  const name = place.dataset.place;
  const control = root.querySelector(`[name="${CSS.escape(name)}"]`);
  describe(control, place.firstElementChild?.id, false);
  place.hidden = !text;
  if (!text) {
    place.replaceChildren();
    return control?.removeAttribute('aria-invalid');
  }
  refusalCount += 1;
  const refusal = make('p', 'refusal', { role: 'alert', id: `refusal-of-${refusalCount}`, 'data-field': name }, text);
  place.replaceChildren(refusal);
  control?.setAttribute('aria-invalid', 'true');
  describe(control, refusal.id, true);
}

function unfold(element) {
  for (let part = element.closest('details'); part; part = part.parentElement.closest('details')) part.open = true;
}

/** Adds an element to those that describe a control, or takes it away. */
function describe(control, id, isDescribed) {
  if (!control || !id) return;
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((other) => other && other !== id);
  if (isDescribed) ids.push(id);
  if (ids.length) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}
