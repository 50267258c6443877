// The controls of forms: each shows a value, and tells what was entered.

import { isEqual } from '../core/equality.js';
import { labelled, make } from '../ui/elements.js';

/**
 * A part of a form.
 * @template Value
 * @typedef {object} Form
 * @property {HTMLElement} element
 * @property {(value: Value) => void} show shows a value; what somebody is typing stays
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
 * @returns {(value: Value) => void} shows a value
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
    if (document.activeElement !== control) return false;
    if (isComposing || own === invalid) return true;
    if (!emptied || !isNothing(own)) return false;
    if (!('value' in emptied)) emptied.value = value;
    return isEqual(emptied.value, value);
  }

  return (value) => {
    latest = { value };
    const own = read(control);
    if (!isTyping(own, value) && !isEqual(own, value)) write(control, value);
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

/** The place of a refusal. It is empty, and not shown, until something is refused. */
export const refusalPlace = (name) => make('p', 'refusal', { role: 'alert', 'data-field': name, hidden: '' });

/**
 * Shows refusals at the places of their members. One of a member that has no place is shown at the nearest above it.
 * @param {ParentNode} root
 * @param {{name: string, detail: string}[]} refusals names as of `field`; an empty one for the whole
 */
export function showRefusals(root, refusals) {
  const places = [...root.querySelectorAll('[role="alert"][data-field]')];
  const found = new Map(places.map((place) => [place.dataset.field, []]));
  for (const { name, detail } of refusals) {
    let known = name;
    while (known && !found.has(known)) known = known.slice(0, Math.max(0, known.lastIndexOf('.')));
    found.get(known)?.push(detail);
  }
  for (const place of places) {
    const text = found.get(place.dataset.field).join(' ');
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
    const control = root.querySelector(`[name="${CSS.escape(place.dataset.field)}"]`);
    if (text) control?.setAttribute('aria-invalid', 'true');
    else control?.removeAttribute('aria-invalid');
  }
}
