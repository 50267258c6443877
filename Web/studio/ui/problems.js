// Saying what did not work.

import { button, make } from './elements.js';

/**
 * Why something was not done.
 * @param {import('../core/language.js').Words} t
 * @param {any} error
 * @returns {string}
 */
export const reasonText = (t, error) => (error.name === 'Outage' ? t('offline') : error.message);

/**
 * Says that something was not done, and why.
 * @param {import('../core/language.js').Words} t
 * @param {any} error
 * @returns {string}
 */
export const problemText = (t, error) =>
  (error.name === 'Outage' ? t('offline') : t('failed', { detail: error.message }));

/**
 * Shows in the place of content why it is not there, with a button that tries again.
 * @param {Element} place
 * @param {import('../core/language.js').Words} t
 * @param {any} error
 * @param {() => void} again
 */
export function showProblem(place, t, error, again) {
  place.replaceChildren(make('p', 'problem', {}, problemText(t, error)), button(t('again'), { press: again }));
}
