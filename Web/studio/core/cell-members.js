// The members of elements by the names of their controls, `lines.max` or `padding.top`: what a definition says in short
// is written out for them, and said in short again.

const sides = ['top', 'left', 'bottom', 'right'];
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that are an object or something shorter. */
const forms = {
  lines: { whole: (value) => (isObject(value) ? value : { max: value }), short: 'max' },
  background: { whole: (value) => (isObject(value) ? value : { color: value }), short: 'color' },
  border: { whole: (value) => value ?? {}, needs: 'color' },
  padding: {
    whole(value, kind) {
      if (isObject(value) && value.em === undefined) return value;
      const names = kind === 'badge' ? ['horizontal', 'vertical'] : sides;
      return Object.fromEntries(names.map((name) => [name, value]));
    },
    shorten(members, kind) {
      const names = kind === 'badge' ? ['horizontal', 'vertical'] : sides;
      const said = Object.fromEntries(names.filter((name) => members[name]).map((name) => [name, members[name]]));
      const values = names.map((name) => members[name] ?? 0);
      if (!Object.keys(said).length) return undefined;
      if (values.every((value) => value === values[0])) return values[0];
      return kind === 'badge' ? Object.fromEntries(names.map((name, index) => [name, values[index]])) : said;
    },
  },
};

/**
 * What a control shows of an element, or of a cell or a theme.
 * @param {any} element
 * @param {string} name such as `lines.max`
 * @param {string} [kind] of the element
 */
export function memberOf(element, name, kind) {
  const [first, ...rest] = name.split('.');
  const value = forms[first] && rest.length ? forms[first].whole(element?.[first], kind) : element?.[first];
  return rest.reduce((part, next) => part?.[next], value) ?? null;
}

/**
 * An element with a member that was entered.
 * @param {any} element
 * @param {string} name
 * @param {any} value null removes it
 * @param {string} [kind]
 */
export function withMember(element, name, value, kind) {
  const [first, ...rest] = name.split('.');
  const { [first]: own, ...others } = element;
  const next = rest.length ? set(forms[first]?.whole(own, kind) ?? own ?? {}, rest, value) : (value ?? undefined);
  const said = rest.length ? shortened(first, next, kind) : next;
  if (said === undefined) return others;
  // A member keeps its place among the others.
  return first in element ? { ...element, [first]: said } : { ...others, [first]: said };
}

/**
 * A text that shows another role of items, or words of its own.
 * @param {any} element
 * @param {string} name `text` or `badge`
 * @param {string | string[]} role
 */
export function withRole({ words = '…', ...element }, name, role) {
  return { ...element, [name]: role, ...(role === 'fixed' && { words }) };
}

function set(object, [first, ...rest], value) {
  const next = rest.length ? set(object[first] ?? {}, rest, value) : value;
  const { [first]: _, ...others } = object;
  const isNothing = next === null || (isObject(next) && !Object.keys(next).length);
  return isNothing ? others : { ...object, [first]: next };
}

function shortened(name, members, kind) {
  const { short, needs, shorten } = forms[name] ?? {};
  if (shorten) return shorten(members, kind);
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  const main = short ?? needs;
  if (!said.length || (main && members[main] === undefined)) return undefined;
  return short && said.length === 1 ? members[short] : Object.fromEntries(said);
}
