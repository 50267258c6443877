// The place in the studio: which navigator is open, and what the inspector shows. It is the fragment of the page's
// address, so that it can be copied and sent.

/**
 * @typedef {object} Place
 * @property {Tab} tab the navigator
 * @property {string | null} kind the kind whose items are listed
 * @property {string | null} subject what the inspector shows: `content/KIND/ID`, `sections/ID`, `releases/ID`,
 *   `photos/ID`, `revisions/NUMBER`, `tokens/ID`, `cells/NAME`, `themes/NAME`; null for nothing
 */
/** @typedef {'screen' | 'items' | 'releases' | 'photos' | 'history' | 'people' | 'design'} Tab */

/** @type {Tab[]} */
export const tabs = ['screen', 'items', 'releases', 'photos', 'history', 'people', 'design'];
/** The tabs that only administrators have. */
export const administered = ['people', 'design'];

/** The subjects of a tab whose name alone says which they are: `#/releases/3` is the release 3. */
const ownType = { releases: 'releases', photos: 'photos', history: 'revisions', people: 'tokens' };

/**
 * The place of a fragment.
 * @param {string} fragment such as `#/items/recent_news/3`
 * @returns {Place}
 */
export function placeOf(fragment) {
  const parts = fragment.replace(/^#?\/?/, '').split('/').filter(Boolean).map(decoded);
  // Paths of requests are made of them: `..` would lead elsewhere.
  if (!parts.every(isPart)) return placeOf('');
  const tab = /** @type {Tab} */ (tabs.includes(/** @type {any} */ (parts[0])) ? parts[0] : 'screen');
  const rest = parts.slice(parts[0] === tab ? 1 : 0);
  if (tab === 'items') {
    return { tab, kind: rest[0] ?? null, subject: rest[1] ? `content/${rest[0]}/${rest[1]}` : null };
  }
  const isOwn = rest.length === 1 && ownType[tab];
  return { tab, kind: null, subject: isOwn ? `${ownType[tab]}/${rest[0]}` : rest.length > 1 ? rest.join('/') : null };
}

/**
 * The fragment of a place.
 * @param {Place} place
 * @returns {string} a fragment
 */
export function fragmentOf({ tab, kind, subject }) {
  const path = subject?.split('/') ?? [];
  const own = path.length === 2 && path[0] === ownType[tab] ? path.slice(1) : path;
  const parts = tab === 'items' ? [kind, path[2]] : own;
  return `#/${[tab, ...parts].filter(Boolean).map((part) => encodeURIComponent(String(part))).join('/')}`;
}

/** Whether a part of an address is a name or a number. */
const isPart = (part) => /^[A-Za-z0-9_-]+$/.test(part);

/**
 * Whether a subject is an item that was never saved.
 * @param {string | null | undefined} subject
 */
export const isNewSubject = (subject) => /\/new-\d+$/.test(subject ?? '');

/** The parts of a subject: `content/recent_news/3`. */
export const subjectParts = (subject) => {
  const [type, name, id] = (subject ?? '').split('/');
  return { type, name, id };
};

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
