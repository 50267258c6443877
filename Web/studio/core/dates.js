// Dates of content: `2022-12-01T07:30:00.000+0900`.

import { localOf, momentOf } from '../core/moments.js';

/** A date with a colon in its offset, which every browser reads. */
const readable = (date) => (typeof date === 'string' ? date.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : '');

/**
 * Whether a value is a date of content.
 * @param {any} value
 */
export const isDate = (value) => !Number.isNaN(Date.parse(readable(value)));

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
 * @returns {string}
 */
export function dateOf(moment, zone) {
  const time = Date.parse(readable(moment));
  const whole = time - (((time % 1000) + 1000) % 1000);
  const local = localOf(new Date(whole).toISOString(), zone);
  const offset = Math.round((Date.parse(`${local}Z`) - whole) / 60_000);
  const digits = (number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const seconds = local.length === 16 ? `${local}:00` : local;
  const milliseconds = String(time - whole).padStart(3, '0');
  return `${seconds}.${milliseconds}${offset < 0 ? '-' : '+'}${digits(hours)}${digits(minutes)}`;
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
