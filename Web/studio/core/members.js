// Members of JSON by the names of their controls: `header.action.title@en`.

/**
 * The name of the control that a JSON Pointer means.
 * @param {string} pointer such as `/header/action/title`
 * @returns {string}
 */
export const nameOfPointer = (pointer) =>
  pointer.split('/').slice(1).map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~')).join('.');

/**
 * The value at a JSON Pointer; undefined for none.
 * @param {any} value
 * @param {string} pointer
 */
export const valueAt = (value, pointer) => pointer.split('/').slice(1)
  .reduce((part, name) => part?.[name.replace(/~1/g, '/').replace(/~0/g, '~')], value);

/**
 * An object without members that are null or undefined; null for one that has none left.
 * @param {any} value
 */
export function filled(value) {
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return members.length ? Object.fromEntries(members) : null;
}

/**
 * The members of an item with changes. A member that is null is removed, as in a merge patch (RFC 7396).
 * @param {any} value
 * @param {any} patch
 */
export function patched(value, patch) {
  const result = { ...value };
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) delete result[name];
    else result[name] = member;
  }
  return result;
}
