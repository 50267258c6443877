// When something is shown, and to whom, in short.

import { textOf } from './moments.js';
import { oneLine } from './plain-texts.js';

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
  if (window?.unpublish_at && Date.parse(window.unpublish_at) <= now) return 'ended';
  return window?.publish_at && Date.parse(window.publish_at) > now ? 'scheduled' : 'shown';
}

/**
 * The way in which a window was chosen.
 * @param {Window} window
 * @returns {'now' | 'window' | 'draft'}
 */
export function modeOf({ draft, publish_at: from, unpublish_at: until }) {
  if (draft) return 'draft';
  return from || until ? 'window' : 'now';
}

/**
 * Says when something is shown.
 * @param {Window} window
 * @param {object} options
 * @param {number} options.now milliseconds since 1970
 * @param {string} options.zone
 * @param {string} options.language
 * @param {import('./language.js').Words} options.t
 * @returns {string}
 */
export function windowText(window, { now, zone, language, t }) {
  const [from, until] = [window.publish_at, window.unpublish_at]
    .map((moment) => moment && textOf(moment, zone, language));
  const state = windowState(window, now);
  if (state === 'draft') return t('visibleDraft');
  if (state === 'ended') return t('visibleEnded', { until });
  if (state === 'scheduled') return until ? t('visibleFromUntil', { from, until }) : t('visibleFrom', { from });
  return until ? t('visibleUntil', { until }) : t('visibleNow');
}

/**
 * The condition with what it says; null if it says nothing. Members that are not known here are kept.
 * @param {When & Record<string, any>} when
 * @returns {When | null}
 */
export function conditionOf({ platforms, app_version: version, audiences, share, ...others }) {
  const condition = {
    ...others, ...(platforms?.length && { platforms }), ...(version && { app_version: version }),
    ...(audiences?.length && { audiences }), ...(share && { share }),
  };
  return Object.keys(condition).length ? condition : null;
}

/**
 * The names in a text, which are separated by commas or spaces; each once, in alphabetical order.
 * @param {string} text
 * @returns {string[]}
 */
export const namesOf = (text) => [...new Set(oneLine(text).split(/[\s,、，]+/).filter(Boolean))].sort();

/**
 * A share of clients in percent, without the noise of binary numbers.
 * @param {number} share from 0 to 1
 */
export const percentOf = (share) => Number((share * 100).toFixed(10));

/**
 * The share of clients of a percentage as it was typed, in ASCII or full-width digits.
 * @param {string} text
 * @returns {number | null} from 0 to 1; null for nothing, and not a number for what is none
 */
export function shareOf(text) {
  const plain = oneLine(text).normalize('NFKC').trim().replace(/\s*%$/, '');
  return plain ? Number((Number(plain) / 100).toFixed(12)) : null;
}

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
