// Values of fields, as people read them.

import { textOf } from './moments.js';
import { wordsOf } from './names.js';

/** Members that every item has, and that have words of their own. */
const ownWords = ['draft', 'publish_at', 'unpublish_at', 'when'];
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * What a member of an item or a section is called.
 * @param {string} name such as `title@en`
 * @param {import('./language.js').Words} t
 */
export function memberName(name, t) {
  const [field, locale] = name.split('@');
  const text = ownWords.includes(field) ? t(`member_${field}`) : wordsOf(field);
  return locale ? `${text} (${locale})` : text;
}

/**
 * A value for reading.
 * @param {any} value
 * @param {object} options
 * @param {import('./language.js').Words} options.t
 * @param {string} options.zone
 * @param {string} options.language
 */
export function valueText(value, { t, zone, language }) {
  if (value === undefined || value === null || value === '') return t('nothingThere');
  if (typeof value === 'boolean') return t(value ? 'valueYes' : 'valueNo');
  if (typeof value === 'string') return moment.test(value) ? textOf(momentText(value), zone, language) : value;
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value, null, 1);
}

/** An offset without a colon is understood by servers, but not by every browser. */
const momentText = (value) => value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
