// Calls that are made later.

/** The wait before something is tried again, in milliseconds: doubled each time. */
const firstWait = 1000;
const longestWait = 30_000;
/** The share of a wait that is added at random at most: clients that failed together do not come back together. */
const spread = 0.5;

/**
 * What sets timers: that of the platform, or of a test.
 * @typedef {object} Clock
 * @property {(action: () => void, milliseconds: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */

/**
 * A call that can be put off: of several times that were set, the last one holds.
 * @param {() => void} action
 * @param {Clock} [clock]
 * @param {() => number} [random] from 0 up to 1
 * @returns {{after: (wait: number) => void, again: (least?: number) => void, stop: () => void}} `after` calls after
 *   milliseconds, `again` each time after a longer wait until `stop`, but not before the least one
 */
export function makeTimer(action, clock = globalThis, random = Math.random) {
  let wait = firstWait;
  /** @type {any} */
  let timer;
  const after = (/** @type {number} */ time) => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(action, time);
  };
  return {
    after,
    again(least = 0) {
      after(Math.max(wait, least) * (1 + spread * random()));
      wait = Math.min(wait * 2, longestWait);
    },
    stop() {
      clock.clearTimeout(timer);
      wait = firstWait;
    },
  };
}
