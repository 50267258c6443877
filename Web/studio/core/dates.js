// Dates of content: `2022-12-01T07:30:00.000+0900`.

import { localOf, minutesAhead, momentOf } from '../core/moments.js';

/** From the year 1 to 9999 in UTC, as the server keeps them. */
const [first, last] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** A date with a colon in its offset, which every browser reads. */
const readable = (date) => (typeof date === 'string' ? date.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : '');

/**
 * Whether a value is a date of content.
 * @param {any} value
 */
export function isDate(value) {
  const time = Date.parse(readable(value));
  return first <= time && time <= last;
}

/**
 * The local date and time of a date of content, as of a `datetime-local` control.
 * @param {any} date
 * @param {string} zone
 * @returns {string} empty for none
 */
export const localOfDate = (date, zone) => localOf(readable(date), zone);

/**
 * The moment of a date of content.
 * @param {string} date
 * @returns {string} in RFC 3339 and UTC
 */
export const momentOfDate = (date) => new Date(readable(date)).toISOString();

/**
 * A moment as a date of content, with the offset of a zone.
 * @param {string} moment in RFC 3339
 * @param {string} zone
 * @returns {string} with the offset of UTC where the year is none of four digits there; one that is no date of content
 *   if it is none in UTC either
 */
export function dateOf(moment, zone) {
  const time = Date.parse(readable(moment));
  const minutes = minutesAhead(time, zone);
  const local = new Date(time + minutes * 60_000).toISOString();
  if (!/^(?!0000)\d{4}-/.test(local)) return new Date(time).toISOString().replace('Z', '+0000');
  const digits = (number) => String(number).padStart(2, '0');
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return local.replace('Z', `${minutes < 0 ? '-' : '+'}${digits(hours)}${digits(rest)}`);
}

/**
 * The date of content at a local date and time.
 * @param {string} local
 * @param {string} zone
 * @returns {string | null} null for none
 */
export function dateOfLocal(local, zone) {
  const moment = momentOf(local, zone);
  return moment && dateOf(moment, zone);
}
