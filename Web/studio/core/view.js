// How the screen is looked at: on which device, in which language, by whom, and when.

/**
 * @typedef {object} View
 * @property {number} width points
 * @property {'system' | 'light' | 'dark'} scheme
 * @property {number} textSize
 * @property {'auto' | 'ltr' | 'rtl'} direction
 * @property {string} locale empty for the default one
 * @property {string} platform empty for everybody
 * @property {string} audience names separated by commas
 * @property {string} at a moment to come, in RFC 3339; empty for now
 * @property {boolean} drafts whether drafts are shown
 */

/** @type {View} */
export const initialView = {
  width: 390, scheme: 'system', textSize: 1, direction: 'auto', locale: '', platform: '', audience: '', at: '',
  drafts: false,
};

/** The narrowest and the widest screen, in points. */
export const widths = { least: 200, most: 4096, phone: 390, tablet: 834 };

/** What the screen of saved content is called: that of everybody and now, or that of some people, drafts or a moment. */
export function nameOfLive({ platform, audience, at, drafts }) {
  return platform || audience || at || drafts ? 'screenChosen' : 'screenLive';
}

/**
 * The parameters of a screen that is seen this way.
 * @param {View} view
 * @param {object} [options]
 * @param {boolean} [options.isPast] whether the screen is a former one, which everybody saw at one moment
 * @returns {URLSearchParams}
 */
export function viewParameters({ width, textSize, direction, locale, platform, audience, at, drafts },
  { isPast = false } = {}) {
  const parameters = {
    width, text_size: textSize !== 1 && textSize, direction: direction !== 'auto' && direction, locale,
    ...(!isPast && { platform, audience, at, drafts: drafts && 'true' }),
  };
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)
    .map(([name, value]) => [name, String(value)]));
}
