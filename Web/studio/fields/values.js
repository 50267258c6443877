// The values of fields: reading what was typed, and what is obviously wrong with it. The server decides.

import { dateOf, isDate } from '../core/dates.js';
import { isPicturePath } from '../core/pictures.js';
import { oneLine } from '../core/plain-texts.js';

/** @typedef {any} Field a field of the definition of a kind */
/** @typedef {import('../core/language.js').Words} Words */

/**
 * Whether an item has to have a value.
 * @param {Field} field
 */
export const isRequired = (field) => field.required !== false && field.default === undefined;

/**
 * The number that was typed, in ASCII or full-width digits.
 * @param {string} text
 * @returns {number | string | null} the text if it is no number, so that it stays; null for nothing
 */
export function numberOf(text) {
  const plain = oneLine(text).normalize('NFKC').trim();
  if (!plain) return null;
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return text;
  const number = Number(plain);
  // A whole number that cannot be held exactly would become another one.
  const isExact = Number.isFinite(number) && (!/^[+-]?\d+$/.test(plain) || Number.isSafeInteger(number));
  return isExact ? number : text;
}

/**
 * The id that was typed, in ASCII or full-width digits.
 * @param {string} text
 * @returns {number | null} null for what is none
 */
export function idOf(text) {
  const number = /^\d+$/.test(text.normalize('NFKC').trim()) ? numberOf(text) : null;
  return typeof number === 'number' && number > 0 ? number : null;
}

/**
 * The value of a field whose control is empty.
 * @param {Field} field
 */
export const emptyValue = (field) => (field.type === 'text' && isRequired(field) ? '' : null);

/**
 * Says what is obviously wrong with a value.
 * @param {Field} field
 * @param {any} value
 * @param {Words} t
 * @param {boolean} [isTranslation] which may be missing
 * @returns {string} empty if nothing is
 */
export function hintOf(field, value, t, isTranslation = false) {
  if (value === null || value === undefined || value === '') {
    return isRequired(field) && !isTranslation && value !== false ? t('fieldEmpty') : '';
  }
  return (checks[field.type] ?? (() => ''))(field, value, t);
}

const checks = {
  text: ({ max_length: limit }, value, t) =>
    limit && lengthOf(value) > limit ? t('fieldTooLong', { limit, count: lengthOf(value) - limit }) : '',
  url: (field, value, t) => (isAddress(value) ? '' : t('fieldNoAddress')),
  integer(field, value, t) {
    if (Number.isSafeInteger(value)) return outside(field, value, t);
    const isTooLarge = Number.isInteger(value) || /^[+-]?\d+$/.test(String(value).normalize('NFKC').trim());
    return isTooLarge ? rangeOf(wholeRange(field), t) : t('fieldNoInteger');
  },
  number: (field, value, t) => (typeof value === 'number' ? outside(field, value, t) : t('fieldNoNumber')),
  date: (field, value, t) => (isDate(value) ? '' : t('fieldNoDate')),
  choice: ({ choices }, value, t) => (choices.includes(value) ? '' : t('fieldNoChoice', { value })),
  list(field, values, t) {
    if (!Array.isArray(values)) return '';
    if (isRequired(field) && !values.length && field.min_items) return t('fieldEmpty');
    if (field.max_items && values.length > field.max_items) return t('fieldTooMany', { limit: field.max_items });
    return values.map((value) => hintOf({ ...field, type: field.of }, value, t)).find(Boolean) ?? '';
  },
};

/** The bounds of whole numbers: those of a field, and beyond them those of what numbers hold exactly. */
const wholeRange = ({ minimum = -Infinity, maximum = Infinity }) => ({
  minimum: Math.max(minimum, Number.MIN_SAFE_INTEGER), maximum: Math.min(maximum, Number.MAX_SAFE_INTEGER),
});

function outside(field, value, t) {
  const { minimum, maximum } = field;
  return (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)
    ? rangeOf(field, t) : '';
}

/**
 * The length of a text as the server counts it, in code points.
 * @param {string} text
 */
export const lengthOf = (text) => [...String(text)].length;

/** @param {string} text */
function isAddress(text) {
  return isPicturePath(text) || (/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text));
}

/**
 * Says which numbers a field takes.
 * @param {Field} field
 * @param {Words} t
 * @returns {string} empty if all
 */
export function rangeOf({ minimum, maximum }, t) {
  if (minimum !== undefined && maximum !== undefined) return t('fieldRange', { minimum, maximum });
  if (minimum !== undefined) return t('fieldAtLeast', { minimum });
  return maximum !== undefined ? t('fieldAtMost', { maximum }) : '';
}

/**
 * A new item of a kind, with its defaults. A date that is required is now.
 * @param {any} kind
 * @param {{now: number, zone: string}} moment
 */
export function newItem({ fields }, { now, zone }) {
  const entries = fields.map((field) => [field.name, initialValue(field, now, zone)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function initialValue(field, now, zone) {
  if (field.default !== undefined) return structuredClone(field.default);
  if (!isRequired(field)) return undefined;
  if (field.type === 'date') return dateOf(new Date(now - (now % 60_000)).toISOString(), zone);
  return { boolean: false, list: [] }[field.type];
}

/**
 * The members of a copy of an item.
 * @param {any} item
 */
export function copyOf({ id: _, ...members }) {
  return structuredClone(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)));
}
