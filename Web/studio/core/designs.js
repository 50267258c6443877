// Cells and themes: the definitions that say how content looks.

/** The list of definitions in the state and in addresses, by the operation that writes one. */
const lists = { cell: 'cells', theme: 'themes' };

/** Whether an operation of a batch or a release writes a cell or a theme. */
export const isDesignOperation = (op) => Object.hasOwn(lists, op);

/**
 * Whether a subject is a cell or a theme.
 * @param {string | null | undefined} subject
 */
export const isDesign = (subject) => /^(cells|themes)\/[^/]+$/.test(subject ?? '');

/**
 * The subject of a cell or a theme.
 * @param {string} noun `cell` or `theme`
 * @param {string} name
 */
export const subjectOfDesign = (noun, name) => `${lists[noun]}/${name}`;

/**
 * The operation that writes a definition of a list, which is the member with its name, too.
 * @param {string} type `cells` or `themes`
 * @returns {'cell' | 'theme'}
 */
export const nounOf = (type) => (type === 'cells' ? 'cell' : 'theme');

/**
 * A definition as the server has it; undefined for none.
 * @param {Pick<import('./state.js').State<any>, 'get'>} state
 * @param {string} subject
 */
export function savedDesign(state, subject) {
  const [type, name] = subject.split('/');
  return state.get()[type].find((one) => one[nounOf(type)] === name);
}

/**
 * The definitions of a list, with what is not saved yet.
 * @param {Pick<import('./app.js').App, 'state' | 'working'>} app
 * @param {'cells' | 'themes'} type
 * @returns {any[]}
 */
export function designsNow({ state, working }, type) {
  const noun = nounOf(type);
  const known = state.get()[type].map((one) => working.value(`${type}/${one[noun]}`, one));
  const names = new Set(state.get()[type].map((one) => one[noun]));
  const added = Object.entries(working.changes)
    .filter(([subject]) => subject.startsWith(`${type}/`) && !names.has(subject.split('/')[1]))
    .map(([, { value }]) => value);
  return [...known, ...added].filter(Boolean);
}

/**
 * A name that no definition of a list has.
 * @param {string[]} taken
 * @param {string} wanted
 */
export function freeDesignName(taken, wanted) {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.includes(`${wanted}_${number}`)) return `${wanted}_${number}`;
}

/** Whether a text is a name of definitions. */
export const isDesignName = (text) => /^[a-z][a-z0-9_]{0,62}$/.test(text);

/**
 * A theme with all that it has from the default theme.
 * @param {any[]} themes
 * @param {string | null | undefined} name an unknown one is the default theme
 */
export function wholeTheme(themes, name) {
  const own = (wanted) => themes.find(({ theme }) => theme === wanted) ?? {};
  const both = (member) => ({ ...own('default')[member], ...own(name)[member] });
  return { styles: both('styles'), colors: both('colors'), radii: both('radii'), spacing: both('spacing') };
}
