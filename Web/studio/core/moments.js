// Moments in the time zone of the feed, as people read and write them: in the Gregorian calendar, of whatever year.

/**
 * The parts of a moment in a time zone: `2026-12-24T09:00`.
 * @param {string | null | undefined} moment in RFC 3339
 * @param {string} zone such as `Asia/Tokyo`
 * @returns {string} empty for none
 */
export function localOf(moment, zone) {
  const time = Date.parse(moment ?? '');
  if (Number.isNaN(time)) return '';
  // A year of five digits or more has a sign and zeros in the form of JavaScript alone.
  return new Date(wallTime(time, zone)).toISOString().replace(/^\+0*/, '').replace(/(:00)?\.000Z$/, '');
}

/**
 * The moment of a local date and time. Of one that a change of clocks skips, the one after it; of one that comes
 * twice, the first.
 * @param {string} local as of a `datetime-local` control
 * @param {string} zone
 * @returns {string | null} in RFC 3339 and UTC, with a sign before a year that it cannot write; null for what is none
 */
export function momentOf(local, zone) {
  const wanted = Date.parse(`${local.replace(/^(\d{5,6})-/, (_, year) => `+${year.padStart(6, '0')}-`)}Z`);
  // Two days from the last moment that there is.
  if (Number.isNaN(wanted) || Math.abs(wanted) > 8.6398e15) return null;
  const offsetAt = (time) => wallTime(time, zone) - whole(time);
  // The offset at the moment itself is found in two steps, as the first guess may lie beyond a change of clocks.
  const guess = wanted - offsetAt(wanted);
  const candidates = [wanted - offsetAt(guess - 86_400_000), wanted - offsetAt(guess + 86_400_000), guess];
  const exact = candidates.filter((time) => time + offsetAt(time) === wanted);
  return new Date(exact.length ? Math.min(...exact) : Math.max(...candidates)).toISOString();
}

/**
 * How many minutes a zone is ahead of UTC at a moment. In former centuries some zones were seconds apart from these.
 * @param {number} time milliseconds since 1970
 * @param {string} zone
 */
export const minutesAhead = (time, zone) => Math.round((wallTime(time, zone) - whole(time)) / 60_000);

/**
 * A moment for reading, in the zone of the feed.
 * @param {string} moment
 * @param {string} zone
 * @param {string} language
 * @returns {string}
 */
export function textOf(moment, zone, language) {
  return new Date(moment).toLocaleString(language, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
}

const formats = new Map();

/** A moment without the part of a second. */
const whole = (time) => Math.floor(time / 1000) * 1000;

/** The wall clock of a zone to the second, as the moment at which that of Greenwich shows it. */
function wallTime(time, zone) {
  if (!formats.has(zone)) {
    formats.set(zone, new Intl.DateTimeFormat('en-GB', {
      timeZone: zone, hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    }));
  }
  const parts = Object.fromEntries(formats.get(zone).formatToParts(time).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second']
    .map((name) => Number(parts[name]));
  const date = new Date(0);
  // The year before 1 is 1 BC. Two digits are a year of their own here, and none of the last century.
  date.setUTCFullYear(/^B/.test(parts.era) ? 1 - year : year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}
