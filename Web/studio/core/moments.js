// Moments in the time zone of the feed, as people read and write them.

/**
 * The parts of a moment in a time zone: `2026-12-24T09:00`.
 * @param {string | null | undefined} moment in RFC 3339
 * @param {string} zone such as `Asia/Tokyo`
 * @returns {string} empty for none
 */
export function localOf(moment, zone) {
  if (!moment || Number.isNaN(Date.parse(moment))) return '';
  return wallClock(Date.parse(moment), zone).replace(/:00$/, '');
}

/**
 * The moment of a local date and time. Of one that a change of clocks skips, the one after it; of one that comes
 * twice, the first.
 * @param {string} local as of a `datetime-local` control
 * @param {string} zone
 * @returns {string | null} in RFC 3339 and UTC; null for what is none
 */
export function momentOf(local, zone) {
  const wanted = Date.parse(`${local}Z`);
  if (!local || Number.isNaN(wanted)) return null;
  const offsetAt = (time) => Date.parse(`${wallClock(time, zone)}Z`) - time;
  // The offset at the moment itself is found in two steps, as the first guess may lie beyond a change of clocks.
  const guess = wanted - offsetAt(wanted);
  const candidates = [wanted - offsetAt(guess - 86_400_000), wanted - offsetAt(guess + 86_400_000), guess];
  const exact = candidates.filter((time) => time + offsetAt(time) === wanted);
  return new Date(exact.length ? Math.min(...exact) : Math.max(...candidates)).toISOString();
}

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

/** The wall clock of a zone: `2026-12-24T09:00:00`. */
function wallClock(time, zone) {
  if (!formats.has(zone)) {
    formats.set(zone, new Intl.DateTimeFormat('en-GB', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit',
      hour: '2-digit', minute: '2-digit', second: '2-digit',
    }));
  }
  const parts = Object.fromEntries(formats.get(zone).formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}
