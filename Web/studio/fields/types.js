// The control of each type of field.

import { booleanControl } from './boolean.js';
import { choiceControl } from './choice.js';
import { dateControl } from './date.js';
import { listControl } from './list.js';
import { numberControl } from './number.js';
import { photoControl } from './photo.js';
import { referenceControl } from './reference.js';
import { textControl } from './text.js';
import { unknownControl } from './unknown.js';
import { addressControl } from './url.js';

/**
 * What a control knows.
 * @typedef {object} Context
 * @property {import('../core/app.js').App} app
 * @property {any} kind the definition of the kind
 * @property {string} name of the member of the item: `title`, or `title@en`
 * @property {string} label
 * @property {string} [locale] the language of the value
 * @property {(value: any, others?: Record<string, any>, subject?: string) => void} change called with the value, with
 *   other members that it sets, and with the item if it may be another one than is shown now
 * @property {() => string} [subject] the item that is shown
 */

/**
 * A control.
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {() => HTMLElement} target what gets the focus, and is marked when it is refused
 * @property {(value: any, isOther?: boolean) => void} show shows a value; what is being typed stays, unless it is that
 *   of another item
 */

/** @type {Record<string, (field: any, context: Context) => Control>} */
const makers = {
  text: textControl, url: addressControl, integer: numberControl, number: numberControl, boolean: booleanControl,
  date: dateControl, choice: choiceControl, reference: referenceControl, photo: photoControl,
};

/**
 * The control of a field.
 * @param {any} field of the definition of a kind
 * @param {Context} context
 * @returns {Control}
 */
export function controlFor(field, context) {
  if (field.type === 'list') return listControl(field, context, (makers[field.of] ?? unknownControl));
  return (makers[field.type] ?? unknownControl)(field, context);
}
