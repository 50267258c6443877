// For whom an item is: the member `when`, as controls have it.

/**
 * @typedef {object} Targets
 * @property {string} platforms names separated by commas
 * @property {string} version comparisons of versions
 * @property {string} audiences names separated by commas
 * @property {string} from the beginning of the share, in percent
 * @property {string} to its end, in percent
 * @property {string} salt
 */

/** @type {Targets} */
export const noTargets = { platforms: '', version: '', audiences: '', from: '', to: '', salt: '' };

/**
 * The names in a text.
 * @param {string} text
 */
export const namesOf = (text) => text.split(/[,、\s]+/).filter(Boolean);

/**
 * @param {any} when
 * @returns {Targets}
 */
export function targetsOf(when) {
  if (!when) return noTargets;
  const { platforms = [], app_version: version = '', audiences = [], share } = when;
  return {
    platforms: platforms.join(', '), version, audiences: audiences.join(', '),
    from: share ? percent(share.from) : '', to: share ? percent(share.to) : '', salt: share?.salt ?? '',
  };
}

/**
 * The condition of some targets.
 * @param {Targets} targets
 * @param {any} [former] whose other members are kept
 * @returns {any} null for everybody
 */
export function whenOf({ platforms, version, audiences, from, to, salt }, former) {
  const { platforms: _, app_version: __, audiences: ___, share, ...others } = former ?? {};
  const hasShare = from.trim() || to.trim() || salt.trim();
  const members = {
    ...others,
    ...(namesOf(platforms).length && { platforms: namesOf(platforms) }),
    ...(version.trim() && { app_version: version.trim() }),
    ...(namesOf(audiences).length && { audiences: namesOf(audiences) }),
    ...(hasShare && { share: { ...share, from: fraction(from, 0), to: fraction(to, 1), salt: salt.trim() } }),
  };
  return Object.keys(members).length ? members : null;
}

const percent = (part) => (typeof part === 'number' ? String(Number((part * 100).toFixed(10))) : String(part ?? ''));

/** A percentage as a part of one; the text if it is none. */
function fraction(text, otherwise) {
  const plain = text.normalize('NFKC').trim().replace(/%$/, '');
  if (!plain) return otherwise;
  const number = Number(plain);
  return Number.isFinite(number) ? Number((number / 100).toFixed(12)) : text;
}
