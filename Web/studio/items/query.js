// What a list of items is asked for.

/**
 * @typedef {object} Listing
 * @property {string} words that are searched
 * @property {string} sort as of the server
 * @property {string} locale of the list; empty for the default one
 * @property {string} visibility empty for all
 * @property {string} untranslated a locale; empty for all
 * @property {Record<string, string>} conditions on fields, such as `rating.gte`
 */

/** @type {Listing} */
export const allItems = { words: '', sort: '-id', locale: '', visibility: '', untranslated: '', conditions: {} };

/**
 * The address of a list.
 * @param {string} kind
 * @param {Listing} listing
 * @param {object} [options]
 * @param {number} [options.limit]
 */
export function pathOfList(kind, { words, sort, locale, visibility, untranslated, conditions }, { limit = 50 } = {}) {
  const parameters = {
    ...Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== '')),
    // The members as they were written say what is translated; one language finds and sorts by its texts.
    locale: locale || '*', sort, q: words.trim(), untranslated, visibility, limit,
    count: 'true',
  };
  const query = Object.entries(parameters).filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  return `/v1/content/${kind}?${query}`;
}

/**
 * How many filters are set.
 * @param {Listing} listing
 */
export function filterCount({ locale, visibility, untranslated, conditions }) {
  return [locale, visibility, untranslated, ...Object.values(conditions)].filter(Boolean).length;
}

/**
 * The fields by which lists are sorted.
 * @param {any} kind
 */
export const sortFields = (kind) =>
  kind.fields.filter(({ type }) => ['text', 'integer', 'number', 'date', 'choice'].includes(type));

/**
 * The conditions that are offered for a field.
 * @param {any} field
 * @returns {{name: string, type: 'choice' | 'boolean' | 'least' | 'most'}[]}
 */
export function conditionsOf({ name, type }) {
  if (type === 'choice' || type === 'boolean') return [{ name, type }];
  return ['integer', 'number', 'date'].includes(type)
    ? [{ name: `${name}.gte`, type: 'least' }, { name: `${name}.lte`, type: 'most' }] : [];
}
