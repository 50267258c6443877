// The query of a section: conditions on fields, order and search.

/** @typedef {'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'} Comparison */

/**
 * A condition on a field.
 * @typedef {object} Condition
 * @property {string} field
 * @property {Comparison} comparison
 * @property {string} value empty while it is not entered
 */

/** @type {Comparison[]} */
export const comparisons = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];
const unordered = ['boolean', 'photo', 'list', 'reference', 'choice'];

/** The fields of a kind that items can be found by: the id, and its own. */
export const fieldsOf = (kind) => [{ name: 'id', type: 'integer' }, ...(kind?.fields ?? [])];

/**
 * The comparisons that a field has.
 * @param {any} field its definition
 * @returns {Comparison[]}
 */
export const comparisonsOf = (field) => (unordered.includes(field?.type) ? comparisons.slice(0, 2) : comparisons);

/**
 * The fields that items can be sorted by.
 * @param {any} kind
 */
export const sortableOf = (kind) => fieldsOf(kind).filter(({ type }) => type !== 'list');

/**
 * The conditions of a filter.
 * @param {Record<string, string | number> | undefined} filter
 * @returns {Condition[]}
 */
export function conditionsOf(filter = {}) {
  return Object.entries(filter).map(([name, value]) => {
    const dot = name.lastIndexOf('.');
    const comparison = dot < 0 ? 'eq' : name.slice(dot + 1);
    const field = dot < 0 ? name : name.slice(0, dot);
    return { field, comparison: /** @type {Comparison} */ (comparison), value: String(value) };
  });
}

/**
 * The filter of conditions; those without a value are left out. Of two with one comparison of a field, the last one
 * counts.
 * @param {Condition[]} conditions
 * @returns {Record<string, string> | null} null for none
 */
export function filterOf(conditions) {
  const complete = conditions.filter(({ field, value }) => field && value !== '');
  if (!complete.length) return null;
  return Object.fromEntries(complete.map(({ field, comparison, value }) => [`${field}.${comparison}`, value]));
}

/**
 * The keys of an order.
 * @param {string | undefined} sort such as `-published_at,id`
 * @returns {{field: string, isDescending: boolean}[]}
 */
export const sortKeysOf = (sort) => (sort ?? '').split(',').filter(Boolean)
  .map((key) => ({ field: key.replace(/^-/, ''), isDescending: key.startsWith('-') }));

/**
 * The order of keys.
 * @param {{field: string, isDescending: boolean}[]} keys
 * @returns {string | null} null for none
 */
export const sortOf = (keys) => keys.filter(({ field }) => field)
  .map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field}`).join(',') || null;

/**
 * A query as parameters of a list of content.
 * @param {any} query
 * @returns {URLSearchParams}
 */
export function queryParameters({ filter = {}, sort, q }) {
  const parameters = Object.entries({ ...filter, ...(sort && { sort }), ...(q && { q }) });
  return new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
}
