// Values of JSON.

/**
 * Whether two values of JSON are equal; the order of members does not matter.
 * @param {any} left
 * @param {any} right
 * @returns {boolean}
 */
export function isEqual(left, right) {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length
    && names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]));
}
