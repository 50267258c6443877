// When an item is shown: always, from and until a moment, or not yet, as a draft.

import { textOf } from '../core/moments.js';

/** @typedef {'draft' | 'scheduled' | 'ended' | 'shown'} Visibility */

/**
 * @param {any} item
 * @param {number} now milliseconds
 * @returns {Visibility}
 */
export function visibilityOf({ draft, publish_at: from, unpublish_at: until }, now) {
  if (draft) return 'draft';
  if (until && Date.parse(until) <= now) return 'ended';
  return from && Date.parse(from) > now ? 'scheduled' : 'shown';
}

/**
 * The way in which a window was chosen.
 * @param {any} item
 * @returns {'now' | 'window' | 'draft'}
 */
export function modeOf({ draft, publish_at: from, unpublish_at: until }) {
  if (draft) return 'draft';
  return from || until ? 'window' : 'now';
}

/**
 * Says when an item is shown.
 * @param {any} item
 * @param {object} options
 * @param {number} options.now
 * @param {string} options.zone
 * @param {string} options.language
 * @param {import('../core/language.js').Words} options.t
 */
export function visibilityText(item, { now, zone, language, t }) {
  const { publish_at: from, unpublish_at: until } = item;
  const text = (moment) => textOf(moment, zone, language);
  const visibility = visibilityOf(item, now);
  if (visibility === 'draft') return t('visibleDraft');
  if (visibility === 'ended') return t('visibleEnded', { until: text(until) });
  if (visibility === 'scheduled') return until ? t('visibleFromUntil', { from: text(from), until: text(until) }) : t('visibleFrom', { from: text(from) });
  return until ? t('visibleUntil', { until: text(until) }) : t('visibleNow');
}
