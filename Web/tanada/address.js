// The address of a feed's document: what the element and the core ask a server for.

import { limit } from './numbers.js';

/** The newest version of documents that this client draws. It is asked for nothing newer. */
export const version = 2;

/**
 * The traits of a screen that a document is made for.
 * @typedef {object} Traits
 * @property {number} width of the screen, in points: whole ones are asked for, 200 to 4096
 * @property {number | string | null} [textSize] 0.8 to 3.1; 1 if missing
 * @property {string | null} [direction] `ltr` or `rtl`; that of the locale if missing
 * @property {string | null} [locale] of the reader, such as `en-GB`, or several with commas; by default the first of the server
 */

/**
 * The width to ask for, in whole points, from 200 to 4096; 0 for a screen that is not shown.
 * @param {number} width
 * @returns {number}
 */
export const wholeWidth = (width) => width && limit(Math.floor(width), 200, 4096);

/**
 * The address of a feed's document for a screen.
 * @param {string | URL} feed such as `https://feeds.example.com/v1/feeds/home`; with a `max_version` for a renderer that
 *   draws less than this client
 * @param {Traits} traits
 * @returns {string}
 */
export function feedAddress(feed, { width, textSize, direction, locale }) {
  const address = new URL(feed);
  const size = limit(Number(textSize) || 1, 0.8, 3.1);
  const parameters = {
    width: wholeWidth(width),
    text_size: size !== 1 && size,
    direction: /^(ltr|rtl)$/.test(direction ?? '') && direction,
    locale,
    max_version: Math.min(Number(address.searchParams.get('max_version')) || version, version),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value) address.searchParams.set(name, String(value));
  }
  return address.href;
}

/**
 * The address of the events of a server; empty where that cannot be told from the address of a feed.
 * @param {string | URL} feed
 * @returns {string}
 */
export function eventsAddress(feed) {
  const beside = /^(.*\/)feeds\//.exec(new URL(feed).pathname);
  return beside ? new URL(`${beside[1]}events`, feed).href : '';
}

/**
 * The address of a link that may be followed: http and https only.
 * @param {any} address
 * @param {string | URL} [base] the base of a relative address: in a page, that of its document if missing
 * @returns {URL | null}
 */
export function webAddress(address, base = globalThis.document?.baseURI) {
  try {
    const url = new URL(address, base);
    return address && /^https?:/.test(url.href) ? url : null;
  } catch {
    return null;
  }
}

/**
 * Where an action leads in a browser; null for nowhere.
 * @param {import('./documents.js').Action | null | undefined} action
 * @returns {URL | null}
 */
export const actionAddress = (action) => webAddress(action?.web_url) ?? webAddress(action?.deep_link);
