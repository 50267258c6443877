// When something is shown, and to whom, in short.

/**
 * A window, as items and sections have it.
 * @typedef {object} Window
 * @property {boolean} [draft]
 * @property {string | null} [publish_at] in RFC 3339
 * @property {string | null} [unpublish_at] in RFC 3339
 */

/**
 * A condition on clients.
 * @typedef {object} When
 * @property {string[]} [platforms]
 * @property {string} [app_version]
 * @property {string[]} [audiences]
 * @property {{from: number, to: number, salt: string}} [share]
 */

/**
 * The state of a window at a moment.
 * @param {Window | null | undefined} window
 * @param {number} now milliseconds since 1970
 * @returns {'draft' | 'scheduled' | 'shown' | 'ended'}
 */
export function windowState(window, now) {
  if (window?.draft) return 'draft';
  if (window?.publish_at && Date.parse(window.publish_at) > now) return 'scheduled';
  return window?.unpublish_at && Date.parse(window.unpublish_at) <= now ? 'ended' : 'shown';
}

/**
 * The condition with what it says; null if it says nothing.
 * @param {When} when
 * @returns {When | null}
 */
export function conditionOf({ platforms, app_version: version, audiences, share }) {
  const condition = {
    ...(platforms?.length && { platforms }), ...(version && { app_version: version }),
    ...(audiences?.length && { audiences }), ...(share && { share }),
  };
  return Object.keys(condition).length ? condition : null;
}

/**
 * The names in a text, which are separated by commas or spaces; each once, in alphabetical order.
 * @param {string} text
 * @returns {string[]}
 */
export const namesOf = (text) => [...new Set(text.split(/[\s,、，]+/).filter(Boolean))].sort();

/**
 * A share of clients in percent, without the noise of binary numbers.
 * @param {number} share from 0 to 1
 */
export const percentOf = (share) => Number((share * 100).toFixed(10));

/**
 * A condition in a few words: `ios, android · >=3.2 · 0–20 %`.
 * @param {When | null | undefined} when
 * @returns {string} empty for everybody
 */
export function conditionText(when) {
  const { platforms = [], app_version: version, audiences = [], share } = when ?? {};
  const range = share ? `${percentOf(share.from)}–${percentOf(share.to)} %` : '';
  return [platforms.join(', '), version, audiences.join(', '), range].filter(Boolean).join(' · ');
}
