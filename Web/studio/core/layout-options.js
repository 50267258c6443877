// The options of layouts, as the server describes them.

/**
 * An option of a layout.
 * @typedef {object} LayoutOption
 * @property {string} name
 * @property {string} help
 * @property {string} type `number`, `integer`, `boolean`, `choice`, `text` and others
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string[]} [choices]
 * @property {any} [default]
 */

/** How far a slider goes beyond the default, where not all values are of use. */
const reach = 4;

/** Whether the values of an option are numbers. */
export const isNumber = ({ type }) => type === 'number' || type === 'integer';

/**
 * The range of a slider for an option: all values, or those around its default.
 * @param {LayoutOption} option
 * @returns {{minimum: number, maximum: number, step: number} | null} null where a slider is of no use
 */
export function sliderOf({ type, minimum, maximum, default: standard }) {
  if (minimum === undefined || maximum === undefined || !isNumber({ type })
    || typeof standard !== 'number') return null;
  const isNarrow = maximum - minimum <= (type === 'integer' ? 32 : 2);
  const end = isNarrow ? maximum : Math.min(maximum, standard > 0 ? rounded(standard * reach) : 64);
  const step = type === 'integer' ? 1 : end - minimum > 20 ? 1 : end - minimum > 2 ? 0.05 : 0.01;
  // Steps are counted from the least value: 0.01, 0.06, … are no values that anybody wants.
  const start = type === 'integer' ? minimum : Math.ceil(minimum / step - 1e-9) * step;
  return { minimum: Number(start.toFixed(6)), maximum: end, step };
}

/** A number with one digit that counts, not below the value. */
function rounded(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Number((Math.ceil(value / unit - 1e-9) * unit).toFixed(6));
}

/**
 * The options with one set, or left to its default.
 * @param {Record<string, any>} options
 * @param {string} name
 * @param {any} value null for the default
 */
export function withOption(options, name, value) {
  const { [name]: _, ...others } = options;
  return value === null || value === '' ? others : { ...options, [name]: value };
}

/**
 * The range of an option in digits: `0–1024`.
 * @param {LayoutOption} option
 * @returns {string} empty for none
 */
export function rangeText({ minimum, maximum }) {
  if (minimum === undefined || maximum === undefined) return '';
  return `${plain(minimum)}–${plain(maximum)}`;
}

const plain = (number) =>
  (Math.abs(number) < 1e-4 && number ? number.toString() : Number(number.toPrecision(12)).toString());
