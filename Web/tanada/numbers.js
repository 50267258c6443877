// Arithmetic that every other module shares. All of it is that of the server, in the same doubles.

/**
 * `value`, or the nearest number from `low` to `high`.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @returns {number}
 */
export function limit(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/**
 * `value` without a fraction; halves go away from zero.
 * @param {number} value
 * @returns {number}
 */
export function roundHalfAway(value) {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

/**
 * The IEEE 754 remainder: `value` less the multiple of `divisor` nearest to it, of two as near the
 * even one.
 * @param {number} value
 * @param {number} divisor above 0
 * @returns {number} −divisor/2 … divisor/2, never −0
 */
export function remainder(value, divisor) {
  const rest = value % divisor;
  const half = divisor / 2;
  const size = Math.abs(rest);
  const isOdd = ((value - rest) / divisor) % 2 !== 0;
  const goesOn = size > half || (size === half && isOdd);
  return (goesOn ? rest - Math.sign(rest) * divisor : rest) + 0;
}

/**
 * Numbers by their names, between two ends or beyond them in a straight line.
 * @param {Record<string, number>} from
 * @param {Record<string, number>} to
 * @param {number} share 0 at `from`, 1 at `to`
 * @returns {Record<string, number>}
 */
export function mixed(from, to, share) {
  return Object.fromEntries(
    Object.entries(from).map(([name, value]) => [name, value + (to[name] - value) * share]));
}
